// The numbers of a theorem's text at given sizes: sizes and parameters, the conditions on them, and the cells of its inputs.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "claims/parameters.hpp"
#include "theorems/input_layout.hpp"
#include "theorems/network_value.hpp"
#include "theorems/theorem_text.hpp"

namespace attest::theorems {

// What stands for a size or parameter in the variants that do not have it.
inline constexpr const char* not_there = "none";
// The value of a parameter; not_there also for one that a verdict's parameters leave out.
std::string text_or_not_there(const Parameters& parameters, const std::string& name);

// The words that a parameter may be, as in param domain in {positive, nonnegative}: numbers in their order. None where it is a number.
std::vector<std::string> words_of(const ParameterStatement& parameter);

struct Constants {
  std::map<std::string, Rational> values;  // sizes and parameters
  NetworkNames names;
};

// `parameters`: a value for every size and every parameter. UsageError for what the theorem or a limit of a
// whole run excludes.
Constants constants_of(const TheoremText& text, const Parameters& parameters);

// A default that is an expression, as its number at this setting: what a verdict and its replay say.
Parameters with_numbers(Parameters parameters, const TheoremText& text, const Constants& constants);

// The inputs at these sizes. NetworkError for a permutation that is none.
InputLayout layout_of(const TheoremText& text, const NetworkNames& names);

// With the limits of a run of one input in the place of those of a whole run: of sizes that no `limit run` speaks of, these stay.
TheoremText with_run_limits(TheoremText text);

// The parameters of the theorem: its sizes, with the limits of a whole run, then its parameters.
std::vector<ParameterSpec> parameter_specs(const TheoremText& text);

// `param c = auto in 1/4*(1..2000)`: the candidates, in their order.
std::vector<Rational> automatic_candidates(const TheoremText& text, const std::string& parameter,
                                           const Parameters& parameters);
// With those sizes alone that the candidates speak of.
std::vector<Rational> automatic_candidates(const TheoremText& text, const std::string& parameter,
                                           const std::map<std::string, Rational>& sizes);

// What a NetworkError means outside of a layer: the file or the sizes are wrong, which is a UsageError with the line.
template <class Work>
auto with_lines(Work&& work) {
  try {
    return work();
  } catch (const NetworkError& error) {
    refuse(error.place, error.what());
  }
}

}  // namespace attest::theorems
