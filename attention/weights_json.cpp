#include "attention/weights_json.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "claims/usage_error.hpp"
#include "claims/user_json.hpp"

namespace attest::weights {

namespace {

const Integer& largest_part() {
  static const Integer limit = power(10, 30);
  return limit;
}

}  // namespace

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

void only(const Json& json, const std::vector<std::string>& names, const std::string& where) {
  if (!json.is_object()) return;  // whoever reads a field says so
  for (const auto& [name, value] : json.items()) {
    if (std::find(names.begin(), names.end(), name) == names.end()) {
      throw UsageError(where + name, short_text(value),
                       fmt::format("no such field; known are {}", fmt::join(names, ", ")));
    }
  }
}

void displayed(const Json& json, const Json& own, const std::string& name, const std::string& where) {
  if (!json.is_object() || !json.contains(name) || json[name] == own.at(name)) return;
  throw UsageError(where + name, short_text(json[name]),
                   "what is displayed for this variant and these parameters, " + short_text(own.at(name)) +
                       ", or no such field");
}

const Json& field(const Json& json, const std::string& name, const std::string& where) {
  if (!json.is_object() || !json.contains(name)) {
    throw UsageError(where + name +
                     ": missing, expected a field as `attest show CLAIM ... --format json` prints it");
  }
  return json[name];
}

Rational number(const Json& json, const std::string& where) {
  const Rational value = rational_from_json(json, where);
  if (boost::multiprecision::abs(numerator_of(value)) > largest_part() ||
      denominator_of(value) > largest_part()) {
    throw UsageError(where, short_text(json), "a number p/q with p and q of at most 10^30");
  }
  return value;
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
                           "a positive number \"p/q*sqrt(r)*log(k)\", absent factors left out, with p and q "
                           "of at most 10^30 and r of at most 30 digits (p and q of sqrt(p/q) together)");
  if (json.is_number_integer()) {
    const Rational value = number(json, where);
    if (value <= 0) throw failure;
    return Surd(value);
  }
  if (!json.is_string()) throw failure;
  const auto& text = json.get_ref<const std::string&>();
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
    if (numerator_of(*value) > largest_part() || denominator_of(*value) > largest_part()) throw failure;
    // The square root's radicand p q is factored.
    if (root && numerator_of(*value) * denominator_of(*value) > largest_part()) throw failure;
    if (logarithm && *value <= 1) throw failure;
    result = result * (root ? Surd::square_root(*value) : logarithm ? Surd::logarithm(*value) : Surd(*value));
  }
  return result;
}

Eigen::Index dimension(const Json& json) {
  const Json& value = field(json, "embedding_dimension", "");
  return integer_from_json(value, "embedding_dimension", 1, 1000, "an integer from 1 to 1000");
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
    only(json[k], {"weight", "bias"}, prefix);
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
