#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <memory>
#include <optional>

#include "claims/usage_error.hpp"
#include "tools/attest/arguments.hpp"
#include "tools/attest/build_identity.hpp"
#include "tools/attest/commands.hpp"
#include "tools/attest/common_options.hpp"
#include "tools/attest/output.hpp"
#include "tools/attest/plan_script.hpp"
#include "tools/attest/streams.hpp"
#include "tools/attest/theorem_argument.hpp"
#include "tools/attest/timed_verify.hpp"
#include "tools/attest/variants.hpp"
#include "tools/attest/verdict_document.hpp"
#include "tools/attest/version.hpp"
#include "verification/judged_claim.hpp"
#include "verification/layer_setting.hpp"
#include "verification/stop_reason.hpp"

namespace attest {

namespace {

// `attest merge` takes no more.
constexpr std::uint64_t most_parts = 1000000;

struct PlanArguments {
  explicit PlanArguments(const CommandLine& line)
      : claim(line.word("claim")),
        words(line.words("parameters")),
        variant(line.value("--variant")),
        parts(line.value("--parts")),
        common(line) {}

  std::string claim;
  std::vector<std::string> words;
  std::optional<std::string> variant;
  std::optional<std::string> parts;
  CommonOptions common;
};

// What one part of all settings takes.
struct Cost {
  Integer inputs = 0;                 // of the whole
  std::optional<Integer> fewest;      // of the smallest setting
  std::optional<double> seconds = 0;  // of one core for the whole; nothing where that is not known
};

Cost cost_of(const JudgedClaim& claim, const Runs& runs, Method method) {
  Cost cost;
  for (const auto& [parameters, variant] : runs) {
    const auto setting = claim.setting(variant, parameters);
    const auto* layer = dynamic_cast<const LayerSetting*>(setting.get());
    const Integer inputs = setting->task().space().size();
    if (!cost.fewest || inputs < *cost.fewest) cost.fewest = inputs;
    cost.inputs += inputs;
    const auto seconds = (layer != nullptr ? plan_of(*layer, method) : setting->plan()).seconds();
    if (!seconds) cost.seconds.reset();
    if (cost.seconds) *cost.seconds += *seconds;
  }
  return cost;
}

std::string time_text(double seconds) {
  if (!std::isfinite(seconds) || seconds > 1e10) return "more than 300 years";
  if (seconds < 1) return "less than a second";
  if (seconds < 100) return fmt::format("about {:.0f} seconds", seconds);
  if (seconds < 6000) return fmt::format("about {:.0f} minutes", seconds / 60);
  if (seconds < 360000) return fmt::format("about {:.0f} hours", seconds / 3600);
  return fmt::format("about {:.0f} days", seconds / 86400);
}

std::string estimate_text(const Cost& cost, Method method, std::uint64_t parts, int threads) {
  std::string text = method == Method::cover
                         ? fmt::format("boxes of {} inputs in all", short_count(cost.inputs))
                         : fmt::format("{} inputs", short_count(Integer((cost.inputs + parts - 1) / parts)));
  if (cost.seconds)
    text += fmt::format(", {} (within a factor of about ten)",
                        time_text(*cost.seconds / static_cast<double>(parts) / threads));
  return text;
}

// Whether runs of this setting can be kept and gone on with.
bool takes_checkpoints(const CommonOptions& common, const Claim& claim, const Runs& runs) {
  TimedVerify verify(common);
  verify.expect_checkpoint();
  try {
    for (const auto& [parameters, variant] : runs) verify.check(claim, variant, parameters);
  } catch (const UsageError&) {
    return false;
  }
  return true;
}

// What each part is asked for, behind the program's name.
std::vector<std::string> verify_words(const PlanArguments& arguments, Method method) {
  std::vector<std::string> words{"verify", arguments.claim};
  words.insert(words.end(), arguments.words.begin(), arguments.words.end());
  const auto add = [&](const char* option, const std::optional<std::string>& value) {
    if (value) words.insert(words.end(), {option, *value});
  };
  const CommonOptions& common = arguments.common;
  add("--variant", arguments.variant);
  add("--by", method == Method::cover ? "cover" : "enumeration");
  add("--margin", common.margin);
  if (common.count) words.emplace_back("--count");
  add("--failing", common.failing);
  if (common.seed != default_seed) add("--seed", common.seed);
  return words;
}

}  // namespace

ExitStatus run_plan(const Context& context, const CommandLine& line) {
  PlanArguments arguments(line);
  CommonOptions& common = arguments.common;
  common.check();
  if (!arguments.parts) throw UsageError("--parts: missing, expected how many parts to make");
  const std::uint64_t parts = read_count("--parts", *arguments.parts, 2, most_parts);
  if (arguments.claim == "-")
    throw UsageError("claim", "-", "a claim or a file: every part reads the theorem again");
  const Claim& claim = theorem_argument(context, arguments.claim);
  Output output(common.chosen_out(), common.chosen_max_bytes());
  // Each part as `verify --part` refuses it, before anything is submitted.
  common.part = fmt::format("0/{}", parts);
  const Method method = common.verify_options().method.peek();
  if (method != Method::cover) {
    if (common.margin) throw UsageError("--margin: expected --by cover beside it");
    if (common.count) throw UsageError("--count: expected --by cover beside it");
  } else if (common.failing) {
    throw UsageError("--failing: nothing beside --by cover, whose inputs nobody looks at one by one");
  }
  const auto settings = parse_parameter_ranges(claim.info().parameters, arguments.words);
  Runs runs;
  TimedVerify verify(common);
  for (const auto& parameters : settings) {
    for (const Variant variant : chosen_variants(claim.info(), arguments.variant)) {
      verify.check(claim, variant, parameters);
      runs.emplace_back(parameters, variant);
    }
  }
  PlanScript script;
  const int threads = common.threads ? common.verify_options().threads : 1;
  if (const auto* judged = dynamic_cast<const JudgedClaim*>(&claim)) {
    const Cost cost = cost_of(*judged, runs, method);
    if (method != Method::cover && *cost.fewest < parts)
      throw UsageError("--parts", *arguments.parts,
                       fmt::format("at most as many as there are inputs, {}", short_count(*cost.fewest)));
    script.estimate = estimate_text(cost, method, parts, threads);
  }
  // One line, whatever the names hold.
  script.verify = verify_words(arguments, method);
  script.title = shell_command(script.verify);
  script.command = context.command;
  script.program = std::filesystem::read_symlink("/proc/self/exe").string();
  script.build = fmt::format("attest {} ({})", version(), build_identity());
  script.folder = std::filesystem::current_path().string();
  script.parts = parts;
  script.threads = threads;
  script.checkpoints = method != Method::cover && takes_checkpoints(common, claim, runs);
  output.write(plan_script(script));
  output.commit();
  if (!common.quiet) {
    const std::string name = common.chosen_out();
    tell(fmt::format("attest: {} parts, each {}; {}", parts,
                     script.estimate.empty() ? "a part of the whole" : script.estimate,
                     name.empty() ? "save it as NAME.sh, then: bash NAME.sh submit"
                                  : "submit them: bash " + name + " submit"));
  }
  return exit_holds;
}

}  // namespace attest
