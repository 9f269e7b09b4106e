#include "certificates/shattering_record.hpp"

#include <numeric>

#include "claims/stop.hpp"
#include "theorems/lets.hpp"
#include "theorems/table_parameters.hpp"

namespace attest::theorems::certificates {

namespace {

Json record_of(const std::string& name, const std::string& variant, const Json& constants, const Json& inputs,
               const Json& function) {
  return {{"format", "attest/certificate/1"}, {"theorem", name},  {"variant", variant},
          {"constants", constants},           {"inputs", inputs}, {"function", function}};
}

// Of each position, in their order.
std::vector<std::vector<long>> letters_of(const Json& record) {
  std::vector<std::vector<long>> result;
  for (const Json& field : record["inputs"]) {
    std::size_t cells = 1;
    for (const Json& domain : field["domains"]) cells *= domain.size();
    result.insert(result.end(), cells, field["values"].get<std::vector<long>>());
  }
  return result;
}

}  // namespace

Json function_record(const TheoremText& stated, const std::string& id, const std::string& variant,
                     const Parameters& parameters) {
  std::vector<std::string> tables;
  // As shattered_function reads it.
  const TheoremText text = with_lets_written_out(with_tables(stated, parameters, tables));
  if (!tables.empty()) no_place("a table");
  const Constants constants = constants_of(text, parameters);
  const InputLayout layout = layout_of(text, constants.names);
  Names known;
  for (const auto& [name, value] : constants.values) known.insert(name);
  for (const InputField& field : layout.fields()) {
    known.insert(field.name);
    if (field.shape != Shape::any) no_place("a function of inputs that are not all words");
    if (field.cells == 0) no_place("an input without values");
  }
  const std::string function = written(without_lets(text.shatter->function, text.lets), known);
  return record_of(id, variant, constants_json(constants), inputs_json(layout), {{"expression", function}});
}

Json function_record(const FunctionTable& table, const std::string& name) {
  Json constants = Json::array();
  for (const auto& [parameter, value] : table.parameters)
    constants.push_back(Json::array({parameter, value}));
  std::vector<long> positions(table.length);
  std::iota(positions.begin(), positions.end(), 1L);
  const Json word{
      {"name", "word"}, {"shape", "any"}, {"domains", Json::array({positions})}, {"values", table.letters}};
  return record_of(name, "table", constants, Json::array({word}), {{"table", table.values}});
}

std::size_t words_of(const Json& record) {
  std::size_t words = 1;
  for (const auto& letters : letters_of(record)) {
    words *= letters.size();
    if (words > most_table_words) return most_table_words + 1;
  }
  return words;
}

Json with_table(Json record, const std::function<bool(const std::vector<long>&)>& value) {
  const auto letters = letters_of(record);
  std::string table;
  std::vector<std::size_t> at(letters.size(), 0);
  std::vector<long> word(letters.size());
  for (std::size_t rank = 0, words = words_of(record); rank < words; ++rank) {
    if (rank % 1024 == 0) check_stop();
    for (std::size_t i = 0; i < word.size(); ++i) word[i] = letters[i][at[i]];
    table += value(word) ? '1' : '0';
    for (std::size_t i = at.size(); i-- > 0;) {
      if (++at[i] < letters[i].size()) break;
      at[i] = 0;
    }
  }
  record["function"] = {{"table", table}};
  return record;
}

}  // namespace attest::theorems::certificates
