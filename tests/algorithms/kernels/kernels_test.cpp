// The fused kernels, on every instruction set of this processor, against the definition summed term by term
// in long double with maxima of its own.
#include "algorithms/kernels/average_over_triangle.hpp"

#include <catch2/catch.hpp>
#include <cmath>
#include <limits>
#include <random>

#include "algorithms/kernels/packed.hpp"
#include "claims/stop.hpp"

namespace attest::kernels::kernels_test {

namespace {

template <class Scalar>
Rows<Scalar> random_rows(std::ptrdiff_t n, std::ptrdiff_t d, unsigned seed, double size = 1) {
  std::mt19937 generator(seed);
  std::uniform_real_distribution<double> entry(-size, size);
  Rows<Scalar> result(n, d);
  for (std::ptrdiff_t k = 0; k < result.size(); ++k) result.data()[k] = static_cast<Scalar>(entry(generator));
  return result;
}

template <class Scalar>
Message<Scalar> random_message(std::ptrdiff_t n, std::ptrdiff_t columns, unsigned seed, double log_size = 3) {
  return {random_rows<Scalar>(n, columns, seed), random_rows<Scalar>(n, 1, seed + 1000, log_size)};
}

template <class Scalar>
long double score(const Rows<Scalar>& a, std::ptrdiff_t i, const Rows<Scalar>& b, std::ptrdiff_t j,
                  Scalar scale) {
  long double sum = 0;
  for (std::ptrdiff_t l = 0; l < a.cols(); ++l) sum += static_cast<long double>(a(i, l)) * b(j, l);
  return sum * scale;
}

// One sum of exp(logs) * values in long double.
struct Sum {
  std::vector<long double> logs;
  std::vector<std::vector<long double>> values;

