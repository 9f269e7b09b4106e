#include "reductions/solve_instance.hpp"

#include <stdexcept>

#include "reductions/problems/cnf_solver.hpp"
#include "reductions/problems/inner_product_solver.hpp"

namespace attest {

std::optional<Solution> solve_instance(const Instance& instance, long most_falsified) {
  if (const auto* formula = std::get_if<problems::Cnf>(&instance)) {
    if (auto assignment = problems::solve(*formula, most_falsified)) return Solution(std::move(*assignment));
    return std::nullopt;
  }
  if (const auto* vectors = std::get_if<problems::InnerProducts>(&instance)) {
    if (auto tuple = problems::solve(*vectors)) return Solution(std::move(*tuple));
    return std::nullopt;
  }
  throw std::invalid_argument("an attention instance has no solver of its own");
}

bool is_solution(const Instance& instance, const Solution& solution, long most_falsified) {
  if (const auto* formula = std::get_if<problems::Cnf>(&instance)) {
    const auto* assignment = std::get_if<problems::Assignment>(&solution);
    return assignment != nullptr && assignment->size() == static_cast<std::size_t>(formula->variables) &&
           problems::falsified_weight(*formula, *assignment) <= most_falsified;
  }
  if (const auto* vectors = std::get_if<problems::InnerProducts>(&instance)) {
    const auto* tuple = std::get_if<problems::Tuple>(&solution);
    return tuple != nullptr && problems::satisfies(*vectors, *tuple);
  }
  throw std::invalid_argument("an attention instance has no solver of its own");
}

}  // namespace attest
