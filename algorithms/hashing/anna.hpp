// Algorithms 1 and 2 of seed 001_9fe7599dfb64bc47.txt (lines 178-194 and 435-454), line by line, on any
// scalar. Both see the hash functions through `Tables`:
//
//   typename Tables::Code, Tables::CodeHash   hash codes: equality decides about buckets, never a fingerprint
//   tables.size()                             l
//   tables.functions()                        z
//   auto g = tables.sample(u)                 g_u; g.key(j), g.query(i) are hash codes
//
// Where a query's count is 0 line 16 (Algorithm 2: line 18) divides zero by zero. Here the output is then the
// zero vector, as for exact-match attention, and `counts` tells: the printed algorithm is undefined there.
#pragma once

#include <Eigen/Core>
#include <unordered_map>
#include <vector>

#include "algorithms/hashing/operation_counts.hpp"
#include "claims/stop.hpp"

namespace attest::hashing {

template <class Scalar>
using Rows = Eigen::Matrix<Scalar, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

template <class Scalar>
struct AnnaOutput {
  Rows<Scalar> sums;         // v_sum, one row a query
  std::vector<long> counts;  // count
  OperationCounts operations;

  // attn: v_sum/count, zero where count is 0.
  Rows<Scalar> attention() const {
    Rows<Scalar> result = sums;
    for (Eigen::Index i = 0; i < result.rows(); ++i) {
      if (counts[static_cast<std::size_t>(i)] == 0) continue;
      for (Eigen::Index a = 0; a < result.cols(); ++a)
        result(i, a) /= Scalar(counts[static_cast<std::size_t>(i)]);
    }
    return result;
  }
};

// One hash table: buckets (sum of values, count) by hash code.
template <class Scalar, class Tables>
class BucketTable {
 public:
  explicit BucketTable(Eigen::Index m) : m_(m) {}
  void reserve(std::size_t buckets) {
    place_.reserve(buckets);
    counts_.reserve(buckets);
    sums_.reserve(buckets * static_cast<std::size_t>(m_));
  }

  std::size_t size() const { return counts_.size(); }

  // No bucket; the memory is kept.
  void clear() {
    place_.clear();
    counts_.clear();
    sums_.clear();
  }

  static constexpr std::size_t none = static_cast<std::size_t>(-1);
  std::size_t find(const typename Tables::Code& code) const {
    const auto found = place_.find(code);
    return found == place_.end() ? none : found->second;
  }

  // The bucket of this code; (0, 0) if it is new.
  std::size_t create(const typename Tables::Code& code) {
    const auto [found, is_new] = place_.try_emplace(code, counts_.size());
    if (is_new) {
      counts_.push_back(0);
      sums_.resize(sums_.size() + static_cast<std::size_t>(m_), Scalar(0));
    }
    return found->second;
  }

  template <class Row>
  void add(std::size_t bucket, const Row& value) {
    Scalar* sum = &sums_[bucket * static_cast<std::size_t>(m_)];
    for (Eigen::Index a = 0; a < m_; ++a) sum[a] += value(a);
    ++counts_[bucket];
  }

  template <class Row>
  void add_to(Row&& sum, long& count, std::size_t bucket) const {
    const Scalar* from = &sums_[bucket * static_cast<std::size_t>(m_)];
    for (Eigen::Index a = 0; a < m_; ++a) sum(a) += from[a];
    count += counts_[bucket];
  }

