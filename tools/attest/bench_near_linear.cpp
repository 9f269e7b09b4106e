// The algorithms that never look at all pairs of tokens: approximate Strassen attention, ANNA, exact match.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <random>

#include "algorithms/approximation/approximate_strassen.hpp"
#include "algorithms/approximation/degree_bounds.hpp"
#include "algorithms/hashing/anna_attention.hpp"
#include "algorithms/hashing/exact_match_by_sorting.hpp"
#include "claims/parameter_specs.hpp"
#include "claims/usage_error.hpp"
#include "numeric/checked.hpp"
#include "tools/attest/bench_algorithm.hpp"

namespace attest {

namespace {

using Matrix = Eigen::MatrixXd;

Rational rational(const Parameters& parameters, const std::string& name) {
  return *rational_from_string(parameters.text(name));
}

template <class Entry>
Matrix random_matrix(long n, long d, Entry entry) {
  Matrix result(n, d);
  for (Eigen::Index k = 0; k < result.size(); ++k) result.data()[k] = entry();
  return result;
}

BenchRun prepare_approximate_strassen(const Parameters& parameters, long n, const BenchContext& context) {
  const long d = parameters.integer("d");
  const Rational gamma = rational(parameters, "Gamma");
  const Rational eps =
      parameters.text("eps") == "1/n" ? Rational(1, std::max(n, 2L)) : rational(parameters, "eps");
  if (eps >= 1) throw UsageError("eps", parameters.text("eps"), "a number between 0 and 1, or 1/n");
  const long degree = least_polynomial(Rational(gamma * gamma), eps).polynomial.degree();
  const Integer rank = monomial_count(static_cast<unsigned long>(d), static_cast<unsigned long>(degree));
  BenchRun run;
  const auto r = approximate(rank);
  const auto columns = static_cast<double>(d);
  // Arguments, result and their copies; the r x r matrices; four blocks of 1024 rows.
  run.bytes = 8 * (static_cast<double>(n) * 9 * columns + 3 * (columns + 2) * r * r + 5 * 1024 * r);
  run.operations = {{"rank", to_string(rank)},
                    {"multiplications", to_string(strassen_multiplications(n, d, d, rank))}};
  run.load = [=] {
    std::mt19937_64 generator(context.seed);
    std::normal_distribution<double> normal;
    std::uniform_real_distribution<double> in_range(-approximate(gamma), approximate(gamma));
    const auto bounded = [&] { return random_matrix(n, d, [&] { return in_range(generator); }); };
    const auto any = [&] { return random_matrix(n, d, [&] { return normal(generator); }); };
    const auto q =
        std::make_shared<std::array<Matrix, 3>>(std::array<Matrix, 3>{bounded(), bounded(), bounded()});
    const auto v = std::make_shared<std::array<Matrix, 2>>(std::array<Matrix, 2>{any(), any()});
    return std::function<Json()>([=] {
      const Matrix result = approximate_strassen_attention<double>(*q, (*v)[0], (*v)[1], gamma, eps);
      return Json{{"degree", degree}, {"first_entry", result(0, 0)}};
    });
  };
  return run;
}

// z and l of Theorem 3.4's proof on random points of {0,1}^d; every second query is a key with one bit
// changed.
BenchRun prepare_anna(const Parameters& parameters, long n, const BenchContext& context) {
  const long d = parameters.integer("d");
  auto options = hashing::theorem_options(hashing::Family::bit_sampling, n, d, Rational(4),
                                          rational(parameters, "r"), rational(parameters, "c"));
  options.seed = context.seed;
  options.algorithm = static_cast<int>(parameters.integer("algorithm"));
  options.max_bytes = ~std::uint64_t{0};  // the command asks before
  BenchRun run;
  const auto size = static_cast<std::uint64_t>(n);
  run.bytes = static_cast<double>(hashing::anna_bytes(size, size, static_cast<std::uint64_t>(d), options)) +
              8. * static_cast<double>(n) * (7. * static_cast<double>(d) + 5);
  // Both algorithms hash every key and every query once for each table, by z functions.
  const Integer hashed = Integer(2) * n * options.l;
  run.operations = {{"tables", std::to_string(options.l)},
                    {"functions a table", std::to_string(options.z)},
                    {"hash evaluations", to_string(Integer(hashed * options.z))},
                    {"lookups", to_string(hashed)}};
  run.load = [=] {
    std::mt19937_64 generator(context.seed);
    std::uniform_int_distribution<int> bit(0, 1);
    std::uniform_int_distribution<long> column(0, d - 1), row(0, n - 1);
    std::normal_distribution<double> normal;
    const auto keys = std::make_shared<Matrix>(random_matrix(n, d, [&] { return bit(generator); }));
    const auto queries = std::make_shared<Matrix>(random_matrix(n, d, [&] { return bit(generator); }));
    for (long i = 0; i < n; i += 2) {
      queries->row(i) = keys->row(row(generator));
      double& entry = (*queries)(i, column(generator));
      entry = 1 - entry;
    }
    const auto values = std::make_shared<Matrix>(random_matrix(n, d, [&] { return normal(generator); }));
    return std::function<Json()>([=] {
      const auto output = hashing::anna_attention(*queries, *keys, *values, options);
      const Matrix attention = output.attention();
      const auto empty = std::count(output.counts.begin(), output.counts.end(), 0L);
      return Json{{"hash_evaluations", std::to_string(output.operations.hash_evaluations)},
                  {"lookups", std::to_string(output.operations.lookups)},
                  {"value_additions", std::to_string(output.operations.value_additions)},
                  {"queries_without_match", empty},
                  {"first_entry", attention(0, 0)}};
    });
  };
  return run;
}

// Keys of d small integers, so that about half of the queries match some.
BenchRun prepare_exact_match(const Parameters& parameters, long n, const BenchContext& context) {
  const long d = parameters.integer("d");
  BenchRun run;
  run.bytes = 8. * static_cast<double>(n) * (8. * static_cast<double>(d) + 6);
  const auto size = static_cast<std::uint64_t>(n);
  run.operations = {{"comparisons at most", std::to_string(hashing::sorting_comparisons_bound(size, size))},
                    {"value additions", std::to_string(n)}};
  run.load = [=] {
    std::mt19937_64 generator(context.seed);
    const double letters = std::ceil(std::pow(1.5 * static_cast<double>(n), 1. / static_cast<double>(d)));
    std::uniform_int_distribution<long> letter(1, static_cast<long>(letters));
    std::normal_distribution<double> normal;
    const auto word = [&] {
      return random_matrix(n, d, [&] { return static_cast<double>(letter(generator)); });
    };
    const auto queries = std::make_shared<Matrix>(word());
    const auto keys = std::make_shared<Matrix>(word());
    const auto values = std::make_shared<Matrix>(random_matrix(n, d, [&] { return normal(generator); }));
    return std::function<Json()>([=] {
      const auto output = hashing::exact_match_attention(*queries, *keys, *values);
      const auto empty = std::count(output.matches.begin(), output.matches.end(), 0L);
      return Json{{"comparisons", std::to_string(output.comparisons)},
                  {"queries_without_match", empty},
                  {"first_entry", output.attention(0, 0)}};
    });
  };
  return run;
}

}  // namespace

std::vector<BenchAlgorithm> near_linear_bench_algorithms() {
  const ParameterSpec eps = with_default(
      or_word(rational_parameter("eps", 0, 1, "relative error of the polynomial for exp"), "1/n"), "1/1000");
  return {
      {"approximate-strassen",
       "Algorithm 1 of seed 003, entries of Q in [-Gamma, Gamma]",
       "2^10..2^16",
       {with_default(integer_parameter("d", 1, 64, "columns of the matrices"), "3"),
        with_default(rational_parameter("Gamma", 0, 100, "bound of the entries of Q"), "1"), eps},
       prepare_approximate_strassen},
      {"anna",
       "Algorithms 1 and 2 of seed 001 with z and l of Theorem 3.4, bit sampling",
       "2^10..2^16",
       {with_default(integer_parameter("d", 1, 64, "bits of a query or key, columns of V"), "16"),
        with_default(rational_parameter("r", 0, "near: Hamming distance at most r"), "1"),
        with_default(rational_parameter("c", 0, "far: Hamming distance above c r"), "12"),
        with_default(integer_parameter("algorithm", 1, 2, "1: all tables at once; 2: one at a time"), "2")},
       prepare_anna},
      {"exact-match",
       "exact-match attention (Definition B.1 of seed 001) by sorting",
       "2^10..2^16",
       {with_default(integer_parameter("d", 1, 65536, "columns of the matrices"), "16")},
       prepare_exact_match}};
}

}  // namespace attest
