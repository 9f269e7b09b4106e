#include "verification/proof/decay.hpp"

#include <algorithm>
#include <stdexcept>

#include "numeric/checked.hpp"

namespace attest::proof {

namespace {

// A rational number at most sqrt(r): r = a/b, floor(sqrt(a b s^2)) / (b s).
Rational root_from_below(const Rational& r) {
  const Integer scale = 1000000;
  const Integer product = numerator_of(r) * denominator_of(r) * scale * scale;
  return {sqrt(product), denominator_of(r) * scale};
}

bool is_sum(const Laurent& value) {
  return value.terms().size() > 1;
}

std::string factor_text(const Laurent& value) {
  const std::string text = value.to_string();
  // A sum with a common factor has its parentheses.
  const bool open = is_sum(value) && (text.back() != ')' || text.find('(') == std::string::npos);
  return open ? "(" + text + ")" : text;
}

}  // namespace

std::string Rate::to_string() const {
  std::string text = factor_text(factor);
  if (under_root != 1) {
    // n^2/7*sqrt(7) is n^2/sqrt(7).
    const Laurent over = factor * Laurent(under_root);
    const auto integral = [](const Laurent& value) {
      return std::all_of(value.terms().begin(), value.terms().end(),
                         [](const auto& term) { return denominator_of(term.second) == 1; });
    };
    const std::string root = "sqrt(" + attest::to_string(under_root) + ")";
    text = integral(over) && !integral(factor) ? factor_text(over) + "/" + root
           : factor == Laurent(1)              ? root
                                               : text + "*" + root;
  }
  if (!log_of) return text;
  const std::string logarithm = "log(" + log_of->to_string() + ")";
  return text == "1" ? logarithm : text + "*" + logarithm;
}

bool positive(const Rate& rate, const Variables& variables) {
  return rate.under_root > 0 && variables.positive(rate.factor) &&
         (!rate.log_of || variables.positive(*rate.log_of - Laurent(1)));
}

namespace {

// With sizes that begin where others say: in their offsets, which do not depend on each other. What is greater than a number and
// otherwise unknown is bounded over all that it may be.
bool falls_in_offsets(const Decay& decay, const Variables& variables) {
  Variables offsets;
  for (const auto& [name, corner] : variables.sizes()) offsets.add_size_from(name, Laurent());
  try {
    Decay moved = decay;
    moved.factor = decay.factor.substitute(variables.in_offsets());
    moved.rate.factor = decay.rate.factor.substitute(variables.in_offsets());
    if (decay.rate.log_of) moved.rate.log_of = decay.rate.log_of->substitute(variables.in_offsets());
    return falls(moved, offsets);
  } catch (const std::invalid_argument&) {  // a division by a sum
    return false;
  }
}

}  // namespace

bool falls(const Decay& decay, const Variables& variables) {
  if (variables.sizes_depend()) return falls_in_offsets(decay, variables);
  const Laurent& p = decay.factor;
  const Laurent& l = decay.rate.factor;
  if (!variables.nonnegative(p) || !positive(decay.rate, variables)) return false;
  const Laurent root(root_from_below(decay.rate.under_root));
  for (const auto& [n, from] : variables.sizes()) {
    const Laurent slope = p.derivative(n);
    if (!decay.rate.log_of) {
      const Laurent steepness = l.derivative(n) * p;
      if (!variables.nonnegative(steepness) || !variables.nonnegative(root * steepness - slope)) return false;
      continue;
    }
    const Laurent& k = *decay.rate.log_of;
    const Laurent steepness = l * k.derivative(n) * p;
    if (!variables.nonnegative(l.derivative(n)) || !variables.nonnegative(steepness) ||
        !variables.nonnegative(root * steepness - k * slope)) {
      return false;
    }
  }
  return true;
}

Interval enclosure(const Laurent& value, const SizeValues& sizes, Precision precision) {
  return {value.substitute(sizes).constant().value(), precision};
}

Interval enclosure(const Rate& rate, const SizeValues& sizes, Precision precision) {
  Interval result = enclosure(rate.factor, sizes, precision);
  if (rate.under_root != 1) result = result * sqrt(Interval(rate.under_root, precision));
  if (rate.log_of) result = result * log(enclosure(*rate.log_of, sizes, precision));
  return result;
}

Interval enclosure(const std::vector<Decay>& sum, const SizeValues& sizes, Precision precision) {
  Interval result(0, precision);
  for (const Decay& decay : sum)
    result =
        result + enclosure(decay.factor, sizes, precision) * exp(-enclosure(decay.rate, sizes, precision));
  return result;
}

std::optional<Fraction> as_fraction(const std::vector<Decay>& sum, const Variables& variables) {
  constexpr long largest_power = 16;
  Fraction result{{}, 1};
  for (const Decay& decay : sum) {
    const auto c = decay.rate.factor.constant();
    const auto exponent = c ? fits_long(*c) : std::nullopt;
    if (!exponent || *exponent < 0 || *exponent > largest_power || decay.rate.under_root != 1 ||
        !decay.rate.log_of || !variables.positive(*decay.rate.log_of))
      return std::nullopt;
    const Laurent below = power(*decay.rate.log_of, *exponent);
    if (result.denominator == below) {
      result.numerator += decay.factor;
    } else {
      result.numerator = result.numerator * below + decay.factor * result.denominator;
      result.denominator = result.denominator * below;
    }
  }
  return result;
}

std::vector<Decay> collected(const std::vector<Decay>& sum) {
  std::vector<Decay> result;
  for (const Decay& decay : sum) {
    const auto same =
        std::find_if(result.begin(), result.end(), [&](const Decay& d) { return d.rate == decay.rate; });
    if (same == result.end()) {
      result.push_back(decay);
    } else {
      same->factor += decay.factor;
    }
  }
  std::erase_if(result, [](const Decay& d) { return d.factor.is_zero(); });
  return result;
}

std::string to_string(const std::vector<Decay>& sum) {
  std::string text;
  for (const Decay& decay : sum) {
    const std::string factor = factor_text(decay.factor);
    text += (text.empty() ? "" : " + ") + (factor == "1" ? "" : factor + "*") + "exp(-" +
            decay.rate.to_string() + ")";
  }
  return text.empty() ? "0" : text;
}

}  // namespace attest::proof
