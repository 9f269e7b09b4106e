// Algorithm 2 of seed 003_fa68b7a15496b434.txt (lines 2012-2071), step by step: a second voice beside the
// recursion of sum_product.hpp, column by column as printed, with the numerator P and the denominator R of
// every subtree.
//
// `exponentiated(i, j)` is the matrix that steps 8 and 12 write: [Q^(i) (Q^(j))^T]^e as printed, or with 1/d
// inside as eq. (1) needs.
//
// For a forest: lines 1998-1999, "we could have computed the output of tree-attention for each of them
// separately, and composed them together using Lemma D.1". Of a component without x_1 "all the rows ... will
// be the same" (lines 1989-1990): its P and R are those of its first variable v, summed over the tokens of v,
// with the values of v.
#pragma once

#include <set>
#include <vector>

#include "algorithms/dense.hpp"
#include "algorithms/matrix_product.hpp"
#include "attention/attention_polynomial.hpp"

namespace attest {

template <class Scalar, class Exponentiated>
class PrintedTreeAlgorithm {
 public:
  PrintedTreeAlgorithm(const AttentionPolynomial& h, const std::vector<Dense<Scalar>>& values,
                       const Scalar& one, Exponentiated exponentiated)
      : values_(values), one_(one), exponentiated_(exponentiated), neighbours_(h.variables()) {
    // Step 1: the graphical representation of h.
    for (const auto& monomial : h.monomials()) {
      neighbours_[monomial[0]].push_back(monomial[1]);
      neighbours_[monomial[1]].push_back(monomial[0]);
    }
  }

  AttentionFraction<Scalar> run() {
    const Eigen::Index n = values_.front().rows();
    const Eigen::Index d = values_.front().cols();
    AttentionFraction<Scalar> result{Dense<Scalar>(n, d), Dense<Scalar>(n, 1)};
    for (Eigen::Index l = 0; l < d; ++l) {  // step 2
      seen_.clear();
      Pair h = subtree(0, l);
      for (std::size_t v = 1; v < neighbours_.size(); ++v) {
        if (seen_.contains(v)) continue;
        const Pair component = subtree(v, l);
        Scalar p = values_[v - 1](0, l) * component.p(0, 0);
        Scalar r = component.r(0, 0);
        for (Eigen::Index b = 1; b < n; ++b) {
          p = p + values_[v - 1](b, l) * component.p(b, 0);
          r = r + component.r(b, 0);
        }
        for (Eigen::Index i = 0; i < n; ++i) {
          h.p(i, 0) = h.p(i, 0) * p;
          h.r(i, 0) = h.r(i, 0) * r;
        }
      }
      result.numerator.col(l) = h.p;  // steps 17 and 19 divide
      result.denominator = h.r;
    }
    return result;
  }

 private:
  struct Pair {
    Dense<Scalar> p;
    Dense<Scalar> r;
  };

  // Att^(g) for the polynomial g of the subtree at v, v the query variable.
  Pair subtree(std::size_t v, Eigen::Index l) {
    const Eigen::Index n = values_.front().rows();
    seen_.insert(v);
    Pair composed{Dense<Scalar>::Constant(n, 1, one_), Dense<Scalar>::Constant(n, 1, one_)};
    for (const std::size_t child : neighbours_[v]) {  // step 4
      if (seen_.contains(child)) continue;
      const Dense<Scalar> factor = exponentiated_(v, child);
      Dense<Scalar> column = values_[child - 1].col(l);
      Pair branch;
      if (neighbours_[child].size() > 1) {                                             // step 5: not a leaf
        const Pair g = subtree(child, l);                                              // step 7
        for (Eigen::Index b = 0; b < n; ++b) column(b, 0) = column(b, 0) * g.p(b, 0);  // D^V P
        branch = {ConventionalProduct{}(factor, column), ConventionalProduct{}(factor, g.r)};  // step 8
      } else {
        seen_.insert(child);
        const Dense<Scalar> ones = Dense<Scalar>::Constant(n, 1, one_);
        branch = {ConventionalProduct{}(factor, column), ConventionalProduct{}(factor, ones)};  // step 12
      }
      for (Eigen::Index i = 0; i < n; ++i) {  // step 16
        composed.p(i, 0) = composed.p(i, 0) * branch.p(i, 0);
        composed.r(i, 0) = composed.r(i, 0) * branch.r(i, 0);
      }
    }
    return composed;
  }

  const std::vector<Dense<Scalar>>& values_;
  Scalar one_;
  Exponentiated exponentiated_;
  std::vector<std::vector<std::size_t>> neighbours_;
  std::set<std::size_t> seen_;
};

template <class Scalar, class Exponentiated>
AttentionFraction<Scalar> printed_tree_algorithm(const AttentionPolynomial& h,
                                                 const std::vector<Dense<Scalar>>& values, const Scalar& one,
                                                 Exponentiated exponentiated) {
  return PrintedTreeAlgorithm<Scalar, Exponentiated>(h, values, one, exponentiated).run();
}

}  // namespace attest
