// The catalogue: every claim that attest knows, ordered by paper as the ledger is.
#pragma once

#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "claims/claim.hpp"

namespace attest {

class Catalogue {
 public:
  using Maker = std::function<std::unique_ptr<Claim>()>;

  // Throws std::logic_error if the id is taken or a standard size does not parse.
  void add(std::unique_ptr<Claim> claim);
  // A claim that is made when it is first asked for; `id` is PAPER/NAME. Throws std::logic_error if the id is taken; if the claim
  // that was made has another id or does not fit, whoever asked for it gets the std::logic_error.
  void add(const std::string& id, Maker make);

  // All of them, made.
  std::vector<const Claim*> claims() const;
  bool has(std::string_view id) const;

  // Throws UsageError that suggests the nearest id.
  const Claim& find(std::string_view id) const;

 private:
  struct Lazy {
    std::once_flag made;
    Maker make;
    std::unique_ptr<const Claim> claim;
  };
  struct Entry {
    std::string id;
    std::string paper;
    std::unique_ptr<Lazy> lazy;
  };

  void insert(Entry entry);
  static const Claim& made(const Entry& entry);

  std::vector<Entry> entries_;
};

}  // namespace attest
