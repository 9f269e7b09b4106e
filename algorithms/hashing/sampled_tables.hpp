// Hash tables of Algorithms 1 and 2 with functions that are sampled by a seed: table u's functions depend on
// (seed, u) only, so that Algorithm 2 need not keep them. Buckets are told apart by the whole hash code.
#pragma once

#include <bitset>
#include <boost/container/small_vector.hpp>
#include <cstdint>
#include <vector>

#include "algorithms/hashing/anna.hpp"
#include "tasks/datasets/random.hpp"

namespace attest::hashing {

// Standard normal numbers (Box and Muller) from 53 random bits each.
class NormalSource {
 public:
  explicit NormalSource(std::uint64_t seed) : random_(seed) {}
  double operator()();
  double uniform();  // on [0, 1)

 private:
  Random random_;
  double second_ = 0;
  bool has_second_ = false;
};

std::uint64_t table_seed(std::uint64_t seed, long u);

// Bit sampling. A code is the point with the coordinates that were not drawn set to 0: equal exactly if the z
// drawn coordinates are.
class BitTables {
 public:
  using Code = std::uint64_t;
  struct CodeHash {
    std::size_t operator()(Code code) const { return code * 0x9E3779B97F4A7C15U >> 7; }
  };

  // At most 64 columns; entries 0 or 1, else UsageError with the position.
  BitTables(const Rows<double>& Q, const Rows<double>& K, long z, long l, std::uint64_t seed);

  long size() const { return l_; }
  long functions() const { return z_; }

  struct Function {
    const BitTables* tables;
    std::uint64_t mask;
    Code query(Eigen::Index i) const { return tables->queries_[static_cast<std::size_t>(i)] & mask; }
    Code key(Eigen::Index j) const { return tables->keys_[static_cast<std::size_t>(j)] & mask; }
  };
  Function sample(long u) const;

 private:
  std::vector<std::uint64_t> queries_, keys_;
  Eigen::Index d_;
  long z_, l_;
  std::uint64_t seed_;
};

inline constexpr long most_functions = 256;  // z of the two families with real directions

// Random hyperplanes: the signs of z products; a product 0 counts as positive.
class HyperplaneTables {
 public:
  using Code = std::bitset<most_functions>;
  using CodeHash = std::hash<Code>;

  // z <= 256, else UsageError.
  HyperplaneTables(const Rows<double>& Q, const Rows<double>& K, long z, long l, std::uint64_t seed);

  long size() const { return l_; }
  long functions() const { return z_; }

  struct Function {
    const HyperplaneTables* tables;
    Eigen::MatrixXd directions;  // z x m
    Code query(Eigen::Index i) const { return code(tables->Q_, i); }
    Code key(Eigen::Index j) const { return code(tables->K_, j); }
    Code code(const Rows<double>& points, Eigen::Index row) const;
  };
  Function sample(long u) const;

 private:
  const Rows<double>&Q_, &K_;
  long z_, l_;
  std::uint64_t seed_;
};

// p-stable: the cells floor((<a, x> + b)/w).
class StableTables {
 public:
  // Room for 24 cells without an allocation.
  using Code = boost::container::small_vector<std::int32_t, 24>;
  struct CodeHash {
    std::size_t operator()(const Code& code) const;
  };

  // z <= 256 and w > 0, else UsageError; sampling refuses points whose cells have numbers beyond 32 bits.
  StableTables(const Rows<double>& Q, const Rows<double>& K, double width, long z, long l,
               std::uint64_t seed);

  long size() const { return l_; }
  long functions() const { return z_; }

  struct Function {
    const StableTables* tables;
    Eigen::MatrixXd directions;  // z x m, divided by w
    Eigen::VectorXd shifts;      // b/w
    Code query(Eigen::Index i) const { return code(tables->Q_, i); }
    Code key(Eigen::Index j) const { return code(tables->K_, j); }
    Code code(const Rows<double>& points, Eigen::Index row) const;
  };
  Function sample(long u) const;

 private:
  const Rows<double>&Q_, &K_;
  double width_;
  long z_, l_;
  std::uint64_t seed_;
};

}  // namespace attest::hashing
