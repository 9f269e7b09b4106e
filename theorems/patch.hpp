// Variants: what a theorem's patches make of it.
//
//   const TheoremText repaired = variant_of(theorem, "repaired");
//   changes(theorem, "repaired")     // {"value 3 (k): (phi_k) becomes (k - n), because .."}
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "language/message.hpp"
#include "theorems/theorem_text.hpp"

namespace attest::theorems {

// In the order of the file. The unpatched theorem is `stated`, unless a variant without patches names it.
std::vector<std::string> variant_names(const TheoremText& text);

// The theorem with a variant's patches applied; it has no variants of its own, and of the `expect` lines those
// that speak of this variant. std::invalid_argument for a name that is none of variant_names; ParseError, at the
// patch, where its path names nothing or several things.
TheoremText variant_of(const TheoremText& text, const std::string& name);

// What a variant changes, one sentence a patch.
std::vector<std::string> changes(const TheoremText& text, const std::string& variant);

// The whole text of a theorem that extends another: the base's variant with the changes applied, under the
// extending theorem's name, with its own expectations and variants. The text itself where it extends none.
// `find_base` gives the base by what stands behind `extends`; it throws where there is none.
using FindBase = std::function<TheoremText(const std::string& id_or_file)>;
TheoremText extended(const TheoremText& text, const FindBase& find_base);

// What is wrong with the variants of a theorem that extends none; with a theorem that does.
void check_variants(const TheoremText& text, std::vector<language::Message>& messages);
void check_extension(const TheoremText& text, std::vector<language::Message>& messages);

}  // namespace attest::theorems
