#include "constructions/precision/rounded_evaluator.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <stdexcept>
#include <unordered_map>

namespace attest {

namespace {

using Row = std::vector<FloatValue>;

constexpr std::size_t most_tuples = 100000;  // remembered at a time

// The arithmetic of one step: products in one format, everything else in another.
struct StepArithmetic {
  FloatArithmetic product;
  FloatArithmetic sum;
};

StepArithmetic arithmetic_of(EvaluationModel model, const FloatFormat& format, bool wide) {
  if (wide) {
    const FloatFormat widest = unbounded_format(RoundedEvaluator::wide_precision);
    return {FloatArithmetic(widest), FloatArithmetic(widest)};
  }
  if (model == EvaluationModel::mixed)
    return {FloatArithmetic(format), FloatArithmetic(*float_format_from_name("fp32"))};
  return {FloatArithmetic(format), FloatArithmetic(format)};
}

struct RoundedMatrix {
  std::vector<Row> rows;
};

}  // namespace

bool answers(const FloatValue& y, long truth, Decision decision) {
  if (!y.is_finite()) return false;
  if (decision == Decision::sign) return (y.exact() > 0) == (truth != 0);
  const Rational error = y.exact() - truth;
  return abs(error) <= Rational(1, 2);
}

std::string for_reading(double y) {
  return std::isnan(y) ? std::string("nan") : fmt::format("{:.6g}", y);  // without the sign of a NaN
}

struct RoundedEvaluator::State {
  State(const LayerProblem& the_problem, EvaluationModel model, const FloatFormat& format,
        std::optional<EvaluationStep> wide)
      : problem(the_problem),
        encoding(arithmetic_of(model, format, wide == EvaluationStep::encoding)),
        score(arithmetic_of(model, format, wide == EvaluationStep::score)),
        softmax(arithmetic_of(model, format, wide == EvaluationStep::softmax)),
        value(arithmetic_of(model, format, wide == EvaluationStep::value)),
        output(arithmetic_of(model, format, wide == EvaluationStep::output)) {
    for (const PrecisionHead& head : problem.heads()) {
      HeadNumbers numbers{{}, {}, met(head.scale.rounded(encoding.product)), {}};
      for (const RationalMatrix& matrix : head.query) numbers.query.push_back(stored(matrix));
      for (const auto& [variable, matrix] : head.values) numbers.values.push_back(stored(matrix));
      heads.push_back(std::move(numbers));
    }
    output_matrix = stored(problem.output_matrix());
    for (const AffineMap& map : problem.network()) {
      network.push_back(stored(map.weight));
      Row bias;
      for (Eigen::Index i = 0; i < map.bias.size(); ++i) bias.push_back(store(map.bias(i)));
      biases.push_back(std::move(bias));
    }
    if (problem.root_check()) {
      for (const RootCheck::Term& term : problem.root_check()->terms)
        coefficients.push_back(store(term.coefficient));
      coefficients.push_back(store(Rational(1, 2)));
    }
    for (std::size_t token = 0; token < problem.tokens(); ++token) {
      first_kind.push_back(kinds);
      kinds += problem.contents(token);
    }
    x.resize(kinds);
    check_keys();
    for (HeadNumbers& numbers : heads) {
      numbers.q.resize(numbers.query.size(), std::vector<std::optional<Row>>(kinds));
      numbers.v.resize(numbers.values.size(), std::vector<std::optional<Row>>(kinds));
    }
    for (std::size_t h = 0; h < heads.size(); ++h) {
      tuples.emplace_back();
      for (const std::size_t token : problem.task().judged_positions())
        tuples.back().push_back(problem.tuples(h, token));
    }
  }

  // A NaN is less than every number and equal to itself, so that the order is one.
  struct Less {
    bool operator()(const FloatValue& a, const FloatValue& b) const {
      if (a.is_nan() || b.is_nan()) return a.is_nan() && !b.is_nan();
      return mpfr_less_p(a.mpfr(), b.mpfr()) != 0;
    }
  };

  // What a tuple of tokens contributes; equal kinds of tokens contribute the same numbers.
  struct TupleNumbers {
    FloatValue score;
    std::size_t score_number = 0;
    Row product;  // of its values, by coordinates
  };

