#include "theorems/open_infimum.hpp"

#include <algorithm>

#include "claims/stop.hpp"
#include "theorems/fields.hpp"

namespace attest::theorems {

namespace {

using attention::Readout;
using language::Op;

constexpr long most_infimum_evaluations = 1000000;  // words times judged tokens times index tuples

std::size_t occurrences(const std::string& name, const Expression& e) {
  const std::vector<std::string> names = language::free_names(e);
  return static_cast<std::size_t>(std::count(names.begin(), names.end(), name));
}

// Whether e is the parameter times something in which it does not occur.
bool is_factor(const std::string& parameter, const Expression& e) {
  if (e->op == Op::name) return e->name == parameter;
  if (e->op == Op::divide)
    return is_factor(parameter, e->children[0]) && occurrences(parameter, e->children[1]) == 0;
  if (e->op != Op::multiply) return false;
  const bool first = occurrences(parameter, e->children[0]) != 0;
  return is_factor(parameter, e->children[first ? 0 : 1]) &&
         occurrences(parameter, e->children[first ? 1 : 0]) == 0;
}

// Whether the only head's scale is the parameter times something else, and nothing else in the text depends on it.
bool scales_the_only_head(const TheoremText& text, const std::string& parameter) {
  std::size_t dependent = 0;
  each_expression(text, [&](const Expression& e) {
    if (e && occurrences(parameter, e) != 0) ++dependent;
  });
  const auto& layers = text.layers;
  return dependent == 1 && layers.size() == 1 && layers.front().heads.size() == 1 &&
         layers.front().heads.front().scale && is_factor(parameter, layers.front().heads.front().scale);
}

// The signs of the coefficients along ascending scores: at most one change, to +, or no sign at all.
struct Signs {
  bool one_change_to_plus = true;
  bool none = true;
};

Signs signs_of(const ExponentialSum& sum) {
  Signs result;
  bool positive = false;
  for (const auto& [score, coefficient] : sum) {
    if (coefficient == 0) continue;
    result.none = false;
    if (coefficient > 0) {
      positive = true;
    } else if (positive) {
      result.one_change_to_plus = false;
    }
  }
  result.one_change_to_plus = result.one_change_to_plus && positive;
  return result;
}

// (y - b) D for sign = 1, (b - y) D for sign = -1, of an affine readout, by scores.
ExponentialSum distance_sum(const attention::Layer& layer, attention::Kind receiver,
                            const attention::HeadSums& sums, const attention::AffineForm& y,
                            const Rational& b, int sign) {
  Rational constant = y.constant - b;
  if (layer.residual) {
    for (const auto& [coordinate, coefficient] : y.coefficients)
      constant += coefficient * layer.stream[receiver](static_cast<Eigen::Index>(coordinate));
  }
  ExponentialSum result;
  // Where nothing is seen the head adds 0.
  if (sums.counts.empty()) return {{Integer(0), constant * sign}};
  for (const auto& [score, count] : sums.counts) result[score] += constant * count * sign;
  for (const attention::Layer::Landing& landing : layer.landings) {
    const auto found = y.coefficients.find(landing.to);
    if (found == y.coefficients.end()) continue;
    for (const auto& [score, value] : sums.values[landing.from])
      result[score] += found->second * landing.factor * value * sign;
  }
  return result;
}

// Of one output: right wherever the scale is larger than at `at`.
bool right_above(const LayerSetting& at, const LayerSetting& above, std::span<const Symbol> word,
                 std::span<const attention::Kind> kinds, std::size_t which) {
  const attention::Layer& layer = above.prepared().layer();
  const auto receiver = static_cast<attention::Token>(above.task().judged_positions()[which]);
  const VectorAnswer* vector = above.task().vector_answer();
  const Readout& readout = layer.readouts[vector == nullptr ? 0 : which % vector->dimension];
  const attention::HeadSums sums = above.prepared().sums(0, kinds, receiver);
  const attention::LayerOutput output = at.evaluate(word, which);
  const Wanted wanted = above.task().wanted(word, which);
  const auto is_shown = [&](const Rational& b, int sign, bool strict) {
    const Signs signs = signs_of(distance_sum(layer, kinds[receiver], sums, readout.form, b, sign));
    if (signs.none) return !strict;
    const Ordering order = output.compare(b);
    return signs.one_change_to_plus &&
           (order == Ordering::equal || order == (sign > 0 ? Ordering::greater : Ordering::less));
  };
  if (wanted.decision == Decision::sign)
    return wanted.value == 1 ? is_shown(Rational(0), 1, true) : is_shown(Rational(0), -1, false);
  return is_shown(Rational(wanted.value - wanted.within), 1, true) &&
         is_shown(Rational(wanted.value + wanted.within), -1, true);
}

}  // namespace

bool works_everywhere_above(const TheoremText& text, const std::string& parameter, const LayerSetting& at,
                            const LayerSetting& above) {
  if (!scales_the_only_head(text, parameter) || at.several_layers() || above.several_layers()) return false;
  const attention::Layer& layer = above.prepared().layer();
  if (layer.heads.size() != 1 || layer.heads.front().kernel != attention::Kernel::softmax) return false;
  if (above.prepared().scores(0).unit().is_zero()) return false;
  if (std::any_of(layer.readouts.begin(), layer.readouts.end(),
                  [](const Readout& readout) { return readout.op != Readout::Op::affine; })) {
    return false;
  }
  const LayerTask& task = above.task();
  const std::size_t judged = task.judged_positions().size();
  const Integer tuples = std::max(Integer(1), layer.heads.front().over.largest_count());
  if (task.space().size() * judged * tuples > most_infimum_evaluations) return false;
  std::vector<attention::Kind> kinds(task.tokens());
  for (Integer rank = 0; rank < task.space().size(); ++rank) {
    check_stop();
    const Word word = task.space().unrank(rank);
    if (task.standing(word) != Standing::judged) continue;
    task.kinds(word, kinds);
    for (std::size_t which = 0; which < judged; ++which) {
      if (!right_above(at, above, word, kinds, which)) return false;
    }
  }
  return true;
}

}  // namespace attest::theorems
