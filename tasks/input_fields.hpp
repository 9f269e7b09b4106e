// Inputs that are a few numbers, words and matrices of letters, each with a name:
//
//   {"p_1": 3, "q": [1, 2, 2]}
//
//   const InputFields fields({{"p_1", {}, numbers(1, n)}, {"q", {n}, numbers(1, n)}});
//   const FieldsInput input = fields.chosen(json, seed);  // JSON, rank:R or random
//   input.number("p_1"), input.word("q")
//
// They are ordered as the fields are, the first entry most significant, letters ascending.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "tasks/input_space.hpp"
#include "tasks/nested_array.hpp"

namespace attest {

struct InputField {
  std::string name;
  Sides sides;
  std::vector<long> letters;  // ascending, at least one
};

// first, first + 1, ..., last.
std::vector<long> numbers(long first, long last);

class FieldsInput {
 public:
  FieldsInput(std::vector<std::string> names, std::vector<std::vector<long>> entries, Json json,
              std::optional<Integer> rank)
      : names_(std::move(names)),
        entries_(std::move(entries)),
        json_(std::move(json)),
        rank_(std::move(rank)) {}

  const Json& json() const { return json_; }
  // Absent for inputs of more than 4096 entries, whose ranks have thousands of digits.
  const std::optional<Integer>& rank() const { return rank_; }
  // The entries of a field, row by row. Throws std::out_of_range for an unknown name.
  const std::vector<long>& entries(const std::string& name) const;
  std::vector<int> word(const std::string& name) const;
  long number(const std::string& name) const { return entries(name).front(); }

 private:
  std::vector<std::string> names_;
  std::vector<std::vector<long>> entries_;
  Json json_;
  std::optional<Integer> rank_;
};

class InputFields {
 public:
  // Throws UsageError for more than 2^22 entries together.
  explicit InputFields(std::vector<InputField> fields);

  const InputSpace& space() const { return space_; }
  // JSON as above, or the words "random" and "rank:R". Throws UsageError that names what is wrong.
  FieldsInput chosen(const Json& input, std::uint64_t seed) const;
  FieldsInput unrank(const Integer& rank) const { return of_word(space_.unrank(rank)); }

 private:
  FieldsInput of_word(const Word& word) const;
  Word from_json(const Json& input) const;

  std::vector<InputField> fields_;
  InputSpace space_;
};

}  // namespace attest
