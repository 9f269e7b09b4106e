// A theorem for every size: a corner of the sizes from which on a lemma proves it, and what is below the corner split into single
// settings, which are decided, and rays with some sizes fixed, which are proved with these sizes as numbers or left open.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "claims/verify_options.hpp"
#include "theorems/proof/lemma_proof.hpp"
#include "theorems/proof/size_ends.hpp"
#include "theorems/theorem_claim.hpp"

namespace attest::theorems {

using Sizes = std::map<std::string, Integer>;

// What is said of the settings with `fixed` sizes: all others from `from` on (none: a single setting). Of a size that begins
// where earlier ones say, context >= tau + 1, it is how far it is above this end; in a single setting sizes are themselves.
struct Piece {
  Sizes fixed;
  Sizes from;
  Status status = Status::undecided;
  std::optional<Evidence> evidence;
  std::string reason;  // of what is not shown to hold
  std::optional<LemmaProof> proof;
  std::map<std::string, std::string> said = {};  // each size of both as it is said: "3", "tau + 1"
  std::string note = {};                         // what is said of it beside
  std::optional<RealBounds> error = {};  // of a setting that is enumerated, where the answer is a number
  Sizes closed = {};  // where the formula of the bound begins; single sizes below may have a sharper one
};

// Why a corner is not smaller: what refuses the same sizes with one less of one of them.
struct SmallerCorner {
  std::map<std::string, std::string> from;  // each size as it is said
  std::string refusal;
};

// The largest error at a setting, over all of its inputs, beside what is proved to bound it.
struct MeasuredError {
  Sizes at;
  RealBounds error;
  std::string bound;                 // rounded up; empty below the corner
  std::vector<std::string> refuted;  // what the theorem says beside its output and what is wrong here
};

// Which values of a constant are proved for all sizes: the least one of a grid (multiples of 1/1000 where the constant is one) and the
// greatest one that were found, and beside each the nearest value that was found to fail, with its input. Nothing is said of what lies
// between a value that fails and one that is proved. Of a constant with few values each has its verdict.
struct Window {
  struct End {
    Rational proved;
    std::optional<Rational> fails;
    Sizes at;
    std::string input;
  };
  struct Value {
    Rational value;
    Status status = Status::undecided;
    std::string reason;
  };
  std::string parameter;
  std::string meaning;          // of a constant that is no parameter
  std::optional<End> least;     // nothing where it has few values
  std::optional<End> greatest;  // where both directions were asked for
  std::vector<Value> values;
  std::string text() const;
};

struct RangeProof {
  std::string claim;
  Variant variant = Variant::printed;
  Sizes fixed;  // as the reader gives them
  std::map<std::string, Rational> parameters;
  std::map<std::string, std::string> words;  // of parameters whose values have names
  std::vector<std::string> chosen =
      {};  // parameters that are auto and have here a value that the text expects to serve
  Status status = Status::undecided;
  std::string reason;                  // one sentence
  std::optional<Piece> main;           // nothing where no corner is found
  std::optional<SizeEnds> ends;        // where the sizes that are not given begin; nothing where all are
  std::vector<SmallerCorner> smaller;  // of its corner
  std::vector<MeasuredError> errors;   // where a lemma bounds the error of a number
  std::string refusal;                 // then: the first hypothesis that is not met, with the term
  std::vector<Piece> below;            // decided
  std::vector<Piece> open;             // neither proved nor decided
  std::optional<Window> window;
};

// `words`: k=v for sizes that are fixed and for parameters. A parameter that is `auto` is proved with the least of its candidates that
// is proved from as small a corner on as the last one is (automatic_value.hpp). Throws UsageError.
// `measured`: with the largest errors at the first settings beside the bound.
RangeProof prove_for_every_size(const TheoremClaim& claim, Variant variant,
                                const std::vector<std::string>& words, const VerifyOptions& options,
                                bool measured = true);

// The corner from which on a lemma proves it; nothing where there is none.
std::optional<Sizes> corner_of(const TheoremClaim& claim, Variant variant,
                               const std::vector<std::string>& words, const VerifyOptions& options);

// Verdict and reason from what is proved, decided and open; pieces have their sizes as they are said.
void conclude(RangeProof& proof);

std::string to_string(const Sizes& sizes);    // "n = 2, m = 3"
std::string fixed_text(const Piece& piece);   // the same of the fixed sizes as they are said
std::string corner_text(const Piece& piece);  // of where the others begin: "context = tau + 1, tau = 1"

}  // namespace attest::theorems
