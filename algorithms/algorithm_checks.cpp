#include "algorithms/algorithm_checks.hpp"

#include <fmt/format.h>

#include <cmath>

#include "algorithms/definition.hpp"
#include "algorithms/graph_plan.hpp"
#include "algorithms/pair_problems.hpp"
#include "claims/usage_error.hpp"
#include "claims/whole_claim.hpp"

namespace attest {

std::vector<AttentionPolynomial> selected_polynomials(
    const std::string& text, std::size_t largest,
    const std::function<std::vector<AttentionPolynomial>(std::size_t)>& all) {
  if (text.starts_with("all-")) {
    if (text.size() == 5 && text[4] >= '2' && text[4] <= '5') {
      const std::size_t t = static_cast<std::size_t>(text[4] - '0');
      const auto polynomials = t <= largest ? all(t) : std::vector<AttentionPolynomial>{};
      if (!polynomials.empty()) return polynomials;
    }
    throw UsageError("h", text,
                     fmt::format("all-t with t at most {} for which there are such polynomials", largest));
  }
  // x1x2 is x1*x2, as everywhere on the command line.
  std::string spelled;
  for (const char c : text) {
    if (c == 'x' && !spelled.empty() && spelled.back() >= '0' && spelled.back() <= '9') spelled += '*';
    spelled += c;
  }
  try {
    return {AttentionPolynomial::parse(spelled)};
  } catch (const std::invalid_argument& error) {
    throw UsageError("h", text, std::string("all-t or an attention polynomial; ") + error.what());
  }
}

void check_sweep_size(const std::string& text, Eigen::Index n, Eigen::Index d) {
  if (!text.starts_with("all-")) return;
  if (n > 3) throw UsageError("n", fmt::format("{}", n), "at most 3 for all polynomials together");
  if (d > 2) throw UsageError("d", fmt::format("{}", d), "at most 2 for all polynomials together");
}

void check_symbolic_size(const AttentionPolynomial& h, Eigen::Index n, Eigen::Index d) {
  const double tokens = static_cast<double>(n);
  double indeterminates = tokens * static_cast<double>(d) * static_cast<double>(h.variables() - 1);
  for (const auto& monomial : h.monomials())
    indeterminates += std::pow(tokens, static_cast<double>(monomial.size()));
  if (std::pow(tokens, static_cast<double>(h.variables())) > 3000 || indeterminates > 120) {
    throw UsageError(
        "h", polynomial_text(h),
        fmt::format("a polynomial with n^t at most 3000 and at most 120 indeterminates at n={}, d={}", n, d));
  }
}

bool equal_fractions(const AttentionFraction<Polynomial>& a, const AttentionFraction<Polynomial>& b) {
  const auto equal = [](const Dense<Polynomial>& x, const Dense<Polynomial>& y) {
    if (x.rows() != y.rows() || x.cols() != y.cols()) return false;
    for (Eigen::Index k = 0; k < x.size(); ++k) {
      if (!(x.data()[k] == y.data()[k])) return false;
    }
    return true;
  };
  return equal(a.numerator, b.numerator) && equal(a.denominator, b.denominator);
}

bool equal_quotients(const AttentionFraction<Polynomial>& a, const AttentionFraction<Polynomial>& b) {
  if (equal_fractions(a, b)) return true;  // the cross products are large
  for (Eigen::Index i = 0; i < a.numerator.rows(); ++i) {
    for (Eigen::Index c = 0; c < a.numerator.cols(); ++c) {
      if (!(a.numerator(i, c) * b.denominator(i, 0) == b.numerator(i, c) * a.denominator(i, 0))) return false;
    }
  }
  return true;
}

AttentionFraction<Polynomial> symbolic_definition(const AttentionPolynomial& h, Eigen::Index n,
                                                  Eigen::Index d) {
  const SymbolicInstance instance(h, n, d);
  return attention_by_definition(
      h, instance.all_values(), Polynomial(1L),
      [&](std::size_t k, const auto& tokens) { return instance.factor(k, tokens); });
}

void Sweep::add(const AttentionPolynomial& h, bool ok) {
  ++total;
  if (ok) return;
  ++failing;
  if (!first_failure.empty()) return;
  first_failure = fmt::format("{} in {} variables", polynomial_text(h), h.variables());
}

Check Sweep::check(Kind kind, Evidence evidence) const {
  if (failing == 0) return holds(name, evidence, fmt::format("{} (h: {} polynomials)", what, total));
  return refuted(
      kind, name,
      fmt::format("not for {} of {} polynomials, first h = {}: {}", failing, total, first_failure, what));
}

}  // namespace attest
