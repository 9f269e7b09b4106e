// The least width that is enough, of problems whose bounds are given width by width.
#include "precision/sufficient_precision.hpp"

#include <catch2/catch.hpp>

#include <stdexcept>

#include "numeric/floating/float_format.hpp"

namespace attest::sufficient_precision_test {
namespace {

class GivenBounds : public PrecisionProblem {
 public:
  using Bound = std::function<std::optional<ErrorBound>(long bits)>;
  explicit GivenBounds(Bound bound) : bound_(std::move(bound)) {}
  const Task& task() const override { throw std::logic_error("nothing is run"); }
  std::unique_ptr<PrecisionEvaluator> evaluator(const EvaluationModel&, const FloatFormat&,
                                                std::optional<EvaluationStep>) const override {
    return nullptr;
  }
  std::unique_ptr<PrecisionEvaluator> exact_evaluator(const Rational&) const override { return nullptr; }
  bool has_scores() const override { return true; }
  std::string no_error_analysis() const override { return ""; }
  std::optional<ErrorBound> output_error_bound(long bits) const override {
    if (bits < least_float_precision) throw std::logic_error("a width that there is not");
    return bound_(bits);
  }

 private:
  Bound bound_;
};

ErrorBound error_of(const Rational& error, bool for_all_larger = true) {
  return {Interval(error, 64), for_all_larger};
}

}  // namespace

TEST_CASE("The least width whose bound is below the margin is found, wherever it is", "[precision]") {
  for (long least = least_float_precision; least <= 70; ++least) {
    const GivenBounds problem(
        [&](long bits) { return error_of(bits < least ? Rational(1, 2) : Rational(1, 4)); });
    CHECK(sufficient_precision(problem, Rational(1, 2), 64) ==
          (least <= 64 ? std::optional(least) : std::nullopt));
  }
}

TEST_CASE("Below a width whose bound holds for all larger ones, others are taken as long as there is no gap",
          "[precision]") {
  const GivenBounds problem([](long bits) -> std::optional<ErrorBound> {
    if (bits == 17) return std::nullopt;
    return error_of(Rational(1, 4), bits >= 20);
  });
  CHECK(sufficient_precision(problem, Rational(1, 2), 64) == 18);
  const GivenBounds all([](long bits) { return error_of(Rational(1, 4), bits >= 20); });
  CHECK(sufficient_precision(all, Rational(1, 2), 64) == least_float_precision);
}

}  // namespace attest::sufficient_precision_test
