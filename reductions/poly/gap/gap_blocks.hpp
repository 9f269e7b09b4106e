// The protocol of gap_protocol.hpp as 0/1 vectors, for one constraint.
//
// For each point x there is a block of coordinates, one for each (alpha^1, ..., alpha^{k-1}) with alpha^i in
// an alphabet of party i at x. Party i < k writes [alpha^i = A^i(x)], party k writes [sum_l alpha^1_l ...
// alpha^{k-1}_l A^k_l(x) = M(x)]. If the symbol of every vector is in its alphabet, then exactly one
// coordinate of the block has all of the first k-1 parties' ones, and there party k has a 1 exactly if P(x) =
// M(x): the inner product of order k within the block is 1 if Arthur accepts x, else 0. So the inner product
// of all blocks is the number of points that Arthur accepts. The target is N.
//
// Only the last party's vectors depend on the message.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "reductions/poly/gap/gap_protocol.hpp"

namespace attest {

enum class GapAlphabet {
  field,      // F_p^L: p^{L(k-1)} coordinates a block
  reachable,  // only the values that some 0/1 row has at x, at most min(p, 2^T): for x < T they are 0 and 1
  occurring,  // the symbols that the vectors of that set have at x: at most n^{k-1} coordinates. Each party
              // reads its own set only, but the dimension depends on the sets
};

std::string name_of(GapAlphabet alphabet);
std::optional<GapAlphabet> gap_alphabet_from_name(const std::string& name);

class GapBlocks {
 public:
  // Everything that sizes need. `protocol` may lack its tables unless the alphabet is `occurring`. The
  // references must outlive the blocks.
  GapBlocks(const GapProtocol& protocol, const problems::InnerProducts& source,
            const problems::Constraint& constraint, GapAlphabet alphabet);

  const Integer& width() const { return width_; }  // of all points
  const std::vector<Integer>& point_widths() const { return point_widths_; }

  // Fills the table that `write` needs: width() numbers for each vector of the last set. The protocol must
  // have its tables and the width fit the memory.
  void prepare();

  // Sets the bits of vector `row` of party `party` = 0..k-1 in row `out_row` of `out`, from column `offset`
  // on. The last party needs the values M(0..N-1).
  void write(std::size_t party, std::size_t row, const std::vector<long>& message_values,
             problems::BitVectors& out, std::size_t out_row, std::size_t offset) const;

 private:
  Integer alphabet_size(std::size_t x, std::size_t party) const;
  std::vector<long> symbol_at(std::size_t x, std::size_t party, std::size_t index) const;
  std::size_t index_of(std::size_t x, std::size_t party, const std::vector<long>& symbol) const;

  const GapProtocol& protocol_;
  const problems::InnerProducts& source_;
  const problems::Constraint& constraint_;
  GapAlphabet alphabet_;
  std::vector<std::vector<long>> values_;                               // [x], ascending
  std::vector<std::vector<std::vector<std::vector<long>>>> occurring_;  // [x][party]: symbols, ascending
  std::vector<Integer> point_widths_;
  Integer width_ = 0;
  std::vector<std::vector<std::uint32_t>> results_;  // [row of the last set][coordinate]
};

}  // namespace attest
