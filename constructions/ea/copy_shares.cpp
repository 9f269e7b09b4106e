#include "constructions/ea/copy_shares.hpp"

#include <map>
#include <numeric>
#include <stdexcept>
#include <utility>

namespace attest {

namespace {

using WindowForm =
    std::vector<std::uint64_t>;  // coefficients modulo N, of the window's symbols, the last one first

struct WalkedCycle {
  std::vector<NextTokenMap::State> states;
  std::uint64_t basin = 0;  // windows that are on it or flow into it
};

std::vector<WalkedCycle> walked_cycles(const NextTokenMap& map) {
  constexpr std::uint32_t none = ~std::uint32_t{0};
  std::vector<std::uint32_t> cycle_of(map.states(), none);
  std::vector<std::uint32_t> walk_of(map.states(), none);
  std::vector<WalkedCycle> cycles;
  std::vector<NextTokenMap::State> path;
  for (NextTokenMap::State start = 0; start < map.states(); ++start) {
    path.clear();
    NextTokenMap::State at = start;
    for (; walk_of[at] == none; at = map.next(at)) {
      walk_of[at] = start;
      path.push_back(at);
    }
    if (walk_of[at] == start && cycle_of[at] == none) {  // this walk has met itself: a cycle that is new
      WalkedCycle cycle;
      for (NextTokenMap::State on = at; cycle.states.empty() || on != at; on = map.next(on))
        cycle.states.push_back(on);
      for (const NextTokenMap::State on : cycle.states)
        cycle_of[on] = static_cast<std::uint32_t>(cycles.size());
      cycles.push_back(std::move(cycle));
    }
    for (const NextTokenMap::State on : path) cycle_of[on] = cycle_of[at];
    if (!path.empty()) cycles[cycle_of[at]].basin += path.size();
  }
  return cycles;
}

// Of every lag the forms of x(t - lag), beginning with x(t).
std::vector<WindowForm> window_forms(const NextTokenSetting& setting, std::uint32_t lags) {
  if (setting.rule == NextTokenRule::nt_r) throw std::invalid_argument("NT-R is not linear");
  const std::uint64_t N = setting.N;
  const std::size_t tau = setting.tau;
  std::vector<WindowForm> forms(1, WindowForm(tau + 1, 0));
  for (std::size_t k = 0; k <= tau; ++k) {
    const bool summed = setting.rule == NextTokenRule::nt_s || k + 1 >= tau;
    forms[0][k] = summed ? 1 : 0;
    forms.emplace_back(tau + 1, 0);
    forms.back()[k] = 1;
  }
  // x(t-L) by the rule for the symbol tau + 1 steps later: that symbol without the others that it is the sum of.
  for (std::size_t lag = tau + 2; lag <= lags; ++lag) {
    WindowForm form = forms[lag - tau - 1];
    const std::size_t others = setting.rule == NextTokenRule::nt_s ? tau : 1;
    for (std::size_t k = 1; k <= others; ++k) {
      for (std::size_t c = 0; c <= tau; ++c) form[c] = (form[c] + N - forms[lag - k][c]) % N;
    }
    forms.push_back(std::move(form));
  }
  return forms;
}

std::uint64_t gcd_with(const WindowForm& form, std::uint64_t N) {
  return std::accumulate(form.begin(), form.end(), N,
                         [](std::uint64_t a, std::uint64_t b) { return std::gcd(a, b); });
}

// How many pairs (x(t), x(t-L)) there are.
std::uint64_t pair_count(const WindowForm& next, const WindowForm& earlier, std::uint64_t N) {
  std::uint64_t minors = N * N;
  for (std::size_t i = 0; i < next.size(); ++i) {
    minors = std::gcd(minors, std::gcd(N * next[i], N * earlier[i]));
    for (std::size_t j = 0; j < i; ++j) {
      const std::uint64_t a = next[i] * earlier[j];
      const std::uint64_t b = next[j] * earlier[i];
      minors = std::gcd(minors, a < b ? b - a : a - b);
    }
  }
  return N * N / minors;
}

}  // namespace

std::vector<Rational> counted_copy_shares(const NextTokenMap& map, std::uint32_t lags) {
  // By length: for every lag the sum of basin * (places of the cycle at which the symbol is the one lag steps before).
  std::map<std::size_t, std::vector<std::uint64_t>> by_length;
  for (const WalkedCycle& cycle : walked_cycles(map)) {
    const std::size_t length = cycle.states.size();
    std::vector<std::uint64_t>& matches = by_length[length];
    matches.resize(lags);
    for (std::size_t lag = 1; lag <= lags; ++lag) {
      std::uint64_t equal = 0;
      std::size_t before = (length - lag % length) % length;
      for (std::size_t at = 0; at < length; ++at) {
        equal += map.newest(cycle.states[at]) == map.newest(cycle.states[before]) ? 1 : 0;
        before = before + 1 == length ? 0 : before + 1;
      }
      matches[lag - 1] += cycle.basin * equal;
    }
  }
  std::vector<Rational> shares(lags, Rational(0));
  for (const auto& [length, matches] : by_length) {
    for (std::size_t lag = 0; lag < lags; ++lag)
      shares[lag] += Rational(Integer(matches[lag]), Integer(length) * Integer(map.states()));
  }
  return shares;
}

std::vector<LinearShares> linear_copy_shares(const NextTokenSetting& setting, std::uint32_t lags) {
  const std::uint64_t N = setting.N;
  const std::vector<WindowForm> forms = window_forms(setting, lags);
  std::vector<LinearShares> shares;
  for (std::size_t lag = 1; lag <= lags; ++lag) {
    WindowForm difference = forms[0];
    for (std::size_t c = 0; c < difference.size(); ++c)
      difference[c] = (difference[c] + N - forms[lag][c]) % N;
    const std::uint64_t earlier = N / gcd_with(forms[lag], N);
    const std::uint64_t left = pair_count(forms[0], forms[lag], N) / earlier;
    shares.push_back(
        {Rational(Integer(gcd_with(difference, N)), Integer(N)), Rational(Integer(1), Integer(left))});
  }
  return shares;
}

}  // namespace attest
