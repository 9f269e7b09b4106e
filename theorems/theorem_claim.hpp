// A theorem's text as a claim: what every command can work with.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "numeric/integer.hpp"
#include "theorems/claim_info.hpp"
#include "theorems/theorem_text.hpp"
#include "verification/layer_setting.hpp"

namespace attest::theorems {

// `id`: of the catalogue, or own:NAME. The text extends nothing (theorems/patch.hpp, extended). Throws UsageError for what
// the program cannot evaluate whatever the sizes.
class TheoremClaim : public JudgedClaim, public TextClaim {
 public:
  // What runs a variant that is a program, on the task that the text states.
  using Program = std::function<std::unique_ptr<JudgedSetting>(Variant variant, const Parameters& parameters,
                                                               std::unique_ptr<LayerTask> task)>;
  TheoremClaim(TheoremText text, const std::string& id, const std::string& file, Program program = nullptr);

  const TheoremText& text() const override { return text_; }
  bool accepts_weights() const override { return true; }
  const char* show_schema() const override { return "attest/show/2"; }
  std::unique_ptr<JudgedSetting> setting(Variant variant, const Parameters& parameters) const override;
  // How many inputs there are; of a parameter that is `auto` with its first candidate.
  Integer number_of_inputs(Variant variant, const Parameters& parameters) const;
  // Of a parameter that is `auto` the first candidate alone is looked at.
  void prepare(Variant variant, const Parameters& parameters, const VerifyOptions& options) const override;
  Parameters in_numbers(Variant variant, const Parameters& parameters) const override;
  // With the limits of `limit run`.
  std::unique_ptr<JudgedSetting> setting_for_run(Variant variant,
                                                 const Parameters& parameters) const override;
  std::vector<ParameterSpec> run_parameters() const override;
  // Whether the catalogue's C++ runs this variant in the place of the text's layer.
  bool is_program(Variant variant) const;
  // Only verify searches; UsageError where a parameter is `auto`.
  void refuse_automatic(Variant variant, const Parameters& parameters) const;
  Json run(Variant variant, const Parameters& parameters, const Json& input,
           std::uint64_t seed) const override;
  Json weights(Variant variant, const Parameters& parameters) const override;

 private:
  std::unique_ptr<JudgedSetting> setting_of(const TheoremText& text, Variant variant,
                                            const Parameters& parameters) const;
  const TheoremText& text_of(Variant variant) const;
  // Nothing where there is no candidate.
  static std::optional<Parameters> with_first_candidate(const TheoremText& text,
                                                        const Parameters& parameters);

  TheoremText text_;
  Program program_;
  std::vector<std::pair<Variant, TheoremText>> variants_;
};

}  // namespace attest::theorems
