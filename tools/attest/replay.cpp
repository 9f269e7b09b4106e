#include "tools/attest/replay.hpp"

#include <limits>

#include "claims/stop.hpp"
#include "claims/usage_error.hpp"
#include "tools/attest/arguments.hpp"
#include "tools/attest/common_options.hpp"
#include "tools/attest/explained_input.hpp"
#include "tools/attest/verdict_document.hpp"

namespace attest {

namespace {

constexpr std::size_t longest_argument = 2000;  // of a command line that somebody copies

}  // namespace

std::optional<Json> refuted_input(const Claim& claim, const Verdict& verdict, std::uint64_t seed) {
  const Json& witness = verdict.counterexample;
  if (!witness.is_object() || (verdict.status != Status::refuted && verdict.status != Status::ill_formed))
    return std::nullopt;
  std::vector<Json> inputs;
  try {
    // How inputs are spelled: the fields of one.
    const Json shape = claim.run(verdict.variant, verdict.parameters, "random", seed)["input"];
    if (witness.contains("input") && (witness["input"].is_object() || witness["input"].is_array()))
      inputs.push_back(witness["input"]);
    if (witness.contains("rank") && witness["rank"].is_string())
      inputs.emplace_back("rank:" + witness["rank"].get<std::string>());
    Json fields = Json::object();
    if (shape.is_object()) {
      for (const auto& [name, value] : shape.items()) {
        if (witness.contains(name)) fields[name] = witness[name];
      }
    }
    if (!fields.empty()) inputs.push_back(std::move(fields));
  } catch (const UsageError&) {  // no inputs
    return std::nullopt;
  } catch (const Stopped&) {
    return std::nullopt;
  }
  for (const Json& input : inputs) {
    try {
      if (claim.run(verdict.variant, verdict.parameters, input, seed)["verdict"] == to_string(verdict.status))
        return input;
    } catch (const UsageError&) {  // no input
    } catch (const Stopped&) {
      return std::nullopt;
    }
  }
  return std::nullopt;
}

void add_replay(const Claim& claim, const std::string& word, const std::optional<std::string>& weights,
                Verdict& verdict) {
  Json& witness = verdict.counterexample;
  const bool shown = verdict.status == Status::refuted || verdict.status == Status::ill_formed;
  if (!shown || word == "-" || weights == "-") return;
  if (witness.is_null()) {
    // What fails is said by the check alone.
    for (const Check& check : verdict.checks) {
      if (!check.essential || check.status != verdict.status) continue;
      witness = {{"check", check.name}, {"what", check.reason ? Json(*check.reason) : Json()}};
      break;
    }
  }
  if (!witness.is_object() || witness.contains("replay")) return;
  const std::uint64_t seed =  // that of the command, which names none
      read_count("--seed", default_seed, 0, std::numeric_limits<std::uint64_t>::max());
  const auto command = [&](const char* subcommand) {
    std::vector<std::string> words{"attest", subcommand, word, "--variant", to_string(verdict.variant)};
    for (std::string& parameter : parameter_words(verdict.parameters)) words.push_back(std::move(parameter));
    return words;
  };
  if (weights) {
    // Of a wrong output; it is not tried: `run` reads the same weights.
    if (witness.contains("rank") && witness.contains("position")) {
      std::vector<std::string> words = command("run");
      words.insert(words.end(),
                   {"--weights", *weights, "--input", "rank:" + witness["rank"].get<std::string>()});
      witness["replay"] = shell_command(words);
      return;
    }
  } else {
    const std::optional<Json> input = refuted_input(claim, verdict, seed);
    if (input && input->dump().size() <= longest_argument) {
      std::vector<std::string> words = command("run");
      words.insert(words.end(), {"--input", input->is_string() ? input->get<std::string>() : input->dump()});
      witness["replay"] = shell_command(words);
      return;
    }
  }
  // No input is at fault, or none that `run` judges: the check is made again.
  std::vector<std::string> words = command("verify");
  if (weights) words.insert(words.end(), {"--weights", *weights});
  witness["replay"] = shell_command(words);
}

}  // namespace attest
