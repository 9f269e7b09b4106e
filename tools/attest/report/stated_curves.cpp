#include "tools/attest/report/stated_curves.hpp"

#include <fmt/format.h>

#include <cmath>
#include <cstdlib>
#include <limits>

#include "claims/usage_error.hpp"
#include "language/expression.hpp"
#include "theorems/constants.hpp"
#include "theorems/lets.hpp"
#include "theorems/patch.hpp"
#include "theorems/stated_bound.hpp"
#include "theorems/theorem_claim.hpp"
#include "verification/limits.hpp"

namespace attest::report {

namespace {

using language::Expression;
using language::Op;
using theorems::CheckStatement;
using theorems::NetworkNames;
using theorems::NetworkValue;
using theorems::TheoremText;

std::optional<double> drawn(const std::string& decimal) {
  if (decimal.empty()) return std::nullopt;
  return std::strtod(decimal.c_str(), nullptr);
}

const char* word_of(Quantity quantity) {
  return quantity == Quantity::score_gap ? "gap" : "error";
}

// The side of the bound, where the check bounds this quantity.
Expression bound_of(const CheckStatement& check, Quantity quantity) {
  const Expression& formula = check.formula;
  if (!formula || formula->children.size() != 2 || formula->children[0]->op != Op::name ||
      formula->children[0]->name != word_of(quantity) || check.constants.size() > 1)
    return nullptr;
  return formula->children[1];
}

// The bound at one setting, with a value of its constant where it has one.
double value_at(const Expression& bound, const CheckStatement& check, const TheoremText& text,
                const Parameters& parameters, double constant) {
  const theorems::Constants known = theorems::constants_of(text, parameters);
  NetworkNames names = known.names;
  if (!check.constants.empty()) {
    const std::string& c = check.constants.front();
    names.name = [c, constant, &known](const std::string& name) -> std::optional<NetworkValue> {
      if (name == c) return NetworkValue{Rational(constant)};
      return known.names.name(name);
    };
  }
  return theorems::enclosed_value(bound, names, printed_bits).middle_double();
}

// Four digits, so that the number that stands there is still one that serves.
std::string rounded_down(double constant) {
  const double unit = std::pow(10.0, std::floor(std::log10(constant)) - 3);
  return fmt::format("{:.4g}", std::floor(constant / unit) * unit);
}

struct Point {
  Parameters parameters;
  double value = 0;
};

// The largest c that all points allow: gap >= B(c), B affine in c; error <= exp(E(c)), E affine.
std::optional<double> largest_constant(const CheckStatement& check, const Expression& bound,
                                       Quantity quantity, const TheoremText& text,
                                       const std::vector<Point>& points) {
  const bool of_gap = quantity == Quantity::score_gap;
  if (!of_gap && (bound->op != Op::call || bound->name != "exp")) return std::nullopt;
  const Expression& affine = of_gap ? bound : bound->children[0];
  double largest = std::numeric_limits<double>::infinity();
  for (const Point& point : points) {
    if (!of_gap && point.value <= 0) continue;  // below every exponential
    const double at_zero = value_at(affine, check, text, point.parameters, 0);
    const double slope = value_at(affine, check, text, point.parameters, 1) - at_zero;
    const double room = (of_gap ? point.value : std::log(point.value)) - at_zero;
    if (of_gap ? slope > 0 : slope < 0) largest = std::min(largest, room / slope);
  }
  if (!std::isfinite(largest) || largest <= 0) return std::nullopt;
  return largest;
}

}  // namespace

std::optional<double> measured(const Verdict& verdict, Quantity quantity) {
  if (quantity == Quantity::score_gap) {
    return verdict.margins.score_gap ? drawn(verdict.margins.score_gap->bounds.lower) : std::nullopt;
  }
  return verdict.margins.output_error ? drawn(verdict.margins.output_error->upper) : std::nullopt;
}

std::vector<Curve> stated_curves(const Subject& subject, Variant variant, Quantity quantity) {
  const auto* theorem = dynamic_cast<const theorems::TheoremClaim*>(&subject.claim);
  if (theorem == nullptr || theorem->is_program(variant)) return {};
  const TheoremText stated = theorems::variant_of(theorem->text(), to_string(variant));
  const TheoremText text = theorems::with_lets_written_out(stated);
  std::vector<Point> points;
  for (const ReportedVerdict& row : subject.verdicts) {
    if (row.verdict.variant != variant) continue;
    if (const auto value = measured(row.verdict, quantity))
      points.push_back({row.verdict.parameters, *value});
  }
  std::vector<Curve> curves;
  for (std::size_t k = 0; k < stated.checks.size(); ++k) {
    const CheckStatement& check = text.checks[k];
    const Expression bound = bound_of(check, quantity);
    if (!bound || points.empty()) continue;
    try {
      double constant = 0;
      std::string name = "stated: " + language::to_string(bound_of(stated.checks[k], quantity));
      if (!check.constants.empty()) {
        const auto largest = largest_constant(check, bound, quantity, text, points);
        if (!largest) continue;
        constant = *largest;
        name += fmt::format(", {} = {}", check.constants.front(), rounded_down(constant));
      }
      Curve curve{name, {}};
      for (const Point& point : points)
        curve.points.emplace_back(point.parameters, value_at(bound, check, text, point.parameters, constant));
      curves.push_back(std::move(curve));
    } catch (const UsageError&) {              // a bound that has no value here has no picture
    } catch (const theorems::NetworkError&) {  // the same: a division by zero at one of the sizes
    }
  }
  return curves;
}

Curve proved_curve(const Subject& subject, const NamedProof& named) {
  if (!named.proof || !named.proof->main || !named.proof->main->proof) return {};
  const theorems::RangeProof& proof = *named.proof;
  const theorems::Piece& main = *proof.main;
  const std::vector<proof::Decay>& bound = main.proof->bound_terms;
  // Of sizes that begin where others say the proof's letters are not the sizes themselves.
  for (const auto& [name, from] : main.from) {
    if (main.said.contains(name) && main.said.at(name) != from.str()) return {};
  }
  if (bound.empty()) return {};
  Curve curve{"proved: " + main.proof->bound, {}};
  for (const ReportedVerdict& row : subject.verdicts) {
    const Verdict& verdict = row.verdict;
    if (verdict.variant != named.variant || !measured(verdict, Quantity::output_error)) continue;
    const Json given = verdict.parameters.to_json();
    proof::SizeValues sizes;
    bool speaks_of_it = true;
    for (const auto* part : {&main.fixed, &main.from}) {
      for (const auto& [name, least] : *part) {
        const bool known = given.contains(name);
        const Integer size = known ? Integer(verdict.parameters.integer(name)) : Integer(0);
        speaks_of_it = speaks_of_it && known && (part == &main.fixed ? size == least : size >= least);
        sizes[name] = proof::Laurent(Rational(size));
      }
    }
    for (const auto& [name, value] : proof.parameters)
      speaks_of_it =
          speaks_of_it && given.contains(name) && verdict.parameters.text(name) == attest::to_string(value);
    for (const auto& [name, value] : proof.words)
      speaks_of_it = speaks_of_it && given.contains(name) && verdict.parameters.text(name) == value;
    if (speaks_of_it)
      curve.points.emplace_back(verdict.parameters,
                                proof::enclosure(bound, sizes, printed_bits).upper_double());
  }
  return curve;
}

}  // namespace attest::report
