// A task: what a construction must compute. Its reference solver follows the task's definition and
// shares no code with any construction.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "claims/json.hpp"
#include "numeric/integer.hpp"
#include "tasks/input_space.hpp"

namespace attest {

// How an output y answers.
enum class Decision {
  nearest,  // a number: right if |y - truth| < 1/2
  sign,     // a bit: right if y > 0 where truth is 1, y <= 0 where it is 0 (sign(y) in {0, 1})
};

// What a number y has to be: nearer to `value` than `within`; of a sign, positive exactly where `value` is 1.
struct Wanted {
  Decision decision = Decision::nearest;
  Rational value;
  Rational within = Rational(1, 2);

  bool operator==(const Wanted& other) const;
};

// Of an output that is a vector: how many numbers it has, and how far off each must stay below.
struct VectorAnswer {
  std::size_t dimension = 1;
  Rational within;
};

// What a claim says about a word of the input space.
enum class Standing {
  judged,
  not_judged,  // an input; the claim says nothing about its outputs
  excluded,    // no input: it only has a rank
};

// The truths of a row of words: out[k] for `word` with its last symbol raised by k. What it may keep from row to row makes
// rows in the order of their ranks cheap.
class RowTruths {
 public:
  virtual ~RowTruths() = default;
  virtual void operator()(std::span<Symbol> word, std::span<double> out) = 0;
};

class Task {
 public:
  explicit Task(InputSpace space) : space_(std::move(space)) {}
  virtual ~Task() = default;

  const InputSpace& space() const { return space_; }

  // The number that symbol index 0 stands for; index s stands for first_symbol() + s.
  virtual long first_symbol() const = 0;

  // The positions (0-based) at which the output is judged, ascending.
  virtual std::vector<std::size_t> judged_positions() const = 0;

  // The right output at judged_positions()[which], an integer. Not of a vector, whose numbers may be fractions.
  virtual long truth(std::span<const Symbol> word, std::size_t which) const = 0;

  // Null where outputs are numbers. Else judged_positions() has each position once for each number of its vector, in their
  // order, so that which % dimension is the number's index.
  virtual const VectorAnswer* vector_answer() const { return nullptr; }
  virtual Wanted wanted(std::span<const Symbol> word, std::size_t which) const;

  virtual Standing standing(std::span<const Symbol>) const { return Standing::judged; }
  // Whether standing() may be excluded, or not_judged.
  virtual bool has_other_words() const { return false; }
  virtual bool judges_some_only() const { return false; }
  // What a word has to meet to be judged, as the claim says it.
  virtual std::string promise() const { return ""; }

  virtual Decision decision() const { return Decision::nearest; }

  // A position (0-based) as the paper counts it: an integer from 1, or [i, j].
  virtual Json position_name(std::size_t position) const { return position + 1; }

  // truth(.., which) row by row, for one thread; does not outlive the task. Tasks may override it where one look at the
  // word serves a whole row.
  virtual std::unique_ptr<RowTruths> row_truths(std::size_t which) const;

  // Inputs as contract.md spells them. from_json throws UsageError that names what is wrong.
  virtual Json to_json(std::span<const Symbol> word) const = 0;
  virtual Word from_json(const Json& input) const = 0;

 protected:
  // A JSON array of `count` integers of the alphabet at `position`, appended to the word.
  void read_symbols(const Json& array, const std::string& name, std::size_t count, Word& word) const;

 private:
  InputSpace space_;
};

}  // namespace attest
