#include "tasks/datasets/splits.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "claims/usage_error.hpp"
#include "numeric/checked.hpp"

namespace attest {

namespace {

constexpr long largest_weight = 1000000;
constexpr std::size_t most_parts = 64;
const char* const splits_expectation = "parts like train=8,validation=1,test=1";

bool is_name(const std::string& text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' || c == '_';
  });
}

// The finalizer of SplitMix64 (Steele, Lea, Flood, "Fast splittable pseudorandom number generators", 2014), a bijection that mixes all
// bits.
std::uint64_t mixed(std::uint64_t z) {
  z = (z ^ (z >> 30U)) * 0xbf58476d1ce4e5b9ULL;
  z = (z ^ (z >> 27U)) * 0x94d049bb133111ebULL;
  return z ^ (z >> 31U);
}

}  // namespace

Splits Splits::parse(const std::string& text) {
  Splits result;
  for (std::size_t at = 0; at <= text.size();) {
    const std::size_t end = std::min(text.find(',', at), text.size());
    const std::string word = text.substr(at, end - at);
    const std::size_t sign = word.find('=');
    const auto weight = sign == std::string::npos ? std::nullopt : integer_from_string(word.substr(sign + 1));
    const std::string name = word.substr(0, sign);
    const bool known = std::any_of(result.parts_.begin(), result.parts_.end(),
                                   [&](const Part& part) { return part.name == name; });
    if (!weight || *weight < 1 || *weight > largest_weight || !is_name(name) || known)
      throw UsageError("--splits", text, splits_expectation);
    result.parts_.push_back({name, static_cast<std::uint64_t>(to_long(*weight))});
    result.total_ += result.parts_.back().weight;
    at = end + 1;
  }
  if (result.parts_.size() < 2 || result.parts_.size() > most_parts)
    throw UsageError("--splits", text, splits_expectation);
  return result;
}

// Each part gets what is due to the parts up to it, rounded down, less what is given already.
std::vector<std::uint64_t> Splits::counts(std::uint64_t count) const {
  std::vector<std::uint64_t> result;
  std::uint64_t weights = 0;
  std::uint64_t given = 0;
  for (const Part& part : parts_) {
    weights += part.weight;
    const auto due = static_cast<std::uint64_t>(to_long(Integer(Integer(count) * weights / total_)));
    result.push_back(due - given);
    given = due;
    if (result.back() == 0)
      throw UsageError("--count", std::to_string(count),
                       fmt::format("more examples: the part '{}' of --splits gets none", part.name));
  }
  return result;
}

std::size_t Splits::part_of(std::span<const std::int64_t> key, std::uint64_t seed) const {
  constexpr std::uint64_t odd = 0x9e3779b97f4a7c15ULL;
  std::uint64_t hash = mixed(seed + odd);
  for (const std::int64_t value : key) hash = mixed(hash + odd + static_cast<std::uint64_t>(value));
  std::uint64_t place =
      mixed(hash + odd + key.size()) % total_;  // total_ is below 2^26: no part is preferred by 2^-38
  std::size_t part = 0;
  while (place >= parts_[part].weight) place -= parts_[part++].weight;
  return part;
}

std::vector<std::int64_t> original_of(const Example& example, bool rearranged) {
  std::vector<std::int64_t> key(example.x.begin(), example.x.end());
  if (rearranged) std::sort(key.begin(), key.end());
  key.insert(key.end(), example.col.begin(), example.col.end());
  return key;
}

}  // namespace attest
