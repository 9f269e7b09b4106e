#include <fmt/format.h>

#include "claims/whole_claim.hpp"
#include "constructions/anna/induction_heads.hpp"
#include "constructions/anna/protocol_traffic.hpp"
#include "protocols/induction_heads_protocol.hpp"
#include "tasks/induction_heads.hpp"
#include "verification/exact_claim.hpp"

namespace attest {

namespace {

ClaimInfo induction_heads_entry() {
  ClaimInfo info;
  info.id = "anna/induction-heads";
  info.kind = "construction";
  info.paper = "anna";
  info.title = "Induction heads with constantly many layers";
  info.statement =
      "For every w in Sigma^N, |Sigma| <= N, there is an ANNA transformer with O(1/(eps (eps'-eps)^2)) "
      "layers, "
      "O(N^((eps'-eps)/4)) heads a layer and embedding dimension O(N^eps') whose i-th output is "
      "w_sigma(w,i), or null "
      "where sigma(w,i) = 0.";
  info.source = {"001_9fe7599dfb64bc47.txt", "Lemma F.3, Definition 5.3 (Theorem 5.4)", 873, 903};
  info.variants = {
      {Variant::printed,
       "The proof's MPC protocol, step by step, with its messages counted. The lemma turns it into a "
       "transformer by "
       "Corollary B.14, without weights; that is anna/simulates-mpc.",
       {}},
      {Variant::constructed,
       "Ours: an explicit exact-match transformer with two layers, ceil(log2 N) + 2 heads and embedding "
       "dimension 3, "
       "every query of which finds a key, so that it is an ANNA transformer by Definition 3.3 as well.",
       {}}};
  ParameterSpec s = integer_parameter("s", 1, 1000, "tokens a machine holds (printed variant)");
  s.default_value = "2";
  info.parameters = {integer_parameter("N", 1, 200, "length of the word"),
                     integer_parameter("sigma", 1, 26, "number of letters; there are sigma^N words"), s};
  const auto add = [&](int length, int letters, int tokens, bool quick) {
    info.standard_sizes.push_back(
        {{fmt::format("N={}", length), fmt::format("sigma={}", letters), fmt::format("s={}", tokens)},
         quick,
         {{Variant::printed, Status::holds}, {Variant::constructed, Status::holds}}});
  };
  add(1, 1, 1, true);
  add(2, 2, 1, true);
  add(5, 3, 2, true);
  add(5, 5, 2, true);
  add(8, 3, 3, false);
  add(12, 2, 4, false);
  return info;
}

// w = aabcbabca: w_{sigma(w,9)} = b, for the last a before position 9 is at position 6 (line 296).
constexpr const char* example_word = "aabcbabca";

class InductionHeadsSetting : public ExactSetting {
 public:
  InductionHeadsSetting(Variant variant, const Parameters& parameters)
      : ExactSetting(variant, parameters),
        N_(parameters.integer("N")),
        s_(parameters.integer("s")),
        task_(N_, parameters.integer("sigma")) {}

  const Task& task() const override { return task_; }

  std::vector<Check> checks_before() const override {
    const InductionHeads nine(9, 3);
    const Word word = nine.from_json({{"w", example_word}});
    const std::vector<ExactOutput> out = outputs(word);
    const bool right = out[8].y == Rational(2) && nine.truth(word, 8) == 2;
    if (!right) return {refuted(Kind::display, "example", "w = aabcbabca does not give b at position 9")};
    return {holds("example", Evidence::enumeration, "w = aabcbabca gives b at position 9, as line 296 says")};
  }

 protected:
  long N_;
  long s_;
  InductionHeads task_;
};

class PrintedInductionHeads : public InductionHeadsSetting {
 public:
  explicit PrintedInductionHeads(const Parameters& parameters)
      : InductionHeadsSetting(Variant::printed, parameters) {
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
             largest_traffic(task_, {"step 1", "step 3", "step 4"}, [this](const std::vector<long>& w) {
               return induction_heads_protocol(w, s_).rounds;
             })}};
  }
};

class ConstructedInductionHeads : public InductionHeadsSetting {
 public:
  explicit ConstructedInductionHeads(const Parameters& parameters)
      : InductionHeadsSetting(Variant::constructed, parameters), transformer_(anna_induction_heads(N_)) {
    choices_ = {"a token is embedded as (w_i, i), a letter and its position",
                "queries, keys, values and psi are arbitrary functions of one token's state (line 94)",
                "null is written 0, the letters 1, 2, ..."};
    notes_ = {"parameter s plays no part here"};
  }

  std::vector<ExactOutput> outputs(std::span<const Symbol> word) const override {
    // The paper's example has its own length, and so its own record.
    const bool own = static_cast<long>(word.size()) == N_;
    const MatchTransformer::Run run =
        (own ? transformer_
             : anna_induction_heads(static_cast<long>(word.size())))(positioned_letters(letters_of(word)));
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
    const auto shape = shape_for(N_);
    return {static_cast<long>(shape.heads), static_cast<long>(shape.dimension), 0};
  }
  Json weights() const override { return transformer_.to_json(); }
  Json details(const Observation&) const override {
    const auto shape = shape_for(N_);
    return {{"layers", shape.layers}, {"width of a token's state", shape.width}};
  }

 private:
  static MatchTransformer::Shape shape_for(long length) {
    return anna_induction_heads(length).shape(positioned_letters({1}));
  }

  // Doubling N adds one head to the first layer and nothing else: ceil(log2 N) + 2 heads, which is below
  // every power of N, in 2 layers.
  Check size_check() const {
    const auto here = shape_for(N_);
    const auto twice = shape_for(2 * N_);
    const bool right = here.layers == 2 && twice.layers == 2 && twice.dimension == 3 && here.dimension <= 3 &&
                       twice.heads == here.heads + 1;
    if (!right)
      return refuted(Kind::constant, "size", "the record for 2N is not that for N with one more head");
    return holds(
        "size", Evidence::enumeration,
        fmt::format("2 layers, {} heads of dimension at most {}; the record for 2N has one head more",
                    here.heads, here.dimension));
  }

  MatchTransformer transformer_;
};

class InductionHeadsClaim : public JudgedClaim {
 public:
  InductionHeadsClaim() : JudgedClaim(induction_heads_entry()) {}
  std::unique_ptr<JudgedSetting> setting(Variant variant, const Parameters& parameters) const override {
    if (variant == Variant::printed) return std::make_unique<PrintedInductionHeads>(parameters);
    return std::make_unique<ConstructedInductionHeads>(parameters);
  }
};

}  // namespace

std::unique_ptr<Claim> anna_induction_heads_claim() {
  return std::make_unique<InductionHeadsClaim>();
}

}  // namespace attest
