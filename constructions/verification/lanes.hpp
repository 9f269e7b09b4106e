// W doubles side by side (W even), for the machine's two-wide vector instructions.
//
// Loops over lanes are written as packs, so that the compiler keeps all lanes in registers.
#pragma once

#include <cstddef>
#include <cstring>
#include <utility>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace attest {

using LanePair [[gnu::vector_size(16)]] = double;

template <std::size_t W>
struct Lanes {
  static_assert(W % 2 == 0);
  LanePair pair[W / 2];

  double operator[](std::size_t w) const { return pair[w / 2][w % 2]; }
};

namespace lanes_detail {

[[gnu::always_inline]] inline LanePair larger(LanePair a, LanePair b) {
#if defined(__SSE2__)
  return _mm_max_pd(a, b);
#else
  return a > b ? a : b;
#endif
}

[[gnu::always_inline]] inline LanePair smaller(LanePair a, LanePair b) {
#if defined(__SSE2__)
  return _mm_min_pd(a, b);
#else
  return a < b ? a : b;
#endif
}

template <std::size_t W, class F, std::size_t... I>
[[gnu::always_inline]] inline Lanes<W> build(F&& f, std::index_sequence<I...>) {
  return {{f(I)...}};
}
template <std::size_t W, class F>
[[gnu::always_inline]] inline Lanes<W> build(F&& f) {
  return build<W>(std::forward<F>(f), std::make_index_sequence<W / 2>());
}

}  // namespace lanes_detail

template <std::size_t W>
[[gnu::always_inline]] inline Lanes<W> all_lanes(double value) {
  return lanes_detail::build<W>([&](std::size_t) { return LanePair{value, value}; });
}

// W doubles from memory, without alignment.
template <std::size_t W>
[[gnu::always_inline]] inline Lanes<W> load_lanes(const double* from) {
  Lanes<W> result;
  std::memcpy(&result, from, sizeof(result));
  return result;
}

template <std::size_t W>
[[gnu::always_inline]] inline Lanes<W> operator+(const Lanes<W>& a, const Lanes<W>& b) {
  return lanes_detail::build<W>([&](std::size_t k) [[gnu::always_inline]] { return a.pair[k] + b.pair[k]; });
}
template <std::size_t W>
[[gnu::always_inline]] inline Lanes<W> operator-(const Lanes<W>& a, const Lanes<W>& b) {
  return lanes_detail::build<W>([&](std::size_t k) [[gnu::always_inline]] { return a.pair[k] - b.pair[k]; });
}
template <std::size_t W>
[[gnu::always_inline]] inline Lanes<W> operator*(const Lanes<W>& a, const Lanes<W>& b) {
  return lanes_detail::build<W>([&](std::size_t k) [[gnu::always_inline]] { return a.pair[k] * b.pair[k]; });
}
template <std::size_t W>
[[gnu::always_inline]] inline Lanes<W> operator/(const Lanes<W>& a, const Lanes<W>& b) {
  return lanes_detail::build<W>([&](std::size_t k) [[gnu::always_inline]] { return a.pair[k] / b.pair[k]; });
}
template <std::size_t W>
[[gnu::always_inline]] inline Lanes<W> larger(const Lanes<W>& a, const Lanes<W>& b) {
  return lanes_detail::build<W>(
      [&](std::size_t k) [[gnu::always_inline]] { return lanes_detail::larger(a.pair[k], b.pair[k]); });
}
template <std::size_t W>
[[gnu::always_inline]] inline Lanes<W> smaller(const Lanes<W>& a, const Lanes<W>& b) {
  return lanes_detail::build<W>(
      [&](std::size_t k) [[gnu::always_inline]] { return lanes_detail::smaller(a.pair[k], b.pair[k]); });
}

inline double larger(double a, double b) { return a > b ? a : b; }
inline double smaller(double a, double b) { return a < b ? a : b; }

// The better two of {best, second} and {a, b}, a >= b; of doubles or of lanes.
template <class T>
[[gnu::always_inline]] inline void rank_in(T& best, T& second, const T& a, const T& b) {
  second = larger(larger(second, b), smaller(best, a));
  best = larger(best, a);
}

}  // namespace attest
