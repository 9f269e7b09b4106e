// What a search for the least form of a theorem found, as text, JSON, Markdown and LaTeX.
#pragma once

#include <string>

#include "claims/json.hpp"
#include "repair/minimise.hpp"
#include "tools/attest/listing.hpp"

namespace attest {

// attest/least-form/1, without schema, version and command; `name`: of the theorem, `seconds`: of the search.
Json least_form_document(const theorems::repair::LeastForm& found, const std::string& name, double seconds);
std::string least_form_page(const theorems::repair::LeastForm& found, const std::string& name, double seconds,
                            Format format);

}  // namespace attest
