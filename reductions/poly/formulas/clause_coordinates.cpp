#include "reductions/poly/formulas/clause_coordinates.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdlib>
#include <set>

#include "claims/usage_error.hpp"

namespace attest {

using problems::Assignment;
using problems::BitVectors;
using problems::Clause;
using problems::Cnf;
using problems::Family;
using problems::Tuple;

namespace {

constexpr int most_bits = 24;
constexpr long most_coordinates = 100'000'000;

}  // namespace

ClauseCoordinates::ClauseCoordinates(const Cnf& formula, Family family, std::size_t groups, std::size_t order,
                                     bool count_once)
    : formula_(formula),
      groups_(groups),
      count_once_(count_once),
      bits_(static_cast<int>((static_cast<std::size_t>(formula.variables) + groups - 1) / groups)),
      constraints_(constraints_of(family, groups, order)),
      weights_(constraints_.size(), 0) {
  if (bits_ > most_bits)
    throw UsageError("variables", std::to_string(formula.variables),
                     fmt::format("at most {} in each of {} groups", most_bits, groups));
  for (std::size_t c = 0; c < formula.clauses.size(); ++c) {
    const Clause& clause = formula.clauses[c];
    std::set<std::size_t> touched;
    for (const int literal : clause.literals) touched.insert(group_of(std::abs(literal) - 1));
    const auto holder = std::find_if(constraints_.begin(), constraints_.end(), [&](const auto& constraint) {
      return std::all_of(touched.begin(), touched.end(), [&](std::size_t group) {
        return std::find(constraint.members.begin(), constraint.members.end(), group) !=
               constraint.members.end();
      });
    });
    if (holder == constraints_.end())
      throw UsageError("formula", fmt::format("clause {} with variables of {} groups", c + 1, touched.size()),
                       fmt::format("clauses with variables of at most {} of the {} groups", order, groups));
    given_to_.push_back(static_cast<std::size_t>(holder - constraints_.begin()));
    const long weight = count_once ? 1 : clause.weight;
    if (weight > most_coordinates - static_cast<long>(dimension_))
      throw UsageError(
          "formula", fmt::format("clause {} of weight {}", c + 1, weight),
          fmt::format("weights with a sum of at most {}: each unit is a coordinate", most_coordinates));
    weights_[given_to_.back()] += weight;
    dimension_ += static_cast<std::size_t>(weight);
  }
}

int ClauseCoordinates::first_variable(std::size_t group) const {
  return static_cast<int>(group * static_cast<std::size_t>(formula_.variables) / groups_);
}

std::size_t ClauseCoordinates::group_of(int variable) const {
  std::size_t group = 0;
  while (first_variable(group + 1) <= variable) ++group;
  return group;
}

std::vector<int> ClauseCoordinates::group_sizes() const {
  std::vector<int> sizes;
  for (std::size_t i = 0; i < groups_; ++i) sizes.push_back(first_variable(i + 1) - first_variable(i));
  return sizes;
}

std::vector<long> ClauseCoordinates::falsified(const Assignment& assignment) const {
  std::vector<long> weights(constraints_.size(), 0);
  for (std::size_t c = 0; c < formula_.clauses.size(); ++c) {
    const Clause& clause = formula_.clauses[c];
    if (!satisfied(clause, assignment)) weights[given_to_[c]] += count_once_ ? 1 : clause.weight;
  }
  return weights;
}

std::vector<BitVectors> ClauseCoordinates::sets() const {
  std::vector<BitVectors> sets(groups_, BitVectors(vectors(), dimension_));
  for (std::size_t group = 0; group < groups_; ++group) {
    const int begin = first_variable(group);
    const int size = first_variable(group + 1) - begin;
    // The value of variable begin + q in vector `index`.
    const auto value = [&](std::size_t index, int q) { return ((index >> (size - 1 - q)) & 1) == 1; };
    std::size_t coordinate = 0;
    for (std::size_t c = 0; c < formula_.clauses.size(); ++c) {
      const Clause& clause = formula_.clauses[c];
      const std::size_t copies = count_once_ ? 1 : static_cast<std::size_t>(clause.weight);
      const auto& members = constraints_[given_to_[c]].members;
      if (std::find(members.begin(), members.end(), group) != members.end()) {
        for (std::size_t index = 0; index < vectors(); ++index) {
          const bool some_true =
              std::any_of(clause.literals.begin(), clause.literals.end(), [&](int literal) {
                const int q = std::abs(literal) - 1 - begin;
                return 0 <= q && q < size && value(index, q) == (literal > 0);
              });
          if (some_true) continue;
          for (std::size_t copy = 0; copy < copies; ++copy) sets[group].set(index, coordinate + copy);
        }
      }
      coordinate += copies;
    }
  }
  return sets;
}

std::string ClauseCoordinates::said_vector(std::size_t group, std::size_t index) const {
  const int begin = first_variable(group);
  const int size = first_variable(group + 1) - begin;
  std::vector<std::string> values;
  for (int q = 0; q < size; ++q)
    values.push_back(fmt::format("x{} = {}", begin + q + 1, (index >> (size - 1 - q)) & 1));
  return values.empty() ? "no variable" : fmt::format("{}", fmt::join(values, ", "));
}

std::string ClauseCoordinates::said_group(std::size_t group) const {
  std::vector<std::string> names;
  for (int v = first_variable(group); v < first_variable(group + 1); ++v)
    names.push_back(fmt::format("x{}", v + 1));
  return names.empty() ? "no variable" : fmt::format("{}", fmt::join(names, ", "));
}

std::vector<std::pair<std::string, std::size_t>> ClauseCoordinates::said_coordinates() const {
  std::vector<std::pair<std::string, std::size_t>> result;
  for (std::size_t c = 0; c < formula_.clauses.size(); ++c) {
    const Clause& clause = formula_.clauses[c];
    std::vector<std::size_t> groups;
    for (const std::size_t group : constraints_[given_to_[c]].members) groups.push_back(group + 1);
    result.emplace_back(fmt::format("clause {}, in constraint {}", c + 1, fmt::join(groups, ",")),
                        count_once_ ? 1 : static_cast<std::size_t>(clause.weight));
  }
  return result;
}

std::string ClauseCoordinates::said_falsified(const Assignment& assignment) const {
  std::vector<std::size_t> clauses;
  for (std::size_t c = 0; c < formula_.clauses.size(); ++c) {
    if (!satisfied(formula_.clauses[c], assignment)) clauses.push_back(c + 1);
  }
  if (clauses.empty()) return "no clause is false";
  return fmt::format("clause{} {} {} false", clauses.size() == 1 ? "" : "s", fmt::join(clauses, ", "),
                     clauses.size() == 1 ? "is" : "are");
}

Tuple ClauseCoordinates::tuple_of(const Assignment& assignment) const {
  Tuple tuple;
  for (std::size_t group = 0; group < groups_; ++group) {
    std::size_t index = 0;
    for (int v = first_variable(group); v < first_variable(group + 1); ++v)
      index = 2 * index + (assignment.at(static_cast<std::size_t>(v)) ? 1 : 0);
    tuple.push_back(index);
  }
  return tuple;
}

Assignment ClauseCoordinates::assignment_of(const Tuple& tuple) const {
  Assignment assignment;
  for (std::size_t group = 0; group < groups_; ++group) {
    const int size = first_variable(group + 1) - first_variable(group);
    for (int q = 0; q < size; ++q) assignment.push_back(((tuple.at(group) >> (size - 1 - q)) & 1) == 1);
  }
  return assignment;
}

}  // namespace attest
