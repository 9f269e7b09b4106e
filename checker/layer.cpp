#include "checker/layer.hpp"

#include <algorithm>

#include "checker/head_output.hpp"
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

Number read_out(const Readout& readout, const std::vector<Number>& stream) {
  using Op = Readout::Op;
  if (readout.op == Op::affine) {
    Number sum(readout.number);
    for (const auto& [at, factor] : readout.terms) sum = sum + Number(factor) * stream[at];
    return sum;
  }
  Number result = read_out(readout.children[0], stream);
  if (readout.op == Op::scaled) return Number(readout.number) * result;
  if (readout.op == Op::relu) return larger(result, Number(mpq_class(0)));
  if (readout.op == Op::absolute) return larger(result, -result);
  for (std::size_t k = 1; k < readout.children.size(); ++k) {
    const Number next = read_out(readout.children[k], stream);
    if (readout.op == Op::sum) result = result + next;
    if (readout.op == Op::product) result = result * next;
    if (readout.op == Op::maximum) result = larger(result, next);
    if (readout.op == Op::minimum) result = -larger(-result, -next);
  }
  return result;
}

}  // namespace

Layer::Layer(const Record& record) : record_(record) {
  for (std::size_t k = 0; k < record.tokens.size(); ++k) add_tokens(k);
  for (const Task& task : record.tasks) add_judged(task);
  for (const Head& head : record.heads) {
    for (const auto& [receiver, tuples] : head.tuples) {
      bool known = receiver < tokens_.size();
      for (const auto& tuple : tuples) {
        for (const std::size_t token : tuple) known = known && token < tokens_.size();
      }
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
  for (const auto& [name, value] : record_.constants) add_name(result, name, Value::of(value));
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

std::string Layer::token_name(std::size_t token) const {
  const std::string& kind = record_.tokens[tokens_[token].kind].name;
  std::string text;
  for (const mpq_class& index : tokens_[token].indices) text += (text.empty() ? "" : ", ") + index.get_str();
  if (tokens_[token].indices.size() > 1) text = "(" + text + ")";
  return kind.empty() ? text : kind + " " + text;
}

bool Layer::is_input(const std::vector<long>& cells) const {
  for (const InputField& field : record_.inputs) {
    std::vector<long> own(cells.begin() + static_cast<std::ptrdiff_t>(field.first),
                          cells.begin() + static_cast<std::ptrdiff_t>(field.first + field.cells));
    for (const long value : own) {
      if (!std::binary_search(field.values.begin(), field.values.end(), value)) return false;
    }
    std::sort(own.begin(), own.end());
    if (field.injective && std::adjacent_find(own.begin(), own.end()) != own.end()) return false;
  }
  Scope names = scope(&cells);
  for (const Expression& where : record_.where) {
    if (!Evaluation(names).truth(*where)) return false;
  }
  return true;
}

bool Layer::is_judged(const std::vector<long>& cells) const {
  Scope names = scope(&cells);
  return !record_.judged_if || Evaluation(names).truth(*record_.judged_if);
}

mpz_class Layer::truth(const std::vector<long>& cells, const Judged& judged) const {
  Scope names = scope(&cells);
  for (std::size_t k = 0; k < judged.task->every.size(); ++k)
    add_name(names, judged.task->every[k], Value::of(tokens_[judged.token].indices[k]));
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

std::vector<mpq_class> Layer::encoded(std::size_t t, const std::vector<long>& cells) const {
  const Token& token = tokens_[t];
  const TokenKind& kind = record_.tokens[token.kind];
  Scope seen = scope(&cells);
  Scope own = scope(nullptr);  // the encoding speaks of the token alone
  for (std::size_t k = 0; k < kind.indices.size(); ++k) {
    add_name(seen, kind.indices[k], Value::of(token.indices[k]));
    add_name(own, kind.indices[k], Value::of(token.indices[k]));
  }
  for (const TokenKind::Feature& one : kind.features)
    add_name(own, one.name, Value::of(feature(one, token, seen)));
  std::vector<mpq_class> vector;
  Evaluation evaluation(own);
  for (const Expression& coordinate : kind.encoding) evaluation.coordinates(*coordinate, vector);
  if (vector.size() > record_.dimension) throw Rejection("an encoding is longer than the dimension");
  vector.resize(record_.dimension);
  return vector;
}

void Layer::encode(const std::vector<long>& cells) {
  stream_.clear();
  for (std::size_t t = 0; t < tokens_.size(); ++t) stream_.push_back(encoded(t, cells));
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

std::vector<Number> Layer::head(const Head& head, std::size_t receiver, mpfr_prec_t bits) const {
  std::vector<std::vector<std::optional<Shown>>> known(head.variables);  // made when first read
  for (auto& of_tokens : known) of_tokens.resize(tokens_.size());
  ScoreGroups groups;
  std::vector<mpq_class> first;  // value and
  mpq_class first_score;         // score of the leftmost best tuple
  std::vector<const Shown*> parts(head.variables);
  each_tuple(head, receiver, [&](const std::vector<std::size_t>& tuple) {
    for (std::size_t v = 0; v < parts.size(); ++v) {
      auto& part = known[v][tuple[v]];
      if (!part) part = shown(head, v, stream_[tuple[v]]);
      parts[v] = &*part;
    }
    const bool match = head.kernel == Kernel::exact_match;
    if (match && parts[0]->row != parts[1]->row) return;
    const mpq_class score = match ? mpq_class(0) : score_of(head, parts);
    const std::vector<mpq_class> value = value_of(head, parts);
    if (first.empty() || head.factor * score > head.factor * first_score) {
      first = value;
      first_score = score;
    }
    ScoreGroup& group = groups[score];
    group.sums.resize(head.value_length);
    group.count += 1;
    for (std::size_t c = 0; c < value.size(); ++c) group.sums[c] += value[c];
  });
  if (groups.empty() && head.kernel != Kernel::exact_match) throw Rejection("a head has no index tuples");
  if (groups.empty()) first.resize(head.value_length);  // without a match it puts out 0
  if (!groups.empty() && head.kernel != Kernel::leftmost) return head_output(head, groups, bits);
  std::vector<Number> result;
  for (const mpq_class& value : first) result.emplace_back(value);
  return result;
}

Number Layer::output(std::size_t token, mpfr_prec_t bits) const {
  std::vector<Number> stream;
  for (const mpq_class& coordinate : stream_[token])
    stream.emplace_back(record_.residual ? coordinate : mpq_class(0));
  std::vector<std::vector<Number>> heads;
  for (const Head& one : record_.heads) heads.push_back(head(one, token, bits));
  for (const Landing& landing : record_.landings)
    stream[landing.to] = stream[landing.to] + Number(landing.factor) * heads[landing.head][landing.from];
  return read_out(record_.readout, stream);
}

}  // namespace attest_check
