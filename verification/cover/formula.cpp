#include "verification/cover/formula.hpp"

#include <algorithm>
#include <set>
#include <stdexcept>

namespace attest::cover {

namespace {

using attention::AffineForm;
using attention::Readout;

class FormulaMaker {
 public:
  FormulaMaker(const attention::Layer& layer, Formulas& out) : layer_(layer), out_(out) {}

  Formula make(const Readout& readout, const Rational& factor) {
    using Op = Readout::Op;
    switch (readout.op) {
      case Op::affine:
        return affine(readout.form, factor);
      case Op::scaled:
        return make(readout.children[0], factor * readout.factor);
      case Op::sum:
        return sum(all(readout, factor));
      case Op::positive_part: {
        std::vector<Formula> both;
        both.push_back(constant());
        both.push_back(make(readout.children[0], factor));
        return best(factor > 0, std::move(both), false);
      }
      case Op::absolute: {
        // f |z| is max(f z, -f z) for f > 0 and min(f z, -f z) for f < 0.
        std::vector<Formula> both;
        both.push_back(make(readout.children[0], factor));
        both.push_back(make(readout.children[0], -factor));
        return best(factor > 0, std::move(both), true);
      }
      case Op::minimum:
        return best(factor < 0, all(readout, factor), false);
      case Op::maximum:
        return best(factor > 0, all(readout, factor), false);
      case Op::product:  // refused
        break;
    }
    throw std::logic_error("a readout with products has no formula of maxima and minima");
  }

 private:
  std::vector<Formula> all(const Readout& readout, const Rational& factor) {
    std::vector<Formula> children;
    for (const Readout& child : readout.children) children.push_back(make(child, factor));
    return children;
  }

  Formula leaf(Leaf of) {
    Formula result;
    if (of.head != none) result.heads = {of.head};
    result.leaf = out_.leaves.size();
    out_.leaves.push_back(std::move(of));
    return result;
  }

  Formula constant() { return leaf({}); }

  // The form's coordinates of the stream as the heads' means; what is left belongs to the first head of the form.
  Formula affine(const AffineForm& form, const Rational& factor) {
    std::map<std::size_t, std::map<std::size_t, Rational>> of_head;
    AffineForm receiver;
    receiver.constant = form.constant * factor;
    for (const auto& [coordinate, coefficient] : form.coefficients) {
      if (factor == 0) continue;
      if (layer_.residual) receiver.coefficients[coordinate] = coefficient * factor;
      for (const auto& landing : layer_.landings) {
        if (landing.to == coordinate)
          of_head[landing.head][landing.from] += coefficient * factor * landing.factor;
      }
    }
    std::vector<Formula> parts;
    for (auto& [head, coordinates] : of_head) {
      std::erase_if(coordinates, [](const auto& entry) { return entry.second == 0; });
      if (coordinates.empty()) continue;
      parts.push_back(leaf({head, std::move(coordinates), std::exchange(receiver, AffineForm())}));
    }
    if (parts.empty()) parts.push_back(leaf({none, {}, std::move(receiver)}));
    return sum(std::move(parts));
  }

  static void note_heads(Formula& formula) {
    std::set<std::size_t> heads;
    for (const Formula& child : formula.children) heads.insert(child.heads.begin(), child.heads.end());
    formula.heads.assign(heads.begin(), heads.end());
  }

  static Formula plain_sum(std::vector<Formula> parts) {
    if (parts.size() == 1) return std::move(parts.front());
    Formula result;
    result.op = Formula::Op::sum;
    result.children = std::move(parts);
    note_heads(result);
    return result;
  }

