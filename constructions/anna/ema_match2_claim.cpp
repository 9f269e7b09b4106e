#include <fmt/format.h>

#include <set>

#include "constructions/anna/ema_match2.hpp"
#include "constructions/tasks/match2.hpp"
#include "constructions/verification/exact_match_judge.hpp"
#include "constructions/verification/input_argument.hpp"
#include "constructions/verification/observation.hpp"
#include "constructions/verification/softmax_problem.hpp"
#include "constructions/verification/stop_reason.hpp"
#include "numeric/decimal.hpp"

namespace attest {

namespace {

ClaimInfo catalogue_entry() {
  ClaimInfo info;
  info.id = "anna/ema-match2";
  info.kind = "construction";
  info.paper = "anna";
  info.title = "One exact-match head of dimension 1 solves Match2";
  info.statement =
      "For all N and M there is an exact-match transformer with one layer, one head and embedding dimension "
      "1 whose "
      "i-th output on X in [M]^N is 1 if some j has x_i + x_j = 0 mod M, else 0; and (Corollary F.2) an ANNA "
      "transformer (Definition 3.3) of that size.";
  info.source = {"001_9fe7599dfb64bc47.txt", "Theorem F.1, Corollary F.2 (Theorem 5.2)", 839, 871};
  info.variants = {
      {Variant::printed, "phi(x) = (x, 1), query x, key M - x, value 1, as printed.", {}},
      {Variant::repaired,
       "Residues instead of numbers, and the residue 0 matches itself (Theorem F.1).",
       {"phi(x) = (x mod M, 1, [x = 0 mod M]) instead of (x, 1), and K = (-1, M, -M) instead of (-1, M): the "
        "print "
        "matches x_i + x_j = M only and misses the sums 0 and 2M. Two coordinates cannot do for even M: "
        "query and key "
        "would be affine in one number, so at most one residue could match itself, but 0 and M/2 both "
        "must."}},
      {Variant::constructed,
       "Ours, for Corollary F.2: x and -x share a key, the value is the side x is on, and the output map "
       "looks for "
       "both sides; every query finds itself, so the weights sum to 1 as Definition 3.3 demands.",
       {}}};
  ParameterSpec n;
  n.name = "N";
  n.minimum = 1;
  n.maximum = 1000;
  n.meaning = "number of tokens";
  ParameterSpec m;
  m.name = "M";
  m.minimum = 1;
  m.maximum = 1000;
  m.meaning = "modulus and largest number; there are M^N inputs (positive) or (M+1)^N (nonnegative)";
  ParameterSpec domain;
  domain.name = "domain";
  domain.type = ParameterType::named;
  domain.values = {"positive", "nonnegative"};
  domain.default_value = "positive";
  domain.meaning = "positive: {1..M}, the statement's [M]; nonnegative: {0..M}, the proof's [0, M]";
  info.parameters = {n, m, domain};
  const auto add = [&](int tokens, int modulus, const char* numbers, bool quick) {
    info.standard_sizes.push_back(
        {{fmt::format("N={}", tokens), fmt::format("M={}", modulus), fmt::format("domain={}", numbers)},
         quick,
         {{Variant::printed, Status::refuted},
          {Variant::repaired, Status::holds},
          {Variant::constructed, Status::holds}}});
  };
  for (const char* numbers : {"positive", "nonnegative"}) {
    add(1, 1, numbers, true);
    add(1, 2, numbers, true);
    add(3, 4, numbers, true);
    add(4, 5, numbers, true);
    add(5, 6, numbers, false);
  }
  return info;
}

struct Setting {
  Setting(Variant the_variant, const Parameters& the_parameters)
      : variant(the_variant),
        parameters(the_parameters),
        modulus(parameters.integer("M")),
        task(parameters.integer("N"), modulus,
             parameters.text("domain") == "positive" ? Match2Domain::positive : Match2Domain::nonnegative),
        construction(anna_ema_match2(variant, parameters.integer("N"), modulus)) {}

