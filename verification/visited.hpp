// Which inputs an enumeration has visited, and what it saw there: what a checkpoint keeps of it.
//
// A tally depends on the inputs that it is of and on nothing else (tally.hpp). So what is visited in one run and the rest in another
// amount to what one run would have seen, wherever the first was ended, as long as no input is visited twice or left out.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "ranks/index_range.hpp"
#include "verification/tally.hpp"

namespace attest {

class Visited {
 public:
  explicit Visited(std::size_t failing_limit = 0) { tally_.failing_limit = failing_limit; }
  // `ranges` as ranges() has them, `tally` of these.
  Visited(std::vector<IndexRange> ranges, Tally tally)
      : ranges_(std::move(ranges)), tally_(std::move(tally)) {}

  // `tally` is of these inputs. std::logic_error where one of them was visited before, and where it is of another number of inputs.
  void add(IndexRange range, const Tally& tally);

  const Tally& tally() const { return tally_; }
  // Ascending, with something unvisited between any two.
  const std::vector<IndexRange>& ranges() const { return ranges_; }
  bool has(InputIndex index) const;
  // What is left of the indices below `limit`, ascending.
  std::vector<IndexRange> rest(InputIndex limit) const;

 private:
  std::vector<IndexRange> ranges_;
  Tally tally_;
};

}  // namespace attest
