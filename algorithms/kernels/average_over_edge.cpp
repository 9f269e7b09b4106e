#include "algorithms/kernels/average_over_edge.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "algorithms/kernels/packed.hpp"

namespace attest::kernels {

namespace {

constexpr Size most_rows = 96;   // of a block: its scores, 96 x 256 doubles, stay in a second-level cache
constexpr Size tile_keys = 256;  // a multiple of every panel's width

template <class Scalar>
struct EdgeScratch {
  Buffer<Scalar> parent, scores, average, maximum, total;
};

}  // namespace

template <class Scalar>
Message<Scalar> average_over_edge(const Rows<Scalar>& parent, const Rows<Scalar>& keys, Scalar scale,
                                  const Message<Scalar>& below, const KernelOptions& options) {
  const auto& kernels = scalar_kernels<Scalar>(options.instruction_set);
  const Size n = parent.rows();
  const Size depth = parent.cols();
  const Size children = round_up(keys.rows(), kernels.width);
  const Size columns = round_up(below.average.cols(), kernels.lanes);
  const Size tile = std::min(tile_keys, children);
  const auto packed_keys = packed_rows(keys, kernels.width);
  const auto messages = packed_columns(below.average, children, kernels);
  Buffer<Scalar> log_weights(static_cast<std::size_t>(children), -std::numeric_limits<Scalar>::infinity());
  std::copy_n(below.log_total.data(), keys.rows(), log_weights.begin());

  // As many blocks for every thread, of nearly equal size.
  const auto threads = static_cast<Size>(number_of_threads(options));
  const Size rounds = (n + threads * most_rows - 1) / (threads * most_rows);
  const Size rows = round_up((n + threads * rounds - 1) / (threads * rounds), kernels.group);
  std::vector<EdgeScratch<Scalar>> scratches(static_cast<std::size_t>(threads));
  Message<Scalar> result{Rows<Scalar>(n, below.average.cols()), Column<Scalar>(n)};

  for_blocks((n + rows - 1) / rows, options, [&](std::size_t worker, Size block) {
    EdgeScratch<Scalar>& scratch = scratches[worker];
    if (scratch.parent.empty()) {
      scratch.parent.resize(static_cast<std::size_t>(rows * depth));
      scratch.scores.resize(static_cast<std::size_t>(rows * tile));
      scratch.average.resize(static_cast<std::size_t>(rows * columns));
      scratch.maximum.resize(static_cast<std::size_t>(rows));
      scratch.total.resize(static_cast<std::size_t>(rows));
    }
    const Size first = block * rows;
    const Size inside = std::min(rows, n - first);
    for (Size k = 0; k < inside * depth; ++k) {
      scratch.parent[static_cast<std::size_t>(k)] = scale * parent.data()[first * depth + k];
    }
    const Size filled = round_up(inside, kernels.group);
    std::fill(scratch.parent.begin() + inside * depth, scratch.parent.begin() + filled * depth, Scalar{0});
    kernels.average_block({filled, depth, children, columns, tile, scratch.parent.data(), packed_keys.data(),
                           log_weights.data(), messages.data(), scratch.scores.data(), scratch.average.data(),
                           scratch.maximum.data(), scratch.total.data()});
    for (Size i = 0; i < inside; ++i) {
      const auto row =
          Eigen::Map<const Column<Scalar>>(scratch.average.data() + i * columns, result.average.cols());
      result.average.row(first + i) = row.transpose();
      const Scalar log_total =
          scratch.maximum[static_cast<std::size_t>(i)] + std::log(scratch.total[static_cast<std::size_t>(i)]);
      result.log_total(first + i) = log_total;
      if (!std::isfinite(log_total) || !row.allFinite()) {
        throw std::overflow_error(fmt::format("row {}: scores or values too large", first + i + 1));
      }
    }
  });
  return result;
}

template Message<double> average_over_edge(const Rows<double>&, const Rows<double>&, double,
                                           const Message<double>&, const KernelOptions&);
template Message<float> average_over_edge(const Rows<float>&, const Rows<float>&, float,
                                          const Message<float>&, const KernelOptions&);

}  // namespace attest::kernels
