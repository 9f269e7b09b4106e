// Datasets as files: JSON lines, or one NumPy array with a field for x, y and col.
#pragma once

#include <cstdint>
#include <string>

#include "claims/json.hpp"
#include "tasks/datasets/dataset.hpp"
#include "tools/attest/output.hpp"
#include "tools/attest/provenance.hpp"

namespace attest {

// One line that describes the dataset, then one line an example. Shows nothing before its buffer is full or
// finish() is called.
class JsonLinesWriter {
 public:
  // `split`: which part of how many this is; null where all is one file.
  JsonLinesWriter(const Dataset& dataset, const Parameters& parameters, std::uint64_t count,
                  const Json& split, const Provenance& provenance, Output& output);
  void add(const Example& example);
  void finish();

 private:
  Output& output_;
  bool single_label_;
  std::string buffer_;
};

// Format version 1.0 of numpy.lib.format: a structured array of `count` records (n, x, y, col) of 32-bit
// integers, n being the number of entries of x, shorter sequences padded with -100. Command, seed and version
// stand in the header behind a #, which Python's literals allow as a comment.
class NpyWriter {
 public:
  // Throws UsageError if the file would be larger than `max_bytes`.
  NpyWriter(const ExampleShape& shape, std::uint64_t count, const Provenance& provenance,
            std::uint64_t max_bytes, Output& output);
  void add(const Example& example);
  void finish();

 private:
  void append(int value);
  void append(const Numbers& numbers, std::size_t width);

  Output& output_;
  ExampleShape shape_;
  std::string buffer_;
};

}  // namespace attest
