#include "precision/matching/match_arithmetic.hpp"

#include <map>
#include <unordered_map>

#include "attention/whole_number.hpp"
#include "precision/arithmetic/rounded_operations.hpp"

namespace attest {

namespace {

using attention::State;

// The exponent of 2^e <= |x| < 2^(e+1); x is not zero.
long exponent_of(const Rational& x) {
  const Integer p = abs(numerator_of(x));
  const Integer q = denominator_of(x);
  const long guess = static_cast<long>(msb(p)) - static_cast<long>(msb(q));  // e or e + 1
  const bool below = guess >= 0 ? p < (q << static_cast<unsigned long>(guess))
                                : (p << static_cast<unsigned long>(-guess)) < q;
  return below ? guess - 1 : guess;
}

// One format's numbers, with a short way for the integers that every format of that width holds.
class MatchFormat {
 public:
  explicit MatchFormat(const FloatFormat& format)
      : arithmetic_(format), integers_(Integer(1) << static_cast<unsigned long>(format.precision)) {
    if (format.range && Rational(integers_) > format.largest()) integers_ = numerator_of(format.largest());
  }

  Rational rounded(const Rational& number) const {
    if (denominator_of(number) == 1 && abs(numerator_of(number)) <= integers_) return number;
    return number_of(arithmetic_.from(number));
  }

  static Rational number_of(const FloatValue& value) {
    if (!value.is_finite()) throw UndefinedState("a number is too large for the format");
    return value.exact();
  }

 private:
  FloatArithmetic arithmetic_;
  Integer integers_;  // 0, 1, .., integers_ are numbers of the format
};

class ExactMatchArithmetic final : public MatchArithmetic {
 public:
  explicit ExactMatchArithmetic(const std::optional<FloatFormat>& format) {
    if (format) format_.emplace(*format);
  }

  State first(const State& state) override {
    return state.mapped([this](const Rational& number) {
      Rational stored = format_ ? format_->rounded(number) : number;
      if (stored != 0) exponents_.note(exponent_of(stored));
      return stored;
    });
  }
  State score(const State& row) override { return row; }
  State value(const State& row) override { return row; }
  Rational output(const Rational& number) override { return number; }
  State average(const std::vector<const State*>& values) override {
    State::Sum sum(values.front()->size());
    for (const State* value : values) sum.add(*value);
    return sum.result(static_cast<long>(values.size()));
  }

 private:
  std::optional<MatchFormat> format_;
};

class RoundedMatchArithmetic final : public MatchArithmetic, private RoundedOperations<FloatArithmetic> {
 public:
  RoundedMatchArithmetic(EvaluationModel model, const FloatFormat& format, std::optional<EvaluationStep> wide)
      : RoundedOperations(exponents_),
        softmax_(step(model, format, wide == EvaluationStep::softmax)),
        value_(step(model, format, wide == EvaluationStep::value)),
        encodings_(step(model, format, wide == EvaluationStep::encoding).product.format()),
        scores_(step(model, format, wide == EvaluationStep::score).product.format()),
        values_(value_.product.format()),
        outputs_(step(model, format, wide == EvaluationStep::output).product.format()) {}

  State first(const State& state) override { return rounded(state, encodings_); }
  State score(const State& row) override { return rounded(row, scores_); }
  State value(const State& row) override { return rounded(row, values_); }
  Rational output(const Rational& number) override { return noted(outputs_.rounded(number)); }

  // In every coordinate the products weight * value in the format, added from the left; then stored. A token that does not
  // match has weight zero; it adds nothing, and neither does a value that is zero.
  State average(const std::vector<const State*>& values) override {
    const FloatValue& weight = weight_of(values.size());
    std::map<std::size_t, FloatValue> totals;  // by coordinate
    for (const State* value : values) {
      for (const State::Entry& entry : value->entries()) {
        const FloatValue term = multiply(value_, weight, value_.product.from(value->number(entry)));
        const auto [total, is_first] = totals.try_emplace(entry.place, value_.sum.from(term));
        if (!is_first) total->second = met(value_.sum.add(total->second, term));
      }
    }
    std::vector<std::pair<std::size_t, Rational>> stored;
    for (const auto& [place, total] : totals)
      stored.emplace_back(place, noted(MatchFormat::number_of(value_.product.from(total))));
    return State::of_rationals(values.front()->size(), stored);
  }

 private:
  // 1/count: the ones are added from the left, and one of them is divided by the sum.
  const FloatValue& weight_of(std::size_t count) {
    const auto found = weights_.find(count);
    if (found != weights_.end()) return found->second;
    const FloatValue one = softmax_.sum.from(Rational(1));
    FloatValue total = one;
    for (std::size_t k = 1; k < count; ++k) total = met(softmax_.sum.add(total, one));
    return weights_.emplace(count, met(softmax_.sum.divide(one, total))).first->second;
  }

  State rounded(const State& numbers, const MatchFormat& format) {
    return numbers.mapped([&](const Rational& number) { return noted(format.rounded(number)); });
  }

  Rational noted(Rational number) {
    if (number != 0) exponents_.note(exponent_of(number));
    return number;
  }

  Step softmax_;
  Step value_;
  // Where a number is rounded that the next state holds.
  MatchFormat encodings_;
  MatchFormat scores_;
  MatchFormat values_;
  MatchFormat outputs_;
  std::unordered_map<std::size_t, FloatValue> weights_;  // by count
};

}  // namespace

std::unique_ptr<MatchArithmetic> exact_match_arithmetic(const std::optional<FloatFormat>& format) {
  return std::make_unique<ExactMatchArithmetic>(format);
}

std::unique_ptr<MatchArithmetic> rounded_match_arithmetic(EvaluationModel model, const FloatFormat& format,
                                                          std::optional<EvaluationStep> wide) {
  return std::make_unique<RoundedMatchArithmetic>(model, format, wide);
}

}  // namespace attest
