#include "precision/layer/stored_evaluator.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <stdexcept>
#include <utility>

#include "attention/definition.hpp"
#include "numeric/checked.hpp"
#include "precision/arithmetic/for_reading.hpp"
#include "precision/layer/judged_output.hpp"
#include "precision/layer/stored_head.hpp"

namespace attest {

namespace {

using RationalRow = std::vector<Rational>;

constexpr std::size_t most_tuples = 100000;  // remembered at a time

}  // namespace

struct StoredEvaluator::State {
  State(const LayerPrecision& the_problem, const std::optional<FloatFormat>& format,
        const Rational& temperature)
      : problem(the_problem) {
    if (format) arithmetic.emplace(*format);
    const std::size_t kinds = problem.layer().kinds();
    for (std::size_t h = 0; h < problem.layer().heads.size(); ++h) {
      StoredHead numbers;
      for (const RationalMatrix& matrix : problem.rows(h)) numbers.query.push_back(stored(matrix));
      for (const RationalMatrix& matrix : problem.values(h)) numbers.values.push_back(stored(matrix));
      const PrecisionScale scale(problem.layer().heads[h].scale);
      numbers.scale =
          (format ? PrecisionScale(stored(scale.rounded(*arithmetic))) : scale).times(temperature);
      numbers.q.resize(numbers.query.size());
      numbers.v.resize(numbers.values.size());
      Integer keys = 1;
      for (std::size_t v = 0; v < numbers.query.size(); ++v) keys *= kinds;
      if (keys <= Integer(most_tuples)) numbers.by_key.resize(to_size(keys));
      heads.push_back(std::move(numbers));
    }
    output_matrix = enclosed_matrix(stored(problem.output_matrix()));
    for (std::size_t number = 0; number < problem.numbers(); ++number) {
      LayerPrecision::ReadoutForm readout = problem.readout(number);
      readouts.push_back({enclosed(readout.network), std::move(readout.operations), {}});
      if (!readouts.back().operations) continue;
      for (const Rational& constant : readouts.back().operations->constants)
        readouts.back().constants.push_back(stored(constant));
    }
    for (std::size_t h = 0; h < heads.size(); ++h) {
      tuples.emplace_back();
      for (const std::size_t token : problem.task().judged_positions())
        tuples.back().push_back(problem.tuples(h, token));
    }
    // Encodings are looked at now, so that one that cannot be stored is found.
    for (const RationalVector& exact : problem.layer().stream) {
      x.emplace_back();
      for (Eigen::Index c = 0; c < exact.size(); ++c) x.back().push_back(stored(exact(c)));
    }
  }

  using Kind = attention::Kind;
  using Kernel = attention::Kernel;

  struct EnclosedNetwork {
    std::vector<EnclosedMatrix> weights;
    std::vector<RationalRow> biases;
  };

  EnclosedNetwork enclosed(const std::vector<AffineMap>& network) {
    EnclosedNetwork result;
    for (const AffineMap& map : network) {
      result.weights.push_back(enclosed_matrix(stored(map.weight)));
      RationalRow bias;
      for (Eigen::Index i = 0; i < map.bias.size(); ++i) bias.push_back(stored(map.bias(i)));
      result.biases.push_back(std::move(bias));
    }
    return result;
  }

  // The number of `value` among those that were met; a new one is the last.
  template <class Value, class Kept>
  static std::size_t number_of(Value value, std::map<Value, std::size_t>& numbers,
                               std::vector<Kept>& values) {
    const auto [at, is_new] = numbers.try_emplace(value, values.size());
    if (is_new) values.emplace_back(std::move(value));
    return at->second;
  }

  Rational stored(const FloatValue& number) {
    if (!number.is_finite()) {
      all_stored = false;
      return 0;
    }
    if (!number.is_zero()) exponents.note(mpfr_get_exp(number.mpfr()) - 1);
    return number.exact();
  }
  Rational stored(const Rational& number) { return arithmetic ? stored(arithmetic->from(number)) : number; }

