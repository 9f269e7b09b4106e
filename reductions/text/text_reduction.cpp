#include "reductions/text/text_reduction.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <stdexcept>

#include "claims/deadline.hpp"
#include "claims/run_result.hpp"
#include "claims/usage_error.hpp"
#include "language/refused_place.hpp"
#include "reductions/text/reduction_outcome.hpp"
#include "tasks/datasets/random.hpp"
#include "tasks/drawn_word.hpp"
#include "theorems/patch.hpp"
#include "theorems/promise.hpp"
#include "theorems/said.hpp"

namespace attest {

namespace {

using theorems::CheckStatement;
using theorems::InputField;
using theorems::InputLayout;
using theorems::StatedReduction;
using theorems::TheoremText;

constexpr int most_random_words = 10000;

ClaimInfo reduction_info(const TheoremText& text, const std::string& id, const std::string& file) {
  ClaimInfo info = theorems::claim_info(text, id, file);
  info.kind = "reduction";
  return info;
}

const char* said_answer(bool yes) {
  return yes ? "yes" : "no";
}

const CheckStatement* stated_check(const TheoremText& text, const std::string& name) {
  for (const CheckStatement& check : text.checks) {
    if (check.name == name) return &check;
  }
  return nullptr;
}

// The letters of one field: a number, a list, a list of rows.
Json field_json(const InputField& field, std::span<const long> cells, std::size_t argument = 0,
                std::size_t first = 0) {
  if (argument == field.domains.size()) return cells[field.first_cell + first];
  std::size_t stride = 1;
  for (std::size_t k = argument + 1; k < field.domains.size(); ++k) stride *= field.domains[k].size();
  Json all = Json::array();
  for (std::size_t k = 0; k < field.domains[argument].size(); ++k)
    all.push_back(field_json(field, cells, argument + 1, first + k * stride));
  return all;
}

Json fields_json(const InputLayout& layout, std::span<const long> cells) {
  Json json = Json::object();
  for (const InputField& field : layout.fields()) json[field.name] = field_json(field, cells);
  return json;
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

const TheoremText& TextReductionClaim::text_of(Variant variant) const {
  for (const auto& [known, text] : variants_) {
    if (known == variant) return text;
  }
  throw std::out_of_range(std::string("no variant ") + to_string(variant));
}

Json TextReductionClaim::weights(Variant variant, const Parameters& parameters) const {
  const theorems::ReductionStatement& stated = *text_of(variant).reduction;
  const StatedReduction reduction = theorems::stated_reduction(text_of(variant), parameters);
  return {{"question", theorems::said(stated).body}, {"image", theorems::said_image(stated).body},
          {"map", theorems::said_map(stated).body},  {"becomes", theorems::said_becomes(stated).body},
          {"source_cells", reduction.source_names},  {"image_cells", reduction.image_names}};
}

Json TextReductionClaim::run(Variant variant, const Parameters& parameters, const Json& input,
                             std::uint64_t seed) const {
  const StatedReduction reduction = theorems::stated_reduction(text_of(variant), parameters);
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
  const TheoremText& text = text_of(variant);
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
  const CheckStatement* one_sided = stated_check(text, "one-sided");
  const ReductionOutcome outcome =
      check_reduction_text(reduction, one_sided != nullptr, [&] { return deadline.reached(); });
  const Integer excluded = outcome.seen - outcome.checked;
  const std::string stopped = outcome.complete() ? std::string() : deadline.reason();
  verdict.inputs.space = outcome.words - excluded;
  verdict.inputs.total = verdict.inputs.space;
  verdict.inputs.checked = outcome.checked;
  verdict.inputs.failing = outcome.failing;

  // Of no instance nothing is said.
  const bool empty = outcome.complete() && outcome.checked == 0;
  const auto nothing = [&](const std::string& name) {
    return not_applicable(name, "some instance is left by '" + reduction.promise->text() + "'");
  };
  const auto instance = [&](const FailedInstance& failed) {
    const Json input = reduction.source->to_json(reduction.source->space().unrank(failed.rank));
    Json json = {{"input", input},
                 {"rank", failed.rank.str()},
                 {"image", fields_json(*reduction.image, failed.image)},
                 {"source", said_answer(failed.answer)},
                 {"target", failed.defect.empty() ? Json(said_answer(!failed.answer)) : Json()}};
    json["replay"] = fmt::format("attest run {} --variant {} {} --input '{}'", info().id,
                                 attest::to_string(variant), parameters.to_string(), input.dump());
    return json;
  };
  if (outcome.first_wrong_letter) {
    verdict.checks.push_back(refuted(Kind::construction, "image",
                                     outcome.first_wrong_letter->defect + ", which is none of its values"));
    verdict.counterexample = instance(*outcome.first_wrong_letter);
  } else if (!outcome.complete()) {
    verdict.checks.push_back(undecided("image", stopped));
  } else if (empty) {
    verdict.checks.push_back(nothing("image"));
  } else {
    verdict.checks.push_back(
        holds("image", Evidence::enumeration, "every image is an instance of the target"));
  }
  if (outcome.first_wrong_answer) {
    const FailedInstance& failed = *outcome.first_wrong_answer;
    verdict.checks.push_back(
        refuted(Kind::construction, "answers",
                fmt::format("a {} instance becomes a {} instance; {} of {} instances fail",
                            said_answer(failed.answer), said_answer(!failed.answer), outcome.failing.str(),
                            outcome.checked.str())));
    if (verdict.counterexample.is_null()) verdict.counterexample = instance(failed);
  } else if (outcome.first_wrong_letter) {
    verdict.checks.push_back(undecided("answers", "some image is no instance of the target"));
  } else if (!outcome.complete()) {
    verdict.checks.push_back(undecided("answers", stopped));
  } else if (empty) {
    verdict.checks.push_back(nothing("answers"));
  } else {
    const Integer no = outcome.checked - outcome.yes;
    verdict.checks.push_back(holds(
        "answers", Evidence::enumeration,
        fmt::format("{} yes instances become yes, {} no instances become no", outcome.yes.str(), no.str())));
  }
  if (one_sided != nullptr) {
    std::string mixed;
    std::vector<std::size_t> of(reduction.source->fields().size(), 0);
    std::size_t fixed = 0;
    for (std::size_t cell = 0; cell < outcome.depends.size(); ++cell) {
      std::vector<std::string> inputs;
      std::size_t last = 0;
      for (std::size_t f = 0; f < of.size(); ++f) {
        if (!outcome.depends[cell][f]) continue;
        inputs.push_back(reduction.source->fields()[f].name);
        last = f;
      }
      if (inputs.size() > 1 && mixed.empty())
        mixed = fmt::format("{} depends on {}", reduction.image_names[cell], fmt::join(inputs, " and "));
      if (inputs.size() == 1) ++of[last];
      if (inputs.empty()) ++fixed;
    }
    Check check;
    if (!mixed.empty()) {
      check = refuted(Kind::construction, "one-sided", mixed);
      if (verdict.counterexample.is_null()) verdict.counterexample = {{"one-sided", mixed}};
    } else if (!outcome.complete()) {
      check = undecided("one-sided", stopped);
    } else {
      std::vector<std::string> counts;
      for (std::size_t f = 0; f < of.size(); ++f)
        counts.push_back(fmt::format("on {} alone: {}", reduction.source->fields()[f].name, of[f]));
      check =
          holds("one-sided", Evidence::enumeration,
                fmt::format("cells of the image that depend {}, fixed: {}", fmt::join(counts, ", "), fixed));
    }
    check.essential = one_sided->essential;
    verdict.checks.push_back(std::move(check));
  }
  for (const StatedReduction::Assertion& assertion : reduction.assertions) {
    Check check = !assertion.holds   ? undecided("assert", assertion.text + ": the enclosures do not tell")
                  : *assertion.holds ? holds("assert", Evidence::symbolic, assertion.text)
                                     : refuted(Kind::constant, "assert", assertion.text);
    // What is true of the sizes makes no theorem of one without instances.
    check.essential = assertion.essential && !(empty && check.status == Status::holds);
    if (check.status == Status::refuted && check.essential && verdict.counterexample.is_null())
      verdict.counterexample = {{"assert", assertion.text}, {"sizes", parameters.to_json()}};
    verdict.checks.push_back(std::move(check));
  }
  verdict.details["yes_instances"] = outcome.yes.str();
  verdict.details["no_instances"] = Integer(outcome.checked - outcome.yes).str();
  verdict.details["source_cells"] = reduction.source_names.size();
  verdict.details["image_cells"] = reduction.image_names.size();
  if (excluded > 0) verdict.details["excluded_by_where"] = excluded.str();
}

}  // namespace attest
