#include "constructions/poly/root_finding_claim.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "claims/usage_error.hpp"
#include "claims/whole_claim.hpp"
#include "constructions/poly/root_finding_text.hpp"
#include "theorems/instance.hpp"
#include "theorems/patch.hpp"
#include "theorems/program_info.hpp"
#include "theorems/read.hpp"
#include "theorems/written_claim.hpp"

namespace attest {

namespace {

const std::vector<std::string> names{"x1", "x2", "x3", "x4"};

Polynomial polynomial_from(const std::string& text) {
  const auto p = Polynomial::parse(text, names);
  if (!p) throw UsageError("p", text, "a polynomial in x1..x4 such as x1*x2-x3");
  return *p;
}

// Checked h, or the product of all variables.
AttentionPolynomial attention_from(const std::string& text, const Polynomial& p) {
  if (text != "auto") {
    try {
      return AttentionPolynomial::parse(text);
    } catch (const std::invalid_argument& error) {
      throw UsageError("h", text, fmt::format("an attention polynomial ({})", error.what()));
    }
  }
  std::size_t variables = 2;
  for (const auto& term : p.terms()) {
    for (const auto& [name, exponent] : term.exponents) {
      if (exponent != 0)
        variables = std::max(variables, static_cast<std::size_t>(std::stoul(name.substr(1))));
    }
  }
  return AttentionPolynomial::tensor(variables);
}

// As printed no network can find roots of x1 + x2: two lists whose rows for y_1 = 1 are exactly the same, one with a root and one
// without.
Check every_network_check(const LayerSetting& setting) {
  const Json lists[] = {{{"S", {1, -3, 1, -3}}}, {{"S", {1, -3, -1, -1}}}};
  const LayerTask& task = setting.task();
  std::vector<std::optional<RationalVector>> rows;
  std::vector<long> truths;
  for (const Json& list : lists) {
    const Word word = task.from_json(list);
    // Where every score has values of one mean, that is the softmax's.
    rows.push_back(setting.evaluate(word, 0).heads().front().rational());
    truths.push_back(task.truth(word, 0));
  }
  if (!rows[0] || rows[0] != rows[1] || truths[0] == truths[1])
    return undecided("every-network", "the rows of the two lists differ");
  return refuted(Kind::construction, "every-network",
                 fmt::format("for S = (1,-3,1,-3), a no, and S = (1,-3,-1,-1), a yes, the row of y_1 = 1 is "
                             "exactly the same, (1,{}): no network can tell them apart",
                             to_string((*rows[0])(1))));
}

class RootFindingClaim : public JudgedClaim, public theorems::WrittenClaim {
 public:
  RootFindingClaim() : JudgedClaim(program_info("poly/root-finding")) {}
  bool accepts_weights() const override { return true; }
  const char* show_schema() const override { return "attest/show/2"; }
  std::unique_ptr<JudgedSetting> setting(Variant variant, const Parameters& parameters) const override {
    return root_finding_setting(variant, parameters);
  }
  std::unique_ptr<theorems::TheoremClaim> theorem(const Parameters& parameters) const override {
    const std::string name =
        fmt::format("attest new root-finding 'p={}' 'h={}'", parameters.text("p"), parameters.text("h"));
    auto text = theorems::read_theorem(language::SourceText(name, root_finding_text(info().id, parameters)));
    return std::make_unique<theorems::TheoremClaim>(std::move(text), info().id, name);
  }
};

}  // namespace

std::vector<ParameterSpec> root_finding_polynomials() {
  return {
      polynomial_parameter("p",
                           "the polynomial, in x1..x4 with integer coefficients, of degree at most 4: x1+x2, "
                           "x1*x2-x3, ..."),
      automatic(polynomial_parameter("h", "the attention polynomial; auto is the product of p's variables"))};
}

std::string root_finding_text(const std::string& id, const Parameters& parameters) {
  const Polynomial p = polynomial_from(parameters.text("p"));
  return root_finding_text(id, p, attention_from(parameters.text("h"), p));
}

std::unique_ptr<LayerSetting> root_finding_setting(Variant variant, const Parameters& parameters) {
  const char* const id = "poly/root-finding";
  const auto text = theorems::read_theorem(language::SourceText(id, root_finding_text(id, parameters)));
  auto setting = theorems::make_setting(theorems::variant_of(text, to_string(variant)), variant, parameters);
  if (variant == Variant::printed && polynomial_from(parameters.text("p")) == polynomial_from("x1+x2") &&
      parameters.integer("n") == 4 && parameters.integer("r") >= 3)
    setting->add_check(every_network_check(*setting));
  return setting;
}

std::unique_ptr<Claim> poly_root_finding_claim() {
  return std::make_unique<RootFindingClaim>();
}

}  // namespace attest
