#include "reductions/poly/formulas/image_tally.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <functional>
#include <set>

#include "claims/whole_claim.hpp"
#include "numeric/checked.hpp"
#include "reductions/files/formula_json.hpp"
#include "reductions/files/vector_sets.hpp"
#include "reductions/problems/cnf_solver.hpp"

namespace attest {

using problems::Assignment;
using problems::InnerProducts;
using problems::Tuple;

namespace {

// The examination of one source instance; what is the same for every kind of source.
class Examination {
 public:
  Examination(const Images& images, ImageTally& tally, std::function<Json()> spelled)
      : images_(images), tally_(tally), spelled_(std::move(spelled)) {}

  // `solves`: is this a source solution? `products`: the wrong product of a tuple, or an empty text.
  void run(std::size_t sets, std::size_t n, std::size_t d, const std::vector<Solution>& source_solutions,
           const std::function<bool(const Solution&)>& solves,
           const std::function<std::string(std::uint64_t, const Tuple&, const std::vector<long>&)>&
               wrong_product) {
    const auto count = to_size(images_.count);
    std::vector<InnerProducts> targets;
    bool some_yes = false;
    for (std::uint64_t which = 0; which < count; ++which) {
      targets.push_back(std::get<InnerProducts>(images_.instance(which)));
      const InnerProducts& target = targets.back();
      if (!well_formed(target, which, sets)) return finish(source_solutions.size());
      for (const auto& set : target.sets) {
        if (set.size() != n || set.dimension() != d)
          fault("size", fmt::format("target {} has a set with n = {}, d = {} instead of n = {}, d = {}",
                                    which, set.size(), set.dimension(), n, d));
      }
      each_tuple(target, [&](const Tuple& tuple, const std::vector<long>& products) {
        ++tally_.tuples;
        const std::string wrong = wrong_product(which, tuple, products);
        if (!wrong.empty())
          fault("products", fmt::format("target {}, tuple ({}): {}", which, fmt::join(tuple, ","), wrong));
        for (std::size_t c = 0; c < products.size(); ++c) {
          if (products[c] != target.constraints[c].target) return;
        }
        some_yes = true;
        ++tally_.target_solutions;
        if (!solves(images_.backward({which, tuple})))
          fault("solutions-backward",
                fmt::format("target {}: the solution ({}) comes from no source solution", which,
                            fmt::join(tuple, ",")));
      });
    }
    tally_.targets += count;
    if (some_yes != !source_solutions.empty())
      fault("answer", fmt::format("the source is a {} instance, but {} target instance is a yes instance",
                                  source_solutions.empty() ? "no" : "yes", some_yes ? "some" : "no"));
    for (const Solution& solution : source_solutions) {
      const Located image = images_.forward(solution);
      if (image.target >= count || !satisfies(targets[image.target], std::get<Tuple>(image.solution)))
        fault("solutions-forward", fmt::format("the image in target {} is no solution", image.target));
      if (images_.backward(image) != solution) fault("identity", "back after forth gives another solution");
    }
    finish(source_solutions.size());
  }

 private:
  bool well_formed(const InnerProducts& target, std::uint64_t which, std::size_t sets) {
    std::string defect;
    if (target.sets.size() != sets) defect = fmt::format("{} sets instead of {}", target.sets.size(), sets);
    const auto constraints = constraints_of(target.family, target.sets.size(), target.order);
    if (constraints.size() != target.constraints.size())
      defect = fmt::format("{} constraints instead of {}", target.constraints.size(), constraints.size());
    for (std::size_t c = 0; c < constraints.size() && defect.empty(); ++c) {
      const auto& constraint = target.constraints[c];
      if (constraint.members != constraints[c].members) defect = fmt::format("constraint {} differs", c + 1);
      if (constraint.target < 0 || constraint.target > static_cast<long>(target.dimension()))
        defect = fmt::format("the target {} is outside 0..d", constraint.target);
    }
    if (!defect.empty()) fault("well-formed", fmt::format("target {}: {}", which, defect));
    return defect.empty();
  }

  template <typename Visit>
  void each_tuple(const InnerProducts& target, Visit visit) {
    Tuple tuple(target.sets.size(), 0);
    std::vector<long> products(target.constraints.size());
    while (true) {
      for (std::size_t c = 0; c < products.size(); ++c)
        products[c] = inner_product(target, target.constraints[c], tuple);
      visit(tuple, products);
      std::size_t k = tuple.size();
      while (k > 0 && tuple[k - 1] + 1 == target.sets[k - 1].size()) tuple[--k] = 0;
      if (k == 0) return;
      ++tuple[k - 1];
    }
  }

  void fault(const std::string& check, const std::string& what) {
    if (!found_.insert(check).second) return;  // counted once a source
    ImageTally::Fault& entry = tally_.faults[check];
    if (entry.sources++ == 0) entry.first = what;
    if (tally_.first_failure.is_null()) tally_.first_failure = {{"source", spelled_()}, {"failure", what}};
  }

  void finish(std::size_t source_solutions) {
    ++tally_.sources;
    tally_.yes += source_solutions > 0 ? 1 : 0;
    tally_.source_solutions += source_solutions;
    tally_.failing += found_.empty() ? 0 : 1;
  }

