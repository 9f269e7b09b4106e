// The cover of a judged token with its own symbols by counts: the inputs fall into units in which the answer is known, or, where the answer
// is symmetric, into one; each is a box of counts, closed by a bound, halved (one more block shows a class, or none does), or, with nothing
// open that matters, evaluated exactly.
#pragma once

#include <functional>
#include <optional>

#include "verification/counts/answers.hpp"
#include "verification/counts/bound.hpp"
#include "verification/cover/search.hpp"

namespace attest::counts {

// Inputs with one answer, or with any where blocks may be exchanged all the same.
struct Unit {
  std::vector<Group> groups;
  std::optional<long> answer;
};

// Calls visit with every unit that has judged inputs, in an order that is that of the setting. Every input that is judged is in exactly one;
// every input of one is judged.
void each_unit(const Terms& terms, const std::function<void(const Unit&)>& visit);

// UsageError, as the definition has it, where an expressive head sees scores of 0 alone on some input of the unit: its weights are 0/0.
void expect_weights(const Terms& terms, const Unit& unit);

// What is known of a box.
struct Looked {
  std::optional<long> answer;
  // The output less the answer (number), or the output (sign): at least -down, at most up.
  Bound down;
  Bound up;
  // Where to halve it; none: nothing is open that matters.
  std::size_t group = cover::none;
  std::size_t of_class = 0;
  // What is |y - answer|, or -y on a yes and y on a no, at most.
  const Bound& worst(Decision decision) const;
  bool is_right(Decision decision) const;
  bool is_wrong(Decision decision) const;  // on all of the box
};

// One thread's own.
class Search {
 public:
  explicit Search(const Terms& terms) : terms_(terms), bounder_(terms) {}

  Looked look_at(const Unit& unit, const Box& box);
  // Whether every output is right; the first wrong one that is met ends it.
  void close(const Unit& unit, cover::Tally& tally);
  // How many outputs are wrong. Adds to `boxes` and throws TooMany once there are more than `most`, Open where exact evaluation leaves one.
  struct TooMany {};
  struct Open {};
  Integer wrong_inputs(const Unit& unit, std::uint64_t most, std::uint64_t& boxes);

 private:
  bool all_right(const Unit& unit, const Box& box, cover::Tally& tally, bool sample);
  Status evaluated(const Word& word) const;
  Integer wrong_in(const Unit& unit, const Box& box, std::uint64_t most, std::uint64_t& boxes);

  const Terms& terms_;
  Bounder bounder_;
};

}  // namespace attest::counts
