// The combination of Theorem C.8 (seed 003, file lines 1628-1781), for every family of inner-product
// problems: one gap step for each constraint, side by side.
//
// A target instance is one message for each constraint, chosen independently. The vectors of set i carry a
// group of blocks for each constraint; it is zero where i is no member. Two constraints of one order have
// different members, so every constraint has a member that is zero in the group of any other, and the inner
// product of its members in the target is the one within its own group: the number of points at which the
// message of that constraint and the honest polynomial of its members agree (gap_blocks.hpp). Hence
//
//   promise    every such inner product is N or at most D <= (1 - epsilon) N;
//   solutions  a tuple solves the target (M_c) exactly if M_c is its honest polynomial for every c, and then
//              it solves the source; a solution of the source solves exactly one target, that of its honest
//              polynomials.
//   candidates a target with a message that is no honest polynomial of members with the right inner product
//              has no solution at all. QED
//
// All groups use one k, d, T and epsilon, so N is the one target of all constraints.
#pragma once

#include <optional>

#include "reductions/poly/gap/gap_blocks.hpp"
#include "reductions/reduction.hpp"

namespace attest {

enum class GapCombination {
  same_vector,  // the vector of a carries a's blocks in every group
  printed,  // file line 1682: {a_AB 0 a_AC | a_AB in A~_AB, a_AC in A~_AC}: all n^2 pairs, row (j, j') being
            // j n + j' with j for the first constraint of the set. IP-triangle only
};

struct GapOptions {
  Rational epsilon{1, 2};
  std::optional<std::size_t> columns;  // T; absent: the least (instances) x d', then the least T
  GapAlphabet alphabet = GapAlphabet::reachable;
  GapCombination combination = GapCombination::same_vector;
};

// The options epsilon, T and alphabet of every gap reduction, and their reading. UsageError where epsilon
// >= 1.
std::vector<ParameterSpec> gap_parameter_specs();
GapOptions gap_options(const Parameters& parameters);

// Sizes of the target instances; exact, and cheap for dimensions that nobody could write out.
struct GapSizes {
  GapProtocol protocol;           // without its tables
  std::vector<Integer> messages;  // of each constraint
  std::vector<Integer> widths;    // of each constraint's group
  Integer instances = 1;          // the product of the messages
  Integer dimension = 0;          // d', the sum of the widths
};
GapSizes gap_sizes(const problems::InnerProducts& source, const GapOptions& options);

// Whether the targets' vectors can be written: at most 2^27 entries in each (same_vector).
bool gap_targets_fit(const problems::InnerProducts& source, const GapOptions& options);

// The gap instances of any inner-product instance: instances of the same family with the target N.
// UsageError for a source that is itself a gap version, an empty set, T outside 1..d, more than 8192 points.
// An instance that is too large (2^27 entries) or too far (2^63 instances) is refused when it is asked for.
Images gap_images(const problems::InnerProducts& source, const GapOptions& options = {});

}  // namespace attest
