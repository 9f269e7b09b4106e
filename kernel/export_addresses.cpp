// The display and the addresses: terms at a tuple of tokens.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "kernel/exporter.hpp"

namespace attest::theorems::coq {

using language::Expression;
using language::Node;
using language::Op;
using proof::Laurent;
using proof::Refusal;

Written Exporter::displayed_names() const {
  return [this](const Node& e) -> std::optional<std::string> {
    if (e.op == Op::name) {
      if (e.name == size_) return result_.size;
      return index_named(e.name);
    }
    if (e.children.size() != 1 || e.children[0]->op != Op::name) return std::nullopt;
    const auto at = index_named(e.children[0]->name);
    for (std::size_t f = 0; at && f < result_.features.size(); ++f) {
      if (text_.tokens.front().features[f].name == e.name)
        return fmt::format("{} {}", result_.features[f].name, *at);
    }
    return std::nullopt;
  };
}

std::optional<std::string> Exporter::index_named(const std::string& name) const {
  if (names_(name) == result_.receiver) return result_.receiver;
  for (const SummedToken& token : theorem_.heads()[0].tokens) {
    if (token.indices[0] == name) return names_(name);
  }
  return std::nullopt;
}

std::string Exporter::of_pair(const Laurent& value) const {
  const TokensStatement& tokens = text_.tokens.front();
  const auto text = integer(value, [&](const std::string& name) {
    if (name == size_) return result_.size;
    if (name == "some " + tokens.indices[0]) return result_.receiver;
    for (std::size_t f = 0; f < tokens.features.size(); ++f) {
      if (name == "some " + tokens.features[f].name)
        return fmt::format("{} {}", result_.features[f].name, result_.receiver);
    }
    if (const auto found = of_tuple(name, "")) return *found;
    outside(fmt::format("{} in {}", name, value.to_string()));
  });
  if (!text) outside(value.to_string());
  return *text;
}

std::optional<std::string> Exporter::of_tuple(const std::string& name, const std::string& input) const {
  for (const SummedToken& token : theorem_.heads()[0].tokens) {
    if (token.indices[0] == name) return names_(name);
    for (std::size_t f = 0; f < result_.features.size(); ++f) {
      const auto symbol = token.symbols.find(text_.tokens.front().features[f].name);
      if (symbol != token.symbols.end() && symbol->second == name)
        return fmt::format("{}{} {}", result_.features[f].name, input, names_(token.indices[0]));
    }
  }
  return std::nullopt;
}

std::string Exporter::of_addresses(const Laurent& value) {
  const auto text = integer(value, [&](const std::string& name) -> std::string {
    if (name == size_) return result_.size;
    if (const auto found = of_tuple(name, " " + result_.arguments())) return *found;
    if (const auto found = entry(name)) return *found;
    outside(fmt::format("{} in {}", name, value.to_string()));
  });
  if (!text) outside(value.to_string());
  return *text;
}

void Exporter::expect_linear_value(const Laurent& value) const {
  for (const auto& [monomial, coefficient] : value.terms()) {
    long degree = 0;
    for (const auto& [name, exponent] : monomial) degree += exponent;
    if (degree > 1) outside(fmt::format("the value {}, which is not linear", value.to_string()));
  }
}

void Exporter::read_addresses() {
  if (proof_.lemma != "integer-addresses" || proof_.addresses.size() != 1)
    outside(fmt::format("a proof by the lemma {}", proof_.lemma));
  const FoundAddresses& found = proof_.addresses.front();
  if (theorem_.heads().at(found.head).hard) outside("a hard maximum");
  const SymbolicHead& head = theorem_.heads()[0];
  if (found.addresses.squares.size() != head.tokens.size()) outside("a theorem that is proved case by case");
  Laurent weight;
  for (std::size_t k = 0; k < head.tokens.size(); ++k) {
    const proof::Square& square = found.addresses.squares[k];
    if (square.index != head.tokens[k].indices[0]) outside("addresses in another order than the rows");
    if (k == 0) weight = square.weight;
    if (!(square.weight == weight)) outside("squares of different weights");
    Square one{names_(square.index),
               sizes(square.weight, "a weight"),
               of_addresses(square.address),
               of_input(found.winner.at(square.index)),
               {}};
    for (std::size_t f = 0; f < result_.features.size(); ++f) {
      const std::string& symbol = head.tokens[k].symbols.at(text_.tokens.front().features[f].name);
      one.features.push_back(of_input(found.winner.at(symbol)));
    }
    result_.squares.push_back(one);
  }
  result_.rest = of_input(found.addresses.rest);
  const Laurent& value = head.value[result_.value_read - 1];
  expect_linear_value(value);
  result_.taken = of_pair(value);
  expect_linear_value(found.deviation);
  result_.deviation = sizes(found.deviation, "the deviation");
  result_.weight = weight;
  result_.factor = Laurent(Rational(Integer(2 * head.tokens.size()))) * found.deviation;
}

}  // namespace attest::theorems::coq
