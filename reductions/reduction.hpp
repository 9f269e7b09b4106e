// A reduction is three maps: instances forward, solutions forward, solutions backward. One source instance
// may have many target instances; it is a yes instance exactly if one of them is.
//
// Target instances are made one at a time, so that a reduction with millions of them can be walked.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "claims/claim.hpp"
#include "claims/json.hpp"
#include "claims/parameters.hpp"
#include "reductions/problems/attention_instance.hpp"
#include "reductions/problems/cnf.hpp"
#include "reductions/problems/inner_products.hpp"

namespace attest {

using Instance = std::variant<problems::Cnf, problems::InnerProducts, problems::AttentionInstance>;

// An assignment of a formula; one 0-based index a set; or the row (0-based) of the attention output that is
// above the threshold.
struct AttentionRow {
  std::size_t row = 0;
  friend bool operator==(const AttentionRow&, const AttentionRow&) = default;
};
using Solution = std::variant<problems::Assignment, problems::Tuple, AttentionRow>;

struct Located {
  std::uint64_t target = 0;  // which target instance
  Solution solution;
};

// Consecutive coordinates of the targets' vectors (columns of the matrices) that encode one thing.
struct CoordinateBlock {
  std::string label;  // "clause 2 (x1 or not x3)", "sets 1,2 at x = 0"
  std::size_t width = 0;
};

// What the inner products of one tuple of a target are, one for each constraint, computed from the source and not from the
// target's vectors.
struct Account {
  std::vector<long> products;
  std::string words;  // what they count: "clause 1 is false", "P and M agree at x = 0"
};

// What stands where in the targets, for a reader. The three functions on vectors are empty where the target is a formula.
struct Labels {
  std::string products;                             // what inner products count, as a noun phrase
  std::function<std::string(std::size_t set)> set;  // 0-based, as all below
  std::function<std::string(std::uint64_t target, std::size_t set, std::size_t vector)> vector;
  std::function<std::vector<CoordinateBlock>()> coordinates;
  std::function<Account(std::uint64_t target, const problems::Tuple&)> account;
  // Of attention: what each block of columns of Q^(j+1) holds in its upper and in its lower rows.
  std::function<std::vector<std::string>(std::size_t matrix, bool upper)> blocks;
};

struct Images {
  Integer count;                                           // of target instances
  std::function<Instance(std::uint64_t)> instance;         // 0-based
  std::function<std::string(std::uint64_t)> label;         // "targets (1,0,2)"
  std::function<Located(const Solution&)> forward;         // of a solution of the source
  std::function<Solution(const Located&)> backward;        // of a solution of that target
  std::function<std::vector<std::uint64_t>()> candidates;  // every target that can be a yes instance for
                                                           // this source (a superset of the yes targets);
                                                           // empty function: all of them
  Json sizes;                                              // n, d, promise parameters, in the paper's letters
  Labels labels;                                           // for `attest reduce --explain`
};

enum class Problem {
  max_sat,  // Cnf with a bound on the falsified weight
  sat,      // Cnf
  kip,      // and so on: InnerProducts of that family, without or with a gap
  ip_triangle,
  hypergraph_ip,
  ip_dir_cycle,
  gap_kip,
  gap_ip_triangle,
  gap_hypergraph_ip,
  gap_ip_dir_cycle,
  attention,
};

std::string name_of(Problem problem);  // "max-sat", "gap-ip-triangle", ...

struct ReductionInfo {
  std::string name;   // "ip-triangle-to-gap"
  std::string claim;  // "poly/ip-triangle-to-gap"
  Problem source;
  Problem target;
  std::vector<ParameterSpec> parameters;  // of the reduction itself, not of the instance: h, epsilon, r, ...
  std::string summary;                    // one sentence
  bool only_by_name = false;              // a special case of another: no chain takes it unasked
};

class Reduction {
 public:
  virtual ~Reduction() = default;
  virtual const ReductionInfo& info() const = 0;

  // Throws UsageError if the instance is none that this reduction takes (a clause that is too long, ...).
  // `source` must outlive the images.
  virtual Images images(Variant variant, const Instance& source, const Parameters& parameters) const = 0;
};

// All of them, in the order of the ledger.
const std::vector<std::unique_ptr<Reduction>>& reductions();

}  // namespace attest
