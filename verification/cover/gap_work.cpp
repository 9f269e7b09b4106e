#include "verification/cover/gap_work.hpp"

#include <algorithm>

#include "claims/stop.hpp"
#include "numeric/checked.hpp"
#include "numeric/long_double_bounds.hpp"
#include "verification/cover/output_work.hpp"
#include "verification/cover/standing.hpp"

namespace attest::cover {

namespace {

constexpr long most_gap = 1L << 62;  // exact as a long double
constexpr int most_gap_samples = 4;  // of a start, before its boxes are split

// A box of one gap, minus which is its badness. Exact.
long double badness_of(long gap) {
  if (gap >= most_gap) refuse_cover("scores are too long for machine integers");
  return -static_cast<long double>(gap);
}

}  // namespace

Integer least_gap_outside(long double outside, const Surd& unit) {
  if (!(outside < 1) || outside <= 0) return 0;
  const Interval quotient = -log(interval_from_long_double(outside, 128)) / unit.enclosure(128);
  if (!quotient.is_finite()) return 0;
  const double lower = quotient.lower_double();
  if (!(lower > 0) || lower >= 0x1p50) return 0;
  return Integer(static_cast<long>(std::ceil(lower)));
}

const Context& GapWork::context() {
  if (!context_) context_ = std::make_unique<Context>(problem_, start_.which, start_.symbols);
  return *context_;
}

std::size_t GapWork::held() const {
  return context_ ? context_->bytes() : 0;
}

void GapWork::begin(Findings& findings) {
  if (problem_.answer_first()) tree_ = TreeBound::make(problem_, tables_, start_.which, start_.symbols);
  if (!tree_) {
    by_winners(start_.symbols, findings);
    const auto worst =
        std::max_element(findings.left.begin(), findings.left.end(),
                         [](const BoundedBox& a, const BoundedBox& b) { return a.bound < b.bound; });
    if (worst != findings.left.end()) sample(*worst, findings);
    return;
  }
  std::vector<std::int32_t> open = start_.symbols;
  each_answer(problem_, start_.which, open,
              [&](const std::vector<std::int32_t>& symbols, long) { answered(symbols, findings); });
}

// T < 1 makes one tuple the only best one, and exp(-gap unit) is one term of T.
void GapWork::answered(const std::vector<std::int32_t>& symbols, Findings& findings) {
  ++findings.boxes;
  const Box box{symbols, std::vector<std::optional<Winner>>(problem_.heads().size())};
  const Surd& unit = problem_.heads()[head_].scores->unit();
  const auto bound = [&](bool common) -> std::optional<long double> {
    const auto near = tree_->near(symbols, common);
    if (!near) return std::nullopt;
    const Integer gap = least_gap_outside(near->outside, unit);
    if (gap == 0) return std::nullopt;
    return badness_of(product_of(to_long(gap), multiple_));
  };
  const auto first = bound(true);
  if (first && findings.settles(*first)) return;
  if (first && samples_ < most_gap_samples) {
    ++samples_;
    evaluate(word_of(symbols), findings);
    if (findings.settles(*first)) return;
  }
  const auto second = bound(false);
  if (!second) return by_winners(symbols, findings);
  findings.keep({*second, BoundedBox::Kind::answered, box, {}});
}

void GapWork::by_winners(const std::vector<std::int32_t>& symbols, Findings& findings) {
  const Box box{symbols, std::vector<std::optional<Winner>>(problem_.heads().size())};
  Splitter(context()).each_winner(box, head_, [&](Box& child) { look_at(child, findings); });
}

void GapWork::look_at(Box& box, Findings& findings) {
  check_stop();
  ++findings.boxes;
  if (none_is_judged(problem_, box.symbols) || !allowed_.make(context(), head_, box)) return;
  const Winner& winner = *box.winners[head_];
  std::optional<long> least;
  BoundedBox found;
  for (std::size_t t = 0; t < context().head(head_).tuples.size(); ++t) {
    if (t == winner.tuple) continue;
    const long gap = winner.score - allowed_[t].begin->score;
    if (least && gap >= *least) continue;
    least = gap;
    found.where.worst = {head_, t};
  }
  if (!least) return;  // one tuple alone: no gap
  found.where.head = head_;
  found.bound = badness_of(product_of(*least, multiple_));
  found.box = box;
  findings.keep(std::move(found));
}

void GapWork::split(const BoundedBox& box, Findings& findings) {
  if (findings.settles(box.bound)) return;
  if (box.kind == BoundedBox::Kind::answered) {
    evaluate(word_of(box.box.symbols), findings);
    if (!findings.settles(box.bound)) by_winners(box.box.symbols, findings);
    return;
  }
  sample(box, findings);
  if (findings.settles(box.bound)) return;
  const Splitter splitter(context());
  if (splitter.each_part(box.box, box.where, [&](Box& part) { look_at(part, findings); })) return;
  // Nothing that matters is open: one input speaks for all of the box, by the scores that its bound was made of.
  findings.settled = std::max(findings.settled, box.bound);
}

// An input of the box, of a candidate, that shows the tuple that is nearest to it.
void GapWork::sample(const BoundedBox& box, Findings& findings) {
  if (!allowed_.make(context(), head_, box.box)) return;
  const TuplePlace& place = box.where.worst;
  const Entry& entry = *allowed_[place.tuple].begin;
  evaluate(worst_word(context(), box.box, {{0, place, entry}}, 0), findings);
}

std::optional<long double> GapWork::badness(const Word& word) {
  std::optional<long> gap;
  if (tree_ && !context_) {
    const attention::LayerOutput output = problem_.setting().evaluate(word, start_.which);
    const auto& exact = output.heads()[head_].gap;
    if (exact) gap = fits_long(*exact);
  } else {
    const HeadContext& head = context().head(head_);
    std::optional<long> best;
    std::optional<long> second;
    for (const TupleEntries& tuple : head.tuples) {
      std::size_t at = tuple.first;
      for (std::size_t k = 0; k < tuple.positions.size(); ++k)
        at += tuple.strides[k] * word[tuple.positions[k]];
      const long score = head.entries[at].score;
      if (!best || score > *best) {
        second = std::exchange(best, score);
      } else if (!second || score > *second) {
        second = score;
      }
    }
    if (second) gap = *best - *second;
  }
  if (!gap) return std::nullopt;
  return badness_of(product_of(*gap, multiple_));
}

void GapWork::evaluate(const Word& word, Findings& findings) {
  if (!is_judged(problem_, word)) return;
  if (const auto bad = badness(word)) findings.note({*bad, word, start_.which});
}

}  // namespace attest::cover
