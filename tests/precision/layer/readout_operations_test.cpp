// A readout as its operations, in intervals and in error bounds, against its exact value at a grid of points.
#include "precision/layer/readout_operations.hpp"

#include <catch2/catch.hpp>

#include "precision/arithmetic/bounded_number.hpp"

namespace attest::readout_operations_test {
namespace {

using attention::Readout;

std::vector<Readout> readouts() {
  const Readout x = Readout::coordinate(0);
  const Readout y = Readout::coordinate(1);
  const auto minus = [](const Readout& a, const Readout& b) {
    return Readout::sum(a, Readout::scaled(-1, b));
  };
  const Readout low = Readout::minimum({x, y});
  const Readout part = Readout::positive_part(minus(x, y));
  return {x,
          Readout::constant(Rational(3, 2)),
          part,
          Readout::positive_part(Readout::scaled(-1, x)),
          Readout::absolute(minus(x, y)),
          low,
          Readout::maximum({x, y, Readout::constant(1)}),
          Readout::scaled(Rational(-1, 2), low),
          Readout::product({x, y, x}),
          minus(Readout::absolute(x), part),
          Readout::sum(Readout::product({part, part}), Readout::constant(Rational(-1, 4)))};
}

}  // namespace

TEST_CASE("The operations of a readout give its value", "[precision][readout]") {
  const BoundedArithmetic arithmetic(60);
  for (const Readout& readout : readouts()) {
    const ReadoutOperations operations = operations_of(readout);
    const attention::ReadoutOn exactly(readout, attention::RationalArithmetic());
    for (long a = -4; a <= 4; ++a) {
      for (long b = -4; b <= 4; ++b) {
        const Rational x(a, 2);
        const Rational y(b, 2);
        const Rational value = exactly({x, y});
        const Interval in =
            enclosed(operations, operations.constants, {Interval(x, 64), Interval(y, 64)}, 64);
        CHECK(compare(in, value) == Ordering::equal);
        const BoundedNumber at =
            bounded(operations, {arithmetic.stored(x), arithmetic.stored(y)}, arithmetic);
        CHECK(at.low == value);
        CHECK(at.high == value);
        CHECK(at.exact);
      }
    }
  }
}

}  // namespace attest::readout_operations_test
