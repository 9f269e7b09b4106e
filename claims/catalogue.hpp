// The catalogue: every claim that attest knows, ordered by paper as the ledger is.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "claims/claim.hpp"

namespace attest {

class Catalogue {
 public:
  // Throws std::logic_error if the id is taken or a standard size does not parse.
  void add(std::unique_ptr<Claim> claim);

  const std::vector<std::unique_ptr<Claim>>& claims() const { return claims_; }

  // Throws UsageError that suggests the nearest id.
  const Claim& find(std::string_view id) const;

 private:
  std::vector<std::unique_ptr<Claim>> claims_;
};

}  // namespace attest
