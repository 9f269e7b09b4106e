#include "tools/attest/export_layer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <set>

#include "claims/input_files.hpp"
#include "claims/stop.hpp"
#include "claims/usage_error.hpp"
#include "exchange/export_files.hpp"
#include "exchange/token_document.hpp"
#include "theorems/theorem_claim.hpp"
#include "tools/attest/arguments.hpp"
#include "tools/attest/build_identity.hpp"
#include "tools/attest/directory_output.hpp"
#include "tools/attest/interrupt.hpp"
#include "tools/attest/progress.hpp"
#include "tools/attest/theorem_argument.hpp"
#include "tools/attest/variants.hpp"
#include "tools/attest/version.hpp"
#include "tools/attest/weights_option.hpp"
#include "tools/attest/what_claim_has.hpp"

namespace attest {

namespace {

constexpr std::uint64_t most_vectors = 1000000;

[[noreturn]] void refuse(const std::string& claim, const std::string& why) {
  throw UsageError(fmt::format("{}: no layer to export: {}", claim, why));
}

using LayersToExport = std::vector<std::pair<const attention::Layer*, std::vector<attention::Token>>>;

// The layers of the setting with the tokens that are looked at behind each.
LayersToExport layers_of(const LayerSetting& setting, const std::string& claim) {
  if (setting.match_layers() != nullptr) {
    refuse(
        claim,
        "several layers of exact match, whose queries, keys and values are arbitrary functions of a token's "
        "state: no arrays (`attest show --format json` has them)");
  }
  if (!setting.runnable()) {
    for (const Check& check : setting.checks_before()) {
      if (check.status == Status::ill_formed || check.status == Status::not_applicable)
        refuse(claim, fmt::format("{}: {}", to_string(check.status), check.reason.value_or(check.name)));
    }
    refuse(claim, "there is nothing to run");
  }
  LayersToExport layers;
  if (const attention::LayerStack* stack = setting.stack()) {
    for (std::size_t l = 0; l < stack->layers().size(); ++l)
      layers.emplace_back(&stack->layers()[l], stack->tokens(l));
    return layers;
  }
  const std::vector<std::size_t> judged = setting.task().judged_positions();
  const std::set<std::size_t> tokens(judged.begin(), judged.end());
  layers.emplace_back(&setting.prepared().layer(),
                      std::vector<attention::Token>(tokens.begin(), tokens.end()));
  return layers;
}

FloatFormat chosen_format(const CommandLine& line, exchange::Form form) {
  const auto given = line.value("--dtype");
  if (given && form == exchange::Form::json)
    throw UsageError("--dtype", *given, "nothing beside --to json, whose numbers are exact");
  const std::string name = given.value_or("float64");
  if (name != "float64" && name != "float32")
    throw UsageError("--dtype", name, one_of(name, {"float32", "float64"}));
  return *float_format_from_name(name == "float64" ? "fp64" : "fp32");
}

// A folder: the layer does not come alone.
std::string chosen_folder(const CommonOptions& common, const std::string& form) {
  const std::string path = common.chosen_out();
  if (path.empty()) throw UsageError("--out: missing, expected a folder that does not exist yet");
  const std::string ending = std::filesystem::path(path).extension().string();
  for (const char* file : {".npz", ".npy", ".safetensors", ".onnx", ".pt", ".pth", ".py", ".json"}) {
    if (ending == file)
      throw UsageError("--out", path, fmt::format("a folder, in which `--to {}` writes its files", form));
  }
  return path;
}

exchange::Origin origin_of(const Context& context, const Claim& claim, const LayerSetting& setting,
                           const CommonOptions& common, const std::string& word, bool own_weights) {
  exchange::Origin origin;
  origin.claim = claim.info().id;
  if (own_weights) origin.claim = "own:weights of " + origin.claim;
  if (is_theorem_file(word)) origin.claim += fmt::format(" ({})", word == "-" ? "standard input" : word);
  origin.title = claim.info().title;
  const Source& source = claim.info().source;
  if (!source.seed.empty()) origin.statement = fmt::format("{}, {}", source.seed, source.statement);
  origin.variant = to_string(setting.variant());
  origin.parameters = setting.parameters().to_string();
  origin.command = context.command;
  origin.version = version();
  origin.build = build_identity();
  origin.seed = common.chosen_seed();
  for (const auto& [name, hash] : input_files()) origin.files[name] = hash;
  return origin;
}

}  // namespace

std::vector<std::string> export_forms() {
  std::vector<std::string> names{"coq"};
  for (const auto& [name, form] : exchange::forms()) names.push_back(name);
  std::sort(names.begin(), names.end());
  return names;
}

ExitStatus export_layer(const Context& context, const CommandLine& line, const CommonOptions& common,
                        const std::string& name) {
  for (const char* option : {"--threads", "--budget"}) {
    if (const auto given = line.value(option))
      throw UsageError(option, *given, fmt::format("nothing beside --to {}: one layer is written", name));
  }
  const auto known = std::find_if(exchange::forms().begin(), exchange::forms().end(),
                                  [&](const auto& each) { return each.first == name; });
  const exchange::Form form = known->second;
  const FloatFormat format = chosen_format(line, form);
  const std::uint64_t count =
      read_count("--vectors", line.value("--vectors").value_or("256"), 1, most_vectors);
  const std::string folder = chosen_folder(common, name);

  const std::string word = line.word("claim");
  const Claim& claim = theorem_argument(context, word);
  const auto* theorem = dynamic_cast<const theorems::TheoremClaim*>(&claim);
  if (theorem == nullptr) refuse(claim.info().id, what_claim_has(claim.info()));
  const Variant variant = chosen_variant(claim.info(), line.value("--variant"));
  if (theorem->is_program(variant)) refuse(claim.info().id, what_claim_has(claim.info()));
  const Parameters parameters = parse_parameters(claim.run_parameters(), line.words("parameters"));
  theorem->refuse_automatic(variant, parameters);
  const auto made = theorem->setting_for_run(variant, parameters);
  auto* setting = dynamic_cast<LayerSetting*>(made.get());
  if (setting == nullptr) refuse(claim.info().id, what_claim_has(claim.info()));
  const auto weights = line.value("--weights");
  if (weights) setting->use_weights(read_weights(claim, variant, {parameters}, *weights));
  const LayersToExport layers = layers_of(*setting, claim.info().id);
  const auto& task = dynamic_cast<const theorems::TheoremTask&>(setting->task());

  DirectoryOutput output(folder, common.chosen_max_bytes());
  const exchange::ExportedLayer exported = exchange::exported_layer(layers, task, common.chosen_max_bytes());
  Progress progress(common.progress_shown(), "export " + claim.info().id);
  const exchange::TestVectors vectors =
      exchange::test_vectors(*setting, task, count, common.chosen_seed(),
                             [&](std::uint64_t done, std::uint64_t of) { progress.update(done, of); });
  progress.clear();
  const exchange::ExportFiles files =
      exchange::export_files(form, exported, exchange::token_document(*layers.front().first, task), vectors,
                             origin_of(context, claim, *setting, common, word, weights.has_value()), format);
  for (const auto& [file, bytes] : files.files) output.write(file, bytes);
  if (interrupt_flag()) return exit_after_signal(interrupt_signal());
  output.commit();
  return exit_holds;
}

}  // namespace attest
