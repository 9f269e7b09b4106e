// A layer and its task as the cover sees them: the input's positions are the variables; each role of an index tuple (a variable of the
// attention polynomial at a token) depends on some of them; scores and the leaves of the readout's formulas are machine integers.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "verification/cover/formula.hpp"
#include "verification/cover/questions.hpp"

namespace attest::cover {

// What a token is in one role: its kinds fall into classes that have the same row and the same factors of the value. The class
// depends on `positions` alone: changing another symbol of the token, whatever the others are, does not change it.
struct Role {
  std::vector<std::size_t> positions;
  std::vector<std::size_t> strides;    // of classes
  std::vector<std::uint32_t> classes;  // [sum of stride * symbol]
};

struct HeadProblem {
  const attention::Head* head = nullptr;
  const attention::IntegerScores* scores = nullptr;
  // [variable][token]
  std::vector<std::vector<Role>> roles;
  // [variable][class]: some kind of the class
  std::vector<std::vector<attention::Kind>> members;
  std::vector<std::vector<std::vector<long>>> rows;  // [variable][class], machine integers
  // [monomial]: of its factor, and for two variables u < v the sum over coordinates at [class u * classes of v + class v].
  std::vector<long> factors;
  std::vector<std::vector<long>> pairs;
  long divisor = 1;

  struct Factor {
    std::size_t variable;
    std::vector<std::vector<long>> vectors;  // [class][which of the needed coordinates]
  };
  std::vector<Factor> value;
  std::vector<std::size_t> coordinates;  // of the head's value, those that some leaf needs

  // S of classes, classes[0] the receiver's.
  long score(const std::vector<std::uint32_t>& classes) const;
};

class CoverProblem : public Questions {
 public:
  // Throws UsageError that says what the cover cannot do, in one line. Keeps a reference to the setting.
  explicit CoverProblem(const LayerSetting& setting);

  const std::vector<HeadProblem>& heads() const { return heads_; }
  const Formulas& formulas() const { return formulas_; }
  // All leaves are multiples of 1/denominator(), which is even.
  long denominator() const { return denominator_; }
  // The positions that a judged token's own part depends on: its rows, its factors of values, what its residual adds.
  std::vector<std::size_t> receiver_positions(std::size_t which) const;
  // What the receiver and the constants add to a leaf, times the denominator.
  long receiver_part(std::size_t leaf, attention::Kind receiver) const;
  // What a head's value adds to its leaf: the integer coefficients of HeadProblem::coordinates.
  const std::vector<long>& coefficients(std::size_t leaf) const { return coefficients_[leaf]; }
  Role role(std::size_t head, std::size_t variable, attention::Token token) const {
    return heads_[head].roles[variable][token];
  }

 private:
  void make_head(std::size_t h);
  void make_leaves();

  const attention::Layer& layer_;
  std::vector<HeadProblem> heads_;
  Formulas formulas_;
  long denominator_ = 2;
  std::vector<std::vector<long>> coefficients_;  // [leaf]
};

// Whether one head is enough for a yes and all are needed for a no: y is a maximum of what each head says, and the task asks whether
// some condition is met.
bool heads_say_no_together(const CoverProblem& problem);

// Products and sums that must not overflow: UsageError where they do.
long product_of(long a, long b);
long sum_of(long a, long b);

}  // namespace attest::cover
