#include "reductions/text/text_reduction.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <stdexcept>

#include "claims/deadline.hpp"
#include "claims/run_result.hpp"
#include "claims/usage_error.hpp"
#include "language/refused_place.hpp"
#include "numeric/workers.hpp"
#include "reductions/text/reduction_outcome.hpp"
#include "reductions/text/reduction_report.hpp"
#include "tasks/datasets/random.hpp"
#include "tasks/drawn_word.hpp"
#include "theorems/constants.hpp"
#include "theorems/patch.hpp"
#include "theorems/promise.hpp"
#include "theorems/read.hpp"
#include "theorems/said.hpp"
#include "theorems/theorem_texts.hpp"

namespace attest {

namespace {

using theorems::StatedReduction;
using theorems::TheoremText;

constexpr int most_random_words = 10000;
constexpr std::size_t most_named_cells = 64;  // in `show`

ClaimInfo reduction_info(const TheoremText& text, const std::string& id, const std::string& file) {
  ClaimInfo info = theorems::claim_info(text, id, file);
  info.kind = "reduction";
  return info;
}

struct ChosenSource {
  Word word;
  std::vector<long> cells;
};

ChosenSource chosen_source_of(const StatedReduction& reduction, const Json& input, std::uint64_t seed) {
  const InputSpace space = reduction.source->space();
  ChosenSource chosen;
  chosen.cells.resize(reduction.source->cells());
  const auto inside = [&] {
    reduction.source->decode(chosen.word, chosen.cells);
    return reduction.promise->standing(chosen.cells) != Standing::excluded;
  };
  if (input == "random") {
    for (int draw = 0; draw < most_random_words; ++draw) {
      chosen.word = drawn_word("random", space, seed + static_cast<std::uint64_t>(draw));
      if (inside()) return chosen;
    }
    throw UsageError("input", "random",
                     fmt::format("inputs of which {} random ones meet '{}' once", most_random_words,
                                 reduction.promise->text()));
  }
  chosen.word = input.is_string() ? drawn_word(input.get<std::string>(), space, seed)
                                  : reduction.source->from_json(input);
  if (!inside())
    throw UsageError("input", input.dump(), "an input that meets '" + reduction.promise->text() + "'");
  return chosen;
}

void add_cases(const std::string& title, const std::optional<theorems::QuestionCases>& cases,
               std::span<const long> cells, Walkthrough& walk) {
  if (!cases) return;
  std::vector<std::string> header = cases->names;
  header.insert(header.end(), cases->parts.begin(), cases->parts.end());
  if (cases->parts.size() > 1) header.emplace_back("all");
  WalkSection& section = walk.section(title, header);
  for (const theorems::QuestionCase& one : cases->cases(cells)) {
    std::vector<std::string> row;
    for (const long value : one.at) row.push_back(std::to_string(value));
    bool before = true;
    for (const bool part : one.parts) {
      row.emplace_back(!before ? "" : part ? "true" : "false");
      before = before && part;
    }
    if (cases->parts.size() > 1) row.emplace_back(one.holds ? "true" : "false");
    section.rows.push_back(std::move(row));
  }
}

constexpr std::size_t listed_cells = 24;

// What every part of the image is, and from which part of the source it came.
void add_image(const StatedReduction& reduction, std::span<const long> source, std::span<const long> image,
               Walkthrough& walk) {
  const auto reads = reduction.reads(source);
  std::vector<std::size_t> shown;
  for (const bool of_the_source : {true, false}) {
    for (std::size_t cell = 0; cell < image.size(); ++cell) {
      if (reads[cell].empty() != of_the_source && shown.size() < listed_cells) shown.push_back(cell);
    }
  }
  std::sort(shown.begin(), shown.end());
  WalkSection& section = walk.section(
      shown.size() == image.size() ? std::string("the image, cell by cell")
                                   : fmt::format("the image ({} of {} cells, those made of the source first)",
                                                 shown.size(), image.size()),
      {"cell", "is", "made of"});
  for (const std::size_t cell : shown) {
    std::vector<std::string> from;
    for (const std::size_t c : reads[cell])
      from.push_back(fmt::format("{} = {}", reduction.source_names[c], source[c]));
    section.rows.push_back({reduction.image_names[cell], std::to_string(image[cell]),
                            from.empty() ? "sizes alone" : fmt::format("{}", fmt::join(from, ", "))});
  }
}

}  // namespace

TextReductionClaim::TextReductionClaim(TheoremText text, const std::string& id, const std::string& file)
    : WholeClaim(reduction_info(text, id, file)), text_(std::move(text)) {
  for (const auto& parameter : text_.parameters) {
    if (parameter.automatic || parameter.range) {
      throw language::RefusedPlace(parameter.place, "a reduction has numbers as parameters");
    }
  }
  for (const std::string& name : theorems::variant_names(text_))
    variants_.emplace_back(named_variant(name), theorems::variant_of(text_, name));
}

std::vector<ParameterSpec> TextReductionClaim::run_parameters() const {
  return theorems::claim_info(theorems::with_run_limits(text_), info().id, "").parameters;
}

const TheoremText& TextReductionClaim::text_of(Variant variant) const {
  for (const auto& [known, text] : variants_) {
    if (known == variant) return text;
  }
  throw std::out_of_range(std::string("no variant ") + to_string(variant));
}

Json TextReductionClaim::weights(Variant variant, const Parameters& parameters) const {
  const theorems::ReductionStatement& stated = *text_of(variant).reduction;
  const StatedReduction reduction = theorems::stated_reduction(text_of(variant), parameters);
  Json json = {{"question", theorems::said(stated).body}, {"image", theorems::said_image(stated).body},
               {"map", theorems::said_map(stated).body},  {"becomes", theorems::said_becomes(stated).body},
               {"source_cells", reduction.source_names},  {"image_cells", reduction.image_names}};
  for (const char* cells : {"source_cells", "image_cells"}) {
    if (json[cells].size() > most_named_cells) json[cells] = json[cells].size();
  }
  const auto& tokens = text_of(variant).tokens;
  if (tokens.size() == 1) json["tokens"] = theorems::said(tokens.front()).body;
  for (const auto& kind : tokens) {
    if (tokens.size() > 1) json["tokens"].push_back(theorems::said(kind).body);
  }
  return json;
}

Json TextReductionClaim::run(Variant variant, const Parameters& parameters, const Json& input,
                             std::uint64_t seed) const {
  const StatedReduction reduction =
      theorems::stated_reduction(theorems::with_run_limits(text_of(variant)), parameters);
  const ChosenSource chosen = chosen_source_of(reduction, input, seed);
  RunResult result(reduction.source->to_json(chosen.word), reduction.source->space().rank(chosen.word));
  if (!reduction.excluded.empty()) {
    result.add(not_applicable("answers", theorems::judged_elsewhere(reduction.excluded)));
    return result.to_json();
  }
  const std::vector<long> image = reduction.map(chosen.cells);
  const bool answer = reduction.question(chosen.cells);
  result.steps["image"] = fields_json(*reduction.image, image);
  if (const std::string defect = reduction.letter_defect(image); !defect.empty()) {
    result.steps["source"] = said_answer(answer);
    result.add(refuted(Kind::construction, "image", defect + ", which is none of its values"));
    return result.to_json();
  }
  result.answer("the image's answer", reduction.asked(image) ? 1 : 0, answer ? 1 : 0);
  return result.to_json();
}

Walkthrough TextReductionClaim::walk(Variant variant, const Parameters& parameters, const Json& input,
                                     std::uint64_t seed) const {
  const TheoremText text = theorems::with_run_limits(text_of(variant));
  const StatedReduction reduction = theorems::stated_reduction(text, parameters);
  const ChosenSource chosen = chosen_source_of(reduction, input, seed);
  const std::vector<long> image = reduction.map(chosen.cells);
  const bool answer = reduction.question(chosen.cells);
  const std::string defect = reduction.letter_defect(image);
  Walkthrough walk;
  walk.title = info().id;
  walk.data = run(variant, parameters, reduction.source->to_json(chosen.word), seed);
  walk.remark("source", reduction.source->to_json(chosen.word).dump());
  walk.remark("rank", reduction.source->space().rank(chosen.word).str());
  walk.remark("asked", theorems::said(*text.reduction).body);
  walk.remark("answer", said_answer(answer));
  add_cases("the source's question, case by case", reduction.question_cases, chosen.cells, walk);
  add_image(reduction, chosen.cells, image, walk);
  const std::size_t at = walk.sections.size() - 1;
  walk.sections[at].remarks.emplace_back("map", theorems::said_map(*text.reduction).body);
  if (!defect.empty()) {
    walk.verdict = Status::refuted;
    walk.headline = defect + ", which is none of the values that the image may have there";
    return walk;
  }
  const bool asked = reduction.asked(image);
  walk.sections[at].remarks.emplace_back("asked", theorems::said_becomes(*text.reduction).body);
  walk.sections[at].remarks.emplace_back("answer", said_answer(asked));
  add_cases("the image's question, case by case", reduction.asked_cases, image, walk);
  walk.verdict = asked == answer ? Status::holds : Status::refuted;
  if (!reduction.excluded.empty()) {
    walk.verdict = Status::not_applicable;
    walk.headline = theorems::judged_elsewhere(reduction.excluded);
    return walk;
  }
  walk.headline = fmt::format("the source is a {} instance and its image a {} instance", said_answer(answer),
                              said_answer(asked));
  return walk;
}

void TextReductionClaim::examine(Variant variant, const Parameters& parameters, const VerifyOptions& options,
                                 Verdict& verdict) const {
  const TheoremText& text = text_of(variant);
  for (const auto& note : text.notes) verdict.notes.push_back(note);
  for (const auto& choice : text.choices) verdict.details["choices"].push_back(choice.text);
  const StatedReduction reduction = theorems::stated_reduction(text, parameters);
  if (!reduction.excluded.empty()) {
    verdict.checks = {not_applicable("answers", theorems::judged_elsewhere(reduction.excluded))};
    return;
  }
  const Deadline deadline(options);
  const std::vector<SourceUnit> units = units_asked(text, reduction);
  const ranks::SharedWork* shared = ranks::taken_shared_work();
  const ReductionOutcome outcome = Workers(options.threads).execute([&] {
    return check_reduction_text(
        reduction, units, [&] { return deadline.reached(); }, shared);
  });
  const auto replay = [&](const Json& input) {
    return fmt::format("attest run {} --variant {} {} --input '{}'", info().id, attest::to_string(variant),
                       parameters.to_string(), input.dump());
  };
  report_reduction(text, reduction, units, outcome, outcome.complete() ? "" : deadline.reason(), replay,
                   verdict);
}

std::unique_ptr<TextReductionClaim> reduction_text(const std::string& id) {
  const TheoremSource& source = theorem_text(id);
  return std::make_unique<TextReductionClaim>(theorems::read_theorem(source.source_text()), id, source.path);
}

}  // namespace attest
