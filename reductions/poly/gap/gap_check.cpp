#include "reductions/poly/gap/gap_check.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>

#include "claims/counted_work.hpp"
#include "numeric/checked.hpp"

namespace attest {

namespace {

using problems::BitVectors;
using problems::Constraint;
using problems::InnerProducts;
using problems::Tuple;

std::vector<Tuple> all_tuples(const std::vector<std::size_t>& sizes) {
  std::vector<Tuple> tuples = {{}};
  for (const std::size_t size : sizes) {
    std::vector<Tuple> longer;
    for (const Tuple& tuple : tuples) {
      for (std::size_t j = 0; j < size; ++j) {
        longer.push_back(tuple);
        longer.back().push_back(j);
      }
    }
    tuples = std::move(longer);
  }
  return tuples;
}

std::vector<int> bits_of(const BitVectors& vectors, std::size_t row) {
  std::vector<int> bits;
  for (std::size_t j = 0; j < vectors.dimension(); ++j) bits.push_back(vectors.get(row, j) ? 1 : 0);
  return bits;
}

std::vector<std::size_t> set_sizes(const InnerProducts& instance) {
  std::vector<std::size_t> sizes;
  for (const BitVectors& set : instance.sets) sizes.push_back(set.size());
  return sizes;
}

std::string shape_defect(const InnerProducts& source, const InnerProducts& image,
                         const std::vector<std::size_t>& sizes, const Integer& dimension, long target,
                         const GapOptions& options) {
  if (image.family != source.family || image.epsilon != options.epsilon) return "another family or epsilon";
  if (set_sizes(image) != sizes) return "the target's sets have other sizes";
  if (Integer(image.dimension()) != dimension)
    return fmt::format("dimension {}, expected {}", image.dimension(), to_string(dimension));
  if (image.constraints.size() != source.constraints.size()) return "another number of constraints";
  for (std::size_t c = 0; c < image.constraints.size(); ++c) {
    if (image.constraints[c].members != source.constraints[c].members ||
        image.constraints[c].target != target)
      return fmt::format("constraint {} has other members or another target than {}", c + 1, target);
  }
  return "";
}

}  // namespace

const std::array<const char*, 7>& GapTally::checks() {
  static const std::array<const char*, 7> names = {"sizes",   "promise",  "inner-products", "answers",
                                                   "forward", "backward", "candidates"};
  return names;
}

Json instance_json(const InnerProducts& instance) {
  Json sets = Json::array();
  for (const BitVectors& set : instance.sets) {
    Json rows = Json::array();
    for (std::size_t row = 0; row < set.size(); ++row) rows.push_back(set.text(row));
    sets.push_back(rows);
  }
  Json targets = Json::array();
  for (const Constraint& constraint : instance.constraints) targets.push_back(constraint.target);
  return {{"sets", sets}, {"targets", targets}};
}

GapChecker::GapChecker(std::size_t order, std::size_t dimension, const GapOptions& options)
    : options_(options), oracle_(order, dimension, options.columns.value(), options.epsilon) {
  for (long x = 0; x < oracle_.points(); ++x)
    reachable_.push_back(options.alphabet == GapAlphabet::reachable ? oracle_.reachable(x) : 0);
}

const std::vector<std::vector<long>>& GapChecker::messages(long target) {
  const auto found = messages_.find(target);
  if (found != messages_.end()) return found->second;
  return messages_[target] = oracle_.messages(target);
}

const std::vector<long>& GapChecker::agreement(long target, const Vectors& vectors) {
  const auto found = agreements_.find({target, vectors});
  if (found != agreements_.end()) return found->second;
  const std::vector<long> honest = oracle_.honest_values(vectors);
  std::vector<long> agreements;
  for (const auto& message : messages(target)) {
    long agree = 0;
    for (std::size_t x = 0; x < honest.size(); ++x) agree += honest[x] == message[x] ? 1 : 0;
    agreements.push_back(agree);
  }
  return agreements_[{target, vectors}] = std::move(agreements);
}

Integer GapChecker::width(const std::vector<Vectors>& sets, const Constraint& constraint, long x) const {
  Integer width = 1;
  for (std::size_t i = 0; i + 1 < constraint.members.size(); ++i) {
    if (options_.alphabet == GapAlphabet::occurring) {
      std::set<std::vector<long>> symbols;
      for (const auto& vector : sets[constraint.members[i]]) symbols.insert(oracle_.symbol(vector, x));
      width *= Integer(symbols.size());
    } else {
      const Integer values = options_.alphabet == GapAlphabet::field
                                 ? Integer(oracle_.prime())
                                 : Integer(reachable_[static_cast<std::size_t>(x)]);
      width *= power(values, static_cast<unsigned long>(oracle_.rows()));
    }
  }
  return width;
}

GapChecker::Expected GapChecker::expected(const InnerProducts& source) {
  const bool printed = options_.combination == GapCombination::printed;
  Expected e;
  e.source_sizes = e.target_sizes = set_sizes(source);
  if (printed) {
    for (std::size_t& size : e.target_sizes) size *= size;
  }
  std::vector<Vectors> sets;
  for (const BitVectors& set : source.sets) {
    auto& vectors = sets.emplace_back();
    for (std::size_t row = 0; row < set.size(); ++row) vectors.push_back(bits_of(set, row));
  }
  std::vector<std::size_t> met(sets.size(), 0);  // how many constraints of each set came before
  for (const Constraint& constraint : source.constraints) {
    e.counts.push_back(messages(constraint.target).size());
    e.count *= Integer(e.counts.back());
    for (long x = 0; x < oracle_.points(); ++x) e.dimension += width(sets, constraint, x);
    std::vector<std::size_t> sizes;
    for (const std::size_t s : constraint.members) sizes.push_back(e.target_sizes[s]);
    e.members.push_back(all_tuples(sizes));
    auto& agreements = e.agreements.emplace_back();
    for (const Tuple& members : e.members.back()) {
      Vectors vectors;
      for (std::size_t i = 0; i < members.size(); ++i) {
        const std::size_t s = constraint.members[i];
        std::size_t row = members[i];
        if (printed) row = met[s] == 0 ? row / e.source_sizes[s] : row % e.source_sizes[s];  // line 1682
        vectors.push_back(sets[s][row]);
      }
      agreements.push_back(&agreement(constraint.target, vectors));
    }
    for (const std::size_t s : constraint.members) ++met[s];
  }
  return e;
}

// One source under examination: what was found so far.
struct GapChecker::Found {
  const InnerProducts& source;
  const Expected expected;
  const Images images;
  std::set<std::uint64_t> candidates;
  std::vector<Tuple> source_solutions;
  std::vector<Tuple> target_tuples;
  std::set<std::pair<std::uint64_t, Tuple>> solutions;  // of targets
  std::uint64_t targets = 0;
  std::uint64_t yes_targets = 0;
  std::uint64_t products = 0;
  long most_below = -1;
  std::map<std::string, GapFault> faults;  // the first of each check

