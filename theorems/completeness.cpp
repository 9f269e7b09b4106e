#include "theorems/completeness.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace attest::theorems {

namespace {

using language::Message;
using language::Op;

bool is_comparison_of(const Expression& e, const std::string& name) {
  const bool compares = e->op == Op::less || e->op == Op::less_equal || e->op == Op::greater ||
                        e->op == Op::greater_equal || e->op == Op::equal;
  const auto& names = language::free_names(e->children.back());
  return compares && e->children.front()->op == Op::name && e->children.front()->name == name &&
         std::find(names.begin(), names.end(), name) == names.end();
}

bool speaks_of(const Expression& e, const std::string& name) {
  const auto& names = language::free_names(e);
  return std::find(names.begin(), names.end(), name) != names.end();
}

// What has no tokens is judged by its sizes.
void check_judged(const TheoremText& text, const char* what, std::vector<Message>& messages) {
  if (!text.judged_if) return;
  for (const std::string& name : language::free_names(text.judged_if)) {
    const bool input = std::any_of(text.inputs.begin(), text.inputs.end(),
                                   [&](const InputStatement& i) { return i.name == name; });
    if (input)
      messages.push_back(
          {text.judged_if->place, fmt::format("{} is judged by its sizes; '{}' is an input", what, name)});
  }
}

// What is asked of a reduction's map.
bool is_of_a_map(const CheckStatement& check) {
  return check.name == "answers" || check.name == "one-sided" || check.name == "one-half-a-token" ||
         check.name == "free-values";
}

// A function has inputs and no network.
void check_shatter(const TheoremText& text, std::vector<Message>& messages) {
  if (!text.shatter->function)
    messages.push_back(
        {text.place, "rows and columns without a function; expected 'shatter' and a condition"});
  if (text.inputs.empty())
    messages.push_back({text.place, fmt::format("the theorem '{}' has no 'input'", text.id)});
  if (text.checks.empty())
    messages.push_back({text.place, fmt::format("the theorem '{}' has no 'check'", text.id)});
  const auto refuse = [&](bool there, const Place& place, const char* word) {
    if (there) messages.push_back({place, fmt::format("a function that is shattered has no '{}'", word)});
  };
  refuse(!text.tokens.empty(), text.tokens.empty() ? text.place : text.tokens[0].place, "tokens");
  refuse(!text.tasks.empty(), text.tasks.empty() ? text.place : text.tasks[0].place, "task");
  refuse(!text.layers.empty(), text.layers.empty() ? text.place : text.layers[0].place, "layer");
  refuse(text.readout.has_value(), text.readout ? text.readout->place : text.place, "readout");
  check_judged(text, "a function that is shattered", messages);
  refuse(!text.where.empty(), text.where.empty() ? text.place : text.where[0]->place, "where");
  refuse(text.spelled.has_value(), text.spelled ? text.spelled->place : text.place, "spelled");
  refuse(!text.hints.empty(), text.hints.empty() ? text.place : text.hints[0].place, "hint");
  refuse(!text.readings.empty(), text.readings.empty() ? text.place : text.readings[0].place, "read");
  for (const VariantStatement& variant : text.variants) {
    if (variant.program)
      messages.push_back({variant.place, "a function that is shattered has no program as a variant"});
  }
  for (const CheckStatement& check : text.checks) {
    if (check.name == "shattered" && !check.essential)
      messages.push_back({check.place, "'shattered' is essential: it stands behind 'check'"});
    if (check.name == "shattered" && text.shatter->rows.empty())
      messages.push_back({check.place, "'shattered' speaks of 'rows' and 'columns'; none are stated"});
    if (check.name == "entries" && text.shatter->rows.empty())
      messages.push_back({check.place, "'entries' speaks of 'rows' and 'columns'; none are stated"});
    if (check.name == "vc" && !is_comparison_of(check.formula, "vc"))
      messages.push_back({check.place, "expected vc, a comparison and a number, as in vc >= m"});
    const bool of_a_reduction = is_of_a_map(check);
    if (check.name != "vc" && check.name != "shattered" && check.name != "entries")
      messages.push_back(
          {check.place, fmt::format("'{}' belongs to a {}; a function has vc, shattered and entries",
                                    check.name, of_a_reduction ? "reduction" : "layer")});
  }
}

// A reduction has two questions and a map, and no network.
void check_reduction(const TheoremText& text, std::vector<Message>& messages) {
  const ReductionStatement& reduction = *text.reduction;
  const auto need = [&](bool there, const char* word) {
    if (!there)
      messages.push_back(
          {reduction.question ? reduction.place : text.place, fmt::format("a reduction without '{}'", word)});
  };
  need(reduction.question != nullptr, "reduction");
  need(!reduction.image.empty(), "image");
  need(!reduction.map.empty(), "map");
  need(reduction.asked != nullptr, "becomes");
  if (text.inputs.empty())
    messages.push_back({text.place, fmt::format("the theorem '{}' has no 'input'", text.id)});
  if (text.checks.empty())
    messages.push_back({text.place, fmt::format("the theorem '{}' has no 'check'", text.id)});
  const auto refuse = [&](bool there, const Place& place, const char* word) {
    if (there) messages.push_back({place, fmt::format("a reduction has no '{}'", word)});
  };
  refuse(text.shatter.has_value(), text.shatter ? text.shatter->place : text.place, "shatter");
  refuse(!text.tasks.empty(), text.tasks.empty() ? text.place : text.tasks[0].place, "task");
  refuse(!text.layers.empty(), text.layers.empty() ? text.place : text.layers[0].place, "layer");
  refuse(text.readout.has_value(), text.readout ? text.readout->place : text.place, "readout");
  check_judged(text, "a reduction", messages);
  refuse(!text.hints.empty(), text.hints.empty() ? text.place : text.hints[0].place, "hint");
  refuse(!text.readings.empty(), text.readings.empty() ? text.place : text.readings[0].place, "read");
  for (const VariantStatement& variant : text.variants) {
    if (variant.program) messages.push_back({variant.place, "a reduction has no program as a variant"});
    refuse(!variant.layers.empty() || variant.readout, variant.place, "layer");
  }
  for (const CheckStatement& check : text.checks) {
    if (check.name == "answers" && !check.essential)
      messages.push_back({check.place, "'answers' is essential: it stands behind 'check'"});
    const bool depends = check.name == "one-sided" || check.name == "one-half-a-token" ||
                         (check.name == "assert" && speaks_of(check.formula, "depends"));
    if (depends && !text.where.empty()) {
      messages.push_back(
          {check.place, fmt::format("'{}' changes one input at a time, which 'where' may not allow",
                                    check.name == "assert" ? "depends" : check.name)});
    }
    if (depends && check.name != "one-sided" && text.tokens.empty()) {
      messages.push_back(
          {check.place, fmt::format("'{}' speaks of the target's tokens; no 'tokens' are stated",
                                    check.name == "assert" ? "depends" : check.name)});
    }
    if (!is_of_a_map(check) && check.name != "assert")
      messages.push_back(
          {check.place,
           fmt::format("'{}' is no check of a reduction, which has answers, one-sided, one-half-a-token, "
                       "free-values and assert",
                       check.name)});
  }
  if (!text.checks.empty() && std::none_of(text.checks.begin(), text.checks.end(),
                                           [](const CheckStatement& c) { return c.name == "answers"; }))
    messages.push_back({text.checks.front().place, "a reduction is checked for its answers: check answers"});
}

// A program has arguments and variants, and nothing that the text would evaluate.
void check_program(const TheoremText& text, std::vector<Message>& messages) {
  const auto refuse = [&](const auto& all, const char* word) {
    if (!all.empty()) messages.push_back({all.front().place, fmt::format("a program has no '{}'", word)});
  };
  refuse(text.sizes, "sizes");
  refuse(text.limits, "limit");
  refuse(text.parameters, "param");
  refuse(text.inputs, "input");
  refuse(text.lets, "let");
  refuse(text.tokens, "tokens");
  refuse(text.tasks, "task");
  refuse(text.layers, "layer");
  refuse(text.checks, "check");
  refuse(text.readings, "read");
  refuse(text.hints, "hint");
  const bool more = text.spelled || !text.where.empty() || text.judged_if || text.shatter || text.readout;
  if (more)
    messages.push_back(
        {text.program->place, "a program has no 'spelled', 'where', 'judged', 'shatter' and 'readout'"});
  for (const ExpectStatement& expect : text.expects) {
    if (!expect.kind.empty())
      messages.push_back(
          {expect.place, "what kind of refutation a program finds is not compared; write 'refuted' alone"});
    for (const auto& setting : expect.settings) {
      if (!setting.every.empty() || !setting.input.empty())
        messages.push_back({expect.place, "'every' and 'by' belong to a layer; a program has none"});
    }
  }
}

// error <= .., error < .., gap >= .., gap > ..; growth is either, with a constant to be found.
void check_bound(const CheckStatement& check, std::vector<Message>& messages) {
  if (!check.formula) return;
  const auto has_form = [&](const char* name, Op or_equal, Op strict) {
    const Expression& e = check.formula;
    return (e->op == or_equal || e->op == strict) && is_comparison_of(e, name);
  };
  const bool error = has_form("error", Op::less_equal, Op::less);
  const bool gap = has_form("gap", Op::greater_equal, Op::greater);
  if (check.name == "error" && !error) messages.push_back({check.place, "a bound has the form error <= .."});
  if (check.name == "gap" && !gap) messages.push_back({check.place, "a bound has the form gap >= .."});
  if (check.name == "growth" && !error && !(gap && !check.constants.empty()))
    messages.push_back({check.place, "growth has the form error <= exp(-some c * ..) or gap >= some c * .."});
}

}  // namespace

