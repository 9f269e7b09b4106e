#include "theorems/precision/sufficient_bits.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "claims/stop.hpp"
#include "theorems/fields.hpp"
#include "theorems/lets.hpp"
#include "theorems/patch.hpp"
#include "theorems/precision/rounded_proof.hpp"
#include "theorems/proof/input_promise.hpp"
#include "theorems/proof/least_monomial.hpp"

namespace attest::theorems {

using proof::Laurent;
using proof::Refusal;

namespace {

constexpr long farthest_corner =
    1L << 14U;  // how far above the proof's corner that of the rounded theorem is looked for
const std::vector<long> exponents{8, 16, 32};  // of every name in B
constexpr long most_binary_power = 160;        // 2^j, the coefficient of B

class BitsSearch {
 public:
  BitsSearch(const TheoremText& text, const RangeProof& proof)
      : text_(text), lemma_(proof.main->proof->lemma) {
    setting_.fixed = proof.fixed;
    setting_.parameters = proof.parameters;
    setting_.lower = proof.ends->lower();
    from_ = proof.main->from;
  }

  void run(SufficientBits& result) {
    if (from_.empty()) throw Refusal("precision", "no size is left free");
    find_corner();
    rounded_ = rounded_from(from_);
    result.least = least();
    rounded_->expect_enough(result.least, result.steps);
    result.from = from_;
    result.logarithms = rounded_->logarithms();
    result.needed = rounded_->largest_answer();
  }

 private:
  std::unique_ptr<RoundedProof> rounded_from(const Sizes& from) const {
    check_stop();
    ProofSetting setting = setting_;
    setting.from = from;
    return rounded_proof(lemma_, text_, setting);
  }

  bool serves(const Sizes& from) const {
    try {
      rounded_from(from);
      return true;
    } catch (const Refusal&) {
      return false;
    }
  }

  Sizes shifted(long step) const {
    Sizes from = from_;
    for (auto& [name, value] : from) value += step;
    return from;
  }

  // All sizes as far up as is needed, then each in turn as far down as it goes. What refuses far out is what is in the way.
  void find_corner() {
    const Sizes least = from_;
    long step = 0;
    while (!serves(shifted(step))) {
      if (step >= farthest_corner) rounded_from(shifted(step));
      step = step == 0 ? 1 : 2 * step;
    }
    from_ = shifted(step);
    for (auto& [name, high] : from_) {
      Integer low = least.at(name);
      while (low < high) {
        const Integer middle = (low + high) / 2;
        Sizes from = from_;
        from[name] = middle;
        if (serves(from)) {
          high = middle;
        } else {
          low = middle + 1;
        }
      }
    }
  }

  bool enough(const Laurent& least) const {
    try {
      std::vector<ProofStep> steps;
      rounded_->expect_enough(least, steps);
      return true;
    } catch (const Refusal&) {
      return false;
    }
  }

  Laurent least() const {
    MonomialSearch search(rounded_->names(), exponents, most_binary_power);
    const auto found = search.least([this](const Laurent& tried) { return enough(tried); });
    return found ? *found : search.largest();  // which is refused: this says what is in the way
  }

