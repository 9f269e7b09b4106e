#include "constructions/ea/next_token_task.hpp"

#include <string>

#include "claims/parameter_specs.hpp"

namespace attest {

ParameterSpec next_token_task_parameter() {
  return with_default(named_parameter("task", {"NT", "NT-S", "NT-R"},
                                      "which rule continues the series: eq. (4), eq. (8) or eq. (9)"),
                      "NT");
}

NextTokenRule next_token_rule(const Parameters& parameters) {
  const std::string& task = parameters.text("task");
  if (task == "NT") return NextTokenRule::nt;
  return task == "NT-S" ? NextTokenRule::nt_s : NextTokenRule::nt_r;
}

}  // namespace attest