  std::vector<RationalRow> stored(const RationalMatrix& matrix) {
    std::vector<RationalRow> rows;
    for (Eigen::Index i = 0; i < matrix.rows(); ++i) {
      rows.emplace_back();
      for (Eigen::Index j = 0; j < matrix.cols(); ++j) rows.back().push_back(stored(matrix(i, j)));
    }
    return rows;
  }

  static RationalRow times(const std::vector<RationalRow>& matrix, const RationalRow& x_row) {
    RationalRow result;
    for (const RationalRow& row : matrix) {
      Rational sum = 0;
      for (std::size_t c = 0; c < row.size(); ++c) {
        if (row[c] != 0 && x_row[c] != 0) sum += row[c] * x_row[c];
      }
      result.push_back(std::move(sum));
    }
    return result;
  }

  const RationalRow& row_of(std::map<Kind, RationalRow>& known, const std::vector<RationalRow>& matrix,
                            Kind kind) {
    const auto found = known.find(kind);
    if (found != known.end()) return found->second;
    return known.emplace(kind, times(matrix, x[kind])).first->second;
  }

  // Before scaling; 1 or 0 for exact match.
  Rational score(std::size_t h, const TokenTuple& tuple, std::span<const Kind> kinds) {
    const attention::Head& head = problem.layer().heads[h];
    if (head.kernel == Kernel::exact_match) {
      const RationalRow& q = row_of(heads[h].q[0], heads[h].query[0], kinds[tuple[0]]);
      const RationalRow& k = row_of(heads[h].q[1], heads[h].query[1], kinds[tuple[1]]);
      return q == k ? 1 : 0;
    }
    const auto row = [&](std::size_t v) -> const RationalRow& {
      return row_of(heads[h].q[v], heads[h].query[v], kinds[tuple[v]]);
    };
    return attention::unscaled_score(head.polynomial, row, Rational(0));
  }

  StoredTuple compute(std::size_t h, const TokenTuple& tuple, std::span<const Kind> kinds) {
    const attention::Head& head = problem.layer().heads[h];
    RationalRow product =
        attention::value_product(head.value.size(), [&](std::size_t w) -> const RationalRow& {
          return row_of(heads[h].v[w], heads[h].values[w], kinds[tuple[head.value[w].variable]]);
        });
    StoredHead& numbers = heads[h];
    return {number_of(score(h, tuple, kinds), numbers.score_numbers, numbers.scores),
            number_of(std::move(product), numbers.product_numbers, numbers.products)};
  }

  StoredTuple numbers_of(std::size_t h, const TokenTuple& tuple, std::span<const Kind> kinds) {
    if (!heads[h].by_key.empty()) {
      std::size_t key = 0;
      for (const std::size_t token : tuple) key = key * problem.layer().kinds() + kinds[token];
      auto& known = heads[h].by_key[key];
      if (!known) known = compute(h, tuple, kinds);
      return *known;
    }
    std::vector<Kind> key;
    for (const std::size_t token : tuple) key.push_back(kinds[token]);
    auto& known = heads[h].tuples;
    if (const auto found = known.find(key); found != known.end()) return found->second;
    return known.emplace(std::move(key), compute(h, tuple, kinds)).first->second;
  }

  // The tuples of a token, sorted by the numbers of their scores and products.
  std::vector<StoredTerm> terms_of(std::size_t h, std::size_t which, std::span<const Kind> kinds) {
    StoredHead& head = heads[h];
    if (head.tuples.size() > most_tuples) head.forget();
    std::vector<std::pair<std::size_t, std::size_t>> pairs;
    for (const TokenTuple& tuple : tuples[h][which]) {
      const StoredTuple numbers = numbers_of(h, tuple, kinds);
      pairs.emplace_back(numbers.score, numbers.product);
    }
    std::sort(pairs.begin(), pairs.end());
    std::vector<StoredTerm> terms;
    for (const auto& [score, product] : pairs) {
      if (terms.empty() || terms.back().score != score || terms.back().product != product)
        terms.push_back({score, product, 0});
      ++terms.back().count;
    }
    return terms;
  }

