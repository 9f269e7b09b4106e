// A function given by its table (function_table.hpp), with the symmetries that were found.
#pragma once

#include "lowerbounds/shattering/function_table.hpp"
#include "lowerbounds/shattering/partitioned_function.hpp"

namespace attest {

class TableFunction : public PartitionedFunction {
 public:
  TableFunction(FunctionTable table, const Stop& stop);

  std::size_t positions() const override { return table_.positions(); }
  std::vector<PartitionClass> classes() const override;
  Shape shape(PositionSet rows) const override;
  BitMatrix matrix(PositionSet rows) const override;
  SplitMatrix split(PositionSet rows) const override;

  const FunctionTable& table() const { return table_; }
  const Symmetries& symmetries() const { return symmetries_; }

 private:
  // The words on some positions: letters and the sum of their contributions to the rank.
  struct Side {
    std::vector<std::size_t> positions;
    std::vector<std::size_t> rank;
  };
  Side side(PositionSet set) const;
  BitMatrix full_matrix(const Side& rows, const Side& columns) const;
  WordOfLetters word(const Side& side, std::size_t index) const;
  std::uint64_t count(const Side& side, std::size_t index) const;

  FunctionTable table_;
  Symmetries symmetries_;
};

}  // namespace attest
