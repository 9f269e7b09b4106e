#include <fmt/format.h>

#include "claims/whole_claim.hpp"
#include "constructions/anna/sum.hpp"
#include "tasks/sum.hpp"
#include "verification/exact_claim.hpp"

namespace attest {

namespace {

ClaimInfo sum_entry() {
  ClaimInfo info;
  info.id = "anna/sum";
  info.kind = "construction";
  info.paper = "anna";
  info.title = "One ANNA layer computes SUM";
  info.statement =
      "One layer of an ANNA transformer computes SUM(X) = x_1 + ... + x_N, x_i in [M], at the last token: "
      "v_i = N "
      "x_i and k_1 = ... = k_N = q_N.";
  info.source = {"001_9fe7599dfb64bc47.txt", "Appendix E, after Proposition E.3", 800, 835};
  info.variants = {{Variant::printed, "v_i = N x_i, all keys equal to the query, exact-match weights.", {}}};
  info.parameters = {integer_parameter("N", 1, 1000, "number of tokens"),
                     integer_parameter("M", 1, 1000, "largest number; there are M^N inputs")};
  const auto add = [&](int tokens, int largest, bool quick) {
    info.standard_sizes.push_back({{fmt::format("N={}", tokens), fmt::format("M={}", largest)},
                                   quick,
                                   {{Variant::printed, Status::holds}}});
  };
  add(1, 1, true);
  add(2, 2, true);
  add(4, 4, true);
  add(6, 5, false);
  return info;
}

class SumSetting : public ExactSetting {
 public:
  SumSetting(Variant variant, const Parameters& parameters)
      : ExactSetting(variant, parameters),
        N_(parameters.integer("N")),
        M_(parameters.integer("M")),
        task_(N_, M_),
        transformer_(anna_sum(N_)) {
    choices_ = {
        "the attention weights are those of exact match (Definition B.1), which Definition 3.3 allows with "
        "r = 0, cr = 0",
        "the line prints the query of token N alone; here every token has it", "psi is the identity"};
    notes_ = {
        "Definition 3.3 must count tokens in N(q, cr): as the set of distinct keys it has one element here, "
        "and "
        "the weight of every token would have to be 1"};
  }

  const Task& task() const override { return task_; }

  std::vector<ExactOutput> outputs(std::span<const Symbol> word) const override {
    const MatchTransformer::Run run = transformer_(states(word));
    return {{run.outputs.back(), run.last_matches.back()}};
  }

  // Definition E.2 asks for equality, not for nearness.
  bool breaks_second_condition(std::span<const Symbol> word) const override {
    return outputs(word).front().y != Rational(task_.truth(word, 0));
  }

  std::vector<Check> checks_after(const Observation& o) const override {
    return {second_condition_check("exact", o, "the output is not the sum itself"), informative(every_anna()),
            size_check()};
  }

  Size size() const override {
    const auto shape = shape_for(N_);
    return {static_cast<long>(shape.heads), static_cast<long>(shape.dimension), 0};
  }
  Json weights() const override { return transformer_.to_json(); }

 private:
  static std::vector<TokenState> states(std::span<const Symbol> word) {
    std::vector<TokenState> result;
    for (const Symbol s : word) result.push_back({Rational(s + 1)});
    return result;
  }

  static MatchTransformer::Shape shape_for(long tokens) { return anna_sum(tokens).shape({{Rational(1)}}); }

  // Definition 3.3 fixes weights only from below: w_j >= 1/((N-1) l + 1) for the N near keys, sum 1. For l =
  // 1 that is 1/N each. For l = 2 a share e = (N-1)/(2N-1) is left over; given to token 1 of x = (M, 1, ...,
  // 1) it moves the output by e (N M - SUM) = e (N-1)(M-1).
  Check every_anna() const {
    const Rational least = Rational(1) / (2 * (N_ - 1) + 1);
    const Rational left_over = 1 - N_ * least;
    Rational y = N_ * (least + left_over) * M_;
    for (long j = 1; j < N_; ++j) y += N_ * least;
    const long sum = M_ + N_ - 1;
    if (y == Rational(sum)) {
      return holds("every-anna-mechanism", Evidence::enumeration,
                   "at this size the weights that Definition 3.3 admits for l = 2 make no difference on (M, "
                   "1, ..., 1)");
    }
    return refuted(
        Kind::construction, "every-anna-mechanism",
        fmt::format("Definition 3.3 with l = 2 admits the weights {} on token 1 and {} on the others, which "
                    "turn x = ({}, 1, ..., 1) into {} instead of {}; exact match, l = 1 and Algorithm 1 "
                    "(equal keys share every bucket) give the sum",
                    to_string(Rational(least + left_over)), to_string(least), M_, to_string(y), sum));
  }

  Check size_check() const {
    const bool same = shape_for(N_) == shape_for(N_ + 1);
    if (!same) return refuted(Kind::constant, "size", "the record for N + 1 has another shape");
    return holds("size", Evidence::enumeration,
                 "1 layer, 1 head, dimension 1; the record for N + 1 has the same");
  }

  long N_;
  long M_;
  Sum task_;
  MatchTransformer transformer_;
};

class SumClaim : public JudgedClaim {
 public:
  SumClaim() : JudgedClaim(sum_entry()) {}
  std::unique_ptr<JudgedSetting> setting(Variant variant, const Parameters& parameters) const override {
    return std::make_unique<SumSetting>(variant, parameters);
  }
};

}  // namespace

std::unique_ptr<Claim> anna_sum_claim() {
  return std::make_unique<SumClaim>();
}

}  // namespace attest