  struct HeadNumbers {
    std::vector<RoundedMatrix> query;
    std::vector<RoundedMatrix> values;
    FloatValue scale;
    std::vector<std::vector<std::optional<Row>>> q;  // [variable][kind]
    std::vector<std::vector<std::optional<Row>>> v = {};
    std::unordered_map<std::size_t, FloatValue> products = {};   // (monomial, kinds) -> inner product
    std::unordered_map<std::size_t, TupleNumbers> tuples = {};   // kinds of a tuple -> its score and value
    std::map<FloatValue, std::size_t, Less> score_numbers = {};  // distinct scores, numbered
    std::unordered_map<std::uint64_t, FloatValue> kernels = {};  // of (score, largest score) by number
  };

  // The cache of inner products numbers (monomial, kinds of its tokens) in 64 bits.
  void check_keys() const {
    for (const PrecisionHead& head : problem.heads()) {
      Integer keys = head.monomials.size();
      std::size_t degree = 0;
      for (const auto& monomial : head.monomials) degree = std::max(degree, monomial.size());
      degree = std::max(degree, head.query.size());  // whole tuples are numbered too
      for (std::size_t k = 0; k < degree; ++k) keys *= kinds;
      if (keys > Integer(std::numeric_limits<std::size_t>::max()))
        throw std::length_error("too many kinds of tokens for rounded evaluation");
    }
  }

  FloatValue met(FloatValue number) {
    if (number.is_finite() && !number.is_zero()) exponents.note(mpfr_get_exp(number.mpfr()) - 1);
    return number;
  }

  FloatValue store(const Rational& number) { return met(encoding.product.from(number)); }

  RoundedMatrix stored(const RationalMatrix& matrix) {
    RoundedMatrix result;
    for (Eigen::Index i = 0; i < matrix.rows(); ++i) {
      Row row;
      for (Eigen::Index j = 0; j < matrix.cols(); ++j) row.push_back(store(matrix(i, j)));
      result.rows.push_back(std::move(row));
    }
    return result;
  }

  const Row& encoded(std::size_t token, Symbol content) {
    auto& row = x[first_kind[token] + content];
    if (!row) {
      row.emplace();
      const RationalVector exact = problem.encoding(token, content);
      for (Eigen::Index c = 0; c < exact.size(); ++c) row->push_back(store(exact(c)));
    }
    return *row;
  }

  // A factor is rounded to the format of products (sums may be wider) unless a wide step gave it.
  static FloatValue factor(const StepArithmetic& step, const FloatValue& a) {
    return mpfr_get_prec(a.mpfr()) == wide_precision ? a : step.product.from(a);
  }

  FloatValue multiply(const StepArithmetic& step, const FloatValue& a, const FloatValue& b) {
    return met(step.product.multiply(factor(step, a), factor(step, b)));
  }

  FloatValue dot(const StepArithmetic& step, const Row& a, const Row& b) {
    FloatValue sum = step.sum.from(multiply(step, a.front(), b.front()));
    for (std::size_t c = 1; c < a.size(); ++c) sum = met(step.sum.add(sum, multiply(step, a[c], b[c])));
    return sum;
  }

  Row times(const StepArithmetic& step, const RoundedMatrix& matrix, const Row& x_row) {
    Row result;
    for (const Row& row : matrix.rows) result.push_back(dot(step, row, x_row));
    return result;
  }

  const Row& query(std::size_t head, std::size_t variable, std::size_t token, Symbol content) {
    auto& row = heads[head].q[variable][first_kind[token] + content];
    if (!row) row = times(score, heads[head].query[variable], encoded(token, content));
    return *row;
  }

  const Row& value_row(std::size_t head, std::size_t which, std::size_t token, Symbol content) {
    auto& row = heads[head].v[which][first_kind[token] + content];
    if (!row) row = times(value, heads[head].values[which], encoded(token, content));
    return *row;
  }

  // The inner product of one monomial; equal tokens with equal contents give equal results.
  const FloatValue& monomial(std::size_t head, std::size_t m, std::span<const Symbol> contents,
                             const TokenTuple& tuple) {
    const auto& variables = problem.heads()[head].monomials[m];
    std::size_t key = m;
    for (const std::size_t v : variables) key = key * kinds + first_kind[tuple[v]] + contents[tuple[v]];
    auto& known = heads[head].products;
    if (const auto found = known.find(key); found != known.end()) return found->second;
    std::vector<const Row*> rows;
    for (const std::size_t v : variables) rows.push_back(&query(head, v, tuple[v], contents[tuple[v]]));
    std::optional<FloatValue> sum;
    for (std::size_t c = 0; c < rows.front()->size(); ++c) {
      FloatValue product = multiply(score, (*rows[0])[c], (*rows[1])[c]);
      for (std::size_t r = 2; r < rows.size(); ++r) product = multiply(score, product, (*rows[r])[c]);
      sum = sum ? met(score.sum.add(*sum, product)) : score.sum.from(product);
    }
    return known.emplace(key, std::move(*sum)).first->second;
  }

