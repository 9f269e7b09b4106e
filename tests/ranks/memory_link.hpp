// Ranks in one process, whose messages go through memory: each of them can be killed, and what it says can be changed on its way.
#pragma once

#include <algorithm>
#include <chrono>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

#include "ranks/link.hpp"

namespace attest::ranks::tests {

class Post {
 public:
  explicit Post(int size)
      : boxes_(static_cast<std::size_t>(size)),
        dead_(static_cast<std::size_t>(size), false),
        asked_(static_cast<std::size_t>(size), false) {}

  int size() const { return static_cast<int>(boxes_.size()); }
  // Nothing that it sends arrives from now on.
  void kill(int rank) {
    const std::lock_guard lock(mutex_);
    dead_[static_cast<std::size_t>(rank)] = true;
  }
  // Until every other rank has asked rank 0 for work, so that there is some for each of them; at most so long.
  void wait_for_all(std::chrono::seconds at_most = std::chrono::seconds(20)) {
    const auto end = std::chrono::steady_clock::now() + at_most;
    const auto all = [&] {
      const std::lock_guard lock(mutex_);
      return std::all_of(asked_.begin() + 1, asked_.end(), [](bool asked) { return asked; });
    };
    while (!all() && std::chrono::steady_clock::now() < end)
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  // What is sent to rank 0 goes through this.
  void tamper(std::function<std::vector<std::string>(int from, std::string text)> change) {
    const std::lock_guard lock(mutex_);
    change_ = std::move(change);
  }
  void send(int from, int to, const std::string& text) {
    const std::lock_guard lock(mutex_);
    if (dead_[static_cast<std::size_t>(from)] || dead_[static_cast<std::size_t>(to)]) return;
    if (text.find("\"ask\"") != std::string::npos) asked_[static_cast<std::size_t>(from)] = true;
    std::vector<std::string> all{text};
    if (to == 0 && change_) all = change_(from, text);
    for (std::string& each : all) boxes_[static_cast<std::size_t>(to)].push_back({from, std::move(each)});
  }
  std::optional<Message> receive(int rank) {
    const std::lock_guard lock(mutex_);
    auto& box = boxes_[static_cast<std::size_t>(rank)];
    if (box.empty()) return std::nullopt;
    Message message = std::move(box.front());
    box.pop_front();
    return message;
  }

 private:
  std::mutex mutex_;
  std::vector<std::deque<Message>> boxes_;
  std::vector<bool> dead_;
  std::vector<bool> asked_;
  std::function<std::vector<std::string>(int, std::string)> change_;
};

class MemoryLink : public Link {
 public:
  MemoryLink(Post& post, int rank) : post_(post), rank_(rank) {}
  int rank() const override { return rank_; }
  int size() const override { return post_.size(); }
  void send(int to, const std::string& text) override { post_.send(rank_, to, text); }
  std::optional<Message> receive() override { return post_.receive(rank_); }

 private:
  Post& post_;
  int rank_;
};

}  // namespace attest::ranks::tests
