// What `attest show` says of layers whose functions are programs: from the record that runs, head by head.
#include <catch2/catch.hpp>

#include "whole_catalogue.hpp"

namespace attest::shown_layers_test {

TEST_CASE("Each head of a layer that plays machines shows query, key and value", "[anna][show]") {
  const std::vector<std::pair<const char*, std::vector<std::string>>> settings = {
      {"anna/routing", {"q=3", "s=2"}},
      {"anna/simulates-mpc", {"protocol=sort", "n=4", "s=4"}},
      {"anna/simulates-mpc", {"protocol=one-hop", "n=3", "s=3", "theorem=B.13"}},
      {"anna/anna-simulates-mpc", {"protocol=sort", "n=4", "s=4"}},
      {"anna/sublinear-simulation", {"protocol=sort", "n=4", "s=4", "k=2"}},
      {"anna/low-rank", {"N=2", "r=1", "m=1", "s=2", "theorem=D.1"}}};
  for (const auto& [id, words] : settings) {
    const Claim& claim = whole_catalogue().find(id);
    for (const VariantInfo& variant : claim.info().variants) {
      INFO(id << " " << to_string(variant.variant));
      const Json shown = claim.weights(variant.variant, parse_parameters(claim.info().parameters, words));
      CHECK(shown.at("query_key_dimension").get<long>() >= 1);
      REQUIRE_FALSE(shown.at("layers").empty());
      for (const Json& layer : shown["layers"]) {
        CHECK_FALSE(layer.at("layer").get<std::string>().empty());
        REQUIRE_FALSE(layer.at("heads").empty());
        for (const Json& head : layer["heads"]) {
          for (const char* field : {"heads", "query", "key", "value"})
            CHECK_FALSE(head.at(field).get<std::string>().empty());
          CHECK(head.at("value_dimension").get<long>() >= 1);
        }
      }
    }
  }
}

}  // namespace attest::shown_layers_test
