#include "tools/attest/measured_child.hpp"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <new>
#include <stdexcept>
#include <string>

#include "claims/usage_error.hpp"

namespace attest {

namespace {

constexpr int poll_milliseconds = 20;

struct Times {
  double wall = 0;
  double processor = 0;
};

double processor_time() {
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

Times timed(const std::function<Json()>& run, Json& extra) {
  const double processor = processor_time();
  const auto start = std::chrono::steady_clock::now();
  extra = run();
  const auto end = std::chrono::steady_clock::now();
  return {std::chrono::duration<double>(end - start).count(), processor_time() - processor};
}

Json run_all(const Load& load, const MeasuredRuns& runs) {
  Json extra = Json::object();
  const auto run = load();
  std::vector<Times> times{timed(run, extra)};
  double all = times.front().wall;
  // The warm-up counts only where it already took all the time.
  if (all <= runs.enough_seconds) times.clear();
  while (static_cast<int>(times.size()) < runs.repetitions && all <= runs.enough_seconds) {
    times.push_back(timed(run, extra));
    all += times.back().wall;
  }
  Json answer{{"seconds", Json::array()}, {"processor_seconds", Json::array()}, {"extra", extra}};
  for (const Times& each : times) {
    answer["seconds"].push_back(each.wall);
    answer["processor_seconds"].push_back(each.processor);
  }
  return answer;
}

[[noreturn]] void be_child(const Load& load, const MeasuredRuns& runs, int descriptor) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  for (const int from_outside : {SIGINT, SIGTERM, SIGHUP})
    signal(from_outside, SIG_IGN);  // the parent decides
  Json answer;
  try {
    answer = run_all(load, runs);
  } catch (const UsageError& error) {
    answer = {{"usage", error.what()}};
  } catch (const std::bad_alloc&) {
    answer = {{"memory", true}};
  } catch (const std::exception& error) {
    answer = {{"error", error.what()}};
  }
  const std::string text = answer.dump();
  std::size_t done = 0;
  while (done < text.size()) {
    const ssize_t written = write(descriptor, text.data() + done, text.size() - done);
    if (written < 0 && errno != EINTR) _exit(1);
    if (written > 0) done += static_cast<std::size_t>(written);
  }
  _exit(0);  // without destructors and buffers, which belong to the parent
}

}  // namespace

std::optional<Measurement> measure_in_child(const Load& load, const MeasuredRuns& runs,
                                            const std::function<bool()>& stop) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) throw std::runtime_error("no pipe for the measured process");
  const pid_t child = fork();
  if (child < 0) {
    close(ends[0]);
    close(ends[1]);
    throw std::runtime_error("the measured process could not be started");
  }
  if (child == 0) {
    close(ends[0]);
    be_child(load, runs, ends[1]);
  }
  close(ends[1]);
  std::string text;
  bool stopped = false;
  for (bool open = true; open && !stopped;) {
    pollfd waiting{ends[0], POLLIN, 0};
    if (poll(&waiting, 1, poll_milliseconds) > 0) {
      char buffer[4096];
      const ssize_t count = read(ends[0], buffer, sizeof buffer);
      if (count > 0) text.append(buffer, static_cast<std::size_t>(count));
      if (count == 0 || (count < 0 && errno != EINTR)) open = false;
    }
    stopped = stop();
  }
  close(ends[0]);
  if (stopped) kill(child, SIGKILL);
  int status = 0;
  rusage usage{};
  while (wait4(child, &status, 0, &usage) < 0 && errno == EINTR) {
  }
  if (stopped) return std::nullopt;
  if (!WIFEXITED(status) || WEXITSTATUS(status) != 0 || text.empty()) {
    // The system ends a process that takes more memory than there is with SIGKILL.
    if (WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL) throw std::bad_alloc();
    throw std::runtime_error("the measured process ended without an answer");
  }
  const Json answer = Json::parse(text);
  if (answer.contains("usage")) throw UsageError(answer["usage"].get<std::string>());
  if (answer.contains("memory")) throw std::bad_alloc();
  if (answer.contains("error")) throw std::runtime_error(answer["error"].get<std::string>());
  return Measurement{answer["seconds"].get<std::vector<double>>(),
                     answer["processor_seconds"].get<std::vector<double>>(),
                     static_cast<std::uint64_t>(usage.ru_maxrss) * 1024, answer["extra"]};
}

}  // namespace attest
