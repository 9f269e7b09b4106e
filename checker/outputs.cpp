#include "checker/outputs.hpp"

#include "checker/head_output.hpp"
#include "checker/refusal.hpp"
#include "checker/words.hpp"

namespace attest_check {

namespace {

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

std::string Outputs::token_name(std::size_t token) const {
  const std::string& kind = record_.tokens[layer_.tokens()[token].kind].name;
  std::string text;
  for (const mpq_class& index : layer_.tokens()[token].indices)
    text += (text.empty() ? "" : ", ") + index.get_str();
  if (layer_.tokens()[token].indices.size() > 1) text = "(" + text + ")";
  return kind.empty() ? text : kind + " " + text;
}

bool Outputs::is_input(const std::vector<long>& cells) const {
  if (!is_word(record_.inputs, cells)) return false;
  Scope names = layer_.scope(&cells);
  for (const Expression& where : record_.where) {
    if (!Evaluation(names).truth(*where)) return false;
  }
  return true;
}

bool Outputs::is_judged(const std::vector<long>& cells) const {
  Scope names = layer_.scope(&cells);
  return !record_.judged_if || Evaluation(names).truth(*record_.judged_if);
}

void Outputs::encode(const std::vector<long>& cells) {
  stream_.clear();
  for (std::size_t t = 0; t < layer_.tokens().size(); ++t) stream_.push_back(layer_.encoded(t, cells));
}

std::vector<Number> Outputs::head(const Head& head, std::size_t receiver, mpfr_prec_t bits) const {
  std::vector<std::vector<std::optional<Shown>>> known(head.variables);  // made when first read
  for (auto& of_tokens : known) of_tokens.resize(layer_.tokens().size());
  ScoreGroups groups;
  std::vector<mpq_class> first;  // value and
  mpq_class first_score;         // score of the leftmost best tuple
  std::vector<const Shown*> parts(head.variables);
  layer_.each_tuple(head, receiver, [&](const std::vector<std::size_t>& tuple) {
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

Number Outputs::output(std::size_t token, mpfr_prec_t bits) const {
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
