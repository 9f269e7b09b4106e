// The evaluation that rounded_evaluator.hpp describes, over an arithmetic: FloatArithmetic, which has every
// format, or HardwareArithmetic or ScaledArithmetic, which give the same values faster.
//
// What depends on few tokens is computed once: rows of one token, scores and values of a tuple of tokens,
// weights of a pair of scores.
#pragma once

#include <algorithm>
#include <stdexcept>
#include <type_traits>

#include "numeric/checked.hpp"
#include "precision/arithmetic/precision_scale.hpp"
#include "precision/arithmetic/rounded_operations.hpp"
#include "precision/arithmetic/stalling_sum.hpp"
#include "precision/layer/rounded_evaluator.hpp"
#include "precision/layer/rounded_head.hpp"
#include "precision/layer/tuple_keys.hpp"

namespace attest {

// One evaluation, whatever its arithmetic.
class RoundedLayerBase {
 public:
  virtual ~RoundedLayerBase() = default;
  virtual FloatValue output(std::span<const Symbol> word, std::size_t which) = 0;
  virtual bool right(std::span<const Symbol> word) = 0;

  bool stalled = false;  // PrecisionEvaluator::stalled
  ExponentsMet exponents;
};

template <class Arithmetic>
class RoundedLayer : public RoundedLayerBase, private RoundedOperations<Arithmetic> {
  using Operations = RoundedOperations<Arithmetic>;
  using typename Operations::Matrix;
  using typename Operations::Row;
  using typename Operations::Value;

 public:
  RoundedLayer(const LayerPrecision& problem, const EvaluationModel& model, const FloatFormat& format,
               std::optional<EvaluationStep> wide = std::nullopt)
      : Operations(exponents),
        problem_(problem),
        judged_(problem.task().judged_positions()),
        encoding_(step(model, format, wide == EvaluationStep::encoding)),
        score_(step(model, format, wide == EvaluationStep::score)),
        softmax_(step(model, format, wide == EvaluationStep::softmax)),
        value_(step(model, format, wide == EvaluationStep::value)),
        output_(step(model, format, wide == EvaluationStep::output)) {
    for (std::size_t h = 0; h < problem.layer().heads.size(); ++h) {
      Head numbers;
      // Rounded by MPFR: an irrational scale needs enclosures.
      const FloatArithmetic rounding(encoding_.format());
      const PrecisionScale scale(problem.layer().heads[h].scale);
      numbers.scale = met(encoding_.value_of(scale.rounded(rounding)));
      for (const RationalMatrix& matrix : problem.rows(h)) numbers.query.push_back(stored(encoding_, matrix));
      for (const RationalMatrix& matrix : problem.values(h))
        numbers.values.push_back(stored(encoding_, matrix));
      heads_.push_back(std::move(numbers));
    }
    output_matrix_ = stored(encoding_, problem.output_matrix());
    for (std::size_t number = 0; number < problem.numbers(); ++number) {
      LayerPrecision::ReadoutForm readout = problem.readout(number);
      StoredReadout numbers{stored(encoding_, readout.network), std::move(readout.operations), {}};
      if (numbers.operations) {
        for (const Rational& constant : numbers.operations->constants)
          numbers.constants.push_back(stored(encoding_, constant));
      }
      readouts_.push_back(std::move(numbers));
    }
    kinds_ = problem.layer().kinds();
    x_.resize(kinds_);
    for (std::size_t h = 0; h < heads_.size(); ++h) {
      const Integer keys = tuple_keys(problem.layer(), problem.layer().heads[h]);
      Head& numbers = heads_[h];
      numbers.q.resize(numbers.query.size(), std::vector<std::optional<Row>>(kinds_));
      numbers.v.resize(numbers.values.size(), std::vector<std::optional<Row>>(kinds_));
      for (const std::size_t token : judged_) numbers.lists.push_back(problem.tuples(h, token));
      if (keys <= Integer(most_remembered_tuples)) numbers.by_key.resize(to_size(keys));
    }
  }

  FloatValue output(std::span<const Symbol> word, std::size_t which) override {
    return output_.float_value(evaluate(word, which));
  }

