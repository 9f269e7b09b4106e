// One machine's turn in one round of the protocols of Theorems C.1 and C.3, and what it may do in it.
#pragma once

#include <map>
#include <vector>

#include "reductions/anna/bucket_plan.hpp"
#include "reductions/anna/bucket_records.hpp"

namespace attest {

using BucketRecords = std::vector<BucketRecord>;
using SorterPartners = std::vector<long>;  // 0-based places, -1: none

struct BucketTurn {
  const BucketPlan& plan;
  const MachineTable& machines;
  long self;
  const MachineRole& role;
  std::vector<ArrivedRecord> in;
  Outbox out;
  void keep_all() {
    for (const ArrivedRecord& a : in) out.put(self, a.record);
  }
  // Only the records of one type, in the order of arrival.
  BucketRecords records(RecordType type) const {
    BucketRecords list;
    for (const ArrivedRecord& a : in) {
      if (a.record.type == type) list.push_back(a.record);
    }
    return list;
  }
};

// From a node of token i's tree to the tables (the root: level `level`, index 1) to its children; with one
// table, straight to it.
void spread_items(BucketTurn& turn, long token, long level, long index, const BucketRecords& items);

// An item's place in the unsorted list decides its sorter.
void send_to_sorter(BucketTurn& turn, long table, const BucketRecord& item);

// The machine (1-based) that a sorter exchanges blocks with; 0: none.
long sorter_partner(const MachineRole& role, const SorterPartners& partners);

// The items of a sorter after it has exchanged blocks with its partner: the lower machine keeps the smallest
// `block` items of both, the upper one the rest (missing items count as larger than all). Items are ordered
// by code, at equal codes by token, and a query before the pair of the same token.
BucketRecords settled_items(const BucketTurn& turn, const SorterPartners& partners);

// Leaves and inner nodes of the trees; those of queries (or of the joint list) also pass answers down.
bool is_tree_node(const MachineRole& role);
bool passes_answers(const BucketTurn& turn);

// Lines 686 and 688: complete runs to the "meta-info" machines, first and last to the parent; the root's runs
// are all complete. A run that is first and last is sent once.
void report_runs(BucketTurn& turn, long depth);

// The values of the runs to the children, or from a leaf to the tokens.
void answer_members(BucketTurn& turn, bool root);

// Sum and count over tables for each token (line 720); with one table the one answer as it is.
std::map<long, BucketValue> answer_totals(const BucketTurn& turn);

}  // namespace attest
