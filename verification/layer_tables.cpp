#include "verification/layer_tables.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <stdexcept>
#include <unordered_map>

#include "numeric/checked.hpp"
#include "numeric/interval.hpp"
#include "numeric/rounding_bound.hpp"

namespace attest {

namespace {

// Of the score of every tuple: differences of two scores stay within 2^53, where doubles are exact.
const Integer table_limit = Integer(1) << 52;

struct Token {
  std::size_t position;
  Symbol symbol;
  std::size_t number;
};

class Builder {
 public:
  explicit Builder(const TableProblem& problem) : problem_(problem), space_(problem.task.space()) {
    tables_.length = space_.length();
    for (std::size_t p = 0; p < tables_.length; ++p) {
      tables_.offset.push_back(tables_.tokens);
      std::size_t size = space_.alphabet_size(p);
      for (Symbol s = 0; s < size; ++s) all_.push_back({p, s, tables_.tokens + s});
      if (p + 1 == tables_.length) {
        size = (size + lane_count - 1) / lane_count * lane_count;
        tables_.lanes = size;
      }
      tables_.tokens += size;
    }
  }

  std::size_t bytes() const {
    const std::size_t pairs =
        2 * sizeof(double) * (tables_.tokens * tables_.tokens + tables_.tokens * tables_.lanes);
    return 2 * problem_.forest.size() * pairs;
  }

  // False where the limits of the header are exceeded.
  bool fill() {
    const auto& forest = problem_.forest;
    tables_.to_parent.resize(forest.size());
    tables_.from_query.resize(forest.size());
    tables_.unit_is_zero = problem_.unit().is_zero();
    for (std::size_t n = 0; n < forest.size(); ++n) {
      const ForestNode& node = forest[n];
      if (node.parent &&
          !fill_pairs(node.variable, forest[*node.parent].variable, all_, tables_.to_parent[n])) {
        return false;
      }
      if (node.touches_query && !fill_pairs(0, node.variable, query_tokens(), tables_.from_query[n]))
        return false;
    }
    if (score_total_ >= table_limit) return false;
    return fill_values();
  }

  std::shared_ptr<const LayerTables> take() {
    return std::make_shared<const LayerTables>(std::move(tables_));
  }

 private:
  std::vector<Token> query_tokens() const {
    std::vector<Token> result;
    for (const Token& token : all_) {
      if (std::find(problem_.judged.begin(), problem_.judged.end(), token.position) !=
          problem_.judged.end()) {
        result.push_back(token);
      }
    }
    return result;
  }

  // Query vectors as machine integers, or nothing where they do not fit.
  using Vectors = std::optional<std::vector<std::vector<long>>>;
  const Vectors& vectors(std::size_t variable) {
    const auto known = vectors_.find(variable);
    if (known != vectors_.end()) return known->second;
    return vectors_.emplace(variable, make_vectors(variable)).first->second;
  }
  Vectors make_vectors(std::size_t variable) const {
    std::vector<std::vector<long>> result(tables_.tokens);
    for (const Token& token : all_) {
      if (!problem_.query(variable, token.position, token.symbol, result[token.number])) return std::nullopt;
    }
    return result;
  }

  bool fill_pairs(std::size_t u, std::size_t v, const std::vector<Token>& first, PairTable& table) {
    const Vectors& a_vectors = vectors(u);
    const Vectors& b_vectors = vectors(v);
    if (!a_vectors || !b_vectors || abs(problem_.pair_factor()) >= table_limit) return false;
    const long factor = to_long(problem_.pair_factor());
    const auto divisor = fits_long(Rational(problem_.pair_divisor()));
    if (!divisor) return false;
    table.score.assign(tables_.tokens * tables_.tokens, 0);
    table.weight.assign(tables_.tokens * tables_.tokens, 0);
    long highest = 0;
    long lowest = 0;
    bool any = false;
    for (const Token& a : first) {
      for (const Token& b : all_) {
        long score = 0;
        bool overflow = false;
        for (std::size_t c = 0; c < (*a_vectors)[a.number].size(); ++c) {
          long product = 0;
          overflow = overflow ||
                     __builtin_mul_overflow((*a_vectors)[a.number][c], (*b_vectors)[b.number][c], &product) ||
                     __builtin_add_overflow(score, product, &score);
        }
        overflow = overflow || __builtin_mul_overflow(score, factor, &score);
        score /= *divisor;
        if (overflow || score >= (1L << 52) || score <= -(1L << 52)) return false;
        table.score[a.number * tables_.tokens + b.number] = static_cast<double>(score);
        highest = any ? std::max(highest, score) : score;
        lowest = any ? std::min(lowest, score) : score;
        any = true;
      }
    }
    score_total_ += Integer(std::max(std::abs(highest), std::abs(lowest)));
    for (const Token& a : first) {
      for (const Token& b : all_) {
        const std::size_t at = a.number * tables_.tokens + b.number;
        table.weight[at] = weight(static_cast<long>(table.score[at]) - highest);
      }
    }
    fill_last_position(table);
    return true;
  }

