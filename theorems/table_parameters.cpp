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
using language::Op;

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
    std::size_t cells = 1;
    for (const Expression& domain : statement.domains) {
      domains_.push_back(evaluate_set(domain, names));
      if (domains_.back().empty())
        refuse(domain->place, fmt::format("the table {} has no cells", statement.name));
      cells *= domains_.back().size();
      if (cells > most_cells)
        refuse(statement.place,
               fmt::format("the table {} has more than {} cells", statement.name, most_cells));
    }
    cells_.resize(cells);
    range_ = evaluate_set(statement.range, names);
    if (range_.empty())
      refuse(statement.range->place, fmt::format("the table {} has no values", statement.name));
  }

  void draw(std::uint64_t seed) {
    for (std::size_t k = 0; k < cells_.size(); ++k) cells_[k] = range_[drawn_value(seed, k, range_.size())];
  }

  void read(const std::string& path) {
    std::size_t cell = 0;
    read_level(read_user_json(path, fmt::format("{} ({})", statement_.name, path)), path, 0, cell);
  }

  LetStatement definition() const {
    LetStatement let;
    let.name = statement_.name;
    let.place = statement_.place;
    for (std::size_t k = 0; k < domains_.size(); ++k) let.arguments.push_back(name_of("of", k));
    let.value = level(0, 0);
    return let;
  }

  std::string text() const {
    std::size_t cell = 0;
    return statement_.name + " = " + text_of_level(0, cell);
  }

 private:
  void read_level(const Json& json, const std::string& path, std::size_t depth, std::size_t& cell) {
    if (depth == domains_.size()) {
      cells_[cell] = rational_from_json(json, statement_.name);
      if (!std::binary_search(range_.begin(), range_.end(), cells_[cell]))
        throw UsageError(
            statement_.name, path,
            fmt::format("values out of {}, not {}", language::to_string(statement_.range), json.dump()));
      ++cell;
      return;
    }
    if (!json.is_array() || json.size() != domains_[depth].size()) {
      throw UsageError(
          statement_.name, path,
          fmt::format("a list of {} entries for argument {}", domains_[depth].size(), depth + 1));
    }
    for (const Json& part : json) read_level(part, path, depth + 1, cell);
  }

  std::string text_of_level(std::size_t depth, std::size_t& cell) const {
    if (depth == domains_.size()) return attest::to_string(cells_[cell++]);
    std::string text = "[";
    for (std::size_t k = 0; k < domains_[depth].size(); ++k)
      text += (k > 0 ? "," : "") + text_of_level(depth + 1, cell);
    return text + "]";
  }

  // Names that no paper has, for they stand beside those of the theorem.
  std::string name_of(const char* what, std::size_t argument) const {
    return fmt::format("{}_{}_argument_{}", statement_.name, what, argument + 1);
  }

  // The value as a function of the arguments behind `depth`, of which the cells begin at `first`.
  Expression level(std::size_t depth, std::size_t first) const {
    const language::Place& place = statement_.place;
    if (depth == domains_.size()) return number(cells_[first]);
    std::size_t stride = 1;
    for (std::size_t k = depth + 1; k < domains_.size(); ++k) stride *= domains_[k].size();
    const Expression y = language::name(name_of("at", depth), place);
    const Expression known = language::node(Op::element, {y, statement_.domains[depth]}, place);
    const Expression outside = language::node(
        Op::divide, {language::number(1, place), language::node(Op::subtract, {y, y}, place)}, place);
    const Expression body = language::node(
        Op::conditional, {known, halves(y, depth, 0, domains_[depth].size(), first, stride), outside}, place);
    return language::node(Op::let, {language::name(name_of("of", depth), place), body}, place, y->name);
  }

  Expression halves(const Expression& y, std::size_t depth, std::size_t begin, std::size_t end,
                    std::size_t first, std::size_t stride) const {
    if (end - begin == 1) return level(depth + 1, first + begin * stride);
    const std::size_t middle = begin + (end - begin) / 2;
    const Expression before =
        language::node(Op::less_equal, {y, number(domains_[depth][middle - 1])}, statement_.place);
    return language::node(Op::conditional,
                          {before, halves(y, depth, begin, middle, first, stride),
                           halves(y, depth, middle, end, first, stride)},
                          statement_.place);
  }

  // As it is read: a negative number is one taken from 0, a fraction a quotient.
  Expression number(const Rational& value) const {
    const language::Place& place = statement_.place;
    if (value < 0) return language::node(Op::negate, {number(Rational(-value))}, place);
    if (denominator_of(value) == 1) return language::number(value, place);
    return language::node(Op::divide,
                          {language::number(Rational(numerator_of(value)), place),
                           language::number(Rational(denominator_of(value)), place)},
                          place);
  }

  const ParameterStatement& statement_;
  std::vector<std::vector<Rational>> domains_;
  std::vector<Rational> range_;
  std::vector<Rational> cells_;  // the last argument fastest
};

}  // namespace

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
      if (statement.from == "seed") {
        // Else of a variant alone.
        const bool given = text_or_not_there(parameters, statement.name) != not_there;
        table.draw(given ? static_cast<std::uint64_t>(parameters.integer(statement.name)) : 0);
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
