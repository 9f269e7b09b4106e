#include "protocols/protocol.hpp"

namespace attest::mpc {

long words_in(const Memory& memory) {
  long count = 0;
  for (const Item& item : memory) count += static_cast<long>(item.words.size());
  return count;
}

std::vector<Memory> initial_memories(const Protocol& protocol, const Words& input) {
  std::vector<Memory> memories(static_cast<std::size_t>(protocol.machines));
  for (long index = 1; index <= protocol.inputs; ++index) {
    memories[protocol.home(index) - 1].push_back({index, {input[index - 1]}});
  }
  return memories;
}

// The idle round concatenates a memory into one message to oneself, so the sources are lost unless the
// reading of the output happens before it: machine i sends its output words, in order.
Protocol with_idle_round(Protocol protocol) {
  const auto read = protocol.output;
  const long holders = protocol.input_machines();
  protocol.rounds.push_back([read, holders](long machine, const Memory& memory) {
    std::vector<Message> sent;
    if (machine <= holders) sent.push_back({machine, read(machine, memory)});
    return sent;
  });
  protocol.output = [](long, const Memory& memory) {
    return memory.empty() ? Words{} : memory.front().words;
  };
  protocol.name += ", then one idle round";
  return protocol;
}

}  // namespace attest::mpc
