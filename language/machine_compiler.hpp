// How a resolved expression becomes function objects; language/machine_evaluation.hpp is what others call.
//
//   machine_evaluation.cpp   what runs
//   machine_operations.cpp   operators, inputs, functions
//   machine_quantifiers.cpp  ranges, sets, quantifiers
//   machine_tables.cpp       known tables
#pragma once

#include <algorithm>
#include <map>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "language/machine_evaluation.hpp"

namespace attest::language {

// A node is what a function object says.
template <class Function>
class MachineClosure final : public MachineNode {
 public:
  explicit MachineClosure(Function function) : function_(std::move(function)) {}
  long value(MachineFrame& frame) const override { return function_(frame); }

 private:
  Function function_;
};

template <class Function>
MachinePointer closure(Function function) {
  return std::make_unique<const MachineClosure<Function>>(std::move(function));
}

template <class Function>
class MachineList final : public MachineSet {
 public:
  explicit MachineList(Function function) : function_(std::move(function)) {}
  void list(MachineFrame& frame, std::vector<long>& numbers) const override { function_(frame, numbers); }

 private:
  Function function_;
};

using MachineSetPointer = std::unique_ptr<const MachineSet>;

// What an index runs over: first..last, or a list.
struct MachineBinder {
  std::size_t slot = 0;
  MachinePointer first;
  MachinePointer last;
  MachineSetPointer list;
};

struct MachineLoop {
  std::vector<MachineBinder> binders;
  MachinePointer such_that;  // null: all

  // Visits the indices, the last binder fastest, until `visit` says true or the frame has failed.
  template <class Visit>
  bool each(MachineFrame& frame, const Visit& visit, std::size_t k = 0) const {
    if (k == binders.size()) return (!such_that || such_that->value(frame) != 0) && !frame.failed && visit();
    const MachineBinder& binder = binders[k];
    if (binder.list) {
      std::vector<long> numbers;
      binder.list->list(frame, numbers);
      for (const long number : numbers) {
        if (frame.failed) return true;
        frame.slots[binder.slot] = number;
        if (each(frame, visit, k + 1)) return true;
      }
      return frame.failed;
    }
    const long first = binder.first->value(frame);
    const long last = binder.last->value(frame);
    if (frame.failed) return true;
    for (long number = first; number <= last; ++number) {
      frame.slots[binder.slot] = number;
      if (each(frame, visit, k + 1) || frame.failed) return true;
      if (number == last) break;  // last may be the largest long
    }
    return false;
  }
};

struct MachineTable;  // machine_tables.cpp

class MachineCompiler {
 public:
  explicit MachineCompiler(const Names& names) : names_(names) {}

  // Each gives null where machine integers do not suffice.

  MachinePointer node(const Resolved& e) const;
  // Of a program, or of a part of a tuple that is one: quotients may be fractions (MachineFrame::denominator).
  MachinePointer whole(const Resolved& e) const;
  MachineSetPointer set(const Resolved& e) const;

 private:
  template <class Function>
  static MachineSetPointer listing(Function function) {
    return std::make_unique<const MachineList<Function>>(std::move(function));
  }

  static MachinePointer one(Op op, MachinePointer a);

  // A node that reads both sides.
  template <class Function>
  static MachinePointer both(MachinePointer a, MachinePointer b, Function function) {
    return closure([a = std::move(a), b = std::move(b), function](MachineFrame& f) -> long {
      const long left = a->value(f);
      return function(f, left, b->value(f));
    });
  }

  static MachinePointer two(Op op, MachinePointer a, MachinePointer b);
  static MachinePointer let(std::size_t slot, MachinePointer value, MachinePointer body);
  static MachinePointer conditional(std::vector<MachinePointer> parts);
  static MachinePointer iterate(std::size_t slot, std::vector<MachinePointer> parts);
  MachinePointer cell(const Resolved& e) const;
  MachinePointer known_cell(const Resolved& e) const;
  MachinePointer builtin(const Resolved& e) const;
  MachinePointer equal_tuples(const Resolved& e) const;
  bool binder(const ResolvedBinder& e, MachineBinder& result) const;
  std::optional<MachineLoop> loop(const Resolved& e) const;
  MachinePointer element(const Resolved& e) const;
  MachineSetPointer literal(const Resolved& e) const;
  MachineSetPointer difference(const Resolved& e) const;
  MachinePointer quantifier(const Resolved& e) const;

  static MachinePointer best(const Resolved& e, MachineLoop run, MachinePointer body,
                             MachinePointer otherwise);

  MachineSetPointer winners(const Resolved& e) const;

  const Names& names_;
  mutable std::map<const KnownTable*, std::shared_ptr<const MachineTable>> tables_;  // each once a program
};

}  // namespace attest::language
