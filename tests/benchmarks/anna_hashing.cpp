// ANNA by locality-sensitive hashing with z and l of Theorem 3.4, and exact-match attention by sorting: times
// and fitted exponents for n = 2^10 to 2^16 tokens of 16 coordinates, one thread, processor seconds. Prints
// Markdown.
//
//   attest_anna_benchmark [LARGEST [PART]]     n up to 2^LARGEST (16); bit-sampling, p-stable, hyperplane or
//   exact-match alone
#include <fmt/format.h>
#include <sys/resource.h>

#include <cmath>
#include <cstdlib>
#include <ctime>
#include <numbers>

#include "algorithms/hashing/anna_attention.hpp"
#include "algorithms/hashing/exact_match_by_sorting.hpp"
#include "algorithms/hashing/sampled_tables.hpp"

namespace {

using namespace attest;
using namespace attest::hashing;

constexpr Eigen::Index dimension = 16;
constexpr int smallest = 10;

// Processor time of this one thread: what else runs on the machine does not count.
double seconds(const std::function<void()>& work) {
  const std::clock_t start = std::clock();
  work();
  return static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
}

long peak_megabytes() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return usage.ru_maxrss / 1024;
}

// The slope of log(time) over log(n), by least squares.
double exponent(const std::vector<double>& n, const std::vector<double>& time) {
  double x = 0, y = 0, xx = 0, xy = 0;
  const auto count = static_cast<double>(n.size());
  for (std::size_t k = 0; k < n.size(); ++k) {
    const double a = std::log(n[k]);
    const double b = std::log(time[k]);
    x += a, y += b, xx += a * a, xy += a * b;
  }
  return (count * xy - x * y) / (count * xx - x * x);
}

struct Data {
  Eigen::MatrixXd Q, K, V;
};

// Keys: uniform bits, normal vectors of standard deviation 20, or uniform unit vectors. Query i is key i
// moved by r: one bit, one coordinate by 1, or along the sphere by 1/16 at most.
Data data_of(Family family, Eigen::Index n) {
  NormalSource normal(11);
  Data data{Eigen::MatrixXd(n, dimension), Eigen::MatrixXd(n, dimension), Eigen::MatrixXd(n, dimension)};
  for (Eigen::Index i = 0; i < n; ++i) {
    for (Eigen::Index c = 0; c < dimension; ++c) {
      const double x = normal();
      data.K(i, c) = family == Family::bit_sampling ? (x > 0 ? 1 : 0) : 20 * x;
      data.V(i, c) = normal();
    }
    data.Q.row(i) = data.K.row(i);
    const auto moved = static_cast<Eigen::Index>(normal.uniform() * dimension);
    if (family == Family::bit_sampling) {
      data.Q(i, moved) = 1 - data.Q(i, moved);
    } else if (family == Family::p_stable) {
      data.Q(i, moved) += 1;
    } else {
      data.K.row(i).normalize();
      data.Q.row(i) = data.K.row(i);
      data.Q(i, moved) += 0.05;
      data.Q.row(i).normalize();
    }
  }
  return data;
}

void anna(Family family, const Rational& width, const Rational& r, const Rational& c, int largest) {
  fmt::print("\n{}, r = {}, c = {}, {} coordinates:\n\n", name_of(family), to_string(r), to_string(c),
             dimension);
  fmt::print(
      "| n | z | l | Algorithm 2, s | (sum, count) pairs | peak memory so far, MB | Algorithm 1, s | pairs | "
      "queries "
      "without a key |\n|---|---|---|---|---|---|---|---|---|\n");
  std::vector<double> sizes, times;
  for (int k = smallest; k <= largest; ++k) {
    const Eigen::Index n = Eigen::Index{1} << k;
    const Data data = data_of(family, n);
    HashingOptions options = theorem_options(family, n, dimension, width, r, c);
    AnnaOutput<double> output;
    const double time = seconds([&] { output = anna_attention(data.Q, data.K, data.V, options); });
    const long memory = peak_megabytes();
    sizes.push_back(static_cast<double>(n));
    times.push_back(time);
    options.algorithm = 1;
    std::string first = "-", pairs = "-";
    if (k <= 12 && anna_bytes(static_cast<std::uint64_t>(n), static_cast<std::uint64_t>(n), dimension,
                              options) <= options.max_bytes) {
      AnnaOutput<double> other;
      first =
          fmt::format("{:.3f}", seconds([&] { other = anna_attention(data.Q, data.K, data.V, options); }));
      pairs = fmt::format("{}", other.operations.peak_entries);
      if (other.counts != output.counts) fmt::print("the two algorithms differ\n");
    }
    fmt::print("| {} | {} | {} | {:.3f} | {} | {} | {} | {} | {} |\n", n, options.z, options.l, time,
               output.operations.peak_entries, memory, first, pairs,
               std::count(output.counts.begin(), output.counts.end(), 0));
    std::fflush(stdout);
  }
  const double rho = sensitive_family(family, dimension, width, r, c).quality(128).middle_double();
  fmt::print("\nrho = {:.4f}, fitted exponent {:.3f}\n", rho, exponent(sizes, times));
}

void exact_match(int largest) {
  fmt::print(
      "\nexact match, keys and queries from n/4 different points of {} coordinates:\n\n| n | by sorting, s | "
      "comparisons | bound | by definition, s |\n|---|---|---|---|---|\n",
      dimension);
  std::vector<double> sizes, times;
  for (int k = smallest; k <= largest; ++k) {
    const Eigen::Index n = Eigen::Index{1} << k;
    Random random(5);
    Data data = data_of(Family::p_stable, n);
    const Eigen::MatrixXd points = data.K.topRows(n / 4);
    for (Eigen::Index i = 0; i < n; ++i) {
      data.K.row(i) = points.row(static_cast<Eigen::Index>(random.below(static_cast<std::uint64_t>(n / 4))));
      data.Q.row(i) = points.row(static_cast<Eigen::Index>(random.below(static_cast<std::uint64_t>(n / 4))));
    }
    SortedMatches<double> output;
    const double time = seconds([&] { output = exact_match_attention(data.Q, data.K, data.V); });
    sizes.push_back(static_cast<double>(n));
    times.push_back(time);
    std::string definition = "-";
    if (k <= 14) {
      const Rows<double> Q = data.Q, K = data.K, V = data.V;
      definition = fmt::format("{:.3f}", seconds([&] { exact_match_by_definition<double>(Q, K, V); }));
    }
    fmt::print("| {} | {:.4f} | {} | {} | {} |\n", n, time, output.comparisons,
               sorting_comparisons_bound(static_cast<std::uint64_t>(n), static_cast<std::uint64_t>(n)),
               definition);
  }
  fmt::print("\nfitted exponent {:.3f}\n", exponent(sizes, times));
}

}  // namespace

int main(int count, char** arguments) {
  const int largest = count > 1 ? std::atoi(arguments[1]) : 16;
  if (largest <= smallest || largest > 20) {
    fmt::print(stderr, "LARGEST: expected 11 to 20\n");
    return 2;
  }
  const std::string only = count > 2 ? arguments[2] : "";
  const auto wanted = [&](const char* part) { return only.empty() || only == part; };
  if (wanted("bit-sampling")) anna(Family::bit_sampling, 4, 1, 12, largest);
  if (wanted("p-stable")) anna(Family::p_stable, 8, 1, 40, largest);
  if (wanted("hyperplane")) anna(Family::hyperplane, 4, Rational(1, 16), 16, largest);
  if (wanted("exact-match")) exact_match(largest);
  return 0;
}
