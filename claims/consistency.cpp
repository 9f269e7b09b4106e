#include "claims/consistency.hpp"

#include <algorithm>
#include <stdexcept>

namespace attest {

namespace {

void must(bool condition, const Verdict& verdict, const std::string& what) {
  if (!condition) throw std::logic_error("the verdict of " + verdict.claim + " contradicts itself: " + what);
}

// Of a decimal in scientific notation.
bool is_negative(const std::string& number) {
  return !number.empty() && number.front() == '-' && number.find_first_of("123456789") < number.find('e');
}

}  // namespace

void check_consistency(const Verdict& verdict) {
  const InputCounts& n = verdict.inputs;
  // A part of a cover speaks of its boxes: an input is in several, and in several parts.
  must(n.checked_is_known || (verdict.part && !n.total_is_known && !n.failing_is_known), verdict,
       "inputs that were not counted, of no part");
  must(n.checked >= 0 && (!n.total_is_known || n.checked <= n.total) &&
           (!n.space_is_known || !n.total_is_known || n.total <= n.space),
       verdict, "more inputs were checked than there are");
  must(n.failing >= 0 && n.undecided >= 0 &&
           (!n.checked_is_known || n.failing + n.undecided + n.not_judged.value_or(0) <= n.checked),
       verdict, "more inputs fail or are undecided than were checked");
  if (verdict.status != Status::holds) return;
  must(n.undecided == 0, verdict, "it holds with undecided inputs");
  must(n.checked_is_known ? n.total_is_known && n.checked == n.total
                          : verdict.evidence == Evidence::cover && n.failing == 0,
       verdict, "it holds with inputs that were not checked");
  must(!n.not_judged || *n.not_judged < n.checked, verdict, "it holds and no input was judged");
  if (!verdict.margins.decision_margin) return;
  must(!is_negative(verdict.margins.decision_margin->upper) &&
           !is_negative(verdict.margins.decision_margin->lower),
       verdict, "it holds with a negative decision margin");
}

}  // namespace attest
