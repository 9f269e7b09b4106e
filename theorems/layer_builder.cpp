#include "theorems/layer_builder.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <limits>
#include <set>

#include "claims/stop.hpp"
#include "claims/usage_error.hpp"
#include "numeric/checked.hpp"
#include "theorems/display_check.hpp"
#include "theorems/head_rows.hpp"
#include "theorems/linearity.hpp"
#include "theorems/pair_values.hpp"
#include "theorems/readout_of.hpp"
#include "theorems/score_rows.hpp"
#include "theorems/score_without_rows.hpp"
#include "theorems/stream_coordinate.hpp"
#include "theorems/surd_value.hpp"
#include "theorems/token_names.hpp"
#include "theorems/token_polynomials.hpp"
#include "theorems/varying_names.hpp"
#include "theorems/vector_parts.hpp"

namespace attest::theorems {

namespace {

using attention::Head;
using language::Expression;
using language::Node;
using language::Op;
using language::Place;

constexpr long most_coordinates = 65536;

class LayerBuilder {
 public:
  LayerBuilder(const TheoremText& text, const TokenTable& tokens, const std::vector<attention::Token>& judged,
               const std::vector<attention::Token>& receivers, const std::map<std::string, Rational>& sizes,
               const NetworkNames& constants)
      : text_(text),
        tokens_(tokens),
        judged_(judged),
        receivers_(receivers),
        sizes_(sizes),
        constants_(constants) {}

  BuiltLayer build() {
    if (text_.layers.empty()) throw UsageError("the theorem has no layer");
    statement_ = &text_.layers.front();
    attention::Layer& layer = built_.layer;
    layer.first = tokens_.first();
    layer.residual = statement_->residual;
    encode();
    if (!built_.defects.empty()) return std::move(built_);
    for (const NamedHead& head : heads_of(*statement_, constants_)) add_head(head.statement, head.name);
    if (layer.heads.empty() && built_.defects.empty()) refuse(statement_->place, "the layer has no head");
    land();
    read_out();
    built_.size = {static_cast<long>(head_count_), static_cast<long>(dimension_), layer.readout_parameters()};
    built_.text.readout = text_.readout;
    return std::move(built_);
  }

 private:
  void defect(const Place& place, const std::string& text, const Mark& mark = {}) {
    built_.defects.push_back({place, text, mark});
  }

  static std::vector<std::string> stated_names(bool embed, const std::vector<std::string>& names) {
    return embed ? names : std::vector<std::string>();
  }

  Encoding encoding_of(const TokenGroup& kind) const {
    if (statement_->encodings.empty()) {
      return {kind.name,
              statement_->embed ? named_coordinates(statement_->coordinates, statement_->encoding, constants_)
                                : std::vector<std::string>(),
              statement_->encoding, statement_->encoding_place,
              stated_names(statement_->embed, statement_->coordinates)};
    }
    for (const EncodingStatement& encoding : statement_->encodings) {
      if (encoding.kind == kind.name) {
        return {kind.name,
                encoding.embed ? named_coordinates(encoding.coordinates, encoding.encoding, constants_)
                               : std::vector<std::string>(),
                encoding.encoding, encoding.place, stated_names(encoding.embed, encoding.coordinates)};
      }
    }
    refuse(statement_->place, fmt::format("the tokens {} have no encoding", kind.name));
  }

  const std::vector<Encoding>& encodings() const { return built_.text.encodings; }

  static void expect_same_names(const Encoding& first, const Encoding& other) {
    if (first.names == other.names) return;
    const auto [here, there] =
        std::mismatch(first.names.begin(), first.names.end(), other.names.begin(), other.names.end());
    const auto named = [](const Encoding& encoding, auto at) {
      return fmt::format("{} of {}", at == encoding.names.end() ? "none" : *at, encoding.tokens);
    };
    refuse(
        other.place,
        fmt::format("coordinate {} is {}, and {}: all kinds of tokens name the same coordinates, in the same "
                    "order; a vector of k numbers names k, zeros(k) among them",
                    here - first.names.begin() + 1, named(first, here), named(other, there)));
  }

  void encode() {
    for (const TokenGroup& kind : tokens_.kinds_of_tokens())
      built_.text.encodings.push_back(encoding_of(kind));
    for (const Encoding& encoding : encodings()) expect_same_names(encodings().front(), encoding);
    coordinate_names_ = encodings().front().names;
    try {
      const EncodedTokens encoded = encode_tokens(tokens_, encodings(), constants_);
      if (!find_dimension(encoded.lengths)) return;
      for (const auto& vector : encoded.vectors) built_.layer.stream.push_back(padded(vector, dimension_));
    } catch (const NetworkError& error) {
      defect(error.place, error.what());
    }
  }

