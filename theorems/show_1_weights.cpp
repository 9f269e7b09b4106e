#include "theorems/show_1_weights.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "attention/weights_json.hpp"
#include "claims/usage_error.hpp"
#include "theorems/polynomial_value.hpp"
#include "theorems/weights_file.hpp"
#include "theorems/weights_tables.hpp"

namespace attest::theorems {

namespace {

using weights::field;

struct Mechanism {
  const char* polynomial;
  std::vector<const char*> queries;
  std::vector<const char*> values;
  std::size_t
      first_query;  // the variable of the first matrix, 1-based; the first value is that of variable 2
};

const Mechanism& mechanism_of(const Json& json, const std::string& where) {
  static const std::map<std::string, Mechanism> all{
      {"strassen", {"x1*x2 + x1*x3 + x2*x3", {"W_f", "W_g", "W_h"}, {"V_1", "V_2"}, 1}},
      {"third-order", {"x1*x2*x3", {"W_q", "W_k1", "W_k2"}, {"V_1", "V_2"}, 1}},
      {"triangular", {"x2*x3", {"W_q", "W_k"}, {"V_1", "V_2"}, 2}}};
  const auto found = json.is_string() ? all.find(json.get<std::string>()) : all.end();
  if (found == all.end())
    throw UsageError(where + "mechanism", weights::short_text(json), "strassen, third-order or triangular");
  return found->second;
}

// (1, 0): a vector as expressions write it.
std::string vector_text(const RationalVector& vector) {
  std::vector<std::string> entries;
  for (Eigen::Index c = 0; c < vector.size(); ++c) entries.push_back(attest::to_string(vector(c)));
  return fmt::format("({})", fmt::join(entries, ", "));
}

std::string matrix_text(const RationalMatrix& matrix) {
  std::vector<std::string> rows;
  for (Eigen::Index r = 0; r < matrix.rows(); ++r) rows.push_back(vector_text(matrix.row(r).transpose()));
  return fmt::format("({})", fmt::join(rows, ", "));
}

class Converter {
 public:
  Converter(const Json& json, const BuiltLayer& own) : json_(json), own_(own) {}

  Json convert() {
    if (json_.contains("phi")) {
      exact_match();
      return std::move(result_);
    }
    dimension_ = weights::dimension(json_);
    for (const char* name : {"embedding_dimension", "residual", "encoding"})
      result_[name] = field(json_, name, "");
    result_["heads"] = Json::array();
    if (json_.contains("network")) {
      transformer();
    } else {
      softmax_layer();
    }
    return std::move(result_);
  }

 private:
  // Several heads and a ReLU network.
  void transformer() {
    weights::only(json_,
                  {"embedding_dimension", "features", "encoding", "heads", "W_O", "residual", "network",
                   "scale_formula", "network_formula", "rows", "problems"},
                  "");
    const Json& heads = field(json_, "heads", "");
    if (!heads.is_array() || heads.empty())
      throw UsageError("heads", weights::short_text(heads), "an array of heads");
    for (std::size_t h = 0; h < heads.size(); ++h) {
      const std::string where = fmt::format("heads[{}].", h);
      const Mechanism& mechanism = mechanism_of(field(heads[h], "mechanism", where), where);
      std::vector<std::string> names{"mechanism", "scale"};
      names.insert(names.end(), mechanism.queries.begin(), mechanism.queries.end());
      names.insert(names.end(), mechanism.values.begin(), mechanism.values.end());
      weights::only(heads[h], names, where);
      Json head = head_of_now(h, mechanism.polynomial, where + "mechanism", heads[h]["mechanism"]);
      head["scale"] = field(heads[h], "scale", where);
      for (std::size_t q = 0; q < mechanism.queries.size(); ++q)
        head[fmt::format("W_{}", mechanism.first_query + q)] = square(heads[h], mechanism.queries[q], where);
      for (std::size_t v = 0; v < mechanism.values.size(); ++v)
        head[fmt::format("V_{}", 2 + v)] = square(heads[h], mechanism.values[v], where);
      result_["heads"].push_back(std::move(head));
    }
    land(heads.size());
    const Json& network = field(json_, "network", "");
    if (!network.is_array() || network.empty())
      throw UsageError("network", weights::short_text(network), "an array of at least one layer");
    result_["readout"] = Json::array();
    const ReluNetwork maps = weights::network(network, dimension_, 1, "network");
    for (const AffineMap& map : maps.layers())
      result_["readout"].push_back({{"W", matrix_text(map.weight)}, {"b", vector_text(map.bias)}});
  }

