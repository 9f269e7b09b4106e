#include "theorems/families.hpp"

#include <fmt/format.h>

#include "numeric/checked.hpp"
#include "theorems/fields.hpp"

namespace attest::theorems {

using language::Node;
using language::Op;

namespace {

constexpr std::size_t most_family_members = 4096;  // each is a copy of the head or layer

std::vector<Rational> members_of_family(const Expression& range, const NetworkNames& constants) {
  std::vector<Rational> result = evaluate_set(range, constants);
  if (result.size() > most_family_members) {
    refuse(range->place,
           fmt::format("{} heads or layers of one family are more than {}, as many as this program takes",
                       result.size(), most_family_members));
  }
  return result;
}

}  // namespace

std::vector<NamedHead> heads_of(const LayerStatement& layer, const NetworkNames& constants) {
  std::vector<NamedHead> all;
  for (std::size_t written = 0; written < layer.heads.size(); ++written) {
    const HeadStatement& statement = layer.heads[written];
    if (statement.members.empty()) {
      all.push_back({statement, statement.name, written, nullptr});
      continue;
    }
    std::vector<Expression> members = statement.members;
    if (members.size() == 1 && language::makes_set(members[0]->op)) {
      const std::vector<Rational> values = members_of_family(members[0], constants);
      members.clear();
      for (const Rational& x : values) members.push_back(language::number(x));
    }
    for (std::size_t k = 0; k < members.size(); ++k) {
      HeadStatement head = statement;
      change_expressions(head, [&](Expression& e) { e = substituted(e, statement.family, members[k]); });
      head.family.clear();
      all.push_back({std::move(head),
                     statement.name.empty() ? "" : fmt::format("{}{}", statement.name, k + 1), written,
                     members[k]});
    }
  }
  return all;
}

std::vector<LayerOfText> layers_of(const std::vector<LayerStatement>& layers, const NetworkNames& constants) {
  std::vector<LayerOfText> all;
  for (std::size_t written = 0; written < layers.size(); ++written) {
    const LayerStatement& statement = layers[written];
    if (statement.family.empty()) {
      all.push_back({statement, written, nullptr});
      continue;
    }
    for (const Rational& x : members_of_family(statement.members, constants)) {
      all.push_back({statement, written, language::number(x)});
      LayerStatement& layer = all.back().statement;
      layer.family.clear();
      layer.members = nullptr;
      change_expressions(layer,
                         [&](Expression& e) { e = substituted(e, statement.family, all.back().value); });
    }
  }
  return all;
}

std::pair<std::size_t, std::size_t> head_coordinate(const Node& e, const std::vector<std::string>& names,
                                                    const std::vector<std::size_t>& lengths) {
  if (e.op != Op::member) refuse(e.place, "a coordinate of a head is expected here, as head.1");
  std::optional<std::size_t> head;
  for (std::size_t h = 0; h < names.size(); ++h) {
    if (e.name == names[h] || e.name == fmt::format("head{}", h + 1)) head = h;
  }
  if (e.name == "head" && names.size() == 1) head = 0;
  if (!head && std::find(names.begin(), names.end(), e.name + "1") != names.end())
    refuse(e.place, fmt::format("'{0}' is a family of heads: {0}1, {0}2, ..", e.name));
  if (!head) refuse(e.place, fmt::format("there is no head '{}'", e.name));
  const Node& field = *e.children[0];
  const auto number = field.op == Op::number ? fits_long(field.value) : std::nullopt;
  if (*head >= lengths.size()) return {*head, 0};  // the head is a defect already
  if (!number || *number < 1 || static_cast<std::size_t>(*number) > lengths[*head]) {
    throw NetworkError(field.place, fmt::format("{} has coordinates 1 to {}", e.name, lengths[*head]));
  }
  return {*head, static_cast<std::size_t>(*number - 1)};
}

}  // namespace attest::theorems
