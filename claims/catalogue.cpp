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
  const ClaimInfo& info = claim->info();
  for (const auto& known : claims_) {
    if (known->info().id == info.id) throw std::logic_error("claim added twice: " + info.id);
  }
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
  // Behind the last one of the same paper, or of the papers before it.
  const auto place = [](const std::string& paper) {
    return std::find_if(papers().begin(), papers().end(),
                        [&](const Paper& known) { return known.name == paper; }) -
           papers().begin();
  };
  const auto own = place(info.paper);
  const auto behind = std::find_if(claims_.begin(), claims_.end(),
                                   [&](const auto& known) { return place(known->info().paper) > own; });
  claims_.insert(behind, std::move(claim));
}

const Claim& Catalogue::find(std::string_view id) const {
  if (id.empty()) throw UsageError("claim: missing, expected a claim that `attest list` names");
  std::vector<std::string> known;
  std::string meant;  // all papers' claims of this name
  for (const auto& claim : claims_) {
    if (claim->info().id == id) return *claim;
    known.push_back(claim->info().id);
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
