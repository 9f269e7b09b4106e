#include "protocols/reversal_protocol.hpp"

#include <algorithm>

#include "protocols/protocol_builder.hpp"

namespace attest::mpc {

// Machine i's words go, in reverse order, to the machines that hold the mirrored indices. The words of a
// later machine belong to earlier indices, so the receiver reads its messages by descending source.
Protocol reversal_protocol(long n, long s, long letters) {
  Protocol protocol;
  protocol.name = "reversal";
  protocol.inputs = n;
  protocol.memory = s;
  protocol.machines = protocol.input_machines();
  protocol.word_bits = bits_for(std::max(n, letters));
  protocol.capacity = n % s == 0 ? 1 : std::min(2L, s);
  protocol.rounds.push_back([n, s](long, const Memory& memory) {
    std::vector<Message> sent;
    for (auto item = memory.rbegin(); item != memory.rend(); ++item) {
      const long destination = (n + 1 - item->tag + s - 1) / s;
      if (sent.empty() || sent.back().destination != destination) sent.push_back({destination, {}});
      sent.back().words.push_back(item->words.front());
    }
    return sent;
  });
  protocol.output = [](long, const Memory& memory) {
    Words words;
    for (auto item = memory.rbegin(); item != memory.rend(); ++item) {
      words.insert(words.end(), item->words.begin(), item->words.end());
    }
    return words;
  };
  return protocol;
}

}  // namespace attest::mpc