  // Sums of one head are bounded as a whole: what depends on one head alone is put together.
  static Formula sum(std::vector<Formula> parts) {
    std::vector<Formula> flat;
    for (Formula& part : parts) {
      if (part.op == Formula::Op::sum) {
        for (Formula& child : part.children) flat.push_back(std::move(child));
      } else {
        flat.push_back(std::move(part));
      }
    }
    std::map<std::vector<std::size_t>, std::vector<Formula>> by_heads;
    for (Formula& part : flat) by_heads[part.heads].push_back(std::move(part));
    // c + max(a, b) = max(c + a, c + b): claims about one head each stay so.
    if (by_heads.size() == 2 && by_heads.begin()->first.empty() && by_heads.rbegin()->first.size() > 1 &&
        by_heads.rbegin()->second.size() == 1 && by_heads.rbegin()->second.front().op != Formula::Op::leaf) {
      Formula of_heads = std::move(by_heads.rbegin()->second.front());
      for (Formula& child : of_heads.children) {
        std::vector<Formula> shifted = by_heads.begin()->second;
        shifted.push_back(std::move(child));
        child = sum(std::move(shifted));
      }
      of_heads.absolute = false;
      return of_heads;
    }
    // What depends on no head goes along with the first that does.
    if (by_heads.size() > 1 && by_heads.begin()->first.empty()) {
      auto constants = std::move(by_heads.begin()->second);
      by_heads.erase(by_heads.begin());
      for (Formula& part : constants) by_heads.begin()->second.push_back(std::move(part));
    }
    std::vector<Formula> grouped;
    for (auto& [heads, group] : by_heads) {
      if (heads.size() <= 1) {
        grouped.push_back(plain_sum(std::move(group)));
      } else {
        for (Formula& part : group) grouped.push_back(std::move(part));
      }
    }
    return plain_sum(std::move(grouped));
  }

  Formula best(bool maximum, std::vector<Formula> children, bool absolute) {
    Formula result;
    result.op = maximum ? Formula::Op::maximum : Formula::Op::minimum;
    result.absolute = maximum && absolute;
    result.children = std::move(children);
    if (maximum) result.maximum = out_.maxima++;
    note_heads(result);
    return result;
  }

  const attention::Layer& layer_;
  Formulas& out_;
};

}  // namespace

Formulas formulas_of(const attention::Layer& layer) {
  Formulas result;
  FormulaMaker maker(layer, result);
  result.positive = maker.make(layer.readouts.front(), 1);
  result.negative = maker.make(layer.readouts.front(), -1);
  return result;
}

long value_at(const Formula& formula, const long* leaves, const Choice& choice) {
  const auto at = [&](std::size_t k) { return value_at(formula.children[k], leaves, choice); };
  switch (formula.op) {
    case Formula::Op::leaf:
      return leaves[formula.leaf];
    case Formula::Op::sum: {
      long total = 0;
      for (std::size_t k = 0; k < formula.children.size(); ++k) total += at(k);
      return total;
    }
    case Formula::Op::minimum: {
      long least = at(0);
      for (std::size_t k = 1; k < formula.children.size(); ++k) least = std::min(least, at(k));
      return least;
    }
    case Formula::Op::maximum: {
      const std::int8_t chosen = choice[formula.maximum];
      return chosen == zero ? 0 : at(static_cast<std::size_t>(chosen));
    }
  }
  return 0;
}

long greatest_at(const Formula& formula, const long* leaves, Choice& choice) {
  std::vector<long> values;
  for (const Formula& child : formula.children) values.push_back(greatest_at(child, leaves, choice));
  switch (formula.op) {
    case Formula::Op::leaf:
      return leaves[formula.leaf];
    case Formula::Op::sum: {
      long total = 0;
      for (const long value : values) total += value;
      return total;
    }
    case Formula::Op::minimum:
      return *std::min_element(values.begin(), values.end());
    case Formula::Op::maximum: {
      const auto most = std::max_element(values.begin(), values.end());
      choice[formula.maximum] = static_cast<std::int8_t>(most - values.begin());
      if (formula.absolute && *most == 0) choice[formula.maximum] = zero;
      return *most;
    }
  }
  return 0;
}

void list_maxima(const Formula& formula, std::vector<const Formula*>& maxima) {
  if (formula.op == Formula::Op::maximum) maxima.push_back(&formula);
  for (const Formula& child : formula.children) list_maxima(child, maxima);
}

}  // namespace attest::cover
