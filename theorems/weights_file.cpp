#include "theorems/weights_file.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "attention/weights_json.hpp"
#include "claims/usage_error.hpp"
#include "claims/user_json.hpp"
#include "language/message.hpp"
#include "language/parser.hpp"
#include "numeric/checked.hpp"
#include "theorems/readout_of.hpp"
#include "theorems/stream_coordinate.hpp"
#include "theorems/weights_tables.hpp"

namespace attest::theorems {

namespace {

using attention::Head;
using attention::Layer;
using language::Expression;

// The inverse of weights_json.
class WeightsReader {
 public:
  WeightsReader(const Json& json, const BuiltLayer& own, const TokenTable& tokens,
                const NetworkNames& constants)
      : json_(json), own_(own), tokens_(tokens), constants_(constants), tables_(json) {}

  Layer read() {
    weights::only(json_, {"embedding_dimension", "residual", "encoding", "tables", "heads", "W_O", "readout"},
                  "");
    dimension_ = weights::dimension(json_);
    layer_.first = tokens_.first();
    encode();
    add_layer(json_, "");
    read_out();
    tables_.refuse_unread();
    return std::move(layer_);
  }

  std::vector<Layer> read_stack() {
    weights::only(json_, {"embedding_dimension", "encoding", "tables", "layers", "readout"}, "");
    dimension_ = weights::dimension(json_);
    if (static_cast<std::size_t>(dimension_) != own_.layer.dimension()) {
      throw UsageError("embedding_dimension", std::to_string(dimension_),
                       fmt::format("{}, as the theorem has", own_.layer.dimension()));
    }
    const Json& layers = weights::field(json_, "layers", "");
    if (!layers.is_array() || layers.size() != 1 + own_.behind.size()) {
      throw UsageError("layers", weights::short_text(layers),
                       fmt::format("{} layers, as the theorem has", 1 + own_.behind.size()));
    }
    std::vector<Layer> result;
    for (std::size_t l = 0; l < layers.size(); ++l) {
      const std::string where = fmt::format("layers[{}].", l);
      weights::only(layers[l], {"residual", "heads", "W_O"}, where);
      if (l == 0) {
        layer_.first = tokens_.first();
        encode();
      } else {
        own_layer_ = &own_.behind[l - 1];
        own_rows_ = &own_.text_behind[l - 1];
        layer_ = *own_layer_;  // which tokens there are
        layer_.heads.clear();
        layer_.landings.clear();
      }
      add_layer(layers[l], where);
      result.push_back(layer_);
    }
    read_out();
    result.back().readouts = layer_.readouts;
    tables_.refuse_unread();
    return result;
  }

 private:
  // What one layer does with the stream.
  void add_layer(const Json& json, const std::string& where) {
    const Json& residual = weights::field(json, "residual", where);
    if (!residual.is_boolean())
      throw UsageError(where + "residual", weights::short_text(residual), "true or false");
    layer_.residual = residual.get<bool>();
    const Json& heads = weights::field(json, "heads", where);
    if (!heads.is_array() || heads.empty())
      throw UsageError(where + "heads", weights::short_text(heads), "an array of heads");
    for (std::size_t h = 0; h < heads.size(); ++h) add_head(heads[h], fmt::format("{}heads[{}].", where, h));
    land(json, where);
  }

  static std::string text(const Json& json, const std::string& where, const char* what) {
    if (!json.is_string()) throw UsageError(where, weights::short_text(json), what);
    return json.get<std::string>();
  }

  Expression expression(const Json& json, const std::string& where) {
    try {
      return tables_.read(language::parse_expression(text(json, where, "an expression")));
    } catch (const language::ParseError& error) {
      throw UsageError(where, weights::short_text(json), error.messages().front().text);
    }
  }

  // What evaluating a field says, with its name.
  template <class Work>
  static auto of_field(const std::string& where, const Json& json, Work&& work) {
    try {
      return work();
    } catch (const NetworkError& error) {
      throw UsageError(where, weights::short_text(json), error.what());
    }
  }

