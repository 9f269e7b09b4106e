#include "theorems/shattered_function.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "claims/usage_error.hpp"
#include "language/evaluation_error.hpp"
#include "language/message.hpp"
#include "language/truth.hpp"
#include "numeric/checked.hpp"
#include "theorems/constants.hpp"
#include "theorems/lets.hpp"
#include "theorems/said.hpp"
#include "theorems/table_parameters.hpp"
#include "theorems/truth_names.hpp"

namespace attest::theorems {

namespace {

using language::Truth;
using language::Type;

std::shared_ptr<const Truth> typed(const Expression& expression, language::Names names,
                                   std::optional<Type::Kind> expected = {}) {
  try {
    return std::make_shared<const Truth>(expression, std::move(names), expected);
  } catch (const language::ParseError& error) {
    refuse(error.messages().front().place, error.messages().front().text);
  }
}

language::Value evaluated(const Truth& truth, std::span<const long> cells, std::span<const long> indices,
                          const std::string& what) {
  try {
    return truth(cells, indices);
  } catch (const language::EvaluationError& error) {
    throw UsageError(fmt::format("line {}: {} has no value: {}", error.place().line, what, error.what()));
  }
}

// a(1), A(1,2), x: the cell-th of a field.
std::vector<std::vector<long>> arguments_of(const InputField& field) {
  std::vector<std::vector<long>> all{{}};
  for (const auto& domain : field.domains) {
    std::vector<std::vector<long>> longer;
    for (const auto& arguments : all) {
      for (const long value : domain) {
        longer.push_back(arguments);
        longer.back().push_back(value);
      }
    }
    all = std::move(longer);
  }
  return all;
}

std::string cell_name(const InputField& field, const std::vector<long>& arguments) {
  return arguments.empty() ? field.name : fmt::format("{}({})", field.name, fmt::join(arguments, ","));
}

// Domains without gaps: those of other inputs are refused where the function is evaluated (truth_names).
language::Range range_of_domain(const std::vector<long>& domain) {
  return domain.empty() ? language::Range() : language::Range{domain.front(), domain.back()};
}

// What inputs are at every argument, as the rows or the columns state it.
class Assigned {
 public:
  // `names`: constants and, for columns, `has`; without indices. `number`: of the rows.
  Assigned(const std::vector<InputAssignment>& all, const language::Names& names, const InputLayout& layout,
           const std::optional<language::Index>& number) {
    for (const InputAssignment& a : all) {
      const InputField& field = *layout.find(a.input);
      if (a.indices.size() != field.domains.size()) {
        refuse(a.place,
               fmt::format("the input '{}' has {} argument{}; {} named here", a.input, field.domains.size(),
                           field.domains.size() == 1 ? "" : "s", a.indices.size()));
      }
      language::Names own = names;
      if (number) own.indices.push_back(*number);
      for (std::size_t k = 0; k < a.indices.size(); ++k)
        own.indices.push_back({a.indices[k], range_of_domain(field.domains[k])});
      parts_.push_back({a, &field, arguments_of(field), typed(a.value, std::move(own))});
    }
  }

  // The cells that are stated, ascending.
  std::vector<std::size_t> cells() const {
    std::vector<std::size_t> result;
    for (const Part& part : parts_) {
      for (std::size_t c = 0; c < part.field->cells; ++c) result.push_back(part.field->first_cell + c);
    }
    std::sort(result.begin(), result.end());
    return result;
  }

  // Their letters. `has`: of the rows, for columns; `number`: of the row, for rows.
  std::vector<long> letters(const std::vector<long>& has, std::optional<long> number) const {
    std::vector<std::pair<std::size_t, long>> found;
    for (const Part& part : parts_) {
      for (std::size_t c = 0; c < part.arguments.size(); ++c) {
        std::vector<long> indices;
        if (number) indices.push_back(*number);
        indices.insert(indices.end(), part.arguments[c].begin(), part.arguments[c].end());
        const language::Value value =
            evaluated(*part.truth, has, indices, cell_name(*part.field, part.arguments[c]));
        found.emplace_back(part.field->first_cell + c, letter_of(part.stated.place, value));
      }
    }
    std::sort(found.begin(), found.end());
    std::vector<long> result;
    for (const auto& [cell, letter] : found) result.push_back(letter);
    return result;
  }

 private:
  static long letter_of(const Place& place, const language::Value& value) {
    if (value.kind() == Type::Kind::truth) return value.truth() ? 1 : 0;
    const long* letter = value.machine();
    if (letter == nullptr || *letter != static_cast<int>(*letter))
      refuse(place, fmt::format("{} is no letter", language::to_string(value)));
    return *letter;
  }

  struct Part {
    InputAssignment stated;
    const InputField* field;
    std::vector<std::vector<long>> arguments;  // [cell of the field]
    std::shared_ptr<const Truth> truth;
  };
  std::vector<Part> parts_;
};

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
  const Assigned rows(stated.rows, names, *layout, language::Index{stated.index, range});
  ClaimedRows result;
  result.on = rows.cells();
  for (const long number : numbers) result.rows.push_back(rows.letters({}, number));
  names.inputs.push_back({"has", {range}, {0, 1}});
  const auto columns = std::make_shared<const Assigned>(stated.columns, names, *layout, std::nullopt);
  // The layout is what the columns point into.
  result.column = [columns, layout](const std::vector<bool>& pattern) {
    return columns->letters({pattern.begin(), pattern.end()}, std::nullopt);
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
