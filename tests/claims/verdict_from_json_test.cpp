// Verdicts are read as they were written, and what is no verdict on the same is refused.
#include "claims/verdict_from_json.hpp"

#include <catch2/catch.hpp>

#include <functional>

#include "whole_catalogue.hpp"

namespace attest::verdict_from_json_test {

TEST_CASE("The first verdict of each variant of every claim of the catalogue is read as it was written",
          "[claims]") {
  int seen = 0;
  for (const Claim* claim : whole_catalogue().claims()) {
    if (claim->info().standard_sizes.empty()) continue;
    const StandardSize& size = claim->info().standard_sizes.front();
    const Parameters parameters = parse_parameters(claim->info().parameters, size.words);
    for (const auto& [variant, recorded] : size.recorded) {
      INFO(claim->info().id << " " << to_string(variant));
      VerifyOptions options;
      options.failing_limit = 2;
      const Json written = to_json(claim->verify(variant, parameters, options));
      CHECK(to_json(verdict_from_json(Json::parse(written.dump()), claim->info(), variant, parameters)) ==
            written);
      ++seen;
    }
  }
  CHECK(seen > 100);
}

TEST_CASE("What is no verdict on the same setting, or contradicts itself, is refused", "[claims]") {
  const Claim& claim = whole_catalogue().find("strassen/function-composition");
  const Parameters parameters = parse_parameters(claim.info().parameters, {"n=2"});
  const Json right = to_json(claim.verify(Variant::repaired, parameters, {}));
  const auto read = [&](const std::function<void(Json&)>& change) {
    Json json = right;
    change(json);
    return verdict_from_json(json, claim.info(), Variant::repaired, parameters);
  };
  CHECK(read([](Json&) {}).status == Status::holds);
  const std::vector<std::function<void(Json&)>> wrong{
      [](Json& json) { json = Json::array(); },
      [](Json& json) { json["claim"] = "strassen/match3"; },
      [](Json& json) { json["variant"] = "printed"; },
      [](Json& json) { json["parameters"]["n"] = 3; },
      [](Json& json) { json["verdict"] = "true"; },
      [](Json& json) { json["verdict"] = 1; },
      [](Json& json) { json["evidence"] = "sampling"; },
      [](Json& json) { json["kind"] = "typo"; },
      [](Json& json) { json["checks"][0].erase("essential"); },
      [](Json& json) { json["inputs"]["checked"] = "-1"; },
      [](Json& json) { json["inputs"]["checked"] = 1.5; },
      [](Json& json) { json["size"]["heads"] = "one"; },
      [](Json& json) { json["notes"] = "none"; },
      [](Json& json) { json.erase("margins"); },
  };
  for (std::size_t k = 0; k < wrong.size(); ++k) {
    INFO(k);
    CHECK_THROWS_AS(read(wrong[k]), std::invalid_argument);
  }
  // It holds beside what is undecided, and what nobody looked at.
  CHECK_THROWS_AS(read([](Json& json) { json["inputs"]["undecided"] = "1"; }), std::logic_error);
  CHECK_THROWS_AS(read([](Json& json) { json["inputs"]["checked"] = "1"; }), std::logic_error);
}

}  // namespace attest::verdict_from_json_test
