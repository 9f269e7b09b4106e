#include "constructions/precision/matching/match_arithmetic.hpp"

#include <stdexcept>
#include <unordered_map>

#include "constructions/attention/whole_number.hpp"
#include "numeric/floating/float_arithmetic.hpp"

namespace attest {

namespace {

constexpr long wide_match_precision = 256;

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

  const FloatArithmetic& arithmetic() const { return arithmetic_; }

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

  Rational encoding(const Rational& number) override {
    Rational stored = format_ ? format_->rounded(number) : number;
    if (stored != 0) exponents_.note(exponent_of(stored));
    return stored;
  }
  Rational score(const Rational& number) override { return number; }
  Rational value(const Rational& number) override { return number; }
  Rational output(const Rational& number) override { return number; }
  Rational average(const std::vector<const Rational*>& values) override {
    Rational sum = 0;
    for (const Rational* value : values) sum += *value;
    return values.size() == 1 ? sum : Rational(sum / values.size());
  }

 private:
  std::optional<MatchFormat> format_;
};

// Of one step: products and what is stored are in one format, everything else in another.
struct MatchStep {
  MatchFormat product;
  MatchFormat sum;
};

MatchStep match_step(EvaluationModel model, const FloatFormat& format, bool wide) {
  if (wide) {
    const MatchFormat widest(unbounded_format(wide_match_precision));
    return {widest, widest};
  }
  const MatchFormat given(format);
  if (model == EvaluationModel::mixed) return {given, MatchFormat(*float_format_from_name("fp32"))};
  return {given, given};
}

class RoundedMatchArithmetic final : public MatchArithmetic {
 public:
  RoundedMatchArithmetic(EvaluationModel model, const FloatFormat& format, std::optional<EvaluationStep> wide)
      : encoding_(match_step(model, format, wide == EvaluationStep::encoding)),
        score_(match_step(model, format, wide == EvaluationStep::score)),
        softmax_(match_step(model, format, wide == EvaluationStep::softmax)),
        value_(match_step(model, format, wide == EvaluationStep::value)),
        output_(match_step(model, format, wide == EvaluationStep::output)),
        wide_weights_(wide == EvaluationStep::softmax) {}

  Rational encoding(const Rational& number) override { return met(encoding_.product.rounded(number)); }
  Rational score(const Rational& number) override { return met(score_.product.rounded(number)); }
  Rational value(const Rational& number) override { return met(value_.product.rounded(number)); }
  Rational output(const Rational& number) override { return met(output_.product.rounded(number)); }

  // Products weight * value in the format, added from the left; then stored. A token that does not match has
  // weight zero; it adds nothing, and neither does a value that is zero.
  Rational average(const std::vector<const Rational*>& values) override {
    const FloatValue& weight = weight_of(values.size());
    const FloatArithmetic& product = value_.product.arithmetic();
    const FloatArithmetic& sum = value_.sum.arithmetic();
    std::optional<FloatValue> total;
    for (const Rational* value : values) {
      if (value->is_zero()) continue;
      const FloatValue term = met(product.multiply(weight, product.from(*value)));
      total = total ? met(sum.add(*total, term)) : sum.from(term);
    }
    return total ? met(MatchFormat::number_of(product.from(*total))) : Rational(0);
  }

 private:
  // 1/count: the ones are added from the left, and one of them is divided by the sum.
  const FloatValue& weight_of(std::size_t count) {
    const auto found = weights_.find(count);
    if (found != weights_.end()) return found->second;
    const FloatArithmetic& step = softmax_.sum.arithmetic();
    const FloatValue one = step.from(Rational(1));
    FloatValue total = one;
    for (std::size_t k = 1; k < count; ++k) total = met(step.add(total, one));
    FloatValue weight = met(step.divide(one, total));
    // A factor of a product is rounded to the format, unless a wide step gave it.
    if (!wide_weights_) weight = value_.product.arithmetic().from(weight);
    return weights_.emplace(count, std::move(weight)).first->second;
  }

  Rational met(Rational number) {
    if (number != 0) exponents_.note(exponent_of(number));
    return number;
  }
  FloatValue met(FloatValue number) {
    if (number.is_finite() && !number.is_zero()) exponents_.note(mpfr_get_exp(number.mpfr()) - 1);
    return number;
  }

  MatchStep encoding_;
  MatchStep score_;
  MatchStep softmax_;
  MatchStep value_;
  MatchStep output_;
  bool wide_weights_;
  std::unordered_map<std::size_t, FloatValue> weights_;  // by count
};

}  // namespace

std::unique_ptr<MatchArithmetic> exact_match_arithmetic(const std::optional<FloatFormat>& format) {
  return std::make_unique<ExactMatchArithmetic>(format);
}

std::unique_ptr<MatchArithmetic> rounded_match_arithmetic(EvaluationModel model, const FloatFormat& format,
                                                          std::optional<EvaluationStep> wide) {
  if (model == EvaluationModel::stored)
    throw std::invalid_argument("the model stored is not evaluated with rounding");
  return std::make_unique<RoundedMatchArithmetic>(model, format, wide);
}

}  // namespace attest