  std::vector<Encoding> encodings(const Json& json) {
    std::vector<Encoding> result;
    for (const TokenGroup& kind : tokens_.kinds_of_tokens()) {
      const bool one = tokens_.kinds_of_tokens().size() == 1;
      const std::string where = one ? "encoding" : "encoding." + kind.name;
      const Json& list = one ? json : weights::field(json, kind.name, "encoding.");
      if (!list.is_array()) throw UsageError(where, weights::short_text(list), "an array of expressions");
      result.push_back({kind.name, {}, {}, {}});
      for (std::size_t c = 0; c < list.size(); ++c) {
        const std::string entry = fmt::format("{}[{}]", where, c);
        result.back().coordinates.push_back(expression(list[c], entry));
      }
    }
    if (result.size() > 1) {
      std::vector<std::string> names;
      for (const Encoding& encoding : result) names.push_back(encoding.tokens);
      weights::only(json, names, "encoding.");
    }
    return result;
  }

  void encode() {
    const Json& json = weights::field(json_, "encoding", "");
    const EncodedTokens encoded =
        of_field("encoding", json, [&] { return encode_tokens(tokens_, encodings(json), constants_); });
    for (const auto& length : encoded.lengths) {
      if (length && static_cast<Eigen::Index>(*length) > dimension_)
        throw UsageError("encoding", fmt::format("{} coordinates", *length),
                         fmt::format("at most embedding_dimension, {}", dimension_));
    }
    for (const auto& vector : encoded.vectors)
      layer_.stream.push_back(padded(vector, static_cast<std::size_t>(dimension_)));
  }

  const Head& own_head(const std::string& name, const std::string& where) const {
    std::string known;
    for (const Head& head : own_layer_->heads) {
      if (head.name == name) return head;
      known += (known.empty() ? "" : ", ") + head.name;
    }
    throw UsageError(where + "name", name, "a head of this theorem: " + known);
  }

  // The vectors W x of every kind that `like` has vectors of.
  std::vector<RationalVector> mapped(const RationalMatrix& map,
                                     const std::vector<RationalVector>& like) const {
    std::vector<RationalVector> result(like.size());
    for (std::size_t kind = 0; kind < like.size(); ++kind) {
      if (like[kind].size() != 0) result[kind] = map * layer_.stream[kind];
    }
    return result;
  }

  // A field W_v or V_v: a matrix of d columns, or the theorem's own arbitrary function.
  std::optional<RationalMatrix> map(const Json& json, const std::string& name, const std::string& where,
                                    const std::optional<RationalMatrix>& own) const {
    const Json& given = weights::field(json, name, where);
    if (!own && given == arbitrary_function) return std::nullopt;
    RationalMatrix matrix = weights::matrix(given, -1, dimension_, where + name);
    if (matrix.rows() == 0) throw UsageError(where + name, "no rows", "a matrix with rows");
    return matrix;
  }

  void add_head(const Json& json, const std::string& where) {
    Head head;
    head.name = text(weights::field(json, "name", where), where + "name", "a name");
    const Head& own = own_head(head.name, where);
    for (const Head& before : layer_.heads) {
      if (before.name == head.name)
        throw UsageError(where + "name", head.name, "no second head of this name");
    }
    const auto at = static_cast<std::size_t>(&own - own_layer_->heads.data());
    std::vector<std::string> fields{"name", "kernel", "attention", "scale", "rows", "values"};
    head.kernel = kernel(text(weights::field(json, "kernel", where), where + "kernel", "a kernel"), where);
    head.polynomial = polynomial(
        text(weights::field(json, "attention", where), where + "attention", "an attention polynomial"),
        own.polynomial, where);
    head.scale = weights::scale(weights::field(json, "scale", where), where + "scale");
    head.over = own.over;
    // A layer behind the first has maps of the stream, and no rows that are known before.
    if (!own.rows.empty()) head.rows.resize(head.polynomial.variables());
    head.maps.resize(head.polynomial.variables());
    std::optional<Eigen::Index> length;
    for (std::size_t v = 0; v < own.maps.size(); ++v) {
      const std::string name = fmt::format("W_{}", v + 1);
      const bool given = json.contains(name);
      const bool used =
          std::any_of(head.polynomial.monomials().begin(), head.polynomial.monomials().end(),
                      [&](const auto& m) { return std::find(m.begin(), m.end(), v) != m.end(); });
      if (!given && !used) continue;
      if (!used)
        throw UsageError(where + name, weights::short_text(json[name]),
                         "no such field: x" + std::to_string(v + 1) + " is not in the polynomial");
      fields.push_back(name);
      head.maps[v] = map(json, name, where, own.maps[v]);
      if (!own.rows.empty())
        head.rows[v] = head.maps[v] ? mapped(*head.maps[v], kinds_of(own, v)) : own.rows[v];
      const Eigen::Index rows = head.maps[v] ? head.maps[v]->rows() : longest(own.rows[v]);
      if (length && *length != rows) {
        throw UsageError(where + name, fmt::format("{} rows", rows),
                         fmt::format("as many rows as the matrices before it, {}", *length));
      }
      length = rows;
    }
    add_values(json, own, where, fields, head);
    weights::only(json, fields, where);
    const LayerText::Rows& shown = (*own_rows_)[at];
    weights::displayed(json, {{"rows", displayed_rows(shown.rows)}}, "rows", where);
    weights::displayed(json, {{"values", displayed_rows(shown.values)}}, "values", where);
    layer_.heads.push_back(std::move(head));
  }

