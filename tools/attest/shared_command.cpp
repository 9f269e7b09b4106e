#include "tools/attest/shared_command.hpp"

#include "claims/input_files.hpp"
#include "tools/attest/build_identity.hpp"

namespace attest {

SharedCommand::SharedCommand(const Context& context)
    : request_(Json{build_identity(), context.command, Json(input_files())}.dump()),
      work_(ranks::taken_shared_work()) {}

}  // namespace attest
