// The options that all commands share (contract.md), kept as written and read when the command runs, so
// that every wrong value gets the same kind of message. A command has those that its record lists
// (command_table.cpp); the others are as if they were not given.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "claims/verify_options.hpp"
#include "tools/attest/command_spec.hpp"
#include "tools/attest/table.hpp"
#include "verification/cover/request.hpp"

namespace attest {

// Fixed, so that two runs give the same.
inline constexpr const char* default_seed = "20261120";

struct CommonOptions {
  explicit CommonOptions(const CommandLine& line);

  std::optional<std::string> format;
  std::optional<std::string> out;
  std::optional<std::string> threads;
  std::string seed;
  std::string progress;
  std::optional<std::string> color;
  bool quiet;
  std::optional<std::string> budget;
  std::optional<std::string> part;
  std::optional<std::string> by;
  std::optional<std::string> margin;
  bool count;
  bool first;
  std::optional<std::string> failing;
  std::string max_bytes;

  // Reads every value that means the same everywhere: a wrong one is an error before any work. From here on
  // verdicts have their colours.
  void check() const;
  Format chosen_format() const;
  // The same for what is no table: csv is refused. `others`: formats that the command itself has, for the message.
  Format chosen_page(const std::vector<std::string>& others = {}) const;
  std::string chosen_out() const;  // "" is standard output
  std::uint64_t chosen_seed() const;
  std::uint64_t chosen_max_bytes() const;
  bool progress_shown() const;
  bool color_shown() const;
  // With interrupts connected; progress and announcements are the command's business.
  VerifyOptions verify_options() const;
  cover::Options cover_options() const;
};

}  // namespace attest
