#include "reductions/files/vector_sets_question.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace attest {

using problems::BitVectors;
using problems::Family;
using problems::InnerProducts;

namespace {

constexpr const char* families = "kip, ip-triangle, hypergraph-ip or ip-dir-cycle";
constexpr double most_members = 1e6;  // of all constraints of one instance

template <typename Value>
void combine(std::optional<Value>& value, const std::optional<Value>& given, const std::string& where) {
  if (!given) return;
  if (value && !(*value == *given))
    throw UsageError(where, "another value", "the value that was given beside the file");
  value = given;
}

std::size_t order_of(Family family, std::size_t sets, const VectorSetsQuestion& question,
                     const std::function<std::string(const std::string&)>& blame) {
  const std::size_t implied = family == Family::k_ip ? sets : 2;
  if (family == Family::hypergraph_ip) {
    if (!question.order)
      throw UsageError(fmt::format("{}: no order, expected k of hypergraph-ip", blame("order")));
    if (*question.order < 2 || static_cast<std::size_t>(*question.order) > sets)
      throw UsageError(blame("order"), std::to_string(*question.order),
                       fmt::format("k of hypergraph-ip from 2 to the number of sets, {}", sets));
    return static_cast<std::size_t>(*question.order);
  }
  if (question.order && *question.order != static_cast<long>(implied))
    throw UsageError(blame("order"), std::to_string(*question.order),
                     fmt::format("{} (or none) for {} with {} sets", implied, name_of(family), sets));
  return implied;
}

}  // namespace

VectorSetsQuestion combined_question(const VectorSetsQuestion& in_file, const VectorSetsQuestion& given,
                                     const std::function<std::string(const std::string&)>& blame) {
  VectorSetsQuestion question = in_file;
  combine(question.family, given.family, blame("family"));
  combine(question.targets, given.targets, blame("targets"));
  combine(question.order, given.order, blame("order"));
  combine(question.epsilon, given.epsilon, blame("epsilon"));
  return question;
}

InnerProducts instance_of(std::vector<BitVectors> sets, const VectorSetsQuestion& question,
                          const std::function<std::string(const std::string&)>& blame) {
  if (!question.family)
    throw UsageError(fmt::format("{}: no family, expected {}", blame("family"), families));
  const Family family = *question.family;
  const std::size_t t = sets.size();
  const bool right = family == Family::k_ip || family == Family::hypergraph_ip ? t >= 2
                     : family == Family::ip_triangle                           ? t == 3
                                                                               : t >= 3;
  if (!right)
    throw UsageError(blame("sets"), fmt::format("{} sets", t),
                     fmt::format("{} for {}",
                                 family == Family::ip_triangle      ? "three"
                                 : family == Family::directed_cycle ? "three or more"
                                                                    : "two or more",
                                 name_of(family)));
  const std::size_t order = order_of(family, t, question, blame);
  if (family == Family::hypergraph_ip) {
    double number = 1;
    for (std::size_t i = 0; i < order; ++i)
      number = number * static_cast<double>(t - i) / static_cast<double>(i + 1);
    if (number * static_cast<double>(order) > most_members)
      throw UsageError(blame("order"), std::to_string(order),
                       "a k for which the k-subsets have together at most 1000000 members");
  }
  if (!question.targets)
    throw UsageError(fmt::format("{}: no targets, expected one for each constraint", blame("targets")));
  const std::vector<long>& targets = *question.targets;
  const long d = static_cast<long>(sets.front().dimension());
  const std::size_t constraints = constraints_of(family, t, order).size();
  const std::size_t needed = question.epsilon ? 1 : constraints;
  if (targets.size() != needed)
    throw UsageError(blame("targets"), fmt::format("{} targets", targets.size()),
                     question.epsilon ? std::string("one, m, for a gap version")
                                      : fmt::format("{}, one for each constraint", needed));
  for (const long target : targets) {
    if (target < 0 || target > d)
      throw UsageError(blame("targets"), std::to_string(target), fmt::format("a target from 0 to d = {}", d));
  }
  if (question.epsilon) {
    if (*question.epsilon <= 0 || *question.epsilon >= 1)
      throw UsageError(blame("epsilon"), to_string(*question.epsilon), "a rational between 0 and 1");
    return gap_version(family, order, std::move(sets), targets.front(), *question.epsilon);
  }
  switch (family) {
    case Family::k_ip:
      return k_inner_product(std::move(sets), targets.front());
    case Family::ip_triangle:
      return inner_product_triangle(std::move(sets), targets);
    case Family::hypergraph_ip:
      return hypergraph_inner_product(std::move(sets), order, targets);
    case Family::directed_cycle:
      return directed_cycle(std::move(sets), targets);
  }
  throw std::logic_error("no such family");
}

std::vector<long> stated_targets(const InnerProducts& instance) {
  std::vector<long> targets;
  for (const auto& constraint : instance.constraints) targets.push_back(constraint.target);
  if (instance.epsilon) targets.resize(1);
  return targets;
}

}  // namespace attest
