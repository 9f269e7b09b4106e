#include "tools/attest/precision_ladders.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace attest {

namespace {

std::vector<std::string> ladder_words(const std::string& text) {
  std::vector<std::string> words;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find(' ', at), text.size());
    if (end > at) words.push_back(text.substr(at, end - at));
    at = end + 1;
  }
  return words;
}

PrecisionLadder ladder(const std::string& claim, Variant variant, const std::string& fixed,
                       const std::string& varied, const std::vector<long>& values) {
  PrecisionLadder result{claim, variant, fixed, varied, {}};
  for (const long value : values) {
    std::vector<std::string> words = ladder_words(fixed);
    words.push_back(fmt::format("{}={}", varied, value));
    result.sizes.push_back(std::move(words));
  }
  return result;
}

// One more parameter with a value of its own for each size.
PrecisionLadder with(PrecisionLadder result, const std::string& name,
                     const std::vector<std::string>& values) {
  for (std::size_t k = 0; k < values.size(); ++k) result.sizes[k].push_back(name + "=" + values[k]);
  return result;
}

}  // namespace

const std::vector<PrecisionLadder>& precision_ladders() {
  using enum Variant;
  static const std::vector<PrecisionLadder> all{
      ladder("strassen/function-composition", repaired, "", "n", {1, 2, 3, 4, 5, 6, 8, 12, 16, 20, 24}),
      ladder("strassen/relation-composition", repaired, "", "m", {1, 2, 3, 4}),
      ladder("strassen/match3", repaired, "m=4", "n", {2, 3, 4, 5, 6, 8, 12}),
      ladder("strassen/quotient-composition", printed, "", "m", {1, 2, 3}),
      ladder("strassen/triangular-relation-composition", constructed, "", "m", {1, 2, 3, 4, 5, 6}),
      ladder("strassen/third-order-match3", constructed, "m=4", "n", {1, 2, 3, 4, 5, 6}),
      // The least A2 that verify finds with A2=auto.
      with(ladder("poly/function-composition", repaired, "t=2", "n", {1, 2, 3, 4}), "A2",
           {"1/4", "39/4", "14", "53/4"}),
      ladder("poly/root-finding", repaired, "p=x1+x2 r=2", "n", {1, 2, 3, 4, 6, 8}),
      ladder("ea/next-token", constructed, "tau=1 context=3", "N", {2, 4, 8, 16, 32, 64}),
      with(ladder("ea/next-token-dot-product", constructed, "tau=1 context=3", "N", {2, 4, 8, 16, 32, 64}),
           "ratio", {"3", "11", "27", "59", "123", "251"}),
      ladder("anna/ema-match2", repaired, "N=3 domain=positive", "M", {2, 4, 8, 16, 32, 64, 128, 256, 512}),
      ladder("anna/sum", printed, "M=10", "N", {1, 2, 3, 4, 8, 12, 16, 32, 64, 128, 256, 512}),
      ladder("anna/induction-heads", constructed, "sigma=2", "N", {2, 4, 8, 9, 16, 17, 32, 64}),
      ladder("anna/k-hop", constructed, "sigma=2 k=2", "N", {2, 4, 8, 9, 16, 17, 32}),
      ladder("anna/message-encoding", constructed, "alpha=2 Delta=1", "q", {2, 4, 8, 16, 32, 64}),
      ladder("anna/simulates-mpc", repaired, "protocol=sort s=2", "n", {2, 4, 8, 16}),
      ladder("dat/symbol-retrieval", printed, "n=1 eps=1/1000 beta=7", "n_s", {2, 4, 8, 16}),
  };
  return all;
}

}  // namespace attest
