// What `attest reduce` says and writes: the summary, the manifest, the files of every kept instance.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "reductions/walk.hpp"
#include "tools/attest/directory_output.hpp"
#include "tools/attest/provenance.hpp"

namespace attest {

struct ReduceReport {
  std::vector<Step> steps;
  Walk walk;
  std::string source_text;  // where the source comes from: "FILE" or "random, planted yes"
  bool checked = false;
  WalkVerdict verdict;      // meaningful where checked
  std::string stop_reason;  // empty: everything was made, and written where files were asked for
  Provenance provenance;
};

// Which matrix files are written beside the exact JSON.
struct MatrixFiles {
  bool text = true;
  bool npy = true;
};

std::string reduce_text(const ReduceReport& report, Format format);  // but json and csv
Json reduce_json(const ReduceReport& report);

// "1-max2sat-to-ip-triangle/0.1": the file of a kept instance of step k (0-based), without ending; 1-based
// numbers of the targets on its way. "source" for the source.
std::string instance_path(const ReduceReport& report, std::size_t step, const WalkedInstance& instance);

// About how many bytes all files have, from above.
std::uint64_t bytes_of_files(const ReduceReport& report);

// source, one folder a step, manifest.json. False if it was stopped before the last.
bool write_files(const ReduceReport& report, const MatrixFiles& files, const std::function<bool()>& stop,
                 DirectoryOutput& output);

}  // namespace attest
