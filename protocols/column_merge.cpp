#include "protocols/column_merge.hpp"

#include <algorithm>
#include <iterator>

namespace attest::mpc {

namespace {

// The rounds of merge(l), in all groups at once. A column's machines are a group of merge(l-1).
class ColumnMerge {
 public:
  ColumnMerge(long k, long level, long machines, long b)
      : k_(k), b_(b), machines_(machines), column_(power_of(k, level - 1)), words_(column_ * b) {}

  // Place i n + e of column t, n = words of a list in it, from place e k + t of list i. Sorted where a column is a machine.
  FixedRound deal() const {
    const long n = words_ / k_;
    FixedRound round = empty_round(machines_, b_);
    for (long group = 0; group < machines_ * b_; group += k_ * words_) {
      for (long t = 0; t < k_; ++t) {
        for (long place = 0; place < words_; ++place)
          from(round, group + t * words_ + place, group + place / n * words_ + place % n * k_ + t);
      }
    }
    if (column_ == 1) sort_all(round);
    return round;
  }

  FixedRound gather() const {
    FixedRound round = empty_round(machines_, b_);
    for (long group = 0; group < machines_ * b_; group += k_ * words_) {
      for (long place = 0; place < k_ * words_; ++place)
        from(round, group + place, group + place % k_ * words_ + place / k_);
    }
    sort_all(round);
    return round;
  }

  // Of a group everything moves half a machine down, its first half to its end, which is left as it is.
  FixedRound overlap() const {
    FixedRound round = empty_round(machines_, b_);
    for_every_place([&](long here, long below) { from(round, here, below); });
    sort_all(round);
    for (long last = k_ * column_ - 1; last < machines_; last += k_ * column_)
      round.sorted[static_cast<std::size_t>(last)] = {0, 0};
    return round;
  }

  FixedRound back() const {
    FixedRound round = empty_round(machines_, b_);
    for_every_place([&](long here, long below) { from(round, below, here); });
    return round;
  }

 private:
  template <class Visit>
  void for_every_place(const Visit& visit) const {
    const long size = k_ * words_;
    for (long place = 0; place < machines_ * b_; ++place)
      visit(place, place / size * size + (place % size + b_ / 2) % size);
  }

  static void from(FixedRound& round, long place, long source) {
    round.source[static_cast<std::size_t>(place)] = source;
  }

  void sort_all(FixedRound& round) const { round.sorted.assign(round.sorted.size(), {0, b_}); }

  long k_, b_, machines_;
  long column_;  // machines of a column, and of a list
  long words_;   // of a column, and of a list
};

void append(std::vector<FixedRound>& rounds, std::vector<FixedRound> more) {
  rounds.insert(rounds.end(), std::make_move_iterator(more.begin()), std::make_move_iterator(more.end()));
}

}  // namespace

long power_of(long base, long exponent) {
  long power = 1;
  for (long i = 0; i < exponent; ++i) power *= base;
  return power;
}

bool merges_columns(long k, long b) {
  return b % k == 0 && b / 2 >= (k - 1) * (k - 1);
}

std::vector<FixedRound> column_merge_rounds(long k, long level, long machines, long b) {
  if (level == 0) return {};
  const ColumnMerge merge(k, level, machines, b);
  std::vector<FixedRound> rounds{merge.deal()};
  append(rounds, column_merge_rounds(k, level - 1, machines, b));
  rounds.push_back(merge.gather());
  rounds.push_back(merge.overlap());
  rounds.push_back(merge.back());
  return rounds;
}

std::vector<FixedRound> column_sorting_rounds(long k, long levels, long b) {
  std::vector<FixedRound> rounds;
  for (long level = 1; level <= levels; ++level)
    append(rounds, column_merge_rounds(k, level, power_of(k, levels), b));
  return rounds;
}

}  // namespace attest::mpc
