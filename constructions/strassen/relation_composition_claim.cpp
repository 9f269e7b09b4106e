#include <fmt/format.h>

#include "claims/whole_claim.hpp"
#include "constructions/strassen/strassen_claims.hpp"
#include "tasks/relation_composition.hpp"
#include "verification/transformer_claim.hpp"

namespace attest {

namespace {

ClaimInfo entry(const std::string& id, const std::string& title, const std::string& statement,
                const Source& source, const std::string& inputs, long largest) {
  ClaimInfo info;
  info.id = "strassen/" + id;
  info.kind = "construction";
  info.paper = "strassen";
  info.title = title;
  info.statement = statement;
  info.source = source;
  info.parameters = {integer_parameter(
      "m", 1, largest, "size of the set that the relations are on; m^2 tokens and " + inputs + " inputs")};
  return info;
}

StandardSize size_m(int m, bool quick, std::map<Variant, Status> recorded) {
  return {{fmt::format("m={}", m)}, quick, std::move(recorded)};
}

using Record = std::function<Transformer(Variant, const Parameters&)>;

long quotient_factor(const Parameters& parameters) {
  return parameters.text("factor") == "auto" ? least_quotient_factor : parameters.integer("factor");
}

// What the three claims about relations share: the task, and the records for m, m + 1 and 2m + 1.
TransformerClaim::MakeSetting maker(const Record& record, bool quotient, UniqueMaximum unique,
                                    const TransformerSetting::FurtherChecks& further) {
  return [=](Variant variant, const Parameters& parameters) {
    const long m = parameters.integer("m");
    std::vector<TransformerAt> others;
    for (const long other_m : {m + 1, 2 * m + 1}) {
      Parameters other = parameters;
      other.set("m", std::to_string(other_m), ParameterType::integer);
      others.push_back({other, {{"m", other_m}}, record(variant, other)});
    }
    auto setting = std::make_unique<TransformerSetting>(
        variant, parameters, std::make_unique<RelationComposition>(m, quotient), record(variant, parameters),
        std::map<std::string, long>{{"m", m}}, others, unique);
    setting->set_further_checks(further);
    return setting;
  };
}

Integer power_of(long base, unsigned exponent) {
  return boost::multiprecision::pow(Integer(base), exponent);
}

}  // namespace

Check separated_tiers_check(const Polynomial& score, long m) {
  const auto coefficient = [terms = score.substitute(size_values({{"m", m}})).terms()](
                               const std::map<std::string, unsigned long>& of) -> Rational {
    for (const Polynomial::Term& term : terms) {
      if (term.exponents == of) return term.coefficient;
    }
    return 0;
  };
  // In units of the integral part, -(i - c)^2 and the rest; i is of the token that asks.
  const Rational unit = -coefficient({{"c", 2}});
  if (unit <= 0) return refuted(Kind::display, "separated-tiers", "the score has no -(i-c)^2");
  const Rational step = coefficient({{"d", 2}}) / unit;
  const Rational tie_break = (coefficient({{"c", 1}}) + coefficient({{"d", 1}}) + coefficient({{"k", 1}}) +
                              coefficient({{"l", 1}})) /
                             unit;
  const Rational span = Rational((m - 1) * (m - 1)) * step;
  const Rational tie_span = Rational(m - 1) * tie_break;
  const bool separated = span + tie_span < 1 && (m == 1 || tie_span < step);
  const std::string numbers = fmt::format("(d-k)^2/m^3 spans {}, the tie-break {}; steps are 1 and {}",
                                          to_string(span), to_string(tie_span), to_string(step));
  return separated ? holds("separated-tiers", Evidence::enumeration, numbers)
                   : refuted(Kind::display, "separated-tiers", numbers);
}

std::unique_ptr<Claim> strassen_relation_composition_claim() {
  ClaimInfo info = entry("relation-composition", "One Strassen head composes two relations",
                         "For A, B in {0,1}^(m x m) given as n = m^2 tokens, a one-layer Transformer with "
                         "one Strassen attention head, "
                         "constant embedding dimension and a constant-size output network puts out y_ij with "
                         "sign(y_ij) = (B o A)_ij "
                         "at every token (i, j); the best quadruple is unique and ahead by Omega(n^(3/2)).",
                         {"000_bd1f352bd128419d.txt", "Theorem 4.2", 350, 377}, "2^(2m^2)", 12);
  info.variants = {
      {Variant::printed, "The vectors as printed; what eq. (25) says they give is a check of its own.", {}},
      {Variant::repaired,
       "Vectors that give eq. (25) in the printed blocks, with the output network written out.",
       {"f, g and h have 15 coordinates each, in blocks of 3, 3, 3, 2 and 4: h's k^2 / B_kl becomes the two "
        "coordinates "
        "k^2 and B_kl, a coordinate l is put before l^2 and d^2 before 2d, and the superfluous zeros of f "
        "and g go.",
        "The output network is 1/2 - |c-i| - |l-j| - |d-k| - max(0, 1-A_cd) - max(0, 1-B_kl): 8 hidden "
        "units, 137 "
        "parameters for every m."}}};
  info.standard_sizes = {
      size_m(1, true, {{Variant::printed, Status::ill_formed}, {Variant::repaired, Status::holds}}),
      size_m(2, true, {{Variant::printed, Status::ill_formed}, {Variant::repaired, Status::holds}}),
      size_m(3, false, {{Variant::printed, Status::ill_formed}, {Variant::repaired, Status::holds}})};
  return std::make_unique<TransformerClaim>(
      std::move(info), maker([](Variant v, const Parameters&) { return strassen_relation_composition(v); },
                             false, UniqueMaximum::essential,
                             [](const TransformerSetting& s, const Observation& o) -> std::vector<Check> {
                               const long m = s.parameters().integer("m");
                               return {gap_growth(s, o, power_of(m, 3), "n^(3/2)")};
                             }));
}

std::unique_ptr<Claim> strassen_quotient_composition_claim() {
  ClaimInfo info =
      entry("quotient-composition", "One Strassen head computes the quotient of a composition by a colouring",
            "For A, B in {0,1}^(m x m) and col: [m] -> [m] given as n = m^2 tokens, a one-layer Transformer "
            "with one "
            "Strassen attention head, constant embedding dimension and a constant-size output network puts "
            "out y_ij with "
            "sign(y_ij) = (B o A/col)_ij at every token (i, j).",
            {"000_bd1f352bd128419d.txt", "Theorem 5.1 (upper bound)", 401, 417}, "2^(2m^2) m^m", 5);
  info.variants = {{Variant::printed,
                    "The score as described, with rows that give it; the factor n^5, the value matrices and "
                    "the network are "
                    "filled in.",
                    {}}};
  info.parameters.push_back(automatic(integer_parameter(
      "factor", 0, 12,
      "e of the sufficiently large factor n^e; auto: 5, the least whole e for which n^e/m^8 grows with n")));
  for (const int m : {1, 2, 3})
    info.standard_sizes.push_back(size_m(m, m <= 2, {{Variant::printed, Status::holds}}));
  return std::make_unique<TransformerClaim>(
      std::move(info),
      maker([](Variant, const Parameters& p) { return strassen_quotient_composition(quotient_factor(p)); },
            true, UniqueMaximum::essential,
            [](const TransformerSetting& s, const Observation& o) -> std::vector<Check> {
              const long m = s.parameters().integer("m");
              return {gap_growth(s, o, Integer(m * m), "n"), separated_tiers_check(s.record().score(0), m)};
            }));
}

std::unique_ptr<Claim> strassen_triangular_relation_composition_claim() {
  ClaimInfo info =
      entry("triangular-relation-composition", "One triangular head composes two relations",
            "For A, B in {0,1}^(m x m) given as n = m^2 tokens indexed by pairs, one triangular attention "
            "head with constant embedding dimension and a constant-size output network puts out y_ij with "
            "sign(y_ij) = (B o A)_ij at every token.",
            {"000_bd1f352bd128419d.txt", "Section 5, remark", 399, 399}, "2^(2m^2)", 12);
  info.variants = {{Variant::constructed, "Ours: score m A_il B_lj, value A_il B_lj, y = a - 1/2.", {}}};
  for (const int m : {1, 2, 3}) {
    info.standard_sizes.push_back(size_m(m, m <= 2, {{Variant::constructed, Status::holds}}));
  }
  return std::make_unique<TransformerClaim>(
      std::move(info),
      maker([](Variant, const Parameters&) { return strassen_triangular_relation_composition(); }, false,
            UniqueMaximum::informative, {}));
}

}  // namespace attest
