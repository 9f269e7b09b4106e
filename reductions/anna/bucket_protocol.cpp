#include "reductions/anna/bucket_protocol.hpp"

#include <algorithm>
#include <stdexcept>

#include "protocols/protocol_builder.hpp"
#include "reductions/anna/bucket_turn.hpp"

namespace attest {

namespace {

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
  // One round: every machine takes its turn; a machine that has nothing stays silent.
  template <typename Act>
  void round(Act act) {
    result_.protocol.rounds.push_back([plan = plan_, table = table_, act](long machine,
                                                                          const mpc::Memory& memory) {
      if (memory.empty()) return std::vector<mpc::Message>{};
      BucketTurn turn{
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

  // Round 2 (line 678), and for many tables the rounds of the tree (line 716).
  void send_items() {
    result_.protocol.rounds.push_back(
        [plan = plan_, table = table_](long machine, const mpc::Memory& memory) {
          BucketTurn turn{*plan, *table, machine, table->role(machine), {}, Outbox(plan->width)};
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
              spread_items(turn, token, plan->spread_depth(), 1, {query, pair});
            }
          }
          return std::move(turn.out).messages();
        });
    for (long level = plan_->spread_depth() - 1; level >= 1; --level) {
      round([level](BucketTurn& turn) {
        if (turn.role.kind != MachineKind::spreader) return turn.keep_all();
        BucketRecords items;
        for (const ArrivedRecord& a : turn.in) items.push_back(a.record);
        spread_items(turn, turn.role.table, level, turn.role.index, items);
      });
    }
    if (plan_->via_leaves) {
      round([](BucketTurn& turn) {
        for (const ArrivedRecord& a : turn.in) send_to_sorter(turn, turn.role.table, a.record);
      });
    }
  }

  // Merge exchange with "keep the smaller, keep the larger" replaced by "merge and split": the network sorts
  // blocks because it sorts numbers (Knuth 5.3.4). Both networks run side by side.
  void sort() {
    const BucketPlan& p = *plan_;
    const auto layers_for = [](long items, long block) {
      return mpc::merge_exchange_layers(block > 0 ? (items + block - 1) / block : 0);
    };
    const auto pair_layers = layers_for(p.joint ? 2 * p.tokens : p.tokens, p.pair_sorter_block);
    const auto query_layers =
        p.joint ? std::vector<SorterPartners>{} : layers_for(p.tokens, p.query_sorter_block);
    const std::size_t count = std::max(pair_layers.size(), query_layers.size());
    result_.sorting_rounds = static_cast<long>(count);
    SorterPartners pairs_before;
    SorterPartners queries_before;
    const auto layer = [](const std::vector<SorterPartners>& layers, std::size_t which) {
      return which < layers.size() ? layers[which] : SorterPartners{};
    };
    for (std::size_t which = 0; which < count; ++which) {
      const SorterPartners pairs = layer(pair_layers, which);
      const SorterPartners queries = layer(query_layers, which);
      round([pairs, queries, pairs_before, queries_before](BucketTurn& turn) {
        const bool pair = turn.role.kind == MachineKind::pair_sorter;
        const long partner = sorter_partner(turn.role, pair ? pairs : queries);
        for (const BucketRecord& item : settled_items(turn, pair ? pairs_before : queries_before)) {
          turn.out.put(turn.self, item);
          if (partner != 0)
            turn.out.put(turn.machines.number(turn.role.kind, turn.role.table, 0, partner), item);
        }
      });
      pairs_before = pairs;
      queries_before = queries;
    }
    // The item of rank r goes to leaf ceil(r / block); place in the sorter's block gives the rank.
    round([pairs_before, queries_before](BucketTurn& turn) {
      const bool pair = turn.role.kind == MachineKind::pair_sorter;
      const long own = pair ? turn.plan.pair_sorter_block : turn.plan.query_sorter_block;
      const long block = pair ? turn.plan.pair_block : turn.plan.query_block;
      long rank = (turn.role.index - 1) * own;
      for (const BucketRecord& item : settled_items(turn, pair ? pairs_before : queries_before)) {
        ++rank;
        turn.out.put(turn.machines.number(pair ? MachineKind::pair_node : MachineKind::query_node,
                                          turn.role.table, 0, (rank + block - 1) / block),
                     item);
      }
    });
  }

  void go_up() {
    const long depths[] = {plan_->query_depth(), plan_->pair_depth()};
    for (long level = 0; level <= std::max(depths[0], depths[1]); ++level) {
      // The last level of the joint tree has no one to report to: its turn is the first round down.
      if (plan_->joint && level == depths[1]) break;
      round([level, query = depths[0], pair = depths[1]](BucketTurn& turn) {
        if (!is_tree_node(turn.role) || turn.role.level != level) return turn.keep_all();
        report_runs(turn, turn.role.kind == MachineKind::query_node ? query : pair);
      });
    }
  }

  // Line 690: (i, h_k) sends its pairs to (i, h_q), which then answers "by back propagating".
  void exchange() {
    round([](BucketTurn& turn) {
      if (turn.role.kind != MachineKind::pair_meta) return turn.keep_all();
      const long target = turn.machines.number(MachineKind::query_meta, turn.role.table, 0, turn.role.index);
      for (const ArrivedRecord& a : turn.in) turn.out.put(target, a.record);
    });
    round([](BucketTurn& turn) {
      if (turn.role.kind != MachineKind::query_meta) return turn.keep_all();
      const long t = turn.role.table;
      const BucketRecords buckets = turn.records(RecordType::bucket);
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

  void go_down() {
    const long depth = plan_->joint ? plan_->pair_depth() : plan_->query_depth();
    for (long level = depth; level >= 0; --level) {
      round([level, depth](BucketTurn& turn) {
        if (!is_tree_node(turn.role) || !passes_answers(turn) || turn.role.level != level)
          return turn.keep_all();
        answer_members(turn, level == depth);
      });
    }
  }

  void bring_home() {
    for (long level = 1; level < plan_->spread_depth(); ++level) {
      round([level](BucketTurn& turn) {
        if (turn.role.kind != MachineKind::spreader || turn.role.level != level) return turn.keep_all();
        const bool top = level + 1 == turn.plan.spread_depth();
        for (const auto& [token, value] : answer_totals(turn)) {
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
          const BucketTurn turn{
              *plan, *table, machine, role, records_in(memory, plan->width), Outbox(plan->width)};
          const std::map<long, BucketValue> total = answer_totals(turn);
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
