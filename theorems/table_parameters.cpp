#include "theorems/table_parameters.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "claims/usage_error.hpp"
#include "claims/user_json.hpp"
#include "numeric/checked.hpp"
#include "theorems/constants.hpp"
#include "theorems/lets.hpp"

namespace attest::theorems {

namespace {

using language::Expression;

constexpr std::size_t most_cells = 1U << 16U;

std::uint64_t finalized(std::uint64_t z) {
  z += 0x9E3779B97F4A7C15U;
  z = (z ^ (z >> 30U)) * 0xBF58476D1CE4E5B9U;
  z = (z ^ (z >> 27U)) * 0x94D049BB133111EBU;
  return z ^ (z >> 31U);
}

class Table {
 public:
  Table(const ParameterStatement& statement, const NetworkNames& names) : statement_(statement) {
    table_.name = statement.name;
    std::size_t cells = 1;
    for (const Expression& domain : statement.domains) {
      table_.domains.push_back(evaluate_set(domain, names));
      if (table_.domains.back().empty())
        refuse(domain->place, fmt::format("the table {} has no cells", statement.name));
      cells *= table_.domains.back().size();
      if (cells > most_cells)
        refuse(statement.place,
               fmt::format("the table {} has more than {} cells", statement.name, most_cells));
    }
    table_.cells.resize(cells);
    range_ = evaluate_set(statement.range, names);
    if (range_.empty())
      refuse(statement.range->place, fmt::format("the table {} has no values", statement.name));
  }

  void draw(std::uint64_t seed) {
    for (std::size_t k = 0; k < table_.cells.size(); ++k)
      table_.cells[k] = range_[drawn_value(seed, k, range_.size())];
  }

  void read(const std::string& path) {
    std::size_t cell = 0;
    read_level(read_user_json(path, fmt::format("{} ({})", statement_.name, path)), path, 0, cell);
  }

  LetStatement definition() const {
    return definition_of(std::make_shared<const language::KnownTable>(table_), statement_.place);
  }

  std::string text() const {
    std::size_t cell = 0;
    return statement_.name + " = " + text_of_level(0, cell);
  }

 private:
  void read_level(const Json& json, const std::string& path, std::size_t depth, std::size_t& cell) {
    if (depth == table_.domains.size()) {
      table_.cells[cell] = rational_from_json(json, statement_.name);
      if (!std::binary_search(range_.begin(), range_.end(), table_.cells[cell]))
        throw UsageError(
            statement_.name, path,
            fmt::format("values out of {}, not {}", language::to_string(statement_.range), json.dump()));
      ++cell;
      return;
    }
    if (!json.is_array() || json.size() != table_.domains[depth].size()) {
      throw UsageError(
          statement_.name, path,
          fmt::format("a list of {} entries for argument {}", table_.domains[depth].size(), depth + 1));
    }
    for (const Json& part : json) read_level(part, path, depth + 1, cell);
  }

  std::string text_of_level(std::size_t depth, std::size_t& cell) const {
    if (depth == table_.domains.size()) return attest::to_string(table_.cells[cell++]);
    std::string text = "[";
    for (std::size_t k = 0; k < table_.domains[depth].size(); ++k)
      text += (k > 0 ? "," : "") + text_of_level(depth + 1, cell);
    return text + "]";
  }

  const ParameterStatement& statement_;
  language::KnownTable table_;
  std::vector<Rational> range_;
};

}  // namespace

LetStatement definition_of(std::shared_ptr<const language::KnownTable> table, const language::Place& place) {
  LetStatement let;
  let.name = table->name;
  let.place = place;
  std::vector<Expression> values;
  for (std::size_t k = 0; k < table->domains.size(); ++k) {
    // A name that no paper has, for it stands beside those of the theorem.
    let.arguments.push_back(fmt::format("{}_of_argument_{}", table->name, k + 1));
    values.push_back(language::name(let.arguments.back(), place));
  }
  let.value = language::cell_of(std::move(table), std::move(values), place);
  return let;
}

std::size_t drawn_value(std::uint64_t seed, std::size_t cell, std::size_t count) {
  return static_cast<std::size_t>(finalized(finalized(seed) + cell) % count);
}

TheoremText with_tables(TheoremText text, const Parameters& parameters, std::vector<std::string>& notes) {
  const auto is_table = [](const ParameterStatement& parameter) { return parameter.range != nullptr; };
  if (std::none_of(text.parameters.begin(), text.parameters.end(), is_table)) return text;
  return with_lines([&] {
    TheoremText plain = with_lets_written_out(text);
    std::vector<ParameterStatement> tables;
    std::copy_if(plain.parameters.begin(), plain.parameters.end(), std::back_inserter(tables), is_table);
    std::erase_if(plain.parameters, is_table);
    std::erase_if(text.parameters, is_table);
    const Constants constants = constants_of(plain, parameters);
    std::vector<LetStatement> lets;
    for (const ParameterStatement& statement : tables) {
      Table table(statement, constants.names);
      const std::string given =
          text_or_not_there(parameters, statement.name);  // there is none of a variant alone
      const auto seed = integer_from_string(given == not_there ? "0" : given);
      if (statement.from != "file" && seed) {
        table.draw(static_cast<std::uint64_t>(to_long(*seed)));
      } else {
        table.read(parameters.text(statement.name));
      }
      lets.push_back(table.definition());
      notes.push_back(table.text());
    }
    text.lets.insert(text.lets.begin(), lets.begin(), lets.end());
    return text;
  });
}

}  // namespace attest::theorems
