#include "algorithms/kernels/average_over_triangle.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "algorithms/kernels/packed.hpp"

namespace attest::kernels {

namespace {

constexpr Size slice = 512;  // of k: a panel of z with 512 rows stays in a second-level cache

template <class Scalar>
constexpr Scalar log_enough = -650;  // S_i >= n^2 exp(log_enough) is enough
template <>
constexpr float log_enough<float> = -60;

// Columns times powers of two, largest magnitude in (1/2, 1], one row a column of the matrix; `exponents`
// undo it.
template <class Scalar>
Buffer<Scalar> scaled_columns(const Rows<Scalar>& matrix, Size stride, std::vector<int>& exponents) {
  Buffer<Scalar> result(static_cast<std::size_t>(matrix.cols() * stride), Scalar{0});
  for (Size c = 0; c < matrix.cols(); ++c) {
    int exponent = 0;
    std::frexp(matrix.col(c).cwiseAbs().maxCoeff(), &exponent);
    for (Size j = 0; j < matrix.rows(); ++j) {
      result[static_cast<std::size_t>(c * stride + j)] = std::ldexp(matrix(j, c), -exponent);
    }
    exponents[static_cast<std::size_t>(c)] += exponent;
  }
  return result;
}

template <class Scalar>
struct TriangleScratch {
  Buffer<Scalar> keys, x, z, scaled, sums;
};

template <class Scalar>
class TriangleAverage {
 public:
  TriangleAverage(const Triangle<Scalar>& triangle, const KernelOptions& options)
      : t_(triangle),
        options_(options),
        kernels_(scalar_kernels<Scalar>(options.instruction_set)),
        n_(triangle.first.rows()),
        columns_(triangle.below_second.average.cols()),
        rows_(round_up(n_, kernels_.group)),
        depth_(round_up(n_, kernels_.width)),
        exponents_(static_cast<std::size_t>(columns_), 0),
        left_(scaled_columns(triangle.below_second.average, rows_, exponents_)),
        right_(scaled_columns(triangle.below_third.average, depth_, exponents_)),
        second_(padded_rows(triangle.second)),
        third_(padded_rows(triangle.third)) {
    make_y();
  }

  Message<Scalar> run(std::ptrdiff_t* rows_summed_again) {
    Message<Scalar> result{Rows<Scalar>(n_, columns_), Column<Scalar>(n_)};
    std::vector<TriangleScratch<Scalar>> scratches(static_cast<std::size_t>(number_of_threads(options_)));
    std::vector<char> again(static_cast<std::size_t>(n_), 0);
    for_blocks((n_ + kernels_.width - 1) / kernels_.width, options_,
               [&](std::size_t worker, Size panel) { run_panel(panel, scratches[worker], result, again); });
    Size rows = 0;
    for (Size i = 0; i < n_; ++i) {
      if (again[static_cast<std::size_t>(i)] == 0) continue;
      sum_again(i, result);
      ++rows;
    }
    if (rows_summed_again != nullptr) *rows_summed_again = rows;
    for (Size i = 0; i < n_; ++i) {
      if (std::isfinite(result.log_total(i)) && result.average.row(i).allFinite()) continue;
      throw std::overflow_error(fmt::format("row {}: scores or values too large", i + 1));
    }
    return result;
  }

 private:
  static constexpr Scalar nothing = -std::numeric_limits<Scalar>::infinity();

  // Rows times scale, then rows of zeros.
  Buffer<Scalar> padded_rows(const Rows<Scalar>& matrix) const {
    Buffer<Scalar> result(static_cast<std::size_t>(rows_ * matrix.cols()), Scalar{0});
    for (Size k = 0; k < matrix.size(); ++k)
      result[static_cast<std::size_t>(k)] = t_.scale * matrix.data()[k];
    return result;
  }

  void make_y() {
    y_.resize(static_cast<std::size_t>(rows_ * depth_));
    alpha_.resize(static_cast<std::size_t>(rows_));
    const auto keys = packed_rows(t_.third, kernels_.width);
    const Size depth = t_.third.cols();
    const Size rows = kernels_.group;
    for_blocks(rows_ / rows, options_, [&](std::size_t, Size block) {
      Scalar* y = y_.data() + block * rows * depth_;
      kernels_.scores(rows, depth, depth_, second_.data() + block * rows * depth, keys.data(), y, depth_);
      for (Size r = 0; r < rows; ++r, y += depth_) {
        const Scalar highest = *std::max_element(y, y + n_);
        alpha_[static_cast<std::size_t>(block * rows + r)] = highest;
        for (Size k = 0; k < n_; ++k) y[k] -= highest;
        std::fill(y + n_, y + depth_, nothing);
        kernels_.exponentials(depth_, y);
      }
    });
  }

