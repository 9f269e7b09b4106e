#include "tools/attest/shatter_report.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>

#include "lowerbounds/shattering/load_function.hpp"
#include "tools/attest/text.hpp"

namespace attest {

namespace {

constexpr std::size_t most_patterns_shown = 64;

Json partition_json(PositionSet set, std::size_t n) {
  Json result = Json::array();
  for (const std::size_t i : positions_of(set, n)) result.push_back(i + 1);
  return result;
}

std::string positions_text(const std::vector<std::size_t>& positions) {
  if (positions.empty()) return "no position";
  std::vector<std::size_t> shown;
  for (const std::size_t i : positions) shown.push_back(i + 1);
  return fmt::format("position{} {}", shown.size() == 1 ? "" : "s", fmt::join(shown, ", "));
}

std::string partition_text(PositionSet set, std::size_t n) {
  std::vector<std::size_t> shown = positions_of(set, n);
  for (auto& i : shown) ++i;
  return fmt::format("{{{}}}", fmt::join(shown, ","));
}

// Character k is the value at row k of the set.
std::string pattern_text(std::size_t pattern, std::size_t size) {
  std::string text;
  for (std::size_t k = 0; k < size; ++k) text += (pattern >> k & 1) != 0 ? '1' : '0';
  return text;
}

// The patterns in the order of their texts.
std::vector<std::size_t> ordered_patterns(std::size_t size) {
  std::vector<std::size_t> result;
  for (std::size_t rank = 0; rank < std::size_t{1} << size; ++rank) {
    std::size_t pattern = 0;
    for (std::size_t k = 0; k < size; ++k) pattern |= (rank >> (size - 1 - k) & 1) << k;
    result.push_back(pattern);
  }
  return result;
}

struct Settled {
  std::uint64_t partitions = 0;
  std::uint64_t classes = 0;
};

std::map<SettledBy, Settled> settled(const SplitVc& result) {
  std::map<SettledBy, Settled> counts;
  for (const auto& bounds : result.partitions) {
    auto& entry = counts[bounds.settled_by];
    entry.partitions += bounds.partition.count;
    ++entry.classes;
  }
  return counts;
}

std::string number_of(std::uint64_t count, const std::string& thing) {
  return fmt::format("{} {}{}", count, thing, count == 1 ? "" : "s");
}

std::string upper_bound_text(const ShatterReport& report) {
  const SplitVc& result = report.result;
  const auto counts = settled(result);
  std::uint64_t partitions = 0;
  for (const auto& [by, entry] : counts) partitions += entry.partitions;
  std::vector<std::string> parts;
  const auto add = [&](SettledBy by, const std::string& how) {
    const auto entry = counts.find(by);
    if (entry != counts.end()) parts.push_back(fmt::format("{} by {}", entry->second.partitions, how));
  };
  add(SettledBy::size, "size alone, min(rows, log2 of columns)");
  add(SettledBy::distinct,
      "the same bound once equal, constant and complemented rows and equal columns are left out");
  add(SettledBy::sauer_shelah, "the Sauer-Shelah bound, which reaches that one");
  add(SettledBy::search, fmt::format("exhaustive search ({} visited)", number_of(result.visited, "row set")));
  add(SettledBy::nothing, "nothing yet");
  std::string text =
      report.partition
          ? "this partition"
          : fmt::format("{} in {} up to symmetry", number_of(partitions, "partition"),
                        result.partitions.size() == 1 ? "1 class"
                                                      : fmt::format("{} classes", result.partitions.size()));
  return fmt::format("at most {}: {}, settled {}", result.upper, text, fmt::join(parts, "; "));
}

}  // namespace

Json word_json(const WordFunction& function, const WordOfLetters& word) {
  Json result = Json::array();
  for (const LetterIndex a : word) result.push_back(function.letters[a]);
  return result;
}

std::string word_text(const WordFunction& function, const WordOfLetters& word) {
  if (word.empty()) return "(empty)";
  std::vector<long> letters;
  for (const LetterIndex a : word) letters.push_back(function.letters[a]);
  return function.letters.back() <= 9 ? fmt::format("{}", fmt::join(letters, ""))
                                      : fmt::format("({})", fmt::join(letters, ","));
}

Json shatter_json(const ShatterReport& report) {
  const WordFunction& f = report.function;
  const SplitVc& result = report.result;
  const bool loaded = !result.partitions.empty();
  Json document;
  document["function"] = f.name;
  document["parameters"] = report.parameters;
  document["split_vc"] = result.complete() ? Json(result.lower) : Json();
  document["bounds"] = {{"lower", result.lower}, {"upper", result.upper}};
  document["partitions"] = report.partition ? "given" : "all";
  document["partition"] = loaded ? partition_json(result.witness.rows, f.positions) : Json();
  document["set"] = Json::array();
  for (const auto& word : result.witness.set) document["set"].push_back(word_json(f, word));
  document["witnesses"] = Json::object();
  const std::size_t size = result.witness.set.size();
  if (loaded) {
    for (const std::size_t pattern : ordered_patterns(size)) {
      document["witnesses"][pattern_text(pattern, size)] = word_json(f, result.witness.column[pattern]);
    }
  }
  document["symmetries"] = report.symmetries;
  document["row_sets_visited"] = std::to_string(result.visited);
  document["per_partition"] = Json::array();
  for (const auto& bounds : result.partitions) {
    document["per_partition"].push_back(
        {{"partition", partition_json(bounds.partition.rows, f.positions)},
         {"vc", bounds.exact() ? Json(bounds.at_least) : Json()},
         {"at_least", bounds.at_least},
         {"at_most", bounds.at_most},
         {"partitions", std::to_string(bounds.partition.count)},
         {"settled_by",
          bounds.settled_by == SettledBy::nothing ? Json() : Json(to_string(bounds.settled_by))},
         {"row_sets_visited", std::to_string(bounds.visited)}});
  }
  document["complete"] = report.stop_reason.empty();
  document["reason"] = report.stop_reason.empty() ? Json() : Json(report.stop_reason);
  if (report.counts) {
    document["counts"] = {{"distinct", Json::object()}, {"words", Json::object()}};
    for (std::size_t k = 0; k < report.counts->distinct.size(); ++k) {
      document["counts"]["distinct"][std::to_string(k)] = report.counts->distinct[k].str();
      document["counts"]["words"][std::to_string(k)] = report.counts->words[k].str();
    }
  }
  return document;
}

std::string shatter_text(const ShatterReport& report) {
  const WordFunction& f = report.function;
  const SplitVc& result = report.result;
  const ShatteredSet& witness = result.witness;
  std::string heading = f.name;
  for (const auto& [name, value] : report.parameters.items()) {
    heading += fmt::format(" {}={}", name, value.is_string() ? value.get<std::string>() : value.dump());
  }
  const std::string what = report.partition ? "VC dimension for this partition" : "split-VC";
  std::string text =
      title_line(fmt::format("{}: {} {}", heading, what,
                             result.complete() ? std::to_string(result.lower)
                                               : fmt::format("from {} to {} (undecided: {})", result.lower,
                                                             result.upper, report.stop_reason)));
  if (!report.definition.empty()) text += labelled("function", report.definition);
  text += labelled("symmetries", report.symmetries);
  if (result.partitions.empty()) return text;

  const auto rows = positions_of(witness.rows, f.positions);
  std::vector<std::size_t> columns;
  for (std::size_t i = 0; i < f.positions; ++i) {
    if (std::find(rows.begin(), rows.end(), i) == rows.end()) columns.push_back(i);
  }
  text += labelled("partition", fmt::format("rows are the words on {}, columns those on {}",
                                            positions_text(rows), positions_text(columns)));
  const std::size_t size = witness.set.size();
  std::vector<std::string> words;
  for (const auto& word : witness.set) words.push_back(word_text(f, word));
  text += labelled("lower bound", size == 0 ? "at least 0: the empty set of rows is always shattered"
                                            : fmt::format("at least {}: {} shattered, {}", size,
                                                          size == 1 ? "this row is" : "these rows are",
                                                          fmt::join(words, " ")));
  text += labelled("upper bound", upper_bound_text(report));
  if (size == 0) return text;
  if (witness.column.size() > most_patterns_shown) {
    return text +
           labelled("witnesses", fmt::format("a column for each of the {} patterns: --format json lists them",
                                             witness.column.size()));
  }
  Table table;
  for (const auto& word : words) table.header.push_back(word);
  table.header.emplace_back("column");
  for (const std::size_t pattern : ordered_patterns(size)) {
    std::vector<std::string> row;
    for (std::size_t k = 0; k < size; ++k) row.emplace_back((pattern >> k & 1) != 0 ? "1" : "0");
    row.push_back(word_text(f, witness.column[pattern]));
    table.rows.push_back(std::move(row));
  }
  return text + "\n" + title_line("For each pattern of values on these rows a column that has it:") +
         render(table, Format::text);
}

Table partition_table(const ShatterReport& report) {
  Table table;
  table.header = {"rows A", "partitions alike", "VC dimension", "settled by", "row sets visited"};
  for (const auto& bounds : report.result.partitions) {
    table.rows.push_back({partition_text(bounds.partition.rows, report.function.positions),
                          std::to_string(bounds.partition.count),
                          bounds.exact() ? std::to_string(bounds.at_least)
                                         : fmt::format("{} to {}", bounds.at_least, bounds.at_most),
                          to_string(bounds.settled_by), std::to_string(bounds.visited)});
  }
  return table;
}

Table counts_table(const ShatteredCounts& counts) {
  Table table;
  table.header = {"size", "sets of distinct rows", "sets of row words"};
  Integer distinct = 0;
  Integer words = 0;
  for (std::size_t k = 0; k < counts.distinct.size(); ++k) {
    table.rows.push_back({std::to_string(k), counts.distinct[k].str(), counts.words[k].str()});
    distinct += counts.distinct[k];
    words += counts.words[k];
  }
  table.rows.push_back({"all", distinct.str(), words.str()});
  return table;
}

std::string document_text(const Json& document, bool open) {
  std::string text = "{";
  bool first = true;
  for (const auto& [key, value] : document.items()) {
    text += fmt::format("{}\n  {}: ", first ? "" : ",", Json(key).dump());
    first = false;
    const bool lines = value.is_array() && !value.empty() && value.front().is_object();
    if (!lines) {
      text += value.dump();
      continue;
    }
    text += "[";
    for (std::size_t k = 0; k < value.size(); ++k) text += (k == 0 ? "\n    " : ",\n    ") + value[k].dump();
    text += "\n  ]";
  }
  return open ? text : text + "\n}\n";
}

}  // namespace attest
