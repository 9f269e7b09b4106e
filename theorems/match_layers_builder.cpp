#include "theorems/match_layers_builder.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "attention/whole_number.hpp"
#include "claims/stop.hpp"
#include "theorems/families.hpp"
#include "theorems/head_rows.hpp"
#include "theorems/state_functions.hpp"
#include "theorems/vector_parts.hpp"

namespace attest::theorems {

namespace {

using attention::MatchHead;
using attention::MatchLayer;
using attention::StateFunction;
using language::Expression;
using language::Op;

class MatchLayersBuilder {
 public:
  MatchLayersBuilder(const TheoremText& text, const TheoremText& stated, const TokenTable& tokens,
                     const NetworkNames& constants)
      : text_(text), stated_(stated), tokens_(tokens), constants_(constants) {
    for (attention::Token t = 0; t < tokens.tokens(); ++t) every_token_.push_back(t);
  }

  BuiltLayer build() {
    if (tokens_.kinds_of_tokens().size() != 1)
      refuse(text_.tokens[1].place, "several layers over several kinds of tokens are not evaluated so far");
    layers_.first = tokens_.first();
    const std::vector<LayerOfText> layers = layers_of(text_.layers, constants_);
    if (layers.empty()) throw NetworkError(text_.layers.front().place, "there is no layer");
    encode(layers.front().statement);
    if (!built_.defects.empty()) return finished();
    json_["layers"] = Json::array();
    for (const LayerOfText& layer : layers) {
      if (&layer != &layers.front()) refuse_second_encoding(layer.statement);
      add_layer(layer);
    }
    read_out();
    built_.size = {static_cast<long>(layers_.heads()), static_cast<long>(layers_.value_dimension()), 0};
    if (built_.defects.empty()) try_first_layer();
    return finished();
  }

 private:
  void defect(const language::Place& place, const std::string& text, const Mark& mark = {}) {
    built_.defects.push_back({place, text, mark});
  }

  BuiltLayer finished() {
    built_.match_layers = std::move(layers_);
    built_.match_layers_json = std::move(json_);
    return std::move(built_);
  }

  void refuse_second_encoding(const LayerStatement& layer) const {
    if (!layer.encoding.empty() || !layer.encodings.empty() || layer.dimension)
      refuse(layer.place,
             "a layer behind the first reads the coordinates that the first layer's encoding has");
  }

  void encode(const LayerStatement& layer) {
    if (!layer.encodings.empty() || layer.encoding.empty() || layer.dimension)
      refuse(layer.place, "several layers begin with one 'embed NAME = ..' or 'encode (..)', without d");
    Encoding encoding{"", {}, layer.encoding, layer.encoding_place};
    names_.indices = tokens_.kinds_of_tokens().front().indices;
    const LayerStatement& stated = stated_.layers.front();
    const LayerStatement& written = stated.encoding.size() == layer.encoding.size() ? stated : layer;
    json_["coordinates"] = Json::array();
    json_["encoding"] = Json::array();
    for (std::size_t c = 0; c < layer.encoding.size(); ++c) {
      const Expression& value = layer.encoding[c];
      const bool is_vector = is_vector_form(*value);
      const std::size_t length = length_of(value, constants_);
      if (layer.embed) {
        const std::string& name = layer.coordinates[c];
        names_.blocks[name] = {names_.width, length, is_vector};
        for (std::size_t k = 0; k < length; ++k)
          encoding.names.push_back(is_vector ? fmt::format("{}({})", name, k + 1) : name);
      }
      json_["encoding"].push_back(language::to_string(written.encoding[c]));
      if (value->op == Op::name) names_.held[value->name].push_back(names_.width);
      names_.width += length;
    }
    for (std::size_t c = 0; c < names_.width; ++c)
      json_["coordinates"].push_back(encoding.names.empty() ? fmt::format("stream.{}", c + 1)
                                                            : encoding.names[c]);
    try {
      for (const auto& vector : encode_tokens(tokens_, {encoding}, constants_).vectors)
        layers_.stream.push_back(vector);
    } catch (const NetworkError& error) {
      defect(error.place, error.what());
    }
  }

