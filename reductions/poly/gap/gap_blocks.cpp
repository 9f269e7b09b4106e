#include "reductions/poly/gap/gap_blocks.hpp"

#include <algorithm>
#include <set>
#include <stdexcept>

#include "claims/counted_work.hpp"
#include "claims/stop.hpp"
#include "numeric/checked.hpp"

namespace attest {

std::string name_of(GapAlphabet alphabet) {
  switch (alphabet) {
    case GapAlphabet::field:
      return "field";
    case GapAlphabet::reachable:
      return "reachable";
    case GapAlphabet::occurring:
      return "occurring";
  }
  throw std::logic_error("no such alphabet");
}

std::optional<GapAlphabet> gap_alphabet_from_name(const std::string& name) {
  for (const GapAlphabet alphabet : {GapAlphabet::field, GapAlphabet::reachable, GapAlphabet::occurring}) {
    if (name_of(alphabet) == name) return alphabet;
  }
  return std::nullopt;
}

GapBlocks::GapBlocks(const GapProtocol& protocol, const problems::InnerProducts& source,
                     const problems::Constraint& constraint, GapAlphabet alphabet)
    : protocol_(protocol), source_(source), constraint_(constraint), alphabet_(alphabet) {
  for (std::size_t x = 0; x < protocol.points; ++x) {
    if (alphabet == GapAlphabet::reachable) values_.push_back(reachable_values(protocol, x));
    if (alphabet == GapAlphabet::occurring) {
      auto& parties = occurring_.emplace_back();
      for (std::size_t i = 0; i + 1 < protocol.parties; ++i) {
        const problems::BitVectors& vectors = source.sets[constraint.members[i]];
        std::set<std::vector<long>> symbols;
        for (std::size_t row = 0; row < vectors.size(); ++row)
          symbols.insert(gap_symbol(protocol, vectors, row, x));
        parties.emplace_back(symbols.begin(), symbols.end());
      }
    }
    Integer width = 1;
    for (std::size_t i = 0; i + 1 < protocol.parties; ++i) width *= alphabet_size(x, i);
    point_widths_.push_back(width);
    width_ += width;
  }
}

Integer GapBlocks::alphabet_size(std::size_t x, std::size_t party) const {
  if (alphabet_ == GapAlphabet::occurring) return Integer(occurring_[x][party].size());
  const Integer values =
      alphabet_ == GapAlphabet::field ? Integer(protocol_.prime) : Integer(values_[x].size());
  return power(values, protocol_.rows);
}

std::vector<long> GapBlocks::symbol_at(std::size_t x, std::size_t party, std::size_t index) const {
  if (alphabet_ == GapAlphabet::occurring) return occurring_[x][party][index];
  std::vector<long> symbol(protocol_.rows);
  const auto p = static_cast<std::size_t>(protocol_.prime);
  const std::size_t base = alphabet_ == GapAlphabet::field ? p : values_[x].size();
  for (std::size_t l = symbol.size(); l-- > 0; index /= base)
    symbol[l] = alphabet_ == GapAlphabet::field ? static_cast<long>(index % base) : values_[x][index % base];
  return symbol;
}

std::size_t GapBlocks::index_of(std::size_t x, std::size_t party, const std::vector<long>& symbol) const {
  if (alphabet_ == GapAlphabet::occurring) {
    const auto& symbols = occurring_[x][party];
    return static_cast<std::size_t>(std::lower_bound(symbols.begin(), symbols.end(), symbol) -
                                    symbols.begin());
  }
  std::size_t index = 0;
  for (const long value : symbol) {
    if (alphabet_ == GapAlphabet::field) {
      index = index * static_cast<std::size_t>(protocol_.prime) + static_cast<std::size_t>(value);
    } else {
      const auto& values = values_[x];
      index =
          index * values.size() +
          static_cast<std::size_t>(std::lower_bound(values.begin(), values.end(), value) - values.begin());
    }
  }
  return index;
}

void GapBlocks::prepare() {
  const std::size_t last = protocol_.parties - 1;
  const problems::BitVectors& vectors = source_.sets[constraint_.members[last]];
  results_.assign(vectors.size(), std::vector<std::uint32_t>(to_size(width_)));
  CountedWork work(to_size(width_));
  std::size_t offset = 0;
  for (std::size_t x = 0; x < protocol_.points; ++x) {
    std::vector<std::vector<long>> symbols;
    for (std::size_t row = 0; row < vectors.size(); ++row)
      symbols.push_back(gap_symbol(protocol_, vectors, row, x));
    const auto width = to_size(point_widths_[x]);
    for (std::size_t column = 0; column < width; ++column) {
      check_stop();
      work.reached(offset + column);
      std::vector<long> product(protocol_.rows, 1);
      std::size_t rest = column;
      for (std::size_t i = last; i-- > 0;) {  // party 1 is the most significant digit
        const auto size = to_size(alphabet_size(x, i));
        const std::vector<long> alpha = symbol_at(x, i, rest % size);
        rest /= size;
        for (std::size_t l = 0; l < product.size(); ++l) product[l] = product[l] * alpha[l] % protocol_.prime;
      }
      for (std::size_t row = 0; row < vectors.size(); ++row) {
        long sum = 0;
        for (std::size_t l = 0; l < product.size(); ++l)
          sum = (sum + product[l] * symbols[row][l]) % protocol_.prime;
        results_[row][offset + column] = static_cast<std::uint32_t>(sum);
      }
    }
    offset += width;
  }
}

void GapBlocks::write(std::size_t party, std::size_t row, const std::vector<long>& message_values,
                      problems::BitVectors& out, std::size_t out_row, std::size_t offset) const {
  const bool last = party + 1 == protocol_.parties;
  std::size_t column = 0;  // from the start of all blocks
  for (std::size_t x = 0; x < protocol_.points; ++x) {
    const auto width = to_size(point_widths_[x]);
    if (last) {
      for (const std::size_t end = column + width; column < end; ++column)
        out.set(out_row, offset + column, results_[row][column] == message_values[x]);
      continue;
    }
    std::size_t below = 1;  // the product of the alphabets of the parties after this one
    for (std::size_t i = party + 1; i + 1 < protocol_.parties; ++i) below *= to_size(alphabet_size(x, i));
    const auto size = to_size(alphabet_size(x, party));
    const std::size_t index =
        index_of(x, party, gap_symbol(protocol_, source_.sets[constraint_.members[party]], row, x));
    for (std::size_t inner = 0; inner < width; ++inner) {
      if (inner / below % size == index) out.set(out_row, offset + column + inner);
    }
    column += width;
  }
}

}  // namespace attest
