#include "reductions/poly/hardness/attention_run.hpp"

#include <fmt/format.h>

#include "claims/usage_error.hpp"
#include "tasks/drawn_word.hpp"

namespace attest {

namespace {

constexpr std::size_t most_ranked_n = 4;
constexpr std::size_t most_ranked_d = 5;
constexpr long most_index_tuples = 1L << 24;

}  // namespace

ChosenVectorSets gap_instance_of_rank(const GapSize& size, const std::string& text) {
  if (size.n > most_ranked_n || size.d > most_ranked_d)
    throw UsageError("input", text,
                     fmt::format("JSON or random: the instances that keep the promise are numbered up to n = "
                                 "{} and d = {}",
                                 most_ranked_n, most_ranked_d));
  // Without its size the space is only known to be passed.
  const Integer wanted = rank_argument(text, Integer(1) << 62);
  std::optional<problems::InnerProducts> found;
  Integer rank = 0;
  for_each_gap_instance(size, [&](const problems::InnerProducts& gap) {
    if (rank == wanted) found = gap;
    ++rank;
    return !found;
  });
  if (!found)
    throw UsageError("input", text, fmt::format("rank:R with R from 0 to {}", Integer(rank - 1).str()));
  return {*std::move(found), wanted};
}

void require_few_index_tuples(const AttentionLayout& layout, const GapSize& size) {
  const Integer tuples = power(Integer(size.n + 1), layout.variables());
  if (tuples > most_index_tuples)
    throw UsageError("n", std::to_string(size.n),
                     fmt::format("a size with (n + 1)^t at most {}, t = {} variables", most_index_tuples,
                                 layout.variables()));
}

void add_attention_run(const AttentionLayout& layout, const problems::InnerProducts& gap,
                       const AttentionScale& scale, const OutputBounds& bounds, RunResult& result) {
  const Interval yes = scale.quotient(bounds.yes.above, bounds.yes.below, decision_bits);
  const Interval no = scale.quotient(bounds.no.above, bounds.no.below, decision_bits);
  const bool part = compare(yes, no) == Ordering::greater;
  const Interval threshold = (yes + no) / Interval(2L, yes.precision());
  const auto first = layout.set_of(0);
  const problems::AttentionInstance instance = attention_of(layout, gap, scale.power_of_b());
  result.steps["h"] = instance.h.to_string();
  result.steps["matrices"] =
      fmt::format("{} of {} x {}", instance.q.size(), instance.tokens(), instance.dimension());
  result.steps[fmt::format("B^{}", layout.order)] = to_string(scale.power_of_b());
  result.steps["bound of yes rows"] = bounds_json(yes);
  result.steps["bound of no rows"] = bounds_json(no);
  result.steps["threshold"] = part ? bounds_json(threshold) : Json("none: the bounds do not part at this B");
  const AttentionRows rows(instance);
  for (std::size_t row = 0; row < (first ? gap.sets[*first].size() : 1); ++row) {
    const Interval output = output_of_row(rows.row(row), scale, decision_bits);
    const int truth = solution_at(gap, first, row) ? 1 : 0;
    const Json position = first ? Json(fmt::format("row {}", row + 1)) : Json("every row");
    const Ordering order = part ? compare(output, threshold) : Ordering::undecided;
    if (order == Ordering::undecided || order == Ordering::equal) {
      result.value(position, bounds_json(output), truth, std::nullopt);
    } else {
      result.answer(position, order == Ordering::greater ? 1 : 0, truth, bounds_json(output));
    }
  }
}

}  // namespace attest
