#include "protocols/reading.hpp"

#include "attention/whole_number.hpp"
#include "numeric/checked.hpp"

namespace attest::mpc {

namespace {

// Products of the two stay within 64 bits.
constexpr std::int64_t greatest_read = std::int64_t{1} << 40;
constexpr std::int64_t greatest_count = std::int64_t{1} << 20;

}  // namespace

std::int64_t nearest_integer(const Rational& x) {
  const Integer floor = floor_of(Rational(x + Rational(1, 2)));
  if (abs(floor) > Integer(greatest_read)) throw UndefinedState("a number is too large to be read");
  return to_long(floor);
}

std::optional<std::int64_t> read_integer(const Rational& entry, Reading reading) {
  if (reading == Reading::nearest) return nearest_integer(entry);
  return fits_long(entry);
}

attention::State nearest_multiples(const attention::State& stored, std::int64_t count) {
  std::vector<std::pair<std::size_t, long>> numbers;
  for (const attention::State::Entry& entry : stored.entries())
    numbers.emplace_back(entry.place, nearest_integer(Rational(stored.number(entry) * count)));
  const attention::State multiples = attention::State::of_integers(stored.size(), numbers);
  attention::State::Sum sum(stored.size());
  sum.add(multiples);
  return sum.result(count);
}

attention::State nearest_encodings(const attention::State& stored, std::size_t slot) {
  std::optional<Rational> least;
  for (const attention::State::Entry& entry : stored.entries()) {
    if (entry.place % slot != 0) continue;
    const Rational first = stored.number(entry);
    if (first > 0 && (!least || first < *least)) least = first;
  }
  if (!least) return nearest_multiples(stored, 1);
  const std::int64_t count = nearest_integer(Rational(1 / *least));
  if (count < 1 || count > greatest_count) throw UndefinedState("no average of encodings: no entry 1/c");
  return nearest_multiples(stored, count);
}

}  // namespace attest::mpc
