#include "tools/attest/confirmation.hpp"

#include <fmt/format.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "claims/usage_error.hpp"
#include "kernel/refutation.hpp"
#include "theorems/theorem_claim.hpp"
#include "tools/attest/certificate_of_verdict.hpp"
#include "tools/attest/interrupt.hpp"
#include "tools/attest/kernel_check.hpp"
#include "tools/attest/kernel_text.hpp"
#include "tools/attest/other_program.hpp"

namespace attest {

namespace {

namespace fs = std::filesystem;

// What $variable names, else the program of this name that lies beside this one, else the path's.
std::string checker(const char* variable, const std::string& name) {
  const char* chosen = std::getenv(variable);
  if (chosen != nullptr && *chosen != '\0') {
    const std::string given = chosen;
    return given.find('/') == std::string::npos ? given : fs::absolute(given).string();
  }
  std::error_code unknown;
  const fs::path folder = fs::read_symlink("/proc/self/exe", unknown).parent_path();
  if (unknown) return name;
  // Where both are installed, and where both are built.
  for (const fs::path& file : {folder / name, folder.parent_path().parent_path() / "checker" / name}) {
    if (fs::exists(file, unknown)) return file.string();
  }
  return name;
}

std::string first_line(const std::string& text) {
  return text.substr(0, text.find('\n'));
}

// The checker answers in the words of docs/certificates.md; anything else is no answer.
Confirmation answer_of(const Ran& ran, const std::string& program, const char* variable,
                       const Verdict& verdict, bool refuted, const std::string& of) {
  const std::string line = first_line(ran.said);
  const auto behind = [&](const std::string& word) {
    return line.rfind(word, 0) == 0 ? line.substr(word.size()) : std::string();
  };
  if (ran.status == 126 || ran.status == 127)
    return {Confirmation::Status::missing,
            fmt::format("{} is not there; ${} names another", program, variable)};
  if (ran.status == 0) {
    const std::string claim =
        behind(fmt::format("accepted: {} ({}) at ", verdict.claim, to_string(verdict.variant)));
    const bool says_refuted = claim.find(": refuted") != std::string::npos;
    if (!claim.empty() && says_refuted == refuted) return {Confirmation::Status::accepted, of};
    return {Confirmation::Status::undecided, fmt::format("{} speaks of another claim: {}", program, line)};
  }
  if (const std::string why = behind("rejected: "); ran.status == 1 && !why.empty())
    return {Confirmation::Status::rejected, why};
  if (const std::string why = behind("undecided: "); ran.status == 3 && !why.empty())
    return {Confirmation::Status::undecided, why};
  return {Confirmation::Status::undecided,
          fmt::format("{} ended with status {}: {}", program, ran.status, line)};
}

}  // namespace

Confirmation checked_certificate(const Claim& claim, const Verdict& verdict) {
  if (interrupt_flag()) return {};
  const TemporaryFolder folder;
  const fs::path file = folder.path() / "certificate.jsonl";
  VerdictCertificate certificate;
  try {
    expect_certificate(claim, verdict.variant, verdict.parameters);
    std::ofstream out(file, std::ios::binary);
    const auto write = [&](const std::string& line) { out << line; };
    certificate = write_certificate_of(claim, verdict, write, Integer(most_checked_tuples));
  } catch (const theorems::certificates::NoCertificate& none) {
    return {Confirmation::Status::nothing, none.what()};
  } catch (const UsageError& error) {
    return {Confirmation::Status::nothing, error.what()};
  }
  const char* variable = certificate.variable.c_str();
  const std::string program = checker(variable, certificate.program);
  const Ran ran = run_in(folder.path(), {program, file.string()});
  if (interrupt_flag()) return {};
  Verdict catalogued = verdict;
  catalogued.claim = claim.info().id;  // as the record has it, which knows nothing of files
  return answer_of(ran, program, variable, catalogued, certificate.refuted, certificate.of);
}

KernelConfirmation::KernelConfirmation() = default;
KernelConfirmation::~KernelConfirmation() = default;

Confirmation KernelConfirmation::compiled(const std::string& text) {
  if (const auto found = known_.find(text); found != known_.end()) return found->second;
  Confirmation result;
  try {
    if (!kernel_) kernel_ = std::make_unique<KernelCheck>();
    const KernelVerdict said = (*kernel_)(text);
    if (interrupt_flag()) return {};
    const bool accepted = said.status == KernelVerdict::Status::accepted;
    result = {accepted                                          ? Confirmation::Status::accepted
              : said.status == KernelVerdict::Status::undecided ? Confirmation::Status::undecided
                                                                : Confirmation::Status::rejected,
              accepted ? said.theorem : said.reason};
  } catch (const UsageError& error) {
    result = {Confirmation::Status::missing, error.what()};
  }
  return known_.emplace(text, result).first->second;
}

Confirmation KernelConfirmation::operator()(const Claim& claim, const Verdict& verdict,
                                            const std::optional<theorems::RangeProof>& every_size) {
  if (interrupt_flag()) return {};
  const auto* theorem = dynamic_cast<const theorems::TheoremClaim*>(&claim);
  const bool refuted = verdict.status == attest::Status::refuted;
  if (theorem == nullptr && (refuted || !every_size))
    return {Confirmation::Status::nothing, "no layer is written as text"};
  if (verdict.status == attest::Status::not_applicable)
    return {Confirmation::Status::nothing, "the theorem does not speak of this size"};
  if (!refuted && !every_size) return {Confirmation::Status::nothing, "nothing is proved for every size"};
  try {
    return compiled(refuted ? theorems::coq::refutation_text(*theorem, verdict)
                            : kernel_text(claim, *every_size));
  } catch (const proof::Refusal& refusal) {
    return {Confirmation::Status::nothing, refusal.what()};
  }
}

std::string Confirmation::word() const {
  switch (status) {
    case Confirmation::Status::not_run:
      return "not run";
    case Confirmation::Status::accepted:
      return "accepted";
    case Confirmation::Status::rejected:
      return "rejected";
    case Confirmation::Status::undecided:
      return "undecided";
    case Confirmation::Status::missing:
      return "missing";
    case Confirmation::Status::nothing:
      break;
  }
  return "none";
}

std::string Confirmation::sentence() const {
  return says.empty() ? word() : fmt::format("{}: {}", word(), says);
}

Json Confirmation::document() const {
  if (status == Confirmation::Status::not_run) return word();
  return {{"verdict", word()}, {"says", says}};
}

ExitStatus exit_status_of(const Confirmation& confirmation) {
  switch (confirmation.status) {
    case Confirmation::Status::rejected:
      return exit_refuted;
    case Confirmation::Status::undecided:
    case Confirmation::Status::missing:
      return exit_undecided;
    default:
      return exit_holds;
  }
}

}  // namespace attest
