#include "tools/attest/checkpoint_file.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <limits>
#include <set>

#include "claims/usage_error.hpp"
#include "claims/user_json.hpp"
#include "tools/attest/build_identity.hpp"
#include "tools/attest/output.hpp"
#include "tools/attest/read_file.hpp"
#include "tools/attest/verdict_document.hpp"

namespace attest {

namespace {

constexpr const char* schema = "attest/checkpoint/1";

Output opened(const std::string& path) {
  return {path, std::numeric_limits<std::uint64_t>::max(), "--checkpoint"};
}

// The first name of which the two say something else.
std::string differing_file(const Json& files, const Json& other) {
  std::set<std::string> names;
  for (const Json& each : {files, other}) {
    for (const auto& [name, hash] : each.items()) names.insert(name);
  }
  for (const std::string& name : names) {
    if (files.value(name, Json()) != other.value(name, Json())) return name;
  }
  return "";
}

// What the file is of, where `mine` is expected.
std::string said_of(const std::string& field, const Json& mine, const Json& other) {
  if (field == "theorem" || field == "build") return "another " + field;
  if (field == "files") return "another " + (other.is_object() ? differing_file(mine, other) : field);
  return fmt::format("{} {}", field, other.dump());
}

}  // namespace

CheckpointFile::CheckpointFile(std::string path, const std::string& command, const Json& of)
    : path_(std::move(path)), of_({{"schema", schema}, {"command", command}, {"build", build_identity()}}) {
  if (path_.empty() || path_ == "-") throw UsageError("--checkpoint", path_, "a file");
  for (const auto& [field, value] : of.items()) of_[field] = value;
  if (std::filesystem::exists(path_)) {
    if (!std::filesystem::is_regular_file(path_)) throw UsageError("--checkpoint", path_, "a file");
    const Json document =
        parse_user_json(file_text(path_, "--checkpoint", path_, most_json_bytes), "--checkpoint");
    check(document, command);
    found_ = document["kept"];
  }
  opened(path_);  // what cannot be written is found before any work
}

void CheckpointFile::check(const Json& document, const std::string& command) const {
  if (!document.is_object() || document.value("schema", Json()) != schema)
    throw UsageError("--checkpoint", path_,
                     fmt::format("a file that `{} --checkpoint` wrote, or a new one", command));
  for (const auto& [field, value] : of_.items()) {
    const Json other = document.value(field, Json());
    if (other == value) continue;
    throw UsageError(
        "--checkpoint", path_,
        fmt::format("a checkpoint of this run; that one is of {}", said_of(field, value, other)));
  }
  if (!document.contains("kept")) refuse("nothing is kept in it");
}

void CheckpointFile::refuse(const std::string& why) const {
  throw UsageError("--checkpoint", path_, fmt::format("a whole checkpoint ({})", why));
}

void CheckpointFile::keep(const Json& kept) const {
  Json document = of_;
  document["kept"] = kept;
  const std::string text = json_text(document, -1);
  if (text.size() > most_json_bytes)
    throw UsageError(fmt::format("--checkpoint: {} would have more than {} MiB, and could not be read again",
                                 path_, most_json_bytes >> 20));
  Output output = opened(path_);
  output.write(text);
  output.commit();
}

}  // namespace attest
