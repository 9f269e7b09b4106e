#include "reductions/anna/bucket_protocol.hpp"

#include <algorithm>
#include <stdexcept>

#include "constructions/anna/mpc/protocol_builder.hpp"
#include "reductions/anna/bucket_records.hpp"
#include "reductions/anna/bucket_runs.hpp"

namespace attest {

namespace {

using Records = std::vector<BucketRecord>;
using Partners = std::vector<long>;  // 0-based places, -1: none

class Builder {
 public:
  explicit Builder(const std::shared_ptr<const BucketPlan>& plan)
      : plan_(plan), table_(std::make_shared<const MachineTable>(*plan)) {}

  BucketProtocol build() {
    mpc::Protocol& protocol = result_.protocol;
    protocol.name = plan_->joint ? "attention by one sorted list" : "attention by hash buckets";
    protocol.inputs = plan_->tokens;
    protocol.machines = table_->machines();
    protocol.memory = plan_->memory;
    protocol.word_bits = bucket_word_bits;
    protocol.keeping_is_free = true;
    spread_input();
    send_items();
    sort();
    go_up();
    if (!plan_->joint) exchange();
    go_down();
    bring_home();
    return std::move(result_);
  }

 private:
  struct Turn {
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
    Records records(RecordType type) const {
      Records list;
      for (const ArrivedRecord& a : in) {
        if (a.record.type == type) list.push_back(a.record);
      }
      return list;
    }
  };

  // One round: every machine takes its turn; a machine that has nothing stays silent.
  template <typename Act>
  void round(Act act) {
    result_.protocol.rounds.push_back([plan = plan_, table = table_, act](long machine,
                                                                          const mpc::Memory& memory) {
      if (memory.empty()) return std::vector<mpc::Message>{};
      Turn turn{
          *plan, *table, machine, table->role(machine), records_in(memory, plan->width), Outbox(plan->width)};
      act(turn);
      return std::move(turn.out).messages();
    });
  }

  // Round 1 (line 676): "route each token x_i to its corresponding token machine i".
  void spread_input() {
    result_.protocol.rounds.push_back([plan = plan_](long, const mpc::Memory& share) {
      std::map<long, mpc::Words> words;
      for (const mpc::Item& item : share) {
        mpc::Words& target = words[(item.tag + plan->tokens_per_machine - 1) / plan->tokens_per_machine];
        target.insert(target.end(), item.words.begin(), item.words.end());
      }
      std::vector<mpc::Message> sent;
      for (auto& [machine, list] : words) sent.push_back({machine, std::move(list)});
      return sent;
    });
  }

  // Where an item goes that has reached table t.
  static void deliver(Turn& turn, long t, const BucketRecord& item) {
    const BucketPlan& p = turn.plan;
    const bool query = item.type == RecordType::query_item;
    if (p.via_leaves) {
      turn.out.put(query
                       ? turn.machines.number(MachineKind::query_node, t, 0, p.printed_query_leaf(item.token))
                       : turn.machines.number(MachineKind::pair_node, t, 0, p.printed_pair_leaf(item.token)),
                   item);
      return;
    }
    to_sorter(turn, t, item);
  }

