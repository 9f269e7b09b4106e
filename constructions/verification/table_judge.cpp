#include "constructions/verification/table_judge.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>

#include "constructions/attention/certified_output.hpp"
#include "constructions/verification/exact_judge.hpp"
#include "constructions/verification/lanes.hpp"
#include "numeric/rounding_bound.hpp"

namespace attest {

namespace {

constexpr double minus_infinity = -std::numeric_limits<double>::infinity();

// Sums over the index tuples below some node, for W inputs at once and C coordinates.
template <std::size_t C, std::size_t W>
struct Sum {
  Lanes<W> weight;                // of weights
  std::array<Lanes<W>, C> value;  // of weight * value
  Lanes<W> best;                  // highest score
  Lanes<W> second;                // second highest

  [[gnu::always_inline]] static Sum none() {
    Sum sum;
    sum.weight = all_lanes<W>(0);
    sum.value.fill(all_lanes<W>(0));
    sum.best = sum.second = all_lanes<W>(minus_infinity);
    return sum;
  }

  // Another choice.
  [[gnu::always_inline]] void add(const Sum& e) {
    weight = weight + e.weight;
    for (std::size_t c = 0; c < C; ++c) value[c] = value[c] + e.value[c];
    rank_in(best, second, e.best, e.second);
  }

  // An independent choice beside this one.
  [[gnu::always_inline]] void multiply(const Sum& b) {
    weight = weight * b.weight;
    for (std::size_t c = 0; c < C; ++c) value[c] = value[c] * b.value[c];
    second = larger(second + b.best, best + b.second);
    best = best + b.best;
  }

  // The same seen through an edge.
  [[gnu::always_inline]] Sum through(const Lanes<W>& edge_weight, const Lanes<W>& edge_score) const {
    Sum result;
    result.weight = weight * edge_weight;
    for (std::size_t c = 0; c < C; ++c) result.value[c] = value[c] * edge_weight;
    result.best = best + edge_score;
    result.second = second + edge_score;
    return result;
  }
};

// Sums over the positions before some depth, for every token that may stand at the other end of the edge.
// One for each depth, so that inputs with a common beginning share them.
template <std::size_t C>
struct Accumulator {
  std::vector<double> weight;
  std::array<std::vector<double>, C> value;
  std::vector<double> best;
  std::vector<double> second;

  explicit Accumulator(std::size_t tokens)
      : weight(tokens, 0), best(tokens, minus_infinity), second(tokens, minus_infinity) {
    value.fill(std::vector<double>(tokens, 0));
  }
};

// The pair of two positions: a row to read W numbers from, or one number for all lanes.
struct PairAddress {
  const double* weight;
  const double* score;
  bool single;
};

template <std::size_t C, std::size_t W>
class TableJudge : public Judge {
 public:
  using Message = Sum<C, W>;

  TableJudge(const SoftmaxProblem& problem, std::shared_ptr<const LayerTables> tables)
      : problem_(problem),
        tables_(std::move(tables)),
        forest_(*problem.forest),
        last_(tables_->length - 1),
        ids_(tables_->length, 0),
        current_(tables_->length, 0),
        zeros_(tables_->tokens, 0) {
    messages_.assign(forest_.size(), std::vector<Message>(tables_->length));
    here_.resize(tables_->length);
    accumulators_.resize(forest_.size());
    for (std::size_t n = 0; n < forest_.size(); ++n) {
      for (std::size_t c = 0; c < C; ++c) {
        values_.push_back(c < tables_->coordinate_weight.size() ? tables_->value[n][c].data() : zeros_.data());
      }
      if (is_shared_leaf(forest_[n])) {
        accumulators_[n].assign(std::max<std::size_t>(last_, 1), Accumulator<C>(tables_->tokens));
      }
    }
  }

  std::size_t run_length() const override { return W; }

