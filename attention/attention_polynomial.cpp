#include "attention/attention_polynomial.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace attest {

AttentionPolynomial::AttentionPolynomial(std::size_t variables,
                                         std::vector<std::vector<std::size_t>> monomials)
    : variables_(variables), monomials_(std::move(monomials)) {
  if (variables_ < 2) throw std::invalid_argument("an attention polynomial has at least two variables");
  for (auto& monomial : monomials_) {
    std::sort(monomial.begin(), monomial.end());
    if (monomial.size() < 2) throw std::invalid_argument("a monomial of degree below 2");
    if (std::adjacent_find(monomial.begin(), monomial.end()) != monomial.end()) {
      throw std::invalid_argument("not multilinear: a variable twice in a monomial");
    }
    if (monomial.back() >= variables_) throw std::invalid_argument("a variable out of range");
  }
  std::sort(monomials_.begin(), monomials_.end());
  if (std::adjacent_find(monomials_.begin(), monomials_.end()) != monomials_.end()) {
    throw std::invalid_argument("a coefficient other than 0 and 1: a monomial twice");
  }
}

AttentionPolynomial AttentionPolynomial::parse(std::string_view text) {
  std::vector<std::vector<std::size_t>> monomials(1);
  std::size_t variables = 0;
  bool expect_variable = true;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == ' ') continue;
    if (expect_variable) {
      std::size_t digits = 0;
      std::size_t number = 0;
      while (c == 'x' && digits < 3 && i + 1 < text.size() && text[i + 1] >= '0' && text[i + 1] <= '9') {
        number = 10 * number + static_cast<std::size_t>(text[++i] - '0');
        ++digits;
      }
      if (number == 0)
        throw std::invalid_argument(fmt::format("expected a variable x1, x2, ... at character {}", i + 1));
      variables = std::max(variables, number);
      monomials.back().push_back(number - 1);
      expect_variable = false;
    } else if (c == '*' || c == '+') {
      if (c == '+') monomials.emplace_back();
      expect_variable = true;
    } else {
      throw std::invalid_argument(fmt::format("expected * or + at character {}", i + 1));
    }
  }
  if (expect_variable) throw std::invalid_argument("the polynomial ends where a variable is expected");
  return {variables, std::move(monomials)};
}

AttentionPolynomial AttentionPolynomial::standard() {
  return {2, {{0, 1}}};
}

AttentionPolynomial AttentionPolynomial::tensor(std::size_t variables) {
  std::vector<std::size_t> all(variables);
  for (std::size_t v = 0; v < variables; ++v) all[v] = v;
  return {variables, {all}};
}

AttentionPolynomial AttentionPolynomial::strassen() {
  return {3, {{0, 1}, {1, 2}, {0, 2}}};
}

AttentionPolynomial AttentionPolynomial::path(std::size_t edges) {
  std::vector<std::vector<std::size_t>> monomials;
  for (std::size_t v = 0; v < edges; ++v) monomials.push_back({v, v + 1});
  return {edges + 1, std::move(monomials)};
}

namespace {

const std::vector<std::pair<std::string, AttentionPolynomial>>& polynomials_by_name() {
  static const std::vector<std::pair<std::string, AttentionPolynomial>> all{
      {"standard", AttentionPolynomial::standard()},
      {"strassen", AttentionPolynomial::strassen()},
      {"third-order", AttentionPolynomial::tensor(3)},
      {"triangular", {3, {{1, 2}}}},
  };
  return all;
}

}  // namespace

std::optional<AttentionPolynomial> AttentionPolynomial::named(std::string_view word) {
  for (const auto& [name, polynomial] : polynomials_by_name()) {
    if (name == word) return polynomial;
  }
  return std::nullopt;
}

const std::vector<std::string>& AttentionPolynomial::names() {
  static const std::vector<std::string> all = [] {
    std::vector<std::string> names;
    for (const auto& [name, polynomial] : polynomials_by_name()) names.push_back(name);
    return names;
  }();
  return all;
}

std::size_t AttentionPolynomial::degree() const {
  std::size_t result = 0;
  for (const auto& monomial : monomials_) result = std::max(result, monomial.size());
  return result;
}

std::string AttentionPolynomial::to_string() const {
  std::string text;
  for (const auto& monomial : monomials_) {
    if (!text.empty()) text += " + ";
    for (std::size_t k = 0; k < monomial.size(); ++k) {
      text += fmt::format("{}x{}", k == 0 ? "" : "*", monomial[k] + 1);
    }
  }
  return text;
}

}  // namespace attest
