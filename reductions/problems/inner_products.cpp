#include "reductions/problems/inner_products.hpp"

#include <fmt/format.h>

#include <functional>
#include <stdexcept>

namespace attest::problems {

namespace {

// Calls `visit` on every tuple of the given sizes in lexicographic order until it returns true.
bool any_tuple(const std::vector<std::size_t>& sizes, const std::function<bool(const Tuple&)>& visit) {
  for (const std::size_t size : sizes) {
    if (size == 0) return false;
  }
  Tuple tuple(sizes.size(), 0);
  while (true) {
    if (visit(tuple)) return true;
    std::size_t k = tuple.size();
    while (k > 0 && tuple[k - 1] + 1 == sizes[k - 1]) tuple[--k] = 0;
    if (k == 0) return false;
    ++tuple[k - 1];
  }
}

InnerProducts checked(Family family, std::size_t order, std::vector<BitVectors> sets,
                      const std::vector<long>& targets) {
  InnerProducts instance{family, order, std::move(sets), {}, std::nullopt};
  for (const BitVectors& set : instance.sets) {
    if (set.dimension() != instance.dimension())
      throw std::invalid_argument(fmt::format("the sets have vectors of unequal length: {} and {}",
                                              instance.dimension(), set.dimension()));
  }
  instance.constraints = constraints_of(family, instance.sets.size(), order);
  if (targets.size() != instance.constraints.size())
    throw std::invalid_argument(
        fmt::format("{} targets where {} are needed", targets.size(), instance.constraints.size()));
  for (std::size_t c = 0; c < targets.size(); ++c) {
    if (targets[c] < 0 || targets[c] > static_cast<long>(instance.dimension()))
      throw std::invalid_argument(
          fmt::format("target {} is outside 0..{}", targets[c], instance.dimension()));
    instance.constraints[c].target = targets[c];
  }
  return instance;
}

}  // namespace

std::vector<Constraint> constraints_of(Family family, std::size_t sets, std::size_t order) {
  std::vector<Constraint> constraints;
  switch (family) {
    case Family::k_ip: {
      if (sets < 2 || order != sets) throw std::invalid_argument("kIP needs k >= 2 sets");
      Constraint all;
      for (std::size_t i = 0; i < sets; ++i) all.members.push_back(i);
      constraints.push_back(all);
      break;
    }
    case Family::ip_triangle:
      if (sets != 3 || order != 2) throw std::invalid_argument("IP-triangle needs three sets");
      [[fallthrough]];
    case Family::directed_cycle:
      if (sets < 3 || order != 2) throw std::invalid_argument("a directed cycle needs r >= 3 sets");
      for (std::size_t i = 0; i < sets; ++i) constraints.push_back({{i, (i + 1) % sets}, 0});
      break;
    case Family::hypergraph_ip: {
      if (order < 2 || order > sets) throw std::invalid_argument("HypergraphIP needs 2 <= k <= t sets");
      std::vector<std::size_t> subset(order);
      for (std::size_t i = 0; i < order; ++i) subset[i] = i;
      while (true) {
        constraints.push_back({subset, 0});
        std::size_t k = order;
        while (k > 0 && subset[k - 1] == sets - order + k - 1) --k;
        if (k == 0) break;
        ++subset[k - 1];
        for (std::size_t i = k; i < order; ++i) subset[i] = subset[i - 1] + 1;
      }
      break;
    }
  }
  return constraints;
}

InnerProducts k_inner_product(std::vector<BitVectors> sets, long m) {
  const std::size_t k = sets.size();
  return checked(Family::k_ip, k, std::move(sets), {m});
}

InnerProducts inner_product_triangle(std::vector<BitVectors> sets, std::vector<long> targets) {
  return checked(Family::ip_triangle, 2, std::move(sets), targets);
}

InnerProducts hypergraph_inner_product(std::vector<BitVectors> sets, std::size_t k,
                                       std::vector<long> targets) {
  return checked(Family::hypergraph_ip, k, std::move(sets), targets);
}

InnerProducts directed_cycle(std::vector<BitVectors> sets, std::vector<long> targets) {
  return checked(Family::directed_cycle, 2, std::move(sets), targets);
}

InnerProducts gap_version(Family family, std::size_t order, std::vector<BitVectors> sets, long m,
                          const Rational& epsilon) {
  if (epsilon <= 0 || epsilon >= 1)
    throw std::invalid_argument(fmt::format("epsilon = {} is outside (0, 1)", to_string(epsilon)));
  const std::size_t number = constraints_of(family, sets.size(), order).size();
  InnerProducts instance = checked(family, order, std::move(sets), std::vector<long>(number, m));
  instance.epsilon = epsilon;
  return instance;
}

std::string name_of(Family family) {
  switch (family) {
    case Family::k_ip:
      return "kip";
    case Family::ip_triangle:
      return "ip-triangle";
    case Family::hypergraph_ip:
      return "hypergraph-ip";
    case Family::directed_cycle:
      return "ip-dir-cycle";
  }
  throw std::logic_error("no such family");
}

std::optional<Family> family_from_name(const std::string& name) {
  for (const Family family :
       {Family::k_ip, Family::ip_triangle, Family::hypergraph_ip, Family::directed_cycle}) {
    if (name_of(family) == name) return family;
  }
  return std::nullopt;
}

long inner_product(const InnerProducts& instance, const Constraint& constraint, const Tuple& tuple) {
  long sum = 0;
  const std::size_t first = constraint.members.front();
  const std::size_t words = instance.sets[first].words(tuple[first]).size();
  for (std::size_t w = 0; w < words; ++w) {
    BitVectors::Word common = ~BitVectors::Word{0};
    for (const std::size_t i : constraint.members) common &= instance.sets[i].words(tuple[i])[w];
    sum += std::popcount(common);
  }
  return sum;
}

bool satisfies(const InnerProducts& instance, const Tuple& tuple) {
  if (tuple.size() != instance.sets.size()) return false;
  for (std::size_t i = 0; i < tuple.size(); ++i) {
    if (tuple[i] >= instance.sets[i].size()) return false;
  }
  for (const Constraint& constraint : instance.constraints) {
    if (inner_product(instance, constraint, tuple) != constraint.target) return false;
  }
  return true;
}

std::optional<Tuple> solve_by_definition(const InnerProducts& instance) {
  std::vector<std::size_t> sizes;
  for (const BitVectors& set : instance.sets) sizes.push_back(set.size());
  std::optional<Tuple> solution;
  any_tuple(sizes, [&](const Tuple& tuple) {
    if (!satisfies(instance, tuple)) return false;
    solution = tuple;
    return true;
  });
  return solution;
}

std::optional<PromiseBreach> promise_breach(const InnerProducts& instance) {
  if (!instance.epsilon) throw std::invalid_argument("only a gap version has a promise");
  Tuple whole(instance.sets.size(), 0);
  for (std::size_t c = 0; c < instance.constraints.size(); ++c) {
    const Constraint& constraint = instance.constraints[c];
    const Rational most = (1 - *instance.epsilon) * constraint.target;
    std::vector<std::size_t> sizes;
    for (const std::size_t i : constraint.members) sizes.push_back(instance.sets[i].size());
    std::optional<PromiseBreach> breach;
    any_tuple(sizes, [&](const Tuple& members) {
      for (std::size_t i = 0; i < members.size(); ++i) whole[constraint.members[i]] = members[i];
      const long product = inner_product(instance, constraint, whole);
      if (product == constraint.target || product <= most) return false;
      breach = PromiseBreach{c, members, product};
      return true;
    });
    if (breach) return breach;
  }
  return std::nullopt;
}

}  // namespace attest::problems
