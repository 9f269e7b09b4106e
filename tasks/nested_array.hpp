// Numbers, lists, matrices and tensors in JSON: arrays inside each other with given side lengths.
//
//   {}: 3    {3}: [1, 2, 2]    {2, 3}: [[1, 0, 1], [0, 0, 1]]
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "claims/json.hpp"

namespace attest {

using Sides = std::vector<std::size_t>;

// How many entries.
std::size_t entries_of(const Sides& sides);

// Throws UsageError if the arrays have more entries than that together.
void require_few_entries(const std::vector<Sides>& arrays, std::size_t most);

// Calls `entry` on every entry in order, with its place ("input q/2/1", 0-based as JSON pointers are). Throws
// UsageError where an array has another length.
void read_nested(const Json& json, const std::string& place, const Sides& sides,
                 const std::function<void(const Json& entry, const std::string& place)>& entry);

// The entries, in the same order, as nested arrays.
Json nested(const Sides& sides, const std::function<Json(std::size_t index)>& entry);

// Throws UsageError unless the input is an object with exactly these keys.
void require_keys(const Json& input, const std::vector<std::string>& names);

}  // namespace attest