  static void to_sorter(Turn& turn, long t, const BucketRecord& item) {
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
  static void spread(Turn& turn, long token, long level, long index, const Records& items) {
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

  // Round 2 (line 678), and for many tables the rounds of the tree (line 716).
  void send_items() {
    result_.protocol.rounds.push_back(
        [plan = plan_, table = table_](long machine, const mpc::Memory& memory) {
          Turn turn{*plan, *table, machine, table->role(machine), {}, Outbox(plan->width)};
          if (turn.role.kind != MachineKind::token) return std::vector<mpc::Message>{};
          long token = (machine - 1) * plan->tokens_per_machine;
          for (const mpc::Item& item : memory) {
            for (const mpc::Value x : item.words) {
              BucketRecord query = BucketRecord::of(RecordType::query_item);
              query.token = ++token;
              query.vector = x / plan->keys;
              BucketRecord pair = BucketRecord::of(RecordType::pair_item);
              pair.token = token;
              pair.vector = x % plan->keys;
              pair.value = {plan->label(token), 1};
              spread(turn, token, plan->spread_depth(), 1, {query, pair});
            }
          }
          return std::move(turn.out).messages();
        });
    for (long level = plan_->spread_depth() - 1; level >= 1; --level) {
      round([level](Turn& turn) {
        if (turn.role.kind != MachineKind::spreader) return turn.keep_all();
        Records items;
        for (const ArrivedRecord& a : turn.in) items.push_back(a.record);
        spread(turn, turn.role.table, level, turn.role.index, items);
      });
    }
    if (plan_->via_leaves) {
      round([](Turn& turn) {
        for (const ArrivedRecord& a : turn.in) to_sorter(turn, turn.role.table, a.record);
      });
    }
  }

  static bool is_sorter(const MachineRole& role) {
    return role.kind == MachineKind::query_sorter || role.kind == MachineKind::pair_sorter;
  }

  static long partner_of(const MachineRole& role, const Partners& partners) {
    const long place = role.index - 1;
    return place < static_cast<long>(partners.size()) && partners[place] >= 0 ? partners[place] + 1 : 0;
  }

  // The items of a sorter after it has exchanged blocks with its partner: the lower machine keeps the
  // smallest `block` items of both, the upper one the rest (missing items count as larger than all). Items
  // are ordered by code, at equal codes by token, and a query before the pair of the same token.
  static Records settled(const Turn& turn, const Partners& partners) {
    Records items;
    for (const ArrivedRecord& a : turn.in) items.push_back(a.record);
    const long t = turn.role.table;
    std::sort(items.begin(), items.end(), [&turn, t](const BucketRecord& a, const BucketRecord& b) {
      return std::tuple(turn.plan.code(t, a.vector), a.token, a.type) <
             std::tuple(turn.plan.code(t, b.vector), b.token, b.type);
    });
    const long partner = partner_of(turn.role, partners);
    if (partner == 0) return items;
    const auto block =
        static_cast<std::size_t>(turn.role.kind == MachineKind::pair_sorter ? turn.plan.pair_sorter_block
                                                                            : turn.plan.query_sorter_block);
    const auto cut = items.begin() + static_cast<long>(std::min(block, items.size()));
    return partner > turn.role.index ? Records(items.begin(), cut) : Records(cut, items.end());
  }

  // Merge exchange with "keep the smaller, keep the larger" replaced by "merge and split": the network sorts
  // blocks because it sorts numbers (Knuth 5.3.4). Both networks run side by side.
  void sort() {
    const BucketPlan& p = *plan_;
    const auto layers_for = [](long items, long block) {
      return mpc::merge_exchange_layers(block > 0 ? (items + block - 1) / block : 0);
    };
    const auto pair_layers = layers_for(p.joint ? 2 * p.tokens : p.tokens, p.pair_sorter_block);
    const auto query_layers = p.joint ? std::vector<Partners>{} : layers_for(p.tokens, p.query_sorter_block);
    const std::size_t count = std::max(pair_layers.size(), query_layers.size());
    result_.sorting_rounds = static_cast<long>(count);
    Partners pairs_before;
    Partners queries_before;
    const auto layer = [](const std::vector<Partners>& layers, std::size_t which) {
      return which < layers.size() ? layers[which] : Partners{};
    };
    for (std::size_t which = 0; which < count; ++which) {
      const Partners pairs = layer(pair_layers, which);
      const Partners queries = layer(query_layers, which);
      round([pairs, queries, pairs_before, queries_before](Turn& turn) {
        const bool pair = turn.role.kind == MachineKind::pair_sorter;
        const long partner = partner_of(turn.role, pair ? pairs : queries);
        for (const BucketRecord& item : settled(turn, pair ? pairs_before : queries_before)) {
          turn.out.put(turn.self, item);
          if (partner != 0)
            turn.out.put(turn.machines.number(turn.role.kind, turn.role.table, 0, partner), item);
        }
      });
      pairs_before = pairs;
      queries_before = queries;
    }
    // The item of rank r goes to leaf ceil(r / block); place in the sorter's block gives the rank.
    round([pairs_before, queries_before](Turn& turn) {
      const bool pair = turn.role.kind == MachineKind::pair_sorter;
      const long own = pair ? turn.plan.pair_sorter_block : turn.plan.query_sorter_block;
      const long block = pair ? turn.plan.pair_block : turn.plan.query_block;
      long rank = (turn.role.index - 1) * own;
      for (const BucketRecord& item : settled(turn, pair ? pairs_before : queries_before)) {
        ++rank;
        turn.out.put(turn.machines.number(pair ? MachineKind::pair_node : MachineKind::query_node,
                                          turn.role.table, 0, (rank + block - 1) / block),
                     item);
      }
    });
  }

  static bool is_node(const MachineRole& role) {
    return role.kind == MachineKind::query_node || role.kind == MachineKind::pair_node;
  }
  // What a node's runs are made of: items on a leaf, its children's records above.
  static Records list_of(const Turn& turn) {
    Records list;
    for (const ArrivedRecord& a : turn.in) {
      if (a.record.type == RecordType::answer) continue;
      list.push_back(a.record);
      if (turn.role.level == 0) list.back().first = list.back().last = turn.role.index;
    }
    return list;
  }

  static bool answers_pass(const Turn& turn) {
    return turn.role.kind == MachineKind::query_node || turn.plan.joint;
  }

  // Lines 686 and 688: complete runs to the "meta-info" machines, first and last to the parent; the root's
  // runs are all complete. A run that is first and last is sent once.
  static void report_runs(Turn& turn, long depth) {
    const bool values = turn.role.kind == MachineKind::pair_node;
    const Records list = list_of(turn);
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
    if (answers_pass(turn)) turn.keep_all();
  }

  void go_up() {
    const long depths[] = {plan_->query_depth(), plan_->pair_depth()};
    for (long level = 0; level <= std::max(depths[0], depths[1]); ++level) {
      // The last level of the joint tree has no one to report to: its turn is the first round down.
      if (plan_->joint && level == depths[1]) break;
      round([level, query = depths[0], pair = depths[1]](Turn& turn) {
        if (!is_node(turn.role) || turn.role.level != level) return turn.keep_all();
        report_runs(turn, turn.role.kind == MachineKind::query_node ? query : pair);
      });
    }
  }

  // Line 690: (i, h_k) sends its pairs to (i, h_q), which then answers "by back propagating".
  void exchange() {
    round([](Turn& turn) {
      if (turn.role.kind != MachineKind::pair_meta) return turn.keep_all();
      const long target = turn.machines.number(MachineKind::query_meta, turn.role.table, 0, turn.role.index);
      for (const ArrivedRecord& a : turn.in) turn.out.put(target, a.record);
    });
    round([](Turn& turn) {
      if (turn.role.kind != MachineKind::query_meta) return turn.keep_all();
      const long t = turn.role.table;
      const Records buckets = turn.records(RecordType::bucket);
      for (const BucketRecord& asked : turn.records(RecordType::location)) {
        BucketRecord answer = BucketRecord::of(RecordType::answer);
        answer.slot = asked.slot;
        for (const BucketRecord& b : buckets) {
          if (turn.plan.code(t, b.vector) == turn.plan.code(t, asked.vector)) answer.value = b.value;
        }
        turn.out.put(asked.sender, answer);
      }
    });
  }

  // The value of each run of a node, as far as it is known: from answers, or in the joint list from the
  // node's own members where the run is complete.
  static std::vector<std::pair<bool, BucketValue>> run_values(const Turn& turn, const Records& list,
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

  static void answer_members(Turn& turn, bool root) {
    const Records list = list_of(turn);
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

  void go_down() {
    const long depth = plan_->joint ? plan_->pair_depth() : plan_->query_depth();
    for (long level = depth; level >= 0; --level) {
      round([level, depth](Turn& turn) {
        if (!is_node(turn.role) || !answers_pass(turn) || turn.role.level != level) return turn.keep_all();
        answer_members(turn, level == depth);
      });
    }
  }

  // Sum and count over tables (line 720); with one table the one answer as it is.
  static std::map<long, BucketValue> totals(const Turn& turn) {
    std::map<long, BucketValue> total;
    for (const BucketRecord& a : turn.records(RecordType::answer)) {
      total[a.slot].numerator += a.value.numerator;
      total[a.slot].denominator += a.value.denominator;
    }
    return total;
  }

  void bring_home() {
    for (long level = 1; level < plan_->spread_depth(); ++level) {
      round([level](Turn& turn) {
        if (turn.role.kind != MachineKind::spreader || turn.role.level != level) return turn.keep_all();
        const bool top = level + 1 == turn.plan.spread_depth();
        for (const auto& [token, value] : totals(turn)) {
          BucketRecord answer = BucketRecord::of(RecordType::answer);
          answer.slot = token;
          answer.value = value;
          const long parent = (turn.role.index + turn.plan.spread_arity - 1) / turn.plan.spread_arity;
          turn.out.put(top ? token : turn.machines.number(MachineKind::spreader, token, level + 1, parent),
                       answer);
        }
      });
    }
    result_.protocol.rounds.push_back(
        [plan = plan_, table = table_](long machine, const mpc::Memory& memory) {
          const MachineRole& role = table->role(machine);
          if (role.kind != MachineKind::token) return std::vector<mpc::Message>{};
          const Turn turn{*plan, *table, machine, role, records_in(memory, plan->width), Outbox(plan->width)};
          const std::map<long, BucketValue> total = totals(turn);
          std::map<long, mpc::Words> words;
          const long last = std::min(plan->tokens, machine * plan->tokens_per_machine);
          for (long token = (machine - 1) * plan->tokens_per_machine + 1; token <= last; ++token) {
            const auto found = total.find(token);
            words[(token + plan->memory - 1) / plan->memory].push_back(
                found == total.end() ? missing_output : output_word(found->second));
          }
          std::vector<mpc::Message> sent;
          for (auto& [home, list] : words) sent.push_back({home, std::move(list)});
          return sent;
        });
    result_.protocol.output = [](long, const mpc::Memory& memory) {
      mpc::Words words;
      for (const mpc::Item& item : memory) words.insert(words.end(), item.words.begin(), item.words.end());
      return words;
    };
  }

  std::shared_ptr<const BucketPlan> plan_;
  std::shared_ptr<const MachineTable> table_;
  BucketProtocol result_;
};

}  // namespace

BucketProtocol bucket_protocol(const std::shared_ptr<const BucketPlan>& plan) {
  if (!plan->defect().empty()) throw std::invalid_argument(plan->defect());
  return Builder(plan).build();
}

}  // namespace attest
