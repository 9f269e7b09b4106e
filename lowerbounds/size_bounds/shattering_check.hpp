// Whether the rows that a lemma names really are shattered by the columns it names, on the task's instances.
#pragma once

#include <optional>
#include <string>

#include "claims/deadline.hpp"
#include "claims/json.hpp"
#include "claims/verdict.hpp"
#include "lowerbounds/size_bounds/task_instances.hpp"

namespace attest {

struct ShatteringCheck {
  Status status = Status::undecided;
  Evidence evidence = Evidence::enumeration;
  Integer space = 0;  // entries (row, column) with enumeration, boxes with cover
  Integer checked = 0;
  Integer failing = 0;
  std::string reason;
  Json counterexample;  // the first failing entry, where refuted
};

// Up to this many rows every entry (row, column of bits) is evaluated from the task's definition; beyond, the
// entries are covered by boxes (boxes_of), two a row for the rows of the lemmas, about l of them for rows of two letters.
inline constexpr long most_enumerated_rows = 10;
inline constexpr long most_covered_rows = 4096;
inline constexpr long most_covered_rows_of_two_letters = 256;

// `by_cover` forces boxes where both would do.
ShatteringCheck check_shattering(const InstanceSize& size, const Deadline& deadline, bool by_cover = false);

}  // namespace attest
