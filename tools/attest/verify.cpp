#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <exception>
#include <memory>
#include <set>

#include "claims/stop.hpp"
#include "claims/usage_error.hpp"
#include "language/refused_place.hpp"
#include "ranks/shared_work.hpp"
#include "tools/attest/arguments.hpp"
#include "tools/attest/certificate_of_verdict.hpp"
#include "tools/attest/commands.hpp"
#include "tools/attest/common_options.hpp"
#include "tools/attest/expectations.hpp"
#include "tools/attest/explained_counterexample.hpp"
#include "tools/attest/fault_lines.hpp"
#include "tools/attest/interrupt.hpp"
#include "tools/attest/output.hpp"
#include "tools/attest/provenance.hpp"
#include "tools/attest/repair_offer.hpp"
#include "tools/attest/replay.hpp"
#include "tools/attest/streams.hpp"
#include "tools/attest/text.hpp"
#include "tools/attest/theorem_argument.hpp"
#include "tools/attest/timed_verify.hpp"
#include "tools/attest/variants.hpp"
#include "tools/attest/verdict_document.hpp"
#include "tools/attest/verdict_table.hpp"
#include "tools/attest/verdict_text.hpp"
#include "tools/attest/watch.hpp"
#include "tools/attest/weights_option.hpp"
#include "verification/cover/verdict.hpp"
#include "verification/judged_claim.hpp"
#include "verification/layer_setting.hpp"

namespace attest {

namespace {

struct VerifyArguments {
  explicit VerifyArguments(const CommandLine& line)
      : claim(line.word("claim")),
        variant(line.value("--variant")),
        words(line.words("parameters")),
        weights(line.value("--weights")),
        certificate(line.value("--certificate")),
        checkpoint(line.value("--checkpoint")),
        seconds_between(line.value("--checkpoint-every")),
        skip_impossible(line.has("--skip-impossible")),
        watch(line.has("--watch")),
        verbose(line.has("--verbose")),
        common(line) {}

