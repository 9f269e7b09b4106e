// Is a set of rows shattered by these columns? Checked from the definition of f alone, word by word; nothing
// is shared with the search that found them.
#pragma once

#include <optional>
#include <string>

#include "lowerbounds/shattering/word_function.hpp"

namespace attest {

// `rows` holds the positions of the rows (0-based, ascending), `set` words on them, `columns` one word on the
// other positions for each of the 2^|set| patterns: columns[p] must give set[k] the value of bit k of p.
// Returns what is wrong, or nothing.
std::optional<std::string> why_not_shattered(const WordFunction& function,
                                             const std::vector<std::size_t>& rows,
                                             const std::vector<std::vector<LetterIndex>>& set,
                                             const std::vector<std::vector<LetterIndex>>& columns);

}  // namespace attest
