// The source instance that `attest run` is asked for, of the problems of seed 003: formulas and sets of
// vectors, in JSON, by rank where a claim enumerates its instances, or at random.
//
//   {"variables": 3, "clauses": [{"literals": [1, -2], "weight": 1}]}
//   {"sets": [["01", "11"], ["10", "00"]], "targets": [1]}
#pragma once

#include <cstdint>
#include <functional>
#include <optional>

#include "claims/json.hpp"
#include "reductions/problems/cnf.hpp"
#include "reductions/problems/inner_products.hpp"

namespace attest {

// What the parameters say of a formula.
struct FormulaSize {
  int variables = 1;
  int clauses = 0;  // at most
  int width = 2;    // literals of a clause, at most
  long weight = 1;  // of a clause, at most
};

struct ChosenFormula {
  problems::Cnf formula;
  std::optional<Integer> rank;
};

// `of_rank` is asked for "rank:R". Random: all the clauses that are allowed, each with as many literals as is
// allowed and at most 3, of different variables. Throws UsageError that names what is wrong.
ChosenFormula chosen_formula(const Json& input, const FormulaSize& size, std::uint64_t seed,
                             const std::function<ChosenFormula(const std::string& rank)>& of_rank);

// What the parameters say of sets of vectors.
struct VectorSetsSize {
  problems::Family family = problems::Family::k_ip;
  std::size_t sets = 2;
  std::size_t order = 2;
  std::size_t n = 1;
  std::size_t d = 1;
  std::optional<long> m;            // the one target of a gap version
  std::optional<Rational> epsilon;  // of a gap version: the promise is checked
};

struct ChosenVectorSets {
  problems::InnerProducts instance;
  std::optional<Integer> rank;
};

ChosenVectorSets chosen_vector_sets(const Json& input, const VectorSetsSize& size, std::uint64_t seed,
                                    const std::function<ChosenVectorSets(const std::string& rank)>& of_rank);

// As chosen_vector_sets reads it.
Json spelled(const problems::InnerProducts& instance);

}  // namespace attest
