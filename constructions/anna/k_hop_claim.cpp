#include <fmt/format.h>

#include <set>

#include "claims/whole_claim.hpp"
#include "constructions/anna/induction_heads.hpp"
#include "constructions/anna/k_hop.hpp"
#include "constructions/anna/k_hop_protocol.hpp"
#include "constructions/anna/protocol_traffic.hpp"
#include "numeric/checked.hpp"
#include "tasks/k_hop.hpp"
#include "verification/exact_claim.hpp"

namespace attest {

namespace {

ClaimInfo k_hop_entry() {
  ClaimInfo info;
  info.id = "anna/k-hop";
  info.kind = "construction";
  info.paper = "anna";
  info.title = "k-hop induction heads with O(log k) layers";
  info.statement =
      "For every w in Sigma^N, |Sigma| <= N, and every k there is an ANNA transformer with O(1/(eps "
      "(eps'-eps)^2) + log k "
      "/ (eps'-eps)^2) layers, O(N^((eps'-eps)/4)) heads a layer and embedding dimension O(N^eps') whose "
      "i-th output is "
      "w_(sigma^k(w,i)).";
  info.source = {"001_9fe7599dfb64bc47.txt", "Theorem F.4, Definition 5.5 (Theorem 5.6)", 905, 941};
  info.variants = {{Variant::printed,
                    "The proof's MPC protocol, messages counted; what is null stays null and asks nobody.",
                    {}},
                   {Variant::constructed,
                    "Ours: the two explicit layers of anna/induction-heads and floor(log2 k) + 1 layers of "
                    "pointer doubling with two "
                    "heads each; every query finds a key.",
                    {}}};
  ParameterSpec s = integer_parameter("s", 1, 1000, "tokens a machine holds (printed)");
  s.default_value = "2";
  info.parameters = {integer_parameter("N", 1, 200, "length of the word"),
                     integer_parameter("sigma", 1, 26, "number of letters; there are sigma^N words"),
                     integer_parameter("k", 1, 1000000, "number of hops"), s};
  const auto add = [&](int length, int letters, int hops, int tokens, bool quick) {
    info.standard_sizes.push_back(
        {{fmt::format("N={}", length), fmt::format("sigma={}", letters), fmt::format("k={}", hops),
          fmt::format("s={}", tokens)},
         quick,
         {{Variant::printed, Status::holds}, {Variant::constructed, Status::holds}}});
  };
  add(1, 1, 1, 1, true);
  add(3, 2, 2, 1, true);
  add(5, 3, 2, 2, true);
  add(5, 3, 3, 2, true);
  add(5, 5, 1, 2, true);
  add(6, 3, 5, 2, false);
  add(8, 2, 4, 3, false);
  add(7, 3, 6, 3, false);
  return info;
}

class KHopSetting : public ExactSetting {
 public:
  KHopSetting(Variant variant, const Parameters& parameters)
      : ExactSetting(variant, parameters),
        N_(parameters.integer("N")),
        k_(parameters.integer("k")),
        s_(parameters.integer("s")),
        task_(N_, parameters.integer("sigma"), k_) {
    notes_ = {
        "line 919 reads \"Base case: l = 0, k = 1 ... Now consider k = l + 1\"; meant is the step from l to "
        "l + 1"};
  }

  const Task& task() const override { return task_; }

  // w = aabcbabca, k = 2: a at position 9, "because the last occurrence of b before position 7 is followed by
  // a" (line 312).
  std::vector<Check> checks_before() const override {
    const KHop two(9, 3, 2);
    const Word word = two.from_json({{"w", "aabcbabca"}});
    if (example_letter(letters_of(word)) != 1 || two.truth(word, 8) != 1) {
      return {refuted(Kind::display, "example", "w = aabcbabca, k = 2 does not give a at position 9")};
    }
    return {holds("example", Evidence::enumeration,
                  "w = aabcbabca, k = 2 gives a at position 9, as line 312 says")};
  }

 protected:
  // The output at position 9 of a word of length 9 for k = 2.
  virtual long example_letter(const std::vector<long>& w) const = 0;

  long N_;
  long k_;
  long s_;
  KHop task_;
};

class KHopByProtocol : public KHopSetting {
 public:
  KHopByProtocol(Variant variant, const Parameters& parameters) : KHopSetting(variant, parameters) {
    choices_ = {
        "the base case is the protocol of anna/induction-heads with its choices; the entries (w_i, i) of "
        "sigma^0, "
        "which step 3 drops from the tuple, are those that machine ceil(i/s) got as input",
        "sigma(w, 0), which Definition 5.5 uses and Definition 5.3 does not define, is 0, and w_0 is null"};
    choices_.emplace_back(
        "a token with sigma^(2^l)(w,i) = 0 asks nobody and takes (0, null, 0, null, 0) for the answer: the "
        "proof "
        "excepts null where it counts messages (line 925), and there is no machine ceil(0/s) = 0");
    notes_.emplace_back(
        "a request has 2 words and an answer 5, so a machine with s tokens sends and receives up to 5s words "
        "in a round; \"bounded by s\" (line 925) counts messages");
  }

