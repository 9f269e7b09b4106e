#include "ranks/follower.hpp"

#include <chrono>

namespace attest::ranks {

namespace {

constexpr std::chrono::milliseconds pause_of_follower{1};

}  // namespace

Follower::Follower(std::unique_ptr<Link> link, Pulse pulse, std::atomic<bool>& stop)
    : link_(std::move(link)),
      pulse_(pulse),
      stop_(stop),
      thread_([this](const std::stop_token& token) { run(token); }) {}

Follower::~Follower() = default;

void Follower::say(const Json& json) {
  const std::lock_guard lock(mutex_);
  to_send_.push_back(json.dump());
}

Follower::Next Follower::ask(const std::string& key, const std::string& total) {
  say({{"is", "ask"}, {"key", key}, {"total", total}});
  while (true) {
    std::unique_lock lock(mutex_);
    // `stop` is also what a signal to this rank sets.
    while (!reply_ && !ended_ && !silent_ && !stop_) changed_.wait_for(lock, std::chrono::milliseconds(5));
    if (!reply_) return {};
    const Json reply = std::move(*reply_);
    reply_.reset();
    if (reply.at("key") != key) continue;  // of a piece that this rank has left
    if (reply.at("is") == "over") return reply.at("result");
    return range_from_json(reply.at("range"));
  }
}

void Follower::answer(const std::string& key, IndexRange range, const Json& says) {
  say({{"is", "answer"}, {"key", key}, {"range", to_json(range)}, {"says", says}});
}

bool Follower::finish(const std::string& why) {
  say({{"is", "left"}, {"why", why}});
  std::unique_lock lock(mutex_);
  while (!all_ && !silent_) changed_.wait_for(lock, std::chrono::milliseconds(5));
  const bool result = all_.value_or(false);
  lock.unlock();
  thread_.request_stop();
  if (thread_.joinable()) thread_.join();
  return result;
}

void Follower::run(const std::stop_token& token) {
  auto beat = Clock::now();
  auto heard = beat;
  auto before = beat;
  const auto seconds = [](Clock::time_point from, Clock::time_point to) {
    return std::chrono::duration<double>(to - from).count();
  };
  while (!token.stop_requested()) {
    bool busy = false;
    {
      const std::lock_guard lock(mutex_);
      const auto now = Clock::now();
      if (seconds(before, now) > pulse_.seconds_to_loss / 4) heard = now;
      before = now;
      while (auto message = link_->receive()) {
        busy = true;
        heard = now;
        Json json = Json::parse(message->text, nullptr, false);
        if (message->from != 0 || !json.is_object()) continue;
        const Json what = json.value("is", Json());
        if (what == "end") ended_ = true;
        if (what == "go") all_ = json.value("all", Json()) == true;
        if (what == "range" || what == "over") reply_ = std::move(json);
      }
      for (; !to_send_.empty(); to_send_.pop_front()) {
        busy = true;
        link_->send(0, to_send_.front());
      }
      if (seconds(beat, now) >= pulse_.seconds_between) {
        beat = now;
        link_->send(0, R"({"is":"beat"})");
      }
      if (seconds(heard, now) > pulse_.seconds_to_loss) silent_ = true;
    }
    if (ended_ || silent_) stop_ = true;
    changed_.notify_all();
    if (!busy) std::this_thread::sleep_for(pause_of_follower);
  }
}

}  // namespace attest::ranks
