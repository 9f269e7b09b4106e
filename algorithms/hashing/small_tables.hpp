// Hash tables for proofs: hash functions that are given explicitly, not sampled.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

namespace attest::hashing {

// Any hash functions at all on N queries and N' keys: what Algorithms 1 and 2 see of one table is the
// partition of these points into buckets. `bucket[u]` has the queries' bucket numbers, then the keys'.
class PartitionTables {
 public:
  using Code = int;
  using CodeHash = std::hash<int>;

  PartitionTables(std::size_t queries, std::vector<const std::vector<int>*> bucket)
      : queries_(queries), bucket_(std::move(bucket)) {}

  long size() const { return static_cast<long>(bucket_.size()); }
  long functions() const { return 1; }

  struct Function {
    std::size_t queries;
    const std::vector<int>* bucket;
    int query(long i) const { return (*bucket)[static_cast<std::size_t>(i)]; }
    int key(long j) const { return (*bucket)[queries + static_cast<std::size_t>(j)]; }
  };
  Function sample(long u) const { return {queries_, bucket_[static_cast<std::size_t>(u)]}; }

 private:
  std::size_t queries_;
  std::vector<const std::vector<int>*> bucket_;
};

// Bit sampling with given coordinates: points are numbers below 2^d, coordinate c is bit c.
class CoordinateTables {
 public:
  using Code = std::vector<bool>;
  using CodeHash = std::hash<std::vector<bool>>;

  // coordinates[u] lists the z coordinates of g_u, repetitions allowed.
  CoordinateTables(std::vector<std::uint64_t> queries, std::vector<std::uint64_t> keys,
                   std::vector<std::vector<int>> coordinates)
      : queries_(std::move(queries)), keys_(std::move(keys)), coordinates_(std::move(coordinates)) {}

  long size() const { return static_cast<long>(coordinates_.size()); }
  long functions() const { return coordinates_.empty() ? 0 : static_cast<long>(coordinates_.front().size()); }

  struct Function {
    const CoordinateTables* tables;
    const std::vector<int>* coordinates;
    Code query(long i) const { return code(tables->queries_[static_cast<std::size_t>(i)]); }
    Code key(long j) const { return code(tables->keys_[static_cast<std::size_t>(j)]); }
    Code code(std::uint64_t point) const {
      Code result;
      for (const int c : *coordinates) result.push_back((point >> c & 1) != 0);
      return result;
    }
  };
  Function sample(long u) const { return {this, &coordinates_[static_cast<std::size_t>(u)]}; }

 private:
  std::vector<std::uint64_t> queries_, keys_;
  std::vector<std::vector<int>> coordinates_;
};

}  // namespace attest::hashing
