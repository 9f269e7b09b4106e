#include "tools/attest/rank.hpp"

#include <dlfcn.h>
#include <fmt/format.h>
#include <sched.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <thread>

#include "claims/stop.hpp"
#include "claims/usage_error.hpp"
#include "ranks/shared_work.hpp"
#include "tools/attest/arguments.hpp"
#include "tools/attest/exit_status.hpp"
#include "tools/attest/interrupt.hpp"
#include "tools/attest/streams.hpp"
#include "tools/attest/text.hpp"

namespace attest {

namespace {

// What mpirun of Open MPI, or of MPICH and its like, tells the processes that it starts; 0: nothing.
int number_from(const char* variable, const char* other) {
  for (const char* name : {variable, other}) {
    if (const char* value = std::getenv(name)) return std::atoi(value);
  }
  return 0;
}

struct Mpi {
  ranks::Link* (*begin)() = nullptr;
  void (*end)() = nullptr;
};

// ranks/mpi_link.cpp, which stands beside the program, or where it was installed.
Mpi loaded_mpi() {
  namespace fs = std::filesystem;
  std::error_code unknown;
  const fs::path folder = fs::read_symlink("/proc/self/exe", unknown).parent_path();
  for (const fs::path& file : {folder / "attest_mpi.so", folder / ATTEST_MPI_FOLDER / "attest_mpi.so"}) {
    if (!fs::exists(file, unknown)) continue;
    void* library = dlopen(
        file.c_str(), RTLD_NOW | RTLD_GLOBAL);  // Open MPI loads parts of its own, which look for its names
    if (library == nullptr) continue;
    Mpi mpi;
    mpi.begin = reinterpret_cast<ranks::Link* (*)()>(dlsym(library, "attest_mpi_begin"));
    mpi.end = reinterpret_cast<void (*)()>(dlsym(library, "attest_mpi_end"));
    if (mpi.begin != nullptr && mpi.end != nullptr) return mpi;
  }
  return {};
}

bool is_shared(const std::vector<std::string>& words) {
  static const std::set<std::string> shared{"verify", "audit", "shatter", "precision"};
  if (words.size() < 2) return false;
  const auto said = [&](const char* option) {
    return std::find(words.begin(), words.end(), option) != words.end();
  };
  if (words[1] == "reduce") return said("--check");
  if (words[1] == "repair") return !said("--minimise");
  return shared.contains(words[1]);
}

// Seconds after which a rank is taken for lost, where somebody says it; tests shorten it.
std::optional<double> said_silence() {
  const char* const seconds = std::getenv("ATTEST_SILENCE");
  if (seconds == nullptr) return std::nullopt;
  const double value = read_seconds("ATTEST_SILENCE", seconds);
  if (value < 0.2) throw UsageError("ATTEST_SILENCE", seconds, "at least 0.2 seconds");
  return value;
}

// Of many ranks each gives its signs of life less often.
ranks::Pulse pulse(int size) {
  ranks::Pulse result;
  result.seconds_between = std::max(result.seconds_between, size / 1000.0);
  result.seconds_to_loss = 40 * result.seconds_between;
  result.seconds_to_loss = said_silence().value_or(result.seconds_to_loss);
  result.seconds_between = std::min(result.seconds_between, result.seconds_to_loss / 10);
  return result;
}

int ranks_started() {
  return number_from("OMPI_COMM_WORLD_SIZE", "PMI_SIZE");
}

// Without MPI_Finalize, which waits for ranks that are gone.
[[noreturn]] void leave(int status) {
  std::fflush(nullptr);
  _exit(status);
}

// MPI's own beginning and end wait for all ranks, also for those that died meanwhile: nobody waits for longer than this.
class TimeLimit {
 public:
  TimeLimit(const char* what, int status)
      : thread_([what, status](const std::stop_token& token) {
          std::mutex mutex;
          std::condition_variable_any wake;
          std::unique_lock lock(mutex);
          const auto seconds = std::chrono::duration<double>(15 * pulse(ranks_started()).seconds_to_loss);
          wake.wait_for(lock, token, seconds, [] { return false; });
          if (token.stop_requested()) return;
          tell(fmt::format("attest: {} has taken {:.3g} seconds: a rank is lost", what, seconds.count()));
          leave(status);
        }) {}