  void judge(std::span<const Symbol> word, std::size_t first_changed, std::size_t count, InputIndex index,
             const std::atomic<bool>& stop, Tally& tally) override {
    for (std::size_t p = first_changed; p <= last_; ++p) {
      ids_[p] = tables_->offset[p] + word[p];
      current_[p] = word[p];
    }
    first_lane_ = word[last_] / W * W;
    const std::size_t skip = word[last_] % W;

    fixed_totals_.clear();
    for (std::size_t n = 0; n < forest_.size(); ++n) {
      if (forest_[n].depends_on_query) continue;
      if (is_shared_leaf(forest_[n])) {
        update_accumulators(n, first_changed);
        send_from_accumulators(n);
      } else {
        sum_node(n, 0, fixed_totals_);  // no query in it
      }
    }
    std::array<double, W> worst{};
    std::array<double, W> gap;
    gap.fill(std::numeric_limits<double>::infinity());
    for (std::size_t which = 0; which < problem_.judged.size(); ++which) {
      judge_position(which, skip, count, worst, gap);
    }
    for (std::size_t k = 0; k < count; ++k) {
      current_.back() = word[last_] + static_cast<Symbol>(k);
      if (!finish(index + k, worst[skip + k], gap[skip + k], stop, tally)) return;
    }
  }

 private:
  static bool is_shared_leaf(const ForestNode& node) {
    return node.children.empty() && node.parent && !node.depends_on_query;
  }

  const double* values(std::size_t n, std::size_t c) const { return values_[n * C + c]; }
  std::size_t last_token() const { return tables_->offset[last_] + first_lane_; }

  // Depth p of node n's accumulator holds the positions before p. The last two positions are added per
  // input: the last lane by lane, the one before only where it is looked at.
  void update_accumulators(std::size_t n, std::size_t first_changed) {
    auto& depths = accumulators_[n];
    const PairTable& table = tables_->to_parent[n];
    const std::size_t tokens = tables_->tokens;
    for (std::size_t p = first_changed; p + 1 < depths.size(); ++p) {
      const double* weight = table.weight.data() + ids_[p] * tokens;
      const double* score = table.score.data() + ids_[p] * tokens;
      const Accumulator<C>& from = depths[p];
      Accumulator<C>& to = depths[p + 1];
      for (std::size_t b = 0; b < tokens; ++b) to.weight[b] = from.weight[b] + weight[b];
      for (std::size_t c = 0; c < C; ++c) {
        const double value = values(n, c)[ids_[p]];
        for (std::size_t b = 0; b < tokens; ++b) to.value[c][b] = from.value[c][b] + weight[b] * value;
      }
      for (std::size_t b = 0; b < tokens; ++b) {
        to.second[b] = larger(from.second[b], smaller(from.best[b], score[b]));
        to.best[b] = larger(from.best[b], score[b]);
      }
    }
  }

  // The sums over all positions of leaf n, for each position of its parent.
  void send_from_accumulators(std::size_t n) {
    const PairTable& table = tables_->to_parent[n];
    const Accumulator<C>& sums = accumulators_[n].back();
    const std::size_t lanes = tables_->lanes;
    const std::size_t source = last_ >= 1 ? ids_[last_ - 1] : 0;
    std::array<Lanes<W>, C> value_at_last;
    std::array<double, C> value_at_source;
    for (std::size_t c = 0; c < C; ++c) {
      value_at_last[c] = load_lanes<W>(values(n, c) + last_token());
      value_at_source[c] = values(n, c)[source];
    }
    const double* source_weight = table.weight.data() + source * tables_->tokens;
    const double* source_score = table.score.data() + source * tables_->tokens;
    const Lanes<W> nothing = all_lanes<W>(minus_infinity);
    Message* messages = messages_[n].data();
    for (std::size_t m = 0; m < last_; ++m) {
      const std::size_t b = ids_[m];
      const double added = source_weight[b];
      double best = sums.best[b];
      double second = sums.second[b];
      rank_in(best, second, source_score[b], minus_infinity);
      const Lanes<W> last_weight = load_lanes<W>(table.last_weight.data() + b * lanes + first_lane_);
      const Lanes<W> last_score = load_lanes<W>(table.last_score.data() + b * lanes + first_lane_);
      Message message;
      message.weight = all_lanes<W>(sums.weight[b] + added) + last_weight;
      for (std::size_t c = 0; c < C; ++c) {
        message.value[c] =
            all_lanes<W>(sums.value[c][b] + added * value_at_source[c]) + last_weight * value_at_last[c];
      }
      message.best = all_lanes<W>(best);
      message.second = all_lanes<W>(second);
      rank_in(message.best, message.second, last_score, nothing);
      messages[m] = message;
    }
    // The parent at the last position: a different token in each lane.
    const std::size_t first = last_token();
    Message message;
    message.weight = load_lanes<W>(sums.weight.data() + first);
    for (std::size_t c = 0; c < C; ++c) message.value[c] = load_lanes<W>(sums.value[c].data() + first);
    message.best = load_lanes<W>(sums.best.data() + first);
    message.second = load_lanes<W>(sums.second.data() + first);
    if (last_ >= 1) {
      const Lanes<W> added = load_lanes<W>(source_weight + first);
      message.weight = message.weight + added;
      for (std::size_t c = 0; c < C; ++c) {
        message.value[c] = message.value[c] + added * all_lanes<W>(value_at_source[c]);
      }
      rank_in(message.best, message.second, load_lanes<W>(source_score + first), nothing);
    }
    const Lanes<W> both = load_lanes<W>(table.both_weight.data() + first_lane_);
    message.weight = message.weight + both;
    for (std::size_t c = 0; c < C; ++c) message.value[c] = message.value[c] + both * value_at_last[c];
    rank_in(message.best, message.second, load_lanes<W>(table.both_score.data() + first_lane_), nothing);
    messages[last_] = message;
  }

