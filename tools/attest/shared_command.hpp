// The work of one command, shared among ranks where there are several: the key says in full what it is of, since every rank has the same
// command and the same files.
#pragma once

#include "ranks/shared_work.hpp"
#include "tools/attest/command_spec.hpp"

namespace attest {

class SharedCommand {
 public:
  explicit SharedCommand(const Context& context);
  // Null where this process is alone.
  const ranks::SharedWork* work() const { return work_; }

 private:
  ranks::SharedWorkRequest request_;
  const ranks::SharedWork* work_;
};

}  // namespace attest
