#include <sys/wait.h>
#include <unistd.h>

#include <catch2/catch.hpp>
#include <stdexcept>
#include <string>

#include "numeric/polynomial.hpp"

namespace attest::polynomial_ring_test {

namespace {

// Names variables until one is refused; 0 if that was the 257th and the ring works as before. Whatever else
// the program named has its place among the 256.
int fill_the_ring() {
  const auto x = Polynomial::variable("x");
  int named = 1;
  try {
    for (; named <= 256; ++named) Polynomial::variable("filler_" + std::to_string(named));
    return 1;  // 257 of them
  } catch (const std::length_error&) {
    const auto last = Polynomial::variable("filler_" + std::to_string(named - 1));
    const auto sum = x + 3 * last;
    if (sum.evaluate({{"x", 1}, {"filler_" + std::to_string(named - 1), 2}}) != Rational(7)) return 2;
    if (sum.to_string().find("filler_") == std::string::npos) return 3;
    return sum.terms().size() == 2 && Polynomial::variable("x") == x ? 0 : 4;
  }
}

}  // namespace

TEST_CASE("The ring is full after 256 variables and works on", "[numeric]") {
  // In a process of its own: a full ring would be in the way of every other test.
  const pid_t child = fork();
  REQUIRE(child >= 0);
  if (child == 0) _exit(fill_the_ring());
  int status = 0;
  REQUIRE(waitpid(child, &status, 0) == child);
  REQUIRE(WIFEXITED(status));
  CHECK(WEXITSTATUS(status) == 0);
}

}  // namespace attest::polynomial_ring_test
