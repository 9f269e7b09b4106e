#include <fmt/format.h>
#include <fmt/ranges.h>

#include <map>

#include "numeric/short_decimal.hpp"
#include "reductions/explain/explained_instance.hpp"
#include "reductions/explain/explained_step.hpp"
#include "reductions/poly/hardness/attention_check.hpp"

namespace attest {

namespace {

constexpr std::size_t listed_rows = 12;

std::string said_powers(const PowersOfB& powers) {
  std::vector<std::string> terms;
  for (std::size_t i = powers.size(); i-- > 0;) {
    if (powers[i] != 0)
      terms.push_back(i == 0 ? std::to_string(powers[i]) : fmt::format("{} B^{}", powers[i], i));
  }
  return terms.empty() ? "0" : fmt::format("{}", fmt::join(terms, " + "));
}

// The largest h among the tuples that begin with the row and whose values are no zero, and how many have it.
std::string largest_h(const RowSums& sums, const AttentionScale& scale) {
  const PowersOfB* best = nullptr;
  for (const auto& [powers, count] : sums) {
    if (count.numerator == 0) continue;
    if (best == nullptr || compare(scale.exponent(exponent_of(powers), 128),
                                   scale.exponent(exponent_of(*best), 128)) == Ordering::greater)
      best = &powers;
  }
  if (best == nullptr) return "no tuple";
  return fmt::format("{}, on {}", said_powers(*best), sums.at(*best).numerator);
}

void show_matrices(const problems::AttentionInstance& instance, const Labels& labels, Walkthrough& walk) {
  WalkSection& section =
      walk.section("the matrices, by blocks of columns", {"matrix", "rows", "encode", "blocks"});
  section.remarks.emplace_back("a", "is the row's vector, 1 the vector of ones, B the scaling factor");
  const std::size_t upper = instance.tokens() / 2;
  for (std::size_t j = 0; j < instance.q.size(); ++j) {
    section.rows.push_back({fmt::format("Q{}", j + 1), fmt::format("1-{}", upper),
                            "the vectors of " + labels.set(j),
                            fmt::format("{}", fmt::join(labels.blocks(j, true), " | "))});
    section.rows.push_back({"", fmt::format("{}-{}", upper + 1, instance.tokens()), "normalising",
                            fmt::format("{}", fmt::join(labels.blocks(j, false), " | "))});
  }
}

}  // namespace

std::optional<Solution> explain_attention(const problems::AttentionInstance& instance,
                                          const problems::InnerProducts& source, const Labels& labels,
                                          Walkthrough& walk) {
  show_matrices(instance, labels, walk);
  const AttentionRows rows(instance);
  const AttentionScale scale(instance.power_of_b, instance.h.degree(), instance.dimension());
  const auto at = threshold_of(instance, source);
  WalkSection& section = walk.section(
      "the rows of the output",
      {"row", "encodes", "largest h, on how many tuples", "log of output", "answer", "solutions"});
  section.remarks.emplace_back(
      "threshold",
      at ? fmt::format("log {}, half-way between the least yes row and the largest no row by the bounds",
                       short_text(log(at->threshold)))
         : std::string("none is known at this B: the bounds of yes rows and no rows do not part"));
  section.remarks.emplace_back("B^" + std::to_string(instance.h.degree()), to_string(instance.power_of_b));
  std::optional<Solution> found;
  std::size_t shown = 0;
  for (const std::size_t row : instance.judged) {
    const Interval output = output_of_row(rows.row(row), scale, decision_bits);
    const Ordering order = at ? compare(output, at->threshold) : Ordering::undecided;
    const auto tuple = solution_at(source, instance.carries[0], row);
    if (order == Ordering::greater && !found) found = AttentionRow{row};
    if (shown == listed_rows) continue;
    ++shown;
    section.rows.push_back(
        {std::to_string(row + 1), labels.vector(0, 0, row), largest_h(rows.row(row), scale),
         compare(output, Interval(0L, 64)) == Ordering::greater ? short_text(log(output)) : "output 0",
         order == Ordering::greater ? "above: yes"
         : order == Ordering::less  ? "below: no"
                                    : "not decided",
         tuple ? "vectors " + said_tuple(*tuple) : "none with it"});
  }
  if (shown < instance.judged.size())
    section.rows.push_back({fmt::format("{} others", instance.judged.size() - shown), "", "", "", "", ""});
  if (found && instance.carries[0]) {
    const auto tuple = solution_at(source, instance.carries[0], std::get<AttentionRow>(*found).row);
    if (tuple)
      section.remarks.emplace_back(
          "mapped back", fmt::format("{}: {}", said_solution(*found), "vectors " + said_tuple(*tuple)));
  }
  return found;
}

}  // namespace attest
