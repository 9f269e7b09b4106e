#include <fmt/format.h>

#include "claims/run_result.hpp"
#include "claims/usage_error.hpp"
#include "claims/whole_claim.hpp"
#include "constructions/dat/dat_claims.hpp"
#include "constructions/dat/factorisation.hpp"
#include "constructions/dat/formal_polynomial.hpp"
#include "tasks/rational_fields.hpp"
#include "theorems/program_info.hpp"

namespace attest {

namespace {

// Every entry equal, as polynomials.
Check same(const std::string& name, const Tensor<FormalPolynomial>& a, const Tensor<FormalPolynomial>& b,
           const std::string& text) {
  if (a.shape() != b.shape()) {
    return refuted(Kind::display, name,
                   fmt::format("shapes {} and {}", shape_text(a.shape()), shape_text(b.shape())));
  }
  for (std::size_t k = 0; k < a.size(); ++k) {
    if (a.entries()[k] != b.entries()[k]) {
      return refuted(Kind::display, name,
                     fmt::format("entry {} of {} differs as a polynomial", k, shape_text(a.shape())));
    }
  }
  return holds(name, Evidence::symbolic, fmt::format("{} ({} entries)", text, a.size()));
}

struct Cost {
  long multiplications = 0;
  long additions = 0;
  friend bool operator==(const Cost&, const Cost&) = default;
};

template <class Run>
Cost cost_of(Run&& run) {
  Counted::reset();
  run();
  return {Counted::multiplications, Counted::additions};
}

std::string text_of(const Cost& cost) {
  return fmt::format("{} multiplications and {} additions", cost.multiplications, cost.additions);
}

// Counted operations against the formulas of docs/papers/dat.md.
Check cost_check(const FactorisationSizes& s, Verdict& verdict) {
  const auto t = factorisation_tensors<Counted>(s, [](const std::string&) { return Counted{}; });
  const Cost definition = cost_of([&] { by_definition(s, t, false); });
  const Cost code = cost_of([&] { by_code(t, false); });
  const long n = static_cast<long>(s.n);
  const long d = static_cast<long>(s.d_model);
  const long r = static_cast<long>(s.d_r);
  const long c = static_cast<long>(s.d_h);
  const long h = static_cast<long>(s.heads);
  const Cost definition_formula{n * n * h * c * (r + d + 1), n * n * h * c * (r + d) - n * h * c};
  const Cost code_formula{n * h * (c * (d + n + r) + n * r), n * h * (c * (d + n + r - 2) + (n - 1) * r)};
  verdict.details["operations"] = {
      {"eq. 9", {{"multiplications", definition.multiplications}, {"additions", definition.additions}}},
      {"code", {{"multiplications", code.multiplications}, {"additions", code.additions}}}};
  if (definition != definition_formula || code != code_formula) {
    return refuted(Kind::constant, "operations",
                   fmt::format("eq. 9 takes {}, the code {}: not as the formulas say", text_of(definition),
                               text_of(code)));
  }
  return holds(
      "operations", Evidence::enumeration,
      fmt::format(
          "eq. 9 takes {}, the code {}, as the formulas n^2 h d_h (d_r + d + 1) and n h (d_h (d + n + d_r) "
          "+ n d_r) say",
          text_of(definition), text_of(code)));
}

// Lines 347-365: the comments on shapes, and the sizes that the text speaks of.
void shape_checks(const FactorisationSizes& s, const CodeRun<FormalPolynomial>& run, Verdict& verdict) {
  const Shape head_shape{1, s.n, s.heads, s.d_h};
  const Shape relation_shape{1, s.n, s.heads, s.d_r};
  const bool as_commented = run.attended_symbols.shape() == head_shape &&
                            run.attended_relations.shape() == relation_shape &&
                            run.mapped_relations.shape() == head_shape && run.output.shape() == head_shape;
  verdict.checks.push_back(
      as_commented ? holds("code-shapes", Evidence::enumeration, "every shape is as its comment says")
                   : refuted(Kind::display, "code-shapes", "a tensor's shape is not as its comment says"));
  const std::size_t before = s.n * s.n * s.heads * s.d_h;
  const std::size_t after = s.n * s.n * s.d_r;
  verdict.details["largest_relation_tensor"] = {{"W_r first", before}, {"factored", after}};
  const Shape stated{1, s.n, s.d_r};  // line 365: "contracted to a dimension b x n x d_r first"
  const std::size_t stated_size = s.n * s.d_r;
  verdict.checks.push_back(informative(
      run.attended_relations.size() == stated_size
          ? holds("contracted-shape", Evidence::enumeration,
                  "with one head the contracted tensor has n d_r entries")
          : refuted(Kind::display, "contracted-shape",
                    fmt::format("the text says that the relations are contracted to shape {}; alpha "
                                "depends on the head, and the code makes {}",
                                shape_text(stated), shape_text(run.attended_relations.shape())))));
}

constexpr std::size_t most_products = 5'000'000;

FactorisationSizes factorisation_sizes(const Parameters& parameters) {
  const auto size = [&](const char* name) { return static_cast<std::size_t>(parameters.integer(name)); };
  return {size("n"), size("d"), size("d_r"), size("d_h"), size("heads")};
}

FactorisationTensors<Rational> tensors_of(const FactorisationSizes& s, const RationalInput& input) {
  auto t = factorisation_tensors<Rational>(s, [](const std::string&) { return Rational(0); });
  t.attn_scores.entries() = input.entries("alpha");
  t.relations.entries() = input.entries("r");
  t.symbols.entries() = input.entries("s");
  t.ws.entries() = input.entries("W_s");
  const auto& wr = input.entries("W_r");
  for (std::size_t h = 0; h < s.heads; ++h) {
    for (std::size_t l = 0; l < s.d_r; ++l) {
      for (std::size_t c = 0; c < s.d_h; ++c) t.wr(h, c, l) = wr[(h * s.d_r + l) * s.d_h + c];
    }
  }
  const auto& relative = input.entries("s_rel");
  for (std::size_t i = 0; i < s.n; ++i) {
    for (std::size_t j = 0; j < s.n; ++j) {
      for (std::size_t m = 0; m < s.d_model; ++m)
        t.relative(i, j, m) = relative[(j + s.n - 1 - i) * s.d_model + m];
    }
  }
  return t;
}

class Factorisation : public WholeClaim {
 public:
  Factorisation() : WholeClaim(program_info("dat/factorisation")) {}

