#include "reductions/anna/bucket_plan.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

namespace attest {

namespace {

long ceil_div(long a, long b) {
  return (a + b - 1) / b;
}

}  // namespace

const char* to_string(MachineKind kind) {
  switch (kind) {
    case MachineKind::token:
      return "token";
    case MachineKind::spreader:
      return "token to tables";
    case MachineKind::query_sorter:
      return "query sorter";
    case MachineKind::pair_sorter:
      return "pair sorter";
    case MachineKind::query_node:
      return "query tree";
    case MachineKind::pair_node:
      return "pair tree";
    case MachineKind::query_meta:
      return "h_q";
    case MachineKind::pair_meta:
      return "h_k";
  }
  throw std::logic_error("no such kind of machine");
}

long BucketPlan::label(long token) const {
  if (unit != 0) return token == unit ? 1 : 0;
  long value = 1;
  for (long j = 1; j < token; ++j) value *= tables + 1;
  return value;
}

std::vector<long> tree_levels(long leaves, long arity) {
  if (leaves > 1 && arity < 2) throw std::invalid_argument("a tree needs nodes with two children");
  std::vector<long> levels = {leaves};
  while (levels.back() > 1) levels.push_back(ceil_div(levels.back(), arity));
  return levels;
}

std::string BucketPlan::defect() const {
  if (tokens_per_machine < 1) return "a token machine has no room for a token's query, key and value";
  if (pair_block < 1 || pair_sorter_block < 1)
    return fmt::format("a machine of s = {} words can store no key, value pair of 2m = {} words", memory,
                       2 * width);
  if (!joint && (query_block < 1 || query_sorter_block < 1))
    return fmt::format("a machine of s = {} words can store no query of m = {} words", memory, width);
  if (pair_block * pair_leaves < (joint ? 2 * tokens : tokens))
    return fmt::format("{} machines with at most {} pairs each cannot store {} pairs", pair_leaves,
                       pair_block, tokens);
  if (!joint && query_block * query_leaves < tokens)
    return fmt::format("{} machines with at most {} queries each cannot store {} queries", query_leaves,
                       query_block, tokens);
  if (pair_leaves > 1 && pair_arity < 2)
    return fmt::format("the tree over {} machines with pairs has nodes with {} children: it never ends",
                       pair_leaves, pair_arity);
  if (!joint && query_leaves > 1 && query_arity < 2)
    return fmt::format("the tree over {} machines with queries has nodes with {} children: it never ends",
                       query_leaves, query_arity);
  if (tables > 1 && spread_arity < 2)
    return fmt::format("the tree from a token to {} tables has nodes with {} children: it never ends", tables,
                       spread_arity);
  return {};
}

long BucketPlan::query_depth() const {
  return joint ? 0 : static_cast<long>(tree_levels(query_leaves, query_arity).size()) - 1;
}

long BucketPlan::pair_depth() const {
  return static_cast<long>(tree_levels(pair_leaves, pair_arity).size()) - 1;
}

long BucketPlan::spread_depth() const {
  return tables == 1 ? 1 : static_cast<long>(tree_levels(tables, spread_arity).size()) - 1;
}

long bucket_capacity(long memory, long width) {
  return memory / (3 * width);
}

// Where the constants of the repaired layout come from; m is the width, all in words:
//   query leaf    keeps n_q queries (n_q m) and receives an answer for each of its runs (at most n_q m): n_q
//                 = s/2m.
//   query node    keeps two records of each child (2am), receives an answer for each run (at most 2am): a =
//                 s/4m. It sends at most 2am up, and 2am down.
//   pair leaf     n_k pairs (2m n_k <= s), as printed; sends at most n_k runs.
//   pair node     receives two records of 2m from each child (4am): a = s/4m.
//   sorters       hold their block and the partner's: blocks of s/2m queries, s/4m pairs.
//   meta          c queries (m each) and c buckets (2m each): c = s/3m.
//   token         sends q and (k, v): 3m to each child of its spreading tree: s/3m children.
// Joint list: an item has at most 2m words, a leaf gets at most two answers (for its first and last run): n_k
// = (s - 2m)/2m; a node keeps 2a records of 2m and gets two answers: a = (s - 2m)/4m; a token sends 3m to each
// of l tables: s/3ml tokens a machine, or one and a tree where that is less.
BucketPlan bucket_plan(Variant variant, long tokens, long memory, long width, long tables) {
  BucketPlan plan;
  plan.tokens = tokens;
  plan.memory = memory;
  plan.width = width;
  plan.tables = tables;
  const long unit = memory / width;                // s/m
  const long spread_arity = memory / (3 * width);  // s/3m
  switch (variant) {
    case Variant::printed:
      plan.query_block = unit;                 // line 666
      plan.pair_block = memory / (2 * width);  // line 668
      plan.query_leaves = ceil_div(width * tokens, memory);
      plan.pair_leaves = ceil_div(2 * width * tokens, memory);
      plan.query_sorter_block = std::max(plan.query_block > 0 ? 1L : 0L, plan.query_block / 2);
      plan.pair_sorter_block = std::max(plan.pair_block > 0 ? 1L : 0L, plan.pair_block / 2);
      plan.query_arity = unit;                 // line 686
      plan.pair_arity = memory / (2 * width);  // line 688
      plan.spread_arity = unit;                // line 716
      plan.via_leaves = true;
      break;
    case Variant::repaired:
      plan.query_block = memory / (2 * width);
      plan.pair_block = memory / (2 * width);
      plan.query_sorter_block = memory / (2 * width);
      plan.pair_sorter_block = memory / (4 * width);
      plan.query_arity = memory / (4 * width);
      plan.pair_arity = memory / (4 * width);
      plan.spread_arity = spread_arity;
      break;
    case Variant::constructed:
      plan.joint = true;
      plan.tokens_per_machine = spread_arity > 0 ? std::max(1L, spread_arity / tables) : 0;
      plan.pair_block = memory / (2 * width) - 1;
      plan.pair_sorter_block = memory / (4 * width);
      plan.pair_arity = (memory - 2 * width) / (4 * width);
      plan.spread_arity = spread_arity;
      break;
    default:
      throw std::out_of_range(fmt::format("no bucket plan for the variant {}", to_string(variant)));
  }
  if (!plan.via_leaves) {
    if (plan.query_block > 0) plan.query_leaves = ceil_div(tokens, plan.query_block);
    if (plan.pair_block > 0) plan.pair_leaves = ceil_div(plan.joint ? 2 * tokens : tokens, plan.pair_block);
  }
  return plan;
}

MachineTable::MachineTable(const BucketPlan& plan) {
  add(MachineKind::token, 1, 0, ceil_div(plan.tokens, plan.tokens_per_machine));
  if (plan.spread_depth() > 1) {
    const std::vector<long> levels = tree_levels(plan.tables, plan.spread_arity);  // tables first
    for (long i = 1; i <= plan.tokens; ++i) {
      for (std::size_t level = 1; level + 1 < levels.size(); ++level)
        add(MachineKind::spreader, i, static_cast<long>(level), levels[level]);
    }
  }
  for (long t = 1; t <= plan.tables; ++t) {
    const long items = plan.joint ? 2 * plan.tokens : plan.tokens;
    add(MachineKind::pair_sorter, t, 0, ceil_div(items, plan.pair_sorter_block));
    const auto add_tree = [this, t](MachineKind kind, long leaves, long arity) {
      const std::vector<long> levels = tree_levels(leaves, arity);
      for (std::size_t level = 0; level < levels.size(); ++level)
        add(kind, t, static_cast<long>(level), levels[level]);
    };
    add_tree(MachineKind::pair_node, plan.pair_leaves, plan.pair_arity);
    if (plan.joint) continue;
    add(MachineKind::query_sorter, t, 0, ceil_div(plan.tokens, plan.query_sorter_block));
    add_tree(MachineKind::query_node, plan.query_leaves, plan.query_arity);
    add(MachineKind::query_meta, t, 0, plan.meta);
    add(MachineKind::pair_meta, t, 0, plan.meta);
  }
}

void MachineTable::add(MachineKind kind, long table, long level, long count) {
  base_[{kind, table, level}] = machines();
  for (long index = 1; index <= count; ++index) roles_.push_back({kind, table, level, index});
}

long MachineTable::number(MachineKind kind, long table, long level, long index) const {
  return base_.at({kind, table, level}) + index;
}

}  // namespace attest