  // The pair (position l of the first variable, position m of the second).
  PairAddress address(const PairTable& table, std::size_t l, std::size_t m) const {
    const auto at = [](const std::vector<double>& weight, const std::vector<double>& score, std::size_t offset,
                       bool single) { return PairAddress{weight.data() + offset, score.data() + offset, single}; };
    if (l == last_ && m == last_) return at(table.both_weight, table.both_score, first_lane_, false);
    if (l == last_) return at(table.last_weight, table.last_score, ids_[m] * tables_->lanes + first_lane_, false);
    if (m == last_) return at(table.weight, table.score, ids_[l] * tables_->tokens + last_token(), false);
    return at(table.weight, table.score, ids_[l] * tables_->tokens + ids_[m], true);
  }

  [[gnu::always_inline]] static Lanes<W> load(const double* from, bool single) {
    return single ? all_lanes<W>(*from) : load_lanes<W>(from);
  }

  // What node n contributes at position l, the messages of its children multiplied in. `query` is the
  // judged position where the node depends on it.
  [[gnu::always_inline]] Message node_element(const ForestNode& node, std::size_t n, std::size_t l,
                                              std::size_t query) const {
    Message out;
    if (node.touches_query) {
      const PairAddress pair = address(tables_->from_query[n], query, l);
      out.weight = load(pair.weight, pair.single);
      out.best = load(pair.score, pair.single);
    } else {
      out.weight = all_lanes<W>(1);
      out.best = all_lanes<W>(0);
    }
    out.second = all_lanes<W>(minus_infinity);
    for (std::size_t c = 0; c < C; ++c) {
      const double* value = values(n, c);
      out.value[c] = out.weight * (l == last_ ? load_lanes<W>(value + last_token()) : all_lanes<W>(value[ids_[l]]));
    }
    for (const std::size_t child : node.children) out.multiply(messages_[child][l]);
    return out;
  }

  // Sums node n over its positions: into messages to its parent, or, at the root of a tree, into `totals`.
  void sum_node(std::size_t n, std::size_t query, std::vector<Message>& totals) {
    const ForestNode& node = forest_[n];
    if (!node.parent) {
      Message sum = Message::none();
      for (std::size_t l = 0; l <= last_; ++l) sum.add(node_element(node, n, l, query));
      totals.push_back(sum);
      return;
    }
    for (std::size_t l = 0; l <= last_; ++l) here_[l] = node_element(node, n, l, query);
    for (std::size_t m = 0; m <= last_; ++m) {
      Message sum = Message::none();
      for (std::size_t l = 0; l <= last_; ++l) {
        const PairAddress pair = address(tables_->to_parent[n], l, m);
        sum.add(here_[l].through(load(pair.weight, pair.single), load(pair.score, pair.single)));
      }
      messages_[n][m] = sum;
    }
  }

