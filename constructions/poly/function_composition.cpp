#include "constructions/poly/function_composition.hpp"

#include <fmt/format.h>

#include <map>

namespace attest {

namespace {

// Lines 3296-3298: "for l in [n], j in [t], phi(l + (j-1)t) = f_j(l), and finally phi(3n+1) = x", for a
// sequence phi(1..tn+1). Every index must be hit exactly once.
void check_printed_layout(long t, long n, std::vector<Defect>& defects) {
  const long length = t * n + 1;
  std::map<long, std::string> taken;
  std::string problem;
  const auto place = [&](long index, const std::string& what) {
    if (!problem.empty()) return;
    if (index > length) {
      problem = fmt::format("phi({}) = {} lies outside of phi(1..{})", index, what, length);
    } else if (const auto [at, fresh] = taken.emplace(index, what); !fresh) {
      problem = fmt::format("phi({}) is both {} and {}", index, at->second, what);
    }
  };
  for (long j = 1; j <= t; ++j) {
    for (long l = 1; l <= n; ++l) place(l + (j - 1) * t, fmt::format("f_{}({})", j, l));
  }
  place(3 * n + 1, "x");
  if (problem.empty()) return;
  defects.push_back(
      {"lines 3296-3297, phi(l+(j-1)t) = f_j(l), phi(3n+1) = x", problem,
       "phi(l+(j-1)n) = f_j(l) and phi(tn+1) = x, as lines 3085-3086 of the same appendix have it"});
}

}  // namespace

// Theorem F.6 (seed 003_fa68b7a15496b434.txt, lines 3290-3352). Tokens 1..tn+1 carry phi; the attention
// polynomial is x_1 x_2 + ... + x_t x_{t+1}; eq. (1) divides by d.
//
// Every row of a Q carries the factor A sqrt(log n), so every monomial carries A^2 log n: it is kept apart,
// in `scale`, together with eq. (1)'s 1/d.
//
// By hand at t = 2, n = 1: three tokens that carry 1, log 1 = 0, all scores are 0. With V^(3)_l = l the
// output is (1+2+3)/3 = 2 instead of 1; with V^(3)_l = phi(l) it is 1.
Construction poly_function_composition(Variant variant, long t, long n_value, const Rational& a_squared) {
  const bool printed = variant == Variant::printed;
  const auto n = Polynomial::variable("n");
  const auto i = Polynomial::variable("i");
  const auto phi = Polynomial::variable("phi");

  Construction c;
  c.attention = AttentionPolynomial::path(static_cast<std::size_t>(t));
  for (long v = 1; v <= t + 1; ++v) c.token_names.push_back(fmt::format("l{}", v));
  c.embedding_dimension = 3 * t;
  if (printed) check_printed_layout(t, n_value, c.defects);

  c.encoding = RowBuilder(c.defects, "line 3306")  // X_i
                   .rows({1, i, square(i), phi, square(phi)})
                   .zeros(3 * t - 5, "0_{3k-5} with k = t")
                   .build();

  const auto& l = i;
  c.query.push_back(RowBuilder(c.defects, "line 3331")  // Q^(1)
                        .rows({square(phi), phi, 1})
                        .zeros(3 * t - 3, "0_{3t-3}")
                        .build());
  for (long j = 2; j <= t + 1; ++j) {  // Q^(j)
    const auto shifted = l - (j - 2) * n;
    RowBuilder rows(c.defects, fmt::format("line 3335, Q^({})", j));
    rows.zeros(3 * (j - 2), "0_{3(j-2)}").rows({-1, 2 * shifted, -square(shifted)});
    // The last block holds what the next Q reads; there is no next one after Q^(t+1).
    if (printed || j <= t)
      rows.rows({square(phi), phi, 1}).zeros(3 * (t - j), fmt::format("0_{{3(t-j)}} at j = t+1 = {}", j));
    c.query.push_back(rows.build());
  }
  if (printed) {
    c.defects.push_back(
        {"line 3337, \"for all l in [n]\"",
         fmt::format("the rows of Q^(1), ..., Q^({}) are given for l = 1..{} only, but l_1 = tn+1 "
                     "and l_2, ... range over [tn+1] = 1..{}",
                     t + 1, n_value, t * n_value + 1),
         "the same formulas for all l in [tn+1]"});
  }

  for (long v = 2; v <= t; ++v) c.value.push_back({1});  // V^(2..t), lines 3349-3350
  c.value.push_back({printed ? l : phi});                // V^(t+1), line 3350

  c.scale = Surd(a_squared / Rational(3 * t)) * Surd::logarithm(Integer(n_value));
  c.scale_text = "A^2 log(n) / d, d = 3t (eq. 1; A sqrt(log n) from each of the two Q of a monomial)";

  // Definition 2.2 has no residual and no output network: the answer is the first coordinate.
  c.output_matrix = RationalMatrix::Identity(3 * t, 3 * t);
  c.readout = RationalVector::Constant(3 * t, Rational(0));
  c.readout(0) = 1;

  // Eq. (24), without its factor A^2 log n.
  Polynomial squares = square(c.token_symbol(0) - c.token_index(1));
  for (long v = 2; v <= t; ++v) {
    squares += square(c.token_index(v) - (v - 1) * n - c.token_symbol(v - 1));
  }
  c.identities.push_back({"identity", true, "eq. (24), line 3313", -squares, c.score(), ""});
  // Line 3341: <Q^(j)_{l_j}, Q^(j+1)_{l_{j+1}}> for any j in [t].
  for (long j = 1; j <= t; ++j) {
    const auto rows_at = [&](long v) {
      Rows rows;
      for (const auto& row : c.query[v]) {
        rows.push_back(row.substitute({{"i", c.token_index(v)}, {"phi", c.token_symbol(v)}}));
      }
      return rows;
    };
    const Polynomial offset = printed ? n : (j - 1) * n;
    const Polynomial displayed = -square(c.token_index(j) - offset - c.token_symbol(j - 1));
    const Polynomial actual = inner_product(rows_at(j - 1), rows_at(j));
    // The first j at which it fails speaks for all.
    if (!(displayed == actual) || j == t) {
      c.identities.push_back(
          {"pair-identity", true, fmt::format("line 3341 at j = {}", j), displayed, actual,
           fmt::format("the displayed inner product -A^2 log n (l_{{j+1}} - n - phi(l_j))^2 has n "
                       "where the rows of Q^({}) and Q^({}) give {}n",
                       j, j + 1, j - 1)});
      break;
    }
  }

  c.choices = {fmt::format("eq. (1)'s division by d is kept, with d = 3t = {}", 3 * t),
               "the output is the first coordinate of the head at token tn+1; Definition 2.2 has no residual "
               "and no output "
               "network",
               "the value matrices are zero outside of their first column"};
  if (printed) {
    c.choices.push_back(
        "k in the widths 3k and 3k-5 is not introduced by the theorem; it is read as t, which the "
        "printed coordinates of Q add up to");
    c.notes = {
        "the statement writes h_t(x_1, ..., x_t) for a polynomial in x_1, ..., x_{t+1} (line 3292; line 3287 "
        "has it "
        "right)",
        "line 3323 has l_{t+1} = (t-1)n + phi(l_{t-1}); eq. (24) gives phi(l_t)",
        "lines 3319 and 3323 equate the index n + f_1(x) with the number f_2(f_1(x)) that the token of that "
        "index "
        "carries; V^(t+1)_l = l returns the index",
        "lines 3345 and 3351 (factor n^{-A}, error n^{t-A^2}) leave out eq. (1)'s 1/d: the next best tuple "
        "is smaller "
        "by n^{-A^2/(3t)}"};
  }
  return c;
}

}  // namespace attest
