#include "constructions/ea/kernel_identities.hpp"

#include "claims/whole_claim.hpp"
#include "constructions/attention/expressive.hpp"
#include "numeric/exponential_sum.hpp"

namespace attest {

namespace {

Check identity(const char* name, bool equal, const char* text) {
  return equal ? holds(name, Evidence::symbolic, text) : of_kind(Kind::display, refuted(name, text));
}

// Lines 25 and 56: a function of the squared dot product; Figure 1: parallel and antiparallel alike.
Check symmetry(const KernelFormula& e) {
  const auto z = Polynomial::variable("a");
  return identity("symmetry", e.numerator(-z) * e.denominator(z) == e.numerator(z) * e.denominator(-z),
                  "e(-z) = e(z) for e(z) = z^2/(1+z^2): Q -> -Q and K -> -K change no weight");
}

Check range(const KernelFormula& e) {
  const auto z = Polynomial::variable("a");
  return identity("range", e.denominator(z) - e.numerator(z) == 1,
                  "e(z) = 1 - 1/(1+z^2), so 0 <= e(z) < 1, and e(z) = 0 only for z = 0");
}

Check monotone(const KernelFormula& e) {
  const auto z = Polynomial::variable("a");
  const auto w = Polynomial::variable("b");
  return identity(
      "monotone", e.numerator(w) * e.denominator(z) - e.numerator(z) * e.denominator(w) == w * w - z * z,
      "e(w) - e(z) = (w^2 - z^2)/((1+w^2)(1+z^2)): a larger squared dot product has the larger weight");
}

// A = Q.Q, B = K.K, C = Q.K: |A K - C Q|^2 = A (A B - C^2) for vectors of any dimension.
Check parallel() {
  const auto A = Polynomial::variable("a");
  const auto B = Polynomial::variable("b");
  const auto C = Polynomial::variable("c");
  const auto square_of_difference = A * A * B - 2 * A * C * C + C * C * A;
  return identity(
      "parallel", square_of_difference == A * (A * B - C * C),
      "|A K - C Q|^2 = A (A B - C^2) with A = Q.Q, B = K.K, C = Q.K: among keys of one length z^2 is "
      "largest, A B, exactly where K is parallel or antiparallel to Q");
}

// Q.(q_i e_j - q_j e_i) = q_i q_j - q_j q_i. For q_i != 0 the d - 1 vectors with j != i are independent, the
// j-th alone having a coordinate j; and Q itself is not orthogonal to Q.
Check orthogonal() {
  const auto qi = Polynomial::variable("a");
  const auto qj = Polynomial::variable("b");
  return identity(
      "orthogonal", (qi * qj - qj * qi).is_zero(),
      "e vanishes exactly on the keys orthogonal to Q, a space of d-1 dimensions (line 60) with the basis "
      "q_i e_j - q_j e_i, j != i, for a q_i != 0");
}

// Line 58 and Figure 1, left.
Check dot_product() {
  const Surd unit(Rational(1));
  const bool increasing = sign_of({{1, 1}, {0, -1}}, unit) == Ordering::greater;
  const bool tells_signs_apart = !is_zero({{1, 1}, {-1, -1}}, unit);
  return identity("dot-product", increasing && tells_signs_apart,
                  "exp(beta z) grows strictly with z, beta > 0: among keys of one length it is largest for "
                  "parallel keys only, least "
                  "for antiparallel ones only, and 1 on the orthogonal space, strictly between");
}

// What normalisation leaves of it: v and w are terms of a row whose other terms sum to c >= 0.
Check in_a_row() {
  const auto v = Polynomial::variable("a");
  const auto w = Polynomial::variable("b");
  const auto c = Polynomial::variable("c");
  return identity("in-a-row", w * (v + c) - v * (w + c) == c * (w - v),
                  "w/(w+c) - v/(v+c) = c(w-v)/((w+c)(v+c)): with the other keys fixed, the normalised weight "
                  "grows with the "
                  "squared dot product, unless all others are orthogonal to Q (c = 0) and it is 1");
}

// Figure 4, line 126: "EA typically covers a larger dynamical range".
Check dynamic_range(const KernelFormula& e) {
  const auto square_of_best = Polynomial::variable("a");  // A B, the z^2 of a parallel key
  const auto z = Polynomial::variable("b");
  const auto left = square_of_best * e.denominator(z) - square_of_best;
  return informative(
      identity("dynamic-range", left == square_of_best * e.numerator(z),
               "among keys of one length the parallel one outweighs one with dot product z by at least "
               "AB/((1+AB) z^2), without bound "
               "as K turns orthogonal; with eq. (1) the factor is at most exp(2 beta sqrt(AB))"));
}

// The other side of it, which the paper does not mention.
Check saturation(const KernelFormula& e) {
  const auto z = Polynomial::variable("a");
  const auto w = Polynomial::variable("b");
  return informative(identity(
      "saturation",
      e.denominator(w) * e.denominator(z) - e.numerator(z) * e.denominator(w) == e.denominator(w),
      "e(z)/e(w) < 1 + 1/w^2: between two keys that are not orthogonal to Q, eq. (2) cannot choose sharply, "
      "however "
      "large z is; eq. (1) can"));
}

// Figure 1 draws keys of one length. Without that, direction decides nothing.
Check unequal_lengths() {
  const auto weights = expressive_weights({Rational(1) / 10, Rational(1)}).value();
  const char* text =
      "for keys of different lengths a parallel key may get less than an almost orthogonal one: Q = (1,0) "
      "gives K = (1/10,0) the weight "
      "2/103 and K = (1,10), at 84 degrees, 101/103";
  const bool as_said = weights[0] == Rational(2) / 103 && weights[1] == Rational(101) / 103;
  return informative(as_said ? of_kind(Kind::statement, refuted("any-lengths", text))
                             : undecided("any-lengths", "the example is not one"));
}

}  // namespace

KernelFormula printed_kernel() {
  return {[](const Polynomial& z) { return z * z; }, [](const Polynomial& z) { return 1 + z * z; }};
}

std::vector<Check> kernel_identity_checks(const KernelFormula& e) {
  return {symmetry(e),   range(e),   monotone(e),      parallel(),    orthogonal(),
          dot_product(), in_a_row(), dynamic_range(e), saturation(e), unequal_lengths()};
}

}  // namespace attest
