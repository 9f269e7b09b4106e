// The text that `attest plan` prints: one bash script that Slurm takes as an array job, and that submits, looks for missing parts and merges.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace attest {

struct PlanScript {
  std::string title;                // what is verified, one line
  std::string command;              // the `attest plan` that made it
  std::string program;              // of attest, an absolute path
  std::string build;                // its version and build
  std::string folder;               // where the command was typed: files are named from there
  std::vector<std::string> verify;  // the words behind the program, without what makes it a part
  std::size_t parts = 2;
  int threads = 1;  // of each part
  bool checkpoints = false;
  std::string estimate;  // of one part, one line; may be empty
};

std::string plan_script(const PlanScript& plan);

}  // namespace attest
