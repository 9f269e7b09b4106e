// Which variable-separable polynomials a value of the parameter h stands for.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "lowerbounds/communication/branches.hpp"

namespace attest {

// The sizes count x_1: a branch g_i(x_1, ...) of size s sums over s-1 variables.
struct Shape {
  std::vector<int> sizes;  // of the branches, descending; for "all" one branch of every size 2..t_0
  bool all = false;        // every polynomial with branches of at most t_0 variables
  std::optional<SeparablePolynomial> polynomial;  // if one was given

  int largest() const { return sizes.front(); }
  std::vector<int> different_sizes() const;  // ascending
};

// "all", branch sizes such as "3,2" (each from 2 to t_0, at most 16 of them), or a polynomial such as
// "x1x2+x2x3" all of whose branches have at most t_0 variables. Throws UsageError naming h.
Shape shape_from_string(const std::string& text, int t_0);

}  // namespace attest
