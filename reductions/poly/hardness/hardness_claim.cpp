#include "reductions/poly/hardness/hardness_claim.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "claims/deadline.hpp"
#include "claims/run_result.hpp"
#include "claims/usage_error.hpp"
#include "numeric/decimal.hpp"
#include "reductions/poly/hardness/attention_run.hpp"
#include "reductions/poly/hardness/extreme_rows.hpp"

namespace attest {

namespace {

Rational rational_of(const Parameters& parameters, const std::string& name) {
  return *rational_from_string(parameters.text(name));
}

const char* kind_of(BoundedRows rows) {
  return rows == BoundedRows::yes ? "yes row" : rows == BoundedRows::no ? "no row" : "row";
}

Check bound_check(const DisplayedBound& bound, const BoundOutcome& outcome) {
  Check check;
  const std::string line = bound.line == 0 ? "" : fmt::format("line {}: ", bound.line);
  if (outcome.failing > 0) {
    check = refuted(Kind::constant, bound.name,
                    fmt::format("{}{} fails on {} of {} rows ({})", line, bound.formula, outcome.failing,
                                outcome.rows, outcome.values));
  } else if (outcome.undecided > 0) {
    check = undecided(bound.name, fmt::format("{}{}: {} of {} rows are undecided", line, bound.formula,
                                              outcome.undecided, outcome.rows));
  } else if (outcome.rows == 0) {
    check = undecided(bound.name, fmt::format("there is no {} at this size", kind_of(bound.rows)));
  } else {
    check = holds(bound.name, Evidence::enumeration, fmt::format("{}, {} rows", bound.formula, outcome.rows));
  }
  return bound.essential ? check : informative(check);
}

Json constants_json(const HardnessConstants& constants) {
  return {{"C_b^k", to_string(constants.power)},
          {"C_a", to_string(constants.exponent)},
          {"for", "n >= 2, natural logarithms"}};
}

bool same_bound_in(const std::vector<DisplayedBound>& bounds, const DisplayedBound& bound) {
  return std::any_of(bounds.begin(), bounds.end(), [&](const DisplayedBound& other) {
    return other.name == bound.name && other.formula == bound.formula;
  });
}

// Whether some threshold, not that of the displayed bounds, parts all yes rows from all no rows.
Check separates_check(const HardnessRun& run) {
  auto at = separation_at(run.observed, run.scale);
  // Outputs close to 1 need more bits.
  for (long bits = 500; at && bits <= 4000 && compare(at->least_yes, at->largest_no) == Ordering::undecided;
       bits *= 8)
    at = separation_at(run.observed, run.scale, bits);
  if (!at) return undecided("separates", "there are not both yes rows and no rows at this size");
  const std::string text =
      fmt::format("at B^{} = {} the least output of a yes row is {:.6g}, the largest of a no row {:.6g}",
                  run.layout.order, to_string(run.scale.power_of_b()), at->least_yes.middle_double(),
                  at->largest_no.middle_double());
  const Ordering order = compare(at->least_yes, at->largest_no);
  if (order == Ordering::greater) return holds("separates", Evidence::enumeration, text);
  return order == Ordering::undecided ? undecided("separates", text)
                                      : refuted(Kind::construction, "separates", text);
}

Json enclosure_json(const Interval& value) {
  const DecimalEnclosure decimal = decimal_enclosure(value);
  return {{"lower", decimal.lower}, {"upper", decimal.upper}};
}

class HardnessClaim : public WholeClaim {
 public:
  explicit HardnessClaim(HardnessStatement statement)
      : WholeClaim(statement.info), statement_(std::move(statement)) {}

  std::vector<ParameterSpec> run_parameters() const override {
    return with_maxima(info().parameters, {{"n", 256}, {"d", 512}, {"m", 511}});
  }

  Json run(Variant variant, const Parameters& parameters, const Json& input,
           std::uint64_t seed) const override {
    const AttentionLayout layout = statement_.layout(variant, parameters);
    const GapSize size = gap_size(layout, parameters);
    const VectorSetsSize wanted{size.family, size.sets, size.order, size.n, size.d, size.m, size.epsilon};
    const ChosenVectorSets chosen = chosen_vector_sets(
        input, wanted, seed,
        [&size](const std::string& text) -> ChosenVectorSets { return gap_instance_of_rank(size, text); });
    require_few_index_tuples(layout, size);
    const GapShape shape = shape_of(layout, size);
    const AttentionScale scale(power_of_b(shape, parameters), layout.order,
                               static_cast<std::size_t>(shape.width()));
    std::vector<DisplayedBound> bounds =
        variant == Variant::printed ? statement_.printed_bounds(shape) : statement_.repaired_bounds(shape);
    RunResult result(spelled(chosen.instance), chosen.rank);
    add_attention_run(layout, chosen.instance, scale, output_bounds(shape, bounds), result);
    result.add(layout_checks(variant, layout));
    return result.to_json();
  }

