// What the table judge (table_judge.hpp) needs to know of a layer: one softmax head whose sums follow a forest, one input symbol
// a token, an affine readout.
#pragma once

#include <atomic>
#include <optional>
#include <span>
#include <vector>

#include "attention/forest.hpp"
#include "claims/verdict.hpp"
#include "numeric/interval.hpp"
#include "numeric/surd.hpp"
#include "tasks/task.hpp"
#include "verification/limits.hpp"

namespace attest {

class TableProblem {
 public:
  explicit TableProblem(const Task& the_task) : task(the_task), judged(the_task.judged_positions()) {}
  virtual ~TableProblem() = default;
  TableProblem(const TableProblem&) = delete;
  TableProblem& operator=(const TableProblem&) = delete;

  const Task& task;
  std::optional<Forest> forest;  // set by whoever builds the problem, absent: no forest
  std::vector<std::size_t> judged;

  // The score of a pair is (q_u . q_v) * pair_factor() / pair_divisor(), an integer; the softmax exponent is the sum of the pairs'
  // scores times unit().
  virtual const Surd& unit() const = 0;
  virtual Integer pair_factor() const = 0;
  virtual Integer pair_divisor() const { return 1; }
  // q of a variable for a symbol at a position, in machine integers; false where one does not fit.
  virtual bool query(std::size_t variable, std::size_t position, Symbol symbol,
                     std::vector<long>& out) const = 0;

  // y = base + sum_c weight_c * (mean of the c-th value coordinate), and the factor that variable (>= 1) contributes to it.
  virtual const std::vector<Rational>& coordinate_weights() const = 0;
  virtual Rational base(std::size_t position, Symbol symbol) const = 0;
  virtual Rational value(std::size_t variable, std::size_t position, Symbol symbol,
                         std::size_t which) const = 0;

  virtual double largest_truth() const = 0;  // bounds |truth| on every input

  // What the tables leave open. Throw Stopped.
  virtual Status decide(std::span<const Symbol> word, const std::atomic<bool>* stop) const = 0;
  virtual Interval error(std::span<const Symbol> word, long accurate_bits,
                         const std::atomic<bool>* stop) const = 0;
  virtual Interval margin(std::span<const Symbol> word, long accurate_bits,
                          const std::atomic<bool>* stop) const = 0;
};

}  // namespace attest
