#include "lowerbounds/shattering/text_claim.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "claims/deadline.hpp"
#include "claims/usage_error.hpp"
#include "language/refused_place.hpp"
#include "lowerbounds/shattering/entries_check.hpp"
#include "lowerbounds/shattering/load_function.hpp"
#include "lowerbounds/shattering/shattered_set.hpp"
#include "lowerbounds/shattering/split_vc.hpp"
#include "numeric/checked.hpp"
#include "numeric/workers.hpp"
#include "theorems/claim_info.hpp"
#include "theorems/constants.hpp"
#include "theorems/patch.hpp"
#include "theorems/promise.hpp"
#include "theorems/read.hpp"
#include "theorems/said.hpp"
#include "theorems/shattered_function.hpp"
#include "theorems/theorem_texts.hpp"

namespace attest {

namespace {

using language::Op;
using theorems::CheckStatement;
using theorems::ShatteredFunction;
using theorems::TheoremText;

ClaimInfo lowerbound_info(const TheoremText& text, const std::string& id, const std::string& file) {
  ClaimInfo info = theorems::claim_info(text, id, file);
  info.kind = "lowerbound";
  return info;
}

MixedWord mixed_word(const std::vector<long>& letters) {
  return {letters.begin(),
          letters.end()};  // letters that are rows or columns are int (theorems/shattered_function.cpp)
}

constexpr std::size_t most_rows_of_a_run = 2000;

MixedWordFunction mixed_word_function(const ShatteredFunction& stated) {
  MixedWordFunction f;
  f.name = "f";
  for (std::size_t cell = 0; cell < stated.letters.size(); ++cell) {
    for (const long letter : stated.letters[cell]) {
      if (letter != static_cast<int>(letter))
        throw UsageError(
            fmt::format("{} has the letter {}, which is too large", stated.positions[cell], letter));
    }
    f.alphabets.push_back(mixed_word(stated.letters[cell]));
  }
  f.value = [value = stated.value](const MixedWord& word) {
    return value(std::vector<long>(word.begin(), word.end()));
  };
  return f;
}

// The least whole number that is at least this.
long rounded_up(const Rational& x) {
  const auto machine = fits_long(Rational(-floor_of(-x)));
  if (!machine) throw UsageError(fmt::format("{} is no dimension", to_string(x)));
  return *machine;
}

bool compares(Op op, long value, const Rational& bound) {
  switch (op) {
    case Op::greater_equal:
      return value >= bound;
    case Op::greater:
      return value > bound;
    case Op::less_equal:
      return value <= bound;
    case Op::less:
      return value < bound;
    default:
      return value == bound;
  }
}

// What is known of a comparison where the dimension is between lower and upper.
Status status_of(Op op, const SplitVc& result, const Rational& bound) {
  bool some = false;
  bool all = true;
  for (int value = result.lower; value <= result.upper; ++value) {
    some = some || compares(op, value, bound);
    all = all && compares(op, value, bound);
  }
  return all ? Status::holds : some ? Status::undecided : Status::refuted;
}

const CheckStatement* bound_by_rows(const TheoremText& text) {
  for (const CheckStatement& check : text.checks) {
    if (check.name == "vc" && check.formula->op == Op::greater_equal) return &check;
  }
  return nullptr;
}

std::vector<const CheckStatement*> bounds_of(const TheoremText& text) {
  std::vector<const CheckStatement*> result;
  for (const CheckStatement& check : text.checks) {
    if (check.name == "vc") result.push_back(&check);
  }
  return result;
}

}  // namespace

TextShatteredClaim::TextShatteredClaim(TheoremText text, const std::string& id, const std::string& file)
    : ShatteredClaim(lowerbound_info(text, id, file)), text_(std::move(text)) {
  for (const auto& parameter : text_.parameters) {
    if (parameter.automatic || parameter.range) {
      throw language::RefusedPlace(parameter.place, "a function that is shattered has numbers as parameters");
    }
  }
  for (const std::string& name : theorems::variant_names(text_))
    variants_.emplace_back(named_variant(name), theorems::variant_of(text_, name));
}

std::vector<ParameterSpec> TextShatteredClaim::run_parameters() const {
  return theorems::claim_info(theorems::with_run_limits(text_), info().id, "").parameters;
}

const TheoremText& TextShatteredClaim::text_of(Variant variant) const {
  for (const auto& [known, text] : variants_) {
    if (known == variant) return text;
  }
  throw std::out_of_range(std::string("no variant ") + to_string(variant));
}

std::string TextShatteredClaim::definition(Variant variant) const {
  return theorems::said(*text_of(variant).shatter).body;
}

WordFunction TextShatteredClaim::function(Variant variant, const Parameters& parameters) const {
  const ShatteredFunction stated = theorems::shattered_function(text_of(variant), parameters);
  WordFunction result;
  result.name = info().id;
  result.positions = stated.positions.size();
  result.letters = stated.letters.front();
  constexpr std::size_t most_letters = 255;
  for (std::size_t cell = 0; cell < stated.letters.size(); ++cell) {
    if (stated.letters[cell] == result.letters) continue;
    throw UsageError(fmt::format("{} and {} have different letters; the search takes words over one alphabet",
                                 stated.positions.front(), stated.positions[cell]));
  }
  if (result.letters.size() > most_letters) {
    throw UsageError(fmt::format("words over {} letters; the search takes at most {}", result.letters.size(),
                                 most_letters));
  }
  result.value = [value = stated.value, letters = result.letters,
                  positions = result.positions](const LetterIndex* word) {
    std::vector<long> cells(positions);
    for (std::size_t i = 0; i < positions; ++i) cells[i] = letters[word[i]];
    return value(cells);
  };
  return result;
}

ShatteredSetting TextShatteredClaim::setting(Variant variant, const Parameters& parameters, bool runs) const {
  const TheoremText& text = text_of(variant);
  if (text.shatter->rows.empty())
    throw UsageError(fmt::format("{}: states no rows and columns; attest shatter finds some", info().id));
  theorems::check_declared(info(), text, variant, parameters);
  const ShatteredFunction stated =
      runs ? theorems::shattered_function(theorems::with_run_limits(text), parameters, most_rows_of_a_run)
           : theorems::shattered_function(text, parameters);
  ShatteredSetting s;
  s.f = mixed_word_function(stated);
  if (!stated.excluded.empty()) s.excluded = theorems::judged_elsewhere(stated.excluded);
  const theorems::ClaimedRows& claimed = *stated.claimed;
  for (const std::size_t cell : claimed.on) s.set.row_positions.push_back(static_cast<int>(cell) + 1);
  for (const auto& row : claimed.rows) s.set.rows.push_back(mixed_word(row));
  s.set.column = [column = claimed.column](const Pattern& pattern) { return mixed_word(column(pattern)); };
  s.column_rule = claimed.rule;
  s.bound = static_cast<long>(claimed.rows.size());
  s.bound_text = "the number of rows";
  const auto all = bounds_of(text);
  const auto by_rows = std::find(all.begin(), all.end(), bound_by_rows(text));
  if (by_rows != all.end()) {
    s.bound = rounded_up(stated.bounds[static_cast<std::size_t>(by_rows - all.begin())]);
    s.bound_text = language::to_string((*by_rows)->formula->children[1]);
  }
  return s;
}

Json TextShatteredClaim::weights(Variant variant, const Parameters& parameters) const {
  const TheoremText& text = text_of(variant);
  if (!text.shatter->rows.empty()) {
    Json json = {{"function", definition(variant)}};
    json.update(ShatteredClaim::weights(variant, parameters));
    return json;
  }
  const ShatteredFunction stated = theorems::shattered_function(text, parameters);
  return {{"function", definition(variant)}, {"positions", stated.positions}, {"letters", stated.letters}};
}

void TextShatteredClaim::examine(Variant variant, const Parameters& parameters, const VerifyOptions& options,
                                 Verdict& verdict) const {
  const TheoremText& text = text_of(variant);
  const CheckStatement* by_rows = nullptr;
  for (const auto& note : text.notes) verdict.notes.push_back(note);
  for (const auto& choice : text.choices) verdict.details["choices"].push_back(choice.text);
  const ShatteredFunction stated = theorems::shattered_function(text, parameters);
  if (!stated.excluded.empty()) {
    verdict.checks = {
        not_applicable(stated.claimed ? "bound" : "vc", theorems::judged_elsewhere(stated.excluded))};
    return;
  }
  const Deadline deadline(options);
  const Stop stop = [&] { return deadline.reached(); };
  if (stated.claimed) {
    by_rows = bound_by_rows(text);
    ShatteredClaim::examine(variant, parameters, options, verdict);
    for (Check& check : verdict.checks) {
      if (check.name != "bound") continue;
      if (by_rows != nullptr) check.essential = by_rows->essential;
      // The rows may be shattered, and fewer than the bound.
      if (check.status == Status::refuted && check.essential && verdict.counterexample.is_null())
        verdict.counterexample = {{"split_vc", verdict.details["split_vc"]}, {"claimed", *check.reason}};
    }
    add_entries_checks(mixed_word_function(stated), setting(variant, parameters, false).set, *stated.claimed,
                       deadline, verdict);
  }
  const std::vector<const CheckStatement*> all = bounds_of(text);
  if (std::all_of(all.begin(), all.end(), [&](const CheckStatement* c) { return c == by_rows; })) return;

  const std::vector<Rational>& bounds = stated.bounds;
  const WordFunction f = function(variant, parameters);
  SplitVc result;
  bool loaded = false;
  Workers(options.threads).execute([&] {
    const LoadedFunction table = load_function(f, stop);
    loaded = table.function != nullptr;
    SplitVcOptions search;
    search.stop = stop;
    if (loaded) result = split_vc(*table.function, search);
    verdict.details["symmetries"] = table.symmetries;
  });
  // The partitions are what a verdict rests on where an essential bound does.
  const bool essential = std::any_of(all.begin(), all.end(), [&](const CheckStatement* check) {
    return check != by_rows && check->essential;
  });
  if (essential) {
    verdict.inputs.space += Integer(1) << static_cast<unsigned>(f.positions);
    verdict.inputs.total = verdict.inputs.space;
    for (const auto& p : result.partitions) {
      if (p.settled_by != SettledBy::nothing) verdict.inputs.checked += p.partition.count;
    }
  }
  if (loaded) {
    if (const auto why = why_not_shattered(f, positions_of(result.witness.rows, f.positions),
                                           result.witness.set, result.witness.column)) {
      throw std::logic_error("the set that was found is not shattered: " + *why);
    }
    verdict.details["split_vc"] = result.complete() ? Json(result.lower) : Json();
    verdict.details["bounds"] = {{"lower", result.lower}, {"upper", result.upper}};
    Json partition = Json::array();
    for (const std::size_t i : positions_of(result.witness.rows, f.positions)) partition.push_back(i + 1);
    verdict.details["partition"] = partition;
  }
  // What the rows did not show the search may.
  for (Check& check : verdict.checks) {
    if (check.name != "bound" || check.status != Status::undecided || !loaded || by_rows == nullptr) continue;
    const Rational& bound =
        bounds[static_cast<std::size_t>(std::find(all.begin(), all.end(), by_rows) - all.begin())];
    const Status status = status_of(by_rows->formula->op, result, bound);
    const std::string found = result.complete()
                                  ? fmt::format("split-VC is {}, over all partitions", result.lower)
                                  : fmt::format("split-VC is from {} to {}", result.lower, result.upper);
    if (status == Status::undecided) continue;
    check = status == Status::holds ? holds("bound", Evidence::enumeration, found)
                                    : refuted(Kind::statement, "bound", found);
    check.essential = by_rows->essential;
  }
  for (std::size_t k = 0; k < all.size(); ++k) {
    if (all[k] == by_rows) continue;
    const std::string statement = language::to_string(all[k]->formula);
    const std::string found =
        !loaded ? deadline.reason()
        : result.complete()
            ? fmt::format("split-VC = {}, over all partitions", result.lower)
            : fmt::format("split-VC is from {} to {}: {}", result.lower, result.upper, deadline.reason());
    const std::string reason =
        fmt::format("{} ({} = {}): {}", statement, language::to_string(all[k]->formula->children[1]),
                    to_string(bounds[k]), found);
    const Status status = loaded ? status_of(all[k]->formula->op, result, bounds[k]) : Status::undecided;
    Check check = status == Status::holds     ? holds("vc", Evidence::enumeration, reason)
                  : status == Status::refuted ? refuted(Kind::statement, "vc", reason)
                                              : undecided("vc", reason);
    check.essential = all[k]->essential;
    if (status == Status::refuted && check.essential && verdict.counterexample.is_null()) {
      verdict.inputs.failing = verdict.inputs.total;
      verdict.counterexample = {{"split_vc", {{"lower", result.lower}, {"upper", result.upper}}},
                                {"claimed", statement}};
    }
    verdict.checks.push_back(std::move(check));
  }
}

std::unique_ptr<TextShatteredClaim> shattered_text(const std::string& id) {
  const TheoremSource& source = theorem_text(id);
  return std::make_unique<TextShatteredClaim>(theorems::read_theorem(source.source_text()), id, source.path);
}

}  // namespace attest
