#include "tools/attest/repair_checkpoint.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <limits>
#include <stdexcept>

#include "claims/usage_error.hpp"
#include "claims/user_json.hpp"
#include "theorems/repair/print_alone.hpp"
#include "theorems/write.hpp"
#include "tools/attest/build_identity.hpp"
#include "tools/attest/output.hpp"
#include "tools/attest/verdict_document.hpp"

namespace attest {

namespace {

constexpr const char* schema = "attest/checkpoint/1";

}  // namespace

RepairCheckpoint::RepairCheckpoint(std::string file, const theorems::TheoremText& text,
                                   const std::string& variant, const theorems::repair::RepairOptions& options)
    : file_(std::move(file)) {
  if (file_.empty() || file_ == "-") throw UsageError("--checkpoint", file_, "a file");
  // What the search is given: the words of other variants make no difference to it.
  of_ = {{"schema", schema},
         {"build", build_identity()},
         {"theorem", theorems::write(theorems::repair::print_alone(text, variant))},
         {"variant", variant},
         {"sizes", options.given},
         {"edits", options.most_edits}};
  if (!std::filesystem::exists(file_)) {
    keep({});
    return;
  }
  const Json found = read_user_json(file_, "--checkpoint");
  if (!found.is_object() || found.value("schema", Json()) != schema || !found.contains("search"))
    throw UsageError("--checkpoint", file_, "a file that `attest repair --checkpoint` wrote, or a new one");
  for (const auto& [field, value] : of_.items()) {
    if (found.contains(field) && found[field] == value) continue;
    const std::string other = field == "theorem" || field == "build"
                                  ? "another " + field
                                  : fmt::format("{} {}", field, found.value(field, Json()).dump());
    throw UsageError("--checkpoint", file_,
                     fmt::format("a checkpoint of this search; that one is of {}", other));
  }
  try {
    journal_ = theorems::repair::journal_from_json(found["search"]);
  } catch (const std::invalid_argument& error) {
    throw UsageError("--checkpoint", file_, fmt::format("a whole checkpoint ({})", error.what()));
  }
}

void RepairCheckpoint::keep(const theorems::repair::Journal& journal) const {
  Json document = of_;
  document["search"] = theorems::repair::to_json(journal);
  Output output(file_, std::numeric_limits<std::uint64_t>::max(), "--checkpoint");
  output.write(json_text(document, -1));
  output.commit();
}

}  // namespace attest
