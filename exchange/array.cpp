#include "exchange/array.hpp"

#include <utility>

namespace attest::exchange {

std::size_t Array::entries() const {
  std::size_t product = 1;
  for (const std::size_t length : shape) product *= length;
  return product;
}

Array integer_array(std::string name, std::vector<std::size_t> shape, std::vector<std::int64_t> integers,
                    std::string meaning) {
  return {std::move(name), Array::Type::integer, std::move(shape), std::move(integers), {},
          std::nullopt,    std::move(meaning)};
}

Array real_array(std::string name, std::vector<std::size_t> shape, std::vector<Rational> numbers,
                 std::string meaning) {
  return {std::move(name),    Array::Type::real, std::move(shape),  {},
          std::move(numbers), std::nullopt,      std::move(meaning)};
}

Array row_array(std::string name, const std::vector<RationalVector>& rows, std::size_t columns,
                std::string meaning) {
  std::vector<Rational> numbers(rows.size() * columns, Rational(0));
  for (std::size_t row = 0; row < rows.size(); ++row) {
    for (Eigen::Index c = 0; c < rows[row].size(); ++c)
      numbers[row * columns + static_cast<std::size_t>(c)] = rows[row](c);
  }
  return real_array(std::move(name), {rows.size(), columns}, std::move(numbers), std::move(meaning));
}

Array matrix_array(std::string name, const RationalMatrix& matrix, std::string meaning) {
  std::vector<Rational> numbers;
  for (Eigen::Index row = 0; row < matrix.rows(); ++row) {
    for (Eigen::Index column = 0; column < matrix.cols(); ++column) numbers.push_back(matrix(row, column));
  }
  return real_array(std::move(name),
                    {static_cast<std::size_t>(matrix.rows()), static_cast<std::size_t>(matrix.cols())},
                    std::move(numbers), std::move(meaning));
}

}  // namespace attest::exchange
