// The fast judge of softmax layers: sums along the forest in doubles from tables, all symbols of the last
// position at a time, with what is common to successive inputs kept. Its error bound is proved
// (docs/certification.md); whatever it leaves open goes to certified enclosures.
#pragma once

#include <memory>

#include "verification/judge.hpp"
#include "verification/layer_tables.hpp"

namespace attest {

enum class Machine {
  best,      // what this processor can do
  portable,  // what every processor can do; the same results bit by bit
};

// Tables for more than eight coordinates of the output are not made; nullptr then.
std::unique_ptr<Judge> make_table_judge(const TableProblem& problem,
                                        std::shared_ptr<const LayerTables> tables,
                                        Machine machine = Machine::best);

}  // namespace attest
