#include <fmt/format.h>

#include "claims/run_result.hpp"
#include "claims/usage_error.hpp"
#include "claims/whole_claim.hpp"
#include "constructions/dat/dat_claims.hpp"
#include "constructions/dat/selection_setting.hpp"
#include "constructions/dat/selection_sweep.hpp"
#include "numeric/decimal.hpp"
#include "verification/input_argument.hpp"
#include "verification/stop_reason.hpp"

namespace attest {

namespace {

ClaimInfo select_and_relate_entry() {
  ClaimInfo info;
  info.id = "dat/select-and-relate";
  info.kind = "construction";
  info.paper = "dat";
  info.title = "Relational attention selects an object and computes a relation with it";
  info.statement =
      "For every family of continuous preference preorders with utility u, every continuous relation R, "
      "every distribution under which the most relevant object is unique almost always (Assumption 2) and "
      "every eps > 0 there are multi-layer perceptrons phi such that |RA(x, y) - R(x, Select(x, y))| < eps "
      "in the maximum norm. Here: on finite grids X and Y, where the networks can be written down, for "
      "every context y in Y^n.";
  info.source = {dat_seed, "Theorem 1, Appendix A (eqs. 4-8)", 81, 283};
  info.variants = {
      {Variant::constructed,
       "Ours (the paper cites an approximation theorem for the networks): tabulated ReLU networks, exact "
       "on the grid, and the least temperature.",
       {}}};
  info.parameters = {integer_parameter("X", 1, 32, "number of queries; there are X * Y^n inputs"),
                     integer_parameter("Y", 1, 32, "number of objects"),
                     integer_parameter("n", 1, 64, "length of the context"),
                     with_default(integer_parameter("d_r", 1, 8, "dimension of the relation"), "1")};
  const ParameterSpec eps =
      with_default(rational_parameter("eps", 0, "the wanted precision, not attained"), "1/10");
  const ParameterSpec beta = automatic(rational_parameter(
      "beta", 0, 1000000,
      "inverse temperature, the factor of the utility; auto is the least integer that suffices"));
  const ParameterSpec select = with_default(
      named_parameter(
          "select", {"unique", "refined", "first"},
          "what Select returns of several objects of greatest utility. unique: such inputs are not judged "
          "(Assumption 2); refined: the one of largest number, and so does the utility |Y|u + y that is "
          "built; "
          "first: the one that stands first in y"),
      "unique");
  info.parameters.push_back(eps);
  info.parameters.push_back(beta);
  info.parameters.push_back(select);
  info.parameters.push_back(with_default(
      file_parameter(
          "utility", {"random"},
          "random (by seed, from 0..u_max) or a JSON file of X rows of Y integers, at most 1000 in size"),
      "random"));
  info.parameters.push_back(with_default(
      file_parameter(
          "relation", {"random"},
          "random (by seed) or a JSON file of X rows of Y vectors of d_r numbers, integers or \"p/q\""),
      "random"));
  info.parameters.push_back(with_default(integer_parameter("u_max", 0, 100, "largest random utility"), "3"));
  info.parameters.push_back(
      with_default(integer_parameter("seed", 0, 1000000000, "of utility and relation"), "1"));
  const auto add = [&](std::vector<std::string> words, bool quick, Status recorded) {
    info.standard_sizes.push_back({std::move(words), quick, {{Variant::constructed, recorded}}});
  };
  add({"X=1", "Y=1", "n=1"}, true, Status::holds);
  add({"X=1", "Y=2", "n=2"}, true, Status::holds);
  add({"X=2", "Y=3", "n=3", "d_r=2"}, true, Status::holds);
  add({"X=3", "Y=4", "n=4", "eps=1/100"}, true, Status::holds);
  add({"X=2", "Y=3", "n=3", "d_r=2", "select=refined"}, true, Status::holds);
  add({"X=2", "Y=3", "n=3", "d_r=2", "select=first", "u_max=1"}, true, Status::refuted);
  add({"X=2", "Y=3", "n=3", "d_r=2", "beta=1"}, true, Status::refuted);
  add({"X=4", "Y=5", "n=5", "d_r=3", "eps=1/1000", "seed=2"}, false, Status::holds);
  add({"X=3", "Y=4", "n=7", "select=refined", "seed=3"}, false, Status::holds);
  add({"X=6", "Y=6", "n=7", "d_r=2", "eps=1/1000", "seed=4"}, false, Status::holds);
  return info;
}

Json threshold_json(const std::optional<LeastTemperature>& threshold) {
  if (!threshold) return Json("0");
  Json result = {{"exact", threshold->to_string()}};
  result.update(bounds_json(threshold->enclosure(2 * initial_precision)));
  return result;
}

class SelectAndRelateClaim : public WholeClaim {
 public:
  SelectAndRelateClaim() : WholeClaim(select_and_relate_entry()) {}

