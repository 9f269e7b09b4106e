// k-hop induction heads: at each position i the letter w_{sigma^k(w,i)}, sigma^k the k-fold composition of
// sigma(w, .) of induction heads; null where some step has no earlier occurrence (sigma(w, 0) = 0).
//
// Source: seed 001_9fe7599dfb64bc47.txt, Definition 5.5 (lines 308-312). letters^N words.
#pragma once

#include "tasks/induction_heads.hpp"

namespace attest {

class KHop final : public InductionHeads {
 public:
  KHop(long length, long letters, long hops) : InductionHeads(length, letters), hops_(hops) {}

  long truth(std::span<const Symbol> word, std::size_t which) const override;

 private:
  long hops_;
};

}  // namespace attest
