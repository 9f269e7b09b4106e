// A word of an input space by its rank or at random: what "rank:R" and "random" mean.
#pragma once

#include <cstdint>
#include <string>

#include "tasks/input_space.hpp"

namespace attest {

// The rank of "rank:R". Throws UsageError unless 0 <= R < size, or for any other text.
Integer rank_argument(const std::string& text, const Integer& size);

// "random": uniform, by the seed; "rank:R": the word of that rank. Throws UsageError for anything else.
Word drawn_word(const std::string& text, const InputSpace& space, std::uint64_t seed);

}  // namespace attest
