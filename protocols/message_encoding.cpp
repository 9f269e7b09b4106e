#include "protocols/message_encoding.hpp"

#include <map>
#include <stdexcept>

namespace attest::mpc {

using attention::State;

MessageEncoding::MessageEncoding(SlotCode code, long longest) : code_(std::move(code)), longest_(longest) {}

State MessageEncoding::encode(const Letter& letter) const {
  if (letter.source < 1 || letter.source > static_cast<long>(code_.position.size()) ||
      letter.message.empty() || static_cast<long>(letter.message.size()) > longest_) {
    throw std::invalid_argument("MessageEncoding::encode: a letter that the encoding was not made for");
  }
  std::vector<std::pair<std::size_t, long>> entries;
  entries.reserve(static_cast<std::size_t>(code_.blocks) * (3 + letter.message.size()));
  for (long block = 0; block < code_.blocks; ++block) {
    auto place = static_cast<std::size_t>(code_.slot(letter.source, block) * slot_size());
    entries.emplace_back(place++, 1);
    entries.emplace_back(place++, letter.destination);
    entries.emplace_back(place++, letter.source);
    for (const Value word : letter.message) entries.emplace_back(place++, word + 1);
  }
  return State::of_integers(static_cast<std::size_t>(dimension()), entries);
}

// One machine's slot: everything is an integer multiple of the first number 1/c. Numerators over one denominator will do.
std::optional<Letter> MessageEncoding::slot_letter(std::span<const State::Entry> slot) const {
  const FlintInteger& unit = slot.front().numerator;
  std::vector<Value> numbers(static_cast<std::size_t>(slot_size()) - 1, 0);
  FlintInteger quotient;
  for (const State::Entry& entry : slot.subspan(1)) {
    if (fmpz_divisible(entry.numerator.get(), unit.get()) == 0) return std::nullopt;
    fmpz_divexact(quotient.get(), entry.numerator.get(), unit.get());
    if (fmpz_fits_si(quotient.get()) == 0) return std::nullopt;
    numbers[entry.place - slot.front().place - 1] = fmpz_get_si(quotient.get());
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

std::optional<std::vector<Letter>> MessageEncoding::decode(const State& average, Reading reading) const {
  const auto size = static_cast<std::size_t>(slot_size());
  if (reading == Reading::nearest) return decode(nearest_encodings(average, size));
  const std::vector<State::Entry>& entries = average.entries();
  // The least first number that is not 0, and that it is 1/c.
  const FlintInteger* least = nullptr;
  for (const State::Entry& entry : entries) {
    if (entry.place % size != 0) continue;
    if (least == nullptr || fmpz_cmp(entry.numerator.get(), least->get()) < 0) least = &entry.numerator;
  }
  if (least == nullptr) return std::vector<Letter>{};
  if (fmpz_sgn(least->get()) < 0 || fmpz_divisible(average.denominator().get(), least->get()) == 0)
    return std::nullopt;
  FlintInteger count;
  fmpz_divexact(count.get(), average.denominator().get(), least->get());

  std::map<long, Letter> by_source;
  for (auto first = entries.begin(); first != entries.end(); ++first) {
    if (first->place % size != 0 || first->numerator != *least) continue;
    auto end = first;
    while (end != entries.end() && end->place - first->place < size) ++end;
    const auto letter = slot_letter({first, end});
    if (!letter) return std::nullopt;
    const auto [known, added] = by_source.emplace(letter->source, *letter);
    if (!added && known->second != *letter) return std::nullopt;
  }
  if (fmpz_equal_ui(count.get(), by_source.size()) == 0) return std::nullopt;
  std::vector<Letter> letters;
  for (auto& [source, letter] : by_source) letters.push_back(std::move(letter));
  return letters;
}

}  // namespace attest::mpc