  std::vector<ParameterSpec> run_parameters() const override {
    return with_maxima(info().parameters, {{"n", 256}, {"d", 256}, {"d_r", 256}, {"d_h", 64}, {"heads", 64}});
  }

  // Given attention weights, relations, symbols and matrices: eq. 10 and the code beside eq. 9, then the same
  // with relative symbols (eq. 11); s_rel holds the symbols s_{j-i} for j - i = 1-n, ..., n-1.
  Json run(Variant, const Parameters& parameters, const Json& given, std::uint64_t seed) const override {
    const FactorisationSizes s = factorisation_sizes(parameters);
    if (s.n * s.n * s.heads * s.d_h * (s.d_r + s.d_model) > most_products)
      throw UsageError("n", parameters.text("n"),
                       fmt::format("sizes with n^2 heads d_h (d_r + d) at most {}", most_products));
    const RationalInput input = RationalFields({{"alpha", {s.heads, s.n, s.n}},
                                                {"r", {s.n, s.n, s.d_r}},
                                                {"W_r", {s.heads, s.d_r, s.d_h}},
                                                {"s", {s.n, s.d_model}},
                                                {"W_s", {s.heads, s.d_model, s.d_h}},
                                                {"s_rel", {2 * s.n - 1, s.d_model}}})
                                    .chosen(given, seed);
    const FactorisationTensors<Rational> t = tensors_of(s, input);
    RunResult result(input.json());
    for (const bool relative : {false, true}) {
      const std::string which = relative ? " with relative symbols" : "";
      const Tensor<Rational> definition = by_definition(s, t, relative);
      const Tensor<Rational> apart = factored(s, t, relative);
      const Tensor<Rational> code = by_code(t, relative).output;
      for (std::size_t i = 0; i < s.n; ++i) {
        for (std::size_t h = 0; h < s.heads; ++h) {
          for (std::size_t c = 0; c < s.d_h; ++c) {
            const std::string place = fmt::format(" [{}, {}, {}]", i + 1, h + 1, c + 1);
            result.exact((relative ? "eq. 11" : "eq. 10") + place, apart(0, i, h, c), definition(0, i, h, c));
            result.exact("code" + which + place, code(0, i, h, c), definition(0, i, h, c));
          }
        }
      }
    }
    return result.to_json();
  }

 protected:
  void examine(Variant, const Parameters& parameters, const VerifyOptions&, Verdict& verdict) const override {
    const FactorisationSizes s = factorisation_sizes(parameters);
    // Terms of all polynomials together.
    const std::size_t terms = s.n * s.n * s.heads * s.d_h * (s.d_r + s.d_model);
    if (terms > 50000)
      throw UsageError("n", parameters.text("n"), "sizes with n^2 heads d_h (d_r + d) at most 50000");
    IndeterminateNames names;
    const auto t = factorisation_tensors<FormalPolynomial>(s, names);
    const auto definition = by_definition(s, t, false);
    const auto code = by_code(t, false);
    verdict.checks = {
        same("identity", definition, factored(s, t, false), "eq. 10 with all entries indeterminates"),
        same("code", definition, code.output, "the einsum lines give eq. 9"),
        same("relative", by_definition(s, t, true), factored(s, t, true), "eq. 11 factors in the same way"),
        same("relative-code", by_definition(s, t, true), by_code(t, true).output,
             "the code with sv[i,j,h,:] = s_{j-i} W_s^h gives eq. 11"),
        cost_check(s, verdict)};
    shape_checks(s, code, verdict);
    const Integer entries = 4 * definition.size();
    verdict.inputs = {entries, entries, entries, 0};
    for (const Check& check : verdict.checks) {
      if (check.essential && check.status == Status::refuted) {
        verdict.inputs.failing += 1;
        verdict.counterexample = {{"check", check.name}, {"reason", *check.reason}};
      }
    }
    verdict.size = {static_cast<long>(s.heads), static_cast<long>(s.d_model), 0};
    verdict.details["indeterminates"] = names.size();
    verdict.details["choices"] = {"n_h of the code's comments is n_h^ra, the number of relational heads",
                                  "batch size 1: no sum runs over the batch"};
    verdict.notes = {
        "after line 371 the line of code for position-relative symbols is missing in the seed; it is "
        "written from the formula sv[i,j,h,:] = s_{j-i} W_s^h"};
  }
};

}  // namespace

std::unique_ptr<Claim> dat_factorisation_claim() {
  return std::make_unique<Factorisation>();
}

}  // namespace attest