  Variant variant;
  Parameters parameters;
  long modulus;
  Match2 task;
  ExactMatchConstruction construction;
};

// q(a) = k(b) exactly where a and b should find each other, for every pair of symbols; this settles which
// tokens match for every N at once. For the constructed variant the pairs to find are a = b and a = -b.
Check match_condition(const Setting& s, const SymbolTable& table) {
  Check check;
  check.name = "match-condition";
  const long first = s.task.first_symbol();
  const auto symbols = static_cast<long>(s.task.space().alphabet_size(0));
  for (long a = first; a < first + symbols; ++a) {
    for (long b = first; b < first + symbols; ++b) {
      const bool should =
          (a + b) % s.modulus == 0 || (s.variant == Variant::constructed && (a - b) % s.modulus == 0);
      const bool does = table.query[a - first] == table.key[b - first];
      if (should == does) continue;
      check.status = Status::refuted;
      check.reason =
          fmt::format("the query of {} {} the key of {}, but {} + {} = {} is {}0 mod {}", a,
                      does ? "equals" : "differs from", b, a, b, a + b, should ? "" : "not ", s.modulus);
      return check;
    }
  }
  check.status = Status::holds;
  check.evidence = Evidence::enumeration;
  check.reason = fmt::format("all {} pairs of symbols", symbols * symbols);
  return check;
}

// Line 857 as it stands: (phi(X)Q)(phi(X)K)^T at [i,j] is 1/|{j: x_i + x_j = M}| where x_i + x_j = M. One
// token that matches itself or two that match each other show all cases there are.
Check displayed_product(const Setting& s) {
  Check check;
  check.name = "identity";
  const long first = s.task.first_symbol();
  const auto symbols = static_cast<long>(s.task.space().alphabet_size(0));
  const auto length = static_cast<long>(s.task.space().length());
  for (long x = first; x < first + symbols; ++x) {
    const long partner = s.modulus - x;
    if (partner < first || partner >= first + symbols || (length == 1 && partner != x)) continue;
    // The word x, partner, partner, ...: its first token matches `count` tokens.
    const long count = partner == x ? length : length - 1;
    const Rational product = (s.construction.query(x).transpose() * s.construction.key(partner))(0);
    if (product == Rational(1) / count) continue;
    check.status = Status::refuted;
    check.reason = fmt::format(
        "line 857 displays (phi(X)Q)(phi(X)K)^T = 1/|{{j: x_i + x_j = M}}| at a match; for x_i = "
        "{} and {} tokens x_j = {} the product is {} and the right side {}",
        x, count, partner, to_string(product), to_string(Rational(Rational(1) / count)));
    return check;
  }
  check.status = Status::holds;
  check.evidence = Evidence::enumeration;
  check.reason = "no pair of symbols at this size tells the two sides apart";
  return check;
}

// The size does not grow: it is compared with that of the record for N + 1 and M + 1.
Check size_check(const Setting& s, const Size& size) {
  const auto other =
      anna_ema_match2(s.variant, static_cast<long>(s.task.space().length()) + 1, s.modulus + 1);
  const bool same = size.embedding_dimension == static_cast<long>(other.Q.cols()) &&
                    size.mlp_parameters == other.psi.parameters() &&
                    s.construction.phi.size() == other.phi.size();
  Check check;
  check.name = "size";
  check.status = same ? Status::holds : Status::refuted;
  if (same) check.evidence = Evidence::enumeration;
  check.reason =
      fmt::format("1 head, embedding dimension {}, {} network parameters; the record for N + 1 and M + 1 {}",
                  size.embedding_dimension, size.mlp_parameters, same ? "has the same" : "has others");
  return check;
}

Interval certified(const Rational& value) {
  return {value, 2 * initial_precision};
}

class EmaMatch2 : public Claim {
 public:
  const ClaimInfo& info() const override { return info_; }

  Verdict verify(Variant variant, const Parameters& parameters, const VerifyOptions& options) const override {
    const Setting s(variant, parameters);
    const SymbolTable table(s.construction, s.task);
    announce_if_large(s.task.space(), options,
                      fmt::format("{} {} {}", info_.id, to_string(variant), parameters.to_string()));
    const auto result = enumerate(
        s.task.space(), [&] { return std::make_unique<ExactMatchJudge>(s.construction, s.task, table); },
        options);
    return conclude_from(s, table, observe(s.task.space(), options, result), options);
  }

