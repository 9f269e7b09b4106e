// What a reduction between combinatorial problems promises, checked on one source instance after the other:
// every target instance is made, every tuple of each is looked at.
//
//   well-formed         as many sets and constraints as the problem has, targets in 0..d
//   size                n and d as stated
//   products            every inner product that a constraint speaks of is what the reduction says, counted
//                       here anew (for a formula: they add up to the falsified weight of the assignment that
//                       the tuple stands for)
//   answer              a source solution exists exactly if a target instance has one
//   solutions-forward   the image of every source solution solves its target instance
//   solutions-backward  every solution of every target instance comes from a source solution
//   identity            back after forth is the identity on source solutions
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <string>

#include "claims/deadline.hpp"
#include "claims/verdict.hpp"
#include "reductions/reduction.hpp"

namespace attest {

struct ImageTally {
  static constexpr std::array<const char*, 7> checks{
      "well-formed", "size", "products", "answer", "solutions-forward", "solutions-backward", "identity"};
  struct Fault {
    std::uint64_t sources = 0;  // source instances with such a fault
    std::string first;          // the first, in words
  };

  std::uint64_t sources = 0;
  std::uint64_t yes = 0;      // of them
  std::uint64_t failing = 0;  // source instances with any fault
  std::uint64_t targets = 0;  // target instances
  std::uint64_t tuples = 0;   // looked at in them
  std::uint64_t source_solutions = 0;
  std::uint64_t target_solutions = 0;
  std::map<std::string, Fault> faults;  // by the name of the check
  Json first_failure;
};

struct FormulaQuestion {
  problems::Cnf formula;
  long falsified = 0;       // is there an assignment that falsifies at most this weight?
  bool count_once = false;  // every clause weighs 1
  std::size_t groups = 3;
  std::size_t order = 2;
};

// `images` are those of one of the reductions of formula_reductions.hpp, perhaps damaged by a test.
void examine(const FormulaQuestion& question, const Images& images, ImageTally& tally);

struct CycleQuestion {
  problems::InnerProducts triangle;
  std::size_t r = 3;
  bool by_weight = false;  // link=weight, else link=complement
};

void examine(const CycleQuestion& question, const Images& images, ImageTally& tally);

// Checks, counts and counterexample of a verdict on `space` source instances.
void report(const ImageTally& tally, const Integer& space, const Deadline& deadline, Verdict& verdict);

}  // namespace attest
