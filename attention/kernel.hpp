// The kernels of attention, said here alone: what a head makes of the scores of its index tuples.
//
// There are four forms. A softmax, a maximum and a match are each one of a kind, and named where that matters. A kernel that weighs
// every tuple by a rational function of its own score is a row of the table in kernel.cpp and a case of rational_weight(): texts,
// JSON, definition, enclosures, counts, rounded arithmetic of every model and ONNX take it from there.
#pragma once

#include <cstddef>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "numeric/integer.hpp"
#include "numeric/interval.hpp"
#include "numeric/surd.hpp"

namespace attest::attention {

enum class Kernel {
  softmax,      // weights exp(score), normalised
  exact_match,  // the tuples whose row equals the receiver's, alike; zero where there is none
  expressive,  // weights z^2 / (1 + z^2) of a rational score z (seed 004_9370d393bf99a4b8.txt, eq. (2), line 54), normalised
  hard_maximum,  // the tuples of the best score, alike
  leftmost,      // the first tuple of the best score
};

enum class KernelForm {
  exponential,
  // w(z) / sum of all w(z), w a rational function of the rational score z that is even, 0 at z = 0 and grows with |z|: 0/0 where all
  // scores are 0.
  rational,
  match,  // no scores
  maximum,
};

struct KernelRecord {
  Kernel kernel;
  const char* word;  // of a text; null: `hard-maximum, leftmost` says it
  const char* name;  // of JSON and messages
  const char* head;  // "an expressive head"
};

const std::vector<KernelRecord>& kernels();  // in the order in which messages list them

const KernelRecord& record_of(Kernel kernel);
inline const char* to_string(Kernel kernel) {
  return record_of(kernel).name;
}
std::optional<Kernel> kernel_of_word(std::string_view word);
std::optional<Kernel> kernel_of_name(std::string_view name);

// "an expressive head meets scores of 0 alone at token 3: its weights are 0/0"
std::string no_weights_at(Kernel kernel, std::size_t token, std::string_view of_inputs = "");
// Throws UsageError where a kernel of the rational form has an irrational scale.
void expect_scale(Kernel kernel, const Surd& scale);

constexpr KernelForm form_of(Kernel kernel) {
  switch (kernel) {
    case Kernel::softmax:
      return KernelForm::exponential;
    case Kernel::exact_match:
      return KernelForm::match;
    case Kernel::hard_maximum:
    case Kernel::leftmost:
      return KernelForm::maximum;
    case Kernel::expressive:
      break;
  }
  return KernelForm::rational;
}
constexpr bool weighs_rationally(Kernel kernel) {
  return form_of(kernel) == KernelForm::rational;
}
// Whether one score is better than another: not where tuples match or not, nor where each weighs by itself.
constexpr bool compares_scores(Kernel kernel) {
  return form_of(kernel) == KernelForm::exponential || form_of(kernel) == KernelForm::maximum;
}

// Of a kernel of the rational form: w(z), by these operations in this order. `in` has one(), square(x), sum(x, y) and quotient(x, y).
template <class Number, class Operations>
Number rational_weight(Kernel kernel, const Number& z, Operations&& in) {
  if (kernel == Kernel::expressive) {
    const Number square = in.square(z);
    return in.quotient(square, in.sum(in.one(), square));
  }
  throw std::logic_error("no kernel of rational weights");
}

Rational rational_weight(Kernel kernel, const Rational& z);
struct ByIntervals {
  Precision precision;

  Interval one() const { return {1L, precision}; }
  Interval square(const Interval& x) const { return abs(x) * abs(x); }
  Interval sum(const Interval& x, const Interval& y) const { return x + y; }
  Interval quotient(const Interval& x, const Interval& y) const { return x / y; }
};

// The weights of tuples with these scores, nonnegative and of sum 1. Nothing where every z is 0 (or there is none): 0/0.
//
//   normalised_weights(Kernel::expressive, {0, 1, 3});     // 0, 5/14, 9/14: the terms are 0, 1/2, 9/10
std::optional<std::vector<Rational>> normalised_weights(Kernel kernel, const std::vector<Rational>& z);

}  // namespace attest::attention
