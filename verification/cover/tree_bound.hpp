// One bound for a whole box of a head whose sums follow a forest (attention/forest.hpp), without listing index tuples.
//
// Let w be any tuple whose tokens show fixed symbols alone, T = sum over t != w of exp(-(S_w - S_t) unit). For every functional f of
// tuples |E f - f(w)| <= max |f(t) - f(w)| * T / (1 + T), exactly and for any w; and T < 1 makes w the only best tuple.
//
// With M_e the largest score of an edge e of the forest (a pair of variables, or x_1 and one), O = sum M_e - S_w and
// d_e = M_e - S_e >= 0,
//
//   1 + T = exp(O unit) * sum over t of prod_e exp(-d_e unit) <= exp(O unit) * N,
//
// where N sums along the forest from the leaves, and each token of each variable takes the symbols that are worst for itself
// ("nested maxima"): weights are not negative, so every choice of symbols gives at most that.
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <vector>

#include "verification/cover/far_weights.hpp"
#include "verification/cover/problem.hpp"
#include "verification/cover/weights.hpp"

namespace attest::cover {

// Two bounds of the sums below a node of the forest (tree_outside.cpp): of one choice of tokens, and of all others.
struct TreeParts {
  long double top = 1;
  long double rest = 0;
};
using TreeMessage = std::vector<TreeParts>;  // [row of the parent]

// Messages of leaves of the forest that the receiver has no score with: they depend on the rows that their tokens can have and on nothing
// else, so judged tokens mostly have them in common.
class TreeMessages {
 public:
  using Rows = std::vector<std::vector<std::uint32_t>>;  // [token]
  std::shared_ptr<const TreeMessage> find(std::size_t node, const Rows& rows) const;
  void keep(std::size_t node, const Rows& rows, std::shared_ptr<const TreeMessage> message);

 private:
  mutable std::mutex mutex_;
  std::map<std::pair<std::size_t, Rows>, std::shared_ptr<const TreeMessage>> known_;
};

// What the bounds of all judged tokens share: which rows there are, the weights of the edges between two variables, and messages.
struct TreeTables {
  struct Edge {  // of a node of the forest and its parent
    std::size_t monomial = 0;
    std::vector<std::uint64_t> weight;  // [row * rows of the parent + row of the parent], rounded up
    std::vector<long double> far;       // the same, however small
    long largest = 0;
  };
  std::vector<std::vector<std::uint32_t>> row_of;    // [variable][class]: classes of equal rows
  std::vector<std::vector<std::uint32_t>> class_of;  // [variable][row]: one of them
  std::vector<Edge> edges;                           // [node]; empty for roots
  mutable TreeMessages messages;

  // Null where the problem has another shape: several heads, no forest, a readout that is not affine, too many pairs of rows.
  static std::shared_ptr<const TreeTables> make(const CoverProblem& problem);
};

// Of one judged token; one thread's own.
class TreeBound {
 public:
  // Null where the tables are, or where there are too many tuples. `symbols`: the receiver's, free_symbol elsewhere.
  static std::unique_ptr<TreeBound> make(const CoverProblem& problem,
                                         std::shared_ptr<const TreeTables> tables, std::size_t which,
                                         const std::vector<std::int32_t>& symbols);

  // Whether on every input with these symbols the output is right, the answer being `truth`. False: not shown.
  bool shows_right(const std::vector<std::int32_t>& symbols, long truth);
  // Whether on every input with these symbols one tuple alone is best.
  bool shows_unique(const std::vector<std::int32_t>& symbols);

  // The same by what is known of all inputs of the judged token at once (near, below): quick, and tried first.
  bool shows_right_by_all(const std::vector<std::int32_t>& symbols, long truth);
  bool shows_unique_by_all(const std::vector<std::int32_t>& symbols);

  // What is known of every input with some symbols.
  struct Near {
    long leaf = 0;              // f(w)
    long double outside = 0;    // T is at most this
    long double deviation = 0;  // max |f(t) - f(w)| is at most this; both as multiples of 1/denominator
  };
  // With a relative accuracy that does not depend on how small T is; nothing where no tuple of fixed symbols has the largest score that
  // there is (tree_outside.cpp). `common`: with what is known of all inputs of the judged token, which is found but once.
  std::optional<Near> near(const std::vector<std::int32_t>& symbols, bool common);

 private:
  struct Node {
    std::size_t variable = 0;
    std::optional<std::size_t> parent;
    std::vector<std::size_t> children;
    std::optional<std::size_t> query_monomial;
    const TreeTables::Edge* edge = nullptr;
    std::vector<std::uint64_t> query;  // [row]: with the receiver, rounded up
    std::vector<long double> far_query;
    long query_largest = 0;
    std::vector<std::vector<std::uint32_t>>
        free_rows;  // [token]: what it can be, with the receiver's symbols alone
    // Of the box before: what was allowed, and the sum for each row of the parent.
    std::vector<std::vector<std::uint32_t>> rows;  // [token]
    __extension__ std::vector<unsigned __int128> message;
  };
  struct Best {
    long score = 0;
    long leaf = 0;  // of the positive formula
  };

  TreeBound(const CoverProblem& problem, std::shared_ptr<const TreeTables> tables, std::size_t which,
            std::vector<std::int32_t> symbols);
  bool make_nodes();
  std::vector<std::uint32_t> rows_of(std::size_t variable, attention::Token token,
                                     const std::vector<std::int32_t>& symbols) const;
  std::optional<Best> best_fixed(const std::vector<std::int32_t>& symbols) const;
  // Bounds 1 + T from above, times 2^50 * 2^60.
  Integer weights_of(const std::vector<std::int32_t>& symbols, const Best& best);
  long leaf_of(const std::vector<std::uint32_t>& classes) const;
  void find_range();
  std::optional<Near> found_near(const std::vector<std::int32_t>& symbols, bool common);
  long double outside(const std::vector<std::int32_t>* symbols);
  std::shared_ptr<const TreeMessage> message_of(
      std::size_t node, const TreeMessages::Rows& rows,
      const std::vector<std::shared_ptr<const TreeMessage>>& below) const;

  const CoverProblem& problem_;
  const HeadProblem& head_;
  std::size_t which_;
  std::vector<std::int32_t> symbols_;  // the receiver's
  std::uint32_t receiver_class_ = 0;
  std::shared_ptr<const TreeTables> tables_;
  std::vector<Node> nodes_;
  WeightTable weights_;
  long lowest_ = 0;  // of the leaf over all tuples
  long highest_ = 0;
  FarWeights far_;
  std::optional<long double> outside_;  // with no symbols beside the receiver's
  // What near() said last by what all inputs have in common: several goals ask of one box in a row.
  std::vector<std::int32_t> last_symbols_;
  std::optional<Near> last_near_;
};

}  // namespace attest::cover
