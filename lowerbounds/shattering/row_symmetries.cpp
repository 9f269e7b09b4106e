#include "lowerbounds/shattering/row_symmetries.hpp"

#include <algorithm>
#include <boost/pending/disjoint_sets.hpp>
#include <set>
#include <stdexcept>
#include <unordered_map>

namespace attest {

namespace {

std::set<std::vector<BitMatrix::Word>> columns_of(const BitMatrix& matrix) {
  const BitMatrix columns = matrix.transposed();
  std::set<std::vector<BitMatrix::Word>> result;
  for (std::size_t c = 0; c < columns.rows; ++c)
    result.emplace(columns.row(c), columns.row(c) + columns.words);
  return result;
}

}  // namespace

bool is_row_symmetry(const BitMatrix& matrix, const RowSymmetry& to) {
  std::vector<bool> taken(matrix.rows, false);
  BitMatrix moved(matrix.rows, matrix.columns);
  for (std::size_t r = 0; r < matrix.rows; ++r) {
    if (taken[to[r]]) return false;
    taken[to[r]] = true;
    std::copy_n(matrix.row(r), matrix.words, moved.row(to[r]));
  }
  return columns_of(moved) == columns_of(matrix);
}

std::vector<std::size_t> order_by_orbits(const std::vector<const RowSymmetry*>& symmetries,
                                         const std::vector<std::uint32_t>& row_of,
                                         std::vector<std::uint32_t>& list) {
  std::unordered_map<std::uint32_t, std::size_t> place;  // of a row
  for (std::size_t k = 0; k < list.size(); ++k) place.emplace(row_of[list[k]], k);
  boost::disjoint_sets_with_storage<> sets(list.size());
  for (const RowSymmetry* to : symmetries) {
    for (std::size_t k = 0; k < list.size(); ++k) {
      const auto image = place.find((*to)[row_of[list[k]]]);
      if (image == place.end())
        throw std::logic_error("a symmetry takes a row that may join a set to one that may not");
      sets.union_set(k, image->second);
    }
  }
  std::vector<std::vector<std::uint32_t>> orbits;
  std::unordered_map<std::size_t, std::size_t> orbit_of;  // a representative's
  for (std::size_t k = 0; k < list.size(); ++k) {
    const auto [found, fresh] = orbit_of.emplace(sets.find_set(k), orbits.size());
    if (fresh) orbits.emplace_back();
    orbits[found->second].push_back(list[k]);
  }
  std::stable_sort(orbits.begin(), orbits.end(),
                   [](const auto& a, const auto& b) { return a.size() > b.size(); });
  std::vector<std::size_t> begins;
  list.clear();
  for (const auto& orbit : orbits) {
    begins.push_back(list.size());
    list.insert(list.end(), orbit.begin(), orbit.end());
  }
  return begins;
}

}  // namespace attest