  // matrix (n x width) += by rows; then exp of what is left when each column's maximum is taken away. Rows
  // from n to `rows` become zero.
  void exponentials(Size rows, Scalar* matrix, const Scalar* add_one, const Scalar* add_two,
                    Scalar* maxima) const {
    const Size width = kernels_.width;
    std::fill(maxima, maxima + width, nothing);
    for (Size k = 0; k < n_; ++k) {
      const Scalar added = add_one[k] + (add_two == nullptr ? Scalar{0} : add_two[k]);
      for (Size i = 0; i < width; ++i) {
        Scalar& entry = matrix[k * width + i];
        entry += added;
        maxima[i] = maxima[i] < entry ? entry : maxima[i];
      }
    }
    for (Size k = 0; k < n_; ++k) {
      for (Size i = 0; i < width; ++i) matrix[k * width + i] -= maxima[i];
    }
    kernels_.exponentials(n_ * width, matrix);
    std::fill(matrix + n_ * width, matrix + rows * width, Scalar{0});
  }

  void run_panel(Size panel, TriangleScratch<Scalar>& scratch, Message<Scalar>& result,
                 std::vector<char>& again) {
    const Size width = kernels_.width;
    const Size depth = t_.first.cols();
    const Size first = panel * width;
    const Size inside = std::min(width, n_ - first);
    scratch.x.resize(static_cast<std::size_t>(rows_ * width));
    scratch.z.resize(static_cast<std::size_t>(std::max(rows_, depth_) * width));
    scratch.scaled.resize(static_cast<std::size_t>(std::min(slice, depth_) * width));
    const Rows<Scalar> queries = t_.first.middleRows(first, inside);
    const auto keys = packed_rows(queries, width);
    std::vector<Scalar> beta(static_cast<std::size_t>(width)), gamma(beta);
    kernels_.scores(rows_, depth, width, third_.data(), keys.data(), scratch.z.data(), width);
    exponentials(depth_, scratch.z.data(), t_.below_third.log_total.data(), nullptr, beta.data());
    kernels_.scores(rows_, depth, width, second_.data(), keys.data(), scratch.x.data(), width);
    exponentials(rows_, scratch.x.data(), t_.below_second.log_total.data(), alpha_.data(), gamma.data());

    scratch.sums.assign(static_cast<std::size_t>((columns_ + 1) * width), Scalar{0});
    for (Size k = 0; k < depth_; k += slice) {
      kernels_.cycle_block({rows_, std::min(slice, depth_ - k), columns_, scratch.x.data(), y_.data() + k,
                            depth_, scratch.z.data() + k * width, left_.data(), rows_, right_.data() + k,
                            depth_, scratch.scaled.data(), scratch.sums.data()});
    }
    const Scalar enough = static_cast<Scalar>(n_) * static_cast<Scalar>(n_) * std::exp(log_enough<Scalar>);
    const Scalar* totals = scratch.sums.data() + columns_ * width;
    for (Size i = 0; i < inside; ++i) {
      // Not a number is not enough either.
      again[static_cast<std::size_t>(first + i)] = totals[i] >= enough ? 0 : 1;
      for (Size c = 0; c < columns_; ++c) {
        result.average(first + i, c) =
            std::ldexp(scratch.sums[static_cast<std::size_t>(c * width + i)] / totals[i],
                       exponents_[static_cast<std::size_t>(c)]);
      }
      result.log_total(first + i) =
          beta[static_cast<std::size_t>(i)] + gamma[static_cast<std::size_t>(i)] + std::log(totals[i]);
    }
  }

  void sum_again(Size i, Message<Scalar>& result) const {
    // For each j over k, the scores z_ki as weights of k; then over j, with the scores x_ij.
    Message<Scalar> below = t_.below_third;
    below.log_total += t_.scale * (t_.third * t_.first.row(i).transpose());
    Message<Scalar> inner = average_over_edge(t_.second, t_.third, t_.scale, below, options_);
    inner.average.array() *= t_.below_second.average.array();
    inner.log_total += t_.below_second.log_total;
    const Rows<Scalar> query = t_.first.row(i);
    const Message<Scalar> outer = average_over_edge(query, t_.second, t_.scale, inner, options_);
    result.average.row(i) = outer.average.row(0);
    result.log_total(i) = outer.log_total(0);
  }

  const Triangle<Scalar>& t_;
  const KernelOptions& options_;
  const ScalarKernels<Scalar>& kernels_;
  Size n_, columns_;
  Size rows_, depth_;  // n padded: to whole groups, to whole panels
  std::vector<int> exponents_;
  Buffer<Scalar> left_, right_;    // values: a row a column, padded
  Buffer<Scalar> second_, third_;  // tokens, padded
  Buffer<Scalar> y_, alpha_;
};

}  // namespace

template <class Scalar>
Message<Scalar> average_over_triangle(const Triangle<Scalar>& triangle, const KernelOptions& options,
                                      std::ptrdiff_t* rows_summed_again) {
  return TriangleAverage<Scalar>(triangle, options).run(rows_summed_again);
}

template Message<double> average_over_triangle(const Triangle<double>&, const KernelOptions&,
                                               std::ptrdiff_t*);
template Message<float> average_over_triangle(const Triangle<float>&, const KernelOptions&, std::ptrdiff_t*);

}  // namespace attest::kernels
