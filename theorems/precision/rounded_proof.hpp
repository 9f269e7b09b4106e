// A theorem that is proved for every size, every operation rounded: from how many bits on it still holds, for every size at once. The model
// is "plain" with unbounded exponent (precision/layer/rounded_evaluator.hpp); what is shown of it holds as well where only the numbers of
// the construction are rounded (stored). This is what the arguments have in common: the layer before its heads' averages and behind them.
// Let u = 2^-p <= 1/16.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "theorems/precision/answers.hpp"
#include "theorems/precision/bounded_term.hpp"
#include "theorems/proof/lemma_proof.hpp"

namespace attest::theorems {

class RoundedProof {
 public:
  virtual ~RoundedProof();
  RoundedProof(const RoundedProof&) = delete;
  RoundedProof& operator=(const RoundedProof&) = delete;

  // In what a bound on 2^p may be a monomial: the sizes that are free and the logarithms of scales.
  std::vector<std::string> names() const;
  // Refusal where the argument does not go through with 2^p >= least for all sizes. `steps`: what it says, where it does.
  virtual void expect_enough(const proof::Laurent& least, std::vector<ProofStep>& steps) const = 0;

  // R where 2^p >= R is needed by any format that puts y out (answers.hpp). Nothing where that is not seen.
  std::optional<proof::Laurent> largest_answer() const { return theorems::largest_answer(*theorem_); }

  const SymbolicTheorem& theorem() const { return *theorem_; }
  const LemmaProof& proof() const { return proof_; }
  // What the logarithms among the names are the logarithms of.
  const std::map<std::string, proof::Laurent>& logarithms() const { return logarithms_; }

 protected:
  // u is at most one of these.
  static const Rational largest_u;  // 1/16
  static const Rational smaller_u;  // 1/1024, for arguments of more operations

  // Throws Refusal unless it is one layer and the answer of this kind, if one is given. `what`: the argument, in a sentence.
  RoundedProof(const TheoremText& text, const ProofSetting& setting, const std::string& what,
               std::optional<AnswerKind> answer = std::nullopt);

  // Throws Refusal unless one coordinate is read out.
  void read_landings();
  // The logarithm in a head's scale, of what its argument is at most, becomes a name. Throws Refusal where it is not shown to be above 1.
  void add_logarithm(const SymbolicHead& head);
  static std::string logarithm_of(const proof::Laurent& value);
  // What the logarithm in a head's scale is of, at most, in the sizes.
  proof::Laurent under_logarithm(const SymbolicHead& head) const;
  // Rows of W that read no coordinate that tells a token from another.
  void expect_same_at_all_tokens(const SymbolicHead& head, const LinearRows& map) const;
  void expect_same_scores(const SymbolicHead& head) const;
  // L u <= 1/4; Refusal.
  void expect_few_tokens(const SymbolicHead& head, const proof::Laurent& tokens,
                         const proof::Laurent& least) const;
  // Of values that are off by at most `error`, over tokens that weigh alike (rounded_means.hpp: terms, sums, output).
  BoundedTerm even_average(const TermArithmetic& arithmetic, const proof::Laurent& magnitude,
                           const proof::Laurent& error, const proof::Laurent& tokens) const;
  void expect_small_u(const proof::Laurent& least, const Rational& largest = largest_u) const;
  // How many values a summed index takes, at most.
  proof::Laurent length_of_run(const SymbolicHead& head, const std::string& index) const;
  // The scale of scores, at most.
  proof::Laurent scale(const SymbolicHead& head) const;
  // Before it is scaled.
  BoundedTerm score(const TermArithmetic& arithmetic, const SymbolicHead& head) const;
  BoundedTerm row(const TermArithmetic& arithmetic, const LinearRows& map, std::size_t coordinate) const;
  // Factors that are not exact powers of two are two at most, so that their order does not matter; Refusal.
  BoundedTerm value(const TermArithmetic& arithmetic, const SymbolicHead& head, std::size_t coordinate) const;
  static proof::Laurent value_magnitude(const TermArithmetic& arithmetic, const SymbolicHead& head,
                                        std::size_t coordinate);
  // A coordinate of the stream, where the average of each value that lands there is what `average` says.
  using Average = std::function<BoundedTerm(const SymbolicHead& head, std::size_t coordinate)>;
  BoundedTerm stream(const TermArithmetic& arithmetic, std::size_t coordinate, const Average& average) const;
  // y, where it is one.
  BoundedTerm output(const TermArithmetic& arithmetic, const Average& average) const {
    return stream(arithmetic, coordinate_, average);
  }
  // (head, value) -> what W_O has there, of those that are added to the coordinate.
  std::map<std::pair<std::size_t, std::size_t>, proof::Laurent> landings_at(std::size_t coordinate) const;

  std::unique_ptr<SymbolicTheorem> theorem_;
  LemmaProof proof_;
  std::size_t coordinate_ = 0;                                             // that is read out
  std::map<std::pair<std::size_t, std::size_t>, proof::Laurent> landing_;  // landings there
  std::map<std::string, proof::Laurent> logarithms_;                       // "log(n)" -> n
};

// Whether there is an argument that follows the lemma through rounding; and this argument, from the sizes of the setting on. Throws Refusal.
bool is_followed_through_rounding(const std::string& lemma);
std::unique_ptr<RoundedProof> rounded_proof(const std::string& lemma, const TheoremText& text,
                                            const ProofSetting& setting);

}  // namespace attest::theorems
