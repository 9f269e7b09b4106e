#include "attention/relu_network.hpp"

#include <stdexcept>
#include <utility>

namespace attest {

ReluNetwork::ReluNetwork(std::vector<AffineMap> layers) : layers_(std::move(layers)) {
  for (std::size_t k = 0; k < layers_.size(); ++k) {
    const bool fits = layers_[k].weight.rows() == layers_[k].bias.size() &&
                      (k == 0 || layers_[k].weight.cols() == layers_[k - 1].weight.rows());
    if (!fits) throw std::invalid_argument("a network whose layers do not fit together");
  }
}

RationalVector ReluNetwork::operator()(RationalVector x) const {
  for (std::size_t k = 0; k < layers_.size(); ++k) {
    if (k != 0) {
      for (Eigen::Index c = 0; c < x.size(); ++c) {
        if (x(c) < 0) x(c) = 0;
      }
    }
    x = (layers_[k].weight * x + layers_[k].bias).eval();
  }
  return x;
}

long ReluNetwork::parameters() const {
  long result = 0;
  for (const auto& layer : layers_) result += static_cast<long>(layer.weight.size() + layer.bias.size());
  return result;
}

Json ReluNetwork::to_json() const {
  Json result = Json::array();
  for (const auto& layer : layers_) {
    Json rows = Json::array();
    for (Eigen::Index r = 0; r < layer.weight.rows(); ++r) {
      Json row = Json::array();
      for (Eigen::Index c = 0; c < layer.weight.cols(); ++c) row.push_back(to_string(layer.weight(r, c)));
      rows.push_back(std::move(row));
    }
    Json bias = Json::array();
    for (Eigen::Index r = 0; r < layer.bias.size(); ++r) bias.push_back(to_string(layer.bias(r)));
    result.push_back({{"weight", std::move(rows)}, {"bias", std::move(bias)}});
  }
  return result;
}

}  // namespace attest
