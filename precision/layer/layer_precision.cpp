#include "precision/layer/layer_precision.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "attention/readout_network.hpp"
#include "claims/usage_error.hpp"
#include "precision/layer/hardware_evaluator.hpp"
#include "precision/layer/layer_error.hpp"
#include "precision/layer/rounded_evaluator.hpp"
#include "precision/layer/stored_evaluator.hpp"

namespace attest {

namespace {

using attention::Head;
using attention::Kernel;
using attention::KernelForm;

bool is_looked_at(const std::vector<RationalVector>& rows) {
  return std::any_of(rows.begin(), rows.end(), [](const RationalVector& row) { return row.size() > 0; });
}

void refuse_what_is_not_rounded(const Head& head) {
  if (!head.over.is_listable()) {
    throw UsageError(fmt::format("{}: {} index tuples, more than rounded arithmetic looks at one by one",
                                 head.name, head.over.largest_count().str()));
  }
  if (head.kernel == Kernel::leftmost)
    throw UsageError(fmt::format("{}: a leftmost maximum is not evaluated in rounded arithmetic", head.name));
  bool matrices = std::all_of(head.value.begin(), head.value.end(),
                              [](const Head::Factor& factor) { return factor.map.has_value(); });
  for (std::size_t v = 0; v < head.maps.size(); ++v)
    matrices = matrices && (head.maps[v] || !is_looked_at(head.rows[v]));
  if (!matrices) {
    throw UsageError(fmt::format(
        "{}: its rows are an arbitrary function of the token, no matrix that could be stored", head.name));
  }
}

bool has_kernel(const attention::Layer& layer, KernelForm form) {
  return std::any_of(layer.heads.begin(), layer.heads.end(),
                     [&](const Head& head) { return attention::form_of(head.kernel) == form; });
}

}  // namespace

LayerPrecision::LayerPrecision(std::shared_ptr<const void> owner, const LayerTask& task,
                               const attention::Layer& layer, ReadoutBy readout_by)
    : owner_(std::move(owner)), task_(task), layer_(layer), readout_by_(readout_by) {
  task_.expect_many();
  for (const Head& head : layer_.heads) refuse_what_is_not_rounded(head);
}

void LayerPrecision::kinds(std::span<const Symbol> word, std::vector<attention::Kind>& out) const {
  out.resize(layer_.tokens());
  task_.kinds(word, out);
}

std::vector<TokenTuple> LayerPrecision::tuples(std::size_t head, std::size_t token) const {
  const attention::IndexSet& over = layer_.heads[head].over;
  const auto list = over.tuples(static_cast<attention::Token>(token));
  std::vector<TokenTuple> all;
  for (std::size_t at = 0; at < list.size(); at += over.arity()) {
    all.push_back({token});
    all.back().insert(all.back().end(), list.begin() + static_cast<std::ptrdiff_t>(at),
                      list.begin() + static_cast<std::ptrdiff_t>(at + over.arity()));
  }
  return all;
}

std::vector<RationalMatrix> LayerPrecision::rows(std::size_t head) const {
  const auto d = static_cast<Eigen::Index>(layer_.dimension());
  std::vector<RationalMatrix> result;
  for (std::size_t v = 0; v < layer_.heads[head].maps.size(); ++v) {
    const bool used = is_looked_at(layer_.heads[head].rows[v]);
    result.push_back(used ? *layer_.heads[head].maps[v] : RationalMatrix::Constant(1, d, Rational(0)).eval());
  }
  return result;
}

std::vector<RationalMatrix> LayerPrecision::values(std::size_t head) const {
  std::vector<RationalMatrix> result;
  for (const Head::Factor& factor : layer_.heads[head].value) {
    result.push_back(RationalMatrix::Constant(width(), factor.map->cols(), Rational(0)));
    result.back().topRows(factor.map->rows()) = *factor.map;
  }
  return result;
}

Eigen::Index LayerPrecision::width() const {
  std::size_t width = layer_.dimension();
  for (const Head& head : layer_.heads) width = std::max(width, head.value_length);
  return static_cast<Eigen::Index>(width);
}

RationalMatrix LayerPrecision::output_matrix() const {
  RationalMatrix matrix =
      RationalMatrix::Constant(static_cast<Eigen::Index>(layer_.dimension()),
                               width() * static_cast<Eigen::Index>(layer_.heads.size()), Rational(0));
  for (const auto& landing : layer_.landings) {
    matrix(static_cast<Eigen::Index>(landing.to),
           static_cast<Eigen::Index>(landing.head) * width() + static_cast<Eigen::Index>(landing.from)) +=
        landing.factor;
  }
  return matrix;
}

LayerPrecision::ReadoutForm LayerPrecision::readout(std::size_t number) const {
  const attention::Readout& readout = layer_.readouts[number];
  if (readout_by_ == ReadoutBy::network_if_any && readout.is_piecewise_linear())
    return {attention::network_of(readout, layer_.dimension()).layers(), std::nullopt};
  return {{}, operations_of(readout)};
}

std::unique_ptr<PrecisionEvaluator> LayerPrecision::evaluator(const EvaluationModel& model,
                                                              const FloatFormat& format,
                                                              std::optional<EvaluationStep> wide) const {
  if (model == EvaluationModel::stored) return std::make_unique<StoredEvaluator>(*this, format);
  if (model.is_hardware()) return std::make_unique<HardwareEvaluator>(*this, model, format);
  return std::make_unique<RoundedEvaluator>(*this, model, format, wide);
}

std::unique_ptr<PrecisionEvaluator> LayerPrecision::exact_evaluator(const Rational& temperature) const {
  return std::make_unique<StoredEvaluator>(*this, temperature);
}

bool LayerPrecision::has_scores() const {
  return has_kernel(layer_, KernelForm::exponential) || has_kernel(layer_, KernelForm::rational);
}

std::string LayerPrecision::no_error_analysis() const {
  if (has_kernel(layer_, KernelForm::maximum))
    return "no error analysis: which score is best is not continuous";
  const auto rational = std::find_if(layer_.heads.begin(), layer_.heads.end(), [](const Head& head) {
    return attention::weighs_rationally(head.kernel);
  });
  if (rational == layer_.heads.end() || has_normaliser_bound(*this)) return "";
  return fmt::format(
      "no error analysis: the sum of {} weights has no positive lower bound by kinds of tokens",
      attention::to_string(rational->kernel));
}

std::optional<ErrorBound> LayerPrecision::output_error_bound(long significand_bits) const {
  return layer_error_bound(*this, significand_bits);
}

}  // namespace attest
