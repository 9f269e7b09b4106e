// Badness of outputs: the error |y - truth| of a number; of a sign -y on a yes and y on a no, minus its margin.
//
// Where one head is enough for a yes and all are needed for a no (Search::pooled), each head's candidates are looked at by themselves. A
// box whose answer is known to be yes is bounded by its head. The others, the pool of their head, are bounded by what the head says
// against a no. An input in no other box is in one of the pool for every head; if no condition can be met there it is a no, and its
// output is the least of what the heads say: its badness is at most the largest of these bounds.
#pragma once

#include "verification/cover/answer.hpp"
#include "verification/cover/extreme.hpp"
#include "verification/cover/tree_bound.hpp"
#include "verification/cover/value_bound.hpp"

namespace attest::cover {

// Badness of the output at a judged token, exactly evaluated.
Interval output_badness(const LayerSetting& setting, const Word& word, std::size_t which);

class OutputWork : public ExtremeWork {
 public:
  OutputWork(const CoverProblem& problem, std::shared_ptr<const TreeTables> tables, const Start& start,
             FarWeightsByThread& weights)
      : problem_(problem), tables_(std::move(tables)), start_(start), weights_(weights) {}

  void begin(Findings& findings) override;
  void split(const BoundedBox& box, Findings& findings) override;
  std::size_t held() const override;
  void let_go() override { lists_.reset(); }

 private:
  // With the index tuples listed.
  struct Lists {
    Lists(const CoverProblem& problem, const Start& start, FarWeightsByThread& weights)
        : context(problem, start.which, start.symbols),
          bounder(context, weights),
          answers(context),
          splitter(context),
          allowed(problem.heads().size()) {}
    Context context;
    ValueBounder bounder;
    Answers answers;
    Splitter splitter;
    std::vector<Allowed> allowed;
  };

  Lists& lists();
  void answered(const std::vector<std::int32_t>& symbols, long truth, Findings& findings);
  long double bound_of(const TreeBound::Near& near, long truth) const;
  void by_winners(const std::vector<std::int32_t>& symbols, Findings& findings);
  bool pooled(const Box& box, Findings& findings);
  void look_at(Box& box, Findings& findings);
  // An upper bound for the badness in the box whose entries are in Lists::allowed.
  long double badness(const Box& box, long truth);
  void aim(const Findings& findings);
  bool make_allowed(const Box& box);
  void leaf(const Box& box, Findings& findings);
  void evaluate(const Word& word, Findings& findings);
  // Evaluates inputs of the box that show what its bound fears most.
  void sample(const Box& box, Findings& findings);

  const CoverProblem& problem_;
  std::shared_ptr<const TreeTables> tables_;
  const Start& start_;
  FarWeightsByThread& weights_;
  std::unique_ptr<TreeBound> tree_;
  int samples_ = 0;
  std::unique_ptr<Lists> lists_;
};

// The first best tuple of a head on an input of the context.
Winner best_at(const Context& context, std::size_t head, const Word& word);

// The box's symbols, then those of its winners and of the losses, as far as they agree; `rest` in all others (or the last there is).
Word worst_word(const Context& context, const Box& box, const std::vector<ValueBounder::Loss>& losses,
                Symbol rest);

}  // namespace attest::cover
