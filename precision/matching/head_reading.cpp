#include "precision/matching/head_reading.hpp"

#include <optional>

#include "attention/whole_number.hpp"
#include "numeric/checked.hpp"

namespace attest {

namespace {

// Products of the two stay within 64 bits, also in MessageEncoding::decode.
constexpr std::int64_t greatest_read = std::int64_t{1} << 40;
constexpr std::int64_t greatest_count = std::int64_t{1} << 20;

// Multiples of 1/count.
mpc::Row multiples(std::span<const Rational> stored, std::int64_t count) {
  mpc::Row row;
  for (const Rational& entry : stored) {
    row.push_back(entry.is_zero() ? mpc::Fraction{}
                                  : mpc::fraction(nearest_integer(Rational(entry * count)), count));
  }
  return row;
}

}  // namespace

std::int64_t nearest_integer(const Rational& x) {
  const Rational above = x + Rational(1, 2);
  Integer floor = numerator_of(above) / denominator_of(above);  // towards zero
  if (Rational(floor) > above) floor -= 1;
  if (abs(floor) > Integer(greatest_read)) throw UndefinedState("a number is too large to be read");
  return to_long(floor);
}

HeadReading integers_reading(std::size_t entries) {
  return {entries, [](std::span<const Rational> stored) { return multiples(stored, 1); }};
}

HeadReading shares_reading(std::size_t s) {
  return {2 * s, [](std::span<const Rational> stored) {
            std::int64_t count = 0;
            for (std::size_t k = 1; k < stored.size(); k += 2) count += stored[k].is_zero() ? 0 : 1;
            return multiples(stored, std::max<std::int64_t>(count, 1));
          }};
}

HeadReading encodings_reading(std::shared_ptr<const mpc::MessageEncoding> encoding) {
  const auto entries = static_cast<std::size_t>(encoding->dimension());
  return {entries, [encoding](std::span<const Rational> stored) {
            const std::size_t slot = stored.size() / static_cast<std::size_t>(encoding->code().slots());
            std::optional<Rational> least;
            for (std::size_t k = 0; k < stored.size(); k += slot) {
              if (stored[k] > 0 && (!least || stored[k] < *least)) least = stored[k];
            }
            if (!least) return multiples(stored, 1);
            const std::int64_t count = nearest_integer(Rational(1 / *least));
            if (count < 1 || count > greatest_count)
              throw UndefinedState("no average of encodings: no entry 1/c");
            return multiples(stored, count);
          }};
}

}  // namespace attest