  Json weights(Variant, const Parameters& parameters) const override {
    const SelectionSetting s(parameters);
    return {{"beta", to_string(s.beta)},
            {"least_temperature", threshold_json(s.least)},
            {"utility", s.instance.utility_json()},
            {"relation", s.instance.relation_json()},
            {"W_r", "I"},
            {"W_s", "0"},
            {"networks", s.attention.to_json()}};
  }

  Json run(Variant, const Parameters& parameters, const Json& input, std::uint64_t seed) const override {
    const SelectionSetting s(parameters);
    const SelectAndRelate task = s.task();
    const Word word = input_from(input, task, seed);
    const long truth = task.truth(word, 0);
    const SelectionJudge judge(s.tables, s.instance.relation, task, s.eps);
    Json result = {{"input", task.to_json(word)}, {"rank", task.space().rank(word).str()}};
    result["outputs"] = Json::array();
    bool right = true;
    std::size_t position = 0;
    for (const auto& coordinate : judge.coordinates(word, truth)) {
      right = right && coordinate.within;
      const std::string wanted = to_string(coordinate.wanted);
      result["outputs"].push_back(
          {{"position", ++position},
           {"value", bounds_json(coordinate.value)},
           {"decision", truth == 0 ? Json() : Json(coordinate.within ? wanted : "not within eps")},
           {"truth", truth == 0 ? Json() : Json(wanted)},
           {"winner", best_positions(s, word)},
           {"score_gap", gap_json(s, word, truth)},
           {"error", truth == 0 ? Json() : bounds_json(coordinate.error)}});
    }
    result["selected"] = truth == 0 ? Json() : Json(truth);
    result["verdict"] = to_string(truth == 0 ? Status::undecided : right ? Status::holds : Status::refuted);
    return result;
  }

 protected:
  void examine(Variant, const Parameters& parameters, const VerifyOptions& options,
               Verdict& verdict) const override {
    const SelectionSetting s(parameters);
    const SelectAndRelate task = s.task();
    const Integer space = task.space().size();
    if (space > Integer(10000000000L)) {
      throw UsageError("n", parameters.text("n"), "a context for which X * Y^n is at most 10^10");
    }
    const SelectionSweep seen = sweep(s, task, options);
    verdict.inputs = {space, space, seen.checked, seen.failing};
    verdict.size = {1, static_cast<long>(s.instance.objects()), s.attention.parameters()};
    verdict.checks = {scores_check(s),
                      relation_check(s),
                      temperature_check(s),
                      output_check(s, task, seen),
                      selection_size_check(s),
                      informative(ties_check(s, task, seen)),
                      informative(printed_check(task, seen))};
    // With Select defined by position no temperature serves every input; the derivation speaks of the others.
    if (s.rule == SelectRule::first) verdict.checks[2].essential = false;
    fill_margins(s, seen, verdict);
    if (seen.worst) verdict.worst_input = input_json(task, *seen.worst);
    if (seen.first_failing) verdict.counterexample = counterexample(s, task, *seen.first_failing, parameters);
    for (const Integer& rank : seen.failing_ranks) verdict.failing.push_back(input_json(task, rank));
    verdict.details["judged"] = seen.judged.str();
    verdict.details["tied"] = seen.tied.str();
    verdict.details["temperature"] = {{"used", to_string(s.beta)},
                                      {"least", threshold_json(s.least)},
                                      {"by_the_proof", threshold_json(s.proof)}};
    verdict.details["utility"] = s.instance.utility_json();
    verdict.details["relation"] = s.instance.relation_json();
    verdict.details["choices"] = choices();
    verdict.notes = {
        "Assumption 2 and the event of line 267 print min_{j != i} |u_x(y_i) - u_x(y_j)| > eta with i "
        "free. The theorem needs it for i = i* only; the inputs judged here are those with one best "
        "object, which may occur several times",
        "line 219 sets X = Y = R^d, line 262 asks for compact spaces; line 271 bounds |R - r| almost "
        "everywhere with respect to Lebesgue measure, for which a finite grid is a null set. On the grid r "
        "= R everywhere",
        "the formal theorem (line 264) says of no (x, y) that the bound holds for it; the proof conditions "
        "on an event of probability 1 - eps, so what is proved is a bound with that probability"};
  }