  bool right(std::span<const Symbol> word) override {
    const Task& task = problem_.task();
    const bool is_vector = task.vector_answer() != nullptr;
    stalled = false;
    Row stream;  // the same for all numbers of a vector
    for (std::size_t which = 0; which < judged_.size(); ++which) {
      if (which % readouts_.size() == 0) stream = stream_of(word, which);
      const Value y = read(stream, which);
      if (is_vector) {
        if (!answers(output_.float_value(y), task.wanted(word, which))) return false;
        continue;
      }
      const long truth = task.truth(word, which);
      if constexpr (std::is_same_v<Value, double>) {
        if (!answers(y, truth, task.decision())) return false;
      } else {
        if (!answers(output_.float_value(y), truth, task.decision())) return false;
      }
    }
    return true;
  }

 private:
  using Head = RoundedHead<Arithmetic>;
  using Kernel = attention::Kernel;
  using Numbers = RoundedTuple<Value>;
  using Stalling = StallingSum<Arithmetic>;
  using Operations::above;
  using Operations::apply;
  using Operations::exponential_of_difference;
  using Operations::met;
  using Operations::multiply;
  using Operations::step;
  using Operations::stored;
  using Operations::times;

  const Row& encoded(std::size_t token) {
    auto& row = x_[kind_[token]];
    if (!row) row = stored(encoding_, problem_.layer().stream[kind_[token]]);
    return *row;
  }

  const Row& query(Head& head, std::size_t variable, std::size_t token) {
    auto& row = head.q[variable][kind_[token]];
    if (!row) row = times(score_, head.query[variable], encoded(token));
    return *row;
  }

  const Row& value_row(Head& head, std::size_t which, std::size_t token) {
    auto& row = head.v[which][kind_[token]];
    if (!row) row = times(value_, head.values[which], encoded(token));
    return *row;
  }

  // The inner product of one monomial; equal tokens with equal contents give equal results.
  const Value& monomial(std::size_t h, std::size_t m, const TokenTuple& tuple) {
    Head& head = heads_[h];
    const auto& variables = problem_.layer().heads[h].polynomial.monomials()[m];
    std::size_t key = m;
    for (const std::size_t v : variables) key = key * kinds_ + kind_[tuple[v]];
    if (const auto found = head.products.find(key); found != head.products.end()) return found->second;
    std::vector<const Row*> rows;
    for (const std::size_t v : variables) rows.push_back(&query(head, v, tuple[v]));
    std::optional<Value> sum;
    for (std::size_t c = 0; c < rows.front()->size(); ++c) {
      Value product = multiply(score_, (*rows[0])[c], (*rows[1])[c]);
      for (std::size_t r = 2; r < rows.size(); ++r) product = multiply(score_, product, (*rows[r])[c]);
      sum = sum ? met(score_.add(*sum, product)) : product;
    }
    return head.products.emplace(key, std::move(*sum)).first->second;
  }

  // 1 if the rows of the first two variables are the same numbers, else 0.
  Value match(Head& head, const TokenTuple& tuple) {
    const Row& q = query(head, 0, tuple[0]);
    const Row& k = query(head, 1, tuple[1]);
    return score_.from(
        Rational(std::equal(q.begin(), q.end(), k.begin(), k.end(), Arithmetic::equal) ? 1 : 0));
  }

  Value score_of(std::size_t h, const TokenTuple& tuple) {
    const attention::Head& exact = problem_.layer().heads[h];
    if (exact.kernel == Kernel::exact_match) return match(heads_[h], tuple);
    Value sum = monomial(h, 0, tuple);
    for (std::size_t m = 1; m < exact.polynomial.monomials().size(); ++m)
      sum = met(score_.add(sum, monomial(h, m, tuple)));
    return met(score_.multiply(sum, score_.from(*heads_[h].scale)));
  }

  Numbers compute(std::size_t h, const TokenTuple& tuple) {
    Head& head = heads_[h];
    const attention::Head& exact = problem_.layer().heads[h];
    Numbers numbers{score_of(h, tuple), 0, {}, {}, true};
    numbers.score_number =
        head.score_numbers.try_emplace(numbers.score, head.score_numbers.size()).first->second;
    for (std::size_t w = 0; w < exact.value.size(); ++w) {
      const Row& row = value_row(head, w, tuple[exact.value[w].variable]);
      if (w == 0) {
        numbers.product = row;
      } else {
        for (std::size_t c = 0; c < row.size(); ++c)
          numbers.product[c] = multiply(value_, numbers.product[c], row[c]);
      }
    }
    for (std::size_t c = 0; c < numbers.product.size(); ++c) {
      if (!Arithmetic::is_zero(numbers.product[c])) numbers.nonzero.push_back(c);
      if (!Arithmetic::is_finite(numbers.product[c])) numbers.finite = false;
    }
    return numbers;
  }

