// What an exact evaluation of stored numbers (stored_evaluator.hpp) remembers of a head.
#pragma once

#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "precision/arithmetic/precision_scale.hpp"
#include "precision/layer/enclosed_row.hpp"
#include "precision/layer/layer_precision.hpp"

namespace attest {

// What a tuple of tokens contributes; equal kinds of tokens contribute the same numbers.
struct StoredTuple {
  std::size_t score = 0;    // by number
  std::size_t product = 0;  // of its values, by coordinates: by number
};

// The numbers of a head, exactly, and what was computed of them.
struct StoredHead {
  using Row = std::vector<Rational>;
  using Kind = attention::Kind;

  std::vector<std::vector<Row>> query;
  std::vector<std::vector<Row>> values;
  PrecisionScale scale;
  std::vector<std::map<Kind, Row>> q = {};  // [variable]
  std::vector<std::map<Kind, Row>> v = {};
  // By the kinds of a tuple: a table where it is small, else what is remembered of it.
  std::vector<std::optional<StoredTuple>> by_key = {};
  std::map<std::vector<Kind>, StoredTuple> tuples = {};
  // Distinct scores and products, numbered.
  std::map<Rational, std::size_t> score_numbers = {};
  std::vector<Rational> scores = {};
  std::map<Row, std::size_t> product_numbers = {};
  std::vector<EnclosedRow> products = {};
  // [largest score][score], at initial_precision
  std::vector<std::vector<std::optional<Interval>>> kernels = {};
  std::size_t kernels_known = 0;

  void forget() {
    tuples.clear();
    score_numbers.clear();
    scores.clear();
    product_numbers.clear();
    products.clear();
    kernels.clear();
    kernels_known = 0;
  }
};

// Tuples with one score and one product.
struct StoredTerm {
  std::size_t score = 0;  // by number
  std::size_t product = 0;
  long count = 0;
};

}  // namespace attest