  long double log_total() const {
    const long double highest = *std::max_element(logs.begin(), logs.end());
    long double total = 0;
    for (const long double log : logs) total += std::exp(log - highest);
    return highest + std::log(total);
  }
  long double average(std::size_t column) const {
    const long double total = log_total();
    long double sum = 0;
    for (std::size_t k = 0; k < logs.size(); ++k) sum += std::exp(logs[k] - total) * values[k][column];
    return sum;
  }
};

template <class Scalar>
std::vector<Sum> edge_by_definition(const Rows<Scalar>& parent, const Rows<Scalar>& keys, Scalar scale,
                                    const Message<Scalar>& below) {
  std::vector<Sum> sums(static_cast<std::size_t>(parent.rows()));
  for (std::ptrdiff_t i = 0; i < parent.rows(); ++i) {
    for (std::ptrdiff_t j = 0; j < keys.rows(); ++j) {
      Sum& sum = sums[static_cast<std::size_t>(i)];
      sum.logs.push_back(score(parent, i, keys, j, scale) + below.log_total(j));
      sum.values.emplace_back(below.average.row(j).begin(), below.average.row(j).end());
    }
  }
  return sums;
}

template <class Scalar>
std::vector<Sum> triangle_by_definition(const Triangle<Scalar>& t) {
  const std::ptrdiff_t n = t.first.rows();
  std::vector<Sum> sums(static_cast<std::size_t>(n));
  for (std::ptrdiff_t i = 0; i < n; ++i) {
    for (std::ptrdiff_t j = 0; j < n; ++j) {
      for (std::ptrdiff_t k = 0; k < n; ++k) {
        Sum& sum = sums[static_cast<std::size_t>(i)];
        sum.logs.push_back(score(t.first, i, t.second, j, t.scale) + score(t.second, j, t.third, k, t.scale) +
                           score(t.third, k, t.first, i, t.scale) + t.below_second.log_total(j) +
                           t.below_third.log_total(k));
        auto& values = sum.values.emplace_back();
        for (std::ptrdiff_t c = 0; c < t.below_second.average.cols(); ++c) {
          values.push_back(static_cast<long double>(t.below_second.average(j, c)) *
                           t.below_third.average(k, c));
        }
      }
    }
  }
  return sums;
}

// The largest difference of averages and of logs of totals.
template <class Scalar>
double largest_difference(const Message<Scalar>& message, const std::vector<Sum>& sums) {
  long double worst = 0;
  for (std::size_t i = 0; i < sums.size(); ++i) {
    const auto row = static_cast<std::ptrdiff_t>(i);
    worst = std::max(worst, std::abs(message.log_total(row) - sums[i].log_total()));
    for (std::ptrdiff_t c = 0; c < message.average.cols(); ++c) {
      worst =
          std::max(worst, std::abs(message.average(row, c) - sums[i].average(static_cast<std::size_t>(c))));
    }
  }
  return static_cast<double>(worst);
}

template <class Scalar>
constexpr double ulp = static_cast<double>(std::numeric_limits<Scalar>::epsilon());

KernelOptions on(InstructionSet set, int threads = 1) {
  KernelOptions options;
  options.instruction_set = set;
  options.threads = threads;
  return options;
}

// Around the widths of groups, panels and tiles, and 1.
struct Shape {
  std::ptrdiff_t rows, keys, depth, columns;
};
const std::vector<Shape> shapes{{1, 1, 1, 1},      {1, 5, 3, 2},     {7, 1, 2, 9},
                                {6, 32, 4, 8},     {97, 33, 5, 17},  {13, 257, 1, 3},
                                {100, 300, 7, 33}, {5, 513, 16, 65}, {193, 64, 64, 64}};

template <class Scalar>
void check_edges() {
  for (const InstructionSet set : available_instruction_sets()) {
    for (const auto& [rows, keys, depth, columns] : shapes) {
      CAPTURE(to_string(set), sizeof(Scalar), rows, keys, depth, columns);
      const auto parent = random_rows<Scalar>(rows, depth, 1, 2);
      const auto key = random_rows<Scalar>(keys, depth, 2, 2);
      const auto below = random_message<Scalar>(keys, columns, 3);
      const auto scale = static_cast<Scalar>(1 / std::sqrt(static_cast<double>(depth)));
      const auto message = average_over_edge(parent, key, scale, below, on(set));
      CHECK(largest_difference(message, edge_by_definition(parent, key, scale, below)) < 100 * ulp<Scalar>);
    }
  }
}

template <class Scalar>
struct TriangleInput {
  Rows<Scalar> first, second, third;
  Message<Scalar> below_second, below_third;
  Triangle<Scalar> triangle(Scalar scale) const {
    return {first, second, third, scale, below_second, below_third};
  }
};

template <class Scalar>
TriangleInput<Scalar> random_triangle(std::ptrdiff_t n, std::ptrdiff_t depth, std::ptrdiff_t columns,
                                      double size) {
  return {random_rows<Scalar>(n, depth, 1, size), random_rows<Scalar>(n, depth, 2, size),
          random_rows<Scalar>(n, depth, 3, size), random_message<Scalar>(n, columns, 4),
          random_message<Scalar>(n, columns, 5)};
}

template <class Scalar>
void check_triangles() {
  for (const InstructionSet set : available_instruction_sets()) {
    for (const auto& [n, depth, columns] : std::vector<std::array<std::ptrdiff_t, 3>>{
             {1, 1, 1}, {2, 3, 1}, {7, 2, 3}, {33, 4, 5}, {50, 16, 2}}) {
      CAPTURE(to_string(set), sizeof(Scalar), n, depth, columns);
      const auto input = random_triangle<Scalar>(n, depth, columns, 1.5);
      const auto triangle = input.triangle(static_cast<Scalar>(1. / static_cast<double>(depth)));
      std::ptrdiff_t again = -1;
      const auto message = average_over_triangle(triangle, on(set), &again);
      CHECK(again == 0);
      CHECK(largest_difference(message, triangle_by_definition(triangle)) < 100 * ulp<Scalar>);
    }
  }
}

}  // namespace

TEST_CASE("One edge is the definition's average on every instruction set and shape", "[kernels]") {
  check_edges<double>();
  check_edges<float>();
}

TEST_CASE("The triangle is the definition's triple sum on every instruction set and shape", "[kernels]") {
  check_triangles<double>();
  check_triangles<float>();
}

TEST_CASE("exp of the kernels is within two units in the last place and zero below its limit", "[kernels]") {
  for (const InstructionSet set : available_instruction_sets()) {
    const auto& of_double = scalar_kernels<double>(set);
    const auto& of_float = scalar_kernels<float>(set);
    double worst = 0;
    double worst_float = 0;
    Buffer<double> x(1024);
    Buffer<float> y(1024);
    std::mt19937 generator(7);
    for (int round = 0; round < 200; ++round) {
      // Small, moderate and all magnitudes.
      const double size = round % 3 == 0 ? 1 : round % 3 == 1 ? 30 : 707.9;
      std::uniform_real_distribution<double> entry(-size, 0);
      for (std::size_t k = 0; k < x.size(); ++k) {
        x[k] = entry(generator);
        y[k] = static_cast<float>(std::max(x[k], -86.9));
      }
      auto exp_x = x;
      auto exp_y = y;
      of_double.exponentials(static_cast<Size>(x.size()), exp_x.data());
      of_float.exponentials(static_cast<Size>(y.size()), exp_y.data());
      for (std::size_t k = 0; k < x.size(); ++k) {
        const auto unit = [](auto value) {
          return std::nextafter(value, std::numeric_limits<decltype(value)>::max()) - value;
        };
        const long double right = std::exp(static_cast<long double>(x[k]));
        worst = std::max(worst,
                         static_cast<double>(std::abs(exp_x[k] - right) / unit(static_cast<double>(right))));
        const double right_float = std::exp(static_cast<double>(y[k]));
        worst_float = std::max(worst_float, std::abs(exp_y[k] - right_float) /
                                                static_cast<double>(unit(static_cast<float>(right_float))));
      }
    }
    CAPTURE(to_string(set), worst, worst_float);
    CHECK(worst < 2);
    CHECK(worst_float < 2);
    CHECK(worst > 0.5);  // a comparison that could not see an error would show less

    const double infinity = std::numeric_limits<double>::infinity();
    Buffer<double> special(64, -infinity);
    special[0] = 0;
    special[1] = -708.001;
    special[2] = std::nan("");
    special[3] = -1e300;
    special[4] = -0.0;
    of_double.exponentials(64, special.data());
    CHECK(special[0] == 1);
    CHECK(special[1] == 0);
    CHECK(std::isnan(special[2]));
    CHECK(special[3] == 0);
    CHECK(special[4] == 1);
    CHECK(special[5] == 0);
  }
}

TEST_CASE("Scores of order n^4 neither overflow nor lose the winner", "[kernels]") {
  // Token j has key (j, j^2); the query (2 i, -1) scores -(j - i)^2 + i^2, times n^2.
  const std::ptrdiff_t n = 300;
  Rows<double> query(n, 2), key(n, 2);
  for (std::ptrdiff_t i = 0; i < n; ++i) {
    const auto x = static_cast<double>(i);
    query.row(i) << 2 * x, -1;
    key.row(i) << x, x * x;
  }
  const auto scale = static_cast<double>(n * n);
  Message<double> leaf{random_rows<double>(n, 3, 1), Column<double>::Zero(n)};
  for (const InstructionSet set : available_instruction_sets()) {
    CAPTURE(to_string(set));
    const auto message = average_over_edge(query, key, scale, leaf, on(set));
    for (std::ptrdiff_t i = 0; i < n; ++i) {
      CHECK(message.average.row(i) == leaf.average.row(i));  // the other weights are below exp(-n^2)
      CHECK(message.log_total(i) == scale * static_cast<double>(i * i));
    }
    // Logs of this size as the weights of the next edge, whose scores are zero: the last token wins.
    const auto next = average_over_edge(query, key, 0., message, on(set));
    for (std::ptrdiff_t i = 0; i < n; ++i) CHECK(next.average.row(i) == leaf.average.row(n - 1));
  }
}

TEST_CASE("A triangle with scores that no product of exponentials can hold is summed again", "[kernels]") {
  for (const InstructionSet set : available_instruction_sets()) {
    for (const double size : {30., 1e3, 1e5}) {
      const std::ptrdiff_t n = 21;
      const auto input = random_triangle<double>(n, 2, 3, size);
      const auto triangle = input.triangle(0.5);
      std::ptrdiff_t again = -1;
      const auto message = average_over_triangle(triangle, on(set), &again);
      const auto sums = triangle_by_definition(triangle);
      CAPTURE(to_string(set), size, again);
      CHECK((again > 0) == (size > 100));
      for (std::ptrdiff_t i = 0; i < n; ++i) {
        const Sum& sum = sums[static_cast<std::size_t>(i)];
        // Scores of about size^2 have errors of some ulp of themselves.
        const double bound = 20 * ulp<double> * (1 + size * size);
        CHECK(std::abs(static_cast<double>(message.log_total(i) - sum.log_total())) < bound);
        for (std::ptrdiff_t c = 0; c < 3; ++c) {
          CHECK(std::abs(static_cast<double>(message.average(i, c) -
                                             sum.average(static_cast<std::size_t>(c)))) < bound);
        }
      }
    }
  }
}

TEST_CASE("Values of extreme sizes keep their relative precision in a triangle", "[kernels]") {
  auto input = random_triangle<double>(9, 2, 2, 1);
  const auto plain = average_over_triangle(input.triangle(1.), on(best_instruction_set()));
  input.below_second.average *= 0x1p-900;
  input.below_third.average *= 0x1p800;
  const auto scaled = average_over_triangle(input.triangle(1.), on(best_instruction_set()));
  CHECK(scaled.average == plain.average * 0x1p-100);
}

TEST_CASE("The number of threads changes no bit of a result", "[kernels]") {
  for (const InstructionSet set : available_instruction_sets()) {
    const auto parent = random_rows<double>(501, 5, 1, 3);
    const auto key = random_rows<double>(700, 5, 2, 3);
    const auto below = random_message<double>(700, 11, 3);
    const auto edge = average_over_edge(parent, key, 1., below, on(set));
    const auto input = random_triangle<double>(150, 3, 2, 9);
    const auto triangle = average_over_triangle(input.triangle(1.), on(set));
    for (const int threads : {2, 3, 8}) {
      CAPTURE(to_string(set), threads);
      const auto again = average_over_edge(parent, key, 1., below, on(set, threads));
      CHECK(again.average == edge.average);
      CHECK(again.log_total == edge.log_total);
      const auto triangle_again = average_over_triangle(input.triangle(1.), on(set, threads));
      CHECK(triangle_again.average == triangle.average);
      CHECK(triangle_again.log_total == triangle.log_total);
    }
  }
}

TEST_CASE("The planted error of one message entry reaches every row", "[kernels]") {
  const auto parent = random_rows<double>(50, 3, 1);
  const auto key = random_rows<double>(70, 3, 2);
  auto below = random_message<double>(70, 2, 3);
  const auto sums = edge_by_definition(parent, key, 1., below);
  below.average(69, 1) += 1e-6;  // the last key, beyond the last whole panel
  const auto message = average_over_edge(parent, key, 1., below, on(best_instruction_set()));
  for (std::size_t i = 0; i < sums.size(); ++i) {
    CHECK(std::abs(static_cast<double>(message.average(static_cast<std::ptrdiff_t>(i), 1) -
                                       sums[i].average(1))) > 1e-12);
  }
}

TEST_CASE("Sums that leave the range of double are refused with their row", "[kernels]") {
  auto parent = random_rows<double>(9, 2, 1);
  parent(4, 0) = parent(4, 1) = 1e200;
  const Rows<double> key = Rows<double>::Constant(3, 2, 1e200);
  const auto below = random_message<double>(3, 2, 3);
  CHECK_THROWS_WITH(average_over_edge(parent, key, 1., below, on(best_instruction_set())),
                    Catch::StartsWith("row 5:"));
}

TEST_CASE("A kernel that is told to stop stops", "[kernels]") {
  const auto rows = random_rows<double>(300, 2, 1);
  const auto below = random_message<double>(300, 2, 3);
  for (const int threads : {1, 2}) {
    KernelOptions options = on(best_instruction_set(), threads);
    options.stop = [] { return true; };
    CHECK_THROWS_AS(average_over_edge(rows, rows, 1., below, options), Stopped);
    CHECK_THROWS_AS(average_over_triangle<double>({rows, rows, rows, 1., below, below}, options), Stopped);
  }
}

}  // namespace attest::kernels::kernels_test
