// Running a command on a file again whenever the file is saved.
#pragma once

#include <functional>
#include <string>

#include "tools/attest/exit_status.hpp"

namespace attest {

// Until a signal ends it; the last run's status. What a user did wrong is told and waited for, not thrown: a file that is being
// written is often wrong.
ExitStatus watched(const std::string& path, const std::function<ExitStatus()>& run);

}  // namespace attest
