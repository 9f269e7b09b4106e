#include "reductions/problems/inner_product_solver.hpp"

#include <algorithm>

#include "claims/counted_work.hpp"
#include "claims/stop.hpp"
#include "reductions/problems/matching_rows.hpp"

namespace attest::problems {

namespace {

using Word = BitVectors::Word;

bool disjoint(std::span<const Word> a, std::span<const Word> b) {
  for (std::size_t w = 0; w < a.size(); ++w) {
    if ((a[w] & b[w]) != 0) return false;
  }
  return true;
}

// Calls visit(row) for the rows of a set in ascending order until it returns true.
template <typename Visit>
bool any_row(std::span<const Word> set, Visit visit) {
  for (std::size_t w = 0; w < set.size(); ++w) {
    for (Word rest = set[w]; rest != 0; rest &= rest - 1) {
      if (visit(w * 64 + static_cast<std::size_t>(std::countr_zero(rest)))) return true;
    }
  }
  return false;
}

// kIP and HypergraphIP. Level s chooses a vector of set s; a constraint whose last member is s must then meet
// its target, one that goes on must not be below it (an AND only loses ones).
class PrefixSearch {
 public:
  explicit PrefixSearch(const InnerProducts& instance) : instance_(instance), tuple_(instance.sets.size()) {
    const std::size_t words = (instance.dimension() + 63) / 64;
    levels_.resize(instance.sets.size());
    for (std::size_t c = 0; c < instance.constraints.size(); ++c) {
      std::vector<std::size_t> members = instance.constraints[c].members;
      std::sort(members.begin(), members.end());
      for (std::size_t p = 0; p < members.size(); ++p)
        levels_[members[p]].steps.push_back(
            {c, p == 0, p + 1 == members.size(), p == 0 ? 0 : members[p - 1]});
      prefixes_.emplace_back(instance.sets.size(), std::vector<Word>(words, 0));
    }
    for (std::size_t s = 0; s < levels_.size(); ++s) {
      Level& level = levels_[s];
      // Steps that end here first: they choose the rows to be looked at.
      std::stable_sort(level.steps.begin(), level.steps.end(),
                       [](const Step& a, const Step& b) { return a.last > b.last; });
      level.ending = static_cast<std::size_t>(
          std::count_if(level.steps.begin(), level.steps.end(), [](const Step& step) { return step.last; }));
      level.rows = MatchingRows(instance.sets[s]);
      level.candidates.resize(level.rows.row_set_words());
      level.matches.resize(level.rows.row_set_words());
    }
  }

  std::optional<Tuple> run() {
    if (search(0)) return tuple_;
    return std::nullopt;
  }

 private:
  struct Step {
    std::size_t constraint;
    bool first;  // this set is the constraint's first member
    bool last;   // never both: a constraint has at least two members
    std::size_t previous;
  };
  struct Level {
    std::vector<Step> steps;
    std::size_t ending = 0;  // so many of them end here
    MatchingRows rows{BitVectors(0, 0)};
    RowSet candidates;
    RowSet matches;
  };

  // The AND of the step's constraint over its members before this set; a first member has none.
  std::span<const Word> prefix(const Step& step) const { return prefixes_[step.constraint][step.previous]; }

  bool choose(std::size_t s, std::size_t row) {
    tuple_[s] = row;
    const auto vector = instance_.sets[s].words(row);
    const Level& level = levels_[s];
    for (std::size_t i = level.ending; i < level.steps.size(); ++i) {
      const std::size_t c = level.steps[i].constraint;
      std::vector<Word>& to = prefixes_[c][s];
      if (level.steps[i].first) {
        std::copy(vector.begin(), vector.end(), to.begin());
      } else {
        const auto from = prefix(level.steps[i]);
        for (std::size_t w = 0; w < to.size(); ++w) to[w] = from[w] & vector[w];
      }
      long ones_left = 0;
      for (const Word word : to) ones_left += std::popcount(word);
      if (ones_left < instance_.constraints[c].target) return false;
    }
    return search(s + 1);
  }

  bool search(std::size_t s) {
    check_stop();
    if (s == levels_.size()) return true;
    Level& level = levels_[s];
    const std::size_t n = level.rows.rows();
    if (level.ending == 0) {
      for (std::size_t row = 0; row < n; ++row) {
        if (choose(s, row)) return true;
      }
      return false;
    }
    const auto target = [&](std::size_t i) {
      return instance_.constraints[level.steps[i].constraint].target;
    };
    if (level.ending == 1 && s + 1 == levels_.size()) {
      tuple_[s] = level.rows.first(prefix(level.steps[0]), target(0));
      return tuple_[s] < n;
    }
    level.rows.all(prefix(level.steps[0]), target(0), level.candidates);
    for (std::size_t i = 1; i < level.ending; ++i) {
      level.rows.all(prefix(level.steps[i]), target(i), level.matches);
      for (std::size_t w = 0; w < level.matches.size(); ++w) level.candidates[w] &= level.matches[w];
    }
    return any_row(level.candidates, [&](std::size_t row) { return choose(s, row); });
  }

