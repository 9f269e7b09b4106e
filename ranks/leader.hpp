// Rank 0 of a run: it has what is left to be done of each piece of work, hands ranges of it to the ranks that ask, and takes their
// answers in.
//
// Every rank runs the same command. A piece of work has a key that says what it is of in full, so that a range of it means the same on
// every rank; a rank that comes to it asks for ranges until it is told how the whole ended (follower.hpp). An answer counts once, for
// exactly the range that its rank was given; any other, and one that cannot be of that range, loses the rank, and so does silence. A
// rank that is lost is told, and ends the run early: what was handed to it is missing, never taken for done.
#pragma once

#include <chrono>
#include <condition_variable>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "claims/json.hpp"
#include "ranks/index_range.hpp"
#include "ranks/link.hpp"

namespace attest::ranks {

// Takes in what a rank says of a range; throws where it cannot be of that range. From another thread than open()'s, one call at a time.
using Absorb = std::function<void(IndexRange range, const Json& answer)>;

struct Traffic {
  std::uint64_t messages = 0;  // sent and received, signs of life among them
  std::uint64_t bytes = 0;
  std::uint64_t ranges = 0;  // handed to other ranks
  double seconds = 0;  // of a processor, that the thread of the messages has taken; once the run is over
};

class Leader {
 public:
  // What another thread tells, a sentence each.
  struct Events {
    std::function<void(const std::string&)> lost;  // a rank is; it is to stop the run
    std::function<void(const std::string&)> left;  // a rank could not go on; nothing is missing
  };
  Leader(std::unique_ptr<Link> link, Pulse pulse, Events events);
  ~Leader();
  Leader(const Leader&) = delete;
  Leader& operator=(const Leader&) = delete;

  int size() const { return size_; }

  // One piece of work, while it is under way.
  class Work {
   public:
    // Chunks for this rank, as take_chunks has them, but smaller where other ranks are to get their share; not below `least`.
    std::vector<IndexRange> take(std::size_t most, std::uint64_t size, std::uint64_t least = 64);
    // What nobody was given yet is not needed.
    void give_out_no_more();
    // Until the other ranks have answered for what they were given, or `stop` says so; looks a few hundred times a second.
    void wait(const std::function<bool()>& stop);
    // From here on no answer is taken in; for what was not answered nobody waits.
    void seal();
    // How it ended, for every rank that asks from now on.
    void close(const Json& result);
    ~Work();  // closed without a result: ranks that ask are told to stop

   private:
    friend class Leader;
    Work(Leader& leader, std::string key) : leader_(leader), key_(std::move(key)) {}
    Leader& leader_;
    std::string key_;
    bool closed_ = false;
  };
  // std::logic_error for a key that is under way. `total`: what a rank that asks has to expect as well.
  std::unique_ptr<Work> open(const std::string& key, const std::string& total, std::deque<IndexRange> left,
                             Absorb absorb);

  // Tells every rank that the run is over, waits until they have left, and tells them whether all did. False: some are gone; nobody is
  // to wait for them.
  bool finish();

  Traffic traffic() const;

 private:
  using Clock = std::chrono::steady_clock;
  struct Handed {
    std::string key;
    IndexRange range;
    Clock::time_point at;
  };
  struct Piece {
    std::string total;
    std::deque<IndexRange> left;
    Absorb absorb;
    std::optional<Json> result;  // once it is closed
    bool open = true;            // not sealed
  };
  // Of another rank.
  struct Peer {
    Clock::time_point heard;
    std::optional<Handed> handed;
    std::optional<std::pair<std::string, std::string>> asks;  // key and total, for which there is nothing yet
    std::uint64_t next_size = 1024;                           // of a range, by how long the last one took
    bool left = false;
    bool lost = false;
  };

  void run(const std::stop_token& token);
  void hear(const Message& message);
  void answered(int rank, const Json& json);
  void serve(int rank);
  void serve_all();
  void send(int rank, const Json& json);
  void lose(int rank, const std::string& why);
  std::uint64_t share_of(const Piece& piece) const;

  std::unique_ptr<Link> link_;
  int size_;
  Pulse pulse_;
  Events events_;
  mutable std::mutex mutex_;
  std::condition_variable changed_;
  std::map<std::string, Piece> pieces_;
  std::vector<Peer> peers_;  // by rank; the first is not used
  bool ended_ = false;
  Traffic traffic_;
  std::jthread thread_;  // the last to be made, the first to end
};

}  // namespace attest::ranks
