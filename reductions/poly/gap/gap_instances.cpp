#include "reductions/poly/gap/gap_instances.hpp"

#include <bit>
#include <vector>

#include "claims/usage_error.hpp"

namespace attest {

namespace {

using Word = std::uint32_t;  // a vector: bit c is coordinate c + 1

class Enumeration {
 public:
  Enumeration(const GapSize& size, const std::function<bool(const problems::InnerProducts&)>& visit)
      : size_(size),
        visit_(visit),
        constraints_(problems::constraints_of(size.family, size.sets, size.order)),
        most_((1 - size.epsilon) * size.m) {
    std::vector<Word> set;
    collect(set, 0);
  }

  void run() { extend(); }

 private:
  void collect(std::vector<Word>& set, Word from) {
    if (set.size() == size_.n) {
      candidates_.push_back(set);
      if (candidates_.size() > 1000000)
        throw UsageError("n", std::to_string(size_.n),
                         "at most a million lists of n vectors of that dimension");
      return;
    }
    for (Word vector = from; vector < (Word{1} << size_.d); ++vector) {
      set.push_back(vector);
      collect(set, vector);
      set.pop_back();
    }
  }

  // The constraints whose last member is the set that was just chosen.
  bool promise_kept() const {
    const std::size_t newest = chosen_.size() - 1;
    for (const auto& constraint : constraints_) {
      bool complete = false;
      for (const std::size_t set : constraint.members) {
        if (set > newest) {
          complete = false;
          break;
        }
        complete = complete || set == newest;
      }
      if (complete && !kept(constraint.members, 0, ~Word{0})) return false;
    }
    return true;
  }

  bool kept(const std::vector<std::size_t>& members, std::size_t next, Word common) const {
    if (next == members.size()) {
      const long product = std::popcount(common);
      return product == size_.m || product <= most_;
    }
    for (const Word vector : *chosen_[members[next]]) {
      if (!kept(members, next + 1, common & vector)) return false;
    }
    return true;
  }

  bool extend() {
    if (chosen_.size() == size_.sets) return visit_(instance());
    for (const auto& candidate : candidates_) {
      chosen_.push_back(&candidate);
      const bool more = !promise_kept() || extend();
      chosen_.pop_back();
      if (!more) return false;
    }
    return true;
  }

  problems::InnerProducts instance() const {
    std::vector<problems::BitVectors> sets;
    for (const auto* words : chosen_) {
      problems::BitVectors set(size_.n, size_.d);
      for (std::size_t row = 0; row < size_.n; ++row) {
        for (std::size_t c = 0; c < size_.d; ++c) set.set(row, c, (((*words)[row] >> c) & 1) != 0);
      }
      sets.push_back(std::move(set));
    }
    return problems::gap_version(size_.family, size_.order, std::move(sets), size_.m, size_.epsilon);
  }

  const GapSize& size_;
  const std::function<bool(const problems::InnerProducts&)>& visit_;
  std::vector<problems::Constraint> constraints_;
  Rational most_;
  std::vector<std::vector<Word>> candidates_;
  std::vector<const std::vector<Word>*> chosen_;
};

}  // namespace

void for_each_gap_instance(const GapSize& size,
                           const std::function<bool(const problems::InnerProducts&)>& visit) {
  if (size.d < 1 || size.d > 5) throw UsageError("d", std::to_string(size.d), "a dimension from 1 to 5");
  if (size.n < 1) throw UsageError("n", std::to_string(size.n), "at least one vector in each set");
  Enumeration(size, visit).run();
}

}  // namespace attest
