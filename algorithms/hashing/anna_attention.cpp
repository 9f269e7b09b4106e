#include "algorithms/hashing/anna_attention.hpp"

#include <fmt/format.h>

#include "algorithms/finite.hpp"
#include "algorithms/hashing/sampled_tables.hpp"
#include "algorithms/hashing/theorem_parameters.hpp"
#include "claims/usage_error.hpp"
#include "numeric/checked.hpp"

namespace attest::hashing {

namespace {

template <class Scalar, class Tables>
AnnaOutput<Scalar> run(const Tables& tables, Eigen::Index queries, const Rows<Scalar>& V, int algorithm) {
  return algorithm == 1 ? anna_algorithm_1(tables, queries, V) : anna_algorithm_2(tables, queries, V);
}

template <class Matrix>
AnnaOutput<typename Matrix::Scalar> attention(const Matrix& Q, const Matrix& K, const Matrix& V,
                                              const HashingOptions& o) {
  if (Q.cols() != K.cols()) throw UsageError("Q", fmt::format("{} columns", Q.cols()), "as many as K has");
  if (V.rows() != K.rows()) throw UsageError("V", fmt::format("{} rows", V.rows()), "as many as K has");
  if (o.z < 1) throw UsageError("z", std::to_string(o.z), "at least one hash function a table");
  if (o.l < 1) throw UsageError("l", std::to_string(o.l), "at least one table");
  if (o.algorithm != 1 && o.algorithm != 2)
    throw UsageError("algorithm", std::to_string(o.algorithm), "1 or 2");
  const std::uint64_t bytes =
      anna_bytes(static_cast<std::uint64_t>(Q.rows()), static_cast<std::uint64_t>(K.rows()),
                 static_cast<std::uint64_t>(V.cols()), o);
  if (bytes > o.max_bytes) {
    throw UsageError("l", std::to_string(o.l),
                     fmt::format("tables of at most {} bytes; Algorithm {} may need {} for {} keys",
                                 o.max_bytes, o.algorithm, bytes, K.rows()));
  }
  require_finite(Q, "Q");
  require_finite(K, "K");
  require_finite(V, "V");
  using Scalar = typename Matrix::Scalar;
  const Rows<double> queries = Q.template cast<double>();
  const Rows<double> keys = K.template cast<double>();
  const Rows<Scalar> values = V;
  switch (o.family) {
    case Family::bit_sampling:
      return run(BitTables(queries, keys, o.z, o.l, o.seed), Q.rows(), values, o.algorithm);
    case Family::p_stable:
      return run(StableTables(queries, keys, o.width, o.z, o.l, o.seed), Q.rows(), values, o.algorithm);
    case Family::hyperplane:
      return run(HyperplaneTables(queries, keys, o.z, o.l, o.seed), Q.rows(), values, o.algorithm);
  }
  throw std::invalid_argument("anna_attention: no such family");
}

}  // namespace

HashingOptions theorem_options(Family family, long N, long d, const Rational& width, const Rational& r,
                               const Rational& c) {
  const TheoremParameters theorem(N, sensitive_family(family, d, width, r, c));
  HashingOptions result;
  result.family = family;
  result.width = approximate(width);
  result.z = theorem.least_z();
  result.l = theorem.least_l([&](Precision bits) { return theorem.near_collision(result.z, bits); });
  return result;
}

std::uint64_t anna_bytes(std::uint64_t queries, std::uint64_t keys, std::uint64_t m,
                         const HashingOptions& options) {
  // A bucket: m sums (room for twice as many while a vector grows), a count, a node and a place in the map,
  // the code.
  const std::uint64_t code = options.family == Family::bit_sampling ? 8
                             : options.family == Family::hyperplane
                                 ? 32
                                 : 128 + 4 * static_cast<std::uint64_t>(options.z);
  const std::uint64_t bucket = 16 * m + 16 + 48 + code;
  if (options.algorithm == 1) return static_cast<std::uint64_t>(options.l) * keys * bucket;
  return queries * (bucket + 8 * m + 16);
}

AnnaOutput<double> anna_attention(const Eigen::MatrixXd& Q, const Eigen::MatrixXd& K,
                                  const Eigen::MatrixXd& V, const HashingOptions& options) {
  return attention(Q, K, V, options);
}

AnnaOutput<float> anna_attention(const Eigen::MatrixXf& Q, const Eigen::MatrixXf& K, const Eigen::MatrixXf& V,
                                 const HashingOptions& options) {
  return attention(Q, K, V, options);
}

}  // namespace attest::hashing
