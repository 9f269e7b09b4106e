#include "tools/attest/verdict_walk.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "tools/attest/fault_lines.hpp"
#include "tools/attest/verdict_document.hpp"

namespace attest {

namespace {

constexpr std::size_t most_checks = 16;
constexpr std::size_t longest_field = 400;

std::string field_text(const Json& value) {
  std::string text = value.is_string() ? value.get<std::string>() : value.dump();
  if (text.size() > longest_field)
    text = fmt::format("{}.. ({} characters, all with --format json)", text.substr(0, longest_field),
                       text.size());
  return text;
}

std::string headline_of(const Verdict& verdict) {
  if (verdict.reason) return *verdict.reason;
  const auto essential = std::count_if(verdict.checks.begin(), verdict.checks.end(),
                                       [](const Check& check) { return check.essential; });
  return fmt::format("{} check{} that the claim stands on {}", essential, essential == 1 ? "" : "s",
                     essential == 1 ? "holds" : "hold");
}

void add_checks(const Verdict& verdict, Walkthrough& walk) {
  // The gravest first, each kind in its order.
  std::vector<const Check*> checks;
  for (const Check& check : verdict.checks) checks.push_back(&check);
  std::stable_sort(checks.begin(), checks.end(), [](const Check* a, const Check* b) {
    return std::pair(a->essential, a->status) > std::pair(b->essential, b->status);
  });
  const std::size_t shown = std::min(most_checks, checks.size());
  WalkSection& section = walk.section(
      shown < checks.size()
          ? fmt::format("what was examined ({} of {}; all with verify --verbose)", shown, checks.size())
          : "what was examined",
      {"check", "is", "reason"});
  for (std::size_t k = 0; k < shown; ++k) {
    std::string is = to_string(checks[k]->status);
    if (checks[k]->kind) is += fmt::format(" ({})", to_string(*checks[k]->kind));
    if (!checks[k]->essential) is += ", not essential";
    section.rows.push_back({checks[k]->name, is, checks[k]->reason.value_or("")});
  }
}

}  // namespace

Walkthrough verdict_walk(const ExplainedInput& explained, const Verdict& verdict,
                         const std::string& instead) {
  const std::string& word = explained.word;
  Walkthrough walk;
  walk.title = fmt::format("{} ({}) {}", word, to_string(verdict.variant), verdict.parameters.to_string());
  walk.verdict = verdict.status;
  walk.headline = headline_of(verdict);
  walk.data = to_json(verdict);
  add_lines(explained, verdict, walk.data);
  for (const Remarks& lines :
       {quote_remarks(walk.data["quotes"], true), display_remarks(walk.data["at_fault"])})
    walk.remarks.insert(walk.remarks.end(), lines.begin(), lines.end());
  walk.remark("no input", instead);
  std::vector<std::string> words{"attest", "verify", word, "--variant", to_string(verdict.variant)};
  for (std::string& parameter : parameter_words(verdict.parameters)) words.push_back(std::move(parameter));
  words.emplace_back("--verbose");
  if (word != "-") walk.remark("replay", shell_command(words));
  add_checks(verdict, walk);
  if (verdict.counterexample.is_object()) {
    WalkSection& section = walk.section("the witness");
    for (const auto& [name, value] : verdict.counterexample.items()) {
      if (name != "replay") section.remarks.emplace_back(name, field_text(value));
    }
  }
  return walk;
}

}  // namespace attest
