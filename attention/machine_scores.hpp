// The scores of a head's index tuples on one input as machine integers, exactly: tables over pairs of kinds for monomials of
// degree two, over tuples of kinds for longer ones where these are few, else products of rows.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "attention/head_sums.hpp"

namespace attest::attention {

class MachineScores {
 public:
  // Keeps a reference to the head, of a layer with this many kinds. Nothing where they do not fit: scores beyond 2^50 units, index tuples that cannot be listed, more kinds
  // than there are tables for.
  static std::optional<MachineScores> make(const Head& head, const IntegerScores& scores, std::size_t kinds);

  // Of one thread.
  struct Scratch {
    std::vector<std::vector<std::int64_t>> pair;  // [pair monomial][token * tokens + token]
    std::vector<std::int64_t> score;              // of each tuple, in units of the scores
  };
  void begin(std::span<const Kind> kinds, Scratch& scratch) const;
  // scratch.score for this receiver, after begin().
  void operator()(Token receiver, std::span<const Kind> kinds, Scratch& scratch) const;

 private:
  struct PairTable {
    std::size_t u = 0;
    std::size_t v = 0;
    std::vector<std::int64_t> of_kinds;  // [kind * kinds + kind]
  };
  struct Product {  // a monomial of degree three or more
    std::vector<std::size_t> variables;
    std::int64_t factor = 1;
    std::vector<std::int64_t>
        of_kinds;  // [mixed radix of the variables' kinds, the first one leading], or empty
  };
  using Row = std::vector<std::int64_t>;
  std::int64_t value(const Product& product, std::span<const Row* const> rows) const;
  void tabulate(Product& product) const;
  void add(const Product& product, Token receiver, std::span<const Kind> kinds,
           std::span<std::int64_t> score) const;

  const Head* head_ = nullptr;
  std::size_t kinds_ = 0;
  std::vector<PairTable> pairs_;
  std::vector<Product> products_;
  std::vector<std::vector<Row>> rows_;  // [variable][kind], for the products
  std::int64_t divisor_ = 1;            // of every product's sum
};

}  // namespace attest::attention
