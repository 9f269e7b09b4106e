#include "protocols/protocol_catalogue.hpp"

#include <fmt/format.h>

#include "claims/usage_error.hpp"
#include "protocols/k_hop_protocol.hpp"
#include "protocols/prefix_sums_protocol.hpp"
#include "protocols/reversal_protocol.hpp"
#include "protocols/sorting_protocol.hpp"

namespace attest::mpc {

Protocol protocol_by_name(const std::string& name, long n, long s, long letters, long k) {
  if (name != "reverse" && s < 2) {
    throw UsageError("s", std::to_string(s),
                     "at least 2 words of memory, with which a machine can hear from another and itself "
                     "(reverse does with 1)");
  }
  if (name == "sort") return sorting_protocol(n, s, letters);
  if (name == "rank-sort") {
    long root = 1;
    while (root * root < n) ++root;
    if (s < 2 * root) {
      throw UsageError("s", std::to_string(s),
                       fmt::format("at least 2 ceil(sqrt(n)) = {} words of memory for rank-sort", 2 * root));
    }
    return rank_sorting_protocol(n, s, letters);
  }
  if (name == "prefix-sum") return prefix_sums_protocol(n, s, letters);
  if (name == "one-hop") return one_hop_protocol(n, s, letters);
  if (name == "k-hop") return k_hop_protocol(n, s, letters, k);
  if (name == "reverse") return reversal_protocol(n, s, letters);
  throw UsageError("protocol", name, "the name of a protocol");
}

std::unique_ptr<Problem> problem_by_name(const std::string& name, long n, long letters, long k) {
  ProblemKind kind = ProblemKind::sorting;
  if (name == "prefix-sum") kind = ProblemKind::prefix_sums;
  if (name == "one-hop" || name == "k-hop") kind = ProblemKind::k_hop;
  if (name == "reverse") kind = ProblemKind::reversal;
  return std::make_unique<Problem>(kind, n, letters, name == "one-hop" ? 1 : k);
}

}  // namespace attest::mpc
