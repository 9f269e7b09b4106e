#include "reductions/poly/hardness/attention_check.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "claims/counted_work.hpp"
#include "claims/stop.hpp"
#include "claims/usage_error.hpp"
#include "reductions/poly/hardness/extreme_rows.hpp"

namespace attest {

namespace {

constexpr Precision threshold_precision = 192;

// The set's variable, by sets.
std::vector<std::size_t> chosen_variables(const problems::AttentionInstance& instance, std::size_t sets) {
  std::vector<std::optional<std::size_t>> variable(sets);
  for (std::size_t j = 0; j < instance.carries.size(); ++j) {
    if (!instance.carries[j]) continue;
    if (*instance.carries[j] >= sets || variable[*instance.carries[j]])
      throw UsageError("carries", std::to_string(*instance.carries[j] + 1),
                       fmt::format("each of the sets 1..{} once", sets));
    variable[*instance.carries[j]] = j;
  }
  std::vector<std::size_t> result;
  for (const auto& j : variable) {
    if (!j) throw UsageError("carries", "a set without a variable", fmt::format("each of {} sets", sets));
    result.push_back(*j);
  }
  return result;
}

Interval bound_at(const DisplayedBound& bound, const AttentionScale& scale) {
  // A common shift keeps both parts in range; it cancels.
  const Exponent shift = bound.below.begin()->first;
  return scale.enclose(bound.above, shift, threshold_precision) /
         scale.enclose(bound.below, shift, threshold_precision);
}

class TupleCheck {
 public:
  TupleCheck(const problems::AttentionInstance& instance, const problems::InnerProducts& source,
             const GapShape& shape)
      : instance_(instance), source_(source), rows_(instance), n_(static_cast<std::size_t>(shape.n)) {
    chosen_ = chosen_variables(instance, source.sets.size());
  }

  const AttentionRows& rows() const { return rows_; }

  void visit_all(AttentionCheck& check) {
    std::vector<std::vector<std::size_t>> choices;
    for (std::size_t j = 0; j < instance_.q.size(); ++j) {
      if (j == 0 && !instance_.judged.empty() && instance_.carries[0]) {
        choices.push_back(instance_.judged);
      } else if (instance_.carries[j]) {
        choices.emplace_back();
        for (std::size_t row = 0; row < instance_.tokens(); ++row) choices.back().push_back(row);
      } else {
        choices.push_back(rows_.representatives(j));
      }
    }
    std::vector<std::size_t> place(choices.size(), 0);
    std::vector<std::size_t> tuple(choices.size());
    Integer tuples = 1;
    for (const auto& choice : choices) tuples *= choice.size();
    CountedWork work(tuples);
    std::uint64_t visited = 0;
    while (true) {
      check_stop();
      work.reached(visited++);
      for (std::size_t j = 0; j < tuple.size(); ++j) tuple[j] = choices[j][place[j]];
      visit(tuple, check);
      std::size_t j = place.size();
      while (j > 0 && ++place[j - 1] == choices[j - 1].size()) place[--j] = 0;
      if (j == 0) break;
    }
  }

 private:
  bool upper(std::size_t set, const std::vector<std::size_t>& tuple) const {
    return tuple[chosen_[set]] < n_;
  }

  void visit(const std::vector<std::size_t>& tuple, AttentionCheck& check) {
    ++check.tuples;
    const PowersOfB value = rows_.value(tuple);
    const PowersOfB expected = expected_value(tuple);
    long values = 1;
    long expected_values = 1;
    for (std::size_t j = 1; j < tuple.size(); ++j) {
      values *= instance_.v[j - 1](static_cast<Eigen::Index>(tuple[j]));
      if (instance_.carries[j] && tuple[j] >= n_) expected_values = 0;
    }
    if (value == expected && values == expected_values) return;
    ++check.wrong_tuples;
    if (!check.first_wrong_tuple.empty()) return;
    std::string rows;
    for (const std::size_t row : tuple) rows += fmt::format("{}{}", rows.empty() ? "" : ",", row + 1);
    check.first_wrong_tuple =
        value == expected
            ? fmt::format("rows ({}): the product of values is {}, not {}", rows, values, expected_values)
            : fmt::format("rows ({}): h is {}, not {}", rows, text(value), text(expected));
  }

