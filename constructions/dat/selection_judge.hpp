// Judges relational attention against "select, then relate" on one input, exactly.
#pragma once

#include <map>
#include <optional>
#include <vector>

#include "constructions/dat/relational_attention.hpp"
#include "tasks/select_and_relate.hpp"

namespace attest {

// Of one coordinate l of the output.
struct CoordinateOutput {
  Interval value;   // RA_l(x, y)
  Rational wanted;  // R_l(x, Select(x, y))
  Interval error;   // |value - wanted|
  bool within = false;
};

struct Judgement {
  bool within = true;  // |RA - R| < eps in every coordinate
  Interval error;      // the maximum norm
  // The score of the selected object minus the best score of another object of the context.
  std::optional<Rational> score_gap;
  // Lines 277 and 278 of the proof, as printed, are smaller than the line before.
  bool line277_fails = false;
  bool line278_fails = false;
};

class SelectionJudge {
 public:
  // All are kept by reference. eps > 0.
  SelectionJudge(const AttentionTables& tables,
                 const std::vector<std::vector<std::vector<Rational>>>& relation, const SelectAndRelate& task,
                 const Rational& eps);

  // Empty where Select is not defined. RA is a symmetric function of y, so one evaluation serves all orders
  // of the same objects with the same answer.
  const std::optional<Judgement>& operator()(const Word& word);

  // Every coordinate, without the memory.
  std::vector<CoordinateOutput> coordinates(const Word& word, long truth) const;

 private:
  Judgement judge(const Word& word, long truth) const;

  const AttentionTables& tables_;
  const std::vector<std::vector<std::vector<Rational>>>& relation_;
  const SelectAndRelate& task_;
  const Rational& eps_;
  std::optional<Judgement> undefined_;
  std::map<Word, std::optional<Judgement>> seen_;  // by the answer, x and the sorted objects
};

}  // namespace attest
