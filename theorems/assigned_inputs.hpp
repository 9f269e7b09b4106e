// What inputs are at every argument, as `rows`, `columns` or `map` states it: a(i) = if i = k then 1 else 0.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "language/truth.hpp"
#include "theorems/input_layout.hpp"
#include "theorems/theorem_text.hpp"

namespace attest::theorems {

// a(1), A(1,2), x: the arguments of a field's cells in their order, and a cell's name.
std::vector<std::vector<long>> arguments_of(const InputField& field);
std::string cell_name(const InputField& field, const std::vector<long>& arguments);

// The expression with these names. UsageError with the line where it does not type.
std::shared_ptr<const language::Truth> typed(const language::Expression& expression, language::Names names,
                                             std::optional<language::Type::Kind> expected = {});
// UsageError with the line where it has no value.
language::Value evaluated(const language::Truth& truth, std::span<const long> cells,
                          std::span<const long> indices, const std::string& what);

class AssignedInputs {
 public:
  // Of inputs of `layout`, each field once. `names`: what the expressions see, without indices. `number`: an index that comes
  // before the arguments. UsageError for a wrong number of arguments.
  AssignedInputs(const std::vector<InputAssignment>& all, const language::Names& names,
                 const InputLayout& layout, const std::optional<language::Index>& number);

  // The cells that are stated, ascending.
  std::vector<std::size_t> cells() const;

  // Their letters, which need not be some that the cells can have. `read`: the values of the inputs of `names`; `number`: of
  // the index. UsageError where a letter is no machine integer.
  std::vector<long> letters(std::span<const long> read, std::optional<long> number) const;

  // Of each of them, which cells of `names` were read; empty where that is not known.
  std::vector<std::vector<std::size_t>> reads(std::span<const long> read) const;

  // The same letters of the cells that are chosen, in their places; the others stay. `chosen` and `all`: one of each stated cell.
  void update(std::span<const long> read, const std::vector<bool>& chosen, std::vector<long>& all) const;

  // Of each of them, every cell of `read_from`, the layout of the inputs of `names`, that may be read, whatever the inputs are.
  std::vector<std::vector<std::size_t>> may_read(const InputLayout& read_from) const;

 private:
  struct Part {
    InputAssignment stated;
    InputField field;
    std::vector<std::vector<long>> arguments;  // [cell of the field]
    std::shared_ptr<const language::Truth> truth;
  };
  static long letter(const Part& part, const std::vector<long>& arguments, std::span<const long> read,
                     std::optional<long> number);

  std::vector<Part> parts_;  // by their cells
};

}  // namespace attest::theorems
