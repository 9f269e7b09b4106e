// From a definition to what the search works on.
#pragma once

#include <memory>
#include <string>

#include "lowerbounds/shattering/find_shattered.hpp"
#include "lowerbounds/shattering/partitioned_function.hpp"
#include "ranks/shared_work.hpp"

namespace attest {

struct LoadedFunction {
  std::unique_ptr<PartitionedFunction> function;  // null if it was stopped before
  std::string symmetries;                         // what is known of them, in a phrase
  std::uint64_t words = 0;                        // in the table once letters are merged; or multisets
};

// By its table where that has at most most_table_entries entries, else by multisets of letters if it turns
// out not to depend on the order of positions. Throws UsageError that says how large its table would be.
// The words are shared among ranks that all have the same function where `shared` says so and multisets serve.
LoadedFunction load_function(const WordFunction& function, const Stop& stop,
                             const ranks::SharedWork* shared = nullptr);

// Throws UsageError unless alphabet^positions is at most most_table_entries and there are at most
// most_positions.
void check_table_fits(const std::string& argument, const std::string& value, std::size_t alphabet,
                      std::size_t positions);

// "sum2 l=8 m=16"
std::string described(const WordFunction& function);

}  // namespace attest
