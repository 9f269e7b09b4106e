#include "constructions/precision/relational_problem.hpp"

namespace attest {

namespace {

// Objects of the grids are the points 1, 2, ...
std::vector<RationalVector> grid_points(std::size_t count) {
  std::vector<RationalVector> points;
  for (std::size_t k = 1; k <= count; ++k)
    points.push_back(RationalVector::Constant(1, Rational(static_cast<long>(k))));
  return points;
}

}  // namespace

RelationalProblem::RelationalProblem(const SelectionSetting& setting)
    : task_(setting.task()), unique_(setting.rule == SelectRule::unique) {
  attention_.receivers = grid_points(setting.instance.queries());
  attention_.senders = grid_points(setting.instance.objects());
  attention_.query = setting.attention.query;
  attention_.key = setting.attention.key;
  attention_.relation_query = setting.attention.relation_query;
  attention_.relation_key = setting.attention.relation_key;
  eps_ = setting.eps;
  longest_context_ = static_cast<std::size_t>(setting.n);
  for (const auto& row : setting.instance.relation) {
    for (const std::vector<Rational>& relation : row) {
      RationalVector wanted(static_cast<Eigen::Index>(relation.size()));
      for (std::size_t l = 0; l < relation.size(); ++l) wanted(static_cast<Eigen::Index>(l)) = relation[l];
      targets_.push_back(std::move(wanted));
    }
  }
}

void RelationalProblem::read(std::span<const Symbol> word, Context& context) const {
  context.receiver = word[0];
  context.senders.assign(word.begin() + 1, word.end());
}

std::optional<std::size_t> RelationalProblem::target(std::span<const Symbol> word) const {
  const long selected = task_.truth(word, 0);
  if (selected == 0) return std::nullopt;
  return word[0] * attention_.senders.size() + static_cast<std::size_t>(selected) - 1;
}

std::string RelationalProblem::why_not_judged() const {
  return unique_ ? "Select is not defined where two different objects are best (Assumption 2)" : "";
}

}  // namespace attest