  const Images& images_;
  ImageTally& tally_;
  std::function<Json()> spelled_;
  std::set<std::string> found_;
};

// <row i of set a, row j of set b>, entry by entry.
long product_of(const problems::BitVectors& a, std::size_t i, const problems::BitVectors& b, std::size_t j) {
  long sum = 0;
  for (std::size_t x = 0; x < a.dimension(); ++x) sum += a.get(i, x) && b.get(j, x) ? 1 : 0;
  return sum;
}

}  // namespace

void examine(const FormulaQuestion& question, const Images& images, ImageTally& tally) {
  const problems::Cnf& formula = question.formula;
  const auto falsified = [&](const Assignment& assignment) {
    long weight = 0;
    for (const auto& clause : formula.clauses) {
      if (!satisfied(clause, assignment)) weight += question.count_once ? 1 : clause.weight;
    }
    return weight;
  };
  std::vector<Solution> solutions;
  for (unsigned long rank = 0; rank < 1UL << formula.variables; ++rank) {
    Assignment assignment = problems::assignment_of_rank(formula.variables, rank);
    if (falsified(assignment) <= question.falsified) solutions.emplace_back(std::move(assignment));
  }
  std::size_t d = 0;
  for (const auto& clause : formula.clauses)
    d += static_cast<std::size_t>(question.count_once ? 1 : clause.weight);
  std::size_t n = 1;
  for (std::size_t bits = 0; bits * question.groups < static_cast<std::size_t>(formula.variables); ++bits)
    n *= 2;

  Examination examination(images, tally, [&] { return formula_json(formula); });
  examination.run(
      question.groups, n, d, solutions,
      [&](const Solution& solution) {
        return falsified(std::get<Assignment>(solution)) <= question.falsified;
      },
      [&](std::uint64_t which, const Tuple& tuple, const std::vector<long>& products) -> std::string {
        long sum = 0;
        for (const long product : products) sum += product;
        const long weight = falsified(std::get<Assignment>(images.backward({which, tuple})));
        if (sum == weight) return {};
        return fmt::format("the inner products add up to {}, the falsified weight is {}", sum, weight);
      });
}

void examine(const CycleQuestion& question, const Images& images, ImageTally& tally) {
  const InnerProducts& triangle = question.triangle;
  const std::size_t r = question.r;
  std::vector<Solution> solutions;
  for (std::size_t i = 0; i < triangle.sets[0].size(); ++i) {
    for (std::size_t j = 0; j < triangle.sets[1].size(); ++j) {
      for (std::size_t l = 0; l < triangle.sets[2].size(); ++l) {
        if (satisfies(triangle, {i, j, l})) solutions.emplace_back(Tuple{i, j, l});
      }
    }
  }
  const std::size_t d = triangle.dimension();
  const problems::BitVectors& third = triangle.sets[2];
  // The vector of A^3 that a copy's index stands for.
  const auto source_of = [&](std::uint64_t which, std::size_t index) {
    Tuple tuple(r, index);
    tuple[0] = tuple[1] = 0;
    return std::get<Tuple>(images.backward({which, tuple})).at(2);
  };
  Examination examination(images, tally, [&] { return Json::parse(vector_sets_json(triangle)); });
  examination.run(
      r, triangle.sets[0].size(), question.by_weight || r == 3 ? d : 2 * d, solutions,
      [&](const Solution& solution) { return satisfies(triangle, std::get<Tuple>(solution)); },
      [&](std::uint64_t which, const Tuple& tuple, const std::vector<long>& products) -> std::string {
        std::vector<std::size_t> copies;
        for (std::size_t s = 2; s < r; ++s) copies.push_back(source_of(which, tuple[s]));
        std::vector<long> expected{product_of(triangle.sets[0], tuple[0], triangle.sets[1], tuple[1]),
                                   product_of(triangle.sets[1], tuple[1], third, copies.front())};
        for (std::size_t s = 0; s + 1 < copies.size(); ++s) {
          long link = 0;
          for (std::size_t x = 0; x < d; ++x) {
            const bool a = third.get(copies[s], x);
            const bool b = third.get(copies[s + 1], x);
            link += (question.by_weight ? a && b : a == b) ? 1 : 0;
          }
          expected.push_back(link);
        }
        expected.push_back(product_of(third, copies.back(), triangle.sets[0], tuple[0]));
        if (products == expected) return {};
        return fmt::format("the inner products are ({}) instead of ({})", fmt::join(products, ","),
                           fmt::join(expected, ","));
      });
}

void report(const ImageTally& tally, const Integer& space, const Deadline& deadline, Verdict& verdict) {
  verdict.inputs = {space, space, tally.sources, tally.failing};
  for (const char* name : ImageTally::checks) {
    const auto fault = tally.faults.find(name);
    if (fault != tally.faults.end()) {
      verdict.checks.push_back(
          refuted(Kind::construction, name,
                  fmt::format("on {} of {} source instances; first: {}", fault->second.sources, tally.sources,
                              fault->second.first)));
    } else if (tally.sources < space) {
      verdict.checks.push_back(
          undecided(name, fmt::format("{}; {} of {} source instances were examined", deadline.reason(),
                                      tally.sources, to_string(space))));
    } else {
      verdict.checks.push_back(holds(name, Evidence::enumeration));
    }
  }
  verdict.counterexample = tally.first_failure;
  verdict.details["yes_instances"] = std::to_string(tally.yes);
  verdict.details["no_instances"] = std::to_string(tally.sources - tally.yes);
  verdict.details["target_instances"] = std::to_string(tally.targets);
  verdict.details["tuples"] = std::to_string(tally.tuples);
  verdict.details["source_solutions"] = std::to_string(tally.source_solutions);
  verdict.details["target_solutions"] = std::to_string(tally.target_solutions);
}

}  // namespace attest
