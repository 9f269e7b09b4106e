// The protocols by name, each with the problem that it solves.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "protocols/problem.hpp"
#include "protocols/protocol.hpp"

namespace attest::mpc {

// sort, rank-sort, prefix-sum, one-hop, k-hop or reverse. Throws UsageError if the protocol cannot work at these sizes (all but reverse need s >= 2,
// rank-sort s >= 2 ceil(sqrt n)).
Protocol protocol_by_name(const std::string& name, long n, long s, long letters, long k);

std::unique_ptr<Problem> problem_by_name(const std::string& name, long n, long letters, long k);

}  // namespace attest::mpc
