#include "protocols/capacity_protocol.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <stdexcept>

#include "protocols/column_merge.hpp"
#include "protocols/protocol_builder.hpp"

namespace attest::mpc {

namespace {

// Records as words, in the order of destination, blank, source, index, word.
struct Record {
  long destination = 0;
  bool blank = false;
  long source = 0;
  long index = 0;  // of the word in its message; of a number that a machine tells, the number
  Value word = 0;
};

class RecordCode {
 public:
  RecordCode(const Protocol& p, const CapacityPlan& plan)
      : machine_bits_(bits_for(std::max(plan.machines + 1, p.inputs))),
        index_bits_(bits_for(plan.block())),
        word_bits_(p.word_bits) {
    if (bits() > 62) throw std::invalid_argument(fmt::format("a record has {} bits, at most 62", bits()));
  }

  long bits() const { return 2 * machine_bits_ + 1 + index_bits_ + word_bits_; }

  Value write(const Record& record) const {
    Value word = record.destination;
    word = (word << 1) | static_cast<Value>(record.blank);
    word = (word << machine_bits_) | record.source;
    word = (word << index_bits_) | record.index;
    return (word << word_bits_) | record.word;
  }

  Record read(Value word) const {
    Record record;
    record.word = cut(word, word_bits_);
    record.index = cut(word, index_bits_);
    record.source = cut(word, machine_bits_);
    record.blank = cut(word, 1) == 1;
    record.destination = word;
    return record;
  }

 private:
  static Value cut(Value& word, long bits) {
    const Value low = word & ((Value{1} << bits) - 1);
    word >>= bits;
    return low;
  }

  long machine_bits_, index_bits_, word_bits_;
};

// What the machines compute.
class Records {
 public:
  Records(const Protocol& p, const CapacityPlan& plan) : p_(p), plan_(plan), code_(p, plan) {}

  long bits() const { return code_.bits(); }
  Value filler() const { return code_.write({plan_.machines + 1, false, 0, 0, 0}); }

  // Of the input, each word with its index as source.
  Block of_memory(long machine, const Memory& memory) const {
    Block block;
    for (const Item& item : memory) {
      long index = 0;
      for (const Value word : item.words)
        block.push_back(code_.write({machine, false, item.tag, index++, word}));
    }
    return filled(std::move(block));
  }

  Memory memory_of(const Block& block) const {
    Memory memory;
    for (const Value word : sorted(block)) {
      const Record record = code_.read(word);
      if (record.blank || record.destination > plan_.machines) continue;
      if (memory.empty() || memory.back().tag != record.source) memory.push_back({record.source, {}});
      memory.back().words.push_back(record.word);
    }
    return memory;
  }

  // All words of the messages that a machine of the protocol sends in a round, and its blanks.
  Block sent(std::size_t round, long machine, const Block& known) const {
    Block block;
    if (machine > p_.machines) return filled({});
    for (const Message& message : p_.rounds[round](machine, memory_of(known))) {
      long index = 0;
      for (const Value word : message.words)
        block.push_back(code_.write({message.destination, false, machine, index++, word}));
    }
    if (static_cast<long>(block.size()) > plan_.half)
      throw std::logic_error("a machine sends more words than it may");
    block.resize(block.size() + static_cast<std::size_t>(plan_.half), code_.write({machine, true, 0, 0, 0}));
    return sorted(filled(std::move(block)));
  }

  // In the last slot: the last record's destination, and how many records of it there are.
  Block told(const Block& block) const {
    const long last = code_.read(block[last_slot() - 1]).destination;
    const auto count = std::count_if(block.begin(), block.begin() + plan_.block(),
                                     [&](Value word) { return code_.read(word).destination == last; });
    Block result = block;
    result[last_slot()] = code_.write({last, false, 0, count, 0});
    return result;
  }

