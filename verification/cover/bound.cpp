#include "verification/cover/bound.hpp"

#include <algorithm>
#include <limits>

#include "claims/stop.hpp"

namespace attest::cover {

namespace {

constexpr long unknown = std::numeric_limits<long>::min();
constexpr std::size_t most_choices = 243;
constexpr std::size_t most_functionals = 4096;
constexpr long most_total = 1L << 56;  // times 2^60, and at most 2^10 of them added: below 2^127

// Bounds |value_at| by the leaves below.
long leaves_below(const Formula& formula) {
  if (formula.op == Formula::Op::leaf) return 1;
  long total = 0;
  for (const Formula& child : formula.children) total += leaves_below(child);
  return total;
}

}  // namespace

Bounder::Bounder(const Context& context, std::vector<WeightTable>& weights)
    : context_(context), weights_(weights) {}

bool Bounder::shows(const Formula& formula, long shift, bool strict, const Box& box,
                    const std::vector<Allowed>& allowed) {
  const auto enough = [&](Wide value) { return strict ? value > 0 : value >= 0; };
  if (formula.op == Formula::Op::minimum) {
    return std::all_of(formula.children.begin(), formula.children.end(),
                       [&](const Formula& child) { return shows(child, shift, strict, box, allowed); });
  }
  if (formula.heads.empty()) {
    // No mean is in it: the leaves of any value tell it.
    Choice choice(context_.problem().formulas().maxima, 0);
    return enough(greatest_at(formula, context_.leaves(0, 0), choice) + Wide(shift));
  }
  if (formula.heads.size() == 1) {
    const std::size_t h = formula.heads.front();
    return box.winners[h] && shows_by_head(formula, h, shift, strict, box, allowed[h]);
  }
  if (formula.op == Formula::Op::maximum) {
    if (formula.absolute && enough(shift)) return true;
    return std::any_of(formula.children.begin(), formula.children.end(),
                       [&](const Formula& child) { return shows(child, shift, strict, box, allowed); });
  }
  const auto bound = lower_bound(formula, box, allowed);
  return bound && enough(*bound + Wide(shift) * one);
}

std::optional<Bounder::Wide> Bounder::lower_bound(const Formula& formula, const Box& box,
                                                  const std::vector<Allowed>& allowed) {
  if (formula.heads.empty()) {
    Choice choice(context_.problem().formulas().maxima, 0);
    return Wide(greatest_at(formula, context_.leaves(0, 0), choice)) * one;
  }
  if (formula.heads.size() == 1) {
    const std::size_t h = formula.heads.front();
    if (!box.winners[h]) return std::nullopt;
    const Winner& winner = *box.winners[h];
    std::optional<Wide> best;
    std::size_t tried = 0;
    any_choice(formula, h, winner, [&](const Choice& choice) {
      Functional& f = functional(formula, h, choice, 0);
      const long own = at(f, formula, h, choice, 0, winner.value);
      const Wide rest = others(f, formula, h, choice, 0, own, box, allowed[h], false);
      const Wide bound = Wide(own) * one + std::min(Wide(0), rest);
      if (!best || bound > *best) best = bound;
      return ++tried == 9;  // none of them is enough by itself
    });
    return best;
  }
  if (formula.op == Formula::Op::sum) {
    Wide total = 0;
    for (const Formula& child : formula.children) {
      const auto part = lower_bound(child, box, allowed);
      if (!part) return std::nullopt;
      total += *part;
    }
    return total;
  }
  const bool least = formula.op == Formula::Op::minimum;
  std::optional<Wide> result;
  if (formula.absolute) result = 0;
  for (const Formula& child : formula.children) {
    const auto part = lower_bound(child, box, allowed);
    if (least && !part) return std::nullopt;
    if (!part) continue;
    if (!result || (least ? *part < *result : *part > *result)) result = part;
  }
  return result;
}

template <class Enough>
bool Bounder::any_choice(const Formula& formula, std::size_t h, const Winner& winner, const Enough& enough) {
  Choice best(context_.problem().formulas().maxima, 0);
  greatest_at(formula, context_.leaves(h, winner.value), best);
  std::vector<const Formula*> maxima;
  list_maxima(formula, maxima);
  Choice choice(best.size(), 0);
  for (const Formula* m : maxima) choice[m->maximum] = best[m->maximum];
  note_worst_ = true;
  const bool first = enough(choice);
  note_worst_ = false;
  if (first) return true;
  if (maxima.empty()) return false;
  std::size_t count = 1;
  for (const Formula* m : maxima) {
    count *= m->children.size() + (m->absolute ? 1 : 0);
    if (count > most_choices) return false;
  }
  for (std::size_t k = 0; k < count; ++k) {
    std::size_t rest = k;
    for (const Formula* m : maxima) {
      const std::size_t options = m->children.size() + (m->absolute ? 1 : 0);
      const std::size_t option = rest % options;
      rest /= options;
      choice[m->maximum] = option == m->children.size() ? zero : static_cast<std::int8_t>(option);
    }
    if (enough(choice)) return true;
  }
  return false;
}

bool Bounder::shows_by_head(const Formula& formula, std::size_t h, long shift, bool strict, const Box& box,
                            const Allowed& allowed) {
  const Winner& winner = *box.winners[h];
  return any_choice(formula, h, winner, [&](const Choice& choice) {
    Functional& f = functional(formula, h, choice, shift);
    const long own = at(f, formula, h, choice, shift, winner.value);
    if (own < 0 && !note_worst_) return false;
    for (const bool precise : {false, true}) {
      const Wide total = Wide(own) * one + others(f, formula, h, choice, shift, 0, box, allowed, precise);
      if (strict ? total > 0 : total >= 0) return true;
      if (own < 0) break;
    }
    return false;
  });
}

Bounder::Functional& Bounder::functional(const Formula& formula, std::size_t h, const Choice& choice,
                                         long shift) {
  if (functionals_.size() > most_functionals) functionals_.clear();
  Functional& f = functionals_[{&formula, shift, choice}];
  if (f.values.empty()) {
    f.values.assign(context_.head(h).values, unknown);
    f.bound = sum_of(product_of(leaves_below(formula), context_.largest_leaf(h)), std::abs(shift));
    // Twice, for differences of two values.
    const long tuples = static_cast<long>(context_.head(h).tuples.size());
    if (product_of(product_of(2, f.bound), tuples + 2) >= most_total)
      refuse_cover("scores or values are too long for machine integers");
  }
  return f;
}

long Bounder::at(Functional& f, const Formula& formula, std::size_t h, const Choice& choice, long shift,
                 std::uint32_t value) {
  long& known = f.values[value];
  if (known == unknown) known = value_at(formula, context_.leaves(h, value), choice) + shift;
  return known;
}

Bounder::Wide Bounder::others(Functional& f, const Formula& formula, std::size_t h, const Choice& choice,
                              long shift, long offset, const Box& box, const Allowed& allowed, bool precise) {
  const Winner& winner = *box.winners[h];
  WeightTable& weights = weights_[h];
  const long reach = weights.reach();
  const long most = f.bound + std::abs(offset);
  Wide total = 0;
  Wide worst = 0;
  const std::vector<TupleEntries>& tuples = context_.head(h).tuples;
  for (std::size_t t = 0; t < tuples.size(); ++t) {
    if (t == winner.tuple) continue;
    const Allowed::Range range = allowed[t];
    bool first = true;
    Wide least = 0;
    const auto take = [&](Wide term) {
      if (first || term < least) least = term;
      first = false;
    };
    for (const Entry* entry = range.begin; entry != range.end; ++entry) {
      const long difference = winner.score - entry->score;
      if (difference >= reach && !precise) {
        // This and all that follow weigh at most 2^-60.
        take(-Wide(most));
        break;
      }
      const long g = at(f, formula, h, choice, shift, entry->value) - offset;
      if (difference >= reach) {
        take(std::min(0L, g));
        continue;
      }
      const WeightBounds weight = weights(difference);
      take(Wide(g) * (g < 0 ? weight.upper : weight.lower));
    }
    total += least;
    if (note_worst_ && least < worst) {
      const bool open = std::any_of(tuples[t].positions.begin(), tuples[t].positions.end(),
                                    [&](std::size_t p) { return box.symbols[p] == free_symbol; });
      if (open) {
        worst = least;
        worst_ = {h, t};
      }
    }
  }
  return total;
}

}  // namespace attest::cover
