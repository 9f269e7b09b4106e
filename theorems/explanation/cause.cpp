#include "theorems/explanation/cause.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>

#include "claims/stop.hpp"
#include "numeric/checked.hpp"
#include "numeric/short_decimal.hpp"
#include "theorems/explanation/readout_steps.hpp"
#include "verification/limits.hpp"

namespace attest::theorems {

namespace {

using attention::Head;
using attention::HeadSums;
using attention::HeadTuples;
using attention::Layer;
using attention::LayerOutput;

constexpr std::size_t most_tuples_tried = 100000;
constexpr std::size_t most_values_tried = 2000;

std::string counted(const Integer& count, const std::string& what) {
  return count == 1 ? "one " + what : count.str() + " " + what + "s";
}

std::string short_weight(const attention::Weight& weight) {
  return weight.exact ? short_text(*weight.exact) : short_text(weight.enclosed);
}

// Whether the kernel spreads its weight over tuples that are not the heaviest.
bool mixes(const Head& head) {
  return head.kernel == attention::Kernel::softmax || head.kernel == attention::Kernel::expressive;
}

struct Outcome {
  LayerOutput output;
  Status status;

  std::string y() const {
    const auto exact = output.exact();
    return "y = " + (exact ? short_text(*exact) : short_text(output.deviation(Rational(0), printed_bits)));
  }
  Json value() const {
    const auto exact = output.exact();
    return number_json(exact, exact ? Interval() : output.deviation(Rational(0), printed_bits));
  }
};

class CauseFinder {
 public:
  CauseFinder(const Scene& scene, const LayerOutput& output, const std::vector<HeadTuples>& heads,
              Status status)
      : scene_(scene),
        layer_(scene.setting.prepared().layer()),
        output_(output),
        heads_(heads),
        status_(status),
        winner_(with_winners()) {}

  Cause find() {
    cause_.what_ifs.push_back({"the best tuples alone", winner_.value(), winner_.status});
    if (status_ == Status::undecided) {
      say("y could not be told from the threshold: its enclosure reaches both sides");
      return std::move(cause_);
    }
    for (std::size_t h = 0; h < heads_.size(); ++h) tell_of_nothing(h);
    const bool some_mix = std::any_of(layer_.heads.begin(), layer_.heads.end(), mixes);
    if (!some_mix) {
      say(fmt::format("{} {}, which is {}", winners_subject("is taken and gives", "are taken and give"),
                      winner_.y(), right_or_wrong(winner_.status)));
    } else if (winner_.status == Status::holds) {
      tell_of_mixture();
    } else {
      say(fmt::format("{} {}, which is {}{}", winners_subject("alone gives", "alone give"), winner_.y(),
                      right_or_wrong(winner_.status),
                      status_ == Status::holds ? "; the mixture with the others is right all the same"
                      : without_others()       ? ""
                                               : " already"));
    }
    if (status_ == Status::holds) return std::move(cause_);
    const bool mended = tell_of_residual();
    if (!mended && winner_.status != Status::holds) tell_of_winners();
    return std::move(cause_);
  }

 private:
  void say(const std::string& sentence) {
    if (!cause_.text.empty()) cause_.text += " ";
    std::string text = sentence;
    text.front() = static_cast<char>(std::toupper(static_cast<unsigned char>(text.front())));
    cause_.text += text + ".";
  }

  static std::string right_or_wrong(Status status) {
    return status == Status::holds ? "right" : status == Status::refuted ? "wrong" : "not decided";
  }

  Outcome outcome(std::vector<HeadSums> sums) const {
    LayerOutput output(scene_.setting.prepared(), scene_.kind(), std::move(sums), scene_.coordinate);
    const Status status = scene_.setting.rightness_of(output, scene_.wanted);
    return {std::move(output), status};
  }

  // The layer where some heads put out something else.
  Outcome with(const std::map<std::size_t, RationalVector>& outputs) const {
    std::vector<HeadSums> sums = output_.heads();
    for (const auto& [h, output] : outputs) sums[h] = attention::constant_sums(output);
    return outcome(std::move(sums));
  }

  Outcome with_winners() const {
    std::map<std::size_t, RationalVector> outputs;
    for (std::size_t h = 0; h < heads_.size(); ++h) outputs[h] = heads_[h].heaviest_mean;
    return with(outputs);
  }

