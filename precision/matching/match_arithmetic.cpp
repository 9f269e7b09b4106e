#include "precision/matching/match_arithmetic.hpp"

#include <map>
#include <unordered_map>

#include "attention/whole_number.hpp"
#include "precision/arithmetic/rounded_operations.hpp"
#include "precision/arithmetic/stalling_sum.hpp"
#include "precision/matching/match_format.hpp"

namespace attest {

namespace {

using attention::State;

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
  RoundedMatchArithmetic(const EvaluationModel& model, const FloatFormat& format,
                         std::optional<EvaluationStep> wide)
      : RoundedOperations(exponents_),
        softmax_(step(model, format, wide == EvaluationStep::softmax)),
        value_(step(model, format, wide == EvaluationStep::value)),
        encodings_(step(model, format, wide == EvaluationStep::encoding).format()),
        scores_(step(model, format, wide == EvaluationStep::score).format()),
        values_(value_.format()),
        outputs_(step(model, format, wide == EvaluationStep::output).format()) {}

  State first(const State& state) override { return rounded(state, encodings_); }
  State score(const State& row) override { return rounded(row, scores_); }
  State value(const State& row) override { return rounded(row, values_); }
  Rational output(const Rational& number) override { return noted(outputs_.rounded(number)); }

  // In every coordinate the products weight * value in the format, added from the left; then stored. A token that does not
  // match has weight zero; it adds nothing, and neither does a value that is zero.
  State average(const std::vector<const State*>& values) override {
    using Stalling = StallingSum<FloatArithmetic>;
    const FloatValue& weight = weight_of(values.size());
    const bool may_stall = Stalling::possible(value_, values.size());
    std::map<std::size_t, FloatValue> totals;  // by coordinate
    std::map<std::size_t, Stalling> stalling;
    for (const State* value : values) {
      for (const State::Entry& entry : value->entries()) {
        const FloatValue term = multiply(value_, weight, value_.from(value->number(entry)));
        const auto [total, is_first] = totals.try_emplace(entry.place, term);
        if (!is_first) {
          FloatValue sum = met(value_.add(total->second, term));
          if (may_stall && stalling[entry.place].stalls(total->second, term, sum)) stalled_ = true;
          total->second = std::move(sum);
        } else if (may_stall) {
          stalling[entry.place].first(term);
        }
      }
    }
    std::vector<std::pair<std::size_t, Rational>> stored;
    for (const auto& [place, total] : totals)
      stored.emplace_back(place, noted(MatchFormat::number_of(value_.from(total))));
    return State::of_rationals(values.front()->size(), stored);
  }

 private:
  // 1/count: the ones are added from the left, and one of them is divided by the sum.
  const FloatValue& weight_of(std::size_t count) {
    const auto found = weights_.find(count);
    if (found != weights_.end()) return found->second;
    const FloatValue one = softmax_.from(Rational(1));
    FloatValue total = one;
    StallingSum<FloatArithmetic> ones;
    ones.first(one);
    for (std::size_t k = 1; k < count; ++k) {
      FloatValue sum = met(softmax_.add(total, one));
      if (ones.stalls(total, one, sum)) stalled_ = true;
      total = std::move(sum);
    }
    return weights_.emplace(count, met(softmax_.divide(one, total))).first->second;
  }

  State rounded(const State& numbers, const MatchFormat& format) {
    return numbers.mapped([&](const Rational& number) { return noted(format.rounded(number)); });
  }

  Rational noted(Rational number) {
    if (number != 0) exponents_.note(exponent_of(number));
    return number;
  }

  FloatArithmetic softmax_;
  FloatArithmetic value_;
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

std::unique_ptr<MatchArithmetic> rounded_match_arithmetic(const EvaluationModel& model,
                                                          const FloatFormat& format,
                                                          std::optional<EvaluationStep> wide) {
  return std::make_unique<RoundedMatchArithmetic>(model, format, wide);
}

}  // namespace attest
