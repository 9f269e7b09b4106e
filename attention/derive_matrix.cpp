#include "attention/derive_matrix.hpp"

#include <fmt/format.h>

#include "numeric/linear_combination.hpp"

namespace attest {

RationalMatrix derive_matrix(const Rows& rows, const Rows& encoding, const std::string& name,
                             const std::map<std::string, Polynomial>& sizes,
                             std::vector<std::string>& problems) {
  const auto d = static_cast<Eigen::Index>(encoding.size());
  RationalMatrix matrix = RationalMatrix::Constant(d, d, Rational(0));
  if (rows.size() > encoding.size()) {
    problems.push_back(
        fmt::format("{} has {} coordinates, the embedding dimension is {}", name, rows.size(), d));
    return matrix;
  }
  for (std::size_t r = 0; r < rows.size(); ++r) {
    const auto coefficients = linear_combination(encoding, rows[r].substitute(sizes));
    if (!coefficients) {
      problems.push_back(
          fmt::format("row {} of {}, {}, is not linear in the encoding", r + 1, name, rows[r].to_string()));
      continue;
    }
    matrix.row(static_cast<Eigen::Index>(r)) = coefficients->transpose();
  }
  return matrix;
}

}  // namespace attest
