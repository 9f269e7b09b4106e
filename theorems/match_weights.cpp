#include "theorems/match_weights.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>

#include "attention/weights_json.hpp"
#include "language/message.hpp"
#include "language/parser.hpp"
#include "theorems/families.hpp"
#include "theorems/match_layers_builder.hpp"

namespace attest::theorems {

namespace {

using language::Expression;

std::string text_of(const Json& json, const std::string& where) {
  if (!json.is_string()) throw UsageError(where, weights::short_text(json), "an expression");
  return json.get<std::string>();
}

Expression expression(const Json& json, const std::string& where) {
  try {
    return language::parse_expression(text_of(json, where));
  } catch (const language::ParseError& error) {
    throw UsageError(where, weights::short_text(json), error.messages().front().text);
  }
}

const Json& array(const Json& json, const std::string& name, const std::string& where) {
  const Json& list = weights::field(json, name, where);
  if (!list.is_array()) throw UsageError(where + name, weights::short_text(list), "an array");
  return list;
}

std::string name_of(const LetStatement& let) {
  return let.arguments.empty() ? let.name : fmt::format("{}({})", let.name, fmt::join(let.arguments, ", "));
}

void add_names(const Expression& e, std::set<std::string>& names) {
  names.insert(e->name);
  for (const auto& binder : e->binders) add_names(binder.range, names);
  for (const Expression& child : e->children) add_names(child, names);
}

// The theorem's text with what the document says in the place of its layers.
class MatchWeights {
 public:
  MatchWeights(const Json& json, const BuiltLayer& own, const TheoremText& text, const TheoremText& stated,
               const NetworkNames& constants)
      : json_(json), own_(own), constants_(constants), result_(text) {
    result_.lets = stated.lets;
  }

  TheoremText read() {
    weights::only(json_, {"coordinates", "encoding", "layers", "readout", "definitions"}, "");
    const Json& coordinates = weights::field(json_, "coordinates", "");
    if (coordinates != own_.match_layers_json.at("coordinates"))
      throw UsageError("coordinates", weights::short_text(coordinates), "those of this theorem");
    define();
    const std::vector<LayerOfText> layers = layers_of(result_.layers, constants_);
    const Json& given = array(json_, "layers", "");
    if (given.size() != layers.size())
      throw UsageError("layers", fmt::format("{} layers", given.size()),
                       fmt::format("{}, as the theorem has", layers.size()));
    result_.layers.clear();
    for (std::size_t l = 0; l < layers.size(); ++l)
      result_.layers.push_back(layer(given[l], layers[l].statement, fmt::format("layers[{}].", l)));
    encode(result_.layers.front());
    result_.readout->value = expression(weights::field(json_, "readout", ""), "readout");
    expect_unread_definitions();
    return std::move(result_);
  }

 private:
  void define() {
    const Json& definitions = weights::field(json_, "definitions", "");
    if (!definitions.is_object())
      throw UsageError("definitions", weights::short_text(definitions), "an object of definitions");
    std::vector<std::string> names;
    for (LetStatement& let : result_.lets) {
      names.push_back(name_of(let));
      let.value = expression(weights::field(definitions, names.back(), "definitions."),
                             "definitions." + names.back());
    }
    weights::only(definitions, names, "definitions.");
  }

  // A definition that the layers do not read, the task's say, would change nothing.
  void expect_unread_definitions() const {
    std::set<std::string> read;
    add_names(result_.readout->value, read);
    for (const Expression& coordinate : result_.layers.front().encoding) add_names(coordinate, read);
    for (const LayerStatement& layer : result_.layers) {
      for (const HeadStatement& head : layer.heads) {
        for (const RowStatement& row : head.rows) add_names(row.vector, read);
      }
    }
    std::size_t before = 0;
    while (before != read.size()) {
      before = read.size();
      for (const LetStatement& let : result_.lets) {
        if (read.contains(let.name)) add_names(let.value, read);
      }
    }
    for (const LetStatement& let : result_.lets) {
      const std::string name = name_of(let);
      const Json& given = json_["definitions"][name];
      if (!read.contains(let.name) && given != own_.match_layers_json.at("definitions").at(name))
        throw UsageError("definitions." + name, weights::short_text(given),
                         "what the theorem says, since no layer reads it");
    }
  }

