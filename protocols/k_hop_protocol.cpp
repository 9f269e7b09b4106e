#include "protocols/k_hop_protocol.hpp"

#include <algorithm>

#include "protocols/protocol_builder.hpp"

namespace attest::mpc {

namespace {

using Load = ProtocolBuilder::Load;

// Steps 1 to 3 of Lemma F.3 (lines 885-895). After them machine p, the p-th of the sorted list, has the word
// (w_{sigma(i)}, sigma(i), w_i, i) for the token i that the sort put there.
//
// Step 1 asks the last token for x_{N+1}; it is 0 here and never looked at, because only the successor of an
// earlier token is.
void append_sorted_hops(ProtocolBuilder& builder, long n, long b) {
  builder.round(
      [](long machine, Value) {
        return machine > 1 ? std::vector<long>{machine - 1, machine} : std::vector<long>{machine};
      },
      [b](long i, const Memory& memory) {
        const Value next = word_from(i + 1, memory);
        return pack({word_from(i, memory), i, next < 0 ? 0 : next}, b);
      });
  builder.sort();
  builder.round(
      [n](long p, Value) {
        return p < n ? std::vector<long>{p, p + 1} : std::vector<long>{p};
      },
      [b](long p, const Memory& memory) {
        const Words own = unpack(word_from(p, memory), 3, b);  // (x_i, i, x_{i+1})
        const Value before = word_from(p - 1, memory);
        if (before >= 0) {
          const Words other = unpack(before, 3, b);  // (x_j, j, x_{j+1})
          if (other[0] == own[0]) return pack({other[2], other[1] + 1, own[0], own[1]}, b);
        }
        return pack({0, 0, own[0], own[1]}, b);
      });
}

struct Hops {
  Value far_letter, far;    // w_{sigma^{2^l}(i)}, sigma^{2^l}(i)
  Value near_letter, near;  // w_{sigma^{k_{:l}}(i)}, sigma^{k_{:l}}(i)
};

Hops hops_of(Value word, long b) {
  const Words f = unpack(word, 4, b);
  return {f[0], f[1], f[2], f[3]};
}

Value word_of(const Hops& h, long b) {
  return pack({h.far_letter, h.far, h.near_letter, h.near}, b);
}

}  // namespace

Protocol one_hop_protocol(long n, long s, long letters) {
  const long b = bits_for(std::max(n, letters));
  ProtocolBuilder builder("one-hop", n, s, 4 * b);
  append_sorted_hops(builder, n, b);
  // Step 4: token i to its output machine; done as "token i to machine i" and the collecting round, so that
  // the words arrive in order.
  builder.round([b](long, Value word) { return std::vector<long>{static_cast<long>(hops_of(word, b).near)}; },
                only_word);
  return builder.collect([b](Value word) { return hops_of(word, b).far_letter; });
}

// After the hops are home, machine i holds (far, near) = (sigma, sigma^0) = (sigma(i), i). For each digit k_l
// of k, lowest first, machine i asks machine far for its word and composes:
//   far  <- far of far   (sigma^{2^l} twice),
//   near <- near of far  if k_l = 1 (sigma^{k_{:l}} after sigma^{2^l}; powers of one function commute).
// sigma is injective off null: if sigma(i) = sigma(i') with i < i', then w_i = w_{i'} and i + 1 <= i' is a
// candidate for sigma(i'), so sigma(i') >= i + 1 > sigma(i). Its powers are too, so a machine is asked by at
// most one other. Words a round: at most 2 sent and received.
Protocol k_hop_protocol(long n, long s, long letters, long k) {
  const long b = bits_for(std::max(n, letters));
  ProtocolBuilder builder("k-hop", n, s, 4 * b);
  append_sorted_hops(builder, n, b);
  builder.round([b](long, Value word) { return std::vector<long>{static_cast<long>(hops_of(word, b).near)}; },
                only_word);
  for (long rest = k; rest > 0; rest /= 2) {
    // The request carries the asker's whole word; it is known by its source.
    builder.round(
        [b](long i, Value word) {
          std::vector<long> to = {i};
          const long far = static_cast<long>(hops_of(word, b).far);
          if (far != 0 && far != i) to.push_back(far);
          return to;
        },
        [](long i, const Memory& memory) { return word_from(i, memory); });
    const bool digit = rest % 2 == 1;
    // The answer must go to the asker, who is known from the memory, not from the word: a round of its own
    // kind.
    builder.answer_round([b, digit](long i, const Memory& memory) {
      Hops own = hops_of(word_from(i, memory), b);
      // What machine far answered: its own word, ours where far = i, null where there is no far.
      const Hops reply = own.far == 0   ? Hops{0, 0, 0, 0}
                         : own.far == i ? own
                                        : hops_of(word_from(static_cast<long>(own.far), memory), b);
      if (digit) {
        own.near_letter = reply.near_letter;
        own.near = reply.near;
      }
      own.far_letter = reply.far_letter;
      own.far = reply.far;
      return word_of(own, b);
    });
  }
  return builder.collect([b](Value word) { return hops_of(word, b).near_letter; });
}

}  // namespace attest::mpc
