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

void add_replay(const Claim& claim, const std::string& word, Verdict& verdict) {
  Json& witness = verdict.counterexample;
  if (!witness.is_object() || witness.contains("replay") || verdict.own || verdict.status != Status::refuted)
    return;
  const std::uint64_t seed =  // that of the command, which names none
      read_count("--seed", default_seed, 0, std::numeric_limits<std::uint64_t>::max());
  try {
    // How inputs are spelled: the fields of one.
    const Json shape = claim.run(verdict.variant, verdict.parameters, "random", seed)["input"];
    if (!shape.is_object()) return;
    Json input = Json::object();
    for (const auto& [name, value] : shape.items()) {
      if (witness.contains(name)) input[name] = witness[name];
    }
    if (input.empty() || input.dump().size() > longest_argument) return;
    if (claim.run(verdict.variant, verdict.parameters, input, seed)["verdict"] != to_string(Status::refuted))
      return;
    std::vector<std::string> words{"attest", "run", word, "--variant", to_string(verdict.variant)};
    for (std::string& parameter : parameter_words(verdict.parameters)) words.push_back(std::move(parameter));
    words.insert(words.end(), {"--input", input.dump()});
    witness["replay"] = shell_command(words);
  } catch (const UsageError&) {  // no inputs, or no input
  } catch (const Stopped&) {
  }
}

}  // namespace attest
