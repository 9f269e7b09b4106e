// Tables as parameters: `param order : [n] -> [n] from seed`, `from file`, or `from seed or file`, where a number is a seed and
// everything else a path. At given sizes such a function is known, so that it becomes a definition whose value is a cell of a table (language::KnownTable), in which truth and network each look by themselves.
// Outside of its domain it has no value.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "claims/parameters.hpp"
#include "theorems/theorem_text.hpp"

namespace attest::theorems {

// The text with definitions in the place of its tables. A table from a seed is drawn, cell by cell and all values alike; one from
// a file is a list in JSON, of lists where there are two arguments, the last argument in the innermost. `notes`: what each table
// is. UsageError for a file that holds no such table, and for a domain or range that is empty or too large.
TheoremText with_tables(TheoremText text, const Parameters& parameters, std::vector<std::string>& notes);

// `let T(..) =` the cell of the table at these arguments.
LetStatement definition_of(std::shared_ptr<const language::KnownTable> table, const language::Place& place);

// The value with this number of a table that is drawn with this seed, out of `count` ones, from 0. In the words of splitmix64: the
// finalizer of the finalized seed plus the cell's number.
std::size_t drawn_value(std::uint64_t seed, std::size_t cell, std::size_t count);

}  // namespace attest::theorems