 private:
  Eigen::Index m_;
  std::unordered_map<typename Tables::Code, std::size_t, typename Tables::CodeHash> place_;
  std::vector<Scalar> sums_;  // one row of m a bucket
  std::vector<long> counts_;
};

template <class Scalar, class Tables>
AnnaOutput<Scalar> empty_output(const Tables&, Eigen::Index queries, const Rows<Scalar>& V) {
  AnnaOutput<Scalar> result;
  result.sums = Rows<Scalar>::Constant(queries, V.cols(), Scalar(0));
  result.counts.assign(static_cast<std::size_t>(queries), 0);
  return result;
}

// Algorithm 1. V has one row a key.
template <class Scalar, class Tables>
AnnaOutput<Scalar> anna_algorithm_1(const Tables& tables, Eigen::Index queries, const Rows<Scalar>& V) {
  using Table = BucketTable<Scalar, Tables>;
  AnnaOutput<Scalar> result = empty_output(tables, queries, V);  // line 10
  OperationCounts& did = result.operations;
  const auto z = static_cast<std::uint64_t>(tables.functions());
  std::vector<decltype(tables.sample(0))> g;
  std::vector<Table> T;
  for (long u = 0; u < tables.size(); ++u) {  // line 4
    check_stop();
    g.push_back(tables.sample(u));  // line 5
    T.emplace_back(V.cols());       // line 6
    for (Eigen::Index j = 0; j < V.rows(); ++j) {
      const auto code = g.back().key(j);  // line 8
      did.hash_evaluations += z;
      ++did.lookups;
      const std::size_t before = T.back().size();
      T.back().add(T.back().create(code), V.row(j));         // line 9
      if (T.back().size() == before) ++did.value_additions;  // a new bucket is an assignment
    }
    did.peak_entries += T.back().size();
  }
  for (Eigen::Index i = 0; i < queries; ++i) {  // line 11
    check_stop();
    long& count = result.counts[static_cast<std::size_t>(i)];
    for (long u = 0; u < tables.size(); ++u) {  // line 13
      const auto code = g[static_cast<std::size_t>(u)].query(i);
      did.hash_evaluations += z;
      ++did.lookups;
      const Table& table = T[static_cast<std::size_t>(u)];
      const std::size_t bucket = table.find(code);
      if (bucket == Table::none) continue;  // line 15
      table.add_to(result.sums.row(i), count, bucket);
      ++did.value_additions;
    }
  }
  return result;  // line 16 is AnnaOutput::attention
}

// Algorithm 2: one table at a time, with buckets for the queries' hash codes only.
template <class Scalar, class Tables>
AnnaOutput<Scalar> anna_algorithm_2(const Tables& tables, Eigen::Index queries, const Rows<Scalar>& V) {
  using Table = BucketTable<Scalar, Tables>;
  AnnaOutput<Scalar> result = empty_output(tables, queries, V);  // line 4: A[i] = (0, 0)
  OperationCounts& did = result.operations;
  const auto z = static_cast<std::uint64_t>(tables.functions());
  std::vector<std::size_t> bucket_of(static_cast<std::size_t>(queries));
  Table T(V.cols());
  T.reserve(static_cast<std::size_t>(queries));
  for (long u = 0; u < tables.size(); ++u) {  // line 5
    check_stop();
    const auto g = tables.sample(u);                                  // line 6
    T.clear();                                                        // line 7
    for (Eigen::Index i = 0; i < queries; ++i) {                      // line 8
      bucket_of[static_cast<std::size_t>(i)] = T.create(g.query(i));  // lines 9, 10
      did.hash_evaluations += z;
      ++did.lookups;
    }
    did.peak_entries = std::max<std::uint64_t>(did.peak_entries, T.size() + result.counts.size());
    for (Eigen::Index j = 0; j < V.rows(); ++j) {   // line 11
      const std::size_t bucket = T.find(g.key(j));  // line 12
      did.hash_evaluations += z;
      ++did.lookups;
      if (bucket == Table::none) continue;  // line 13
      T.add(bucket, V.row(j));
      ++did.value_additions;
    }
    for (Eigen::Index i = 0; i < queries; ++i) {  // lines 14, 15; the bucket is remembered from line 10
      T.add_to(result.sums.row(i), result.counts[static_cast<std::size_t>(i)],
               bucket_of[static_cast<std::size_t>(i)]);
      ++did.value_additions;
    }
  }
  return result;  // line 18 is AnnaOutput::attention
}

}  // namespace attest::hashing
