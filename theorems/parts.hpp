// The parts of a theorem that a patch can name, each with the path that names it:
//
//   value 3        row 2        head left row 2        displayed score        param c        carry phi        task
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "theorems/reader.hpp"
#include "theorems/said.hpp"
#include "theorems/theorem_text.hpp"

namespace attest::theorems {

struct Part {
  std::vector<std::string> scope;                // {"layer", "1", "head", "left"}
  std::vector<std::string> path;                 // {"row", "2"}
  std::function<Said()> said;                    // as the theorem says it now
  std::function<bool(const Fragment&)> replace;  // false: it is none of this kind
  std::function<void()> erase;
  bool inner = false;  // of another part: a feature of tokens, a coordinate of an encoding

  std::string whole_path() const;
};

// They point into the theorem and are good until it changes. Of a fragment (`whole` false) what it says alone; a
// theorem has a dimension and a scale also where it does not say them.
std::vector<Part> parts_of(TheoremText& theorem, bool whole = true);

// Those that a path names: whole paths before their last words alone ("c" for "param c").
std::vector<const Part*> parts_named(const std::vector<Part>& parts, const std::vector<std::string>& path);

std::string joined_path(const std::vector<std::string>& path);

}  // namespace attest::theorems
