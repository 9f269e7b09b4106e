#include "tools/attest/dataset_writer.hpp"

#include <fmt/format.h>

#include <stdexcept>

#include "claims/json.hpp"
#include "claims/usage_error.hpp"
#include "exchange/npy.hpp"
#include "tools/attest/version.hpp"

namespace attest {

namespace {

constexpr std::size_t buffered = std::size_t{1} << 16;

void append_array(std::string& text, const Numbers& numbers) {
  text += '[';
  for (std::size_t k = 0; k < numbers.size(); ++k) {
    if (k != 0) text += ',';
    text += numbers[k] == query_token ? "null" : fmt::format_int(numbers[k]).c_str();
  }
  text += ']';
}

void write_if_full(Output& output, std::string& buffer) {
  if (buffer.size() < buffered) return;
  output.write(buffer);
  buffer.clear();
}

}  // namespace

JsonLinesWriter::JsonLinesWriter(const Dataset& dataset, const Parameters& parameters, std::uint64_t count,
                                 const Json& split, const Provenance& provenance, Output& output)
    : output_(output), single_label_(dataset.single_label) {
  Json header = {{"schema", "attest/dataset/1"},
                 {"version", version()},
                 {"command", provenance.command},
                 {"seed", provenance.seed},
                 {"task", dataset.name},
                 {"parameters", parameters.to_json()},
                 {"count", std::to_string(count)},
                 {"source",
                  {{"seed", dataset.source.seed},
                   {"statement", dataset.source.statement},
                   {"lines", {dataset.source.first_line, dataset.source.last_line}}}},
                 {"fields", dataset.fields}};
  if (!split.is_null()) header["split"] = split;
  buffer_ = header.dump() + "\n";
}

void JsonLinesWriter::add(const Example& example) {
  buffer_ += "{\"x\":";
  append_array(buffer_, example.x);
  buffer_ += ",\"y\":";
  if (single_label_) {
    buffer_ += fmt::format_int(example.y.front()).c_str();
  } else {
    append_array(buffer_, example.y);
  }
  if (!example.col.empty()) {
    buffer_ += ",\"col\":";
    append_array(buffer_, example.col);
  }
  buffer_ += "}\n";
  write_if_full(output_, buffer_);
}

void JsonLinesWriter::finish() {
  output_.write(buffer_);
  buffer_.clear();
}

NpyWriter::NpyWriter(const ExampleShape& shape, std::uint64_t count, const Provenance& provenance,
                     std::uint64_t max_bytes, Output& output)
    : output_(output), shape_(shape) {
  std::string fields =
      fmt::format("('n', '<i4'), ('x', '<i4', ({},)), ('y', '<i4', ({},))", shape.x, shape.y);
  if (shape.col != 0) fields += fmt::format(", ('col', '<i4', ({},))", shape.col);
  std::string header;
  try {
    header =
        npy_header(fmt::format("[{}]", fields), fmt::format("({},)", count),
                   fmt::format("attest {}, seed {}: {}", version(), provenance.seed, provenance.command));
  } catch (const std::length_error& error) {
    throw UsageError(std::string("command: ") + error.what());
  }

  const std::uint64_t record = 4 * (1 + shape.x + shape.y + shape.col);
  const std::uint64_t size = header.size() + count * record;  // count <= 10^9, record < 2^24
  if (size > max_bytes) {
    throw UsageError("--max-bytes", std::to_string(max_bytes),
                     fmt::format("at least {} bytes for {} examples; nothing was written", size, count));
  }
  buffer_ = std::move(header);
}

void NpyWriter::append(int value) {
  const auto bits = static_cast<std::uint32_t>(value);
  for (int shift = 0; shift < 32; shift += 8) buffer_ += static_cast<char>((bits >> shift) & 0xff);
}

void NpyWriter::append(const Numbers& numbers, std::size_t width) {
  for (std::size_t k = 0; k < width; ++k) append(k < numbers.size() ? numbers[k] : no_label);
}

void NpyWriter::add(const Example& example) {
  append(static_cast<int>(example.x.size()));
  append(example.x, shape_.x);
  append(example.y, shape_.y);
  append(example.col, shape_.col);
  write_if_full(output_, buffer_);
}

void NpyWriter::finish() {
  output_.write(buffer_);
  buffer_.clear();
}

}  // namespace attest