  // One head, given by its polynomial, and an affine readout.
  void softmax_layer() {
    weights::only(json_,
                  {"attention_polynomial", "embedding_dimension", "scale", "encoding", "rows", "W_Q", "W_V",
                   "W_O", "residual", "readout", "problems"},
                  "");
    const Json& scale = field(json_, "scale", "");
    if (!scale.is_object()) throw UsageError("scale", weights::short_text(scale), R"({"exact": ..})");
    weights::only(scale, {"exact", "formula"}, "scale.");
    const Json& polynomial = field(json_, "attention_polynomial", "");
    Json head = head_of_now(0, polynomial, "attention_polynomial", polynomial);
    head["scale"] = field(scale, "exact", "scale.");
    weights::scale(head["scale"], "scale.exact");  // refused by the name that it has in this file
    const auto list = [&](const char* name, const char* letter, std::size_t first) {
      const Json& matrices = field(json_, name, "");
      if (!matrices.is_array() || matrices.empty())
        throw UsageError(name, weights::short_text(matrices), "an array of matrices");
      for (std::size_t k = 0; k < matrices.size(); ++k) {
        const std::string where = fmt::format("{}[{}]", name, k);
        head[fmt::format("{}_{}", letter, first + k)] =
            weights::to_json(weights::matrix(matrices[k], dimension_, dimension_, where));
      }
    };
    list("W_Q", "W", 1);
    list("W_V", "V", 2);
    result_["heads"].push_back(std::move(head));
    land(1);
    const Json& readout = field(json_, "readout", "");
    if (!readout.is_object()) throw UsageError("readout", weights::short_text(readout), "weights and bias");
    weights::only(readout, {"weights", "bias"}, "readout.");
    const RationalVector row =
        weights::vector(field(readout, "weights", "readout."), dimension_, "readout.weights");
    const Rational bias = weights::number(field(readout, "bias", "readout."), "readout.bias");
    result_["readout"].push_back(
        {{"W", matrix_text(row.transpose())}, {"b", "(" + attest::to_string(bias) + ")"}});
  }

  // One exact-match head over all tokens, q = Q^T phi, k = K^T phi, v = V^T phi, and a network that reads its output. What phi
  // was called is not compared: it is the theorem's.
  void exact_match() {
    weights::only(json_, {"phi", "Q", "K", "V", "psi"}, "");
    const Json& phi = field(json_, "phi", "");
    if (own_.layer.heads.size() != 1 || own_.layer.heads[0].kernel != attention::Kernel::exact_match)
      throw UsageError("phi", "weights of an exact-match head", "weights of this theorem's heads");
    if (!phi.is_array() || phi.size() != own_.layer.dimension()) {
      throw UsageError("phi", weights::short_text(phi),
                       fmt::format("{} features, as the theorem's encoding has", own_.layer.dimension()));
    }
    const Json own = weights_json(own_);
    for (const char* name : {"embedding_dimension", "residual", "encoding"}) result_[name] = own[name];
    std::vector<language::Expression> encoding;
    for (const Encoding& kind : own_.text.encodings)
      encoding.insert(encoding.end(), kind.coordinates.begin(), kind.coordinates.end());
    if (Json tables = tables_json(encoding); !tables.empty()) result_["tables"] = std::move(tables);
    dimension_ = static_cast<Eigen::Index>(own_.layer.dimension());
    Json head = {{"name", own["heads"][0]["name"]},
                 {"kernel", own["heads"][0]["kernel"]},
                 {"attention", own["heads"][0]["attention"]},
                 {"scale", own["heads"][0]["scale"]}};
    const Json& keys = field(json_, "K", "");
    const bool rows = keys.is_array() && !keys.empty() && keys[0].is_array() && !keys[0].empty();
    const auto m = static_cast<Eigen::Index>(rows ? keys[0].size() : 1);
    const auto transposed = [&](const char* name, Eigen::Index columns) {
      return weights::to_json(weights::matrix(field(json_, name, ""), dimension_, columns, name).transpose());
    };
    head["W_1"] = transposed("Q", m);
    head["W_2"] = transposed("K", m);
    head["V_2"] = transposed("V", 1);
    result_["heads"] = Json::array({std::move(head)});
    result_["W_O"] = {{{"from", own_.layer.heads[0].name + ".1"}, {"to", "stream.1"}, {"factor", "1"}}};
    const Json& psi = field(json_, "psi", "");
    weights::only(psi, {"formula", "layers"}, "psi.");
    // It reads coordinate 1, where the head's output lands; without layers it hands that through.
    RationalMatrix first = RationalMatrix::Constant(1, dimension_, Rational(0));
    first(0, 0) = 1;
    std::vector<AffineMap> maps = weights::network(field(psi, "layers", "psi."), 1, 1, "psi.layers").layers();
    if (maps.empty())
      maps.push_back({RationalMatrix::Constant(1, 1, Rational(1)), RationalVector::Constant(1, Rational(0))});
    maps.front().weight = maps.front().weight * first;
    result_["readout"] = Json::array();
    for (const AffineMap& map : maps)
      result_["readout"].push_back({{"W", matrix_text(map.weight)}, {"b", vector_text(map.bias)}});
  }

