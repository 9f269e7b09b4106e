#include "protocols/exact_match_network.hpp"

#include <algorithm>

#include "claims/stop.hpp"

namespace attest::mpc {

long ExactMatchNetwork::heads() const {
  std::size_t most = 0;
  for (const auto& layer : layers) most = std::max(most, layer.value_dimensions.size());
  return static_cast<long>(most);
}

long ExactMatchNetwork::value_dimension() const {
  long most = 0;
  for (const auto& layer : layers) {
    for (const long dimension : layer.value_dimensions) most = std::max(most, dimension);
  }
  return most;
}

Row average_of_matches(long query, const std::vector<std::vector<HeadToken>>& tokens, std::size_t head,
                       long dimension) {
  std::vector<std::int64_t> sum(static_cast<std::size_t>(dimension), 0);
  std::int64_t count = 0;
  for (const auto& token : tokens) {
    check_stop();
    if (token[head].key != query) continue;
    ++count;
    const auto& value = token[head].value;
    for (std::size_t k = 0; k < value.size(); ++k) sum[k] += value[k];
  }
  Row result(sum.size());
  for (std::size_t k = 0; k < sum.size() && count != 0; ++k) result[k] = fraction(sum[k], count);
  return result;
}

std::vector<std::vector<Row>> run_network(const ExactMatchNetwork& network, const Words& input) {
  std::vector<std::vector<Row>> rows(1);
  for (long token = 1; token <= network.tokens; ++token) rows[0].push_back(network.embed(token, input));
  for (const ExactMatchLayer& layer : network.layers) {
    std::vector<std::vector<HeadToken>> tokens;
    for (long token = 1; token <= network.tokens; ++token) {
      check_stop();
      tokens.push_back(layer.project(rows.back()[token - 1], network.positional ? token : 0));
    }
    std::vector<Row> next(static_cast<std::size_t>(network.tokens));
    for (std::size_t i = 0; i < next.size(); ++i) {
      for (std::size_t h = 0; h < layer.value_dimensions.size(); ++h) {
        const Row head = average_of_matches(tokens[i][h].query, tokens, h, layer.value_dimensions[h]);
        next[i].insert(next[i].end(), head.begin(), head.end());
      }
    }
    rows.push_back(std::move(next));
  }
  return rows;
}

Words read_outputs(const ExactMatchNetwork& network, const std::vector<Row>& last) {
  Words outputs;
  for (long token = 1; token <= network.tokens; ++token) {
    outputs.push_back(network.psi(last[token - 1], network.positional ? token : 0));
  }
  return outputs;
}

}  // namespace attest::mpc