  Verdict merge(Variant variant, const Parameters& parameters, const std::vector<Json>& parts,
                const VerifyOptions& options) const override {
    const Setting s(variant, parameters);
    const std::vector<Observation> observations = observations_of(parts, s.task.space());
    return conclude_from(s, SymbolTable(s.construction, s.task),
                         attest::merge(observations, options.failing_limit), options);
  }

  Json run(Variant variant, const Parameters& parameters, const Json& input,
           std::uint64_t seed) const override {
    const Setting s(variant, parameters);
    const Word word = input_from(input, s.task, seed);
    Json result;
    result["input"] = s.task.to_json(word);
    result["rank"] = s.task.space().rank(word).str();
    result["outputs"] = Json::array();
    const WordRun run(s, word);
    bool right = true;
    for (std::size_t which = 0; which < word.size(); ++which) {
      result["outputs"].push_back(output_json(s, word, run, which));
      right = right && run.error(which) <= decision_threshold();
    }
    result["verdict"] = to_string(right ? Status::holds : Status::refuted);
    return result;
  }

  Json weights(Variant variant, const Parameters& parameters) const override {
    return Setting(variant, parameters).construction.to_json();
  }

 private:
  // One word by Definition B.1 itself, not by the judge's tables.
  class WordRun {
   public:
    WordRun(const Setting& setting, const Word& the_word) : s(setting), word(the_word) {
      for (const Symbol symbol : word) {
        keys.push_back(s.construction.key(number(symbol)));
        values.push_back(s.construction.value(number(symbol)));
      }
    }
    ExactMatchOutput attention(std::size_t position) const {
      return exact_match(s.construction.query(number(word[position])), keys, values);
    }
    Rational output(std::size_t position) const { return s.construction.psi(attention(position).value)(0); }
    Rational error(std::size_t position) const {
      return boost::multiprecision::abs(Rational(output(position) - Rational(s.task.truth(word, position))));
    }
    // The largest error; equal symbols have equal outputs, so each is looked at once.
    Rational worst_error() const {
      Rational worst = 0;
      std::set<Symbol> seen;
      for (std::size_t position = 0; position < word.size(); ++position) {
        if (seen.insert(word[position]).second) worst = std::max(worst, error(position));
      }
      return worst;
    }

   private:
    long number(Symbol symbol) const { return s.task.first_symbol() + static_cast<long>(symbol); }
    const Setting& s;
    const Word& word;
    std::vector<RationalVector> keys;
    std::vector<RationalVector> values;
  };

  static Json output_json(const Setting& s, const Word& word, const WordRun& run, std::size_t which) {
    const Rational y = run.output(which);
    const DecimalEnclosure decimal = decimal_enclosure(certified(y));
    Json winner = Json::array();
    for (const std::size_t j : run.attention(which).matches) winner.push_back(j + 1);
    const Integer doubled_floor = numerator_of(y) * 2 + denominator_of(y);  // floor(y + 1/2), y >= 0 here
    const Rational nearest = Rational(Integer(doubled_floor / (2 * denominator_of(y))));
    const bool tie = boost::multiprecision::abs(Rational(y - nearest)) == decision_threshold();
    return {{"position", which + 1},
            {"value", {{"lower", decimal.lower}, {"upper", decimal.upper}}},
            {"decision", tie ? Json() : Json(static_cast<long>(numerator_of(nearest)))},
            {"truth", s.task.truth(word, which)},
            {"winner", std::move(winner)},
            {"score_gap", Json()}};
  }