  // Every head of 0.1 was a softmax head. Those over tuples that share an index with the receiver, the triangular ones, had a
  // polynomial without x1; the tuples of the others were all there are. The tuples are the theorem's here.
  Json head_of_now(std::size_t h, const Json& polynomial, const std::string& name, const Json& given) const {
    if (h >= own_.layer.heads.size())
      throw UsageError(name, "one head more",
                       fmt::format("the heads of this theorem, {}", own_.layer.heads.size()));
    const attention::Head& head = own_.layer.heads[h];
    if (head.kernel != attention::Kernel::softmax)
      throw UsageError(
          name, weights::short_text(given),
          "weights of attest/show/2: heads of attest/show/1 have softmax, this theorem's has not");
    const auto has_receiver = [](const AttentionPolynomial& p) {
      return std::any_of(p.monomials().begin(), p.monomials().end(),
                         [](const auto& monomial) { return monomial.front() == 0; });
    };
    if (polynomial.is_string() &&
        has_receiver(polynomial_of(polynomial, name)) != has_receiver(head.polynomial)) {
      throw UsageError(name, weights::short_text(given),
                       fmt::format("a head with this theorem's index tuples; its attention polynomial is {}",
                                   head.polynomial.to_string()));
    }
    return {{"name", head.name}, {"kernel", attention::to_string(head.kernel)}, {"attention", polynomial}};
  }

  static AttentionPolynomial polynomial_of(const Json& text, const std::string& name) {
    try {
      return AttentionPolynomial::parse(text.get<std::string>());
    } catch (const std::invalid_argument& error) {
      throw UsageError(name, weights::short_text(text), error.what());
    }
  }

  Json square(const Json& head, const char* name, const std::string& where) const {
    return weights::to_json(weights::matrix(field(head, name, where), dimension_, dimension_, where + name));
  }

  // W_O as a matrix of d rows and d columns for each head.
  void land(std::size_t heads) {
    const RationalMatrix matrix = weights::matrix(field(json_, "W_O", ""), dimension_,
                                                  dimension_ * static_cast<Eigen::Index>(heads), "W_O");
    result_["W_O"] = Json::array();
    for (Eigen::Index column = 0; column < matrix.cols(); ++column) {
      for (Eigen::Index row = 0; row < matrix.rows(); ++row) {
        if (matrix(row, column) == 0) continue;
        const auto head = static_cast<std::size_t>(column / dimension_);
        result_["W_O"].push_back(
            {{"from", fmt::format("{}.{}", own_.layer.heads[head].name, column % dimension_ + 1)},
             {"to", fmt::format("stream.{}", row + 1)},
             {"factor", attest::to_string(matrix(row, column))}});
      }
    }
  }

  const Json& json_;
  const BuiltLayer& own_;
  Eigen::Index dimension_ = 0;
  Json result_ = Json::object();
};

}  // namespace

bool is_show_1(const Json& weights) {
  return weights.is_object() &&
         (weights.contains("network") || weights.contains("W_Q") || weights.contains("phi"));
}

Json from_show_1(const Json& weights, const BuiltLayer& own) {
  return Converter(weights, own).convert();
}

}  // namespace attest::theorems
