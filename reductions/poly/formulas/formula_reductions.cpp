#include "reductions/poly/formulas/formula_reductions.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <numeric>
#include <set>

#include "claims/counted_work.hpp"
#include "claims/stop.hpp"
#include "claims/usage_error.hpp"
#include "claims/whole_claim.hpp"
#include "reductions/poly/formulas/clause_coordinates.hpp"
#include "reductions/poly/formulas/target_tuples.hpp"
#include "reductions/problems/cnf_solver.hpp"

namespace attest {

using problems::Assignment;
using problems::Cnf;
using problems::Family;
using problems::InnerProducts;
using problems::Tuple;

namespace {

constexpr int most_variables_for_candidates = 20;

ParameterSpec falsified_parameter(long most) {
  return with_default(integer_parameter("falsified", 0, most,
                                        "F: is there an assignment that falsifies a weight of at most F?"),
                      "0");
}

const Cnf& formula_of(const Instance& source) {
  const auto* formula = std::get_if<Cnf>(&source);
  if (formula == nullptr) throw UsageError("input", "an instance of another problem", "a formula");
  return *formula;
}

// No clause may have more than k different literals.
void check_width(const Cnf& formula, long k) {
  for (std::size_t c = 0; c < formula.clauses.size(); ++c) {
    const auto& literals = formula.clauses[c].literals;
    const std::set<int> different(literals.begin(), literals.end());
    if (static_cast<long>(different.size()) > k)
      throw UsageError("formula", fmt::format("clause {} of {} literals", c + 1, different.size()),
                       fmt::format("clauses of at most {} literals", k));
  }
}

// What the functions of one Images share.
struct Shared {
  Shared(const Cnf& formula, Family family, std::size_t groups, std::size_t order, bool count_once,
         long falsified)
      : source(formula),
        coordinates(formula, family, groups, order, count_once),
        targets(coordinates.weights(), falsified) {
    problem.family = family;
    problem.order = order;
    problem.constraints = constraints_of(family, groups, order);
  }

  InnerProducts target(std::uint64_t which) {
    if (problem.sets.empty()) problem.sets = coordinates.sets();
    InnerProducts instance = problem;
    const std::vector<long> tuple = targets.tuple(which);
    for (std::size_t c = 0; c < tuple.size(); ++c) instance.constraints[c].target = tuple[c];
    return instance;
  }

  const Cnf& source;
  ClauseCoordinates coordinates;
  TargetTuples targets;
  InnerProducts problem;  // without targets; its sets are made when the first instance is asked for
};

Labels labels_of(const std::shared_ptr<Shared>& shared) {
  Labels labels;
  labels.products = "the weight of the false clauses given to each constraint";
  labels.set = [shared](std::size_t set) { return shared->coordinates.said_group(set); };
  labels.vector = [shared](std::uint64_t, std::size_t set, std::size_t vector) {
    return shared->coordinates.said_vector(set, vector);
  };
  labels.coordinates = [shared] {
    std::vector<CoordinateBlock> blocks;
    for (const auto& [label, width] : shared->coordinates.said_coordinates())
      blocks.push_back({label, width});
    return blocks;
  };
  labels.account = [shared](std::uint64_t, const Tuple& tuple) -> Account {
    const Assignment assignment = shared->coordinates.assignment_of(tuple);
    return {shared->coordinates.falsified(assignment), shared->coordinates.said_falsified(assignment)};
  };
  return labels;
}

Images images_of(const Cnf& formula, Family family, std::size_t groups, std::size_t order, bool count_once,
                 long falsified) {
  const auto shared = std::make_shared<Shared>(formula, family, groups, order, count_once, falsified);
  Images images;
  images.count = shared->targets.count();
  images.instance = [shared](std::uint64_t which) -> Instance { return shared->target(which); };
  images.label = [shared](std::uint64_t which) {
    return fmt::format("targets ({})", fmt::join(shared->targets.tuple(which), ","));
  };
  images.forward = [shared](const Solution& solution) -> Located {
    const auto& assignment = std::get<Assignment>(solution);
    return {shared->targets.rank(shared->coordinates.falsified(assignment)),
            shared->coordinates.tuple_of(assignment)};
  };
  images.backward = [shared](const Located& located) -> Solution {
    return shared->coordinates.assignment_of(std::get<Tuple>(located.solution));
  };
  if (formula.variables <= most_variables_for_candidates) {
    images.candidates = [shared, falsified] {
      std::set<std::uint64_t> reached;
      const unsigned long assignments = 1UL << shared->source.variables;
      CountedWork work(assignments);
      for (unsigned long rank = 0; rank < assignments; ++rank) {
        if (rank % 256 == 0) check_stop();
        work.reached(rank);
        const auto weights =
            shared->coordinates.falsified(problems::assignment_of_rank(shared->source.variables, rank));
        if (std::accumulate(weights.begin(), weights.end(), 0L) <= falsified)
          reached.insert(shared->targets.rank(weights));
      }
      return std::vector<std::uint64_t>(reached.begin(), reached.end());
    };
  }
  images.labels = labels_of(shared);
  images.sizes["n"] = shared->coordinates.vectors();
  images.sizes["d"] = shared->coordinates.dimension();
  images.sizes["sets"] = groups;
  images.sizes["constraints"] = shared->problem.constraints.size();
  images.sizes["variables_of_groups"] = shared->coordinates.group_sizes();
  images.sizes["target_instances"] = to_string(images.count);
  return images;
}

class MaxTwoSat : public Reduction {
 public:
  const ReductionInfo& info() const override {
    static const ReductionInfo info{
        "max2sat-to-ip-triangle",
        "poly/max2sat-to-ip-triangle",
        Problem::max_sat,
        Problem::ip_triangle,
        {falsified_parameter(1'000'000)},
        "Max-2SAT to IP-triangle: three groups of variables, a coordinate for each clause, one instance for "
        "each triple of targets that sums to at most F"};
    return info;
  }

