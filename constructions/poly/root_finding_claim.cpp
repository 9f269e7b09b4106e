#include "constructions/poly/root_finding_claim.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "claims/usage_error.hpp"
#include "claims/whole_claim.hpp"
#include "constructions/poly/root_finding_text.hpp"
#include "theorems/instance.hpp"
#include "theorems/patch.hpp"
#include "theorems/read.hpp"

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

ClaimInfo root_finding_entry() {
  ClaimInfo info;
  info.id = "poly/root-finding";
  info.kind = "construction";
  info.paper = "poly";
  info.title = "Two heads of poly-attention find roots of a polynomial";
  info.statement =
      "For a polynomial p(x_1..x_t) and an attention polynomial h of degree k such that the variables of "
      "every monomial of "
      "p^2 are in some degree-k monomial of h, two heads of poly-attention for h and an output network find, "
      "for each y_1 in "
      "the input list S, whether p(y_1, .., y_t) = 0 for some y_2..y_t in S, and put out such a root.";
  info.source = {"003_fa68b7a15496b434.txt", "Theorem G.1 (Theorem 3.7)", 3369, 3475};
  info.variants = {
      {Variant::printed,
       "The columns of Q^(1)..Q^(t) as printed; the second head's stated output is taken for granted.",
       {}},
      {Variant::repaired,
       "Columns that really give -p^2, a scale that grows, and a tie-break among several roots.",
       {"A monomial of h of lower degree repeats every column that contains its variables, negated in its "
        "first variable; the "
        "print sets entries of variables that the monomial of p^2 lacks to zero, so that nothing cancels.",
        "The constant monomial of p^2 stands in its column like any other.",
        "Scores are multiplied by 4d(n + r + t): printed, -n^k p^2/d leaves weights e^(-n^k/d) on tuples "
        "that are no root.",
        "n^(t-2) l_2 + .. + l_t is added below n^(k+t) p^2, so that one root is put out and not the mean of "
        "several; the encoding "
        "holds the index l for it."}}};
  info.parameters = root_finding_polynomials();
  info.parameters.push_back(integer_parameter("n", 1, 8, "length of the list S"));
  info.parameters.push_back(integer_parameter("r", 1, 9, "numbers are -r..r; there are (2r+1)^n lists"));
  const auto add = [&](const char* p_text, const char* h_text, int n, int r, bool quick, Status printed) {
    info.standard_sizes.push_back({{fmt::format("p={}", p_text), fmt::format("h={}", h_text),
                                    fmt::format("n={}", n), fmt::format("r={}", r)},
                                   quick,
                                   {{Variant::printed, printed}, {Variant::repaired, Status::holds}}});
  };
  add("x1+x2", "auto", 1, 1, true, Status::holds);
  add("x1+x2", "auto", 2, 2, true, Status::holds);
  add("x1+x2", "auto", 4, 3, true, Status::refuted);
  add("x1+x2+x3", "auto", 2, 1, true, Status::refuted);
  add("x1+x2+x3", "x1*x2*x3+x1*x2", 2, 1, true, Status::refuted);
  add("x1*x2-x3", "auto", 3, 2, true, Status::refuted);
  add("x1-x2^2", "auto", 3, 2, true, Status::refuted);
  add("x1*x2-1", "auto", 2, 2, true, Status::ill_formed);
  add("x1+x2+x3", "auto", 4, 2, false, Status::refuted);
  return info;
}

class RootFindingClaim : public JudgedClaim {
 public:
  RootFindingClaim() : JudgedClaim(root_finding_entry()) {}
  bool accepts_weights() const override { return true; }
  const char* show_schema() const override { return "attest/show/2"; }
  std::unique_ptr<JudgedSetting> setting(Variant variant, const Parameters& parameters) const override {
    return root_finding_setting(variant, parameters);
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
