// Eq. (22) as programs of + - * /, comparisons and one output, with a scalar that counts what it does: the
// second route to the operation counts of vc_bound.hpp.
//
// Nothing here knows the formulas. Constants (gamma, nu, W_O, x_(n+1), the network's weights) are scalars
// like all others: an operation with a constant is an operation.
#pragma once

#include <cstddef>
#include <vector>

#include "lowerbounds/size_bounds/sparse_network.hpp"
#include "numeric/integer.hpp"

namespace attest {

struct ProgramOperations {
  long arithmetic = 0;   // + - * /
  long comparisons = 0;  // each with its jump
  long outputs = 0;
  long total() const { return arithmetic + comparisons + outputs; }
};

// A head's share of eq. (21) at one input: alpha and lambda belong to w^1, beta and mu to w^2.
struct HeadValues {
  std::vector<Rational> alpha, beta, gamma;  // of length d
  Rational lambda, mu, nu;
};

struct EvaluationInput {
  std::vector<HeadValues> heads;           // H
  std::vector<std::vector<Rational>> W_O;  // d rows of d H
  std::vector<Rational> x;                 // x_(n+1), of length d
  SparseNetwork network;                   // with d inputs
};

struct Evaluation {
  bool decision = false;           // sign(y): 1 where y > 0, else 0
  bool defined = true;             // false: some denominator was not positive, and the program answered 0
  std::vector<Rational> residual;  // x_(n+1) + W_O a, where defined
  ProgramOperations count;
};

// Eq. (22) as it stands, with one comparison a head before the division (`guard`). Without the guard, which
// is eq. (23) as printed, a vanishing denominator throws std::domain_error.
Evaluation evaluate_literally(const EvaluationInput& input, bool guard = true);

// The same decision after absorption: for every head the inputs are alpha' = W_O^(h)(alpha + gamma) and
// lambda' = lambda + nu, the parameters beta' = W_O^(h) beta and mu; and since x = x D / D for D = lambda' +
// mu, head 1 also carries x: alpha' += lambda' x, beta' += mu x. Making these is not counted: they are inputs
// and parameters.
Evaluation evaluate_absorbed(const EvaluationInput& input);

}  // namespace attest
