// The lines of a certificate that say why no set of more rows is shattered (docs/certificates.md). They are found on the partitions and
// rows that attest-check-shattering itself will come to; whether they exclude the sets is for it to say.
#pragma once

#include <string>
#include <vector>

namespace attest::theorems::certificates {

// Position i goes to position[i], and its letters, by their numbers among those that the function tells apart there, to letter[i][.]; all
// from 0.
struct SymmetryHint {
  std::vector<std::size_t> position;
  std::vector<std::vector<std::size_t>> letter;
  bool complements = false;
};

// Of the first line. Symmetries that are none are left out. NoCertificate where some partition has a shattered set of that many rows, or
// where the lines together would have more than 2^28 bytes; Stopped.
std::vector<std::string> closing_lines(const std::string& record,
                                       const std::vector<SymmetryHint>& symmetries);

}  // namespace attest::theorems::certificates
