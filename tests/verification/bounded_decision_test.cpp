// What a bounded double says about an output, against every number that it may stand for.
#include "verification/bounded_decision.hpp"

#include <catch2/catch.hpp>
#include <cmath>
#include <limits>

namespace attest::bounded_decision_test {

namespace {

bool is_right(Decision decision, double y, long truth) {
  if (decision == Decision::sign) return (y > 0) == (truth == 1);
  return std::abs(y - static_cast<double>(truth)) < 0.5;
}

}  // namespace

TEST_CASE("A bounded double is right or wrong where every number is that it may stand for, and only there",
          "[verification]") {
  long undecided = 0;
  for (const Decision decision : {Decision::sign, Decision::nearest}) {
    for (const long truth : {0L, 1L}) {
      for (int v = -16; v <= 16; ++v) {
        for (int e = 0; e <= 4; ++e) {
          // Eighths and sixteenths, which are exact; ends, the middle and what lies between.
          const BoundedDouble y{v / 8.0, e / 16.0};
          int right = 0, all = 0;
          for (int k = -4 * e; k <= 4 * e; ++k, ++all)
            right += is_right(decision, y.value + k / 64.0, truth) ? 1 : 0;
          const Status status = bounded_rightness(decision, y, truth);
          INFO(y.value << " +- " << y.error << ", truth " << truth);
          if (status == Status::holds) CHECK(right == all);
          if (status == Status::refuted) CHECK(right == 0);
          // Away from the border all that it may stand for says one thing, and so does it.
          const double border = decision == Decision::sign ? 0 : 0.5;
          const double from =
              decision == Decision::sign ? std::abs(y.value) : std::abs(y.value - static_cast<double>(truth));
          if (std::abs(from - border) > y.error) CHECK(status != Status::undecided);
          undecided += status == Status::undecided ? 1 : 0;
          if (status == Status::holds) {
            CHECK(bounded_margin(decision, y, truth) <=
                  (decision == Decision::sign ? std::abs(y.value) - y.error : 0.5 - from - y.error));
          }
        }
      }
    }
  }
  CHECK(undecided > 0);
  CHECK(bounded_rightness(Decision::sign, {std::numeric_limits<double>::infinity(), 0}, 1) ==
        Status::undecided);
}

}  // namespace attest::bounded_decision_test
