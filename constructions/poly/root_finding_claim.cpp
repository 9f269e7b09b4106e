#include "constructions/poly/root_finding_claim.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "attention/layer_output.hpp"
#include "claims/usage_error.hpp"
#include "claims/whole_claim.hpp"
#include "constructions/poly/root_finding.hpp"
#include "constructions/poly/root_finding_layer.hpp"
#include "numeric/checked.hpp"
#include "tasks/root_finding.hpp"
#include "verification/enclosed_claim.hpp"
#include "verification/exact_claim.hpp"
#include "verification/input_argument.hpp"

namespace attest {

namespace {

const std::vector<std::string> names{"x1", "x2", "x3", "x4"};
constexpr Precision longest_precision = 2048;  // then an output is undecided

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

class RootFindingSetting : public EnclosedSetting {
 public:
  RootFindingSetting(Variant variant, const Parameters& parameters)
      : EnclosedSetting(variant, parameters),
        p_(polynomial_from(parameters.text("p"))),
        n_(parameters.integer("n")),
        record_(root_finding_record(variant, parameters)),
        task_(p_, record_.variables, n_, parameters.integer("r")),
        layer_(record_, n_),
        prepared_(layer_.layer) {
    choices_ = record_.choices;
    notes_ = record_.notes;
  }

  const Task& task() const override { return task_; }

  std::vector<PositionOutput> all_outputs(std::span<const Symbol> word) const override {
    std::vector<PositionOutput> result;
    for (std::size_t which = 0; which < word.size(); ++which) result.push_back(output(word, which));
    return result;
  }

  // Row l_1 = which + 1 of the layer, then the network.
  PositionOutput output(std::span<const Symbol> word, std::size_t which) const override {
    const long truth = task_.truth(word, which);
    const attention::LayerOutput layer = at(word, which);
    PositionOutput result;
    for (Precision precision = 2 * initial_precision; precision <= longest_precision; precision *= 2) {
      Status root = Status::undecided;
      result = read(word, layer, precision, root);
      result.status = rightness(Decision::sign, result.y, truth);
      // A row that may or may not hold a root leaves its input undecided.
      if (truth == 1 && root == Status::undecided && result.status == Status::holds) {
        result.status = Status::undecided;
      }
      if (result.status != Status::undecided && arb_rel_accuracy_bits(result.y.ball()) >= 60) break;
    }
    return result;
  }

  // The row of a yes must hold a root (holds_root). Rows that stayed undecided are counted as such, not here.
  bool breaks_second_condition(std::span<const Symbol> word,
                               const std::vector<PositionOutput>& outputs) const override {
    for (std::size_t which = 0; which < word.size(); ++which) {
      if (task_.truth(word, which) == 1 && outputs[which].winner.is_null() &&
          outputs[which].status != Status::undecided) {
        return true;
      }
    }
    return false;
  }

  std::vector<Check> checks_before() const override {
    std::vector<Check> checks;
    std::string reason;
    for (const auto& defect : record_.defects)
      reason += (reason.empty() ? "" : "; ") + defect.where + ": " + defect.what;
    checks.push_back(reason.empty() ? holds("well-formed", Evidence::symbolic)
                                    : ill_formed("well-formed", reason));
    const Polynomial difference = record_.score() - record_.displayed;
    checks.push_back(difference.is_zero()
                         ? holds("identity", Evidence::symbolic)
                         : refuted(Kind::display, "identity",
                                   fmt::format("line 3459: h(Q) = -n^k p^2, but h(Q) + n^k p^2 = {}",
                                               difference.to_string())));
    if (variant() == Variant::printed && p_ == polynomial_from("x1+x2") && n_ == 4 &&
        parameters().integer("r") >= 3)
      checks.push_back(every_network_check());
    return checks;
  }

  std::vector<Check> checks_after(const Observation& o) const override {
    return {second_condition_check(
        "root", o,
        "some row has a root, but the numbers that it puts out are not within 1/4 of a root in S: the "
        "softmax averages several tuples")};
  }

  Size size() const override { return {2, record_.embedding_dimension, 0}; }

  Json weights() const override {
    Json rows = Json::array();
    for (const auto& q : record_.query) {
      Json columns = Json::array();
      for (const auto& column : q) columns.push_back(column.to_string());
      rows.push_back(std::move(columns));
    }
    return {{"attention_polynomial", record_.h.to_string()},
            {"embedding_dimension", record_.embedding_dimension},
            {"scale", "1/d"},
            {"Q", std::move(rows)},
            {"score", record_.score().to_string()},
            {"displayed", record_.displayed.to_string()}};
  }

  Json details(const Observation&) const override {
    Json result = Json::object();
    for (const auto& defect : record_.defects)
      result["readings"].push_back(defect.where + ": " + defect.reading);
    return result;
  }

 private:
  attention::LayerOutput at(std::span<const Symbol> word, std::size_t which) const {
    std::vector<attention::Kind> kinds(word.size());
    layer_.tokens.kinds(word, kinds);
    return {prepared_, kinds, static_cast<attention::Token>(which)};
  }

