// attest generate --splits: the files that a dataset goes to, and what belongs into each.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "claims/json.hpp"
#include "tasks/datasets/splits.hpp"
#include "tools/attest/common_options.hpp"
#include "tools/attest/output.hpp"
#include "tools/attest/provenance.hpp"

namespace attest {

struct DatasetPart {
  std::shared_ptr<const Splits> splits;  // null: the only part, which takes everything
  std::size_t number = 0;
  std::uint64_t count = 0;
  std::unique_ptr<Output> output;

  bool takes(const std::vector<std::int64_t>& original, std::uint64_t seed) const {
    return splits == nullptr || splits->part_of(original, seed) == number;
  }
  // {"name": "test", "of": {"train": 8, "test": 2}}; null where there are no splits.
  Json to_json() const;
  // With the part beside the command, for a header that has one line.
  Provenance named(Provenance provenance) const;
};

// Without splits one part, --out; else FILE-NAME.ENDING for each. UsageError that names --splits or --out.
std::vector<DatasetPart> dataset_parts(const std::optional<std::string>& splits, std::uint64_t count,
                                       const CommonOptions& common);

}  // namespace attest
