// The probability, over all draws of the hash functions, that every label of Match2 by Algorithm 1 is right, for every input. Exact.
//
// One table puts points into one bucket if z functions, drawn from a family, give them one code. Three families, on points 0, 1, 2, .. of the
// line, of which different ones count as far:
//
//   colours       cells of width c r = 1, half open, all shifted by one uniform number, each with one of K colours, uniform, all independent; a function gives
//                 the colour of the cell. Different points are never in one cell, so that a table gives each point one of C = K^z codes,
//                 uniform, all independent. Groups of n_1, n_2, .. points are apart in
//                   sum over j_1, j_2, .. of S(n_1, j_1) S(n_2, j_2) .. C (C-1) .. (C - j_1 - j_2 - .. + 1)
//                 of the C^n tables, S(n, j) being the partitions of n points into j parts: the codes of a group are those parts' codes, and
//                 those of all parts differ.
//   bit-sampling  a function gives one of the d digits of the point to the base 2, a uniform one. Only the set W of the digits that the z
//                 functions give matters, which surjections(z, |W|) of the d^z draws have; two points meet if they agree on W.
//   cells         the shifted cells themselves, without colours: a function gives the number of the cell. Different points never meet.
//
// Tables are independent: all labels of an input are right with probability P[apart]^l, less P[meet is apart]^l where there is such a group.
// An input matters by its set of numbers alone; for colours and cells by the sizes of the groups.
#pragma once

#include "constructions/anna/hashed_match2.hpp"

namespace attest {

enum class Match2Family { colours, bit_sampling, cells };

class TableLaw {
 public:
  // Points are 0..largest_point, at most 31 for bit sampling; K >= 2 is of colours alone.
  TableLaw(Match2Family family, long colours, long largest_point);

  Match2Family family() const { return family_; }
  long colours() const { return colours_; }
  long digits() const { return digits_; }

  // What one function gives points at distance at most r < 1 (Definition 3.2's p1, of bit sampling: equal points), and different points at most.
  Rational p1(const Rational& r) const;
  Rational p2() const;

  // What the probability below depends on.
  using Profile = std::vector<long>;
  Profile profile(const PointGroups& groups) const;
  // That no two points of different groups are in one bucket of a table with z functions.
  Rational apart(const Profile& profile, long z) const;

 private:
  Match2Family family_;
  long colours_;
  long digits_;
};

// The inputs of [M]^N with one probability.
struct Match2Kind {
  TableLaw::Profile apart;
  TableLaw::Profile meet;
  bool meets = false;           // some `meet` has to be
  bool says_no = false;         // some label is 0
  Integer inputs;               // how many
  std::vector<long> numbers{};  // one of them: its different numbers

  Rational right(const TableLaw& law, long z, long l) const;
};

// All inputs, sorted into kinds; the numbers of their inputs add up to M^N. For bit sampling M <= 16: all sets of numbers are visited.
std::vector<Match2Kind> match2_kinds(const HashedMatch2& match2, const TableLaw& law);

}  // namespace attest