  const InnerProducts& instance_;
  Tuple tuple_;
  std::vector<Level> levels_;
  std::vector<std::vector<std::vector<Word>>> prefixes_;  // [constraint][set]: AND up to that set
};

std::optional<Tuple> solve_triangle(const InnerProducts& instance) {
  const BitVectors& a = instance.sets[0];
  const BitVectors& b = instance.sets[1];
  const MatchingRows rows_b(b);
  const MatchingRows rows_c(instance.sets[2]);
  const std::size_t words = rows_c.row_set_words();
  const long m12 = instance.constraints[0].target;
  const long m23 = instance.constraints[1].target;
  const long m31 = instance.constraints[2].target;

  std::vector<Word> of_b(b.size() * words);
  const auto row_of_b = [&](std::size_t j) { return std::span<Word>(of_b).subspan(j * words, words); };
  for (std::size_t j = 0; j < b.size(); ++j) {
    check_stop();
    rows_c.all(b.words(j), m23, row_of_b(j));
  }

  RowSet partners(rows_b.row_set_words());
  RowSet of_a(words);
  CountedWork work(a.size());
  for (std::size_t i = 0; i < a.size(); ++i) {
    check_stop();
    work.reached(i);
    rows_c.all(a.words(i), m31, of_a);
    if (std::all_of(of_a.begin(), of_a.end(), [](Word word) { return word == 0; })) continue;
    rows_b.all(a.words(i), m12, partners);
    std::optional<Tuple> solution;
    any_row(partners, [&](std::size_t j) {
      if (disjoint(of_a, row_of_b(j))) return false;
      for (std::size_t w = 0;; ++w) {
        const Word common = of_a[w] & row_of_b(j)[w];
        if (common == 0) continue;
        solution = Tuple{i, j, w * 64 + static_cast<std::size_t>(std::countr_zero(common))};
        return true;
      }
    });
    if (solution) return solution;
  }
  return std::nullopt;
}

// steps[s] row i = {j in set s+1 : <a_s,i , a_s+1,j> = m_s}. For a fixed a_1, goal[r-1] = the vectors of the
// last set that meet it, goal[s] = those with a neighbour in goal[s+1]; then the lowest way forward.
std::optional<Tuple> solve_cycle(const InnerProducts& instance) {
  const std::size_t r = instance.sets.size();
  std::vector<std::size_t> words(r);
  std::vector<std::vector<Word>> steps(r);
  std::vector<RowSet> goal(r);
  for (std::size_t s = 0; s < r; ++s) {
    words[s] = (instance.sets[s].size() + 63) / 64;
    goal[s].resize(words[s]);
  }
  const auto step = [&](std::size_t s, std::size_t i) {
    return std::span<const Word>(steps[s]).subspan(i * words[s + 1], words[s + 1]);
  };
  for (std::size_t s = 0; s + 1 < r; ++s) {
    const MatchingRows next(instance.sets[s + 1]);
    steps[s].resize(instance.sets[s].size() * words[s + 1]);
    for (std::size_t i = 0; i < instance.sets[s].size(); ++i) {
      check_stop();
      next.all(instance.sets[s].words(i), instance.constraints[s].target,
               std::span<Word>(steps[s]).subspan(i * words[s + 1], words[s + 1]));
    }
  }
  const MatchingRows last(instance.sets[r - 1]);
  CountedWork work(instance.sets[0].size());
  for (std::size_t first = 0; first < instance.sets[0].size(); ++first) {
    check_stop();
    work.reached(first);
    last.all(instance.sets[0].words(first), instance.constraints[r - 1].target, goal[r - 1]);
    for (std::size_t s = r - 1; s-- > 1;) {
      std::fill(goal[s].begin(), goal[s].end(), 0);
      for (std::size_t i = 0; i < instance.sets[s].size(); ++i) {
        if (!disjoint(step(s, i), goal[s + 1])) goal[s][i / 64] |= Word{1} << (i % 64);
      }
    }
    if (disjoint(step(0, first), goal[1])) continue;
    Tuple tuple{first};
    for (std::size_t s = 1; s < r; ++s) {
      const auto ways = step(s - 1, tuple.back());
      any_row(ways, [&](std::size_t i) {
        if (((goal[s][i / 64] >> (i % 64)) & 1) == 0) return false;
        tuple.push_back(i);
        return true;
      });
    }
    return tuple;
  }
  return std::nullopt;
}

}  // namespace

std::optional<Tuple> solve(const InnerProducts& instance) {
  for (const BitVectors& set : instance.sets) {
    if (set.size() == 0) return std::nullopt;
  }
  switch (instance.family) {
    case Family::ip_triangle:
      return solve_triangle(instance);
    case Family::directed_cycle:
      return solve_cycle(instance);
    case Family::k_ip:
    case Family::hypergraph_ip:
      break;
  }
  return PrefixSearch(instance).run();
}

}  // namespace attest::problems
