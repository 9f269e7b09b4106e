#include "constructions/dat/selection_setting.hpp"

#include <fmt/format.h>

namespace attest {

namespace {

constexpr long largest_given_utility = 1000;

SelectRule rule_of(const Parameters& parameters) {
  const std::string& text = parameters.text("select");
  if (text == "refined") return SelectRule::refined;
  return text == "first" ? SelectRule::first : SelectRule::unique;
}

// The word (x; s, y, ..., y) that needs the least temperature.
Word critical_word(const LeastTemperature& t, long n) {
  Word word(static_cast<std::size_t>(n) + 1, static_cast<Symbol>(t.other));
  word[0] = static_cast<Symbol>(t.x);
  word[1] = static_cast<Symbol>(t.selected);
  return word;
}

}  // namespace

SelectionSetting::SelectionSetting(const Parameters& parameters)
    : n(parameters.integer("n")),
      rule(rule_of(parameters)),
      eps(*rational_from_string(parameters.text("eps"))) {
  const auto queries = static_cast<std::size_t>(parameters.integer("X"));
  const auto objects = static_cast<std::size_t>(parameters.integer("Y"));
  const auto dimension = static_cast<std::size_t>(parameters.integer("d_r"));
  const auto seed = static_cast<std::uint64_t>(parameters.integer("seed"));
  const std::string& utility = parameters.text("utility");
  const std::string& relation = parameters.text("relation");
  instance.utility = utility == "random" ? random_utility(seed, queries, objects, parameters.integer("u_max"))
                                         : read_utility(utility, queries, objects, largest_given_utility);
  instance.relation = relation == "random" ? random_relation(seed, queries, objects, dimension)
                                           : read_relation(relation, queries, objects, dimension);
  weight_utility = rule == SelectRule::refined ? refined(instance.utility) : instance.utility;
  least = least_temperature(weight_utility, instance.relation, n, eps);
  proof = proof_temperature(weight_utility, instance.relation, n, eps);
  const std::string& given = parameters.text("beta");
  beta = given == "auto" ? least_integer_above(least) : *rational_from_string(given);
  attention = tabulated_attention(weight_utility, instance.relation, beta);
  tables = tables_of(attention, queries, objects);
}

Check scores_check(const SelectionSetting& s) {
  for (std::size_t x = 0; x < s.instance.queries(); ++x) {
    for (std::size_t y = 0; y < s.instance.objects(); ++y) {
      if (s.tables.score[x][y] == s.beta * Rational(s.weight_utility[x][y])) continue;
      return refuted(Kind::display, "scores",
                     fmt::format("<phi_q({0}), phi_k({1})> = {2}, but beta u({0}, {1}) = {3}", x + 1, y + 1,
                                 to_string(s.tables.score[x][y]),
                                 to_string(Rational(s.beta * Rational(s.weight_utility[x][y])))));
    }
  }
  return holds("scores", Evidence::enumeration,
               fmt::format("<phi_q(x), phi_k(y)> = beta u(x, y) at all {} pairs",
                           s.instance.queries() * s.instance.objects()));
}

Check relation_check(const SelectionSetting& s) {
  for (std::size_t x = 0; x < s.instance.queries(); ++x) {
    for (std::size_t y = 0; y < s.instance.objects(); ++y) {
      if (s.tables.relation[x][y] == s.instance.relation[x][y]) continue;
      return refuted(Kind::construction, "relation",
                     fmt::format("r({0}, {1}) differs from R({0}, {1})", x + 1, y + 1));
    }
  }
  return holds("relation", Evidence::enumeration,
               fmt::format("r = R at all {} pairs, so eps_2 may be as small as wanted",
                           s.instance.queries() * s.instance.objects()));
}

Check temperature_check(const SelectionSetting& s) {
  if (!s.least) {
    return holds("temperature", Evidence::enumeration,
                 "every beta > 0 will do: no object of less utility differs by enough in relation");
  }
  const LeastTemperature& t = *s.least;
  const Rational delta = boost::multiprecision::abs(Rational(
      s.instance.relation[t.x][t.other][t.coordinate] - s.instance.relation[t.x][t.selected][t.coordinate]));
  const Rational weight = Rational(s.n - 1) / t.odds;
  const std::string critical = fmt::format(
      "the input {} has error exactly eps at beta = {}",
      SelectAndRelate(s.instance.utility, s.n, s.rule).to_json(critical_word(t, s.n)).dump(), t.to_string());
  if (weight * delta / (1 + weight) != s.eps)
    return refuted(Kind::constant, "temperature", "it is not true that " + critical);
  if (compare(s.beta, t) != Ordering::greater) {
    return refuted(Kind::constant, "temperature",
                   fmt::format("beta = {} is not above {}: {}, and its error falls with beta",
                               to_string(s.beta), t.to_string(), critical));
  }
  return holds("temperature", Evidence::enumeration,
               fmt::format("beta = {} is above {}, the least that serves every input: {}", to_string(s.beta),
                           t.to_string(), critical));
}

Check selection_size_check(const SelectionSetting& s) {
  const auto other = tabulated_attention(
      s.weight_utility, s.instance.relation,
      least_integer_above(least_temperature(s.weight_utility, s.instance.relation, s.n + 1, s.eps / 2)));
  const bool same = other.parameters() == s.attention.parameters();
  const std::string text =
      fmt::format("d_k = {}, {} network parameters; the record for n + 1 and eps / 2 has {}",
                  s.instance.objects(), s.attention.parameters(), other.parameters());
  return same ? holds("size", Evidence::enumeration, text) : refuted(Kind::constant, "size", text);
}

}  // namespace attest
