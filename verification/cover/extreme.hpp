// The largest badness over all inputs, between an input that has it and a bound that none exceeds: best first. The box of the largest
// bound is split, and an input of it evaluated exactly, until that is no longer worth while.
//
// Badness is what a margin is made of: the error of an output, minus its margin, minus a score gap. Every input of a start is in one of
// its boxes, so the largest bound of all boxes bounds every input.
#pragma once

#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <vector>

#include "claims/verify_options.hpp"
#include "verification/cover/split.hpp"
#include "verification/cover/start.hpp"

namespace attest::cover {

// A real input and a lower bound for its badness, by exact evaluation.
struct Attained {
  long double badness = 0;
  Word word;
  std::size_t which = 0;
};

struct BoundedBox {
  enum class Kind { answered, candidate, pool };  // of no winner yet; ordinary; see OutputWork
  long double bound = 0;
  Kind kind = Kind::candidate;
  Box box;
  Splitter::Where where;
};

// What is to be reached: the bound below which a box need not be split, given what is attained.
using Enough = std::function<long double(long double attained)>;

// What work on a start has found.
class Findings {
 public:
  Findings(const Enough& enough, std::optional<long double> attained)
      : enough_(&enough), attained_(attained) {}

  std::uint64_t boxes = 0;
  std::uint64_t evaluated = 0;
  std::vector<BoundedBox> left;  // boxes to be split
  std::optional<Attained> best;
  long double settled = -std::numeric_limits<long double>::infinity();  // the largest bound of the others

  const std::optional<long double>& attained() const { return attained_; }
  // Up to which bound a box settles; minus infinity: none does yet.
  long double limit() const {
    return attained_ ? (*enough_)(*attained_) : -std::numeric_limits<long double>::infinity();
  }
  void note(Attained input);
  // True: the box of this bound needs no look any more.
  bool settles(long double bound);
  void keep(BoundedBox box) {
    if (!settles(box.bound)) left.push_back(std::move(box));
  }

 private:
  const Enough* enough_;
  std::optional<long double> attained_;
};

// The boxes of one start; one thread at a time.
class ExtremeWork {
 public:
  virtual ~ExtremeWork() = default;
  virtual void begin(Findings& findings) = 0;
  virtual void split(const BoundedBox& box, Findings& findings) = 0;
  // About how much memory is held beside the boxes, and letting go of it.
  virtual std::size_t held() const = 0;
  virtual void let_go() = 0;
};

struct Extreme {
  std::optional<Attained> attained;
  long double bound = std::numeric_limits<long double>::infinity();  // no input has more
  std::uint64_t boxes = 0;
  std::uint64_t evaluated = 0;
  bool reached = false;  // what was asked for
};

struct Effort {
  int threads = 0;
  // Boxes beyond those that every start begins with; nothing: as many as it takes.
  std::optional<std::uint64_t> most_boxes;
};

// The same with any number of threads. Stopped: what is known so far.
Extreme extreme(const std::vector<Start>& starts,
                const std::function<std::unique_ptr<ExtremeWork>(const Start&)>& work, const Enough& enough,
                const Effort& effort);

}  // namespace attest::cover
