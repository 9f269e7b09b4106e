#include <fmt/format.h>

#include <algorithm>
#include <chrono>

#include "claims/usage_error.hpp"
#include "theorems/claim_info.hpp"
#include "theorems/patch.hpp"
#include "tools/attest/commands.hpp"
#include "tools/attest/common_options.hpp"
#include "tools/attest/output.hpp"
#include "tools/attest/progress.hpp"
#include "tools/attest/provenance.hpp"
#include "tools/attest/repair_checkpoint.hpp"
#include "tools/attest/repair_report.hpp"
#include "tools/attest/theorem_argument.hpp"
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

std::size_t edits_of(const CommandLine& line) {
  const std::string word = line.value("--edits").value_or("2");
  if (word.size() != 1 || word[0] < '1' || word[0] > '4') throw UsageError("--edits", word, "1, 2, 3 or 4");
  return static_cast<std::size_t>(word[0] - '0');
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
  theorems::repair::RepairOptions options;
  options.given = line.words("parameters");
  options.most_edits = edits_of(line);
  options.run = common.verify_options();
  if (!options.run.budget_seconds) options.run.budget_seconds = default_budget;
  const std::string variant = variant_to_repair(stated->text(), line.value("--variant"));
  const Format format = common.chosen_page();
  Progress progress(common.progress_shown(), "repair " + claim.info().id);
  std::string label;
  options.progress = [&](const std::string& what, std::uint64_t done, std::uint64_t total) {
    if (what != label) progress.look_at("repair " + claim.info().id + ": " + what);
    label = what;
    progress.update(done, Integer(total));
  };
  const theorems::repair::ClaimOf claim_of = [&](theorems::TheoremText text) {
    return claim_of_text(std::move(text), "own:repair", "the repair");
  };
  std::optional<RepairCheckpoint> checkpoint;
  if (const auto file = line.value("--checkpoint")) {
    if (*file == common.chosen_out()) throw UsageError("--checkpoint", *file, "a file of its own");
    checkpoint.emplace(*file, stated->text(), variant, options);
    options.journal = checkpoint->journal();
    options.keep = [&](const theorems::repair::Journal& journal) { checkpoint->keep(journal); };
  }
  const auto begin = std::chrono::steady_clock::now();
  const theorems::repair::RepairSearch search =
      theorems::repair::search_repair(stated->text(), variant, claim_of, options);
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  progress.clear();
  Output output(common.chosen_out(), common.chosen_max_bytes());
  const Provenance provenance{context.command, common.chosen_seed()};
  if (format == Format::json) {
    Json json = {{"schema", "attest/repair/1"}, {"version", ATTEST_VERSION}, {"command", context.command}};
    json.update(repair_document(search, claim.info().id, seconds));
    output.write(json_text(json));
  } else {
    output.write((output.to_file() ? provenance.first_line(format) : "") +
                 repair_page(search, claim.info().id, seconds, format));
  }
  output.commit();
  return gravest({status_of(search)});
}

}  // namespace attest
