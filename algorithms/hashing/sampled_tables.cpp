#include "algorithms/hashing/sampled_tables.hpp"

#include <fmt/format.h>

#include <cmath>
#include <numbers>

#include "claims/usage_error.hpp"

namespace attest::hashing {

namespace {

std::vector<std::uint64_t> packed(const Rows<double>& points, const char* name) {
  if (points.cols() < 1 || points.cols() > 64) {
    throw UsageError(name, fmt::format("{} columns", points.cols()), "1 to 64 columns for bit sampling");
  }
  std::vector<std::uint64_t> result(static_cast<std::size_t>(points.rows()), 0);
  for (Eigen::Index row = 0; row < points.rows(); ++row) {
    for (Eigen::Index c = 0; c < points.cols(); ++c) {
      const double entry = points(row, c);
      if (entry != 0 && entry != 1) {
        throw UsageError(fmt::format("{}: got \"{}\" at row {}, column {}, expected 0 or 1 for bit sampling",
                                     name, entry, row + 1, c + 1));
      }
      if (entry == 1) result[static_cast<std::size_t>(row)] |= std::uint64_t{1} << c;
    }
  }
  return result;
}

// z products on the stack.
using Products = Eigen::Matrix<double, Eigen::Dynamic, 1, Eigen::ColMajor, most_functions, 1>;

void require_functions(long z) {
  if (z <= most_functions) return;
  throw UsageError("z", std::to_string(z), fmt::format("at most {} functions a table", most_functions));
}

Eigen::MatrixXd normal_matrix(NormalSource& normal, long rows, Eigen::Index columns) {
  Eigen::MatrixXd result(rows, columns);
  for (Eigen::Index row = 0; row < rows; ++row) {
    for (Eigen::Index c = 0; c < columns; ++c) result(row, c) = normal();
  }
  return result;
}

}  // namespace

double NormalSource::uniform() {
  return static_cast<double>(random_.below(std::uint64_t{1} << 53)) * 0x1p-53;
}

double NormalSource::operator()() {
  if (has_second_) {
    has_second_ = false;
    return second_;
  }
  const double radius = std::sqrt(-2 * std::log(1 - uniform()));
  const double angle = 2 * std::numbers::pi * uniform();
  second_ = radius * std::sin(angle);
  has_second_ = true;
  return radius * std::cos(angle);
}

// The finalizer of SplitMix64, so that neighbouring tables have unrelated generators.
std::uint64_t table_seed(std::uint64_t seed, long u) {
  std::uint64_t x = seed + (static_cast<std::uint64_t>(u) + 1) * 0x9E3779B97F4A7C15U;
  x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9U;
  x = (x ^ x >> 27) * 0x94D049BB133111EBU;
  return x ^ x >> 31;
}

BitTables::BitTables(const Rows<double>& Q, const Rows<double>& K, long z, long l, std::uint64_t seed)
    : queries_(packed(Q, "Q")), keys_(packed(K, "K")), d_(K.cols()), z_(z), l_(l), seed_(seed) {}

BitTables::Function BitTables::sample(long u) const {
  Random random(table_seed(seed_, u));
  std::uint64_t mask = 0;
  for (long k = 0; k < z_; ++k) mask |= std::uint64_t{1} << random.below(static_cast<std::uint64_t>(d_));
  return {this, mask};
}

HyperplaneTables::HyperplaneTables(const Rows<double>& Q, const Rows<double>& K, long z, long l,
                                   std::uint64_t seed)
    : Q_(Q), K_(K), z_(z), l_(l), seed_(seed) {
  require_functions(z);
}

HyperplaneTables::Function HyperplaneTables::sample(long u) const {
  NormalSource normal(table_seed(seed_, u));
  return {this, normal_matrix(normal, z_, K_.cols())};
}

HyperplaneTables::Code HyperplaneTables::Function::code(const Rows<double>& points, Eigen::Index row) const {
  Products products(directions.rows());
  products.noalias() = directions * points.row(row).transpose();
  Code result;
  for (Eigen::Index k = 0; k < products.size(); ++k) result[static_cast<std::size_t>(k)] = products(k) >= 0;
  return result;
}

StableTables::StableTables(const Rows<double>& Q, const Rows<double>& K, double width, long z, long l,
                           std::uint64_t seed)
    : Q_(Q), K_(K), width_(width), z_(z), l_(l), seed_(seed) {
  require_functions(z);
  if (!(width > 0) || !std::isfinite(width))
    throw UsageError("w", fmt::format("{}", width), "a positive width");
}

StableTables::Function StableTables::sample(long u) const {
  NormalSource normal(table_seed(seed_, u));
  Function result{this, normal_matrix(normal, z_, K_.cols()) / width_, Eigen::VectorXd(z_)};
  for (long k = 0; k < z_; ++k) result.shifts(k) = normal.uniform();
  return result;
}

StableTables::Code StableTables::Function::code(const Rows<double>& points, Eigen::Index row) const {
  Products cells = shifts;
  cells.noalias() += directions * points.row(row).transpose();
  Code result(static_cast<std::size_t>(cells.size()), boost::container::default_init);
  for (Eigen::Index k = 0; k < cells.size(); ++k) {
    const double cell = std::floor(cells(k));
    if (!(std::abs(cell) < 0x1p31)) {
      throw UsageError(
          fmt::format("row {}: entries too large for the width: a cell's number exceeds 32 bits", row + 1));
    }
    result[static_cast<std::size_t>(k)] = static_cast<std::int32_t>(cell);
  }
  return result;
}

std::size_t StableTables::CodeHash::operator()(const Code& code) const {
  std::uint64_t hash = 0x9E3779B97F4A7C15U;
  for (const std::int32_t cell : code) {
    hash = (hash ^ static_cast<std::uint32_t>(cell)) * 0xBF58476D1CE4E5B9U;
    hash ^= hash >> 29;
  }
  return hash;
}

}  // namespace attest::hashing
