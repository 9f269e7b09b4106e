// Outputs that miss a border by 2^-k, k to 1100, above it, below it and on it, through every kernel and one and two layers: no verdict
// is ever the other one. What is said of them is known, since every output is a constant.
#include <catch2/catch.hpp>

#include "theorems/own_claims.hpp"

namespace attest::next_to_the_border_test {
namespace {

const std::vector<std::string> kernels{"softmax", "expressive", "exact-match", "hard-maximum"};

// 2^-k; an exponent of the language is at most 64.
std::string power_of_half(long k) {
  std::string text = "1/2^" + std::to_string(k % 64);
  for (long rest = k / 64; rest > 0; --rest) text += "/2^64";
  return text;
}

// Every head is a mean of what all tokens have alike.
std::string one_layer(const std::string& kernel, const std::string& y) {
  return "  embed num = num, one = 1, out = 0\n  head " + kernel +
         "\n    query = (one)\n    key = (one)\n    value = (out: (" + y + ")*one)\n";
}

std::string two_layers(const std::string& kernel, const std::string& y) {
  const std::string head = "  head " + kernel + "\n    query = (one)\n    key = (one)\n    value = ";
  return "  embed num = num, one = 1, first = 0, out = 0\n" + head + "(first: (" + y +
         ")*one, one: one)\nlayer\n" + head + "(out: first)\n";
}

Verdict verdict_on(const std::string& task, const std::string& layers) {
  return theorem_tests::verdict(
      "attest-theorem 1\ntheorem border \"Next to a border\"\nsizes n >= 1\ninput x : [n] -> [2]\n"
      "tokens i in [n] carry num = x(i)\ntask at n, " +
      task + "\nlayer\n" + layers + "readout out\ncheck output\n");
}

struct Case {
  std::string task;
  std::string border;  // right on the one side of it alone
  bool right_below;
  bool right_on;
};

// A number is right where it is less than 1/2 off; a yes where it is above 0, a no where it is not.
const std::vector<Case> cases{{"number: 3", "7/2", true, false},
                              {"number: 3", "5/2", false, false},
                              {"sign: x(n) > 0", "0", false, false},
                              {"sign: x(n) > 2", "0", true, true}};

}  // namespace

TEST_CASE("Outputs next to a border are judged by the side they are on, or left open",
          "[verification][boundary]") {
  int decided = 0;
  int open = 0;
  for (const long k : {1L, 2L, 10L, 31L, 52L, 53L, 54L, 63L, 64L, 65L, 100L, 150L, 200L, 300L, 537L, 1022L,
                       1074L, 1075L, 1100L}) {
    for (const std::string& kernel : kernels) {
      for (const auto& layers : {one_layer, two_layers}) {
        for (const Case& c : cases) {
          for (const int side : {-1, 0, 1}) {
            const std::string y = c.border +
                                  (side == 0  ? ""
                                   : side < 0 ? " - "
                                              : " + ") +
                                  (side == 0 ? "" : power_of_half(k));
            const bool right = side == 0 ? c.right_on : (side < 0) == c.right_below;
            INFO(c.task << ", y = " << c.border << (side < 0 ? " - " : " + ") << std::abs(side) << "*2^-" << k
                        << ", " << kernel << (layers == two_layers ? ", two layers" : ""));
            const Verdict verdict = verdict_on(c.task, layers(kernel, y));
            const Status expected = right ? Status::holds : Status::refuted;
            if (verdict.status == expected) {
              ++decided;
              continue;
            }
            CHECK(verdict.status == Status::undecided);
            CHECK(verdict.inputs.failing == (right ? 0 : 4));
            CHECK(k > 1000);  // no double is between the output and the border
            ++open;
          }
        }
      }
    }
  }
  CHECK(decided > 20 * open);
}

}  // namespace attest::next_to_the_border_test
