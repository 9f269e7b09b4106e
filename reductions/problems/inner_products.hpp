// The inner-product problems of seed 003 in one shape: sets A^1..A^t of 0/1 vectors and constraints
// <a_i, a_j, ...> = target on chosen subsets of them; is there one vector in each set so that all
// constraints hold at once? The inner product of order k is the number of coordinates where all k vectors
// are 1.
//
//   kIP (Definition A.7; OV is k = 2, m = 0)   one constraint on all sets
//   IP-triangle (C.5)                          {1,2}, {2,3}, {3,1}
//   HypergraphIP_{t,k} (E.9)                   every k-subset of [t], in lexicographic order
//   IP-DIR-rCYC (E.14)                         {1,2}, {2,3}, ..., {r,1}
//
// A gap version (C.6, E.6, E.11, E.15) has one target m for all constraints, an epsilon in (0, 1) and the
// promise that every inner product that a constraint speaks of is m or at most (1 - epsilon) m.
//
// Sets may differ in size (the papers take n vectors each); a tuple is one 0-based index for each set.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "numeric/integer.hpp"
#include "reductions/problems/bit_vectors.hpp"

namespace attest::problems {

enum class Family { k_ip, ip_triangle, hypergraph_ip, directed_cycle };

struct Constraint {
  std::vector<std::size_t> members;  // 0-based numbers of sets, without repetition
  long target = 0;                   // 0..dimension
};

using Tuple = std::vector<std::size_t>;

struct InnerProducts {
  Family family = Family::k_ip;
  std::size_t order = 2;  // the number of members of every constraint
  std::vector<BitVectors> sets;
  std::vector<Constraint> constraints;
  std::optional<Rational> epsilon;  // a gap version

  std::size_t dimension() const { return sets.empty() ? 0 : sets.front().dimension(); }
};

// Each throws std::invalid_argument for sets of unequal dimension, too few sets, a wrong number of targets
// or a target outside 0..d.
InnerProducts k_inner_product(std::vector<BitVectors> sets, long m);
InnerProducts inner_product_triangle(std::vector<BitVectors> sets, std::vector<long> targets);
InnerProducts hypergraph_inner_product(std::vector<BitVectors> sets, std::size_t k,
                                       std::vector<long> targets);
InnerProducts directed_cycle(std::vector<BitVectors> sets, std::vector<long> targets);

// The gap version of that family: one target for all constraints. Throws std::invalid_argument unless
// 0 < epsilon < 1. The promise itself is checked by promise_breach.
InnerProducts gap_version(Family family, std::size_t order, std::vector<BitVectors> sets, long m,
                          const Rational& epsilon);

// The constraints of a family in their order, targets 0.
std::vector<Constraint> constraints_of(Family family, std::size_t sets, std::size_t order);

// "kip", "ip-triangle", "hypergraph-ip", "ip-dir-cycle": the spelling in files.
std::string name_of(Family family);
std::optional<Family> family_from_name(const std::string& name);

long inner_product(const InnerProducts& instance, const Constraint& constraint, const Tuple& tuple);

// Whether the tuple is a solution.
bool satisfies(const InnerProducts& instance, const Tuple& tuple);

// The solution of lowest rank (tuples in lexicographic order), straight from the definition.
std::optional<Tuple> solve_by_definition(const InnerProducts& instance);

struct PromiseBreach {
  std::size_t constraint = 0;  // 0-based
  Tuple members;               // the indices of that constraint's members
  long inner_product = 0;      // more than (1 - epsilon) m, and not m
};

// The first breach of the promise of a gap version; every tuple of members of every constraint is looked at.
std::optional<PromiseBreach> promise_breach(const InnerProducts& instance);

}  // namespace attest::problems
