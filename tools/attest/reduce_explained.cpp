#include "tools/attest/reduce_explained.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "claims/claim.hpp"
#include "claims/usage_error.hpp"
#include "tools/attest/explained_walk.hpp"
#include "tools/attest/output.hpp"
#include "tools/attest/provenance.hpp"
#include "tools/attest/theorem_argument.hpp"
#include "tools/attest/verdict_document.hpp"
#include "tools/attest/version.hpp"
#include "tools/attest/walkthrough_report.hpp"

namespace attest {

namespace {

constexpr int most_draws = 10000;

// What the independent solver says of the first answer; null where it says nothing.
Json first_truth(const Json& run) {
  if (!run.contains("outputs") || run["outputs"].empty()) return nullptr;
  return run["outputs"][0].value("truth", Json());
}

}  // namespace

const Claim* whole_reduction(const Context& context, const std::string& word) {
  if (is_theorem_file(word)) {
    const Claim& claim = theorem_argument(context, word);
    if (claim.info().kind != "reduction")
      throw UsageError("REDUCTION", word,
                       "a file that states a reduction (`attest verify` runs other theorems)");
    return &claim;
  }
  for (const auto& reduction : reductions()) {
    if (reduction->info().claim == word) return nullptr;
  }
  for (const Claim* claim : context.catalogue.claims()) {
    const ClaimInfo& info = claim->info();
    if (info.kind != "reduction") continue;
    const bool in_a_chain = std::any_of(reductions().begin(), reductions().end(), [&](const auto& reduction) {
      return reduction->info().claim == info.id;
    });
    if (!in_a_chain && (info.id == word || info.id.substr(info.id.find('/') + 1) == word)) return claim;
  }
  return nullptr;
}

ExitStatus write_walk(const Context& context, const CommonOptions& common, const Walkthrough& walk) {
  const Format format = common.chosen_format();
  if (format == Format::csv) throw UsageError("--format", "csv", "text, json, markdown or latex");
  Output output(common.chosen_out(), common.chosen_max_bytes());
  const Provenance provenance{context.command, common.chosen_seed()};
  if (format == Format::json) {
    Json document = {{"schema", "attest/walk/1"},
                     {"version", version()},
                     {"command", context.command},
                     {"seed", common.chosen_seed()}};
    document.update(walk.to_json());
    output.write(json_text(document));
  } else {
    if (output.to_file()) output.write(provenance.first_line(format));
    output.write(walkthrough_report(walk, format));
  }
  output.commit();
  return exit_status_of(walk.verdict);
}

Walkthrough walk_of_claim(const Claim& claim, const std::string& word, Variant variant,
                          const Parameters& parameters, const std::optional<Json>& input, Planted planted,
                          std::uint64_t seed) {
  Json chosen = input.value_or("random");
  if (planted != Planted::nothing) {
    if (input)
      throw UsageError("--planted", planted == Planted::yes ? "yes" : "no", "nothing beside --input");
    const int wanted = planted == Planted::yes ? 1 : 0;
    bool found = false;
    for (int draw = 0; draw < most_draws && !found; ++draw) {
      const Json run = claim.run(variant, parameters, "random", seed + static_cast<std::uint64_t>(draw));
      const Json truth = first_truth(run);
      if (truth != 0 && truth != 1)
        throw UsageError("--planted", wanted == 1 ? "yes" : "no", "a reduction whose answer is yes or no");
      found = truth == wanted;
      if (found) chosen = run["input"];
    }
    if (!found)
      throw UsageError("--planted", wanted == 1 ? "yes" : "no",
                       fmt::format("an answer that one of {} random instances has", most_draws));
  }
  Walkthrough walk = explained_walk(claim, variant, parameters, chosen, seed);
  walk.title = fmt::format("{} ({}) {}", word, to_string(variant), parameters.to_string());
  return walk;
}

}  // namespace attest
