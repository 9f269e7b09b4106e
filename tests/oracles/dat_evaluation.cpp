#include "oracles/dat_evaluation.hpp"

namespace oracle {

DatReal number(const std::string& fraction) {
  const auto slash = fraction.find('/');
  if (slash == std::string::npos) return DatReal(fraction);
  return DatReal(fraction.substr(0, slash)) / DatReal(fraction.substr(slash + 1));
}

std::vector<DatReal> network(const attest::Json& layers, long point) {
  std::vector<DatReal> values{DatReal(point)};
  bool first = true;
  for (const auto& layer : layers) {
    if (!first) {
      for (auto& value : values) {
        if (value < 0) value = 0;
      }
    }
    first = false;
    std::vector<DatReal> next;
    for (std::size_t r = 0; r < layer["weight"].size(); ++r) {
      DatReal sum = number(layer["bias"][r].get<std::string>());
      for (std::size_t c = 0; c < values.size(); ++c) {
        sum += number(layer["weight"][r][c].get<std::string>()) * values[c];
      }
      next.push_back(sum);
    }
    values = next;
  }
  return values;
}

namespace {

DatReal inner(const std::vector<DatReal>& a, const std::vector<DatReal>& b) {
  DatReal sum = 0;
  for (std::size_t k = 0; k < a.size(); ++k) sum += a[k] * b[k];
  return sum;
}

}  // namespace

std::vector<DatReal> relational_attention(const attest::Json& networks, long x, const std::vector<long>& y) {
  std::vector<DatReal> weights;
  DatReal total = 0;
  const auto query = network(networks["phi_q_attn"], x);
  for (const long object : y) {
    weights.push_back(exp(inner(query, network(networks["phi_k_attn"], object))));
    total += weights.back();
  }
  std::vector<DatReal> result;
  for (int l = 1; networks.contains("phi_q_rel_" + std::to_string(l)); ++l) {
    const auto related = network(networks["phi_q_rel_" + std::to_string(l)], x);
    DatReal sum = 0;
    for (std::size_t i = 0; i < y.size(); ++i) {
      sum += weights[i] / total * inner(related, network(networks["phi_k_rel_" + std::to_string(l)], y[i]));
    }
    result.push_back(sum);
  }
  return result;
}

std::vector<long> best_objects(const std::vector<std::vector<long>>& utility, long x,
                               const std::vector<long>& y) {
  const auto u = [&](long object) {
    return utility[static_cast<std::size_t>(x - 1)][static_cast<std::size_t>(object - 1)];
  };
  std::vector<long> result;
  for (const long candidate : y) {
    bool beaten = false;
    for (const long rival : y) beaten = beaten || u(rival) > u(candidate);
    if (!beaten) result.push_back(candidate);
  }
  return result;
}

DatReal error(const std::vector<DatReal>& output, const std::vector<std::string>& wanted) {
  DatReal worst = 0;
  for (std::size_t l = 0; l < output.size(); ++l) {
    const DatReal difference = abs(output[l] - number(wanted[l]));
    if (difference > worst) worst = difference;
  }
  return worst;
}

}  // namespace oracle
