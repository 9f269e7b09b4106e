#include "constructions/dat/symbol_library_checks.hpp"

#include <fmt/format.h>

#include <map>

#include "claims/whole_claim.hpp"

namespace attest {

Check positional_check(long n, const PositionalSymbol& symbol) {
  std::map<long, long> object_of;  // of a symbol
  for (long i = 1; i <= n; ++i) {
    const auto own = symbol(i);
    if (!own) return ill_formed("positional", fmt::format("object {} has no symbol in the library", i));
    const auto [other, fresh] = object_of.emplace(*own, i);
    if (!fresh) {
      return refuted(Kind::construction, "positional",
                     fmt::format("objects {} and {} share a symbol", other->second, i));
    }
  }
  return holds("positional", Evidence::enumeration,
               fmt::format("{} positions, {} different symbols", n, object_of.size()));
}

Check relative_check(long n, const RelativeSymbol& symbol) {
  std::map<long, long> symbol_of;  // of an offset
  std::map<long, long> offset_of;  // of a symbol
  for (long i = 1; i <= n; ++i) {
    for (long j = 1; j <= n; ++j) {
      const auto own = symbol(i, j);
      if (!own) {
        return ill_formed("relative",
                          fmt::format("receiver {} and sender {} need s_{{{}}}, which the library "
                                      "does not have",
                                      i, j, j - i));
      }
      if (symbol_of.emplace(j - i, *own).first->second != *own) {
        return refuted(
            Kind::construction, "relative",
            fmt::format("the symbol of ({}, {}) is not that of other pairs with j - i = {}", i, j, j - i));
      }
      const auto [other, fresh] = offset_of.emplace(*own, j - i);
      if (other->second != j - i) {
        return refuted(Kind::construction, "relative",
                       fmt::format("the offsets {} and {} share a symbol", other->second, j - i));
      }
    }
  }
  return holds("relative", Evidence::enumeration,
               fmt::format("all {} pairs; the symbol tells j - i and nothing else", n * n));
}

}  // namespace attest
