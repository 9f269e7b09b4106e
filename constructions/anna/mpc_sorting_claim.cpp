#include <fmt/format.h>

#include <algorithm>

#include "claims/deadline.hpp"
#include "claims/usage_error.hpp"
#include "claims/whole_claim.hpp"
#include "constructions/anna/capacity_claims.hpp"
#include "protocols/column_merge.hpp"
#include "theorems/program_info.hpp"

namespace attest {

namespace {

constexpr long most_merged_places = 1L << 24;  // words in a run's largest group

// Which words go where is fixed, and a machine sorts what it holds: both commute with monotone maps of the words. So lists that are
// sorted are merged if lists of zeros and ones are (the 0-1 principle), and those are given by their numbers of zeros. All levels
// merged, and machines that sort what they hold, sort every input.
class MpcSorting : public WholeClaim {
 public:
  MpcSorting() : WholeClaim(program_info("anna/mpc-sorting")) {}

  Json run(Variant, const Parameters&, const Json&, std::uint64_t) const override {
    nothing_to_run(info(), "it is about all sorted lists of zeros and ones");
  }

 protected:
  void examine(Variant, const Parameters& parameters, const VerifyOptions& options,
               Verdict& verdict) const override {
    const long k = parameters.integer("k");
    const long levels = parameters.integer("L");
    const long b = parameters.integer("b");
    if (!mpc::merges_columns(k, b))
      throw UsageError("b", std::to_string(b),
                       fmt::format("a multiple of k = {} with floor(b/2) >= {}", k, (k - 1) * (k - 1)));
    if (mpc::power_of(k, levels) * b > most_merged_places)
      throw UsageError("L", std::to_string(levels),
                       fmt::format("at most {} items in all", most_merged_places));
    for (long level = 1; level <= levels; ++level) {
      Integer lists = 1;
      for (long i = 0; i < k; ++i) lists *= b * mpc::power_of(k, level - 1) + 1;
      verdict.inputs.total += lists;
    }
    verdict.inputs.space = verdict.inputs.total;
    verdict.checks.push_back(merges(k, levels, b, options, verdict));
    const auto rounds = mpc::column_sorting_rounds(k, levels, b);
    verdict.checks.push_back(partners(rounds, k, b));
    verdict.checks.push_back(count(rounds, levels));
    verdict.notes = {
        "with b = N^(epsilon' - epsilon) items a machine, k of the order of sqrt(b/2) and N^(1 - (epsilon' - epsilon)) machines, L is at "
        "most 2/(epsilon' - epsilon) + 1 for large N: the rounds are O(1/(epsilon' - epsilon)^2), a constant; that "
        "O(1/(epsilon' - epsilon)) are enough is not shown here"};
  }

 private:
  // Every number of zeros in each of the k lists that a level merges.
  static Check merges(long k, long levels, long b, const VerifyOptions& options, Verdict& verdict) {
    const char* name = "merge";
    const Deadline deadline(options);
    for (long level = 1; level <= levels; ++level) {
      const long length = b * mpc::power_of(k, level - 1);
      const auto rounds = mpc::column_merge_rounds(k, level, mpc::power_of(k, level), b);
      std::vector<long> zeros(static_cast<std::size_t>(k), 0);
      for (;;) {
        if (deadline.reached()) return undecided(name, deadline.reason());
        ++verdict.inputs.checked;
        if (!merged(rounds, zeros, length)) {
          ++verdict.inputs.failing;
          verdict.counterexample = {{"level", level}, {"zeros", zeros}};
          return refuted(Kind::construction, name,
                         fmt::format("lists of length {} with these numbers of zeros are not merged: {}",
                                     length, verdict.counterexample["zeros"].dump()));
        }
        auto next = std::find_if(zeros.begin(), zeros.end(), [&](long z) { return z < length; });
        std::fill(zeros.begin(), next, 0);
        if (next == zeros.end()) break;
        ++*next;
      }
    }
    return holds(name, Evidence::enumeration,
                 "all lists of zeros and ones at each level, and so, by the 0-1 principle, every input");
  }

  static bool merged(const std::vector<mpc::FixedRound>& rounds, const std::vector<long>& zeros,
                     long length) {
    std::vector<mpc::Value> places;
    for (const long z : zeros) {
      for (long i = 0; i < length; ++i) places.push_back(i < z ? 0 : 1);
    }
    for (const mpc::FixedRound& round : rounds) places = mpc::play(round, places, 0);
    return std::is_sorted(places.begin(), places.end());
  }

  static Check partners(const std::vector<mpc::FixedRound>& rounds, long k, long b) {
    long most = 0;
    long words = 0;
    for (const mpc::FixedRound& round : rounds) {
      const mpc::FixedTraffic traffic = mpc::traffic_of(round);
      most = std::max(most, traffic.partners);
      words = std::max(words, traffic.words);
    }
    const std::string text =
        fmt::format("at most {} partners and {} items in a round, k = {}, b = {}", most, words, k, b);
    return most <= k && words <= b ? holds("partners", Evidence::enumeration, text)
                                   : refuted(Kind::constant, "partners", text);
  }

  static Check count(const std::vector<mpc::FixedRound>& rounds, long levels) {
    const std::string text =
        fmt::format("{} rounds, 2 L (L+1) = {}", rounds.size(), 2 * levels * (levels + 1));
    return static_cast<long>(rounds.size()) == 2 * levels * (levels + 1)
               ? holds("rounds", Evidence::enumeration, text)
               : refuted(Kind::constant, "rounds", text);
  }
};

}  // namespace

std::unique_ptr<Claim> anna_mpc_sorting_claim() {
  return std::make_unique<MpcSorting>();
}

}  // namespace attest
