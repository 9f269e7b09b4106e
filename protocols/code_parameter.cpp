#include "protocols/code_parameter.hpp"

#include <fmt/format.h>

#include "protocols/slot_code_bound.hpp"

namespace attest::mpc {

namespace {

// The least e with 2^e >= q.
long ceil_log2(long q) {
  long e = 0;
  while ((1L << e) < q) ++e;
  return e;
}

}  // namespace

SlotCode code_by_name(const std::string& name, long q, long alpha) {
  return name == "greedy" ? greedy_code(q, alpha) : reed_solomon_code(q, alpha);
}

Check separation_check(const SlotCode& code, long alpha) {
  const long most = most_shared(code);
  const std::string text =
      fmt::format("each machine has {} of {} slots, two machines share at most {}; (alpha - 1) {} = {} {} {}",
                  code.blocks, code.slots(), most, most, (alpha - 1) * most,
                  (alpha - 1) * most < code.blocks ? "<" : ">=", code.blocks);
  return separates(code, alpha) ? holds("separation", Evidence::enumeration, text)
                                : refuted(Kind::constant, "separation", text);
}

Check block_bound_check(const SlotCode& code, long q, long alpha) {
  const long bound = greedy_block_bound(q, alpha);
  const std::string text =
      fmt::format("{} blocks of {} slots; the counting argument grants {} blocks, O(alpha log q)",
                  code.blocks, code.width, bound);
  return code.blocks <= bound ? holds("size", Evidence::enumeration, text)
                              : refuted(Kind::constant, "size", text);
}

Check growth_check(const MessageEncoding& encoding, long alpha, long delta, long q) {
  return informative(undecided(
      "growth",
      fmt::format(
          "m = {} numbers, alpha^4 Delta ceil(log2 q) = {}; one size does not decide an asymptotic statement",
          encoding.dimension(), alpha * alpha * alpha * alpha * delta * ceil_log2(q))));
}

Json encoding_json(const MessageEncoding& encoding, long alpha, long delta, long q) {
  return {{"code", encoding.code().name},
          {"slots", encoding.code().slots()},
          {"blocks", encoding.code().blocks},
          {"dimension", encoding.dimension()},
          {"alpha^4 Delta ceil(log2 q)", alpha * alpha * alpha * alpha * delta * ceil_log2(q)}};
}

}  // namespace attest::mpc
