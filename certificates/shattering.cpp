#include "certificates/shattering.hpp"

#include <fmt/format.h>

namespace attest::theorems::certificates {

std::string write_shattering_certificate(Json record, const ShatteredRows& set,
                                         const std::optional<NoLargerSet>& no_larger,
                                         const WriteLine& write) {
  const std::size_t k = set.rows.size();
  if (k > most_certified_rows)
    throw NoCertificate(
        fmt::format("{} rows have 2^{} patterns, and a certificate a column for each of at most 2^{}", k, k,
                    most_certified_rows));
  const bool split = no_larger && no_larger->of_this_split;
  record["split"] = split ? Json(from_one(set.on)) : Json();
  record["at_least"] = k;
  record["at_most"] = no_larger ? Json(k) : Json();
  // Before anything is written, as it may turn out that there is no certificate.
  std::vector<std::string> closing;
  if (no_larger) {
    if (words_of(record) > most_table_words)
      throw NoCertificate(fmt::format("the function has more than {} words", most_table_words));
    closing = closing_lines(with_table(record, no_larger->value).dump(), no_larger->symmetries);
  }
  write(record.dump() + "\n");
  write(Json{{"split", from_one(set.on)}, {"rows", set.rows}}.dump() + "\n");
  std::vector<bool> pattern(k);
  for (std::size_t rank = 0; rank >> k == 0; ++rank) {
    for (std::size_t r = 0; r < k; ++r) pattern[r] = (rank >> (k - 1 - r) & 1) != 0;
    write(Json{{"column", set.column(pattern)}}.dump() + "\n");
  }
  for (const std::string& line : closing) write(line);
  write(fmt::format("{{\"end\":{}}}\n", 2 + (std::size_t{1} << k) + closing.size()));
  return fmt::format("{} {} {}", split ? "the VC dimension of this partition" : "split-VC",
                     no_larger ? "is" : "is at least", k);
}

}  // namespace attest::theorems::certificates
