#include "protocols/message_encoding.hpp"

#include <map>
#include <stdexcept>

namespace attest::mpc {

MessageEncoding::MessageEncoding(SlotCode code, long longest) : code_(std::move(code)), longest_(longest) {}

Entries MessageEncoding::encode(const Letter& letter) const {
  if (letter.source < 1 || letter.source > static_cast<long>(code_.position.size()) ||
      letter.message.empty() || static_cast<long>(letter.message.size()) > longest_) {
    throw std::invalid_argument("MessageEncoding::encode: a letter that the encoding was not made for");
  }
  Entries entries(static_cast<std::size_t>(dimension()), 0);
  for (long block = 0; block < code_.blocks; ++block) {
    auto entry = entries.begin() + code_.slot(letter.source, block) * slot_size();
    *entry++ = 1;
    *entry++ = letter.destination;
    *entry++ = letter.source;
    for (const Value word : letter.message) *entry++ = word + 1;
  }
  return entries;
}

// One machine's slot: everything is an integer multiple of the first number 1/c.
std::optional<Letter> MessageEncoding::slot_letter(std::span<const Fraction> slot) const {
  const Fraction unit = slot[0];
  std::vector<Value> numbers;
  for (const Fraction& entry : slot.subspan(1)) {
    // entry / unit, where unit = 1/c
    const WideInteger scaled = static_cast<WideInteger>(entry.numerator) * unit.denominator;
    const WideInteger value = scaled / entry.denominator;
    if (value * entry.denominator != scaled || static_cast<Value>(value) != value) return std::nullopt;
    numbers.push_back(static_cast<Value>(value));
  }
  Letter letter;
  letter.destination = static_cast<long>(numbers[0]);
  letter.source = static_cast<long>(numbers[1]);
  for (std::size_t k = 2; k < numbers.size() && numbers[k] != 0; ++k)
    letter.message.push_back(numbers[k] - 1);
  if (letter.message.empty()) return std::nullopt;
  for (std::size_t k = 2 + letter.message.size(); k < numbers.size(); ++k) {
    if (numbers[k] != 0) return std::nullopt;
  }
  return letter;
}

std::optional<std::vector<Letter>> MessageEncoding::decode(std::span<const Fraction> average) const {
  const auto first_number = [&](long slot) { return average[slot * slot_size()]; };
  // The least first number that is not 0, and that it is 1/c.
  Fraction least;
  for (long slot = 0; slot < code_.slots(); ++slot) {
    const Fraction u = first_number(slot);
    if (u.zero()) continue;
    if (least.zero() || is_less(u, least)) least = u;
  }
  if (least.zero()) return std::vector<Letter>{};
  if (least.numerator != 1) return std::nullopt;

  std::map<long, Letter> by_source;
  for (long slot = 0; slot < code_.slots(); ++slot) {
    if (first_number(slot) != least) continue;
    const auto letter = slot_letter(average.subspan(slot * slot_size(), slot_size()));
    if (!letter) return std::nullopt;
    const auto [known, added] = by_source.emplace(letter->source, *letter);
    if (!added && known->second != *letter) return std::nullopt;
  }
  if (static_cast<std::int64_t>(by_source.size()) != least.denominator) return std::nullopt;
  std::vector<Letter> letters;
  for (auto& [source, letter] : by_source) letters.push_back(std::move(letter));
  return letters;
}

}  // namespace attest::mpc
