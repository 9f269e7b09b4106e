#include "theorems/instance.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>

#include "claims/quotes.hpp"
#include "claims/stop.hpp"
#include "claims/usage_error.hpp"
#include "claims/whole_claim.hpp"
#include "numeric/checked.hpp"
#include "numeric/decimal.hpp"
#include "theorems/constants.hpp"
#include "theorems/head_rows.hpp"
#include "theorems/layer_builder.hpp"
#include "theorems/layer_stack_builder.hpp"
#include "theorems/lets.hpp"
#include "theorems/marks.hpp"
#include "theorems/match_layers_builder.hpp"
#include "theorems/match_weights.hpp"
#include "theorems/separated_states.hpp"
#include "theorems/show_1_weights.hpp"
#include "theorems/size_check.hpp"
#include "theorems/stated_bound.hpp"
#include "theorems/stream_assertion.hpp"
#include "theorems/table_parameters.hpp"
#include "theorems/task_truth.hpp"
#include "theorems/theorem_task.hpp"
#include "theorems/vector_parts.hpp"
#include "theorems/weights_file.hpp"
#include "theorems/zero_scales.hpp"

namespace attest::theorems {

namespace {

using language::Expression;
using language::Op;
using language::Place;

void refuse_what_is_not_evaluated(const TheoremText& text) {
  if (text.tasks.empty()) refuse(text.place, "the theorem has no task");
  for (const TaskStatement& task : text.tasks) {
    if (task.answer == AnswerKind::vector && text.tasks.size() > 1)
      refuse(task.place, "a vector beside another task is not evaluated so far");
    if (task.answer != text.tasks[0].answer)
      refuse(task.place,
             fmt::format("the task of line {} asks for another kind of answer; number and sign in one "
                         "theorem are not evaluated so far",
                         text.tasks[0].place.line));
  }
  for (const InputStatement& input : text.inputs) {
    if (input.shape == Shape::subset && !input.domains.empty())
      refuse(input.place, "a subset has no arguments");
  }
}

std::vector<attention::Token> judged_tokens(const TaskStatement& task, const TokenTable& table,
                                            const NetworkNames& names) {
  const TokenGroup* kind = table.find(task.kind);
  if (kind == nullptr) throw NetworkError(task.place, fmt::format("there are no tokens '{}'", task.kind));
  if (task.every) return kind->tokens;
  std::vector<Rational> at;
  for (const Expression& index : task.at) at.push_back(evaluate_number(index, names));
  const auto token = table.token(*kind, at);
  if (!token) throw NetworkError(task.place, "the judged token is no token at these sizes");
  return {*token};
}

// The tasks in the order of their tokens.
std::vector<JudgedTask> judged_tasks(const TheoremText& text, const TokenTable& table,
                                     const NetworkNames& names) {
  std::vector<JudgedTask> tasks;
  for (const TaskStatement& task : text.tasks)
    tasks.push_back({&task, judged_tokens(task, table, names), {task.truth}});
  std::sort(tasks.begin(), tasks.end(),
            [](const JudgedTask& a, const JudgedTask& b) { return a.tokens < b.tokens; });
  return tasks;
}

std::vector<attention::Token> tokens_of(const std::vector<JudgedTask>& tasks) {
  std::vector<attention::Token> all;
  for (const JudgedTask& task : tasks) all.insert(all.end(), task.tokens.begin(), task.tokens.end());
  return all;
}

// The tokens whose weights are asked for: those that are judged, or, where weights have to sum to 1 at every token, all of their
// kinds.
std::vector<attention::Token> receivers_of(const TheoremText& text, const TokenTable& table,
                                           const std::vector<attention::Token>& judged) {
  if (std::none_of(text.checks.begin(), text.checks.end(),
                   [](const CheckStatement& check) { return check.name == "normalised"; })) {
    return judged;
  }
  std::set<attention::Token> all;
  for (const attention::Token token : judged) {
    const auto& kind = table.kinds_of_tokens()[table.group_of(token)].tokens;
    all.insert(kind.begin(), kind.end());
  }
  return {all.begin(), all.end()};
}

constexpr const char* every_row = "every row is W times the encoding, at every token with every content";

// `why`: it is, where there are no defects.
Check well_formed(const TheoremText& text, const std::vector<Defect>& defects, const char* why) {
  Check check;
  check.name = "well-formed";
  check.status = defects.empty() ? Status::holds : Status::ill_formed;
  if (defects.empty()) {
    check.evidence = Evidence::enumeration;
    check.reason = why;
    return check;
  }
  std::vector<std::string> reasons;
  for (const Defect& defect : defects) {
    const Mark mark = defect.mark.empty() ? mark_at(text, defect.place) : defect.mark;
    const std::string line = fmt::format("line {}", defect.place.line);
    const auto base = std::find_if(text.base_texts.begin(), text.base_texts.end(), [&](const auto& known) {
      return known.first == defect.place.text && known.first != text.place.text;
    });
    const std::string whose = base == text.base_texts.end() ? "" : " of " + base->second;
    std::string reason = mark.empty() ? fmt::format("{}{}: {}", line, whose, defect.text)
                                      : fmt::format("{} ({}; {}{})", defect.text, cited(mark), line,
                                                    whose.empty() ? " of the theorem file" : whose);
    if (std::find(reasons.begin(), reasons.end(), reason) == reasons.end())
      reasons.push_back(std::move(reason));
  }
  check.reason = fmt::format("{}", fmt::join(reasons, "; "));
  return check;
}

Decision decision_of(const TaskStatement& task) {
  return task.answer == AnswerKind::sign ? Decision::sign : Decision::nearest;
}

// vector d within eps; nothing for a number or a sign.
std::optional<VectorAnswer> vector_answer_of(const TaskStatement& task, const NetworkNames& names) {
  if (task.answer != AnswerKind::vector) return std::nullopt;
  constexpr long most_numbers = 1L << 16;
  const Rational d = evaluate_number(task.dimension, names);
  const auto number = fits_long(d);
  if (!number || *number < 1 || *number > most_numbers)
    refuse(task.dimension->place, fmt::format("a vector of {} numbers", to_string(d)));
  VectorAnswer answer{static_cast<std::size_t>(*number), evaluate_number(task.within, names)};
  if (answer.within <= 0)
    refuse(task.within->place, fmt::format("nothing is nearer than {}", to_string(answer.within)));
  return answer;
}

// Several layers, of which the last one is read out.
std::vector<attention::Layer> stack_of(const BuiltLayer& built) {
  std::vector<attention::Layer> layers{built.layer};
  layers.insert(layers.end(), built.behind.begin(), built.behind.end());
  std::swap(layers.back().readouts, layers.front().readouts);
  return layers;
}

// What is asked of the scores of layers that are known by enclosures.
void refuse_of_stack(const CheckStatement& check) {
  const auto speaks_of_gap = [&] {
    return check.formula && !check.formula->children.empty() && check.formula->children[0]->op == Op::name &&
           check.formula->children[0]->name == "gap";
  };
  if (check.name == "unique-maximum" || check.name == "normalised" || check.name == "separated" ||
      check.name == "gap" || speaks_of_gap()) {
    refuse(check.place, fmt::format("'{}' is not evaluated of several layers whose streams are known by "
                                    "enclosures",
                                    check.name));
  }
}

std::unique_ptr<LayerTask> task_of(const TheoremText& text, std::shared_ptr<const InputLayout> layout,
                                   std::shared_ptr<const TokenTable> table, std::vector<JudgedTask> tasks,
                                   const Constants& constants) {
  const auto vector = vector_answer_of(*tasks.front().task, constants.names);
  if (vector) {
    JudgedTask& judged = tasks.front();
    judged.answers = parts_of(without_lets(judged.task->truth, text.lets), constants.names);
    if (judged.answers.size() != vector->dimension) {
      refuse(judged.task->truth->place, fmt::format("an answer of {} numbers for a vector of {}",
                                                    judged.answers.size(), vector->dimension));
    }
    std::vector<attention::Token> positions;
    for (const attention::Token token : judged.tokens)
      positions.insert(positions.end(), vector->dimension, token);
    judged.tokens = std::move(positions);
  }
  auto truth = std::make_unique<const TaskTruth>(text, tasks, *layout, *table, constants.values);
  auto promise = text.where.empty() && !text.judged_if
                     ? nullptr
                     : std::make_unique<const Promise>(text, *layout, constants.values);
  return std::make_unique<TheoremTask>(std::move(layout), std::move(table), tokens_of(tasks),
                                       decision_of(*tasks.front().task), std::move(truth), std::move(promise),
                                       vector);
}

}  // namespace

Integer number_of_inputs(const TheoremText& stated, const Parameters& parameters) {
  std::vector<std::string> tables;
  const TheoremText text = with_lets_written_out(with_tables(stated, parameters, tables));
  return with_lines([&] { return layout_of(text, constants_of(text, parameters).names).space().size(); });
}

std::unique_ptr<LayerTask> make_task(const TheoremText& stated, const Parameters& parameters) {
  refuse_what_is_not_evaluated(stated);
  std::vector<std::string> tables;
  const TheoremText text = with_lets_written_out(with_tables(stated, parameters, tables));
  return with_lines([&] {
    const Constants constants = constants_of(text, parameters);
    auto layout = std::make_shared<const InputLayout>(layout_of(text, constants.names));
    auto table = std::make_shared<const TokenTable>(text.tokens, *layout, constants.names);
    const auto tasks = judged_tasks(text, *table, constants.names);
    return task_of(text, std::move(layout), std::move(table), tasks, constants);
  });
}

std::unique_ptr<LayerSetting> make_setting(const TheoremText& stated, Variant variant,
                                           const Parameters& parameters) {
  refuse_what_is_not_evaluated(stated);
  std::vector<std::string> tables;
  const TheoremText text = with_lets_written_out(with_tables(stated, parameters, tables));
  return with_lines([&] {
    const Constants constants = constants_of(text, parameters);
    const auto layout = std::make_shared<const InputLayout>(layout_of(text, constants.names));
    const TaskStatement& task = text.tasks.front();
    // What is damaged stays so; the other checks go on with what the file says it is read as.
    std::optional<TheoremText> read;
    if (!text.readings.empty()) read = with_readings(text);
    std::vector<Defect> defects;
    std::shared_ptr<const TokenTable> table;
    for (const TheoremText* t : {&text, read ? &std::as_const(*read) : nullptr}) {
      if (t == nullptr || table) continue;
      try {
        table = std::make_shared<const TokenTable>(t->tokens, *layout, constants.names);
      } catch (const NetworkError& error) {
        defects.push_back({error.place, error.what(), {}});
      }
    }
    if (!table) {
      LayerRecord nothing;
      nothing.checks.push_back(well_formed(text, defects, every_row));
      return std::make_unique<LayerSetting>(
          variant, with_numbers(parameters, text, constants),
          std::make_unique<TheoremTask>(layout, nullptr, std::vector<attention::Token>(), decision_of(task),
                                        nullptr),
          std::move(nothing));
    }
    const std::vector<JudgedTask> tasks = judged_tasks(text, *table, constants.names);
    const std::vector<attention::Token> judged = tokens_of(tasks);
    if (judged.empty()) {
      LayerRecord nothing;
      nothing.checks.push_back(not_applicable("well-formed", "no token is judged"));
      return std::make_unique<LayerSetting>(variant, with_numbers(parameters, text, constants),
                                            task_of(text, layout, table, tasks, constants),
                                            std::move(nothing));
    }
    const std::vector<attention::Token> receivers = receivers_of(text, *table, judged);
    const auto vector = vector_answer_of(task, constants.names);
    const std::size_t numbers = vector ? vector->dimension : 1;
    const auto build = [&](const TheoremText& t) {
      BuiltLayer result = !has_several_layers(t)
                              ? build_layer(t, *table, judged, receivers, constants.values, constants.names)
                          : has_exact_match_alone(t)
                              ? build_match_layers(t, stated, *table, constants.names)
                              : build_layer_stack(t, *table, judged, constants.values, constants.names);
      const std::size_t given =
          result.match_layers ? result.match_layers->psi.size() : result.layer.readouts.size();
      if (result.defects.empty() && given != numbers) {
        result.defects.push_back({t.readout->place,
                                  fmt::format("a readout of {} number{}, and the task's answer has {}", given,
                                              given == 1 ? "" : "s", numbers),
                                  t.readout->mark});
      }
      return result;
    };
    auto own = std::make_shared<BuiltLayer>(build(text));
    defects.insert(defects.end(), own->defects.begin(), own->defects.end());

    const bool read_as = !defects.empty() && read;
    if (read_as) {
      own = std::make_shared<BuiltLayer>(build(*read));
      for (Defect& left : own->defects) {
        left.text = "as it is read, " + left.text;
        defects.push_back(left);
      }
    }
    LayerRecord record;
    BuiltLayer& built = *own;
    record.checks.push_back(well_formed(
        text, defects,
        built.match_layers ? "every function of the first layer has a value at every token with every content"
        : built.behind.empty()
            ? every_row
            : "every row of the first layer is W times the encoding, at every token with every content, every "
              "row behind it W times the stream as it is written"));
    for (const CheckStatement& check : text.checks) {
      if (check.name != "displayed") continue;
      for (DisplayedLine& display : built.displays) display.check.essential = check.essential;
      for (InputDisplay& display : built.input_displays) display.display.essential = check.essential;
    }
    for (DisplayedLine& line : built.displays) {
      if (!line.witness.is_null()) record.witnesses.emplace(line.check.name, std::move(line.witness));
      record.checks.push_back(std::move(line.check));
    }
    record.choices = std::move(built.choices);
    for (const auto& choice : text.choices) record.choices.push_back(choice);
    for (const auto& note : text.notes) record.notes.push_back(note);
    record.notes.insert(record.notes.end(), tables.begin(), tables.end());
    if (built.defects.empty() && !built.match_layers) {
      const bool several = !built.behind.empty();
      for (std::string& note : zero_scale_notes(built.layer, several ? 1 : 0))
        record.notes.push_back(std::move(note));
      for (std::size_t l = 0; l < built.behind.size(); ++l) {
        for (std::string& note : zero_scale_notes(built.behind[l], l + 2))
          record.notes.push_back(std::move(note));
      }
    }
    for (const auto& reading : stated.readings) {
      if (!read_as) continue;
      record.choices.push_back(fmt::format("{} is read as {}: {}", reading.literal,
                                           language::to_string(reading.expression), reading.because));
    }
    record.size = built.size;
    record.weights = weights_json(built);
    const bool stacked = !built.behind.empty();
    if (built.defects.empty() && stacked) record.stack = stack_of(built);
    if (built.defects.empty() && !built.match_layers && !stacked) record.layer = built.layer;
    if (built.defects.empty()) record.match_layers = built.match_layers;

    auto setting =
        std::make_unique<LayerSetting>(variant, with_numbers(parameters, text, constants),
                                       task_of(text, layout, table, tasks, constants), std::move(record));

    if (built.match_layers) {
      setting->add_details({{"layers", built.match_layers->layers.size()},
                            {"width of a token's state", built.match_layers->width()}});
    }
    if (stacked) setting->add_details({{"layers", 1 + built.behind.size()}});
    if (built.defects.empty() && built.match_layers) {
      setting->set_weights_reader(
          [own, table, of = read_as ? *read : text, stated, names = constants.names](const Json& json) {
            LayerRecord given;
            given.match_layers = match_layers_from_weights(json, *own, of, stated, *table, names);
            given.size = {static_cast<long>(given.match_layers->heads()),
                          static_cast<long>(given.match_layers->value_dimension()), 0};
            return given;
          });
    } else if (built.defects.empty() && stacked) {
      setting->set_weights_reader([own, table, names = constants.names](const Json& json) {
        LayerRecord given;
        given.stack = layers_from_weights(json, *own, *table, names);
        long heads = 0;
        for (const attention::Layer& layer : given.stack)
          heads = std::max(heads, static_cast<long>(layer.heads.size()));
        given.size = {heads, static_cast<long>(given.stack.front().dimension()),
                      given.stack.back().readout_parameters()};
        return given;
      });
    } else if (built.defects.empty()) {
      setting->set_weights_reader([own, table, names = constants.names](const Json& json) {
        if (!is_show_1(json)) return record_of(layer_from_weights(json, *own, *table, names));
        LayerRecord given = record_of(layer_from_weights(from_show_1(json, *own), *own, *table, names));
        given.notes.emplace_back(
            "these weights have the shape of attest/show/1; its features, rows and formulas were not compared");
        return given;
      });
    }

    for (const InputDisplay& display : built.input_displays)
      setting->add_condition(display.condition(text, layout, table, judged, constants.values));
    const std::vector<std::string> coordinates =
        built.text.encodings.empty() ? std::vector<std::string>() : built.text.encodings.front().names;
    std::vector<CheckStatement> further;
    bool output = false;
    for (const CheckStatement& check : text.checks) {
      if (stacked) refuse_of_stack(check);
      if (speaks_of_stream(check, text, coordinates)) {
        if (stacked || built.match_layers || text.tasks.size() != 1)
          refuse(check.place, "an assert about the stream or an input is of one layer and one task");
        if (!built.defects.empty()) continue;  // there is no stream
        setting->add_condition(stream_assertion(check, text, layout, table,
                                                {tasks.front().tokens, task.indices, coordinates},
                                                constants.values, constants.names));
        continue;
      }
      if (check.name == "output") {
        output = true;
        if (!check.essential)
          refuse(check.place, "'output' is essential in every theorem: it stands behind 'check'");
      } else if (check.name == "displayed") {
        continue;  // above
      } else if (check.name == "normalised") {
        setting->add_condition(normalised_weights({receivers.begin(), receivers.end()}, check.essential));
      } else if (check.name == "separated") {
        if (!built.match_layers && built.defects.empty())
          refuse(check.place, "'separated' is asked of layers of functions of a token's state");
        setting->add_condition(separated_states(judged, check.essential));
      } else if (check.name == "unique-maximum") {
        setting->set_unique_maximum(check.essential ? LayerSetting::UniqueMaximum::essential
                                                    : LayerSetting::UniqueMaximum::informative);
      } else {
        further.push_back(check);
      }
    }
    if (!output) refuse(text.place, "the theorem does not say 'check output'");
    for (const CheckStatement& check : further) expect_known(check, task.answer, constants.names);
    setting->set_further_checks(
        [text, further, constants, variant, parameters](const LayerSetting& s, const Observation& o) {
          return with_lines([&] {
            std::vector<Check> checks;
            for (const CheckStatement& check : further) {
              checks.push_back(check.name == "size" ? size_check(text, check, variant, parameters, s.size())
                                                    : stated_bound_check(check, s, o, constants.names));
            }
            return checks;
          });
        });
    return setting;
  });
}

}  // namespace attest::theorems
