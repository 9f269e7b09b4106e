#include "reductions/poly/gap/gap_protocol.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "numeric/checked.hpp"

namespace attest {

namespace {

constexpr long most_points = 8192;

bool is_prime(long number) {
  if (number < 2) return false;
  for (long factor = 2; factor * factor <= number; ++factor) {
    if (number % factor == 0) return false;
  }
  return true;
}

long power_modulo(long base, long exponent, long p) {
  long result = 1;
  for (base %= p; exponent > 0; exponent /= 2, base = base * base % p) {
    if (exponent % 2 == 1) result = result * base % p;
  }
  return result;
}

// How a polynomial of degree < `nodes` over F_p with known values at 0..nodes-1 takes its values at
// 0..points-1.
std::vector<std::vector<long>> lagrange_table(std::size_t nodes, std::size_t points, long p) {
  std::vector<std::vector<long>> table(points, std::vector<long>(nodes));
  for (std::size_t node = 0; node < nodes; ++node) {
    long below = 1;
    for (std::size_t other = 0; other < nodes; ++other) {
      if (other == node) continue;
      below = below * ((static_cast<long>(node) - static_cast<long>(other) + p) % p) % p;
    }
    const long inverse = power_modulo(below, p - 2, p);  // Fermat; for p = 2 it is 1
    for (std::size_t x = 0; x < points; ++x) {
      long above = 1;
      for (std::size_t other = 0; other < nodes; ++other) {
        if (other != node) above = above * ((static_cast<long>(x) - static_cast<long>(other) + p) % p) % p;
      }
      table[x][node] = above * inverse % p;
    }
  }
  return table;
}

}  // namespace

GapProtocol gap_parameters(std::size_t parties, std::size_t dimension, std::size_t columns,
                           const Rational& epsilon) {
  if (parties < 2) throw std::invalid_argument(fmt::format("{} parties, expected at least 2", parties));
  if (columns < 1 || columns > std::max<std::size_t>(1, dimension))
    throw std::invalid_argument(
        fmt::format("T = {} is outside 1..{}", columns, std::max<std::size_t>(1, dimension)));
  if (epsilon <= 0 || epsilon >= 1)
    throw std::invalid_argument(fmt::format("epsilon = {} is outside (0, 1)", to_string(epsilon)));
  GapProtocol protocol;
  protocol.parties = parties;
  protocol.dimension = dimension;
  protocol.columns = columns;
  protocol.rows = std::max<std::size_t>(1, (dimension + columns - 1) / columns);
  protocol.degree = parties * (columns - 1);
  const Rational wanted = Rational(protocol.degree) / (1 - epsilon);
  Integer points = (numerator_of(wanted) + denominator_of(wanted) - 1) / denominator_of(wanted);
  if (points < Integer(protocol.degree + 1)) points = protocol.degree + 1;
  if (points > Integer(most_points))
    throw std::invalid_argument(fmt::format("epsilon = {} with T = {} needs {} points, more than {}",
                                            to_string(epsilon), columns, to_string(points), most_points));
  protocol.points = to_size(points);
  protocol.prime = std::max(static_cast<long>(protocol.points), static_cast<long>(protocol.rows) + 1);
  while (!is_prime(protocol.prime)) ++protocol.prime;
  protocol.room.resize(columns);
  for (std::size_t j = 0; j < dimension; ++j) ++protocol.room[j % columns];
  return protocol;
}

GapProtocol gap_protocol(std::size_t parties, std::size_t dimension, std::size_t columns,
                         const Rational& epsilon) {
  GapProtocol protocol = gap_parameters(parties, dimension, columns, epsilon);
  protocol.from_columns = lagrange_table(columns, protocol.points, protocol.prime);
  protocol.from_message = lagrange_table(protocol.degree + 1, protocol.points, protocol.prime);
  return protocol;
}

std::vector<long> gap_symbol(const GapProtocol& protocol, const problems::BitVectors& vectors,
                             std::size_t row, std::size_t x) {
  std::vector<long> symbol(protocol.rows, 0);
  for (std::size_t j = 0; j < protocol.dimension; ++j) {
    if (!vectors.get(row, j)) continue;
    long& value = symbol[j / protocol.columns];
    value = (value + protocol.from_columns[x][j % protocol.columns]) % protocol.prime;
  }
  return symbol;
}

std::vector<long> reachable_values(const GapProtocol& protocol, std::size_t x) {
  if (x < protocol.columns) return {0, 1};
  // The weight of column tau at x, as in the table: prod over the other columns of (x - o) / (tau - o).
  const long p = protocol.prime;
  const long here = static_cast<long>(x);
  const long columns = static_cast<long>(protocol.columns);
  std::vector<long> values = {0};
  long weight = 1;  // of column 0: prod_{o>0} (x - o) / (0 - o)
  for (long o = 1; o < columns; ++o)
    weight = weight * ((here - o) % p) % p * power_modulo(p - o % p, p - 2, p) % p;
  for (long tau = 0; tau < columns && static_cast<long>(values.size()) < p; ++tau) {
    std::vector<long> next = values;
    for (const long value : values) next.push_back((value + weight) % p);
    std::sort(next.begin(), next.end());
    next.erase(std::unique(next.begin(), next.end()), next.end());
    values = std::move(next);
    // The next column's weight: (x - tau) instead of (x - tau - 1) above, (tau + 1)! (T - tau - 2)! with one
    // more sign instead of tau! (T - tau - 1)! below.
    if (tau + 1 < columns) {
      weight = weight * ((here - tau) % p) % p * power_modulo((here - tau - 1) % p, p - 2, p) % p;
      weight = weight * (p - (columns - tau - 1) % p) % p * power_modulo((tau + 1) % p, p - 2, p) % p;
    }
  }
  return values;
}

long message_value(const GapProtocol& protocol, const GapMessage& message, std::size_t x) {
  long value = 0;
  for (std::size_t j = 0; j <= protocol.degree; ++j)
    value = (value + protocol.from_message[x][j] * message[j]) % protocol.prime;
  return value;
}

GapMessage honest_message(const GapProtocol& protocol, const problems::InnerProducts& instance,
                          const problems::Constraint& constraint, const problems::Tuple& members) {
  GapMessage message(protocol.degree + 1, 0);
  for (std::size_t x = 0; x <= protocol.degree; ++x) {
    std::vector<long> product(protocol.rows, 1);
    for (std::size_t i = 0; i < protocol.parties; ++i) {
      const std::vector<long> symbol =
          gap_symbol(protocol, instance.sets[constraint.members[i]], members[i], x);
      for (std::size_t l = 0; l < protocol.rows; ++l) product[l] = product[l] * symbol[l] % protocol.prime;
    }
    for (const long term : product) message[x] = (message[x] + term) % protocol.prime;
  }
  return message;
}

GapMessages::GapMessages(const GapProtocol& protocol, long target)
    : columns_(protocol.columns),
      free_values_(protocol.degree + 1 - protocol.columns),
      prime_(protocol.prime),
      target_(target),
      room_(protocol.room),
      ways_(protocol.columns + 1, std::vector<Integer>(static_cast<std::size_t>(target) + 1, 0)),
      free_count_(power(Integer(protocol.prime), free_values_)) {
  ways_[columns_][0] = 1;
  for (std::size_t tau = columns_; tau-- > 0;) {
    const auto& rest = ways_[tau + 1];
    Integer window = 0;  // of rest, over the sums that leave 0..room for this column
    for (long sum = 0; sum <= target; ++sum) {
      window += rest[static_cast<std::size_t>(sum)];
      if (sum > room_[tau]) window -= rest[static_cast<std::size_t>(sum - room_[tau] - 1)];
      ways_[tau][static_cast<std::size_t>(sum)] = window;
    }
  }
  count_ = ways_[0][static_cast<std::size_t>(target)] * free_count_;
}

GapMessage GapMessages::at(std::uint64_t rank) const {
  const auto free_count = to_size(free_count_);
  std::uint64_t split = rank / free_count;
  std::uint64_t rest = rank % free_count;
  GapMessage message(columns_ + free_values_);
  long left = target_;
  for (std::size_t tau = 0; tau < columns_; ++tau) {
    long value = 0;
    while (true) {
      const auto ways = to_size(ways_[tau + 1][static_cast<std::size_t>(left - value)]);
      if (split < ways) break;
      split -= ways;
      ++value;
    }
    message[tau] = value;
    left -= value;
  }
  for (std::size_t j = message.size(); j-- > columns_;) {
    message[j] = static_cast<long>(rest % static_cast<std::uint64_t>(prime_));
    rest /= static_cast<std::uint64_t>(prime_);
  }
  return message;
}

std::uint64_t GapMessages::rank(const GapMessage& message) const {
  Integer split = 0;
  long left = target_;
  for (std::size_t tau = 0; tau < columns_; ++tau) {
    if (message[tau] > room_[tau] || message[tau] > left)
      throw std::invalid_argument("the values in the columns do not have the target as their sum");
    for (long value = 0; value < message[tau]; ++value)
      split += ways_[tau + 1][static_cast<std::size_t>(left - value)];
    left -= message[tau];
  }
  if (left != 0) throw std::invalid_argument("the values in the columns do not have the target as their sum");
  Integer rank = split;
  for (std::size_t j = columns_; j < message.size(); ++j) rank = rank * prime_ + message[j];
  return to_size(rank);
}

}  // namespace attest
