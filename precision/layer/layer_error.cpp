#include "precision/layer/layer_error.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <stdexcept>
#include <vector>

#include "attention/definition.hpp"
#include "precision/arithmetic/bounded_row.hpp"
#include "precision/arithmetic/precision_scale.hpp"
#include "precision/arithmetic/softmax_error.hpp"
#include "precision/layer/exact_matching.hpp"
#include "precision/layer/rational_weight_error.hpp"

namespace attest {

namespace {

using attention::Kernel;

constexpr Precision scale_precision = 256;

// Rational numbers around an enclosed one.
std::pair<Rational, Rational> ends(const Interval& x) {
  FloatValue low(scale_precision);
  FloatValue high(scale_precision);
  arb_get_interval_mpfr(low.mpfr(), high.mpfr(), x.ball());
  return {low.exact(), high.exact()};
}

class LayerAnalysis {
 public:
  LayerAnalysis(const LayerPrecision& problem, long bits)
      : problem_(problem), bits_(bits), arithmetic_(bits), zero_(arithmetic_.stored(0)) {
    number_encodings();
    for (const RationalVector& encoding : encodings_) x_.push_back(stored(arithmetic_, encoding));
    for (std::size_t h = 0; h < problem.layer().heads.size(); ++h) heads_.push_back(prepared(h));
    output_matrix_ = stored(arithmetic_, problem.output_matrix());
  }

  std::optional<ErrorBound> output_error() {
    if (!matches_hold_) return std::nullopt;
    std::optional<Interval> largest;
    // Each token once, although a vector's stands once for each of its numbers.
    const std::vector<std::size_t> judged = problem_.task().judged_positions();
    for (const std::size_t token : std::set<std::size_t>(judged.begin(), judged.end())) {
      for (const std::size_t kind : kind_[token]) {
        const auto numbers = output({token, kind});
        if (!numbers) return std::nullopt;
        for (const BoundedNumber& y : *numbers) largest = largest ? max(*largest, y.error) : y.error;
      }
    }
    return ErrorBound{largest.value(), matches_are_exact_};
  }

  bool has_normaliser_bound() {
    for (std::size_t h = 0; h < heads_.size(); ++h) {
      if (!attention::weighs_rationally(problem_.layer().heads[h].kernel)) continue;
      for (const std::size_t token : problem_.task().judged_positions()) {
        for (const std::size_t kind : kind_[token]) {
          const Judged judged{token, kind};
          if (total(kernels(h, judged, problem_.tuples(h, token))).low <= 0) return false;
        }
      }
    }
    return true;
  }

 private:
  struct Judged {
    std::size_t token;
    std::size_t kind;
  };

  // Rows of every kind, and over all contents of every token: [variable or value][kind or token].
  struct Head {
    std::vector<std::vector<BoundedRow>> q_of_kind;
    std::vector<std::vector<BoundedRow>> q_of_token;
    std::vector<std::vector<BoundedRow>> v_of_kind;
    std::vector<std::vector<BoundedRow>> v_of_token;
    BoundedNumber scale;
    std::vector<RationalRow> query;  // of exact match, exactly: [kind]
    std::vector<RationalRow> key;
  };

  // Tokens and contents of one encoding are one kind.
  void number_encodings() {
    std::map<RationalRow, std::size_t> numbers;
    const attention::Layer& layer = problem_.layer();
    for (std::size_t token = 0; token < layer.tokens(); ++token) {
      kind_.emplace_back();
      for (attention::Kind kind = layer.first[token]; kind < layer.first[token + 1]; ++kind) {
        const RationalVector& x = layer.stream[kind];
        const auto [found, is_new] = numbers.try_emplace(RationalRow(x.begin(), x.end()), numbers.size());
        kind_.back().push_back(found->second);
        if (is_new) encodings_.push_back(x);
      }
    }
  }

