#include "verification/proof/refusal.hpp"

#include <map>

namespace attest::proof {

std::string meaning_of(const std::string& hypothesis) {
  static const std::map<std::string, std::string> meanings{
      {"G1", "one layer of softmax heads"},
      {"G2", "rows are W times the encoding"},
      {"G3", "scores in positive units"},
      {"G4", "tokens that exist for every input"},
      {"G5", "what is read out is what the task asks for"},
      {"G6", "from the heads' means to the answer"},
      {"L1", "integer addresses"},
      {"L1.a", "integer addresses: squares of all summed indices"},
      {"L1.b", "integer addresses: positive weights"},
      {"L1.c", "integer addresses: an address reads earlier indices"},
      {"L1.d", "integer addresses: an address is an integer"},
      {"L2", "distinct multiples"},
      {"L2.a", "distinct multiples: an integer part"},
      {"L2.b", "distinct multiples: different ties below a multiple"},
      {"L2.c", "distinct multiples: the top is what the task asks for"},
      {"L3.a", "tiers: one square"},
      {"L3.b", "tiers: a shift, or ties"},
      {"L4.a", "counts: one summed index"},
      {"L4.b", "counts: a fixed alphabet"},
      {"L4.c", "counts: equal weights, or one that outweighs the others"},
      {"L5.a", "exact match: a key is the query where the task's condition holds"},
      {"L5.b", "exact match: one value at all matches"},
      {"L6.a", "fixed positions: one summed index"},
      {"L6.b", "fixed positions: different tokens"},
      {"L6.c", "fixed positions: known weights"},
      {"L6.d", "fixed positions: bounded values"},
      {"L7.a", "a start token beside others"},
      {"L7.b", "a start token: scores by a square"},
      {"L7.c", "a start token: weights that are powers"},
      {"L7.d", "a start token: one value elsewhere"},
      {"L8.a", "extremum: one summed index"},
      {"L8.b", "extremum: the number that the task compares"},
      {"L8.c", "extremum: scores by this number"},
      {"L9.a", "even weights: one run of tokens"},
      {"L9.b", "even weights: the summand of the task"},
      {"L11.a", "presence: equal weights"},
      {"L11.b", "presence: one-hot coordinates"},
      {"L11.c", "presence: how many tokens carry a symbol"},
      {"L11.d", "presence: a readout that looks symbols up"},
      {"L12.a", "selection: one head that looks at tokens of one kind"},
      {"L12.b", "selection: rows are W times the encoding of their kind"},
      {"L12.c", "selection: the head scores by what the task selects by"},
      {"L12.d", "selection: one value at all of the best tokens"},
      {"S1", "shattering: the function is what the pattern says"},
      {"S2", "shattering: rows and columns are words"},
      {"identity", "a displayed formula is what the rows give"},
      {"inputs", "inputs that the theorem speaks of"},
      {"sizes", "the sizes that the theorem speaks of"},
      {"bound", "an error that is small enough"},
      {"checks", "what the theorem says beside its output"},
      {"growth", "how the error or the gap grows"},
      {"precision", "a layer whose rounding is bounded for every size"},
  };
  const auto known = meanings.find(hypothesis);
  return known == meanings.end() ? "" : known->second;
}

std::string Refusal::text() const {
  const std::string meaning = meaning_of(hypothesis_);
  return hypothesis_ + (meaning.empty() ? "" : " (" + meaning + ")") + ": " + what();
}

}  // namespace attest::proof
