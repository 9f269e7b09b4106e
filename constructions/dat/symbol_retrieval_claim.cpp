#include <fmt/format.h>

#include <algorithm>

#include "claims/run_result.hpp"
#include "claims/usage_error.hpp"
#include "claims/whole_claim.hpp"
#include "constructions/dat/dat_claims.hpp"
#include "constructions/dat/relational_attention.hpp"
#include "constructions/dat/symbol_library_checks.hpp"
#include "constructions/dat/symbol_retrieval.hpp"
#include "numeric/decimal.hpp"
#include "tasks/input_fields.hpp"

namespace attest {

namespace {

ClaimInfo symbol_retrieval_entry() {
  ClaimInfo info;
  info.id = "dat/symbol-retrieval";
  info.kind = "construction";
  info.paper = "dat";
  info.title = "The three symbol assignment mechanisms identify what they should";
  info.statement =
      "Every object gets a symbol from a finite library: by its position; by its position relative to the "
      "receiver, s_{j-i} with |j - i| <= Delta; or by symbolic attention (eq. 3), a differentiable "
      "equivalence class map that retrieves the symbol of the feature template that the object matches.";
  info.source = {dat_seed, "Section 2.3, eq. 3", 59, 75};
  info.variants = {
      {Variant::printed, "The mechanisms as they stand, with templates that classify points of a line.", {}},
      {Variant::constructed,
       "Ours: the best matching template (the limit of Softmax for beta to infinity), which retrieves one "
       "symbol "
       "for each class but is not differentiable.",
       {}}};
  const ParameterSpec beta = automatic(rational_parameter(
      "beta", 0, 1000,
      "inverse temperature of eq. 3, inside of W_q; auto is the least integer that serves eps"));
  info.parameters = {
      integer_parameter("n", 1, 64, "number of objects"),
      integer_parameter("n_s", 1, 16, "number of symbols and feature templates"),
      automatic(integer_parameter("Delta", 0, 64,
                                  "the maximum relative position (line 69), at least n-1; auto: n-1")),
      with_default(integer_parameter("max_len", 1, 64, "number of positional symbols, at least n"), "64"),
      with_default(
          rational_parameter("eps", 0, "how near a retrieved symbol must be to its class's, not attained"),
          "1/10"),
      beta};
  const auto add = [&](std::vector<std::string> words) {
    info.standard_sizes.push_back(
        {std::move(words), true, {{Variant::printed, Status::holds}, {Variant::constructed, Status::holds}}});
  };
  add({"n=1", "n_s=1", "Delta=0", "max_len=1"});
  add({"n=4", "n_s=3", "eps=1/100"});
  add({"n=5", "n_s=3"});
  add({"n=64", "n_s=8", "Delta=63", "eps=1/1000"});
  return info;
}

struct SymbolSizes {
  long n = 1;
  long n_s = 1;
  long Delta = 0;
  long max_len = 1;
  Rational eps;
  Rational beta;
};

// Line 69: Delta is the maximum relative position, so every j - i is within it; line 67 has a symbol for each
// position.
SymbolSizes symbol_sizes(const Parameters& parameters) {
  SymbolSizes s;
  s.n = parameters.integer("n");
  s.n_s = parameters.integer("n_s");
  s.Delta = parameters.text("Delta") == "auto" ? s.n - 1 : parameters.integer("Delta");
  if (s.Delta < s.n - 1)
    throw UsageError("Delta", parameters.text("Delta"), fmt::format("at least n - 1 = {}", s.n - 1));
  s.max_len = parameters.integer("max_len");
  if (s.max_len < s.n)
    throw UsageError("max_len", parameters.text("max_len"), fmt::format("at least n = {}", s.n));
  s.eps = *rational_from_string(parameters.text("eps"));
  const std::string& given = parameters.text("beta");
  s.beta = given == "auto" ? least_symbolic_temperature(s.n_s, s.eps) : *rational_from_string(given);
  return s;
}

class SymbolRetrieval : public WholeClaim {
 public:
  SymbolRetrieval() : WholeClaim(symbol_retrieval_entry()) {}

  std::vector<ParameterSpec> run_parameters() const override {
    return with_maxima(info().parameters,
                       {{"n", 1000000}, {"n_s", 200}, {"Delta", 1000000}, {"max_len", 1000000}});
  }

