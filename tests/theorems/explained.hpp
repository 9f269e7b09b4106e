// A theorem at one setting, explained input by input, for the tests of explanations.
#pragma once

#include <cmath>
#include <memory>
#include <string>
#include <vector>

#include "claims/usage_error.hpp"
#include "fixtures.hpp"
#include "numeric/decimal.hpp"
#include "theorems/explanation/explanation.hpp"
#include "theorems/texts.hpp"

namespace attest::explanation_test {

using theorems::explanation;
using theorems::ExplanationOptions;
using theorems::TheoremClaim;

inline std::unique_ptr<TheoremClaim> claim_of_file(const std::string& path) {
  return std::make_unique<TheoremClaim>(theorem_tests::theorem(theorem_tests::file_text(path)), "own:file",
                                        path);
}

// A claim at one setting, explained input by input.
class Explained {
 public:
  Explained(std::unique_ptr<TheoremClaim> claim, Variant variant, const std::vector<std::string>& words)
      : claim_(std::move(claim)),
        variant_(variant),
        parameters_(parse_parameters(claim_->info().parameters, words)),
        judged_(claim_->setting(variant, parameters_)) {}

  const LayerSetting& setting() const { return dynamic_cast<const LayerSetting&>(*judged_); }
  Integer inputs() const { return setting().task().space().size(); }
  Word word(const Integer& rank) const { return setting().task().space().unrank(rank); }
  Json operator()(const Integer& rank, const ExplanationOptions& options = {}) const {
    return explanation(*claim_, setting(), word(rank), options);
  }
  Json run(const Integer& rank) const {
    return claim_->run(variant_, parameters_, Json("rank:" + rank.str()), 0);
  }

 private:
  std::unique_ptr<TheoremClaim> claim_;
  Variant variant_;
  Parameters parameters_;
  std::unique_ptr<JudgedSetting> judged_;
};

inline std::unique_ptr<TheoremClaim> catalogue(const std::string& id) {
  return fixtures::changed_claim(id, {});
}

inline Rational lower(const Json& number) {
  return rational_from_decimal(number["lower"].get<std::string>()).value();
}
inline Rational upper(const Json& number) {
  return rational_from_decimal(number["upper"].get<std::string>()).value();
}
inline bool encloses(const Json& number, const Rational& value) {
  return lower(number) <= value && value <= upper(number);
}
// A number that is computed in doubles lies next to it.
inline bool is_near(const Json& number, double value) {
  return encloses(number, Rational(value)) ||
         std::abs(lower(number).convert_to<double>() - value) <= 1e-12 * std::max(1.0, std::abs(value));
}
inline Rational exact(const Json& number) {
  return rational_from_string(number["exact"].get<std::string>()).value();
}
inline bool says(const Json& document, const std::string& part) {
  return document["cause"].get<std::string>().find(part) != std::string::npos;
}

// A file of the repository with one text in the place of another, which has to be there.
inline std::string changed_text(const std::string& path, const std::string& from, const std::string& to) {
  std::string text = theorem_tests::file_text(path);
  const std::size_t at = text.find(from);
  if (at == std::string::npos) throw std::logic_error(path + " has no " + from);
  return text.replace(at, from.size(), to);
}
inline std::unique_ptr<TheoremClaim> claim_of_text(const std::string& text) {
  return std::make_unique<TheoremClaim>(theorem_tests::theorem(text), "own:file", "file.theorem");
}

}  // namespace attest::explanation_test
