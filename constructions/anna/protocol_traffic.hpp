// What the machines of a protocol send and receive over all words of a task, for a verdict's details.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <vector>

#include "claims/json.hpp"
#include "protocols/message_round.hpp"
#include "tasks/task.hpp"

namespace attest {

// Only spaces of at most this many words are gone through a second time.
inline constexpr long most_words_for_traffic = 1 << 14;

// The letters 1, 2, ... of a word.
std::vector<long> letters_of(std::span<const Symbol> word);

// Round by round the most that any machine sends and receives on any word, messages and words; null for a
// larger space. names[r] is the name of round r; they repeat.
Json largest_traffic(const Task& task, const std::vector<std::string>& names,
                     const std::function<std::vector<RoundTraffic>(const std::vector<long>& w)>& rounds_of);

}  // namespace attest
