// The value of a resolved expression on machine integers, every operation checked: what is run on millions of
// inputs. Where a number is no machine integer, or something is wrong, it says so, and the exact evaluation takes
// over from the start.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "language/names.hpp"
#include "language/resolved.hpp"
#include "language/value.hpp"

namespace attest::language {

struct MachineFrame {
  long* slots;
  const long* const* tables;
  bool failed = false;
  long denominator = 1;                      // what the value of a whole program is to be divided by; not 0
  std::vector<const long*>* read = nullptr;  // if present, the cells that are read, in their order

  long look(const long* cell) {
    if (read != nullptr) read->push_back(cell);
    return *cell;
  }

  long fail() {
    failed = true;
    return 0;
  }
};

class MachineNode {
 public:
  virtual ~MachineNode() = default;
  // A number, or 0 and 1 for conditions; worth nothing once the frame has failed.
  virtual long value(MachineFrame& frame) const = 0;
};

using MachinePointer = std::unique_ptr<const MachineNode>;

class MachineSet {
 public:
  virtual ~MachineSet() = default;
  // Its numbers, ascending, each once; nothing of worth once the frame has failed.
  virtual void list(MachineFrame& frame, std::vector<long>& numbers) const = 0;
};

// What is compiled: a number or a condition, a tuple part by part, a set of numbers.
class MachineProgram {
 public:
  // Null where machine integers do not suffice from the start (a fraction, sets of tuples, ..).
  static std::unique_ptr<const MachineProgram> compile(const Resolution& resolution, const Names& names);

  // nullopt: the exact evaluation has to say it, as of most fractions: here a number is one only where the expression itself, or a
  // branch of it, is a quotient. `read`: as in the frame.
  std::optional<Value> run(std::span<const long* const> tables, std::span<const long> indices,
                           std::vector<const long*>* read = nullptr) const;

 private:
  Type type_;
  std::size_t slots_ = 0;
  std::vector<MachinePointer> parts_;  // of a tuple; one of a number or a condition
  std::unique_ptr<const MachineSet> set_;
};

}  // namespace attest::language
