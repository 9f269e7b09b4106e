#include "constructions/attention/weights_json.hpp"

#include <fmt/format.h>

#include "claims/usage_error.hpp"

namespace attest::weights {

Json to_json(const RationalMatrix& matrix) {
  Json rows = Json::array();
  for (Eigen::Index r = 0; r < matrix.rows(); ++r) {
    Json row = Json::array();
    for (Eigen::Index c = 0; c < matrix.cols(); ++c) row.push_back(to_string(matrix(r, c)));
    rows.push_back(std::move(row));
  }
  return rows;
}

std::string short_text(const Json& json) {
  const std::string text = json.dump();
  return text.size() <= 60 ? text : text.substr(0, 57) + "...";
}

const Json& field(const Json& json, const std::string& name, const std::string& where) {
  if (!json.is_object() || !json.contains(name)) {
    throw UsageError(where + name +
                     ": missing, expected a field as `attest show CLAIM ... --format json` prints it");
  }
  return json[name];
}

Rational number(const Json& json, const std::string& where) {
  if (json.is_number_integer()) return Rational(json.get<long>());
  static const Integer limit = boost::multiprecision::pow(Integer(10), 30);
  const auto value = json.is_string() ? rational_from_string(json.get<std::string>()) : std::nullopt;
  if (value && (boost::multiprecision::abs(numerator_of(*value)) > limit || denominator_of(*value) > limit)) {
    throw UsageError(where, short_text(json), "a number p/q with p and q of at most 10^30");
  }
  if (!value) throw UsageError(where, short_text(json), "an integer or a string \"p/q\"");
  return *value;
}

RationalVector vector(const Json& json, Eigen::Index length, const std::string& where) {
  if (!json.is_array() || (length >= 0 && static_cast<Eigen::Index>(json.size()) != length)) {
    throw UsageError(where, short_text(json),
                     length < 0 ? "an array of numbers" : fmt::format("an array of {} numbers", length));
  }
  RationalVector result(static_cast<Eigen::Index>(json.size()));
  for (Eigen::Index k = 0; k < result.size(); ++k) {
    result(k) = number(json[static_cast<std::size_t>(k)], fmt::format("{}[{}]", where, k));
  }
  return result;
}

RationalMatrix matrix(const Json& json, Eigen::Index rows, Eigen::Index columns, const std::string& where) {
  if (!json.is_array() || (rows >= 0 && static_cast<Eigen::Index>(json.size()) != rows)) {
    throw UsageError(where, short_text(json),
                     rows < 0 ? "an array of rows" : fmt::format("an array of {} rows", rows));
  }
  RationalMatrix result(static_cast<Eigen::Index>(json.size()), columns);
  for (Eigen::Index r = 0; r < result.rows(); ++r) {
    result.row(r) =
        vector(json[static_cast<std::size_t>(r)], columns, fmt::format("{}[{}]", where, r)).transpose();
  }
  return result;
}

Surd scale(const Json& json, const std::string& where) {
  const UsageError failure(where, short_text(json),
                           "a positive number \"p/q*sqrt(r)*log(k)\", absent factors left out");
  if (json.is_number_integer() && json.get<long>() > 0) return Surd(Rational(json.get<long>()));
  if (!json.is_string()) throw failure;
  const std::string text = json.get<std::string>();
  Surd result(Rational(1));
  // Each kind of factor at most once, in this order.
  int last = -1;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find('*', begin), text.size());
    const std::string factor = text.substr(begin, end - begin);
    begin = end + 1;
    const bool root = factor.rfind("sqrt(", 0) == 0;
    const bool logarithm = factor.rfind("log(", 0) == 0;
    const int kind = root ? 1 : logarithm ? 2 : 0;
    const std::size_t open = root ? 5 : logarithm ? 4 : 0;
    if (kind <= last || (open != 0 && factor.back() != ')')) throw failure;
    last = kind;
    const auto value = rational_from_string(factor.substr(open, factor.size() - open - (open != 0 ? 1 : 0)));
    if (!value || *value <= 0) throw failure;
    if (logarithm && (denominator_of(*value) != 1 || *value < 2)) throw failure;
    result = result * (root        ? Surd::square_root(*value)
                       : logarithm ? Surd::logarithm(numerator_of(*value))
                                   : Surd(*value));
  }
  return result;
}

Eigen::Index dimension(const Json& json) {
  const Json& value = field(json, "embedding_dimension", "");
  if (!value.is_number_integer() || value.get<long>() < 1 || value.get<long>() > 1000) {
    throw UsageError("embedding_dimension", short_text(value), "an integer from 1 to 1000");
  }
  return value.get<long>();
}

std::vector<Polynomial> encoding(const Json& json, Eigen::Index count,
                                 const std::vector<std::string>& features) {
  if (!json.is_array() || static_cast<Eigen::Index>(json.size()) != count) {
    throw UsageError("encoding", short_text(json), fmt::format("an array of {} polynomials", count));
  }
  std::vector<Polynomial> result;
  for (std::size_t c = 0; c < json.size(); ++c) {
    const auto parsed =
        json[c].is_string() ? Polynomial::parse(json[c].get<std::string>(), features) : std::nullopt;
    if (!parsed) {
      throw UsageError(fmt::format("encoding[{}]", c), short_text(json[c]),
                       fmt::format("a polynomial in {}", fmt::join(features, ", ")));
    }
    result.push_back(*parsed);
  }
  return result;
}

ReluNetwork network(const Json& json, Eigen::Index inputs, Eigen::Index outputs, const std::string& where) {
  if (!json.is_array()) {
    throw UsageError(where, short_text(json), "an array of layers {\"weight\": [[..]], \"bias\": [..]}");
  }
  std::vector<AffineMap> layers;
  for (std::size_t k = 0; k < json.size(); ++k) {
    const std::string prefix = fmt::format("{}[{}].", where, k);
    AffineMap map;
    map.weight = matrix(field(json[k], "weight", prefix), -1, inputs, prefix + "weight");
    map.bias = vector(field(json[k], "bias", prefix), map.weight.rows(), prefix + "bias");
    inputs = map.weight.rows();
    layers.push_back(std::move(map));
  }
  if (outputs >= 0 && inputs != outputs) {
    throw UsageError(where, fmt::format("{} outputs", inputs), fmt::format("{}", outputs));
  }
  return ReluNetwork(std::move(layers));
}

}  // namespace attest::weights