  // d as it is said, or as long as the longest encoding; shorter ones are padded.
  bool find_dimension(const std::vector<std::optional<std::size_t>>& lengths) {
    const std::size_t longest = std::max_element(lengths.begin(), lengths.end())->value_or(0);
    dimension_ = longest;
    if (statement_->dimension) {
      const Rational d = evaluate_number(statement_->dimension, constants_);
      const auto number = fits_long(d);
      if (!number || *number < 1) {
        defect(statement_->place, fmt::format("d = {} is no number of coordinates", to_string(d)));
        return false;
      }
      if (static_cast<std::size_t>(*number) < longest) {
        defect(encodings().front().place,
               fmt::format("the encoding has {} coordinates, more than d = {}", longest, *number));
        return false;
      }
      if (*number > most_coordinates)
        refuse(statement_->place,
               fmt::format("d = {} is more than {}, as many coordinates as this program takes", *number,
                           most_coordinates));
      dimension_ = static_cast<std::size_t>(*number);
    }
    for (std::size_t group = 0; group < lengths.size(); ++group) {
      if (!lengths[group] || *lengths[group] == dimension_) continue;
      const std::string& kind = tokens_.kinds_of_tokens()[group].name;
      built_.choices.push_back(
          fmt::format("the {} coordinates of the encoding{} are padded with zeros to d = {}", *lengths[group],
                      kind.empty() ? "" : " of " + kind, dimension_));
    }
    return true;
  }

  void add_head(const HeadStatement& stated, const std::string& name) {
    const std::size_t number = head_count_++;
    head_names_.push_back(name);
    try {
      const HeadStatement statement =
          stated.score ? with_rows_of_score(stated, tokens_, receivers_, encodings(), constants_) : stated;
      const HeadRows rows(statement, tokens_, receivers_, constants_);
      Head head;
      head.name = name.empty() ? fmt::format("head{}", number + 1) : name;
      head.kernel = rows.kernel();
      head.polynomial = rows.polynomial();
      head.scale = scale_of(statement);
      if (!add_rows(rows, head)) {
        if (!stated.score) return;
        // As a row is asked of every token of its kinds, so is the score.
        std::vector<attention::Token> asking;
        for (attention::Token t = 0; t < tokens_.tokens(); ++t) {
          if (rows.may_be(0, tokens_.group_of(t))) asking.push_back(t);
        }
        head.over = HeadRows(statement, tokens_, asking, constants_).index_set();
        if (!no_rows_have_the_score(head, built_.layer.stream, tokens_, asking))
          refuse(
              stated.score_place,
              "the program finds no rows for this score that are linear in the encoding, and does not show that "
              "there are none; give the rows");
        return;
      }
      add_values(rows, statement, number, head);
      head.over = rows.index_set();
      for (const attention::Token receiver : judged_) {
        // An exact match that finds nothing gives 0; of weights that have to sum to 1 there must be one.
        if (head.kernel != attention::Kernel::exact_match && head.over.empty(receiver))
          throw NetworkError(statement.place,
                             fmt::format("token {} sees no tuple of tokens: its weights are 0/0",
                                         tokens_.name_of(receiver).dump()));
      }
      for (const DisplayStatement& display : statement.displays) {
        if (speaks_of_input(display, rows.plain(display.formula), text_)) {
          InputDisplay of_input(display, rows, tokens_, judged_, number);
          while (is_name_of_display(of_input.name)) of_input.name += "-" + head.name;
          built_.input_displays.push_back(std::move(of_input));
          continue;
        }
        for (DisplayedLine& line : display_checks(display, rows, tokens_, sizes_, tied_names(), constants_,
                                                  encoding_polynomials())) {
          while (is_name_of_display(line.check.name)) line.check.name += "-" + head.name;
          built_.displays.push_back(std::move(line));
        }
      }
      built_.layer.heads.push_back(std::move(head));
    } catch (const NetworkError& error) {
      defect(error.place, error.what());
    }
  }

