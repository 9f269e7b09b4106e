#include "theorems/layer_precision.hpp"

#include <fmt/format.h>

#include "attention/readout_network.hpp"
#include "claims/usage_error.hpp"
#include "precision/layer/layer_problem.hpp"
#include "theorems/match_precision.hpp"
#include "verification/layer_setting.hpp"

namespace attest::theorems {

namespace {

using attention::Head;

AttentionKernel kernel_of(const Head& head) {
  switch (head.kernel) {
    case attention::Kernel::softmax:
      return AttentionKernel::softmax;
    case attention::Kernel::expressive:
      return AttentionKernel::expressive;
    case attention::Kernel::exact_match:
      return AttentionKernel::exact_match;
    case attention::Kernel::hard_maximum:
      return AttentionKernel::hard_maximum;
    case attention::Kernel::leftmost:
      break;
  }
  throw UsageError(fmt::format("{}: a leftmost maximum is not evaluated in rounded arithmetic", head.name));
}

// With d rows, the last ones zero.
RationalMatrix stored(const std::optional<RationalMatrix>& map, const Head& head, Eigen::Index rows,
                      Eigen::Index columns) {
  if (!map) {
    throw UsageError(fmt::format(
        "{}: its rows are an arbitrary function of the token, no matrix that could be stored", head.name));
  }
  RationalMatrix matrix = RationalMatrix::Constant(std::max(rows, map->rows()), columns, Rational(0));
  matrix.topRows(map->rows()) = *map;
  return matrix;
}

class LayerPrecision : public LayerProblem {
 public:
  explicit LayerPrecision(std::unique_ptr<LayerSetting> setting)
      : setting_(std::move(setting)), layer_(setting_->prepared().layer()) {
    setting_->task().expect_many();
    const auto d = static_cast<Eigen::Index>(layer_.dimension());
    Eigen::Index width = d;  // of each head's output
    for (const Head& head : layer_.heads)
      width = std::max(width, static_cast<Eigen::Index>(head.value_length));
    for (const Head& head : layer_.heads) {
      if (!head.over.is_listable()) {
        throw UsageError(fmt::format("{}: {} index tuples, more than rounded arithmetic looks at one by one",
                                     head.name, head.over.largest_count().str()));
      }
      PrecisionHead numbers;
      numbers.kernel = kernel_of(head);
      numbers.monomials = head.polynomial.monomials();
      for (std::size_t v = 0; v < head.maps.size(); ++v) {
        const bool unused = head.rows[v].empty() || longest(head.rows[v]) == 0;
        numbers.query.push_back(unused ? RationalMatrix::Constant(1, d, Rational(0)).eval()
                                       : stored(head.maps[v], head, 0, d));
      }
      for (const Head::Factor& factor : head.value)
        numbers.values.emplace_back(factor.variable, stored(factor.map, head, width, d));
      numbers.scale = PrecisionScale(head.scale);
      heads_.push_back(std::move(numbers));
    }
    output_matrix_ =
        RationalMatrix::Constant(d, width * static_cast<Eigen::Index>(heads_.size()), Rational(0));
    for (const auto& landing : layer_.landings) {
      output_matrix_(static_cast<Eigen::Index>(landing.to), static_cast<Eigen::Index>(landing.head) * width +
                                                                static_cast<Eigen::Index>(landing.from)) +=
          landing.factor;
    }
    residual_ = layer_.residual;
    if (setting_->task().vector_answer() == nullptr) {
      network_ = attention::network_of(layer_.readouts.front(), layer_.dimension()).layers();
    } else {
      for (const attention::Readout& readout : layer_.readouts)
        networks_.push_back(attention::network_of(readout, layer_.dimension()).layers());
    }
  }

  const Task& task() const override { return setting_->task(); }
  std::size_t tokens() const override { return layer_.tokens(); }
  Symbol contents(std::size_t token) const override { return layer_.first[token + 1] - layer_.first[token]; }
  Symbol content(std::span<const Symbol> word, std::size_t token) const override {
    thread_local std::vector<attention::Kind> kinds;
    kinds.resize(layer_.tokens());
    setting_->task().kinds(word, kinds);
    return kinds[token] - layer_.first[token];
  }
  RationalVector encoding(std::size_t token, Symbol content) const override {
    return layer_.stream[layer_.first[token] + content];
  }
  std::vector<TokenTuple> tuples(std::size_t head, std::size_t token) const override {
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

 private:
  static Eigen::Index longest(const std::vector<RationalVector>& rows) {
    Eigen::Index most = 0;
    for (const RationalVector& row : rows) most = std::max(most, row.size());
    return most;
  }

  std::unique_ptr<LayerSetting> setting_;
  const attention::Layer& layer_;
};

}  // namespace

std::unique_ptr<PrecisionProblem> precision_problem(const TheoremClaim& claim, Variant variant,
                                                    const Parameters& parameters) {
  claim.refuse_automatic(variant, parameters);
  std::unique_ptr<JudgedSetting> setting = claim.setting(variant, parameters);
  if (!setting->runnable()) {
    throw UsageError(
        "--variant", to_string(variant),
        "a variant that defines a layer: " + setting->checks_before().front().reason.value_or(""));
  }
  if (dynamic_cast<LayerSetting*>(setting.get()) == nullptr)
    throw UsageError(
        "--variant", to_string(variant),
        "a variant that defines a layer; this one is a protocol of machines, which have none to round");
  std::unique_ptr<LayerSetting> layer(static_cast<LayerSetting*>(setting.release()));
  if (layer->stack() != nullptr)
    throw UsageError(
        "precision: several layers are evaluated in rounded arithmetic where all heads are exact matches");
  if (layer->match_layers() != nullptr) return match_precision_problem(std::move(layer));
  return std::make_unique<LayerPrecision>(std::move(layer));
}

}  // namespace attest::theorems
