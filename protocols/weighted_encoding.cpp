#include "protocols/weighted_encoding.hpp"

#include <map>

namespace attest::mpc {

using attention::State;

namespace {

// W B = A^2, of the numerators over one denominator: entry 2 is A, entry 3 is B + W.
bool is_of_one_machine(std::span<const State::Entry> slot) {
  FlintInteger first, second;
  const FlintInteger& weight = slot.front().numerator;
  for (const State::Entry& entry : slot) {
    const std::size_t place = entry.place - slot.front().place;
    if (place == 2) first = entry.numerator;
    if (place == 3) fmpz_sub(second.get(), entry.numerator.get(), weight.get());
  }
  FlintInteger difference;
  fmpz_mul(difference.get(), weight.get(), second.get());
  fmpz_submul(difference.get(), first.get(), first.get());
  return difference.is_zero();
}

}  // namespace

State WeightedEncoding::encode(const Letter& letter) const {
  Letter with_square = letter;
  if (!letter.message.empty())  // else refused below
    with_square.message.insert(with_square.message.begin(), letter.source * letter.source);
  return slots_.encode(with_square);
}

std::optional<std::vector<Letter>> WeightedEncoding::decode(const State& sum) const {
  const auto size = static_cast<std::size_t>(slots_.slot_size());
  const std::vector<State::Entry>& entries = sum.entries();
  std::map<long, Letter> by_source;
  for (auto first = entries.begin(); first != entries.end();) {
    auto end = first;
    while (end != entries.end() && end->place / size == first->place / size) ++end;
    const std::span<const State::Entry> slot(first, end);
    first = end;
    if (slot.front().place % size != 0) return std::nullopt;  // no weight, but words
    if (!is_of_one_machine(slot)) continue;
    auto letter = slots_.slot_letter(slot);
    if (!letter || letter->message.size() < 2) return std::nullopt;
    letter->message.erase(letter->message.begin());
    const auto [known, added] = by_source.emplace(letter->source, *letter);
    if (!added && known->second != *letter) return std::nullopt;
  }
  std::vector<Letter> letters;
  for (auto& [source, letter] : by_source) letters.push_back(std::move(letter));
  return letters;
}

}  // namespace attest::mpc
