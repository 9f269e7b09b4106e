// The displayed (in)equalities of the proof of Theorem 3.4, at one N (seed lines 423-429).
#include <fmt/format.h>

#include "algorithms/hashing/lsh_setting.hpp"

namespace attest::hashing {

namespace {

Interval number(long value, Precision bits) {
  return Interval(value, bits);
}

Check compared(const std::string& name, const Enclosure& a, const Enclosure& b, const std::string& formula) {
  const Ordering order = compare_enclosures(a, b);
  const std::string text = fmt::format("{}: {} and {}", formula, about(a), about(b));
  // One inequality between two numbers, enclosed.
  if (order == Ordering::less || order == Ordering::equal) return holds(name, Evidence::symbolic, text);
  if (order == Ordering::greater) return refuted(Kind::display, name, text);
  return undecided(name, "4096 bits do not decide " + text);
}

// Seed line 433, run time: O(N^(3 rho) log_{1/p2} N) hash evaluations a query. There are l z of
// them, and N^2 (1 - p)^l <= delta with p <= N^(-3 rho) means l >= (1-p)/p log(N^2/delta) >= (N^(3 rho) - 1)
// log(10 N^(3 - 3 rho)), while p2^z <= 0.1/N^3 means z >= 3 log_{1/p2} N: a factor log N more, for every N.
Check running_time(const LshSetting& s) {
  const Enclosure least = [&](Precision bits) {
    const Interval power = s.theorem.power_3rho(bits);
    const Interval N = number(s.N, bits);
    return (power - number(1, bits)) * log(number(10, bits) * N * N * N / power);
  };
  const Enclosure l = [&](Precision bits) { return number(s.l, bits); };
  const Enclosure z = [&](Precision bits) { return number(s.z, bits); };
  const Enclosure three_logs = [&](Precision bits) {
    return -(number(3, bits) * log(number(s.N, bits)) / log(s.theorem.family().p2(bits)));
  };
  const auto proved = [](const Enclosure& a, const Enclosure& b) {
    const Ordering order = compare_enclosures(a, b);
    return order == Ordering::less || order == Ordering::equal;
  };
  if (!proved(least, l) || !proved(three_logs, z)) {
    return undecided("running-time", "l or z is below what the proof asks for");
  }
  return refuted(
      Kind::constant, "running-time",
      fmt::format("a query takes l z = {} hash evaluations; l >= (N^(3 rho) - 1) log(10 N^(3 - 3 rho)) = "
                  "{} and z >= 3 log_(1/p2) N = {} for every N, so O(N^(3 rho) log_(1/p2) N) lacks a "
                  "factor log N",
                  s.l * s.z, about(least), about(three_logs)));
}

// Remark 3.6: weights proportional to exp(-D^2 log(m)/(4 - D^2)) for random hyperplanes. They collide with
// probability (1 - theta/pi)^z, which is 2^-z at D^2 = 2 and (2/3)^z at D = 1; the formula says 1/m and
// m^(-1/3) (both are 1 at D = 0). So m = 2^z and (2/3)^(3 z) = 2^-z, that is 8/27 = 1/2.
Check remark() {
  const Interval at_one = hyperplane_collision(Rational(1), 128);
  const Ordering order = compare(at_one * at_one * at_one, Rational(1, 2));
  if (order == Ordering::undecided || order == Ordering::equal) return undecided("remark-3.6", "not decided");
  return refuted(
      Kind::statement, "remark-3.6",
      "random hyperplanes collide with probability (1 - theta/pi)^z, whatever m is: no m and z make "
      "this proportional to exp(-D^2 log(m)/(4 - D^2)) at D = 0, 1 and sqrt 2; another hash of the work "
      "cited may be meant (not checked)");
}

}  // namespace

void add_constant_checks(const LshSetting& s, Verdict& verdict) {
  const TheoremParameters& t = s.theorem;
  const bool printed = s.variant == Variant::printed;
  const auto add = [&](Check check) { verdict.checks.push_back(std::move(check)); };
  // A reader's own l and z need not be the proof's.
  const auto asked = [&](Check check) {
    return printed || s.automatic ? check : informative(std::move(check));
  };
  const Enclosure far = [&](Precision bits) { return t.far_collision(s.z, bits); };
  const Enclosure near = [&](Precision bits) { return t.near_collision(s.z, bits); };
  const Enclosure delta = [&](Precision bits) { return t.delta(bits); };

  add(asked(compared(
      "far-collision", far,
      [&](Precision bits) { return Interval(Rational(1, 10), bits) / nth_power(number(s.N, bits), 3); },
      "p2^z <= 0.1/N^3 (seed line 423)")));
  if (printed) {
    const Enclosure displayed = [&](Precision bits) { return t.displayed_p(bits); };
    add(compared("near-collision", displayed, near,
                 "N^(-3 rho) <= p1^z, as p = N^(-3 rho) says (seed line 425)"));
  } else {
    // p1^z >= p1 (10 N^3)^-rho, because z is the least: p2^(z-1) > 0.1/N^3.
    add(asked(compared(
        "near-collision",
        [&](Precision bits) {
          const Interval ten = log(number(10, bits));
          return t.family().p1(bits) * exp(-(t.family().quality(bits) * ten)) / t.power_3rho(bits);
        },
        near, "p1 (10 N^3)^(-rho) <= p1^z = p")));
  }
  add(asked(compared(
      "near-pairs",
      [&](Precision bits) {
        return nth_power(number(s.N, bits), 2) * nth_power(number(1, bits) - near(bits), s.l);
      },
      delta, "N^2 (1 - p1^z)^l <= delta = 0.1/N^(1 - 3 rho) (seed lines 425, 427)")));
  add(asked(compared(
      "one-table", [&](Precision bits) { return nth_power(number(s.N, bits), 2) * far(bits); },
      [&](Precision bits) { return Interval(Rational(1, 10 * s.N), bits); },
      "N^2 p2^z <= 0.1/N, far pairs in one table (seed line 423)")));
  if (printed) {
    add(compared(
        "all-tables", [&](Precision bits) { return number(s.l, bits); },
        [&](Precision bits) { return t.power_3rho(bits); },
        "l <= N^(3 rho), so that 0.1 l/N <= 0.1/N^(1 - 3 rho), the union bound over l tables (seed line "
        "427)"));
  } else {
    add(asked(compared(
        "all-tables", [&](Precision bits) { return t.union_bound(s.z, s.l, bits); },
        [&](Precision bits) { return t.repaired_eta(s.l, bits); },
        "N^2 (1 - p1^z)^l + N^2 l p2^z <= delta + 0.1 l/N")));
  }
  // log(1 - x) <= -x, so l >= log(N^2/delta)/p suffices (seed line 425).
  add(asked(compared(
      "logarithm", near, [&](Precision bits) { return -log(number(1, bits) - near(bits)); },
      "p <= -log(1 - p), the Taylor expansion of seed line 425")));
  if (printed) {
    add(informative(running_time(s)));
    if (t.family().family == Family::hyperplane) add(informative(remark()));
  }
}

}  // namespace attest::hashing
