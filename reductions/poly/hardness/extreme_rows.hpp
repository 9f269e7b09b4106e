// The extreme rows of a repaired construction over all gap instances of a shape (Theorem C.10, Lemmas E.8, E.13, E.18): the least output
// of a yes row and the largest of a no row, for every n, with their proofs.
//
// A row sums over tuples t of T', the sets of T without that of x_1. For each choice U of the sets with upper rows (that of x_1 among
// them, if it is in T) and W the others, h is B^k E_U(t) + N_U on it: E_U(t) the sum of <a_S> over the constraints S inside U, N_U =
// sum of d B^deg over the monomials inside T whose variables other than r_1 are in W (expected_of_pattern). Let Y = e^(B^k/d~), w_U =
// e^(N_U/d~). Without the factor (2n)^f of the variables that carry no set,
//
//     P = sum over t of Y^(E_T(t)),    R - P = sum over t, and over U other than T, of w_U Y^(E_U(t)).
//
// *Largest no row.* P/(R - P) is at most the largest quotient of the summands of one t, 1/q(t) = sum over U of w_U Y^(E_U(t) - E_T(t)),
// and q grows with every inner product. So the maximum is q at inner products that no others of a no tuple exceed, reached where all
// n vectors of a set are the same. It does not depend on n. With L the largest integer up to (1-epsilon) m, all but one inner product
// m and that one L exceed all others. d coordinates allow it
//   - for one constraint;
//   - for a cycle of at least three exactly if d >= 2m - L: at both ends of the path of the other constraints stand vectors with at
//     least m ones each, of which L are shared; and m ones, 2m - L ones, m ones .. m ones serve;
//   - for all k of t_0 sets if d >= L + (m-L)(C-1): L coordinates where all vectors have a one, and m - L for each other constraint
//     S where those of S have.
// Elsewhere the inner products that some d coordinates have are enumerated, if they are not too many. (Of more than ten sets nothing is
// said: 3^|T| terms are summed.)
//
// *Least yes row.* Let t* be a solution. In a set i of T', replace all vectors but that of t* by zero vectors. P falls by p, R - P by
// the sum of r_U over the U with i in U and a constraint through i inside U; call them A_i. For such a U, a constraint that neither
// lies in U nor in W (with the set of x_1) crosses; X_U is their number, C_U that of the constraints inside U. With K = the sum over
// t_W of Y^(E_W(t_W)) and F_U = the sum over t_U of Y^(E_U) after the replacement,
//
//     p >= r_U K / (w_U n^|W|),   P after it <= F_U K Y^(m X_U),   so   (P after it) r_U <= p n^|W| w_U F_U Y^(m X_U),
//
// and the quotient did not grow if sum over A_i of n^|W| w_U F_U Y^(m X_U) <= R - P after it = sum over all U other than T of
// n^|W| w_U F_U. As 1 <= F_U/n^|U| <= Y^(m C_U), this holds if
//
//     (*)  sum over A_i of w_U Y^(m C_U) (Y^(m X_U) - 1)  <=  sum over the other U, T apart, of w_U.
//
// It does not contain n. If (*) holds for every i in T', the least yes row is that of one solution with all inner products m and zero
// vectors otherwise: with G_U = sum over the sets V in U of T' that take the vector of t* of (n-1)^|U - V| Y^(m c(V)), c(V) the number
// of constraints inside V (and the set of x_1), it is P = G_T, R - P = sum over U of w_U n^|W| G_U.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "reductions/poly/hardness/attention_check.hpp"

namespace attest {

// Without the factor (2n)^f of P and R.
struct SplitRow {
  ScaledExponentials numerator;  // P
  ScaledExponentials rest;       // R - P
};

struct ExtremeRows {
  SplitRow least_yes;  // where all of conditions are at least 0
  std::vector<SplitRow>
      largest_no;  // the largest no row is one of them, which depends on B; empty: not known
  std::vector<ScaledExponentials> conditions;  // right minus left of (*) for each i where the left is not 0
};

ExtremeRows extreme_rows(const GapShape& shape);

// Whether a threshold exists at that B: `greater` exactly if one does. Nothing where the extreme rows are not known for certain (the
// shape, or (*) fails or is not decided there).
std::optional<Ordering> exact_criterion(const ExtremeRows& rows, const AttentionScale& scale);

// "Y^2 + 15 > 16 Y, Y = e^(B^2/12)" for one constraint, else P/(R-P) of the least yes row above that of the largest no rows.
std::string exact_criterion_text(const GapShape& shape, const ExtremeRows& rows);

// The two extreme outputs. Needs exact_criterion at that scale.
AttentionThreshold exact_threshold(const ExtremeRows& rows, const AttentionScale& scale);

}  // namespace attest
