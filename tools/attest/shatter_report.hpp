// What `attest shatter` found, as JSON (contract.md), text and a table.
#pragma once

#include <optional>
#include <string>

#include "claims/json.hpp"
#include "lowerbounds/shattering/enumerate_shattered.hpp"
#include "lowerbounds/shattering/split_vc.hpp"
#include "tools/attest/table.hpp"

namespace attest {

struct ShatterReport {
  WordFunction function;
  Json parameters;
  std::string definition;  // empty for a truth table
  std::string symmetries;
  std::optional<PositionSet> partition;  // asked for; else all partitions were
  bool every_partition = false;
  SplitVc result;           // without partitions if the function could not even be loaded in time
  std::string stop_reason;  // empty unless the run was stopped
  std::optional<ShatteredCounts> counts;  // with --enumerate
};

// A word in the paper's letters, position by position.
Json word_json(const WordFunction& function, const WordOfLetters& word);
std::string word_text(const WordFunction& function, const WordOfLetters& word);

// The fields of contract.md but `shattered`, without those that only the program knows.
Json shatter_json(const ShatterReport& report);
std::string shatter_text(const ShatterReport& report);
Table partition_table(const ShatterReport& report);
Table counts_table(const ShatteredCounts& counts);

// One field a line, and lists of lists or objects one element a line. Without the closing brace if `open`.
std::string document_text(const Json& document, bool open);

}  // namespace attest
