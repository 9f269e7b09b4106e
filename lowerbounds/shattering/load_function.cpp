#include "lowerbounds/shattering/load_function.hpp"

#include "lowerbounds/shattering/wide.hpp"

#include <fmt/format.h>

#include "claims/usage_error.hpp"
#include "lowerbounds/shattering/multiset_function.hpp"
#include "lowerbounds/shattering/table_function.hpp"
#include "numeric/integer.hpp"

namespace attest {

namespace {

// "14^8 = 1475789056", the second part only where it is short enough to be read.
std::string size_text(std::size_t alphabet, std::size_t positions) {
  const std::string power_text = fmt::format("{}^{}", alphabet, positions);
  if (positions > 100) return power_text;
  return fmt::format("{} = {}", power_text, power(Integer(alphabet), positions).str());
}

bool at_most_power(std::size_t alphabet, std::size_t positions, std::size_t most) {
  std::size_t size = 1;
  for (std::size_t i = 0; i < positions && alphabet > 1; ++i) {
    if (size > most / alphabet) return false;
    size *= alphabet;
  }
  return size <= most;
}

// C(alphabet + positions - 1, positions) <= most
bool few_multisets(std::size_t alphabet, std::size_t positions, std::size_t most) {
  Wide count = 1;
  for (std::size_t k = 1; k <= positions; ++k) {
    count = count * (alphabet + k - 1) / k;
    if (count > most) return false;
  }
  return true;
}

// A quick look before every word is evaluated: exchanging two neighbours in a few words.
bool seems_symmetric(const WordFunction& function) {
  std::uint64_t state = 1;
  std::vector<LetterIndex> word(function.positions);
  for (int sample = 0; sample < 1000; ++sample) {
    for (auto& letter : word) {
      state = state * 6364136223846793005U + 1442695040888963407U;
      letter = static_cast<LetterIndex>((state >> 33) % function.letters.size());
    }
    const bool value = function.value(word.data());
    for (std::size_t i = 0; i + 1 < word.size(); ++i) {
      std::swap(word[i], word[i + 1]);
      if (function.value(word.data()) != value) return false;
    }
  }
  return true;
}

}  // namespace

std::string described(const WordFunction& function) {
  std::string text = function.name;
  for (const auto& [name, value] : function.parameters) text += fmt::format(" {}={}", name, value);
  return text;
}

void check_table_fits(const std::string& argument, const std::string& value, std::size_t alphabet,
                      std::size_t positions) {
  if (!at_most_power(alphabet, positions, most_table_entries)) {
    throw UsageError(argument, value,
                     fmt::format("a table of at most {} entries; it would have {}", most_table_entries,
                                 size_text(alphabet, positions)));
  }
  if (positions > most_positions) {
    throw UsageError(argument, value,
                     fmt::format("at most {} positions; with {} there are {} partitions", most_positions,
                                 positions, size_text(2, positions)));
  }
}

LoadedFunction load_function(const WordFunction& function, const Stop& stop) {
  LoadedFunction result;
  const std::size_t alphabet = function.letters.size();
  const std::size_t n = function.positions;
  const bool by_table = at_most_power(alphabet, n, most_table_entries) && n <= most_positions;
  if (!by_table && n < 32 && at_most_power(alphabet, n, most_words_compared) &&
      few_multisets(alphabet, n, most_multisets) && seems_symmetric(function)) {
    auto by_multisets = std::make_unique<MultisetFunction>(function, stop);
    if (!by_multisets->complete()) return result;
    if (!by_multisets->asymmetric_word()) {
      result.symmetries =
          fmt::format("all permutations of the positions (verified on all {} words)", size_text(alphabet, n));
      result.function = std::move(by_multisets);
      return result;
    }
  }
  check_table_fits("FUNCTION", described(function), alphabet, n);
  FunctionTable table(function, stop);
  if (!table.complete()) return result;
  auto loaded = std::make_unique<TableFunction>(std::move(table), stop);
  const Symmetries& symmetries = loaded->symmetries();
  if (symmetries.generators.empty()) {
    result.symmetries = "none that moves a position";
  } else {
    result.symmetries = fmt::format("{} generators that move positions (each verified on all {} words)",
                                    symmetries.generators.size(), loaded->table().size());
  }
  if (!symmetries.exhaustive) result.symmetries += "; there may be more";
  result.function = std::move(loaded);
  return result;
}

}  // namespace attest
