// Certificates of shattered sets (docs/certificates.md): the rows, with a column for each pattern, and why no larger set is shattered.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "certificates/closing_nodes.hpp"
#include "certificates/shattering_record.hpp"

namespace attest::theorems::certificates {

struct ShatteredRows {
  std::vector<std::size_t> on;          // positions, from 0, ascending
  std::vector<std::vector<long>> rows;  // the letters there
  // The letters at the other positions of the column that has value pattern[r] in row r.
  std::function<std::vector<long>(const std::vector<bool>& pattern)> column;
};

// What excludes a larger set, as hints.
struct NoLargerSet {
  bool of_this_split = false;                           // of the rows' own positions alone; else of all
  std::function<bool(const std::vector<long>&)> value;  // the function, of a letter a position
  std::vector<SymmetryHint> symmetries;
};

inline constexpr std::size_t most_certified_rows = 20;

// `record`: of function_record. Writes the certificate line by line; returns what it says, "split-VC is 3". NoCertificate where there
// are more rows than that, or what excludes a larger set does not go into a certificate; Stopped.
std::string write_shattering_certificate(Json record, const ShatteredRows& set,
                                         const std::optional<NoLargerSet>& no_larger, const WriteLine& write);

}  // namespace attest::theorems::certificates
