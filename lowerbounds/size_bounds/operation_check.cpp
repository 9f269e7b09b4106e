#include "lowerbounds/size_bounds/operation_check.hpp"

#include <fmt/format.h>

#include <cstdint>
#include <stdexcept>

#include "lowerbounds/size_bounds/programs.hpp"

namespace attest {

namespace {

// Small integers -4..4 from a fixed sequence; which ones does not matter, since counts do not depend on them.
class Values {
 public:
  Rational any() { return static_cast<long>(next() % 9) - 4; }
  Rational nonnegative() { return static_cast<long>(next() % 5); }
  Rational positive() { return static_cast<long>(next() % 4) + 1; }
  std::vector<Rational> vector(std::size_t d) {
    std::vector<Rational> result;
    for (std::size_t k = 0; k < d; ++k) result.push_back(any());
    return result;
  }

 private:
  std::uint64_t next() {
    state_ = state_ * 6364136223846793005ULL + 1442695040888963407ULL;
    return state_ >> 33U;
  }
  std::uint64_t state_ = 1;
};

// On the transformer's own points lambda, mu >= 0 and nu > 0.
EvaluationInput make_input(Values& values, std::size_t d, std::size_t heads, const SparseNetwork& network) {
  EvaluationInput input;
  for (std::size_t h = 0; h < heads; ++h) {
    input.heads.push_back({values.vector(d), values.vector(d), values.vector(d), values.nonnegative(),
                           values.nonnegative(), values.positive()});
  }
  for (std::size_t i = 0; i < d; ++i) input.W_O.push_back(values.vector(d * heads));
  input.x = values.vector(d);
  input.network = network;
  return input;
}

bool printed_class_divides_by_zero(const EvaluationInput& input) {
  try {
    evaluate_literally(input, false);
  } catch (const std::domain_error&) {
    return true;
  }
  return false;
}

}  // namespace

OperationCheck check_operations(const OperationFormula& formula) {
  OperationCheck check;
  Values values;
  const auto fail = [&](const EvaluationInput& input, const std::string& what) {
    if (check.failure) return;
    check.failure = fmt::format("d = {}, H = {}, P = {}, {} ReLUs: {}", input.x.size(), input.heads.size(),
                                input.network.parameters(), input.network.hidden(), what);
  };
  for (std::size_t d = 1; d <= 3; ++d) {
    for (std::size_t heads = 1; heads <= 3; ++heads) {
      for (const SparseNetwork& network : sample_networks(d)) {
        EvaluationInput input = make_input(values, d, heads, network);
        const TransformerSize size{d, heads, network.parameters()};
        const Evaluation literal = evaluate_literally(input);
        const Evaluation absorbed = evaluate_absorbed(input);
        for (const auto& [form, run] : {std::pair{VcForm::literal, literal}, {VcForm::absorbed, absorbed}}) {
          ++check.runs;
          const Integer counted = run.count.total();
          const Integer claimed = formula(form, size);
          const bool tight = network.biases() == 0;
          if (tight) ++check.attained;
          if (counted > claimed || (tight && counted != claimed)) {
            fail(input, fmt::format("the {} program made {} operations, the formula has {}", to_string(form),
                                    counted.str(), claimed.str()));
          }
        }
        if (!literal.defined || !absorbed.defined || literal.residual != absorbed.residual ||
            literal.decision != absorbed.decision) {
          fail(input, "the two programs disagree");
        }
        if (!network.every_hidden_is_read() || network.hidden() > network.parameters() - network.readers()) {
          fail(input, "more than P - r ReLUs");
        }
        // The same point with mu moved to where head 1's denominator vanishes.
        input.heads.front().mu = -input.heads.front().lambda - input.heads.front().nu;
        check.guarded += 2;
        const Evaluation stopped = evaluate_literally(input);
        const Evaluation stopped_too = evaluate_absorbed(input);
        if (stopped.defined || stopped_too.defined || stopped.decision || stopped_too.decision ||
            !printed_class_divides_by_zero(input)) {
          fail(input, "a vanishing denominator was not noticed");
        }
      }
    }
  }
  return check;
}

}  // namespace attest
