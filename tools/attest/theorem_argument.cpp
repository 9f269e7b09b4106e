#include "tools/attest/theorem_argument.hpp"

#include <algorithm>
#include <filesystem>
#include <map>
#include <memory>

#include "claims/input_files.hpp"
#include "claims/usage_error.hpp"
#include "lowerbounds/shattering/text_claim.hpp"
#include "reductions/text/text_reduction.hpp"
#include "theorems/patch.hpp"
#include "theorems/theorem_claim.hpp"
#include "theorems/theorem_texts.hpp"
#include "tools/attest/theorem_files.hpp"
#include "tools/attest/verdict_document.hpp"

namespace attest {

namespace {

std::string own_theorem_name(const Catalogue& catalogue, const std::string& path,
                             const theorems::TheoremText& text) {
  if (!catalogue.has(text.id)) return text.id;
  return path == "-" ? "stdin" : std::filesystem::path(path).stem().string();
}

// The theorem of the catalogue that a file extends, by the file.
std::map<std::string, std::string>& bases() {
  static std::map<std::string, std::string> all;
  return all;
}

std::vector<std::unique_ptr<Claim>>& own_claims() {
  static std::vector<std::unique_ptr<Claim>> all;
  return all;
}

}  // namespace

void forget_own_claims() {
  own_claims().clear();
  bases().clear();
}

void mark_own(Verdict& verdict, const std::string& word) {
  if (!is_theorem_file(word) || verdict.own) return;
  const std::map<std::string, std::string> files = input_files();
  const auto read = files.find(word);
  const std::string hash = read == files.end() ? "" : read->second;  // "sha256 ..."
  verdict.own = Own{verdict.claim.substr(verdict.claim.find(':') + 1), word, hash.substr(hash.find(' ') + 1),
                    std::nullopt};
  Json& counterexample = verdict.counterexample;
  if (counterexample.is_object() && counterexample.contains("replay")) {
    // The command that a reader can run names the file.
    const std::string replay = counterexample["replay"].get<std::string>();
    const std::string before = "attest run " + verdict.claim;
    if (word == "-" || replay.rfind(before, 0) != 0) {
      counterexample.erase("replay");
    } else {
      counterexample["replay"] = shell_command({"attest", "run", word}) + replay.substr(before.size());
    }
  }
  if (const auto base = bases().find(word); base != bases().end()) verdict.own->base = base->second;
}

bool is_theorem_file(const std::string& word) {
  return word == "-" || word.ends_with(".theorem");
}

const Claim& theorem_argument(const Context& context, const std::string& word) {
  if (!is_theorem_file(word)) return context.catalogue.find(word);
  return claim_of_file(context, read_theorem_files({word}).front());
}

std::unique_ptr<Claim> claim_of_text(theorems::TheoremText text, const std::string& id,
                                     const std::string& name) {
  if (text.program)
    throw language::RefusedPlace(
        text.program->place,
        "a program is one of attest's catalogue; a file states tokens, task and layer, a "
        "function behind 'shatter' or a map behind 'reduction'");
  if (text.shatter) return std::make_unique<TextShatteredClaim>(std::move(text), id, name);
  if (text.reduction) return std::make_unique<TextReductionClaim>(std::move(text), id, name);
  return std::make_unique<theorems::TheoremClaim>(std::move(text), id, name);
}

const Claim& claim_of_file(const Context& context, const TheoremFile& file) {
  const std::string& word = file.path;
  theorems::TheoremText text = whole_theorem(file);
  const std::string& base = file.theorem.extends;
  if (const TheoremSource* source = find_theorem_text(base)) {
    bases()[word] = base;
    note_input_file(base, source->text);
  }
  for (const TheoremSource& source : theorem_texts()) {
    if (source.text == file.text)
      text.notes.push_back({"this file is the catalogue's text of " + source.id, text.place});
    else if (source.id == text.id)
      text.notes.push_back({"this file is not the catalogue's text of " + source.id, text.place});
  }
  const std::string id = "own:" + own_theorem_name(context.catalogue, word, text);
  try {
    const std::string name = word == "-" ? "standard input" : word;
    own_claims().push_back(claim_of_text(std::move(text), id, name));
  } catch (const language::ParseError& error) {
    throw rendered(file, error);
  }
  return *own_claims().back();
}

}  // namespace attest
