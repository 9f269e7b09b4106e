// Several layers of exact-match attention, one after the other (seed 001_9fe7599dfb64bc47.txt, Definitions 2.1, 2.2 and
// B.1, lines 82-94 and 458-466): a head's queries, keys and values are functions of the state that the layer before has
// left; it gives a token the average of the values of the tokens whose key equals its query, and 0 where there is none; the
// output is a function psi of the last state.
//
// The functions are expressions (state_function.hpp) or, where the tokens play machines, what those compute: programs, which
// the record knows by their names ("arbitrary functions", line 94). The first state of a token is a row of the stream, its
// encoding; kinds are those of layer.hpp.
#pragma once

#include <compare>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "attention/layer.hpp"
#include "attention/state_function.hpp"
#include "numeric/sparse_vector.hpp"

namespace attest::attention {

using State = SparseVector;

// What a head reads of a token.
struct MatchOffer {
  State query, key;  // of one length, at least 1
  State value;       // at least one entry
};

template <class Result>
struct StateProgram {
  std::string name;
  // UndefinedState (attention/whole_number.hpp) where it has no value at this state.
  std::function<Result(const State& state)> run;
};

// What a program computes for a head, as its source writes it: to be shown, where expressions show themselves.
struct ProgramFormulas {
  std::string query, key, value;
  bool operator==(const ProgramFormulas&) const = default;
};

struct MatchHead {
  std::string name;
  // None where the layer has a program.
  std::vector<StateFunction> query, key;
  std::vector<StateFunction> value;
  std::size_t program_value = 0;  // entries of the value that a program gives
  // The coordinates in which its output lands as it is: as many as it has entries, from this one on. Beside the landings.
  std::optional<std::size_t> block;
  IndexSet over;  // arity 1: the tokens that a receiver sees
  ProgramFormulas formulas = {};

  std::size_t value_length() const { return value.empty() ? program_value : value.size(); }
};

struct MatchLayer {
  bool residual = false;          // without it a coordinate in which nothing lands is 0
  std::vector<std::size_t> kept;  // but for these, which stay as they are
  std::vector<MatchHead> heads;
  std::vector<Layer::Landing> landings;
  std::optional<StateProgram<std::vector<MatchOffer>>> program;  // of all heads

  // Of all heads at a token.
  std::vector<MatchOffer> offers(const State& state) const;
  // The state behind the layer, from the one before it and what the heads give.
  State next(const State& before, const std::vector<State>& averages) const;
};

struct MatchLayers {
  std::vector<Kind> first;  // as in Layer
  std::vector<State>
      stream;  // [kind]: the first state; empty where no input has it, or where inputs give the states themselves
  std::vector<MatchLayer> layers;
  std::vector<StateFunction> psi{StateFunction::number(Rational(0))};  // one for each number of the output
  std::optional<StateProgram<std::vector<Rational>>> psi_program;      // in its place

  std::size_t tokens() const { return first.size() - 1; }
  std::size_t width() const;  // coordinates of a state
  std::size_t heads() const;  // of the layer that has most
  std::size_t value_dimension()
      const;  // entries of the longest query, key or value: m of Definition 2.1; of programs, the values'
  // The numbers of the output at a token, from its last state.
  std::vector<Rational> outputs(const State& last) const;
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

// The same with the states as numbers, equal for equal ones of one layer.
struct NumberedRun {
  std::vector<std::uint32_t> states;
  std::vector<std::vector<std::uint32_t>> before;  // [layer][token]
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
// `first`: of each token. `trace`: null, or where everything on the way goes. Looks at the stop flag.
MatchRun run_by_definition(const MatchLayers& layers, std::vector<State> first, MatchTrace* trace = nullptr);
MatchRun run_by_definition(const MatchLayers& layers, std::span<const Kind> kinds,
                           MatchTrace* trace = nullptr);

}  // namespace attest::attention
