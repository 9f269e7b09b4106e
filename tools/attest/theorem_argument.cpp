#include "tools/attest/theorem_argument.hpp"

#include <algorithm>
#include <filesystem>
#include <memory>

#include "claims/input_files.hpp"
#include "claims/usage_error.hpp"
#include "theorems/patch.hpp"
#include "theorems/theorem_claim.hpp"
#include "tools/attest/theorem_files.hpp"

namespace attest {

namespace {

std::string own_theorem_name(const Catalogue& catalogue, const std::string& path,
                             const theorems::TheoremText& text) {
  const auto& claims = catalogue.claims();
  const bool taken = std::any_of(claims.begin(), claims.end(),
                                 [&](const auto& claim) { return claim->info().id == text.id; });
  if (!taken) return text.id;
  return path == "-" ? "stdin" : std::filesystem::path(path).stem().string();
}

}  // namespace

void mark_own(Verdict& verdict, const std::string& word) {
  if (!is_theorem_file(word)) return;
  const std::map<std::string, std::string> files = input_files();
  const auto read = files.find(word);
  const std::string hash = read == files.end() ? "" : read->second;  // "sha256 ..."
  verdict.own = Own{verdict.claim.substr(verdict.claim.find(':') + 1), word, hash.substr(hash.find(' ') + 1),
                    std::nullopt};
}

bool is_theorem_file(const std::string& word) {
  return word == "-" || word.ends_with(".theorem");
}

const Claim& theorem_argument(const Context& context, const std::string& word) {
  if (!is_theorem_file(word)) return context.catalogue.find(word);
  const auto files = read_theorem_files({word});
  theorems::TheoremText text = whole_theorem(files.front());
  if (!text.extends.empty()) {
    throw UsageError("extends", text.extends,
                     "a file: the catalogue's theorems are not read from text so far");
  }
  const std::string id = "own:" + own_theorem_name(context.catalogue, word, text);
  static std::vector<std::unique_ptr<Claim>> own;
  try {
    own.push_back(
        std::make_unique<theorems::TheoremClaim>(std::move(text), id, word == "-" ? "standard input" : word));
  } catch (const language::ParseError& error) {
    throw rendered(files.front(), error);
  }
  return *own.back();
}

}  // namespace attest
