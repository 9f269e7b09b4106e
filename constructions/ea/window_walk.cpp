#include "constructions/ea/window_walk.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "claims/whole_claim.hpp"

namespace attest {

namespace {

constexpr std::size_t shown_symbols = 48;
constexpr std::size_t compared_symbols = 16;

// Eqs. (4), (8) and (9) on the window itself.
std::uint32_t next_symbol(const NextTokenSetting& setting, const Window& window) {
  std::uint64_t sum = 0;
  if (setting.rule == NextTokenRule::nt || (setting.rule == NextTokenRule::nt_r && window.front() != 0)) {
    sum = std::uint64_t{window[0]} + window[1];
  } else {
    for (const std::uint32_t symbol : window) sum += symbol;
  }
  return static_cast<std::uint32_t>(sum % setting.N);
}

// A window that moves on without being copied: a ring.
class Mover {
 public:
  Mover(const NextTokenSetting& setting, Window window) : setting_(setting), ring_(std::move(window)) {
    for (const std::uint32_t symbol : ring_) sum_ += symbol;
  }

  std::uint32_t step() {
    const std::uint32_t oldest = ring_[start_];
    const bool pair =
        setting_.rule == NextTokenRule::nt || (setting_.rule == NextTokenRule::nt_r && oldest != 0);
    const std::uint64_t sum = pair ? std::uint64_t{oldest} + ring_[(start_ + 1) % ring_.size()] : sum_;
    const auto symbol = static_cast<std::uint32_t>(sum % setting_.N);
    sum_ += symbol;
    sum_ -= oldest;
    ring_[start_] = symbol;
    start_ = (start_ + 1) % ring_.size();
    return symbol;
  }

  friend bool operator==(const Mover& a, const Mover& b) {
    for (std::size_t k = 0; k < a.ring_.size(); ++k) {
      if (a.ring_[(a.start_ + k) % a.ring_.size()] != b.ring_[(b.start_ + k) % b.ring_.size()]) return false;
    }
    return true;
  }

 private:
  NextTokenSetting setting_;
  Window ring_;
  std::size_t start_ = 0;
  std::uint64_t sum_ = 0;
};

}  // namespace

WindowWalk walk_from(const NextTokenSetting& setting, const Window& window, std::uint64_t most_steps) {
  WindowWalk walk;
  walk.series = window;
  Mover shown(setting, window);
  while (walk.series.size() < window.size() + shown_symbols) walk.series.push_back(shown.step());

  Mover resting(setting, window);
  Mover moving(setting, window);
  std::uint64_t power = 1;
  std::uint64_t length = 1;
  std::uint64_t steps = 1;
  moving.step();
  while (!(resting == moving)) {
    if (++steps > most_steps) return walk;
    if (length == power) {
      resting = moving;
      power *= 2;
      length = 0;
    }
    moving.step();
    ++length;
  }
  Mover behind(setting, window);
  Mover ahead(setting, window);
  for (std::uint64_t k = 0; k < length; ++k) ahead.step();
  while (!(behind == ahead)) {
    behind.step();
    ahead.step();
    ++walk.transient;
  }
  walk.cycle = length;
  return walk;
}

void add_cycle_answers(const NextTokenSetting& setting, const WindowWalk& walk, const Window& window,
                       RunResult& result) {
  Window by_rule = window;
  for (std::size_t k = 0; k < compared_symbols; ++k) {
    const std::uint32_t symbol = next_symbol(setting, by_rule);
    by_rule.erase(by_rule.begin());
    by_rule.push_back(symbol);
    result.answer(fmt::format("x({})", window.size() + k + 1), walk.series[window.size() + k], symbol);
  }
  if (next_token_states(setting.N, setting.tau)) {
    const NextTokenMap map = setting.map();
    NextTokenMap::State state = 0;
    for (const std::uint32_t symbol : window) state = state * setting.N + symbol;
    for (std::size_t k = 0; k < compared_symbols; ++k) state = map.next(state);
    Window numbered(window.size());
    for (std::size_t k = window.size(); k-- > 0; state /= setting.N) numbered[k] = state % setting.N;
    result.answer(fmt::format("window after {} steps, as a number", compared_symbols), numbered, by_rule);
  }
  const std::vector<std::uint64_t> printed = printed_cycle_lengths(setting);
  if (printed.empty() || !walk.cycle) return;
  const std::string text = fmt::format("{}; printed are {}", *walk.cycle, fmt::join(printed, ", "));
  result.add(std::find(printed.begin(), printed.end(), *walk.cycle) != printed.end()
                 ? holds("cycle-length", Evidence::enumeration, text)
                 : refuted(Kind::constant, "cycle-length", text));
}

}  // namespace attest
