#include "verification/counts/bound.hpp"

#include <algorithm>
#include <stdexcept>

#include "verification/counts/lines.hpp"

namespace attest::counts {

using cover::Formula;

namespace {

constexpr std::size_t most_depth = 10;  // of maxima and minima in a sum that are multiplied out
constexpr int most_steps = 200;

void add_spread(Bound& to, const Bound& from) {
  if (from.group == cover::none || (to.group != cover::none && from.spread <= to.spread)) return;
  to.group = from.group;
  to.of_class = from.of_class;
  to.spread = from.spread;
  to.choice = from.choice;
}

Line line_of(const Formula& formula, const Line& u, const Rational& zero, const Problem& problem,
             const std::vector<Rational>& constants) {
  const auto child = [&](std::size_t k) { return line_of(formula.children[k], u, zero, problem, constants); };
  switch (formula.op) {
    case Formula::Op::leaf: {
      // constant + slope * (u - what u is where the head adds nothing).
      Line line = u;
      const Rational& slope = problem.slope(formula.leaf);
      for (Rational& y : line.y) y = constants[formula.leaf] + slope * Rational(y - zero);
      return line;
    }
    case Formula::Op::sum:
    case Formula::Op::minimum:
    case Formula::Op::maximum: {
      Line line = child(0);
      for (std::size_t k = 1; k < formula.children.size(); ++k) {
        line = formula.op == Formula::Op::sum
                   ? sum_of(line, child(k))
                   : extreme_of(line, child(k), formula.op == Formula::Op::maximum);
      }
      return line;
    }
  }
  throw std::logic_error("a formula of no kind");
}

}  // namespace

Bound Bounder::lower(const Formula& formula, const std::vector<Group>& groups, const Box& box) {
  groups_ = &groups;
  box_ = &box;
  return formula_bound(formula);
}

Bound Bounder::formula_bound(const Formula& formula) {
  if (formula.heads.size() == 1 && problem_.line_of(formula.heads.front()) != cover::none &&
      formula.op != Formula::Op::leaf)
    return on_line(formula, formula.heads.front());
  switch (formula.op) {
    case Formula::Op::leaf:
      return affine_bound({&formula});
    case Formula::Op::sum: {
      std::vector<const Formula*> parts;
      for (const Formula& child : formula.children) parts.push_back(&child);
      return sum_bound(std::move(parts), 0);
    }
    case Formula::Op::maximum: {
      std::optional<Bound> best;
      for (const Formula& child : formula.children) {
        Bound bound = formula_bound(child);
        if (!best || bound.value > best->value) best = std::move(bound);
      }
      if (formula.absolute && best->value < 0) best->value = 0;
      return *best;
    }
    case Formula::Op::minimum: {
      std::optional<Bound> least;
      for (const Formula& child : formula.children) {
        Bound bound = formula_bound(child);
        if (!least || bound.value < least->value) least = std::move(bound);
      }
      return *least;
    }
  }
  throw std::logic_error("a formula of no kind");
}

// Sums in sums first; then one maximum or minimum after the other is replaced by its children, but for those that hang on one number.
Bound Bounder::sum_bound(std::vector<const Formula*> parts, std::size_t depth) {
  const auto is_line = [&](const Formula* part) {
    return part->op != Formula::Op::leaf && part->heads.size() == 1 &&
           problem_.line_of(part->heads.front()) != cover::none;
  };
  for (std::size_t k = 0; k < parts.size();) {
    if (parts[k]->op != Formula::Op::sum || is_line(parts[k])) {
      ++k;
      continue;
    }
    const Formula* sum = parts[k];
    parts.erase(parts.begin() + static_cast<std::ptrdiff_t>(k));
    for (const Formula& child : sum->children) parts.push_back(&child);
  }
  const auto bent = std::find_if(parts.begin(), parts.end(), [&](const Formula* part) {
    return part->op != Formula::Op::leaf && !is_line(part);
  });
  if (bent == parts.end() || depth == most_depth) {
    std::vector<const Formula*> leaves;
    Bound total;
    for (const Formula* part : parts) {
      if (part->op == Formula::Op::leaf) {
        leaves.push_back(part);
        continue;
      }
      const Bound bound = formula_bound(*part);
      total.value += bound.value;
      add_spread(total, bound);
    }
    const Bound affine = affine_bound(leaves);
    total.value += affine.value;
    if (total.choice.empty()) total.choice = affine.choice;
    add_spread(total, affine);
    return total;
  }
  const Formula* of = *bent;
  std::optional<Bound> chosen;
  for (const Formula& child : of->children) {
    *bent = &child;
    Bound bound = sum_bound(parts, depth + 1);
    const bool better = chosen && (of->op == Formula::Op::maximum ? bound.value > chosen->value
                                                                  : bound.value < chosen->value);
    if (!chosen || better) chosen = std::move(bound);
  }
  return *chosen;
}

Bound Bounder::affine_bound(const std::vector<const Formula*>& leaves) {
  std::vector<std::vector<Integer>> factors(problem_.layer().heads.size());
  Bound total;
  for (const Formula* leaf : leaves) {
    const std::size_t h = problem_.formulas().leaves[leaf->leaf].head;
    if (h == cover::none) {
      total.value += problem_.receiver_part(leaf->leaf, terms_.receiver());
      continue;
    }
    const auto& of_head = problem_.leaves_of(h);
    if (factors[h].empty()) factors[h].assign(of_head.size(), 0);
    factors[h][static_cast<std::size_t>(std::find(of_head.begin(), of_head.end(), leaf->leaf) -
                                        of_head.begin())] += 1;
  }
  for (std::size_t h = 0; h < factors.size(); ++h) {
    if (factors[h].empty()) continue;
    const Bound bound = of_head(h, factors[h]);
    total.value += bound.value;
    if (total.choice.empty()) total.choice = bound.choice;
    add_spread(total, bound);
  }
  return total;
}

Bound Bounder::on_line(const Formula& formula, std::size_t head) {
  const auto& of_head = problem_.leaves_of(head);
  const std::size_t place = static_cast<std::size_t>(
      std::find(of_head.begin(), of_head.end(), problem_.line_of(head)) - of_head.begin());
  std::vector<Integer> factors(of_head.size(), 0);
  factors[place] = 1;
  Bound low = of_head.empty() ? Bound() : this->of_head(head, factors);
  factors[place] = -1;
  Bound high = this->of_head(head, factors);
  const Rational from = low.value;
  const Rational to = std::max(from, Rational(-high.value));
  const Line u = from == to ? Line{{from}, {from}} : Line{{from, to}, {from, to}};
  std::vector<Rational> constants;
  for (std::size_t l = 0; l < problem_.formulas().leaves.size(); ++l)
    constants.push_back(problem_.receiver_part(l, terms_.receiver()));
  const Rational zero = constants[problem_.line_of(head)];
  const Line line = line_of(formula, u, zero, problem_, constants);
  const std::size_t least =
      static_cast<std::size_t>(std::min_element(line.y.begin(), line.y.end()) - line.y.begin());
  // The end that is nearer to where it is least.
  Bound& near = line.x[least] - from <= to - line.x[least] ? low : high;
  near.value = line.y[least];
  return near;
}

Integer Bounder::value_of(const Part& part, const std::vector<Integer>& factors) const {
  Integer value = 0;
  for (std::size_t l = 0; l < factors.size(); ++l) {
    if (factors[l] != 0) value += factors[l] * part.leaves[l];
  }
  return value;
}

Bound Bounder::of_head(std::size_t head, const std::vector<Integer>& factors) {
  const std::vector<Group>& groups = *groups_;
  const Box& box = *box_;
  // What each class of each group has of this head: f and the ends of its weight, tuple by tuple.
  struct Tuple {
    const Part* part;
    Integer value;
  };
  std::vector<std::vector<std::vector<Tuple>>> tuples(groups.size());
  std::optional<Integer> highest;
  bool may_be_empty = true;  // every weight can be 0
  for (std::size_t g = 0; g < groups.size(); ++g) {
    bool allows_none = box[g].rest == 0;
    for (std::size_t c = 0; c < groups[g].contents.size(); ++c) {
      tuples[g].emplace_back();
      for (const Part& part : terms_.contents()[groups[g].contents[c]]) {
        if (part.head == head) tuples[g].back().push_back({&part, value_of(part, factors)});
      }
      const bool shown = box[g].fixed[c] != 0;
      const bool allowed = box[g].rest != 0 && box[g].allowed[c] != 0;
      if (allowed && tuples[g].back().empty()) allows_none = true;
      if (shown && !tuples[g].back().empty()) may_be_empty = false;
      if (!shown && !allowed) continue;
      for (const Tuple& tuple : tuples[g].back()) {
        if (!highest || tuple.value > *highest) highest = tuple.value;
      }
    }
    may_be_empty = may_be_empty && allows_none;
  }
  Integer without = 0;
  for (std::size_t l = 0; l < factors.size(); ++l) without += factors[l] * terms_.without_head(head)[l];

  Bound result;
  result.choice.assign(groups.size(), cover::none);
  const Rational unit(1, terms_.denominator(head));
  if (!highest) {
    result.value = Rational(without) * unit;
    return result;
  }
  // E f >= P/Q as far as it is shown: from above.
  Integer p = *highest;
  Integer q = 1;
  Integer most_spread = 0;
  for (int step = 0;; ++step) {
    Integer sum = 0;
    Integer weights = 0;
    Integer products = 0;
    most_spread = 0;
    result.group = cover::none;
    for (std::size_t g = 0; g < groups.size(); ++g) {
      std::optional<Integer> least;
      std::optional<Integer> most;
      for (std::size_t c = 0; c < tuples[g].size(); ++c) {
        const bool allowed = box[g].rest != 0 && box[g].allowed[c] != 0;
        if (box[g].fixed[c] == 0 && !allowed) continue;
        Integer term = 0;
        for (const Tuple& tuple : tuples[g][c]) {
          const Integer above = tuple.value * q - p;
          term += (above < 0 ? tuple.part->upper : tuple.part->lower) * above;
        }
        sum += Integer(box[g].fixed[c]) * term;
        if (!allowed) continue;
        if (!most || term > *most) most = term;
        if (!least || term < *least) {
          least = term;
          result.choice[g] = c;
        }
      }
      if (least) {
        sum += Integer(box[g].rest) * *least;
        if (*most - *least > most_spread) {
          most_spread = *most - *least;
          result.group = g;
          result.of_class = result.choice[g];
        }
      }
    }
    if (sum >= 0) break;
    for (std::size_t g = 0; g < groups.size(); ++g) {
      for (std::size_t c = 0; c < tuples[g].size(); ++c) {
        Integer times = box[g].fixed[c];
        if (box[g].rest != 0 && result.choice[g] == c) times += box[g].rest;
        if (times == 0) continue;
        for (const Tuple& tuple : tuples[g][c]) {
          const Integer weight = times * (tuple.value * q - p < 0 ? tuple.part->upper : tuple.part->lower);
          weights += weight;
          products += weight * tuple.value;
        }
      }
    }
    // Their quotient is below P/Q, since the sum is negative; each step has other classes, or other ends of weights.
    p = products;
    q = weights;
    if (step == most_steps) throw std::logic_error("a least quotient is not found");
  }
  result.value = Rational(p, q) * unit;
  result.spread = Rational(most_spread, q);
  if (may_be_empty && Rational(without) * unit < result.value) {
    result.value = Rational(without) * unit;
    for (std::size_t g = 0; g < groups.size(); ++g) {
      for (std::size_t c = 0; c < tuples[g].size(); ++c) {
        if (box[g].rest != 0 && box[g].allowed[c] != 0 && tuples[g][c].empty()) result.choice[g] = c;
      }
    }
  }
  return result;
}

}  // namespace attest::counts
