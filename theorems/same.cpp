#include "theorems/same.hpp"

#include <type_traits>

#include "theorems/fields.hpp"

namespace attest::theorems {

namespace {

bool equal(const Expression& a, const Expression& b) {
  return a && b ? language::same(a, b) : !a && !b;
}
bool equal(const std::string& a, const std::string& b) {
  return a == b;
}
bool equal(const ParameterSpec& a, const ParameterSpec& b) {
  return a == b;
}
template <class T>
requires std::is_arithmetic_v<T> || std::is_enum_v<T>
bool equal(const T& a, const T& b) {
  return a == b;
}
template <class T>
bool equal(const std::vector<T>& a, const std::vector<T>& b);
template <class T>
bool equal(const std::optional<T>& a, const std::optional<T>& b);

template <class T>
requires requires(const T& s) {
  fields(s);
}
bool equal(const T& a, const T& b) {
  return std::apply(
      [&](const auto&... left) {
        return std::apply([&](const auto&... right) { return (equal(left, right) && ...); }, fields(b));
      },
      fields(a));
}

template <class T>
bool equal(const std::vector<T>& a, const std::vector<T>& b) {
  if (a.size() != b.size()) return false;
  for (std::size_t k = 0; k < a.size(); ++k) {
    if (!equal(a[k], b[k])) return false;
  }
  return true;
}

template <class T>
bool equal(const std::optional<T>& a, const std::optional<T>& b) {
  return a && b ? equal(*a, *b) : !a && !b;
}

}  // namespace

bool same(const TheoremText& a, const TheoremText& b) {
  return equal(a, b);
}

}  // namespace attest::theorems