  // The first h records of every destination, by what the machine before has told.
  Block kept(const Block& block) const {
    const Record before = code_.read(block[last_slot()]);
    Block result;
    long destination = before.destination;
    long rank = before.index;
    for (std::size_t slot = 0; slot < last_slot(); ++slot) {
      const Record record = code_.read(block[slot]);
      if (record.destination != destination) rank = 0;
      destination = record.destination;
      const bool keeps = rank++ < plan_.half;
      if (!keeps && !record.blank && destination <= plan_.machines)
        throw std::logic_error("a machine receives more words than it may");
      result.push_back(keeps ? block[slot] : filler());
    }
    return filled(sorted(std::move(result)));
  }

 private:
  std::size_t last_slot() const { return static_cast<std::size_t>(plan_.block()); }

  Block filled(Block block) const {
    block.resize(last_slot() + 1, filler());
    return block;
  }

  static Block sorted(Block block) {
    std::sort(block.begin(), block.end());
    return block;
  }

  Protocol p_;
  CapacityPlan plan_;
  RecordCode code_;
};

// With a slot more, to which nothing comes.
FixedRound with_last_slot(const FixedRound& round) {
  FixedRound wider = empty_round(round.machines(), round.slots + 1);
  for (std::size_t place = 0; place < round.source.size(); ++place) {
    const long here = static_cast<long>(place);
    const long from = round.source[place];
    wider.source[static_cast<std::size_t>(here + here / round.slots)] = from + from / round.slots;
  }
  wider.sorted = round.sorted;
  return wider;
}

// Every machine keeps its records and hears the last word of the one before.
FixedRound telling_round(const CapacityPlan& plan) {
  FixedRound round = empty_round(plan.machines, plan.block() + 1);
  for (long place = 0; place < plan.machines * round.slots; ++place) {
    const bool last = place % round.slots == plan.block();
    if (!last || place >= round.slots)
      round.source[static_cast<std::size_t>(place)] = last ? place - round.slots : place;
  }
  return round;
}

// Machine d hears the d-th half block.
FixedRound handing_round(const CapacityPlan& plan) {
  FixedRound round = empty_round(plan.machines, plan.block() + 1);
  for (long d = 0; d < plan.machines; ++d) {
    for (long slot = 0; slot < plan.half; ++slot)
      round.source[static_cast<std::size_t>(d * round.slots + slot)] =
          d / 2 * round.slots + d % 2 * plan.half + slot;
  }
  return round;
}

}  // namespace

CapacityPlan capacity_plan(long machines, long words, long k) {
  CapacityPlan plan;
  while (power_of(k, plan.levels) < machines) ++plan.levels;
  while (power_of(plan.columns, plan.levels) < machines) ++plan.columns;
  plan.machines = power_of(plan.columns, plan.levels);
  plan.half = std::max(words, (plan.columns - 1) * (plan.columns - 1));
  while (!merges_columns(plan.columns, plan.block())) ++plan.half;
  return plan;
}

Block FixedProtocol::arrived(std::size_t round, long machine, Block block) const {
  const auto& [first, last] = rounds[round].ways.sorted[static_cast<std::size_t>(machine) - 1];
  std::sort(block.begin() + first, block.begin() + last);
  return block;
}

FixedProtocol fixed_protocol(const Protocol& protocol, long k) {
  if (protocol.rounds.empty()) throw std::invalid_argument("a protocol without rounds");
  if (protocol.keeping_is_free) throw std::invalid_argument("a protocol whose machines keep words freely");
  FixedProtocol fixed;
  fixed.plan = capacity_plan(protocol.machines, protocol.word_limit(), k);
  const auto records = std::make_shared<const Records>(protocol, fixed.plan);
  fixed.word_bits = records->bits();
  fixed.filler = records->filler();
  fixed.begin = [records](long machine, const Memory& memory) { return records->of_memory(machine, memory); };
  fixed.end = [records](const Block& block) { return records->memory_of(block); };

  const auto same = [](long, const Block& block) { return block; };
  const std::vector<FixedRound> sorting =
      column_sorting_rounds(fixed.plan.columns, fixed.plan.levels, fixed.plan.block());
  // What is computed before the next round goes.
  std::function<Block(long, const Block&)> local = same;
  const auto add = [&](FixedRound ways) {
    fixed.rounds.push_back({std::move(local), std::move(ways)});
    local = same;
  };
  for (std::size_t round = 0; round < protocol.rounds.size(); ++round) {
    local = [records, round](long machine, const Block& known) {
      return records->sent(round, machine, known);
    };
    for (const FixedRound& ways : sorting) add(with_last_slot(ways));
    local = [records, before = std::move(local)](long machine, const Block& block) {
      return records->told(before(machine, block));
    };
    add(telling_round(fixed.plan));
    local = [records](long, const Block& block) { return records->kept(block); };
    for (const FixedRound& ways : sorting) add(with_last_slot(ways));
    add(handing_round(fixed.plan));
  }
  return fixed;
}

std::vector<Memory> play(const FixedProtocol& fixed, const std::vector<Memory>& shares) {
  std::vector<Block> blocks;
  for (long machine = 1; machine <= fixed.plan.machines; ++machine) {
    const bool has_share = machine <= static_cast<long>(shares.size());
    blocks.push_back(
        fixed.begin(machine, has_share ? shares[static_cast<std::size_t>(machine) - 1] : Memory{}));
  }
  const auto slots = blocks.front().size();
  for (const FixedProtocol::Round& round : fixed.rounds) {
    std::vector<Value> places;
    for (std::size_t i = 0; i < blocks.size(); ++i) {
      const Block sent = round.local(static_cast<long>(i) + 1, blocks[i]);
      places.insert(places.end(), sent.begin(), sent.end());
    }
    places = play(round.ways, places, fixed.filler);
    for (std::size_t i = 0; i < blocks.size(); ++i)
      std::copy_n(places.begin() + static_cast<long>(i * slots), slots, blocks[i].begin());
  }
  std::vector<Memory> known;
  for (std::size_t i = 0; i < shares.size(); ++i) known.push_back(fixed.end(blocks[i]));
  return known;
}

Protocol with_capacity(const Protocol& protocol, long k) {
  const auto fixed = std::make_shared<const FixedProtocol>(fixed_protocol(protocol, k));
  Protocol result = protocol;
  result.name += fmt::format(", {} partners", k);
  result.machines = fixed->plan.machines;
  result.limit = fixed->plan.block() + 1;
  result.word_bits = fixed->word_bits;
  result.capacity = k;
  result.rounds.clear();
  // What the machine holds when the messages of this round have come.
  const auto received = [fixed](std::size_t round, long machine, const Memory& memory) {
    const FixedRound& ways = fixed->rounds[round].ways;
    std::vector<std::size_t> read(memory.size(), 0);
    Block block;
    for (long slot = 0; slot < ways.slots; ++slot) {
      const long source = ways.source_machine(machine - 1, slot);
      std::size_t item = 0;
      while (item < memory.size() && memory[item].tag != source + 1) ++item;
      block.push_back(item == memory.size() ? fixed->filler : memory[item].words.at(read[item]++));
    }
    return fixed->arrived(round, machine, std::move(block));
  };
  for (std::size_t round = 0; round < fixed->rounds.size(); ++round) {
    const auto messages = messages_of(fixed->rounds[round].ways);
    result.rounds.push_back([fixed, received, messages, round](long machine, const Memory& memory) {
      const Block block = fixed->rounds[round].local(
          machine, round == 0 ? fixed->begin(machine, memory) : received(round - 1, machine, memory));
      std::vector<Message> sent;
      for (const FixedMessage& message : messages[static_cast<std::size_t>(machine) - 1]) {
        sent.push_back({message.destination + 1, {}});
        for (const long slot : message.slots)
          sent.back().words.push_back(block[static_cast<std::size_t>(slot)]);
      }
      return sent;
    });
  }
  const std::size_t last = fixed->rounds.size() - 1;
  result.output = [fixed, received, last, output = protocol.output](long machine, const Memory& memory) {
    return output(machine, fixed->end(received(last, machine, memory)));
  };
  return result;
}

}  // namespace attest::mpc