  static Interval kernel_of(Kernel kernel, const Interval& scale, const Rational& score,
                            const Rational& largest, Precision precision) {
    switch (attention::form_of(kernel)) {
      case attention::KernelForm::exponential:
        return exp(scale * Interval(Rational(score - largest), precision));
      case attention::KernelForm::rational:
        return attention::rational_weight(kernel, scale * Interval(score, precision),
                                          attention::ByIntervals{precision});
      case attention::KernelForm::match:
        return {score, precision};
      case attention::KernelForm::maximum:  // never asked: its output is a mean
        break;
    }
    throw std::logic_error("a maximum has no weights");
  }

  // A tuple's weight before it is divided by the sum of all; those at initial_precision are remembered.
  Interval kernel_at(std::size_t h, std::size_t score, std::size_t largest, Precision precision) {
    StoredHead& head = heads[h];
    const auto compute_kernel = [&] {
      return kernel_of(problem.layer().heads[h].kernel, head.scale.enclosure(precision), head.scores[score],
                       head.scores[largest], precision);
    };
    if (precision != initial_precision) return compute_kernel();
    if (head.kernels_known > most_tuples) {
      head.kernels.clear();
      head.kernels_known = 0;
    }
    if (head.kernels.size() < head.scores.size()) head.kernels.resize(head.scores.size());
    auto& beside = head.kernels[largest];
    if (beside.size() < head.scores.size()) {
      head.kernels_known += head.scores.size() - beside.size();
      beside.resize(head.scores.size());
    }
    if (!beside[score]) beside[score] = compute_kernel();
    return *beside[score];
  }

  std::vector<Interval> head_output(std::size_t h, std::size_t which, std::span<const Kind> kinds,
                                    Precision precision) {
    const std::vector<StoredTerm> terms = terms_of(h, which, kinds);
    const StoredHead& head = heads[h];
    std::size_t largest = terms.front().score;
    for (const StoredTerm& term : terms) {
      if (head.scores[largest] < head.scores[term.score]) largest = term.score;
    }
    const Kernel kernel = problem.layer().heads[h].kernel;
    if (kernel == Kernel::hard_maximum) return mean_of_best(h, terms, largest, precision);
    const bool one_score = terms.front().score == terms.back().score;
    const std::size_t width = head.products[terms.front().product].exact().size();
    // All weights are zero: exact match has the output zero then, expressive attention none (0/0).
    if (one_score && head.scores[largest] == 0 && kernel != Kernel::softmax) {
      if (attention::weighs_rationally(kernel)) no_normaliser = true;
      return std::vector<Interval>(width, Interval(0L, precision));
    }
    // One score that counts: the quotient is a rational, exactly.
    if (one_score || kernel == Kernel::exact_match) return mean(head, terms, largest, precision);
    std::vector<Interval> sums(width, Interval(0L, precision));
    Interval total(0L, precision);
    for (const StoredTerm& term : terms) {
      const Interval weight = kernel_at(h, term.score, largest, precision) * Interval(term.count, precision);
      total = total + weight;
      head.products[term.product].each(
          precision, [&](std::size_t c, const Interval& number) { sums[c] = sums[c] + weight * number; });
    }
    for (Interval& sum : sums) sum = sum / total;
    return sums;
  }

  // Of a hard maximum: over the tuples whose scaled score is largest, which with a scale of 0 are all, and with one below 0
  // those whose score is least.
  std::vector<Interval> mean_of_best(std::size_t h, std::vector<StoredTerm> terms, std::size_t largest,
                                     Precision precision) const {
    const StoredHead& head = heads[h];
    const int sign = head.scale.sign();
    std::size_t best = largest;
    for (StoredTerm& term : terms) {
      if (sign == 0) term.score = largest;
      if (sign < 0 && head.scores[term.score] < head.scores[best]) best = term.score;
    }
    return mean(head, terms, best, precision);
  }

  // The mean of the products of the tuples with that score.
  static std::vector<Interval> mean(const StoredHead& head, const std::vector<StoredTerm>& terms,
                                    std::size_t score, Precision precision) {
    RationalRow sums(head.products[terms.front().product].exact().size());
    long count = 0;
    for (const StoredTerm& term : terms) {
      if (term.score != score) continue;
      const RationalRow& product = head.products[term.product].exact();
      for (std::size_t c = 0; c < sums.size(); ++c) {
        if (product[c] != 0) sums[c] += product[c] * term.count;
      }
      count += term.count;
    }
    std::vector<Interval> result;
    for (const Rational& sum : sums) result.emplace_back(Rational(sum / count), precision);
    return result;
  }

