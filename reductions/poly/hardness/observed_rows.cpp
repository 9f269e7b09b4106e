#include "reductions/poly/hardness/observed_rows.hpp"

#include <fmt/format.h>

#include <map>

namespace attest {

namespace {

constexpr Precision precision = 192;

Json witness_of(const problems::InnerProducts& gap, std::size_t row, bool yes) {
  Json sets = Json::array();
  for (const auto& set : gap.sets) {
    Json vectors = Json::array();
    for (std::size_t i = 0; i < set.size(); ++i) vectors.push_back(set.text(i));
    sets.push_back(std::move(vectors));
  }
  return {{"sets", std::move(sets)}, {"row", row + 1}, {"answer", yes ? "yes" : "no"}};
}

bool speaks_of(const DisplayedBound& bound, const ObservedRow& row) {
  return bound.rows == BoundedRows::all || (bound.rows == BoundedRows::yes) == row.yes;
}

Interval value_of(const ScaledExponentials& above, const ScaledExponentials& below,
                  const AttentionScale& scale) {
  return scale.quotient(above, below, decision_bits);
}

}  // namespace

ObservedRows observe_rows(const AttentionLayout& layout, const GapSize& size,
                          const std::function<bool()>& stop) {
  ObservedRows observed;
  std::map<std::pair<RowSums, bool>, std::size_t> places;
  const auto first = layout.set_of(0);
  for_each_gap_instance(size, [&](const problems::InnerProducts& gap) {
    if (stop()) {
      observed.complete = false;
      return false;
    }
    const AttentionRows rows(attention_of(layout, gap, 1));
    bool instance_yes = false;
    for (std::size_t row = 0; row < (first ? size.n : 1); ++row) {
      const bool yes = solution_at(gap, first, row).has_value();
      instance_yes = instance_yes || yes;
      RowSums sums = rows.row(row);
      const auto [place, added] = places.emplace(std::pair(sums, yes), observed.rows.size());
      if (added) observed.rows.push_back({std::move(sums), yes, 0, witness_of(gap, row, yes)});
      ++observed.rows[place->second].count;
      ++observed.judged;
    }
    ++observed.instances;
    if (instance_yes) ++observed.yes_instances;
    return true;
  });
  return observed;
}

BoundOutcome check_bound(const DisplayedBound& bound, const ObservedRows& observed,
                         const AttentionScale& scale) {
  BoundOutcome outcome;
  const bool wants_greater =
      bound.relation == BoundRelation::greater || bound.relation == BoundRelation::greater_equal;
  const bool strict = bound.relation == BoundRelation::greater || bound.relation == BoundRelation::less;
  for (const ObservedRow& row : observed.rows) {
    if (!speaks_of(bound, row)) continue;
    outcome.rows += row.count;
    const ScaledExponentials one = exponential(1, {});
    const ScaledExponentials above = bound.quantity == BoundedQuantity::denominator
                                         ? denominator_of_row(row.sums)
                                         : numerator_of_row(row.sums);
    const ScaledExponentials below =
        bound.quantity == BoundedQuantity::output ? denominator_of_row(row.sums) : one;
    const Ordering order = scale.sign(above * bound.below - bound.above * below);
    if (order == (wants_greater ? Ordering::greater : Ordering::less) ||
        (order == Ordering::equal && !strict))
      continue;
    if (order == Ordering::undecided) {
      outcome.undecided += row.count;
      continue;
    }
    outcome.failing += row.count;
    if (outcome.first_failing != nullptr) continue;
    outcome.first_failing = &row;
    const char* name = bound.quantity == BoundedQuantity::numerator     ? "P"
                       : bound.quantity == BoundedQuantity::denominator ? "R"
                                                                        : "P/R";
    outcome.values = order == Ordering::equal
                         ? fmt::format("{} equals the bound, about {:.5g}", name,
                                       value_of(above, below, scale).middle_double())
                         : fmt::format("{} is about {:.5g}, the bound {:.5g}", name,
                                       value_of(above, below, scale).middle_double(),
                                       value_of(bound.above, bound.below, scale).middle_double());
  }
  return outcome;
}

BoundOutcome check_decisions(const OutputBounds& bounds, const ObservedRows& observed,
                             const AttentionScale& scale, bool& separates) {
  BoundOutcome outcome;
  const Interval yes = value_of(bounds.yes.above, bounds.yes.below, scale);
  const Interval no = value_of(bounds.no.above, bounds.no.below, scale);
  separates = compare(yes, no) == Ordering::greater;
  const Interval threshold = (yes + no) / Interval(2L, precision);
  const Interval gamma = (yes - no) / Interval(4L, precision);
  for (const ObservedRow& row : observed.rows) {
    outcome.rows += row.count;
    if (!separates) continue;
    const Interval output = output_of_row(row.sums, scale, decision_bits);
    const Ordering order = row.yes ? compare(output - gamma, threshold) : compare(output + gamma, threshold);
    if (order == (row.yes ? Ordering::greater : Ordering::less)) continue;
    if (order == Ordering::undecided) {
      outcome.undecided += row.count;
      continue;
    }
    outcome.failing += row.count;
    if (outcome.first_failing != nullptr) continue;
    outcome.first_failing = &row;
    outcome.values =
        fmt::format("a {} row has the output {:.5g}, threshold {:.5g}, gamma {:.5g}", row.yes ? "yes" : "no",
                    output.middle_double(), threshold.middle_double(), gamma.middle_double());
  }
  return outcome;
}

RowOrder order_of_rows(const ObservedRows& observed, const AttentionScale& scale) {
  RowOrder result;
  std::optional<Interval> least;
  bool any_no = false;
  for (const ObservedRow& row : observed.rows) {
    any_no = any_no || !row.yes;
    if (!row.yes) continue;
    const Interval output = output_of_row(row.sums, scale, decision_bits);
    if (least && compare(output, *least) != Ordering::less) continue;
    least = output;
    result.yes = &row;
  }
  if (!least || !any_no) return result;
  result.order = Ordering::greater;
  const ScaledExponentials yes_numerator = numerator_of_row(result.yes->sums);
  const ScaledExponentials yes_denominator = denominator_of_row(result.yes->sums);
  for (const ObservedRow& row : observed.rows) {
    if (row.yes) continue;
    if (compare(output_of_row(row.sums, scale, decision_bits), *least) == Ordering::less) continue;
    const Ordering order = scale.sign(yes_numerator * denominator_of_row(row.sums) -
                                      numerator_of_row(row.sums) * yes_denominator);
    if (order == Ordering::greater) continue;
    if (order == Ordering::undecided) {
      if (result.failing == 0) result.order = Ordering::undecided;
      continue;
    }
    if (result.failing == 0) {
      result.no = &row;
      result.order = order;
    }
    result.failing += row.count;
  }
  // The other yes rows: none was certainly below the chosen one, so they are at least not told from it.
  if (result.order == Ordering::greater) {
    const auto at = separation_at(observed, scale, decision_bits);
    if (compare(at->least_yes, at->largest_no) != Ordering::greater) result.order = Ordering::undecided;
  }
  return result;
}

std::optional<Separation> separation_at(const ObservedRows& observed, const AttentionScale& scale,
                                        long accurate_bits) {
  std::optional<Interval> yes;
  std::optional<Interval> no;
  for (const ObservedRow& row : observed.rows) {
    const Interval output = output_of_row(row.sums, scale, accurate_bits);
    if (row.yes) {
      yes = yes ? min(*yes, output) : output;
    } else {
      no = no ? max(*no, output) : output;
    }
  }
  if (!yes || !no) return std::nullopt;
  return Separation{*yes, *no};
}

std::optional<SeparatingPower> least_separating_power(const ObservedRows& observed, std::size_t k,
                                                      std::size_t width, const Rational& step,
                                                      const Rational& top, const Rational& gamma) {
  const auto order_at = [&](const Rational& power) {
    const auto at = separation_at(observed, AttentionScale(power, k, width));
    return at ? compare(at->least_yes - at->largest_no, 2 * gamma) : Ordering::undecided;
  };
  std::optional<SeparatingPower> least;
  const Rational steps = top / step;
  Rational below = 0;
  for (Integer last = numerator_of(steps) / denominator_of(steps); last > 0; --last) {
    const Rational power = step * Rational(last);
    const Ordering order = order_at(power);
    if (order == Ordering::greater) {
      if (!least) least = SeparatingPower{power, power, std::nullopt};
      least->from = power;
      continue;
    }
    if (!least) continue;
    below = power;
    if (order != Ordering::undecided) least->not_at = power;
    break;
  }
  for (int halving = 0; least && halving < 10; ++halving) {
    const Rational middle = (least->from + below) / 2;
    const Ordering order = order_at(middle);
    if (order == Ordering::greater) {
      least->from = middle;
    } else if (order == Ordering::undecided) {
      break;
    } else {
      below = middle;
      least->not_at = middle;
    }
  }
  return least;
}

}  // namespace attest