 private:
  std::jthread thread_;
};

int lead(std::unique_ptr<ranks::Link> link, const Mpi& mpi, const std::vector<std::string>& words,
         const std::function<int(const std::vector<std::string>&)>& run) {
  ranks::Crew crew;
  crew.leader = std::make_unique<ranks::Leader>(
      std::move(link), pulse(ranks_started()),
      ranks::Leader::Events{[](const std::string& why) {
                              tell("attest: " + why + "; the run ends");
                              if (!interrupt_flag()) set_interruption_cause(lost_rank_cause);
                              stop_flag() = true;
                            },
                            [](const std::string& why) { tell("attest: " + why); }});
  if (is_shared(words)) {
    ranks::set_crew(&crew);
  } else if (words.size() > 1 && std::find(words.begin(), words.end(), "--quiet") == words.end()) {
    tell(fmt::format("attest: {} is not shared among ranks: rank 0 runs it alone", words[1]));
  }
  const int status = run(words);
  ranks::set_crew(nullptr);
  const bool all_left = crew.leader->finish();
  if (std::getenv("ATTEST_TRAFFIC") != nullptr) {
    const ranks::Traffic traffic = crew.leader->traffic();
    tell(fmt::format("attest: {} ranks, {} ranges handed out, {} messages, {} bytes, {:.3g} s of a processor",
                     crew.leader->size(), traffic.ranges, traffic.messages, traffic.bytes, traffic.seconds));
  }
  if (!all_left) leave(status);
  const TimeLimit limit("the end of MPI", status);
  mpi.end();
  return status;
}

int follow(std::unique_ptr<ranks::Link> link, const Mpi& mpi, const std::vector<std::string>& words,
           const std::function<int(const std::vector<std::string>&)>& run) {
  const CapturedStreams streams("");
  ranks::Crew crew;
  crew.follower = std::make_unique<ranks::Follower>(std::move(link), pulse(ranks_started()), stop_flag());
  std::string why;
  if (is_shared(words)) {
    ranks::set_crew(&crew);
    const int status = run(words);
    ranks::set_crew(nullptr);
    const std::string said = streams.error();
    // Where it could not go on; otherwise rank 0 says what there is to say.
    if (status == exit_usage || status == exit_internal || status == exit_write)
      why = said.substr(0, said.find('\n'));
  }
  if (!crew.follower->finish(why)) leave(exit_undecided);
  const TimeLimit limit("the end of MPI", exit_holds);
  mpi.end();
  return exit_holds;
}

}  // namespace

int run_among_ranks(const std::vector<std::string>& words,
                    const std::function<int(const std::vector<std::string>&)>& run) {
  if (ranks_started() <= 1) return run(words);
  expect_no_terminal();
  try {
    said_silence();
  } catch (const UsageError& error) {
    tell(std::string("attest: ") + error.what());
    return exit_usage;
  }
  const Mpi mpi = loaded_mpi();
  if (mpi.begin == nullptr) {
    tell(
        "attest: started as one of several ranks, but this build has no attest_mpi.so beside it (ATTEST_MPI)");
    return exit_usage;
  }
  std::unique_ptr<ranks::Link> link;
  {
    const TimeLimit limit("the beginning of MPI", exit_undecided);
    link.reset(mpi.begin());
  }
  if (!link) {
    tell("attest: MPI cannot be used here: it does not let threads take turns (MPI_THREAD_SERIALIZED)");
    leave(exit_usage);
  }
  return link->rank() == 0 ? lead(std::move(link), mpi, words, run)
                           : follow(std::move(link), mpi, words, run);
}

int threads_of_a_rank() {
  cpu_set_t mine;
  CPU_ZERO(&mine);
  const long machine = sysconf(_SC_NPROCESSORS_ONLN);
  const long bound = sched_getaffinity(0, sizeof mine, &mine) == 0 ? CPU_COUNT(&mine) : machine;
  if (bound < machine) return static_cast<int>(bound);  // mpirun has bound it to these
  const long beside = std::max(1, number_from("OMPI_COMM_WORLD_LOCAL_SIZE", "MPI_LOCALNRANKS"));
  return static_cast<int>(std::max(1L, machine / beside));
}

}  // namespace attest
