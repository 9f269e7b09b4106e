// A rank other than 0: it runs the same command as rank 0, and where that shares a piece of work (leader.hpp) it asks for ranges of it
// until rank 0 says how the whole ended. What it prints nobody sees.
#pragma once

#include <atomic>
#include <condition_variable>
#include <deque>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <variant>

#include "claims/json.hpp"
#include "ranks/index_range.hpp"
#include "ranks/link.hpp"

namespace attest::ranks {

class Follower {
 public:
  // `stop` is set when there is nothing more to do: rank 0 has ended, or is silent for too long.
  Follower(std::unique_ptr<Link> link, Pulse pulse, std::atomic<bool>& stop);
  ~Follower();
  Follower(const Follower&) = delete;
  Follower& operator=(const Follower&) = delete;

  // What comes next of a piece of work: a range, how the whole ended, or nothing, where the run is over. Waits until rank 0 has come
  // to it.
  using Next = std::variant<std::monostate, IndexRange, Json>;
  Next ask(const std::string& key, const std::string& total);
  void answer(const std::string& key, IndexRange range, const Json& says);

  // When this rank's command is over, `why` where it could not go on: waits for the end of rank 0's and of all others. False: one of them is gone.
  bool finish(const std::string& why);

 private:
  using Clock = std::chrono::steady_clock;
  void run(const std::stop_token& token);
  void say(const Json& json);

  std::unique_ptr<Link> link_;
  Pulse pulse_;
  std::atomic<bool>& stop_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<std::string> to_send_;
  std::optional<Json> reply_;
  bool ended_ = false;       // as rank 0 says
  std::optional<bool> all_;  // whether all have left, as rank 0 says
  bool silent_ = false;      // rank 0
  std::jthread thread_;
};

}  // namespace attest::ranks
