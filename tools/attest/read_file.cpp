#include "tools/attest/read_file.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <istream>

#include "claims/input_files.hpp"
#include "claims/usage_error.hpp"
#include "tools/attest/streams.hpp"

namespace attest {

namespace {

constexpr std::size_t most_bytes_of_stream = std::size_t{64} << 20;
constexpr std::size_t block = std::size_t{1} << 20;

// Block by block: a device has no size to look at, and no end.
bool read_all(std::istream& stream, std::size_t limit, std::string& text) {
  while (stream && text.size() <= limit) {
    const std::size_t known = text.size();
    text.resize(known + block);
    stream.read(text.data() + known, static_cast<std::streamsize>(block));
    text.resize(known + static_cast<std::size_t>(stream.gcount()));
  }
  return text.size() <= limit;
}

}  // namespace

std::string file_text(const std::string& path, const std::string& argument, const std::string& written,
                      std::size_t limit) {
  std::error_code ignored;
  if (!std::filesystem::is_regular_file(path, ignored)) limit = std::min(limit, most_bytes_of_stream);
  const auto expect_small = [&](bool small) {
    if (!small)
      throw UsageError(argument, written, "a file of at most " + std::to_string(limit >> 20) + " MiB");
  };
  std::string text;
  if (path == "-") {
    expect_small(read_all(standard_input(), limit, text));
    return text;
  }
  if (std::filesystem::is_directory(path, ignored)) {
    throw UsageError(argument, written, "a file that can be read, not a directory");
  }
  std::ifstream file(path, std::ios::binary);
  if (!file) throw UsageError(argument, written, "a file that can be read");
  expect_small(read_all(file, limit, text));
  if (file.bad()) throw UsageError(argument, written, "a file that can be read");
  return text;
}

std::string read_file(const std::string& path, const std::string& argument, const std::string& written,
                      std::size_t limit) {
  std::string text = file_text(path, argument, written, limit);
  note_input_file(path, text);
  return text;
}

}  // namespace attest
