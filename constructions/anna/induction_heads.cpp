#include "constructions/anna/induction_heads.hpp"

#include <fmt/format.h>

#include "claims/whole_claim.hpp"
#include "constructions/anna/protocol_traffic.hpp"
#include "protocols/induction_heads_protocol.hpp"
#include "verification/exact_claim.hpp"

namespace attest {

namespace {

class InductionHeadsProtocol : public ExactSetting {
 public:
  InductionHeadsProtocol(Variant variant, const Parameters& parameters, std::unique_ptr<LayerTask> task)
      : ExactSetting(variant, parameters),
        N_(parameters.integer("N")),
        s_(parameters.integer("s")),
        task_(std::move(task)) {
    choices_ = {
        "step 1: x_(N+1), which does not exist, is null; no token reads it",
        "step 2: the sorted list appears on the machines, s tuples each (Lemma C.2 is cited)",
        "step 3: the first tuple of the sorted list, which has none before it, becomes (i, null, 0)",
        "the input lies in blocks of s tokens, token i on machine ceil(i/s), as step 4 has the output"};
    notes_ = {
        "a machine with s tokens holds 4s words after step 1 and sends and receives up to 3s in step 4; "
        "\"local "
        "memory s = O(N^eps)\" (line 883) covers the factor, \"s words\" of Definition 2.3 would not",
        "Definition 5.3 leaves w_sigma(w,i) undefined where sigma(w,i) = 0, and Theorem 5.4 repeats that; "
        "Lemma F.3 "
        "says null"};
  }

  const Task& task() const override { return *task_; }

  // w_{sigma(w,9)} = b, for the last a before position 9 is at position 6 (line 296).
  std::vector<Check> checks_before() const override {
    const std::vector<long> aabcbabca{1, 1, 2, 3, 2, 1, 2, 3, 1};
    if (induction_heads_protocol(aabcbabca, s_).tuples[8].letter != 2)
      return {refuted(Kind::display, "example", "w = aabcbabca does not give b at position 9")};
    return {holds("example", Evidence::enumeration, "w = aabcbabca gives b at position 9, as line 296 says")};
  }

  std::vector<ExactOutput> outputs(std::span<const Symbol> word) const override {
    const InductionHeadsRun run = induction_heads_protocol(letters_of(word), s_);
    std::vector<ExactOutput> result;
    for (const HeadTuple& tuple : run.tuples) {
      result.push_back(
          {Rational(tuple.letter), tuple.position == 0 ? Json::array() : Json::array({tuple.position - 1})});
    }
    return result;
  }

  bool breaks_second_condition(std::span<const Symbol> word) const override {
    return !induction_heads_protocol(letters_of(word), s_).delivered;
  }
  std::vector<Check> checks_after(const Observation& o) const override {
    Check check = second_condition_check("messages", o,
                                         "some machine sends or receives more than s messages in a round");
    if (check.status == Status::holds) {
      check.reason = fmt::format(
          "in the steps 1, 3 and 4 no machine sends or receives more than s = {} messages, of 2, 4 "
          "and 3 words",
          s_);
    }
    return {check};
  }

  Size size() const override { return {}; }
  Json weights() const override {
    return {{"steps",
             {"each x_i retrieves x_{i+1}: (x_i, i, x_{i+1}, i+1)", "sort by (x_i, i)",
              "each tuple retrieves the one before it, (x_j, j, x_{j+1}, j+1), and becomes (i, x_{j+1}, j+1) "
              "if x_j = "
              "x_i, else (i, null, 0)",
              "send each tuple to machine ceil(i/s)"}}};
  }
  Json details(const Observation&) const override {
    return {{"machines", (N_ + s_ - 1) / s_},
            {"most of any machine on any word",
             largest_traffic(*task_, {"step 1", "step 3", "step 4"}, [this](const std::vector<long>& w) {
               return induction_heads_protocol(w, s_).rounds;
             })}};
  }

 private:
  long N_;
  long s_;
  std::unique_ptr<LayerTask> task_;
};

}  // namespace

std::unique_ptr<JudgedSetting> anna_induction_heads_protocol(Variant variant, const Parameters& parameters,
                                                             std::unique_ptr<LayerTask> task) {
  return std::make_unique<InductionHeadsProtocol>(variant, parameters, std::move(task));
}

}  // namespace attest
