// What is so at every judged token of every input of a size: a coincidence on one input is no diagnosis of a construction.
//
//   const auto facts = facts_of_size(scene);      // of the scene's setting
//   if (facts && facts->best_right == facts->outputs) ..   // the best tuples alone are right everywhere
#pragma once

#include <optional>
#include <set>
#include <string>
#include <utility>

#include "theorems/explanation/scene.hpp"

namespace attest::theorems {

// Outputs of a size that are looked at, all or none; index tuples of all of them together, likewise.
inline constexpr unsigned long most_outputs_of_size = 2000;
inline constexpr unsigned long most_tuples_of_size = 50000;
inline constexpr unsigned long most_outputs_of_layers = 300;  // of several layers

// A feature or index of the token that stands at a place of the best tuple.
struct BestFeature {
  std::size_t place = 0;  // in the tuple
  std::string name;
  bool index = false;  // where the token stands

  auto operator<=>(const BestFeature&) const = default;
};

struct SizeFacts {
  // "all 24 inputs of this size", "all judged tokens of the 24 inputs of this size"; "3 of the 24 inputs of this size".
  std::string everywhere() const;
  std::string on(unsigned long some) const;

  unsigned long inputs = 0;   // that the theorem judges
  unsigned long outputs = 0;  // at all their judged tokens; of a vector the scene's coordinate alone
  unsigned long right = 0;

  // Of numbers: bounds of y - truth, attained up to rounding. Of signs: y where the answer is no is at most the first, where it is
  // yes at least the second, and both occur. Nothing where some y is not known.
  std::optional<std::pair<Rational, Rational>> excess;
  std::optional<std::pair<Rational, Rational>> sides;

  // Outputs that would be right if something were different (alternatives.hpp).
  unsigned long best_right = 0;         // with the best tuples alone
  bool best_clear = false;              // and what they give is nowhere on the threshold
  unsigned long residual_right = 0;     // without the residual where heads land
  unsigned long least_score_right = 0;  // of one softmax head: with the tuples of the least score alone
  unsigned long equal_weights_right = 0;
  // With one tuple's value alone, another at every output, of exact match also with none; nothing where there are several heads or too many tuples.
  std::optional<unsigned long> some_tuple_right;

  // What the best tuples alone give is first * truth + second at every output, and `first` is not 0.
  std::optional<std::pair<Rational, Rational>> best_is;
  // Of one head: what is the truth, and what the best tuples alone give, at every output and for each of the best tuples.
  std::set<BestFeature> truth_is;
  std::set<BestFeature> best_gives;
};

// Of several layers the outputs alone are looked at: all counts but `right` are 0. Nothing where the size has more inputs or tuples than are looked at, where some output has no value or is not decided, and
// where the truth is the same everywhere. Looks at the stop flag.
std::optional<SizeFacts> facts_of_size(const Scene& scene);

}  // namespace attest::theorems