 private:
  static std::vector<std::string> choices() {
    return {
        "the multi-layer perceptrons are ours: on a finite grid one hidden ReLU layer tabulates any "
        "function, so that the cited approximation theorems (altabaa, Theorems 3.1 and 5.1) hold without "
        "error",
        "objects of the grids are the points 1, 2, ..., d = 1, d_k = |Y|; W_r = I, W_s = 0 as in line 226, "
        "so the choice of symbols plays no part",
        "eq. 5 has no 1/sqrt(d_k); beta takes its place",
        "score gap: between the selected object and the best other object of the context; copies of the "
        "selected one do not compete"};
  }

  static Json input_json(const SelectAndRelate& task, const Integer& rank) {
    return {{"rank", rank.str()}, {"input", task.to_json(task.space().unrank(rank))}};
  }

  static std::string input_text(const SelectAndRelate& task, const Integer& rank) {
    return fmt::format("{} (rank {})", task.to_json(task.space().unrank(rank)).dump(), rank.str());
  }

  static Json best_positions(const SelectionSetting& s, const Word& word) {
    const auto& score = s.tables.score[word[0]];
    Rational best = score[word[1]];
    for (std::size_t i = 1; i < word.size(); ++i) best = std::max(best, score[word[i]]);
    Json result = Json::array();
    for (std::size_t i = 1; i < word.size(); ++i) {
      if (score[word[i]] == best) result.push_back(i);
    }
    return result;
  }

  static Json gap_json(const SelectionSetting& s, const Word& word, long truth) {
    const auto& score = s.tables.score[word[0]];
    std::optional<Rational> gap;
    for (std::size_t i = 1; i < word.size(); ++i) {
      if (truth == 0 || word[i] + 1 == static_cast<Symbol>(truth)) continue;
      const Rational difference = score[static_cast<std::size_t>(truth) - 1] - score[word[i]];
      if (!gap || difference < *gap) gap = difference;
    }
    if (!gap) return {};
    Json result = {{"exact", to_string(*gap)}};
    result.update(bounds_json(Interval(*gap, 2 * initial_precision)));
    return result;
  }

  static void fill_margins(const SelectionSetting& s, const SelectionSweep& seen, Verdict& verdict) {
    if (seen.score_gap) {
      const DecimalEnclosure decimal = decimal_enclosure(Interval(*seen.score_gap, 2 * initial_precision));
      verdict.margins.score_gap = ScoreGap{to_string(*seen.score_gap), {decimal.lower, decimal.upper}};
    }
    if (seen.worst) {
      verdict.margins.output_error =
          RealBounds{nonnegative_rounded_down(seen.worst_error), decimal_rounded_up(seen.error_bound)};
      const Interval eps(s.eps, 2 * initial_precision);
      verdict.details["distance_to_eps"] = {{"lower", decimal_rounded_down(eps - seen.error_bound)},
                                            {"upper", decimal_rounded_up(eps - seen.worst_error)}};
    }
    if (!seen.stopped.empty()) forget_unseen_side(verdict.margins);
  }

  static Check output_check(const SelectionSetting& s, const SelectAndRelate& task,
                            const SelectionSweep& seen) {
    const std::string of = seen.tied == 0
                               ? fmt::format("{} inputs", seen.judged.str())
                               : fmt::format("{} inputs ({} of {} have no unique best object)",
                                             seen.judged.str(), seen.tied.str(), seen.checked.str());
    if (seen.first_failing) {
      return refuted(Kind::construction, "output",
                     fmt::format("the error is {} or more on {} of {}, first on {}", to_string(s.eps),
                                 seen.failing.str(), of, input_text(task, *seen.first_failing)));
    }
    if (!seen.stopped.empty()) {
      return undecided("output", fmt::format("{} after {} of {} inputs", seen.stopped, seen.checked.str(),
                                             short_count(task.space().size())));
    }
    return holds("output", Evidence::enumeration,
                 fmt::format("|RA - R| < {} on all {}", to_string(s.eps), of));
  }

