// The margins of a cover: how far an output is from wrong at worst, and the least gap between scores, each between a real input that
// attains one end and a bound for all inputs.
#pragma once

#include <string>
#include <vector>

#include "verification/cover/extreme.hpp"
#include "verification/cover/problem.hpp"

namespace attest::cover {

inline constexpr double usual_margin_ratio = 2;

struct MarginReport {
  Margins margins;
  Json worst_input;                // null: none was evaluated
  std::optional<Interval> error;   // encloses the largest deviation (deviation_of)
  std::optional<Interval> margin;  // the least decision margin
  std::optional<Integer> worst_rank;
  std::optional<attention::GapInUnits> least_gap;  // where it is known exactly
  std::vector<std::string> notes;  // how close the ends are, where that is not what was asked for
  Json details;
};

// To be called after a cover that looked at everything. `all_right`: it showed every output right, which bounds margins by itself.
// Until the ends of the output's margin are within a factor `asked` of each other, or the budget ends; without it, within
// usual_margin_ratio or a fixed number of boxes. Does not throw Stopped.
MarginReport margins_by_cover(const CoverProblem& problem, bool all_right, std::optional<double> asked,
                              const VerifyOptions& options);

// The least score gap alone, added to a report of outputs that was found otherwise. Does not throw Stopped.
void add_gap_by_cover(const CoverProblem& problem, std::optional<double> asked, const VerifyOptions& options,
                      MarginReport& report);

// What any search for the largest badness of outputs goes by: how near is near enough, after how many boxes it is given up without a word
// about how near; and what is said of what it found.
Enough enough_of(const Questions& problem, std::optional<double> asked);
std::optional<std::uint64_t> most_margin_boxes(std::optional<double> asked);
MarginReport output_margins(const Questions& problem, bool all_right, std::optional<double> asked,
                            const std::function<Extreme()>& find);

}  // namespace attest::cover