  Interval evaluate(std::span<const Symbol> word, std::size_t which, Precision precision) {
    no_normaliser = false;
    const std::size_t token = problem.task().judged_positions()[which];
    problem.kinds(word, kinds_of_word);
    std::vector<Interval> a;
    for (std::size_t h = 0; h < heads.size(); ++h) {
      for (Interval& number : head_output(h, which, kinds_of_word, precision)) a.push_back(std::move(number));
    }
    std::vector<Interval> stream = matrix_times(output_matrix, a, precision);
    if (problem.layer().residual) {
      const RationalRow& own = x[kinds_of_word[token]];
      for (std::size_t c = 0; c < stream.size(); ++c) stream[c] = Interval(own[c], precision) + stream[c];
    }
    const StoredReadout& readout = readouts[which % readouts.size()];
    if (readout.operations)
      return attest::enclosed(*readout.operations, readout.constants, stream, precision);
    const Interval zero(0L, precision);
    const EnclosedNetwork& network = readout.network;
    for (std::size_t layer = 0; layer < network.weights.size(); ++layer) {
      if (layer > 0) {
        for (Interval& entry : stream) entry = max(entry, zero);
      }
      stream = matrix_times(network.weights[layer], stream, precision);
      for (std::size_t r = 0; r < stream.size(); ++r)
        stream[r] = stream[r] + Interval(network.biases[layer][r], precision);
    }
    return stream.front();
  }

  const LayerPrecision& problem;
  std::optional<FloatArithmetic> arithmetic;
  bool all_stored = true;
  bool no_normaliser = false;  // of the last evaluation
  std::vector<StoredHead> heads;
  EnclosedMatrix output_matrix;
  struct StoredReadout {
    EnclosedNetwork network;
    std::optional<ReadoutOperations> operations;
    RationalRow constants;  // of the operations
  };
  std::vector<StoredReadout> readouts;                       // one for each number of the output
  std::vector<RationalRow> x;                                // [kind]
  std::vector<Kind> kinds_of_word;                           // [token]
  std::vector<std::vector<std::vector<TokenTuple>>> tuples;  // [head][which judged position]
  ExponentsMet exponents;
};

StoredEvaluator::StoredEvaluator(const LayerPrecision& problem, const FloatFormat& format)
    : state_(std::make_unique<State>(problem, format, Rational(1))) {}

StoredEvaluator::StoredEvaluator(const LayerPrecision& problem, const Rational& temperature)
    : state_(std::make_unique<State>(problem, std::nullopt, temperature)) {}

StoredEvaluator::~StoredEvaluator() = default;

bool StoredEvaluator::stored() const {
  return state_->all_stored;
}

Interval StoredEvaluator::output(std::span<const Symbol> word, std::size_t which, Precision precision) {
  return state_->evaluate(word, which, precision);
}

Answer StoredEvaluator::answer(std::span<const Symbol> word) {
  if (!stored()) return Answer::wrong;
  const Task& task = state_->problem.task();
  Answer all = Answer::right;
  for (std::size_t which = 0; which < task.judged_positions().size(); ++which) {
    const Wanted wanted = task.wanted(word, which);
    Answer one = Answer::undecided;
    for (Precision precision = initial_precision; one == Answer::undecided && precision <= maximal_precision;
         precision *= 2) {
      one = judged(output(word, which, precision), wanted);
      if (state_->no_normaliser) one = Answer::wrong;
    }
    if (one == Answer::wrong) return one;
    if (one == Answer::undecided) all = one;
  }
  return all;
}

std::string StoredEvaluator::output_text(std::span<const Symbol> word, std::size_t which) {
  constexpr Precision reading_precision = 1024;
  if (!stored()) return "not stored";
  return for_reading(output(word, which, reading_precision).middle_double());
}

const ExponentsMet& StoredEvaluator::exponents() const {
  return state_->exponents;
}

}  // namespace attest
