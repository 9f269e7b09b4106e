#include "tools/attest/study_options.hpp"

#include <algorithm>
#include <thread>

namespace attest {

StudyOptions study_options(const VerifyOptions& run, const Deadline& deadline) {
  StudyOptions options;
  options.threads =
      run.threads > 0 ? run.threads : static_cast<int>(std::max(1u, std::thread::hardware_concurrency()));
  options.stop = [&deadline] { return deadline.reached(); };
  return options;
}

}  // namespace attest