  const TupleNumbers& numbers_of(std::size_t head, std::span<const Symbol> contents,
                                 const TokenTuple& tuple) {
    std::size_t key = 0;
    for (const std::size_t token : tuple) key = key * kinds + first_kind[token] + contents[token];
    auto& known = heads[head].tuples;
    if (const auto found = known.find(key); found != known.end()) return found->second;
    const PrecisionHead& exact = problem.heads()[head];
    TupleNumbers numbers{score_of(head, contents, tuple), 0, {}};
    auto& scores = heads[head].score_numbers;
    numbers.score_number = scores.try_emplace(numbers.score, scores.size()).first->second;
    for (std::size_t w = 0; w < exact.values.size(); ++w) {
      const std::size_t token = tuple[exact.values[w].first];
      const Row& row = value_row(head, w, token, contents[token]);
      if (w == 0) {
        numbers.product = row;
      } else {
        for (std::size_t c = 0; c < row.size(); ++c)
          numbers.product[c] = multiply(value, numbers.product[c], row[c]);
      }
    }
    return known.emplace(key, std::move(numbers)).first->second;
  }

  // A tuple's weight before it is divided by the sum of all. Only the softmax looks at the largest score.
  const FloatValue& kernel_of(std::size_t head, const TupleNumbers& numbers, const TupleNumbers& largest) {
    auto& known = heads[head].kernels;
    const std::uint64_t key = std::uint64_t{numbers.score_number} << 32 | largest.score_number;
    const auto found = known.find(key);
    if (found != known.end()) return found->second;
    return known.emplace(key, kernel(problem.heads()[head].kernel, numbers.score, largest.score))
        .first->second;
  }

  FloatValue kernel(AttentionKernel which, const FloatValue& z, const FloatValue& largest) {
    const FloatArithmetic& step = softmax.sum;
    switch (which) {
      case AttentionKernel::softmax:
        return met(step.exponential(met(step.subtract(z, largest))));
      case AttentionKernel::expressive: {
        const FloatValue square = met(step.multiply(z, z));
        return met(step.divide(square, met(step.add(step.from(Rational(1)), square))));
      }
      case AttentionKernel::exact_match:
        return step.from(z);
    }
    throw std::logic_error("no such kernel");
  }

  // 1 if the rows of the first two variables are the same numbers, else 0.
  FloatValue match(std::size_t head, std::span<const Symbol> contents, const TokenTuple& tuple) {
    const Row& q = query(head, 0, tuple[0], contents[tuple[0]]);
    const Row& k = query(head, 1, tuple[1], contents[tuple[1]]);
    const bool same =
        std::equal(q.begin(), q.end(), k.begin(), k.end(), [](const FloatValue& a, const FloatValue& b) {
          return mpfr_equal_p(a.mpfr(), b.mpfr()) != 0;  // not of NaN
        });
    return score.sum.from(Rational(same ? 1 : 0));
  }

  FloatValue score_of(std::size_t head, std::span<const Symbol> contents, const TokenTuple& tuple) {
    const PrecisionHead& exact = problem.heads()[head];
    if (exact.kernel == AttentionKernel::exact_match) return match(head, contents, tuple);
    FloatValue h = monomial(head, 0, contents, tuple);
    for (std::size_t m = 1; m < exact.monomials.size(); ++m)
      h = met(score.sum.add(h, monomial(head, m, contents, tuple)));
    return met(score.sum.multiply(h, score.sum.from(heads[head].scale)));
  }