  // Each display of each head is a check with a name of its own.
  bool is_name_of_display(const std::string& name) const {
    return std::any_of(built_.displays.begin(), built_.displays.end(),
                       [&](const DisplayedLine& other) { return other.check.name == name; }) ||
           std::any_of(built_.input_displays.begin(), built_.input_displays.end(),
                       [&](const InputDisplay& other) { return other.name == name; });
  }

  Surd scale_of(const HeadStatement& statement) const {
    if (!statement.scale) return Surd(Rational(1));
    NetworkNames names = constants_;
    names.name = [this](const std::string& name) -> std::optional<NetworkValue> {
      if (auto value = constants_.name(name)) return value;
      if (name == "d") return NetworkValue{Rational(Integer(dimension_))};
      return std::nullopt;
    };
    return surd_of(without_lets(statement.scale, statement.lets), names);
  }

  // token [1,2], A = 0
  std::string said(attention::Kind kind) const {
    std::string result = "token " + tokens_.name_of(tokens_.token_of(kind)).dump();
    for (const auto& [name, value] : tokens_.features_of(kind))
      result += fmt::format(", {} = {}", name, to_string(value));
    return result;
  }

  // The names of coordinates that a kind of tokens has.
  const std::vector<std::string>& names_of(std::size_t group) const { return encodings()[group].names; }

  // [kind] -> the vector of a row or value statement; empty for kinds that the variable never is.
  std::vector<RationalVector> vectors(const HeadRows& rows, const RowStatement& statement,
                                      std::size_t variable, std::size_t& length) const {
    std::vector<RationalVector> result(tokens_.first().back());
    bool known = false;
    for (attention::Kind kind = 0; kind < result.size(); ++kind) {
      if (kind % 256 == 0) check_stop();
      const std::size_t group = tokens_.group_of(tokens_.token_of(kind));
      if (!rows.may_be(variable, group) || !tokens_.possible(kind)) continue;
      const TokenNames names(tokens_, kind, rows.indices(statement, group), names_of(group),
                             built_.layer.stream[kind], constants_);
      std::vector<Rational> entries;
      try {
        entries = evaluate_vector(rows.vector(statement), names.names());
      } catch (const NetworkError& error) {
        throw NetworkError(error.place, fmt::format("{} ({})", error.what(), said(kind)));
      }
      if (known && entries.size() != length) throw NetworkError(statement.place, "a row whose length varies");
      known = true;
      length = entries.size();
      result[kind] = padded(entries, entries.size());
    }
    return result;
  }

  // The coordinates of a row as combinations of the encoding, as polynomials; nothing where they are none, or where the
  // variable takes tokens of several kinds.
  std::vector<std::optional<RationalVector>> combinations(const HeadRows& rows, const RowStatement& statement,
                                                          std::size_t variable, std::size_t length) const {
    std::vector<std::optional<RationalVector>> result(length);
    std::optional<std::size_t> only;
    for (std::size_t group = 0; group < tokens_.kinds_of_tokens().size(); ++group) {
      if (!rows.may_be(variable, group)) continue;
      if (only) return result;
      only = group;
    }
    if (!only) return result;
    return TokenPolynomials(tokens_.kinds_of_tokens()[*only], encodings()[*only], constants_)
        .combinations(rows.vector(statement), rows.indices(statement, *only), dimension_, length);
  }

  // W with W x = the vectors; a defect where there is none. Of exact-match heads Q, K and V are arbitrary functions of the
  // state (seed 001, line 94), and there need be no W.
  std::optional<RationalMatrix> map_of(const Head& head, const HeadRows& rows, std::size_t variable,
                                       const std::vector<RationalVector>& vectors, std::size_t length,
                                       const RowStatement& row, const std::string& what) {
    const auto meant = combinations(rows, row, variable, length);
    if (head.kernel != attention::Kernel::exact_match) return matrix_of(vectors, meant, row, what);
    const std::size_t defects = built_.defects.size();
    RationalMatrix matrix = matrix_of(vectors, meant, row, what);
    if (built_.defects.size() == defects) return matrix;
    built_.defects.erase(built_.defects.begin() + static_cast<std::ptrdiff_t>(defects), built_.defects.end());
    return std::nullopt;
  }

