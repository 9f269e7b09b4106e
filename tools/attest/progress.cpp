#include "tools/attest/progress.hpp"

#include <fmt/format.h>

#include <cstdio>
#include <utility>

#include "numeric/checked.hpp"

namespace attest {

namespace {

constexpr std::size_t bar_width = 24;
constexpr double quiet_seconds = 0.3;  // short runs show nothing

}  // namespace

Progress::Progress(bool shown, std::string label) : shown_(shown), label_(std::move(label)) {}

Progress::~Progress() {
  if (drawn_) fmt::print(stderr, "\r\x1b[K");
}

void Progress::update(std::uint64_t done, const Integer& total) {
  const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - start_;
  if (!shown_ || elapsed.count() < quiet_seconds || total == 0) return;
  // For display alone.
  const double fraction = static_cast<double>(done) / approximate(total);
  const auto filled = static_cast<std::size_t>(fraction * static_cast<double>(bar_width));
  const double rate = static_cast<double>(done) / elapsed.count();
  const double left = rate > 0 ? (approximate(total) - static_cast<double>(done)) / rate : 0;
  fmt::print(stderr, "\r\x1b[K{} [{:<{}}] {:.0f}% {:.3g}/s, {:.3g} s left", label_, std::string(filled, '#'),
             bar_width, 100 * fraction, rate, left);
  std::fflush(stderr);
  drawn_ = true;
}

}  // namespace attest