  Json weights(Variant variant, const Parameters& parameters) const override {
    return layout_json(statement_.layout(variant, parameters));
  }

 protected:
  void examine(Variant variant, const Parameters& parameters, const VerifyOptions& options,
               Verdict& verdict) const override {
    const AttentionLayout layout = statement_.layout(variant, parameters);
    const GapSize size = gap_size(layout, parameters);
    const GapShape shape = shape_of(layout, size);
    const Rational power = power_of_b(shape, parameters);
    const AttentionScale scale(power, layout.order, static_cast<std::size_t>(shape.width()));

    const Deadline deadline(options);
    const ObservedRows observed = observe_rows(layout, size, [&deadline] { return deadline.reached(); });
    std::vector<DisplayedBound> bounds =
        variant == Variant::printed ? statement_.printed_bounds(shape) : statement_.repaired_bounds(shape);
    const OutputBounds output = output_bounds(shape, bounds);
    const HardnessRun run{variant, layout, shape, observed, scale, std::move(bounds), output};

    std::vector<Check>& checks = verdict.checks;
    checks = layout_checks(variant, layout);
    Json& counterexample = verdict.counterexample;
    for (const DisplayedBound& bound : run.bounds) add_bound(bound, run, deadline, checks, counterexample);
    statement_.further(run, verdict);
    if (has_extreme_rows(run)) checks.push_back(informative(exact_criterion_check(run)));
    add_decisions(run, deadline, verdict);
    if (observed.complete) checks.push_back(informative(separates_check(run)));
    if (variant != Variant::printed) {
      for (DisplayedBound bound : statement_.printed_bounds(shape)) {
        if (same_bound_in(run.bounds, bound)) continue;
        bound.name = "print:" + bound.name;
        bound.essential = false;
        Json ignored;
        add_bound(bound, run, deadline, checks, ignored);
      }
    }
    fill_details(run, parameters, verdict);
    if (counterexample.is_null() && !layout.defects.empty())
      counterexample = {{"print", layout.defects.front()}};
  }

 private:
  static GapSize gap_size(const AttentionLayout& layout, const Parameters& parameters) {
    const long d = parameters.integer("d");
    const long m = parameters.integer("m");
    if (m >= d) throw UsageError("m", std::to_string(m), fmt::format("a target below d = {}", d));
    const Rational epsilon = rational_of(parameters, "epsilon");
    if (epsilon >= 1)
      throw UsageError("epsilon", to_string(epsilon), "a number p/q strictly between 0 and 1");
    return {layout.family,
            layout.order,
            layout.chosen.size(),
            static_cast<std::size_t>(parameters.integer("n")),
            static_cast<std::size_t>(d),
            m,
            epsilon};
  }

  static GapShape shape_of(const AttentionLayout& layout, const GapSize& size) {
    return attest::shape_of(layout, static_cast<long>(size.n), static_cast<long>(size.d), size.m,
                            size.epsilon);
  }

  std::vector<Check> layout_checks(Variant variant, const AttentionLayout& layout) const {
    std::vector<Check> checks{well_formed_check(layout), identity_check(layout, statement_.where),
                              normalising_block_check(layout, statement_.block_where)};
    if (variant != Variant::printed) checks.push_back(every_pattern_check(layout, "every-tuple"));
    return checks;
  }

  // What `auto` stands for: the least integer that satisfies the conditions of both variants twofold.
  Rational power_of_b(const GapShape& shape, const Parameters& parameters) const {
    const std::string& text = parameters.text(statement_.power_name);
    if (text != "auto") return *rational_from_string(text);
    Integer power = 1;
    for (const auto& bounds : {statement_.printed_bounds(shape), statement_.repaired_bounds(shape)})
      power = std::max(power, sufficient_power(shape, output_bounds(shape, bounds).ratio));
    if (statement_.least_power) power = std::max(power, statement_.least_power(shape));
    return Rational(power);
  }

