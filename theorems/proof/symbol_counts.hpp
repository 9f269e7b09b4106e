// One head that sums over one index, where score and value depend on the summed token by entries of a fixed finite alphabet alone:
// the tokens fall into finitely many classes, and means and tasks are forms in how many tokens there are of each.
//
//   w : word n over {0, 1}: classes w(j) = 0 and w(j) = 1; sum j in [n]: w(j) is the count of the second.
//
// Entries that are read and do not depend on the summed index (E(i,j) at the judged token) are cases: everything is asked for each
// of their values. Which counts can occur is not looked at beyond their sum; what holds for all counts holds for those.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "theorems/proof/symbolic_theorem.hpp"

namespace attest::theorems {

using EntryValues = std::map<std::string, proof::Laurent>;  // name of an entry -> a number

// A run of tokens with the same reading: the summed index from low to high.
struct Run {
  std::string index;  // its variable
  proof::Bounds bounds;
  proof::Laurent count;
  std::vector<std::string> entries;  // that depend on the index
};

struct TokenClass {
  std::size_t run = 0;
  EntryValues entries;
};

// constant + sum of coefficient * (number of tokens of the class).
struct CountForm {
  proof::Laurent constant;
  std::map<std::size_t, proof::Laurent> counts;
  CountForm& add(const CountForm& other, const proof::Laurent& factor);
};

// What a task says in one case.
struct CountedTruth {
  enum class Kind {
    constant,  // yes or no whatever the counts are
    some,      // yes where there is a token of one of the classes
    compared,  // form > 0, >= 0 or = 0
  };
  Kind kind = Kind::constant;
  bool yes = false;
  std::set<std::size_t> classes;
  CountForm form;
  language::Op op = language::Op::greater;  // greater, greater_equal, equal
};

class SymbolCounts {
 public:
  // Refusal (L4) for another head, alphabets that are not finite, too many classes. `read`: coordinates of the value that count.
  SymbolCounts(SymbolicTheorem& theorem, const std::vector<std::size_t>& read, const proof::Laurent& fixed);

  const std::vector<Run>& runs() const { return runs_; }
  const std::vector<TokenClass>& classes() const { return classes_; }
  // Of all runs together; it may contain the judged index.
  proof::Laurent total() const;
  // The cases: values of the entries that do not depend on the summed index.
  std::vector<EntryValues> cases() const;

  // Of a token of the class in a case, in the sizes and the judged index. Refusal (L4.a) where the summed index is left.
  proof::Laurent score(std::size_t c, const EntryValues& at) const;
  proof::Laurent value(std::size_t c, std::size_t coordinate, const EntryValues& at) const;
  proof::Laurent fixed(const proof::Laurent& term, const EntryValues& at) const;

  // The task's answer. Refusal (G5).
  CountedTruth truth(const EntryValues& at);
  CountForm answer(const EntryValues& at);
  // The same form without the first class of each run, whose count is what the others leave.
  CountForm canonical(const CountForm& form) const;
  // Where the form is an integer for all counts.
  bool is_integer(const CountForm& form) const;
  std::string class_text(std::size_t c) const;
  // "2*#(w(i) = 1) - n".
  std::string form_text(const CountForm& form) const;

 private:
  using Expression = language::Expression;
  void split_runs();
  void read_run(std::size_t run);
  void collect_entries(const Expression& e, const std::map<std::string, proof::Laurent>& bound);
  void add_entry(const std::string& name);
  void make_classes();
  proof::Laurent settled(std::size_t c, const proof::Laurent& value, const EntryValues& at) const;
  TermNames names(const EntryValues& at, const std::map<std::string, proof::Laurent>& bound) const;
  std::optional<std::size_t> run_over(const Expression& range);
  bool holds(const Expression& condition, std::size_t c, const std::string& binder, const EntryValues& at);
  CountForm form(const Expression& e, const EntryValues& at);
  CountedTruth truth_of(const Expression& e, const EntryValues& at);

  SymbolicTheorem& theorem_;
  proof::Variables& variables_;
  const SymbolicHead& head_;
  std::vector<std::size_t> read_;
  std::vector<Run> runs_;
  std::vector<proof::Laurent> scores_;               // [run], in entries
  std::vector<std::vector<proof::Laurent>> values_;  // [run][coordinate]
  std::vector<std::string> fixed_entries_;
  std::vector<TokenClass> classes_;
  language::Expression task_;
};

}  // namespace attest::theorems
