#include "tools/attest/reduce_source.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "claims/parameter_specs.hpp"
#include "claims/usage_error.hpp"
#include "reductions/files/dimacs.hpp"
#include "reductions/files/vector_sets.hpp"
#include "reductions/problems/random_formula.hpp"
#include "reductions/problems/random_vector_sets.hpp"
#include "tools/attest/read_file.hpp"

namespace attest {

namespace {

bool is_formula(Problem problem) {
  return problem == Problem::sat || problem == Problem::max_sat;
}

struct VectorProblem {
  problems::Family family;
  bool gap;
};

VectorProblem vector_problem(Problem problem) {
  using problems::Family;
  switch (problem) {
    case Problem::kip:
      return {Family::k_ip, false};
    case Problem::gap_kip:
      return {Family::k_ip, true};
    case Problem::ip_triangle:
      return {Family::ip_triangle, false};
    case Problem::gap_ip_triangle:
      return {Family::ip_triangle, true};
    case Problem::hypergraph_ip:
      return {Family::hypergraph_ip, false};
    case Problem::gap_hypergraph_ip:
      return {Family::hypergraph_ip, true};
    case Problem::ip_dir_cycle:
      return {Family::directed_cycle, false};
    case Problem::gap_ip_dir_cycle:
      return {Family::directed_cycle, true};
    case Problem::sat:
    case Problem::max_sat:
    case Problem::attention:
      break;
  }
  throw UsageError(
      "REDUCTION", name_of(problem),
      "a reduction from formulas or sets of vectors: no instance of this problem can be drawn or read");
}

std::size_t sets_of(const problems::Family family, const Parameters& parameters) {
  return family == problems::Family::ip_triangle ? 3 : static_cast<std::size_t>(parameters.integer("sets"));
}

problems::VectorSetsShape shape_of(const VectorProblem& problem, const Parameters& parameters) {
  problems::VectorSetsShape shape;
  shape.family = problem.family;
  shape.sets = sets_of(problem.family, parameters);
  shape.order = 2;
  if (problem.family == problems::Family::k_ip) shape.order = shape.sets;
  if (problem.family == problems::Family::hypergraph_ip)
    shape.order = static_cast<std::size_t>(parameters.integer("order"));
  shape.vectors = static_cast<std::size_t>(parameters.integer("n"));
  shape.dimension = static_cast<std::size_t>(parameters.integer("d"));
  shape.density = *rational_from_string(parameters.text("density"));
  if (problem.gap) shape.epsilon = *rational_from_string(parameters.text("epsilon"));
  return shape;
}

}  // namespace

std::vector<ParameterSpec> instance_parameters(Problem problem) {
  if (is_formula(problem)) {
    return {integer_parameter("n", 1, 1000000, "variables of the formula"),
            integer_parameter("clauses", 0, 100000000, "clauses of the formula"),
            with_default(integer_parameter("k", 1, 64, "literals of each clause, of different variables"),
                         problem == Problem::max_sat ? "2" : "3")};
  }
  const VectorProblem vectors = vector_problem(problem);
  std::vector<ParameterSpec> specs{integer_parameter("n", 1, 1000000, "vectors in each set"),
                                   integer_parameter("d", 1, 1000000, "their dimension")};
  switch (vectors.family) {
    case problems::Family::k_ip:
      specs.push_back(with_default(integer_parameter("sets", 2, 64, "sets, k"), "2"));
      break;
    case problems::Family::ip_triangle:
      break;
    case problems::Family::directed_cycle:
      specs.push_back(with_default(integer_parameter("sets", 3, 64, "sets, r"), "3"));
      break;
    case problems::Family::hypergraph_ip:
      specs.push_back(with_default(integer_parameter("sets", 2, 64, "sets, t"), "4"));
      specs.push_back(with_default(integer_parameter("order", 2, 64, "sets in each constraint, k"), "3"));
      break;
  }
  specs.push_back(with_default(rational_parameter("density", 0, 1, "the probability of a 1"), "1/2"));
  if (vectors.gap) specs.push_back(with_default(rational_parameter("epsilon", 0, 1, "the gap"), "1/2"));
  return specs;
}

Instance drawn_instance(Problem problem, const Parameters& parameters, Planted planted, long most_falsified,
                        std::uint64_t seed) {
  if (is_formula(problem)) {
    const problems::FormulaShape shape{static_cast<int>(parameters.integer("n")),
                                       parameters.integer("clauses"),
                                       static_cast<int>(parameters.integer("k"))};
    switch (planted) {
      case Planted::nothing:
        return problems::random_formula(shape, seed);
      case Planted::yes:
        return problems::planted_yes_formula(shape, seed);
      case Planted::no:
        return problems::planted_no_formula(shape, most_falsified, seed);
    }
  }
  const problems::VectorSetsShape shape = shape_of(vector_problem(problem), parameters);
  switch (planted) {
    case Planted::nothing:
      return problems::random_vector_sets(shape, seed);
    case Planted::yes:
      return problems::planted_yes_vector_sets(shape, seed);
    case Planted::no:
      return problems::planted_no_vector_sets(shape, seed);
  }
  throw std::logic_error("no such way of planting");
}

Instance instance_from_file(Problem problem, const std::string& path) {
  const std::string text = read_file(path, "--input", path);
  const std::string name = path == "-" ? "standard input" : path;
  if (is_formula(problem)) return parse_formula(text, name).formula;
  const VectorProblem wanted = vector_problem(problem);
  VectorSetsQuestion question;
  question.family = wanted.family;
  problems::InnerProducts instance = parse_vector_sets(text, name, question);
  if (instance.epsilon.has_value() != wanted.gap) {
    throw UsageError("--input", path,
                     wanted.gap ? fmt::format("an instance of {}: it states no epsilon", name_of(problem))
                                : fmt::format("an instance of {}: it states an epsilon", name_of(problem)));
  }
  if (wanted.gap) {
    if (const auto breach = problems::promise_breach(instance)) {
      const long m = instance.constraints[breach->constraint].target;
      std::vector<std::size_t> members;
      for (const std::size_t i : breach->members) members.push_back(i + 1);
      throw UsageError(
          "--input", path,
          fmt::format("inner products that are m = {0} or at most (1 - epsilon) m = {1}: constraint {2}, "
                      "vectors {3} give {4}",
                      m, to_string(Rational((1 - *instance.epsilon) * m)), breach->constraint + 1,
                      fmt::join(members, ", "), breach->inner_product));
    }
  }
  return instance;
}

std::string described(const Instance& instance) {
  if (const auto* formula = std::get_if<problems::Cnf>(&instance)) {
    long weight = 0;
    for (const auto& clause : formula->clauses) weight += clause.weight;
    std::string text = fmt::format("{} variables, {} clauses", formula->variables, formula->clauses.size());
    if (weight != static_cast<long>(formula->clauses.size()))
      text += fmt::format(" of total weight {}", weight);
    return text;
  }
  if (const auto* vectors = std::get_if<problems::InnerProducts>(&instance)) {
    std::vector<std::size_t> sizes;
    for (const auto& set : vectors->sets) sizes.push_back(set.size());
    const bool equal =
        std::all_of(sizes.begin(), sizes.end(), [&](std::size_t s) { return s == sizes.front(); });
    std::string text =
        fmt::format("{} sets of {} vectors, d = {}, ", sizes.size(),
                    equal ? std::to_string(sizes.front()) : fmt::format("{}", fmt::join(sizes, ", ")),
                    vectors->dimension());
    if (vectors->epsilon) {
      return text + fmt::format("m = {}, epsilon = {}", vectors->constraints.front().target,
                                to_string(*vectors->epsilon));
    }
    std::vector<long> targets;
    for (const auto& constraint : vectors->constraints) targets.push_back(constraint.target);
    return text + fmt::format("target{} {}", targets.size() == 1 ? "" : "s", fmt::join(targets, " "));
  }
  const auto& attention = std::get<problems::AttentionInstance>(instance);
  return fmt::format("h = {}, {} tokens, embedding dimension {}, {} = {}", attention.h.to_string(),
                     attention.tokens(), attention.dimension(), fmt::format("B^{}", attention.h.degree()),
                     to_string(attention.power_of_b));
}

std::string instance_file_ending(const Instance& instance) {
  if (const auto* formula = std::get_if<problems::Cnf>(&instance)) {
    const bool weighted = std::any_of(formula->clauses.begin(), formula->clauses.end(),
                                      [](const auto& clause) { return clause.weight != 1; });
    return weighted ? ".wcnf" : ".cnf";
  }
  return std::holds_alternative<problems::InnerProducts>(instance) ? ".txt" : "";
}

std::string instance_file_content(const Instance& instance, const std::string& comment) {
  if (const auto* formula = std::get_if<problems::Cnf>(&instance)) return dimacs_text(*formula, comment);
  if (const auto* vectors = std::get_if<problems::InnerProducts>(&instance))
    return vector_sets_text(*vectors, comment);
  throw std::logic_error("an attention instance is several files");
}

}  // namespace attest