  static Eigen::Index longest(const std::vector<RationalVector>& rows) {
    Eigen::Index most = 0;
    for (const RationalVector& row : rows) most = std::max(most, row.size());
    return most;
  }

  // A list whose entries are empty where the variable never is a token of that kind.
  const std::vector<RationalVector>& kinds_of(const Head& own, std::size_t v) const {
    if (v < own.rows.size() && longest(own.rows[v]) != 0) return own.rows[v];
    for (const Head::Factor& factor : own.value) {
      if (factor.variable == v) return factor.vectors;
    }
    return layer_.stream;
  }

  void add_values(const Json& json, const Head& own, const std::string& where,
                  std::vector<std::string>& fields, Head& head) {
    std::optional<Eigen::Index> length;
    for (std::size_t v = 0; v < head.polynomial.variables(); ++v) {
      const std::string name = fmt::format("V_{}", v + 1);
      if (!json.contains(name)) continue;
      fields.push_back(name);
      const auto mine = std::find_if(own.value.begin(), own.value.end(),
                                     [&](const Head::Factor& f) { return f.variable == v; });
      Head::Factor factor;
      factor.variable = v;
      const bool function = mine != own.value.end() && !mine->map;
      factor.map = map(json, name, where, function ? std::nullopt : std::optional(RationalMatrix()));
      factor.vectors = factor.map ? mapped(*factor.map, kinds_of(own, v)) : mine->vectors;
      const Eigen::Index rows = factor.map ? factor.map->rows() : longest(factor.vectors);
      if (length && *length != rows) {
        throw UsageError(where + name, fmt::format("{} rows", rows),
                         fmt::format("as many rows as the values before it, {}", *length));
      }
      length = rows;
      head.value.push_back(std::move(factor));
    }
    if (!length || *length == 0) throw UsageError(where + "V_2: missing, expected a matrix for each value");
    head.value_length = static_cast<std::size_t>(*length);
  }

  static attention::Kernel kernel(const std::string& name, const std::string& where) {
    if (const auto kernel = attention::kernel_of_name(name)) return *kernel;
    std::vector<std::string> names;
    for (const attention::KernelRecord& record : attention::kernels())
      names.push_back(fmt::format("\"{}\"", record.name));
    throw UsageError(where + "kernel", name, fmt::format("one of {}", fmt::join(names, ", ")));
  }

  static AttentionPolynomial polynomial(const std::string& name, const AttentionPolynomial& own,
                                        const std::string& where) {
    try {
      const AttentionPolynomial parsed = AttentionPolynomial::parse(name);
      // Of q_(i,l) k_(l,j) the receiver is no factor; the number of tokens of a tuple is the theorem's.
      if (parsed.variables() <= own.variables()) return {own.variables(), parsed.monomials()};
    } catch (const std::invalid_argument& error) {
      throw UsageError(where + "attention", name, error.what());
    }
    throw UsageError(where + "attention", name,
                     fmt::format("a polynomial in x1 to x{}, as {}", own.variables(), own.to_string()));
  }

