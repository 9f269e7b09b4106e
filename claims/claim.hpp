// A claim: one statement of a paper, and what can be done with it.
//
// Everything a reader is told about a claim is data (ClaimInfo); everything that is computed is a
// virtual function that returns data. A claim never prints.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "claims/parameters.hpp"
#include "claims/verdict.hpp"
#include "claims/verify_options.hpp"

namespace attest {

struct VariantInfo {
  Variant variant = Variant::printed;
  std::string summary;               // one sentence
  std::vector<std::string> changes;  // against the print, one sentence each; empty for the print
};

// A setting that `attest audit` visits, with the verdicts that are on record.
struct StandardSize {
  std::vector<std::string> words;      // {"n=3"}
  bool quick = true;                   // also in the quick audit
  std::map<Variant, Status> recorded;  // a variant that is absent here is not run at this size
};

struct ClaimInfo {
  std::string id;     // "paper/name"
  std::string kind;   // construction, algorithm, reduction, lowerbound or task
  std::string paper;  // the part before the slash
  std::string title;
  std::string statement;  // in one paragraph
  Source source;
  std::vector<VariantInfo> variants;
  std::vector<ParameterSpec> parameters;
  std::vector<StandardSize> standard_sizes;

  bool has(Variant variant) const;
  const VariantInfo& info(Variant variant) const;  // std::out_of_range if the claim lacks it
};

class Claim {
 public:
  virtual ~Claim() = default;
  virtual const ClaimInfo& info() const = 0;

  // Throws UsageError if the options do not fit the parameters. status, evidence and reason are set.
  virtual Verdict verify(Variant variant, const Parameters& parameters,
                         const VerifyOptions& options) const = 0;

  // Looks whether `verify` can take this setting, before anything is run: UsageError where it cannot, as far as that shows without a
  // run. What it makes is kept for the next `verify` of this setting.
  virtual void prepare(Variant, const Parameters&, const VerifyOptions&) const {}

  // The setting as its verdict says it: a default that is no number, as its number in this variant.
  virtual Parameters in_numbers(Variant, const Parameters& parameters) const { return parameters; }

  // Whether `verify` can take VerifyOptions::weights.
  virtual bool accepts_weights() const { return false; }

  // The name of the document that `attest show` makes; it says what shape weights() have.
  virtual const char* show_schema() const { return "attest/show/1"; }

  // What `run` takes: the claim's parameters, with larger maxima where one input is less work than all.
  virtual std::vector<ParameterSpec> run_parameters() const { return info().parameters; }

  // One input through the construction: "outputs" and "verdict" of contract.md, "run". `input` is JSON
  // as contract.md spells it, or a string: "rank:R" or "random" (drawn with the seed). Throws UsageError
  // that says why where the claim has no inputs.
  virtual Json run(Variant variant, const Parameters& parameters, const Json& input,
                   std::uint64_t seed) const = 0;

  // The weights and formulas in exact form.
  virtual Json weights(Variant variant, const Parameters& parameters) const = 0;

  // The verdict of the whole run from those of all its parts (as to_json(Verdict) spells them, in the
  // order of their residues). The caller has checked that they belong together.
  virtual Verdict merge(Variant variant, const Parameters& parameters, const std::vector<Json>& parts,
                        const VerifyOptions& options) const = 0;
};

}  // namespace attest
