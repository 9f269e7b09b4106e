#include "protocols/protocol_builder.hpp"

#include <algorithm>

namespace attest::mpc {

std::vector<std::vector<long>> merge_exchange_layers(long n) {
  std::vector<std::vector<long>> layers;
  long top = 1;
  while (2 * top < n) top *= 2;
  if (n < 2) return layers;
  for (long p = top; p > 0; p /= 2) {
    long q = top;
    long r = 0;
    long d = p;
    for (;;) {
      std::vector<long> partner(static_cast<std::size_t>(n), -1);
      for (long i = 0; i + d < n; ++i) {
        if ((i & p) != r) continue;
        partner[i] = i + d;
        partner[i + d] = i;
      }
      layers.push_back(std::move(partner));
      if (q == p) break;
      d = q - p;
      q /= 2;
      r = p;
    }
  }
  return layers;
}

namespace {

// After a comparator round: alone, a machine keeps its word; with a partner of a higher number it keeps the
// smaller of the two, else the larger.
Value keep_in_order(long machine, const Memory& memory) {
  Value kept = word_from(machine, memory);
  for (const Item& item : memory) {
    const Value other = item.words.front();
    if (item.tag > machine) kept = std::min(kept, other);
    if (item.tag < machine) kept = std::max(kept, other);
  }
  return kept;
}

}  // namespace

Value pack(const Words& fields, long bits) {
  Value word = 0;
  for (const Value field : fields) word = (word << bits) | field;
  return word;
}

Words unpack(Value word, long count, long bits) {
  Words fields(static_cast<std::size_t>(count));
  for (auto field = fields.rbegin(); field != fields.rend(); ++field) {
    *field = word & ((Value{1} << bits) - 1);
    word >>= bits;
  }
  return fields;
}

long bits_for(long largest) {
  long bits = 1;
  while (largest >> bits != 0) ++bits;
  return bits;
}

Value only_word(long, const Memory& memory) {
  return memory.empty() ? -1 : memory.front().words.front();
}

Value word_from(long source, const Memory& memory) {
  for (const Item& item : memory) {
    if (item.tag == source) return item.words.front();
  }
  return -1;
}

ProtocolBuilder::ProtocolBuilder(std::string name, long inputs, long memory, long word_bits)
    : load_(only_word) {
  protocol_.name = std::move(name);
  protocol_.inputs = inputs;
  protocol_.machines = inputs;
  protocol_.memory = memory;
  protocol_.word_bits = word_bits;
  protocol_.rounds.push_back([](long, const Memory& share) {
    std::vector<Message> sent;
    for (const Item& item : share) sent.push_back({item.tag, item.words});
    return sent;
  });
}

void ProtocolBuilder::round(const Recipients& recipients, Load next) {
  protocol_.rounds.push_back([load = load_, recipients](long machine, const Memory& memory) {
    const Value word = load(machine, memory);
    std::vector<Message> sent;
    for (const long recipient : recipients(machine, word)) sent.push_back({recipient, {word}});
    return sent;
  });
  load_ = std::move(next);
}

void ProtocolBuilder::answer_round(Load next) {
  protocol_.rounds.push_back([load = load_](long machine, const Memory& memory) {
    const Value word = load(machine, memory);
    std::vector<Message> sent = {{machine, {word}}};
    for (const Item& item : memory) {
      if (item.tag != machine) sent.push_back({item.tag, {word}});
    }
    return sent;
  });
  load_ = std::move(next);
}

void ProtocolBuilder::sort() {
  for (const auto& partner : merge_exchange_layers(n())) {
    round(
        [partner](long machine, Value) {
          std::vector<long> to = {machine};
          if (partner[machine - 1] >= 0) to.push_back(partner[machine - 1] + 1);
          return to;
        },
        keep_in_order);
  }
}

Protocol ProtocolBuilder::collect(std::function<Value(Value)> field) {
  const long s = protocol_.memory;
  round([s](long machine, Value) { return std::vector<long>{(machine + s - 1) / s}; }, only_word);
  // One word from each machine of the block, by ascending source.
  protocol_.output = [field = std::move(field)](long, const Memory& memory) {
    Words words;
    for (const Item& item : memory) words.push_back(field(item.words.front()));
    return words;
  };
  return std::move(protocol_);
}

}  // namespace attest::mpc