  const WhatIf& note(const std::string& what, const Outcome& outcome) {
    cause_.what_ifs.push_back({what, outcome.value(), outcome.status});
    return cause_.what_ifs.back();
  }

  std::string of_head(std::size_t h) const { return heads_.size() == 1 ? "" : " of " + layer_.heads[h].name; }

  // Whether one head gives every tuple the same weight: nothing is mixed in.
  bool without_others() const {
    return heads_.size() == 1 && heads_.front().heaviest == heads_.front().tuples;
  }

  // "The best tuple (2, 4) alone gives", "The 3 best tuples alone give": of one head by name.
  std::string winners_subject(const std::string& verb, const std::string& verbs) const {
    if (heads_.size() > 1)
      return "the heaviest tuples of the " + std::to_string(heads_.size()) + " heads " + verbs;
    const HeadTuples& head = heads_.front();
    const bool matching = layer_.heads.front().kernel == attention::Kernel::exact_match;
    if (head.heaviest == 0) return "the head's output of 0 gives";
    if (head.heaviest == 1) {
      return fmt::format("{}, {}, {}", scene_.said(head.first.front().tuple),
                         matching                                                       ? "the only match"
                         : layer_.heads.front().kernel == attention::Kernel::expressive ? "the heaviest"
                                                                                        : "of the best score",
                         verb);
    }
    if (without_others()) {
      return fmt::format("all {} {} have the same weight and {}{}", head.heaviest.str(),
                         head.first.front().tuple.size() == 1 ? "tokens" : "tuples",
                         status_ == Status::holds ? "give" : "together give",
                         head.one_value ? "" : ", as the mean of their values,");
    }
    return fmt::format("the {} {} {} {}{}", head.heaviest.str(),
                       head.first.front().tuple.size() == 1 ? "tokens" : "tuples",
                       matching ? "that match" : "that tie for the most weight", verbs,
                       head.one_value ? "" : ", as the mean of their values,");
  }

  void tell_of_nothing(std::size_t h) {
    if (heads_[h].heaviest != 0) return;
    say(heads_[h].tuples == 0
            ? fmt::format("{} sees no tuple and puts out 0", layer_.heads[h].name)
            : fmt::format("no key equals the query of {}: it puts out 0", layer_.heads[h].name));
  }

  // The winners alone are right.
  void tell_of_mixture() {
    const bool right = status_ == Status::holds;
    const std::string alone = fmt::format("{} {}, which is right",
                                          right ? winners_subject("alone gives", "alone give")
                                                : winners_subject("alone would give", "alone would give"),
                                          winner_.y());
    const Outcome now{output_, status_};
    if (heads_.size() == 1) {
      const HeadTuples& head = heads_.front();
      const Integer others = head.tuples - head.heaviest;
      if (others == 0) {
        say(alone);
        return;
      }
      attention::Weight rest = share_of_others(head);
      say(fmt::format("{}; the {} other {} {} {} of the weight and {} {}{}", alone,
                      others == 1 ? std::string("one") : others.str(),
                      layer_.heads.front().over.arity() == 1 ? (others == 1 ? "token" : "tokens")
                      : others == 1                          ? "tuple"
                                                             : "tuples",
                      others == 1 ? "has" : "have", short_weight(rest),
                      others == 1 ? (right ? "leaves" : "moves it to") : (right ? "leave" : "move it to"),
                      now.y(), right ? ", still right" : ": the mixture is at fault"));
    } else {
      say(fmt::format("{}; the mixture {} {}{}", alone, right ? "leaves" : "moves it to", now.y(),
                      right ? ", still right" : " and is at fault"));
      if (!right) tell_which_head();
    }
    for (std::size_t h = 0; !right && h < heads_.size(); ++h) tell_of_competitors(h);
  }

  static attention::Weight share_of_others(const HeadTuples& head) {
    const attention::Weight& best = head.heaviest_weight;
    if (best.exact) return {Interval(Rational(1 - *best.exact), best.enclosed.precision()), 1 - *best.exact};
    return {Interval(1L, best.enclosed.precision()) - best.enclosed, std::nullopt};
  }

