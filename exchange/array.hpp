// A named array of exact numbers, as every format of an export holds it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "numeric/integer.hpp"
#include "numeric/surd.hpp"

namespace attest::exchange {

struct Array {
  enum class Type {
    integer,  // 64 bits
    truth,    // 0 or 1, a byte each
    real,     // exact; rounded once where a format holds machine numbers
  };
  std::string name;
  Type type = Type::real;
  std::vector<std::size_t> shape;      // row by row, the last index fastest; empty: one number
  std::vector<std::int64_t> integers;  // of integer and truth
  std::vector<Rational> numbers;       // of real
  std::optional<Surd> surd;            // of a real without shape: the number in the place of `numbers`
  std::string meaning;                 // one sentence without a full stop

  std::size_t entries() const;
};

Array integer_array(std::string name, std::vector<std::size_t> shape, std::vector<std::int64_t> integers,
                    std::string meaning);
Array real_array(std::string name, std::vector<std::size_t> shape, std::vector<Rational> numbers,
                 std::string meaning);
// One row for each vector; those that are empty are rows of zeros.
Array row_array(std::string name, const std::vector<RationalVector>& rows, std::size_t columns,
                std::string meaning);
Array matrix_array(std::string name, const RationalMatrix& matrix, std::string meaning);

}  // namespace attest::exchange