  // An object z at place i, seen by the receiver at place j: {"i": 2, "j": 1, "z": 4}.
  Json run(Variant variant, const Parameters& parameters, const Json& given,
           std::uint64_t seed) const override {
    const SymbolSizes s = symbol_sizes(parameters);
    const InputFields fields({{"i", {}, numbers(1, s.n)},
                              {"j", {}, numbers(1, s.n)},
                              {"z", {}, SymbolicAttention::objects(s.n_s)}});
    const FieldsInput input = fields.chosen(given, seed);
    const long i = input.number("i");
    const long j = input.number("j");
    const long z = input.number("z");
    const SymbolicAttention attention(s.n_s, s.beta);
    const long wanted = nearest_class(z, s.n_s);
    RunResult result(input.json(), input.rank());
    const auto number = [](const std::optional<long>& row) { return row ? Json(*row) : Json(); };
    result.answer("positional symbol of i", number(positional_symbol(i, s.max_len)), i);
    result.answer("relative symbol of i at j", number(relative_symbol(j, i, s.Delta, false)), i - j);
    Json scores = Json::array();
    long best = 0;
    for (long c = 0; c < s.n_s; ++c) {
      scores.push_back(to_string(attention.score(z, c)));
      best = attention.score(z, c) > attention.score(z, best) ? c : best;
    }
    result.steps["beta"] = to_string(s.beta);
    result.steps["scores of the templates"] = scores;
    if (variant == Variant::constructed) {
      const bool alone =
          std::count(scores.begin(), scores.end(), scores[static_cast<std::size_t>(best)]) == 1;
      result.answer("class of z", alone ? Json(best + 1) : Json(), wanted + 1);
      return result.to_json();
    }
    const auto symbol = attention.retrieve(z);
    Json weights = Json::array();
    for (const ExponentialSum& weight : symbol.numerator)
      weights.push_back(
          bounds_json(quotient(weight, symbol.denominator, attention.unit(), initial_precision)));
    result.steps["weights"] = weights;
    result.value(fmt::format("weight of class {}, within eps of 1", wanted + 1),
                 weights[static_cast<std::size_t>(wanted)], exact_json(1),
                 attention.retrieves_within(z, wanted, s.eps));
    return result.to_json();
  }

 protected:
  void examine(Variant variant, const Parameters& parameters, const VerifyOptions&,
               Verdict& verdict) const override {
    const auto [n, n_s, Delta, max_len, eps, beta] = symbol_sizes(parameters);
    const bool hard = variant == Variant::constructed;
    const SymbolicAttention attention(n_s, beta);

    verdict.checks = {
        positional_check(n, [most = max_len](long i) { return positional_symbol(i, most); }),
        relative_check(n, [most = Delta](long i, long j) { return relative_symbol(i, j, most, false); }),
        hard ? hard_retrieval_check(attention, n_s)
             : soft_retrieval_check(attention, n_s, beta, eps, verdict),
        class_map_check(attention, n_s, hard)};
    // That eq. 3 "can be thought of" as a class map (line 75) is no statement about its outputs: not held
    // against the print.
    if (!hard) verdict.checks.back() = informative(verdict.checks.back());
    const Integer looked_at = Integer(n) + Integer(n) * n + 3 * n_s;
    verdict.inputs = {looked_at, looked_at, looked_at, 0};
    for (const Check& check : verdict.checks) {
      if (!check.essential || (check.status != Status::refuted && check.status != Status::ill_formed))
        continue;
      if (check.status == Status::refuted) verdict.inputs.failing += 1;
      if (verdict.counterexample.is_null())
        verdict.counterexample = {{"check", check.name}, {"reason", *check.reason}};
    }
    verdict.size = {1, 2, 0};
    verdict.details["beta"] = to_string(beta);
    verdict.details["choices"] = {
        "templates and symbols are learned parameters; here templates that classify the points z = 4c - 1, "
        "4c, 4c + 1 by the nearest of the centres 4c, objects (z, 1), W_q = beta I, and S_lib = I",
        "eq. 3 acts on each object alone, so all objects of the grid are all its inputs",
        "positional and relative symbols are told apart by their rows in the library"};
    verdict.notes = {
        "SymbolRetriever(y; S_lib) of eq. 2 returns one symbol for each object and cannot express s_{j-i}; "
        "lines 69 and 369 change the formula of the attention instead",
        "line 224 has symbols in R^{d_out}, lines 67 to 71 and eq. 9 in R^d"};
  }

