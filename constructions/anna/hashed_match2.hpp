// Match2 (Definition 5.1) by one head that Algorithm 1 computes: seed 001_9fe7599dfb64bc47.txt, lines 213, 276-282, 839-871 and 178-194.
//
// What the hash tables are given and what is made of the answer a = v_sum/count; a token is a number x of 1..M:
//
//   printed      query x, key M - x, value 1 (line 849); the output is a
//   repaired     query x mod M, key -x mod M, value 1; the output is a, and 0 where count is 0
//   constructed  query and key: the lesser of the residues of x and -x; value: the side of x, +1 below M/2, -1 above, 0 where x = -x mod M;
//                the output is 1 - relu(1 - l N (1 - |a|))
//
// Whether all labels are right depends on who is apart in which table alone. Equal points meet in every table, and S is the set of numbers.
//
// Printed and repaired. All values are 1, so that the output is 1 where a key is met and 0 where none is (of the print: 0/0, read as 0). A
// token whose query equals a key is always right. One that has no partner is right if its query is apart from all keys in every table. The
// print misses one partner, x = M of itself (its query is M, keys are less): this token is right if it is not apart from all keys in every table.
//
// Constructed. A query meets its own token in every table, so count >= 1. |a| = 1 if all that is met bears +1, or all -1; else |a| <= 1 - 1/count,
// count <= l N, and the output is 1. A token with a partner finds both sides, or 0, at its own point, and is always right. One without finds
// its own side there, and is right if it is apart, in every table, from all points where anything else stands. So these are to be apart from
// one another in every table: the points with +1 alone, those with -1 alone, all others.
#pragma once

#include <set>
#include <vector>

#include "claims/verdict.hpp"

namespace attest {

// Sets of points; no two have a point in common.
using PointGroups = std::vector<std::vector<long>>;

// All labels are right exactly if `apart` are apart from one another in every table and, where `meet` is not empty, its groups are not in
// every one.
struct RightWhen {
  PointGroups apart;
  PointGroups meet;  // contains `apart`, so that it is apart less often
};

class HashedMatch2 {
 public:
  HashedMatch2(Variant variant, long tokens, long modulus)
      : variant_(variant), tokens_(tokens), modulus_(modulus) {}

  Variant variant() const { return variant_; }
  long tokens() const { return tokens_; }
  long modulus() const { return modulus_; }

  long query(long x) const;
  long key(long x) const;
  long value(long x) const;
  long largest_point() const;  // queries and keys are 0..this
  Rational readout(const Rational& a, long tables) const;

  RightWhen right_when(const std::set<long>& numbers) const;

 private:
  long residue(long x) const { return x % modulus_; }

  Variant variant_;
  long tokens_;
  long modulus_;
};

// Definition 5.1: for each i whether some j, i itself included, has x_i + x_j = 0 mod M.
std::vector<long> match2_truth(const std::vector<long>& x, long modulus);

struct HashedLabels {
  std::vector<long> counts;  // line 12
  std::vector<Rational> outputs;

  bool right(const std::vector<long>& truth) const;
};

// Algorithm 1 itself, on hash functions that are given: bucket[u][point] for every table u and point.
HashedLabels hashed_labels(const HashedMatch2& match2, const std::vector<long>& x,
                           const std::vector<std::vector<int>>& bucket);

}  // namespace attest
