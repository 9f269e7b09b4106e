#include "reductions/problems/bit_vectors.hpp"

#include <fmt/format.h>

#include <stdexcept>

namespace attest::problems {

BitVectors BitVectors::from_rows(const std::vector<std::vector<int>>& rows) {
  BitVectors vectors(rows.size(), rows.empty() ? 0 : rows.front().size());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (rows[i].size() != vectors.dimension())
      throw std::invalid_argument(fmt::format("vector {} has {} entries where the first has {}", i + 1,
                                              rows[i].size(), vectors.dimension()));
    for (std::size_t j = 0; j < rows[i].size(); ++j) {
      if (rows[i][j] != 0 && rows[i][j] != 1)
        throw std::invalid_argument(
            fmt::format("entry {} of vector {} is {}, expected 0 or 1", j + 1, i + 1, rows[i][j]));
      vectors.set(i, j, rows[i][j] == 1);
    }
  }
  return vectors;
}

std::string BitVectors::text(std::size_t row) const {
  std::string text(dimension_, '0');
  for (std::size_t j = 0; j < dimension_; ++j) {
    if (get(row, j)) text[j] = '1';
  }
  return text;
}

}  // namespace attest::problems
