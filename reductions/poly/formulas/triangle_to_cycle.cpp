#include "reductions/poly/formulas/triangle_to_cycle.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <map>

#include "claims/usage_error.hpp"
#include "claims/whole_claim.hpp"

namespace attest {

using problems::BitVectors;
using problems::Family;
using problems::InnerProducts;
using problems::Tuple;

namespace {

const InnerProducts& triangle_of(const Instance& source) {
  const auto* triangle = std::get_if<InnerProducts>(&source);
  if (triangle == nullptr || triangle->family != Family::ip_triangle)
    throw UsageError("input",
                     triangle == nullptr ? std::string("an instance of another problem")
                                         : fmt::format("an instance of {}", name_of(triangle->family)),
                     "an instance of ip-triangle");
  if (triangle->epsilon)
    throw UsageError("input", "a gap version", "ip-triangle without a gap (the links have another target)");
  return *triangle;
}

std::size_t ones(const BitVectors& set, std::size_t row) {
  std::size_t count = 0;
  for (const auto word : set.words(row)) count += static_cast<std::size_t>(std::popcount(word));
  return count;
}

// (v, complement of v) or (v, 0).
BitVectors doubled(const BitVectors& set, bool complement) {
  const std::size_t d = set.dimension();
  BitVectors result(set.size(), 2 * d);
  for (std::size_t i = 0; i < set.size(); ++i) {
    for (std::size_t j = 0; j < d; ++j) {
      result.set(i, j, set.get(i, j));
      if (complement) result.set(i, d + j, !set.get(i, j));
    }
  }
  return result;
}

InnerProducts cycle_of(const InnerProducts& triangle, std::size_t r, BitVectors first, BitVectors second,
                       const BitVectors& third, long link) {
  std::vector<BitVectors> sets{std::move(first), std::move(second)};
  while (sets.size() < r) sets.push_back(third);
  std::vector<long> targets(r, link);
  targets[0] = triangle.constraints[0].target;
  targets[1] = triangle.constraints[1].target;
  targets[r - 1] = triangle.constraints[2].target;
  return directed_cycle(std::move(sets), targets);
}

std::string label_of(const InnerProducts& cycle) {
  std::string text;
  for (const auto& constraint : cycle.constraints)
    text += fmt::format("{}{}", text.empty() ? "" : ",", constraint.target);
  return fmt::format("targets ({})", text);
}

// Stretches (i, j, l) to (i, j, l, .., l).
Tuple stretched(const Tuple& tuple, std::size_t r, std::size_t third) {
  Tuple result{tuple.at(0), tuple.at(1)};
  result.resize(r, third);
  return result;
}

// Coordinates in which two vectors are equal, and in which both are 1.
struct Overlap {
  long equal = 0;
  long both = 0;
};
Overlap overlap(const BitVectors& set, std::size_t i, std::size_t j) {
  Overlap result;
  for (std::size_t c = 0; c < set.dimension(); ++c) {
    result.equal += set.get(i, c) == set.get(j, c) ? 1 : 0;
    result.both += set.get(i, c) && set.get(j, c) ? 1 : 0;
  }
  return result;
}

// `source`: which vector of A^3 a copy's vector is. `complement`: how copies are linked.
Account account_of(const InnerProducts& triangle, std::size_t r, const Tuple& tuple, bool complement,
                   const std::function<std::size_t(std::size_t)>& source) {
  Account account;
  const std::size_t first = source(tuple.at(2));
  const std::size_t last = source(tuple.at(r - 1));
  account.products = {
      problems::inner_product(triangle, triangle.constraints[0], {tuple[0], tuple[1], first}),
      problems::inner_product(triangle, triangle.constraints[1], {tuple[0], tuple[1], first})};
  bool same = true;
  for (std::size_t i = 2; i + 1 < r; ++i) {
    const Overlap link = overlap(triangle.sets[2], source(tuple[i]), source(tuple[i + 1]));
    account.products.push_back(complement ? link.equal : link.both);
    same = same && static_cast<std::size_t>(link.equal) == triangle.dimension();
  }
  account.products.push_back(
      problems::inner_product(triangle, triangle.constraints[2], {tuple[0], tuple[1], last}));
  account.words = r == 3 ? "the triangle's own three inner products"
                  : same ? "all copies of set 3 have the same vector"
                         : "the copies of set 3 have different vectors";
  return account;
}

Labels labels_of(const InnerProducts& triangle, std::size_t r, bool complement,
                 std::function<std::size_t(std::uint64_t, std::size_t)> source) {
  Labels labels;
  labels.products = r == 3 ? "the inner products of the triangle"
                    : complement
                        ? "the triangle's inner products and, between copies of set 3, the number of "
                          "coordinates that are equal"
                        : "the triangle's inner products and, between copies of set 3, the number "
                          "of common ones";
  labels.set = [](std::size_t set) {
    return set < 2 ? fmt::format("set {} of the triangle", set + 1)
                   : fmt::format("copy {} of set 3 of the triangle", set - 1);
  };
  labels.vector = [&triangle, source](std::uint64_t target, std::size_t set, std::size_t vector) {
    const std::size_t row = set < 2 ? vector : source(target, vector);
    return fmt::format("vector {} of set {}: {}", row + 1, std::min<std::size_t>(set, 2) + 1,
                       triangle.sets[std::min<std::size_t>(set, 2)].text(row));
  };
  labels.coordinates = [&triangle, doubled = complement && r > 3] {
    std::vector<CoordinateBlock> blocks{{"the vector itself", triangle.dimension()}};
    if (doubled)
      blocks.push_back({"its complement in the copies of set 3, zero in sets 1 and 2", triangle.dimension()});
    return blocks;
  };
  labels.account = [&triangle, r, complement, source](std::uint64_t target, const Tuple& tuple) {
    return account_of(triangle, r, tuple, complement, [&](std::size_t i) { return source(target, i); });
  };
  return labels;
}

void add_sizes(Images& images, const InnerProducts& triangle, std::size_t r, std::size_t d) {
  images.sizes["n"] = triangle.sets[2].size();
  images.sizes["d"] = d;
  images.sizes["source_d"] = triangle.dimension();
  images.sizes["r"] = r;
  images.sizes["target_instances"] = to_string(images.count);
}

Images by_complement(const InnerProducts& triangle, std::size_t r) {
  Images images;
  images.count = 1;
  images.instance = [&triangle, r](std::uint64_t) -> Instance {
    const bool linked = r > 3;
    const auto set = [&](std::size_t i) {
      return linked ? doubled(triangle.sets[i], i == 2) : triangle.sets[i];
    };
    return cycle_of(triangle, r, set(0), set(1), set(2), static_cast<long>(triangle.dimension()));
  };
  images.label = [instance = images.instance](std::uint64_t which) {
    return label_of(std::get<InnerProducts>(instance(which)));
  };
  images.forward = [r](const Solution& solution) -> Located {
    const auto& tuple = std::get<Tuple>(solution);
    return {0, stretched(tuple, r, tuple.at(2))};
  };
  images.backward = [](const Located& located) -> Solution {
    const auto& tuple = std::get<Tuple>(located.solution);
    return Tuple{tuple.at(0), tuple.at(1), tuple.at(2)};
  };
  images.labels = labels_of(triangle, r, true, [](std::uint64_t, std::size_t vector) { return vector; });
  add_sizes(images, triangle, r, (r > 3 ? 2 : 1) * triangle.dimension());
  return images;
}

Images by_weight(const InnerProducts& triangle, std::size_t r) {
  struct Classes {
    std::vector<std::size_t> weights;               // ascending: one target instance each
    std::vector<std::vector<std::size_t>> members;  // the places in A^3 of the vectors of that weight
  };
  auto classes = std::make_shared<Classes>();
  std::map<std::size_t, std::vector<std::size_t>> by_number_of_ones;
  for (std::size_t i = 0; i < triangle.sets[2].size(); ++i)
    by_number_of_ones[ones(triangle.sets[2], i)].push_back(i);
  for (auto& [weight, members] : by_number_of_ones) {
    classes->weights.push_back(weight);
    classes->members.push_back(members);
  }
  Images images;
  images.count = classes->weights.size();
  images.instance = [&triangle, r, classes](std::uint64_t which) -> Instance {
    const auto& members = classes->members.at(which);
    const BitVectors& third = triangle.sets[2];
    BitVectors filled(third.size(), third.dimension());
    for (std::size_t i = 0; i < third.size(); ++i) {
      for (std::size_t j = 0; j < third.dimension(); ++j)
        filled.set(i, j, third.get(members[i % members.size()], j));
    }
    return cycle_of(triangle, r, triangle.sets[0], triangle.sets[1], filled,
                    static_cast<long>(classes->weights[which]));
  };
  images.label = [instance = images.instance](std::uint64_t which) {
    return label_of(std::get<InnerProducts>(instance(which)));
  };
  images.forward = [&triangle, r, classes](const Solution& solution) -> Located {
    const auto& tuple = std::get<Tuple>(solution);
    const std::size_t weight = ones(triangle.sets[2], tuple.at(2));
    std::size_t which = 0;
    while (classes->weights.at(which) != weight) ++which;
    std::size_t place = 0;
    while (classes->members[which].at(place) != tuple[2]) ++place;
    return {which, stretched(tuple, r, place)};
  };
  images.backward = [classes](const Located& located) -> Solution {
    const auto& tuple = std::get<Tuple>(located.solution);
    const auto& members = classes->members.at(located.target);
    return Tuple{tuple.at(0), tuple.at(1), members[tuple.at(2) % members.size()]};
  };
  images.labels = labels_of(triangle, r, false, [classes](std::uint64_t target, std::size_t vector) {
    const auto& members = classes->members.at(target);
    return members[vector % members.size()];
  });
  add_sizes(images, triangle, r, triangle.dimension());
  return images;
}

class TriangleToCycle : public Reduction {
 public:
  const ReductionInfo& info() const override {
    static const ReductionInfo info = [] {
      const ParameterSpec link =
          with_default(named_parameter("link", {"complement", "weight"},
                                       "how the copies of the third set are linked: complement (one "
                                       "instance, dimension 2d) or weight (an "
                                       "instance for each number of ones, dimension d)"),
                       "complement");
      return ReductionInfo{"ip-triangle-to-cycle",
                           "poly/ip-triangle-to-cycle",
                           Problem::ip_triangle,
                           Problem::ip_dir_cycle,
                           {integer_parameter("r", 3, 64, "length of the cycle"), link},
                           "IP-triangle to IP-DIR-rCYC: the third set r - 2 times, linked so that the vector "
                           "stays the same"};
    }();
    return info;
  }

  Images images(Variant, const Instance& source, const Parameters& parameters) const override {
    const InnerProducts& triangle = triangle_of(source);
    const auto r = static_cast<std::size_t>(parameters.integer("r"));
    // Three sets need no link.
    return r > 3 && parameters.text("link") == "weight" ? by_weight(triangle, r) : by_complement(triangle, r);
  }
};

}  // namespace

std::unique_ptr<Reduction> ip_triangle_to_cycle() {
  return std::make_unique<TriangleToCycle>();
}

}  // namespace attest
