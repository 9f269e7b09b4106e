#include "constructions/anna/softmax_claim.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "claims/deadline.hpp"
#include "claims/usage_error.hpp"
#include "claims/whole_claim.hpp"
#include "constructions/anna/softmax_bound.hpp"
#include "numeric/checked.hpp"
#include "theorems/program_info.hpp"

namespace attest {

namespace {

constexpr std::size_t most_softmax_data = 200'000;

Rational softmax_parameter(const Parameters& parameters, const char* name) {
  return *rational_from_string(parameters.text(name));
}

Json softmax_data_json(const SoftmaxData& data) {
  Json keys = Json::array();
  for (const Rational& key : data.keys) keys.push_back(to_string(key));
  return {{"q", to_string(data.query)}, {"k", std::move(keys)}};
}

class SoftmaxIsAnna : public WholeClaim {
 public:
  SoftmaxIsAnna() : WholeClaim(program_info("anna/softmax-is-anna")) {}

  Json run(Variant, const Parameters&, const Json&, std::uint64_t) const override {
    nothing_to_run(info(), "its statement is of all queries and keys in a ball");
  }

 protected:
  void examine(Variant, const Parameters& parameters, const VerifyOptions& options,
               Verdict& verdict) const override {
    const auto tokens = static_cast<std::size_t>(parameters.integer("N"));
    const Rational R = softmax_parameter(parameters, "R");
    const Rational r = softmax_parameter(parameters, "r");
    const long grid = parameters.integer("grid");
    std::vector<Rational> points;
    for (long k = -grid; k <= grid; ++k) points.push_back(R * Rational(Integer(k), Integer(grid)));
    std::size_t all = points.size();
    for (std::size_t k = 0; k < tokens; ++k) all *= points.size();
    if (all > most_softmax_data)
      throw UsageError("N, grid", fmt::format("{}, {}", tokens, grid),
                       fmt::format("at most {} data sets", most_softmax_data));
    const Rational exponent = softmax_exponent(R, r);
    verdict.inputs.space = verdict.inputs.total = Integer(all);
    verdict.details["l"] = {{"exact", fmt::format("exp({})", to_string(exponent))}};
    verdict.details["choices"] = {
        "queries and keys are points of a line; the argument beside the code is for every dimension",
        "c r = 2R, so that every key is within c r",
        "N(q, t), written as a set of keys, counts the tokens; set-reading says what a set of keys would ask for"};
    verdict.checks.push_back(definition(points, tokens, r, exponent, all, options, verdict));
    verdict.checks.push_back(tight(extreme_softmax_data(R, r, tokens), exponent, tokens));
    if (tokens >= 2) verdict.checks.push_back(informative(set_reading(R, exponent)));
  }

 private:
  // Every query and every word of keys of the grid: each near token has the weight that the definition wants.
  static Check definition(const std::vector<Rational>& points, std::size_t tokens, const Rational& r,
                          const Rational& exponent, std::size_t all, const VerifyOptions& options,
                          Verdict& verdict) {
    const Deadline deadline(options);
    std::size_t failing = 0;
    for (std::size_t number = 0; number < all; ++number) {
      if (deadline.reached()) return undecided("definition", deadline.reason());
      std::size_t digits = number;
      SoftmaxData data{points[digits % points.size()], {}};
      for (std::size_t k = 0; k < tokens; ++k) {
        digits /= points.size();
        data.keys.push_back(points[digits % points.size()]);
      }
      bool fails = false;
      for (std::size_t j = 0; j < tokens; ++j) {
        if (abs(Rational(data.keys[j] - data.query)) > r) continue;
        const Ordering order = bound_against_weight(data, j, exponent, tokens);
        if (order == Ordering::undecided)
          return undecided("definition", "a sum of exponentials is too close to 0");
        if (order != Ordering::greater) continue;
        fails = true;
        if (failing == 0) {
          verdict.counterexample = softmax_data_json(data);
          verdict.counterexample["token"] = j + 1;
        }
      }
      failing += fails ? 1 : 0;
      ++verdict.inputs.checked;
    }
    verdict.inputs.failing = Integer(failing);
    if (failing == 0)
      return holds("definition", Evidence::enumeration,
                   "each near token has at least the weight that Definition 3.3 wants, with l = e^D");
    return refuted(
        Kind::statement, "definition",
        fmt::format("on {} of {} data sets a near token has less than the definition wants; the first is {}",
                    failing, all, verdict.counterexample.dump()));
  }

  // N(q, t) taken as a set of keys: two tokens with one key at the query would both need weight 1, whatever l is.
  static Check set_reading(const Rational& R, const Rational& exponent) {
    const char* name = "set-reading";
    if (bound_against_weight({R, {R, R}}, 0, exponent, 1) != Ordering::greater)
      return holds(name, Evidence::symbolic, "two tokens with one key at the query");
    return refuted(
        Kind::statement, name,
        "if N(q, t) is the set of different keys, two tokens with one key at the query both need weight 1 (each "
        "has 1/2), of softmax as of any mechanism; read as the tokens it can be met");
  }

  // No smaller l: on these data the weight is the bound. One token has weight 1 for every l.
  static Check tight(const SoftmaxData& data, const Rational& exponent, std::size_t tokens) {
    const char* name = "tight";
    if (tokens == 1) return informative(not_applicable(name, "one token has weight 1 whatever l is"));
    const std::string text =
        fmt::format("q = {}, k = ({}, then {}): the first weight is the bound", to_string(data.query),
                    to_string(data.keys.front()), to_string(data.keys.back()));
    return bound_against_weight(data, 0, exponent, tokens) == Ordering::equal
               ? holds(name, Evidence::symbolic, text)
               : refuted(Kind::constant, name, text);
  }
};

}  // namespace

std::unique_ptr<Claim> anna_softmax_claim() {
  return std::make_unique<SoftmaxIsAnna>();
}

}  // namespace attest
