#include "precision/layer/hardware_head.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "numeric/checked.hpp"
#include "precision/arithmetic/precision_scale.hpp"
#include "precision/layer/tuple_keys.hpp"

namespace attest {

HardwareHead::HardwareHead(const LayerPrecision& problem, std::size_t head,
                           const std::vector<std::size_t>& judged, HardwareOperations& operations,
                           const std::vector<FactorRow>& encodings)
    : exact_(problem.layer().heads[head]),
      in_(operations),
      encodings_(encodings),
      kinds_(encodings.size()),
      width_(0),
      weight_shift_(in_.factors().shift_for(1)) {
  const Integer possible = tuple_keys(problem.layer(), exact_);
  if (possible <= Integer(most_remembered_tuples)) by_key_.resize(to_size(possible));
  for (const RationalMatrix& map : problem.rows(head)) query_maps_.push_back(in_.stored(map));
  width_ = exact_.value_length;
  for (const RationalMatrix& map : problem.values(head))
    value_maps_.push_back(in_.stored(map.topRows(static_cast<Eigen::Index>(width_))));
  const FloatArithmetic fp32(*float_format_from_name("fp32"));
  scale_ = in_.met(PrecisionScale(exact_.scale).rounded(fp32).to_double());
  for (const std::size_t token : judged) lists_.push_back(problem.tuples(head, token));
  q_.resize(query_maps_.size(), std::vector<std::optional<FactorRow>>(kinds_));
  v_.resize(value_maps_.size(), std::vector<std::optional<FactorRow>>(kinds_));
  largest_query_.resize(query_maps_.size());
  if (!in_.factors().is_scaled()) return;
  largest_value_ = 1;
  for (std::size_t f = 0; f < value_maps_.size(); ++f)
    largest_value_ *= largest_of_all(value_maps_[f], exact_.value[f].vectors);
  if (!in_.factors().is_scaled_by_tensor()) return;
  for (std::size_t v = 0; v < query_maps_.size(); ++v)
    largest_query_[v] = largest_of_all(query_maps_[v], exact_.rows[v]);
}

// Over the kinds that have a row.
double HardwareHead::largest_of_all(const FactorMatrix& map, const std::vector<RationalVector>& rows) {
  double largest = 0;
  for (std::size_t kind = 0; kind < rows.size(); ++kind) {
    if (rows[kind].size() > 0) largest = std::max(largest, largest_of(in_.times(map, encodings_[kind])));
  }
  return largest;
}

const FactorRow& HardwareHead::query(std::size_t variable, attention::Kind kind) {
  auto& row = q_[variable][kind];
  if (!row) row = in_.cast(in_.times(query_maps_[variable], encodings_[kind]), largest_query_[variable]);
  return *row;
}

const FactorRow& HardwareHead::value(std::size_t factor, attention::Kind kind) {
  auto& row = v_[factor][kind];
  if (!row) {
    // Values of one factor are what the tuples' sum runs over: one scale for all of them.
    const bool alone = value_maps_.size() == 1;
    row = in_.cast(in_.times(value_maps_[factor], encodings_[kind]),
                   alone && in_.factors().is_scaled() ? std::optional(largest_value_) : std::nullopt);
  }
  return *row;
}

// The inner product of two rows; of more, all but the last are multiplied entry by entry first, each product in
// fp32 and cast.
double HardwareHead::monomial(std::size_t m, const TokenTuple& tuple, const Kinds& shown) {
  const auto& variables = exact_.polynomial.monomials()[m];
  FactorRow product = query(variables[0], shown[tuple[variables[0]]]);
  for (std::size_t k = 1; k + 1 < variables.size(); ++k) {
    std::vector<double> entries = product.unscaled();
    const std::vector<double> next = query(variables[k], shown[tuple[variables[k]]]).unscaled();
    for (std::size_t c = 0; c < entries.size(); ++c) entries[c] = in_.fp32().multiply(entries[c], next[c]);
    product = in_.cast(entries);
  }
  return in_.dot(product, query(variables.back(), shown[tuple[variables.back()]]));
}

HardwareHead::Tuple HardwareHead::compute(const TokenTuple& tuple, const Kinds& shown) {
  Tuple result;
  if (exact_.kernel == attention::Kernel::exact_match) {
    const FactorRow& q = query(0, shown[tuple[0]]);
    const FactorRow& k = query(1, shown[tuple[1]]);
    result.score = q.unscaled() == k.unscaled() ? 1 : 0;
  } else {
    result.score = monomial(0, tuple, shown);
    for (std::size_t m = 1; m < exact_.polynomial.monomials().size(); ++m)
      result.score = in_.met(in_.fp32().add(result.score, monomial(m, tuple, shown)));
    result.score = in_.met(in_.fp32().multiply(result.score, scale_));
  }
  result.value = value(0, shown[tuple[exact_.value[0].variable]]);
  for (std::size_t f = 1; f < exact_.value.size(); ++f) {
    std::vector<double> entries = result.value.unscaled();
    const std::vector<double> next = value(f, shown[tuple[exact_.value[f].variable]]).unscaled();
    for (std::size_t c = 0; c < entries.size(); ++c) entries[c] = in_.fp32().multiply(entries[c], next[c]);
    result.value =
        in_.cast(entries, in_.factors().is_scaled() ? std::optional(largest_value_) : std::nullopt);
  }
  return result;
}

const HardwareHead::Tuple& HardwareHead::tuple_of(const TokenTuple& tuple, const Kinds& shown) {
  const std::size_t key = tuple_key(tuple, shown, kinds_);
  if (!by_key_.empty()) {
    auto& known = by_key_[key];
    if (!known) known = std::make_unique<Tuple>(compute(tuple, shown));
    return *known;
  }
  if (const auto found = remembered_.find(key); found != remembered_.end()) return found->second;
  return remembered_.emplace(key, compute(tuple, shown)).first->second;
}

namespace {

// In fp32.
struct WeightOperations {
  HardwareOperations& in;

