// What a rounded evaluation (rounded_layer.hpp) remembers of a head.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <unordered_map>
#include <vector>

#include "precision/layer/layer_precision.hpp"

namespace attest {

// A NaN is less than every number and equal to itself, so that the order is one.
template <class Arithmetic>
struct RoundedOrder {
  using Value = typename Arithmetic::Value;
  bool operator()(const Value& a, const Value& b) const {
    if (Arithmetic::is_nan(a) || Arithmetic::is_nan(b))
      return Arithmetic::is_nan(a) && !Arithmetic::is_nan(b);
    return Arithmetic::less(a, b);
  }
};

// What a tuple of tokens contributes; equal kinds of tokens contribute the same numbers.
template <class Value>
struct RoundedTuple {
  Value score;
  std::size_t score_number = 0;
  std::vector<Value> product;        // of its values, by coordinates
  std::vector<std::size_t> nonzero;  // coordinates
  bool finite = true;                // all of them, as factors: zero times them is zero
};

// The rounded numbers of a head, and what was computed of them.
template <class Arithmetic>
struct RoundedHead {
  using Value = typename Arithmetic::Value;
  using Row = std::vector<Value>;
  using Matrix = std::vector<Row>;

  std::vector<Matrix> query;
  std::vector<Matrix> values;
  std::optional<Value> scale;
  std::vector<std::vector<TokenTuple>> lists;           // [which judged position]
  std::vector<std::vector<std::optional<Row>>> q = {};  // [variable][kind]
  std::vector<std::vector<std::optional<Row>>> v = {};
  std::unordered_map<std::size_t, Value> products = {};  // (monomial, kinds) -> inner product
  // Kinds of a tuple -> its score and value: a table where it is small, else what is remembered of it.
  std::vector<std::unique_ptr<RoundedTuple<Value>>> by_key = {};
  std::unordered_map<std::size_t, RoundedTuple<Value>> tuples = {};
  std::map<Value, std::size_t, RoundedOrder<Arithmetic>> score_numbers = {};  // distinct scores, numbered
  std::vector<std::vector<std::optional<Value>>> kernels = {};  // [number of the largest score][of a score]
  std::size_t kernels_known = 0;
};

}  // namespace attest
