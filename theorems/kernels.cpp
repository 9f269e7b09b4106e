#include "theorems/kernels.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <stdexcept>

#include "numeric/checked.hpp"

namespace attest::theorems {

namespace {

constexpr long longest_path = 64;

std::vector<std::string> polynomial_words() {
  std::vector<std::string> words = AttentionPolynomial::names();
  words.emplace_back("poly");
  return words;
}

}  // namespace

bool is_attention_polynomial(std::string_view word) {
  static const std::vector<std::string> words = polynomial_words();
  return std::find(words.begin(), words.end(), word) != words.end();
}

const std::vector<std::string>& attention_words() {
  static const std::vector<std::string> all = [] {
    std::vector<std::string> words;
    for (const attention::KernelRecord& kernel : attention::kernels()) {
      if (kernel.word != nullptr) words.emplace_back(kernel.word);
    }
    for (std::string& word : polynomial_words()) words.push_back(std::move(word));
    return words;
  }();
  return all;
}

std::string attention_list() {
  return fmt::format("{}", fmt::join(attention_words(), ", "));
}

AttentionPolynomial polynomial_of(const HeadStatement& head, const NetworkNames& constants) {
  if (head.polynomial.empty()) return AttentionPolynomial::standard();
  if (const auto named = AttentionPolynomial::named(head.polynomial)) return *named;
  if (head.polynomial == "path") {
    const Rational t = evaluate_number(head.polynomial_arity, constants);
    const auto edges = fits_long(t);
    if (!edges || *edges < 1 || *edges > longest_path)
      throw NetworkError(head.polynomial_arity->place, fmt::format("a path of {} edges", to_string(t)));
    return AttentionPolynomial::path(static_cast<std::size_t>(*edges));
  }
  try {
    return AttentionPolynomial::parse(head.polynomial);
  } catch (const std::invalid_argument& error) {
    throw NetworkError(head.place, fmt::format("poly({}): {}", head.polynomial, error.what()));
  }
}

}  // namespace attest::theorems
