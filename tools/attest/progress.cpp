#include "tools/attest/progress.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "numeric/checked.hpp"
#include "tools/attest/streams.hpp"
#include "tools/attest/text.hpp"

namespace attest {

namespace {

constexpr std::size_t bar_width = 24;
constexpr std::size_t least_label = 22;
constexpr auto quiet_time = std::chrono::milliseconds(300);  // short runs show nothing
constexpr auto between_lines = std::chrono::milliseconds(200);

double time_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

std::string duration(double seconds) {
  if (seconds < 100) return fmt::format("{:.0f} s", seconds);
  if (seconds < 6000) return fmt::format("{:.0f} min", seconds / 60);
  if (seconds < 360000) return fmt::format("{:.0f} h", seconds / 3600);
  return fmt::format("{:.3g} days", seconds / 86400);
}

}  // namespace

std::string progress_line(const std::string& label, const std::optional<WorkCount>& counted, double seconds,
                          std::size_t width) {
  // From what says most to what fits anywhere.
  std::vector<std::string> ends;
  if (counted) {
    const double fraction = std::clamp(counted->done / counted->total, 0.0, 1.0);
    const auto filled = static_cast<std::size_t>(fraction * static_cast<double>(bar_width));
    const std::string bar = fmt::format("[{:<{}}]", std::string(filled, '#'), bar_width);
    const std::string percent = fmt::format("{:.0f}%", 100 * fraction);
    if (counted->done > 0 && seconds > 0) {
      const double rate = counted->done / seconds;
      const std::string left = duration((counted->total - counted->done) / rate) + " left";
      ends.push_back(fmt::format(" {} {} {:.3g}/s, {}", bar, percent, rate, left));
      ends.push_back(fmt::format(" {} {} {}", bar, percent, left));
    }
    ends.push_back(fmt::format(" {} {}", bar, percent));
    ends.push_back(" " + percent);
  } else {
    ends.push_back(" " + duration(seconds));
  }
  const std::size_t whole = display_width(label);
  for (const std::string& end : ends) {
    if (std::min(whole, least_label) + end.size() < width || end == ends.back())
      return cut(label, std::max<std::size_t>(width - 1 - std::min(end.size(), width - 4), 3)) + end;
  }
  return label;
}

Progress::Progress(bool shown, const std::string& label) {
  if (!shown) return;
  drawer_ = std::jthread([this](std::stop_token stop) { draw_on(std::move(stop)); });
  if (!label.empty()) look_at(label);
}

Progress::~Progress() {
  if (!drawer_.joinable()) return;
  drawer_.request_stop();
  drawer_.join();
  wipe();
}

void Progress::look_at(const std::string& label) {
  if (!drawer_.joinable()) return;
  const std::lock_guard lock(mutex_);
  label_ = label;
  counted_.reset();
  start_ = Clock::now();
  active_ = true;
}

void Progress::relabel(const std::string& label) {
  if (!drawer_.joinable()) return;
  const std::lock_guard lock(mutex_);
  label_ = label;
  active_ = true;
}

void Progress::say(const std::string& line) {
  const std::lock_guard lock(mutex_);
  wipe();
  tell(line);
}

void Progress::update(std::uint64_t done, const Integer& total) {
  if (!drawer_.joinable() || total == 0) return;
  const std::lock_guard lock(mutex_);
  // For display alone.
  counted_ = WorkCount{static_cast<double>(done), approximate(total)};
}

void Progress::clear() {
  if (!drawer_.joinable()) return;
  const std::lock_guard lock(mutex_);
  active_ = false;
  wipe();
}

void Progress::draw_on(std::stop_token stop) {
  std::unique_lock lock(mutex_);
  ended_.wait_for(lock, stop, quiet_time, [] { return false; });
  while (!stop.stop_requested()) {
    if (active_) draw();
    ended_.wait_for(lock, stop, between_lines, [] { return false; });
  }
}

void Progress::draw() {
  const std::string line =
      progress_line(label_, counted_ ? counted_ : counted_work(), time_since(start_), progress_width());
  const std::size_t width = display_width(line);
  const std::size_t rest = drawn_ > width ? drawn_ - width : 0;
  write_error(fmt::format("\r{}{}{}", line, std::string(rest, ' '), std::string(rest, '\b')));
  drawn_ = width;
}

void Progress::wipe() {
  if (drawn_ == 0) return;
  write_error(fmt::format("\r{}\r", std::string(drawn_, ' ')));
  drawn_ = 0;
}

}  // namespace attest
