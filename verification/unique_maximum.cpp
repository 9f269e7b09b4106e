#include "verification/unique_maximum.hpp"

#include <fmt/format.h>

#include "verification/stop_reason.hpp"

namespace attest {

Check unique_maximum_check(const Observation& o, bool runnable) {
  Check check;
  check.name = "unique-maximum";
  if (!runnable) {
    check.reason = "there is no layer to run";
  } else if (o.extra.count != 0) {
    check.status = Status::refuted;
    check.kind = Kind::construction;
    check.reason =
        fmt::format("the highest score is not unique on {} of {} checked inputs, the first of rank {}",
                    o.extra.count.str(), o.input_counts().checked.str(), o.extra.first->str());
  } else if (!o.complete() || o.total == 0) {
    check.reason = stop_reason(o);
  } else if (o.judged() == 0) {
    check.status = Status::not_applicable;
    check.reason = no_judged_input;
  } else {
    check.status = Status::holds;
    check.evidence = Evidence::enumeration;
  }
  return check;
}

}  // namespace attest
