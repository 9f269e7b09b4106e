// Exact-match attention (seed 001_9fe7599dfb64bc47.txt, Definition B.1, lines 458-466): the average of the
// values whose key equals the query; zero where there is none.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "attention/relu_network.hpp"
#include "claims/json.hpp"
#include "numeric/integer.hpp"

namespace attest {

struct ExactMatchOutput {
  RationalVector value;
  std::vector<std::size_t> matches;  // tokens (0-based) whose key equals the query, ascending
};

// Definition B.1, as it stands: keys and values have the same number of entries, at least one.
ExactMatchOutput exact_match(const RationalVector& query, const std::vector<RationalVector>& keys,
                             const std::vector<RationalVector>& values);

// The record of a one-layer, one-head exact-match transformer: q = Q^T phi(x), k = K^T phi(x), v = V^T
// phi(x), output psi(attention), where phi is an element-wise function of the token's number x.
struct ExactMatchConstruction {
  struct Feature {
    std::string formula;                  // as a reader would write it
    std::function<Rational(long)> value;  // of x
  };
  std::vector<Feature> phi;
  RationalMatrix Q, K, V;  // (features) x (embedding dimension m)
  ReluNetwork psi;
  std::string psi_formula;
  std::vector<std::string> choices;
  std::vector<std::string> notes;

  RationalVector query(long x) const { return Q.transpose() * features(x); }
  RationalVector key(long x) const { return K.transpose() * features(x); }
  RationalVector value(long x) const { return V.transpose() * features(x); }
  Json to_json() const;

 private:
  RationalVector features(long x) const;
};

}  // namespace attest
