#include "numeric/workers.hpp"

#include <catch2/catch.hpp>

namespace attest::workers_test {

TEST_CASE("What runs inside of a number of threads uses that number unless it asks for another",
          "[numeric]") {
  const auto inside = [](int outer, int inner) {
    return Workers(outer).execute([&] { return Workers(inner).threads(); });
  };
  CHECK(inside(1, 0) == 1);
  CHECK(inside(5, 0) == 5);
  CHECK(inside(1, 2) == 2);
  CHECK(inside(3, 1) == 1);
  CHECK(Workers(7).threads() == 7);
}

}  // namespace attest::workers_test
