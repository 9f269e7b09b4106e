#include "reductions/anna/bucket_turn.hpp"

#include <algorithm>
#include <tuple>
#include <utility>

#include "reductions/anna/bucket_runs.hpp"

namespace attest {

namespace {

// Where an item goes that has reached table t.
void deliver(BucketTurn& turn, long t, const BucketRecord& item) {
  const BucketPlan& p = turn.plan;
  const bool query = item.type == RecordType::query_item;
  if (p.via_leaves) {
    turn.out.put(query ? turn.machines.number(MachineKind::query_node, t, 0, p.printed_query_leaf(item.token))
                       : turn.machines.number(MachineKind::pair_node, t, 0, p.printed_pair_leaf(item.token)),
                 item);
    return;
  }
  send_to_sorter(turn, t, item);
}

}  // namespace

void send_to_sorter(BucketTurn& turn, long t, const BucketRecord& item) {
  const BucketPlan& p = turn.plan;
  const bool query = item.type == RecordType::query_item;
  const bool pair_list = p.joint || !query;
  const long place = !p.joint ? item.token : 2 * item.token - (query ? 1 : 0);
  const long block = pair_list ? p.pair_sorter_block : p.query_sorter_block;
  turn.out.put(turn.machines.number(pair_list ? MachineKind::pair_sorter : MachineKind::query_sorter, t, 0,
                                    (place + block - 1) / block),
               item);
}

// From a node of token i's spreading tree (the root: level `level`, index 1) to its children.
void spread_items(BucketTurn& turn, long token, long level, long index, const BucketRecords& items) {
  const BucketPlan& p = turn.plan;
  if (p.tables == 1) {
    for (const BucketRecord& item : items) deliver(turn, 1, item);
    return;
  }
  const std::vector<long> levels = tree_levels(p.tables, p.spread_arity);
  const long last = std::min(levels[level - 1], index * p.spread_arity);
  for (long child = (index - 1) * p.spread_arity + 1; child <= last; ++child) {
    for (const BucketRecord& item : items) {
      if (level == 1) {
        deliver(turn, child, item);
      } else {
        turn.out.put(turn.machines.number(MachineKind::spreader, token, level - 1, child), item);
      }
    }
  }
}

long sorter_partner(const MachineRole& role, const SorterPartners& partners) {
  const long place = role.index - 1;
  return place < static_cast<long>(partners.size()) && partners[place] >= 0 ? partners[place] + 1 : 0;
}

// The items of a sorter after it has exchanged blocks with its partner: the lower machine keeps the
// smallest `block` items of both, the upper one the rest (missing items count as larger than all). Items
// are ordered by code, at equal codes by token, and a query before the pair of the same token.
BucketRecords settled_items(const BucketTurn& turn, const SorterPartners& partners) {
  BucketRecords items;
  for (const ArrivedRecord& a : turn.in) items.push_back(a.record);
  const long t = turn.role.table;
  std::sort(items.begin(), items.end(), [&turn, t](const BucketRecord& a, const BucketRecord& b) {
    return std::tuple(turn.plan.code(t, a.vector), a.token, a.type) <
           std::tuple(turn.plan.code(t, b.vector), b.token, b.type);
  });
  const long partner = sorter_partner(turn.role, partners);
  if (partner == 0) return items;
  const auto block =
      static_cast<std::size_t>(turn.role.kind == MachineKind::pair_sorter ? turn.plan.pair_sorter_block
                                                                          : turn.plan.query_sorter_block);
  const auto cut = items.begin() + static_cast<long>(std::min(block, items.size()));
  return partner > turn.role.index ? BucketRecords(items.begin(), cut) : BucketRecords(cut, items.end());
}

bool is_tree_node(const MachineRole& role) {
  return role.kind == MachineKind::query_node || role.kind == MachineKind::pair_node;
}
namespace {

// What a node's runs are made of: items on a leaf, its children's records above.
BucketRecords list_of(const BucketTurn& turn) {
  BucketRecords list;
  for (const ArrivedRecord& a : turn.in) {
    if (a.record.type == RecordType::answer) continue;
    list.push_back(a.record);
    if (turn.role.level == 0) list.back().first = list.back().last = turn.role.index;
  }
  return list;
}

}  // namespace

bool passes_answers(const BucketTurn& turn) {
  return turn.role.kind == MachineKind::query_node || turn.plan.joint;
}

// Lines 686 and 688: complete runs to the "meta-info" machines, first and last to the parent; the root's
// runs are all complete. A run that is first and last is sent once.
void report_runs(BucketTurn& turn, long depth) {
  const bool values = turn.role.kind == MachineKind::pair_node;
  const BucketRecords list = list_of(turn);
  const long t = turn.role.table;
  const std::vector<BucketRun> runs = bucket_runs(turn.plan, t, values, list);
  const bool root = turn.role.level == depth;
  const long arity = values ? turn.plan.pair_arity : turn.plan.query_arity;
  for (std::size_t r = 0; r < runs.size(); ++r) {
    BucketRecord record = runs[r].record;
    record.sender = turn.self;
    if (!root && (r == 0 || r + 1 == runs.size())) {
      const long parent = (turn.role.index + arity - 1) / arity;
      turn.out.put(turn.machines.number(turn.role.kind, t, turn.role.level + 1, parent), record);
    } else if (!turn.plan.joint) {
      turn.out.put(turn.machines.number(values ? MachineKind::pair_meta : MachineKind::query_meta, t, 0,
                                        turn.plan.bucket(runs[r].code)),
                   record);
    }
  }
  if (passes_answers(turn)) turn.keep_all();
}

namespace {

// The value of each run of a node, as far as it is known: from answers, or in the joint list from the
// node's own members where the run is complete.
std::vector<std::pair<bool, BucketValue>> run_values(const BucketTurn& turn, const BucketRecords& list,
                                                     bool root) {
  const std::vector<BucketRun> runs =
      bucket_runs(turn.plan, turn.role.table, turn.role.kind == MachineKind::pair_node, list);
  std::vector<std::pair<bool, BucketValue>> values(runs.size());
  if (turn.plan.joint) {
    for (std::size_t r = 0; r < runs.size(); ++r) {
      if (root || (r != 0 && r + 1 != runs.size())) values[r] = {true, runs[r].record.value};
    }
  }
  for (const BucketRecord& answer : turn.records(RecordType::answer)) {
    const auto slot = static_cast<std::size_t>(answer.slot);
    if (slot >= 1 && slot <= values.size()) values[slot - 1] = {true, answer.value};
  }
  return values;
}

}  // namespace

void answer_members(BucketTurn& turn, bool root) {
  const BucketRecords list = list_of(turn);
  const std::vector<std::size_t> run_of = run_of_members(turn.plan, turn.role.table, list);
  const auto values = run_values(turn, list, root);
  const BucketPlan& p = turn.plan;
  for (std::size_t j = 0; j < list.size(); ++j) {
    if (!values[run_of[j]].first) continue;
    BucketRecord answer = BucketRecord::of(RecordType::answer);
    answer.value = values[run_of[j]].second;
    if (turn.role.level > 0) {
      answer.slot = list[j].slot;
      turn.out.put(list[j].sender, answer);
    } else if (list[j].type == RecordType::query_item) {
      answer.slot = list[j].token;
      const long token_machine = (list[j].token + p.tokens_per_machine - 1) / p.tokens_per_machine;
      const bool direct = p.spread_depth() == 1;
      turn.out.put(direct ? turn.machines.number(MachineKind::token, 1, 0, token_machine)
                          : turn.machines.number(MachineKind::spreader, list[j].token, 1,
                                                 (turn.role.table + p.spread_arity - 1) / p.spread_arity),
                   answer);
    }
  }
}

// Sum and count over tables (line 720); with one table the one answer as it is.
std::map<long, BucketValue> answer_totals(const BucketTurn& turn) {
  std::map<long, BucketValue> total;
  for (const BucketRecord& a : turn.records(RecordType::answer)) {
    total[a.slot].numerator += a.value.numerator;
    total[a.slot].denominator += a.value.denominator;
  }
  return total;
}

}  // namespace attest
