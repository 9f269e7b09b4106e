#include "reductions/chain.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "claims/usage_error.hpp"

namespace attest {

namespace {

const std::string to = "-to-";

std::string source_word(const std::string& name) {
  return name.substr(0, name.find(to));
}
std::string target_word(const std::string& name) {
  return name.substr(name.rfind(to) + to.size());
}

bool begins_with(const ReductionInfo& info, const std::string& word) {
  return word == info.name || word == info.claim || word == source_word(info.name);
}

bool ends_with(const ReductionInfo& info, const std::string& word) {
  if (word == info.name || word == info.claim || word == target_word(info.name)) return true;
  if (info.target == Problem::attention && word == target_word(info.name) + "-attention") return true;
  return word == name_of(info.target);
}

// All chains of at most `length` steps that continue `chain` and satisfy `last`, shortest first by caller.
void extend(const std::vector<std::unique_ptr<Reduction>>& known, Chain& chain, const std::string& last,
            std::size_t length, std::vector<Chain>& found) {
  const ReductionInfo& end = chain.back()->info();
  if (last.empty() ? chain.size() == 1 : ends_with(end, last)) {
    if (chain.size() == length) found.push_back(chain);
    return;
  }
  if (chain.size() == length) return;
  for (const auto& next : known) {
    if (next->info().source != end.target) continue;
    if (next->info().only_by_name && last != next->info().name && last != next->info().claim) continue;
    chain.push_back(next.get());
    extend(known, chain, last, length, found);
    chain.pop_back();
  }
}

std::string described(const Chain& chain) {
  std::vector<std::string> names;
  for (const Reduction* reduction : chain) names.push_back(reduction->info().name);
  return fmt::format("{}", fmt::join(names, ", "));
}

}  // namespace

Chain find_chain(const std::vector<std::unique_ptr<Reduction>>& known, const std::string& first,
                 const std::string& last) {
  std::vector<std::string> names;
  for (const auto& reduction : known) names.push_back(reduction->info().name);
  std::vector<const Reduction*> beginnings;
  for (const auto& reduction : known) {
    if (begins_with(reduction->info(), first)) beginnings.push_back(reduction.get());
  }
  if (beginnings.empty()) {
    std::vector<std::string> words = names;
    for (const std::string& name : names) words.push_back(source_word(name));
    const std::string nearest = nearest_name(first, words);
    throw UsageError("REDUCTION", first,
                     nearest.empty() ? fmt::format("one of: {}", fmt::join(names, ", "))
                                     : fmt::format("a reduction (did you mean {}?)", nearest));
  }
  // No problem occurs twice on a chain, so it has at most as many steps as there are reductions.
  for (std::size_t length = 1; length <= known.size(); ++length) {
    std::vector<Chain> found;
    for (const Reduction* beginning : beginnings) {
      Chain chain{beginning};
      extend(known, chain, last, length, found);
    }
    if (found.size() == 1) return found.front();
    if (found.size() > 1) {
      std::vector<std::string> ways;
      for (const Chain& chain : found) ways.push_back(described(chain));
      throw UsageError(last.empty() ? "REDUCTION" : "--to", last.empty() ? first : last,
                       fmt::format("one way, not several: {}", fmt::join(ways, "; or ")));
    }
  }
  throw UsageError(
      "--to", last,
      fmt::format("what {} can be continued to; reductions are: {}", first, fmt::join(names, ", ")));
}

}  // namespace attest
