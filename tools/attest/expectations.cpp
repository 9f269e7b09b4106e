#include "tools/attest/expectations.hpp"

#include <fmt/format.h>

#include "claims/usage_error.hpp"
#include "claims/user_json.hpp"
#include "theorems/theorem_claim.hpp"
#include "tools/attest/output.hpp"
#include "tools/attest/provenance.hpp"
#include "tools/attest/text.hpp"
#include "tools/attest/theorem_argument.hpp"
#include "tools/attest/timed_verify.hpp"
#include "tools/attest/variants.hpp"
#include "tools/attest/verdict_document.hpp"
#include "tools/attest/verdict_table.hpp"

namespace attest {

namespace {

struct Expected {
  Parameters parameters;
  Variant variant = Variant::printed;
  Status status = Status::undecided;
};

std::string status_text(Status status, const std::optional<Kind>& kind) {
  return kind ? fmt::format("{} ({})", to_string(status), to_string(*kind)) : to_string(status);
}

std::string missing_sizes(const ClaimInfo& info) {
  std::string text;
  for (const auto& spec : info.parameters) {
    if (!spec.default_value) text += fmt::format("{}{}=..", text.empty() ? "" : " ", spec.name);
  }
  return text;
}

}  // namespace

ExitStatus run_expectations(const Claim& claim, const std::string& word,
                            const std::optional<std::string>& variant, const CommonOptions& common,
                            const Context& context) {
  const ClaimInfo& info = claim.info();
  const auto variants = chosen_variants(info, variant);
  std::vector<Expected> expected;
  for (const StandardSize& size : info.standard_sizes) {
    if (!size.quick) continue;
    for (const auto& [v, status] : size.recorded) {
      if (std::find(variants.begin(), variants.end(), v) == variants.end()) continue;
      expected.push_back({parse_parameters(info.parameters, size.words), v, status});
    }
  }
  if (expected.empty()) {
    throw UsageError(
        fmt::format("parameters: missing, expected {} (no expectation is on record that could be run)",
                    missing_sizes(info)));
  }
  const Format format = common.chosen_format();
  Output output(common.chosen_out(), common.chosen_max_bytes());
  const Provenance provenance{context.command, common.chosen_seed()};
  if (output.to_file() && format == Format::text) output.write(provenance.first_line(format));
  TimedVerify verify(common);
  verify.expect(expected.size());
  const auto* file = dynamic_cast<const theorems::TheoremClaim*>(&claim);
  std::vector<Verdict> verdicts;
  std::vector<ExitStatus> statuses;
  std::string text = fmt::format("{}: {}\n", info.id, info.title);
  for (const Expected& e : expected) {
    Verdict verdict = verify(claim, e.variant, e.parameters);
    mark_own(verdict, word);
    const auto kind = file != nullptr ? file->expected_kind(e.variant, e.parameters) : std::nullopt;
    bool same = verdict.status == e.status && (!kind || verdict.kind == kind);
    std::string replayed;
    if (const auto input = file != nullptr ? file->failing_input(e.variant, e.parameters) : std::nullopt) {
      const Json given = input->rfind("rank:", 0) == 0 ? Json(*input) : parse_user_json(*input, "expect");
      const bool fails =
          claim.run(e.variant, e.parameters, given, common.chosen_seed())["verdict"] == "refuted";
      replayed = fmt::format("; {} {}", *input, fails ? "fails, as expected" : "does not fail");
      same = same && fails;
    }
    statuses.push_back(same                                  ? exit_holds
                       : verdict.status == Status::undecided ? exit_undecided
                                                             : exit_refuted);
    if (format == Format::json) {
      Json document = verdict_document(verdict, context.command, provenance.seed);
      document["recorded"] = to_string(e.status);
      output.write(json_line(document));
    }
    std::string line = fmt::format("{} {}: {}, {}", to_string(e.variant), e.parameters.to_string(),
                                   status_text(verdict.status, verdict.kind),
                                   verdict.status == e.status && (!kind || verdict.kind == kind)
                                       ? "as expected"
                                       : "expected " + status_text(e.status, kind)) +
                       replayed;
    if (verdict.reason && verdict.status != Status::holds) line += ": " + *verdict.reason;
    text += wrapped("  " + line, 4) + "\n";
    verdicts.push_back(std::move(verdict));
  }
  const auto as_expected = std::count(statuses.begin(), statuses.end(), exit_holds);
  text += fmt::format("{} of {} verdicts as expected\n", as_expected, statuses.size());
  if (format == Format::text) output.write(text);
  if (format != Format::json && format != Format::text) {
    const Table table = verdict_table(verdicts, true, format);
    output.write(output.to_file() ? provenance.render_file(table, format) : render(table, format));
  }
  output.commit();
  return gravest(statuses);
}

}  // namespace attest
