#include "verification/proof/integer_addresses.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "verification/proof/refusal.hpp"

namespace attest::proof {

namespace {

constexpr std::size_t most_indices = 6;

class Elimination {
 public:
  Elimination(const std::vector<SummedIndex>& indices, const Variables& variables)
      : variables_(variables), done_(indices.size(), false), indices_(indices) {}

  // Depth first; what is eliminated first is the last index.
  bool run(const Laurent& score, std::size_t left) {
    if (left == 0) return finish(score);
    for (std::size_t k = 0; k < indices_.size(); ++k) {
      if (done_[k]) continue;
      try {
        Square square = square_of(score, indices_[k]);
        const Laurent difference = Laurent::variable(square.index) - square.address;
        const Laurent rest = score + square.weight * difference * difference;
        done_[k] = true;
        squares_.push_back(std::move(square));
        if (!rest.has(indices_[k].name) && run(rest, left - 1)) return true;
        squares_.pop_back();
        done_[k] = false;
      } catch (const Refusal& refusal) {
        if (!refusal_ || left < refused_with_) {
          refusal_ = refusal;
          refused_with_ = left;
        }
      }
    }
    return false;
  }

  IntegerAddresses result() && {
    std::reverse(squares_.begin(), squares_.end());
    return {std::move(squares_), std::move(rest_)};
  }
  const Refusal& refusal() const { return *refusal_; }

 private:
  Square square_of(const Laurent& score, const SummedIndex& index) const {
    const std::string& x = index.name;
    if (!score.has(x))
      throw Refusal("L1.a", fmt::format("the score has no square of {}: {}", x, score.to_string()));
    for (const std::string& symbol : index.symbols) {
      if (score.has(symbol)) {
        throw Refusal("L1.c", fmt::format("the address of {} is fixed before {}, which is a symbol at {}: {}",
                                          x, symbol, x, score.to_string()));
      }
    }
    if (score.divides_by(x) || score.degree(x) != 2)
      throw Refusal("L1.a", fmt::format("{} does not occur as a square: {}", x, score.to_string()));
    const Laurent weight = -score.coefficient(x, 2);
    if (!variables_.sizes_alone(weight)) {
      throw Refusal("L1.b",
                    fmt::format("the weight of the square of {} is {}, which is not in the sizes alone", x,
                                weight.to_string()));
    }
    if (!variables_.positive(weight)) {
      throw Refusal("L1.b", fmt::format("the weight of the square of {}, {}, is not positive for all sizes",
                                        x, weight.to_string()));
    }
    const Laurent linear = score.coefficient(x, 1);
    const auto address = linear.exact_quotient(Laurent(2) * weight);
    if (!address || !variables_.is_integer(*address)) {
      throw Refusal("L1.d", fmt::format("the address of {} is no integer polynomial: {}", x,
                                        address ? address->to_string()
                                                : fmt::format("({})/({})", linear.to_string(),
                                                              (Laurent(2) * weight).to_string())));
    }
    return {x, weight, *address};
  }

  bool finish(const Laurent& rest) {
    for (const SummedIndex& index : indices_) {
      for (const std::string& symbol : index.symbols) {
        if (!rest.has(symbol)) continue;
        if (!refusal_ || refused_with_ > 0) {
          refusal_ =
              Refusal("L1.a", fmt::format("what is left beside the squares contains {}, a symbol at {}: {}",
                                          symbol, index.name, rest.to_string()));
          refused_with_ = 0;
        }
        return false;
      }
    }
    rest_ = rest;
    return true;
  }

  const Variables& variables_;
  std::vector<bool> done_;
  const std::vector<SummedIndex>& indices_;
  std::vector<Square> squares_;
  Laurent rest_;
  std::optional<Refusal> refusal_;
  std::size_t refused_with_ = 0;
};

// theta(q) <= 1 + 2 (q + q^4 + q^9/(1 - q^7)) for 0 <= q < 1: the squares from 9 on are at least 9, 16, 23, ..
Interval theta(const Interval& q) {
  const Precision precision = q.precision();
  const Interval one(1, precision);
  const Interval two(2, precision);
  const Interval q2 = q * q;
  const Interval q4 = q2 * q2;
  const Interval q7 = q4 * q2 * q;
  return one + two * (q + q4 + q7 * q2 / (one - q7));
}

}  // namespace

IntegerAddresses integer_addresses(const Laurent& score, const std::vector<SummedIndex>& indices,
                                   const Variables& variables) {
  if (indices.empty() || indices.size() > most_indices)
    throw Refusal("L1.a", fmt::format("{} summed indices", indices.size()));
  Elimination elimination(indices, variables);
  if (!elimination.run(score, indices.size())) throw elimination.refusal();
  return std::move(elimination).result();
}

std::vector<Decay> leak(const IntegerAddresses& addresses, const Rate& unit, const Laurent& deviation) {
  std::vector<Decay> sum;
  for (const Square& square : addresses.squares)
    sum.push_back({Laurent(2) * deviation, unit.times(square.weight)});
  return collected(sum);
}

Interval sharp_leak(const IntegerAddresses& addresses, const Rate& unit, const Laurent& deviation,
                    const SizeValues& sizes, Precision precision) {
  const Interval one(1, precision);
  Interval product = one;
  for (const Square& square : addresses.squares)
    product = product / theta(exp(-enclosure(unit.times(square.weight), sizes, precision)));
  return enclosure(deviation, sizes, precision) * (one - product);
}

}  // namespace attest::proof
