#include "constructions/ea/next_token_task.hpp"

#include <string>

namespace attest {

NextTokenRule next_token_rule(const Parameters& parameters) {
  const std::string& task = parameters.text("task");
  if (task == "NT") return NextTokenRule::nt;
  return task == "NT-S" ? NextTokenRule::nt_s : NextTokenRule::nt_r;
}

}  // namespace attest
