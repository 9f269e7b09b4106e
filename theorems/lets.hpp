// What stands for something else, written out: a `let`, the index of a family, the reading of a damaged literal.
#pragma once

#include <string>
#include <vector>

#include "theorems/theorem_text.hpp"

namespace attest::theorems {

// An expression with every `let` replaced by what it stands for. UsageError for a let that needs itself and for what grows
// too long.
Expression without_lets(const Expression& expression, const std::vector<LetStatement>& lets);

// A theorem with its lets written out wherever a network, a size or a check speaks. The truth of a task keeps them: it is
// evaluated with definitions.
TheoremText with_lets_written_out(TheoremText text);

// With what `read LITERAL as EXPR` says in the place of every such literal of the tokens, layers and readout.
TheoremText with_readings(TheoremText text);

// Without the readings of literals that stand nowhere in it: those that a variant's patches have put right.
TheoremText without_idle_readings(TheoremText text);

// UsageError for a reading that no variant of the theorem has a place for, and for two of one literal.
void refuse_idle_readings(const TheoremText& text);

// `by` in the place of a name. NetworkError where that asks for a token that no index names, as num_(a + b); UsageError where
// the program cannot write it.
Expression substituted(const Expression& expression, const std::string& name, const Expression& by);

}  // namespace attest::theorems
