// The kernels, written with GCC's vector types for any width. Included by one unit for each instruction set,
// which defines
//   ATTEST_KERNEL_BYTES    bytes of a vector
//   ATTEST_KERNEL_GROUP    rows of a product's tile: group x vectors sums stay in registers
//   ATTEST_KERNEL_VECTORS  vectors of a full panel (a power of two)
// No #pragma once and everything in an unnamed namespace on purpose: see kernel_table.hpp.
//
// Why no library's product: the panels are packed once for all blocks and the exponentials work on scores
// that are still in the cache; Eigen 3.4's AVX-512 product reaches about half of this one's speed.
#include <cstddef>

#if defined(__FMA__)
#include <immintrin.h>
#endif

#include "algorithms/kernels/kernel_table.hpp"

namespace attest::kernels {
namespace {

constexpr Size group = ATTEST_KERNEL_GROUP;
constexpr Size full_panel = ATTEST_KERNEL_VECTORS;

typedef double DoubleVector __attribute__((vector_size(ATTEST_KERNEL_BYTES)));
typedef float FloatVector __attribute__((vector_size(ATTEST_KERNEL_BYTES)));
typedef unsigned long long LongVector __attribute__((vector_size(ATTEST_KERNEL_BYTES)));
typedef unsigned int IntVector __attribute__((vector_size(ATTEST_KERNEL_BYTES)));

template <class Scalar>
struct VectorOf;
template <>
struct VectorOf<double> {
  using Type = DoubleVector;
  using Integers = LongVector;
};
template <>
struct VectorOf<float> {
  using Type = FloatVector;
  using Integers = IntVector;
};
template <class Scalar>
using Vector = typename VectorOf<Scalar>::Type;
template <class Scalar>
constexpr Size lanes = ATTEST_KERNEL_BYTES / static_cast<Size>(sizeof(Scalar));
template <class Scalar>
constexpr Size width = full_panel* lanes<Scalar>;

#define ATTEST_INLINE [[gnu::always_inline]] inline

template <class Scalar>
ATTEST_INLINE Vector<Scalar> load(const Scalar* from) {
  Vector<Scalar> result;
  __builtin_memcpy(&result, from, sizeof(result));
  return result;
}

template <class Scalar>
ATTEST_INLINE void store(Scalar* to, Vector<Scalar> value) {
  __builtin_memcpy(to, &value, sizeof(value));
}

// x in every lane.
template <class Scalar>
ATTEST_INLINE Vector<Scalar> splat(Scalar x) {
  return x - Vector<Scalar>{};
}

// a * b + c, rounded once where the instruction set can: the only fused multiply-adds, and explicit.
ATTEST_INLINE DoubleVector multiply_add(DoubleVector a, DoubleVector b, DoubleVector c) {
#if defined(__AVX512F__)
  return _mm512_fmadd_pd(a, b, c);
#elif defined(__FMA__)
  return _mm256_fmadd_pd(a, b, c);
#else
  return a * b + c;
#endif
}
ATTEST_INLINE FloatVector multiply_add(FloatVector a, FloatVector b, FloatVector c) {
#if defined(__AVX512F__)
  return _mm512_fmadd_ps(a, b, c);
#elif defined(__FMA__)
  return _mm256_fmadd_ps(a, b, c);
#else
  return a * b + c;
#endif
}

template <class V>
ATTEST_INLINE V larger(V a, V b) {
  return a > b ? a : b;
}

// What exp takes from the format. Written x = k log 2 + r with k an integer and |r| <= log(2)/2 (1 + tiny):
// log2_high has so few bits that k * log2_high is exact for all k that occur, log2_low is the rest. The
// series for exp(r) is cut after r^degree / degree!; what is cut is below (log(2)/2)^(degree+1) / (degree+1)!
// * 1.03, that is 5e-18 for double (degree 13) and 6e-9 for float (degree 7): less than a tenth of an ulp.
// Evaluated by Horner's rule the result is within 2 ulp of exp(x); tests/constructions compares.
template <class Scalar>
struct Exponential;
template <>
struct Exponential<double> {
  static constexpr int degree = 13;
  static constexpr int mantissa = 52;
  static constexpr double to_integer = 6755399441055744.0;  // 3 * 2^51: adding it rounds to an integer
  static constexpr double inverse_log2 = 0x1.71547652b82fep+0;
  static constexpr double log2_high = 0x1.62e42fefap-1;  // 36 bits after the point
  static constexpr double log2_low = 0x1.cf79abc9e3b3ap-40;
  static constexpr double coefficients[degree + 1] = {1.0,
                                                      1.0,
                                                      1.0 / 2,
                                                      1.0 / 6,
                                                      1.0 / 24,
                                                      1.0 / 120,
                                                      1.0 / 720,
                                                      1.0 / 5040,
                                                      1.0 / 40320,
                                                      1.0 / 362880,
                                                      1.0 / 3628800,
                                                      1.0 / 39916800,
                                                      1.0 / 479001600,
                                                      1.0 / 6227020800};
};
template <>
struct Exponential<float> {
  static constexpr int degree = 7;
  static constexpr int mantissa = 23;
  static constexpr float to_integer = 12582912.0F;  // 3 * 2^22
  static constexpr float inverse_log2 = 0x1.715476p+0F;
  static constexpr float log2_high = 0x1.62ep-1F;  // 12 bits after the point
  static constexpr float log2_low = 0x1.0bfbe8p-15F;
  static constexpr float coefficients[degree + 1] = {1.0F,      1.0F,       1.0F / 2,   1.0F / 6,
                                                     1.0F / 24, 1.0F / 120, 1.0F / 720, 1.0F / 5040};
};

// exp(x) for x <= 0; 0 below underflow (also for minus infinity); NaN stays NaN.
template <class Scalar>
ATTEST_INLINE Vector<Scalar> exponential(Vector<Scalar> x) {
  using E = Exponential<Scalar>;
  using V = Vector<Scalar>;
  using Integers = typename VectorOf<Scalar>::Integers;
  const V shifted = multiply_add(x, splat<Scalar>(E::inverse_log2), splat<Scalar>(E::to_integer));
  const V k = shifted - splat<Scalar>(E::to_integer);
  V r = multiply_add(k, splat<Scalar>(-E::log2_high), x);
  r = multiply_add(k, splat<Scalar>(-E::log2_low), r);
  V sum = splat<Scalar>(E::coefficients[E::degree]);
#pragma GCC unroll 16
  for (int c = E::degree - 1; c >= 0; --c) sum = multiply_add(sum, r, splat<Scalar>(E::coefficients[c]));
  // The low bits of `shifted` are k; added to the exponent they multiply by 2^k. The sum lies in (0.7, 1.5).
  const Integers result = (Integers)sum + ((Integers)shifted << E::mantissa);
  return x < splat<Scalar>(exp_underflow<Scalar>) ? V{} : (V)result;
}

// c (rows x vectors of columns) = or += a (rows x depth) * panel (depth x vectors).
template <class Scalar, Size rows, Size vectors, bool add>
ATTEST_INLINE void product(Size depth, const Scalar* a, Size a_stride, const Scalar* panel, Scalar* c,
                           Size c_stride) {
  Vector<Scalar> sums[rows][vectors] = {};
  for (Size l = 0; l < depth; ++l) {
    Vector<Scalar> b[vectors];
#pragma GCC unroll 16
    for (Size v = 0; v < vectors; ++v) b[v] = load(panel + (l * vectors + v) * lanes<Scalar>);
#pragma GCC unroll 16
    for (Size r = 0; r < rows; ++r) {
      const Vector<Scalar> entry = splat(a[r * a_stride + l]);
#pragma GCC unroll 16
      for (Size v = 0; v < vectors; ++v) sums[r][v] = multiply_add(entry, b[v], sums[r][v]);
    }
  }
#pragma GCC unroll 16
  for (Size r = 0; r < rows; ++r) {
#pragma GCC unroll 16
    for (Size v = 0; v < vectors; ++v) {
      Scalar* to = c + r * c_stride + v * lanes<Scalar>;
      if constexpr (add) sums[r][v] += load(to);
      store(to, sums[r][v]);
    }
  }
}

template <class Scalar>
void scores(Size rows, Size depth, Size children, const Scalar* parent, const Scalar* keys, Scalar* out,
            Size stride) {
  for (Size j = 0; j < children; j += width<Scalar>) {
    for (Size i = 0; i < rows; i += group) {
      product<Scalar, group, full_panel, false>(depth, parent + i * depth, depth, keys + j * depth,
                                                out + i * stride + j, stride);
    }
  }
}

template <class Scalar>
void exponentials(Size count, Scalar* x) {
  for (Size k = 0; k < count; k += lanes<Scalar>) store(x + k, exponential<Scalar>(load(x + k)));
}

// average += weights * messages for one panel of columns.
template <class Scalar, Size vectors>
void add_weighted(Size rows, Size count, const Scalar* weights, Size stride, const Scalar* panel,
                  Scalar* average, Size columns) {
  for (Size i = 0; i < rows; i += group) {
    product<Scalar, group, vectors, true>(count, weights + i * stride, stride, panel, average + i * columns,
                                          columns);
  }
}

// Scores of one row and one tile become weights; returns by how much what was summed before shrinks.
template <class Scalar>
ATTEST_INLINE Scalar weigh(Size count, Scalar* row, const Scalar* log_weights, Scalar& maximum,
                           Scalar& total) {
  using V = Vector<Scalar>;
  constexpr Size step = lanes<Scalar>;
  V highest = splat(maximum);
  for (Size j = 0; j < count; j += step) {
    const V score = load(row + j) + load(log_weights + j);
    store(row + j, score);
    highest = larger(score, highest);
  }
  Scalar next = maximum;
  for (Size k = 0; k < step; ++k) next = highest[k] > next ? highest[k] : next;
  const V shift = splat(next);
  V sum{};
  for (Size j = 0; j < count; j += step) {
    const V weight = exponential<Scalar>(load(row + j) - shift);
    store(row + j, weight);
    sum += weight;
  }
  Scalar added = 0;
  for (Size k = 0; k < step; ++k) added += sum[k];
  const Scalar shrink = next == maximum ? 1 : exponential<Scalar>(splat(maximum - next))[0];
  maximum = next;
  total = total * shrink + added;
  return shrink;
}

template <class Scalar>
void average_block(const typename ScalarKernels<Scalar>::AverageBlock& block) {
  constexpr Size step = lanes<Scalar>;
  for (Size i = 0; i < block.rows; ++i) {
    block.maximum[i] = -__builtin_inf();
    block.total[i] = 0;
    for (Size c = 0; c < block.columns; ++c) block.average[i * block.columns + c] = 0;
  }
  for (Size first = 0; first < block.children; first += block.tile) {
    const Size count = block.children - first < block.tile ? block.children - first : block.tile;
    scores<Scalar>(block.rows, block.depth, count, block.parent, block.keys + first * block.depth,
                   block.scores, block.tile);
    for (Size i = 0; i < block.rows; ++i) {
      const Scalar shrink = weigh(count, block.scores + i * block.tile, block.log_weights + first,
                                  block.maximum[i], block.total[i]);
      if (shrink == 1) continue;
      Scalar* row = block.average + i * block.columns;
      for (Size c = 0; c < block.columns; c += step) store(row + c, load(row + c) * splat(shrink));
    }
    for (Size c = 0; c < block.columns;) {
      const Size vectors = panel_vectors((block.columns - c) / step, full_panel);
      const Scalar* panel = block.messages + c * block.children + first * vectors * step;
      Scalar* to = block.average + c;
      if (vectors == full_panel) {
        add_weighted<Scalar, full_panel>(block.rows, count, block.scores, block.tile, panel, to,
                                         block.columns);
      } else if (vectors == 2) {
        add_weighted<Scalar, 2>(block.rows, count, block.scores, block.tile, panel, to, block.columns);
      } else {
        add_weighted<Scalar, 1>(block.rows, count, block.scores, block.tile, panel, to, block.columns);
      }
      c += vectors * step;
    }
  }
  for (Size i = 0; i < block.rows; ++i) {
    Scalar* row = block.average + i * block.columns;
    for (Size c = 0; c < block.columns; c += step) store(row + c, load(row + c) / splat(block.total[i]));
  }
}

template <class Scalar>
void cycle_block(const typename ScalarKernels<Scalar>::CycleBlock& block) {
  using V = Vector<Scalar>;
  constexpr Size step = lanes<Scalar>;
  constexpr Size columns_of_panel = width<Scalar>;
  for (Size c = 0; c <= block.columns; ++c) {
    const bool ones = c == block.columns;
    const Scalar* panel = block.z;
    if (!ones) {
      const Scalar* value = block.right_values + c * block.right_stride;
      for (Size k = 0; k < block.depth; ++k) {
        for (Size i = 0; i < columns_of_panel; i += step) {
          const Size at = k * columns_of_panel + i;
          store(block.scaled + at, load(block.z + at) * splat(value[k]));
        }
      }
      panel = block.scaled;
    }
    V sums[full_panel] = {};
    Scalar inner[group * columns_of_panel];
    for (Size j = 0; j < block.rows; j += group) {
      product<Scalar, group, full_panel, false>(block.depth, block.y + j * block.y_stride, block.y_stride,
                                                panel, inner, columns_of_panel);
      for (Size r = 0; r < group; ++r) {
        const V value = splat(ones ? Scalar{1} : block.left_values[c * block.left_stride + j + r]);
        for (Size v = 0; v < full_panel; ++v) {
          const V factor = value * load(block.x + (j + r) * columns_of_panel + v * step);
          sums[v] = multiply_add(factor, load(inner + r * columns_of_panel + v * step), sums[v]);
        }
      }
    }
    for (Size v = 0; v < full_panel; ++v) {
      Scalar* to = block.sums + c * columns_of_panel + v * step;
      store(to, load(to) + sums[v]);
    }
  }
}

template <class Scalar>
constexpr ScalarKernels<Scalar> kernels_of() {
  return {group,          lanes<Scalar>,        width<Scalar>,      average_block<Scalar>,
          scores<Scalar>, exponentials<Scalar>, cycle_block<Scalar>};
}

}  // namespace

extern const KernelTable ATTEST_KERNEL_TABLE;
const KernelTable ATTEST_KERNEL_TABLE{kernels_of<double>(), kernels_of<float>()};

}  // namespace attest::kernels

#undef ATTEST_INLINE
