// What a report says of verdicts: the table, the margins by size, witnesses and the worst input explained.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "claims/claim.hpp"
#include "tools/attest/report/page.hpp"

namespace attest::report {

// A verdict of the page, with what is on record of it; nothing where the reader gave the sizes.
struct ReportedVerdict {
  Verdict verdict;
  std::optional<Status> recorded;
  bool as_recorded = true;
};

// What the page is about.
struct Subject {
  const Claim& claim;
  std::string word;  // what the user called it: an id or a file
  std::vector<ReportedVerdict> verdicts;
  std::uint64_t seed = 0;
};

Section verdict_section(const Subject& subject);

// Of each variant that is refuted somewhere: its first counterexample, explained where it has wrong outputs of a layer, step by
// step where it is an instance of something else, as its fields otherwise.
Section witness_section(const Subject& subject);

// The input of the least margin at the largest setting of the variant that holds most, with its attention weights.
Section worst_input_section(const Subject& subject);

}  // namespace attest::report
