// What an expression is worth, exactly: a number, a condition, a tuple or a set. What is not needed is not looked at: the right
// side of `and`, `or` and `implies` where the left one decides, the other branch of `if`, what follows the first witness.
#pragma once

#include <functional>
#include <limits>
#include <map>
#include <string>
#include <vector>

#include "checker/expression.hpp"

namespace attest_check {

// A cell that is not known; what is evaluated without a look at it has its value whatever stands there.
constexpr long free_cell = std::numeric_limits<long>::min();
struct FreeCell {  // thrown by whoever looks
  std::size_t cell;
};

struct Value {
  enum class Kind { number, truth, tuple, set, unknown };
  Kind kind = Kind::number;
  mpq_class number;
  bool truth = false;
  std::size_t cell = 0;      // of what is unknown: whose value it needs
  std::vector<Value> parts;  // of a set: ascending, each once

  Value() = default;
  explicit Value(mpq_class is) : number(std::move(is)) {}
  explicit Value(bool is) : kind(Kind::truth), truth(is) {}
  explicit Value(const FreeCell& free) : kind(Kind::unknown), cell(free.cell) {}
  static Value set(std::vector<Value> elements);
  friend int compare(const Value& a, const Value& b);  // Rejection where they are of different kinds
};

// An entry of the input: a number, or a function of one argument or more.
struct InputField {
  std::string name;
  bool injective = false;
  bool subset = false;  // a function to {0, 1} that is read as the set of what has 1
  std::vector<std::vector<long>> domains;
  std::vector<long> values;  // ascending
  std::size_t first = 0;     // its cells, the last argument fastest
  std::size_t cells = 1;
  bool is_relation() const { return values.front() >= 0 && values.back() <= 1; }
};

struct Scope {
  std::map<std::string, Value> names;
  const std::vector<InputField>* inputs = nullptr;  // null: none can be seen
  const std::vector<long>* cells = nullptr;
};

class Evaluation {
 public:
  explicit Evaluation(Scope& scope) : scope_(scope) {}

  // Rejection for what has no value or no meaning; Undecided after 2^24 steps, or for a number of more than 100,000 bits.
  Value value(const Node& e);
  mpq_class number(const Node& e);
  mpz_class whole(const Node& e);
  bool truth(const Node& e);
  std::vector<Value> set(const Node& e);
  // What stands in an encoding: numbers one behind the other, those of zeros(k) and `each`. With `open` one that needs a free cell
  // is 0 and stands there with the cell.
  void coordinates(const Node& e, std::vector<mpq_class>& out, std::map<std::size_t, std::size_t>* open);
  // Calls `visit` on every choice of the binders' names, until it returns true.
  void at_choices(const std::vector<std::pair<std::string, Expression>>& binders,
                  const std::function<bool()>& visit);
  // The letter at this place, from 1 on, of a word such as g ++ h ++ (x).
  mpq_class letter(const Node& word, const mpq_class& place);

 private:
  [[noreturn]] static void fail(const std::string& what);
  void step();
  mpq_class counted(mpq_class number) const;
  Value name(const Node& e);
  Value call(const Node& e);
  Value operation(const Node& e);
  Value quantifier(const Node& e);
  Value best(const Node& e);
  Value iterate(const Node& e);
  const InputField* field(const std::string& name) const;
  long cell(std::size_t at) const;
  // Calls `visit` on every choice of the indices, until it returns true.
  template <class Visit>
  bool each(const Node& e, std::size_t depth, const Visit& visit);
  template <class Work>
  auto with(const std::string& name, Value value, const Work& work);

  Scope& scope_;
  long steps_ = 0;
};

}  // namespace attest_check
