#include "theorems/shattered_function.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "claims/usage_error.hpp"
#include "language/evaluation_error.hpp"
#include "language/message.hpp"
#include "language/truth.hpp"
#include "numeric/checked.hpp"
#include "theorems/assigned_inputs.hpp"
#include "theorems/constants.hpp"
#include "theorems/lets.hpp"
#include "theorems/said.hpp"
#include "theorems/table_parameters.hpp"
#include "theorems/truth_names.hpp"

namespace attest::theorems {

namespace {

using language::Type;

ClaimedRows claimed_rows(const TheoremText& text, const std::shared_ptr<const InputLayout>& layout,
                         const Constants& constants) {
  ShatterStatement stated = *text.shatter;
  stated.members = without_lets(stated.members, text.lets);
  for (auto* side : {&stated.rows, &stated.columns}) {
    for (InputAssignment& a : *side) a.value = without_lets(a.value, text.lets);
  }
  std::vector<long> numbers;
  for (const Rational& number : evaluate_set(stated.members, constants.names)) {
    const auto machine = fits_long(number);
    if (!machine)
      refuse(stated.members->place, fmt::format("{} is no integer of 64 bits", attest::to_string(number)));
    numbers.push_back(*machine);
  }
  constexpr std::size_t most = 30;
  if (numbers.empty() || numbers.size() > most) {
    refuse(stated.members->place, fmt::format("from 1 to {} rows are read, found {}", most, numbers.size()));
  }
  std::sort(numbers.begin(), numbers.end());
  if (numbers.back() - numbers.front() + 1 != static_cast<long>(numbers.size()))
    refuse(stated.members->place, "the numbers of the rows have gaps");
  const language::Range range{numbers.front(), numbers.back()};
  language::Names names;
  for (const auto& [name, value] : constants.values) names.constants.push_back({name, value});
  const AssignedInputs rows(stated.rows, names, *layout, language::Index{stated.index, range});
  ClaimedRows result;
  result.on = rows.cells();
  for (const long number : numbers) result.rows.push_back(rows.letters({}, number));
  names.inputs.push_back({"has", {range}, {0, 1}});
  const auto columns = std::make_shared<const AssignedInputs>(stated.columns, names, *layout, std::nullopt);
  // The layout is what the columns point into.
  result.column = [columns, layout](const std::vector<bool>& pattern) {
    return columns->letters(std::vector<long>(pattern.begin(), pattern.end()), std::nullopt);
  };
  result.rule = said_columns(*text.shatter).body;
  return result;
}

}  // namespace

ShatteredFunction shattered_function(const TheoremText& stated, const Parameters& parameters) {
  std::vector<std::string> tables;
  const TheoremText text = with_lets_written_out(with_tables(stated, parameters, tables));
  return with_lines([&] {
    const Constants constants = constants_of(text, parameters);
    const auto layout = std::make_shared<const InputLayout>(layout_of(text, constants.names));
    ShatteredFunction result;
    for (std::size_t f = 0; f < layout->fields().size(); ++f) {
      const InputField& field = layout->fields()[f];
      if (field.shape != Shape::any)
        refuse(text.inputs[f].place,
               "a function that is shattered is one of all words; every word is an input");
      for (const auto& arguments : arguments_of(field)) {
        result.positions.push_back(cell_name(field, arguments));
        result.letters.push_back(field.values);
      }
    }
    const auto truth =
        typed(text.shatter->function, truth_names(text, *layout, constants.values), Type::Kind::truth);
    result.value = [truth](std::span<const long> cells) {
      return evaluated(*truth, cells, {}, "the function").truth();
    };
    for (const CheckStatement& check : text.checks) {
      if (check.name == "vc")
        result.bounds.push_back(
            evaluate_number(without_lets(check.formula->children[1], text.lets), constants.names));
    }
    if (!text.shatter->rows.empty()) result.claimed = claimed_rows(text, layout, constants);
    return result;
  });
}

}  // namespace attest::theorems