  void judge_position(std::size_t which, std::size_t skip, std::size_t count, std::array<double, W>& worst,
                      std::array<double, W>& gap) {
    const std::size_t position = problem_.judged[which];
    totals_.clear();
    for (std::size_t n = 0; n < forest_.size(); ++n) {
      if (forest_[n].depends_on_query) sum_node(n, position, totals_);
    }
    Message total = totals_.empty() ? fixed_totals_.front() : totals_.front();
    for (std::size_t k = totals_.empty() ? 1 : 0; k < fixed_totals_.size(); ++k) total.multiply(fixed_totals_[k]);
    for (std::size_t k = 1; k < totals_.size(); ++k) total.multiply(totals_[k]);

    Lanes<W> output = position == last_ ? load_lanes<W>(tables_->base.data() + last_token())
                                        : all_lanes<W>(tables_->base[ids_[position]]);
    for (std::size_t c = 0; c < tables_->coordinate_weight.size() && c < C; ++c) {
      output = output + all_lanes<W>(tables_->coordinate_weight[c]) * (total.value[c] / total.weight);
    }
    const Lanes<W> difference = total.best - total.second;
    for (std::size_t k = 0; k < count; ++k) {
      const std::size_t w = skip + k;
      current_.back() = static_cast<Symbol>(first_lane_ + w);
      double error = std::abs(output[w] - static_cast<double>(problem_.task.truth(current_, which)));
      // Not a number marks an input that the filter cannot judge.
      if (!(total.weight[w] >= least_weight_sum)) error = std::numeric_limits<double>::quiet_NaN();
      if (!(error <= worst[w])) worst[w] = error;
      gap[w] = smaller(gap[w], tables_->unit_is_zero && total.second[w] != minus_infinity ? 0 : difference[w]);
    }
  }

  // Enters the input `current_` into the tally; false if it was stopped in the middle.
  bool finish(InputIndex index, double error, double gap, const std::atomic<bool>& stop, Tally& tally) {
    const double bound = tables_->output_bound;
    double error_upper = add_up(error, bound);
    if (!(error_upper <= 0.5)) {
      Ordering order = Ordering::greater;
      if (!(error - bound > 0.5 + 0x1p-50)) {
        try {
          order = decide_exactly(problem_, current_, &stop);
          if (std::isnan(error)) {
            const Interval exact = certified_error(problem_, current_, 60, &stop);
            error = exact.middle_double();
            error_upper = exact.upper_double();
          }
        } catch (const Stopped&) {
          return false;
        }
        ++tally.handed_on;
      }
      if (order == Ordering::greater) tally.note_failing(index);
      if (order == Ordering::undecided) tally.undecided.add(index);
    }
    if (gap == 0) tally.extra.add(index);
    tally.least_gap = smaller(tally.least_gap, gap);
    tally.note_error(error, error_upper, index);
    ++tally.checked;
    return true;
  }

  const SoftmaxProblem& problem_;
  std::shared_ptr<const LayerTables> tables_;
  const Forest& forest_;
  std::size_t last_;                  // the last position
  std::size_t first_lane_ = 0;        // the symbol of the last position in lane 0
  std::vector<std::size_t> ids_;      // token numbers by position
  Word current_;                      // the input being judged
  std::vector<double> zeros_;         // values of coordinates beyond those that matter
  std::vector<const double*> values_; // [node * C + coordinate] -> by token
  std::vector<std::vector<Message>> messages_;  // [node][position of its parent]
  std::vector<Message> here_;
  std::vector<Message> fixed_totals_;  // trees that do not depend on the query
  std::vector<Message> totals_;        // trees that do
  std::vector<std::vector<Accumulator<C>>> accumulators_;  // [node][depth]
};

template <std::size_t C>
std::unique_ptr<Judge> make(const SoftmaxProblem& problem, std::shared_ptr<const LayerTables> tables) {
  const Symbol symbols = problem.task.space().alphabet_size(tables->length - 1);
  if (symbols <= 2) return std::make_unique<TableJudge<C, 2>>(problem, std::move(tables));
  if (symbols <= 4) return std::make_unique<TableJudge<C, 4>>(problem, std::move(tables));
  if (symbols <= 6) return std::make_unique<TableJudge<C, 6>>(problem, std::move(tables));
  return std::make_unique<TableJudge<C, 8>>(problem, std::move(tables));
}

}  // namespace

std::unique_ptr<Judge> make_table_judge(const SoftmaxProblem& problem, std::shared_ptr<const LayerTables> tables) {
  const std::size_t coordinates = tables->coordinate_weight.size();
  if (coordinates <= 1) return make<1>(problem, std::move(tables));
  if (coordinates <= 2) return make<2>(problem, std::move(tables));
  if (coordinates <= 8) return make<8>(problem, std::move(tables));
  return nullptr;
}

}  // namespace attest
