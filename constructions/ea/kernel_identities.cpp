#include "constructions/ea/kernel_identities.hpp"

#include <array>
#include <map>

#include "attention/kernel.hpp"
#include "claims/whole_claim.hpp"
#include "numeric/exponential_sum.hpp"

namespace attest {

namespace {

Check identity(const char* name, bool equal, const char* text) {
  return equal ? holds(name, Evidence::symbolic, text) : refuted(Kind::display, name, text);
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
      "e(w) - e(z) = (w^2 - z^2)/((1+w^2)(1+z^2)): a larger squared dot product has the larger weight, and "
      "with "
      "the other keys' sum c fixed the larger normalised one, w/(w+c) - v/(v+c) = c (w-v)/((w+c)(v+c))");
}

Rational at(const std::function<Polynomial(const Polynomial&)>& f, long z) {
  return f(Polynomial(z)).evaluate({});
}

// Keys of one length, Q and K in {-2..2}^3: calls visit(Q.K, Q.Q, K = Q or K = -Q).
template <class Visit>
bool all_keys(const Visit& visit) {
  const auto vector_of = [](int code) {
    return std::array<long, 3>{code % 5 - 2, code / 5 % 5 - 2, code / 25 - 2};
  };
  for (int q = 0; q < 125; ++q) {
    for (int k = 0; k < 125; ++k) {
      const auto Q = vector_of(q), K = vector_of(k);
      long A = 0, B = 0, C = 0;
      for (std::size_t c = 0; c < 3; ++c) {
        A += Q[c] * Q[c];
        B += K[c] * K[c];
        C += Q[c] * K[c];
      }
      if (A == 0 || A != B) continue;
      const int along = K == Q ? 1 : K == std::array<long, 3>{-Q[0], -Q[1], -Q[2]} ? -1 : 0;
      if (!visit(C, A, along)) return false;
    }
  }
  return true;
}

// Figure 1, right: among keys of one length e is largest exactly for the parallel and the antiparallel one.
Check parallel(const KernelFormula& e) {
  std::map<long, Rational> value;
  for (long z = -12; z <= 12; ++z) {
    const Rational below = at(e.denominator, z);
    if (below == 0) return refuted(Kind::display, "parallel", "the kernel is not defined everywhere");
    value[z] = at(e.numerator, z) / below;
  }
  const bool right = all_keys(
      [&](long C, long A, int along) { return along != 0 ? value[C] == value[A] : value[C] < value[A]; });
  const char* text =
      "among keys of one length in {-2..2}^3 e is largest exactly where K is parallel or antiparallel to Q; "
      "in any "
      "dimension |A K - C Q|^2 = A (A B - C^2) with A = Q.Q, B = K.K, C = Q.K";
  return right ? holds("parallel", Evidence::enumeration, text) : refuted(Kind::display, "parallel", text);
}

// Line 60: the kernel vanishes on the d-1 dimensions orthogonal to Q and nowhere else, as e(z) = 0 for z = 0
// only.
Check orthogonal(const KernelFormula& e) {
  const auto z = Polynomial::variable("a");
  return identity(
      "orthogonal", e.numerator(z) == z * z,
      "e(z) = 0 for z = 0 alone: e vanishes exactly on the d-1 dimensions of keys orthogonal to Q");
}

// Line 58 and Figure 1, left: exp(beta z) orders keys as its logarithm does.
Check dot_product(const std::function<Polynomial(const Polynomial&)>& logarithm) {
  const bool right = all_keys([&](long C, long A, int along) {
    const Rational here = at(logarithm, C);
    const bool most = here == at(logarithm, A), least = here == at(logarithm, -A);
    return most == (along == 1) && least == (along == -1) &&
           (C != 0 || (at(logarithm, -A) < here && here < at(logarithm, A)));
  });
  const char* text =
      "exp(beta z), beta > 0: among keys of one length in {-2..2}^3 it is largest for the parallel key only, "
      "least "
      "for the antiparallel one only, and strictly between on the orthogonal ones";
  return right ? holds("dot-product", Evidence::enumeration, text)
               : refuted(Kind::display, "dot-product", text);
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
  const auto weights =
      attention::normalised_weights(attention::Kernel::expressive, {Rational(1) / 10, Rational(1)}).value();
  const char* text =
      "for keys of different lengths a parallel key may get less than an almost orthogonal one: Q = (1,0) "
      "gives K = (1/10,0) the weight "
      "2/103 and K = (1,10), at 84 degrees, 101/103";
  const bool as_said = weights[0] == Rational(2) / 103 && weights[1] == Rational(101) / 103;
  return informative(as_said ? refuted(Kind::statement, "any-lengths", text)
                             : undecided("any-lengths", "the example is not one"));
}

}  // namespace

KernelFormula printed_kernel() {
  return {[](const Polynomial& z) { return z * z; }, [](const Polynomial& z) { return 1 + z * z; }};
}

std::vector<Check> kernel_identity_checks(const KernelFormula& e,
                                          const std::function<Polynomial(const Polynomial&)>& logarithm) {
  return {symmetry(e),      range(e),      monotone(e),
          parallel(e),      orthogonal(e), dot_product(logarithm),
          dynamic_range(e), saturation(e), unequal_lengths()};
}

}  // namespace attest