  Images images(Variant, const Instance& source, const Parameters& parameters) const override {
    check_width(formula_of(source), 2);
    return images_of(formula_of(source), Family::ip_triangle, 3, 2, false, parameters.integer("falsified"));
  }
};

class KSat : public Reduction {
 public:
  const ReductionInfo& info() const override {
    static const ReductionInfo info{
        "ksat-to-kip",
        "poly/ksat-to-kip",
        Problem::sat,
        Problem::kip,
        {with_default(integer_parameter("k", 2, 16, "number of groups and of sets"), "2")},
        "SAT to kIP with m = 0: k groups of variables, a coordinate for each clause, of any length"};
    return info;
  }

  Images images(Variant, const Instance& source, const Parameters& parameters) const override {
    const auto k = static_cast<std::size_t>(parameters.integer("k"));
    return images_of(formula_of(source), Family::k_ip, k, k, true, 0);
  }
};

class MaxKSat : public Reduction {
 public:
  const ReductionInfo& info() const override {
    static const ReductionInfo info{
        "maxksat-to-hypergraph-ip",
        "poly/maxksat-to-hypergraph-ip",
        Problem::max_sat,
        Problem::hypergraph_ip,
        {integer_parameter("t", 2, 12, "number of groups and of sets"),
         integer_parameter("k", 2, 12, "largest length of a clause, at most t"),
         falsified_parameter(1'000'000)},
        "Max-k-SAT to HypergraphIP: t groups of variables, a coordinate for each clause, given to one "
        "k-subset "
        "of groups that contains its own, one instance for each tuple of targets that sums to at most F"};
    return info;
  }

  Images images(Variant, const Instance& source, const Parameters& parameters) const override {
    const long t = parameters.integer("t");
    const long k = parameters.integer("k");
    if (k > t) throw UsageError("k", parameters.text("k"), fmt::format("an integer from 2 to t = {}", t));
    check_width(formula_of(source), k);
    return images_of(formula_of(source), Family::hypergraph_ip, static_cast<std::size_t>(t),
                     static_cast<std::size_t>(k), false, parameters.integer("falsified"));
  }
};

}  // namespace

std::unique_ptr<Reduction> max2sat_to_ip_triangle() {
  return std::make_unique<MaxTwoSat>();
}

std::unique_ptr<Reduction> ksat_to_kip() {
  return std::make_unique<KSat>();
}

std::unique_ptr<Reduction> maxksat_to_hypergraph_ip() {
  return std::make_unique<MaxKSat>();
}

}  // namespace attest
