#include "tools/attest/streams.hpp"

#include <unistd.h>

#include <atomic>
#include <cstdio>
#include <iostream>
#include <mutex>
#include <sstream>
#include <stdexcept>

namespace attest {

struct CapturedStreams::Kept {
  std::istringstream input;
  mutable std::mutex mutex;  // the line of progress is drawn by a thread of its own
  std::string output;
  std::string error;
};

namespace {

std::atomic<CapturedStreams*> captured{nullptr};
std::atomic<bool> no_terminal{false};

}  // namespace

CapturedStreams::CapturedStreams(const std::string& input) : kept_(std::make_unique<Kept>()) {
  kept_->input.str(input);
  CapturedStreams* none = nullptr;
  if (!captured.compare_exchange_strong(none, this))
    throw std::logic_error("the streams are captured already");
}

CapturedStreams::~CapturedStreams() {
  captured = nullptr;
}

std::string CapturedStreams::output() const {
  const std::lock_guard lock(kept_->mutex);
  return kept_->output;
}

std::string CapturedStreams::error() const {
  const std::lock_guard lock(kept_->mutex);
  return kept_->error;
}

std::istream& standard_input() {
  CapturedStreams* to = captured;
  return to == nullptr ? std::cin : to->kept_->input;
}

bool keep_output(std::string_view text) {
  CapturedStreams* to = captured;
  if (to == nullptr) return false;
  const std::lock_guard lock(to->kept_->mutex);
  to->kept_->output += text;
  return true;
}

void write_error(std::string_view text) {
  if (CapturedStreams* to = captured) {
    const std::lock_guard lock(to->kept_->mutex);
    to->kept_->error += text;
    return;
  }
  std::fwrite(text.data(), 1, text.size(), stderr);
  std::fflush(stderr);
}

bool is_terminal(int descriptor) {
  return captured == nullptr && !no_terminal && isatty(descriptor) != 0;
}

void expect_no_terminal() {
  no_terminal = true;
}

bool streams_are_captured() {
  return captured != nullptr;
}

}  // namespace attest
