// Buffers and packed panels (kernel_table.hpp) of the kernels.
#pragma once

#include <oneapi/tbb/cache_aligned_allocator.h>

#include <vector>

#include "algorithms/kernels/average_over_edge.hpp"

namespace attest::kernels {

template <class Scalar>
using Buffer = std::vector<Scalar, tbb::cache_aligned_allocator<Scalar>>;

constexpr Size round_up(Size count, Size multiple) {
  return (count + multiple - 1) / multiple * multiple;
}

// Panel p holds rows p * width .. of `matrix`, transposed: entry (l, k) is matrix(p * width + k, l); rows
// beyond the matrix are zero.
template <class Scalar>
Buffer<Scalar> packed_rows(const Rows<Scalar>& matrix, Size width) {
  const Size depth = matrix.cols();
  Buffer<Scalar> result(static_cast<std::size_t>(round_up(matrix.rows(), width) * depth), Scalar{0});
  for (Size i = 0; i < matrix.rows(); ++i) {
    Scalar* panel = result.data() + i / width * width * depth + i % width;
    for (Size l = 0; l < depth; ++l) panel[l * width] = matrix(i, l);
  }
  return result;
}

// Columns in panels of width, width/2, ... lanes columns, `rows` rows each, zero beyond the matrix.
template <class Scalar>
Buffer<Scalar> packed_columns(const Rows<Scalar>& matrix, Size rows, const ScalarKernels<Scalar>& kernels) {
  const Size columns = round_up(matrix.cols(), kernels.lanes);
  Buffer<Scalar> result(static_cast<std::size_t>(rows * columns), Scalar{0});
  for (Size first = 0; first < columns;) {
    const Size width =
        panel_vectors((columns - first) / kernels.lanes, kernels.width / kernels.lanes) * kernels.lanes;
    const Size inside = std::min(width, matrix.cols() - first);
    for (Size j = 0; j < matrix.rows(); ++j) {
      Scalar* to = result.data() + first * rows + j * width;
      for (Size c = 0; c < inside; ++c) to[c] = matrix(j, first + c);
    }
    first += width;
  }
  return result;
}

}  // namespace attest::kernels