  // Whether one head's best tuples alone would mend it.
  void tell_which_head() {
    for (std::size_t h = 0; h < heads_.size(); ++h) {
      if (!mixes(layer_.heads[h])) continue;
      const Outcome alone = with({{h, heads_[h].heaviest_mean}});
      if (alone.status != Status::holds) continue;
      note("the best tuples of " + layer_.heads[h].name + " alone", alone);
      say(fmt::format("with the heaviest tuples of {} alone, the other heads as they are, {} would be right",
                      layer_.heads[h].name, alone.y()));
    }
  }

  void tell_of_competitors(std::size_t h) {
    const HeadTuples& head = heads_[h];
    if (!head.second || layer_.heads[h].kernel != attention::Kernel::softmax) return;
    const bool one = head.second->tuples == 1;
    if (head.second->tuples == head.tuples - head.heaviest && heads_.size() == 1) {
      // What they weigh has been said.
      say(fmt::format("{} {} behind in score", one ? "it stands" : "they stand",
                      head.second->behind.to_string()));
      return;
    }
    say(fmt::format("{}{} {} {} behind in score and {} {}{}, the best {}",
                    counted(head.second->tuples, arity_noun(layer_.heads[h])), of_head(h),
                    one ? "stands" : "stand", head.second->behind.to_string(), one ? "weighs" : "weigh",
                    short_weight(head.second->weight), one ? "" : " together",
                    short_weight(head.heaviest_weight)));
  }

  // The winners alone are wrong: do they tie, and which tuples would be right?
  void tell_of_winners() {
    for (std::size_t h = 0; h < heads_.size(); ++h) {
      const Head& head = layer_.heads[h];
      tell_of_uniform(h);
      if (heads_.size() > 1 && heads_[h].heaviest > 1 && !heads_[h].one_value && heads_[h].listed) {
        say(fmt::format("{}{} {}, and their values differ", counted(heads_[h].heaviest, arity_noun(head)),
                        of_head(h),
                        head.kernel == attention::Kernel::exact_match ? "match" : "tie for the most weight"));
      }
      tell_what_would_be_right(h);
    }
    tell_of_index();
  }

  // A head that is to take a mean: whether equal weights would be right.
  void tell_of_uniform(std::size_t h) {
    const HeadSums& sums = output_.heads()[h];
    if (layer_.heads[h].kernel != attention::Kernel::softmax || heads_[h].heaviest == heads_[h].tuples)
      return;
    HeadSums uniform = sums;
    uniform.unit = Surd();
    const Outcome outcome = with({{h, uniform.exact().value()}});
    if (outcome.status != Status::holds) return;
    note("equal weights" + of_head(h), outcome);
    say(fmt::format("with equal weights{}{} {} would be right", of_head(h), others_as_they_are(),
                    outcome.y()));
  }

  static std::string arity_noun(const Head& head) { return head.over.arity() == 1 ? "token" : "tuple"; }

  // The first tuple in the order of scores whose value alone would give the truth.
  void tell_what_would_be_right(std::size_t h) {
    const Head& head = layer_.heads[h];
    if (!head.over.is_listable()) return;
    const std::size_t arity = head.over.arity();
    if (head.over.tuples(scene_.receiver).size() / arity > most_tuples_tried) return;
    const HeadTuples all = attention::head_tuples(scene_.setting.prepared(), h, scene_.kinds, scene_.receiver,
                                                  output_.heads()[h], most_tuples_tried);
    std::map<std::vector<Rational>, Status> known;
    const attention::WeighedTuple* first = nullptr;
    Integer right = 0;
    for (const attention::WeighedTuple& tuple : all.first) {
      check_stop();
      const std::vector<Rational> value(tuple.value.data(), tuple.value.data() + tuple.value.size());
      auto found = known.find(value);
      if (found == known.end()) {
        if (known.size() == most_values_tried) return;
        found = known.emplace(value, with({{h, tuple.value}}).status).first;
      }
      if (found->second == Status::undecided) return;
      if (found->second != Status::holds) continue;
      if (first == nullptr) first = &tuple;
      ++right;
    }
    if (all.first.empty()) return;
    if (first == nullptr) {
      say(fmt::format("no {}'s value{} alone{} would give the truth", arity_noun(head), of_head(h),
                      others_as_they_are()));
      return;
    }
    const Outcome outcome = with({{h, first->value}});
    note(scene_.said(first->tuple) + of_head(h) + " alone", outcome);
    say(fmt::format("{}{} alone{} would give {}, which is right{}; {}", scene_.said(first->tuple), of_head(h),
                    others_as_they_are(), outcome.y(),
                    right == 1 ? ""
                               : fmt::format(", and so would {} other{}", Integer(right - 1).str(),
                                             right == 2 ? "" : "s"),
                    why_not(head, all, *first)));
  }

