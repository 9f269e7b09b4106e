// What a theorem promises of its inputs: `where P` says which words are inputs at all, `judged if P` of which inputs it speaks.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "language/truth.hpp"
#include "tasks/task.hpp"
#include "theorems/input_layout.hpp"
#include "theorems/theorem_text.hpp"

namespace attest::theorems {

class Promise {
 public:
  // Throws UsageError for a condition that does not type.
  Promise(const TheoremText& text, const InputLayout& layout,
          const std::map<std::string, Rational>& constants);

  bool has_where() const { return !where_.empty(); }
  bool has_judged_if() const { return judged_if_ != nullptr; }
  // From the cells' values. Throws UsageError where a condition has no value.
  Standing standing(std::span<const long> cells) const;
  // The same on machine integers, with the cells that were read appended; nothing where these do not suffice or there is no value.
  std::optional<Standing> reading(std::span<const long> cells, std::vector<std::size_t>& read) const;
  // "where a(1) < a(2); judged if x != 1"
  const std::string& text() const { return text_; }

 private:
  std::vector<std::unique_ptr<const language::Truth>> where_;
  std::unique_ptr<const language::Truth> judged_if_;
  std::string text_;
};

// Why a setting of a theorem without tokens is not judged: the condition behind `judged if`.
std::string judged_elsewhere(const std::string& condition);

}  // namespace attest::theorems
