// The index tuples of a head at one receiver of one input, the heaviest first: what `attest explain` shows of a head.
//
//   const HeadTuples shown = head_tuples(prepared, 0, kinds, receiver, prepared.sums(0, kinds, receiver), 5);
//   shown.first[0].tuple, shown.first[0].score, shown.first[0].weight     // the winner
//
// Scores are exact, weights are exact or enclosed; the weights of `first` and `rest` sum to 1, but where an exact-match
// head finds nothing: there all are 0.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "attention/layer_output.hpp"

namespace attest::attention {

inline constexpr long weight_bits = 70;  // leading bits of a weight that are certain

struct Weight {
  Interval enclosed;
  std::optional<Rational> exact;
};

struct WeighedTuple {
  std::vector<Token> tuple;
  std::optional<Surd> score;  // of an expressive head z; nothing where tuples match or not
  Weight weight;
  RationalVector value;
};

// All tuples of one score.
struct ScoreClass {
  Surd score;
  Surd behind;  // the best score less this one
  Integer tuples;
  Weight weight;  // of all together
};

struct HeadTuples {
  // Of a head that compares scores by score, else by weight; among equal ones in the order of the index set.
  std::vector<WeighedTuple> first;
  Integer tuples;                    // that the head sums over
  Weight rest;                       // of those that are not in `first`, together
  Integer heaviest;                  // tuples of the largest weight; 0 where all weights are 0
  Weight heaviest_weight;            // of all of them together
  RationalVector heaviest_mean;      // of their values; zero where there are none
  bool one_value = true;             // whether all of them have the same value
  std::optional<ScoreClass> second;  // the second best score; nothing where the head compares none
  bool listed = true;  // false: too many to look at one by one, `first` has the first of the best score alone
};

// The sums of a head whose output is this vector, whatever the input: for LayerOutput's second constructor.
HeadSums constant_sums(const RationalVector& output);

// `sums`: of this head at this receiver (PreparedLayer::sums). `most`: at least 1, tuples in `first`. Looks at the stop flag.
HeadTuples head_tuples(const PreparedLayer& prepared, std::size_t head, std::span<const Kind> kinds,
                       Token receiver, const HeadSums& sums, std::size_t most);

}  // namespace attest::attention
