#include "verification/cover/output_work.hpp"

#include <algorithm>
#include <cmath>

#include "claims/stop.hpp"
#include "numeric/long_double_bounds.hpp"
#include "verification/cover/standing.hpp"

namespace attest::cover {

namespace {

constexpr long accurate_bits = 60;
constexpr std::size_t most_losses = 256;
constexpr int most_samples = 4;  // of a start, before its boxes are split
constexpr Symbol last_symbol = std::numeric_limits<Symbol>::max();

// As a multiple of 1/denominator, rounded up.
long double scaled_up(long double value, long denominator) {
  return value == 0 ? 0 : above(value / static_cast<long double>(denominator));
}

bool is_open(const std::vector<std::size_t>& positions, const std::vector<std::int32_t>& symbols) {
  return std::any_of(positions.begin(), positions.end(),
                     [&](std::size_t p) { return symbols[p] == free_symbol; });
}

}  // namespace

Interval output_badness(const LayerSetting& setting, const Word& word, std::size_t which) {
  const long truth = setting.task().truth(word, which);
  const attention::LayerOutput output = setting.evaluate(word, which);
  if (setting.task().decision() == Decision::nearest)
    return abs(output.deviation(Rational(truth), accurate_bits));
  const Interval y = output.deviation(Rational(0), accurate_bits);
  return truth == 1 ? -y : y;
}

Word worst_word(const Context& context, const Box& box, const std::vector<ValueBounder::Loss>& losses,
                Symbol rest) {
  const CoverProblem& problem = context.problem();
  std::vector<std::int32_t> symbols = box.symbols;
  const auto show = [&](const TuplePlace& place, long score, std::uint32_t value) {
    const HeadContext& head = context.head(place.head);
    const TupleEntries& tuple = head.tuples[place.tuple];
    if (!is_open(tuple.positions, symbols)) return;
    std::optional<std::size_t> found;
    each_assignment(problem, tuple, symbols, [&](std::size_t assignment) {
      const Entry& e = head.entries[tuple.first + assignment];
      if (!found && e.score == score && e.value == value) found = assignment;
    });
    if (!found) return;
    for (std::size_t k = 0; k < tuple.positions.size(); ++k) {
      symbols[tuple.positions[k]] =
          static_cast<std::int32_t>(*found / tuple.strides[k] % problem.symbols(tuple.positions[k]));
    }
  };
  for (std::size_t h = 0; h < box.winners.size(); ++h) {
    if (box.winners[h]) show({h, box.winners[h]->tuple}, box.winners[h]->score, box.winners[h]->value);
  }
  for (std::size_t k = 0; k < std::min(losses.size(), most_losses); ++k)
    show(losses[k].place, losses[k].entry.score, losses[k].entry.value);
  for (std::size_t p = 0; p < symbols.size(); ++p) {
    if (symbols[p] == free_symbol)
      symbols[p] =
          static_cast<std::int32_t>(std::min<Symbol>(rest, static_cast<Symbol>(problem.symbols(p) - 1)));
  }
  return word_of(symbols);
}

Winner best_at(const Context& context, std::size_t h, const Word& word) {
  const HeadContext& head = context.head(h);
  std::optional<Winner> best;
  for (std::size_t t = 0; t < head.tuples.size(); ++t) {
    const TupleEntries& tuple = head.tuples[t];
    std::size_t at = tuple.first;
    for (std::size_t k = 0; k < tuple.positions.size(); ++k)
      at += tuple.strides[k] * word[tuple.positions[k]];
    const Entry& entry = head.entries[at];
    if (!best || entry.score > best->score) best = Winner{t, entry.score, entry.value};
  }
  return best.value();
}

OutputWork::Lists& OutputWork::lists() {
  if (!lists_) lists_ = std::make_unique<Lists>(problem_, start_, weights_);
  return *lists_;
}

std::size_t OutputWork::held() const {
  if (!lists_) return 0;
  std::size_t bytes = lists_->context.bytes();
  // Values that the bounds remember.
  for (std::size_t h = 0; h < problem_.heads().size(); ++h)
    bytes += lists_->context.head(h).leaves.size() * sizeof(long);
  return bytes;
}

void OutputWork::begin(Findings& findings) {
  if (problem_.answer_first()) {
    tree_ = TreeBound::make(problem_, tables_, start_.which, start_.symbols);
    std::vector<std::int32_t> open = start_.symbols;
    each_answer(problem_, start_.which, open, [&](const std::vector<std::int32_t>& symbols, long answer) {
      answered(symbols, answer, findings);
    });
  } else {
    by_winners(start_.symbols, findings);
  }
  // An input of the worst box that is left, so that others may be let go.
  const auto worst =
      std::max_element(findings.left.begin(), findings.left.end(),
                       [](const BoundedBox& a, const BoundedBox& b) { return a.bound < b.bound; });
  if (worst != findings.left.end()) sample(BoundedBox(*worst).box, findings);
}

void OutputWork::answered(const std::vector<std::int32_t>& symbols, long truth, Findings& findings) {
  ++findings.boxes;
  const Box box{symbols, std::vector<std::optional<Winner>>(problem_.heads().size())};
  if (!tree_) return by_winners(symbols, findings);
  // What is known of all inputs of the token is known at once; a few inputs make most of that enough.
  const auto common = tree_->near(symbols, true);
  if (!common) return by_winners(symbols, findings);
  if (findings.settles(bound_of(*common, truth))) return;
  if (samples_ < most_samples) {
    ++samples_;
    sample(box, findings);
    if (findings.settles(bound_of(*common, truth))) return;
  }
  const auto own = tree_->near(symbols, false);
  findings.keep({bound_of(own.value(), truth), BoundedBox::Kind::answered, box, {}});
}

long double OutputWork::bound_of(const TreeBound::Near& near, long truth) const {
  // T/(1+T) grows with T.
  const long double part = near.outside < 1 ? near.outside / (1 + near.outside) * (1 + 0x1p-60L) : 1;
  const long double spread = above(near.deviation * part);
  long value = truth == 1 ? -near.leaf : near.leaf;
  if (problem_.task().decision() == Decision::nearest)
    value = std::abs(sum_of(near.leaf, -product_of(problem_.denominator(), truth)));
  const long double sum = value == 0 ? spread : above(static_cast<long double>(value) + spread);
  return scaled_up(sum, problem_.denominator());
}

void OutputWork::by_winners(const std::vector<std::int32_t>& symbols, Findings& findings) {
  const Box box{symbols, std::vector<std::optional<Winner>>(problem_.heads().size())};
  if (pooled(box, findings)) return;
  lists().splitter.each_winner(box, 0, [&](Box& child) { look_at(child, findings); });
}

bool OutputWork::make_allowed(const Box& box) {
  for (std::size_t h = 0; h < box.winners.size(); ++h) {
    if (box.winners[h] && !lists().allowed[h].make(lists().context, h, box)) return false;
  }
  return true;
}

long double OutputWork::badness(const Box& box, long truth) {
  ValueBounder& bounder = lists().bounder;
  bounder.forget_losses();
  const Formulas& formulas = problem_.formulas();
  if (problem_.task().decision() == Decision::sign) {
    return scaled_up(
        -bounder.lower(truth == 1 ? formulas.positive : formulas.negative, 0, box, lists().allowed),
        problem_.denominator());
  }
  const long shift = product_of(problem_.denominator(), truth);
  const long double over = -bounder.lower(formulas.positive, -shift, box, lists().allowed);
  const long double under = -bounder.lower(formulas.negative, shift, box, lists().allowed);
  return scaled_up(std::max(over, under), problem_.denominator());
}

// The bounds that follow are for telling whether boxes settle.
void OutputWork::aim(const Findings& findings) {
  const auto whole = static_cast<long double>(problem_.denominator());
  const long double limit = findings.limit();
  if (!std::isfinite(limit)) return lists().bounder.aim(endless, 0);
  // Rounded so that what is wanted is enough.
  lists().bounder.aim(above(above(-limit) * whole), (limit - *findings.attained()) * whole / 64);
}

void OutputWork::look_at(Box& box, Findings& findings) {
  check_stop();
  ++findings.boxes;
  if (none_is_judged(problem_, box.symbols) || !make_allowed(box)) return;
  Lists& lists = this->lists();
  Splitter::Where where;
  long double bound = endless;
  if (const auto truth = lists.answers(box)) {
    aim(findings);
    bound = badness(box, *truth);
    if (const ValueBounder::Loss* most = lists.bounder.most_lost()) where.worst = most->place;
  } else {
    where.position = lists.answers.open();
  }
  if (bound < endless) return findings.keep({bound, BoundedBox::Kind::candidate, box, where});
  if (!lists.splitter.each_part(box, where, [&](Box& part) { look_at(part, findings); })) leaf(box, findings);
}

void OutputWork::split(const BoundedBox& box, Findings& findings) {
  if (findings.settles(box.bound)) return;
  sample(box.box, findings);
  if (findings.settles(box.bound)) return;
  if (box.kind == BoundedBox::Kind::answered) return by_winners(box.box.symbols, findings);
  Splitter::Where where = box.where;
  if (box.kind == BoundedBox::Kind::pool) {
    if (!make_allowed(box.box)) return;
    if (!lists().answers(box.box)) where.position = lists().answers.open();
  }
  if (!lists().splitter.each_part(box.box, where, [&](Box& part) { look_at(part, findings); }))
    leaf(box.box, findings);
}

// Nothing that matters is open: one input speaks for all of the box.
void OutputWork::leaf(const Box& box, Findings& findings) {
  const Word word = word_of(box.symbols);
  const Interval bad = output_badness(problem_.setting(), word, start_.which);
  findings.note({lower_long_double(bad), word, start_.which});
  const long double bound = upper_long_double(bad);
  // There is nothing left to split: settled as it is.
  findings.settled = std::max(findings.settled, bound);
}

// Exactly, unless a bound tells that it is not worse than what is attained.
void OutputWork::evaluate(const Word& word, Findings& findings) {
  if (!is_judged(problem_, word)) return;
  if (lists_ && findings.attained()) {
    Box point{std::vector<std::int32_t>(word.begin(), word.end()), {}};
    for (std::size_t h = 0; h < problem_.heads().size(); ++h)
      point.winners.push_back(best_at(lists_->context, h, word));
    const long truth = problem_.task().truth(word, start_.which);
    lists_->bounder.aim(endless, 0);
    if (make_allowed(point) && badness(point, truth) <= *findings.attained()) return;
  }
  const Interval bad = output_badness(problem_.setting(), word, start_.which);
  findings.note({lower_long_double(bad), word, start_.which});
}

void OutputWork::sample(const Box& box, Findings& findings) {
  const bool listed = std::any_of(box.winners.begin(), box.winners.end(),
                                  [](const std::optional<Winner>& w) { return w.has_value(); });
  if (!listed) {
    for (const std::int32_t rest : {0, static_cast<std::int32_t>(last_symbol)}) {
      std::vector<std::int32_t> symbols = box.symbols;
      for (std::size_t p = 0; p < symbols.size(); ++p) {
        if (symbols[p] == free_symbol && rest != 0)
          symbols[p] = static_cast<std::int32_t>(problem_.symbols(p)) - 1;
      }
      evaluate(word_of(symbols), findings);
    }
    return;
  }
  if (!make_allowed(box)) return;
  lists().bounder.forget_losses();
  lists().bounder.aim(endless, 0);
  if (const auto truth = lists().answers(box)) badness(box, *truth);
  const auto& losses = lists().bounder.losses();
  const Word first = worst_word(lists().context, box, losses, 0);
  const Word last = worst_word(lists().context, box, losses, last_symbol);
  evaluate(first, findings);
  if (last != first) evaluate(last, findings);
}

bool OutputWork::pooled(const Box& box, Findings& findings) {
  const Formulas& formulas = problem_.formulas();
  if (!heads_say_no_together(problem_)) return false;
  Lists& lists = this->lists();
  std::vector<BoundedBox> pool;
  std::vector<Box> first_pool;
  std::vector<std::optional<long>> best(box.winners.size());
  for (std::size_t h = 0; h < box.winners.size(); ++h) {
    lists.splitter.each_winner(box, h, [&](Box& child) {
      ++findings.boxes;
      if (!lists.allowed[h].make(lists.context, h, child)) return;
      aim(findings);
      if (lists.answers(child) == 1) {
        const long double bound = badness(child, 1);
        if (bound < 0) return findings.keep({bound, BoundedBox::Kind::candidate, child, {}});
      }
      long double says = endless;
      for (const Formula& part : formulas.negative.children) {
        if (part.heads.size() == 1 && part.heads.front() != h) continue;
        says = std::min(says, lists.bounder.lower(part, 0, child, lists.allowed));
      }
      if (!(says >= 0) || says == endless) return look_at(child, findings);
      const long score = child.winners[h]->score;
      best[h] = best[h] ? std::max(*best[h], score) : score;
      pool.push_back({scaled_up(-says, problem_.denominator()), BoundedBox::Kind::pool, child, {}});
      if (h == 0) first_pool.push_back(child);
    });
    if (!best[h]) return true;  // every input is in some other box of this head
  }
  if (lists.answers.can_be_met(box.symbols, best)) {
    // Every input that is left is in a box of the first head's pool.
    for (Box& child : first_pool) look_at(child, findings);
  } else {
    for (BoundedBox& child : pool) findings.keep(std::move(child));
  }
  return true;
}

}  // namespace attest::cover
