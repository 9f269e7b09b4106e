#include "verification/cover/cost.hpp"

#include <algorithm>

#include "claims/stop.hpp"

namespace attest::cover {

Cost cost_of(const CoverProblem& problem) {
  Cost cost;
  std::vector<std::size_t> positions;
  for (std::size_t which = 0; which < problem.judged().size(); ++which) {
    const std::vector<std::size_t> own = problem.receiver_positions(which);
    Integer starts = 1;
    for (const std::size_t p : own) starts *= problem.symbols(p);
    for (const HeadProblem& head : problem.heads()) {
      const std::size_t arity = head.head->over.arity();
      const auto tuples = head.head->over.tuples(static_cast<attention::Token>(problem.judged()[which]));
      Integer candidates = 0;
      for (std::size_t at = 0; at < tuples.size(); at += arity) {
        check_stop();
        positions.clear();
        for (std::size_t v = 0; v < arity; ++v) {
          const Role& role = head.roles[v + 1][tuples[at + v]];
          positions.insert(positions.end(), role.positions.begin(), role.positions.end());
        }
        std::sort(positions.begin(), positions.end());
        positions.erase(std::unique(positions.begin(), positions.end()), positions.end());
        Integer values = 1;
        for (const std::size_t p : positions) {
          if (!std::binary_search(own.begin(), own.end(), p)) values *= problem.symbols(p);
        }
        candidates += values;
      }
      cost.candidates += starts * candidates;
      cost.terms += starts * candidates * Integer(tuples.size() / arity);
    }
  }
  return cost;
}

}  // namespace attest::cover
