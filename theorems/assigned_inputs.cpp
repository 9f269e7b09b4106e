#include "theorems/assigned_inputs.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "language/evaluation_error.hpp"
#include "language/message.hpp"
#include "theorems/network_value.hpp"

namespace attest::theorems {

namespace {

using language::Truth;
using language::Type;

// Domains without gaps: those of other inputs are refused where they are evaluated (truth_names).
language::Range range_of_domain(const std::vector<long>& domain) {
  return domain.empty() ? language::Range() : language::Range{domain.front(), domain.back()};
}

long letter_of(const Place& place, const language::Value& value) {
  if (value.kind() == Type::Kind::truth) return value.truth() ? 1 : 0;
  const long* letter = value.machine();
  if (letter == nullptr || *letter != static_cast<int>(*letter))
    refuse(place, fmt::format("{} is no letter", language::to_string(value)));
  return *letter;
}

}  // namespace

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

std::shared_ptr<const Truth> typed(const Expression& expression, language::Names names,
                                   std::optional<Type::Kind> expected) {
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
    refuse(error.place(), fmt::format("{} has no value: {}", what, error.what()));
  }
}

AssignedInputs::AssignedInputs(const std::vector<InputAssignment>& all, const language::Names& names,
                               const InputLayout& layout, const std::optional<language::Index>& number) {
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
    parts_.push_back({a, field, arguments_of(field), typed(a.value, std::move(own))});
  }
  std::sort(parts_.begin(), parts_.end(),
            [](const Part& a, const Part& b) { return a.field.first_cell < b.field.first_cell; });
}

std::vector<std::size_t> AssignedInputs::cells() const {
  std::vector<std::size_t> result;
  for (const Part& part : parts_) {
    for (std::size_t c = 0; c < part.field.cells; ++c) result.push_back(part.field.first_cell + c);
  }
  return result;
}

std::vector<long> AssignedInputs::letters(std::span<const long> read, std::optional<long> number) const {
  std::vector<long> result;
  for (const Part& part : parts_) {
    for (const auto& arguments : part.arguments) result.push_back(letter(part, arguments, read, number));
  }
  return result;
}

void AssignedInputs::update(std::span<const long> read, const std::vector<bool>& chosen,
                            std::vector<long>& all) const {
  std::size_t cell = 0;
  for (const Part& part : parts_) {
    for (const auto& arguments : part.arguments) {
      if (chosen[cell]) all[cell] = letter(part, arguments, read, std::nullopt);
      ++cell;
    }
  }
}

long AssignedInputs::letter(const Part& part, const std::vector<long>& arguments, std::span<const long> read,
                            std::optional<long> number) {
  std::vector<long> numbered;
  if (number) {
    numbered.push_back(*number);
    numbered.insert(numbered.end(), arguments.begin(), arguments.end());
  }
  try {
    return letter_of(part.stated.place, (*part.truth)(read, number ? numbered : arguments));
  } catch (const language::EvaluationError& error) {
    refuse(error.place(), fmt::format("{} has no value: {}", cell_name(part.field, arguments), error.what()));
  }
}

std::vector<std::vector<std::size_t>> AssignedInputs::reads(std::span<const long> read) const {
  std::vector<std::vector<std::size_t>> result;
  for (const Part& part : parts_) {
    for (const auto& arguments : part.arguments) {
      std::vector<std::size_t> cells;
      if (!part.truth->reading(read, arguments, cells)) cells.clear();
      std::sort(cells.begin(), cells.end());
      cells.erase(std::unique(cells.begin(), cells.end()), cells.end());
      result.push_back(std::move(cells));
    }
  }
  return result;
}

std::vector<std::vector<std::size_t>> AssignedInputs::may_read(const InputLayout& read_from) const {
  std::vector<std::vector<std::size_t>> result;
  for (const Part& part : parts_) {
    for (const auto& arguments : part.arguments) {
      result.emplace_back();
      // A layout has no more cells than reads() can list.
      for (const language::Cell& cell : part.truth->reads(arguments)) {
        const std::size_t place = read_from.fields()[cell.input].cell(cell.arguments);
        if (place != InputField::npos) result.back().push_back(place);
      }
    }
  }
  return result;
}

}  // namespace attest::theorems
