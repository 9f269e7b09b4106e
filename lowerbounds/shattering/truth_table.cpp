#include "lowerbounds/shattering/truth_table.hpp"

#include <fmt/format.h>

#include <charconv>
#include <memory>
#include <optional>
#include <sstream>

#include "claims/usage_error.hpp"
#include "lowerbounds/shattering/function_table.hpp"
#include "lowerbounds/shattering/load_function.hpp"

namespace attest {

namespace {

std::optional<long> whole(const std::string& text) {
  long value = 0;
  const auto [stopped, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (text.empty() || error != std::errc() || stopped != text.data() + text.size()) return std::nullopt;
  return value;
}

}  // namespace

WordFunction read_truth_table(std::istream& stream, const std::string& name) {
  std::string first;
  std::getline(stream, first);
  if (!first.empty() && first.back() == '\r') first.pop_back();
  std::istringstream words(first);
  std::string sigma_text;
  std::string n_text;
  std::string more;
  words >> sigma_text >> n_text;
  const auto sigma = whole(sigma_text);
  const auto n = whole(n_text);
  if (!sigma || !n || *sigma < 1 || *sigma > 255 || *n < 1 || (words >> more)) {
    throw UsageError(name + ":1", first,
                     "\"sigma n\": the size of the alphabet (1 to 255) and the length of the words");
  }
  check_table_fits(name + ":1", first, static_cast<std::size_t>(*sigma), static_cast<std::size_t>(*n));
  std::uint64_t size = 1;
  for (long i = 0; i < *n; ++i) size *= static_cast<std::uint64_t>(*sigma);

  const auto bits = std::make_shared<std::vector<std::uint64_t>>((size + 63) / 64, 0);
  std::uint64_t read = 0;
  std::string line;
  for (long number = 2; std::getline(stream, line); ++number) {
    for (const char c : line) {
      if (c == ' ' || c == '\t' || c == '\r') continue;
      if (c != '0' && c != '1')
        throw UsageError(fmt::format("{}:{}", name, number), std::string(1, c), "0 or 1");
      if (read < size && c == '1') (*bits)[read / 64] |= std::uint64_t{1} << (read % 64);
      ++read;
    }
  }
  if (read != size) {
    throw UsageError(name, fmt::format("{} values", read),
                     fmt::format("{}^{} = {} of them", *sigma, *n, size));
  }
  WordFunction result;
  result.name = name;
  result.parameters = {{"sigma", *sigma}, {"n", *n}};
  result.positions = static_cast<std::size_t>(*n);
  for (long a = 0; a < *sigma; ++a) result.letters.push_back(a);
  result.value = [bits, sigma = static_cast<std::uint64_t>(*sigma), n = *n](const LetterIndex* w) {
    std::uint64_t rank = 0;
    for (long i = 0; i < n; ++i) rank = rank * sigma + w[i];
    return ((*bits)[rank / 64] >> (rank % 64) & 1) != 0;
  };
  return result;
}

}  // namespace attest