  const TheoremText& text_;
  std::string lemma_;
  ProofSetting setting_;
  Sizes from_;
  std::unique_ptr<RoundedProof> rounded_;
};

// Enclosed, the logarithms with it.
Interval enclosure_at(const Laurent& value, const std::map<std::string, Laurent>& logarithms,
                      const Sizes& sizes, Precision precision) {
  proof::SizeValues at;
  for (const auto& [name, size] : sizes) at.emplace(name, Laurent(Rational(size)));
  Interval sum(0, precision);
  for (const auto& [monomial, coefficient] : value.terms()) {
    Interval product(coefficient, precision);
    for (const auto& [name, exponent] : monomial) {
      const auto logarithm = logarithms.find(name);
      const Interval factor = logarithm == logarithms.end()
                                  ? Interval(Rational(sizes.at(name)), precision)
                                  : log(proof::enclosure(logarithm->second, at, precision));
      for (long k = 0; k < exponent; ++k) product = product * factor;
    }
    sum = sum + product;
  }
  return sum;
}

long least_power(const Laurent& value, const std::map<std::string, Laurent>& logarithms, const Sizes& sizes) {
  const auto below = [&](long p) {
    const Ordering order = compare(enclosure_at(value, logarithms, sizes, 256), Rational(Integer(1) << p));
    return order == Ordering::less || order == Ordering::equal;
  };
  long p = 2;  // the least width of a format
  while (!below(p)) ++p;
  return p;
}

// "11 + 2*log2(n) + log2(log(n))" of a monomial with a power of two in front.
std::string binary_logarithm(const Laurent& monomial) {
  const auto& [names, coefficient] = *monomial.terms().begin();
  std::vector<std::string> parts;
  if (coefficient != 1 || names.empty()) {
    const Integer top = numerator_of(coefficient);
    const bool power = denominator_of(coefficient) == 1 && lsb(top) == msb(top);
    parts.push_back(power ? fmt::format("{}", lsb(top)) : fmt::format("log2({})", to_string(coefficient)));
  }
  for (const auto& [name, exponent] : names)
    parts.push_back(exponent == 1 ? fmt::format("log2({})", name)
                                  : fmt::format("{}*log2({})", exponent, name));
  return fmt::format("{}", fmt::join(parts, " + "));
}

}  // namespace

SufficientBits sufficient_bits(const TheoremClaim& claim, Variant variant,
                               const std::vector<std::string>& words, const VerifyOptions& options) {
  SufficientBits result;
  const TheoremText asked = variant_of(claim.text(), attest::to_string(variant));
  for (const ParameterStatement& parameter : asked.parameters) {
    const bool given = std::any_of(words.begin(), words.end(), [&](const std::string& word) {
      return word.starts_with(parameter.name + "=") && word != parameter.name + "=auto";
    });
    if (!parameter.automatic || given) continue;
    result.refusal = fmt::format("which {0} serves is to be given: {0}=p/q", parameter.name);
    return result;
  }
  result.proof = prove_for_every_size(claim, variant, words, options, false);
  if (!result.proof.main && result.proof.status == Status::holds && !words.empty()) {
    result.refusal = fmt::format("all sizes are given ({}): leave one out", fmt::join(words, " "));
    return result;
  }
  if (!result.proof.main) {
    result.refusal = result.proof.status == Status::refuted
                         ? "the theorem is refuted: " + result.proof.reason
                         : "no proof for every size: " +
                               (result.proof.refusal.empty() ? result.proof.reason : result.proof.refusal);
    return result;
  }
  if (!is_followed_through_rounding(result.proof.main->proof->lemma)) {
    result.refusal =
        fmt::format("proved without rounding by the lemma {}, which is not followed through rounding",
                    result.proof.main->proof->lemma);
    return result;
  }
  TheoremText text = with_promises_used(asked, result.steps);
  const auto write_out = [&](Expression& e) { e = without_lets(e, text.lets); };
  change_expressions(text.sizes, write_out);
  change_expressions(text.parameters, write_out);
  try {
    BitsSearch(text, result.proof).run(result);
    result.said = result.proof.ends->said(result.proof.fixed, result.from);
  } catch (const Refusal& refusal) {
    result.refusal = refusal.text();
  }
  return result;
}

Sizes SufficientBits::sizes_beyond(long step) const {
  Sizes sizes = proof.fixed;
  for (const auto& [name, value] : from) sizes[name] = value + step;
  return proof.ends->actual(sizes);
}

long SufficientBits::bits_at(const Sizes& sizes) const {
  return least_power(least, logarithms, sizes);
}

std::optional<long> SufficientBits::needed_at(const Sizes& sizes) const {
  if (!needed) return std::nullopt;
  return least_power(*needed, logarithms, sizes);
}

std::string SufficientBits::bits_text() const {
  return "p >= " + binary_logarithm(least);
}

std::string SufficientBits::needed_text() const {
  if (!needed) return "";
  if (needed->terms().size() == 1) return "p >= " + binary_logarithm(*needed);
  return fmt::format("p >= log2({})", needed->to_string());
}

std::string SufficientBits::growth_text() const {
  std::vector<std::string> sizes;
  for (const auto& [name, exponent] : least.terms().begin()->first) {
    if (!logarithms.contains(name)) sizes.push_back(fmt::format("log {}", name));
  }
  if (sizes.empty()) return "O(1)";
  const std::string text = fmt::format("{}", fmt::join(sizes, " + "));
  // Of a sum of several terms the degree is enough where there is one size; a product of all sizes is as large as each.
  const bool one = needed && (from.size() == 1 || needed->terms().size() == 1);
  const bool both =
      one && sizes.size() == from.size() &&
      std::all_of(from.begin(), from.end(), [&](const auto& size) { return needed->degree(size.first) > 0; });
  return fmt::format("{}({})", both ? "Theta" : "O", text);
}

}  // namespace attest::theorems
