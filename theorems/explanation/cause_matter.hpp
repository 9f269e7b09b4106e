// What the parts of a cause are found from, and the sheet on which they write: each part has a file of its own
// (cause_of_mixture.cpp, cause_of_winners.cpp, cause_of_residual.cpp, cause_of_size.cpp), cause.cpp has their order.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "attention/head_tuples.hpp"
#include "theorems/explanation/alternatives.hpp"
#include "theorems/explanation/cause.hpp"
#include "theorems/explanation/facts_of_size.hpp"

namespace attest::theorems {

struct CauseMatter {
  const Scene& scene;
  const attention::Layer& layer;
  const attention::LayerOutput& output;
  const std::vector<attention::HeadTuples>& heads;  // of each head
  Status status;                                    // of the output
  Alternatives alternatives;
  Outcome best;                    // with the best tuples of every head alone
  std::optional<SizeFacts> facts;  // of a wrong output

  bool one_head() const { return heads.size() == 1; }
  const attention::Head& head(std::size_t h = 0) const { return layer.heads[h]; }
  // " of left" where there are several heads.
  std::string of_head(std::size_t h) const;
  // ", the other heads as they are," likewise.
  std::string others_as_they_are() const;
  // Whether one head gives every tuple the same weight: nothing is mixed in.
  bool all_alike() const { return one_head() && heads.front().heaviest == heads.front().tuples; }
  std::vector<std::size_t> all_heads() const;
};

class CauseSheet {
 public:
  void say(std::string sentence);  // without its capital and its full stop
  void note(const std::string& what, const Outcome& outcome);
  // What is at fault, if nothing said so before.
  void blame(std::vector<Blame> blamed, bool known = true);
  std::size_t sentences() const { return sentences_; }
  Cause take() { return std::move(cause_); }

 private:
  std::size_t sentences_ = 0;
  Cause cause_;
};

// Words that several parts share.
std::string counted(const Integer& count, const std::string& what);  // "one token", "3 tokens"
std::string arity_noun(const attention::Head& head);                 // "token" or "tuple"
std::string short_weight(const attention::Weight& weight);
std::string said_row(const RationalVector& row);  // "(1, 2)"
// "which is right", "1 more than the truth", "which is wrong", "which is not decided"
std::string against_truth(const Scene& scene, const Outcome& outcome);
// "token 3, of the best score, gives", "the 3 tokens that match give": the best tuples and a verb for one and for several.
std::string best_subject(const CauseMatter& matter, const std::string& verb, const std::string& verbs);

// cause_of_mixture.cpp: the best tuples alone are right.
void tell_of_mixture(const CauseMatter& matter, CauseSheet& sheet);
// cause_of_size.cpp: a constant by which the readout would have to be another one.
void tell_of_shift(const Scene& scene, const SizeFacts& facts, CauseSheet& sheet);
// They are wrong; whether what is so on all inputs is enough to say.
bool tell_of_size(const CauseMatter& matter, CauseSheet& sheet);
// cause_of_winners.cpp: they are wrong, and nothing is known of other inputs, or nothing that would explain it.
void tell_of_winners(const CauseMatter& matter, CauseSheet& sheet);
// The first tuple of this head, in the order of scores, whose value alone would be right on this input.
void tell_what_would_be_right(const CauseMatter& matter, std::size_t head, CauseSheet& sheet);
// cause_of_residual.cpp: whether the output would be right without what the residual adds where heads land.
bool tell_of_residual(const CauseMatter& matter, CauseSheet& sheet);

}  // namespace attest::theorems