  BoundedNumber stored_scale(const PrecisionScale& scale) const {
    const auto [low, high] = ends(scale.enclosure(scale_precision));
    return low == high ? arithmetic_.stored(low) : arithmetic_.stored_between(low, high);
  }

  std::vector<BoundedRow> of_kinds(const RationalMatrix& matrix) const {
    const std::vector<BoundedRow> rows = stored(arithmetic_, matrix);
    std::vector<BoundedRow> result;
    for (const BoundedRow& x : x_) result.push_back(times(arithmetic_, rows, x));
    return result;
  }

  std::vector<BoundedRow> of_tokens(const std::vector<BoundedRow>& of_kind) const {
    std::vector<BoundedRow> result;
    for (const auto& contents : kind_) {
      BoundedRow all = of_kind[contents.front()];
      for (const std::size_t kind : contents) all = hull(all, of_kind[kind]);
      result.push_back(std::move(all));
    }
    return result;
  }

  Head prepared(std::size_t h) {
    const attention::Head& from = problem_.layer().heads[h];
    const std::vector<RationalMatrix> rows = problem_.rows(h);
    Head head;
    for (const RationalMatrix& matrix : rows) {
      head.q_of_kind.push_back(of_kinds(matrix));
      head.q_of_token.push_back(of_tokens(head.q_of_kind.back()));
    }
    for (const RationalMatrix& matrix : problem_.values(h)) {
      head.v_of_kind.push_back(of_kinds(matrix));
      head.v_of_token.push_back(of_tokens(head.v_of_kind.back()));
    }
    head.scale = stored_scale(PrecisionScale(from.scale));
    if (from.kernel == Kernel::exact_match) {
      head.query = exact_rows(rows[0], encodings_);
      head.key = exact_rows(rows[1], encodings_);
      decide_matches(rows, head);
    }
    return head;
  }

  // Where all queries and keys are exact nothing has to be computed, and that stays so at every larger width.
  void decide_matches(const std::vector<RationalMatrix>& rows, const Head& head) {
    bool exact = true;
    for (std::size_t variable = 0; variable < 2; ++variable) {
      for (const BoundedRow& row : head.q_of_kind[variable])
        exact = exact && std::all_of(row.begin(), row.end(), [](const BoundedNumber& q) { return q.exact; });
    }
    if (exact) return;
    matches_are_exact_ = false;
    matches_hold_ =
        matches_hold_ && same_matches(head.query, head.key, computed_rows(rows[0], encodings_, bits_),
                                      computed_rows(rows[1], encodings_, bits_));
  }

  // What the token of a tuple may hold: one content if it is the judged one, else any.
  static const BoundedRow& row(const std::vector<BoundedRow>& of_kind,
                               const std::vector<BoundedRow>& of_token, std::size_t token,
                               const Judged& judged) {
    return token == judged.token ? of_kind[judged.kind] : of_token[token];
  }

  BoundedNumber score(const attention::Head& from, const Head& head,
                      const std::vector<const BoundedRow*>& q) const {
    const auto row = [&](std::size_t v) -> const BoundedRow& { return *q[v]; };
    const BoundedNumber h = attention::unscaled_score(from.polynomial, row, zero_, arithmetic_);
    return arithmetic_.product(h, head.scale);
  }

  BoundedRow value(std::size_t h, const TokenTuple& tuple, const Judged& judged) const {
    const attention::Head& from = problem_.layer().heads[h];
    const auto part = [&](std::size_t w) -> const BoundedRow& {
      return row(heads_[h].v_of_kind[w], heads_[h].v_of_token[w], tuple[from.value[w].variable], judged);
    };
    return attention::value_product(from.value.size(), part, arithmetic_);
  }

  // Of exact match and kernels of the rational form, one for each tuple.
  BoundedRow kernels(std::size_t h, const Judged& judged, const std::vector<TokenTuple>& list) const {
    BoundedRow result;
    for (const TokenTuple& tuple : list) {
      result.push_back(problem_.layer().heads[h].kernel == Kernel::exact_match
                           ? match(heads_[h], judged, tuple)
                           : rational(h, judged, tuple));
    }
    return result;
  }

