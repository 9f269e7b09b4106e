// A proof for every size as a document, as text, as Markdown and as LaTeX.
#pragma once

#include <string>

#include "claims/json.hpp"
#include "theorems/proof/range_proof.hpp"

namespace attest {

Json proof_document(
    const theorems::RangeProof& proof);  // attest/proof/1, without schema, version and command
std::string proof_text(const theorems::RangeProof& proof);
std::string proof_markdown(const theorems::RangeProof& proof);
std::string proof_latex(const theorems::RangeProof& proof);

std::string from_text(const theorems::Piece& piece);  // "context >= tau + 1, tau >= 1"
Json from_json(const theorems::Piece& piece);         // {"context": "tau + 1", "tau": 1}
Json sizes_json(const theorems::Sizes& sizes);        // {"m": 2, "n": 3}
std::string piece_text(const theorems::Piece& piece);

}  // namespace attest
