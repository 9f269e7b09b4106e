#include "theorems/input_display.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "attention/definition.hpp"
#include "attention/head_weights.hpp"
#include "claims/quotes.hpp"
#include "language/message.hpp"
#include "language/refused_place.hpp"
#include "language/truth.hpp"
#include "theorems/truth_names.hpp"
#include "verification/layer_setting.hpp"

namespace attest::theorems {

namespace {

// Of every tuple of the receiver, in the order of the index set; nothing where the weights are 0/0.
std::optional<std::vector<Rational>> actual_numbers(const attention::PreparedLayer& prepared, std::size_t h,
                                                    bool weights, std::span<const attention::Kind> kinds,
                                                    attention::Token receiver) {
  const attention::Head& head = prepared.layer().heads[h];
  if (weights) return attention::rational_weights(head, prepared.scores(h), kinds, receiver);
  std::vector<Rational> scores;
  attention::each_tuple(head.over, kinds, receiver,
                        [&](std::span<const attention::Token>, std::span<const attention::Kind> tuple) {
                          scores.push_back(attention::unscaled_score(head, kinds[receiver], tuple));
                          return true;
                        });
  return scores;
}

}  // namespace

bool speaks_of_input(const DisplayStatement& display, const Expression& formula, const TheoremText& text) {
  if (display.what == "weight") return true;
  const std::vector<std::string> names = language::free_names(formula);
  const auto is_feature = [&](const std::string& name) {
    return std::any_of(text.tokens.begin(), text.tokens.end(), [&](const TokensStatement& tokens) {
      return std::any_of(tokens.features.begin(), tokens.features.end(),
                         [&](const auto& feature) { return feature.name == name; });
    });
  };
  return std::any_of(text.inputs.begin(), text.inputs.end(), [&](const InputStatement& input) {
    return !is_feature(input.name) && std::find(names.begin(), names.end(), input.name) != names.end();
  });
}

InputDisplay::InputDisplay(const DisplayStatement& statement, const HeadRows& rows, const TokenTable& tokens,
                           const std::vector<attention::Token>& judged, std::size_t number)
    : display(statement), name(statement.what == "weight" ? "weight" : "identity"), head(number) {
  const auto no = [&](const std::string& why) {
    refuse(display.place, fmt::format("displayed {}: {}", display.what, why));
  };
  if (!display.family.empty()) no("a family of lines that speak of the input is not evaluated so far");
  if (display.what == "weight" && rows.kernel() == attention::Kernel::softmax)
    no("the weights of a softmax are no rational numbers; this is not evaluated so far");
  display.formula = rows.plain(display.formula);
  std::vector<std::string> all;
  for (std::size_t v = 0; v < rows.polynomial().variables(); ++v) {
    std::size_t group = v == 0 ? tokens.group_of(judged.front()) : 0;
    while (!rows.may_be(v, group)) ++group;
    indices.push_back(rows.index_names(v, group));
    all.insert(all.end(), indices.back().begin(), indices.back().end());
  }
  std::sort(all.begin(), all.end());
  const auto twice = std::adjacent_find(all.begin(), all.end());
  if (twice != all.end())
    no(fmt::format("two tokens of this head are called {}; name them, as in query (i) and key (j)", *twice));
}

InputCondition InputDisplay::condition(const TheoremText& text, std::shared_ptr<const InputLayout> layout,
                                       std::shared_ptr<const TokenTable> tokens,
                                       const std::vector<attention::Token>& judged,
                                       const std::map<std::string, Rational>& constants) const {
  language::Names names = truth_names(text, *layout, constants);
  std::vector<attention::Token> every(tokens->tokens());
  for (std::size_t t = 0; t < every.size(); ++t) every[t] = static_cast<attention::Token>(t);
  for (const auto& of_variable : indices) {
    for (std::size_t k = 0; k < of_variable.size(); ++k)
      names.indices.push_back(index_of_tokens(of_variable[k], k, *tokens, every));
  }
  std::shared_ptr<const language::Truth> truth;
  try {
    truth = std::make_shared<const language::Truth>(display.formula, std::move(names),
                                                    language::Type::Kind::number);
  } catch (const language::ParseError& error) {
    refuse(error.messages().front().place, error.messages().front().text);
  }
  std::vector<std::vector<std::vector<long>>> numbers;  // [variable][token]: of its indices
  for (const auto& of_variable : indices) {
    numbers.emplace_back(every.size());
    for (const attention::Token t : every) {
      for (std::size_t k = 0; k < of_variable.size(); ++k)
        numbers.back()[t].push_back(machine_index(*tokens, t, k));
    }
  }
  InputCondition condition;
  condition.name = name;
  condition.essential = display.essential;
  condition.kind = attest::Kind::display;
  condition.comparison = InputCondition::Comparison{
      head, judged,
      [truth, layout, judged, numbers, h = head](const LayerSetting& setting, std::span<const Symbol> word,
                                                 std::vector<std::size_t>& read) {
        std::vector<long> cells(layout->cells());
        layout->decode(word, cells);
        const attention::IndexSet& over = setting.prepared().layer().heads[h].over;
        for (const attention::Token receiver : judged) {
          const std::span<const attention::Token> tuples = over.tuples(receiver);
          for (std::size_t k = 0; k < tuples.size(); k += over.arity()) {
            std::vector<long> at = numbers[0][receiver];
            for (std::size_t v = 0; v < over.arity(); ++v) {
              const std::vector<long>& more = numbers[v + 1][tuples[k + v]];
              at.insert(at.end(), more.begin(), more.end());
            }
            if (!truth->reading(cells, at, read)) return false;
          }
        }
        return true;
      }};
  condition.broken_by = [truth, layout, tokens, judged, numbers, own = *this](
                            const LayerSetting& setting, std::span<const Symbol> word,
                            const attention::NumberedRun*) -> std::optional<std::string> {
    thread_local std::vector<long> cells;
    cells.resize(layout->cells());
    layout->decode(word, cells);
    thread_local std::vector<attention::Kind> kinds;
    kinds.resize(tokens->tokens());
    setting.task().kinds(word, kinds);
    const attention::IndexSet& over = setting.prepared().layer().heads[own.head].over;
    const bool weights = own.display.what == "weight";
    std::vector<long> at;
    const auto bind = [&](attention::Token token, std::size_t variable) {
      at.insert(at.end(), numbers[variable][token].begin(), numbers[variable][token].end());
    };
    const auto said_of = [&](const std::string& what) {
      const std::string where = in_source(own.display.mark);
      return own.display.mend.empty() ? what + where : own.display.mend + where + "; " + what;
    };
    for (const attention::Token receiver : judged) {
      const auto found = actual_numbers(setting.prepared(), own.head, weights, kinds, receiver);
      if (!found)
        return said_of(fmt::format("the weights at token {} are 0/0", tokens->name_of(receiver).dump()));
      const std::span<const attention::Token> tuples = over.tuples(receiver);
      for (std::size_t k = 0; k < found->size(); ++k) {
        at.clear();
        bind(receiver, 0);
        for (std::size_t v = 0; v < over.arity(); ++v) bind(tuples[k * over.arity() + v], v + 1);
        Rational said;
        try {
          said = (*truth)(cells, at).number();
        } catch (const language::EvaluationError& error) {
          refuse(error.place(), fmt::format("what is displayed has no value: {}", error.what()));
        }
        if (said == (*found)[k]) continue;
        std::string where;
        std::size_t next = 0;
        for (const auto& of_variable : own.indices) {
          for (const std::string& index : of_variable)
            where += fmt::format("{}{} = {}", where.empty() ? "" : ", ", index, at[next++]);
        }
        return said_of(fmt::format("the {} displayed at {} is {} and the actual one {}", own.display.what,
                                   where, attest::to_string(said), attest::to_string((*found)[k])));
      }
    }
    return std::nullopt;
  };
  return condition;
}

}  // namespace attest::theorems
