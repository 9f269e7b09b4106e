// Communication protocols that evaluate one softmax by partial sums, as data.
//
// The tokens fall into blocks that a player knows entirely or not at all (the table of a function f_i, the
// token x). A player can sum over exactly those index tuples whose tokens she knows, so whether the players'
// sums cover the softmax is a question about tuples of blocks: the answer is the same for every n, as no
// block is empty. (Where it says so, a block has n-1 tokens and is empty at n = 1.)
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace attest {

using BlockSet = std::uint32_t;       // bit b: block b
using BlockTuple = std::vector<int>;  // for each variable that is summed over, the block of its token

// A polynomial in n with integer coefficients, to count index tuples.
class CountInN {
 public:
  CountInN() = default;
  CountInN(long slope, long constant);  // slope*n + constant

  friend CountInN operator+(const CountInN& a, const CountInN& b);
  friend CountInN operator*(const CountInN& a, const CountInN& b);
  const std::vector<long>& coefficients() const { return coefficients_; }  // of 1, n, n^2, ...
  std::string to_string() const;                                           // "2*n^2 + n"

 private:
  std::vector<long> coefficients_;  // without trailing zeros
};

struct TokenBlock {
  std::string name;  // "f_2", "x"
  CountInN size;     // how many tokens
};

struct Player {
  std::string name;
  BlockSet knows = 0;
  std::vector<BlockTuple> sums;  // over all index tuples of these block tuples; repeats count
};

struct Protocol {
  std::vector<TokenBlock> blocks;
  int variables = 0;  // that are summed over; the query's token is fixed to x, which every player knows
  std::vector<Player> players;
};

// Every block tuple, in lexicographic order.
std::vector<BlockTuple> all_block_tuples(const Protocol& protocol);

BlockSet blocks_of(const BlockTuple& tuple);
CountInN index_tuples(const Protocol& protocol, const BlockTuple& tuple);
CountInN index_tuples(const Protocol& protocol, const std::vector<BlockTuple>& tuples);
std::string to_string(const Protocol& protocol, const BlockTuple& tuple);  // "(f_2, f_3)"
std::vector<std::string> block_names(const Protocol& protocol, BlockSet set);

}  // namespace attest
