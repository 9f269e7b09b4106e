// Badness of a head's scores: minus the gap between its best and its second best index tuple, in
// the layer's unit of the head.
#pragma once

#include "verification/cover/extreme.hpp"
#include "verification/cover/tree_bound.hpp"

namespace attest::cover {

class GapWork : public ExtremeWork {
 public:
  // `multiple`: of the head's own unit (PreparedLayer::multiples).
  GapWork(const CoverProblem& problem, std::shared_ptr<const TreeTables> tables, const Start& start,
          std::size_t head, long multiple)
      : problem_(problem), tables_(std::move(tables)), start_(start), head_(head), multiple_(multiple) {}

  void begin(Findings& findings) override;
  void split(const BoundedBox& box, Findings& findings) override;
  std::size_t held() const override;
  void let_go() override { context_.reset(); }

 private:
  const Context& context();
  void answered(const std::vector<std::int32_t>& symbols, Findings& findings);
  void by_winners(const std::vector<std::int32_t>& symbols, Findings& findings);
  void look_at(Box& box, Findings& findings);
  void evaluate(const Word& word, Findings& findings);
  void sample(const BoundedBox& box, Findings& findings);
  // Of an input of the start; nothing where the head has one tuple.
  std::optional<long double> badness(const Word& word);

  const CoverProblem& problem_;
  std::shared_ptr<const TreeTables> tables_;
  const Start& start_;
  std::size_t head_;
  long multiple_;
  std::unique_ptr<TreeBound> tree_;
  std::unique_ptr<Context> context_;
  Allowed allowed_;
  int samples_ = 0;
};

// The least d >= 0 with exp(-d unit) <= outside, as far as enclosures tell; 0 where outside >= 1.
Integer least_gap_outside(long double outside, const Surd& unit);

}  // namespace attest::cover
