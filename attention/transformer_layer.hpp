// One layer in numbers: what the definitions speak of, derived from a Transformer record at one value of
// the size parameters, or read from a file.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "attention/transformer.hpp"
#include "claims/json.hpp"

namespace attest {

struct TransformerLayerHead {
  Mechanism mechanism = Mechanism::strassen;
  std::vector<RationalMatrix> query;  // d x d, query_count(mechanism) of them
  std::vector<RationalMatrix> value;  // d x d: V_1, V_2
  Surd scale;                         // positive
};

struct TransformerLayer {
  std::vector<std::string> features;
  Rows encoding;  // d polynomials in the features
  std::vector<TransformerLayerHead> heads;
  RationalMatrix output_matrix;  // W_O, d x (d H)
  bool residual = true;
  ReluNetwork network;  // R^d -> R

  Eigen::Index dimension() const { return static_cast<Eigen::Index>(encoding.size()); }
  RationalVector encode(const std::vector<long>& feature_values) const;

  // {"embedding_dimension", "features", "encoding", "heads": [{"mechanism", "scale", "W_f", ..., "V_1",
  // "V_2"}], "W_O", "residual", "network"}; numbers are exact strings.
  Json to_json() const;
};

struct TransformerInstance {
  TransformerLayer layer;
  std::vector<std::string> problems;  // rows that are not linear in the encoding, too many coordinates
};
TransformerInstance instantiate(const Transformer& record, const std::map<std::string, Polynomial>& sizes);

// The inverse of to_json, for a reader's own weights; other fields are ignored. Throws UsageError that names
// the field: a wrong shape, a number that is no p/q, an encoding in other features than `features`, a scale
// that is not positive.
TransformerLayer layer_from_json(const Json& json, const std::vector<std::string>& features);

}  // namespace attest
