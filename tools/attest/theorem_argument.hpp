// THEOREM on the command line: a claim's id, or a file that ends in .theorem, or - for standard input.
#pragma once

#include <memory>
#include <string>

#include "claims/claim.hpp"
#include "tools/attest/command_spec.hpp"
#include "tools/attest/theorem_files.hpp"

namespace attest {

bool is_theorem_file(const std::string& word);

// The claim, which lives until forget_own_claims(). A file's claim is own:NAME; NAME is the theorem's name in the file, or the
// file's where that is the id of a catalogue entry (stdin for standard input).
const Claim& theorem_argument(const Context& context, const std::string& word);
// The same of a file that was read.
const Claim& claim_of_file(const Context& context, const TheoremFile& file);

// Between two runs of one process.
void forget_own_claims();

// A text, which extends nothing, as a claim of the kind that it states. `name`: what a text without a source is a statement of. Throws
// ParseError and UsageError.
std::unique_ptr<Claim> claim_of_text(theorems::TheoremText text, const std::string& id,
                                     const std::string& name);

// Says in the verdict whose it is, where `word` is a file.
void mark_own(Verdict& verdict, const std::string& word);

}  // namespace attest
