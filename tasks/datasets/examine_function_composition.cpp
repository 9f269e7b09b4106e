#include <fmt/format.h>

#include "claims/whole_claim.hpp"
#include "numeric/decimal.hpp"
#include "tasks/datasets/examination.hpp"
#include "tasks/datasets/worked_examples.hpp"

namespace attest {

namespace {

// The prefixes that Table 1 prints hold f(0) and f(f(0)), so their labels can be recomputed.
Check table1(Verdict& verdict) {
  Json rows = Json::array();
  long failing = 0;
  for (const auto& example : printed::table1) {
    const auto first = static_cast<std::size_t>(example.f[0]);
    const int label = example.f.at(first) == 0 ? 1 : 0;
    rows.push_back({{"f(0)", first}, {"f(f(0))", example.f.at(first)}, {"y", label}, {"printed", example.y}});
    if (label != example.y) ++failing;
  }
  verdict.details["table 1"] = std::move(rows);
  count_inputs(verdict, static_cast<long>(printed::table1.size()), failing);
  if (failing != 0)
    return refuted(Kind::display, "example", "a label of Table 1 is not that of its sequence");
  return holds("example", Evidence::enumeration, "both labels of Table 1 are those of their sequences");
}

constexpr int largest_n = 6;

// All outcomes of Algorithm 1 for one n. x_0, ..., x_{n-1} and y are uniform: n^n * 2 cases of equal weight.
struct Outcomes {
  explicit Outcomes(int n) {
    for_each_sequence(n, n, [&](const std::vector<int>& x) {
      for (int y = 0; y <= 1; ++y) run(x, y);
    });
  }

  void run(std::vector<int> x, int y) {
    ++cases;
    const auto at = [&](int i) -> int& { return x[static_cast<std::size_t>(i)]; };
    if (y == 1 && at(at(0)) != 0) {
      at(at(0)) = 0;
      judge(x, y);
    } else if (y == 0 && at(at(0)) == 0) {
      bool any = false;
      for (int i = 1; i < static_cast<int>(x.size()); ++i) {
        if (at(i) == 0) continue;
        any = true;
        std::vector<int> chosen = x;
        chosen[0] = i;
        judge(chosen, y);
      }
      if (!any) ++undefined;
    } else {
      judge(x, y);
    }
  }

  // f(f(0)) = 0 comes from cases with y = 1 alone, and each of them has one outcome, unless labels are wrong.
  void judge(const std::vector<int>& f, int y) {
    ++results;
    const int image = f[static_cast<std::size_t>(f[0])];
    if (image == 0) ++zeros;
    if ((image == 0) != (y == 1)) ++wrong;
  }

  long cases = 0;
  long undefined = 0;
  long results = 0;
  long zeros = 0;
  long wrong = 0;
};

// y = 0 (probability 1/2) and x_1 = ... = x_{n-1} = 0: then x_{x_0} = 0 whatever x_0 is, and no i is left.
Rational undefined_probability(long n) {
  return {Integer(1), 2 * power(Integer(n), static_cast<unsigned long>(n - 1))};
}

}  // namespace

void examine_function_composition(Variant variant, Verdict& verdict) {
  verdict.checks.push_back(table1(verdict));
  const int first_n = variant == Variant::printed ? 1 : 2;
  long wrong = 0;
  long results = 0;
  long undefined = 0;
  bool formula = true;
  bool half = true;
  for (int n = first_n; n <= largest_n; ++n) {
    const Outcomes outcomes(n);
    wrong += outcomes.wrong;
    results += outcomes.results;
    undefined += outcomes.undefined;
    half = half && outcomes.wrong == 0 && 2 * outcomes.zeros == outcomes.cases;
    formula = formula && Rational(outcomes.undefined, outcomes.cases) == undefined_probability(n);
  }
  count_inputs(verdict, results, wrong);
  const std::string range = fmt::format("n = {}..{}", first_n, largest_n);
  if (wrong != 0) {
    verdict.checks.push_back(
        refuted(Kind::construction, "labels", fmt::format("{} outcomes have the wrong label", wrong)));
  } else {
    verdict.checks.push_back(
        holds("labels", Evidence::enumeration,
              fmt::format("in all {} outcomes for {} in which every step has a value, f(f(0)) = 0 exactly "
                          "where y = 1",
                          results, range)));
  }
  const std::string least = about(undefined_probability(25));
  const std::string failure =
      fmt::format("probability 1/2 n^-(n-1): 1/4 for n = 2, {} for n = 25, the paper's N_min", least);
  if (variant == Variant::printed && undefined != 0) {
    verdict.checks.push_back(ill_formed(
        "defined",
        fmt::format("\"x_0 ~ Uniform(i in {{1..n-1}} | x_i != 0)\" has nothing to choose from where y = 0 "
                    "and x_1 = ... = x_(n-1) = 0; {}",
                    failure)));
    verdict.counterexample = {{"check", "defined"}, {"n", 2}, {"x", {1, 0}}, {"y", 0}};
  } else {
    // Drawing again ends with probability 1 where a draw succeeds with positive probability.
    const bool ends = formula && undefined < results;
    verdict.checks.push_back(
        ends ? holds("defined", Evidence::enumeration, "the sequence is drawn again, with " + failure)
             : refuted(Kind::constant, "defined", "no draw of a sequence leaves something to choose from"));
  }
  Check probability =
      formula ? holds("probability", Evidence::enumeration,
                      fmt::format("1/2 n^-(n-1) is what counting all cases gives for {}", range))
              : refuted(Kind::constant, "probability", "counting all cases gives another probability");
  verdict.checks.push_back(informative(std::move(probability)));
  verdict.checks.push_back(
      half ? holds(
                 "balance", Evidence::enumeration,
                 variant == Variant::printed
                     ? fmt::format(
                           "f(f(0)) = 0 with probability exactly 1/2 for {}; what is undefined is taken from "
                           "the other half",
                           range)
                     : fmt::format(
                           "f(f(0)) = 0 in exactly half of all cases for {}; y is kept when the sequence is "
                           "drawn again",
                           range))
           : refuted(Kind::constant, "balance", "f(f(0)) = 0 has another probability than 1/2"));
  verdict.notes.emplace_back(
      "Table 1 is not in the transcription; its two sequences are taken from the text (line 551)");
}

std::string about(const Rational& value) {
  if (value == 0) return "0";
  const std::string digits = decimal_rounded_down(Interval(value, 2 * initial_precision));
  const auto e = digits.find('e');
  const int exponent = std::stoi(digits.substr(e + 1));
  const double leading = std::stod(digits.substr(0, e));
  if (exponent < -4) return fmt::format("{:.2f}e{}", leading, exponent);
  return fmt::format("{:.4f}", std::stod(digits));
}

void count_inputs(Verdict& verdict, long visited, long failing) {
  verdict.inputs.space += visited;
  verdict.inputs.total += visited;
  verdict.inputs.checked += visited;
  verdict.inputs.failing += failing;
}

}  // namespace attest
