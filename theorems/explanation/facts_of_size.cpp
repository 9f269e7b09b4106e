#include "theorems/explanation/facts_of_size.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "claims/stop.hpp"
#include "claims/usage_error.hpp"
#include "numeric/checked.hpp"
#include "theorems/explanation/alternatives.hpp"
#include "verification/limits.hpp"

namespace attest::theorems {

namespace {

using attention::HeadTuples;
using attention::Layer;
using attention::LayerOutput;

class FactFinder {
 public:
  explicit FactFinder(const Scene& scene) : scene_(scene) {
    if (scene.setting.several_layers()) return;
    layer_ = &scene.setting.prepared().layer();
    without_.emplace(*layer_, scene.coordinate);
    one_softmax_ = layer_->heads.size() == 1 && layer_->heads.front().kernel == attention::Kernel::softmax;
    if (layer_->heads.size() == 1) facts_.some_tuple_right = 0;
  }

  std::optional<SizeFacts> find() {
    const LayerTask& task = scene_.setting.task();
    const auto judged = task.judged_positions();
    const std::size_t numbers = task.vector_answer() == nullptr ? 1 : task.vector_answer()->dimension;
    const Integer most(layer_ != nullptr ? most_outputs_of_size : most_outputs_of_layers);
    if (judged.empty() || task.space().size() * Integer(judged.size() / numbers) > most) return std::nullopt;
    const std::size_t words = to_size(task.space().size());
    if (too_many_tuples(words)) return std::nullopt;
    try {
      for (std::size_t rank = 0; rank < words; ++rank) {
        const Word word = task.space().unrank(Integer(rank));
        if (task.standing(word) != Standing::judged) continue;
        ++facts_.inputs;
        for (std::size_t which = scene_.coordinate; which < judged.size(); which += numbers) {
          check_stop();
          if (!look_at(scene_at(scene_, word, which))) return std::nullopt;
        }
      }
    } catch (const UsageError&) {  // an input on which something has no value
      return std::nullopt;
    }
    if (truths_.size() < 2) return std::nullopt;
    conclude();
    return facts_;
  }

 private:
  bool too_many_tuples(std::size_t words) const {
    if (layer_ == nullptr) return false;
    for (const attention::Head& head : layer_->heads) {
      if (!head.over.is_listable()) return true;
    }
    std::size_t tuples = 0;
    for (const std::size_t position : scene_.setting.task().judged_positions()) {
      for (const attention::Head& head : layer_->heads)
        tuples += head.over.tuples(static_cast<attention::Token>(position)).size() / head.over.arity();
    }
    return words * tuples > most_tuples_of_size;
  }

  // Whether everything about this output is decided.
  bool look_at(const Scene& scene) {
    ++facts_.outputs;
    truths_.insert(scene.wanted.value);
    if (layer_ == nullptr) {
      const PositionOutput out = scene.setting.output(scene.word, scene.which);
      bound(scene.wanted, out.exact,
            [&](const Rational& target) { return out.y - Interval(target, out.y.precision()); });
      return count(facts_.right, out.status);
    }
    const LayerOutput output = scene.setting.evaluate(scene.word, scene.which);
    const Status status = scene.setting.rightness_of(output, scene.wanted);
    if (!count(facts_.right, status)) return false;
    bound(scene.wanted, output.exact(),
          [&](const Rational& target) { return output.deviation(target, printed_bits); });
    std::vector<HeadTuples> heads;
    for (std::size_t h = 0; h < layer_->heads.size(); ++h) {
      const std::size_t tuples =
          layer_->heads[h].over.tuples(scene.receiver).size() / layer_->heads[h].over.arity();
      heads.push_back(attention::head_tuples(scene.setting.prepared(), h, scene.kinds, scene.receiver,
                                             output.heads()[h], std::max<std::size_t>(1, tuples)));
    }
    const Alternatives alternatives(scene, output);
    return look_at_best(scene, alternatives.best(heads), heads) &&
           count(facts_.residual_right,
                 without_->changes(scene.kind()) ? without_->at(scene, output).status : status) &&
           (!one_softmax_ || (count(facts_.least_score_right, alternatives.least_score(0).status) &&
                              count(facts_.equal_weights_right, alternatives.equal_weights(0).status))) &&
           look_at_tuples(alternatives, heads);
  }

  static bool count(unsigned long& right, Status status) {
    if (status == Status::holds) ++right;
    return status != Status::undecided;
  }

  // Bounds of y - truth, or of y on the two sides. `less`: an enclosure of y - target.
  template <class Less>
  void bound(const Wanted& wanted, const std::optional<Rational>& exact, const Less& less) {
    const bool sign = wanted.decision == Decision::sign;
    const Rational target = sign ? Rational(0) : wanted.value;
    Rational low;
    Rational high;
    if (exact) {
      low = high = *exact - target;
    } else {
      const Interval off = less(target);
      if (!std::isfinite(off.lower_double()) || !std::isfinite(off.upper_double())) {
        all_known_ = false;
        return;
      }
      // A double is a rational number, and these two lie outside of the enclosure.
      low = Rational(off.lower_double());
      high = Rational(off.upper_double());
    }
    if (!sign || wanted.value == 1) least_ = least_ ? std::min(*least_, low) : low;
    if (!sign || wanted.value != 1) largest_ = largest_ ? std::max(*largest_, high) : high;
  }

