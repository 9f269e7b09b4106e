#include "theorems/stream_coordinate.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "numeric/checked.hpp"
#include "theorems/network_value.hpp"

namespace attest::theorems {

using language::Node;
using language::Op;

std::optional<std::size_t> stream_coordinate(const Node& e, const std::vector<std::string>& names,
                                             std::size_t dimension, const NetworkNames& constants) {
  const auto by_name = [&](const std::string& name) -> std::optional<std::size_t> {
    const auto at = std::find(names.begin(), names.end(), name);
    if (at == names.end()) return std::nullopt;
    return static_cast<std::size_t>(at - names.begin());
  };
  if (e.op == Op::name) return by_name(e.name);
  if (e.op == Op::subscript) return by_name(whole_name(e));
  if (e.op == Op::call && e.children.size() == 1 && by_name(e.name + "(1)")) {
    const Rational k = evaluate_number(e.children[0], constants);
    if (const auto at = by_name(fmt::format("{}({})", e.name, attest::to_string(k)))) return at;
    throw NetworkError(e.place, fmt::format("there is no {}({})", e.name, attest::to_string(k)));
  }
  if (e.op != Op::member || e.name != "stream") return std::nullopt;
  const Node& field = *e.children[0];
  if (field.op == Op::name) {
    if (const auto at = by_name(field.name)) return at;
    refuse(field.place, fmt::format("the stream has no coordinate '{}'", field.name));
  }
  const auto number = field.op == Op::number ? fits_long(field.value) : std::nullopt;
  if (!number || *number < 1 || static_cast<std::size_t>(*number) > dimension) {
    throw NetworkError(field.place, fmt::format("the stream has coordinates 1 to {}", dimension));
  }
  return static_cast<std::size_t>(*number - 1);
}

}  // namespace attest::theorems
