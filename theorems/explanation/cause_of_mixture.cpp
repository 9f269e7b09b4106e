#include <fmt/format.h>

#include "theorems/explanation/cause_matter.hpp"

namespace attest::theorems {

namespace {

using attention::Head;
using attention::HeadTuples;

constexpr long largest_scaling = 1024;

attention::Weight share_of_others(const HeadTuples& head) {
  const attention::Weight& best = head.heaviest_weight;
  if (best.exact) return {Interval(Rational(1 - *best.exact), best.enclosed.precision()), 1 - *best.exact};
  return {Interval(1L, best.enclosed.precision()) - best.enclosed, std::nullopt};
}

// Whether one head's best tuples alone would mend it: which.
std::vector<std::size_t> tell_which_head(const CauseMatter& m, CauseSheet& sheet) {
  std::vector<std::size_t> mending;
  for (std::size_t h = 0; h < m.heads.size(); ++h) {
    if (attention::compares_scores(m.head(h).kernel) && m.head(h).kernel != attention::Kernel::softmax)
      continue;
    if (m.head(h).kernel == attention::Kernel::exact_match) continue;
    const Outcome alone = m.alternatives.with({{h, m.heads[h].heaviest_mean}});
    if (alone.status != Status::holds) continue;
    sheet.note("the best tuples of " + m.head(h).name + " alone", alone);
    sheet.say(
        fmt::format("with the heaviest tuples of {} alone, the other heads as they are, {} would be right",
                    m.head(h).name, alone.y()));
    mending.push_back(h);
  }
  return mending;
}

void tell_of_competitors(const CauseMatter& m, std::size_t h, CauseSheet& sheet) {
  const HeadTuples& head = m.heads[h];
  if (!head.second || m.head(h).kernel != attention::Kernel::softmax) return;
  const bool one = head.second->tuples == 1;
  if (head.second->tuples == head.tuples - head.heaviest && m.one_head()) {
    // What they weigh has been said.
    sheet.say(fmt::format("{} {} behind in score", one ? "it stands" : "they stand",
                          head.second->behind.to_string()));
    return;
  }
  sheet.say(fmt::format("{}{} {} {} behind in score and {} {}{}, the best {}",
                        counted(head.second->tuples, arity_noun(m.head(h))), m.of_head(h),
                        one ? "stands" : "stand", head.second->behind.to_string(), one ? "weighs" : "weigh",
                        short_weight(head.second->weight), one ? "" : " together",
                        short_weight(head.heaviest_weight)));
}

// The first power of two that the scale has to be multiplied by, on this input.
void tell_of_scale(const CauseMatter& m, CauseSheet& sheet) {
  if (!m.one_head() || m.head().kernel != attention::Kernel::softmax || !m.heads.front().second) return;
  for (long factor = 2; factor <= largest_scaling; factor *= 2) {
    const Outcome scaled = m.alternatives.scaled(0, Integer(factor));
    if (scaled.status == Status::undecided) return;
    if (scaled.status != Status::holds) continue;
    sheet.note(fmt::format("a scale {} times as large", factor), scaled);
    sheet.say(factor == 2 ? std::string("here twice the scale would do")
                          : fmt::format("here a scale {} times as large would do, {} times would not", factor,
                                        factor / 2));
    return;
  }
}

// How often the best tuples alone are right. As the scale grows the output tends to what they give, so that where that is clear of
// the threshold some scale is large enough; of finitely many inputs the largest of these.
void tell_of_other_inputs(const CauseMatter& m, CauseSheet& sheet) {
  const SizeFacts& facts = *m.facts;
  if (facts.best_right != facts.outputs) {
    sheet.say(fmt::format("the best alone would be right on {}, y is right on {}",
                          m.facts->on(facts.best_right), facts.right));
    return;
  }
  const bool scale = m.one_head() && m.head().kernel == attention::Kernel::softmax && facts.best_clear;
  sheet.say(fmt::format("on {} the best alone would be right{}", m.facts->everywhere(),
                        scale ? ", and so would y at some larger scale" : ""));
}

}  // namespace

void tell_of_mixture(const CauseMatter& m, CauseSheet& sheet) {
  const bool right = m.status == Status::holds;
  const std::string alone = fmt::format("{} {}, which is right",
                                        right ? best_subject(m, "alone gives", "alone give")
                                              : best_subject(m, "alone would give", "alone would give"),
                                        m.best.y());
  const Outcome now{m.output, m.status};
  std::vector<std::size_t> mixing = m.all_heads();
  if (m.one_head()) {
    const HeadTuples& head = m.heads.front();
    const Integer others = head.tuples - head.heaviest;
    if (others == 0) {
      sheet.say(alone);
      return;
    }
    sheet.say(fmt::format("{}; the {} other {} {} {} of the weight and {} {}{}", alone,
                          others == 1 ? std::string("one") : others.str(),
                          others == 1 ? arity_noun(m.head()) : arity_noun(m.head()) + "s",
                          others == 1 ? "has" : "have", short_weight(share_of_others(head)),
                          others == 1 ? (right ? "leaves" : "moves it to") : (right ? "leave" : "move it to"),
                          now.y(), right ? ", still right" : ": the mixture is at fault"));
  } else {
    sheet.say(fmt::format("{}; the mixture {} {}{}", alone, right ? "leaves" : "moves it to", now.y(),
                          right ? ", still right" : " and is at fault"));
    const std::vector<std::size_t> mending = right ? mixing : tell_which_head(m, sheet);
    if (!mending.empty()) mixing = mending;
  }
  if (right) return;
  for (std::size_t h = 0; h < m.heads.size(); ++h) tell_of_competitors(m, h, sheet);
  tell_of_scale(m, sheet);
  if (m.facts) tell_of_other_inputs(m, sheet);
  sheet.blame({{{ConstructionPart::weights}, mixing}});
}

}  // namespace attest::theorems
