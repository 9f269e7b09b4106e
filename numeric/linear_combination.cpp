#include "numeric/linear_combination.hpp"

#include <flint/fmpq_mat.h>

#include <map>

namespace attest {

std::optional<RationalVector> linear_combination(const std::vector<Polynomial>& basis,
                                                 const Polynomial& target) {
  // One equation for each monomial that occurs anywhere; the last column is the target.
  using Exponents = std::map<std::string, unsigned long>;
  std::map<Exponents, std::map<std::size_t, Rational>> equations;
  for (std::size_t column = 0; column <= basis.size(); ++column) {
    for (const auto& term : (column < basis.size() ? basis[column] : target).terms()) {
      equations[term.exponents][column] = term.coefficient;
    }
  }
  fmpq_mat_t matrix;
  fmpq_mat_init(matrix, static_cast<slong>(equations.size()), static_cast<slong>(basis.size() + 1));
  slong row = 0;
  for (const auto& [exponents, entries] : equations) {
    for (const auto& [column, value] : entries) {
      fmpq_set_mpq(fmpq_mat_entry(matrix, row, static_cast<slong>(column)), value.backend().data());
    }
    ++row;
  }
  const slong rank = fmpq_mat_rref(matrix, matrix);
  RationalVector result = RationalVector::Constant(static_cast<Eigen::Index>(basis.size()), Rational(0));
  bool solvable = true;
  for (slong r = 0; r < rank; ++r) {
    slong pivot = 0;
    while (fmpq_is_zero(fmpq_mat_entry(matrix, r, pivot)) != 0) ++pivot;
    if (pivot == static_cast<slong>(basis.size())) {
      solvable = false;  // 0 = 1
      break;
    }
    fmpq_get_mpq(result(pivot).backend().data(), fmpq_mat_entry(matrix, r, static_cast<slong>(basis.size())));
  }
  fmpq_mat_clear(matrix);
  if (!solvable) return std::nullopt;
  return result;
}

}  // namespace attest