  // 1/2 - |p| at the row.
  PositionOutput read(std::span<const Symbol> word, const attention::LayerOutput& layer, Precision precision,
                      Status& root) const {
    const std::vector<Interval> stream = layer.stream(precision);
    std::vector<Interval> row{stream[layer_.y_at]};
    for (std::size_t r = 1; r < record_.variables; ++r) row.push_back(stream[layer_.others_at + r - 1]);
    PositionOutput out;
    out.y = enclosed(layer_.layer.readouts.front(), stream, precision);
    const Ordering sign = compare(out.y, Rational(0));
    if (sign != Ordering::undecided) out.decision = sign == Ordering::greater ? 1 : 0;
    std::vector<long> integers;
    root = holds_root(word, row, integers);
    if (root == Status::holds) out.winner = integers;
    return out;
  }

  // p = x1 + x2: two lists whose rows for y_1 = 1 are exactly the same, one with a root and one without.
  Check every_network_check() const {
    const auto word_of = [&](const std::vector<long>& numbers) {
      std::vector<Symbol> word;
      for (const long y : numbers) word.push_back(static_cast<Symbol>(y - task_.first_symbol()));
      return word;
    };
    const std::vector<Symbol> no = word_of({1, -3, 1, -3});
    const std::vector<Symbol> yes = word_of({1, -3, -1, -1});
    // Where every score has values of one mean, that is the softmax's.
    const auto at_no = at(no, 0).heads().front().rational();
    const auto at_yes = at(yes, 0).heads().front().rational();
    if (at_no && at_yes && *at_no == *at_yes && task_.truth(no, 0) == 0 && task_.truth(yes, 0) == 1)
      return refuted(Kind::construction, "every-network",
                     fmt::format("for S = (1,-3,1,-3), a no, and S = (1,-3,-1,-1), a yes, the row of y_1 = "
                                 "1 is exactly the same, (1,{}): no network can tell them apart",
                                 to_string((*at_no)(0))));
    return undecided("every-network", "the rows of the two lists differ");
  }

  long number(Symbol symbol) const { return static_cast<long>(symbol) + task_.first_symbol(); }

  // Does the row hold a root of S: elements z of S (line 3371) with p(z) = 0, each within less than 1/4 of
  // its number? They can only be the nearest integers. Undecided where some enclosure contains a distance of
  // 1/4.
  Status holds_root(std::span<const Symbol> word, const std::vector<Interval>& row,
                    std::vector<long>& integers) const {
    const Rational quarter(Integer(1), Integer(4));
    Status status = Status::holds;
    for (const Interval& entry : row) {
      if (!entry.is_finite()) return Status::undecided;
      const auto nearest = fits_long(nearest_integer_to_middle(entry));
      if (!nearest) return Status::refuted;  // no number of S is that large
      integers.push_back(*nearest);
      const Interval distance = abs(entry - Interval(integers.back(), entry.precision()));
      const Ordering order = compare(distance, quarter);
      if (order == Ordering::greater || order == Ordering::equal) return Status::refuted;
      // Within 1/2 it is the only candidate, so that what it lacks decides.
      if (compare(distance, Rational(1) / 2) != Ordering::less) return Status::undecided;
      if (order == Ordering::undecided) status = Status::undecided;
    }
    for (const long z : integers) {
      const auto is_z = [&](Symbol symbol) { return number(symbol) == z; };
      if (std::none_of(word.begin(), word.end(), is_z)) return Status::refuted;
    }
    return task_.is_root(integers) ? status : Status::refuted;
  }

  Polynomial p_;
  long n_;
  RootFinding record_;
  RootFindingTask task_;
  RootFindingLayer layer_;
  attention::PreparedLayer prepared_;
};

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
  const ParameterSpec p = polynomial_parameter(
      "p", "the polynomial, in x1..x4 with integer coefficients, of degree at most 4: x1+x2, x1*x2-x3, ...");
  const ParameterSpec h =
      automatic(polynomial_parameter("h", "the attention polynomial; auto is the product of p's variables"));
  info.parameters = {p, h, integer_parameter("n", 1, 8, "length of the list S"),
                     integer_parameter("r", 1, 9, "numbers are -r..r; there are (2r+1)^n lists")};
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
  std::unique_ptr<JudgedSetting> setting(Variant variant, const Parameters& parameters) const override {
    return std::make_unique<RootFindingSetting>(variant, parameters);
  }

  // Membership in S is part of the theorem: a row of a yes that holds no root of S is as wrong as its sign.
  Json run(Variant variant, const Parameters& parameters, const Json& input,
           std::uint64_t seed) const override {
    Json result = JudgedClaim::run(variant, parameters, input, seed);
    if (result["verdict"] != to_string(Status::holds)) return result;
    const RootFindingSetting s(variant, parameters);
    const Word word = input_from(input, s.task(), seed);
    if (s.breaks_second_condition(word, s.all_outputs(word))) {
      result["verdict"] = to_string(Status::refuted);
      result["reason"] =
          "a row has a root, but the numbers that it puts out are not within 1/4 of a root in S";
    }
    return result;
  }
};

}  // namespace

RootFinding root_finding_record(Variant variant, const Parameters& parameters) {
  const Polynomial p = polynomial_from(parameters.text("p"));
  return poly_root_finding(variant, p, attention_from(parameters.text("h"), p), parameters.integer("r"));
}

std::unique_ptr<Claim> poly_root_finding_claim() {
  return std::make_unique<RootFindingClaim>();
}

}  // namespace attest