  bool look_at_best(const Scene& scene, const Outcome& best, const std::vector<HeadTuples>& heads) {
    if (!count(facts_.best_right, best.status)) return false;
    const auto y = best.output.exact();
    if (!y) return false;
    const Rational& truth = scene.wanted.value;
    if (scene.wanted.decision == Decision::sign && *y == 0) on_threshold_ = true;
    const auto [known, added] = best_at_.emplace(truth, *y);
    if (!added && known->second != *y) best_is_of_truth_ = false;
    if (heads.size() == 1) look_at_features(scene, heads.front(), *y);
    return true;
  }

  void look_at_features(const Scene& scene, const HeadTuples& head, const Rational& y) {
    std::set<BestFeature> truth;
    std::set<BestFeature> given;
    std::size_t seen = 0;
    for (const attention::WeighedTuple& tuple : head.first) {
      if (Integer(seen) == head.heaviest) break;
      std::set<BestFeature> truth_here;
      std::set<BestFeature> given_here;
      for (std::size_t place = 0; place < tuple.tuple.size(); ++place) {
        const attention::Token token = tuple.tuple[place];
        const auto add = [&](const std::string& name, const Rational& value, bool index) {
          if (value == scene.wanted.value) truth_here.insert({place, name, index});
          if (value == y) given_here.insert({place, name, index});
        };
        for (const auto& [name, value] : scene.table.features_of(scene.kinds[token])) add(name, value, false);
        const TokenGroup& group = scene.table.kinds_of_tokens()[scene.table.group_of(token)];
        for (std::size_t k = 0; k < group.indices.size(); ++k)
          add(group.indices[k], scene.table.indices_of(token)[k], true);
      }
      keep(truth, truth_here, seen == 0);
      keep(given, given_here, seen == 0);
      ++seen;
    }
    keep(facts_.truth_is, truth, facts_.outputs == 1);
    keep(facts_.best_gives, given, facts_.outputs == 1);
  }

  static void keep(std::set<BestFeature>& all, const std::set<BestFeature>& here, bool first) {
    if (first) {
      all = here;
    } else {
      std::erase_if(all, [&](const BestFeature& feature) { return !here.contains(feature); });
    }
  }

  bool look_at_tuples(const Alternatives& alternatives, const std::vector<HeadTuples>& heads) {
    if (heads.size() != 1) return true;
    std::set<std::vector<Rational>> seen;
    if (layer_->heads.front().kernel == attention::Kernel::exact_match) {
      // No match at all is a choice as well: the head puts out 0.
      const RationalVector nothing = RationalVector::Constant(
          static_cast<Eigen::Index>(layer_->heads.front().value_length), Rational(0));
      const Status status = alternatives.with({{0, nothing}}).status;
      if (status == Status::holds) ++*facts_.some_tuple_right;
      if (status != Status::refuted) return status == Status::holds;
    }
    for (const attention::WeighedTuple& tuple : heads.front().first) {
      if (!seen.emplace(tuple.value.data(), tuple.value.data() + tuple.value.size()).second) continue;
      const Status status = alternatives.with({{0, tuple.value}}).status;
      if (status == Status::undecided) return false;
      if (status != Status::holds) continue;
      ++*facts_.some_tuple_right;
      break;
    }
    return true;
  }

  void conclude() {
    if (all_known_ && least_ && largest_) {
      if (scene_.decision() == Decision::sign) {
        facts_.sides = {*largest_, *least_};
      } else {
        facts_.excess = {*least_, *largest_};
      }
    }
    facts_.best_clear = layer_ != nullptr && !on_threshold_;
    if (layer_ != nullptr && best_is_of_truth_) find_line();
  }

  // What the best tuples give as a * truth + b; there are several truths. Through two points there is always a line.
  void find_line() {
    const auto [t0, y0] = *best_at_.begin();
    const auto [t1, y1] = *best_at_.rbegin();
    const Rational a = (y1 - y0) / (t1 - t0);
    const Rational b = y0 - a * t0;
    const bool all = std::all_of(best_at_.begin(), best_at_.end(),
                                 [&](const auto& at) { return at.second == a * at.first + b; });
    if (all && a != 0) facts_.best_is = {a, b};
  }

  const Scene& scene_;
  const Layer* layer_ = nullptr;  // null: several layers, of which the outputs alone are looked at
  std::optional<WithoutResidual> without_;
  bool one_softmax_ = false;
  SizeFacts facts_;
  std::set<Rational> truths_;
  bool all_known_ = true;
  std::optional<Rational> least_;
  std::optional<Rational> largest_;
  bool best_is_of_truth_ = true;
  bool on_threshold_ = false;
  std::map<Rational, Rational> best_at_;  // truth -> what the best tuples give
};

}  // namespace

std::string SizeFacts::everywhere() const {
  return outputs != inputs ? fmt::format("all judged tokens of the {} inputs of this size", inputs)
                           : fmt::format("all {} inputs of this size", inputs);
}

std::string SizeFacts::on(unsigned long some) const {
  const std::string of = outputs != inputs ? fmt::format("{} judged tokens of the {} inputs", outputs, inputs)
                                           : fmt::format("{} inputs", inputs);
  return fmt::format("{} of the {} of this size", some, of);
}

std::optional<SizeFacts> facts_of_size(const Scene& scene) {
  return FactFinder(scene).find();
}

}  // namespace attest::theorems
