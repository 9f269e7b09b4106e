#include "reductions/anna/bucket_runs.hpp"

#include <numeric>

namespace attest {

namespace {

BucketValue sum_of(const std::vector<BucketValue>& values) {
  BucketValue sum;
  for (const BucketValue& v : values) {
    sum.numerator += v.numerator;
    sum.denominator += v.denominator;
  }
  return sum;
}

BucketValue average_of(const std::vector<BucketValue>& values) {
  long numerator = 0;
  long denominator = 1;
  for (const BucketValue& v : values) {
    numerator = numerator * v.denominator + v.numerator * denominator;
    denominator *= v.denominator;
    const long common = std::gcd(numerator, denominator);
    numerator /= common;
    denominator /= common;
  }
  denominator *= static_cast<long>(values.size());
  const long common = std::gcd(numerator, denominator);
  return {numerator / common, denominator / common};
}

}  // namespace

std::vector<std::size_t> run_of_members(const BucketPlan& plan, long table,
                                        const std::vector<BucketRecord>& list) {
  std::vector<std::size_t> runs;
  for (std::size_t j = 0; j < list.size(); ++j) {
    const bool same = j > 0 && plan.code(table, list[j].vector) == plan.code(table, list[j - 1].vector);
    runs.push_back(j == 0 ? 0 : runs.back() + (same ? 0 : 1));
  }
  return runs;
}

std::vector<BucketRun> bucket_runs(const BucketPlan& plan, long table, bool values,
                                   const std::vector<BucketRecord>& list) {
  const std::vector<std::size_t> run_of = run_of_members(plan, table, list);
  std::vector<BucketRun> runs;
  for (std::size_t j = 0; j < list.size();) {
    BucketRun run;
    run.record.type = values ? RecordType::bucket : RecordType::location;
    run.record.vector = list[j].vector;
    run.record.slot = static_cast<long>(runs.size()) + 1;
    run.record.first = list[j].first;
    run.code = plan.code(table, list[j].vector);
    std::vector<BucketValue> members;
    const std::size_t mine = run_of[j];
    for (; j < list.size() && run_of[j] == mine; ++j) {
      run.record.last = list[j].last;
      if (list[j].type != RecordType::query_item) members.push_back(list[j].value);
    }
    if (values) run.record.value = plan.averages ? average_of(members) : sum_of(members);
    runs.push_back(run);
  }
  return runs;
}

}  // namespace attest
