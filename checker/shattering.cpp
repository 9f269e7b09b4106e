#include "checker/shattering.hpp"

#include <algorithm>
#include <bit>

#include "checker/refusal.hpp"
#include "checker/word_table.hpp"

namespace attest_check {

namespace {

using List = std::vector<std::size_t>;

std::string counted(std::size_t count, const std::string& what) {
  return std::to_string(count) + " " + what + (count == 1 ? "" : "s");
}

class Check {
 public:
  explicit Check(std::istream& in) : lines_(in), first_(lines_.next()), f_(first_) {}

  Report run() {
    Report report;
    report.established = shattered_set();
    LineReader line = lines_.next();
    if (f_.at_most()) report.established += "; " + no_larger_set(line);
    lines_.expect_end(line);
    report.claim = f_.claimed();
    report.trusted = "the function of the first line is the one that is meant; GMP";
    return report;
  }

 private:
  // A letter for each of these positions, put into `word`.
  void read_word(LineReader& line, const List& positions, std::vector<long>& word) {
    std::size_t k = 0;
    line.list([&] {
      if (k == positions.size()) line.fail("a word of too many letters");
      const std::vector<long>& letters = f_.letters(positions[k]);
      word[positions[k]] = line.integer(letters.front(), letters.back());
      if (!std::binary_search(letters.begin(), letters.end(), word[positions[k++]]))
        line.fail("no letter of this position");
    });
    if (k != positions.size()) line.fail("a word of too few letters");
  }

  // {"split":[1,2],"rows":[[0,1],[1,0]]}, and for each pattern, 00, 01, 10, 11, a column {"column":[1,0]}. So the rows are different,
  // too: two that are equal have no column with 0 and 1.
  std::string shattered_set() {
    LineReader line = lines_.next();
    line.expect("{\"split\":");
    const List on = f_.read_positions(line);
    if (f_.split() && *f_.split() != on) line.fail("the first line speaks of rows on other positions");
    List others;
    for (std::size_t i = 0; i < f_.positions(); ++i) {
      if (!std::binary_search(on.begin(), on.end(), i)) others.push_back(i);
    }
    std::vector<std::vector<long>> rows;
    line.expect(",\"rows\":");
    line.list([&] {
      if (rows.size() == f_.at_least()) line.fail("more rows than the first line says");
      rows.emplace_back(f_.positions());
      read_word(line, on, rows.back());
    });
    if (rows.size() != f_.at_least()) line.fail("fewer rows than the first line says");
    line.expect("}");
    line.end();
    const std::size_t patterns = std::size_t{1} << rows.size();
    for (std::size_t pattern = 0; pattern < patterns; ++pattern) {
      LineReader column = lines_.next();
      column.expect("{\"column\":");
      std::vector<long> word(f_.positions());
      read_word(column, others, word);
      column.expect("}");
      column.end();
      for (std::size_t r = 0; r < rows.size(); ++r) {
        for (const std::size_t i : on) word[i] = rows[r][i];
        const bool wanted = (pattern >> (rows.size() - 1 - r) & 1) != 0;
        if (f_.value(word) != wanted)
          column.fail("the function is " + std::to_string(!wanted) + " at row " + std::to_string(r + 1) +
                      " of this column, and the pattern has " + std::to_string(wanted));
      }
    }
    return "a set of " + counted(rows.size(), "row") + " on positions " + positions_text(on) +
           " is shattered, with a column for each of " + counted(patterns, "pattern");
  }

  // {"symmetry":[[2,1],[[2,1],[1,2]],false]}: positions and letters from 1.
  Symmetry read_symmetry(LineReader& line, const WordTable& table) {
    Symmetry g;
    const auto numbers = [&](std::size_t most) {
      List result;
      line.list(
          [&] { result.push_back(static_cast<std::size_t>(line.integer(1, static_cast<long>(most))) - 1); });
      return result;
    };
    line.expect("{\"symmetry\":[");
    g.position = numbers(table.positions());
    line.expect(",");
    line.list([&] {
      if (g.letter.size() == table.positions()) line.fail("letters of more positions than there are");
      g.letter.push_back(numbers(table.letters(g.letter.size())));
    });
    line.expect(",");
    g.complements = line.skip("true");
    if (!g.complements) line.expect("false");
    line.expect("]}");
    line.end();
    if (!table.is_symmetry(g)) line.fail("this is no symmetry of the function");
    return g;
  }

