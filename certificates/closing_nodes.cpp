#include "certificates/closing_nodes.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <bit>

#include "certificates/written.hpp"
#include "checker/refusal.hpp"
#include "checker/word_table.hpp"
#include "claims/stop.hpp"

namespace attest::theorems::certificates {

namespace {

using attest_check::Positions;
using attest_check::Rows;
using Cell = std::vector<Rows::Word>;  // of columns

constexpr std::size_t most_closing_bytes = std::size_t{1} << 28;

class Lines {
 public:
  void add(std::string line) {
    bytes_ += line.size();
    if (bytes_ > most_closing_bytes)
      throw NoCertificate("what excludes a larger set takes more than 2^28 bytes");
    lines_.push_back(std::move(line));
  }
  std::vector<std::string> all() { return std::move(lines_); }

 private:
  std::size_t bytes_ = 0;
  std::vector<std::string> lines_;
};

// The columns of a cell that have the value in the row.
Cell part_of(const Cell& cell, const Cell& row, bool value) {
  Cell result(cell.size());
  for (std::size_t w = 0; w < cell.size(); ++w) result[w] = cell[w] & (value ? row[w] : ~row[w]);
  return result;
}

class Tree {
 public:
  Tree(const Rows& rows, std::size_t size, Lines& lines) : rows_(rows), size_(size), lines_(lines) {}

  void run() {
    Cell every((rows_.columns + 63) / 64, 0);
    for (std::size_t c = 0; c < rows_.columns; ++c) every[c / 64] |= Rows::Word{1} << (c % 64);
    std::vector<std::size_t> all(rows_.bits.size());
    for (std::size_t r = 0; r < all.size(); ++r) all[r] = r;
    node({every}, 0, all);
  }

 private:
  // `cells`: of the rows chosen, by number.
  void node(const std::vector<Cell>& cells, std::size_t chosen, const std::vector<std::size_t>& list) {
    check_stop();
    const std::size_t needed = std::size_t{1} << (size_ - chosen - 1);
    std::vector<std::string> hints;
    std::vector<std::size_t> left;
    for (const std::size_t r : list) {
      const auto small = small_cell(cells, rows_.bits[r], needed);
      hints.push_back(small ? std::to_string(*small) : "null");
      if (!small) left.push_back(r);
    }
    lines_.add(fmt::format("{{\"cells\":[{}]}}\n", fmt::join(hints, ",")));
    const std::size_t more = size_ - chosen - 1;
    if (more == 0 && !left.empty()) throw NoCertificate("a partition has a larger set that is shattered");
    for (std::size_t next = 0; next + more < left.size(); ++next) {
      std::vector<Cell> parts;
      for (const Cell& cell : cells) {
        for (const bool value : {false, true}) parts.push_back(part_of(cell, rows_.bits[left[next]], value));
      }
      node(parts, chosen + 1, {left.begin() + static_cast<std::ptrdiff_t>(next) + 1, left.end()});
    }
  }

  // The number of a cell beside this row that has fewer columns.
  static std::optional<std::size_t> small_cell(const std::vector<Cell>& cells, const Cell& row,
                                               std::size_t needed) {
    for (std::size_t c = 0; c < cells.size(); ++c) {
      std::size_t ones = 0, all = 0;
      for (std::size_t w = 0; w < row.size(); ++w) {
        all += static_cast<std::size_t>(std::popcount(cells[c][w]));
        ones += static_cast<std::size_t>(std::popcount(cells[c][w] & row[w]));
      }
      if (all - ones < needed) return 2 * c;
      if (ones < needed) return 2 * c + 1;
    }
    return std::nullopt;
  }

  const Rows& rows_;
  std::size_t size_;
  Lines& lines_;
};

std::string line_of(const attest_check::Symmetry& g) {
  std::vector<std::string> letters;
  for (const auto& one : g.letter) letters.push_back(fmt::format("[{}]", fmt::join(from_one(one), ",")));
  return fmt::format("{{\"symmetry\":[[{}],[{}],{}]}}\n", fmt::join(from_one(g.position), ","),
                     fmt::join(letters, ","), g.complements);
}

}  // namespace

std::vector<std::string> closing_lines(const std::string& record, const std::vector<SymmetryHint>& hints) {
  try {
    attest_check::LineReader line(record, 1);
    attest_check::Function f(line);
    const attest_check::WordTable table(f);
    const std::size_t size = *f.at_most() + 1;
    Lines lines;
    std::vector<attest_check::Symmetry> symmetries;
    for (const SymmetryHint& hint : hints) {
      const attest_check::Symmetry g{hint.position, hint.letter, hint.complements};
      if (f.split() || !table.is_symmetry(g)) continue;
      symmetries.push_back(g);
      lines.add(line_of(g));
    }
    for (const Positions set : attest_check::sets_to_exclude(f, symmetries)) {
      check_stop();
      const auto rows = table.rows(set, size);
      if (!rows) continue;
      lines.add(fmt::format("{{\"split\":[{}]}}\n", fmt::join(from_one(attest_check::listed(set)), ",")));
      Tree(*rows, size, lines).run();
    }
    return lines.all();
  } catch (const attest_check::Rejection& rejection) {
    throw NoCertificate(fmt::format("attest-check-shattering has no place for this: {}", rejection.what()));
  } catch (const attest_check::Undecided& open) {
    throw NoCertificate(fmt::format("attest-check-shattering cannot take this: {}", open.what()));
  }
}

}  // namespace attest::theorems::certificates