  static void add_bound(const DisplayedBound& bound, const HardnessRun& run, const Deadline& deadline,
                        std::vector<Check>& checks, Json& counterexample) {
    const BoundOutcome outcome = check_bound(bound, run.observed, run.scale);
    if (!run.observed.complete && outcome.failing == 0) {
      Check check = undecided(bound.name, deadline.reason());
      check.essential = bound.essential;
      checks.push_back(check);
      return;
    }
    checks.push_back(bound_check(bound, outcome));
    if (outcome.failing > 0 && bound.essential && counterexample.is_null()) {
      counterexample = outcome.first_failing->witness;
      counterexample["fails"] = bound.formula;
    }
  }

  static void add_decisions(const HardnessRun& run, const Deadline& deadline, Verdict& verdict) {
    bool separates = false;
    BoundOutcome outcome = check_decisions(run.output, run.observed, run.scale, separates);
    const std::string b = fmt::format("B^{} = {}", run.layout.order, to_string(run.scale.power_of_b()));
    Check check;
    if (!separates) {
      check = decisions_of_rows(run, deadline, b, outcome, verdict.counterexample);
    } else if (outcome.failing > 0) {
      check = refuted(Kind::construction, "decides",
                      fmt::format("at {} the threshold test is wrong on {} of {} rows ({})", b,
                                  outcome.failing, outcome.rows, outcome.values));
      if (verdict.counterexample.is_null()) {
        verdict.counterexample = outcome.first_failing->witness;
        verdict.counterexample["fails"] = outcome.values;
      }
    } else if (!run.observed.complete) {
      check = undecided("decides", deadline.reason());
    } else if (outcome.undecided > 0) {
      check = undecided("decides", fmt::format("{} of {} rows", outcome.undecided, outcome.rows));
    } else {
      check = holds("decides", Evidence::enumeration,
                    fmt::format("at {} every row of {} instances ({} yes), with gamma to spare", b,
                                run.observed.instances, run.observed.yes_instances));
    }
    verdict.checks.push_back(check);
    verdict.inputs = {run.observed.judged, run.observed.judged, run.observed.judged, outcome.failing,
                      outcome.undecided};
  }

  // The displayed bounds do not part at this B: the rows themselves say whether any threshold does.
  static Check decisions_of_rows(const HardnessRun& run, const Deadline& deadline, const std::string& b,
                                 BoundOutcome& outcome, Json& counterexample) {
    const RowOrder order = order_of_rows(run.observed, run.scale);
    const std::string below = fmt::format("at {} the bound for yes rows is not above that for no rows", b);
    outcome.failing = order.failing;
    outcome.undecided = 0;
    if (order.failing > 0) {
      if (counterexample.is_null())
        counterexample = {{"yes row", order.yes->witness},
                          {"no row", order.no->witness},
                          {"fails", "the no row's output is not below the yes row's"}};
      return refuted(Kind::construction, "decides",
                     fmt::format("{}, and no threshold serves: {} of {} rows are no rows "
                                 "whose output is not below that of a yes row",
                                 below, order.failing, run.observed.judged));
    }
    if (!run.observed.complete) return undecided("decides", deadline.reason());
    if (order.order != Ordering::greater) {
      outcome.undecided = run.observed.judged;
      return undecided("decides", below + "; the rows were not told apart");
    }
    return holds("decides", Evidence::enumeration,
                 fmt::format("{}, but every yes row of {} instances ({} yes) is above every no row", below,
                             run.observed.instances, run.observed.yes_instances));
  }

