#include "theorems/proof/encoding_rows.hpp"

namespace attest::theorems {

using proof::Laurent;

namespace {

// to += factor * other, without the zeros that come of it.
template <class Map>
void add(Map& to, const Map& other, const Laurent& factor) {
  for (const auto& [monomial, coefficient] : other) {
    Laurent& sum = to[monomial];
    sum += factor * coefficient;
    if (sum.is_zero()) to.erase(monomial);
  }
}

void add(std::vector<Laurent>& to, const std::vector<Laurent>& other, const Laurent& factor) {
  for (std::size_t c = 0; c < to.size(); ++c) to[c] += factor * other[c];
}

// A factor to divide by, a number if there is one.
const std::pair<const Laurent::Monomial, Laurent>* pivot_of(const std::map<Laurent::Monomial, Laurent>& row,
                                                            const proof::Variables& variables) {
  const std::pair<const Laurent::Monomial, Laurent>* found = nullptr;
  for (const auto& entry : row) {
    const Laurent& factor = entry.second;
    if (factor.constant()) return &entry;
    if (found == nullptr && factor.inverse() && (variables.positive(factor) || variables.positive(-factor)))
      found = &entry;
  }
  return found;
}

}  // namespace

// Gauss-Jordan elimination, coordinate by coordinate.
EncodingRows::EncodingRows(const std::vector<Laurent>& encoding, const proof::Variables& variables)
    : variables_(&variables), coordinates_(encoding.size()) {
  for (std::size_t c = 0; c < encoding.size(); ++c) {
    Row row{split(encoding[c]), {}, std::vector<Laurent>(encoding.size())};
    row.weights[c] = 1;
    for (const Row& earlier : rows_) {
      const auto at = row.value.find(earlier.pivot);
      if (at == row.value.end()) continue;
      const Laurent factor = -at->second;
      add(row.value, earlier.value, factor);
      add(row.weights, earlier.weights, factor);
    }
    const auto* pivot = pivot_of(row.value, variables);
    if (pivot == nullptr) continue;  // a combination of those before, or one of no use
    row.pivot = pivot->first;
    const std::optional<Laurent> inverse = pivot->second.inverse();
    Split scaled;
    add(scaled, row.value, *inverse);
    row.value = std::move(scaled);
    for (Laurent& weight : row.weights) weight = *inverse * weight;
    for (Row& earlier : rows_) {
      const auto at = earlier.value.find(row.pivot);
      if (at == earlier.value.end()) continue;
      const Laurent factor = -at->second;
      add(earlier.value, row.value, factor);
      add(earlier.weights, row.weights, factor);
    }
    rows_.push_back(std::move(row));
  }
}

std::optional<std::vector<Laurent>> EncodingRows::weights(const Laurent& value) const {
  Split rest = split(value);
  std::vector<Laurent> weights(coordinates_);
  for (const Row& row : rows_) {
    const auto at = rest.find(row.pivot);
    if (at == rest.end()) continue;
    const Laurent factor = at->second;
    add(rest, row.value, -factor);
    add(weights, row.weights, factor);
  }
  if (!rest.empty()) return std::nullopt;
  return weights;
}

EncodingRows::Split EncodingRows::split(const Laurent& value) const {
  Split parts;
  for (const auto& [monomial, coefficient] : value.terms()) {
    Laurent::Monomial token;
    Laurent factor(coefficient);
    for (const auto& [name, exponent] : monomial) {
      if (!variables_->is_size(name)) {
        token.emplace(name, exponent);
        continue;
      }
      const Laurent size = Laurent::variable(name);
      factor = factor * power(exponent < 0 ? *size.inverse() : size, exponent < 0 ? -exponent : exponent);
    }
    parts[token] += factor;
  }
  return parts;
}

}  // namespace attest::theorems
