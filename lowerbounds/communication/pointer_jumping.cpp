#include "lowerbounds/communication/pointer_jumping.hpp"

#include <fmt/format.h>

#include <functional>
#include <set>

namespace attest {

namespace {

constexpr BlockSet bit(int block) {
  return BlockSet{1} << block;
}

// The functions f_1, ..., f_t as blocks 0..t-1 and x as block t.
std::vector<TokenBlock> function_blocks(int t) {
  std::vector<TokenBlock> blocks;
  for (int i = 1; i <= t; ++i) blocks.push_back({fmt::format("f_{}", i), CountInN(1, 0)});
  blocks.push_back({"x", CountInN(0, 1)});
  return blocks;
}

// "j in S_1, k in S_2; S_1, S_2 in family; condition".
std::vector<BlockTuple> pairs_of(const std::vector<int>& family,
                                 const std::function<bool(int, int)>& condition) {
  std::vector<BlockTuple> pairs;
  for (const int s1 : family) {
    for (const int s2 : family) {
      if (condition(s1, s2)) pairs.push_back({s1, s2});
    }
  }
  return pairs;
}

// Each player in turn takes the tuples over her ranges "except the tuples that have already been sent".
void take_in_turn(Protocol& protocol, const std::vector<BlockSet>& ranges) {
  const auto tuples = all_block_tuples(protocol);
  std::set<BlockTuple> sent;
  for (std::size_t i = 0; i < protocol.players.size(); ++i) {
    for (const BlockTuple& tuple : tuples) {
      if ((blocks_of(tuple) & ~ranges[i]) == 0 && sent.insert(tuple).second) {
        protocol.players[i].sums.push_back(tuple);
      }
    }
  }
}

Protocol with_players(std::vector<TokenBlock> blocks, int variables, const std::vector<BlockSet>& knowledge) {
  Protocol protocol;
  protocol.blocks = std::move(blocks);
  protocol.variables = variables;
  for (std::size_t i = 0; i < knowledge.size(); ++i) {
    protocol.players.push_back({fmt::format("Player {}", i + 1), knowledge[i], {}});
  }
  return protocol;
}

}  // namespace

std::vector<BlockSet> myopic_knowledge(int t) {
  std::vector<BlockSet> knowledge;
  for (int i = 1; i <= t; ++i) {
    BlockSet functions = 0;
    for (int j = 1; j < i; ++j) functions |= bit(j - 1);
    if (i < t) functions |= bit(i);  // f_{i+1}
    knowledge.push_back(functions);
  }
  return knowledge;
}

std::vector<BlockSet> forehead_knowledge(int t) {
  std::vector<BlockSet> knowledge;
  for (int i = 0; i < t; ++i) knowledge.push_back((bit(t) - 1) & ~bit(i));
  return knowledge;
}

Protocol printed_strassen_protocol() {
  constexpr int f1 = 0;
  constexpr int f2 = 1;
  constexpr int f3 = 2;
  constexpr int x = 3;
  Protocol protocol = with_players(function_blocks(3), 2,
                                   {bit(x) | bit(f2),              // line 3116
                                    bit(x) | bit(f1) | bit(f3),    // line 3117
                                    bit(x) | bit(f1) | bit(f2)});  // line 3118
  const auto all = [](int, int) { return true; };
  // Lines 3165, 3175: S_1, S_2 in {{3n+1}, [n+1:2n]}.
  protocol.players[0].sums = pairs_of({x, f2}, all);
  // Lines 3189, 3199: S_1, S_2 in {{3n+1}, [n], [2n+1:3n]}, (S_1, S_2) != ({3n+1}, {3n+1}).
  protocol.players[1].sums = pairs_of({x, f1, f3}, [](int s1, int s2) { return !(s1 == x && s2 == x); });
  // Lines 3215, 3229: S_1, S_2 in {[n], [n+1:2n]}, S_1 != S_2.
  protocol.players[2].sums = pairs_of({f1, f2}, [](int s1, int s2) { return s1 != s2; });
  return protocol;
}

Protocol repaired_strassen_protocol() {
  constexpr int f2 = 1;
  constexpr int f3 = 2;
  Protocol protocol = printed_strassen_protocol();
  Player& first = protocol.players[0];
  first.knows |= bit(f3);
  first.sums.push_back({f2, f3});
  first.sums.push_back({f3, f2});
  return protocol;
}

Protocol printed_branch_protocol(int t, int branch_size) {
  // Block 2(i-1) is the first token of f_i, block 2(i-1)+1 the others.
  std::vector<TokenBlock> blocks;
  for (int i = 1; i <= t; ++i) {
    blocks.push_back({fmt::format("f_{}(1)", i), CountInN(0, 1)});
    blocks.push_back({fmt::format("f_{}(2..n)", i), CountInN(1, -1)});
  }
  blocks.push_back({"x", CountInN(0, 1)});
  const auto first_token = [](int i) { return bit(2 * (i - 1)); };
  const auto function = [&](int i) { return first_token(i) | bit(2 * (i - 1) + 1); };
  const BlockSet x = bit(2 * t);

  std::vector<BlockSet> knowledge;
  std::vector<BlockSet> ranges;
  for (const BlockSet functions : myopic_knowledge(t)) {
    BlockSet known = x;
    for (int j = 1; j <= t; ++j) {
      if ((functions & bit(j - 1)) != 0) known |= function(j);
    }
    knowledge.push_back(known);
  }
  for (int i = 1; i <= t; ++i) {
    BlockSet range = x;                                       // {tn+1}
    if (i == 2) range |= function(1);                         // [n]
    if (i > 2) {                                              // [(i-1)n+1]:
      for (int j = 1; j <= i - 1; ++j) range |= function(j);  //   1, ..., (i-1)n
      range |= first_token(i);                                //   and (i-1)n+1
    }
    if (i + 1 <= t) range |= function(i + 1);  // [in+1 : (i+1)n]
    ranges.push_back(range);
  }
  Protocol protocol = with_players(std::move(blocks), branch_size - 1, knowledge);
  take_in_turn(protocol, ranges);
  return protocol;
}

Protocol myopic_branch_protocol(int t, int branch_size) {
  std::vector<BlockSet> knowledge = myopic_knowledge(t);
  for (BlockSet& known : knowledge) known |= bit(t);
  Protocol protocol = with_players(function_blocks(t), branch_size - 1, knowledge);
  take_in_turn(protocol, knowledge);
  return protocol;
}

Protocol forehead_branch_protocol(int t, int players, int branch_size) {
  std::vector<BlockSet> knowledge = forehead_knowledge(players);
  for (BlockSet& known : knowledge) {
    for (int i = players + 1; i <= t; ++i) known |= bit(i - 1);
    known |= bit(t);
  }
  Protocol protocol = with_players(function_blocks(t), branch_size - 1, knowledge);
  take_in_turn(protocol, knowledge);
  return protocol;
}

}  // namespace attest
