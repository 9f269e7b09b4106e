// What docs/papers/poly.md says of printed indices and of the printed gap step, recomputed.
#include <catch2/catch.hpp>
#include <map>

#include "claims/catalogue.hpp"
#include "reductions/add_reductions.hpp"

namespace attest::token_layout_test {

TEST_CASE("The printed token layout is one to one for t = n = 3 alone, and why not elsewhere", "[poly]") {
  // Lines 3296-3297 of seed 003: phi(l + (j-1)t) = f_j(l) and phi(3n+1) = x, for tn + 1 tokens.
  for (long t = 2; t <= 7; ++t) {
    for (long n = 1; n <= 7; ++n) {
      INFO("t = " << t << ", n = " << n);
      std::map<long, int> of_functions;
      bool leaves = 3 * n + 1 > t * n + 1;
      for (long j = 1; j <= t; ++j) {
        for (long l = 1; l <= n; ++l) {
          const long index = l + (j - 1) * t;
          ++of_functions[index];
          leaves = leaves || index > t * n + 1;
        }
      }
      bool shared = false;
      for (const auto& [index, count] : of_functions) shared = shared || count > 1;
      const bool x_shares = of_functions.contains(3 * n + 1);
      CHECK((!leaves && !shared && !x_shares && of_functions.size() == static_cast<std::size_t>(t * n)) ==
            (t == 3 && n == 3));
      if (t == n && n >= 4) {
        CHECK(!shared);
        CHECK(!leaves);
        CHECK(x_shares);
      }
    }
  }
}

TEST_CASE("With one target the answers of C.8's printed sets flip from d = 2 on, with three from d = 1",
          "[poly]") {
  Catalogue catalogue;
  add_reductions(catalogue);
  const Claim& claim = catalogue.find("poly/ip-triangle-to-gap");
  for (const auto& [targets, d, flips] :
       {std::tuple{"equal", "1", false}, std::tuple{"equal", "2", true}, std::tuple{"three", "1", true}}) {
    INFO(targets << ", d = " << d);
    const Verdict verdict =
        claim.verify(Variant::printed,
                     parse_parameters(claim.info().parameters,
                                      {"n=2", std::string("d=") + d, std::string("targets=") + targets}),
                     {});
    bool found = false;
    for (const Check& check : verdict.checks) {
      if (check.name != "answers") continue;
      found = true;
      CHECK(check.status == (flips ? Status::refuted : Status::holds));
    }
    CHECK(found);
  }
}

}  // namespace attest::token_layout_test
