#include "language/value.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "numeric/checked.hpp"

namespace attest::language {

namespace {

std::string listed(const std::vector<Value>& values) {
  std::string result;
  for (const Value& value : values) result += (result.empty() ? "" : ", ") + to_string(value);
  return result;
}

}  // namespace

std::string to_string(const Type& type) {
  switch (type.kind) {
    case Type::Kind::number:
      return "a number";
    case Type::Kind::truth:
      return "a condition";
    case Type::Kind::tuple:
      return fmt::format("a tuple of {}", type.width);
    case Type::Kind::set:
      break;
  }
  return type.width == 0 ? "a set of numbers" : fmt::format("a set of tuples of {}", type.width);
}

Value::Value(const Rational& number) {
  if (const auto machine = fits_long(number)) {
    held_ = *machine;
  } else {
    held_ = number;
  }
}

Value Value::tuple(std::vector<Value> parts) {
  Value result;
  result.held_ = Tuple{std::move(parts)};
  return result;
}

Value Value::set(std::vector<Value> elements) {
  if (!std::is_sorted(elements.begin(), elements.end())) std::sort(elements.begin(), elements.end());
  elements.erase(std::unique(elements.begin(), elements.end()), elements.end());
  Value result;
  result.held_ = Set{std::move(elements)};
  return result;
}

Type::Kind Value::kind() const {
  if (std::holds_alternative<bool>(held_)) return Type::Kind::truth;
  if (std::holds_alternative<Tuple>(held_)) return Type::Kind::tuple;
  if (std::holds_alternative<Set>(held_)) return Type::Kind::set;
  return Type::Kind::number;
}

Rational Value::number() const {
  if (const long* machine_number = machine()) return Rational(*machine_number);
  return std::get<Rational>(held_);
}

bool Value::contains(const Value& element) const {
  return std::binary_search(elements().begin(), elements().end(), element);
}

bool Value::operator==(const Value& other) const {
  return held_ == other.held_;
}

bool Value::operator<(const Value& other) const {
  if (const auto* mine = std::get_if<Tuple>(&held_)) {
    return std::lexicographical_compare(mine->parts.begin(), mine->parts.end(), other.parts().begin(),
                                        other.parts().end());
  }
  if (machine() != nullptr && other.machine() != nullptr) return *machine() < *other.machine();
  return number() < other.number();
}

std::string to_string(const Value& value) {
  switch (value.kind()) {
    case Type::Kind::truth:
      return value.truth() ? "true" : "false";
    case Type::Kind::tuple:
      return "(" + listed(value.parts()) + ")";
    case Type::Kind::set:
      return "{" + listed(value.elements()) + "}";
    case Type::Kind::number:
      break;
  }
  return attest::to_string(value.number());
}

}  // namespace attest::language