  const Numbers& numbers_of(std::size_t h, const TokenTuple& tuple) {
    const std::size_t key = tuple_key(tuple, kind_, kinds_);
    Head& head = heads_[h];
    if (!head.by_key.empty()) {
      auto& known = head.by_key[key];
      if (!known) known = std::make_unique<Numbers>(compute(h, tuple));
      return *known;
    }
    if (const auto found = head.tuples.find(key); found != head.tuples.end()) return found->second;
    return head.tuples.emplace(key, compute(h, tuple)).first->second;
  }

  // A tuple's weight before it is divided by the sum of all. Softmax and hard maximum look at the largest score.
  Value kernel(Kernel which, const Value& z, const Value& largest) {
    const Arithmetic& in = softmax_;
    switch (attention::form_of(which)) {
      case attention::KernelForm::exponential:
        return exponential_of_difference(softmax_, z, largest);
      case attention::KernelForm::rational:
        return attention::rational_weight(which, z, WeightOperations{*this});
      case attention::KernelForm::match:
        return in.from(z);
      case attention::KernelForm::maximum:  // a NaN is no maximum: then all are zero, and the quotient is NaN
        break;
    }
    return in.from(Rational(Arithmetic::equal(z, largest) ? 1 : 0));
  }

  // Of weights: each is rounded, and its exponent is met.
  struct WeightOperations {
    RoundedLayer& layer;

    Value one() const { return layer.softmax_.from(Rational(1)); }
    Value square(const Value& x) const { return layer.met(layer.softmax_.multiply(x, x)); }
    Value sum(const Value& x, const Value& y) const { return layer.met(layer.softmax_.add(x, y)); }
    Value quotient(const Value& x, const Value& y) const { return layer.met(layer.softmax_.divide(x, y)); }
  };

  // The weights beside that largest score, by the numbers of scores; those that are asked for are filled in.
  std::vector<std::optional<Value>>& kernels_beside(Head& head, const Numbers& largest) {
    if (head.kernels_known > most_remembered_tuples) {
      head.kernels.clear();
      head.kernels_known = 0;
    }
    if (head.kernels.size() <= largest.score_number) head.kernels.resize(largest.score_number + 1);
    auto& known = head.kernels[largest.score_number];
    if (known.size() < head.score_numbers.size()) {
      head.kernels_known += head.score_numbers.size() - known.size();
      known.resize(head.score_numbers.size());
    }
    return known;
  }

  void head_output(std::size_t h, std::size_t which, Row& sums) {
    Head& head = heads_[h];
    const std::vector<TokenTuple>& list = head.lists[which];
    const Kernel form = problem_.layer().heads[h].kernel;
    // Forgetting happens here only: the pointers below stay valid while a map grows.
    if (head.tuples.size() + list.size() > most_remembered_tuples) head.tuples.clear();
    numbers_.clear();
    for (const TokenTuple& tuple : list) numbers_.push_back(&numbers_of(h, tuple));
    // The largest score; NaN if one of them is.
    const Numbers* largest = numbers_.front();
    for (const Numbers* one : numbers_) {
      if (one->score_number == largest->score_number) continue;
      if (above(one->score, largest->score)) largest = one;
    }
    auto& known = kernels_beside(head, *largest);
    std::optional<Value> total;
    const bool may_stall = Stalling::possible(softmax_, list.size());
    Stalling ones;
    for (const Numbers* one : numbers_) {
      auto& e = known[one->score_number];
      if (!e) e = kernel(form, one->score, largest->score);
      if (!total) {
        total = *e;
        if (may_stall) ones.first(*e);
      } else {  // no kernel is -0: a zero changes nothing, not even a sign
        Value sum = met(Arithmetic::is_zero(*e) ? *total : softmax_.add(*total, *e));
        if (may_stall && ones.stalls(*total, *e, sum)) stalled = true;
        total = std::move(sum);
      }
    }
    const bool nothing_matches = form == Kernel::exact_match && Arithmetic::is_zero(*total);
    ++list_number_;
    weights_.resize(std::max(weights_.size(), head.score_numbers.size()));
    const std::size_t first = sums.size();
    sums_stall_ = Stalling::possible(value_, list.size());
    for (std::size_t k = 0; k < list.size(); ++k) {
      const Numbers& numbers = *numbers_[k];
      auto& [of_list, weight] = weights_[numbers.score_number];
      if (of_list != list_number_) {  // equal scores have equal weights
        const Value& term = *known[numbers.score_number];
        weight = nothing_matches ? term : met(softmax_.divide(term, *total));
        of_list = list_number_;
      }
      add_weighted(k == 0, *weight, numbers, first, sums);
    }
  }

