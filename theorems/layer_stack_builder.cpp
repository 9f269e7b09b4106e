#include "theorems/layer_stack_builder.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "attention/layer_stack.hpp"
#include "claims/stop.hpp"
#include "theorems/families.hpp"
#include "theorems/head_rows.hpp"
#include "theorems/stream_forms.hpp"
#include "theorems/surd_value.hpp"
#include "theorems/vector_parts.hpp"

namespace attest::theorems {

namespace {

using attention::Layer;
using language::Expression;
using language::Op;

constexpr std::size_t most_layers = 64;

class LayerStackBuilder {
 public:
  LayerStackBuilder(const TheoremText& text, const TokenTable& tokens,
                    const std::vector<attention::Token>& judged, const std::map<std::string, Rational>& sizes,
                    const NetworkNames& constants)
      : text_(text), tokens_(tokens), judged_(judged), sizes_(sizes), constants_(constants) {}

  BuiltLayer build() {
    const std::vector<LayerOfText> layers = layers_of(text_.layers, constants_);
    if (layers.empty()) throw NetworkError(text_.layers.front().place, "there is no layer");
    if (layers.size() > most_layers)
      refuse(text_.layers.front().place, fmt::format("{} layers, more than {}", layers.size(), most_layers));
    for (std::size_t l = 1; l < layers.size(); ++l) behind_.push_back(begun(layers[l].statement));
    const std::vector<attention::Token> first_tokens = find_tokens();
    TheoremText first = text_;
    first.layers = {layers.front().statement};
    built_ = build_layer(first, tokens_, first_tokens, first_tokens, sizes_, constants_);
    if (!built_.input_displays.empty())
      refuse(text_.layers.front().place, "displays of inputs are not evaluated of several layers so far");
    built_.defects.insert(built_.defects.end(), defects_.begin(), defects_.end());
    if (!built_.defects.empty()) return std::move(built_);
    names_ = built_.text.encodings.front().names;
    long heads = built_.size.heads;
    for (const Behind& behind : behind_) {
      add_layer(behind);
      heads = std::max(heads, static_cast<long>(behind.heads.size()));
    }
    built_.size.heads = heads;
    return std::move(built_);
  }

 private:
  // A layer behind the first, before its rows are read.
  struct Behind {
    LayerStatement statement;
    std::vector<NamedHead> heads;
    std::vector<attention::Token> receivers;  // whose stream behind the layer is looked at
    std::vector<attention::IndexSet> over;    // [head]
  };

  Behind begun(const LayerStatement& statement) const {
    if (!statement.encoding.empty() || !statement.encodings.empty() || statement.dimension)
      refuse(statement.place,
             "a layer behind the first reads the coordinates that the first layer's encoding has");
    Behind behind{statement, heads_of(statement, constants_), {}, {}};
    if (behind.heads.empty()) refuse(statement.place, "the layer has no head");
    for (const NamedHead& head : behind.heads) {
      const HeadStatement& of = head.statement;
      if (of.kernel == Kernel::exact_match)
        refuse(of.place, "behind a layer of other heads an exact match is not evaluated so far");
      if (!of.displays.empty())
        refuse(of.displays.front().place, "displays behind the first layer are not evaluated so far");
    }
    return behind;
  }

  // From the last layer to the first: whose streams are looked at. Those of the first layer.
  std::vector<attention::Token> find_tokens() {
    std::vector<attention::Token> tokens = judged_;
    for (std::size_t l = behind_.size(); l-- > 0;) {
      Behind& behind = behind_[l];
      behind.receivers = tokens;
      Layer layer;
      for (const NamedHead& head : behind.heads) {
        try {
          layer.heads.emplace_back();
          layer.heads.back().over = index_set(head.statement, tokens);
          behind.over.push_back(layer.heads.back().over);
        } catch (const NetworkError& error) {
          defects_.push_back({error.place, error.what(), {}});
          return tokens;
        }
      }
      tokens = attention::tokens_read(layer, tokens);
    }
    std::sort(tokens.begin(), tokens.end());
    tokens.erase(std::unique(tokens.begin(), tokens.end()), tokens.end());
    return tokens;
  }

  attention::IndexSet index_set(const HeadStatement& head,
                                const std::vector<attention::Token>& receivers) const {
    attention::IndexSet over = HeadRows(head, tokens_, receivers, constants_).index_set();
    if (!over.is_listable())
      refuse(head.place, fmt::format("{} index tuples, more than can be looked at one by one",
                                     over.largest_count().str()));
    for (const attention::Token receiver : receivers) {
      if (over.empty(receiver))
        throw NetworkError(head.place, fmt::format("token {} sees no tuple of tokens: its weights are 0/0",
                                                   tokens_.name_of(receiver).dump()));
    }
    return over;
  }

