// Processor time of approximate attention for real sizes, one thread, as a Markdown table:
//
//   attest_approximation_times [largest exponent of n, 16 unless told]
//
// Beside them the exact route by matrix products (X D1 Y D2, then the diagonal of its product with Z), up to
// n = 2^11, and the largest difference between the two over all entries. Exponents are the slope between
// successive n. Peak memory is that of the process so far; the exact route runs last.
#include <fmt/format.h>
#include <sys/resource.h>

#include <cmath>
#include <cstdlib>
#include <ctime>
#include <random>

#include "algorithms/approximation/approximate_poly.hpp"
#include "algorithms/approximation/degree_bounds.hpp"

namespace {

using attest::AttentionPolynomial;
using attest::Rational;
using attest::ScalarMatrix;
using Matrix = ScalarMatrix<double>;

constexpr int smallest_exponent = 10;
constexpr int largest_exact = 11;
constexpr long d = 3;

std::vector<Matrix> matrices(std::size_t count, long n) {
  std::mt19937_64 generator(1);
  std::vector<Matrix> result;
  for (std::size_t k = 0; k < count; ++k) {
    Matrix m(n, d);
    for (long i = 0; i < n; ++i) {
      for (long c = 0; c < d; ++c) m(i, c) = static_cast<double>(generator() % 2001) / 1000 - 1;
    }
    result.push_back(std::move(m));
  }
  return result;
}

double processor_seconds() {
  timespec time{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

// The best of some rounds.
template <class Function>
double seconds(const Function& function, int rounds = 3) {
  double best = 1e300;
  for (int round = 0; round < rounds; ++round) {
    const double start = processor_seconds();
    function();
    best = std::min(best, processor_seconds() - start);
  }
  return best;
}

double peak_megabytes() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<double>(usage.ru_maxrss) / 1024;
}

Matrix exact_strassen(const std::vector<Matrix>& m) {
  const auto exponentiated = [](const Matrix& a, const Matrix& b) {
    return Matrix((a * b.transpose() / static_cast<double>(d)).array().exp().matrix());
  };
  const Matrix x = exponentiated(m[0], m[1]);
  const Matrix y = exponentiated(m[1], m[2]);
  const Matrix z_transposed = exponentiated(m[0], m[2]);
  const Eigen::VectorXd denominator = (x * y).cwiseProduct(z_transposed).rowwise().sum();
  Matrix result(m[0].rows(), d);
  for (long l = 0; l < d; ++l) {
    const Matrix left = x * m[3].col(l).asDiagonal();
    const Matrix product = left * y;
    const Matrix weighted = product * m[4].col(l).asDiagonal();
    result.col(l) = weighted.cwiseProduct(z_transposed).rowwise().sum().cwiseQuotient(denominator);
  }
  return result;
}

template <class Scalar>
std::vector<ScalarMatrix<Scalar>> cast(const std::vector<Matrix>& m, std::size_t first, std::size_t last) {
  std::vector<ScalarMatrix<Scalar>> result;
  for (std::size_t k = first; k < last; ++k) result.push_back(m[k].template cast<Scalar>());
  return result;
}

template <class Scalar>
void strassen_table(const char* scalar, const Rational& eps, int largest) {
  const long degree = attest::least_polynomial(Rational(1), eps).polynomial.degree();
  double before = 0;
  for (int e = smallest_exponent; e <= largest; ++e) {
    const auto m = matrices(5, 1L << e);
    const auto q = cast<Scalar>(m, 0, 3);
    const auto v = cast<Scalar>(m, 3, 5);
    const double time = seconds([&] {
      attest::approximate_strassen_attention<Scalar>({q[0], q[1], q[2]}, v[0], v[1], Rational(1), eps);
    });
    fmt::print("| Algorithm 1, {} | {} | {} | 2^{} | {:.4f} | {} | {:.0f} |\n", scalar,
               attest::to_string(eps), attest::monomial_count(d, static_cast<unsigned long>(degree)).str(), e,
               time, before == 0 ? "" : fmt::format("{:.2f}", std::log2(time / before)), peak_megabytes());
    std::fflush(stdout);
    before = time;
  }
}

void poly_table(const char* text, const Rational& eps, int largest) {
  const auto h = AttentionPolynomial::parse(text);
  const long degree = attest::least_polynomial(attest::score_bound(h, Rational(1)), eps).polynomial.degree();
  double before = 0;
  for (int e = smallest_exponent; e <= largest; ++e) {
    const auto m = matrices(2 * h.variables() - 1, 1L << e);
    const auto q = cast<double>(m, 0, h.variables());
    const auto v = cast<double>(m, h.variables(), m.size());
    const double time =
        seconds([&] { attest::approximate_poly_attention<double>(h, q, v, Rational(1), eps); });
    fmt::print("| Algorithm 3, {}, double | {} | {} | 2^{} | {:.4f} | {} | {:.0f} |\n", text,
               attest::to_string(eps),
               attest::monomial_count(h.monomials().size() * d, static_cast<unsigned long>(degree)).str(), e,
               time, before == 0 ? "" : fmt::format("{:.2f}", std::log2(time / before)), peak_megabytes());
    std::fflush(stdout);
    before = time;
  }
}

}  // namespace

int main(int argc, char** argv) {
  const int largest = argc > 1 ? std::atoi(argv[1]) : 16;
  if (largest < smallest_exponent || largest > 20) {
    fmt::print(stderr, "largest exponent: got \"{}\", expected an integer from 10 to 20\n", argv[1]);
    return 2;
  }
  Eigen::setNbThreads(1);
  fmt::print(
      "| what (d = 3, Gamma = 1) | eps | r | n | processor seconds | exponent | peak MB "
      "|\n|---|---|---|---|---|---|---|\n");
  strassen_table<double>("double", Rational(1, 1000), largest);
  strassen_table<float>("float", Rational(1, 1000), largest);
  strassen_table<double>("double", Rational(1, 1000000), largest);
  poly_table("x1*x2+x2*x3", Rational(1, 1000), largest);
  double before = 0;
  for (int e = smallest_exponent; e <= std::min(largest, largest_exact); ++e) {
    const auto m = matrices(5, 1L << e);
    Matrix exact;
    const double time = seconds([&] { exact = exact_strassen(m); }, 1);
    fmt::print("| exact, matrix products, double | 0 | - | 2^{} | {:.4f} | {} | {:.0f} |\n", e, time,
               before == 0 ? "" : fmt::format("{:.2f}", std::log2(time / before)), peak_megabytes());
    before = time;
    for (const Rational& eps : {Rational(1, 1000), Rational(1, 1000000)}) {
      const Matrix approximate =
          attest::approximate_strassen_attention<double>({m[0], m[1], m[2]}, m[3], m[4], Rational(1), eps);
      fmt::print(stderr, "n = 2^{}, eps = {}: largest difference {:.2e}\n", e, attest::to_string(eps),
                 (approximate - exact).cwiseAbs().maxCoeff());
    }
  }
  return 0;
}