  void fill_details(const HardnessRun& run, const Parameters& parameters, Verdict& verdict) const {
    const std::size_t k = run.layout.order;
    const auto width = static_cast<std::size_t>(run.shape.width());
    Json& details = verdict.details;
    details["choices"] = run.layout.choices;
    details["choices"].push_back(
        "sets are lists of n vectors, repetitions allowed (the gap step makes them); all are visited");
    for (const std::string& note : run.layout.notes) verdict.notes.push_back(note);
    details["instances"] = {{"keeping_the_promise", std::to_string(run.observed.instances)},
                            {"yes", std::to_string(run.observed.yes_instances)},
                            {"different_rows", std::to_string(run.observed.rows.size())}};
    const Rational top = run.scale.power_of_b();
    const Rational step = top <= 16 ? Rational(1, 4) : Rational(1);
    const Rational gamma = rational_of(parameters, "gamma");
    const auto least = run.observed.complete
                           ? least_separating_power(run.observed, k, width, step, top, gamma)
                           : std::nullopt;
    details["separation"] = {
        {"power_of_B", to_string(top)},
        {"ratio", to_string(run.output.ratio)},
        {"sufficient", fmt::format("e^(epsilon m B^{}/d~) > {}", k, to_string(run.output.ratio))},
        {"sufficient_power_twofold", to_string(sufficient_power(run.shape, run.output.ratio))},
        {"least_power", least ? Json(to_string(least->from)) : Json(nullptr)},
        {"not_at", least && least->not_at ? Json(to_string(*least->not_at)) : Json(nullptr)},
        {"until", least ? Json(to_string(least->until)) : Json(nullptr)},
        {"grid", to_string(step)},
        {"gamma", to_string(gamma)}};
    if (const auto at = separation_at(run.observed, run.scale)) {
      details["separation"]["least_yes_output"] = enclosure_json(at->least_yes);
      details["separation"]["largest_no_output"] = enclosure_json(at->largest_no);
    }
    if (run.variant != Variant::printed) details["constants"] = constants_json(hardness_constants(run.shape));
    details["lambda"] = lambda_text(run.layout);
    details["domain"] = "gap instances whose sets are lists of n vectors, repetitions allowed";
    if (const ExtremeRows rows = extreme_rows(run.shape);
        has_extreme_rows(run) && exact_criterion(rows, run.scale))
      details["separation"]["exact_criterion"] = exact_criterion_text(run.shape, rows);
    verdict.size.heads = 1;
    verdict.size.embedding_dimension = run.shape.width();
  }

