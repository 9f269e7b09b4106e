#include "oracles/dat_evaluation.hpp"

namespace oracle {

DatReal number(const std::string& fraction) {
  const auto slash = fraction.find('/');
  if (slash == std::string::npos) return DatReal(fraction);
  return DatReal(fraction.substr(0, slash)) / DatReal(fraction.substr(slash + 1));
}

std::vector<DatReal> relational_attention(const Grid& grid, const DatReal& beta, long x,
                                          const std::vector<long>& y) {
  const auto query = static_cast<std::size_t>(x - 1);
  std::vector<DatReal> weights;
  DatReal total = 0;
  for (const long object : y) {
    weights.push_back(exp(beta * grid.utility[query][static_cast<std::size_t>(object - 1)]));
    total += weights.back();
  }
  std::vector<DatReal> result(grid.relation[query][0].size(), DatReal(0));
  for (std::size_t i = 0; i < y.size(); ++i) {
    const auto& relation = grid.relation[query][static_cast<std::size_t>(y[i] - 1)];
    for (std::size_t l = 0; l < result.size(); ++l) result[l] += weights[i] / total * relation[l];
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

DatReal error(const std::vector<DatReal>& output, const std::vector<DatReal>& wanted) {
  DatReal worst = 0;
  for (std::size_t l = 0; l < output.size(); ++l) {
    const DatReal difference = abs(output[l] - wanted[l]);
    if (difference > worst) worst = difference;
  }
  return worst;
}

long least_integer_temperature(const Grid& grid, long n, const DatReal& eps) {
  DatReal threshold = 0;
  for (std::size_t x = 0; x < grid.utility.size(); ++x) {
    const auto& u = grid.utility[x];
    for (std::size_t s = 0; s < u.size(); ++s) {
      for (std::size_t y = 0; y < u.size(); ++y) {
        if (u[s] <= u[y]) continue;
        const DatReal odds = (n - 1) * (error(grid.relation[x][y], grid.relation[x][s]) - eps) / eps;
        if (odds <= 1) continue;
        const DatReal needed = log(odds) / (u[s] - u[y]);
        if (needed > threshold) threshold = needed;
      }
    }
  }
  return floor(threshold).convert_to<long>() + 1;
}

}  // namespace oracle