  double one() const { return 1; }
  double square(double x) const { return in.met(in.fp32().multiply(x, x)); }
  double sum(double x, double y) const { return in.met(in.fp32().add(x, y)); }
  double quotient(double x, double y) const { return in.met(in.fp32().divide(x, y)); }
};

}  // namespace

// A tuple's weight before it is divided by the sum of all, beside the largest score looked at.
double HardwareHead::kernel(double score, double largest) {
  const HardwareArithmetic& fp32 = in_.fp32();
  switch (attention::form_of(exact_.kernel)) {
    case attention::KernelForm::exponential:
      return in_.exponential(fp32.subtract(score, largest));
    case attention::KernelForm::rational:
      return attention::rational_weight(exact_.kernel, score, WeightOperations{in_});
    case attention::KernelForm::match:
      return score;
    case attention::KernelForm::maximum:  // a NaN is no maximum: then all are zero, and the quotient is NaN
      break;
  }
  return score == largest ? 1 : 0;
}

// What weights beside one largest score are multiplied with to become weights beside a larger one.
double HardwareHead::rescaling(double before, double after) {
  if (exact_.kernel == attention::Kernel::softmax) return in_.exponential(in_.fp32().subtract(before, after));
  return exact_.kernel != attention::Kernel::hard_maximum || before == after ? 1 : 0;
}

// Of the tuples from `first` on, as many as weights: in each coordinate the weights, cast, times the values.
std::vector<double> HardwareHead::weighted(std::span<const double> weights, std::size_t first,
                                           const std::vector<double>& start) const {
  std::vector<double> sums = start;
  std::vector<double> column(weights.size());
  const bool finite =
      std::all_of(weights.begin(), weights.end(), [](double weight) { return std::isfinite(weight); });
  for (std::size_t c = 0; c < width_; ++c) {
    for (std::size_t k = 0; k < weights.size(); ++k) column[k] = tuples_[first + k]->value.numbers[c];
    // Products that are all zero; a NaN is none.
    if (finite && std::all_of(column.begin(), column.end(), [](double value) { return value == 0; }))
      continue;
    sums[c] = in_.sum(weights, column, start[c]);
  }
  return sums;
}

std::vector<double> HardwareHead::unscaled(std::vector<double> sums, double divisor) const {
  const int shift = weight_shift_ + tuples_.front()->value.shift;
  for (double& sum : sums) sum = in_.met(in_.fp32().divide(in_.unscaled(sum, shift), divisor));
  return sums;
}

// The softmax whole: weights divided by their sum, then cast, then multiplied with the values.
std::vector<double> HardwareHead::by_tensor_core() {
  double largest = tuples_.front()->score;
  for (const Tuple* one : tuples_) {
    if (std::isnan(one->score) || one->score > largest) largest = one->score;
  }
  std::vector<double> weights;
  for (const Tuple* one : tuples_) weights.push_back(kernel(one->score, largest));
  double total = weights.front();
  for (std::size_t k = 1; k < weights.size(); ++k) total = in_.met(in_.fp32().add(total, weights[k]));
  const bool nothing_matches = exact_.kernel == attention::Kernel::exact_match && total == 0;
  for (double& weight : weights) weight = nothing_matches ? 0 : in_.met(in_.fp32().divide(weight, total));
  return unscaled(weighted(in_.cast(weights, 1).numbers, 0, std::vector<double>(width_, 0)), 1);
}

// By blocks: weights beside the largest score so far, cast and multiplied with the values; what was summed
// before is rescaled; the quotient by the sum of all weights comes last.
std::vector<double> HardwareHead::by_blocks() {
  const HardwareArithmetic& fp32 = in_.fp32();
  const auto keys = static_cast<std::size_t>(in_.model().keys);
  std::vector<double> sums(width_, 0);
  double total = 0;
  double largest = 0;
  const std::size_t blocks = (tuples_.size() + keys - 1) / keys;
  for (std::size_t done = 0; done < blocks; ++done) {
    const std::size_t first = keys * (in_.model().descending ? blocks - 1 - done : done);
    const std::size_t end = std::min(first + keys, tuples_.size());
    const double before = largest;
    for (std::size_t k = first; k < end; ++k) {
      const double score = tuples_[k]->score;
      if ((done == 0 && k == first) || std::isnan(score) || score > largest) largest = score;
    }
    std::vector<double> weights;
    for (std::size_t k = first; k < end; ++k) weights.push_back(kernel(tuples_[k]->score, largest));
    double of_block = weights.front();
    for (std::size_t k = 1; k < weights.size(); ++k) of_block = in_.met(fp32.add(of_block, weights[k]));
    if (done == 0) {
      total = of_block;
    } else {
      const double factor = rescaling(before, largest);
      total = in_.met(fp32.add(in_.met(fp32.multiply(factor, total)), of_block));
      for (double& sum : sums) sum = fp32.multiply(factor, sum);
    }
    sums = weighted(in_.cast(weights, 1).numbers, first, sums);
  }
  const bool nothing_matches = exact_.kernel == attention::Kernel::exact_match && total == 0;
  return unscaled(std::move(sums), nothing_matches ? 1 : total);
}

std::vector<double> HardwareHead::output(std::size_t which, const Kinds& shown) {
  const std::vector<TokenTuple>& list = lists_[which];
  // Forgetting happens here only: the pointers stay valid while the map grows.
  if (remembered_.size() + list.size() > most_remembered_tuples) remembered_.clear();
  tuples_.clear();
  for (const TokenTuple& tuple : list) tuples_.push_back(&tuple_of(tuple, shown));
  return in_.model().kind == EvaluationModel::Kind::flash ? by_blocks() : by_tensor_core();
}

}  // namespace attest
