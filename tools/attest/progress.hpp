// One line on standard error that says how far a command is: a bar where the work is counted (by update, else by
// claims/counted_work.hpp), else how long it takes already. Nothing
// within the first 0.3 seconds. It uses no escape sequences.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "claims/counted_work.hpp"
#include "numeric/integer.hpp"

namespace attest {

// In less than `width` characters, at least 20: the label is cut, and what matters less is left out.
std::string progress_line(const std::string& label, const std::optional<WorkCount>& counted, double seconds,
                          std::size_t width);

// Any thread may call it. It draws from a thread of its own.
class Progress {
 public:
  // Nothing is ever drawn unless `shown`.
  explicit Progress(bool shown, const std::string& label = "");
  ~Progress();  // clears the line
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  // What is looked at from now on; its time and its count begin.
  void look_at(const std::string& label);
  // Another label for the same count.
  void relabel(const std::string& label);
  void update(std::uint64_t done, const Integer& total);
  // A line for standard error that stays, shown or not.
  void say(const std::string& line);
  // Clears the line until the next look_at.
  void clear();

 private:
  using Clock = std::chrono::steady_clock;

  void draw_on(std::stop_token stop);
  void draw();
  void wipe();

  std::mutex mutex_;
  std::condition_variable_any ended_;
  bool active_ = false;
  std::string label_;
  std::optional<WorkCount> counted_;
  std::size_t drawn_ = 0;  // characters of the line
  Clock::time_point begun_ = Clock::now();
  Clock::time_point start_ = begun_;  // of what is looked at
  std::jthread drawer_;               // none unless shown
};

}  // namespace attest