  void fill_last_position(PairTable& table) {
    const std::size_t last = tables_.offset.back();
    table.last_weight.assign(tables_.tokens * tables_.lanes, 0);
    table.last_score.assign(tables_.tokens * tables_.lanes, 0);
    table.both_weight.assign(tables_.lanes, 0);
    table.both_score.assign(tables_.lanes, 0);
    for (std::size_t x = 0; x < tables_.lanes; ++x) {
      for (std::size_t b = 0; b < tables_.tokens; ++b) {
        table.last_weight[b * tables_.lanes + x] = table.weight[(last + x) * tables_.tokens + b];
        table.last_score[b * tables_.lanes + x] = table.score[(last + x) * tables_.tokens + b];
      }
      table.both_weight[x] = table.weight[(last + x) * tables_.tokens + last + x];
      table.both_score[x] = table.score[(last + x) * tables_.tokens + last + x];
    }
  }

  // exp(score * unit) for score <= 0, once for each distinct score.
  double weight(long score) {
    const auto known = weights_.find(score);
    if (known != weights_.end()) return known->second;
    const double result = nearest_double([&](Precision precision) {
      auto unit = units_.find(precision);
      if (unit == units_.end()) unit = units_.emplace(precision, problem_.unit().enclosure(precision)).first;
      return exp(Interval(score, precision) * unit->second);
    });
    weights_.emplace(score, result);
    return result;
  }

  static double to_double(const Rational& value) {
    if (value < 0) return -to_double(-value);
    return nearest_double([&](Precision precision) { return Interval(value, precision); });
  }

  bool fill_values() {
    const auto& forest = problem_.forest;
    const std::size_t coordinates = problem_.coordinate_weights().size();
    // B bounds |base| + |truth| + sum_c |weight_c| * (largest product of value factors).
    double magnitude = 1;
    std::vector<double> product(coordinates, 1);
    tables_.value.resize(forest.size());
    for (std::size_t n = 0; n < forest.size(); ++n) {
      for (std::size_t c = 0; c < coordinates; ++c) {
        std::vector<double> column(tables_.tokens, 0);
        double largest = 0;
        for (const Token& token : all_) {
          column[token.number] =
              to_double(problem_.value(forest[n].variable, token.position, token.symbol, c));
          largest = std::max(largest, std::abs(column[token.number]));
        }
        product[c] = multiply_up(product[c], std::max(1.0, multiply_up(largest, 1 + 0x1p-50)));
        tables_.value[n].push_back(std::move(column));
      }
    }
    for (std::size_t c = 0; c < coordinates; ++c) {
      tables_.coordinate_weight.push_back(to_double(problem_.coordinate_weights()[c]));
      magnitude =
          add_up(magnitude, multiply_up(std::abs(tables_.coordinate_weight[c]) * (1 + 0x1p-50), product[c]));
    }
    tables_.base.assign(tables_.tokens, 0);
    double largest_base = 0;
    for (const Token& token : all_) {
      tables_.base[token.number] = to_double(problem_.base(token.position, token.symbol));
      largest_base = std::max(largest_base, std::abs(tables_.base[token.number]));
    }
    magnitude = add_up(magnitude, multiply_up(largest_base, 1 + 0x1p-50));
    magnitude = add_up(magnitude, problem_.largest_truth());

    // Roundings on the way of one tuple's term into its sum: see docs/certification.md.
    const std::size_t nodes = forest.size();
    const std::size_t roundings = nodes * (tables_.length + nodes + 12) + 2 * nodes + coordinates + 16;
    tables_.output_bound = add_up(multiply_up(relative_rounding_bound(2 * roundings), magnitude), 0x1p-300);
    // The underflow argument needs (length * magnitude)^nodes well inside of the exponent range.
    const double log_size = static_cast<double>(nodes) *
                            (std::log2(static_cast<double>(tables_.length) + 1) + std::log2(magnitude) + 2);
    return std::isfinite(magnitude) && log_size < 400;
  }

  const TableProblem& problem_;
  const InputSpace& space_;
  LayerTables tables_;
  std::vector<Token> all_;
  Integer score_total_ = 0;  // bounds the score of every tuple
  std::unordered_map<long, double> weights_;
  std::map<std::size_t, Vectors> vectors_;
  std::map<Precision, Interval> units_;
};

}  // namespace

std::shared_ptr<const LayerTables> make_layer_tables(const TableProblem& problem, std::size_t max_bytes) {
  if (problem.unit().sign() < 0) return nullptr;
  // Cheap size test before any table is made.
  Integer tokens = 0;
  for (std::size_t p = 0; p < problem.task.space().length(); ++p)
    tokens += problem.task.space().alphabet_size(p);
  if (tokens > 100000) return nullptr;
  Builder builder(problem);
  try {
    if (builder.bytes() > max_bytes || !builder.fill()) return nullptr;
  } catch (const std::range_error&) {  // a weight, value or readout beyond the doubles
    return nullptr;
  }
  return builder.take();
}

}  // namespace attest
