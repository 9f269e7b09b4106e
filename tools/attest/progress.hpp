// A progress bar on standard error.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>

#include "numeric/integer.hpp"

namespace attest {

class Progress {
 public:
  // A bar is drawn only if `shown`.
  Progress(bool shown, std::string label);
  ~Progress();  // clears the line
  void update(std::uint64_t done, const Integer& total);

 private:
  bool shown_;
  bool drawn_ = false;
  std::string label_;
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

}  // namespace attest
