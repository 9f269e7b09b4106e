#include "tools/attest/other_program.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <stdexcept>
#include <utility>

#include "tools/attest/interrupt.hpp"

namespace attest {

TemporaryFolder::TemporaryFolder() {
  std::string name = (std::filesystem::temp_directory_path() / "attest-XXXXXX").string();
  if (mkdtemp(name.data()) == nullptr) throw std::runtime_error("no temporary folder can be made");
  path_ = name;
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

namespace {

// In the child: nothing but what may be called between fork and exec.
[[noreturn]] void become(const char* folder, char* const* words, int output) {
  setpgid(0, 0);  // a signal to the terminal's programs reaches it through attest alone
  dup2(output, STDOUT_FILENO);
  dup2(output, STDERR_FILENO);
  if (chdir(folder) == 0) execvp(words[0], words);
  _exit(127);
}

}  // namespace

Ran run_in(const std::filesystem::path& folder, const std::vector<std::string>& words) {
  std::array<int, 2> ends{};
  if (pipe2(ends.data(), O_CLOEXEC) != 0) throw std::runtime_error("no process can be started");
  std::vector<std::string> copies = words;
  std::vector<char*> arguments;
  for (std::string& word : copies) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  const pid_t child = fork();
  if (child == 0) become(folder.c_str(), arguments.data(), ends[1]);
  close(ends[1]);
  if (child < 0) {
    close(ends[0]);
    throw std::runtime_error("no process can be started");
  }
  setpgid(child, child);  // whichever of both comes first
  Ran ran;
  std::array<char, 4096> buffer{};
  bool told = false;
  for (;;) {
    if (interrupt_flag() && !std::exchange(told, true)) kill(-child, SIGKILL);
    pollfd readable{ends[0], POLLIN, 0};
    if (poll(&readable, 1, 100) <= 0) continue;
    const ssize_t count = read(ends[0], buffer.data(), buffer.size());
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) break;
    ran.said.append(buffer.data(), static_cast<std::size_t>(count));
  }
  close(ends[0]);
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) continue;
  ran.status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  return ran;
}

}  // namespace attest
