// A proof for every size as a document, as text, as Markdown and as LaTeX.
#pragma once

#include <string>

#include "claims/json.hpp"
#include "theorems/proof/range_proof.hpp"
#include "tools/attest/listing.hpp"

namespace attest {

Json proof_document(
    const theorems::RangeProof& proof);  // attest/proof/1, without schema, version and command
// What is told of it, in the order in which it is read.
struct ProofParts {
  std::string title;
  Remarks remarks;
  Remarks steps;  // of the proof itself; none where nothing is proved
  Remarks rest;   // what is below the corner, and what is open
};
ProofParts proof_parts(const theorems::RangeProof& proof);
std::string proof_text(const theorems::RangeProof& proof);
std::string proof_markdown(const theorems::RangeProof& proof);
std::string proof_latex(const theorems::RangeProof& proof);

std::string from_text(const theorems::Piece& piece);  // "context >= tau + 1, tau >= 1"
Json from_json(const theorems::Piece& piece);         // {"context": "tau + 1", "tau": 1}
Json sizes_json(const theorems::Sizes& sizes);        // {"m": 2, "n": 3}
// Each as it is said: {"context": "tau + 1", "tau": 1}.
Json sizes_json(const theorems::Sizes& sizes, const std::map<std::string, std::string>& said);
// What is below the corner, and what is open: settings that hold and fill a box as one, "m = 1..3, n = 1..2: hold (enumeration)";
// nothing that the reason or the refusal says.
std::vector<std::string> below_texts(const theorems::RangeProof& proof);
std::vector<std::string> open_texts(const theorems::RangeProof& proof);

}  // namespace attest
