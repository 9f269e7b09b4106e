#include "reductions/problems/random_vector_sets.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "claims/usage_error.hpp"
#include "numeric/checked.hpp"
#include "reductions/problems/inner_product_solver.hpp"
#include "tasks/datasets/random.hpp"

namespace attest::problems {

namespace {

constexpr std::size_t most_vectors = 1'000'000;
constexpr std::size_t most_dimension = 1'000'000;
constexpr std::size_t most_sets = 64;

std::vector<Constraint> checked_constraints(const VectorSetsShape& shape) {
  const auto between = [](const char* name, std::size_t value, std::size_t least, std::size_t most) {
    if (value < least || value > most)
      throw UsageError(name, std::to_string(value), fmt::format("an integer from {} to {}", least, most));
  };
  const bool triangle = shape.family == Family::ip_triangle;
  const bool cycle = shape.family == Family::directed_cycle;
  between("sets", shape.sets, triangle || cycle ? 3 : 2, triangle ? 3 : most_sets);
  if (shape.family == Family::hypergraph_ip) between("order", shape.order, 2, shape.sets);
  between("n", shape.vectors, 1, most_vectors);
  between("d", shape.dimension, 0, most_dimension);
  if (shape.density < 0 || shape.density > 1 || denominator_of(shape.density) > 1'000'000'000)
    throw UsageError("density", to_string(shape.density), "a rational from 0 to 1, denominator at most 10^9");
  if (shape.epsilon && (*shape.epsilon <= 0 || *shape.epsilon >= 1))
    throw UsageError("epsilon", to_string(*shape.epsilon), "a rational between 0 and 1");
  const std::size_t order = shape.family == Family::k_ip ? shape.sets : shape.order;
  std::vector<Constraint> constraints = constraints_of(shape.family, shape.sets, order);
  if (shape.targets) {
    const std::size_t needed = shape.epsilon ? 1 : constraints.size();
    if (shape.targets->size() != needed)
      throw UsageError("targets", fmt::format("{} targets", shape.targets->size()),
                       shape.epsilon ? std::string("one, m, for a gap version")
                                     : fmt::format("{}, one for each constraint", needed));
    for (const long target : *shape.targets) {
      if (target < 0 || target > static_cast<long>(shape.dimension))
        throw UsageError("targets", std::to_string(target),
                         fmt::format("targets from 0 to d = {}", shape.dimension));
    }
  }
  long expected = 0;
  if (!shape.targets) {
    Rational mean(static_cast<long>(shape.dimension));
    for (std::size_t i = 0; i < order; ++i) mean *= shape.density;
    mean += Rational(1, 2);
    expected = to_long(Integer(numerator_of(mean) / denominator_of(mean)));
    if (shape.epsilon && expected == 0 && shape.dimension > 0) expected = 1;
    expected = std::min(expected, static_cast<long>(shape.dimension));
  }
  for (std::size_t c = 0; c < constraints.size(); ++c)
    constraints[c].target =
        !shape.targets ? expected : (shape.epsilon ? shape.targets->front() : (*shape.targets)[c]);
  return constraints;
}

class Drawing {
 public:
  Drawing(const VectorSetsShape& shape, std::uint64_t seed) : shape_(shape), random_(seed) {
    instance_.family = shape.family;
    instance_.constraints = checked_constraints(shape);
    instance_.order = instance_.constraints.front().members.size();
    instance_.epsilon = shape.epsilon;
  }

  void draw() {
    instance_.sets.assign(shape_.sets, BitVectors(shape_.vectors, shape_.dimension));
    for (BitVectors& set : instance_.sets) {
      for (std::size_t i = 0; i < shape_.vectors; ++i) {
        for (std::size_t j = 0; j < shape_.dimension; ++j) {
          if (one_drawn()) set.set(i, j);
        }
      }
    }
  }

  void plant() {
    for (std::size_t s = 0; s < shape_.sets; ++s) planted_.push_back(random_.below(shape_.vectors));
    const auto& constraints = instance_.constraints;
    long common = constraints.front().target;
    for (const Constraint& constraint : constraints) common = std::min(common, constraint.target);
    std::vector<std::vector<std::size_t>> ones(static_cast<std::size_t>(common));  // who is 1, by coordinate
    for (auto& everybody : ones) {
      for (std::size_t s = 0; s < shape_.sets; ++s) everybody.push_back(s);
    }
    for (const Constraint& constraint : constraints) {
      for (long i = common; i < constraint.target; ++i) ones.push_back(constraint.members);
    }
    if (ones.size() > shape_.dimension)
      throw UsageError(
          "targets", fmt::format("targets that need {} coordinates", ones.size()),
          fmt::format("targets that can be planted in d = {}: the least of them plus what each of "
                      "the others is above it",
                      shape_.dimension));
    while (ones.size() < shape_.dimension) {  // one vector alone gives no inner product
      ones.emplace_back();
      if (one_drawn()) ones.back().push_back(random_.below(shape_.sets));
    }
    random_.shuffle(ones);
    for (std::size_t j = 0; j < ones.size(); ++j) {
      for (std::size_t s = 0; s < shape_.sets; ++s) instance_.sets[s].set(planted_[s], j, false);
      for (const std::size_t s : ones[j]) instance_.sets[s].set(planted_[s], j);
    }
  }

  void forget_planted() { planted_.clear(); }

  // Removes ones until every inner product is m or at most (1 - epsilon) m. Every removal lowers the number
  // of ones, and without ones (0 <= (1 - epsilon) m) the promise is kept, so that this ends. A planted tuple
  // is not touched: where all members are planted, the product is m, which is no breach.
  void keep_promise() {
    for (bool changed = true; changed;) {
      changed = false;
      for (const Constraint& constraint : instance_.constraints)
        changed = keep_promise(constraint) || changed;
    }
  }

  // Takes one coordinate of one constraint away from a solution, or, if all targets are 0, adds one.
  void spoil(const Tuple& solution) {
    std::vector<std::size_t> positive;
    for (std::size_t c = 0; c < instance_.constraints.size(); ++c) {
      if (instance_.constraints[c].target > 0) positive.push_back(c);
    }
    if (positive.empty()) {
      const std::size_t coordinate = random_.below(shape_.dimension);
      for (const std::size_t s : instance_.constraints.front().members)
        instance_.sets[s].set(solution[s], coordinate);
      return;
    }
    remove_common_one(instance_.constraints[positive[random_.below(positive.size())]], solution);
  }

  // The least value above the first target that no tuple of its members reaches; false if there is none.
  bool raise_first_target() {
    Constraint& first = instance_.constraints.front();
    std::set<long> reached;
    each_tuple(first, [&](const Tuple&, long product) { reached.insert(product); });
    for (long target = first.target; target <= static_cast<long>(shape_.dimension); ++target) {
      if (reached.count(target) == 0) {
        first.target = target;
        return true;
      }
    }
    return false;
  }

  InnerProducts& instance() { return instance_; }

 private:
  // visit(tuple, inner product) for all choices of the constraint's members; other entries of the tuple are
  // 0.
  template <typename Visit>
  void each_tuple(const Constraint& constraint, Visit visit) {
    Tuple tuple(shape_.sets, 0);
    while (true) {
      visit(tuple, inner_product(instance_, constraint, tuple));
      std::size_t k = constraint.members.size();
      while (k > 0 && tuple[constraint.members[k - 1]] + 1 == shape_.vectors)
        tuple[constraint.members[--k]] = 0;
      if (k == 0) return;
      ++tuple[constraint.members[k - 1]];
    }
  }

  bool keep_promise(const Constraint& constraint) {
    const Rational least_breach = (1 - *instance_.epsilon) * constraint.target;
    bool changed = false;
    each_tuple(constraint, [&](const Tuple& tuple, long product) {
      for (; product != constraint.target && product > least_breach; --product) {
        remove_common_one(constraint, tuple);
        changed = true;
      }
    });
    return changed;
  }

  void remove_common_one(const Constraint& constraint, const Tuple& tuple) {
    std::vector<std::size_t> members;
    for (const std::size_t s : constraint.members) {
      if (planted_.empty() || planted_[s] != tuple[s]) members.push_back(s);
    }
    std::vector<std::size_t> coordinates;
    for (std::size_t j = 0; j < shape_.dimension; ++j) {
      if (std::all_of(constraint.members.begin(), constraint.members.end(),
                      [&](std::size_t s) { return instance_.sets[s].get(tuple[s], j); }))
        coordinates.push_back(j);
    }
    const std::size_t s = members.at(random_.below(members.size()));
    instance_.sets[s].set(tuple[s], coordinates.at(random_.below(coordinates.size())), false);
  }

  bool one_drawn() {
    return random_.chance(to_size(numerator_of(shape_.density)), to_size(denominator_of(shape_.density)));
  }

  VectorSetsShape shape_;
  Random random_;
  InnerProducts instance_;
  Tuple planted_;
};

}  // namespace

InnerProducts random_vector_sets(const VectorSetsShape& shape, std::uint64_t seed) {
  Drawing drawing(shape, seed);
  drawing.draw();
  if (shape.epsilon) drawing.keep_promise();
  return std::move(drawing.instance());
}

InnerProducts planted_yes_vector_sets(const VectorSetsShape& shape, std::uint64_t seed) {
  Drawing drawing(shape, seed);
  drawing.draw();
  drawing.plant();
  if (shape.epsilon) drawing.keep_promise();
  return std::move(drawing.instance());
}

InnerProducts planted_no_vector_sets(const VectorSetsShape& shape, std::uint64_t seed) {
  constexpr int draws = 20;
  Drawing drawing(shape, seed);
  InnerProducts& instance = drawing.instance();
  const bool all_zero = std::all_of(instance.constraints.begin(), instance.constraints.end(),
                                    [](const Constraint& constraint) { return constraint.target == 0; });
  if (all_zero && (shape.epsilon || shape.dimension == 0))
    throw UsageError("targets", "0",
                     "a target of at least 1: with a gap, or in dimension 0, every inner product is 0");
  if (shape.epsilon) {
    drawing.draw();
    drawing.plant();
    drawing.forget_planted();
    drawing.keep_promise();
  } else {
    for (int i = 0; i < draws; ++i) {
      drawing.draw();
      if (!solve(instance)) return std::move(instance);
    }
    if (!shape.targets && drawing.raise_first_target()) return std::move(instance);
  }
  // Every step removes a one (or adds one to vectors that have a zero there), so that this ends; without ones
  // no positive target is met, with all ones no target 0 is (d >= 1).
  while (const auto solution = solve(instance)) {
    drawing.spoil(*solution);
    if (shape.epsilon) drawing.keep_promise();
  }
  return std::move(instance);
}

}  // namespace attest::problems
