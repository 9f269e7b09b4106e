#include "algorithms/kernels/fused_attention.hpp"

#include <cmath>

#include "algorithms/kernels/average_over_edge.hpp"
#include "algorithms/kernels/average_over_triangle.hpp"

namespace attest::kernels {

namespace {

// The kernel that sum_product asks for; a message's numerator is average * exp(log_total), its denominator
// exp(log_total). An empty message stands for ones.
template <class Scalar>
class FusedKernel {
 public:
  using Message = kernels::Message<Scalar>;

  FusedKernel(const AttentionMatrices<Scalar>& matrices, const KernelOptions& options)
      : matrices_(matrices), options_(options), scale_(Scalar(1) / matrices.score_divisor()) {}

  Message own(std::size_t variable) const {
    if (variable == 0) return {};
    const auto& values = matrices_.values[variable - 1];
    return {values, Column<Scalar>::Zero(values.rows())};
  }

  void multiply(Message& message, const Message& other) const {
    if (message.average.size() == 0) {
      message = other;
    } else if (message.average.rows() == other.average.rows()) {
      message.average.array() *= other.average.array();
      message.log_total += other.log_total;
    } else {
      message.average.array().rowwise() *= other.average.row(0).array();
    }
  }

  Message through_edge(std::size_t u, std::size_t v, const Message& below) const {
    return average_over_edge(matrices_.queries[u], matrices_.queries[v], scale_, below, options_);
  }

  Message around_cycle(const std::vector<std::size_t>& around, const std::vector<Message>& messages) {
    if (around.size() == 3) {
      std::ptrdiff_t again = 0;
      Message result =
          average_over_triangle<Scalar>({matrices_.queries[around[0]], matrices_.queries[around[1]],
                                         matrices_.queries[around[2]], scale_, messages[0], messages[1]},
                                        options_, &again);
      statistics_.recomputed_rows += static_cast<std::size_t>(again);
      return result;
    }
    std::vector<const Dense<Scalar>*> queries;
    for (const std::size_t v : around) queries.push_back(&matrices_.queries[v]);
    std::vector<ScaledMessage<Scalar>> scaled;
    for (const auto& message : messages) scaled.push_back({message.average, {}, message.log_total});
    const auto result = message_around_cycle<Scalar>(queries, matrices_.score_divisor(), scaled,
                                                     ConventionalProduct{}, statistics_.recomputed_rows);
    return {(result.values.array().colwise() / result.weights.col(0).array()).matrix(),
            result.scale.col(0) + result.weights.col(0).array().log().matrix()};
  }

  // The same average for every row; its total cancels between numerator and denominator.
  Message over_all_tokens(const Message& message) const {
    const Rows<Scalar> zero = Rows<Scalar>::Zero(1, 1);
    const Rows<Scalar> zeros = Rows<Scalar>::Zero(message.average.rows(), 1);
    Message result = average_over_edge(zero, zeros, Scalar(0), message, options_);
    result.log_total.setZero();
    return result;
  }

  AttentionFraction<Scalar> fraction(const Message& message) const {
    const Eigen::Index n = matrices_.queries.front().rows();
    return {message.average.rows() == n ? message.average : message.average.replicate(n, 1).eval(),
            Dense<Scalar>::Ones(n, 1)};
  }

  const ScaledStatistics& statistics() const { return statistics_; }

 private:
  const AttentionMatrices<Scalar>& matrices_;
  const KernelOptions& options_;
  Scalar scale_;
  ScaledStatistics statistics_;
};

}  // namespace

template <class Scalar>
Dense<Scalar> fused_attention(const GraphPlan& plan, const AttentionMatrices<Scalar>& matrices,
                              const KernelOptions& options, ScaledStatistics* statistics) {
  check_matrices(plan, matrices);
  FusedKernel<Scalar> kernel(matrices, options);
  auto fraction = sum_product(plan, kernel);
  if (statistics != nullptr) *statistics = kernel.statistics();
  return std::move(fraction.numerator);
}

template Dense<double> fused_attention(const GraphPlan&, const AttentionMatrices<double>&,
                                       const KernelOptions&, ScaledStatistics*);
template Dense<float> fused_attention(const GraphPlan&, const AttentionMatrices<float>&, const KernelOptions&,
                                      ScaledStatistics*);

double fused_attention_bytes(const GraphPlan& plan, double n, double query_columns, double value_columns,
                             double bytes_of_scalar, int threads) {
  const auto t = static_cast<double>(plan.variables);
  // Arguments, packed keys; values, a message for each variable, packed messages, the result and its copy.
  double numbers = n * ((t + 1) * query_columns + (2 * t + 3) * (value_columns + 32));
  const auto r = static_cast<double>(plan.cycle_length());
  if (plan.cycle_length() == 3) {
    numbers += n * n + n * (4 * query_columns + 2 * value_columns) + threads * n * 32 * 4;
  } else if (plan.cycle_length() > 3) {
    numbers += (r + 4) * n * n;
  }
  numbers += threads * 96.0 * (256 + query_columns + value_columns);
  return numbers * bytes_of_scalar;
}

}  // namespace attest::kernels