  HardnessStatement statement_;
};

}  // namespace

Rational least_power_above(const GapShape& shape, const Rational& ratio) {
  const Rational unit(1, 1024);
  if (ratio <= 1) return unit;
  const Precision precision = 128;
  const Interval needed = log(Interval(ratio, precision)) *
                          Interval(Rational(1024 * shape.width()) / (shape.epsilon * shape.m), precision);
  Integer units = sufficient_power(shape, ratio) * 1024;  // enough: there e^(..) >= 2 ratio
  Integer low = 0;                                        // not above `needed` for certain
  while (units - low > 1) {
    const Integer middle = (units + low) / 2;
    (compare(needed, Rational(middle)) == Ordering::less ? units : low) = middle;
  }
  return unit * Rational(units);
}

Check wrapping_up_check(const HardnessRun& run, const std::string& where, const Rational& ratio) {
  const Rational power = least_power_above(run.shape, ratio);
  const std::size_t k = run.layout.order;
  const std::string at = fmt::format("{}: e^(epsilon m B^{}/d~) > {}; at B^{} = {}, just above it,", where, k,
                                     to_string(ratio), k, to_string(power));
  const AttentionScale scale(power, k, static_cast<std::size_t>(run.shape.width()));
  const RowOrder order = order_of_rows(run.observed, scale);
  if (order.failing > 0)
    return refuted(Kind::constant, "wrapping-up",
                   fmt::format("{} {} no rows are not below a yes row", at, order.failing));
  if (!run.observed.complete || order.order != Ordering::greater)
    return undecided("wrapping-up", at + " the rows were not all seen or not told apart");
  return holds("wrapping-up", Evidence::enumeration, at + " every yes row is above every no row");
}

// C_b^k and C_a for which B^k = C_b^k log n and gamma <= n^(-C_a) suffice for every n >= 2 (log is natural, B
// >= 1). The bounds separate twofold if e^(epsilon m B^k/d~) >= 2 (2n)^g, and log(2 (2n)^g) <= (2g+1) log n.
// Then the no bound is at most half of the yes bound L = e^((C m B^k - N)/d~)/(2n)^g, and gamma < L/4
// suffices. -log(L/4) <= (2 + 2g) log n + (N - C m B^k)/d~, and N <= I d B^k for the I monomials inside T if
// B >= 1; with one more than that in C_a, gamma <= L/8 (at n = 2, where those are equalities, gamma = L/4
// would not do).
HardnessConstants hardness_constants(const GapShape& shape) {
  const long g = shape.chosen - (shape.first_chosen() ? 1 : 0);
  long inside = 0;
  for (const long count : shape.inside) inside += count;
  const Rational power = Rational((2 * g + 1) * shape.width()) / (shape.epsilon * shape.m);
  return {
      power,
      3 + 2 * g + power * (Rational(inside) - Rational(shape.constraints * shape.m, shape.d)) / shape.blocks};
}

Check constants_check(const GapShape& shape, const OutputBounds& output, const HardnessConstants& constants) {
  if (shape.n < 2) return not_applicable("constants", "B^k = C_b^k log n, and log 1 = 0");
  const Precision precision = 256;
  const Interval log_n = log(Interval(shape.n, precision));
  const Interval power = Interval(constants.power, precision) * log_n;
  const Interval b = exp(log(power) / Interval(shape.k, precision));
  const auto value = [&](const ScaledExponentials& sum) {
    Interval total(0L, precision);
    for (const auto& [exponent, count] : sum) {
      Interval p(0L, precision);
      for (std::size_t i = exponent.size(); i-- > 0;) p = p * b + Interval(exponent[i], precision);
      total = total + Interval(count, precision) * exp(p / Interval(shape.width(), precision));
    }
    return total;
  };
  const Interval gamma = exp(-(Interval(constants.exponent, precision) * log_n));
  const Interval yes = value(output.yes.above) / value(output.yes.below) - gamma;
  const Interval no = value(output.no.above) / value(output.no.below) + gamma;
  const std::string text = fmt::format(
      "with B^{} = {} log n and gamma = n^(-{}): yes bound - gamma = {:.3g}, no bound + gamma = {:.3g}",
      shape.k, to_string(constants.power), to_string(constants.exponent), yes.middle_double(),
      no.middle_double());
  const Ordering order = compare(yes, no);
  if (order == Ordering::greater) return holds("constants", Evidence::symbolic, text);
  return order == Ordering::undecided ? undecided("constants", text)
                                      : refuted(Kind::constant, "constants", text);
}

Check final_inequality_check(const Rational& claimed, const Rational& ratio) {
  if (claimed >= ratio)
    return holds("final-inequality", Evidence::symbolic,
                 fmt::format("{} is at least {}", to_string(claimed), to_string(ratio)));
  return refuted(
      Kind::constant, "final-inequality",
      fmt::format("line 1939: e^(epsilon lambda B^2) > n^2 = {0} is claimed to suffice, but the "
                  "inequality of line 1935 holds for some gamma > 0 exactly if e^(epsilon lambda B^2) > "
                  "2n^2 = {1}; the theorem, which asks for a constant only, stands",
                  to_string(claimed), to_string(ratio)));
}

bool has_extreme_rows(const HardnessRun& run) {
  const auto right = [](const Check& check) { return check.status == Status::holds; };
  return right(every_pattern_check(run.layout, "every-tuple")) ||
         (run.shape.constraints == 1 && right(identity_check(run.layout, "")));
}

Check exact_criterion_check(const HardnessRun& run) {
  const ExtremeRows rows = extreme_rows(run.shape);
  if (rows.largest_no.empty())
    return undecided("exact-criterion", "the largest no row of this shape is not known");
  const std::string text = "a threshold exists exactly if " + exact_criterion_text(run.shape, rows);
  if (!run.observed.complete) return undecided("exact-criterion", "not all rows were seen");
  std::string where;
  for (const Rational& power : {run.scale.power_of_b(), least_power_above(run.shape, run.output.ratio)}) {
    const AttentionScale scale(power, run.layout.order, static_cast<std::size_t>(run.shape.width()));
    const std::optional<Ordering> exact = exact_criterion(rows, scale);
    if (!exact)
      return undecided("exact-criterion", "the least yes row is not known at B^k = " + to_string(power));
    const Ordering said = *exact;
    const Ordering seen = order_of_rows(run.observed, scale).order;
    if (said == Ordering::undecided || seen == Ordering::undecided)
      return undecided("exact-criterion", text + ": not told apart at B^k = " + to_string(power));
    where += fmt::format("{}B^{} = {} ({})", where.empty() ? "" : " and ", run.layout.order, to_string(power),
                         seen == Ordering::greater ? "one exists" : "none exists");
    if ((said == Ordering::greater) != (seen == Ordering::greater))
      return refuted(Kind::display, "exact-criterion", text + ": the rows say otherwise at " + where);
  }
  return holds("exact-criterion", Evidence::enumeration, fmt::format("{}: so it is at {}", text, where));
}

bool some_no_row_reaches_the_gap(const GapShape& shape, const ObservedRows& observed) {
  const Exponent gap = monomial_exponent(Rational(shape.constraints * shape.m) - shape.epsilon * shape.m,
                                         static_cast<std::size_t>(shape.k));
  for (const ObservedRow& row : observed.rows) {
    if (!row.yes && numerator_of_row(row.sums).contains(gap)) return true;
  }
  return false;
}

std::unique_ptr<Claim> hardness_claim(HardnessStatement statement) {
  return std::make_unique<HardnessClaim>(std::move(statement));
}

}  // namespace attest
