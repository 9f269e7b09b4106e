// A function that is shattered (theorem_text.hpp, ShatterStatement) in one of its rows and in the column of any pattern, for every size:
// the ways in which it is 1, each with what it asks of the pattern.
//
// `exists j in [m]: a(i) = 1 and b(i) = 1` is gone through by cases. A condition on numbers that depends on an index that `exists` binds
// cuts its range, `j <= h` into 1..h and h + 1..l, `j = i` into j = i and j != i; has(x) is a case for 1 and one for 0. What is shown by
// bounds, or because a multiple of a number differs from another number, is no case. The cases are all there are: each choice of the
// bound indices and each pattern is in one of them, so that the function is 0 where none of the cases with the value 1 can be.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "theorems/proof/terms.hpp"
#include "theorems/theorem_text.hpp"
#include "verification/proof/variables.hpp"

namespace attest::theorems {

// has(to), or has(k) for all rows k from `from` to `to`.
struct PatternAtom {
  bool all = false;
  proof::Laurent from, to;
  friend bool operator==(const PatternAtom&, const PatternAtom&) = default;
};

struct PatternLiteral {
  PatternAtom atom;
  bool value = true;
};

// One way to be 1.
struct ShatteredCase {
  std::vector<PatternLiteral> literals;
  // Whether the function is 1 wherever the literals are true: every index that they leave open may be anything in its range. Otherwise the
  // case may be empty.
  bool witness = false;
};

// A condition that depends on the row's number and on sizes alone: the row is to be taken below, at and above this number.
struct SplitRow {
  proof::Laurent at;
};

class ShatteredCases {
 public:
  // `text`: with lets written out. `variables`: what is added to them is of no use to others. `row`: the number of the row, a variable or a
  // number. `shown`: what stands for a variable in a refusal. Keeps references.
  ShatteredCases(const TheoremText& text, const std::map<std::string, proof::Laurent>& sizes,
                 proof::Variables& variables, const proof::Bounds& rows, const proof::Laurent& row,
                 const std::map<std::string, proof::Laurent>& shown);

  // Refusal, or SplitRow.
  std::vector<ShatteredCase> ones();
  // Every letter of the row and of the column is one of its input's.
  void expect_letters();

 private:
  using Expression = language::Expression;
  using Names = std::map<std::string, proof::Laurent>;
  struct State {
    Names replaced;                       // indices that are numbers in other variables
    std::vector<proof::Laurent> unequal;  // each is not 0
    std::vector<PatternLiteral> literals;
    bool open = false;  // some index is not shown to be in its range
  };
  using Number = std::function<void(State, proof::Laurent)>;
  using Truth = std::function<void(State, bool)>;

  void number(const Expression& e, const Names& names, State state, const Number& then);
  void truth(const Expression& e, const Names& names, State state, const Truth& then);
  void exists(const Expression& e, std::size_t binder, Names names, State state, const Truth& then);
  void call(const Expression& e, const Names& names, State state, const Number& then);
  void arguments(const Expression& e, std::size_t k, const Names& names, std::vector<proof::Laurent> found,
                 State state, const std::function<void(State, std::vector<proof::Laurent>)>& then);
  void congruent(const Expression& e, const Names& names, State state, const Truth& then);
  void one_of(std::vector<proof::Laurent> differences, State state, const Truth& then);
  void equal(const proof::Laurent& difference, State state, const Truth& then);
  void at_most_zero(const proof::Laurent& difference, State state, const Truth& then);
  void literal(const PatternAtom& atom, State state, const Truth& then);
  void replace(State state, const std::string& index, const proof::Laurent& by, const Truth& then,
               bool value);

  proof::Laurent now(const proof::Laurent& value, const State& state) const;
  bool never_zero(const proof::Laurent& value, const State& state) const;
  std::string free_index(const proof::Laurent& value) const;
  std::string add_index(const std::string& name, const proof::Bounds& bounds);
  proof::Laurent some_index(const std::string& name, const proof::Bounds& bounds);
  std::string row_variable() const;
  std::optional<proof::Laurent> root_in_row(const proof::Laurent& difference) const;
  proof::Bounds range_of(const Expression& e);
  const InputAssignment* assigned(const std::string& input) const;
  const InputStatement* input(const std::string& name) const;
  void expect_letter(const Expression& letters, const proof::Laurent& value, const State& state,
                     const std::string& what);
  [[noreturn]] void outside(const Expression& e, const std::string& why) const;
  void count_case();
  std::string said(const proof::Laurent& value) const { return value.substitute(shown_).to_string(); }

  const TheoremText& text_;
  const std::map<std::string, proof::Laurent>& sizes_;
  proof::Variables& variables_;
  proof::Bounds rows_;
  proof::Laurent row_;
  const std::map<std::string, proof::Laurent>& shown_;
  std::set<std::string> free_;  // indices that are bound by exists, or the arguments of a word
  std::size_t cases_ = 0;
};

}  // namespace attest::theorems
