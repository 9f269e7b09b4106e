#include "theorems/kernels.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <utility>

namespace attest::theorems {

namespace {

constexpr std::array kernel_words{
    std::pair{Kernel::softmax, "softmax"},
    std::pair{Kernel::exact_match, "exact-match"},
    std::pair{Kernel::expressive, "expressive"},
    std::pair{Kernel::hard_maximum, "hard-maximum"},
};

}  // namespace

std::optional<Kernel> kernel_of(std::string_view word) {
  for (const auto& [kernel, text] : kernel_words) {
    if (word == text) return kernel;
  }
  return std::nullopt;
}

std::string to_string(Kernel kernel) {
  for (const auto& [candidate, text] : kernel_words) {
    if (candidate == kernel) return text;
  }
  return {};
}

bool is_attention_polynomial(std::string_view word) {
  static const std::vector<std::string> words{"standard", "strassen", "third-order", "triangular", "poly"};
  return std::find(words.begin(), words.end(), word) != words.end();
}

const std::vector<std::string>& attention_words() {
  static const std::vector<std::string> words{"softmax",      "exact-match", "expressive",
                                              "hard-maximum", "standard",    "strassen",
                                              "third-order",  "triangular",  "poly"};
  return words;
}

std::string attention_list() {
  return fmt::format("{}", fmt::join(attention_words(), ", "));
}

}  // namespace attest::theorems