  static Check ties_check(const SelectionSetting& s, const SelectAndRelate& task,
                          const SelectionSweep& seen) {
    if (s.rule == SelectRule::refined) {
      return holds("ties", Evidence::enumeration,
                   "the utility |Y|u + y has none, and it orders objects as u wherever u does: Assumption "
                   "2 is not needed");
    }
    if (s.rule == SelectRule::first && seen.first_tie) return order_check(s, task, *seen.first_tie);
    if (seen.first_tie) {
      return refuted(Kind::construction, "ties",
                     fmt::format("Select is not defined on {} inputs; on {} the best objects differ in "
                                 "their relation and the output is an average that belongs to none",
                                 seen.tied.str(), input_text(task, *seen.first_tie)));
    }
    if (!seen.stopped.empty()) return undecided("ties", seen.stopped);
    return holds("ties", Evidence::enumeration,
                 seen.tied == 0 ? "no input has two different best objects"
                                : "where the best objects differ, their relations to x are equal");
  }

  // alpha and r do not see positions, so RA is one value for every order of the same objects; a Select that
  // goes by position is not, so one of two orders is off by at least half of the difference, whatever the
  // networks are.
  static Check order_check(const SelectionSetting& s, const SelectAndRelate& task, const Integer& rank) {
    const Word word = task.space().unrank(rank);
    const auto [first, second] = *tie_that_matters(s, word);
    Word reordered = word;
    std::iter_swap(std::find(reordered.begin() + 1, reordered.end(), first),
                   std::find(reordered.begin() + 1, reordered.end(), second));
    Rational half = 0;
    for (std::size_t l = 0; l < s.instance.relation_dimension(); ++l) {
      const Rational difference =
          s.instance.relation[word[0]][first][l] - s.instance.relation[word[0]][second][l];
      half = std::max(half, Rational(boost::multiprecision::abs(difference) / 2));
    }
    return refuted(
        Kind::construction, "ties",
        fmt::format("RA does not depend on the order of the context, but on {} object {} is selected and "
                    "on {} object {}: on one of the two every choice of networks is off by {} or more",
                    task.to_json(word).dump(), task.truth(word, 0), task.to_json(reordered).dump(),
                    task.truth(reordered, 0), to_string(half)));
  }

  static Check printed_check(const SelectAndRelate& task, const SelectionSweep& seen) {
    if (!seen.first_line277 && !seen.first_line278) {
      return seen.stopped.empty() ? holds("printed-lines", Evidence::enumeration,
                                          "lines 276 to 278 happen to be true on every judged input")
                                  : undecided("printed-lines", seen.stopped);
    }
    std::string text;
    if (seen.first_line277) {
      text = fmt::format("line 277 is smaller than line 276 on {} inputs, first on {}", seen.line277.str(),
                         input_text(task, *seen.first_line277));
    }
    if (seen.first_line278) {
      text +=
          fmt::format("{}line 278 is smaller than line 277 on {} inputs, first on {}",
                      text.empty() ? "" : "; ", seen.line278.str(), input_text(task, *seen.first_line278));
    }
    return refuted(Kind::display, "printed-lines", text + " (see dat/error-inequality)");
  }

  Json counterexample(const SelectionSetting& s, const SelectAndRelate& task, const Integer& rank,
                      const Parameters& parameters) const {
    const Word word = task.space().unrank(rank);
    const long truth = task.truth(word, 0);
    Json result = {
        {"check", "output"}, {"rank", rank.str()}, {"input", task.to_json(word)}, {"selected", truth}};
    result["outputs"] = Json::array();
    const SelectionJudge judge(s.tables, s.instance.relation, task, s.eps);
    for (const auto& coordinate : judge.coordinates(word, truth)) {
      result["outputs"].push_back({{"value", bounds_json(coordinate.value)},
                                   {"truth", to_string(coordinate.wanted)},
                                   {"error", bounds_json(coordinate.error)}});
    }
    result["replay"] =
        fmt::format("attest run {} {} --input rank:{}", info().id, parameters.to_string(), rank.str());
    return result;
  }
};

}  // namespace

std::unique_ptr<Claim> dat_select_and_relate_claim() {
  return std::make_unique<SelectAndRelateClaim>();
}

}  // namespace attest
