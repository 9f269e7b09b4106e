// Instances in words and tables, for a reader.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "claims/walkthrough.hpp"
#include "reductions/reduction.hpp"

namespace attest {

// "an assignment that falsifies a weight of at most 1", "one vector of each set with the inner products 1 (sets 1,2), ..".
std::string said_question(const Instance& instance, long most_falsified);

// "x1 = 0, x2 = 1", "vectors (1,2,1)", "row 2".
std::string said_solution(const Solution& solution);

// "2 variables, 3 clauses"; "3 sets of 2 vectors of length 4".
std::string said_size(const Instance& instance);

// A formula clause by clause; what each clause is under the assignment, where one is given.
void add_formula(const problems::Cnf& formula, const problems::Assignment* assignment, Walkthrough& walk);

// The vectors of each set, at most eight a set: those of `shown` first. `labels` may lack its functions (a source).
void add_vectors(const problems::InnerProducts& instance, const std::string& title, const Labels& labels,
                 std::uint64_t target, const std::vector<std::set<std::size_t>>& shown, Walkthrough& walk);

Json instance_json(const Instance& instance);

// 1-based.
std::string said_tuple(const problems::Tuple& tuple);
std::string said_numbers(const std::vector<long>& numbers);

}  // namespace attest
