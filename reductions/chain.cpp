#include "reductions/chain.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>

#include "claims/suggestion.hpp"
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

// What names an end: what ends_with takes, without the claims.
std::set<std::string> names_of_end(const ReductionInfo& info) {
  std::set<std::string> names{info.name, target_word(info.name), name_of(info.target)};
  if (info.target == Problem::attention) names.insert(target_word(info.name) + "-attention");
  return names;
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
    const std::string nearest = nearest_name(first, chain_beginnings(known));
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
  throw UsageError("--to", last,
                   fmt::format("what {} can be continued to{}; reductions are: {}", first,
                               maybe_meant(last, chain_ends(known)), fmt::join(names, ", ")));
}

std::vector<std::string> chain_ends(const std::vector<std::unique_ptr<Reduction>>& known) {
  std::set<std::string> ends;
  for (const auto& reduction : known) ends.merge(names_of_end(reduction->info()));
  return {ends.begin(), ends.end()};
}

std::vector<std::string> chain_beginnings(const std::vector<std::unique_ptr<Reduction>>& known) {
  std::set<std::string> beginnings;
  for (const auto& reduction : known)
    beginnings.insert({reduction->info().name, source_word(reduction->info().name)});
  return {beginnings.begin(), beginnings.end()};
}

}  // namespace attest
