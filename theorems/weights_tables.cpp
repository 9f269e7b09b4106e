#include "theorems/weights_tables.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>

#include "attention/weights_json.hpp"
#include "claims/usage_error.hpp"
#include "language/words.hpp"
#include "theorems/lets.hpp"
#include "theorems/table_parameters.hpp"

namespace attest::theorems {

namespace {

using language::Expression;
using language::KnownTable;

Json json_of(const KnownTable& table) {
  const auto list = [](const std::vector<Rational>& numbers) {
    Json result = Json::array();
    for (const Rational& x : numbers) result.push_back(attest::to_string(x));
    return result;
  };
  Json arguments = Json::array();
  for (const auto& domain : table.domains) arguments.push_back(list(domain));
  return {{"arguments", std::move(arguments)}, {"values", list(table.cells)}};
}

void add_tables(const Expression& e, Json& json) {
  if (!e) return;
  if (e->table && !json.contains(e->table->name)) json[e->table->name] = json_of(*e->table);
  for (const Expression& child : e->children) add_tables(child, json);
  for (const auto& binder : e->binders) add_tables(binder.range, json);
  add_tables(e->such_that, json);
}

std::vector<Rational> numbers(const Json& json, const std::string& where) {
  if (!json.is_array() || json.empty())
    throw UsageError(where, weights::short_text(json), "an array of numbers");
  std::vector<Rational> result;
  for (std::size_t k = 0; k < json.size(); ++k)
    result.push_back(weights::number(json[k], fmt::format("{}[{}]", where, k)));
  return result;
}

KnownTable table_of(const std::string& name, const Json& json) {
  const std::string where = "tables." + name;
  if (language::find_builtin(name) != nullptr)
    throw UsageError(where, name, "a name that no built-in function has");
  weights::only(json, {"arguments", "values"}, where + ".");
  KnownTable table{name, {}, numbers(weights::field(json, "values", where + "."), where + ".values")};
  const Json& arguments = weights::field(json, "arguments", where + ".");
  if (!arguments.is_array() || arguments.empty())
    throw UsageError(where + ".arguments", weights::short_text(arguments), "a list for every argument");
  std::size_t cells = 1;
  for (std::size_t k = 0; k < arguments.size(); ++k) {
    const std::string entry = fmt::format("{}.arguments[{}]", where, k);
    table.domains.push_back(numbers(arguments[k], entry));
    const auto& domain = table.domains.back();
    if (std::adjacent_find(domain.begin(), domain.end(), std::greater_equal<>()) != domain.end())
      throw UsageError(entry, weights::short_text(arguments[k]), "numbers that ascend");
    cells = cells > table.cells.size() ? cells : cells * domain.size();
  }
  if (cells != table.cells.size()) {
    throw UsageError(where + ".values", fmt::format("{} values", table.cells.size()),
                     "one for every choice of the arguments");
  }
  return table;
}

}  // namespace

Json tables_json(const std::vector<Expression>& expressions) {
  Json result = Json::object();
  for (const Expression& e : expressions) add_tables(e, result);
  return result;
}

GivenTables::GivenTables(const Json& weights) {
  if (!weights.contains("tables")) return;
  const Json& tables = weights["tables"];
  if (!tables.is_object()) throw UsageError("tables", weights::short_text(tables), "an object of tables");
  for (const auto& [name, json] : tables.items())
    tables_.push_back(definition_of(std::make_shared<const KnownTable>(table_of(name, json)), {}));
}

Expression GivenTables::read(const Expression& expression) {
  for (const std::string& name : language::free_names(expression)) read_.insert(name);
  return without_lets(expression, tables_);
}

void GivenTables::refuse_unread() const {
  for (const LetStatement& table : tables_) {
    if (!read_.contains(table.name))
      throw UsageError("tables." + table.name, table.name,
                       "a table that an expression of these weights reads");
  }
}

}  // namespace attest::theorems
