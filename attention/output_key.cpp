#include "attention/output_key.hpp"

#include <algorithm>
#include <limits>

namespace attest::attention {

std::unique_ptr<const OutputKeys> OutputKeys::make(const PreparedLayer& prepared) {
  const Layer& layer = prepared.layer();
  auto keys = std::make_unique<OutputKeys>();
  keys->layer_ = &layer;
  for (std::size_t h = 0; h < layer.heads.size(); ++h) {
    const Head& head = layer.heads[h];
    if (!head.over.is_listable()) return nullptr;
    HeadKeys of_head;
    of_head.head = &head;
    if (head.kernel == Kernel::exact_match) {
      of_head.matching = &prepared.scores(h);
    } else {
      of_head.scores = MachineScores::make(head, prepared.scores(h), layer.kinds());
      if (!of_head.scores) return nullptr;
    }
    std::int64_t stride = 1;
    for (const Head::Factor& factor : head.value) {
      Numbering<std::vector<Rational>> numbering;
      of_head.value.push_back({factor.variable, numbers_of(factor.vectors, numbering), stride});
      const auto count = static_cast<std::int64_t>(numbering.size());
      if (count > std::numeric_limits<std::int64_t>::max() / stride) return nullptr;
      stride *= count;
    }
    keys->heads_.push_back(std::move(of_head));
  }
  return keys;
}

void OutputKeys::begin(Scratch& scratch) const {
  scratch.scores.resize(heads_.size());
  for (std::size_t h = 0; h < heads_.size(); ++h) {
    if (heads_[h].scores) heads_[h].scores->begin(scratch.kind, scratch.scores[h]);
  }
}

void OutputKeys::key(Token receiver, Scratch& scratch, Key& key) const {
  key.clear();
  // Without a residual a receiver's own symbols count in its heads alone.
  if (layer_->residual) key.push_back(scratch.kind[receiver]);
  for (std::size_t h = 0; h < heads_.size(); ++h) {
    if (heads_[h].scores) (*heads_[h].scores)(receiver, scratch.kind, scratch.scores[h]);
    add_head(heads_[h], receiver, scratch.scores[h], scratch, key);
  }
}

void OutputKeys::add_head(const HeadKeys& of, Token receiver, MachineScores::Scratch& scores,
                          Scratch& scratch, Key& key) const {
  const Kernel kernel = of.head->kernel;
  const std::span<const Token> tuples = of.head->over.tuples(receiver);
  const std::size_t arity = of.head->over.arity();
  const std::size_t count = tuples.size() / arity;
  std::int64_t best = std::numeric_limits<std::int64_t>::min();
  std::int64_t second = best;
  if (of.scores) {
    for (const std::int64_t score : scores.score) {
      second = std::max(second, std::min(best, score));
      best = std::max(best, score);
    }
  }
  // Where scores are compared their gap is part of what is observed, also where the best tuples alone have a weight.
  const bool compared = compares_scores(kernel);
  if (compared) key.push_back(count < 2 ? -1 : best - second);
  auto& counted = scratch.counted;  // (score, value) of each tuple
  counted.clear();
  const Token* tuple = tuples.data();
  for (std::size_t k = 0; k < count; ++k, tuple += arity) {
    std::int64_t score = 0;
    if (kernel == Kernel::exact_match) {
      if (!of.matching->matches(scratch.kind[receiver], scratch.kind[tuple[0]])) continue;
    } else if (kernel == Kernel::softmax) {
      score = best - scores.score[k];
    } else if (weighs_rationally(kernel)) {
      score = scores.score[k];
    } else if (scores.score[k] != best || (kernel == Kernel::leftmost && !counted.empty())) {
      continue;
    }
    std::int64_t value = 0;
    for (const ValueFactor& factor : of.value) {
      const Token from = factor.variable == 0 ? receiver : tuple[factor.variable - 1];
      value += factor.stride * factor.number[scratch.kind[from]];
    }
    counted.emplace_back(score, value);
  }
  std::sort(counted.begin(), counted.end());
  const std::size_t at = key.size();
  key.push_back(0);  // how many follow
  for (std::size_t k = 0; k < counted.size(); ++k) {
    if (k > 0 && counted[k] == counted[k - 1]) {
      ++key.back();
      continue;
    }
    key.insert(key.end(), {counted[k].first, counted[k].second, 1});
  }
  key[at] = static_cast<std::int64_t>(key.size() - at);
}

}  // namespace attest::attention
