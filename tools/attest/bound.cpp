#include <fmt/format.h>
#include <fmt/ranges.h>

#include <memory>

#include "claims/deadline.hpp"
#include "claims/usage_error.hpp"
#include "lowerbounds/size_bounds/bounded_claim.hpp"
#include "tools/attest/arguments.hpp"
#include "tools/attest/bound_document.hpp"
#include "tools/attest/commands.hpp"
#include "tools/attest/common_options.hpp"
#include "tools/attest/output.hpp"
#include "tools/attest/progress.hpp"
#include "tools/attest/provenance.hpp"
#include "tools/attest/text.hpp"
#include "tools/attest/theorem_argument.hpp"
#include "tools/attest/verdict_document.hpp"
#include "tools/attest/version.hpp"

namespace attest {

namespace {

struct BoundArguments {
  explicit BoundArguments(const CommandLine& line)
      : claim(line.word("claim")),
        words(line.words("parameters")),
        exceeds(line.value("--exceeds")),
        common(line) {}

  std::string claim;
  std::vector<std::string> words;
  std::optional<std::string> exceeds;
  CommonOptions common;
};

constexpr std::size_t most_settings = 10000;

const BoundedClaim& find_bounded(const Catalogue& catalogue, const std::string& id) {
  const bool is_file = is_theorem_file(id);
  const Claim* claim = is_file ? nullptr : &catalogue.find(id);
  if (const auto* bounded = dynamic_cast<const BoundedClaim*>(claim)) return *bounded;
  std::vector<std::string> known;
  for (const Claim* entry : catalogue.claims()) {
    if (dynamic_cast<const BoundedClaim*>(entry) != nullptr) known.push_back(entry->info().id);
  }
  throw UsageError("claim", id,
                   fmt::format("a claim with an explicit bound{}: {}",
                               is_file ? ", which no theorem file states" : "", fmt::join(known, ", ")));
}

std::vector<std::string> split_at_commas(const std::string& text) {
  std::vector<std::string> parts{""};
  for (const char c : text) {
    if (c == ',') {
      parts.emplace_back();
    } else {
      parts.back() += c;
    }
  }
  return parts;
}

// "n=10,100..102" stands for n=10, n=100, n=101 and n=102.
std::vector<Parameters> parse_lists(const std::vector<ParameterSpec>& specs,
                                    const std::vector<std::string>& words) {
  std::vector<std::vector<std::string>> settings{{}};
  for (const auto& word : words) {
    const auto equals = word.find('=');
    std::vector<std::string> alternatives{word};
    if (equals != std::string::npos) {
      alternatives = split_at_commas(word.substr(equals + 1));
      for (auto& value : alternatives) value = word.substr(0, equals + 1) + value;
    }
    std::vector<std::vector<std::string>> extended;
    for (const auto& setting : settings) {
      for (const auto& alternative : alternatives) {
        extended.push_back(setting);
        extended.back().push_back(alternative);
        if (extended.size() > most_settings)
          throw UsageError("parameters", word, fmt::format("at most {} settings together", most_settings));
      }
    }
    settings = std::move(extended);
  }
  std::vector<Parameters> result;
  for (const auto& setting : settings) {
    for (auto& parameters : parse_parameter_ranges(specs, setting)) result.push_back(std::move(parameters));
    if (result.size() > most_settings)
      throw UsageError(fmt::format("parameters: expected at most {} settings together", most_settings));
  }
  return result;
}

// What a command computed, ready to be written in any format.
struct Results {
  Json document;
  Table table;
  std::string text;  // empty: the table is the text
};

void add_threshold(Results& results, const Parameters& parameters, const BoundThreshold& threshold) {
  Json least = Json::object();
  const bool first = results.table.rows.empty();
  auto row = parameter_values(parameters, first ? &results.table.header : nullptr);
  row.push_back(threshold.size.str());
  if (first) results.table.header.emplace_back("bound exceeds");
  Integer best = threshold.least_n.front().second;
  for (const auto& [form, n] : threshold.least_n) {
    least[form] = n.str();
    row.push_back(n.str());
    if (first) results.table.header.push_back("from n, " + form);
    if (n < best) best = n;
  }
  results.table.rows.push_back(std::move(row));
  results.document["thresholds"].push_back({{"parameters", parameters.to_json()},
                                            {"exceeds", threshold.size.str()},
                                            {"from_n", best.str()},
                                            {"forms", std::move(least)}});
}

}  // namespace

ExitStatus run_bound(const Context& context, const CommandLine& line) {
  const BoundArguments arguments(line);
  arguments.common.check();
  const VerifyOptions options = arguments.common.verify_options();
  const BoundedClaim& bounded = find_bounded(context.catalogue, arguments.claim);
  const ClaimInfo& info = context.catalogue.find(arguments.claim).info();
  std::vector<Integer> sizes;
  if (arguments.exceeds) {
    for (const auto& text : split_at_commas(*arguments.exceeds))
      sizes.emplace_back(read_count("--exceeds", text, 1, 1000000000));
  }
  const auto settings =
      parse_lists(sizes.empty() ? info.parameters : bounded.threshold_parameters(), arguments.words);
  const Format format = arguments.common.chosen_format();
  Output output(arguments.common.chosen_out(), arguments.common.chosen_max_bytes());
  const Provenance provenance{context.command, arguments.common.chosen_seed()};

  const Deadline deadline(options);
  Progress progress(arguments.common.progress_shown(), "bound " + info.id);
  Results results;
  results.document = {
      {"schema", "attest/bound/1"}, {"version", version()}, {"command", context.command}, {"claim", info.id}};
  results.document[sizes.empty() ? "bounds" : "thresholds"] = Json::array();
  std::vector<ExplicitBound> bounds;
  std::size_t done = 0;
  for (const auto& parameters : settings) {
    if (done > 0 && deadline.reached()) break;
    ++done;
    for (const Integer& size : sizes) add_threshold(results, parameters, bounded.threshold(parameters, size));
    if (!sizes.empty()) continue;
    bounds.push_back(bounded.bound(parameters));
    results.document["bounds"].push_back(bound_json(bounds.back()));
  }
  progress.clear();
  if (sizes.empty()) {
    results.table = bound_table(bounds);
    if (settings.size() == 1) results.text = bound_text(info.id, bounds.front());
  }
  const bool complete = done == settings.size();
  if (!complete) results.document["stopped"] = deadline.reason();

  if (format == Format::json) {
    output.write(json_text(results.document));
  } else if (format == Format::text && !results.text.empty()) {
    output.write((output.to_file() ? provenance.first_line(format) : "") + results.text);
  } else {
    output.write(output.to_file() ? provenance.render_file(results.table, format)
                                  : render(results.table, format));
  }
  output.commit();
  if (!complete && !arguments.common.quiet)
    tell(fmt::format("attest: {} of {} settings: {}", done, settings.size(), deadline.reason()));
  return complete ? exit_holds : exit_undecided;
}

}  // namespace attest
