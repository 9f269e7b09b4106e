#include "verification/cover/value_bound.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "claims/stop.hpp"

namespace attest::cover {

namespace {

constexpr std::size_t most_choices_tried = 27;
constexpr std::size_t most_value_tables = 4096;
// Weights beside the winner's up to which the simple bound is as good as the better one but for this part.
constexpr long double little_weight = 0x1p-6L;

}  // namespace

long double below(long double value) {
  return std::nextafter(value, -endless);
}

long double above(long double value) {
  return std::nextafter(value, endless);
}

void ValueBounder::aim(long double wanted, long double negligible) {
  wanted_ = wanted;
  negligible_ = negligible;
}

const std::vector<ValueBounder::Loss>& ValueBounder::losses() {
  std::stable_sort(losses_.begin(), losses_.end(),
                   [](const Loss& a, const Loss& b) { return a.size > b.size; });
  return losses_;
}

const ValueBounder::Loss* ValueBounder::most_lost() const {
  const auto most = std::max_element(losses_.begin(), losses_.end(),
                                     [](const Loss& a, const Loss& b) { return a.size < b.size; });
  return most == losses_.end() ? nullptr : &*most;
}

long double ValueBounder::lower(const Formula& formula, long shift, const Box& box,
                                const std::vector<Allowed>& allowed) {
  if (formula.heads.empty()) {
    // No mean is in it: the leaves of any value tell it. Below 2^60 in absolute value (Context), exact therefore.
    Choice choice(context_.problem().formulas().maxima, 0);
    return static_cast<long double>(sum_of(greatest_at(formula, context_.leaves(0, 0), choice), shift));
  }
  if (formula.heads.size() == 1) {
    const std::size_t h = formula.heads.front();
    return box.winners[h] ? of_head(formula, h, shift, box, allowed[h]) : -endless;
  }
  if (formula.op == Formula::Op::sum) {
    long double total = static_cast<long double>(shift);
    for (const Formula& child : formula.children) {
      const long double part = lower(child, 0, box, allowed);
      if (part == -endless) return -endless;
      total = below(total + part);
    }
    return total;
  }
  const bool least = formula.op == Formula::Op::minimum;
  long double result = least ? endless : formula.absolute ? static_cast<long double>(shift) : -endless;
  for (const Formula& child : formula.children) {
    const long double part = lower(child, shift, box, allowed);
    result = least ? std::min(result, part) : std::max(result, part);
  }
  return result;
}

long double ValueBounder::of_head(const Formula& formula, std::size_t h, long shift, const Box& box,
                                  const Allowed& allowed) {
  Choice best(context_.problem().formulas().maxima, 0);
  greatest_at(formula, context_.leaves(h, box.winners[h]->value), best);
  std::vector<const Formula*> maxima;
  list_maxima(formula, maxima);
  Choice choice(best.size(), 0);
  for (const Formula* m : maxima) choice[m->maximum] = best[m->maximum];
  long double result = of_choice(formula, h, choice, shift, box, allowed, true);
  if (result >= wanted_) return result;
  std::size_t count = 1;
  for (const Formula* m : maxima) {
    count *= m->children.size() + (m->absolute ? 1 : 0);
    if (count > most_choices_tried) return result;
  }
  for (std::size_t k = 0; k < count && count > 1 && result < wanted_; ++k) {
    std::size_t rest = k;
    for (const Formula* m : maxima) {
      const std::size_t options = m->children.size() + (m->absolute ? 1 : 0);
      const std::size_t option = rest % options;
      rest /= options;
      choice[m->maximum] = option == m->children.size() ? zero : static_cast<std::int8_t>(option);
    }
    result = std::max(result, of_choice(formula, h, choice, shift, box, allowed, false));
  }
  return result;
}

const std::vector<long>& ValueBounder::values_of(const Formula& formula, std::size_t h,
                                                 const Choice& choice) {
  if (values_.size() > most_value_tables) values_.clear();
  std::vector<long>& values = values_[{&formula, h, choice}];
  if (values.empty()) {
    // Of at most 2^10 leaves (CoverProblem).
    if (context_.largest_leaf(h) >= (1L << 50))
      refuse_cover("scores or values are too long for machine integers");
    for (std::uint32_t v = 0; v < context_.head(h).values; ++v)
      values.push_back(value_at(formula, context_.leaves(h, v), choice));
  }
  return values;
}

long double ValueBounder::of_choice(const Formula& formula, std::size_t h, const Choice& choice, long shift,
                                    const Box& box, const Allowed& allowed, bool note) {
  const std::vector<long>& values = values_of(formula, h, choice);
  if (std::abs(shift) >= (1L << 60)) refuse_cover("scores or values are too long for machine integers");
  const auto own = static_cast<long double>(sum_of(values[box.winners[h]->value], shift));
  long double most = 0;
  for (const long value : values) most = std::max(most, std::abs(static_cast<long double>(value)));
  most = (most + std::abs(static_cast<long double>(shift)) + std::abs(own)) * 2 + 2;
  const Sum simple = others(values, h, shift, own, most, box, allowed, note);
  long double result = simple.lower == 0 ? own : below(own + std::min(0.0L, simple.lower));
  if (simple.weights <= little_weight || result >= wanted_) return result;
  const long double quotient = (own + simple.products) / (1 + simple.weights);
  for (const long double slack : {0x1p-30L, 0x1p-4L}) {
    const long double c = quotient - slack * (std::abs(quotient - result) + 0x1p-30L * std::abs(quotient));
    if (!std::isfinite(c) || c <= result || std::abs(c) > most / 2) break;
    const long double shown =
        below(below(own - c) + others(values, h, shift, c, most, box, allowed, false).lower);
    if (shown >= 0) return c;
  }
  return result;
}

ValueBounder::Sum ValueBounder::others(const std::vector<long>& values, std::size_t h, long shift,
                                       long double c, long double most, const Box& box,
                                       const Allowed& allowed, bool note) {
  const Winner& winner = *box.winners[h];
  FarWeights& weights = weights_.here()[h];
  const std::vector<TupleEntries>& tuples = context_.head(h).tuples;
  long double positive = 0;
  long double negative = 0;
  const long double negligible = negligible_ / static_cast<long double>(tuples.size());
  Sum sum;
  for (std::size_t t = 0; t < tuples.size(); ++t) {
    if (t % 4096 == 0) check_stop();
    if (t == winner.tuple) continue;
    const Allowed::Range range = allowed[t];
    const Entry* worst = nullptr;
    long double least = 0;
    for (const Entry* entry = range.begin; entry != range.end; ++entry) {
      const long double roughly = most * weights.roughly(winner.score - entry->score) * (1 + 0x1p-40L);
      if (roughly < negligible) {
        least = std::min(least, -roughly);
        if (worst == nullptr) worst = entry;
        break;
      }
      const FarBounds weight = weights(winner.score - entry->score);
      // This and all that follow take less: weights fall.
      const long double rest = -most * weight.upper * (1 + 0x1p-40L);
      if (worst != nullptr && rest >= least) break;
      const long double f = static_cast<long double>(values[entry->value] + shift) - c;
      const long double term = f * (f < 0 ? weight.upper : weight.lower);
      if (worst == nullptr || term < least) {
        least = term;
        worst = entry;
      }
    }
    (least < 0 ? negative : positive) += std::abs(least);
    const long double weight = weights.roughly(winner.score - worst->score);
    sum.weights += weight;
    sum.products += weight * static_cast<long double>(values[worst->value] + shift);
    if (note && least < 0) {
      const bool open = std::any_of(tuples[t].positions.begin(), tuples[t].positions.end(),
                                    [&](std::size_t p) { return box.symbols[p] == free_symbol; });
      if (open) losses_.push_back({-least, {h, t}, *worst});
    }
  }
  const long double spare = static_cast<long double>(tuples.size() + 16) * 0x1p-62L;
  sum.lower = positive * (1 - spare) - negative * (1 + spare);
  if (sum.lower != 0) sum.lower = below(below(sum.lower));
  return sum;
}

}  // namespace attest::cover