 private:
  static Check soft_retrieval_check(const SymbolicAttention& attention, long n_s, const Rational& beta,
                                    const Rational& eps, Verdict& verdict) {
    Interval worst(0L, 2 * initial_precision);
    long worst_object = 0;
    bool any = false;
    for (const long z : SymbolicAttention::objects(n_s)) {
      const long wanted = nearest_class(z, n_s);
      const auto symbol = attention.retrieve(z);
      const ExponentialSum missing =
          combined(symbol.denominator, Rational(-1), symbol.numerator[static_cast<std::size_t>(wanted)]);
      const Interval error = quotient(missing, symbol.denominator, attention.unit(), initial_precision);
      if (!any || compare(error, worst) == Ordering::greater) {
        worst_object = z;
        worst = error;
      }
      any = true;
      if (!attention.retrieves_within(z, wanted, eps)) {
        const DecimalEnclosure decimal = decimal_enclosure(error);
        return refuted(
            Kind::construction, "symbolic",
            fmt::format("at beta = {} the object z = {} of class {} misses its symbol by {} or more",
                        to_string(beta), z, wanted + 1, decimal.lower));
      }
    }
    verdict.margins.output_error = RealBounds{nonnegative_rounded_down(worst), decimal_rounded_up(worst)};
    return holds(
        "symbolic", Evidence::enumeration,
        fmt::format("at beta = {} each of {} objects gets its class's symbol within {}; z = {} is the worst",
                    to_string(beta), 3 * n_s, to_string(eps), worst_object));
  }

  // The limit: the best template, which must be unique, is that of the class.
  static Check hard_retrieval_check(const SymbolicAttention& attention, long n_s) {
    for (const long z : SymbolicAttention::objects(n_s)) {
      const long wanted = nearest_class(z, n_s);
      for (long c = 0; c < n_s; ++c) {
        if (c != wanted && attention.score(z, c) >= attention.score(z, wanted)) {
          return refuted(
              Kind::construction, "symbolic",
              fmt::format("template {} matches z = {} as well as its own, {}", c + 1, z, wanted + 1));
        }
      }
    }
    return holds("symbolic", Evidence::enumeration,
                 fmt::format("each of {} objects matches the template of its class best, alone", 3 * n_s));
  }

  // Objects of one class get one symbol. For Softmax: the retrieved vectors, compared exactly.
  static Check class_map_check(const SymbolicAttention& attention, long n_s, bool hard) {
    const std::vector<long> objects = SymbolicAttention::objects(n_s);
    if (hard) {
      // The symbol is the row of the best template; objects of one class have the same one by the check
      // before.
      std::vector<bool> used(static_cast<std::size_t>(n_s), false);
      long count = 0;
      for (const long z : objects) {
        long best = 0;
        for (long c = 1; c < n_s; ++c) best = attention.score(z, c) > attention.score(z, best) ? c : best;
        if (!used[static_cast<std::size_t>(best)]) ++count;
        used[static_cast<std::size_t>(best)] = true;
      }
      const std::string text = fmt::format("{} objects get {} symbols", objects.size(), count);
      return count == n_s ? holds("class-map", Evidence::enumeration, text)
                          : refuted(Kind::statement, "class-map", text);
    }
    std::vector<SymbolicAttention::Symbol> distinct;
    for (const long z : objects) {
      const auto symbol = attention.retrieve(z);
      bool known = false;
      for (const auto& other : distinct) known = known || same_symbol(symbol, other, attention.unit());
      if (!known) distinct.push_back(symbol);
    }
    if (distinct.size() <= static_cast<std::size_t>(n_s)) {
      return holds("class-map", Evidence::enumeration,
                   fmt::format("{} objects get {} symbols", objects.size(), distinct.size()));
    }
    return refuted(Kind::statement, "class-map",
                   fmt::format("Softmax retrieves {} different symbols for {} objects of {} "
                               "classes: it gives the differences of the scores back, and "
                               "with them the object's features",
                               distinct.size(), objects.size(), n_s));
  }
};

}  // namespace

std::unique_ptr<Claim> dat_symbol_retrieval_claim() {
  return std::make_unique<SymbolRetrieval>();
}

}  // namespace attest