  void add_layer(const LayerOfText& of_text) {
    const LayerStatement& statement = of_text.statement;
    layers_.layers.emplace_back();
    json_["layers"].push_back(
        {{"residual", statement.residual}, {"heads", Json::array()}, {"W_O", Json::array()}});
    MatchLayer& layer = layers_.layers.back();
    layer.residual = statement.residual;
    std::vector<std::string> names;
    const std::vector<NamedHead> heads = heads_of(statement, constants_);
    if (heads.empty()) throw NetworkError(statement.place, "the layer has no head");
    for (const NamedHead& head : heads) {
      names.push_back(head.name);
      try {
        add_head(head, of_text, layer);
      } catch (const NetworkError& error) {
        defect(error.place, error.what());
      }
    }
    if (!built_.defects.empty()) return;
    std::vector<std::size_t> lengths;
    for (const MatchHead& head : layer.heads) lengths.push_back(head.value.size());
    for (const LandingStatement& landing : statement.landings) {
      try {
        const auto [head, from] = head_coordinate(*landing.from, names, lengths);
        const auto to = names_.coordinate(*landing.to, constants_);
        if (!to) refuse(landing.to->place, "a coordinate of the stream is expected here, as stream.6");
        const Rational factor = landing.factor ? evaluate_number(landing.factor, constants_) : Rational(1);
        if (factor != 0) layer.landings.push_back({head, from, *to, factor});
        if (!landing.choice.empty()) built_.choices.push_back(landing.choice);
      } catch (const NetworkError& error) {
        defect(error.place, error.what());
      }
    }
    if (layer.landings.empty() && built_.defects.empty())
      refuse(statement.place, "nothing says where the heads' outputs land: value = (NAME: ..)");
    for (const auto& landing : layer.landings) {
      json_["layers"].back()["W_O"].push_back(
          {{"from", fmt::format("{}.{}", layer.heads[landing.head].name, landing.from + 1)},
           {"to", json_["coordinates"][landing.to]},
           {"factor", to_string(landing.factor)}});
    }
  }

  void add_head(const NamedHead& named, const LayerOfText& of_text, MatchLayer& layer) {
    const HeadStatement& statement = named.statement;
    const std::size_t number = layer.heads.size();
    const HeadRows rows(statement, tokens_, every_token_, constants_);
    if (rows.kernel() != attention::Kernel::exact_match)
      refuse(statement.place, "of several layers only exact-match heads are evaluated so far");
    if (!statement.displays.empty())
      refuse(statement.displays.front().place, "displays of several layers are not evaluated so far");
    MatchHead head;
    head.name = named.name.empty() ? fmt::format("head{}", number + 1) : named.name;
    Json shown = {{"name", head.name}, {"kernel", attention::to_string(rows.kernel())}};
    const auto functions = [&](const RowStatement& row, const char* what) {
      const Expression vector = rows.vector(row);
      shown[what] = language::to_string(as_written(row, vector, named, of_text));
      const std::vector<std::string> indices = rows.indices(row, 0);
      return StateFunctions(names_, indices, constants_).vector(vector);
    };
    for (const std::size_t v : {0U, 1U}) {
      const RowStatement* row = rows.row(v);
      if (row == nullptr) rows.refuse_missing_row(v);
      (v == 0 ? head.query : head.key) = functions(*row, v == 0 ? "query" : "key");
    }
    if (head.query.size() != head.key.size()) {
      throw NetworkError(statement.place, fmt::format("a query of {} coordinates and a key of {}",
                                                      head.query.size(), head.key.size()));
    }
    for (const RowStatement& row : rows.all()) {
      if (row.role != RowStatement::Role::value) continue;
      if (!row.receiver.empty())
        refuse(row.place, "a value of receiver and sender is not evaluated in several layers so far");
      if (rows.variable(row) != 1)
        refuse(row.place, "of several layers only values of the tokens that match are evaluated so far");
      head.value = functions(row, "value");
      land_labels(row, rows, number, layer);
    }
    if (head.value.empty()) refuse(statement.place, "the head has no value");
    head.over = rows.index_set();
    json_["layers"].back()["heads"].push_back(std::move(shown));
    layer.heads.push_back(std::move(head));
  }