  void fault(const std::string& check, const std::string& text, const Json& where = Json::object()) {
    if (faults.count(check) == 0) faults[check] = {1, text, where};
  }
  void fault_at(std::uint64_t target, const std::string& check, const std::string& text,
                const Json& more = Json::object()) {
    if (faults.count(check) != 0) return;
    Json where = {{"target_instance", target}, {"label", images.label(target)}};
    where.update(more);
    fault(check, text, where);
  }
};

bool GapChecker::check(const InnerProducts& source, const std::function<bool()>& stop, GapTally& tally) {
  Found found{source, expected(source), gap_images(source, options_), {}, {}, {}, {}, 0, 0, 0, -1, {}};
  if (found.images.count != found.expected.count) {
    found.fault("sizes", fmt::format("{} instances, the enumeration of Merlin's messages gives {}",
                                     to_string(found.images.count), to_string(found.expected.count)));
  }
  if (found.images.candidates) {
    for (const std::uint64_t target : found.images.candidates()) found.candidates.insert(target);
  }
  for (const Tuple& tuple : all_tuples(found.expected.source_sizes)) {
    if (problems::satisfies(source, tuple)) found.source_solutions.push_back(tuple);
  }
  found.target_tuples = all_tuples(found.expected.target_sizes);

  const auto number = to_size(found.images.count);
  CountedWork work(found.images.count);
  for (std::uint64_t target = 0; target < number; ++target) {
    if (target % 64 == 0 && stop && stop()) return false;
    work.reached(target);
    InnerProducts image = std::get<InnerProducts>(found.images.instance(target));
    if (tamper) tamper(target, image);
    ++found.targets;
    if (!check_shape(image, target, found)) break;
    check_products(image, target, found);
    check_solutions(image, target, found);
  }
  check_forward(found);
  add_to(tally, found);
  return true;
}

bool GapChecker::check_shape(const InnerProducts& image, std::uint64_t target, Found& found) const {
  const Expected& e = found.expected;
  const std::string defect =
      shape_defect(found.source, image, e.target_sizes, e.dimension, oracle_.points(), options_);
  if (!defect.empty()) {
    found.fault_at(target, "sizes", defect);
    return false;
  }
  if (e.target_sizes != e.source_sizes) {
    found.fault_at(target, "sizes",
                   fmt::format("{} vectors in set 1, where an instance with n = {} is claimed (line 1668)",
                               e.target_sizes[0], e.source_sizes[0]));
  }
  return true;
}

void GapChecker::check_products(const InnerProducts& image, std::uint64_t target, Found& found) const {
  if (const auto breach = problems::promise_breach(image)) {
    found.fault_at(target, "promise",
                   fmt::format("an inner product {} lies above (1 - epsilon) m' and is not m' = {}",
                               breach->inner_product, oracle_.points()),
                   Json::object({{"constraint", breach->constraint + 1}, {"members", breach->members}}));
  }
  const Expected& e = found.expected;
  std::uint64_t rest = target;
  for (std::size_t c = image.constraints.size(); c-- > 0; rest /= e.counts[c]) {
    const std::uint64_t rank = rest % e.counts[c];
    Tuple whole(image.sets.size(), 0);
    for (std::size_t t = 0; t < e.members[c].size(); ++t) {
      const Tuple& members = e.members[c][t];
      for (std::size_t i = 0; i < members.size(); ++i) whole[image.constraints[c].members[i]] = members[i];
      const long product = problems::inner_product(image, image.constraints[c], whole);
      const long accepted = (*e.agreements[c][t])[rank];
      ++found.products;
      if (product != oracle_.points()) found.most_below = std::max(found.most_below, product);
      if (product == accepted) continue;
      found.fault_at(target, "inner-products",
                     fmt::format("the inner product is {} where Arthur accepts {} points", product, accepted),
                     Json::object({{"constraint", c + 1}, {"members", members}}));
    }
  }
}

void GapChecker::check_solutions(const InnerProducts& image, std::uint64_t target, Found& found) const {
  bool yes = false;
  for (const Tuple& tuple : found.target_tuples) {
    if (!problems::satisfies(image, tuple)) continue;
    yes = true;
    found.solutions.insert({target, tuple});
    const Json where = Json::object({{"tuple", tuple}});
    const auto back = std::get<Tuple>(found.images.backward({target, tuple}));
    if (!problems::satisfies(found.source, back)) {
      found.fault_at(target, "backward", "a solution of a target maps to no solution of the source", where);
      continue;
    }
    const Located again = found.images.forward(back);
    if (again.target != target || std::get<Tuple>(again.solution) != tuple)
      found.fault_at(target, "backward", "back and forward is not the identity", where);
  }
  if (!yes) return;
  ++found.yes_targets;
  if (found.source_solutions.empty()) found.fault_at(target, "answers", "a no instance becomes yes");
  if (found.images.candidates && found.candidates.count(target) == 0)
    found.fault_at(target, "candidates", "a yes target is no candidate");
}

void GapChecker::check_forward(Found& found) const {
  for (const Tuple& tuple : found.source_solutions) {
    const Located located = found.images.forward(tuple);
    const Json where = Json::object({{"tuple", tuple}});
    if (found.solutions.count({located.target, std::get<Tuple>(located.solution)}) == 0)
      found.fault("forward", "a solution of the source maps to no solution of its target", where);
    else if (std::get<Tuple>(found.images.backward(located)) != tuple)
      found.fault("forward", "forward and back is not the identity", where);
  }
  if (!found.source_solutions.empty() && found.yes_targets == 0)
    found.fault("answers", "a yes instance becomes no");
}

void GapChecker::add_to(GapTally& tally, const Found& found) {
  ++tally.sources;
  tally.yes += found.source_solutions.empty() ? 0 : 1;
  tally.targets += found.targets;
  tally.yes_targets += found.yes_targets;
  tally.products += found.products;
  tally.solutions += found.source_solutions.size();
  tally.most_below = std::max(tally.most_below, found.most_below);
  tally.failing += found.faults.empty() ? 0 : 1;
  for (const auto& [name, fault] : found.faults) {
    GapFault& total = tally.faults[name];
    if (total.sources++ > 0) continue;
    total.first = fault.first;
    total.witness = instance_json(found.source);
    total.witness.update(fault.witness);
  }
}

}  // namespace attest