  // `meant`: what to take for a coordinate where it gives the vectors.
  RationalMatrix matrix_of(const std::vector<RationalVector>& vectors,
                           const std::vector<std::optional<RationalVector>>& meant,
                           const RowStatement& statement, const std::string& what) {
    std::vector<RationalVector> points;
    std::vector<const RationalVector*> used;
    for (std::size_t kind = 0; kind < vectors.size(); ++kind) {
      if (vectors[kind].size() == 0) continue;
      points.push_back(built_.layer.stream[kind]);
      used.push_back(&vectors[kind]);
    }
    const EncodingBasis basis(points);
    RationalMatrix matrix = RationalMatrix::Constant(static_cast<Eigen::Index>(meant.size()),
                                                     static_cast<Eigen::Index>(dimension_), Rational(0));
    for (std::size_t c = 0; c < meant.size(); ++c) {
      std::vector<Rational> values;
      for (const RationalVector* vector : used) values.push_back((*vector)(static_cast<Eigen::Index>(c)));
      const bool right = meant[c] && basis.gives(*meant[c], values);
      if (const auto row = right ? meant[c] : basis.coefficients(values)) {
        matrix.row(static_cast<Eigen::Index>(c)) = row->transpose();
      } else {
        defect(statement.place, fmt::format("coordinate {} of {} is not linear in the encoding", c + 1, what),
               statement.mark);
      }
    }
    return matrix;
  }

  static std::string name_of(const RowStatement& row, std::size_t variable) {
    return row.label.empty() ? fmt::format("row {}", variable + 1)
                             : fmt::format("row {} ({})", variable + 1, row.label);
  }

  // Whether there is a vector for each row; if not, the defects say why.
  bool add_rows(const HeadRows& rows, Head& head) {
    head.rows.resize(head.polynomial.variables(), std::vector<RationalVector>(tokens_.first().back()));
    head.maps.resize(head.polynomial.variables());
    built_.text.heads.emplace_back();
    const std::size_t defects = built_.defects.size();
    std::vector<std::string> named;
    std::vector<std::string> lengths;
    std::optional<std::size_t> common;
    const RowStatement* unequal = nullptr;  // the first whose length differs
    for (std::size_t v = 0; v < head.polynomial.variables(); ++v) {
      const RowStatement* row = rows.row(v);
      if (row == nullptr) {
        if (rows.needs_row(v)) rows.refuse_missing_row(v);
        continue;
      }
      const std::string what = name_of(*row, v);
      std::size_t length = 0;
      try {
        head.rows[v] = vectors(rows, *row, v, length);
      } catch (const NetworkError& error) {
        defect(error.place, fmt::format("{}: {}", what, error.what()), row->mark);
        continue;
      }
      if (statement_->dimension && length > dimension_) {
        defect(row->place, fmt::format("{} has {} coordinates, more than d = {}", what, length, dimension_),
               row->mark);
        continue;
      }
      if (common && *common != length && unequal == nullptr) unequal = row;
      if (!common) common = length;
      named.push_back(what);
      lengths.push_back(std::to_string(length));
      head.maps[v] = map_of(head, rows, v, head.rows[v], length, *row, what);
      built_.text.heads.back().rows.emplace_back(
          row->label.empty() ? std::to_string(v + 1) : fmt::format("{} ({})", v + 1, row->label),
          rows.vector(*row));
    }
    if (unequal != nullptr) {
      defect(unequal->place,
             fmt::format("{} have {} coordinates", fmt::join(named, " and "), fmt::join(lengths, " and ")),
             unequal->mark);
    }
    if (common && *common < dimension_ && statement_->dimension) {
      const std::string choice =
          fmt::format("rows of {} coordinates are padded with zeros to d = {}", *common, dimension_);
      if (std::find(built_.choices.begin(), built_.choices.end(), choice) == built_.choices.end())
        built_.choices.push_back(choice);
    }
    return built_.defects.size() == defects;
  }

  void add_values(const HeadRows& rows, const HeadStatement& statement, std::size_t number, Head& head) {
    std::optional<std::size_t> common;
    for (const RowStatement& row : rows.all()) {
      if (row.role != RowStatement::Role::value) continue;
      const std::size_t v = rows.variable(row);
      if (!row.receiver.empty()) {
        common = add_pair_values(rows, row, number, head);
        continue;
      }
      std::size_t length = 0;
      Head::Factor factor;
      factor.variable = v;
      factor.vectors = vectors(rows, row, v, length);
      if (common && *common != length) {
        throw NetworkError(
            row.place,
            fmt::format("a value of {} coordinates, and the values before it have {}", length, *common));
      }
      common = length;
      factor.map = map_of(head, rows, v, factor.vectors, length, row, fmt::format("value {}", v + 1));
      built_.text.heads.back().values.emplace_back(std::to_string(v + 1), rows.vector(row));
      head.value.push_back(std::move(factor));
      land_labels(row, rows, number, 1);
    }
    if (pairs_.size() <= number) pairs_.resize(number + 1, 1);
    if (head.value.empty()) refuse(statement.place, "the head has no value");
    head.value_length = *common;
    for (std::size_t v = 1; v < head.polynomial.variables(); ++v) {
      const bool said = std::any_of(head.value.begin(), head.value.end(),
                                    [&](const Head::Factor& f) { return f.variable == v; });
      if (!said && head.kernel != attention::Kernel::exact_match && head.polynomial.variables() > 2) {
        built_.choices.push_back(fmt::format("value {} is not given; it is read as a vector of ones", v + 1));
      }
    }
  }

