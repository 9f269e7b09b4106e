// Vectors part by part: how many numbers an expression stands for, and each of them as an expression of its own.
//
//   (a, each k in [2]: k*b, zeros(1))   4 numbers: a, 1*b, 2*b, 0
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "theorems/network_value.hpp"

namespace attest::theorems {

// (..), each k in [m]: .., zeros(k), unit(i, k), their sums and multiples: by its form a vector, whatever its parts are.
bool is_vector_form(const language::Node& e);

// Of a vector by its form; 1 of everything else. Ranges and lengths hang on `constants` alone.
std::size_t length_of(const language::Expression& e, const NetworkNames& constants);

// The numbers one by one, with the indices of `each` replaced.
std::vector<language::Expression> parts_of(const language::Expression& e, const NetworkNames& constants);

// What the coordinates of named values are called: a name is that of its value's only number, and of a vector's it is name(1),
// name(2), ..
std::vector<std::string> named_coordinates(const std::vector<std::string>& names,
                                           const std::vector<language::Expression>& values,
                                           const NetworkNames& constants);

// The tuple of a row, behind a factor that stands before it; null where there is none.
language::Expression tuple_of(const language::Expression& row);

}  // namespace attest::theorems