void check_complete(const TheoremText& text, std::vector<Message>& messages) {
  if (text.id.empty()) {
    messages.push_back({{1, 1, 1}, "the file names no theorem; expected a line as 'theorem argmax \"..\"'"});
    return;
  }
  const auto need = [&](bool there, const char* word) {
    if (!there) messages.push_back({text.place, fmt::format("the theorem '{}' has no '{}'", text.id, word)});
  };
  if (text.program) return check_program(text, messages);
  if (!text.arguments.empty())
    messages.push_back(
        {text.arguments.front().place, "'argument' belongs to a program; 'param' is a theorem's"});
  if (text.reduction) return check_reduction(text, messages);
  if (text.shatter) return check_shatter(text, messages);
  need(!text.tokens.empty(), "tokens");
  need(!text.tasks.empty(), "task");
  need(!text.layers.empty(), "layer");
  need(text.readout.has_value(), "readout");
  need(!text.checks.empty(), "check");
  for (const CheckStatement& check : text.checks) {
    check_bound(check, messages);
    if (check.name == "vc" || check.name == "shattered" || check.name == "entries")
      messages.push_back(
          {check.place,
           fmt::format("'{}' speaks of a function behind 'shatter'; there is none", check.name)});
    if (is_of_a_map(check))
      messages.push_back(
          {check.place, fmt::format("'{}' speaks of a map behind 'reduction'; there is none", check.name)});
  }
}

}  // namespace attest::theorems
