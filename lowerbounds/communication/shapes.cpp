#include "lowerbounds/communication/shapes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <functional>
#include <set>

#include "claims/usage_error.hpp"

namespace attest {

namespace {

constexpr std::size_t most_branches = 16;

std::vector<int> sizes_from_list(const std::string& text, int t_0) {
  const auto refuse = [&] {
    return UsageError(
        "h", text,
        fmt::format("all, a list of at most {} branch sizes from 2 to t_0 = {} such as 2,2, or a "
                    "polynomial such as x1x2+x2x3",
                    most_branches, t_0));
  };
  std::vector<int> sizes;
  for (std::size_t at = 0; at < text.size(); at += 2) {
    const int size = text[at] - '0';
    if (size < 2 || size > t_0 || (at + 1 < text.size() && text[at + 1] != ',') || at + 2 == text.size() ||
        sizes.size() == most_branches) {
      throw refuse();
    }
    sizes.push_back(size);
  }
  if (sizes.empty()) throw refuse();
  return sizes;
}

}  // namespace

std::vector<int> Shape::different_sizes() const {
  const std::set<int> different(sizes.begin(), sizes.end());
  return {different.begin(), different.end()};
}

Shape shape_from_string(const std::string& text, int t_0) {
  Shape shape;
  if (text == "all") {
    shape.all = true;
    for (int size = t_0; size >= 2; --size) shape.sizes.push_back(size);
    return shape;
  }
  if (text.find('x') == std::string::npos) {
    shape.sizes = sizes_from_list(text, t_0);
  } else {
    shape.polynomial = separable_polynomial_from_string("h", text);
    for (const std::uint32_t branch : branches_of(*shape.polynomial)) {
      shape.sizes.push_back(std::popcount(branch) + 1);
    }
  }
  std::sort(shape.sizes.begin(), shape.sizes.end(), std::greater<>());
  if (shape.largest() > t_0) {
    throw UsageError("h", text,
                     fmt::format("branches of at most t_0 = {} variables, x_1 included (one has {})", t_0,
                                 shape.largest()));
  }
  return shape;
}

}  // namespace attest
