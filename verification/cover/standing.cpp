#include "verification/cover/standing.hpp"

#include <fmt/format.h>

#include "claims/stop.hpp"
#include "verification/cover/box.hpp"

namespace attest::cover {

std::optional<Standing> standing_of(const Questions& problem, const std::vector<std::int32_t>& symbols,
                                    std::size_t& open) {
  if (!problem.speaks_of_some()) return Standing::judged;
  const Word word = word_of(symbols);
  std::vector<std::size_t> read;
  const std::optional<Standing> found = problem.truth().standing(word, read);
  return of_the_box(symbols, read, found, open, [&] { return problem.task().standing(word); });
}

bool none_is_judged(const Questions& problem, const std::vector<std::int32_t>& symbols) {
  if (!problem.speaks_of_some()) return false;
  std::size_t open = none;
  const auto standing = standing_of(problem, symbols, open);
  return standing && *standing != Standing::judged;
}

bool is_judged(const Questions& problem, std::span<const Symbol> word) {
  return !problem.speaks_of_some() || problem.task().standing(word) == Standing::judged;
}

namespace {

class Count {
 public:
  Count(const Questions& problem, std::uint64_t most_boxes) : problem_(problem), most_boxes_(most_boxes) {}

  StandingCount run() {
    std::vector<std::int32_t> symbols(problem_.positions(), free_symbol);
    look_at(symbols, problem_.task().space().size());
    return result_;
  }

 private:
  void look_at(std::vector<std::int32_t>& symbols, const Integer& words) {
    check_stop();
    std::size_t open = none;
    if (const auto standing = standing_of(problem_, symbols, open)) {
      if (++result_.boxes > most_boxes_) {
        refuse_cover(fmt::format("which words are inputs (where, judged if) is not told by {} boxes of them",
                                 most_boxes_));
      }
      if (*standing != Standing::excluded) result_.inputs += words;
      if (*standing == Standing::judged) result_.judged += words;
      return;
    }
    const Integer each = words / problem_.symbols(open);
    for (Symbol s = 0; s < problem_.symbols(open); ++s) {
      symbols[open] = static_cast<std::int32_t>(s);
      look_at(symbols, each);
    }
    symbols[open] = free_symbol;
  }

  const Questions& problem_;
  std::uint64_t most_boxes_;
  StandingCount result_;
};

}  // namespace

StandingCount count_standing(const Questions& problem, std::uint64_t most_boxes) {
  if (!problem.speaks_of_some()) {
    const Integer words = problem.task().space().size();
    return {words, words, 1};
  }
  return Count(problem, most_boxes).run();
}

}  // namespace attest::cover
