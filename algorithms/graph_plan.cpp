#include "algorithms/graph_plan.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <numeric>

namespace attest {

namespace {

using Neighbours = std::vector<std::vector<std::size_t>>;

// The spanning forest that takes every edge, in the order of the monomials, that closes no cycle.
struct Skeleton {
  Neighbours tree;
  std::vector<std::vector<std::size_t>> closing;  // the other edges
};

Skeleton skeleton_of(const AttentionPolynomial& h) {
  Skeleton result;
  result.tree.resize(h.variables());
  std::vector<std::size_t> component(h.variables());
  std::iota(component.begin(), component.end(), std::size_t{0});
  for (const auto& monomial : h.monomials()) {
    if (monomial.size() != 2) {
      throw UnsuitablePolynomial(fmt::format("{} has degree {}; the graph of h needs monomials of degree 2",
                                             monomial_text(monomial), monomial.size()));
    }
    const std::size_t u = component[monomial[0]];
    const std::size_t v = component[monomial[1]];
    if (u == v) {
      result.closing.push_back(monomial);
      continue;
    }
    std::replace(component.begin(), component.end(), v, u);
    result.tree[monomial[0]].push_back(monomial[1]);
    result.tree[monomial[1]].push_back(monomial[0]);
  }
  return result;
}

// The path between two vertices of one tree, both ends included.
std::vector<std::size_t> path_between(const Neighbours& tree, std::size_t from, std::size_t to) {
  std::vector<std::size_t> path;
  const std::function<bool(std::size_t, std::size_t)> walk = [&](std::size_t at, std::size_t parent) {
    path.push_back(at);
    if (at == to) return true;
    for (const std::size_t next : tree[at]) {
      if (next != parent && walk(next, at)) return true;
    }
    path.pop_back();
    return false;
  };
  walk(from, tree.size());
  return path;
}

std::string cycle_text(const std::vector<std::size_t>& cycle) {
  std::string text;
  for (const std::size_t v : cycle) text += fmt::format("{}x{}", text.empty() ? "" : ", ", v + 1);
  return text;
}

class Planner {
 public:
  Planner(std::size_t variables, const Skeleton& skeleton) : skeleton_(skeleton), seen_(variables, false) {
    plan_.variables = variables;
    if (!skeleton.closing.empty())
      cycle_ = path_between(skeleton.tree, skeleton.closing[0][0], skeleton.closing[0][1]);
  }

  GraphPlan plan() {
    plan_.query = visit(0);
    for (std::size_t v = 1; v < seen_.size(); ++v) {
      if (!seen_[v]) plan_.other_roots.push_back(visit(v));
    }
    return std::move(plan_);
  }

 private:
  bool on_cycle(std::size_t v) const { return std::find(cycle_.begin(), cycle_.end(), v) != cycle_.end(); }

  // The node of v with all that was not seen below it.
  std::size_t visit(std::size_t v) {
    seen_[v] = true;
    PlanNode node{v, {}, {}};
    if (on_cycle(v)) {
      // The first vertex of the cycle that is met is the nearest to the root. All the others hang below it.
      auto around = cycle_;
      std::rotate(around.begin(), std::find(around.begin(), around.end(), v), around.end());
      cycle_.clear();
      for (const std::size_t other : around) seen_[other] = true;
      for (std::size_t k = 1; k < around.size(); ++k) node.cycle.push_back(visit(around[k]));
    }
    for (const std::size_t next : skeleton_.tree[v]) {
      if (!seen_[next]) node.children.push_back(visit(next));
    }
    plan_.nodes.push_back(std::move(node));
    return plan_.nodes.size() - 1;
  }

  const Skeleton& skeleton_;
  std::vector<bool> seen_;
  std::vector<std::size_t> cycle_;
  GraphPlan plan_;
};

GraphPlan plan_from(const AttentionPolynomial& h, const Skeleton& skeleton) {
  if (skeleton.closing.size() > 1) {
    std::string edges;
    for (const auto& edge : skeleton.closing)
      edges += fmt::format("{}{}", edges.empty() ? "" : ", ", monomial_text(edge));
    throw UnsuitablePolynomial(
        fmt::format("{} close {} independent cycles; at most one is taken", edges, skeleton.closing.size()));
  }
  return Planner(h.variables(), skeleton).plan();
}

}  // namespace

std::size_t GraphPlan::cycle_length() const {
  for (const auto& node : nodes) {
    if (!node.cycle.empty()) return node.cycle.size() + 1;
  }
  return 0;
}

GraphPlan graph_plan(const AttentionPolynomial& h) {
  return plan_from(h, skeleton_of(h));
}

GraphPlan forest_plan(const AttentionPolynomial& h) {
  const auto skeleton = skeleton_of(h);
  if (!skeleton.closing.empty()) {
    const auto& edge = skeleton.closing.front();
    throw UnsuitablePolynomial(fmt::format("{} closes the cycle {}; a forest is needed", monomial_text(edge),
                                           cycle_text(path_between(skeleton.tree, edge[0], edge[1]))));
  }
  return plan_from(h, skeleton);
}

GraphPlan one_cycle_plan(const AttentionPolynomial& h) {
  const auto skeleton = skeleton_of(h);
  if (skeleton.closing.empty())
    throw UnsuitablePolynomial(polynomial_text(h) + " is a forest; a graph with one cycle is needed");
  return plan_from(h, skeleton);
}

std::string monomial_text(const std::vector<std::size_t>& monomial) {
  std::string text;
  for (const std::size_t v : monomial) text += fmt::format("{}x{}", text.empty() ? "" : "*", v + 1);
  return text;
}

std::string polynomial_text(const AttentionPolynomial& h) {
  return h.monomials().empty() ? "0" : h.to_string();
}

}  // namespace attest
