#include "constructions/dat/error_chain.hpp"

#include "constructions/dat/relational_attention.hpp"

namespace attest {

namespace {

ExponentialSum absolute(const ExponentialSum& sum, const Surd& unit) {
  const Ordering sign = sign_of(sum, unit);
  if (sign == Ordering::undecided) throw_precision_exhausted();
  return sign == Ordering::less ? combined({}, Rational(-1), sum) : sum;
}

ExponentialSum greater_of(const ExponentialSum& a, const ExponentialSum& b, const Surd& unit) {
  const Ordering order = sign_of(combined(a, Rational(-1), b), unit);
  if (order == Ordering::undecided) throw_precision_exhausted();
  return order == Ordering::less ? b : a;
}

}  // namespace

ChainLines chain_lines(const ChainInput& input) {
  ExponentialSum denominator;
  for (const Integer& exponent : input.exponents) denominator[exponent] += 1;
  ChainLines result;
  for (std::size_t l = 0; l < input.wanted.size(); ++l) {
    ExponentialSum error;
    for (std::size_t i = 0; i < input.exponents.size(); ++i) {
      error[input.exponents[i]] += input.relations[i][l] - input.wanted[l];
    }
    result.line276 = greater_of(result.line276, absolute(error, input.unit), input.unit);
  }
  for (std::size_t i = 0; i < input.exponents.size(); ++i) {
    ExponentialSum printed;
    Rational repaired = 0;
    for (std::size_t l = 0; l < input.wanted.size(); ++l) {
      ExponentialSum term = combined({}, -input.wanted[l], denominator);
      term[input.exponents[i]] += input.relations[i][l];
      printed = greater_of(printed, absolute(term, input.unit), input.unit);
      const Rational distance = boost::multiprecision::abs(Rational(input.relations[i][l] - input.wanted[l]));
      if (distance > repaired) repaired = distance;
    }
    result.line277_printed = combined(result.line277_printed, Rational(1), printed);
    result.line277_repaired[input.exponents[i]] += repaired;
  }
  return result;
}

}  // namespace attest