  void encode(LayerStatement& first) const {
    const Json& encoding = array(json_, "encoding", "");
    if (encoding.size() != first.encoding.size())
      throw UsageError("encoding", fmt::format("{} entries", encoding.size()),
                       fmt::format("{}, as the theorem has", first.encoding.size()));
    for (std::size_t c = 0; c < encoding.size(); ++c)
      first.encoding[c] = expression(encoding[c], fmt::format("encoding[{}]", c));
  }

  LayerStatement layer(const Json& json, const LayerStatement& own, const std::string& where) const {
    weights::only(json, {"residual", "heads", "W_O"}, where);
    LayerStatement result = own;
    const Json& residual = weights::field(json, "residual", where);
    if (!residual.is_boolean())
      throw UsageError(where + "residual", weights::short_text(residual), "true or false");
    result.residual = residual.get<bool>();
    result.family.clear();
    result.members = nullptr;
    result.heads.clear();
    result.landings.clear();
    const std::vector<NamedHead> heads = heads_of(own, constants_);
    const Json& given = array(json, "heads", where);
    for (std::size_t h = 0; h < given.size(); ++h)
      result.heads.push_back(head(given[h], heads, result.heads, fmt::format("{}heads[{}].", where, h)));
    const Json& landings = array(json, "W_O", where);
    for (std::size_t k = 0; k < landings.size(); ++k) {
      const std::string entry = fmt::format("{}W_O[{}].", where, k);
      weights::only(landings[k], {"from", "to", "factor"}, entry);
      LandingStatement landing;
      landing.place = own.place;
      landing.from = expression(weights::field(landings[k], "from", entry), entry + "from");
      landing.to = expression(weights::field(landings[k], "to", entry), entry + "to");
      weights::number(weights::field(landings[k], "factor", entry), entry + "factor");
      landing.factor = expression(landings[k].at("factor"), entry + "factor");
      result.landings.push_back(landing);
    }
    return result;
  }

  HeadStatement head(const Json& json, const std::vector<NamedHead>& own,
                     const std::vector<HeadStatement>& before, const std::string& where) const {
    weights::only(json, {"name", "kernel", "query", "key", "value"}, where);
    const std::string name = text_of(weights::field(json, "name", where), where + "name");
    std::vector<std::string> known;
    for (std::size_t h = 0; h < own.size(); ++h)
      known.push_back(own[h].name.empty() ? fmt::format("head{}", h + 1) : own[h].name);
    const auto found = std::find(known.begin(), known.end(), name);
    if (found == known.end())
      throw UsageError(where + "name", name, fmt::format("a head of this layer: {}", fmt::join(known, ", ")));
    if (std::any_of(before.begin(), before.end(),
                    [&](const HeadStatement& other) { return other.name == name; }))
      throw UsageError(where + "name", name, "another head than before");
    const Json& kernel = weights::field(json, "kernel", where);
    if (kernel != "exact-match")
      throw UsageError(where + "kernel", weights::short_text(kernel), "exact-match");
    HeadStatement result = own[static_cast<std::size_t>(found - known.begin())].statement;
    result.name = name;
    result.family.clear();
    result.members.clear();
    for (RowStatement& row : result.rows) {
      const bool is_value = row.role == RowStatement::Role::value;
      const char* what = is_value ? "value" : evaluate_number(row.number, constants_) == 1 ? "query" : "key";
      row.vector = expression(weights::field(json, what, where), where + what);
      // Where its parts land is said by W_O.
      row.coordinates.clear();
      row.places.clear();
    }
    return result;
  }

  const Json& json_;
  const BuiltLayer& own_;
  const NetworkNames& constants_;
  TheoremText result_;
};

}  // namespace

attention::MatchLayers match_layers_from_weights(const Json& json, const BuiltLayer& own,
                                                 const TheoremText& text, const TheoremText& stated,
                                                 const TokenTable& tokens, const NetworkNames& constants) {
  const TheoremText given = MatchWeights(json, own, text, stated, constants).read();
  BuiltLayer built;
  try {
    built = build_match_layers(with_lets_written_out(given), given, tokens, constants);
  } catch (const NetworkError& error) {
    throw UsageError(fmt::format("--weights: {}", error.what()));
  } catch (const language::RefusedPlace& error) {
    throw UsageError("--weights: " + error.text);
  }
  if (!built.defects.empty()) throw UsageError("--weights: " + built.defects.front().text);
  const std::size_t numbers = own.match_layers->psi.size();
  if (built.match_layers->psi.size() != numbers)
    throw UsageError("readout", fmt::format("{} numbers", built.match_layers->psi.size()),
                     std::to_string(numbers));
  return std::move(*built.match_layers);
}

}  // namespace attest::theorems
