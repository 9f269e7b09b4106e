#include "tools/attest/kernel_check.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <regex>
#include <set>
#include <sstream>

#include "claims/usage_error.hpp"
#include "tools/attest/interrupt.hpp"
#include "tools/attest/other_program.hpp"
#include "tools/attest/proof_library.hpp"

namespace attest {

namespace {

namespace fs = std::filesystem;

std::string compiler() {
  const char* chosen = std::getenv("COQC");
  if (chosen == nullptr || *chosen == '\0') return "coqc";
  const std::string name = chosen;
  return name.find('/') == std::string::npos ? name : fs::absolute(name).string();
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

std::string single_blanks(const std::string& text) {
  return std::regex_replace(text, std::regex("\\s+"), " ");
}

// The modules of the library that a text asks for, each behind those that it asks for itself.
void add_modules(const std::string& text, std::vector<const TheoremSource*>& modules) {
  static const std::regex asked("From Attest Require Import ([A-Za-z_ ]+)\\.");
  for (auto match = std::sregex_iterator(text.begin(), text.end(), asked); match != std::sregex_iterator();
       ++match) {
    std::istringstream names((*match)[1].str());
    for (std::string name; names >> name;) {
      const auto found = std::find_if(proof_library().begin(), proof_library().end(),
                                      [&](const TheoremSource& source) { return source.id == name; });
      if (found == proof_library().end() ||
          std::find(modules.begin(), modules.end(), &*found) != modules.end())
        continue;
      add_modules(found->text, modules);
      modules.push_back(&*found);
    }
  }
}

// One entry for each assumption that is printed, blanks made single.
std::set<std::string> assumptions(const std::string& printed) {
  std::vector<std::string> found;
  for (const std::string& line : lines_of(printed)) {
    if (line.empty() || line == "Axioms:" || line == "Closed under the global context") continue;
    if (line.front() == ' ' && !found.empty()) {
      found.back() += " " + line;
    } else {
      found.push_back(line);
    }
  }
  std::set<std::string> single;
  for (const std::string& entry : found) single.insert(single_blanks(entry));
  return single;
}

std::string beginning(const std::string& said) {
  const std::string text = single_blanks(said);
  return text.size() <= 300 ? text : text.substr(0, 300) + " ..";
}

// Of a compiler that ended with an error what it says, else that it was ended (as a shell gives it: from 126 on).
void fails(KernelVerdict& verdict, const Ran& ran, const std::string& of) {
  const bool stopped = interrupt_flag();
  if (stopped || ran.status >= 126) {
    verdict.status = KernelVerdict::Status::undecided;
    verdict.reason =
        stopped ? "the run was interrupted" : fmt::format("coqc ended with status {}", ran.status);
  } else {
    verdict.reason = of + beginning(ran.said);
  }
}

}  // namespace

class KernelCheck::Folder {
 public:
  Ran compile(const std::string& name, const std::string& text) const {
    const fs::path file = folder_.path() / (name + ".v");
    std::ofstream(file) << text;
    return run_in(folder_.path(), {compiler(), "-R", folder_.path().string(), "Attest", file.string()});
  }

 private:
  TemporaryFolder folder_;
};

KernelCheck::KernelCheck() : folder_(std::make_unique<Folder>()) {
  const Ran version = run_in(fs::temp_directory_path(), {compiler(), "--version"});
  std::smatch number;
  if (version.status != 0 || !std::regex_search(version.said, number, std::regex("version ([0-9.+a-z]+)")))
    throw UsageError(fmt::format("--kernel: {} is not there; it is in Debian's package coq", compiler()));
  compiler_ = "Coq " + number[1].str();
}

KernelCheck::~KernelCheck() = default;

KernelVerdict KernelCheck::operator()(const std::string& text) {
  KernelVerdict verdict;
  verdict.compiler = compiler_;
  std::vector<const TheoremSource*> modules;
  add_modules(text, modules);
  for (const TheoremSource* source : modules) {
    if (compiled_.count(source->id)) continue;
    const Ran ran = folder_->compile(source->id, source->text);
    if (ran.status != 0) {
      fails(verdict, ran, fmt::format("the library's {}: ", source->id));
      return verdict;
    }
    compiled_.insert(source->id);
  }
  std::string questions = "Require Attest.exported.\n";
  static const std::regex theorem("(^|\n)Theorem\\s+(\\w+)");
  for (auto match = std::sregex_iterator(text.begin(), text.end(), theorem); match != std::sregex_iterator();
       ++match) {
    verdict.theorem = (*match)[2].str();
    questions += fmt::format("Print Assumptions Attest.exported.{}.\n", verdict.theorem);
  }
  const Ran compiled = folder_->compile("exported", text);
  const Ran asked = compiled.status == 0 ? folder_->compile("assumptions", questions) : compiled;
  if (asked.status != 0) {
    fails(verdict, asked, "");
    return verdict;
  }
  if (verdict.theorem.empty()) {
    verdict.reason = "it states no theorem";
    return verdict;
  }
  const std::vector<std::string> allowed = lines_of(allowed_axioms().front().text);
  for (const std::string& axiom : assumptions(asked.said)) {
    verdict.axioms.push_back(axiom);
    if (std::find(allowed.begin(), allowed.end(), axiom) == allowed.end())
      verdict.reason = "it rests on " + axiom;
  }
  if (verdict.reason.empty()) verdict.status = KernelVerdict::Status::accepted;
  return verdict;
}

KernelVerdict not_exported(const std::string& reason) {
  KernelVerdict verdict;
  verdict.status = KernelVerdict::Status::not_exported;
  verdict.reason = reason;
  return verdict;
}

Json KernelVerdict::document() const {
  const char* word = status == Status::accepted    ? "accepted"
                     : status == Status::rejected  ? "rejected"
                     : status == Status::undecided ? "undecided"
                                                   : "not exported";
  return {{"verdict", word},
          {"compiler", compiler.empty() ? Json() : Json(compiler)},
          {"theorem", theorem.empty() ? Json() : Json(theorem)},
          {"axioms", axioms},
          {"reason", reason.empty() ? Json() : Json(reason)}};
}

std::string KernelVerdict::sentence() const {
  if (status == Status::not_exported) return "not exported: " + reason;
  if (status == Status::undecided) return "undecided: " + reason;
  if (status == Status::rejected) return fmt::format("rejected by {}: {}", compiler, reason);
  std::vector<std::string> names;
  for (const std::string& axiom : axioms) names.push_back(axiom.substr(0, axiom.find(' ')));
  return fmt::format("accepted by {}: {}, on {}", compiler, theorem,
                     names.empty() ? "no axiom" : fmt::format("{}", fmt::join(names, ", ")));
}

}  // namespace attest
