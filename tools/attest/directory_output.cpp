#include "tools/attest/directory_output.hpp"

#include <fmt/format.h>
#include <stdlib.h>
#include <sys/stat.h>

#include <cerrno>
#include <cstring>
#include <fstream>

#include "claims/usage_error.hpp"
#include "ranks/shared_work.hpp"
#include "tools/attest/output.hpp"

namespace attest {

namespace fs = std::filesystem;

DirectoryOutput::DirectoryOutput(const std::string& path, std::uint64_t max_bytes)
    : path_(fs::path(path).lexically_normal()), max_bytes_(max_bytes) {
  if (!path_.has_filename()) path_ = path_.parent_path();  // "out/"
  std::error_code error;
  if (path.empty() || path == "-") throw UsageError("--out", path, "a folder that does not exist yet");
  const bool exists = fs::exists(path_, error);
  if (exists && (!fs::is_directory(path_, error) || !fs::is_empty(path_, error))) {
    throw UsageError("--out", path, "a folder that does not exist yet or is empty");
  }
  if (ranks::follows()) return;  // rank 0 writes
  std::string name = path_.string() + ".XXXXXX";
  if (mkdtemp(name.data()) == nullptr) {
    throw UsageError("--out", path, std::string("a folder that can be made (") + std::strerror(errno) + ")");
  }
  temporary_ = name;
}

DirectoryOutput::~DirectoryOutput() {
  std::error_code ignored;
  if (!temporary_.empty()) fs::remove_all(temporary_, ignored);
}

void DirectoryOutput::write(const std::string& name, const std::string& content) {
  if (content.size() > max_bytes_ - bytes_) {
    throw UsageError(
        "--max-bytes", std::to_string(max_bytes_),
        fmt::format("at least {} bytes for the files up to {} (--max-bytes allows more); nothing was written",
                    bytes_ + content.size(), name));
  }
  bytes_ += content.size();
  if (temporary_.empty()) return;
  const fs::path file = temporary_ / name;
  std::error_code error;
  fs::create_directories(file.parent_path(), error);
  std::ofstream stream(file, std::ios::binary);
  stream.write(content.data(), static_cast<std::streamsize>(content.size()));
  stream.close();
  if (!stream)
    throw WriteError(fmt::format("{}: cannot be written (is the disk full?)", (path_ / name).string()));
}

void DirectoryOutput::commit() {
  if (temporary_.empty()) return;
  const mode_t mask = umask(0);
  umask(mask);
  chmod(temporary_.c_str(), 0777 & ~mask);  // mkdtemp makes private folders
  std::error_code error;
  fs::rename(temporary_, path_, error);  // takes the place of an empty folder
  if (error) throw UsageError("--out", path_.string(), "a folder that can be made (" + error.message() + ")");
  temporary_.clear();
}

}  // namespace attest