  Verdict conclude_from(const Setting& s, const SymbolTable& table, const Observation& o,
                        const VerifyOptions& options) const {
    Verdict verdict;
    verdict.claim = info_.id;
    verdict.variant = s.variant;
    verdict.source = info_.source;
    verdict.parameters = s.parameters;
    verdict.inputs = {o.space, o.total, o.checked, o.failing.count};
    if (options.part.given) verdict.part = options.part;
    verdict.size = {1, static_cast<long>(s.construction.Q.cols()), s.construction.psi.parameters()};
    verdict.notes = s.construction.notes;
    if (s.variant == Variant::printed) verdict.checks.push_back(displayed_product(s));
    verdict.checks.push_back(match_condition(s, table));
    verdict.checks.push_back(output_check(s, o));
    verdict.checks.push_back(anna_check(s, o));
    verdict.checks.push_back(size_check(s, verdict.size));
    conclude(verdict);

    const auto input_json = [&](const Integer& rank) {
      return Json{{"rank", rank.str()}, {"input", s.task.to_json(s.task.space().unrank(rank))}};
    };
    if (o.worst_rank) {
      const Word word = s.task.space().unrank(*o.worst_rank);
      const Rational worst = WordRun(s, word).worst_error();
      const Interval error = certified(worst);
      const Interval bound = max(error, Interval::from_double(o.error_bound));
      const Interval half = certified(decision_threshold());
      verdict.margins.output_error = RealBounds{decimal_rounded_down(error), decimal_rounded_up(bound)};
      verdict.margins.decision_margin =
          RealBounds{decimal_rounded_down(half - bound), decimal_rounded_up(half - error)};
      if (!o.complete()) forget_unseen_side(verdict.margins);
      verdict.worst_input = input_json(*o.worst_rank);
    }
    if (verdict.status == Status::refuted) verdict.counterexample = counterexample(s, o);
    for (const Integer& rank : o.failing_ranks) verdict.failing.push_back(input_json(rank));
    verdict.details["choices"] = s.construction.choices;
    if (!info_.info(s.variant).changes.empty()) verdict.details["changes"] = info_.info(s.variant).changes;
    verdict.details["enumeration"] = to_json(o);
    return verdict;
  }

  Json counterexample(const Setting& s, const Observation& o) const {
    const bool output_fails = o.failing.first.has_value();
    const auto rank = output_fails ? o.failing.first : o.extra.first;
    if (!rank) return {};
    const Word word = s.task.space().unrank(*rank);
    Json result = {{"check", output_fails ? "output" : "anna-definition"},
                   {"rank", rank->str()},
                   {"input", s.task.to_json(word)}};
    const WordRun run(s, word);
    for (std::size_t which = 0; which < word.size(); ++which) {
      if (output_fails ? run.error(which) > decision_threshold() : run.attention(which).matches.empty()) {
        result.update(output_json(s, word, run, which));
        break;
      }
    }
    result["replay"] = fmt::format("attest run {} --variant {} {} --input rank:{}", info_.id,
                                   to_string(s.variant), s.parameters.to_string(), rank->str());
    return result;
  }

  Check output_check(const Setting& s, const Observation& o) const {
    Check check;
    check.name = "output";
    if (o.failing.count != 0) {
      const Word word = s.task.space().unrank(*o.failing.first);
      std::size_t which = 0;
      const WordRun run(s, word);
      while (run.error(which) <= decision_threshold()) ++which;
      check.status = Status::refuted;
      check.reason = fmt::format(
          "{} of {} checked inputs give a wrong output; the first is {} (rank {}), where token {} "
          "gives {} instead of {}",
          o.failing.count.str(), o.checked.str(), s.task.to_json(word).dump(), o.failing.first->str(),
          which + 1, to_string(run.output(which)), s.task.truth(word, which));
    } else if (!o.complete() || o.total == 0) {
      check.reason = stop_reason(o);
    } else {
      check.status = Status::holds;
      check.evidence = Evidence::enumeration;
    }
    return check;
  }

  // Corollary F.2: do the weights [q_i = k_j] / |matches| satisfy Definition 3.3 (lines 156-172)? With r = 0
  // they do at every query that equals some key; at any other they are all zero and do not sum to 1.
  Check anna_check(const Setting& s, const Observation& o) const {
    Check check;
    check.name = "anna-definition";
    check.essential = s.variant != Variant::repaired;
    if (o.extra.count != 0) {
      check.status = Status::refuted;
      check.reason = fmt::format(
          "Corollary F.2: on {} of {} checked inputs (first: rank {}) some query equals no key, "
          "and Definition 3.3 wants weights that sum to 1 at every token{}",
          o.extra.count.str(), o.checked.str(), o.extra.first->str(),
          s.variant == Variant::repaired ? "; the constructed variant gives the corollary" : "");
    } else if (!o.complete() || o.total == 0) {
      check.reason = stop_reason(o);
    } else {
      check.status = Status::holds;
      check.evidence = Evidence::enumeration;
    }
    return check;
  }

  ClaimInfo info_ = catalogue_entry();
};

}  // namespace

std::unique_ptr<Claim> anna_ema_match2_claim() {
  return std::make_unique<EmaMatch2>();
}

}  // namespace attest
