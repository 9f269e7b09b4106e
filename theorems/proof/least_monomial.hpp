// The search for a monomial 2^k times powers of names, as small as halving finds it, of which something holds.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "verification/proof/variables.hpp"

namespace attest::theorems {

class MonomialSearch {
 public:
  // What is looked for holds of what is larger, too; else what is found is one of which it holds, and no more.
  using Enough = std::function<bool(const proof::Laurent&)>;

  // `exponents`: those of all names that are tried, in this order, with 2^power in front.
  MonomialSearch(std::vector<std::string> names, const std::vector<long>& exponents, long power);

  // The first of the exponents that is enough; then each as far down, to 0, as it goes, then the power of two. Nothing where none is enough.
  std::optional<proof::Laurent> least(const Enough& enough);
  // The largest that is tried.
  proof::Laurent largest() const;

 private:
  proof::Laurent monomial() const;
  void lower(long& value, const Enough& enough) const;

  std::vector<long> tried_;
  long most_power_;
  std::map<std::string, long> exponents_;
  long power_ = 0;
};

// A number mu > 0, 1 over such a monomial in the sizes that are positive integers, of which `leaves` holds; as large as halving finds it.
std::optional<proof::Laurent> largest_margin(const proof::Variables& variables,
                                             const std::function<bool(const proof::Laurent&)>& leaves);

}  // namespace attest::theorems
