#include "verification/cover/extreme.hpp"

#include <oneapi/tbb/parallel_for.h>

#include <algorithm>
#include <atomic>
#include <map>

#include "claims/stop.hpp"
#include "numeric/workers.hpp"

namespace attest::cover {

namespace {

constexpr std::size_t starts_a_round = 32;
constexpr std::size_t boxes_a_round = 32;
constexpr std::size_t most_held = std::size_t{1} << 28U;  // bytes

struct Queued {
  BoundedBox box;
  std::size_t start = 0;
};

// What one thread does in a round: boxes of one start, in their order, or its beginning.
struct Turn {
  std::size_t start = 0;
  std::vector<BoundedBox> boxes;  // none: the beginning
  std::optional<Findings> findings;
  bool done = false;
};

class Engine {
 public:
  Engine(const std::vector<Start>& starts,
         const std::function<std::unique_ptr<ExtremeWork>(const Start&)>& make, const Enough& enough,
         const Effort& effort)
      : starts_(starts), make_(make), enough_(enough), effort_(effort), workers_(effort.threads) {}

  Extreme run() {
    while (next_start_ < starts_.size() && !stopped_) begin_some();
    const std::uint64_t beginnings = result_.boxes;
    while (!stopped_ && !queue_.empty() && !is_enough()) {
      if (effort_.most_boxes && result_.boxes - beginnings > *effort_.most_boxes) break;
      split_some();
    }
    result_.reached = !stopped_ && (queue_.empty() || is_enough());
    result_.bound = next_start_ < starts_.size() ? std::numeric_limits<long double>::infinity() : settled_;
    if (!queue_.empty()) result_.bound = std::max(result_.bound, queue_.begin()->first.first);
    if (result_.attained) result_.bound = std::max(result_.bound, result_.attained->badness);
    return std::move(result_);
  }

 private:
  bool is_enough() const {
    return result_.attained && queue_.begin()->first.first <= enough_(result_.attained->badness);
  }

  void begin_some() {
    std::vector<Turn> turns;
    // Few at first: what they attain spares the others work.
    const std::size_t end = std::min(starts_.size(), next_start_ + std::min(starts_a_round, 1 + next_start_));
    for (std::size_t s = next_start_; s < end; ++s) turns.push_back({s, {}, std::nullopt, false});
    run(turns);
    if (!stopped_) next_start_ = end;
  }

  void split_some() {
    std::vector<Turn> turns;
    for (std::size_t k = 0; k < boxes_a_round && !queue_.empty() && !is_enough(); ++k) {
      Queued first = std::move(queue_.begin()->second);
      queue_.erase(queue_.begin());
      auto turn =
          std::find_if(turns.begin(), turns.end(), [&](const Turn& t) { return t.start == first.start; });
      if (turn == turns.end()) turn = turns.insert(turns.end(), {first.start, {}, std::nullopt, false});
      turn->boxes.push_back(std::move(first.box));
    }
    run(turns);
  }

  void run(std::vector<Turn>& turns) {
    for (Turn& turn : turns) {
      turn.findings.emplace(enough_,
                            result_.attained ? std::optional(result_.attained->badness) : std::nullopt);
      auto& work = works_[turn.start];
      if (!work) work = make_(starts_[turn.start]);
    }
    workers_.execute([&] {
      tbb::parallel_for(
          std::size_t{0}, turns.size(),
          [&](std::size_t k) {
            Turn& turn = turns[k];
            ExtremeWork& work = *works_.find(turn.start)->second;
            try {
              check_stop();
              if (turn.boxes.empty()) work.begin(*turn.findings);
              for (const BoundedBox& box : turn.boxes) work.split(box, *turn.findings);
              turn.done = true;
            } catch (const Stopped&) {  // its boxes stay
            }
          },
          tbb::simple_partitioner());
    });
    for (Turn& turn : turns) merge(turn);
    let_go();
  }

  void merge(Turn& turn) {
    Findings& found = *turn.findings;
    result_.boxes += found.boxes;
    result_.evaluated += found.evaluated;
    if (found.best && (!result_.attained || found.best->badness > result_.attained->badness))
      result_.attained = std::move(found.best);
    if (!turn.done) {
      stopped_ = true;
      for (BoundedBox& box : turn.boxes) put(turn.start, std::move(box));
      return;
    }
    settled_ = std::max(settled_, found.settled);
    if (turn.boxes.empty() && found.left.empty()) works_.erase(turn.start);
    for (BoundedBox& box : found.left) {
      if (result_.attained && box.bound <= enough_(result_.attained->badness)) {
        settled_ = std::max(settled_, box.bound);
      } else {
        put(turn.start, std::move(box));
      }
    }
  }

  void put(std::size_t start, BoundedBox box) {
    const long double bound = box.bound;
    queue_.emplace(std::pair{bound, count_++}, Queued{std::move(box), start});
  }

  void let_go() {
    std::size_t held = 0;
    for (const auto& [start, work] : works_) held += work->held();
    for (auto& [start, work] : works_) {
      if (held <= most_held) break;
      held -= work->held();
      work->let_go();
    }
  }

  // The largest bound first, and of equal ones the first.
  struct Later {
    bool operator()(const std::pair<long double, std::uint64_t>& a,
                    const std::pair<long double, std::uint64_t>& b) const {
      return a.first != b.first ? a.first > b.first : a.second < b.second;
    }
  };

  const std::vector<Start>& starts_;
  const std::function<std::unique_ptr<ExtremeWork>(const Start&)>& make_;
  const Enough& enough_;
  const Effort& effort_;
  Workers workers_;
  std::map<std::size_t, std::unique_ptr<ExtremeWork>> works_;
  std::map<std::pair<long double, std::uint64_t>, Queued, Later> queue_;
  std::size_t next_start_ = 0;
  std::uint64_t count_ = 0;
  long double settled_ = -std::numeric_limits<long double>::infinity();
  bool stopped_ = false;
  Extreme result_;
};

}  // namespace

void Findings::note(Attained input) {
  ++evaluated;
  if (attained_ && input.badness <= *attained_) return;
  attained_ = input.badness;
  best = std::move(input);
}

bool Findings::settles(long double bound) {
  if (!attained_ || bound > limit()) return false;
  settled = std::max(settled, bound);
  return true;
}

Extreme extreme(const std::vector<Start>& starts,
                const std::function<std::unique_ptr<ExtremeWork>(const Start&)>& work, const Enough& enough,
                const Effort& effort) {
  return Engine(starts, work, enough, effort).run();
}

}  // namespace attest::cover
