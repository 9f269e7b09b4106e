#include "lowerbounds/shattering/shattered_claim.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "claims/deadline.hpp"
#include "claims/run_result.hpp"
#include "lowerbounds/shattering/small_split_vc.hpp"
#include "tasks/input_fields.hpp"

namespace attest {

namespace {

constexpr std::size_t listed_witnesses = 16;
constexpr std::uint64_t largest_search = 100'000'000;  // table entries times partitions: about a second

std::string rows_text(const std::vector<MixedWord>& rows) {
  std::string text;
  for (const MixedWord& row : rows) text += fmt::format("{}{}", text.empty() ? "" : " ", word_text(row));
  return text;
}

Json to_json(const ShatteringFailure& failure, const ShatteringSet& set) {
  Json json = {{"reason", failure.reason}};
  if (failure.row) {
    json["row"] = *failure.row + 1;
    json["p"] = set.rows[*failure.row];
  }
  if (!failure.column.empty()) {
    json["c"] = pattern_text(failure.pattern);
    json["q"] = failure.column;
  }
  return json;
}

Check check_of(const std::string& name, const std::optional<ShatteringFailure>& failure,
               const ShatteringOutcome& outcome, const std::string& stopped, const std::string& good) {
  if (failure) return refuted(Kind::construction, name, failure->reason);
  if (!outcome.complete()) return undecided(name, stopped);
  return holds(name, Evidence::enumeration, good);
}

}  // namespace

Json ShatteredClaim::weights(Variant variant, const Parameters& parameters) const {
  const ShatteredSetting s = setting(variant, parameters, true);
  Json json;
  json["A"] = s.set.row_positions;
  Json rows = Json::array();
  for (const MixedWord& row : s.set.rows) rows.push_back(word_text(row));
  json["rows"] = rows;
  json["columns"] = s.column_rule;
  if (s.set.rows.size() <= 3) {
    Json columns = Json::object();
    for (std::uint64_t rank = 0; rank >> s.set.rows.size() == 0; ++rank) {
      const Pattern pattern = pattern_of_rank(rank, s.set.rows.size());
      columns[fmt::format("c = {}", pattern_text(pattern))] =
          fmt::format("q = {}", word_text(s.set.column(pattern)));
    }
    json["patterns"] = columns;
  }
  return json;
}

Json ShatteredClaim::run(Variant variant, const Parameters& parameters, const Json& given,
                         std::uint64_t seed) const {
  const ShatteredSetting s = setting(variant, parameters, true);
  const InputFields fields({{"c", {s.set.rows.size()}, numbers(0, 1)}});
  const FieldsInput input = fields.chosen(given, seed);
  RunResult result(input.json(), input.rank());
  if (!s.excluded.empty()) {
    result.add(not_applicable("bound", s.excluded));
    return result.to_json();
  }
  const std::vector<long>& bits = input.entries("c");
  const MixedWord column = s.set.column({bits.begin(), bits.end()});
  result.steps["A"] = s.set.row_positions;
  result.steps["column"] = column;
  if (const std::string defect = index_defect(s.f, s.set, column, false); !defect.empty()) {
    result.add(
        refuted(Kind::construction, "columns", fmt::format("the column {} {}", word_text(column), defect)));
    return result.to_json();
  }
  for (std::size_t i = 0; i < s.set.rows.size(); ++i) {
    const MixedWord& row = s.set.rows[i];
    const std::string name = fmt::format("row {} = {}", i + 1, word_text(row));
    if (const std::string defect = index_defect(s.f, s.set, row, true); !defect.empty()) {
      result.add(refuted(Kind::construction, "rows", fmt::format("{} {}", name, defect)));
      return result.to_json();
    }
    result.answer(row.size() <= 8 ? name : fmt::format("row {}", i + 1),
                  s.f.value(attest::merge(s.set, row, column, s.f.length())) ? 1 : 0, bits[i]);
  }
  return result.to_json();
}

Walkthrough ShatteredClaim::walk(Variant variant, const Parameters& parameters, const Json& given,
                                 std::uint64_t seed) const {
  const ShatteredSetting s = setting(variant, parameters, true);
  Walkthrough walk;
  walk.title = info().id;
  walk.data = run(variant, parameters, given, seed);
  walk.verdict = status_from_string(walk.data.at("verdict").get<std::string>()).value();
  walk.remark("function", fmt::format("{}, on words of length {}", s.f.name, s.f.length()));
  walk.remark("rows at",
              fmt::format("positions {}; the columns have the others", fmt::join(s.set.row_positions, ", ")));
  walk.remark("columns", s.column_rule);
  walk.remark("claimed", fmt::format("split-VC >= {} = {}", s.bound_text, s.bound));
  if (!s.excluded.empty()) {
    walk.headline = "the claim says nothing at this size: " + s.excluded;
    return walk;
  }
  const std::size_t k = s.set.rows.size();
  const std::vector<long> chosen = walk.data["input"]["c"].get<std::vector<long>>();
  WalkSection& rows = walk.section("the rows", {"row", "word"});
  for (std::size_t i = 0; i < k && i < listed_witnesses; ++i)
    rows.rows.push_back({std::to_string(i + 1), word_text(s.set.rows[i])});
  if (k > listed_witnesses) rows.rows.push_back({fmt::format("{} others", k - listed_witnesses), ""});

  std::size_t wrong = 0;
  std::size_t shown = 0;
  WalkSection& witnesses = walk.section("sets of rows, and the column that shows each",
                                        {"rows with 1", "column", "values at the rows", ""});
  const auto show = [&](const Pattern& pattern) {
    ++shown;
    std::vector<std::size_t> ones;
    for (std::size_t i = 0; i < k; ++i) {
      if (pattern[i]) ones.push_back(i + 1);
    }
    const MixedWord column = s.set.column(pattern);
    std::string values;
    std::string problem = index_defect(s.f, s.set, column, false);
    for (std::size_t i = 0; i < k && problem.empty(); ++i) {
      problem = index_defect(s.f, s.set, s.set.rows[i], true);
      if (!problem.empty()) break;
      const bool value = s.f.value(attest::merge(s.set, s.set.rows[i], column, s.f.length()));
      values += value ? '1' : '0';
      if (value != pattern[i]) problem = fmt::format("wrong at row {}", i + 1);
    }
    wrong += problem.empty() ? 0 : 1;
    witnesses.rows.push_back({ones.empty() ? "none" : fmt::format("{}", fmt::join(ones, ",")),
                              word_text(column), values, problem.empty() ? "as wanted" : problem});
  };
  const Pattern pattern(chosen.begin(), chosen.end());
  const bool all = k < 63 && (std::uint64_t{1} << k) <= listed_witnesses;
  if (all) {
    for (std::uint64_t rank = 0; rank >> k == 0; ++rank) show(pattern_of_rank(rank, k));
  } else {
    show(pattern);
    for (std::uint64_t rank = 0; rank + 1 < listed_witnesses; ++rank) {
      Pattern one(k, false);
      for (std::size_t i = 0; i < k && i < 63; ++i) one[i] = ((rank >> i) & 1) == 1;
      show(one);
    }
  }
  walk.headline = wrong == 0
                      ? fmt::format("{} {} sets of rows have a column that is 1 there and 0 at the others",
                                    all ? "all" : "the shown", shown)
                      : fmt::format("{} of {} sets of rows have no such column by the rule", wrong, shown);
  if (wrong > 0) walk.verdict = Status::refuted;
  return walk;
}

void ShatteredClaim::examine(Variant variant, const Parameters& parameters, const VerifyOptions& options,
                             Verdict& verdict) const {
  const ShatteredSetting s = setting(variant, parameters, false);
  if (!s.excluded.empty()) {
    verdict.checks = {not_applicable("bound", s.excluded)};
    return;
  }
  const Deadline deadline(options);
  const auto stop = [&deadline] { return deadline.reached(); };

  const ShatteringOutcome outcome = check_shattering(s.f, s.set, stop);
  verdict.inputs = {outcome.patterns, outcome.patterns, outcome.checked, outcome.failing};
  const std::string stopped = outcome.complete() ? std::string() : deadline.reason();
  const std::size_t k = s.set.rows.size();
  verdict.checks.push_back(
      check_of("rows", outcome.defective_row, outcome, stopped,
               fmt::format("{} distinct row{} of M, A has {} of {} positions", k, k == 1 ? "" : "s",
                           s.set.row_positions.size(), s.f.length())));
  if (outcome.defective_row) verdict.checks.back().evidence.reset();
  verdict.checks.push_back(check_of("columns", outcome.defective_column, outcome, stopped,
                                    fmt::format("all {} are columns of M", outcome.patterns)));
  if (!outcome.defective_row) {
    verdict.checks.push_back(
        check_of("patterns", outcome.wrong_entry, outcome, stopped,
                 fmt::format("each column that M has gives its pattern, {} entries",
                             (outcome.patterns - (outcome.defective_column ? outcome.failing : 0)) * k)));
  }
  for (const auto* failure : {&outcome.defective_row, &outcome.defective_column, &outcome.wrong_entry}) {
    if (!*failure || !verdict.counterexample.is_null()) continue;
    verdict.counterexample = to_json(**failure, s.set);
    Pattern pattern = (*failure)->pattern;
    pattern.resize(k);
    const Json input = {{"c", std::vector<int>(pattern.begin(), pattern.end())}};
    verdict.counterexample["input"] = input;
    verdict.counterexample["replay"] =
        fmt::format("attest run {} --variant {} {} --input '{}'", info().id, attest::to_string(variant),
                    parameters.to_string(), input.dump());
  }

  // The lemma itself, and whether its bound is tight.
  std::optional<SmallSplitVc> exact;
  const bool small = small_split_vc_cost(s.f) <= largest_search;
  if (small) exact = small_split_vc(s.f, s.set.row_positions, stop);
  const std::string statement = fmt::format("split-VC({}) >= {} = {}", s.f.name, s.bound_text, s.bound);
  if (exact && exact->dimension < s.bound) {
    verdict.checks.push_back(
        refuted(Kind::statement, "bound",
                fmt::format("split-VC({}) is {}, found over all {} partitions, and not at least {} = {}",
                            s.f.name, exact->dimension, exact->partitions, s.bound_text, s.bound)));
  } else if (exact || outcome.shattered()) {
    verdict.checks.push_back(holds("bound", Evidence::enumeration, statement));
  } else {
    verdict.checks.push_back(undecided(
        "bound", outcome.complete() ? fmt::format("the set does not show that {}", statement) : stopped));
  }
  verdict.details["rows"] = k;
  verdict.details["row_positions"] = s.set.row_positions;
  verdict.details["bound"] = s.bound;
  verdict.details["split_vc"] = nullptr;
  if (exact) {
    verdict.details["split_vc"] = exact->dimension;
    verdict.details["split_vc_partition"] = exact->row_positions;
    verdict.details["split_vc_rows"] = exact->rows;
    const std::string value = fmt::format("split-VC({}) = {} over all {} partitions", s.f.name,
                                          exact->dimension, exact->partitions);
    if (exact->dimension >= s.bound)
      verdict.checks.push_back(
          informative(exact->dimension == s.bound
                          ? holds("tight", Evidence::enumeration, value)
                          : refuted(Kind::constant, "tight",
                                    fmt::format("{}, reached for A = {} by the rows {}", value,
                                                word_text(exact->row_positions), rows_text(exact->rows)))));
  } else {
    verdict.checks.push_back(informative(undecided(
        "tight", small ? deadline.reason() : "too large a table for the search over all partitions")));
  }
}

}  // namespace attest