  PowersOfB expected_value(const std::vector<std::size_t>& tuple) const {
    PowersOfB value{};
    for (const auto& constraint : source_.constraints) {
      problems::Tuple vectors(source_.sets.size(), 0);
      bool all_upper = true;
      bool padding = false;
      for (const std::size_t set : constraint.members) {
        all_upper = all_upper && upper(set, tuple);
        vectors[set] = tuple[chosen_[set]];
        padding = padding || vectors[set] >= source_.sets[set].size();
      }
      if (all_upper && !padding)
        value[source_.order] += problems::inner_product(source_, constraint, vectors);
    }
    for (const auto& monomial : instance_.h.monomials()) {
      const bool normalises = std::all_of(monomial.begin(), monomial.end(), [&](std::size_t j) {
        const auto set = instance_.carries[j];
        return set && (*set == 0 || !upper(*set, tuple));
      });
      if (normalises) value[monomial.size()] += static_cast<long>(source_.dimension());
    }
    return value;
  }

  static std::string text(const PowersOfB& value) {
    std::string result;
    for (std::size_t i = 0; i < value.size(); ++i) {
      if (value[i] != 0) result += fmt::format("{}{} B^{}", result.empty() ? "" : " + ", value[i], i);
    }
    return result.empty() ? "0" : result;
  }

  const problems::AttentionInstance& instance_;
  const problems::InnerProducts& source_;
  AttentionRows rows_;
  std::vector<std::size_t> chosen_;
  std::size_t n_;
};

}  // namespace

AttentionThreshold attention_threshold(const GapShape& shape, const AttentionScale& scale) {
  const OutputBounds bounds = output_bounds(shape, proved_bounds(shape));
  AttentionThreshold result;
  result.yes = bound_at(bounds.yes, scale);
  result.no = bound_at(bounds.no, scale);
  const Interval two(2L, threshold_precision);
  result.threshold = (result.yes + result.no) / two;
  result.gamma = (result.yes - result.no) / (two + two);
  result.separates = compare(result.yes, result.no) == Ordering::greater;
  return result;
}

GapShape shape_of(const problems::AttentionInstance& instance, const problems::InnerProducts& source) {
  if (!source.epsilon || source.constraints.empty() || source.constraints.front().target < 1)
    throw UsageError("source", problems::name_of(source.family), "a gap instance with a target m >= 1");
  const std::vector<std::size_t> chosen = chosen_variables(instance, source.sets.size());
  const std::size_t d = source.dimension();
  if (d == 0 || instance.dimension() % d != 0)
    throw UsageError("width", std::to_string(instance.dimension()),
                     fmt::format("a multiple of the vectors' dimension {}", d));
  std::size_t n = 0;
  for (const auto& set : source.sets) n = std::max(n, set.size());
  if (instance.tokens() != 2 * n)
    throw UsageError("rows", std::to_string(instance.tokens()), fmt::format("2n = {} rows", 2 * n));
  AttentionLayout layout =
      empty_layout(instance.h, source.family, source.order, chosen, instance.dimension() / d);
  return shape_of(layout, static_cast<long>(n), static_cast<long>(d), source.constraints.front().target,
                  *source.epsilon);
}

std::optional<problems::Tuple> solution_at(const problems::InnerProducts& source,
                                           std::optional<std::size_t> set_of_first, std::size_t row) {
  problems::Tuple tuple(source.sets.size(), 0);
  for (const auto& set : source.sets) {
    if (set.size() == 0) return std::nullopt;
  }
  if (set_of_first) {
    if (row >= source.sets[*set_of_first].size()) return std::nullopt;
    tuple[*set_of_first] = row;
  }
  while (true) {
    if (problems::satisfies(source, tuple)) return tuple;
    std::size_t i = tuple.size();
    for (; i > 0; --i) {
      if (set_of_first && i - 1 == *set_of_first) continue;
      if (++tuple[i - 1] < source.sets[i - 1].size()) break;
      tuple[i - 1] = 0;
    }
    if (i == 0) return std::nullopt;
  }
}

namespace {

// The outputs of the judged rows, those of one kind once.
class JudgedOutputs {
 public:
  JudgedOutputs(const AttentionRows& rows, const AttentionScale& scale) : rows_(rows), scale_(scale) {}

  const Interval& at(std::size_t row) {
    const std::size_t kind = rows_.kind(row);
    auto known = outputs_.find(kind);
    if (known == outputs_.end())
      known = outputs_.emplace(kind, output_of_row(rows_.row(row), scale_, decision_bits)).first;
    return known->second;
  }

