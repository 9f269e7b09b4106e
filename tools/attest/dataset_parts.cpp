#include "tools/attest/dataset_parts.hpp"

#include <filesystem>

#include "claims/usage_error.hpp"

namespace attest {

namespace {

// data.jsonl, test: data-test.jsonl
std::string part_path(const std::string& path, const std::string& name) {
  const std::filesystem::path whole(path);
  std::filesystem::path part = whole.parent_path() / whole.stem();
  part += "-" + name;
  part += whole.extension();
  return part.string();
}

}  // namespace

Json DatasetPart::to_json() const {
  if (splits == nullptr) return nullptr;
  Json of = Json::object();
  for (const Splits::Part& part : splits->parts()) of[part.name] = part.weight;
  return {{"name", splits->parts()[number].name}, {"of", of}};
}

Provenance DatasetPart::named(Provenance provenance) const {
  if (splits != nullptr) provenance.command += ", part " + splits->parts()[number].name;
  return provenance;
}

std::vector<DatasetPart> dataset_parts(const std::optional<std::string>& splits, std::uint64_t count,
                                       const CommonOptions& common) {
  std::vector<DatasetPart> result;
  const std::string path = common.chosen_out();
  const std::uint64_t most = common.chosen_max_bytes();
  if (!splits) {
    result.push_back({nullptr, 0, count, std::make_unique<Output>(path, most)});
    return result;
  }
  const auto parsed = std::make_shared<const Splits>(Splits::parse(*splits));
  if (path.empty())
    throw UsageError("--out: missing, expected a file name: --splits writes a file for each part");
  const std::vector<std::uint64_t> counts = parsed->counts(count);
  for (std::size_t k = 0; k < counts.size(); ++k) {
    result.push_back(
        {parsed, k, counts[k], std::make_unique<Output>(part_path(path, parsed->parts()[k].name), most)});
  }
  return result;
}

}  // namespace attest
