#include "tools/attest/watch.hpp"

#include <fmt/format.h>

#include <chrono>
#include <filesystem>
#include <thread>

#include "claims/usage_error.hpp"
#include "tools/attest/interrupt.hpp"
#include "tools/attest/streams.hpp"
#include "tools/attest/text.hpp"
#include "tools/attest/theorem_files.hpp"

namespace attest {

namespace {

constexpr std::chrono::milliseconds pause{100};

// Editors replace a file or write it in place; either changes its time or its size. While it is away nothing is known.
std::string state_of(const std::string& path) {
  std::error_code error;
  const auto time = std::filesystem::last_write_time(path, error);
  if (error) return {};
  const auto size = std::filesystem::file_size(path, error);
  return error ? std::string() : fmt::format("{} {}", time.time_since_epoch().count(), size);
}

ExitStatus run_once(const std::function<ExitStatus()>& run) {
  try {
    return run();
  } catch (const TheoremFileError& error) {
    write_error(error.what());
  } catch (const UsageError& error) {
    tell(fmt::format("attest: {}", error.what()));
  }
  return exit_usage;
}

}  // namespace

ExitStatus watched(const std::string& path, const std::function<ExitStatus()>& run) {
  for (;;) {
    const std::string before = state_of(path);
    const ExitStatus status = run_once(run);
    tell(fmt::format("attest: {} is watched; Ctrl-C ends", path));
    for (std::string now = before; now.empty() || now == before; now = state_of(path)) {
      if (interrupt_flag()) return status;
      std::this_thread::sleep_for(pause);
    }
  }
}

}  // namespace attest
