#include "constructions/ea/printed_cycles.hpp"

#include <fmt/format.h>

#include <functional>
#include <map>
#include <optional>

#include "claims/whole_claim.hpp"
#include "numeric/checked.hpp"

namespace attest {

namespace {

using CycleCounts = std::map<std::uint64_t, std::uint64_t, std::greater<>>;  // length -> how many

struct PrintedCounts {
  const char* name;
  std::uint32_t N, tau;
  CycleCounts counts;
  const char* where;
};

// All of them speak of NT.
const std::vector<PrintedCounts>& printed_counts() {
  static const std::vector<PrintedCounts> all = {
      {"eq-5", 2, 1, {{3, 1}, {1, 1}}, "eq. (5), lines 76-78"},
      {"eq-6", 16, 3, {{120, 512}, {60, 64}, {30, 8}, {15, 1}, {1, 1}}, "eq. (6), line 80"},
      {"eq-7", 16, 2, {{56, 64}, {28, 16}, {14, 4}, {7, 1}, {1, 1}}, "eq. (7), line 101"},
      {"N2T5", 2, 5, {{63, 1}, {1, 1}}, "line 130"}};
  return all;
}

std::string to_text(const CycleCounts& counts) {
  std::string text;
  for (const auto& [length, how_many] : counts) {
    text += fmt::format("{}{}*{}", text.empty() ? "" : " + ", how_many, length);
  }
  return text;
}

CycleCounts counts_of(const CycleStructure& structure) {
  CycleCounts counts;
  for (const auto& [length, cycles] : structure.cycles) counts[length] = cycles.how_many;
  return counts;
}

Check check_of(const char* name, bool right, const std::string& reason) {
  return right ? holds(name, Evidence::enumeration, reason) : refuted(Kind::constant, name, reason);
}

std::string short_text(const CycleCounts& counts) {
  constexpr std::size_t shown = 8;
  if (counts.size() <= shown) return to_text(counts);
  CycleCounts longest;
  for (auto entry = counts.begin(); longest.size() < shown; ++entry) longest.insert(*entry);
  return fmt::format("{} + {} shorter lengths", to_text(longest), counts.size() - shown);
}

// The removal of what flows into the cycles and the walk along the cycles must account for every window.
Check structure_check(const CycleStructure& s) {
  std::uint64_t on_cycles = 0;
  for (const auto& [length, cycles] : s.cycles) on_cycles += length * cycles.how_many;
  return check_of(
      "cycles", on_cycles == s.recurrent && s.recurrent + s.transient == s.states,
      fmt::format("{} windows on cycles, {} that flow into them, {} in all; how many * length: {}",
                  s.recurrent, s.transient, s.states, short_text(counts_of(s))));
}

// Line 82: "One recovers the N^(tau+1) possible initial conditions when summing up all cycles together with
// their respective multiplicities." NT can be run backwards: x(t-tau-1) = x(t) - x(t-tau); so can NT-S.
Check every_window_recurs(const CycleStructure& s) {
  std::uint64_t sum = 0;
  for (const auto& [length, cycles] : s.cycles) sum += length * cycles.how_many;
  const bool right = sum == s.states && s.transient == 0 && s.most_predecessors == 1;
  return check_of("all-recur", right,
                  fmt::format("lengths times multiplicities sum to {} of {} windows; {} windows have no "
                              "predecessor",
                              sum, s.states, s.without_predecessor));
}

// Eq. (3), lines 66-68: for N2T1 the sum modulo 2 is XOR.
Check exclusive_or(const NextTokenSetting& setting) {
  const NextTokenMap map = setting.map();
  bool right = true;
  for (std::uint32_t a = 0; a < 2; ++a) {
    for (std::uint32_t b = 0; b < 2; ++b) right = right && map.next(2 * a + b) == 2 * b + (a != b ? 1 : 0);
  }
  return check_of("eq-3", right, "x(t) = XOR(x(t-1), x(t-2)) for the four windows, eq. (3)");
}

// Eq. (5) and line 78: the windows 11, 01 and 10 run through 011, the window 00 through 0.
Check cycle_words(const NextTokenSetting& setting) {
  const NextTokenMap map = setting.map();
  const auto series = [&](NextTokenMap::State window) {
    std::string word;
    for (int t = 0; t < 12; ++t, window = map.next(window))
      word += static_cast<char>('0' + map.oldest(window));
    return word;
  };
  const bool right = series(0b01) == "011011011011" && series(0b11) == "110110110110" &&
                     series(0b10) == "101101101101" && series(0b00) == "000000000000";
  return check_of(
      "eq-5-words", right,
      fmt::format("the window 01 begins {}..., the window 00 begins {}...", series(0b01), series(0)));
}

Check counts_check(const PrintedCounts& printed, const CycleStructure& s) {
  const CycleCounts counted = counts_of(s);
  return check_of(
      printed.name, counted == printed.counts,
      fmt::format("{} prints {}; counted: {}", printed.where, to_text(printed.counts), to_text(counted)));
}

// Line 82: 16^6 = 2^24, about 16.8 million.
Check many_windows(const CycleStructure& s) {
  const bool right = s.states == (std::uint64_t{1} << 24) && (s.states + 50000) / 100000 == 168;
  return check_of(
      "16^6", right,
      fmt::format("line 82: 16^6 = 2^24, about 16.8 million initial conditions; counted: {}, on {} cycles",
                  s.states, s.number_of_cycles()));
}

// Line 163, to the one decimal that is printed.
Check mean_length(const char* printed, int tenths, const CycleStructure& s) {
  const Rational mean = mean_cycle_length(s);
  const bool right = boost::multiprecision::abs(Rational(mean * 10 - tenths)) <= Rational(1, 2);
  return check_of("mean-length", right,
                  fmt::format("line 163 prints {}; {} windows on {} cycles give {} = {:.6f}...", printed,
                              s.recurrent, s.number_of_cycles(), to_string(mean), approximate(mean)));
}

// Line 159: NT-S and NT are identical for tau = 1, but not for tau > 1.
Check same_as_nt(const NextTokenSetting& setting) {
  const NextTokenMap here = setting.map();
  const NextTokenMap nt(NextTokenRule::nt, setting.N, setting.tau);
  std::uint64_t differing = 0;
  for (NextTokenMap::State s = 0; s < nt.states(); ++s) differing += here.next(s) != nt.next(s);
  return check_of(
      "differs-from-NT", (differing == 0) == (setting.tau == 1),
      fmt::format("line 159: NT-S is NT for tau = 1 and not for tau > 1; at tau = {} they continue {} of {} "
                  "windows differently",
                  setting.tau, differing, nt.states()));
}

// Line 176: the event x(t-tau-1) = 0 has probability 1/16 for N = 16. Read in the paper's favour, over
// equally likely windows, this is so of every rule: there is nothing to count.
Check event_probability(const NextTokenSetting& setting) {
  return not_applicable("event",
                        fmt::format("x(t-tau-1) is one of {0} equally likely symbols of a window, so 0 with "
                                    "probability 1/{0} whatever the rule; nothing else is printed of NT-R",
                                    setting.N));
}

// The event along the series that the rule generates.
Check long_run_probability(const NextTokenSetting& setting, const CycleStructure& s) {
  const Rational frequency = long_run_zero_frequency(s);
  const double shown = approximate(frequency);
  return informative(check_of(
      "event-long-run", frequency == Rational(1, setting.N),
      fmt::format(
          "along the series, averaged over all windows to start from, x(t-tau-1) = 0 has frequency {:.8f}... "
          "in the long run, against 1/{} = {:.8f}...",
          shown, setting.N, 1.0 / setting.N)));
}

}  // namespace

std::vector<std::uint64_t> printed_cycle_lengths(const NextTokenSetting& setting) {
  std::vector<std::uint64_t> lengths;
  // For tau = 1 NT-S is NT.
  if (setting.rule != NextTokenRule::nt && !(setting.rule == NextTokenRule::nt_s && setting.tau == 1))
    return lengths;
  for (const PrintedCounts& printed : printed_counts()) {
    if (printed.N != setting.N || printed.tau != setting.tau) continue;
    for (const auto& [length, how_many] : printed.counts) lengths.push_back(length);
  }
  return lengths;
}

Rational mean_cycle_length(const CycleStructure& structure) {
  return {Integer(structure.recurrent), Integer(structure.number_of_cycles())};
}

Rational long_run_zero_frequency(const CycleStructure& structure) {
  Rational sum = 0;
  for (const auto& [length, cycles] : structure.cycles) {
    sum += Rational(Integer(cycles.zero_visits), Integer(length));
  }
  return sum / Integer(structure.states);
}

std::vector<Check> printed_checks(const NextTokenSetting& setting, const CycleStructure& structure) {
  const auto is = [&](NextTokenRule rule, std::uint32_t N, std::uint32_t tau) {
    return setting.rule == rule && setting.N == N && setting.tau == tau;
  };
  std::vector<Check> checks = {structure_check(structure)};
  if (setting.rule == NextTokenRule::nt_r) {
    // That the windows add up is no statement of the paper's about NT-R.
    if (checks.front().status == Status::holds) checks.front() = informative(checks.front());
    checks.push_back(event_probability(setting));
    checks.push_back(long_run_probability(setting, structure));
    return checks;
  }
  checks.push_back(every_window_recurs(structure));
  if (setting.rule == NextTokenRule::nt_s) checks.push_back(same_as_nt(setting));
  if (is(NextTokenRule::nt_s, 16, 2)) checks.push_back(mean_length("23.8 for N16T2-S", 238, structure));
  if (setting.rule == NextTokenRule::nt) {
    if (is(NextTokenRule::nt, 2, 1)) {
      checks.push_back(exclusive_or(setting));
      checks.push_back(cycle_words(setting));
    }
    for (const PrintedCounts& printed : printed_counts()) {
      if (is(NextTokenRule::nt, printed.N, printed.tau)) checks.push_back(counts_check(printed, structure));
    }
    if (is(NextTokenRule::nt, 16, 2)) checks.push_back(mean_length("47.6 for N16T2", 476, structure));
    if (is(NextTokenRule::nt, 16, 5)) checks.push_back(many_windows(structure));
  }
  return checks;
}

}  // namespace attest
