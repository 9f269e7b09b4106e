// A proof for every size as a document, as text and as Markdown.
#pragma once

#include <string>

#include "claims/json.hpp"
#include "theorems/proof/range_proof.hpp"

namespace attest {

Json proof_document(
    const theorems::RangeProof& proof);  // attest/proof/1, without schema, version and command
std::string proof_text(const theorems::RangeProof& proof);
std::string proof_markdown(const theorems::RangeProof& proof);

}  // namespace attest