  // Adds the weight times a tuple's value to what the sums hold from `first` on. Two kinds of zeros add
  // nothing: a value's zero times a finite weight, by definition, and the zero weight times finite values
  // where the sum is not zero itself (a sum that is zero may change its sign).
  void add_weighted(bool is_first, const Value& weight, const Numbers& numbers, std::size_t first,
                    Row& sums) {
    const Row& row = numbers.product;
    if (is_first) {
      for (const Value& number : row) sums.push_back(multiply(value_, weight, number));
      if (!sums_stall_) return;
      stalling_.assign(row.size(), {});
      for (std::size_t c = 0; c < row.size(); ++c) stalling_[c].first(sums[first + c]);
      return;
    }
    const auto add = [&](std::size_t c) {
      const Value term = multiply(value_, weight, row[c]);
      Value sum = met(value_.add(sums[first + c], term));
      if (sums_stall_ && stalling_[c].stalls(sums[first + c], term, sum)) stalled = true;
      sums[first + c] = std::move(sum);
    };
    if (!Arithmetic::is_finite(weight)) {
      for (std::size_t c = 0; c < row.size(); ++c) add(c);
    } else if (Arithmetic::is_zero(weight) && numbers.finite) {
      for (const std::size_t c : numbers.nonzero) {
        if (Arithmetic::is_zero(sums[first + c])) {
          add(c);
        } else {
          met(sums[first + c]);
        }
      }
    } else {
      for (const std::size_t c : numbers.nonzero) add(c);
    }
  }

  Value evaluate(std::span<const Symbol> word, std::size_t which) {
    return read(stream_of(word, which), which);
  }

  // [x_i] + W_O a at the token of that judged position.
  Row stream_of(std::span<const Symbol> word, std::size_t which) {
    problem_.kinds(word, kind_);
    Row a;
    for (std::size_t h = 0; h < heads_.size(); ++h) head_output(h, which, a);
    Row stream = times(output_, output_matrix_, a);
    if (problem_.layer().residual) {
      const Row& own = encoded(judged_[which]);
      for (std::size_t c = 0; c < stream.size(); ++c) stream[c] = met(output_.add(own[c], stream[c]));
    }
    return stream;
  }

  // Of a vector, the number of that judged position.
  Value read(const Row& stream, std::size_t which) {
    const StoredReadout& readout = readouts_[which % readouts_.size()];
    if (readout.operations) {
      return rounded(
          *readout.operations, readout.constants, stream, output_,
          [this](const Value& x_1, const Value& x_2) { return multiply(output_, x_1, x_2); },
          [this](Value result) { return met(std::move(result)); });
    }
    return apply(output_, readout.network, stream).front();
  }

  const LayerPrecision& problem_;
  std::vector<std::size_t> judged_;
  Arithmetic encoding_;
  Arithmetic score_;
  Arithmetic softmax_;
  Arithmetic value_;
  Arithmetic output_;
  std::vector<Head> heads_;
  Matrix output_matrix_;
  // Of LayerPrecision::readout, one for each number of the output.
  struct StoredReadout {
    typename Operations::Network network;
    std::optional<ReadoutOperations> operations;
    Row constants;  // of the operations
  };
  std::vector<StoredReadout> readouts_;
  std::size_t kinds_ = 0;
  std::vector<std::optional<Row>> x_;  // [kind]
  // Of the word that is evaluated.
  std::vector<attention::Kind> kind_;
  std::vector<const Numbers*> numbers_;
  // Of the list of tuples that is evaluated: by the number of a score, for which list it was computed.
  std::vector<std::pair<std::uint64_t, std::optional<Value>>> weights_;
  std::uint64_t list_number_ = 0;
  // Of the head that is evaluated, by coordinates, where its sums may stall.
  bool sums_stall_ = false;
  std::vector<Stalling> stalling_;
};

}  // namespace attest
