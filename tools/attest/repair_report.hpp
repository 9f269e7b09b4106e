// What a search for a repair found, as text, JSON, Markdown and LaTeX.
#pragma once

#include <string>

#include "claims/json.hpp"
#include "repair/search.hpp"
#include "tools/attest/listing.hpp"

namespace attest {

// attest/repair/1, without schema, version and command; `name`: of the theorem, `seconds`: of the search.
Json repair_document(const theorems::repair::RepairSearch& search, const std::string& name, double seconds);
std::string repair_page(const theorems::repair::RepairSearch& search, const std::string& name, double seconds,
                        Format format);

// "variant repaired" and below it a line for each patch, as a theorem file has it.
std::string variant_text(const theorems::repair::Repair& repair);

// Parts of the above, for what is found in another way.
Json repair_json(const theorems::repair::Repair& repair);
Json settings_json(const std::vector<theorems::repair::SettingVerdict>& all);
Json tried_json(const theorems::repair::Tried& tried);
std::string settings_text(
    const std::vector<theorems::repair::SettingVerdict>& all);  // at which something is said
std::string failures_text(const std::vector<theorems::repair::SettingVerdict>& verdicts);
std::string tried_text(const theorems::repair::Tried& tried, double seconds);

}  // namespace attest
