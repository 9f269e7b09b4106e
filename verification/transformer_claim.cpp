#include "verification/transformer_claim.hpp"

#include <fmt/format.h>

#include "numeric/decimal.hpp"

namespace attest {

Check gap_growth(const TransformerSetting& setting, const Observation& observation, const Integer& g,
                 const std::string& g_text) {
  Check check;
  check.name = "growth";
  check.essential = false;
  if (!observation.least_gap) {
    check.reason = "there is one pair of tokens only, hence no gap";
    return check;
  }
  const Surd gap = setting.unit() * Surd(Rational(*observation.least_gap));
  const Surd c = gap * Surd(Rational(1) / Rational(g));
  check.reason = fmt::format(
      "the least score gap is {} = c * {} with c = {} (at least {}){}; one size does not decide an "
      "asymptotic statement",
      gap.to_string(), g_text, c.to_string(), decimal_rounded_down(c.enclosure(2 * initial_precision)),
      observation.complete() ? "" : ", over the inputs that were seen");
  return check;
}

}  // namespace attest
