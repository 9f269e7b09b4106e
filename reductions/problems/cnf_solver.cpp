#include "reductions/problems/cnf_solver.hpp"

#include <fmt/format.h>

#include <cstdint>
#include <cstdlib>
#include <stdexcept>

#include "claims/counted_work.hpp"
#include "claims/stop.hpp"

namespace attest::problems {

namespace {

constexpr std::uint64_t look_up_every = 1U << 16;  // assignments between two looks at the clock

// A clause is falsified if none of its positive variables is true and none of its negated ones is false.
struct Masks {
  std::uint32_t positive = 0;
  std::uint32_t negated = 0;
  long weight = 1;
};

class Enumeration {
 public:
  explicit Enumeration(const Cnf& formula) : variables_(formula.variables) {
    if (variables_ > most_variables_by_force)
      throw std::invalid_argument(
          fmt::format("{} variables, where at most {} are tried out", variables_, most_variables_by_force));
    for (const Clause& clause : formula.clauses) {
      Masks masks;
      masks.weight = clause.weight;
      for (const int literal : clause.literals) {
        const auto bit = std::uint32_t{1} << (variables_ - std::abs(literal));
        (literal > 0 ? masks.positive : masks.negated) |= bit;
      }
      clauses_.push_back(masks);
    }
  }

  // The falsified weight of an assignment, or some weight above `limit`.
  long falsified(std::uint32_t assignment, long limit) const {
    long weight = 0;
    for (const Masks& clause : clauses_) {
      if ((assignment & clause.positive) == 0 && (~assignment & clause.negated) == 0) {
        weight += clause.weight;
        if (weight > limit) break;
      }
    }
    return weight;
  }

  std::uint64_t assignments() const { return std::uint64_t{1} << variables_; }
  int variables() const { return variables_; }

 private:
  int variables_;
  std::vector<Masks> clauses_;
};

}  // namespace

Assignment assignment_of_rank(int variables, unsigned long rank) {
  Assignment assignment(variables);
  for (int v = 0; v < variables; ++v) assignment[v] = ((rank >> (variables - 1 - v)) & 1) == 1;
  return assignment;
}

BestAssignment least_falsified(const Cnf& formula) {
  const Enumeration all(formula);
  long least = 0;
  for (const Clause& clause : formula.clauses) least += clause.weight;
  ++least;  // above every falsified weight
  std::uint64_t best = 0;
  CountedWork work(all.assignments());
  for (std::uint64_t rank = 0; rank < all.assignments() && least > 0; ++rank) {
    if (rank % look_up_every == 0) check_stop();
    if (rank % look_up_every == 0) work.reached(rank);
    const long weight = all.falsified(static_cast<std::uint32_t>(rank), least - 1);
    if (weight >= least) continue;
    least = weight;
    best = rank;
  }
  return {least, assignment_of_rank(all.variables(), best)};
}

std::optional<Assignment> solve(const Cnf& formula, long most_falsified) {
  const Enumeration all(formula);
  CountedWork work(all.assignments());
  for (std::uint64_t rank = 0; rank < all.assignments(); ++rank) {
    if (rank % look_up_every == 0) check_stop();
    if (rank % look_up_every == 0) work.reached(rank);
    if (all.falsified(static_cast<std::uint32_t>(rank), most_falsified) <= most_falsified)
      return assignment_of_rank(all.variables(), rank);
  }
  return std::nullopt;
}

}  // namespace attest::problems
