#include "tools/attest/least_form_report.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "tools/attest/proof_report.hpp"
#include "tools/attest/repair_report.hpp"

namespace attest {

namespace {

using theorems::repair::LeastForm;
using theorems::repair::Repair;
using theorems::repair::SettingVerdict;

constexpr std::size_t most_kept_shown = 8;  // of what cannot go

const char* least_form_word(LeastForm::Outcome outcome) {
  switch (outcome) {
    case LeastForm::Outcome::fails:
      return "fails";
    case LeastForm::Outcome::reduced:
      return "reduced";
    case LeastForm::Outcome::irreducible:
      return "irreducible";
    case LeastForm::Outcome::stopped:
      return "stopped";
  }
  return "";
}

std::string least_form_headline(const LeastForm& found) {
  const std::size_t gone = found.gone.size();
  switch (found.outcome) {
    case LeastForm::Outcome::fails:
      return "NOTHING TO MINIMISE: the theorem does not hold";
    case LeastForm::Outcome::reduced:
      return fmt::format("LEAST FORM FOUND: {} part{} can go, one after the other", gone,
                         gone == 1 ? "" : "s");
    case LeastForm::Outcome::irreducible:
      return "NOTHING CAN GO";
    case LeastForm::Outcome::stopped:
      return fmt::format("{} part{} can go so far: {}", gone, gone == 1 ? "" : "s", found.cause);
  }
  return "";
}

// The setting of the most inputs at which both are known, where sizes are counted.
struct LeastSizes {
  std::string at;
  Size stated;
  Size least;
};

std::optional<LeastSizes> least_sizes_of(const LeastForm& found) {
  const auto& least = found.least ? found.least->verified : found.stated;
  std::optional<LeastSizes> sizes;
  Integer most = -1;
  for (const SettingVerdict& seen : found.stated) {
    const auto same = std::find_if(least.begin(), least.end(), [&](const SettingVerdict& other) {
      return other.parameters == seen.parameters;
    });
    if (same == least.end() || seen.status != Status::holds || seen.inputs <= most) continue;
    most = seen.inputs;
    sizes = LeastSizes{seen.parameters.to_string(), seen.size, same->size};
  }
  if (sizes && sizes->stated.embedding_dimension == 0) return std::nullopt;  // no transformer
  return sizes;
}

std::string at_most_text(long least, long stated) {
  return fmt::format("at most {}{}", least,
                     least == stated ? "" : fmt::format(" (the theorem has {})", stated));
}

std::string scale_text(const LeastForm::Scale& scale) {
  const std::string found = scale.at_most == 1
                                ? "at most what is stated"
                                : fmt::format("at most {} of what is stated", to_string(scale.at_most));
  if (!scale.fails) return found + "; nothing smaller was looked at";
  return fmt::format("{}; {} of it does not do: {}", found, to_string(*scale.fails), scale.why);
}

std::string every_size_of(const LeastForm& found) {
  const auto& stated = found.every_size;
  if (!stated.proved())
    return "not proved of the theorem as it stands: " +
           (stated.proof ? stated.proof->reason : stated.no_proof);
  if (!stated.proof->main || (found.least && !(found.least->proof && found.least->proof->main)))
    return stated.proof->reason;  // all sizes are given
  return fmt::format(
      "proved, from {} on{}", from_text(found.least ? *found.least->proof->main : *stated.proof->main),
      found.least ? fmt::format(" (the theorem from {} on)", from_text(*stated.proof->main)) : "");
}

Json kept_json(const std::vector<LeastForm::Kept>& all) {
  Json json = Json::array();
  for (const LeastForm::Kept& kept : all) json.push_back({{"what", kept.what}, {"why", kept.why}});
  return json;
}

Json upper_bounds_json(const LeastForm& found) {
  Json json = {{"at", nullptr},
               {"embedding_dimension", nullptr},
               {"heads", nullptr},
               {"network_parameters", nullptr},
               {"scale", nullptr}};
  const auto bound = [](long least, long stated) { return Json{{"at_most", least}, {"stated", stated}}; };
  if (const auto sizes = least_sizes_of(found)) {
    json["at"] = sizes->at;
    json["embedding_dimension"] = bound(sizes->least.embedding_dimension, sizes->stated.embedding_dimension);
    json["heads"] = bound(sizes->least.heads, sizes->stated.heads);
    json["network_parameters"] = bound(sizes->least.mlp_parameters, sizes->stated.mlp_parameters);
  }
  if (found.scale) {
    json["scale"] = {{"at_most_times", to_string(found.scale->at_most)},
                     {"not_at_times", found.scale->fails ? Json(to_string(*found.scale->fails)) : Json()},
                     {"why", found.scale->why.empty() ? Json() : Json(found.scale->why)}};
  }
  return json;
}

}  // namespace

Json least_form_document(const LeastForm& found, const std::string& name, double seconds) {
  const bool tested = found.outcome != LeastForm::Outcome::fails;
  return {{"claim", name},
          {"variant", found.variant},
          {"outcome", least_form_word(found.outcome)},
          {"complete", found.complete},
          {"stopped", found.cause.empty() ? Json() : Json(found.cause)},
          {"stated", settings_json(found.stated)},
          {"displays_left_aside", found.displays},
          {"stated_for_every_size", tested ? Json(found.every_size.proved()) : Json()},
          {"gone", found.gone},
          {"needed", kept_json(found.needed)},
          {"not_taken", kept_json(found.not_taken)},
          {"least", found.least ? repair_json(*found.least) : Json()},
          {"upper_bounds", tested ? upper_bounds_json(found) : Json()},
          {"tried", tried_json(found.tried)},
          {"seconds", seconds}};
}

std::string least_form_page(const LeastForm& found, const std::string& name, double seconds, Format format) {
  const std::string title = fmt::format("{} ({})", name, found.variant);
  std::string page = format == Format::text ? title + "\n" + least_form_headline(found) + "\n"
                                            : heading(title + ": " + least_form_headline(found), format);
  Remarks remarks;
  if (found.outcome == LeastForm::Outcome::fails) {
    remarks.emplace_back("fails", failures_text(found.stated));
    return page + render(remarks, format);
  }
  for (const std::string& what : found.gone) remarks.emplace_back("goes", what);
  page += render(remarks, format);
  if (found.least) {
    const std::string gap = format == Format::text ? "\n" : "";
    page += gap + verbatim(variant_text(*found.least), format) + gap;
  }
  Remarks after;
  if (const auto sizes = least_sizes_of(found)) {
    after.emplace_back("upper bounds",
                       fmt::format("of this search, at {}; no other layer was looked at", sizes->at));
    after.emplace_back("dimension",
                       at_most_text(sizes->least.embedding_dimension, sizes->stated.embedding_dimension));
    after.emplace_back("heads", at_most_text(sizes->least.heads, sizes->stated.heads));
    after.emplace_back(
        "network", at_most_text(sizes->least.mlp_parameters, sizes->stated.mlp_parameters) + " parameters");
  }
  if (found.scale) after.emplace_back("scale", scale_text(*found.scale));
  after.emplace_back("holds at", settings_text(found.least ? found.least->verified : found.stated));
  if (found.least && !found.least->not_decided.empty())
    after.emplace_back("not decided", fmt::format("{}: their runs took too long",
                                                  fmt::join(found.least->not_decided, "; ")));
  after.emplace_back("every size", every_size_of(found));
  for (std::size_t k = 0; k < std::min(most_kept_shown, found.not_taken.size()); ++k)
    after.emplace_back("not taken", found.not_taken[k].what + " (" + found.not_taken[k].why + ")");
  if (found.not_taken.size() > most_kept_shown)
    after.emplace_back("not taken", fmt::format("{} more, all with --format json",
                                                found.not_taken.size() - most_kept_shown));
  for (std::size_t k = 0; k < std::min(most_kept_shown, found.needed.size()); ++k)
    after.emplace_back("needed", found.needed[k].what);
  if (found.needed.size() > most_kept_shown)
    after.emplace_back("needed",
                       fmt::format("{} more, all with --format json", found.needed.size() - most_kept_shown));
  after.emplace_back("tried", tried_text(found.tried, seconds));
  if (found.displays) after.emplace_back("displayed", "left aside: it speaks of the layer as it stands");
  return page + render(after, format);
}

}  // namespace attest
