// Several layers of exact-match attention, one after the other (seed 001_9fe7599dfb64bc47.txt, Definitions 2.1, 2.2 and
// B.1, lines 82-94 and 458-466): a head's queries, keys and values are functions of the state that the layer before has
// left; it gives a token the average of the values of the tokens whose key equals its query, and 0 where there is none; the
// output is a function psi of the last state.
//
// The first state of a token is a row of the stream, its encoding; kinds are those of layer.hpp.
#pragma once

#include <compare>
#include <span>
#include <string>
#include <vector>

#include "attention/layer.hpp"
#include "attention/state_function.hpp"

namespace attest::attention {

using State = std::vector<Rational>;

struct MatchHead {
  std::string name;
  std::vector<StateFunction> query, key;  // of one length, at least 1
  std::vector<StateFunction> value;       // at least one entry
  IndexSet over;                          // arity 1: the tokens that a receiver sees
};

struct MatchLayer {
  bool residual = false;  // without it a coordinate in which nothing lands is 0
  std::vector<MatchHead> heads;
  std::vector<Layer::Landing> landings;

  // The state behind the layer, from the one before it and what the heads give.
  State next(const State& before, const std::vector<State>& averages) const;
};

struct MatchLayers {
  std::vector<Kind> first;    // as in Layer
  std::vector<State> stream;  // [kind]: the first state; empty where no input has it
  std::vector<MatchLayer> layers;
  std::vector<StateFunction> psi{StateFunction::number(Rational(0))};  // one for each number of the output

  std::size_t tokens() const { return first.size() - 1; }
  std::size_t width() const;            // coordinates of a state
  std::size_t heads() const;            // of the layer that has most
  std::size_t value_dimension() const;  // entries of the longest query, key or value: m of Definition 2.1
};

// What happens on one input.
struct MatchRun {
  std::vector<State> states;                // [token], behind the last layer
  std::vector<std::vector<Token>> matches;  // [token], of the last layer's first head
  struct Unmatched {
    std::size_t layer = 0;
    std::size_t head = 0;
    Token token = 0;
    auto operator<=>(const Unmatched&) const = default;
  };
  std::vector<Unmatched> unmatched;  // queries that equal no key, ascending: their weights are all 0
};

// The same with the states as numbers, equal for equal ones.
struct NumberedRun {
  std::vector<std::uint32_t> states;
  std::vector<std::vector<Token>> matches;
  std::vector<MatchRun::Unmatched> unmatched;
};

// What a head does at every token.
struct MatchStep {
  std::vector<State> queries, keys, values, averages;  // [token]
  std::vector<std::vector<Token>> matches;             // [token], ascending
};

// The same input, layer by layer.
struct MatchTrace {
  std::vector<std::vector<State>> states;      // [layer][token], before the layer
  std::vector<std::vector<MatchStep>> layers;  // [layer][head]
};

// By the definition. UndefinedState (attention/whole_number.hpp) where a function has no value at a state that occurs.
// `trace`: null, or where everything on the way goes.
MatchRun run_by_definition(const MatchLayers& layers, std::span<const Kind> kinds,
                           MatchTrace* trace = nullptr);

}  // namespace attest::attention
