#include "claims/catalogue.hpp"

#include <algorithm>
#include <stdexcept>

#include "claims/papers.hpp"
#include "claims/usage_error.hpp"

namespace attest {

namespace {

// The names in which a part of a name stands, where they are few.
std::string containing(const std::vector<std::string>& known, std::string_view part) {
  constexpr std::size_t shortest = 3;
  constexpr int most = 8;
  std::string all;
  int count = 0;
  for (const std::string& name : known) {
    if (name.find(part) == std::string::npos) continue;
    all += (all.empty() ? "" : " or ") + name;
    ++count;
  }
  return part.size() < shortest || count > most ? "" : all;
}

// Throws std::logic_error unless what the claim has on record fits what it takes.
void check(const ClaimInfo& info) {
  for (const auto& size : info.standard_sizes) {
    try {
      parse_parameters(info.parameters, size.words);
    } catch (const UsageError& error) {
      throw std::logic_error(info.id + ": a standard size that does not parse: " + error.what());
    }
    for (const auto& [variant, status] : size.recorded) {
      if (!info.has(variant)) throw std::logic_error(info.id + ": a recorded variant that it lacks");
    }
  }
}

}  // namespace

bool ClaimInfo::has(Variant variant) const {
  return std::any_of(variants.begin(), variants.end(), [&](const auto& v) { return v.variant == variant; });
}

const VariantInfo& ClaimInfo::info(Variant variant) const {
  for (const auto& entry : variants) {
    if (entry.variant == variant) return entry;
  }
  throw std::out_of_range(id + " has no variant " + to_string(variant));
}

void Catalogue::add(std::unique_ptr<Claim> claim) {
  check(claim->info());
  const ClaimInfo& info = claim->info();
  Entry entry{info.id, info.paper, std::make_unique<Lazy>()};
  entry.lazy->claim = std::move(claim);
  insert(std::move(entry));
}

void Catalogue::add(const std::string& id, Maker make) {
  Entry entry{id, id.substr(0, id.find('/')), std::make_unique<Lazy>()};
  entry.lazy->make = std::move(make);
  insert(std::move(entry));
}

// Behind the last one of the same paper, or of the papers before it.
void Catalogue::insert(Entry entry) {
  if (has(entry.id)) throw std::logic_error("claim added twice: " + entry.id);
  const auto place = [](const std::string& paper) {
    return std::find_if(papers().begin(), papers().end(),
                        [&](const Paper& known) { return known.name == paper; }) -
           papers().begin();
  };
  const auto own = place(entry.paper);
  const auto behind = std::find_if(entries_.begin(), entries_.end(),
                                   [&](const Entry& known) { return place(known.paper) > own; });
  entries_.insert(behind, std::move(entry));
}

const Claim& Catalogue::made(const Entry& entry) {
  Lazy& lazy = *entry.lazy;
  std::call_once(lazy.made, [&] {
    if (lazy.claim) return;
    std::unique_ptr<Claim> claim = lazy.make();
    check(claim->info());
    if (claim->info().id != entry.id || claim->info().paper != entry.paper)
      throw std::logic_error("a claim of another name: " + claim->info().id + " for " + entry.id);
    lazy.claim = std::move(claim);
  });
  return *lazy.claim;
}

std::vector<const Claim*> Catalogue::claims() const {
  std::vector<const Claim*> all;
  for (const Entry& entry : entries_) all.push_back(&made(entry));
  return all;
}

bool Catalogue::has(std::string_view id) const {
  return std::any_of(entries_.begin(), entries_.end(), [&](const Entry& known) { return known.id == id; });
}

const Claim& Catalogue::find(std::string_view id) const {
  if (id.empty()) throw UsageError("claim: missing, expected a claim that `attest list` names");
  std::vector<std::string> known;
  std::string meant;  // all papers' claims of this name
  for (const Entry& entry : entries_) {
    if (entry.id == id) return made(entry);
    known.push_back(entry.id);
    if (known.back().ends_with("/" + std::string(id))) meant += (meant.empty() ? "" : " or ") + known.back();
  }
  const std::string nearest = !meant.empty()                     ? meant
                              : !nearest_name(id, known).empty() ? nearest_name(id, known)
                                                                 : containing(known, id);
  throw UsageError(
      "claim", id,
      nearest.empty() ? "a claim that `attest list` names" : "a known claim (did you mean " + nearest + "?)");
}

}  // namespace attest
