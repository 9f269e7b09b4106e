#include "precision/matching/match_network_problem.hpp"

#include <stdexcept>

namespace attest {

namespace {

// The binary digits of an identifier, lowest first.
MatchKey digits_of(long identifier, long bits) {
  MatchKey digits;
  for (long b = 0; b < bits; ++b) digits.push_back((identifier >> b) & 1);
  return digits;
}

bool is_identifier(long number, long bits) {
  return number >= 1 && number >> bits == 0;
}

}  // namespace

MatchNetworkProblem::MatchNetworkProblem(Parts parts) : parts_(std::move(parts)) {
  if (parts_.readings.size() != parts_.network.layers.size())
    throw std::logic_error("every layer of a network needs the readings of its heads");
  for (std::size_t l = 0; l < parts_.readings.size(); ++l) {
    const auto& dimensions = parts_.network.layers[l].value_dimensions;
    bool same = dimensions.size() == parts_.readings[l].size();
    for (std::size_t h = 0; same && h < dimensions.size(); ++h)
      same = dimensions[h] == static_cast<long>(parts_.readings[l][h].entries);
    if (!same) throw std::logic_error("a layer's readings are not those of its heads");
  }
}

std::vector<TokenState> MatchNetworkProblem::states(std::span<const Symbol> word) const {
  mpc::Words input;
  for (const Symbol symbol : word) input.push_back(task().first_symbol() + static_cast<mpc::Value>(symbol));
  std::vector<TokenState> states;
  for (long token = 1; token <= parts_.network.tokens; ++token) {
    TokenState state;
    for (const mpc::Fraction& entry : parts_.network.embed(token, input))
      state.emplace_back(entry.numerator, entry.denominator);
    states.push_back(std::move(state));
  }
  return states;
}

mpc::Row MatchNetworkProblem::read(std::size_t layer, const TokenState& state) const {
  const std::span<const Rational> numbers(state);
  if (layer == 0) return integers_reading(numbers.size()).read(numbers);
  mpc::Row row;
  std::size_t begin = 0;
  for (const HeadReading& head : parts_.readings[layer - 1]) {
    const mpc::Row part = head.read(numbers.subspan(begin, head.entries));
    row.insert(row.end(), part.begin(), part.end());
    begin += head.entries;
  }
  return row;
}

std::vector<MatchOffer> MatchNetworkProblem::offers(std::size_t layer, std::size_t token,
                                                    const TokenState& state) const {
  const mpc::ExactMatchLayer& network_layer = parts_.network.layers[layer];
  const long bits = parts_.network.key_bits;
  const long position = parts_.network.positional ? static_cast<long>(token) + 1 : 0;
  std::vector<mpc::HeadToken> heads;
  try {
    heads = network_layer.project(read(layer, state), position);
  } catch (const std::invalid_argument& refused) {  // of MessageEncoding::encode
    throw UndefinedState(refused.what());
  }
  std::vector<MatchOffer> result;
  for (std::size_t h = 0; h < heads.size(); ++h) {
    MatchOffer offer;
    if (!is_identifier(heads[h].query, bits)) throw UndefinedState("a query is no identifier");
    offer.query = digits_of(heads[h].query, bits);
    // Other keys are those that no query equals.
    if (is_identifier(heads[h].key, bits)) offer.key = digits_of(heads[h].key, bits);
    offer.value.assign(static_cast<std::size_t>(network_layer.value_dimensions[h]), Rational(0));
    for (std::size_t k = 0; k < heads[h].value.size(); ++k) {
      if (heads[h].value[k] != 0) offer.value[k] = heads[h].value[k];
    }
    result.push_back(std::move(offer));
  }
  return result;
}

std::vector<Rational> MatchNetworkProblem::outputs(std::size_t token, const TokenState& state) const {
  return parts_.outputs(static_cast<long>(token) + 1, read(layers(), state));
}

}  // namespace attest
