#include <fmt/format.h>

#include <map>

#include "attention/weights_json.hpp"
#include "claims/whole_claim.hpp"
#include "constructions/anna/ema_match2.hpp"
#include "tasks/match2.hpp"
#include "verification/exact_claim.hpp"
#include "verification/exact_match_judge.hpp"

namespace attest {

namespace {

ClaimInfo ema_match2_entry() {
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
        "matches x_i + x_j = M only and misses the sums 0 and 2M. With phi(x) = (u(x), 1) and psi the "
        "identity "
        "two coordinates cannot do for even M >= 4: query and key are affine in u(x), so at most one residue "
        "could "
        "match itself, but 0 and M/2 both must. For M = 2 and odd M they can, and with another psi for every "
        "M "
        "(see constructed)."}},
      {Variant::constructed,
       "Ours, for Corollary F.2: x and -x share a key, the value is the side x is on, and the output map "
       "looks for "
       "both sides; every query finds itself, so the weights sum to 1 as Definition 3.3 demands.",
       {}}};
  const ParameterSpec n = integer_parameter("N", 1, 1000, "number of tokens");
  const ParameterSpec m = integer_parameter(
      "M", 1, 1000, "modulus and largest number; there are M^N inputs (positive) or (M+1)^N (nonnegative)");
  const ParameterSpec domain = with_default(
      named_parameter("domain", {"positive", "nonnegative"},
                      "positive: {1..M}, the statement's [M]; nonnegative: {0..M}, the proof's [0, M]"),
      "positive");
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

class Match2Setting : public ExactSetting {
 public:
  Match2Setting(Variant variant, const Parameters& parameters)
      : ExactSetting(variant, parameters),
        modulus_(parameters.integer("M")),
        task_(parameters.integer("N"), modulus_,
              parameters.text("domain") == "positive" ? Match2Domain::positive : Match2Domain::nonnegative),
        construction_(anna_ema_match2(variant, parameters.integer("N"), modulus_)),
        table_(construction_, task_) {
    choices_ = construction_.choices;
    notes_ = construction_.notes;
  }

  const Task& task() const override { return task_; }

  // Other matrices and another output map for the same phi.
  void use_weights(const Json& json) override {
    const Json own = construction_.to_json();
    weights::only(json, {"phi", "Q", "K", "V", "psi"}, "");
    weights::displayed(json, own, "phi", "");
    if (json.contains("psi")) {
      weights::only(json["psi"], {"formula", "layers"}, "psi.");
      weights::displayed(json["psi"], own["psi"], "formula", "psi.");
    }
    const auto features = static_cast<Eigen::Index>(construction_.phi.size());
    const Json& keys = weights::field(json, "K", "");
    const bool rows = keys.is_array() && !keys.empty() && keys[0].is_array() && !keys[0].empty();
    const auto m = static_cast<Eigen::Index>(rows ? keys[0].size() : 1);
    construction_.Q = weights::matrix(weights::field(json, "Q", ""), features, m, "Q");
    construction_.K = weights::matrix(keys, features, m, "K");
    construction_.V = weights::matrix(weights::field(json, "V", ""), features, 1, "V");
    construction_.psi = weights::network(weights::field(weights::field(json, "psi", ""), "layers", "psi."), 1,
                                         1, "psi.layers");
    table_ = SymbolTable(construction_, task_);
    own_weights_ = true;
    choices_.clear();
    notes_.clear();
  }

  // One word by Definition B.1 itself, not by the judge's tables.
  std::vector<ExactOutput> outputs(std::span<const Symbol> word) const override {
    std::vector<RationalVector> keys;
    std::vector<RationalVector> values;
    for (const Symbol symbol : word) {
      keys.push_back(construction_.key(number(symbol)));
      values.push_back(construction_.value(number(symbol)));
    }
    std::vector<ExactOutput> result;
    std::map<Symbol, std::size_t> seen;  // equal symbols have equal outputs
    for (const Symbol symbol : word) {
      if (const auto [at, fresh] = seen.emplace(symbol, result.size()); !fresh) {
        result.push_back(ExactOutput(result[at->second]));
        continue;
      }
      const ExactMatchOutput attention = exact_match(construction_.query(number(symbol)), keys, values);
      Json winner = Json::array();
      for (const std::size_t j : attention.matches) winner.push_back(j + 1);
      result.push_back({construction_.psi(attention.value)(0), std::move(winner)});
    }
    return result;
  }

  std::unique_ptr<Judge> make_judge() const override {
    return std::make_unique<ExactMatchJudge>(construction_, task_, table_);
  }

  std::vector<Check> checks_before() const override {
    std::vector<Check> checks;
    if (own_weights_) return checks;
    if (variant() == Variant::printed) checks.push_back(displayed_product());
    checks.push_back(match_condition());
    return checks;
  }

