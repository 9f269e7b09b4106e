#include "verification/table_problem.hpp"

#include <algorithm>
#include <map>

#include "claims/stop.hpp"
#include "numeric/checked.hpp"
#include "verification/limits.hpp"

namespace attest {

std::unique_ptr<const TableProblem> TableProblem::make(const LayerSetting& setting) {
  const LayerTask& task = setting.task();
  const attention::Layer& layer = setting.prepared().layer();
  if (task.has_other_words() || task.judges_some_only()) return nullptr;
  if (task.vector_answer() != nullptr || layer.readouts.size() != 1) return nullptr;
  if (task.decision() != Decision::nearest || !task.one_symbol_a_token() || !task.largest_truth())
    return nullptr;
  if (layer.heads.size() != 1 || layer.heads.front().kernel != attention::Kernel::softmax ||
      layer.readouts[0].op != attention::Readout::Op::affine) {
    return nullptr;
  }
  const attention::Head& head = layer.heads.front();
  const bool of_receiver = std::any_of(head.value.begin(), head.value.end(),
                                       [](const attention::Head::Factor& f) { return f.variable == 0; });
  if (of_receiver) return nullptr;
  const auto& forest = setting.prepared().forest(0);
  if (!forest) return nullptr;
  return std::unique_ptr<TableProblem>(new TableProblem(setting, *forest));
}

TableProblem::TableProblem(const LayerSetting& setting, Forest the_forest)
    : task(setting.task()),
      forest(std::move(the_forest)),
      judged(setting.task().judged_positions()),
      setting_(setting),
      layer_(setting.prepared().layer()),
      scores_(setting.prepared().scores(0)) {
  std::map<std::size_t, Rational> weights;
  for (const auto& landing : layer_.landings) {
    const auto at = layer_.readouts[0].form.coefficients.find(landing.to);
    if (at != layer_.readouts[0].form.coefficients.end())
      weights[landing.from] += landing.factor * at->second;
  }
  for (const auto& [coordinate, weight] : weights) {
    if (weight == 0) continue;
    coordinates_.push_back(coordinate);
    weights_.push_back(weight);
  }
}

Integer TableProblem::pair_factor() const {
  return scores_.factor(0);  // all monomials of a forest have degree 2, and one factor
}

bool TableProblem::query(std::size_t variable, std::size_t position, Symbol symbol,
                         std::vector<long>& out) const {
  out.clear();
  for (const Integer& entry : scores_.rows()[variable][kind(position, symbol)]) {
    const auto number = fits_long(Rational(entry));
    if (!number) return false;
    out.push_back(*number);
  }
  return true;
}

Rational TableProblem::base(std::size_t position, Symbol symbol) const {
  Rational result = layer_.readouts[0].form.constant;
  if (!layer_.residual) return result;
  const RationalVector& stream = layer_.stream[kind(position, symbol)];
  for (const auto& [coordinate, coefficient] : layer_.readouts[0].form.coefficients)
    result += coefficient * stream(static_cast<Eigen::Index>(coordinate));
  return result;
}

Rational TableProblem::value(std::size_t variable, std::size_t position, Symbol symbol,
                             std::size_t which) const {
  for (const attention::Head::Factor& factor : layer_.heads.front().value) {
    if (factor.variable == variable)
      return factor.vectors[kind(position, symbol)](static_cast<Eigen::Index>(coordinates_[which]));
  }
  return 1;
}

double TableProblem::largest_truth() const {
  return static_cast<double>(*setting_.task().largest_truth());  // below 2^53
}

Status TableProblem::decide(std::span<const Symbol> word, const std::atomic<bool>* stop) const {
  Status worst = Status::holds;
  for (std::size_t which = 0; which < judged.size(); ++which) {
    if (stop != nullptr && *stop) throw Stopped();
    worst = std::max(worst, setting_.rightness_of(setting_.evaluate(word, which), task.truth(word, which)));
  }
  return worst;
}

Interval TableProblem::error(std::span<const Symbol> word, long accurate_bits,
                             const std::atomic<bool>* stop) const {
  Interval worst(0L, initial_precision);
  for (std::size_t which = 0; which < judged.size(); ++which) {
    if (stop != nullptr && *stop) throw Stopped();
    worst =
        max(worst,
            abs(setting_.evaluate(word, which).deviation(Rational(task.truth(word, which)), accurate_bits)));
  }
  return worst;
}

Interval TableProblem::margin(std::span<const Symbol> word, long accurate_bits,
                              const std::atomic<bool>* stop) const {
  std::optional<Interval> least;
  for (std::size_t which = 0; which < judged.size(); ++which) {
    if (stop != nullptr && *stop) throw Stopped();
    const attention::LayerOutput out = setting_.evaluate(word, which);
    const Rational truth(task.truth(word, which));
    const Interval margin = min(out.deviation(truth - decision_threshold(), accurate_bits),
                                -out.deviation(truth + decision_threshold(), accurate_bits));
    least = least ? min(*least, margin) : margin;
  }
  return least.value();
}

}  // namespace attest
