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

// `written`: the text before its definitions were written out.
ClaimedRows claimed_rows(const TheoremText& text, const TheoremText& written,
                         const std::shared_ptr<const InputLayout>& layout, const Constants& constants,
                         std::size_t least, std::size_t most) {
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
  if (numbers.size() < least || numbers.size() > most) {
    refuse(stated.members->place, fmt::format("from 1 to {} rows are read, found {}", most, numbers.size()));
  }
  std::sort(numbers.begin(), numbers.end());
  language::Range range;
  if (!numbers.empty()) range = {numbers.front(), numbers.back()};
  if (range.size() != static_cast<long>(numbers.size()))
    refuse(stated.members->place, "the numbers of the rows have gaps");
  const language::Index number{stated.index, range};
  language::Names names;
  for (const auto& [name, value] : constants.values) names.constants.push_back({name, value});
  const AssignedInputs rows(stated.rows, names, *layout, number);
  ClaimedRows result;
  result.on = rows.cells();
  for (const long row : numbers) result.rows.push_back(rows.letters({}, row));
  const language::InputShape has{"has", {range}, {0, 1}};
  names.inputs.push_back(has);
  const auto columns = std::make_shared<const AssignedInputs>(stated.columns, names, *layout, std::nullopt);
  // The layout is what the columns point into.
  result.column = [columns, layout](const std::vector<bool>& pattern) {
    return columns->letters(std::vector<long>(pattern.begin(), pattern.end()), std::nullopt);
  };
  result.rule = said_columns(*text.shatter).body;
  for (std::size_t k = 0; k < text.checks.size(); ++k) {
    const CheckStatement& check = text.checks[k];
    if (check.name != "entries") continue;
    language::Names all = truth_names(text, *layout, constants.values);
    all.inputs.push_back(has);
    all.indices.push_back(number);
    const auto truth = typed(check.formula, std::move(all), Type::Kind::truth);
    result.entries.push_back(
        {language::to_string(written.checks[k].formula), check.mark, check.essential,
         [truth, numbers](std::size_t row, const std::vector<bool>& pattern, std::span<const long> cells) {
           std::vector<long> known(cells.begin(), cells.end());
           known.insert(known.end(), pattern.begin(), pattern.end());
           const long index[] = {numbers.at(row)};
           return evaluated(*truth, known, index, "an entry").truth();
         }});
  }
  return result;
}

}  // namespace

ShatteredFunction shattered_function(const TheoremText& stated, const Parameters& parameters,
                                     std::size_t most_rows) {
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
    if (text.judged_if && !evaluate_truth(without_lets(text.judged_if, text.lets), constants.names))
      result.excluded = language::to_string(text.judged_if);
    // Of a setting that is not judged there need not be any.
    if (!text.shatter->rows.empty())
      result.claimed =
          claimed_rows(text, stated, layout, constants, result.excluded.empty() ? 1 : 0, most_rows);
    return result;
  });
}

}  // namespace attest::theorems
