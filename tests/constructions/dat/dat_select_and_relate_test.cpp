#include <catch2/catch.hpp>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <set>

#include <unistd.h>

#include "claims/usage_error.hpp"
#include "constructions/dat/dat_claims.hpp"
#include "constructions/dat/error_chain.hpp"
#include "constructions/dat/selection_judge.hpp"
#include "constructions/dat/temperature.hpp"
#include "oracles/dat_evaluation.hpp"

namespace attest::dat_select_and_relate_test {
namespace {

using Relation = std::vector<std::vector<std::vector<Rational>>>;
using Utility = std::vector<std::vector<long>>;

std::vector<std::string> wanted_text(const Relation& relation, long x, long y) {
  std::vector<std::string> result;
  for (const Rational& value : relation[static_cast<std::size_t>(x - 1)][static_cast<std::size_t>(y - 1)]) {
    result.push_back(to_string(value));
  }
  return result;
}

// Calls visit(word, x, y) for every input.
template <class Visit>
void for_each_input(const SelectAndRelate& task, Visit&& visit) {
  Word word = task.space().unrank(0);
  for (Integer rank = 0; rank < task.space().size(); ++rank) {
    std::vector<long> y;
    for (std::size_t i = 1; i < word.size(); ++i) y.push_back(static_cast<long>(word[i]) + 1);
    visit(word, static_cast<long>(word[0]) + 1, y);
    task.space().advance(word, 1);
  }
}

ReluNetwork network_from(const Json& json) {
  std::vector<AffineMap> layers;
  for (const auto& layer : json) {
    const auto rows = static_cast<Eigen::Index>(layer["weight"].size());
    const auto columns = static_cast<Eigen::Index>(layer["weight"][0].size());
    AffineMap map{RationalMatrix(rows, columns), RationalVector(rows)};
    for (Eigen::Index r = 0; r < rows; ++r) {
      map.bias(r) = *rational_from_string(layer["bias"][r].get<std::string>());
      for (Eigen::Index c = 0; c < columns; ++c) {
        map.weight(r, c) = *rational_from_string(layer["weight"][r][c].get<std::string>());
      }
    }
    layers.push_back(map);
  }
  return ReluNetwork(layers);
}

RelationalAttention attention_from(const Json& json) {
  RelationalAttention result{network_from(json["phi_q_attn"]), network_from(json["phi_k_attn"]), {}, {}};
  for (int l = 1; json.contains("phi_q_rel_" + std::to_string(l)); ++l) {
    result.relation_query.push_back(network_from(json["phi_q_rel_" + std::to_string(l)]));
    result.relation_key.push_back(network_from(json["phi_k_rel_" + std::to_string(l)]));
  }
  return result;
}

Verdict verdict_of(const std::vector<std::string>& words) {
  const auto claim = dat_select_and_relate_claim();
  return claim->verify(Variant::constructed, parse_parameters(claim->info().parameters, words), {});
}

std::string refusal_of(const std::vector<std::string>& words) {
  try {
    verdict_of(words);
  } catch (const UsageError& error) {
    return error.what();
  }
  return "accepted";
}

}  // namespace

TEST_CASE("A tabulated network takes its columns at the grid points", "[dat]") {
  for (std::size_t m = 1; m <= 6; ++m) {
    const auto relation = random_relation(m, 1, m, 3);
    std::vector<RationalVector> columns;
    for (const auto& values : relation[0]) {
      columns.push_back((RationalVector(3) << values[0], values[1], values[2]).finished());
    }
    const ReluNetwork network = table_network(columns);
    for (std::size_t k = 0; k < m; ++k) {
      CHECK(network(RationalVector::Constant(1, Rational(static_cast<long>(k) + 1))) == columns[k]);
    }
  }
}

TEST_CASE("Select is the best object by brute force, under every rule", "[dat]") {
  const Utility utility = random_utility(5, 3, 4, 2);
  for (const SelectRule rule : {SelectRule::unique, SelectRule::refined, SelectRule::first}) {
    const SelectAndRelate task(utility, 3, rule);
    std::size_t undefined = 0;
    for_each_input(task, [&](const Word& word, long x, const std::vector<long>& y) {
      const auto best = oracle::best_objects(utility, x, y);
      const std::set<long> different(best.begin(), best.end());
      long expected = best.front();
      if (rule == SelectRule::refined) expected = *different.rbegin();
      if (rule == SelectRule::unique && different.size() > 1) expected = 0;
      undefined += expected == 0 ? 1 : 0;
      if (task.truth(word, 0) != expected) FAIL(task.to_json(word).dump());
      if (task.from_json(task.to_json(word)) != word) FAIL(task.to_json(word).dump());
    });
    CHECK((undefined > 0) == (rule == SelectRule::unique));
  }
}

TEST_CASE("The exact judge agrees with 100-digit arithmetic on every input", "[dat]") {
  int exact_ties = 0;
  for (const std::uint64_t seed : {1, 2, 3}) {
    for (const SelectRule rule : {SelectRule::unique, SelectRule::first}) {
      for (const Rational& beta : {Rational(1) / 2, Rational(3)}) {
        const Rational eps = Rational(1) / 3;
        const Utility utility = random_utility(seed, 2, 3, 2);
        const Relation relation = random_relation(seed, 2, 3, 2);
        const RelationalAttention attention = tabulated_attention(utility, relation, beta);
        const AttentionTables tables = tables_of(attention, 2, 3);
        const SelectAndRelate task(utility, 3, rule);
        SelectionJudge judge(tables, relation, task, eps);
        const Json networks = attention.to_json();
        for_each_input(task, [&](const Word& word, long x, const std::vector<long>& y) {
          const auto& judgement = judge(word);
          const long truth = task.truth(word, 0);
          REQUIRE(judgement.has_value() == (truth != 0));
          if (truth == 0) return;
          const auto error =
              oracle::error(oracle::relational_attention(networks, x, y), wanted_text(relation, x, truth));
          // The 100-digit value is itself rounded. Averages of tied objects can miss by eps exactly, which is
          // not below eps.
          const oracle::DatReal rounding("1e-90");
          const oracle::DatReal below = oracle::number("1/3") - error;
          if (judgement->within != (below > rounding)) FAIL(task.to_json(word).dump());
          exact_ties += abs(below) <= rounding ? 1 : 0;
          // The enclosure's ends as doubles lie around it.
          if (error + rounding < judgement->error.lower_double() ||
              error - rounding > judgement->error.upper_double()) {
            FAIL(task.to_json(word).dump());
          }
        });
      }
    }
  }
  CHECK(exact_ties > 0);
}

TEST_CASE("Every changed weight is judged as 100-digit arithmetic judges it", "[dat]") {
  const Rational eps = Rational(1) / 10;
  const Utility utility{{0, 2, 1}, {1, 0, 1}};
  const Relation relation = random_relation(7, 2, 3, 1);
  const auto least = least_temperature(utility, relation, 2, eps);
  const Json original = tabulated_attention(utility, relation, least_integer_above(least)).to_json();
  const SelectAndRelate task(utility, 2, SelectRule::unique);
  int refuted = 0;
  int equivalent = 0;
  for (const auto& [name, network] : original.items()) {
    for (std::size_t layer = 0; layer < network.size(); ++layer) {
      for (std::size_t r = 0; r < network[layer]["weight"].size(); ++r) {
        for (std::size_t c = 0; c <= network[layer]["weight"][r].size(); ++c) {
          Json mutated = original;
          const bool bias = c == network[layer]["weight"][r].size();
          Json& entry = bias ? mutated[name][layer]["bias"][r] : mutated[name][layer]["weight"][r][c];
          entry = to_string(Rational(*rational_from_string(entry.get<std::string>()) - 3));
          const AttentionTables tables = tables_of(attention_from(mutated), 2, 3);
          SelectionJudge judge(tables, relation, task, eps);
          int by_program = 0;
          int by_oracle = 0;
          for_each_input(task, [&](const Word& word, long x, const std::vector<long>& y) {
            const long truth = task.truth(word, 0);
            if (truth == 0) return;
            by_program += judge(word)->within ? 0 : 1;
            const auto output = oracle::relational_attention(mutated, x, y);
            by_oracle +=
                oracle::error(output, wanted_text(relation, x, truth)) < oracle::number("1/10") ? 0 : 1;
          });
          INFO(name << " layer " << layer << " entry " << r << " " << c);
          REQUIRE(by_program == by_oracle);
          (by_program > 0 ? refuted : equivalent) += 1;
        }
      }
    }
  }
  CHECK(refuted == 56);
  CHECK(equivalent == 6);
}

TEST_CASE("The least temperature is the greatest that any input needs", "[dat]") {
  // Each input's own threshold by bisection in 100 digits, without the formula.
  for (const std::uint64_t seed : {1, 4}) {
    const Utility utility = random_utility(seed, 2, 3, 3);
    const Relation relation = random_relation(seed, 2, 3, 1);
    const Rational eps = Rational(1) / 5;
    const auto least = least_temperature(utility, relation, 3, eps);
    REQUIRE(least.has_value());
    const SelectAndRelate task(utility, 3, SelectRule::unique);
    oracle::DatReal needed = 0;
    for_each_input(task, [&](const Word& word, long x, const std::vector<long>& y) {
      const long truth = task.truth(word, 0);
      if (truth == 0) return;
      const auto within = [&](const oracle::DatReal& beta) {
        oracle::DatReal total = 0;
        oracle::DatReal sum = 0;
        const auto& u = utility[static_cast<std::size_t>(x - 1)];
        for (const long object : y) {
          const oracle::DatReal weight =
              exp(beta * (u[static_cast<std::size_t>(object - 1)] - u[static_cast<std::size_t>(truth - 1)]));
          total += weight;
          sum += weight * oracle::number(wanted_text(relation, x, object)[0]);
        }
        return abs(sum / total - oracle::number(wanted_text(relation, x, truth)[0])) < oracle::number("1/5");
      };
      oracle::DatReal low = 0;
      oracle::DatReal high = 64;
      REQUIRE(within(high));
      for (int step = 0; step < 120; ++step) {
        const oracle::DatReal middle = (low + high) / 2;
        (within(middle) ? high : low) = middle;
      }
      if (high > needed) needed = high;
    });
    const oracle::DatReal formula = log(oracle::number(to_string(least->odds))) / least->gap;
    CHECK(abs(formula - needed) < oracle::DatReal("1e-30"));
  }
}

TEST_CASE("Just below the least temperature an input fails, just above none does", "[dat]") {
  const Rational eps = Rational(1) / 100;
  const Utility utility = random_utility(3, 2, 3, 3);
  const Relation relation = random_relation(3, 2, 3, 2);
  const auto least = least_temperature(utility, relation, 4, eps);
  REQUIRE(least.has_value());
  const Rational near = Rational(static_cast<long>(least->enclosure(64).middle_double() * 1e9)) / 1000000000;
  for (const long side : {-2, 2}) {
    const Rational beta = near + Rational(side) / 1000000000;
    CHECK((compare(beta, *least) == Ordering::greater) == (side > 0));
    const AttentionTables tables = tables_of(tabulated_attention(utility, relation, beta), 2, 3);
    const SelectAndRelate task(utility, 4, SelectRule::unique);
    SelectionJudge judge(tables, relation, task, eps);
    int failing = 0;
    for_each_input(task, [&](const Word& word, long, const std::vector<long>&) {
      const auto& judgement = judge(word);
      failing += judgement && !judgement->within ? 1 : 0;
    });
    CHECK((failing > 0) == (side < 0));
  }
  CHECK(compare(least_integer_above(least), *least) == Ordering::greater);
  CHECK(compare(Rational(least_integer_above(least) - 1), *least) == Ordering::less);
}

TEST_CASE("The lines of the proof are as 100-digit arithmetic gives them", "[dat]") {
  const Utility utility{{0, 1, 3}};
  const Relation relation = random_relation(9, 1, 3, 2);
  const AttentionTables tables = tables_of(tabulated_attention(utility, relation, 1), 1, 3);
  const SelectAndRelate task(utility, 3, SelectRule::unique);
  for_each_input(task, [&](const Word& word, long, const std::vector<long>& y) {
    const auto truth = static_cast<std::size_t>(task.truth(word, 0));
    if (truth == 0) return;
    ChainInput input;
    input.unit = tables.unit;
    input.wanted = relation[0][truth - 1];
    std::vector<double> alpha;
    double total = 0;
    for (const long object : y) {
      const auto at = static_cast<std::size_t>(object - 1);
      input.exponents.push_back(tables.exponent[0][at]);
      input.relations.push_back(relation[0][at]);
      alpha.push_back(std::exp(static_cast<double>(utility[0][at])));
      total += alpha.back();
    }
    // Doubles are enough to tell the three lines apart; the exact ones are compared with them to twelve
    // digits.
    const auto r = [&](std::size_t i, std::size_t l) { return static_cast<double>(input.relations[i][l]); };
    double line276 = 0;
    double line277 = 0;
    double repaired = 0;
    for (std::size_t l = 0; l < 2; ++l) {
      double sum = 0;
      for (std::size_t i = 0; i < y.size(); ++i) sum += alpha[i] / total * r(i, l);
      line276 = std::max(line276, std::abs(sum - static_cast<double>(input.wanted[l])));
    }
    for (std::size_t i = 0; i < y.size(); ++i) {
      double printed = 0;
      double distance = 0;
      for (std::size_t l = 0; l < 2; ++l) {
        const double wanted = static_cast<double>(input.wanted[l]);
        printed = std::max(printed, std::abs(alpha[i] / total * r(i, l) - wanted));
        distance = std::max(distance, std::abs(r(i, l) - wanted));
      }
      line277 += printed;
      repaired += alpha[i] / total * distance;
    }
    const ChainLines lines = chain_lines(input);
    const auto value = [&](const ExponentialSum& line) {
      ExponentialSum denominator;
      for (const Integer& exponent : input.exponents) denominator[exponent] += 1;
      return quotient(line, denominator, input.unit, 60).middle_double();
    };
    CHECK(value(lines.line276) == Approx(line276).epsilon(1e-12).margin(1e-14));
    CHECK(value(lines.line277_printed) == Approx(line277).epsilon(1e-12).margin(1e-14));
    CHECK(value(lines.line277_repaired) == Approx(repaired).epsilon(1e-12).margin(1e-14));
  });
}

TEST_CASE("Every input is visited, and judged or counted as a tie", "[dat]") {
  const Verdict unique = verdict_of({"X=2", "Y=3", "n=3", "d_r=2"});
  CHECK(unique.status == Status::holds);
  CHECK(unique.inputs.space == 54);
  CHECK(unique.inputs.checked == 54);
  CHECK(unique.details["judged"] == "42");
  CHECK(unique.details["tied"] == "12");
  const Verdict refined_ties = verdict_of({"X=2", "Y=3", "n=3", "d_r=2", "select=refined"});
  CHECK(refined_ties.status == Status::holds);
  CHECK(refined_ties.details["judged"] == "54");
  const Verdict first = verdict_of({"X=2", "Y=3", "n=3", "d_r=2", "select=first", "u_max=1"});
  CHECK(first.status == Status::refuted);
  CHECK(first.inputs.failing == 30);
}

TEST_CASE("A temperature that is too low is refuted with an input that a run confirms", "[dat]") {
  const auto claim = dat_select_and_relate_claim();
  const auto parameters =
      parse_parameters(claim->info().parameters, {"X=2", "Y=3", "n=3", "d_r=2", "beta=1"});
  const Verdict verdict = claim->verify(Variant::constructed, parameters, {});
  REQUIRE(verdict.status == Status::refuted);
  const Json run = claim->run(Variant::constructed, parameters, verdict.counterexample["input"], 1);
  CHECK(run["verdict"] == "refuted");
  CHECK(run["rank"] == verdict.counterexample["rank"]);
  CHECK(claim->run(Variant::constructed, parameters, "rank:0", 1)["verdict"] == "holds");
}

TEST_CASE("Utility and relation are read from files that fit", "[dat]") {
  const auto folder = std::filesystem::temp_directory_path() / ("attest-dat-" + std::to_string(getpid()));
  std::filesystem::create_directory(folder);
  const std::string u = folder / "utility.json";
  const std::string r = folder / "relation.json";
  const auto write = [](const std::string& path, const std::string& text) { std::ofstream(path) << text; };
  write(u, "[[0, 5]]");
  write(r, R"([["1/2", [3]]])");
  const std::vector<std::string> words{"X=1", "Y=2", "n=2", "eps=1/2", "utility=" + u, "relation=" + r};
  const Verdict verdict = verdict_of(words);
  CHECK(verdict.status == Status::holds);
  // odds = (n - 1)(5/2 - 1/2)/(1/2) = 4 over a gap of 5.
  CHECK(verdict.details["temperature"]["least"]["exact"] == "2/5*log(2)");
  write(u, "[[0, 5, 6]]");
  CHECK(refusal_of(words) == "utility: got \"[0,5,6]\", expected a row of Y = 2 entries");
  write(u, "[[0, 1001]]");
  CHECK(refusal_of(words) == "utility: got \"1001\", expected an integer from -1000 to 1000");
  write(u, "[[0, 18446744073709551615]]");
  CHECK(refusal_of(words) == "utility: got \"18446744073709551615\", expected an integer from -1000 to 1000");
  write(u, "[[0, 1.5]]");
  CHECK(refusal_of(words) == "utility: got \"1.5\", expected an integer from -1000 to 1000");
  write(u, "{");
  CHECK(refusal_of(words) == "utility:1: got \"{\", expected JSON (the text is none from here on)");
  write(u, "[[0, 1]]");
  write(r, R"([[0.5, 3]])");
  CHECK(refusal_of(words) == "relation: got \"0.5\", expected an integer or a string \"p/q\"");
  write(r, R"([[[1, 2], 3]])");
  CHECK(refusal_of(words) == "relation: got \"[1,2]\", expected a vector of d_r = 1 numbers");
  std::filesystem::remove_all(folder);
}

TEST_CASE("The standard sizes of the long tier have their recorded verdicts", "[dat][.][exhaustive]") {
  for (const std::uint64_t seed : {1, 2, 3, 4, 5, 6}) {
    const std::string word = "seed=" + std::to_string(seed);
    CHECK(verdict_of({"X=3", "Y=4", "n=6", "d_r=2", "eps=1/1000", word}).status == Status::holds);
    CHECK(verdict_of({"X=3", "Y=4", "n=6", "d_r=2", "eps=1/1000", "select=refined", word}).status ==
          Status::holds);
  }
}

}  // namespace attest::dat_select_and_relate_test
