#include "checker/tuple.hpp"

namespace attest_check {

namespace {

std::vector<mpq_class> times(const Matrix& matrix, const std::vector<mpq_class>& vector) {
  std::vector<mpq_class> result;
  for (const auto& row : matrix) {
    mpq_class sum = 0;
    for (std::size_t c = 0; c < row.size(); ++c) {
      if (row[c] != 0 && vector[c] != 0) sum += row[c] * vector[c];
    }
    result.push_back(std::move(sum));
  }
  return result;
}

}  // namespace

Shown shown(const Head& head, std::size_t variable, const std::vector<mpq_class>& stream) {
  Shown result;
  if (head.rows[variable]) result.row = times(*head.rows[variable], stream);
  for (const auto& [of, matrix] : head.value) {
    if (of == variable) result.value = times(matrix, stream);
  }
  return result;
}

mpq_class score_of(const Head& head, const std::vector<const Shown*>& tuple) {
  mpq_class score = 0;
  for (const auto& monomial : head.monomials) {
    for (std::size_t c = 0; c < tuple[monomial[0]]->row.size(); ++c) {
      mpq_class product = 1;
      for (const std::size_t v : monomial) product *= tuple[v]->row[c];
      score += product;
    }
  }
  return score;
}

std::vector<mpq_class> value_of(const Head& head, const std::vector<const Shown*>& tuple) {
  std::vector<mpq_class> result(head.value_length, mpq_class(1));
  for (const auto& [variable, matrix] : head.value) {
    for (std::size_t c = 0; c < result.size(); ++c) result[c] *= tuple[variable]->value[c];
  }
  return result;
}

}  // namespace attest_check
