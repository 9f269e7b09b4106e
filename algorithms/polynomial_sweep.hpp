// The polynomials over which a claim on an algorithm is examined, and how far that went: n, d and h ("all-t" or one polynomial) of its
// parameters.
//
//   PolynomialSweep sweep(parameters, 5, labelled_forests, options);
//   Sweep product{"algorithm", "numerators are those of eq. (1)"};
//   sweep.visit([&](const AttentionPolynomial& h) { product.add(h, ..); });
//   verdict.checks = {sweep.check(product, Kind::construction)};
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "algorithms/algorithm_checks.hpp"
#include "claims/deadline.hpp"
#include "claims/verify_options.hpp"

namespace attest {

class PolynomialSweep {
 public:
  // `largest` and `all` as for selected_polynomials. Throws UsageError as that and check_sweep_size do.
  PolynomialSweep(const Parameters& parameters, std::size_t largest,
                  const std::function<std::vector<AttentionPolynomial>(std::size_t)>& all,
                  const VerifyOptions& options);

  Eigen::Index n() const { return n_; }
  Eigen::Index d() const { return d_; }
  const std::vector<AttentionPolynomial>& polynomials() const { return polynomials_; }

  // All of them in order, unless the user or the end of the budget stops it between two.
  void visit(const std::function<void(const AttentionPolynomial&)>& each);
  std::uint64_t visited() const { return visited_; }
  bool complete() const { return visited_ == polynomials_.size(); }

  // What was found of those visited; where it held of them, and they are not all, it is undecided.
  Check check(const Sweep& found, Kind kind, Evidence evidence = Evidence::symbolic) const;

  // The counts, and as counterexample the last of `found` that has a failure.
  void fill_in(const std::vector<Sweep>& found, std::size_t failing, Verdict& verdict) const;

 private:
  Eigen::Index n_;
  Eigen::Index d_;
  std::vector<AttentionPolynomial> polynomials_;
  Deadline deadline_;
  std::uint64_t visited_ = 0;
};

}  // namespace attest
