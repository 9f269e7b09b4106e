// The index tuples of one judged token whose own cells are known, each with the score and value that it has in each case of the cells
// that it depends on: in whole numbers, so that what is summed is exact.
#pragma once

#include <mpfr.h>

#include <unordered_map>

#include "checker/layer.hpp"
#include "checker/tuple.hpp"

namespace attest_check {

using Values = std::vector<std::pair<std::size_t, long>>;  // of some cells, ascending

// Whether no cell is known to have another value.
bool agree(const std::vector<long>& cells, const Values& values);
void assign(std::vector<long>& cells, const Values& values);
// What is known in `after` and not in `before`.
Values added_values(const std::vector<long>& before, const std::vector<long>& after);

const InputField& field_of(const Record& record, std::size_t cell);
// Calls `visit`; where it looks at a free cell, again with each value of that cell. So of every input there is one call, in which what it
// looked at is known, that went through to its end. Cells are free again in the end. Undecided after 2^22 of them (`among`).
void each_case(const Record& record, std::vector<long>& cells, const std::function<void()>& visit,
               std::size_t among = 1);

// What the token shows as this variable of the head; what the readout sees of its stream beside the heads, 0 elsewhere. FreeCell.
Shown shown_by(const Head& head, const Layer& layer, std::size_t variable, std::size_t token,
               const std::vector<long>& cells);
std::vector<mpq_class> residual_of(const Record& record, const Layer& layer, std::size_t token,
                                   const std::vector<long>& cells);

struct Case {
  Values values;
  Shown shown;
};
// [head][variable][token]: its cases, one of them on every input. Rejection where a token has no value on some word.
using Roles = std::vector<std::vector<std::vector<std::vector<Case>>>>;
Roles roles_of(const Record& record, const Layer& layer);

// Each below 2^54, over one denominator below that; Undecided.
struct WholeNumbers {
  explicit WholeNumbers(const std::vector<mpq_class>& fractions);
  std::vector<long> of;
  long denominator = 1;
};

class HeadTable {
 public:
  HeadTable(const Record& record, const Layer& layer, const Roles& roles, std::size_t head,
            std::size_t receiver, const std::vector<long>& known);

  struct Entry {
    Values values;           // of cells beside the known ones
    long score = 0;          // larger is better
    std::size_t number = 0;  // of the value
  };
  struct Tuple {
    std::vector<std::size_t> tokens;  // beside the receiver
    std::vector<Entry> entries;       // one for each case
  };
  std::vector<Tuple> tuples;
  WholeNumbers values{{}};  // of all numbers, one value behind the other
  // Of a score this far below the best one, times 2^weight_bits, to both sides.
  static constexpr unsigned weight_bits = 60;
  const std::pair<long, long>& weight_of(long fall);

 private:
  long weight(long fall, mpfr_rnd_t side) const;

  const Head& head_;
  mpq_class unit_;  // of scores
  std::unordered_map<long, std::pair<long, long>> weights_;
};

}  // namespace attest_check
