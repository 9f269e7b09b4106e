#include "tools/attest/what_claim_has.hpp"

#include "tools/attest/commands.hpp"

namespace attest {

std::string what_claim_has(const ClaimInfo& info) {
  if (info.kind == "reduction")
    return "a reduction maps instances, which `attest reduce` writes to files (--out)";
  if (info.kind == "lowerbound")
    return "a lower bound has numbers (`attest bound`) or sets (`attest shatter`, `attest show`)";
  if (info.kind == "algorithm") return "an algorithm is run and measured (`attest bench`, `attest verify`)";
  if (info.kind == "task")
    return "`attest verify` examines it; the datasets of `attest generate` are " + generated_task_names();
  return "its construction is a program, of which `attest run` and `attest explain` show one input";
}

}  // namespace attest