  BoundedNumber match(const Head& head, const Judged& judged, const TokenTuple& tuple) const {
    const auto matches = [&](std::size_t kind) {
      return arithmetic_.stored(head.query[judged.kind] == head.key[kind] ? 1 : 0);
    };
    const std::size_t token = tuple[1];
    if (token == judged.token) return matches(judged.kind);
    BoundedNumber result = matches(kind_[token].front());
    for (const std::size_t kind : kind_[token]) result = hull(result, matches(kind));
    return result;
  }

  BoundedNumber rational(std::size_t h, const Judged& judged, const TokenTuple& tuple) const {
    const Head& head = heads_[h];
    std::vector<const BoundedRow*> q;
    for (std::size_t v = 0; v < tuple.size(); ++v)
      q.push_back(&row(head.q_of_kind[v], head.q_of_token[v], tuple[v], judged));
    return rational_weight_value(problem_.layer().heads[h].kernel, arithmetic_,
                                 score(problem_.layer().heads[h], head, q));
  }

  BoundedNumber total(const BoundedRow& f) const {
    BoundedNumber sum = zero_;
    for (const BoundedNumber& one : f) sum = arithmetic_.sum(sum, one);
    return sum;
  }

  std::optional<BoundedRow> head_output(std::size_t h, const Judged& judged) const {
    const std::vector<TokenTuple> list = problem_.tuples(h, judged.token);
    std::vector<BoundedRow> values;
    values.reserve(list.size());
    for (const TokenTuple& tuple : list) values.push_back(value(h, tuple, judged));
    if (problem_.layer().heads[h].kernel != Kernel::softmax) return weighted(h, judged, list, values);
    if (list.size() == 1) return values.front();
    const auto rho_w = softmax_deviation(h, judged, list);
    if (!rho_w) return std::nullopt;
    return average(*rho_w, values, values.front());
  }

  // rho_w; nullopt where rho_T >= 1.
  std::optional<Interval> softmax_deviation(std::size_t h, const Judged& judged,
                                            const std::vector<TokenTuple>& list) const {
    const Head& head = heads_[h];
    std::vector<BoundedRow> rows;  // of each variable, over the tokens that it takes in the tuples
    for (std::size_t v = 0; v < list.front().size(); ++v) {
      std::vector<bool> taken(problem_.layer().tokens(), false);
      std::optional<BoundedRow> all;
      for (const TokenTuple& tuple : list) {
        if (taken[tuple[v]]) continue;
        taken[tuple[v]] = true;
        const BoundedRow& one = row(head.q_of_kind[v], head.q_of_token[v], tuple[v], judged);
        all = all ? hull(*all, one) : one;
      }
      rows.push_back(*all);
    }
    std::vector<const BoundedRow*> q;
    for (const BoundedRow& one : rows) q.push_back(&one);
    const BoundedNumber s = score(problem_.layer().heads[h], head, q);
    return weight_deviation(arithmetic_, exponential_factor(arithmetic_, s), list.size());
  }

  // The average of values whose weights are off by the factor 1 + rho_w. Its range is that of `range`.
  BoundedRow average(const Interval& rho_w, const std::vector<BoundedRow>& values, BoundedRow range) const {
    BoundedRow result = std::move(range);
    for (std::size_t c = 0; c < result.size(); ++c) {
      BoundedNumber all = values.front()[c];
      std::size_t roundings = 0;
      for (const BoundedRow& v : values) {
        all = hull(all, v[c]);
        roundings += v[c].is_zero() ? 0 : 1;
      }
      if (all.is_zero()) continue;
      result[c] = averaged(arithmetic_, rho_w, all, roundings);
    }
    return result;
  }

