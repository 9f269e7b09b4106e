#include "protocols/sorting_protocol.hpp"

#include <algorithm>

#include "protocols/protocol_builder.hpp"

namespace attest::mpc {

Protocol sorting_protocol(long n, long s, long letters) {
  ProtocolBuilder builder("sorting", n, s, bits_for(std::max(n, letters)));
  builder.sort();
  return builder.collect([](Value word) { return word; });
}

// With a = ceil(sqrt n) there are q = a^2 >= n machines, cells (u, w) of a grid, numbered row by row; the
// words are cut into blocks of a, so that word i belongs to the block of machine i's row.
//   round 1  spread: word i to machine i.
//   round 2  machine (u, v) sends its word x to the machines (u, w) and (w, u), w = 1..a: at most 2a words.
//   Machine
//            (u, w) receives block u and block w: at most 2a words.
//   round 3  machine (u, w) counts for each word of block u how many words of block w come before it
//   (smaller, or
//            equal and with a smaller index) and sends the count to the word's machine; with w = u it sends
//            the word along. At most a words, received: at most a.
//   round 4  machine i adds the counts, which gives the rank r of its word, and sends (r, word) to machine
//            ceil(r/s).
Protocol rank_sorting_protocol(long n, long s, long letters) {
  const long b = bits_for(std::max(n, letters));
  long a = 1;
  while (a * a < n) ++a;

  Protocol protocol;
  protocol.name = "sorting by ranks";
  protocol.inputs = n;
  protocol.machines = a * a;
  protocol.memory = s;
  protocol.word_bits = 2 * b;

  protocol.rounds.push_back([](long, const Memory& share) {
    std::vector<Message> sent;
    for (const Item& item : share) sent.push_back({item.tag, item.words});
    return sent;
  });
  protocol.rounds.push_back([a](long machine, const Memory& memory) {
    std::vector<Message> sent;
    if (memory.empty()) return sent;
    const long u = (machine - 1) / a;  // 0-based block
    for (long w = 0; w < a; ++w) {
      sent.push_back({u * a + w + 1, memory.front().words});
      if (w != u) sent.push_back({w * a + u + 1, memory.front().words});
    }
    return sent;
  });
  protocol.rounds.push_back([a, b](long machine, const Memory& memory) {
    std::vector<Message> sent;
    const long u = (machine - 1) / a;
    const long w = (machine - 1) % a;
    for (const Item& mine : memory) {
      if ((mine.tag - 1) / a != u) continue;
      Value before = 0;
      for (const Item& other : memory) {
        if ((other.tag - 1) / a != w) continue;
        const Value x = mine.words.front();
        const Value y = other.words.front();
        if (y < x || (y == x && other.tag < mine.tag)) ++before;
      }
      sent.push_back({mine.tag, {u == w ? pack({before, mine.words.front()}, b) : pack({before, 0}, b)}});
    }
    return sent;
  });
  protocol.rounds.push_back([a, b, s](long machine, const Memory& memory) {
    std::vector<Message> sent;
    if (memory.empty()) return sent;
    Value rank = 1;
    Value word = 0;
    for (const Item& item : memory) {
      const Words fields = unpack(item.words.front(), 2, b);
      rank += fields[0];
      // Only machine (u, u) sends the word; the others send 0.
      if ((item.tag - 1) % a == (machine - 1) / a) word = fields[1];
    }
    sent.push_back({(rank + s - 1) / s, {pack({rank, word}, b)}});
    return sent;
  });
  protocol.output = [b](long, const Memory& memory) {
    Words packed;
    for (const Item& item : memory) packed.push_back(item.words.front());
    std::sort(packed.begin(), packed.end());  // by rank, which is the more significant field
    for (Value& word : packed) word = unpack(word, 2, b)[1];
    return packed;
  };
  return protocol;
}

}  // namespace attest::mpc
