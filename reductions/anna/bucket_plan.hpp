// Who does what in the protocols of Theorems C.1 and C.3 (seed 001_9fe7599dfb64bc47.txt, lines 641-722): the
// numbers of machines, how many items each stores, the fan-outs of the trees, and a machine's number for each
// role.
#pragma once

#include <functional>
#include <map>
#include <tuple>
#include <vector>

#include "claims/verdict.hpp"

namespace attest {

enum class MachineKind {
  token,         // Machine i
  spreader,      // inner node of the tree that carries token `table`'s vectors to the tables (C.3)
  query_sorter,  // sorts queries
  pair_sorter,   // sorts key, value pairs
  query_node,    // level 0: Machine (i, Q); above: the tree over them
  pair_node,     // level 0: Machine (i, KV); above: the tree over them
  query_meta,    // Machine (i, h_q)
  pair_meta,     // Machine (i, h_k)
};

const char* to_string(MachineKind kind);  // "token", "(i, Q) and its tree", ...

struct MachineRole {
  MachineKind kind = MachineKind::token;
  long table = 1;
  long level = 0;
  long index = 1;
};

struct BucketPlan {
  long tokens = 1;  // N
  long memory = 1;  // s
  long width = 1;   // m
  long tables = 1;  // l; 1 for exact match
  long meta = 1;    // "meta-info" machines of each kind, a table

  long tokens_per_machine = 1;
  long query_block = 0;  // n_q: queries on a leaf
  long pair_block = 0;   // n_k: pairs on a leaf
  long query_leaves = 0;
  long pair_leaves = 0;
  long query_sorter_block = 0;
  long pair_sorter_block = 0;
  long query_arity = 0;
  long pair_arity = 0;
  long spread_arity = 0;
  bool averages = false;    // nodes keep averages (C.1 as printed) instead of sums and counts
  bool via_leaves = false;  // tokens send to the leaves by the printed formula, which pass on to the sorters
  bool joint = false;       // queries and pairs in one sorted list and one tree, without "meta-info" machines

  long keys = 1;                                      // x = q keys + k, 0 <= q, k < keys
  std::function<long(long table, long vector)> code;  // g_t; the vector itself for exact match
  std::function<long(long code)> bucket;              // the "meta-info" machine, 1..meta

  // The labels that stand for the values: v_j = (l + 1)^(j-1), so that a sum in which each v_j occurs at most
  // l times names its summands.
  long label(long token) const;
  long unit = 0;  // not 0: v_j is 1 for this token and 0 for all others instead

  // Why there is no such protocol: a machine that can store nothing, a tree whose nodes have one child. Empty
  // if there is one.
  std::string defect() const;

  // Depths of the trees.
  long query_depth() const;
  long pair_depth() const;
  long spread_depth() const;  // messages from a token to a table: 1 if direct

  // Where token i's query or pair goes first as the print says: ceil(m i / s), ceil(2 m i / s).
  long printed_query_leaf(long token) const { return (width * token + memory - 1) / memory; }
  long printed_pair_leaf(long token) const { return (2 * width * token + memory - 1) / memory; }
};

// How many nodes each level of a tree over `leaves` has, leaves first, one root last; arity at least 2 unless
// there is one leaf.
std::vector<long> tree_levels(long leaves, long arity);

// The numbering 1..machines().
class MachineTable {
 public:
  explicit MachineTable(const BucketPlan& plan);
  long machines() const { return static_cast<long>(roles_.size()); }
  const MachineRole& role(long machine) const { return roles_[machine - 1]; }
  long number(MachineKind kind, long table, long level, long index) const;

 private:
  void add(MachineKind kind, long table, long level, long count);
  std::vector<MachineRole> roles_;
  std::map<std::tuple<MachineKind, long, long>, long> base_;
};

// The layouts. `code`, `bucket`, `keys`, `meta` and `averages` are left to the caller.
//   printed      n_q = floor(s/m), n_k = floor(s/2m), trees of arity s/m and s/2m (lines 664-690)
//   repaired     the same machines with constants that fit; every use of s words is counted in the source
//   constructed  queries and pairs in one list
BucketPlan bucket_plan(Variant variant, long tokens, long memory, long width, long tables);

// c: a bucket of at most c queries and at most c keys fits into the "meta-info" machines of the repaired
// plan.
long bucket_capacity(long memory, long width);

}  // namespace attest
