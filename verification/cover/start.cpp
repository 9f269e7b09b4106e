#include "verification/cover/start.hpp"

#include "claims/stop.hpp"
#include "verification/cover/box.hpp"
#include "verification/cover/standing.hpp"

namespace attest::cover {

namespace {

constexpr std::size_t most_starts = std::size_t{1} << 22U;

}  // namespace

std::vector<Start> starts_of(const CoverProblem& problem) {
  return starts_of(problem, [&](std::size_t which) { return problem.receiver_positions(which); });
}

std::vector<Start> starts_of(const Questions& problem,
                             const std::function<std::vector<std::size_t>(std::size_t which)>& own) {
  std::vector<Start> starts;
  for (std::size_t which = 0; which < problem.judged().size(); ++which) {
    const std::vector<std::size_t> positions = own(which);
    std::vector<std::int32_t> symbols(problem.positions(), free_symbol);
    for (const std::size_t p : positions) symbols[p] = 0;
    for (bool more = true; more;) {
      if (starts.size() >= most_starts) refuse_cover("a judged token alone can be too many different things");
      starts.push_back({which, symbols});
      more = false;
      for (const std::size_t p : positions) {
        if (static_cast<Symbol>(++symbols[p]) < problem.symbols(p)) {
          more = true;
          break;
        }
        symbols[p] = 0;
      }
    }
  }
  return starts;
}

void each_answer(const Questions& problem, std::size_t which, std::vector<std::int32_t>& symbols,
                 const std::function<void(const std::vector<std::int32_t>&, long)>& visit) {
  check_stop();
  if (none_is_judged(problem, symbols)) return;
  std::size_t open = none;
  if (const auto answer = whole_answer(problem, which, symbols, open)) return visit(symbols, *answer);
  for (Symbol s = 0; s < problem.symbols(open); ++s) {
    symbols[open] = static_cast<std::int32_t>(s);
    each_answer(problem, which, symbols, visit);
  }
  symbols[open] = free_symbol;
}

}  // namespace attest::cover
