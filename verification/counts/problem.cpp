#include "verification/counts/problem.hpp"

#include <fmt/format.h>

#include <map>
#include <set>

namespace attest::counts {

using attention::Kernel;
using attention::Kind;
using attention::Token;
using cover::refuse_cover;

namespace {

constexpr std::size_t most_leaves = 1U << 10U;

}  // namespace

Problem::Problem(const LayerSetting& setting) : Questions(setting), layer_(setting.prepared().layer()) {
  for (const attention::Head& head : layer_.heads) {
    if (attention::form_of(head.kernel) == attention::KernelForm::maximum) {
      refuse_cover(fmt::format("the kernel of head {} is {}", head.name, attention::to_string(head.kernel)));
    }
    if (head.polynomial.variables() != 2 || head.over.arity() != 1)
      refuse_cover(fmt::format("head {} sums over tuples of several tokens", head.name));
    if (!head.over.is_listable()) refuse_cover(fmt::format("head {} has too many index tuples", head.name));
  }
  if (setting.unique_maximum() != LayerSetting::UniqueMaximum::absent)
    refuse_cover("counts do not look for unique best tuples");
  for (const InputCondition& condition : setting.conditions()) {
    if (condition.normalised_tokens.empty() && !condition.comparison)
      refuse_cover(fmt::format("'{}' is checked input by input", condition.name));
  }
  if (!layer_.readouts.front().is_piecewise_linear())
    refuse_cover("the readout multiplies coordinates of the stream and is not piecewise linear");
  formulas_ = cover::formulas_of(layer_);
  if (formulas_.leaves.size() > most_leaves) refuse_cover("the readout has too many parts");
  find_lines();
}

void Problem::find_lines() {
  leaves_of_.resize(layer_.heads.size());
  line_of_.assign(layer_.heads.size(), cover::none);
  slopes_.assign(formulas_.leaves.size(), 0);
  for (std::size_t l = 0; l < formulas_.leaves.size(); ++l) {
    if (formulas_.leaves[l].head != cover::none) leaves_of_[formulas_.leaves[l].head].push_back(l);
  }
  for (std::size_t h = 0; h < layer_.heads.size(); ++h) {
    if (leaves_of_[h].empty()) continue;
    const std::size_t first = leaves_of_[h].front();
    const auto& direction = formulas_.leaves[first].coordinates;  // not empty, without zeros (formula.cpp)
    bool one_line = true;
    for (const std::size_t l : leaves_of_[h]) {
      const auto& coordinates = formulas_.leaves[l].coordinates;
      slopes_[l] = coordinates.begin()->second / direction.begin()->second;
      one_line = one_line && coordinates.size() == direction.size();
      for (const auto& [coordinate, coefficient] : direction) {
        const auto found = coordinates.find(coordinate);
        one_line = one_line && found != coordinates.end() && found->second == slopes_[l] * coefficient;
      }
    }
    if (one_line) line_of_[h] = first;
  }
}

Rational Problem::receiver_part(std::size_t leaf, Kind receiver) const {
  const attention::AffineForm& form = formulas_.leaves[leaf].receiver;
  Rational result = form.constant;
  for (const auto& [coordinate, coefficient] : form.coefficients)
    result += coefficient * layer_.stream[receiver](static_cast<Eigen::Index>(coordinate));
  return result;
}

// Those that its row, its factors of the value or the residual hang on.
std::vector<std::size_t> Problem::receiver_positions(std::size_t which) const {
  const auto token = static_cast<Token>(judged()[which]);
  std::map<std::string, std::uint32_t> known;
  std::vector<std::uint32_t> label;
  for (Kind kind = layer_.first[token]; kind < layer_.first[token + 1]; ++kind) {
    std::string text;
    const auto add = [&](const RationalVector& vector) {
      for (Eigen::Index c = 0; c < vector.size(); ++c) text += attest::to_string(vector(c)) + ",";
      text += ";";
    };
    for (const attention::Head& head : layer_.heads) {
      if (kind < head.rows[0].size()) add(head.rows[0][kind]);
      for (const auto& factor : head.value) {
        if (factor.variable == 0 && kind < factor.vectors.size()) add(factor.vectors[kind]);
      }
    }
    for (std::size_t l = 0; l < formulas_.leaves.size(); ++l)
      text += attest::to_string(receiver_part(l, kind)) + ",";
    label.push_back(known.emplace(std::move(text), static_cast<std::uint32_t>(known.size())).first->second);
  }
  std::vector<std::size_t> positions;
  for (const std::size_t k : cover::places_that_matter(reads(token), task().space(), label))
    positions.push_back(reads(token).positions[k]);
  return positions;
}

std::vector<cover::Start> Problem::starts() const {
  return cover::starts_of(*this, [this](std::size_t which) { return receiver_positions(which); });
}

}  // namespace attest::counts
