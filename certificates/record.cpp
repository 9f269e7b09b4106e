#include "certificates/record.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "certificates/written.hpp"
#include "claims/usage_error.hpp"
#include "theorems/constants.hpp"
#include "theorems/lets.hpp"
#include "theorems/patch.hpp"
#include "theorems/table_parameters.hpp"
#include "theorems/theorem_task.hpp"

namespace attest::theorems::certificates {

namespace {

using attention::Head;
using attention::Layer;
using attention::Readout;
using language::Expression;
using language::Op;

constexpr std::size_t most_listed = 1U << 20;  // index tuples of all judged tokens

Json feature_json(const TokensStatement::Feature& feature, const Names& known) {
  Json json{{"name", feature.name}};
  if (feature.value) {
    json["value"] = written(feature.value, known);
    return json;
  }
  json["entries"] = Json::array();
  for (const auto& entry : feature.entries) {
    Names own = known;
    Json binders = Json::array();
    for (const auto& binder : entry.binders) {
      binders.push_back({binder.name, written(binder.range, own)});
      own.insert(binder.name);
    }
    Json at = Json::array();
    for (const Expression& place : entry.at) at.push_back(written(place, own));
    json["entries"].push_back({{"at", at}, {"value", written(entry.value, own)}, {"for", binders}});
  }
  return json;
}

const std::vector<Expression>& encoding_of(const LayerStatement& layer, const std::string& kind) {
  for (const EncodingStatement& encoding : layer.encodings) {
    if (encoding.kind == kind) return encoding.encoding;
  }
  return layer.encoding;
}

Json tokens_json(const TheoremText& text, const Names& constants, const Names& all) {
  Json result = Json::array();
  for (const TokensStatement& tokens : text.tokens) {
    Json ranges = Json::array(), features = Json::array(), encoding = Json::array();
    for (const Expression& range : tokens.ranges) ranges.push_back(written(range, constants));
    Names own = with(constants, tokens.indices);
    for (const auto& feature : tokens.features) {
      if (feature.value && feature.value->op == Op::quantifier &&
          feature.value->quantifier == language::Quantifier::each)
        no_place("a feature that is a vector");
      features.push_back(feature_json(feature, with(all, tokens.indices)));
      own.insert(feature.name);
    }
    for (const Expression& coordinate : encoding_of(text.layers[0], tokens.kind))
      encoding.push_back(written(coordinate, own));
    result.push_back({{"kind", tokens.kind},
                      {"indices", tokens.indices},
                      {"ranges", ranges},
                      {"features", features},
                      {"encoding", encoding}});
  }
  return result;
}

Json tasks_json(const TheoremText& text, const Names& constants, const Names& all) {
  Json result = Json::array();
  for (const TaskStatement& task : text.tasks) {
    if (task.answer == AnswerKind::vector) no_place("an answer that is a vector");
    Json at = Json::array();
    for (const Expression& index : task.at) at.push_back(written(index, constants));
    const auto every = task.every ? task.indices : std::vector<std::string>();
    result.push_back({{"kind", task.kind},
                      {"every", every},
                      {"at", at},
                      {"answer", task.answer == AnswerKind::sign ? "sign" : "number"},
                      {"truth", written(without_lets(task.truth, text.lets), with(all, every))}});
  }
  return result;
}

Json matrix_json(const std::optional<RationalMatrix>& matrix, const char* what) {
  if (!matrix) no_place(fmt::format("a head whose {} are no matrix times the encoding", what));
  Json rows = Json::array();
  for (Eigen::Index r = 0; r < matrix->rows(); ++r) {
    rows.push_back(Json::array());
    for (Eigen::Index c = 0; c < matrix->cols(); ++c) rows.back().push_back(to_string((*matrix)(r, c)));
  }
  return rows;
}

Json over_json(const Head& head, const std::vector<std::size_t>& judged, std::size_t& listed) {
  if (head.over.has_every_tuple()) return {};
  Json result = Json::array();
  for (const std::size_t token : std::set<std::size_t>(judged.begin(), judged.end())) {
    const auto tuples = head.over.tuples(static_cast<attention::Token>(token));
    const std::size_t arity = head.over.arity();
    listed += tuples.size();
    if (listed > most_listed) no_place("an index set of more than 2^20 entries");
    Json list = Json::array();
    for (std::size_t k = 0; k < tuples.size(); k += arity) {
      list.push_back(Json::array());
      for (const attention::Token other : tuples.subspan(k, arity)) list.back().push_back(other + 1);
    }
    result.push_back({token + 1, list});
  }
  return result;
}

Json head_json(const Head& head, const std::vector<std::size_t>& judged, std::size_t& listed) {
  const auto& monomials = head.polynomial.monomials();
  const bool match = head.kernel == attention::Kernel::exact_match;
  if (match && head.polynomial.variables() != 2) no_place("exact match of more than two rows");
  Json attention = Json::array(), rows = Json::array(), values = Json::array();
  Names used;
  for (const auto& monomial : monomials) {
    attention.push_back(Json::array());
    for (const std::size_t variable : monomial) {
      attention.back().push_back(variable + 1);
      used.insert(std::to_string(variable));
    }
  }
  for (std::size_t v = 0; v < head.polynomial.variables(); ++v) {
    if (used.count(std::to_string(v))) rows.push_back({v + 1, matrix_json(head.maps.at(v), "rows")});
  }
  std::vector<const Head::Factor*> factors;
  for (const Head::Factor& factor : head.value) factors.push_back(&factor);
  std::sort(factors.begin(), factors.end(),
            [](const auto* a, const auto* b) { return a->variable < b->variable; });
  for (const Head::Factor* factor : factors)
    values.push_back({factor->variable + 1, matrix_json(factor->map, "values")});
  const Json scale{to_string(head.scale.q()), head.scale.r().str(), to_string(head.scale.k())};
  return {{"kernel", attention::to_string(head.kernel)},
          {"attention", attention},
          {"scale", scale},
          {"rows", rows},
          {"values", values},
          {"over", over_json(head, judged, listed)}};
}

// ["affine", constant, [[coordinate, factor], ..]], ["scaled", factor, part], ["min", part, ..].
Json readout_json(const Readout& readout) {
  using Readout_op = Readout::Op;
  static const std::map<Readout_op, const char*> names{
      {Readout_op::affine, "affine"},      {Readout_op::sum, "sum"},        {Readout_op::scaled, "scaled"},
      {Readout_op::positive_part, "relu"}, {Readout_op::absolute, "abs"},   {Readout_op::minimum, "min"},
      {Readout_op::maximum, "max"},        {Readout_op::product, "product"}};
  Json result = Json::array({names.at(readout.op)});
  if (readout.op == Readout_op::affine) {
    Json terms = Json::array();
    for (const auto& [coordinate, factor] : readout.form.coefficients)
      terms.push_back(Json::array({coordinate + 1, to_string(factor)}));
    result.push_back(to_string(readout.form.constant));
    result.push_back(terms);
  }
  if (readout.op == Readout_op::scaled) result.push_back(to_string(readout.factor));
  for (const Readout& child : readout.children) result.push_back(readout_json(child));
  return result;
}

}  // namespace

Json record_json(const TheoremClaim& claim, Variant variant, const Parameters& parameters,
                 const LayerSetting& setting) {
  std::vector<std::string> tables;
  // As make_setting reads it.
  const TheoremText text = with_readings(with_lets_written_out(
      with_tables(variant_of(claim.text(), attest::to_string(variant)), parameters, tables)));
  if (!tables.empty()) no_place("a table");
  if (setting.several_layers() || text.layers.size() != 1) no_place("a theorem of several layers");
  if (text.inputs.empty()) no_place("a theorem without inputs");
  const Layer& layer = setting.prepared().layer();
  const auto& task = dynamic_cast<const TheoremTask&>(setting.task());
  const Constants constants = constants_of(text, parameters);
  Names sizes, all;
  for (const auto& [name, value] : constants.values) sizes.insert(name);
  all = sizes;
  for (const InputField& field : task.layout().fields()) all.insert(field.name);

  Json json{{"format", "attest/certificate/1"},
            {"theorem", claim.info().id},
            {"variant", attest::to_string(variant)},
            {"constants", constants_json(constants)},
            {"inputs", inputs_json(task.layout())}};
  json["where"] = Json::array();
  for (const Expression& where : text.where)
    json["where"].push_back(written(without_lets(where, text.lets), all));
  json["judged_if"] = text.judged_if ? Json(written(without_lets(text.judged_if, text.lets), all)) : Json();
  json["tokens"] = tokens_json(text, sizes, all);
  json["task"] = tasks_json(text, sizes, all);
  json["dimension"] = layer.dimension();
  json["residual"] = layer.residual;
  json["heads"] = Json::array();
  std::size_t listed = 0;
  for (const Head& head : layer.heads)
    json["heads"].push_back(head_json(head, task.judged_positions(), listed));
  json["W_O"] = Json::array();
  for (const auto& landing : layer.landings) {
    json["W_O"].push_back(
        Json::array({landing.head + 1, landing.from + 1, landing.to + 1, to_string(landing.factor)}));
  }
  json["readout"] = readout_json(layer.readouts.front());
  return json;
}

}  // namespace attest::theorems::certificates