  std::string claim;
  std::optional<std::string> variant;
  std::vector<std::string> words;
  std::optional<std::string> weights;
  std::optional<std::string> certificate;
  std::optional<std::string> checkpoint;
  std::optional<std::string> seconds_between;  // checkpoints
  bool skip_impossible;
  bool watch;
  bool verbose;
  CommonOptions common;
};

// Before anything is run: what a certificate cannot be of.
void check_certificate(const VerifyArguments& arguments, const Claim& claim,
                       const std::vector<std::pair<Parameters, Variant>>& runs) {
  const std::string file = *arguments.certificate;
  const auto refuse = [&](const std::string& why) {
    throw UsageError(fmt::format("--certificate: {}", why));
  };
  if (arguments.weights)
    refuse("nothing beside --weights: certificates are of the theorem's own layer so far");
  if (arguments.common.verify_options().part.given)
    refuse("nothing beside --part: certificates are of the whole input space");
  if (runs.size() != 1)
    refuse(fmt::format("expected one setting and one variant (--variant), found {} verdicts", runs.size()));
  if (file == "-" || file.empty() || file == arguments.common.out.value_or(""))
    throw UsageError("--certificate", file, "a file of its own");
  try {
    expect_certificate(claim, runs[0].second, runs[0].first);
  } catch (const theorems::certificates::NoCertificate& none) {
    refuse(none.what());
  }
}

// Written, or said why not: then the command has not done what it was asked for, which is undecided.
ExitStatus write_certificate(const Claim& claim, const Verdict& verdict, bool quiet, Output& file) {
  try {
    const auto certificate = write_certificate_of(claim, verdict, [&](const std::string& line) {
      if (interrupt_flag()) throw theorems::certificates::NoCertificate("it was interrupted");
      file.write(line);
    });
    file.commit();
    if (!quiet) tell(fmt::format("attest: certificate: {}", certificate.says));
    return exit_holds;
  } catch (const theorems::certificates::NoCertificate& none) {
    tell(fmt::format("attest: no certificate is written: {}", none.what()));
    return exit_undecided;
  }
}

// What can be refused whatever the sizes are.
void check_checkpoint(const VerifyArguments& arguments, bool sizes_missing) {
  if (arguments.seconds_between) read_seconds("--checkpoint-every", *arguments.seconds_between);
  if (!arguments.checkpoint) {
    if (arguments.seconds_between)
      throw UsageError("--checkpoint-every: expected --checkpoint FILE beside it");
    return;
  }
  const std::string& file = *arguments.checkpoint;
  const CommonOptions& common = arguments.common;
  if (common.first)
    throw UsageError("--checkpoint: nothing beside --first, which may end before the inputs that were kept");
  if (sizes_missing)
    throw UsageError("--checkpoint: expected sizes, what the records say is run in one piece");
  if (common.verify_options().method.peek() == Method::cover)
    throw UsageError("--checkpoint: nothing beside --by cover, of which nothing is kept");
  if (file == common.out.value_or("") || file == arguments.certificate.value_or("") ||
      file == arguments.weights.value_or(""))
    throw UsageError("--checkpoint", file, "a file of its own");
}

// Which of several settings are too long to be enumerated shows when they are made: refused before the first is run.
void refuse_covers(const VerifyArguments& arguments, const Claim& claim, const Runs& runs) {
  const auto* judged = dynamic_cast<const JudgedClaim*>(&claim);
  const VerifyOptions options = arguments.common.verify_options();
  if (judged == nullptr || runs.size() == 1 || options.method.peek() != Method::automatic ||
      options.failing_limit.peek() != 0)
    return;
  const RunLimit limit(options);
  try {
    for (const auto& [parameters, variant] : runs) {
      const auto setting = judged->setting(variant, parameters);
      const auto* layer = dynamic_cast<const LayerSetting*>(setting.get());
      std::string why;
      if (layer != nullptr && cover::prefers_cover(*layer, why))
        throw UsageError(fmt::format(
            "--checkpoint: {} is decided by a cover, of which nothing is kept; --by enumeration goes through "
            "the inputs",
            parameters.to_string()));
    }
  } catch (const Stopped&) {  // the runs that follow say so
  }
}

std::optional<RepairOffer> offer_for(const VerifyArguments& arguments, const Claim& claim,
                                     const Verdict& verdict) {
  if (arguments.weights) return std::nullopt;  // weights have no text to edit
  return repair_offer(claim, arguments.claim, verdict);
}

// One line for each variant that fails somewhere.
std::string offers_text(const VerifyArguments& arguments, const Claim& claim,
                        const std::vector<Verdict>& verdicts) {
  std::string text;
  std::set<std::string> seen;
  for (const Verdict& verdict : verdicts) {
    const auto offer = offer_for(arguments, claim, verdict);
    if (offer && seen.insert(offer->command).second) text += text_of(*offer);
  }
  return text;
}

// What is wrong with it, and where other variants have inputs here, with which.
[[noreturn]] void refuse_variant(const std::exception_ptr& why, const Parameters& parameters, Variant variant,
                                 bool others_serve) {
  try {
    std::rethrow_exception(why);
  } catch (const language::RefusedPlace&) {  // a mistake of the text, which has its place to show
    throw;
  } catch (const UsageError& error) {
    if (!others_serve) throw;
    throw UsageError(
        fmt::format("{} ({}): {}; --skip-impossible leaves it out, --variant says which are meant",
                    parameters.to_string(), to_string(variant), error.what()));
  }
}

ExitStatus verify_once(const Context& context, const VerifyArguments& arguments) {
  const Claim& claim = theorem_argument(context, arguments.claim);
  // Without sizes what is on record is run; a claim that needs none is verified.
  const auto& specs = claim.info().parameters;
  const bool sizes_missing =
      arguments.words.empty() &&
      std::any_of(specs.begin(), specs.end(), [](const ParameterSpec& spec) { return !spec.default_value; });
  check_checkpoint(arguments, sizes_missing && !arguments.weights);
  if (sizes_missing && !arguments.weights) {
    if (arguments.certificate)
      throw UsageError("--certificate: without sizes there is no setting that it could be of");
    if (arguments.verbose)
      throw UsageError("--verbose: without sizes each verdict has one line; give sizes to see all of one");
    return run_expectations(claim, arguments.claim, arguments.variant, arguments.common, context);
  }
  // One's own weights take the place of one variant's.
  const auto variants = arguments.weights ? std::vector{chosen_variant(claim.info(), arguments.variant)}
                                          : chosen_variants(claim.info(), arguments.variant);
  const auto settings = parse_parameter_ranges(claim.info().parameters, arguments.words);
  std::optional<Json> weights;
  if (arguments.weights) weights = read_weights(claim, variants.front(), settings, *arguments.weights);
  if (weights && arguments.common.verify_options().part.given) {
    throw UsageError("--part", "with --weights",
                     "one of the two: parts with weights of one's own cannot be merged");
  }
  const Format format = arguments.common.chosen_format();
  refuse_verbose(arguments.verbose, format);
  Output output(arguments.common.chosen_out(), arguments.common.chosen_max_bytes());
  const Provenance provenance{context.command, arguments.common.chosen_seed()};
  if (output.to_file() && format == Format::text) output.write(provenance.first_line(format));
  TimedVerify verify(arguments.common);
  if (arguments.checkpoint) verify.expect_checkpoint();
  if (weights) verify.use_weights(*weights);
  // All of them before the first is run.
  Runs runs;
  for (const auto& parameters : settings) {
    const std::size_t before = runs.size();
    std::exception_ptr first;  // what the first variant that has no input here says
    Variant refused = variants.front();
    for (const Variant variant : variants) {
      try {
        const bool several = settings.size() * variants.size() > 1;
        if (several) verify.check(claim, variant, parameters);
        // It reads the files that a checkpoint is of, too.
        if (several || arguments.checkpoint) verify.prepare(claim, variant, parameters);
        runs.emplace_back(parameters, variant);
      } catch (const UsageError& error) {
        if (arguments.skip_impossible) {
          tell(fmt::format("attest: left out: {} ({}): {}", parameters.to_string(), to_string(variant),
                           error.what()));
        } else if (!first) {
          first = std::current_exception();
          refused = variant;
        }
      }
    }
    if (first) refuse_variant(first, parameters, refused, runs.size() > before);
  }
  if (runs.empty()) throw UsageError("parameters: no setting is left");
  std::optional<VerifyCheckpoint> checkpoint;
  if (arguments.checkpoint) {
    refuse_covers(arguments, claim, runs);
    checkpoint.emplace(*arguments.checkpoint, claim, runs, arguments.common,
                       read_seconds("--checkpoint-every", arguments.seconds_between.value_or("30")));
    verify.keep_in(*checkpoint);
    // What is kept of the later ones is read before the first is run.
    for (const auto& [parameters, variant] : runs) {
      if (runs.size() == 1 || !checkpoint->has(variant, parameters)) continue;
      verify.check(claim, variant, parameters);
      verify.prepare(claim, variant, parameters);
    }
  }
  std::optional<Output> certificate;
  if (arguments.certificate) {
    check_certificate(arguments, claim, runs);
    certificate.emplace(*arguments.certificate, arguments.common.chosen_max_bytes(), "--certificate");
  }
  verify.expect(runs.size());

  std::vector<Verdict> verdicts;
  std::vector<ExitStatus> statuses;
  for (const auto& [parameters, variant] : runs) {
    Verdict verdict = verify(claim, variant, parameters);
    if (certificate)
      statuses.push_back(write_certificate(claim, verdict, arguments.common.quiet, *certificate));
    if (arguments.weights) {
      verdict.own = own_weights(*arguments.weights, verdict.claim);
      verdict.claim = own_name(*verdict.own);
    }
    mark_own(verdict, arguments.claim);
    if (!verdict.part && !verify.out_of_time()) {
      const RunLimit limit = verify.rest();
      add_replay(claim, arguments.claim, arguments.weights, verdict);
    }
    statuses.push_back(exit_status_of(verdict.status));
    const ExplainedInput explained{
        claim,   arguments.claim, variant,        verdict.parameters, arguments.weights,
        weights, provenance.seed, tuples_in_brief};
    if (format == Format::json) {
      Json document = verdict_document(verdict, context.command, provenance.seed);
      add_lines(explained, verdict, document);
      const auto offer = offer_for(arguments, claim, verdict);
      document["repair"] = offer ? to_json(*offer) : Json();
      output.write(json_line(document));
    }
    if (format == Format::text) {
      output.write((verdicts.empty() ? "" : "\n") + verdict_text(verdict,
                                                                 counterexample_text(explained, verdict),
                                                                 arguments.verbose, verdicts.empty()));
    }
    verdicts.push_back(std::move(verdict));
  }
  if (format != Format::json && format != Format::text) {
    output.write(rendered_verdicts(verdicts, format, output.to_file() ? &provenance : nullptr));
  }
  // What to do next is for who reads it now.
  if (format == Format::text && !output.to_file() && !arguments.common.quiet && is_terminal(STDOUT_FILENO))
    output.write(offers_text(arguments, claim, verdicts));
  output.commit();
  return gravest(statuses);
}

}  // namespace

ExitStatus run_verify(const Context& context, const CommandLine& line) {
  const VerifyArguments arguments(line);
  arguments.common.check();
  if (!arguments.watch) return verify_once(context, arguments);
  if (arguments.checkpoint) throw UsageError("--checkpoint: nothing beside --watch");
  if (ranks::crew() != nullptr) throw UsageError("--watch: one rank alone can watch a file");
  if (!is_theorem_file(arguments.claim) || arguments.claim == "-")
    throw UsageError("--watch", arguments.claim, "a theorem file that can be saved");
  return watched(arguments.claim, [&] { return verify_once(context, arguments); });
}

}  // namespace attest
