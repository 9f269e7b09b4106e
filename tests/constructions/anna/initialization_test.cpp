// anna/initialization and anna/final-output as texts, against the layers that the simulation of whole protocols is made of, which
// are written in C++, and against Lemma B.5 and B.6 read off the words themselves.
#include <catch2/catch.hpp>

#include <algorithm>

#include "constructions/anna/final_output.hpp"
#include "constructions/anna/initialization.hpp"
#include "constructions/theorem_of_text.hpp"
#include "numeric/checked.hpp"
#include "protocols/protocol_builder.hpp"
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

}  // namespace

TEST_CASE("The text of Lemma B.5 distributes every input as the simulation's layer does", "[mpc]") {
  for (const auto& [n, s] : std::vector<std::pair<long, long>>{{1, 1}, {2, 3}, {3, 1}, {4, 2}, {5, 3}}) {
    const auto setting = setting_of("anna/initialization", Variant::repaired, sizes(n, s, 2));
    const mpc::MachineTokens tokens{n, mpc::bits_for(n), static_cast<std::size_t>(1 + 2 * s), true,
                                    mpc::Reading::exact};
    attention::MatchLayers layers = mpc::machine_layers(tokens);
    layers.layers = {anna_initialization_layer(tokens, n, s)};
    const Task& task = setting->task();
    for (Integer rank = 0; rank < task.space().size(); ++rank) {
      const Word word = task.space().unrank(rank);
      std::vector<attention::State> first;
      for (const Symbol symbol : word) {
        std::vector<Rational> state(tokens.width, Rational(0));
        state[0] = Integer(first.size() + 1);
        state[1] = symbol;
        first.emplace_back(state);
      }
      const auto states = attention::run_by_definition(layers, first).states;
      const auto outputs = setting->all_outputs(word);
      REQUIRE(outputs.size() == static_cast<std::size_t>(2 * n * s));
      for (std::size_t which = 0; which < outputs.size(); ++which) {
        const auto token = which / static_cast<std::size_t>(2 * s);
        const auto entry = which % static_cast<std::size_t>(2 * s);
        // The memory as numbers: (word, index) after (word, index), zeros behind them.
        const auto memory = anna_initial_memory(states[token], s, mpc::Reading::exact);
        REQUIRE(memory);
        const bool held = entry / 2 < memory->size();
        const mpc::Item item = held ? (*memory)[entry / 2] : mpc::Item{0, {0}};
        CHECK(*outputs[which].exact == Rational(entry % 2 == 0 ? item.words[0] : item.tag));
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
      const mpc::MachineTokens tokens{n, mpc::bits_for(n), static_cast<std::size_t>(1 + 2 * s), repaired,
                                      mpc::Reading::exact};
      // A state before the layer: the token's number and the output words of its machine.
      const auto read = [tokens, n = n, s = s](const attention::State& state) {
        mpc::TokenState known;
        known.identity = tokens.number(state);
        mpc::Words own;
        for (long index = s * (known.identity - 1) + 1; index <= std::min(n, s * known.identity); ++index)
          own.push_back(to_long(numerator_of(state[own.size() + 1])));
        known.memory = {{known.identity, own}};
        return known;
      };
      attention::MatchLayers layers = mpc::machine_layers(tokens);
      layers.layers = {anna_final_output_layer(
          tokens, n, s, [](const mpc::TokenState& state) { return state.memory.front().words; }, read)};
      const Task& task = setting->task();
      for (Integer rank = 0; rank < task.space().size(); ++rank) {
        const Word word = task.space().unrank(rank);
        std::vector<attention::State> first;
        for (long token = 1; token <= n; ++token) {
          std::vector<Rational> state(tokens.width, Rational(0));
          state[0] = token;
          for (long index = s * (token - 1) + 1; index <= std::min(n, s * token); ++index)
            state[static_cast<std::size_t>(index - s * (token - 1))] =
                word[static_cast<std::size_t>(index) - 1];
          first.emplace_back(state);
        }
        const auto states = attention::run_by_definition(layers, first).states;
        const auto outputs = setting->all_outputs(word);
        REQUIRE(outputs.size() == word.size());
        for (std::size_t i = 0; i < outputs.size(); ++i) {
          const mpc::Value theirs = repaired ? anna_final_output_psi(states[i], s, tokens.number(states[i]))
                                             : to_long(numerator_of(states[i][1]));
          CHECK(*outputs[i].exact == Rational(theirs));
          CHECK(task.wanted(word, i).value == Rational(word[i]));
        }
      }
    }
  }
}

}  // namespace attest::initialization_test
