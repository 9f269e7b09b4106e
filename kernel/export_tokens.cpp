// Tokens and their features.
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

void Exporter::read_tokens() {
  const TokensStatement& tokens = text_.tokens.front();
  if (tokens.indices.size() != 1 || !(theorem_.tokens().ranges()[0].low == Laurent(1)))
    outside("tokens whose index does not run from 1 on");
  result_.index = names_(tokens.indices[0]);
  result_.last = sizes(theorem_.tokens().ranges()[0].high, "the last token");
  if (theorem_.judged().size() != 1 || text_.tasks.front().every) outside("a task at every token");
  result_.judged = sizes(theorem_.judged()[0], "the judged token");
  for (const TokensStatement::Feature& f : tokens.features) {
    const auto values = theorem_.tokens().values_of(f.name);
    if (!values.integer) outside(fmt::format("the feature {}", f.name));
    result_.features.push_back({names_(f.name),
                                f.value->op == Op::concat ? word(f.value) : integer(f.value, written(true)),
                                sizes(values.bounds.low, "a feature"), sizes(values.bounds.high, "a feature"),
                                of_input(theorem_.tokens().feature_at(f.name, theorem_.judged()))});
  }
}

std::string Exporter::feature_name(const std::string& name) const {
  return theorem_input(name) == nullptr ? names_(name) : names_(name) + "_carried";
}

std::string Exporter::word(const Expression& e) {
  std::vector<Expression> parts;
  const auto flatten = [&](const auto& self, const Expression& part) -> void {
    if (part->op != Op::concat) return parts.push_back(part);
    self(self, part->children[0]);
    self(self, part->children[1]);
  };
  flatten(flatten, e);
  std::vector<std::pair<Laurent, std::string>> pieces;  // the last index, the letter
  Laurent before;
  for (const Expression& part : parts) {
    if (part->op == Op::tuple) {
      for (const Expression& letter : part->children) {
        before += Laurent(1);
        pieces.emplace_back(before, integer(letter, written(true)));
      }
      continue;
    }
    const std::string place = before.is_zero()
                                  ? result_.index
                                  : fmt::format("{} - {}", result_.index, argument(sizes(before, "a place")));
    pieces.emplace_back(before + theorem_.input().count(*theorem_.input().find(part->name)),
                        fmt::format("{} {}", names_(part->name), argument(place)));
    before = pieces.back().first;
  }
  std::string text;
  for (std::size_t k = 0; k + 1 < pieces.size(); ++k) {
    text += fmt::format("if {} <=? {} then {} else ", result_.index, sizes(pieces[k].first, "a place"),
                        pieces[k].second);
  }
  return text + pieces.back().second;
}

std::string Exporter::of_token(const Laurent& value) {
  const auto text = integer(value, [this, &value](const std::string& name) {
    if (name == size_) return result_.size;
    if (name == "some " + text_.tokens.front().indices[0]) return result_.index;
    for (std::size_t f = 0; f < result_.features.size(); ++f) {
      if (name == "some " + text_.tokens.front().features[f].name) return result_.features[f].name;
    }
    outside(fmt::format("{} in {}", name, value.to_string()));
  });
  if (!text) outside(value.to_string());
  return *text;
}

std::string Exporter::real(const std::string& integer_term) {
  if (integer_term == "0" || integer_term == "1") return integer_term;
  if (integer_term == "- 1") return "-1";
  return "IZR " + argument(integer_term);
}

}  // namespace attest::theorems::coq