  void land(const Json& json, const std::string& of_layer) {
    const Json& list = weights::field(json, "W_O", of_layer);
    if (!list.is_array())
      throw UsageError(of_layer + "W_O", weights::short_text(list), "an array of entries");
    for (std::size_t k = 0; k < list.size(); ++k) {
      const std::string where = fmt::format("{}W_O[{}].", of_layer, k);
      weights::only(list[k], {"from", "to", "factor"}, where);
      Layer::Landing landing;
      const std::string from = text(weights::field(list[k], "from", where), where + "from", "head1.1");
      const std::size_t dot = from.rfind('.');
      bool found = false;
      for (std::size_t h = 0; h < layer_.heads.size() && dot != std::string::npos; ++h) {
        const Rational number = rational_from_string(from.substr(dot + 1)).value_or(Rational(0));
        if (layer_.heads[h].name != from.substr(0, dot) || denominator_of(number) != 1 || number < 1 ||
            number > Rational(Integer(layer_.heads[h].value_length))) {
          continue;
        }
        landing.head = h;
        landing.from = to_size(numerator_of(number)) - 1;
        found = true;
      }
      if (!found) throw UsageError(where + "from", from, "a coordinate of a head's value, as head1.1");
      const Json& to = weights::field(list[k], "to", where);
      const auto coordinate =
          of_field(where + "to", to, [&] { return this->coordinate(*expression(to, where + "to")); });
      if (!coordinate) throw UsageError(where + "to", weights::short_text(to), "a coordinate, as stream.1");
      landing.to = *coordinate;
      landing.factor = weights::number(weights::field(list[k], "factor", where), where + "factor");
      if (landing.factor != 0) layer_.landings.push_back(landing);
    }
  }

  std::optional<std::size_t> coordinate(const language::Node& e) const {
    return stream_coordinate(e, own_.text.encodings.front().names, static_cast<std::size_t>(dimension_),
                             constants_);
  }

  void read_out() {
    const Json& json = weights::field(json_, "readout", "");
    of_field("readout", json, [&] {
      if (json.is_array()) {
        ReadoutStatement statement;
        for (std::size_t k = 0; k < json.size(); ++k) {
          const std::string where = fmt::format("readout[{}].", k);
          weights::only(json[k], {"W", "b"}, where);
          ReadoutStatement::Map map;
          map.weight = expression(weights::field(json[k], "W", where), where + "W");
          if (json[k].contains("b")) map.bias = expression(json[k]["b"], where + "b");
          statement.maps.push_back(std::move(map));
        }
        layer_.readouts = readouts_of(statement, static_cast<std::size_t>(dimension_), constants_);
      } else {
        layer_.readouts =
            readouts_of(expression(json, "readout"), constants_, own_.text.encodings.front().names,
                        [&](const language::Node& e) { return coordinate(e); });
      }
      if (layer_.readouts.size() != own_.layer.readouts.size()) {
        throw UsageError(
            "readout", weights::short_text(json),
            fmt::format("{} numbers, as many as the task's answer has", own_.layer.readouts.size()));
      }
    });
  }

  const Json& json_;
  const BuiltLayer& own_;
  const TokenTable& tokens_;
  const NetworkNames& constants_;
  GivenTables tables_;
  Eigen::Index dimension_ = 0;
  Layer layer_;
  const Layer* own_layer_ = &own_.layer;  // that layer_ stands for
  const std::vector<LayerText::Rows>* own_rows_ = &own_.text.heads;
};

}  // namespace

Layer layer_from_weights(const Json& json, const BuiltLayer& own, const TokenTable& tokens,
                         const NetworkNames& constants) {
  return WeightsReader(json, own, tokens, constants).read();
}

std::vector<Layer> layers_from_weights(const Json& json, const BuiltLayer& own, const TokenTable& tokens,
                                       const NetworkNames& constants) {
  return WeightsReader(json, own, tokens, constants).read_stack();
}

}  // namespace attest::theorems