 private:
  const AttentionRows& rows_;
  const AttentionScale& scale_;
  std::map<std::size_t, Interval> outputs_;
};

bool is_yes_row(const problems::AttentionInstance& instance, const problems::InnerProducts& source,
                std::size_t row, bool yes_instance) {
  return instance.carries[0] ? solution_at(source, instance.carries[0], row).has_value() : yes_instance;
}

// No threshold is known. A no row that is not below a yes row refutes every one.
void compare_rows(const problems::AttentionInstance& instance, const problems::InnerProducts& source,
                  JudgedOutputs& outputs, AttentionCheck& check) {
  check.threshold_reason = "the proved bounds do not part at this B; the rows of this instance alone do";
  for (const std::size_t yes : instance.judged) {
    if (!is_yes_row(instance, source, yes, check.yes)) continue;
    for (const std::size_t no : instance.judged) {
      if (is_yes_row(instance, source, no, check.yes)) continue;
      const Ordering order = compare(outputs.at(no), outputs.at(yes));
      if (order == Ordering::less) continue;
      const bool certain = order != Ordering::undecided;
      check.threshold = certain ? Status::refuted : Status::undecided;
      check.threshold_reason = fmt::format("no row {} {} yes row {} at this B", no + 1,
                                           certain ? "is not below" : "was not told from", yes + 1);
      if (certain) return;
    }
  }
}

// The threshold at a B, and what is known of it.
struct KnownThreshold {
  std::optional<AttentionThreshold> at;  // it parts
  std::optional<Ordering> exact;         // what the exact criterion says, where it was asked
  ExtremeRows rows;
};

KnownThreshold known_threshold(const GapShape& shape, const AttentionScale& scale) {
  KnownThreshold known;
  known.at = attention_threshold(shape, scale);
  if (known.at->separates) return known;
  known.at.reset();
  known.rows = extreme_rows(shape);
  known.exact = exact_criterion(known.rows, scale);
  if (known.exact == Ordering::greater) known.at = exact_threshold(known.rows, scale);
  return known;
}

}  // namespace

std::optional<AttentionThreshold> threshold_of(const problems::AttentionInstance& instance,
                                               const problems::InnerProducts& source) {
  const AttentionScale scale(instance.power_of_b, instance.h.degree(), instance.dimension());
  return known_threshold(shape_of(instance, source), scale).at;
}

AttentionCheck check_attention(const problems::AttentionInstance& instance,
                               const problems::InnerProducts& source) {
  const GapShape shape = shape_of(instance, source);
  AttentionCheck check;
  TupleCheck tuples(instance, source, shape);
  tuples.visit_all(check);
  const AttentionScale scale(instance.power_of_b, instance.h.degree(), instance.dimension());
  check.yes = problems::solve_by_definition(source).has_value();
  check.rows = static_cast<std::int64_t>(instance.judged.size());
  if (check.wrong_tuples > 0 || instance.judged.empty()) return check;
  JudgedOutputs outputs(tuples.rows(), scale);
  const KnownThreshold known = known_threshold(shape, scale);
  if (!known.at) {
    if (known.exact && known.exact != Ordering::undecided) {
      check.threshold = Status::refuted;
      check.threshold_reason =
          fmt::format("no threshold separates yes rows from no rows at this B: that needs {}",
                      exact_criterion_text(shape, known.rows));
    } else {
      compare_rows(instance, source, outputs, check);
    }
    return check;
  }
  const AttentionThreshold& limit = *known.at;
  check.threshold = Status::holds;
  CountedWork work(Integer(instance.judged.size()));
  std::uint64_t rows = 0;
  for (const std::size_t row : instance.judged) {
    check_stop();
    work.reached(rows++);
    const bool yes = is_yes_row(instance, source, row, check.yes);
    // With gamma to spare: an approximation up to gamma decides rightly.
    const Ordering order = yes ? compare(outputs.at(row) - limit.gamma, limit.threshold)
                               : compare(outputs.at(row) + limit.gamma, limit.threshold);
    if (order == (yes ? Ordering::greater : Ordering::less)) continue;
    if (order == Ordering::undecided) {
      ++check.undecided_rows;
      continue;
    }
    ++check.wrong_rows;
    if (check.first_wrong_row.empty())
      check.first_wrong_row = fmt::format("row {} is a {} row", row + 1, yes ? "yes" : "no");
  }
  return check;
}

}  // namespace attest
