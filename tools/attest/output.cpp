#include "tools/attest/output.hpp"

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <stdexcept>

#include "claims/usage_error.hpp"
#include "ranks/shared_work.hpp"
#include "tools/attest/streams.hpp"

namespace attest {

Output::Output(const std::string& path, std::uint64_t max_bytes, const char* option)
    : path_(path == "-" ? "" : path), max_bytes_(max_bytes), bytes_left_(max_bytes) {
  // Several ranks run one command; rank 0 writes what it says.
  if (ranks::follows() && !path_.empty()) path_ = "/dev/null";
  if (path_.empty()) return;
  std::error_code ignored;
  if (std::filesystem::is_directory(path_, ignored)) {
    throw UsageError(option, path_, "a file name, not a directory");
  }
  // A device or pipe (/dev/null) cannot be replaced by renaming: it is written to directly.
  if (std::filesystem::exists(path_, ignored) && !std::filesystem::is_regular_file(path_, ignored)) {
    if (std::FILE* file = std::fopen(path_.c_str(), "w")) {
      descriptor_ = dup(fileno(file));
      std::fclose(file);
      return;
    }
    throw UsageError(option, path_, std::string("a writable file (") + std::strerror(errno) + ")");
  }
  // What a symbolic link points to is replaced, not the link.
  if (std::filesystem::is_symlink(path_, ignored))
    path_ = std::filesystem::weakly_canonical(path_, ignored).string();
  temporary_ = path_ + ".XXXXXX";
  descriptor_ = mkstemp(temporary_.data());
  if (descriptor_ < 0) {
    temporary_.clear();
    throw UsageError(option, path_, std::string("a writable file (") + std::strerror(errno) + ")");
  }
}

Output::~Output() {
  if (!path_.empty() && descriptor_ >= 0) close(descriptor_);
  if (!temporary_.empty()) unlink(temporary_.c_str());
}

void Output::write(const std::string& text) {
  if (!path_.empty() && text.size() > bytes_left_) {
    throw UsageError("--max-bytes", std::to_string(max_bytes_),
                     fmt::format("room for {}; nothing was written", path_));
  }
  bytes_left_ -= std::min<std::uint64_t>(bytes_left_, text.size());
  if (path_.empty() && keep_output(text)) return;
  std::size_t done = 0;
  while (done < text.size()) {
    const ssize_t written = ::write(descriptor_, text.data() + done, text.size() - done);
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) {
      throw WriteError(fmt::format("{}: cannot be written: {}", path_.empty() ? "standard output" : path_,
                                   std::strerror(errno)));
    }
    done += static_cast<std::size_t>(written);
  }
}

void Output::commit() {
  if (temporary_.empty()) return;
  const mode_t mask = umask(0);
  umask(mask);
  fchmod(descriptor_, 0666 & ~mask);  // mkstemp makes private files
  if (fsync(descriptor_) != 0 || std::rename(temporary_.c_str(), path_.c_str()) != 0)
    throw WriteError(fmt::format("{}: cannot be written: {}", path_, std::strerror(errno)));
  temporary_.clear();
}

Format format_from_path(const std::string& path) {
  const std::string extension = std::filesystem::path(path).extension().string();
  if (extension == ".json" || extension == ".jsonl") return Format::json;
  if (extension == ".csv") return Format::csv;
  if (extension == ".tex") return Format::latex;
  if (extension == ".md") return Format::markdown;
  if (extension.empty() || extension == ".txt") return Format::text;
  throw UsageError(
      "--out", path,
      "an ending that names a format (.txt, .json, .jsonl, .csv, .tex, .md), or --format beside it");
}

}  // namespace attest