  // How many numbers of the record a value of receiver and sender has.
  std::size_t add_pair_values(const HeadRows& rows, const RowStatement& row, std::size_t number, Head& head) {
    PairValues values = pair_values(rows, row, tokens_, constants_);
    for (Head::Factor* factor : {&values.of_receiver, &values.of_sender})
      factor->map = linear_map(built_.layer.stream, factor->vectors);
    if (!values.of_receiver.map || !values.of_sender.map)
      built_.choices.push_back(
          "the value of receiver and sender is an arbitrary function of the two tokens: no matrices give it");
    head.value.push_back(std::move(values.of_receiver));
    head.value.push_back(std::move(values.of_sender));
    built_.text.heads.back().values.emplace_back("of receiver and sender", rows.vector(row));
    land_labels(row, rows, number, values.terms);
    pairs_.resize(number + 1, 1);
    pairs_[number] = values.terms;
    return values.length * values.terms;
  }

  // Where labels say that the parts of a value land: out, side(l), a block for a part that is a vector itself.
  // Each number of the value stands for `terms` of the record's, which add up.
  void land_labels(const RowStatement& row, const HeadRows& rows, std::size_t number, std::size_t terms) {
    const Expression tuple = tuple_of(rows.vector(row));
    std::size_t from = 0;
    for (std::size_t c = 0; c < row.coordinates.size(); ++c) {
      const std::string& label = row.coordinates[c];
      const std::size_t length = length_of(tuple->children[c], constants_);
      const bool of_block = !row.places[c] && is_vector_form(*tuple->children[c]);
      if (row.places[c] && is_vector_form(*tuple->children[c]))
        throw NetworkError(row.place, fmt::format("{} numbers for one coordinate, '{}'", length, label));
      for (std::size_t k = 0; k < length && !label.empty(); ++k) {
        Expression e = language::name(label, row.place);
        if (of_block) e = block_member(label, k + 1, row.place);
        if (row.places[c]) e = language::node(Op::call, {row.places[c]}, row.place, label);
        const auto to = coordinate(*e);
        if (!to) refuse(row.place, fmt::format("the stream has no coordinate '{}'", language::to_string(e)));
        for (std::size_t term = 0; term < terms; ++term)
          built_.layer.landings.push_back({number, (from + k) * terms + term, *to, 1});
      }
      const std::string beyond = fmt::format("{}({})", label, length + 1);
      if (of_block &&
          std::find(coordinate_names_.begin(), coordinate_names_.end(), beyond) != coordinate_names_.end()) {
        throw NetworkError(row.place,
                           fmt::format("{} numbers for the block '{}', which has more", length, label));
      }
      from += length;
    }
  }

  static Expression block_member(const std::string& block, std::size_t k, const Place& place) {
    return language::node(Op::call, {language::number(Integer(k))}, place, block);
  }

  // stream.6, a name, or a member of a block, whose index is a number at these sizes.
  std::optional<std::size_t> coordinate(const Node& e) const {
    return stream_coordinate(e, coordinate_names_, dimension_, constants_);
  }