  Row head_output(std::size_t head, std::span<const Symbol> contents, const std::vector<TokenTuple>& list) {
    // Forgetting happens here only: the pointers below stay valid while a map grows.
    if (heads[head].tuples.size() + list.size() > most_tuples) heads[head].tuples.clear();
    if (heads[head].kernels.size() + list.size() > most_tuples) heads[head].kernels.clear();
    std::vector<const TupleNumbers*> numbers;
    for (const TokenTuple& tuple : list) numbers.push_back(&numbers_of(head, contents, tuple));
    // The largest score; NaN if one of them is.
    const TupleNumbers* largest = numbers.front();
    for (const TupleNumbers* one : numbers) {
      if (one->score.is_nan() || (!largest->score.is_nan() && Less()(largest->score, one->score)))
        largest = one;
    }
    std::optional<FloatValue> total;
    for (const TupleNumbers* one : numbers) {
      const FloatValue& e = kernel_of(head, *one, *largest);
      total = total ? met(softmax.sum.add(*total, e)) : e;
    }
    const bool nothing_matches =
        problem.heads()[head].kernel == AttentionKernel::exact_match && total->is_zero();
    Row sums;
    for (std::size_t k = 0; k < list.size(); ++k) {
      const FloatValue& term = kernel_of(head, *numbers[k], *largest);
      const FloatValue weight = nothing_matches ? term : met(softmax.sum.divide(term, *total));
      const Row& row = numbers[k]->product;
      for (std::size_t c = 0; c < row.size(); ++c) {
        // A zero times a finite weight adds nothing.
        if (k > 0 && row[c].is_zero() && weight.is_finite()) continue;
        const FloatValue product = multiply(value, weight, row[c]);
        if (k == 0) {
          sums.push_back(value.sum.from(product));
        } else {
          sums[c] = met(value.sum.add(sums[c], product));
        }
      }
    }
    return sums;
  }

  FloatValue evaluate(std::span<const Symbol> word, std::size_t which) {
    const std::size_t token = problem.task().judged_positions()[which];
    std::vector<Symbol> contents;
    for (std::size_t t = 0; t < problem.tokens(); ++t) contents.push_back(problem.content(word, t));
    Row a;
    for (std::size_t h = 0; h < heads.size(); ++h) {
      for (FloatValue& number : head_output(h, contents, tuples[h][which])) a.push_back(std::move(number));
    }
    Row stream = times(output, output_matrix, a);
    if (problem.residual()) {
      const Row& own = encoded(token, contents[token]);
      for (std::size_t c = 0; c < stream.size(); ++c) stream[c] = met(output.sum.add(own[c], stream[c]));
    }
    if (problem.root_check()) {
      return rounded_root_check(
          *problem.root_check(), coefficients, stream, output.sum,
          [this](const FloatValue& x_1, const FloatValue& x_2) { return multiply(output, x_1, x_2); },
          [this](FloatValue number) { return met(std::move(number)); });
    }
    const FloatValue zero = output.sum.from(Rational(0));
    for (std::size_t layer = 0; layer < network.size(); ++layer) {
      if (layer > 0) {
        for (FloatValue& entry : stream) entry = output.sum.maximum(entry, zero);
      }
      stream = times(output, network[layer], stream);
      for (std::size_t r = 0; r < stream.size(); ++r)
        stream[r] = met(output.sum.add(stream[r], biases[layer][r]));
    }
    return stream.front();
  }

  const LayerProblem& problem;
  StepArithmetic encoding;
  StepArithmetic score;
  StepArithmetic softmax;
  StepArithmetic value;
  StepArithmetic output;
  std::vector<HeadNumbers> heads;
  RoundedMatrix output_matrix;
  std::vector<RoundedMatrix> network;
  std::vector<Row> biases;
  Row coefficients;                     // of the root check, if there is one, and 1/2 last
  std::vector<std::size_t> first_kind;  // (token, content) -> first_kind[token] + content
  std::size_t kinds = 0;
  std::vector<std::optional<Row>> x;                         // [kind]
  std::vector<std::vector<std::vector<TokenTuple>>> tuples;  // [head][which judged position]
  ExponentsMet exponents;
};

RoundedEvaluator::RoundedEvaluator(const LayerProblem& problem, EvaluationModel model,
                                   const FloatFormat& format, std::optional<EvaluationStep> wide) {
  if (model == EvaluationModel::stored)
    throw std::invalid_argument("the model stored is not evaluated with rounding");
  state_ = std::make_unique<State>(problem, model, format, wide);
}

RoundedEvaluator::~RoundedEvaluator() = default;

FloatValue RoundedEvaluator::output(std::span<const Symbol> word, std::size_t which) {
  return state_->evaluate(word, which);
}

bool RoundedEvaluator::right(std::span<const Symbol> word) {
  const Task& task = state_->problem.task();
  for (std::size_t which = 0; which < task.judged_positions().size(); ++which) {
    if (!answers(output(word, which), task.truth(word, which), task.decision())) return false;
  }
  return true;
}

Answer RoundedEvaluator::answer(std::span<const Symbol> word) {
  return right(word) ? Answer::right : Answer::wrong;
}

std::string RoundedEvaluator::output_text(std::span<const Symbol> word, std::size_t which) {
  return for_reading(output(word, which).to_double());
}

const ExponentsMet& RoundedEvaluator::exponents() const {
  return state_->exponents;
}

}  // namespace attest
