#include "verification/tally.hpp"

#include <algorithm>

#include "numeric/checked.hpp"

namespace attest {

void Incidents::add(InputIndex index) {
  ++count;
  first = std::min(first, index);
}

void Incidents::merge(const Incidents& other) {
  count += other.count;
  first = std::min(first, other.first);
}

void Tally::note_failing(InputIndex index) {
  failing.add(index);
  if (failing_list.size() < failing_limit || (failing_limit != 0 && index < failing_list.back())) {
    failing_list.insert(std::upper_bound(failing_list.begin(), failing_list.end(), index), index);
    if (failing_list.size() > failing_limit) failing_list.pop_back();
  }
}

void Tally::note_gap(const Integer& gap, std::size_t unit) {
  if (unit == 0 && gap <= most_exact_gap) {
    least_gap = std::min(least_gap, static_cast<double>(to_long(gap)));
    return;
  }
  if (unit >= least_further_gaps.size()) least_further_gaps.resize(unit + 1);
  std::optional<Integer>& least = least_further_gaps[unit];
  if (!least || gap < *least) least = gap;
}

std::vector<std::optional<Integer>> Tally::least_gaps() const {
  std::vector<std::optional<Integer>> gaps = least_further_gaps;
  if (std::isfinite(least_gap)) {
    if (gaps.empty()) gaps.resize(1);
    gaps.front() = Integer(least_gap);
  }
  return gaps;
}

void Tally::merge(const Tally& other) {
  checked += other.checked;
  index_sum += other.index_sum;
  failing.merge(other.failing);
  undecided.merge(other.undecided);
  extra.merge(other.extra);
  conditions.resize(std::max(conditions.size(), other.conditions.size()));
  for (std::size_t k = 0; k < other.conditions.size(); ++k) conditions[k].merge(other.conditions[k]);
  no_inputs += other.no_inputs;
  not_judged += other.not_judged;
  fell_back += other.fell_back;
  std::vector<InputIndex> both;
  std::merge(failing_list.begin(), failing_list.end(), other.failing_list.begin(), other.failing_list.end(),
             std::back_inserter(both));
  failing_limit = std::max(failing_limit, other.failing_limit);
  both.resize(std::min(both.size(), failing_limit));
  failing_list = std::move(both);
  if (other.worst_index != no_input)
    note_error(other.worst, other.error_bound, other.margin_bound, other.worst_index);
  least_gap = std::min(least_gap, other.least_gap);
  for (std::size_t unit = 0; unit < other.least_further_gaps.size(); ++unit) {
    if (const auto& gap = other.least_further_gaps[unit]) note_gap(*gap, unit);
  }
  least_yes = std::min(least_yes, other.least_yes);
  greatest_no = std::max(greatest_no, other.greatest_no);
}

}  // namespace attest
