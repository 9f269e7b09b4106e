#include "claims/run_walk.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "numeric/decimal.hpp"
#include "numeric/short_decimal.hpp"

namespace attest {

namespace {

constexpr std::size_t longest_cell = 160;
constexpr std::size_t most_rows = 24;

// A real number as `run` prints it, in six digits.
std::optional<std::string> said_number(const Json& value) {
  const bool number = value.is_object() && value.contains("lower") && value.contains("upper") &&
                      value.size() == (value.contains("exact") ? 3 : 2) && value["lower"].is_string() &&
                      value["upper"].is_string();
  if (!number) return std::nullopt;
  if (value.contains("exact")) {
    const auto exact = rational_from_string(value["exact"].get<std::string>());
    if (exact) return short_text(*exact);
  }
  const auto lower = rational_from_decimal(value["lower"].get<std::string>());
  const auto upper = rational_from_decimal(value["upper"].get<std::string>());
  if (!lower || !upper) return std::nullopt;  // exponents beyond those that are read
  return short_text(*lower, *upper);
}

std::string said(const Json& value) {
  if (const auto number = said_number(value)) return *number;
  std::string text = value.is_string() ? value.get<std::string>() : value.dump();
  if (text.size() > longest_cell)
    text = fmt::format("{}.. ({} characters, all with --format json)", text.substr(0, longest_cell),
                       text.size());
  return text;
}

// An array of objects with the same keys is a table, a row an entry.
bool is_table(const Json& value) {
  return value.is_array() && !value.empty() && value.size() > 1 &&
         std::all_of(value.begin(), value.end(), [&](const Json& row) {
           return row.is_object() && row.size() == value[0].size() &&
                  std::all_of(row.items().begin(), row.items().end(),
                              [&](const auto& item) { return value[0].contains(item.key()); });
         });
}

void add_table(const std::string& title, const Json& rows, Walkthrough& walk) {
  std::vector<std::string> header;
  for (const auto& [name, value] : rows[0].items()) header.push_back(name);
  const std::size_t shown = std::min(most_rows, rows.size());
  WalkSection& section = walk.section(
      shown < rows.size() ? fmt::format("{} ({} of {}; all with --format json)", title, shown, rows.size())
                          : title,
      header);
  for (std::size_t k = 0; k < shown; ++k) {
    std::vector<std::string> cells;
    for (const std::string& name : header) cells.push_back(said(rows[k][name]));
    section.rows.push_back(std::move(cells));
  }
}

// Fields of an object, what is a table by itself after them.
void add_fields(const std::string& title, const Json& fields, Walkthrough& walk) {
  if (!fields.is_object() || fields.empty()) return;
  const std::size_t at = walk.sections.size();
  walk.section(title);
  for (const auto& [name, value] : fields.items()) {
    if (is_table(value)) {
      add_table(name, value, walk);
    } else {
      walk.sections[at].remarks.emplace_back(name, said(value));
    }
  }
  if (walk.sections[at].remarks.empty())
    walk.sections.erase(walk.sections.begin() + static_cast<std::ptrdiff_t>(at));
}

std::string right_text(const Json& right) {
  return right.is_null() ? "not decided" : right.get<bool>() ? "right" : "WRONG";
}

}  // namespace

Walkthrough run_walk(const Claim& claim, Variant variant, const Parameters& parameters, const Json& input,
                     std::uint64_t seed) {
  Walkthrough walk;
  walk.data = claim.run(variant, parameters, input, seed);
  const Json& run = walk.data;
  walk.verdict = status_from_string(run.at("verdict").get<std::string>()).value();
  walk.title = claim.info().id;
  walk.remark("claim", claim.info().statement);
  if (run.contains("rank") && run["rank"].is_string()) walk.remark("rank", run["rank"].get<std::string>());
  if (run["input"].is_object()) {
    add_fields("the instance", run["input"], walk);
  } else {
    walk.remark("instance", said(run["input"]));
  }
  if (run.contains("steps")) add_fields("what is made of it", run["steps"], walk);
  std::size_t wrong = 0;
  std::size_t open = 0;
  if (run.contains("outputs") && run["outputs"].is_array() && !run["outputs"].empty()) {
    WalkSection& answers = walk.section("the answers", {"what", "found", "true", ""});
    for (const Json& output : run["outputs"]) {
      const Json right = output.value("right", Json());
      wrong += right.is_boolean() && !right.get<bool>() ? 1 : 0;
      open += right.is_null() ? 1 : 0;
      if (answers.rows.size() == most_rows) continue;
      Json found = output.value("decision", Json());
      if (found.is_null()) found = output.value("value", Json());
      answers.rows.push_back({said(output.value("position", Json())), said(found),
                              said(output.value("truth", Json())), right_text(right)});
    }
    if (run["outputs"].size() > answers.rows.size())
      answers.title = fmt::format("the answers ({} of {}; all with --format json)", answers.rows.size(),
                                  run["outputs"].size());
  }
  if (run.contains("checks") && run["checks"].is_array() && !run["checks"].empty()) {
    WalkSection& checks = walk.section("what one instance can fail", {"check", "is", "reason"});
    for (const Json& check : run["checks"])
      checks.rows.push_back({said(check["name"]), said(check["verdict"]),
                             check["reason"].is_null() ? "" : said(check["reason"])});
  }
  // Of an instance whose answers are all right and that is refuted, or not well-formed, all the same.
  std::string failed;
  for (const Json& check :
       run.contains("checks") && run["checks"].is_array() ? run["checks"] : Json::array()) {
    if (failed.empty() && check["verdict"] == run["verdict"] && walk.verdict != Status::holds)
      failed = fmt::format("{}{}", said(check["name"]),
                           check["reason"].is_null() ? "" : ": " + said(check["reason"]));
  }
  const std::size_t checks = run.contains("checks") && run["checks"].is_array() ? run["checks"].size() : 0;
  const std::size_t outputs = run.contains("outputs") ? run["outputs"].size() : 0;
  walk.headline = run.contains("reason") && run["reason"].is_string() ? run["reason"].get<std::string>()
                  : wrong > 0       ? fmt::format("{} of {} answers are wrong", wrong, outputs)
                  : open > 0        ? fmt::format("{} of {} answers are not decided", open, outputs)
                  : !failed.empty() ? failed
                  : outputs > 0 || checks == 0 ? fmt::format("{} of {} answers are right", outputs, outputs)
                  : walk.verdict == Status::holds ? fmt::format("the {} checks of one instance hold", checks)
                                                  : "not all checks of one instance hold";
  return walk;
}

Walkthrough walk_of(const Claim& claim, Variant variant, const Parameters& parameters, const Json& input,
                    std::uint64_t seed) {
  if (const auto* walked = dynamic_cast<const WalkedClaim*>(&claim))
    return walked->walk(variant, parameters, input, seed);
  return run_walk(claim, variant, parameters, input, seed);
}

}  // namespace attest
