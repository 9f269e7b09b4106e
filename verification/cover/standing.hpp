// Of which words a theorem speaks (where, judged if), in boxes. A search may look at more words than these: what it shows of all of a
// box it shows of those that are judged. What it finds wrong has to be judged, and a box without a judged word needs no look.
#pragma once

#include <optional>
#include <vector>

#include "verification/cover/questions.hpp"

namespace attest::cover {

// Of all words with these symbols, by an evaluation that reads fixed symbols alone. Nothing where it is not known; `open` is then a
// position that it hangs on. Throws what LayerTask::standing throws where a condition has no value.
std::optional<Standing> standing_of(const Questions& problem, const std::vector<std::int32_t>& symbols,
                                    std::size_t& open);
// Whether no word with these symbols is judged, as far as that shows.
bool none_is_judged(const Questions& problem, const std::vector<std::int32_t>& symbols);

bool is_judged(const Questions& problem, std::span<const Symbol> word);

struct StandingCount {
  Integer inputs;
  Integer judged;
  std::uint64_t boxes = 0;  // disjoint, all words together; in each the conditions have one value
};
// Throws UsageError where it takes more than so many boxes.
StandingCount count_standing(const Questions& problem, std::uint64_t most_boxes);

}  // namespace attest::cover
