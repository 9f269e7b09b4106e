#include "tools/attest/repair_checkpoint.hpp"

#include <stdexcept>

#include "repair/print_alone.hpp"
#include "theorems/write.hpp"

namespace attest {

namespace {

// What the search is given: the words of other variants make no difference to it.
Json identity(const theorems::TheoremText& text, const std::string& variant,
              const theorems::repair::RepairOptions& options) {
  return {{"theorem", theorems::write(theorems::repair::print_alone(text, variant))},
          {"variant", variant},
          {"sizes", options.given},
          {"edits", options.most_edits}};
}

}  // namespace

RepairCheckpoint::RepairCheckpoint(std::string file, const theorems::TheoremText& text,
                                   const std::string& variant, const theorems::repair::RepairOptions& options)
    : file_(std::move(file), "attest repair", identity(text, variant, options)) {
  if (file_.found().is_null()) return;
  try {
    journal_ = theorems::repair::journal_from_json(file_.found());
  } catch (const std::invalid_argument& error) {
    file_.refuse(error.what());
  }
}

void RepairCheckpoint::keep(const theorems::repair::Journal& journal) const {
  file_.keep(theorems::repair::to_json(journal));
}

}  // namespace attest