  std::string others_as_they_are() const {
    return heads_.size() == 1 ? "" : ", the other heads as they are,";
  }

  // What keeps the tuple from winning.
  std::string why_not(const Head& head, const HeadTuples& all, const attention::WeighedTuple& tuple) const {
    if (head.kernel == attention::Kernel::exact_match)
      return *tuple.weight.exact == 0 ? "its key is not the query" : "it shares the weight with the others";
    const std::string weight = "weighs " + short_weight(tuple.weight);
    if (head.kernel == attention::Kernel::expressive)
      return fmt::format("its score is {}, the heaviest one's {}, and it {}", tuple.score->to_string(),
                         all.first.front().score->to_string(), weight);
    const Surd& best = *all.first.front().score;
    if (*tuple.score == best) return "it has the best score, with others, and " + weight;
    return fmt::format("its score {} stays behind the best, {}, and it {}", tuple.score->to_string(),
                       best.to_string(), weight);
  }

  // A fact of this input: the answer is where the winner stands, and the truth is what it shows.
  void tell_of_index() {
    if (scene_.decision() != Decision::nearest || heads_.size() != 1 || heads_.front().heaviest != 1) return;
    const auto y = winner_.output.exact();
    if (!y || *y == scene_.wanted.value) return;
    for (const attention::Token token : heads_.front().first.front().tuple) {
      const auto& indices = scene_.table.indices_of(token);
      if (indices.size() != 1 || indices.front() != *y) continue;
      for (const auto& [name, value] : scene_.table.features_of(scene_.kinds[token])) {
        if (value != scene_.wanted.value) continue;
        say(fmt::format("the answer y is where token {} stands; the truth {} is its {}",
                        said_position(scene_.name(token)), attest::to_string(scene_.wanted.value), name));
        return;
      }
    }
  }

  // The layer without what the residual adds where heads land.
  // Whether it is right.
  bool tell_of_residual() {
    if (!layer_.residual) return false;
    Layer changed = layer_;
    RationalVector& own = changed.stream[scene_.kind()];
    std::vector<std::string> added;
    for (const std::size_t c : layer_.readouts[scene_.coordinate].coordinates()) {
      const auto at = static_cast<Eigen::Index>(c);
      const bool landed = std::any_of(layer_.landings.begin(), layer_.landings.end(),
                                      [&](const Layer::Landing& landing) { return landing.to == c; });
      if (!landed || own(at) == 0) continue;
      added.push_back(fmt::format("{} to {}", attest::to_string(own(at)), scene_.coordinates[c]));
      own(at) = 0;
    }
    if (added.empty()) return false;
    const attention::PreparedLayer prepared(changed);
    LayerOutput without(prepared, scene_.kind(), output_.heads(), scene_.coordinate);
    const Status status = scene_.setting.rightness_of(without, scene_.wanted);
    const Outcome outcome{std::move(without), status};
    note("without the residual where heads land", outcome);
    say(fmt::format("the residual adds {}, where a head lands; without it {} would be {}",
                    fmt::join(added, " and "), outcome.y(), right_or_wrong(status)));
    return status == Status::holds;
  }

  const Scene& scene_;
  const Layer& layer_;
  const LayerOutput& output_;
  const std::vector<HeadTuples>& heads_;
  Status status_;
  Outcome winner_;
  Cause cause_;
};

}  // namespace

Cause cause_of(const Scene& scene, const attention::LayerOutput& output,
               const std::vector<attention::HeadTuples>& heads, Status status) {
  return CauseFinder(scene, output, heads, status).find();
}

}  // namespace attest::theorems
