#include "constructions/anna/simulates_mpc.hpp"

namespace attest {

Json weights_of_simulation(const MpcSimulation& simulation, Variant variant) {
  const bool repaired = variant != Variant::printed;
  Json layers = Json::array();
  for (std::size_t l = 0; l < simulation.network.layers.size(); ++l) {
    const attention::MatchLayer& layer = simulation.network.layers[l];
    Json dimensions = Json::array();
    for (const attention::MatchHead& head : layer.heads) dimensions.push_back(head.value_length());
    Json entry = {{"layer", layer.program->name}, {"value_dimensions", std::move(dimensions)}};
    const bool last = l + 1 == simulation.network.layers.size();
    if (l == 0) {
      entry["query"] = "p_i";
      entry["key"] = "p_ceil(idx/s)";
      entry["value"] = "(input_idx, idx) at the entries 2i'-1, 2i'";
    } else if (last && !repaired) {
      entry["query"] = "p_ceil(idx/s)";
      entry["key"] = "p_i for i <= ceil(n/s)";
      entry["value"] = "what machine i sends to itself, as pairs (output_idx, idx)";
    } else {
      entry["query"] = last ? "p_ceil(idx/s)" : "p_i";
      entry["key"] = "p_dest of the machine's h-th message in head h";
      entry["value"] = "phi(Msg, dest, i)";
    }
    if (repaired) entry["last_head"] = "query, key and value are the token's own number";
    layers.push_back(std::move(entry));
  }
  return {{"protocol", simulation.protocol.name},
          {"rounds", simulation.protocol.round_count()},
          {"machines", simulation.protocol.machines},
          {"query_key_dimension", simulation.tokens.key_bits},
          {"layers", std::move(layers)}};
}

}  // namespace attest
