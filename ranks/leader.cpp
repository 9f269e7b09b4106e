#include "ranks/leader.hpp"

#include <fmt/format.h>
#include <time.h>

#include <algorithm>
#include <exception>
#include <stdexcept>

namespace attest::ranks {

namespace {

constexpr std::chrono::milliseconds pause{1};
// What a rank is given is to take about this long: long beside a message, short beside a run, and so long that one thread hears all
// ranks (docs/scale.md).
double seconds_of_a_range(int ranks) {
  return std::max(0.5, ranks / 500.0);
}

double processor_seconds_of_this_thread() {
  timespec time{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

double seconds_between(std::chrono::steady_clock::time_point from, std::chrono::steady_clock::time_point to) {
  return std::chrono::duration<double>(to - from).count();
}

std::uint64_t total_size(const std::deque<IndexRange>& ranges) {
  std::uint64_t size = 0;
  for (const IndexRange& range : ranges) size += range.size();
  return size;
}

}  // namespace

Leader::Leader(std::unique_ptr<Link> link, Pulse pulse, Events events)
    : link_(std::move(link)),
      size_(link_->size()),
      pulse_(pulse),
      events_(std::move(events)),
      peers_(static_cast<std::size_t>(size_)),
      thread_([this](const std::stop_token& token) { run(token); }) {}

Leader::~Leader() = default;

std::unique_ptr<Leader::Work> Leader::open(const std::string& key, const std::string& total,
                                           std::deque<IndexRange> left, Absorb absorb) {
  const std::lock_guard lock(mutex_);
  Piece& piece = pieces_[key];
  if (piece.absorb && !piece.result) throw std::logic_error("one piece of work twice at a time");
  piece = {total, std::move(left), std::move(absorb), std::nullopt, true};
  serve_all();
  return std::unique_ptr<Work>(new Work(*this, key));
}

std::uint64_t Leader::share_of(const Piece& piece) const {
  return total_size(piece.left) / (2 * static_cast<std::uint64_t>(size_)) + 1;
}

std::vector<IndexRange> Leader::Work::take(std::size_t most, std::uint64_t size, std::uint64_t least) {
  const std::lock_guard lock(leader_.mutex_);
  Piece& piece = leader_.pieces_.at(key_);
  const std::uint64_t fair = leader_.share_of(piece) / most + 1;
  return take_chunks(piece.left, most, std::min(size, std::max(fair, least)));
}

void Leader::Work::give_out_no_more() {
  const std::lock_guard lock(leader_.mutex_);
  leader_.pieces_.at(key_).left.clear();
}

void Leader::Work::wait(const std::function<bool()>& stop) {
  std::unique_lock lock(leader_.mutex_);
  const auto answered = [&] {
    return std::none_of(leader_.peers_.begin(), leader_.peers_.end(),
                        [&](const Peer& peer) { return peer.handed && peer.handed->key == key_; });
  };
  while (!answered() && !stop()) leader_.changed_.wait_for(lock, std::chrono::milliseconds(5));
}

void Leader::Work::seal() {
  const std::lock_guard lock(leader_.mutex_);
  Piece& piece = leader_.pieces_.at(key_);
  piece.open = false;
  piece.left.clear();
}

void Leader::Work::close(const Json& result) {
  seal();
  const std::lock_guard lock(leader_.mutex_);
  leader_.pieces_.at(key_).result = result;
  closed_ = true;
  leader_.serve_all();
}

Leader::Work::~Work() {
  if (!closed_) close(Json());
}

bool Leader::finish() {
  std::unique_lock lock(mutex_);
  ended_ = true;
  for (int rank = 1; rank < size_; ++rank) send(rank, {{"is", "end"}});
  const auto gone = [&](const Peer& peer) { return peer.left; };
  const auto all_left = [&] { return std::all_of(peers_.begin() + 1, peers_.end(), gone); };
  const auto some_lost = [&] {
    return std::any_of(peers_.begin() + 1, peers_.end(),
                       [](const Peer& peer) { return peer.lost && !peer.left; });
  };
  const auto end = Clock::now() + std::chrono::duration_cast<Clock::duration>(
                                      std::chrono::duration<double>(pulse_.seconds_to_loss));
  while (!all_left() && !some_lost() && Clock::now() < end)
    changed_.wait_for(lock, std::chrono::milliseconds(5));
  const bool result = all_left();
  for (int rank = 1; rank < size_; ++rank) send(rank, {{"is", "go"}, {"all", result}});
  lock.unlock();
  // What was sent is on its way for a while longer.
  if (!result) std::this_thread::sleep_for(std::chrono::milliseconds(100));
  thread_.request_stop();
  if (thread_.joinable()) thread_.join();
  return result;
}

Traffic Leader::traffic() const {
  const std::lock_guard lock(mutex_);
  return traffic_;
}

void Leader::run(const std::stop_token& token) {
  {
    const std::lock_guard lock(mutex_);
    for (Peer& peer : peers_) peer.heard = Clock::now();
  }
  auto beat = Clock::now();
  auto before = beat;
  while (!token.stop_requested()) {
    bool heard = false;
    {
      const std::lock_guard lock(mutex_);
      const auto now = Clock::now();
      // A process that was stopped for long (a suspended machine) has to hear what came meanwhile before it counts silence.
      if (seconds_between(before, now) > pulse_.seconds_to_loss / 4) {
        for (Peer& peer : peers_) peer.heard = now;
      }
      before = now;
      while (const auto message = link_->receive()) {
        heard = true;
        hear(*message);
      }
      if (seconds_between(beat, now) >= pulse_.seconds_between) {
        beat = now;
        for (int rank = 1; rank < size_; ++rank) {
          Peer& peer = peers_[static_cast<std::size_t>(rank)];
          if (peer.left || peer.lost) continue;
          send(rank, {{"is", "beat"}});
          if (seconds_between(peer.heard, now) > pulse_.seconds_to_loss)
            lose(rank, fmt::format("nothing was heard of it for {:.3g} seconds", pulse_.seconds_to_loss));
        }
      }
    }
    changed_.notify_all();
    if (!heard) std::this_thread::sleep_for(pause);
  }
  const std::lock_guard lock(mutex_);
  traffic_.seconds = processor_seconds_of_this_thread();
}

void Leader::hear(const Message& message) {
  ++traffic_.messages;
  traffic_.bytes += message.text.size();
  if (message.from <= 0 || message.from >= size_) return;
  Peer& peer = peers_[static_cast<std::size_t>(message.from)];
  if (peer.lost && !ended_) return;
  peer.heard = Clock::now();
  try {
    const Json json = Json::parse(message.text);
    const auto what = json.at("is").get<std::string>();
    if (what == "left") {  // its command is over, for whatever reason
      peer.left = true;
      peer.asks.reset();
      const auto why = json.at("why").get<std::string>();
      if (peer.handed) {
        lose(message.from, "it left with work in hand: " + why);
      } else if (!ended_ && !why.empty()) {
        events_.left(fmt::format("rank {} of {} has left: {}", message.from, size_, why));
      }
    } else if (what == "answer") {
      answered(message.from, json);
    } else if (what == "ask") {
      peer.asks.emplace(json.at("key").get<std::string>(), json.at("total").get<std::string>());
      serve(message.from);
    } else if (what != "beat") {
      lose(message.from, "it says what nobody says");
    }
  } catch (const std::exception& error) {
    lose(message.from, error.what());
  }
}

void Leader::answered(int rank, const Json& json) {
  Peer& peer = peers_[static_cast<std::size_t>(rank)];
  const IndexRange range = range_from_json(json.at("range"));
  const auto key = json.at("key").get<std::string>();
  if (!peer.handed || peer.handed->key != key || peer.handed->range != range) {
    lose(rank, "it answers for what it was not given");
    return;
  }
  const Piece& piece = pieces_.at(key);
  if (piece.open) piece.absorb(range, json.at("says"));
  const double took = std::max(1e-4, seconds_between(peer.handed->at, Clock::now()));
  const double factor = std::clamp(seconds_of_a_range(size_) / took, 0.25, 8.0);
  peer.next_size =
      static_cast<std::uint64_t>(std::clamp(static_cast<double>(range.size()) * factor, 1.0, 1e12));
  peer.handed.reset();
}

void Leader::serve(int rank) {
  Peer& peer = peers_[static_cast<std::size_t>(rank)];
  if (!peer.asks || peer.lost || peer.handed) return;
  const auto found = pieces_.find(peer.asks->first);
  if (found == pieces_.end()) return;  // this rank has not come to it yet
  Piece& piece = found->second;
  if (peer.asks->second != piece.total) return lose(rank, "it counts other inputs than rank 0");
  if (piece.result) {
    send(rank, {{"is", "over"}, {"key", found->first}, {"result", *piece.result}});
    peer.asks.reset();
    return;
  }
  if (piece.left.empty()) return;  // until it is closed
  const auto chunks = take_chunks(piece.left, 1, std::min(peer.next_size, share_of(piece)));
  peer.handed = {found->first, chunks.front(), Clock::now()};
  peer.asks.reset();
  ++traffic_.ranges;
  send(rank, {{"is", "range"}, {"key", found->first}, {"range", to_json(chunks.front())}});
}

void Leader::serve_all() {
  for (int rank = 1; rank < size_; ++rank) serve(rank);
}

void Leader::send(int rank, const Json& json) {
  const std::string text = json.dump();
  ++traffic_.messages;
  traffic_.bytes += text.size();
  link_->send(rank, text);
}

void Leader::lose(int rank, const std::string& why) {
  Peer& peer = peers_[static_cast<std::size_t>(rank)];
  if (peer.lost) return;
  peer.lost = true;
  peer.asks.reset();
  if (!ended_) events_.lost(fmt::format("rank {} of {} is lost: {}", rank, size_, why));
}

}  // namespace attest::ranks
