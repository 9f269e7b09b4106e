#include "tools/attest/shattering_certificate.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "claims/stop.hpp"
#include "claims/usage_error.hpp"
#include "lowerbounds/shattering/named_functions.hpp"
#include "lowerbounds/shattering/table_function.hpp"
#include "theorems/patch.hpp"
#include "theorems/read.hpp"
#include "theorems/shattered_function.hpp"

namespace attest {

namespace {

namespace cert = theorems::certificates;

// By multisets all permutations of positions are symmetries, but then there are more words than a certificate has.
std::vector<cert::SymmetryHint> hints_of(const PartitionedFunction& function) {
  std::vector<cert::SymmetryHint> result;
  if (const auto* table = dynamic_cast<const TableFunction*>(&function)) {
    for (const Symmetry& g : table->symmetries().generators)
      result.push_back({g.position, g.letter, g.complements});
  }
  return result;
}

std::vector<long> letters_of(const WordFunction& function, const WordOfLetters& word) {
  std::vector<long> result;
  for (const LetterIndex a : word) result.push_back(function.letters[a]);
  return result;
}

// Of a word of letters.
std::function<bool(const std::vector<long>&)> value_of(const WordFunction& function) {
  return [&function](const std::vector<long>& word) {
    std::vector<LetterIndex> indices;
    for (const long letter : word) {
      const auto at = std::lower_bound(function.letters.begin(), function.letters.end(), letter);
      indices.push_back(static_cast<LetterIndex>(at - function.letters.begin()));
    }
    return function.value(indices.data());
  };
}

// With what excludes a larger set, if that goes into a certificate; nothing is written before it is known to.
ShatteringCertificate written(const Json& record, const cert::ShatteredRows& set,
                              const std::optional<cert::NoLargerSet>& no_larger,
                              const cert::WriteLine& write) {
  ShatteringCertificate result;
  if (no_larger) {
    try {
      result.says = write_shattering_certificate(record, set, no_larger, write);
      return result;
    } catch (const cert::NoCertificate& none) {
      result.not_in_it = none.what();
    } catch (const Stopped&) {
      result.not_in_it = stop_cause();
    }
  }
  result.says = write_shattering_certificate(record, set, std::nullopt, write);
  return result;
}

void expect_status(const Verdict& verdict, const char* name) {
  const auto found = std::find_if(verdict.checks.begin(), verdict.checks.end(),
                                  [&](const Check& check) { return check.name == name; });
  if (found == verdict.checks.end())
    throw cert::NoCertificate(fmt::format("the verdict has no check {} of rows that are claimed", name));
  if (found->status != Status::holds)
    throw cert::NoCertificate(
        fmt::format("the check {} of the claimed rows is {}", name, to_string(found->status)));
}

}  // namespace

Json certified_function(const TextShatteredClaim& claim, Variant variant, const Parameters& parameters) {
  const std::string name = to_string(variant);
  return cert::function_record(theorems::variant_of(claim.text(), name), claim.info().id, name, parameters);
}

Json certified_function(const WordFunction& function, std::uint64_t seed) {
  const auto& list = named_functions();
  const auto named =
      std::find_if(list.begin(), list.end(), [&](const auto& f) { return f.name == function.name; });
  if (named != list.end() && !named->text.empty()) {
    Parameters parameters;
    for (const auto& [name, value] : function.parameters)
      parameters.set(name, std::to_string(value), ParameterType::integer);
    const language::SourceText source(named->name, theorem_text_of(*named));
    return cert::function_record(theorems::read_theorem(source), named->name, "named", parameters);
  }
  cert::FunctionTable table{{}, function.positions, function.letters, ""};
  for (const auto& [name, value] : function.parameters)
    table.parameters.emplace_back(name, std::to_string(value));
  if (named != list.end()) table.parameters.emplace_back("seed", std::to_string(seed));
  const Json record = cert::function_record(table, function.name);
  if (cert::words_of(record) > cert::most_table_words)
    throw cert::NoCertificate(
        fmt::format("a table in a certificate has {} values at most", cert::most_table_words));
  return cert::with_table(record, value_of(function));
}

ShatteringCertificate write_found_set(const Json& record, const WordFunction& function,
                                      const SplitVc& searched, const PartitionedFunction& partitioned,
                                      bool given_partition, const cert::WriteLine& write) {
  const ShatteredSet& witness = searched.witness;
  cert::ShatteredRows set;
  set.on = positions_of(witness.rows, function.positions);
  for (const WordOfLetters& row : witness.set) set.rows.push_back(letters_of(function, row));
  set.column = [&](const std::vector<bool>& pattern) {
    std::size_t number = 0;
    for (std::size_t r = 0; r < pattern.size(); ++r) number |= std::size_t{pattern[r]} << r;
    return letters_of(function, witness.column[number]);
  };
  if (!searched.complete()) return written(record, set, std::nullopt, write);
  return written(record, set, cert::NoLargerSet{given_partition, value_of(function), hints_of(partitioned)},
                 write);
}

ShatteringCertificate write_searched_set(const Json& record, const WordFunction& function,
                                         std::size_t most_words, const cert::WriteLine& write) {
  if (cert::words_of(record) > most_words)
    throw cert::NoCertificate(fmt::format("the function has more than {} words", most_words));
  const Stop stop = [] { return stop_requested(); };
  const LoadedFunction loaded = load_function(function, stop);
  SplitVcOptions search;
  search.stop = stop;
  if (!loaded.function) throw Stopped();
  return write_found_set(record, function, split_vc(*loaded.function, search), *loaded.function, false,
                         write);
}

ShatteringCertificate write_claimed_rows(const TextShatteredClaim& claim, const Verdict& verdict,
                                         std::size_t most_words, const std::optional<Integer>& most,
                                         const cert::WriteLine& write) {
  if (verdict.status == Status::not_applicable)
    throw cert::NoCertificate("the theorem says nothing at this setting");
  for (const char* name : {"rows", "columns", "patterns"}) expect_status(verdict, name);
  const Json record = certified_function(claim, verdict.variant, verdict.parameters);
  const auto stated = theorems::shattered_function(
      theorems::variant_of(claim.text(), to_string(verdict.variant)), verdict.parameters);
  cert::ShatteredRows set{stated.claimed->on, stated.claimed->rows, stated.claimed->column};
  const Integer entries = (Integer(1) << static_cast<unsigned>(set.rows.size())) * set.rows.size();
  if (most && entries > *most)
    throw cert::NoCertificate(
        fmt::format("the rows have {} entries in the columns of all patterns", entries.str()));
  const Json dimension = verdict.details.value("split_vc", Json());
  if (dimension != Json(set.rows.size()) || cert::words_of(record) > most_words)
    return written(record, set, std::nullopt, write);
  cert::NoLargerSet no_larger;
  no_larger.value = [&](const std::vector<long>& word) { return stated.value(word); };
  try {
    const LoadedFunction loaded =
        load_function(claim.function(verdict.variant, verdict.parameters), [] { return stop_requested(); });
    if (loaded.function) no_larger.symmetries = hints_of(*loaded.function);
  } catch (const UsageError&) {  // different letters at the positions, of which the search takes none
  }
  return written(record, set, no_larger, write);
}

}  // namespace attest