  void add_layer(const Behind& behind) {
    built_.behind.emplace_back();
    built_.text_behind.emplace_back();
    Layer& layer = built_.behind.back();
    layer.residual = behind.statement.residual;
    std::vector<std::string> names;
    for (std::size_t h = 0; h < behind.heads.size(); ++h) {
      names.push_back(behind.heads[h].name);
      try {
        add_head(behind, h, layer);
      } catch (const NetworkError& error) {
        built_.defects.push_back({error.place, error.what(), {}});
      }
    }
    if (!built_.defects.empty()) return;
    std::vector<std::size_t> lengths;
    for (const attention::Head& head : layer.heads) lengths.push_back(head.value_length);
    for (const LandingStatement& landing : behind.statement.landings) {
      try {
        const auto [head, from] = head_coordinate(*landing.from, names, lengths);
        const auto to = forms({}).coordinate(*landing.to);
        if (!to) refuse(landing.to->place, "a coordinate of the stream is expected here, as stream.6");
        const Rational factor = landing.factor ? evaluate_number(landing.factor, constants_) : Rational(1);
        if (factor != 0) layer.landings.push_back({head, from, *to, factor});
        if (!landing.choice.empty()) built_.choices.push_back(landing.choice);
      } catch (const NetworkError& error) {
        built_.defects.push_back({error.place, error.what(), {}});
      }
    }
    if (layer.landings.empty() && built_.defects.empty())
      refuse(behind.statement.place, "nothing says where the heads' outputs land: value = (NAME: ..)");
    for (std::size_t h = 0; h < layer.heads.size(); ++h) {
      if (std::none_of(layer.landings.begin(), layer.landings.end(),
                       [&](const Layer::Landing& landing) { return landing.head == h; }))
        built_.choices.push_back(fmt::format("{} of layer {} lands nowhere and is not used",
                                             layer.heads[h].name, built_.behind.size() + 1));
    }
  }

  void add_head(const Behind& behind, std::size_t number, Layer& layer) {
    const HeadStatement& statement = behind.heads[number].statement;
    const HeadRows rows(statement, tokens_, behind.receivers, constants_);
    attention::Head head;
    const std::string& name = behind.heads[number].name;
    head.name = name.empty() ? fmt::format("head{}", number + 1) : name;
    head.kernel = rows.kernel();
    head.polynomial = rows.polynomial();
    head.scale = scale_of(statement);
    head.over = behind.over[number];
    LayerText::Rows& shown = built_.text_behind.back().emplace_back();
    add_rows(rows, head, shown);
    for (const RowStatement& row : rows.all()) {
      if (row.role == RowStatement::Role::value) add_value(rows, row, number, layer, head, shown);
    }
    if (head.value.empty()) refuse(statement.place, "the head has no value");
    for (std::size_t v = 1; v < head.polynomial.variables() && head.polynomial.variables() > 2; ++v) {
      if (std::none_of(head.value.begin(), head.value.end(),
                       [&](const attention::Head::Factor& f) { return f.variable == v; }))
        built_.choices.push_back(fmt::format("value {} is not given; it is read as a vector of ones", v + 1));
    }
    layer.heads.push_back(std::move(head));
  }

  void add_rows(const HeadRows& rows, attention::Head& head, LayerText::Rows& shown) const {
    head.maps.resize(head.polynomial.variables());
    std::optional<std::size_t> common;
    for (std::size_t v = 0; v < head.polynomial.variables(); ++v) {
      const RowStatement* row = rows.row(v);
      if (row == nullptr) {
        if (rows.needs_row(v)) rows.refuse_missing_row(v);
        continue;
      }
      const auto linear = forms(indices_of(rows, *row, v)).linear(rows.vector(*row));
      if (common && *common != linear.size())
        throw NetworkError(row->place, fmt::format("rows of {} and {} coordinates", *common, linear.size()));
      common = linear.size();
      head.maps[v] = matrix_of(linear, built_.layer.dimension());
      shown.rows.emplace_back(
          row->label.empty() ? std::to_string(v + 1) : fmt::format("{} ({})", v + 1, row->label),
          rows.vector(*row));
    }
  }