  void land() {
    std::vector<std::size_t> lengths;
    for (std::size_t h = 0; h < built_.layer.heads.size(); ++h) {
      // Of a head that is a defect itself it is not known which coordinates there would be.
      const Head& head = built_.layer.heads[h];
      lengths.push_back(head.value.empty() ? std::numeric_limits<std::size_t>::max()
                                           : head.value_length / (h < pairs_.size() ? pairs_[h] : 1));
    }
    for (const LandingStatement& landing : statement_->landings) {
      try {
        const auto [head, from] = head_coordinate(*landing.from, head_names_, lengths);
        const auto to = coordinate(*landing.to);
        if (!to) refuse(landing.to->place, "a coordinate of the stream is expected here, as stream.6");
        const Rational factor = landing.factor ? evaluate_number(landing.factor, constants_) : Rational(1);
        const std::size_t terms = head < pairs_.size() ? pairs_[head] : 1;
        for (std::size_t term = 0; factor != 0 && term < terms; ++term)
          built_.layer.landings.push_back({head, from * terms + term, *to, factor});
        if (!landing.choice.empty()) built_.choices.push_back(landing.choice);
      } catch (const NetworkError& error) {
        defect(error.place, error.what());
      }
    }
    for (std::size_t h = 0; h < built_.layer.heads.size() && built_.defects.empty(); ++h) {
      const bool used = std::any_of(built_.layer.landings.begin(), built_.layer.landings.end(),
                                    [&](const auto& landing) { return landing.head == h; });
      if (!used && !built_.layer.landings.empty())
        built_.choices.push_back(built_.layer.heads[h].name + " lands nowhere and is not used");
    }
    if (built_.layer.landings.empty() && built_.defects.empty()) {
      refuse(statement_->place, "nothing says where the heads' outputs land: out head.1 -> stream.1");
    }
  }

  void read_out() {
    if (!text_.readout) refuse(text_.place, "the theorem has no readout");
    try {
      if (text_.readout->maps.empty()) {
        built_.layer.readouts = readouts_of(text_.readout->value, constants_, coordinate_names_,
                                            [&](const Node& e) { return coordinate(e); });
      } else {
        built_.layer.readouts = readouts_of(*text_.readout, dimension_, constants_);
      }
    } catch (const NetworkError& error) {
      defect(error.place, error.what());
    }
    const auto& readouts = built_.layer.readouts;
    if (!std::all_of(readouts.begin(), readouts.end(),
                     [](const attention::Readout& readout) { return readout.is_piecewise_linear(); })) {
      built_.choices.emplace_back(
          "the readout multiplies coordinates of the stream, which no ReLU network does exactly: it is "
          "evaluated as it stands, and of its parameters each multiplication is one");
    }
  }

  // Of each parameter the sizes that it hangs on, of each size those that an equation ties to it.
  TiedNames tied_names() const {
    TiedNames tied;
    std::set<std::string> automatic;
    for (const ParameterStatement& parameter : text_.parameters) {
      if (sizes_.contains(parameter.name)) tied[parameter.name];
      if (parameter.automatic) automatic.insert(parameter.name);
    }
    for (const SizeStatement& size : text_.sizes) {
      for (const std::string& other : varying_names(text_, {size.name}, automatic)) {
        if (other != size.name && sizes_.contains(other)) tied[other].insert(size.name);
      }
    }
    return tied;
  }

  // A coordinate name as the expression that it is, for displays; of each kind of tokens.
  std::vector<NamedCoordinates> encoding_polynomials() const {
    std::vector<NamedCoordinates> result;
    for (const Encoding& encoding : encodings()) {
      result.emplace_back();
      std::size_t at = 0;  // among the names, of which a block has several
      for (const Expression& coordinate : encoding.coordinates) {
        if (encoding.names.empty()) break;
        if (!is_vector_form(*coordinate)) result.back()[encoding.names[at]] = coordinate;
        at += length_of(coordinate, constants_);
      }
    }
    return result;
  }

  const TheoremText& text_;
  const TokenTable& tokens_;
  const std::vector<attention::Token>& judged_;
  const std::vector<attention::Token>& receivers_;
  const std::map<std::string, Rational>& sizes_;
  const NetworkNames& constants_;
  const LayerStatement* statement_ = nullptr;
  std::vector<std::string> coordinate_names_;
  std::size_t dimension_ = 0;
  std::size_t head_count_ = 0;
  std::vector<std::string> head_names_;
  std::vector<std::size_t> pairs_;  // [head]: how many numbers of the record one of its value's is the sum of
  BuiltLayer built_;
};

}  // namespace

BuiltLayer build_layer(const TheoremText& text, const TokenTable& tokens,
                       const std::vector<attention::Token>& judged,
                       const std::vector<attention::Token>& receivers,
                       const std::map<std::string, Rational>& sizes, const NetworkNames& constants) {
  return LayerBuilder(text, tokens, judged, receivers, sizes, constants).build();
}

}  // namespace attest::theorems
