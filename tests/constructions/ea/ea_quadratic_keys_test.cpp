// The head with quadratic keys: weights by powers written out, every small context, the least ratio over many sizes, and its planted errors.
#include <catch2/catch.hpp>

#include "fixtures.hpp"

namespace attest::ea_quadratic_keys_test {
namespace {

Rational power(const Rational& base, long exponent) {
  Rational result = 1;
  for (long i = 0; i < exponent; ++i) result *= base;
  return result;
}

// At the last of L tokens: (4N-4)^-(steps(steps+1)/2) at `steps` places from the nearer causal token, beside it or before it.
std::vector<Rational> weights_by_steps(long tau, long L, const Rational& ratio) {
  std::vector<Rational> weights;
  Rational sum = 0;
  for (long k = 1; k <= L; ++k) {
    const long later = L + 1 - tau;  // x(t - tau), t = L + 1
    const long steps = k > later ? k - later : k < later - 1 ? later - 1 - k : 0;
    weights.push_back(power(1 / ratio, steps * (steps + 1) / 2));
    sum += weights.back();
  }
  for (Rational& weight : weights) weight /= sum;
  return weights;
}

// The sum before the network, 2 sum_k w_k x_k, farthest from x(t-tau) + x(t-tau-1) over all contexts: it is affine in each symbol.
Rational farthest(long N, long tau, long L, const Rational& ratio) {
  const auto weights = weights_by_steps(tau, L, ratio);
  Rational up = 0;
  Rational down = 0;
  for (long k = 1; k <= L; ++k) {
    const bool causal = k == L + 1 - tau || k == L - tau;
    const Rational slope = 2 * weights[static_cast<std::size_t>(k - 1)] - (causal ? 1 : 0);
    (slope > 0 ? up : down) += slope * (N - 1);
  }
  return std::max<Rational>(up, -down);
}

fixtures::Setting setting(long N, long tau, long L, const std::string& more = {}) {
  std::vector<std::string> words{fmt::format("N={}", N), fmt::format("tau={}", tau),
                                 fmt::format("context={}", L)};
  if (!more.empty()) words.push_back(more);
  return fixtures::setting_of("ea/next-token-quadratic-keys", Variant::constructed, words);
}

}  // namespace

TEST_CASE("With quadratic keys 4N - 4 serves every context, and 4N - 5 does not", "[ea][quadratic-keys]") {
  for (long N = 2; N <= 9; ++N) {
    for (long tau = 1; tau <= 5; ++tau) {
      for (long L = tau + 1; L <= tau + 9; ++L) {
        INFO(N << " " << tau << " " << L);
        CHECK(farthest(N, tau, L, Rational(4 * N - 4)) < Rational(1, 2));
        if (tau >= 2 && L >= tau + 2) CHECK(farthest(N, tau, L, Rational(4 * N - 5)) >= Rational(1, 2));
      }
    }
  }
  CHECK(farthest(2, 2, 4, 3) == Rational(1, 2));
}

TEST_CASE("The text puts out what the powers say, on every small context", "[ea][quadratic-keys]") {
  for (const auto& [N, tau, L] :
       {std::tuple(2L, 1L, 2L), {2L, 2L, 5L}, {3L, 2L, 4L}, {3L, 1L, 4L}, {4L, 3L, 4L}}) {
    const auto text = setting(N, tau, L);
    const auto weights = weights_by_steps(tau, L, Rational(4 * N - 4));
    long count = 1;
    for (long k = 0; k < L; ++k) count *= N;
    for (long rank = 0; rank < count; ++rank) {
      const Word word = text->task().space().unrank(Integer(rank));
      Rational y = 0;
      for (std::size_t k = 0; k < weights.size(); ++k) y += 2 * weights[k] * static_cast<long>(word[k]);
      const long next = (static_cast<long>(word[static_cast<std::size_t>(L - tau)]) +
                         static_cast<long>(word[static_cast<std::size_t>(L - tau - 1)])) %
                        N;
      // Below the step the network is the identity, behind it N less.
      const Rational reduced = y < N - Rational(1, 2) ? y : Rational(y - N);
      const auto out = text->evaluate(word, 0);
      INFO(N << " " << tau << " " << L << " rank " << rank);
      CHECK(out.compare(next - Rational(1, 2)) == Ordering::greater);
      CHECK(out.compare(next + Rational(1, 2)) == Ordering::less);
      if (N > 2) CHECK(out.compare(reduced) == Ordering::equal);
    }
  }
}

}  // namespace attest::ea_quadratic_keys_test
