// What attest says about one claim, one variant and one setting of the parameters.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "claims/json.hpp"
#include "claims/parameters.hpp"
#include "numeric/integer.hpp"

namespace attest {

enum class Variant : unsigned {
  printed,      // literally what the paper prints
  repaired,     // the smallest change that makes it true
  constructed,  // ours, where the paper prints no construction
  stated,       // of a theorem file that names no variant
};              // further values: the names that theorem files give (named_variant)

// In the order of the headline: the worst essential check decides. `not_applicable`: the statement says
// nothing at this setting (with the clause that excludes it as reason); it decides a headline only where
// there is nothing else.
enum class Status { not_applicable, holds, undecided, refuted, ill_formed };

// What a refutation refutes; in the order of the headline, the last one is the gravest.
enum class Kind {
  display,       // a displayed formula or identity is wrong; the construction may work all the same
  constant,      // a stated number or bound is wrong
  construction,  // an input has a wrong output
  statement,     // the statement itself is false, whatever the construction
};

enum class Evidence {
  enumeration,  // every input was visited
  cover,        // boxes of inputs that together are exactly the input space
  symbolic,     // an identity of polynomials, for all values of its variables
};

const char* to_string(Variant variant);
const char* to_string(Status status);
const char* to_string(Evidence evidence);
const char* to_string(Kind kind);
// Of the four above and of every name that named_variant has seen.
std::optional<Variant> variant_from_string(const std::string& text);
// The variant of this name, a new value where it is new. From any thread.
Variant named_variant(const std::string& name);
std::optional<Status> status_from_string(const std::string& text);

struct Check {
  std::string name;
  bool essential = true;
  Status status = Status::undecided;
  std::optional<Evidence> evidence;  // how a holds was established
  std::optional<std::string> reason;
  std::optional<Kind> kind;  // of a refutation
  bool of_sizes = false;     // it looks at no input: evidence `enumeration` is then of the sizes of the run
};

// Where a statement stands in a seed.
struct Source {
  std::string seed;       // file name
  std::string statement;  // "Theorem 4.2"
  long first_line = 0;    // 0: no lines are known
  long last_line = 0;
};

// Outward-rounded decimal strings (numeric/decimal.hpp). An empty one is unknown (null in JSON): a run that
// did not see every input knows only one side of its margins.
struct RealBounds {
  std::string lower;
  std::string upper;
};

struct ScoreGap {
  std::string exact;  // canonical surd
  RealBounds bounds;
};

struct Margins {
  std::optional<ScoreGap> score_gap;          // best minus second best index tuple, least over all inputs
  std::optional<RealBounds> output_error;     // largest |y - truth|
  std::optional<RealBounds> decision_margin;  // least distance to a wrong decision, negative when wrong
};

// Margins of the inputs that were seen, for a run that did not see all: what they bound stays, what only
// an unseen input could change is forgotten.
void forget_unseen_side(Margins& margins);

struct InputCounts {
  Integer space = 0;  // all inputs of this setting
  Integer total = 0;  // the inputs of this part (space where there are no parts)
  Integer checked = 0;
  Integer failing = 0;
  Integer undecided = 0;
  std::optional<Integer> not_judged = std::nullopt;  // of those checked; absent where the claim speaks of all
  bool space_is_known = true;                        // false: nobody has counted which words are inputs
  bool total_is_known = true;
  bool checked_is_known = true;  // false: those in the boxes of a part of a cover, which nobody has counted
  bool failing_is_known = true;  // false: some input fails, or may fail, and nobody has counted them
};

// The inputs whose rank is R modulo M.
struct Part {
  unsigned long residue = 0;  // R
  unsigned long modulus = 1;  // M
  bool given = false;         // asked for, also where it is 0/1
  bool whole() const { return modulus == 1; }
  friend bool operator==(const Part&, const Part&) = default;
};

struct Size {
  long heads = 0;
  long embedding_dimension = 0;
  long mlp_parameters = 0;
};

// Whose the theorem or the weights are, if not the catalogue's: then the verdict is the reader's own, and no
// format prints a catalogue id as its name.
struct Own {
  std::string name;                 // "weights" for weights, else the theorem's
  std::string file;                 // as the reader names it
  std::string sha256;               // 64 hexadecimal digits
  std::optional<std::string> base;  // the catalogue id that it changes
};

struct Verdict {
  std::string claim;  // a catalogue id, or own_name
  std::optional<Own> own;
  Variant variant = Variant::printed;
  Source source;
  Parameters parameters;
  Status status = Status::undecided;
  std::optional<Kind> kind;  // of a refuted verdict: the gravest of the refuted essential checks'
  std::optional<Evidence> evidence;
  std::optional<std::string> reason;
  std::vector<Check> checks;
  InputCounts inputs;
  std::optional<Part> part;
  Margins margins;
  Json worst_input;     // null where there is none
  Json counterexample;  // null unless refuted or ill-formed
  Json failing = Json::array();
  Size size;
  Json details = Json::object();
  std::vector<std::string> notes;
  double seconds = 0;
};

// Sets status, kind, evidence and reason from the essential checks: the worst status, with the reasons of all
// essential checks that have it, in their order (and, if that is ill-formed, those of the refuted ones).
// Evidence (of a holds) is the weakest that an essential check rests on: enumeration, then cover, then
// symbolic.
void conclude(Verdict& verdict);

// "own:weights", and what tables and text print: "own:weights (mine.json, sha256 0123456789ab)".
std::string own_name(const Own& own);
std::string own_label(const Own& own);
// What a verdict is called where people read it: its claim, or own_label.
std::string name_of(const Verdict& verdict);
// "refuted (display)": the status, and of a refutation what it refutes.
std::string status_text(const Verdict& verdict);

// contract.md, "verify", without the fields that only the program knows (schema, version, command).
Json to_json(const InputCounts& inputs);
Json to_json(const Verdict& verdict);

}  // namespace attest
