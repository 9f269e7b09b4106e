// Everything that a gap reduction promises, for source instances one after the other: every target instance
// is made and looked at whole.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "claims/json.hpp"
#include "reductions/poly/gap/gap_images.hpp"
#include "reductions/poly/gap/gap_oracle.hpp"

namespace attest {

struct GapFault {
  std::uint64_t sources = 0;  // source instances with such a fault
  std::string first;          // of the first of them
  Json witness;
};

struct GapTally {
  std::uint64_t sources = 0;
  std::uint64_t yes = 0;      // source instances
  std::uint64_t failing = 0;  // source instances with any fault
  std::uint64_t targets = 0;  // target instances made
  std::uint64_t yes_targets = 0;
  std::uint64_t products = 0;              // inner products looked at
  std::uint64_t solutions = 0;             // of the sources, each mapped forward and back
  long most_below = -1;                    // the largest inner product other than m'
  std::map<std::string, GapFault> faults;  // by the name of the check
  Json first_failure;

  static const std::array<const char*, 7>& checks();
};

class GapChecker {
 public:
  // All sources have the order, dimension and combination given; `options.columns` is set.
  GapChecker(std::size_t order, std::size_t dimension, const GapOptions& options);

  // Changes every target instance before it is looked at: for planted errors.
  std::function<void(std::uint64_t target, problems::InnerProducts& instance)> tamper;

  // `stop` is asked now and then; false if it ended the examination of this source (nothing is counted then).
  bool check(const problems::InnerProducts& source, const std::function<bool()>& stop, GapTally& tally);

  const GapOracle& oracle() const { return oracle_; }

 private:
  using Vectors = std::vector<std::vector<int>>;

  // What the second transcription says about one source.
  struct Expected {
    std::vector<std::size_t> source_sizes;
    std::vector<std::size_t> target_sizes;
    std::vector<std::uint64_t> counts;  // messages of each constraint
    Integer count = 1;
    Integer dimension = 0;
    std::vector<std::vector<problems::Tuple>> members;              // [c][t]
    std::vector<std::vector<const std::vector<long>*>> agreements;  // [c][t]: by the message's rank
  };

  struct Found;

  bool check_shape(const problems::InnerProducts& image, std::uint64_t target, Found& found) const;
  void check_products(const problems::InnerProducts& image, std::uint64_t target, Found& found) const;
  void check_solutions(const problems::InnerProducts& image, std::uint64_t target, Found& found) const;
  void check_forward(Found& found) const;
  static void add_to(GapTally& tally, const Found& found);

  Expected expected(const problems::InnerProducts& source);
  Integer width(const std::vector<Vectors>& sets, const problems::Constraint& constraint, long x) const;
  const std::vector<std::vector<long>>& messages(long target);
  // At how many points each message for that target agrees with P.
  const std::vector<long>& agreement(long target, const Vectors& vectors);

  GapOptions options_;
  GapOracle oracle_;
  std::vector<std::size_t> reachable_;                       // [x]
  std::map<long, std::vector<std::vector<long>>> messages_;  // by target
  std::map<std::pair<long, Vectors>, std::vector<long>> agreements_;
};

// {"sets": [["01", "11"], ...], "targets": [1, ...]}
Json instance_json(const problems::InnerProducts& instance);

}  // namespace attest
