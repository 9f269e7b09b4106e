// Where sizes begin: at a number, or where earlier ones say, context >= tau + 1. A range of sizes is given by how far each is above
// its end, so that sizes of a range do not depend on each other.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "theorems/theorem_text.hpp"
#include "verification/proof/laurent.hpp"

namespace attest::theorems {

class SizeEnds {
 public:
  using Sizes = std::map<std::string, Integer>;

  // `order`: of the sizes as the text names them; `minimum`: the least number of each that the text says; `given`: by the reader. An
  // end is an integer polynomial in earlier sizes that is at least the least number. A size without one is proved for all numbers
  // from its least one on, also for those that the theorem does not speak of.
  SizeEnds(const TheoremText& text, const std::vector<std::string>& order, const Sizes& minimum,
           const Sizes& given);

  // The least number of each; 0 of one with an end in earlier sizes.
  const Sizes& least() const { return least_; }
  const std::map<std::string, proof::Laurent>& lower() const { return lower_; }

  // The sizes themselves, of a setting that fixes all.
  Sizes actual(const Sizes& sizes) const;
  // Whether sizes themselves, all that the text names, lie from `from` on.
  bool reach(const Sizes& actual, const Sizes& from) const;
  // How the fixed sizes and the beginnings of the others are said: "3", "tau + 1". Where there are no others the fixed ones are
  // themselves.
  std::map<std::string, std::string> said(const Sizes& fixed, const Sizes& from) const;

 private:
  std::vector<std::string> order_;
  Sizes least_;
  std::map<std::string, proof::Laurent> lower_;
};

}  // namespace attest::theorems
