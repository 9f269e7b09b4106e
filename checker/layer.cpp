#include "checker/layer.hpp"

#include <algorithm>

#include "checker/refusal.hpp"

namespace attest_check {

namespace {

constexpr std::size_t most_tokens = 1U << 20;

void add_name(Scope& scope, const std::string& name, Value value) {
  const bool input =
      scope.inputs != nullptr && std::any_of(scope.inputs->begin(), scope.inputs->end(),
                                             [&](const InputField& one) { return one.name == name; });
  if (input || !scope.names.emplace(name, std::move(value)).second)
    throw Rejection(name + " has two meanings");
}

}  // namespace

Layer::Layer(const Record& record) : record_(record) {
  for (std::size_t k = 0; k < record.tokens.size(); ++k) add_tokens(k);
  for (const Task& task : record.tasks) add_judged(task);
  for (const Head& head : record.heads) {
    for (const auto& [receiver, tuples] : head.tuples) {
      bool known = receiver < tokens_.size();
      for (const auto& tuple : tuples)
        for (const std::size_t token : tuple) known = known && token < tokens_.size();
      if (!known) throw Rejection("an index set names a token that there is not");
    }
  }
}

Scope Layer::scope(const std::vector<long>* cells) const {
  Scope result;
  if (cells != nullptr) {
    result.inputs = &record_.inputs;
    result.cells = cells;
  }
  for (const auto& [name, value] : record_.constants) add_name(result, name, Value(value));
  return result;
}

// Index values in ascending order, the last index fastest.
void Layer::add_tokens(std::size_t kind) {
  std::vector<Token> list{{kind, {}}};
  Scope names = scope(nullptr);
  for (const Expression& range : record_.tokens[kind].ranges) {
    const std::vector<Value> values = Evaluation(names).set(*range);
    std::vector<Token> longer;
    if (list.size() * values.size() > most_tokens) throw Undecided("more than 2^20 tokens");
    for (const Token& token : list) {
      for (const Value& value : values) {
        if (value.kind != Value::Kind::number) throw Rejection("an index that is no number");
        longer.push_back(token);
        longer.back().indices.push_back(value.number);
      }
    }
    list = std::move(longer);
  }
  tokens_.insert(tokens_.end(), list.begin(), list.end());
}

void Layer::add_judged(const Task& task) {
  std::vector<mpq_class> at;
  Scope names = scope(nullptr);
  for (const Expression& index : task.at) at.push_back(Evaluation(names).number(*index));
  const std::size_t before = judged_.size();
  for (std::size_t t = 0; t < tokens_.size(); ++t) {
    const bool mine = record_.tokens[tokens_[t].kind].name == task.kind;
    if (mine && (!task.every.empty() || tokens_[t].indices == at)) judged_.push_back({t, &task});
  }
  if (judged_.size() == before) throw Rejection("a task judges no token");
}

Scope Layer::task_scope(const std::vector<long>& cells, const Judged& judged) const {
  Scope names = scope(&cells);
  for (std::size_t k = 0; k < judged.task->every.size(); ++k)
    add_name(names, judged.task->every[k], Value(tokens_[judged.token].indices[k]));
  return names;
}

mpz_class Layer::truth(const std::vector<long>& cells, const Judged& judged) const {
  Scope names = task_scope(cells, judged);
  Evaluation evaluation(names);
  if (judged.task->sign) return evaluation.truth(*judged.task->truth) ? 1 : 0;
  return evaluation.whole(*judged.task->truth);
}

mpq_class Layer::feature(const TokenKind::Feature& feature, const Token& token, Scope& names) const {
  Evaluation evaluation(names);
  if (feature.value) {
    const bool word = feature.value->op == Op::operation && feature.value->text == "++";
    if (word && token.indices.size() != 1) throw Rejection("a word that two indices read");
    return word ? evaluation.letter(*feature.value, token.indices[0]) : evaluation.number(*feature.value);
  }
  // Exactly one entry, at one choice of its names, says what stands here.
  std::vector<mpq_class> found;
  for (const TokenKind::Entry& entry : feature.entries) {
    evaluation.at_choices(entry.binders, [&] {
      for (std::size_t k = 0; k < entry.at.size(); ++k) {
        if (evaluation.number(*entry.at[k]) != token.indices[k]) return false;
      }
      found.push_back(evaluation.number(*entry.value));
      return found.size() > 1;
    });
  }
  if (found.size() != 1) throw Rejection("the entries of " + feature.name + " say a place not once");
  return found[0];
}

std::vector<mpq_class> Layer::encoded(std::size_t t, const std::vector<long>& cells,
                                      std::map<std::size_t, std::size_t>* open) const {
  const Token& token = tokens_[t];
  const TokenKind& kind = record_.tokens[token.kind];
  Scope seen = scope(&cells);
  Scope own = scope(nullptr);  // the encoding speaks of the token alone
  for (std::size_t k = 0; k < kind.indices.size(); ++k) {
    add_name(seen, kind.indices[k], Value(token.indices[k]));
    add_name(own, kind.indices[k], Value(token.indices[k]));
  }
  for (const TokenKind::Feature& one : kind.features) {
    try {
      add_name(own, one.name, Value(feature(one, token, seen)));
    } catch (const FreeCell& free) {
      if (open == nullptr) throw;
      add_name(own, one.name, Value(free));
    }
  }
  std::vector<mpq_class> vector;
  Evaluation evaluation(own);
  for (const Expression& coordinate : kind.encoding) evaluation.coordinates(*coordinate, vector, open);
  if (vector.size() > record_.dimension) throw Rejection("an encoding is longer than the dimension");
  vector.resize(record_.dimension);
  return vector;
}

void Layer::each_tuple(const Head& head, std::size_t receiver, const Visit& visit) const {
  std::vector<std::size_t> tuple(head.variables, 0);
  tuple[0] = receiver;
  if (!head.every_tuple) {
    const auto own = std::find_if(head.tuples.begin(), head.tuples.end(),
                                  [&](const auto& one) { return one.first == receiver; });
    if (own == head.tuples.end()) throw Rejection("an index set leaves a judged token out");
    for (const auto& others : own->second) {
      std::copy(others.begin(), others.end(), tuple.begin() + 1);
      visit(tuple);
    }
    return;
  }
  // All tuples, the last token fastest.
  for (bool more = true; more;) {
    visit(tuple);
    std::size_t v = head.variables;
    while (v > 1 && ++tuple[v - 1] == tokens_.size()) tuple[--v] = 0;
    more = v > 1;
  }
}

}  // namespace attest_check
