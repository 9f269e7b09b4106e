#include "constructions/anna/k_hop.hpp"

#include <fmt/format.h>

#include "claims/whole_claim.hpp"
#include "constructions/anna/printed_k_hop.hpp"
#include "constructions/anna/protocol_traffic.hpp"
#include "verification/exact_claim.hpp"

namespace attest {

namespace {

class KHopByProtocol : public ExactSetting {
 public:
  KHopByProtocol(Variant variant, const Parameters& parameters, std::unique_ptr<LayerTask> task)
      : ExactSetting(variant, parameters),
        N_(parameters.integer("N")),
        k_(parameters.integer("k")),
        s_(parameters.integer("s")),
        task_(std::move(task)) {
    choices_ = {
        "the base case is the protocol of anna/induction-heads with its choices; the entries (w_i, i) of "
        "sigma^0, "
        "which step 3 drops from the tuple, are those that machine ceil(i/s) got as input",
        "sigma(w, 0), which Definition 5.5 uses and Definition 5.3 does not define, is 0, and w_0 is null"};
    choices_.emplace_back(
        "a token with sigma^(2^l)(w,i) = 0 asks nobody and takes (0, null, 0, null, 0) for the answer: the "
        "proof "
        "excepts null where it counts messages (line 925), and there is no machine ceil(0/s) = 0");
    notes_ = {
        "line 919 reads \"Base case: l = 0, k = 1 ... Now consider k = l + 1\"; meant is the step from l to "
        "l + 1"};
    notes_.emplace_back(
        "a request has 2 words and an answer 5, so a machine with s tokens sends and receives up to 5s words "
        "in a round; \"bounded by s\" (line 925) counts messages");
  }

  const Task& task() const override { return *task_; }

  // w = aabcbabca, k = 2: a at position 9, "because the last occurrence of b before position 7 is followed by a" (line 312).
  std::vector<Check> checks_before() const override {
    const std::vector<long> aabcbabca{1, 1, 2, 3, 2, 1, 2, 3, 1};
    if (printed_k_hop(aabcbabca, s_, 2, NullPointers::local).tuples[8].result_letter != 1)
      return {refuted(Kind::display, "example", "w = aabcbabca, k = 2 does not give a at position 9")};
    return {holds("example", Evidence::enumeration,
                  "w = aabcbabca, k = 2 gives a at position 9, as line 312 says")};
  }

  std::vector<ExactOutput> outputs(std::span<const Symbol> word) const override {
    const KHopRun run = printed_k_hop(letters_of(word), s_, k_, NullPointers::local);
    std::vector<ExactOutput> result;
    for (const HopTuple& tuple : run.tuples) result.push_back({Rational(tuple.result_letter), Json()});
    return result;
  }

  // "the function sigma(w,i) is one-to-one except for null, the number of messages each machine sends and
  // receive is bounded by s" (line 925): sigma and its powers that serve as pointers, and the messages of
  // every round.
  bool breaks_second_condition(std::span<const Symbol> word) const override {
    const KHopRun run = printed_k_hop(letters_of(word), s_, k_, NullPointers::local);
    return !run.delivered;
  }

  std::vector<Check> checks_after(const Observation& o) const override {
    Check check = second_condition_check("messages", o,
                                         "some machine sends or receives more than s messages in a round");
    if (check.status == Status::holds) {
      check.reason = fmt::format("no machine sends or receives more than s = {} messages in a round", s_);
    }
    return {check, injective(o)};
  }

  Size size() const override { return {}; }
  Json weights() const override {
    return {{"tuple", "(i, w_(sigma^(2^l)(i)), sigma^(2^l)(i), w_(sigma^(k_:l)(i)), sigma^(k_:l)(i))"},
            {"request", "(i, sigma^(2^l)(i)) to machine ceil(sigma^(2^l)(i)/s)"},
            {"answer", "the tuple (., t1, t2, t3, t4) of the pointer, to machine ceil(i/s)"},
            {"update", "(i, t1, t2, t3, t4) if bit l of k is 1, else t1 and t2 alone"},
            {"null pointer", "no request, (t1, t2, t3, t4) = (null, 0, null, 0)"}};
  }
  Json details(const Observation&) const override {
    return {{"machines", (N_ + s_ - 1) / s_},
            {"most of any machine on any word",
             largest_traffic(*task_, {"request", "answer"}, [this](const std::vector<long>& w) {
               return printed_k_hop(w, s_, k_, NullPointers::local).rounds;
             })}};
  }

 private:
  // sigma^(2^l) one-to-one off null, on every word and for every l below the number of bits of k. Shown here
  // by the definition, not by the protocol.
  Check injective(const Observation& o) const {
    if (!o.complete() || o.space > most_words_for_traffic) {
      return informative(undecided("injective", "not every word was looked at"));
    }
    Integer words = 0;
    for (Integer rank = 0; rank < o.space; ++rank, ++words) {
      const Word word = task_->space().unrank(rank);
      std::vector<long> pointer(word.size());  // sigma^(2^l)(w, i) - 1, or -1
      for (std::size_t i = 0; i < word.size(); ++i) {
        pointer[i] = -1;
        for (std::size_t j = 1; j <= i; ++j) {
          if (word[j - 1] == word[i]) pointer[i] = static_cast<long>(j);
        }
      }
      for (long bits = k_; bits != 0; bits /= 2) {
        if (!one_to_one_off_null(pointer)) {
          return refuted(Kind::statement, "injective",
                         fmt::format("two positions of {} (rank {}) have the same pointer",
                                     task_->to_json(word).dump(), rank.str()));
        }
        std::vector<long> twice(pointer.size(), -1);
        for (std::size_t i = 0; i < pointer.size(); ++i) {
          if (pointer[i] >= 0) twice[i] = pointer[static_cast<std::size_t>(pointer[i])];
        }
        pointer = std::move(twice);
      }
    }
    return holds(
        "injective", Evidence::enumeration,
        fmt::format(
            "on all {} words sigma(w,.) and its powers 2^l <= k are one-to-one off null: sigma(w,i) = j "
            "makes i the first position after j - 1 with the letter w_(j-1)",
            words.str()));
  }

  long N_;
  long k_;
  long s_;
  std::unique_ptr<LayerTask> task_;
};

}  // namespace

std::unique_ptr<JudgedSetting> anna_k_hop_by_protocol(Variant variant, const Parameters& parameters,
                                                      std::unique_ptr<LayerTask> task) {
  return std::make_unique<KHopByProtocol>(variant, parameters, std::move(task));
}

}  // namespace attest
