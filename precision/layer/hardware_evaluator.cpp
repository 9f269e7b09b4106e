#include "precision/layer/hardware_evaluator.hpp"

#include <algorithm>
#include <cmath>

#include "precision/arithmetic/for_reading.hpp"
#include "precision/layer/judged_output.hpp"

namespace attest {

namespace {

FloatValue as_it_is(double y) {
  FloatValue value(std::numeric_limits<double>::digits);
  mpfr_set_d(value.mpfr(), y, MPFR_RNDN);
  return value;
}

// A matrix with one row for each kind.
RationalMatrix matrix_of(const std::vector<RationalVector>& rows) {
  RationalMatrix matrix(static_cast<Eigen::Index>(rows.size()), rows.front().size());
  for (std::size_t r = 0; r < rows.size(); ++r)
    matrix.row(static_cast<Eigen::Index>(r)) = rows[r].transpose();
  return matrix;
}

// W_O, as many columns as the heads' values have entries: blocks of products know no padding.
RationalMatrix output_matrix(const LayerPrecision& problem) {
  const attention::Layer& layer = problem.layer();
  std::size_t columns = 0;
  for (const attention::Head& head : layer.heads) columns += head.value_length;
  RationalMatrix matrix(static_cast<Eigen::Index>(layer.dimension()), static_cast<Eigen::Index>(columns));
  matrix.setConstant(Rational(0));
  for (const auto& landing : layer.landings) {
    std::size_t first = 0;
    for (std::size_t h = 0; h < landing.head; ++h) first += layer.heads[h].value_length;
    matrix(static_cast<Eigen::Index>(landing.to), static_cast<Eigen::Index>(first + landing.from)) +=
        landing.factor;
  }
  return matrix;
}

}  // namespace

HardwareEvaluator::HardwareEvaluator(const LayerPrecision& problem, const EvaluationModel& model,
                                     const FloatFormat& format)
    : problem_(problem), operations_(model, format), judged_(problem.task().judged_positions()) {
  const attention::Layer& layer = problem.layer();
  encodings_ = operations_.stored(matrix_of(layer.stream));
  for (std::size_t h = 0; h < layer.heads.size(); ++h)
    heads_.emplace_back(problem, h, judged_, operations_, encodings_);
  output_matrix_ = operations_.stored(output_matrix(problem));
  for (std::size_t number = 0; number < problem.numbers(); ++number) {
    const LayerPrecision::ReadoutForm form = problem.readout(number);
    StoredReadout& readout = readouts_.emplace_back();
    for (const AffineMap& map : form.network) {
      readout.network.push_back(
          {operations_.stored(map.weight), operations_.stored(RationalMatrix(map.bias.transpose())).front()});
    }
    readout.operations = form.operations;
    if (!form.operations) continue;
    for (const Rational& constant : form.operations->constants) {
      const RationalMatrix alone = RationalMatrix::Constant(1, 1, constant);
      readout.constants.push_back(operations_.stored(alone).front().number(0));
    }
  }
}

// [x_i +] W_O a at the token of that judged position.
FactorRow HardwareEvaluator::stream_of(std::span<const Symbol> word, std::size_t which) {
  problem_.kinds(word, kinds_);
  // Heads side by side are one row of factors; scaled, each head is one of its own, and their products are
  // added in fp32.
  std::vector<double> sums(output_matrix_.size(), 0);
  std::vector<double> together;
  const bool scaled = operations_.factors().is_scaled();
  std::size_t first = 0;
  for (HardwareHead& head : heads_) {
    const std::vector<double> a = head.output(which, kinds_);
    if (!scaled) {
      together.insert(together.end(), a.begin(), a.end());
      continue;
    }
    const bool by_tensor = operations_.factors().is_scaled_by_tensor();
    const FactorRow row = operations_.cast(a, by_tensor ? std::optional(head.largest_value()) : std::nullopt);
    for (std::size_t r = 0; r < sums.size(); ++r) {
      const FactorRow& all = output_matrix_[r];
      const auto from = all.numbers.begin() + static_cast<std::ptrdiff_t>(first);
      const FactorRow part{{from, from + static_cast<std::ptrdiff_t>(a.size())}, all.shift};
      const double sum = operations_.dot(part, row);
      sums[r] = first == 0 ? sum : operations_.met(operations_.fp32().add(sums[r], sum));
    }
    first += a.size();
  }
  if (!scaled) sums = operations_.times(output_matrix_, operations_.cast(together));
  FactorRow stream = operations_.cast(sums);
  if (!problem_.layer().residual) return stream;
  std::vector<double> entries = stream.unscaled();
  const std::vector<double> own = encodings_[kinds_[judged_[which]]].unscaled();
  for (std::size_t c = 0; c < entries.size(); ++c)
    entries[c] = operations_.met(operations_.fp32().add(own[c], entries[c]));
  return operations_.cast(entries);
}

double HardwareEvaluator::read(const StoredReadout& readout, const FactorRow& stream) {
  const HardwareArithmetic& fp32 = operations_.fp32();
  if (readout.operations) {
    return rounded(
        *readout.operations, readout.constants, stream.unscaled(), fp32,
        [&](double a, double b) { return operations_.met(fp32.multiply(a, b)); },
        [&](double result) { return operations_.met(result); });
  }
  FactorRow x = stream;
  std::vector<double> y;
  for (std::size_t layer = 0; layer < readout.network.size(); ++layer) {
    if (layer > 0) {
      for (double& entry : y) entry = fp32.maximum(entry, 0);
      x = operations_.cast(y);
    }
    const Map& map = readout.network[layer];
    y = operations_.times(map.weight, x);
    for (std::size_t r = 0; r < y.size(); ++r) y[r] = operations_.met(fp32.add(y[r], map.bias.number(r)));
  }
  return y.front();
}

double HardwareEvaluator::read(const FactorRow& stream, std::size_t which) {
  return operations_.cast({read(readouts_[which % readouts_.size()], stream)}).number(0);
}

double HardwareEvaluator::output(std::span<const Symbol> word, std::size_t which) {
  return read(stream_of(word, which), which);
}

Answer HardwareEvaluator::answer(std::span<const Symbol> word) {
  const Task& task = problem_.task();
  const bool is_vector = task.vector_answer() != nullptr;
  FactorRow stream;  // the same for all numbers of a vector
  for (std::size_t which = 0; which < judged_.size(); ++which) {
    if (which % readouts_.size() == 0) stream = stream_of(word, which);
    const double y = read(stream, which);
    const bool right = is_vector ? answers(as_it_is(y), task.wanted(word, which))
                                 : answers(y, task.truth(word, which), task.decision());
    if (!right) return Answer::wrong;
  }
  return Answer::right;
}

std::string HardwareEvaluator::output_text(std::span<const Symbol> word, std::size_t which) {
  return for_reading(output(word, which));
}

}  // namespace attest
