#include "claims/counted_work.hpp"

#include "numeric/checked.hpp"

namespace attest {

namespace {

// Three atomics that are read apart: between them another work may begin, and a bar is then wrong for one drawing.
std::atomic<bool> alive{false};
std::atomic<std::uint64_t> reached_so_far{0};
std::atomic<double> total_of_work{0};

}  // namespace

CountedWork::CountedWork(const Integer& total) {
  if (total <= 1) return;
  bool none = false;
  seen_ = alive.compare_exchange_strong(none, true);
  if (!seen_) return;
  reached_so_far = 0;
  total_of_work = approximate(total);  // for display alone
}

CountedWork::~CountedWork() {
  if (seen_) alive = false;
}

void CountedWork::reached(std::uint64_t done) {
  if (seen_) reached_so_far.store(done, std::memory_order_relaxed);
}

std::optional<WorkCount> counted_work() {
  const double total = total_of_work;
  if (!alive || !(total > 0)) return std::nullopt;
  return WorkCount{static_cast<double>(reached_so_far.load()), total};
}

}  // namespace attest
