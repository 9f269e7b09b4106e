#include "algorithms/hashing/anna_attention.hpp"

#include <catch2/catch.hpp>
#include <limits>

#include "algorithms/hashing/sampled_tables.hpp"
#include "claims/usage_error.hpp"

namespace attest::hashing::anna_attention_test {
namespace {

struct Data {
  Eigen::MatrixXd Q, K, V;
};

// Query i is key i moved a little. Values are integers: their sums are exact.
Data random_data(Family family, Eigen::Index n, Eigen::Index m) {
  NormalSource normal(3);
  Data data{Eigen::MatrixXd(n, m), Eigen::MatrixXd(n, m), Eigen::MatrixXd(n, 2)};
  for (Eigen::Index i = 0; i < n; ++i) {
    for (Eigen::Index c = 0; c < m; ++c)
      data.K(i, c) = family == Family::bit_sampling ? (normal() > 0 ? 1 : 0) : 20 * normal();
    if (family == Family::hyperplane) data.K.row(i).normalize();
    data.Q.row(i) = data.K.row(i);
    if (family == Family::bit_sampling) data.Q(i, i % m) = 1 - data.Q(i, i % m);
    if (family == Family::p_stable) data.Q(i, i % m) += 0.5;
    data.V(i, 0) = static_cast<double>(i);
    data.V(i, 1) = 1;
  }
  return data;
}

std::string refusal(const Data& data, const HashingOptions& options) {
  try {
    anna_attention(data.Q, data.K, data.V, options);
  } catch (const UsageError& error) {
    return error.what();
  }
  return "";
}

// How often two points fall into one cell, over many tables of one function.
template <class Tables>
double share(const Tables& tables) {
  long together = 0;
  for (long u = 0; u < tables.size(); ++u) {
    const auto g = tables.sample(u);
    if (g.query(0) == g.key(0)) ++together;
  }
  return static_cast<double>(together) / static_cast<double>(tables.size());
}

}  // namespace

TEST_CASE("Both algorithms give the same output with sampled functions, in double and in float",
          "[hashing]") {
  for (const Family family : {Family::bit_sampling, Family::p_stable, Family::hyperplane}) {
    const Data data = random_data(family, 60, 10);
    HashingOptions options{family, 3, 25, 8, 42, 1};
    const auto first = anna_attention(data.Q, data.K, data.V, options);
    options.algorithm = 2;
    const auto second = anna_attention(data.Q, data.K, data.V, options);
    CHECK(first.counts == second.counts);
    CHECK(first.sums == second.sums);
    CHECK(first.operations.peak_entries <= 60 * 25);
    CHECK(second.operations.peak_entries <= 2 * 60);
    // The second value of every key is 1: the weights sum to one.
    const auto attention = second.attention();
    for (Eigen::Index i = 0; i < 60; ++i)
      CHECK(attention(i, 1) == (second.counts[static_cast<std::size_t>(i)] == 0 ? 0 : 1));
    if (family == Family::bit_sampling) {
      const Eigen::MatrixXf Q = data.Q.cast<float>(), K = data.K.cast<float>(), V = data.V.cast<float>();
      const AnnaOutput<float> in_float = anna_attention(Q, K, V, options);
      CHECK(in_float.counts == second.counts);
      CHECK(Eigen::MatrixXd(in_float.sums.cast<double>()) == Eigen::MatrixXd(second.sums));
    }
    options.seed = 43;
    CHECK(anna_attention(data.Q, data.K, data.V, options).counts != second.counts);
  }
}

TEST_CASE("Sampled functions collide as often as their family says", "[hashing]") {
  // 20000 functions: five standard deviations are at most 0.018. The seed is fixed.
  const long functions = 20000;
  Rows<double> x(1, 4), y(1, 4);
  x << 0, 0, 1, 1;
  y << 1, 0, 1, 1;
  CHECK(share(BitTables(x, y, 1, functions, 1)) == Approx(0.75).margin(0.018));
  x << 0, 0, 0, 5;
  y << 2, 0, 0, 5;
  CHECK(share(StableTables(x, y, 3, 1, functions, 1)) ==
        Approx(p_stable_collision(3, 2, 64).middle_double()).margin(0.018));
  x << 1, 0, 0, 0;
  y << 0.5, std::sqrt(3) / 2, 0, 0;
  CHECK(share(HyperplaneTables(x, y, 1, functions, 1)) == Approx(2.0 / 3).margin(0.018));
  // z functions: the power.
  CHECK(share(HyperplaneTables(x, y, 3, functions, 1)) == Approx(8.0 / 27).margin(0.018));
}

TEST_CASE("With the theorem's parameters near keys are met and far keys are not", "[hashing]") {
  for (const Family family : {Family::bit_sampling, Family::p_stable}) {
    const Data data = random_data(family, 64, 16);
    const bool bits = family == Family::bit_sampling;
    const HashingOptions options = theorem_options(family, 64, 16, 8, 1, bits ? 12 : 40);
    Data units = data;
    units.V = Eigen::MatrixXd::Identity(64, 64);
    const auto output = anna_attention(units.Q, units.K, units.V, options);
    long missed = 0, met = 0;
    for (Eigen::Index i = 0; i < 64; ++i) {
      for (Eigen::Index j = 0; j < 64; ++j) {
        const double distance =
            bits ? (units.Q.row(i) - units.K.row(j)).lpNorm<1>() : (units.Q.row(i) - units.K.row(j)).norm();
        if (distance <= 1 && output.sums(i, j) == 0) ++missed;
        if (distance > (bits ? 12 : 40) && output.sums(i, j) > 0) ++met;
      }
    }
    CHECK(missed == 0);
    CHECK(met == 0);
  }
}

TEST_CASE("The theorem's parameters at 65536 tokens are those of an independent computation", "[hashing]") {
  const HashingOptions options = theorem_options(Family::bit_sampling, 65536, 16, 4, 1, 12);
  CHECK(options.z == 22);
  CHECK(options.l == 124);
}

TEST_CASE("ANNA refuses what it cannot take, with its place", "[hashing]") {
  const Data bits = random_data(Family::bit_sampling, 8, 4);
  HashingOptions options{Family::bit_sampling, 2, 3};
  Data bad = bits;
  bad.K(3, 2) = 0.5;
  CHECK(refusal(bad, options) == "K: got \"0.5\" at row 4, column 3, expected 0 or 1 for bit sampling");
  bad.K(3, 2) = std::numeric_limits<double>::infinity();
  CHECK(refusal(bad, options) == "K: got \"inf\" at row 4, column 3, expected finite entries");
  bad = bits;
  bad.V = Eigen::MatrixXd::Ones(7, 1);
  CHECK(refusal(bad, options) == "V: got \"7 rows\", expected as many as K has");
  options.z = 0;
  CHECK(refusal(bits, options) == "z: got \"0\", expected at least one hash function a table");
  options = {Family::bit_sampling, 2, 0};
  CHECK(refusal(bits, options) == "l: got \"0\", expected at least one table");
  options = {Family::bit_sampling, 2, 3};
  options.algorithm = 3;
  CHECK(refusal(bits, options) == "algorithm: got \"3\", expected 1 or 2");
  options.algorithm = 1;
  options.max_bytes = 1000;
  CHECK(refusal(bits, options).find("Algorithm 1 may need") != std::string::npos);
  options = {Family::hyperplane, 257, 1};
  CHECK(refusal(bits, options) == "z: got \"257\", expected at most 256 functions a table");
  options = {Family::p_stable, 2, 1, 0};
  CHECK(refusal(bits, options) == "w: got \"0\", expected a positive width");
  bad = bits;
  bad.K(0, 0) = 1e308;
  options.width = 1e-10;
  CHECK(refusal(bad, options).find("entries too large for the width") != std::string::npos);
}

}  // namespace attest::hashing::anna_attention_test
