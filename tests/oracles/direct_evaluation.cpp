#include "oracles/direct_evaluation.hpp"

#include <map>

namespace oracle {

namespace {

using Vector = std::vector<attest::Rational>;

Vector times(const attest::RationalMatrix& matrix, const std::vector<long>& x) {
  Vector result(x.size(), attest::Rational(0));
  for (std::size_t r = 0; r < x.size(); ++r) {
    for (std::size_t c = 0; c < x.size(); ++c) {
      const attest::Rational& entry = matrix(static_cast<long>(r), static_cast<long>(c));
      if (entry != 0) result[r] += entry * x[c];  // nearly all are 0
    }
  }
  return result;
}

Real to_real(const attest::Rational& q) {
  return Real(attest::numerator_of(q)) / Real(attest::denominator_of(q));
}

}  // namespace

Real output(const Problem& problem, const std::vector<long>& numbers, std::size_t position) {
  const auto& layer = problem.layer;
  const std::size_t length = numbers.size();
  const std::size_t t = layer.query.size();
  std::vector<std::vector<Vector>> q(t);
  std::vector<std::vector<Vector>> v(t);
  std::vector<std::vector<long>> x;
  for (std::size_t l = 0; l < length; ++l)
    x.push_back(problem.encoding(static_cast<long>(l) + 1, numbers[l]));
  const std::size_t d = x.front().size();
  for (std::size_t m = 0; m < t; ++m) {
    for (std::size_t l = 0; l < length; ++l) {
      q[m].push_back(times(layer.query[m], x[l]));
      v[m].push_back(m == 0 ? Vector() : times(layer.value[m - 1], x[l]));
    }
  }
  // Exact scores first: the softmax subtracts the largest.
  std::vector<std::vector<std::size_t>> tuples;
  std::vector<attest::Rational> scores;
  std::vector<std::size_t> tuple(t, 0);
  tuple[0] = position;
  std::function<void(std::size_t)> choose = [&](std::size_t m) {
    if (m == t) {
      attest::Rational score = 0;
      for (const auto& monomial : layer.monomials) {
        for (std::size_t c = 0; c < d; ++c) {
          attest::Rational product = 1;
          for (const std::size_t variable : monomial) product *= q[variable][tuple[variable]][c];
          score += product;
        }
      }
      tuples.push_back(tuple);
      scores.push_back(score);
      return;
    }
    for (std::size_t l = 0; l < length; ++l) {
      tuple[m] = l;
      choose(m + 1);
    }
  };
  choose(1);
  attest::Rational best = scores.front();
  for (const auto& score : scores) best = score > best ? score : best;
  std::map<attest::Rational, Real> weights;  // equal scores weigh the same
  for (const auto& score : scores) {
    if (!weights.contains(score)) weights.emplace(score, exp(problem.scale * to_real(score - best)));
  }
  std::vector<Real> numerator(d, Real(0));
  Real denominator = 0;
  for (std::size_t k = 0; k < tuples.size(); ++k) {
    const Real& weight = weights.at(scores[k]);
    denominator += weight;
    for (std::size_t c = 0; c < d; ++c) {
      attest::Rational product = 1;
      for (std::size_t m = 1; m < t; ++m) product *= v[m][tuples[k][m]][c];
      if (product != 0) numerator[c] += weight * to_real(product);
    }
  }
  Real y = to_real(layer.readout_bias);
  for (std::size_t r = 0; r < d; ++r) {
    Real z = layer.residual ? Real(x[position][r]) : Real(0);
    for (std::size_t c = 0; c < d; ++c) {
      const auto& w = layer.output_matrix(static_cast<long>(r), static_cast<long>(c));
      if (w != 0) z += to_real(w) * (numerator[c] / denominator);
    }
    y += to_real(layer.readout(static_cast<long>(r))) * z;
  }
  return y;
}

bool is_right(const Real& y, long truth) {
  static const Real guard("1e-60");
  return abs(y - truth) < Real(0.5) - guard;  // a tie is wrong
}

long composition(const std::vector<long>& numbers, long functions, long n) {
  long x = numbers.back();
  for (long f = 1; f <= functions; ++f) x = numbers[static_cast<std::size_t>((f - 1) * n + x - 1)];
  return x;
}

void for_each_word(std::size_t length, long n, const std::function<void(const std::vector<long>&)>& visit) {
  std::vector<long> word;
  std::function<void()> extend = [&] {
    if (word.size() == length) {
      visit(word);
      return;
    }
    for (long s = 1; s <= n; ++s) {
      word.push_back(s);
      extend();
      word.pop_back();
    }
  };
  extend();
}

}  // namespace oracle
