#include <cmath>
#include <map>
#include <stdexcept>
#include <vector>

#include "attention/whole_number.hpp"
#include "precision/hardware/product_sums.hpp"
#include "precision/matching/match_arithmetic.hpp"
#include "precision/matching/match_format.hpp"

namespace attest {

namespace {

using attention::State;

const EvaluationModel& unscaled_and_offered(const EvaluationModel& model, const FloatFormat& format) {
  if (!model.is_hardware() || !model.offers(format) || model.scaling != EvaluationModel::Scaling::none)
    throw std::invalid_argument(to_string(model) + " has no exact matches in " + format.name);
  return model;
}

// What heads take in and give out is in the format. The ones of tokens that match are added in fp32.
//   tensor-core   one of them divided by that sum in fp32, cast; products with the values exact, sums in fp32
//   flash         ones times values, sums in fp32, then divided by the sum of ones in fp32
// The products that a block adds at once are those of tokens that match, one after the other.
class HardwareMatchArithmetic final : public MatchArithmetic {
 public:
  HardwareMatchArithmetic(const EvaluationModel& model, const FloatFormat& format)
      : model_(unscaled_and_offered(model, format).on(format)),
        format_(model.format_of(format)),
        sums_(model_, model.format_of(format)),
        fp32_(*float_format_from_name("fp32")),
        largest_(model.format_of(format).largest()) {}

  State first(const State& state) override { return cast(state); }
  State score(const State& row) override { return cast(row); }
  State value(const State& row) override { return cast(row); }
  Rational output(const Rational& number) override { return cast(number); }

  State average(const std::vector<const State*>& values) override {
    const bool flash = model_.kind == EvaluationModel::Kind::flash;
    double ones = 1;
    for (std::size_t k = 1; k < values.size(); ++k) ones = fp32_.add(ones, 1);
    const double weight = flash ? 1 : number_of(cast(Rational(fp32_.divide(1, ones))));
    const std::vector<double> weights(values.size(), weight);
    std::map<std::size_t, std::vector<double>> columns;  // by coordinate; zeros where a value has none
    for (std::size_t k = 0; k < values.size(); ++k) {
      for (const State::Entry& entry : values[k]->entries()) {
        auto& column = columns.try_emplace(entry.place, values.size(), 0.0).first->second;
        column[k] = number_of(values[k]->number(entry));
      }
    }
    std::vector<std::pair<std::size_t, Rational>> stored;
    for (const auto& [place, column] : columns) {
      const double sum = sums_.of(weights, column);
      stored.emplace_back(place, cast(flash ? fp32_.divide(sum, ones) : sum));
    }
    return State::of_rationals(values.front()->size(), stored);
  }

 private:
  // Of a number of the format, which is one of fp32's.
  double number_of(const Rational& number) const { return fp32_.from(number); }

  Rational cast(const Rational& number) {
    const bool beyond = model_.saturates && abs(number) > largest_;
    Rational result = !beyond ? format_.rounded(number) : number < 0 ? Rational(-largest_) : largest_;
    if (result != 0) exponents_.note(exponent_of(result));
    return result;
  }

  Rational cast(double sum) {
    if (std::isfinite(sum)) return cast(Rational(sum));
    if (!model_.saturates || std::isnan(sum)) throw UndefinedState("a number is too large for the format");
    return sum < 0 ? Rational(-largest_) : largest_;
  }

  State cast(const State& numbers) {
    return numbers.mapped([this](const Rational& number) { return cast(number); });
  }

  EvaluationModel model_;
  MatchFormat format_;
  ProductSums sums_;
  HardwareArithmetic fp32_;
  Rational largest_;
};

}  // namespace

std::unique_ptr<MatchArithmetic> hardware_match_arithmetic(const EvaluationModel& model,
                                                           const FloatFormat& format) {
  return std::make_unique<HardwareMatchArithmetic>(model, format);
}

}  // namespace attest
