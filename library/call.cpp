#include "library/call.hpp"

#include <locale.h>
#include <pthread.h>
#include <unistd.h>

#include <cfenv>
#include <chrono>
#include <csignal>
#include <mutex>

#include "claims/usage_error.hpp"
#include "library/words.hpp"
#include "numeric/interval.hpp"
#include "tools/attest/interrupt.hpp"
#include "tools/attest/program.hpp"
#include "tools/attest/streams.hpp"

namespace attest::api {

namespace {

// Formulas are read and evaluated by recursion, within limits that the program's own stack of 8 MiB bears.
constexpr std::size_t stack_bytes = std::size_t{64} << 20;
constexpr std::chrono::milliseconds between_looks{20};

std::timed_mutex turn;
// The process that has run something: its worker threads are not in a child that it forks, which would wait for them.
std::atomic<pid_t> runs_in{0};

Outcome outcome_of(int status) {
  switch (status) {
    case 0:
      return Outcome::holds;
    case 1:
      return Outcome::refuted;
    case 2:
      return Outcome::usage_error;
    case 3:
      return Outcome::undecided;
    case 5:
      return Outcome::write_error;
    case 128 + SIGINT:
      return Outcome::stopped;
    default:
      return Outcome::internal_error;
  }
}

// One line has its sender's name, which the caller knows.
std::string without_name(std::string message) {
  constexpr std::string_view name = "attest: ";
  if (message.starts_with(name)) message.erase(0, name.size());
  while (message.ends_with('\n')) message.pop_back();
  return message;
}

struct Run {
  const char* command;
  const Theorem* theorem;
  const Request& request;
  const std::atomic<bool>& stop;
  Answer answer{};
};

// What the run leaves in the process goes however it ends.
struct Forgotten {
  Forgotten() = default;
  Forgotten(const Forgotten&) = delete;
  Forgotten& operator=(const Forgotten&) = delete;
  ~Forgotten() { forget_last_run(); }
};

Answer answer_of(const Run& run) {
  try {
    const Words words = Words::of(run.command, run.theorem, run.request);
    const CapturedStreams streams(words.standard_input);
    const ObeyedStop obeyed(run.stop);
    const Forgotten forgotten;
    const int status = run_program(words.words);
    return {outcome_of(status), streams.output(), without_name(streams.error())};
  } catch (const UsageError& error) {
    return {Outcome::usage_error, "", error.what()};
  }
}

// The caller's thread may have changed how numbers are rounded (the proved floating-point filters rely on nearest, and on gradual
// underflow) and how they are written; this one has not, and leaves nothing behind.
void* run_it(void* argument) {
  Run& run = *static_cast<Run*>(argument);
  std::fesetenv(FE_DFL_ENV);
  sigset_t pipe;  // a closed pipe is a write error like any other
  sigemptyset(&pipe);
  sigaddset(&pipe, SIGPIPE);
  pthread_sigmask(SIG_BLOCK, &pipe, nullptr);
  const locale_t plain = newlocale(LC_ALL_MASK, "C", nullptr);
  if (plain != nullptr) uselocale(plain);
  try {
    run.answer = answer_of(run);
  } catch (...) {
    run.answer = {Outcome::internal_error, "", "out of memory"};  // short enough to need none
  }
  release_thread_caches();
  uselocale(LC_GLOBAL_LOCALE);
  if (plain != nullptr) freelocale(plain);
  return nullptr;
}

}  // namespace

Answer call(const char* command, const Theorem* theorem, const Request& request) {
  static const std::atomic<bool> never{false};
  const std::atomic<bool>& asked = request.stop == nullptr ? never : *request.stop;
  if (const pid_t before = runs_in; before != 0 && before != getpid())
    return {Outcome::internal_error, "",
            "this process was forked from one that has used attest: only a program that it starts can do so"};
  std::unique_lock lock(turn, std::defer_lock);
  while (!lock.try_lock_for(between_looks)) {
    if (asked) return {Outcome::stopped, "", "stopped before its turn"};
  }
  runs_in = getpid();
  Run run{command, theorem, request, asked};
  pthread_attr_t attributes;
  pthread_t thread{};
  int error = pthread_attr_init(&attributes);
  if (error == 0) {
    pthread_attr_setstacksize(&attributes, stack_bytes);
    error = pthread_create(&thread, &attributes, run_it, &run);
    pthread_attr_destroy(&attributes);
  }
  if (error != 0) return {Outcome::internal_error, "", "no thread can be started"};
  pthread_join(thread, nullptr);
  return std::move(run.answer);
}

}  // namespace attest::api
