#include "constructions/poly/printed_strassen.hpp"

#include <fmt/format.h>

#include "algorithms/approximation/given_matrices.hpp"
#include "algorithms/approximation/output_error.hpp"
#include "numeric/decimal.hpp"

namespace attest {

namespace {

constexpr Precision working_precision = 256;

// Rows and columns by name: what the print says holds for all n and r.
struct Shape {
  std::string name;
  std::string rows;
  std::string columns;
};

// The shape of a product, or what does not fit.
struct Product {
  Shape shape;
  std::string mismatch;
};
Product product_of(const std::vector<Shape>& factors) {
  Product result{factors.front(), {}};
  for (std::size_t i = 1; i < factors.size() && result.mismatch.empty(); ++i) {
    const Shape& next = factors[i];
    if (result.shape.columns != next.rows) {
      result.mismatch = fmt::format("{} ({} x {}) times {} ({} x {})", result.shape.name, result.shape.rows,
                                    result.shape.columns, next.name, next.rows, next.columns);
      break;
    }
    result.shape = {result.shape.name + " " + next.name, result.shape.rows, next.columns};
  }
  return result;
}

Check well_formed(Verdict& verdict) {
  std::vector<std::string> defects;
  // Line 1338: the denominator of eq. 2.
  const Product denominator =
      product_of({{"X_(i,1:n)", "1", "n"}, {"Y", "n", "n"}, {"Z_(1:n,i)", "n", "1"}, {"1_n", "n", "1"}});
  if (!denominator.mismatch.empty()) defects.push_back("line 1338, eq. 2: " + denominator.mismatch);
  // Line 1395: A, and line 1399: R_i.
  const Product a = product_of({{"(W^1)^T", "r", "n"},
                                {"U^2", "n", "r"},
                                {"(W^2)^T", "r", "n"},
                                {"U^3", "n", "r"},
                                {"(W^3)^T", "r", "n"}});
  const Product r_i =
      product_of({{"U^1_i", "1", "r"}, {"A", a.shape.rows, a.shape.columns}, {"(W^3_i)^T", "r", "1"}});
  if (!r_i.mismatch.empty()) defects.push_back("lines 1395, 1399: " + r_i.mismatch);
  // Line 1395: B, and line 1403: P_i.
  const Product b =
      product_of({{"(W^1)^T", "r", "n"}, {"U~^2", "n", "r"}, {"(W~^2)^T", "r", "n"}, {"U^3", "n", "r"}});
  const Product p_i =
      product_of({{"U^1_i", "1", "r"}, {"B", b.shape.rows, b.shape.columns}, {"(W^3_i)^T", "r", "1"}});
  if (!p_i.mismatch.empty()) defects.push_back("lines 1395, 1403: " + p_i.mismatch);
  defects.emplace_back(
      "line 1407: the quotient's denominator Q_i is not defined (Q^(1), Q^(2), Q^(3) are matrices)");
  verdict.details["readings"] = {
      "eq. 2: without the last factor 1_n", "A is (W^1)^T U^2 (W^2)^T U^3, as in line 1523",
      "Q_i is R_i of step 7",
      "steps 3, 4 and B stand before the loop over l but depend on l: they are done for every l",
      "step 9 says the l-th row where it sets the entry (i, l)"};
  verdict.notes.emplace_back(
      "Lemma C.2 (line 1358) has no 1/d: the entries of P Q^T are in [-d Gamma^2, d Gamma^2], and for d of "
      "order log n the "
      "degree, hence the exponent of r, is then of order log n. Algorithm 1 applies it to Q Q^T / d.");
  verdict.notes.emplace_back(
      "Lemma C.2 says d = O(log n), B = o(log n) and never uses B; Gamma is left free. Its underbraces r x r "
      "(line 1395) "
      "stand under n x r factors; they may be a transcription's.");
  std::string reason;
  for (const std::string& defect : defects) reason += (reason.empty() ? "" : "; ") + defect;
  return ill_formed("well-formed", reason);
}

// Lines 1466-1477: eps X_ij < gamma with gamma = eps e^(Gamma^2).
Check display_3(const ApproximationParameters& p) {
  const GivenMatrices all = corner_matrices(~std::uint64_t{0}, 3, p.n, p.d, p.gamma);
  Rational score(0);
  for (long c = 0; c < p.d; ++c) score += all.q[0](0, c) * all.q[1](0, c);
  score /= p.d;
  const Rational exponent = p.gamma * p.gamma;
  if (score == exponent) {
    return refuted(Kind::display, "display-3",
                   "line 1466: eps X_ij < gamma = eps e^(Gamma^2) is an equality where all entries of "
                   "Q are Gamma (<= is right)");
  }
  return undecided("display-3", "no entry attains e^(Gamma^2)");
}

// Lines 1481-1491 and 1506-1515: the sums are O(gamma).
Check sums(const ApproximationParameters& p) {
  // Eq. 3 allows X (1 + eps/2) for X, and so for Y, Z; with all entries of Q equal to Gamma the sum of n^2
  // products e^(3 Gamma^2) is then off by n^2 e^(3 Gamma^2) ((1 + eps/2)^3 - 1) >= 3/2 n^2 e^(2 Gamma^2)
  // gamma.
  const Rational half = 1 + p.eps / 2;
  const Rational relative = (half * half * half - 1) / p.eps;
  const Interval ratio = Interval(Rational(relative * p.n * p.n), working_precision) *
                         exp(Interval(Rational(2 * p.gamma * p.gamma), working_precision));
  const std::string text = fmt::format(
      "eq. 4, 5: not O(gamma): with factors off by 1 + eps/2 and all entries Gamma the sum of n^2 terms is "
      "off by at least 3/2 n^2 e^(2 Gamma^2) gamma for every n, which is above C gamma for every constant C "
      "once n^2 > C; here {} gamma (still 1/poly(n) for a smaller eps)",
      decimal_rounded_down(ratio));
  if (relative * 2 >= 3) return refuted(Kind::constant, "sums", text);
  return undecided("sums", text);
}

// Line 1542.
Check numerator_bound(const ApproximationParameters& p) {
  // All entries of Q are Gamma and of V are 1: n^2 terms e^(3 Gamma^2) against one.
  const Interval one_term = exp(Interval(Rational(3 * p.gamma * p.gamma), working_precision));
  const Interval sum = Interval(Rational(Integer(p.n) * p.n), working_precision) * one_term;
  const std::string text = "line 1542: |[X D1 Y D2 Z]_ii| < e^(3 Gamma^2) max|V1| max|V2|";
  if (p.n > 1 && compare(sum, one_term) == Ordering::greater) {
    return refuted(Kind::constant, "numerator-bound",
                   fmt::format("{} is false where all entries of Q are Gamma and of V are 1: the sum "
                               "has n^2 = {} terms e^(3 Gamma^2)",
                               text, p.n * p.n));
  }
  if (p.n == 1)
    return refuted(Kind::display, "numerator-bound",
                   text + " is an equality where all entries of Q are Gamma and of V are 1");
  return undecided("numerator-bound", text);
}

Check denominator_bound(const ApproximationParameters& p) {
  // ab + bc + ca is linear in each of a, b, c, so its least value on the cube [-Gamma, Gamma]^3 is at a
  // corner.
  Rational least = 3 * p.gamma * p.gamma;
  for (int corner = 0; corner < 8; ++corner) {
    const Rational a = (corner & 1) != 0 ? p.gamma : Rational(-p.gamma);
    const Rational b = (corner & 2) != 0 ? p.gamma : Rational(-p.gamma);
    const Rational c = (corner & 4) != 0 ? p.gamma : Rational(-p.gamma);
    least = std::min(least, Rational(a * b + b * c + c * a));
  }
  // Each weight is at least e^least, there are n^2: 1/[XYZ]_ii <= e^(-least) / n^2 < e^(3 Gamma^2).
  if (-least < 3 * p.gamma * p.gamma) {
    return holds(
        "denominator-bound", Evidence::cover,
        fmt::format(
            "line 1542: a tuple's score is at least {} Gamma^2, so 1/[XYZ]_ii is at most e^(Gamma^2) / n^2",
            to_string(Rational(least / (p.gamma * p.gamma)))));
  }
  return refuted(Kind::constant, "denominator-bound", "line 1542: some tuple's score is below -3 Gamma^2");
}

// Line 1548: |P/R - Att| < gamma_0 = O(gamma).
Check conclusion(const ApproximationParameters& p) {
  const Interval bound = output_error_bound(p.eps, 3, working_precision);
  const Interval gamma =
      Interval(p.eps, working_precision) * exp(Interval(Rational(p.gamma * p.gamma), working_precision));
  const Interval ratio = bound / gamma;
  const std::string text = fmt::format(
      "line 1548: for V in [-1, 1] |P/R - Att| <= {} gamma; for other V times max|V1| max|V2|, a factor "
      "that O(gamma) leaves out",
      decimal_rounded_up(ratio));
  if (compare(ratio, Rational(4)) == Ordering::less) return holds("conclusion", Evidence::symbolic, text);
  return undecided("conclusion", text);
}

}  // namespace

std::vector<Check> printed_strassen_checks(const ApproximationParameters& parameters, const Integer& rank,
                                           Verdict& verdict) {
  std::vector<Check> checks{well_formed(verdict)};
  for (Check check : {display_3(parameters), sums(parameters), numerator_bound(parameters),
                      denominator_bound(parameters), conclusion(parameters)}) {
    checks.push_back(informative(std::move(check)));
  }
  verdict.details["rank"] = rank.str();
  return checks;
}

}  // namespace attest