  std::vector<ExactOutput> outputs(std::span<const Symbol> word) const override {
    const KHopRun run = k_hop_protocol(letters_of(word), s_, k_, NullPointers::local);
    std::vector<ExactOutput> result;
    for (const HopTuple& tuple : run.tuples) result.push_back({Rational(tuple.result_letter), Json()});
    return result;
  }

  // "the function sigma(w,i) is one-to-one except for null, the number of messages each machine sends and
  // receive is bounded by s" (line 925): sigma and its powers that serve as pointers, and the messages of
  // every round.
  bool breaks_second_condition(std::span<const Symbol> word) const override {
    const KHopRun run = k_hop_protocol(letters_of(word), s_, k_, NullPointers::local);
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
             largest_traffic(task_, {"request", "answer"}, [this](const std::vector<long>& w) {
               return k_hop_protocol(w, s_, k_, NullPointers::local).rounds;
             })}};
  }

 protected:
  long example_letter(const std::vector<long>& w) const override {
    return k_hop_protocol(w, s_, 2, NullPointers::local).tuples[8].result_letter;
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
      const Word word = task_.space().unrank(rank);
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
                                     task_.to_json(word).dump(), rank.str()));
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
};

class ConstructedKHop : public KHopSetting {
 public:
  explicit ConstructedKHop(const Parameters& parameters)
      : KHopSetting(Variant::constructed, parameters), transformer_(anna_k_hop(N_, k_)) {
    choices_ = {"a token is embedded as (w_i, i), a letter and its position",
                "queries, keys, values and psi are arbitrary functions of one token's state (line 94)",
                "null is written 0, the letters 1, 2, ...; sigma(w, 0) = 0"};
    notes_.emplace_back("parameter s plays no part here");
  }

  std::vector<ExactOutput> outputs(std::span<const Symbol> word) const override {
    const MatchTransformer::Run run = transformer_(positioned_letters(letters_of(word)));
    std::vector<ExactOutput> result;
    for (std::size_t i = 0; i < word.size(); ++i) result.push_back({run.outputs[i], run.last_matches[i]});
    return result;
  }
  bool breaks_second_condition(std::span<const Symbol> word) const override {
    return !transformer_(positioned_letters(letters_of(word))).every_query_matched;
  }

  std::vector<Check> checks_after(const Observation& o) const override {
    Check anna = second_condition_check(
        "anna-definition", o, "some query equals no key, and Definition 3.3 wants weights that sum to 1");
    if (anna.status == Status::holds)
      anna.reason = "every query of every head equals some key: the weights sum to 1";
    return {anna, size_check()};
  }

  Size size() const override {
    const auto shape = shape_for(N_, k_);
    return {static_cast<long>(shape.heads), static_cast<long>(shape.dimension), 0};
  }
  Json weights() const override { return transformer_.to_json(); }
  Json details(const Observation&) const override {
    const auto shape = shape_for(N_, k_);
    return {{"layers", shape.layers}, {"width of a token's state", shape.width}};
  }

 protected:
  long example_letter(const std::vector<long>& w) const override {
    return to_long(numerator_of(anna_k_hop(9, 2)(positioned_letters(w)).outputs[8]));
  }

 private:
  static MatchTransformer::Shape shape_for(long length, long hops) {
    return anna_k_hop(length, hops).shape(positioned_letters({1}));
  }

  // Doubling k adds a layer; doubling N adds a head to the first layer.
  Check size_check() const {
    const auto here = shape_for(N_, k_);
    const auto deeper = shape_for(N_, 2 * k_);
    const auto longer = shape_for(2 * N_, k_);
    const bool right = deeper.layers == here.layers + 1 && deeper.heads == here.heads &&
                       here.dimension == 5 && deeper.dimension == 5 && longer.dimension == 5 &&
                       longer.layers == here.layers && longer.heads == here.heads + 1;
    if (!right)
      return refuted(Kind::constant, "size",
                     "the records for 2k and 2N are not one layer deeper and one head wider");
    return holds(
        "size", Evidence::enumeration,
        fmt::format(
            "{} layers (floor(log2 k) + 3), at most {} heads of dimension at most 5; one layer more for "
            "2k, one head more for 2N",
            here.layers, here.heads));
  }

  MatchTransformer transformer_;
};

class KHopClaim : public JudgedClaim {
 public:
  KHopClaim() : JudgedClaim(k_hop_entry()) {}
  std::unique_ptr<JudgedSetting> setting(Variant variant, const Parameters& parameters) const override {
    if (variant == Variant::constructed) return std::make_unique<ConstructedKHop>(parameters);
    return std::make_unique<KHopByProtocol>(variant, parameters);
  }
};

}  // namespace

std::unique_ptr<Claim> anna_k_hop_claim() {
  return std::make_unique<KHopClaim>();
}

}  // namespace attest
