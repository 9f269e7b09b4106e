#include "protocols/prefix_sums_protocol.hpp"

#include <algorithm>

#include "protocols/protocol_builder.hpp"

namespace attest::mpc {

// Machine i holds the sum of a window of w words that ends with x_i (w = 1 after the spreading). In one round
// it sends that sum to itself and to i + w, i + 2w, ..., i + (s-1)w, so that every machine gets the sums of s
// windows side by side, whose total is that of a window s times as long. Words sent and received: at most s.
//
// By hand, n = 3, s = 2, x = (1, 2, 3): windows of 2: (1, 3, 5); machine 3 then adds what machine 1 has: 6.
Protocol prefix_sums_protocol(long n, long s, long letters) {
  // An index, a symbol or a machine fits into b bits, a sum of n symbols into 2b.
  const long b = bits_for(std::max(n, letters));
  ProtocolBuilder builder("prefix sums", n, s, 2 * b);
  const auto total = [](long, const Memory& memory) {
    Value sum = 0;
    for (const Item& item : memory) sum += item.words.front();
    return sum;
  };
  for (long window = 1; window < n; window *= s) {
    builder.round(
        [n, s, window](long machine, Value) {
          std::vector<long> to;
          for (long t = 0; t < s && machine + t * window <= n; ++t) to.push_back(machine + t * window);
          return to;
        },
        total);
  }
  return builder.collect([](Value sum) { return sum; });
}

}  // namespace attest::mpc
