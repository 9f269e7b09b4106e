// The value of an expression at given sizes: what a task's answer is, exactly. It knows nothing of networks.
//
//   Names names;
//   names.constants = {{"n", 3}};
//   names.inputs = {{"G", {{1, 3}}, {1, 3}}, {"x", {}, {1, 3}}};
//   const Truth truth(parse_expression("G(G(x))"), std::move(names));
//   truth(std::vector<long>{2, 3, 1, /* x */ 1}, {}) == Value(3L);
//
// Names and types are settled once. An evaluation runs on checked machine integers and, where these do not
// suffice or something is wrong, once more on rational numbers. Several threads may evaluate at once.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "language/evaluation_error.hpp"
#include "language/machine_evaluation.hpp"
#include "language/names.hpp"
#include "language/reads.hpp"
#include "language/resolved.hpp"
#include "language/value.hpp"

namespace attest::language {

struct InputTable {
  std::vector<Range> domains;
  std::vector<long> values;  // row by row, the last argument fastest
};

class Truth {
 public:
  // ParseError: unknown names and wrong types, every one of them; ranges without a bound; more than most_steps
  // steps. std::invalid_argument: names that mean two things, inputs beyond 2^40 cells.
  Truth(const Expression& expression, Names names, std::optional<Type::Kind> expected = {});

  const Type& type() const { return resolution_.root->type; }
  const Names& names() const { return names_; }
  const Integer& steps() const { return steps_; }  // an evaluation takes at most so many
  std::size_t cells() const { return cells_; }     // of all inputs together

  // `cells`: the values of all inputs one after the other, each within its range (the bound of the steps rests on
  // that). EvaluationError where there is no value.
  Value operator()(std::span<const long> cells, std::span<const long> indices) const;
  // The same with a table for each input; std::invalid_argument where shape or values are not those of names().
  Value operator()(const std::vector<InputTable>& inputs, std::span<const long> indices) const;

  // The two ways by themselves. On machine integers: nullopt where they do not suffice or there is no value.
  Value exactly(std::span<const long> cells, std::span<const long> indices) const;
  std::optional<Value> on_machine_integers(std::span<const long> cells, std::span<const long> indices) const;

  // On machine integers, with the cells that were read appended in their order, some of them several times.
  std::optional<Value> reading(std::span<const long> cells, std::span<const long> indices,
                               std::vector<std::size_t>& read) const;

  // The cells that may be read at these indices, whatever the input.
  std::vector<Cell> reads(std::span<const long> indices) const;
  // Where its value stands in `cells`.
  std::size_t place(const Cell& cell) const;

 private:
  class Tables;

  Names names_;
  Resolution resolution_;
  Integer steps_;
  std::size_t cells_ = 0;
  std::vector<std::size_t> offsets_;  // of each input in `cells`
  std::shared_ptr<const MachineProgram> program_;
};

}  // namespace attest::language
