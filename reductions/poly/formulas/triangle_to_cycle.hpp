// IP-triangle to IP-DIR-rCYC (seed 003, Lemma E.16, lines 2864-2866 of the file, cited there, constructed
// here).
//
// A cycle of r sets walks a_1, a_2, c, c, .., c: the third set stands r - 2 times, and the r - 3 links
// between its copies must make sure that it is the same vector each time. Two links, both by counting ones:
//
// link=complement, one instance of dimension 2d. With the coordinates of a vector and of its complement,
//     <(c, 1-c), (c', 1-c')> = d - (number of places where c and c' differ) = d   if and only if c = c',
//     <(a_1, 0), (a_2, 0)> = <a_1, a_2>,  <(a_2, 0), (c, 1-c)> = <a_2, c>,  <(c, 1-c), (a_1, 0)> = <c, a_1>:
//     targets m_12, m_23, d, .., d, m_31.
//
// link=weight, one instance for each number w of ones that occurs in the third set (at most d + 1), of the
// same dimension d. Among vectors with w ones each, <c, c'> = w if and only if c = c'. The copies are
// A^3_w = {c in A^3 : |c| = w}; targets m_12, m_23, w, .., w, m_31. A^3_w is filled up to the size of A^3 by
// repeating its vectors.
//
// The print keeps d: "if IP-DIR-rCYC_{n,d} can be computed in O(n^(omega-delta)) time, then IP-triangle_{n,d}
// can". With link=weight it can be kept, by at most d + 1 instances: the time is O(d n^(omega-delta)), which
// for d = O(log n) is n^(omega-delta') for every delta' < delta, not literally O(n^(omega-delta)).
//
// Equal vectors at different places of a set are linked too; that does no harm, they have equal products.
// For r = 3 there is no link and both are the identity.
//
// Solutions: (i, j, l) <-> (i, j, l, l, .., l) (l among the vectors of its weight). Back, the first copy is
// read.
#pragma once

#include <memory>

#include "reductions/reduction.hpp"

namespace attest {

std::unique_ptr<Reduction> ip_triangle_to_cycle();

}  // namespace attest
