#include "attention/mechanism.hpp"

#include <stdexcept>

#include "claims/usage_error.hpp"

namespace attest {

const char* to_string(Mechanism mechanism) {
  switch (mechanism) {
    case Mechanism::strassen:
      return "strassen";
    case Mechanism::third_order:
      return "third-order";
    case Mechanism::triangular:
      return "triangular";
  }
  return "";
}

Mechanism mechanism_from_string(const std::string& text) {
  for (const Mechanism m : {Mechanism::strassen, Mechanism::third_order, Mechanism::triangular}) {
    if (text == to_string(m)) return m;
  }
  throw UsageError("mechanism", text, "strassen, third-order or triangular");
}

std::size_t query_count(Mechanism mechanism) {
  return mechanism == Mechanism::triangular ? 2 : 3;
}

std::vector<std::string> query_names(Mechanism mechanism) {
  switch (mechanism) {
    case Mechanism::strassen:
      return {"W_f", "W_g", "W_h"};
    case Mechanism::third_order:
      return {"W_q", "W_k1", "W_k2"};
    case Mechanism::triangular:
      return {"W_q", "W_k"};
  }
  return {};
}

std::vector<std::pair<std::size_t, std::size_t>> index_pairs(Mechanism mechanism, std::size_t token,
                                                             std::size_t tokens) {
  std::vector<std::pair<std::size_t, std::size_t>> pairs;
  if (mechanism != Mechanism::triangular) {
    for (std::size_t j = 0; j < tokens; ++j) {
      for (std::size_t k = 0; k < tokens; ++k) pairs.emplace_back(j, k);
    }
    return pairs;
  }
  std::size_t m = 0;
  while (m * m < tokens) ++m;
  if (m * m != tokens) throw std::invalid_argument("triangular attention needs a square number of tokens");
  for (std::size_t l = 0; l < m; ++l) pairs.emplace_back(token / m * m + l, l * m + token % m);
  return pairs;
}

}  // namespace attest
