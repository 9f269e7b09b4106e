// anna/initialization and anna/final-output as texts, against the layers that the simulation of whole protocols is made of, which
// are written in C++ and evaluated on machine fractions, and against Lemma B.5 and B.6 read off the words themselves.
#include <catch2/catch.hpp>

#include <algorithm>

#include "constructions/anna/final_output.hpp"
#include "constructions/anna/initialization.hpp"
#include "constructions/theorem_of_text.hpp"
#include "theorems/theorem_claim.hpp"

namespace attest::initialization_test {

namespace {

std::unique_ptr<JudgedSetting> setting_of(const std::string& id, Variant variant,
                                          const std::vector<std::string>& words) {
  const auto claim = theorem_of_text(id);
  return dynamic_cast<const theorems::TheoremClaim&>(*claim).setting(
      variant, parse_parameters(claim->info().parameters, words));
}

std::vector<std::string> sizes(long n, long s, long letters) {
  return {"n=" + std::to_string(n), "s=" + std::to_string(s), "letters=" + std::to_string(letters)};
}

mpc::Words words_of(std::span<const Symbol> word) {
  return {word.begin(), word.end()};
}

}  // namespace

TEST_CASE("The text of Lemma B.5 distributes every input as the simulation's layer does", "[mpc]") {
  for (const auto& [n, s] : std::vector<std::pair<long, long>>{{1, 1}, {2, 3}, {3, 1}, {4, 2}, {5, 3}}) {
    const auto setting = setting_of("anna/initialization", Variant::repaired, sizes(n, s, 2));
    mpc::ExactMatchNetwork network;
    network.tokens = n;
    network.embed = [](long token, const mpc::Words& input) {
      return mpc::Row{mpc::fraction(input[token - 1], 1), mpc::fraction(token, 1)};
    };
    network.layers = {anna_initialization_layer(n, s, false)};
    const Task& task = setting->task();
    for (Integer rank = 0; rank < task.space().size(); ++rank) {
      const Word word = task.space().unrank(rank);
      const auto rows = mpc::run_network(network, words_of(word)).back();
      const auto outputs = setting->all_outputs(word);
      REQUIRE(outputs.size() == static_cast<std::size_t>(2 * n * s));
      for (std::size_t which = 0; which < outputs.size(); ++which) {
        const auto token = which / static_cast<std::size_t>(2 * s);
        const auto entry = which % static_cast<std::size_t>(2 * s);
        const mpc::Fraction theirs = anna_initialization_psi(rows[token], s)[entry];
        CHECK(*outputs[which].exact == Rational(theirs.numerator, theirs.denominator));
        // Line 534, read off the word: machine token + 1 holds the words s*token + 1, ..
        const std::size_t index = token * static_cast<std::size_t>(s) + entry / 2;
        const Rational wanted = index >= word.size() ? Rational(0)
                                : entry % 2 == 0     ? Rational(word[index])
                                                     : Rational(Integer(index + 1));
        CHECK(task.wanted(word, which).value == wanted);
        CHECK(*outputs[which].exact == wanted);
      }
    }
  }
}

TEST_CASE("Lemma B.5 as printed is ill-formed exactly where s divides some idx", "[mpc]") {
  for (long s = 1; s <= 4; ++s) {
    for (long n = 1; n <= 4; ++n) {
      const auto setting = setting_of("anna/initialization", Variant::printed, sizes(n, s, 2));
      const Check form = setting->checks_before().front();
      CHECK((form.status == Status::ill_formed) == (n >= s));
      if (n < s) continue;
      INFO(*form.reason);
      CHECK(form.reason->find("no entry of a vector with the entries 1 to " + std::to_string(2 * s)) !=
            std::string::npos);
    }
  }
}

TEST_CASE("The text of Lemma B.6 hands out every word as the simulation's layer does", "[mpc]") {
  for (const Variant variant : {Variant::printed, Variant::repaired}) {
    for (const auto& [n, s] : std::vector<std::pair<long, long>>{{1, 1}, {2, 2}, {3, 1}, {4, 2}, {5, 3}}) {
      const auto setting = setting_of("anna/final-output", variant, sizes(n, s, 2));
      const bool repaired = variant == Variant::repaired;
      const auto read = [](const mpc::Row& row, long) {
        mpc::TokenState state;
        state.identity = static_cast<long>(row[0].numerator);
        mpc::Words own;
        for (std::size_t k = 1; k < row.size(); ++k) own.push_back(row[k].numerator);
        state.memory = {{state.identity, own}};
        return state;
      };
      mpc::ExactMatchNetwork network;
      network.tokens = n;
      network.embed = [n = n, s = s](long token, const mpc::Words& output) {
        mpc::Row row = {mpc::fraction(token, 1)};
        for (long index = s * (token - 1) + 1; index <= std::min(n, s * token); ++index)
          row.push_back(mpc::fraction(output[index - 1], 1));
        return row;
      };
      network.layers = {anna_final_output_layer(
          n, s, [](const mpc::TokenState& state) { return state.memory.front().words; }, read, repaired)};
      const Task& task = setting->task();
      for (Integer rank = 0; rank < task.space().size(); ++rank) {
        const Word word = task.space().unrank(rank);
        const auto rows = mpc::run_network(network, words_of(word)).back();
        const auto outputs = setting->all_outputs(word);
        REQUIRE(outputs.size() == word.size());
        for (std::size_t i = 0; i < outputs.size(); ++i) {
          const mpc::Value theirs =
              repaired ? anna_final_output_psi(rows[i], s, mpc::last_entry(rows[i])) : rows[i][0].numerator;
          CHECK(*outputs[i].exact == Rational(theirs));
          CHECK(task.wanted(word, i).value == Rational(word[i]));
        }
      }
    }
  }
}

}  // namespace attest::initialization_test