  // A row with the definitions by their names, and the values of families in their places.
  Expression as_written(const RowStatement& row, const Expression& written_out, const NamedHead& head,
                        const LayerOfText& layer) const {
    if (layer.written >= stated_.layers.size()) return written_out;
    const LayerStatement& stated = stated_.layers[layer.written];
    for (const RowStatement& other : stated.heads[head.written].rows) {
      if (other.place.line != row.place.line || other.place.column != row.place.column) continue;
      try {
        Expression e = other.vector;
        if (head.value) e = language::substitute(e, stated.heads[head.written].family, head.value);
        if (layer.value) e = language::substitute(e, stated.family, layer.value);
        return e;
      } catch (const std::invalid_argument&) {
        return written_out;
      }
    }
    return written_out;
  }

  // Where labels say that the parts of a value land: out, side(l), a block for a part that is a vector itself.
  void land_labels(const RowStatement& row, const HeadRows& rows, std::size_t number, MatchLayer& layer) {
    const Expression tuple = tuple_of(rows.vector(row));
    const std::vector<std::string> indices = rows.indices(row, 0);
    const StateFunctions functions(names_, indices, constants_);
    std::size_t from = 0;
    for (std::size_t c = 0; c < row.coordinates.size(); ++c) {
      const std::size_t length = functions.vector(tuple->children[c]).size();
      if (!row.coordinates[c].empty()) {
        const std::size_t to = place_of(row, c, length);
        for (std::size_t k = 0; k < length; ++k) layer.landings.push_back({number, from + k, to + k, 1});
      }
      from += length;
    }
  }

  // The coordinate that a label names, the first one of a block.
  std::size_t place_of(const RowStatement& row, std::size_t c, std::size_t length) const {
    const std::string& label = row.coordinates[c];
    const auto block = names_.blocks.find(label);
    if (!row.places[c] && block != names_.blocks.end() && block->second.is_vector) {
      if (block->second.length == length) return block->second.first;
      throw NetworkError(row.place, fmt::format("{} numbers for the {} coordinates of '{}'", length,
                                                block->second.length, label));
    }
    if (length != 1) {
      throw NetworkError(row.place, fmt::format("{} numbers for one coordinate, '{}'", length, label));
    }
    const Expression e = row.places[c] ? language::node(Op::call, {row.places[c]}, row.place, label)
                                       : language::name(label, row.place);
    const auto to = names_.coordinate(*e, constants_);
    if (!to) refuse(row.place, fmt::format("the stream has no coordinate '{}'", label));
    return *to;
  }

  void read_out() {
    if (!text_.readout) refuse(text_.place, "the theorem has no readout");
    if (!text_.readout->maps.empty())
      refuse(text_.readout->place, "a readout by matrices behind several layers is not evaluated so far");
    try {
      layers_.psi = StateFunctions(names_, names_.indices, constants_).vector(text_.readout->value);
      json_["readout"] = language::to_string((stated_.readout ? stated_ : text_).readout->value);
      json_["definitions"] = Json::object();
      for (const LetStatement& let : stated_.lets) {
        const std::string arguments =
            let.arguments.empty() ? "" : fmt::format("({})", fmt::join(let.arguments, ", "));
        json_["definitions"][let.name + arguments] = language::to_string(let.value);
      }
    } catch (const NetworkError& error) {
      defect(error.place, error.what());
    }
  }

  // The functions of the first layer at every state that a token can begin with: a division by zero shows here.
  void try_first_layer() {
    for (attention::Kind kind = 0; kind < layers_.stream.size(); ++kind) {
      if (kind % 256 == 0) check_stop();
      const std::vector<Rational> state = layers_.stream[kind].dense();
      if (state.empty()) continue;
      for (const MatchHead& head : layers_.layers.front().heads) {
        try {
          for (const auto* functions : {&head.query, &head.key, &head.value}) {
            for (const StateFunction& f : *functions) f(state);
          }
        } catch (const UndefinedState& error) {
          return defect(text_.layers.front().place,
                        fmt::format("{} at token {}: {}", head.name,
                                    tokens_.name_of(tokens_.token_of(kind)).dump(), error.what()));
        }
      }
    }
  }

  const TheoremText& text_;
  const TheoremText& stated_;
  const TokenTable& tokens_;
  const NetworkNames& constants_;
  std::vector<attention::Token> every_token_;
  StateNames names_;
  attention::MatchLayers layers_;
  Json json_;
  BuiltLayer built_;
};

}  // namespace

BuiltLayer build_match_layers(const TheoremText& text, const TheoremText& stated, const TokenTable& tokens,
                              const NetworkNames& constants) {
  return MatchLayersBuilder(text, stated, tokens, constants).build();
}

}  // namespace attest::theorems
