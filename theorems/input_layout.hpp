// The inputs of a theorem at given sizes: which cells they have (a(1), a(2), .., A(1,1), ..), what each can be, how a
// word of the input space spells them, and how JSON does.
//
// A word has one symbol a cell. Of an injective function the symbol is the rank of the value among those that are not
// taken yet, so that words are exactly the injections, in lexicographic order; a subset is a function to {0, 1}.
#pragma once

#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "claims/json.hpp"
#include "tasks/input_space.hpp"
#include "theorems/theorem_text.hpp"

namespace attest::theorems {

struct InputField {
  std::string name;
  Shape shape = Shape::any;
  std::vector<std::vector<long>>
      domains;               // the arguments' values, one list an argument; none: a single number
  std::vector<long> values;  // what a cell can be, ascending
  std::size_t first_cell = 0;
  std::size_t cells = 1;

  // The cell of these arguments; npos where one is outside of its domain.
  std::size_t cell(std::span<const long> arguments) const;
  static constexpr std::size_t npos = static_cast<std::size_t>(-1);
};

class InputLayout {
 public:
  // Throws UsageError where an input has no values, or has more than a machine can hold.
  // Without a spelling JSON is an object with a key for each input.
  explicit InputLayout(std::vector<InputField> fields, std::optional<Spelling> spelled = std::nullopt);

  const std::vector<InputField>& fields() const { return fields_; }
  const InputField* find(const std::string& name) const;
  std::size_t cells() const { return cells_; }
  const std::vector<long>& values(std::size_t cell) const { return fields_[field_of_[cell]].values; }

  // Whether some input has these values (each one that its cell can have): injective inputs have none twice.
  bool can_be(const std::map<std::size_t, long>& cells) const;

  InputSpace space() const;
  // Whether a word's symbols are the places of the cells' values: no input is ranked by what is still free.
  bool symbols_are_places() const;
  void decode(std::span<const Symbol> word, std::span<long> cells) const;
  // Of each cell, the place of its value in values(cell).
  void decode_places(std::span<const Symbol> word, std::span<std::size_t> places) const;

  // {"G": [2, 1], "x": 1}, or as the theorem spells it; a relation is a list of rows.
  Json to_json(std::span<const Symbol> word) const;
  // Throws UsageError that names what is wrong.
  Word from_json(const Json& input) const;

 private:
  Word encode(std::span<const long> cells) const;
  Json written(const Spelling& spelling, std::span<const long> cells) const;
  void check_letters(const Spelling& spelling) const;
  static void read_letters(const InputField& field, const Json& json, const std::string& where,
                           std::vector<long>& cells);
  void read(const Spelling& spelling, const Json& json, const std::string& where,
            std::vector<long>& cells) const;

  std::vector<InputField> fields_;
  Spelling spelled_;
  std::vector<std::size_t> field_of_;  // [cell]
  std::size_t cells_ = 0;
};

}  // namespace attest::theorems
