#include "reductions/problems/ascending.hpp"

namespace attest {

Integer ascending_count(const Integer& letters, std::size_t length) {
  Integer count = 1;
  for (std::size_t i = 0; i < length; ++i) count = count * (letters + Integer(i)) / Integer(i + 1);
  return count;
}

std::vector<Integer> ascending_of_rank(Integer rank, const Integer& letters, std::size_t length) {
  std::vector<Integer> sequence;
  Integer least = 0;
  for (std::size_t left = length; left > 0; --left) {
    // The largest letter so that fewer than rank + 1 sequences begin with a smaller one.
    const Integer all = ascending_count(letters - least, left);
    Integer low = least;
    Integer high = letters;
    while (high - low > 1) {
      const Integer middle = (low + high) / 2;
      (all - ascending_count(letters - middle, left) <= rank ? low : high) = middle;
    }
    rank -= all - ascending_count(letters - low, left);
    sequence.push_back(low);
    least = low;
  }
  return sequence;
}

}  // namespace attest