  std::vector<Check> checks_after(const Observation& o) const override {
    // Corollary F.2: do the weights [q_i = k_j] / |matches| satisfy Definition 3.3 (lines 156-172)? With r =
    // 0 they do at every query that equals some key; at any other they are all zero and do not sum to 1.
    Check definition = second_condition_check(
        "anna-definition", o,
        fmt::format("some query equals no key (Corollary F.2), and Definition 3.3 wants weights that sum to "
                    "1 at every "
                    "token{}",
                    variant() == Variant::repaired ? "; the constructed variant gives the corollary" : ""));
    definition.essential = variant() != Variant::repaired && !own_weights_;
    if (own_weights_) return {std::move(definition)};
    return {std::move(definition), size_check()};
  }

  Size size() const override {
    return {1, static_cast<long>(construction_.Q.cols()), construction_.psi.parameters()};
  }
  Json weights() const override { return construction_.to_json(); }

 private:
  long number(Symbol symbol) const { return task_.first_symbol() + static_cast<long>(symbol); }

  // q(a) = k(b) exactly where a and b should find each other, for every pair of symbols; this settles which
  // tokens match for every N at once. For the constructed variant the pairs to find are a = b and a = -b.
  Check match_condition() const {
    const long first = task_.first_symbol();
    const auto symbols = static_cast<long>(task_.space().alphabet_size(0));
    for (long a = first; a < first + symbols; ++a) {
      for (long b = first; b < first + symbols; ++b) {
        const bool should =
            (a + b) % modulus_ == 0 || (variant() == Variant::constructed && (a - b) % modulus_ == 0);
        const bool does = table_.query[a - first] == table_.key[b - first];
        if (should == does) continue;
        return refuted(
            Kind::display, "match-condition",
            fmt::format("the query of {} {} the key of {}, but {} + {} = {} is {}0 mod {}", a,
                        does ? "equals" : "differs from", b, a, b, a + b, should ? "" : "not ", modulus_));
      }
    }
    return holds("match-condition", Evidence::enumeration,
                 fmt::format("all {} pairs of symbols", symbols * symbols));
  }

  // Line 857 as it stands: (phi(X)Q)(phi(X)K)^T at [i,j] is 1/|{j: x_i + x_j = M}| where x_i + x_j = M. One
  // token that matches itself or two that match each other show all cases there are.
  Check displayed_product() const {
    const long first = task_.first_symbol();
    const auto symbols = static_cast<long>(task_.space().alphabet_size(0));
    const auto length = static_cast<long>(task_.space().length());
    for (long x = first; x < first + symbols; ++x) {
      const long partner = modulus_ - x;
      if (partner < first || partner >= first + symbols || (length == 1 && partner != x)) continue;
      // The word x, partner, partner, ...: its first token matches `count` tokens.
      const long count = partner == x ? length : length - 1;
      const Rational product = (construction_.query(x).transpose() * construction_.key(partner))(0);
      if (product == Rational(1) / count) continue;
      return refuted(
          Kind::display, "identity",
          fmt::format(
              "line 857 displays (phi(X)Q)(phi(X)K)^T = 1/|{{j: x_i + x_j = M}}| at a match; for x_i = "
              "{} and {} tokens x_j = {} the product is {} and the right side {}",
              x, count, partner, to_string(product), to_string(Rational(Rational(1) / count))));
    }
    return holds("identity", Evidence::enumeration,
                 "no pair of symbols at this size tells the two sides apart");
  }

  // The size does not grow: it is compared with that of the record for N + 1 and M + 1.
  Check size_check() const {
    const auto other =
        anna_ema_match2(variant(), static_cast<long>(task_.space().length()) + 1, modulus_ + 1);
    const bool same = construction_.Q.cols() == other.Q.cols() &&
                      construction_.psi.parameters() == other.psi.parameters() &&
                      construction_.phi.size() == other.phi.size();
    const std::string reason = fmt::format(
        "1 head, embedding dimension {}, {} network parameters; the record for N + 1 and M + 1 {}",
        construction_.Q.cols(), construction_.psi.parameters(), same ? "has the same" : "has others");
    return same ? holds("size", Evidence::enumeration, reason) : refuted(Kind::constant, "size", reason);
  }

  long modulus_;
  Match2 task_;
  ExactMatchConstruction construction_;
  SymbolTable table_;
  bool own_weights_ = false;
};

class EmaMatch2 : public JudgedClaim {
 public:
  EmaMatch2() : JudgedClaim(ema_match2_entry()) {}
  std::unique_ptr<JudgedSetting> setting(Variant variant, const Parameters& parameters) const override {
    return std::make_unique<Match2Setting>(variant, parameters);
  }
  bool accepts_weights() const override { return true; }
};

}  // namespace

std::unique_ptr<Claim> anna_ema_match2_claim() {
  return std::make_unique<EmaMatch2>();
}

}  // namespace attest
