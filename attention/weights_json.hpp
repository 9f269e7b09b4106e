// Exact weights as JSON: numbers are strings "p/q", a matrix is an array of rows. The readers throw
// UsageError that names the field (`where`), what stood there and what was expected.
#pragma once

#include <string>
#include <vector>

#include "attention/relu_network.hpp"
#include "claims/json.hpp"
#include "numeric/integer.hpp"
#include "numeric/polynomial.hpp"
#include "numeric/surd.hpp"

namespace attest::weights {

Json to_json(const RationalMatrix& matrix);

// The beginning of a document, for messages.
std::string short_text(const Json& json);

// Refuses a field of an object that is none of these: whatever stands in a file is read or refused.
void only(const Json& json, const std::vector<std::string>& names, const std::string& where);

// A field that is displayed and follows from the others (a formula, a note) may be left out; what is given is
// what `own` says, the document that the program writes for this claim, variant and setting.
void displayed(const Json& json, const Json& own, const std::string& name, const std::string& where);

// json[name]; `where` is the path before it, "heads[0]." or empty.
const Json& field(const Json& json, const std::string& name, const std::string& where);

// An integer or "p/q", |p| and q at most 10^30: far beyond any construction, within the range of double.
Rational number(const Json& json, const std::string& where);
// A length (number of rows) below 0: any.
RationalVector vector(const Json& json, Eigen::Index length, const std::string& where);
RationalMatrix matrix(const Json& json, Eigen::Index rows, Eigen::Index columns, const std::string& where);

// Positive, as Surd::to_string prints it: "p/q*sqrt(r)*log(k)", absent factors left out.
Surd scale(const Json& json, const std::string& where);

// "embedding_dimension": 1 to 1000.
Eigen::Index dimension(const Json& json);

// `count` polynomials in the given features.
std::vector<Polynomial> encoding(const Json& json, Eigen::Index count,
                                 const std::vector<std::string>& features);

// As ReluNetwork::to_json prints it; an empty array is the identity. `outputs` below 0: any.
ReluNetwork network(const Json& json, Eigen::Index inputs, Eigen::Index outputs, const std::string& where);

}  // namespace attest::weights
