// A readout as the largest of least affine forms,
//   y = max over i of min over j of y_ij,
// which is exact: relu(z) = max(0, z), |z| = max(z, -z), -relu(z) = min(0, -z), and the sum of two such forms is one of all sums.
// y < c follows where for each i some j has y_ij < c; y > c is -y < -c.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "theorems/proof/symbolic_theorem.hpp"

namespace attest::theorems {

using MaxMin = std::vector<std::vector<proof::Laurent>>;

// `term`: what an affine form of the heads' means is, times one positive number for all forms; `negated`: of -y. A side that is
// shown to be the smaller one is left out. Refusal (G6) where a factor's sign is not shown, or the form is too large.
MaxMin max_min(const PiecewiseForm& form, bool negated,
               const std::function<proof::Laurent(const MeanForm&)>& term, const proof::Variables& variables);

// Nothing where all the forms are shown to be below the limit (not strict: at most the limit), of each group one; else the difference
// that is not shown to be positive.
std::optional<proof::Laurent> not_below(const MaxMin& forms, const proof::Laurent& limit, bool strict,
                                        const proof::Variables& variables);

}  // namespace attest::theorems
