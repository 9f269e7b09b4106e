// What a translation unit compiled for one instruction set offers: plain pointers in, plain pointers out.
//
// The same text (kernel_text.hpp) is compiled once for each instruction set and chosen at run time. Such a
// unit may share no inline function or template with the rest of the program: the linker keeps one copy of
// each, and if that were the copy with AVX instructions, a processor without them would meet it in code
// that never asked for it (and the rule of one definition would be broken). So these units include nothing
// but <cstddef>, <immintrin.h> and this header, everything in them has internal linkage, and
// tests/tools/test_instruction_sets.py looks at their symbols.
#pragma once

#include <cstddef>

namespace attest::kernels {

using Size = std::ptrdiff_t;

// Panels are the packed right factors of a product: `width` columns side by side, row after row.
template <class Scalar>
struct ScalarKernels {
  Size group;  // rows that a product handles together: row counts are multiples of it
  Size lanes;  // entries of a vector
  Size width;  // columns of a full panel, a multiple of lanes

  // One block of rows of the average over all children,
  //   weight(i, j) = exp(score(i, j) + log_weight(j) - maximum(i)),  score(i, j) = sum_l parent(i, l) key(j,
  //   l), average(i, c) = sum_j weight(i, j) message(j, c) / sum_j weight(i, j).
  // Keys come in tiles, so that only rows * tile scores exist at a time: when a tile raises the maximum, what
  // was summed is multiplied by exp(old - new) <= 1. Nothing grows beyond children * max |message|.
  struct AverageBlock {
    Size rows;                  // a multiple of group
    Size depth;                 // entries of a row of parent and key
    Size children;              // a multiple of width
    Size columns;               // of the messages, a multiple of lanes
    Size tile;                  // a multiple of width
    const Scalar* parent;       // rows x depth
    const Scalar* keys;         // packed: children / width panels of depth x width
    const Scalar* log_weights;  // children; minus infinity for padding
    const Scalar* messages;     // packed: see panel_vectors()
    Scalar* scores;             // scratch: rows x tile
    Scalar* average;            // rows x columns, written
    Scalar* maximum;            // rows, written: max_j score + log_weight
    Scalar* total;              // rows, written: sum_j weight, at least 1
  };
  void (*average_block)(const AverageBlock&);

  // scores(i, j) = sum_l parent(i, l) key(j, l) for `rows` rows, keys packed as above.
  void (*scores)(Size rows, Size depth, Size children, const Scalar* parent, const Scalar* keys,
                 Scalar* scores, Size scores_stride);

  // exp in place; arguments are at most 0 and below exp_underflow the result is 0. `count` is a multiple of
  // lanes.
  void (*exponentials)(Size count, Scalar* x);

  // For one panel of queries i (width of them) of Strassen attention and each of `columns` + 1 columns c,
  //   sums(c, i) += sum_{j,k} x(j, i) value(c, j) y(j, k) value(c, k) z(k, i),
  // where value(columns, .) = 1.
  struct CycleBlock {
    Size rows;   // j: a multiple of group
    Size depth;  // k
    Size columns;
    const Scalar* x;  // rows x width
    const Scalar* y;  // rows x depth, rows y_stride apart
    Size y_stride;
    const Scalar* z;            // depth x width
    const Scalar* left_values;  // columns rows of `rows` entries, left_stride apart
    Size left_stride;
    const Scalar* right_values;  // columns rows of `depth` entries, right_stride apart
    Size right_stride;
    Scalar* scaled;  // scratch: depth x width
    Scalar* sums;    // (columns + 1) x width, added to
  };
  void (*cycle_block)(const CycleBlock&);
};

// exp of these is just above the least normal number.
template <class Scalar>
inline constexpr Scalar exp_underflow = -708;
template <>
inline constexpr float exp_underflow<float> = -87;

struct KernelTable {
  ScalarKernels<double> of_double;
  ScalarKernels<float> of_float;
};

// Columns are packed in panels of 4, 2 or 1 vectors: of `left` vectors the next panel takes so many.
constexpr Size panel_vectors(Size left, Size most) {
  while (most > left) most /= 2;
  return most;
}

extern const KernelTable baseline_kernels;
#if defined(__x86_64__)
extern const KernelTable avx2_kernels;
extern const KernelTable avx512_kernels;
#endif

}  // namespace attest::kernels
