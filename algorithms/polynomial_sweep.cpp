#include "algorithms/polynomial_sweep.hpp"

#include <fmt/format.h>

#include "claims/counted_work.hpp"
#include "claims/whole_claim.hpp"

namespace attest {

PolynomialSweep::PolynomialSweep(const Parameters& parameters, std::size_t largest,
                                 const std::function<std::vector<AttentionPolynomial>(std::size_t)>& all,
                                 const VerifyOptions& options)
    : n_(parameters.integer("n")), d_(parameters.integer("d")), deadline_(options) {
  check_sweep_size(parameters.text("h"), n_, d_);
  polynomials_ = selected_polynomials(parameters.text("h"), largest, all);
}

void PolynomialSweep::visit(const std::function<void(const AttentionPolynomial&)>& each) {
  CountedWork work(Integer(polynomials_.size()));
  for (; visited_ < polynomials_.size() && !deadline_.reached(); ++visited_) {
    work.reached(visited_);
    each(polynomials_[visited_]);
  }
}

Check PolynomialSweep::check(const Sweep& found, Kind kind, Evidence evidence) const {
  if (complete() || found.failing != 0) return found.check(kind, evidence);
  return undecided(found.name, fmt::format("{}, {} of {} polynomials were looked at", deadline_.reason(),
                                           visited_, polynomials_.size()));
}

void PolynomialSweep::fill_in(const std::vector<Sweep>& found, std::size_t failing, Verdict& verdict) const {
  const Integer total = polynomials_.size();
  verdict.inputs = {total, total, Integer(visited_), Integer(failing)};
  for (const Sweep& sweep : found) {
    if (sweep.failing != 0) verdict.counterexample = {{"check", sweep.name}, {"h", sweep.first_failure}};
  }
}

}  // namespace attest
