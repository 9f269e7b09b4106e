#include "claims/counted_work.hpp"

#include <catch2/catch.hpp>

namespace attest::counted_work_test {

TEST_CASE("The outermost work that is counted is the one that is told", "[claims]") {
  CHECK(!counted_work());
  {
    CountedWork outer(Integer(8));
    outer.reached(2);
    {
      CountedWork inner(Integer(3));
      inner.reached(1);
      const auto told = counted_work();
      REQUIRE(told);
      CHECK(told->done == 2);
      CHECK(told->total == 8);
    }
    CHECK(counted_work()->total == 8);
  }
  CHECK(!counted_work());
}

TEST_CASE("A work of one round leaves its place to what is inside of it", "[claims]") {
  const CountedWork outer(Integer(1));
  CHECK(!counted_work());
  CountedWork inner(Integer(5));
  inner.reached(4);
  REQUIRE(counted_work());
  CHECK(counted_work()->total == 5);
}

}  // namespace attest::counted_work_test
