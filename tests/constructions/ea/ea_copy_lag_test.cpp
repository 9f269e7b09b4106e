// Copying one earlier token: the shares against series that are followed from every window, and against the numbers that are
// known of N16T2 and N16T5.
#include <catch2/catch.hpp>

#include <deque>
#include <map>
#include <numeric>
#include <set>

#include "claims/usage_error.hpp"
#include "constructions/ea/copy_lag_claim.hpp"
#include "constructions/ea/copy_shares.hpp"
#include "constructions/ea/model_sizes.hpp"
#include "constructions/ea/model_sizes_claim.hpp"

namespace attest::ea_copy_lag_test {
namespace {

using Series = std::deque<unsigned>;

// From eqs. (4), (8) and (9), on the last tau + 1 symbols.
unsigned continuation(NextTokenRule rule, const Series& series, unsigned N, unsigned tau) {
  const auto back = [&](unsigned steps) { return series[series.size() - steps]; };
  if (rule == NextTokenRule::nt_s || (rule == NextTokenRule::nt_r && back(tau + 1) == 0)) {
    unsigned sum = 0;
    for (unsigned k = 1; k <= tau + 1; ++k) sum += back(k);
    return sum % N;
  }
  return (back(tau) + back(tau + 1)) % N;
}

std::vector<Series> all_windows(unsigned N, unsigned tau) {
  std::vector<Series> all{{}};
  for (unsigned k = 0; k <= tau; ++k) {
    std::vector<Series> longer;
    for (const Series& window : all) {
      for (unsigned x = 0; x < N; ++x) {
        longer.push_back(window);
        longer.back().push_back(x);
      }
    }
    all = std::move(longer);
  }
  return all;
}

// Reversible rules: from every window `lag` steps on, so that each pair (x(t - lag), x(t)) is met as often as it occurs.
std::map<unsigned, std::map<unsigned, long>> pairs_at(NextTokenRule rule, unsigned N, unsigned tau,
                                                      unsigned lag) {
  std::map<unsigned, std::map<unsigned, long>> pairs;
  for (Series series : all_windows(N, tau)) {
    for (unsigned step = 0; step < lag; ++step) series.push_back(continuation(rule, series, N, tau));
    ++pairs[series[series.size() - 1 - lag]][series.back()];
  }
  return pairs;
}

const std::vector<std::pair<unsigned, unsigned>> small = {{2, 1}, {2, 3}, {3, 2}, {4, 1},
                                                          {4, 2}, {6, 1}, {8, 2}};

Verdict verify(const std::vector<std::string>& words) {
  const auto claim = ea_copy_lag_claim();
  return claim->verify(Variant::constructed, parse_parameters(claim->info().parameters, words), {});
}

}  // namespace

TEST_CASE("The share of copying and the best function of one token are those of series from every window",
          "[ea]") {
  for (const NextTokenRule rule : {NextTokenRule::nt, NextTokenRule::nt_s}) {
    for (const auto& [N, tau] : small) {
      const NextTokenSetting setting{rule, N, tau};
      const auto linear = linear_copy_shares(setting, 16);
      const auto counted = counted_copy_shares(setting.map(), 16);
      const auto windows = static_cast<long>(setting.map().states());
      for (unsigned lag = 1; lag <= 16; ++lag) {
        long copied = 0;
        long best = 0;
        for (const auto& [earlier, next] : pairs_at(rule, N, tau, lag)) {
          long most = 0;
          for (const auto& [x, count] : next) {
            if (x == earlier) copied += count;
            most = std::max(most, count);
          }
          best += most;
        }
        INFO(static_cast<int>(rule) << " N=" << N << " tau=" << tau << " lag " << lag);
        CHECK(linear[lag - 1].copied == Rational(copied, windows));
        CHECK(linear[lag - 1].function == Rational(best, windows));
        CHECK(counted[lag - 1] == Rational(copied, windows));
      }
    }
  }
}

TEST_CASE("NT-R is counted along its cycles as it is followed from every window", "[ea]") {
  for (const auto& [N, tau] : {std::pair(2U, 2U), {3U, 2U}, {4U, 2U}, {5U, 1U}}) {
    const NextTokenSetting setting{NextTokenRule::nt_r, N, tau};
    const auto counted = counted_copy_shares(setting.map(), 12);
    const std::vector<Series> windows = all_windows(N, tau);
    std::vector<Rational> shares(12, Rational(0));
    for (Series series : windows) {
      // Onto the cycle, and once around it from a window that is on it, with 12 symbols before.
      for (std::size_t step = 0; step < windows.size() + 12; ++step)
        series.push_back(continuation(setting.rule, series, N, tau));
      const Series begin(series.end() - tau - 1, series.end());
      const std::size_t start = series.size();
      do {
        series.push_back(continuation(setting.rule, series, N, tau));
      } while (Series(series.end() - tau - 1, series.end()) != begin);
      for (std::size_t lag = 1; lag <= 12; ++lag) {
        long equal = 0;
        for (std::size_t t = start; t < series.size(); ++t) equal += series[t] == series[t - lag] ? 1 : 0;
        shares[lag - 1] += Rational(equal, static_cast<long>(series.size() - start));
      }
    }
    for (std::size_t lag = 0; lag < 12; ++lag)
      CHECK(counted[lag] == shares[lag] / Rational(static_cast<long>(windows.size())));
  }
}

TEST_CASE(
    "Copying is right at a half, a quarter and an eighth of the period on as large a share of N16T2 and N16T5",
    "[ea]") {
  const auto share = [](std::uint32_t tau, std::uint32_t lag) {
    return linear_copy_shares({NextTokenRule::nt, 16, tau}, lag).back().copied;
  };
  CHECK(share(2, 7) == Rational(1, 8));
  CHECK(share(2, 14) == Rational(1, 4));
  CHECK(share(2, 28) == Rational(1, 2));
  CHECK(share(2, 56) == 1);
  CHECK(share(5, 126) == Rational(1, 4));
  CHECK(share(5, 252) == Rational(1, 2));
  CHECK(share(5, 504) == 1);
  CHECK(share(5, 503) < Rational(1, 8));
}

TEST_CASE("The claim has the best lag of a context, and the printed plateau beside it", "[ea]") {
  const Verdict v = verify({"N=16", "tau=2", "context=55"});
  CHECK(v.status == Status::holds);
  CHECK(v.details["best"] == Json{{"lag", 28}, {"share", "1/2"}});
  CHECK_FALSE(v.details.contains("printed"));
  CHECK(verify({"N=16", "tau=2", "context=56"}).details["best"] == Json{{"lag", 56}, {"share", "1"}});
  CHECK(verify({"N=16", "tau=2", "context=52"}).details["printed"]["share"] == "about 0.55");
  const Verdict large = verify({"N=16", "tau=5", "context=128"});
  CHECK(large.details["best"] == Json{{"lag", 126}, {"share", "1/4"}});
  CHECK(large.evidence == Evidence::symbolic);
  CHECK(large.notes.size() == 2);
  CHECK(verify({"N=16", "tau=2", "task=NT-S", "context=32"}).details["best"]["share"] == "1");
  CHECK_THROWS_AS(verify({"N=16", "tau=5", "task=NT-R", "context=2"}), UsageError);
  CHECK_THROWS_AS(linear_copy_shares({NextTokenRule::nt_r, 2, 1}, 1), std::invalid_argument);
}

TEST_CASE(
    "802 parameters are position-specific matrices, one vector a token and a readout with bias, and nothing else",
    "[ea]") {
  // Tensor by tensor: Q, K, V, two layers of the perceptron and one bias at each of 16 positions; the readout and its bias.
  const auto tensors = [](long d, long positions) {
    long sum = 0;
    for (long position = 0; position < positions; ++position) {
      for (int matrix = 0; matrix < 3; ++matrix) sum += d * d;
      sum += d * 4 * d + 4 * d * d + d;
    }
    for (long row = 0; row < d * positions; ++row) sum += d;
    return sum + d;
  };
  CHECK(tensors(2, 16) == 802);
  CHECK(tensors(16, 128) == 395280);
  CHECK(parameters_of({true, 1, false, true}, 2, 16) == tensors(2, 16));
  CHECK(parameters_of({true, 1, false, true}, 16, 128) == tensors(16, 128));
  long fitting = 0;
  for (const ModelChoice& choice : model_choices()) fitting += parameters_of(choice, 2, 16) == 802 ? 1 : 0;
  CHECK(fitting == 1);
  CHECK(model_choices().size() == 72);
  const Verdict v = ea_model_sizes_claim()->verify(Variant::printed, {}, {});
  CHECK(v.status == Status::holds);
  CHECK(v.checks.back().status == Status::refuted);  // 10^6 predictions of line 107, not essential
  CHECK_FALSE(v.checks.back().essential);
}

}  // namespace attest::ea_copy_lag_test
