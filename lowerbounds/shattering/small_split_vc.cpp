#include "lowerbounds/shattering/small_split_vc.hpp"

#include <algorithm>
#include <map>
#include <set>

namespace attest {

namespace {

// All words over the given alphabets, in lexicographic order.
std::vector<MixedWord> all_words(const std::vector<std::vector<int>>& alphabets) {
  std::vector<MixedWord> words = {{}};
  for (const auto& alphabet : alphabets) {
    std::vector<MixedWord> longer;
    longer.reserve(words.size() * alphabet.size());
    for (const MixedWord& word : words) {
      for (const int letter : alphabet) {
        longer.push_back(word);
        longer.back().push_back(letter);
      }
    }
    words = std::move(longer);
  }
  return words;
}

// The words of the positions in A (or of the others), and their parts of the place in the table, in the
// same order.
std::vector<MixedWord> side_words(const MixedWordFunction& f, std::uint64_t mask, bool in_a) {
  std::vector<std::vector<int>> alphabets;
  for (int p = 0; p < f.length(); ++p) {
    if (((mask >> p & 1U) != 0) == in_a) alphabets.push_back(f.alphabets[p]);
  }
  return all_words(alphabets);
}

std::vector<std::size_t> side_places(const MixedWordFunction& f, const std::vector<std::size_t>& strides,
                                     std::uint64_t mask, bool in_a) {
  std::vector<std::size_t> places = {0};
  for (int p = 0; p < f.length(); ++p) {
    if (((mask >> p & 1U) != 0) != in_a) continue;
    std::vector<std::size_t> longer;
    for (const std::size_t place : places) {
      for (std::size_t k = 0; k < f.alphabets[p].size(); ++k) longer.push_back(place + k * strides[p]);
    }
    places = std::move(longer);
  }
  return places;
}

// A row or a column of the table: 0 or 1 a cell. Bytes, because millions of them are compared.
using Cells = std::vector<unsigned char>;

// Columns are kept as classes: those that agree on the rows chosen so far. A set of rows is shattered if
// all 2^k classes are inhabited, so a row may be added if it splits every class.
struct Search {
  const std::vector<Cells>& rows;  // distinct
  const std::function<bool()>& stop;
  std::size_t best = 0;
  std::vector<std::size_t> best_rows;
  std::vector<std::size_t> chosen;
  bool stopped = false;

  void extend(std::size_t from, const std::vector<std::vector<std::size_t>>& classes) {
    if (chosen.size() > best) {
      best = chosen.size();
      best_rows = chosen;
    }
    for (std::size_t r = from; r < rows.size() && !stopped; ++r) {
      if (chosen.size() + (rows.size() - r) <= best) return;
      std::vector<std::vector<std::size_t>> finer;
      finer.reserve(2 * classes.size());
      bool splits = true;
      for (const auto& members : classes) {
        finer.emplace_back();
        finer.emplace_back();
        for (const std::size_t c : members) finer[finer.size() - (rows[r][c] != 0 ? 1 : 2)].push_back(c);
        splits = !finer[finer.size() - 1].empty() && !finer[finer.size() - 2].empty();
        if (!splits) break;
      }
      if (!splits) continue;
      // Each further row halves the smallest class at best.
      std::size_t smallest = finer.front().size();
      for (const auto& members : finer) smallest = std::min(smallest, members.size());
      std::size_t more = 0;
      while (smallest >> (more + 1) != 0) ++more;
      if (chosen.size() + 1 + more <= best) continue;
      stopped = stop && stop();
      chosen.push_back(r);
      extend(r + 1, finer);
      chosen.pop_back();
    }
  }
};

}  // namespace

std::uint64_t small_split_vc_cost(const MixedWordFunction& f) {
  const std::uint64_t limit = std::uint64_t{1} << 62;
  std::uint64_t cost = 1;
  for (const auto& alphabet : f.alphabets) {
    const std::uint64_t factor = 2 * alphabet.size();
    if (factor != 0 && cost > limit / factor) return limit;
    cost *= factor;
  }
  return cost;
}

std::optional<SmallSplitVc> small_split_vc(const MixedWordFunction& f, const std::vector<int>& first,
                                           const std::function<bool()>& stop) {
  std::uint64_t first_mask = 0;
  for (const int position : first) first_mask |= std::uint64_t{1} << (position - 1);
  SmallSplitVc result;
  result.partitions = std::uint64_t{1} << f.length();
  // The word at place sum_p stride_p * (index of its p-th letter) of the table.
  Cells table;
  for (const MixedWord& word : all_words(f.alphabets)) table.push_back(f.value(word) ? 1 : 0);
  std::vector<std::size_t> strides(f.length(), 1);
  for (int p = f.length() - 2; p >= 0; --p) strides[p] = strides[p + 1] * f.alphabets[p + 1].size();
  // Step 0 is the claimed partition; it comes again when its turn comes, with nothing left to find.
  for (std::uint64_t step = 0; step <= result.partitions; ++step) {
    const std::uint64_t mask = step == 0 ? first_mask : step - 1;
    std::vector<int> positions;
    for (int p = 0; p < f.length(); ++p) {
      if ((mask >> p & 1U) != 0) positions.push_back(p + 1);
    }
    const std::vector<MixedWord> row_words = side_words(f, mask, true);
    const std::vector<std::size_t> row_places = side_places(f, strides, mask, true);
    const std::vector<std::size_t> column_places = side_places(f, strides, mask, false);
    std::map<Cells, std::size_t> distinct_rows;  // to the first word with that row
    for (std::size_t r = 0; r < row_places.size(); ++r) {
      if (stop && stop()) return std::nullopt;
      Cells row(column_places.size());
      for (std::size_t c = 0; c < column_places.size(); ++c) row[c] = table[row_places[r] + column_places[c]];
      distinct_rows.emplace(std::move(row), r);
    }
    std::set<Cells> seen;
    std::vector<std::vector<std::size_t>> all_columns(1);
    std::vector<Cells> rows;
    std::vector<std::size_t> words;
    for (const auto& [row, index] : distinct_rows) {
      rows.push_back(row);
      words.push_back(index);
    }
    for (std::size_t c = 0; c < column_places.size(); ++c) {
      Cells column;
      column.reserve(rows.size());
      for (const auto& row : rows) column.push_back(row[c]);
      if (seen.insert(column).second) all_columns[0].push_back(c);
    }
    Search search{rows, stop, static_cast<std::size_t>(result.dimension), {}, {}, false};
    if (all_columns[0].size() >> (search.best + 1) == 0) continue;  // fewer than 2^(best+1) columns
    search.extend(0, all_columns);
    if (search.stopped) return std::nullopt;
    if (search.best > static_cast<std::size_t>(result.dimension)) {
      result.dimension = static_cast<int>(search.best);
      result.row_positions = positions;
      result.rows.clear();
      for (const std::size_t r : search.best_rows) result.rows.push_back(row_words[words[r]]);
    }
  }
  return result;
}

}  // namespace attest