  // Sums of (f/T) v for nonnegative kernels f, one for each tuple; nullopt where T may vanish.
  std::optional<BoundedRow> weighted(std::size_t h, const Judged& judged, const std::vector<TokenTuple>& list,
                                     const std::vector<BoundedRow>& values) const {
    const BoundedRow f = kernels(h, judged, list);
    const bool matching = problem_.layer().heads[h].kernel == Kernel::exact_match;
    BoundedRow carrying;  // kernels that are not zero throughout, and their values
    std::vector<BoundedRow> carried;
    for (std::size_t k = 0; k < list.size(); ++k) {
      if (f[k].is_zero()) continue;
      carrying.push_back(f[k]);
      carried.push_back(values[k]);
    }
    BoundedNumber T = total(carrying);
    const bool maybe_none = T.low <= 0;
    if (maybe_none && !matching) return std::nullopt;
    BoundedRow result(values.front().size(), zero_);
    if (carrying.empty()) return result;
    if (matching) T = within(T, 1, T.high);
    for (std::size_t c = 0; c < result.size(); ++c) {
      BoundedNumber range = maybe_none ? zero_ : carried.front()[c];
      for (const BoundedRow& v : carried) range = hull(range, v[c]);
      const BoundedNumber with_zero = hull(range, zero_);
      BoundedNumber& sum = result[c];
      for (std::size_t k = 0; k < carrying.size(); ++k) {
        const auto weight = arithmetic_.quotient(carrying[k], T);
        if (!weight) return std::nullopt;
        const BoundedNumber term = arithmetic_.product(within(*weight, 0, 1), carried[k][c]);
        sum = within(arithmetic_.sum(sum, term), with_zero.low, with_zero.high);
      }
      sum = within(sum, range.low, range.high);
    }
    if (!matching || !T.exact) return result;
    const BoundedRow relative = average(arithmetic_.u(), carried, result);
    for (std::size_t c = 0; c < result.size(); ++c) result[c].error = min(result[c].error, relative[c].error);
    return result;
  }

  std::optional<BoundedRow> output(const Judged& judged) const {
    BoundedRow a;
    for (std::size_t h = 0; h < heads_.size(); ++h) {
      const auto head = head_output(h, judged);
      if (!head) return std::nullopt;
      a.insert(a.end(), head->begin(), head->end());
    }
    BoundedRow stream = times(arithmetic_, output_matrix_, a);
    if (problem_.layer().residual) {
      for (std::size_t c = 0; c < stream.size(); ++c)
        stream[c] = arithmetic_.sum(x_[judged.kind][c], stream[c]);
    }
    BoundedRow y;
    for (std::size_t number = 0; number < problem_.numbers(); ++number) {
      const LayerPrecision::ReadoutForm readout = problem_.readout(number);
      y.push_back(readout.operations ? bounded(*readout.operations, stream, arithmetic_)
                                     : apply(arithmetic_, readout.network, stream).front());
    }
    return y;
  }

  const LayerPrecision& problem_;
  long bits_;
  BoundedArithmetic arithmetic_;
  BoundedNumber zero_;
  std::vector<std::vector<std::size_t>> kind_;  // [token][content]
  std::vector<RationalVector> encodings_;       // [kind]
  std::vector<BoundedRow> x_;                   // [kind]
  std::vector<Head> heads_;
  std::vector<BoundedRow> output_matrix_;
  bool matches_hold_ = true;       // computed queries and keys are equal exactly where the exact ones are
  bool matches_are_exact_ = true;  // because they are exact
};

}  // namespace

std::optional<ErrorBound> layer_error_bound(const LayerPrecision& problem, long significand_bits) {
  return LayerAnalysis(problem, significand_bits).output_error();
}

bool has_normaliser_bound(const LayerPrecision& problem) {
  return LayerAnalysis(problem, 64).has_normaliser_bound();  // T's lower bound does not depend on the width
}

}  // namespace attest