  void add_value(const HeadRows& rows, const RowStatement& row, std::size_t number, Layer& layer,
                 attention::Head& head, LayerText::Rows& shown) const {
    if (!row.receiver.empty())
      refuse(row.place, "a value of receiver and sender behind the first layer is not evaluated so far");
    attention::Head::Factor factor;
    factor.variable = rows.variable(row);
    const StreamForms stream = forms(indices_of(rows, row, factor.variable));
    const auto linear = stream.linear(rows.vector(row));
    if (!head.value.empty() && head.value_length != linear.size()) {
      throw NetworkError(row.place, fmt::format("a value of {} coordinates, and the values before it have {}",
                                                linear.size(), head.value_length));
    }
    head.value_length = linear.size();
    factor.map = matrix_of(linear, built_.layer.dimension());
    head.value.push_back(std::move(factor));
    shown.values.emplace_back(std::to_string(rows.variable(row) + 1), rows.vector(row));
    land_labels(stream, rows.vector(row), row, number, layer);
  }

  // Where labels say that the parts of a value land: out, side(l), a block for a part that is a vector itself.
  void land_labels(const StreamForms& stream, const Expression& vector, const RowStatement& row,
                   std::size_t number, Layer& layer) const {
    const Expression tuple = tuple_of(vector);
    std::size_t from = 0;
    for (std::size_t c = 0; c < row.coordinates.size(); ++c) {
      const std::string& label = row.coordinates[c];
      const std::size_t length = stream.linear(tuple->children[c]).size();
      const Expression plain = language::name(label, row.place);
      const bool to_block = !label.empty() && !row.places[c] && stream.is_block(*plain);
      if (to_block) {
        const auto size = static_cast<std::size_t>(std::count_if(
            names_.begin(), names_.end(), [&](const std::string& n) { return n.starts_with(label + "("); }));
        if (size != length)
          throw NetworkError(row.place,
                             fmt::format("{} numbers for the {} coordinates of '{}'", length, size, label));
      } else if (!label.empty() && length != 1) {
        throw NetworkError(row.place, fmt::format("{} numbers for one coordinate, '{}'", length, label));
      }
      for (std::size_t k = 0; k < length && !label.empty(); ++k) {
        Expression e = plain;
        if (row.places[c]) e = language::node(Op::call, {row.places[c]}, row.place, label);
        if (to_block) e = language::node(Op::call, {language::number(Integer(k + 1))}, row.place, label);
        const auto to = stream.coordinate(*e);
        if (!to) refuse(row.place, fmt::format("the stream has no coordinate '{}'", language::to_string(e)));
        layer.landings.push_back({number, from + k, *to, 1});
      }
      from += length;
    }
  }

  // What a row calls its token's indices; of tokens of several kinds only where it says so itself.
  std::vector<std::string> indices_of(const HeadRows& rows, const RowStatement& row, std::size_t v) const {
    for (std::size_t group = 0; group < tokens_.kinds_of_tokens().size(); ++group) {
      if (rows.may_be(v, group)) return rows.indices(row, group);
    }
    return row.indices;
  }

  Surd scale_of(const HeadStatement& statement) const {
    if (!statement.scale) return Surd(Rational(1));
    NetworkNames names = constants_;
    names.name = [this](const std::string& name) -> std::optional<NetworkValue> {
      if (auto value = constants_.name(name)) return value;
      if (name == "d") return NetworkValue{Rational(Integer(built_.layer.dimension()))};
      return std::nullopt;
    };
    return surd_of(without_lets(statement.scale, statement.lets), names);
  }

  StreamForms forms(std::vector<std::string> indices) const {
    return {tokens_, names_, built_.layer.dimension(), std::move(indices), constants_};
  }

  const TheoremText& text_;
  const TokenTable& tokens_;
  const std::vector<attention::Token>& judged_;
  const std::map<std::string, Rational>& sizes_;
  const NetworkNames& constants_;
  std::vector<Behind> behind_;
  std::vector<Defect> defects_;
  std::vector<std::string> names_;  // of the stream's coordinates
  BuiltLayer built_;
};

}  // namespace

bool has_exact_match_alone(const TheoremText& text) {
  return std::all_of(text.layers.begin(), text.layers.end(), [](const LayerStatement& layer) {
    return std::all_of(layer.heads.begin(), layer.heads.end(),
                       [](const HeadStatement& head) { return head.kernel == Kernel::exact_match; });
  });
}

BuiltLayer build_layer_stack(const TheoremText& text, const TokenTable& tokens,
                             const std::vector<attention::Token>& judged,
                             const std::map<std::string, Rational>& sizes, const NetworkNames& constants) {
  return LayerStackBuilder(text, tokens, judged, sizes, constants).build();
}

}  // namespace attest::theorems
