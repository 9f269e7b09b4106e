// The source instance of `attest reduce`: from a file, or drawn with the seed.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "claims/parameters.hpp"
#include "reductions/reduction.hpp"

namespace attest {

enum class Planted { nothing, yes, no };

// The parameters of a random instance of that problem: n, clauses and k, or n, d, sets, order, density,
// epsilon. UsageError for attention: such instances come from reductions only.
std::vector<ParameterSpec> instance_parameters(Problem problem);

// A random instance. `most_falsified` is what a planted no instance of Max-SAT exceeds.
Instance drawn_instance(Problem problem, const Parameters& parameters, Planted planted, long most_falsified,
                        std::uint64_t seed);

// A formula in DIMACS CNF or WCNF, or sets of vectors, as `problem` asks. `path` may be "-". UsageError where
// the file holds another problem, or breaks the promise of its gap.
Instance instance_from_file(Problem problem, const std::string& path);

// "6 variables, 12 clauses", "3 sets of 4 vectors, d = 12, targets 1 0 2"
std::string described(const Instance& instance);

// The file that holds a formula or sets of vectors: its ending (".cnf", ".wcnf", ".txt"; "" for attention,
// which is a folder) and its content, with a comment.
std::string instance_file_ending(const Instance& instance);
std::string instance_file_content(const Instance& instance, const std::string& comment);

}  // namespace attest