  // No partition has a shattered set of at_most + 1 rows: up to symmetry, each is too small for one or closed by the lines of its tree.
  // `line` is the first of them, and then the one behind them.
  std::string no_larger_set(LineReader& line) {
    const std::size_t k = *f_.at_most() + 1;
    const WordTable table(f_);
    std::vector<Symmetry> symmetries;
    while (!f_.split() && line.next_is("{\"symmetry\":")) {
      symmetries.push_back(read_symmetry(line, table));
      line = lines_.next();
    }
    const std::vector<Positions> sets = sets_to_exclude(f_, symmetries);
    std::size_t closed = 0, nodes = 0;
    for (const Positions set : sets) {
      const std::optional<Rows> rows = table.rows(set, k);
      if (!rows) continue;
      line.expect("{\"split\":");
      if (f_.read_positions(line) != listed(set))
        line.fail("expected the partition with rows on positions " + positions_text(listed(set)));
      line.expect("}");
      line.end();
      List all(rows->bits.size()), chosen;
      for (std::size_t r = 0; r < all.size(); ++r) all[r] = r;
      nodes += close(*rows, k, chosen, all);
      line = lines_.next();
      ++closed;
    }
    return "no set of " + counted(k, "row") + " is, on " + (f_.split() ? "these" : "any") +
           " positions (words evaluated: " + std::to_string(table.evaluated()) +
           "; partitions up to symmetry: " + std::to_string(sets.size()) +
           "; too small: " + std::to_string(sets.size() - closed) +
           "; closed by trees: " + std::to_string(closed) + ", nodes: " + std::to_string(nodes) + ")";
  }

  // That no k shattered rows consist of the chosen ones and others of the list: the next line has for each row of the list, in its
  // order, null or a cell. Columns with the same values in the chosen rows and in this one are a cell; its number has these values
  // as its binary digits, the first chosen row's first. Rows still to come tell 2^(k - chosen - 1) columns of each cell apart, so that a row with
  // a smaller cell is in no such set, and leaves the list. Of a set that is left the first row in the list is the next to be chosen, with
  // the rows behind it as the list: there is a node for each that has enough rows behind it, in their order. Returns the number of nodes.
  std::size_t close(const Rows& rows, std::size_t k, List& chosen, const List& list) {
    LineReader line = lines_.next();
    line.expect("{\"cells\":");
    const std::size_t columns_needed = std::size_t{1} << (k - chosen.size() - 1);
    List left;
    std::size_t at = 0;
    line.list([&] {
      if (at == list.size()) line.fail("more cells than rows");
      chosen.push_back(list[at++]);
      if (line.skip("null")) {
        left.push_back(chosen.back());
      } else {
        const long cell = line.integer(0, (1L << chosen.size()) - 1);
        const std::size_t columns = columns_of(rows, chosen, static_cast<std::size_t>(cell));
        if (columns >= columns_needed)
          line.fail("this cell has " + std::to_string(columns) + " columns, which are enough");
      }
      chosen.pop_back();
    });
    if (at != list.size()) line.fail("fewer cells than rows");
    line.expect("}");
    line.end();
    const std::size_t more = k - chosen.size() - 1;  // rows, beside the next one
    if (more == 0 && !left.empty()) line.fail("nothing excludes these rows");
    std::size_t nodes = 1;
    for (std::size_t next = 0; next + more < left.size(); ++next) {
      chosen.push_back(left[next]);
      nodes += close(rows, k, chosen, List(left.begin() + static_cast<std::ptrdiff_t>(next) + 1, left.end()));
      chosen.pop_back();
    }
    return nodes;
  }

  static std::size_t columns_of(const Rows& rows, const List& chosen, std::size_t cell) {
    std::size_t count = 0;
    for (std::size_t w = 0; w < (rows.columns + 63) / 64; ++w) {
      const std::size_t used = std::min<std::size_t>(64, rows.columns - 64 * w);
      Rows::Word in_cell = ~Rows::Word{0} >> (64 - used);
      for (std::size_t r = 0; r < chosen.size(); ++r) {
        const Rows::Word bits = rows.bits[chosen[r]][w];
        in_cell &= (cell >> (chosen.size() - 1 - r) & 1) != 0 ? bits : ~bits;
      }
      count += static_cast<std::size_t>(std::popcount(in_cell));
    }
    return count;
  }

  Lines lines_;
  LineReader first_;
  Function f_;
};

}  // namespace

Report check_shattering(std::istream& in) {
  return Check(in).run();
}

}  // namespace attest_check
