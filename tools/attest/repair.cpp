#include <fmt/format.h>

#include <algorithm>
#include <chrono>

#include "claims/usage_error.hpp"
#include "theorems/claim_info.hpp"
#include "theorems/patch.hpp"
#include "tools/attest/commands.hpp"
#include "tools/attest/common_options.hpp"
#include "tools/attest/least_form_report.hpp"
#include "tools/attest/output.hpp"
#include "tools/attest/progress.hpp"
#include "tools/attest/provenance.hpp"
#include "tools/attest/repair_checkpoint.hpp"
#include "tools/attest/repair_report.hpp"
#include "tools/attest/shared_command.hpp"
#include "tools/attest/theorem_argument.hpp"
#include "tools/attest/variants.hpp"
#include "tools/attest/verdict_document.hpp"

namespace attest {

namespace {

constexpr double default_budget = 300;  // seconds

// The named one, else the print, else the theorem as it is stated, else its first.
std::string variant_to_repair(const theorems::TheoremText& text, const std::optional<std::string>& named) {
  const std::vector<std::string> names = theorems::variant_names(text);
  const auto has = [&](const std::string& name) {
    return std::find(names.begin(), names.end(), name) != names.end();
  };
  std::string chosen = names.front();
  for (const char* usual : {"stated", "printed"}) {
    if (has(usual)) chosen = usual;
  }
  if (named && !has(*named)) throw UsageError("--variant", *named, one_of(*named, names));
  if (named) chosen = *named;
  for (const theorems::VariantStatement& variant : text.variants) {
    if (variant.name == chosen && variant.program)
      throw UsageError("--variant", chosen,
                       "a variant that the text states; this one is a program, which nothing edits");
  }
  return chosen;
}

// The named one, else repaired, constructed, stated or printed, as `run` takes.
std::string variant_to_minimise(const ClaimInfo& info, const theorems::TextClaim& claim,
                                const std::optional<std::string>& named) {
  return variant_to_repair(claim.text(), to_string(chosen_variant(info, named)));
}

std::size_t edits_of(const CommandLine& line) {
  const std::string word = line.value("--edits").value_or("2");
  if (word.size() != 1 || word[0] < '1' || word[0] > '4') throw UsageError("--edits", word, "1, 2, 3 or 4");
  return static_cast<std::size_t>(word[0] - '0');
}

ExitStatus status_of(const theorems::repair::LeastForm& found) {
  using Outcome = theorems::repair::LeastForm::Outcome;
  switch (found.outcome) {
    case Outcome::reduced:
    case Outcome::irreducible:
      return exit_holds;
    case Outcome::fails:
      return exit_refuted;
    case Outcome::stopped:
      return exit_undecided;
  }
  return exit_internal;
}

ExitStatus status_of(const theorems::repair::RepairSearch& search) {
  using Outcome = theorems::repair::RepairSearch::Outcome;
  switch (search.outcome) {
    case Outcome::holds:
    case Outcome::repaired:
      return exit_holds;
    case Outcome::narrowed:
    case Outcome::none:
      return exit_refuted;
    case Outcome::stopped:
      return exit_undecided;
  }
  return exit_internal;
}

}  // namespace

ExitStatus run_repair(const Context& context, const CommandLine& line) {
  const CommonOptions common(line);
  common.check();
  const std::string word = line.word("claim");
  const Claim& claim = theorem_argument(context, word);
  const auto* stated = dynamic_cast<const theorems::TextClaim*>(&claim);
  if (stated == nullptr)
    throw UsageError(
        "claim", word,
        "a theorem whose layer, function or map is in its text: a file, or a claim that is no program of C++");
  const bool minimise = line.has("--minimise");
  const auto file = line.value("--checkpoint");
  if (minimise && line.has("--edits"))
    throw UsageError("--edits", *line.value("--edits"), "nothing beside --minimise, which makes no edits");
  if (minimise && file) throw UsageError("--checkpoint", *file, "nothing beside --minimise so far");
  theorems::repair::RepairOptions options;
  options.given = line.words("parameters");
  options.most_edits = edits_of(line);
  options.run = common.verify_options();
  if (!options.run.budget_seconds && !ranks::follows()) options.run.budget_seconds = default_budget;
  const std::string variant = minimise ? variant_to_minimise(claim.info(), *stated, line.value("--variant"))
                                       : variant_to_repair(stated->text(), line.value("--variant"));
  const Format format = common.chosen_page();
  const std::string title = (minimise ? "minimise " : "repair ") + claim.info().id;
  Progress progress(common.progress_shown(), title);
  std::string label;
  options.progress = [&](const std::string& what, std::uint64_t done, std::uint64_t total) {
    if (what != label) progress.look_at(title + ": " + what);
    label = what;
    progress.update(done, Integer(total));
  };
  const theorems::repair::ClaimOf claim_of = [&](theorems::TheoremText text) {
    return claim_of_text(std::move(text), "own:repair", "the repair");
  };
  std::optional<RepairCheckpoint> checkpoint;
  if (file) {
    if (*file == common.chosen_out()) throw UsageError("--checkpoint", *file, "a file of its own");
    if (!ranks::follows()) {  // rank 0 tells what is in it
      checkpoint.emplace(*file, stated->text(), variant, options);
      options.journal = checkpoint->journal();
      options.keep = [&](const theorems::repair::Journal& journal) { checkpoint->keep(journal); };
    }
  }
  const SharedCommand shared(context);
  if (!minimise) options.shared = shared.work();
  Output output(common.chosen_out(), common.chosen_max_bytes());
  const auto begin = std::chrono::steady_clock::now();
  const auto answer = [&](const auto& found, const char* schema, const auto& document, const auto& page) {
    const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    progress.clear();
    if (format == Format::json) {
      Json json = {{"schema", schema}, {"version", ATTEST_VERSION}, {"command", context.command}};
      json.update(document(found, claim.info().id, seconds));
      output.write(json_text(json));
    } else {
      const Provenance provenance{context.command, common.chosen_seed()};
      output.write((output.to_file() ? provenance.first_line(format) : "") +
                   page(found, claim.info().id, seconds, format));
    }
    output.commit();
    return gravest({status_of(found)});
  };
  if (minimise)
    return answer(theorems::repair::search_least_form(stated->text(), variant, claim_of, options),
                  "attest/least-form/1", least_form_document, least_form_page);
  return answer(theorems::repair::search_repair(stated->text(), variant, claim_of, options),
                "attest/repair/1", repair_document, repair_page);
}

}  // namespace attest
