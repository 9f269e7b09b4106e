// One-hot coordinates, as many as a size says: Match3 modulo every m by one head of equal weights.
#include <catch2/catch.hpp>

#include "theorems/proof/proofs.hpp"
#include "theorems/texts.hpp"

namespace attest::presence_test {

using namespace attest::theorem_tests;  // NOLINT(google-build-using-namespace)
using namespace attest::proof_tests;    // NOLINT(google-build-using-namespace)
using theorems::RangeProof;

namespace {

std::string match3() {
  return without_displays("strassen/match3-fixed-modulus", "constructed");
}

}  // namespace

TEST_CASE("One standard head solves Match3 for every number of tokens and every modulus",
          "[proof][presence]") {
  const RangeProof proof = proof_of_catalogue("strassen/match3-fixed-modulus", Variant::constructed, {});
  INFO(proof.reason);
  CHECK(summary(proof) == Summary{"presence", "m = 4, n = 1", "0", Status::holds});
  for (const auto& below : proof.below) CHECK(below.evidence == Evidence::symbolic);
}

TEST_CASE("How a look-up of symbols is written changes nothing of its proof",
          "[proof][presence][rewritten]") {
  const std::string text = match3();
  const Summary own = summary(proof_of_text(text, {"m=5"}));
  CHECK(own.lemma == "presence");
  using Rewriting = std::vector<std::pair<std::string, std::string>>;
  for (const Rewriting& rewriting :
       {Rewriting{{"own", "has"}}, Rewriting{{"seen", "share"}},
        Rewriting{{"n*seen(a), n*seen(b)", "seen(b)*n, seen(a)*n"}}, Rewriting{{"ind(p = a)", "ind(a = p)"}},
        Rewriting{{"query = (one)", "query = (2*one, 0)"}, {"key = (one)", "key = (one/2, one)"}},
        Rewriting{{"(p(i) + p(j) + p(k)) mod m = 0", "0 = (p(k) + p(i) + p(j)) mod m"}}}) {
    std::string changed = text;
    for (const auto& [what, by] : rewriting) changed = everywhere_replaced(changed, what, by);
    INFO(changed);
    CHECK(changed != text);
    CHECK(summary(proof_of_text(changed, {"m=5"})) == own);
  }
}

TEST_CASE("A look-up of pairs of symbols is proved for every alphabet", "[proof][presence]") {
  const auto text = [](const std::string& asked, const std::string& condition, const std::string& entry) {
    return "attest-theorem 1\ntheorem presence\nsizes n >= 1, m >= 2\ninput p : [n] -> [m]\n"
           "tokens i in [n] carry p = p(i)\ntask at every i, sign: exists j in [n]: " +
           asked +
           "\nlayer residual\n  embed own = each a in [m]: ind(p = a), one = 1, seen = zeros(m)\n"
           "  head standard\n    query = (one)\n    key = (one)\n    value = (seen: each a in [m]: own(a))\n"
           "readout (max a in [m]: if " +
           condition + " then 0 else min(own(" + entry + "), n*seen(a))) - 1/2\ncheck output, error <= 0\n";
  };
  const auto status = [&](const std::string& asked, const std::string& condition, const std::string& entry) {
    std::string whole = text(asked, condition, entry);
    whole = replaced(whole, "check output, error <= 0", "check output");
    return proof_of_text(whole).status;
  };
  CHECK(status("p(i) + p(j) = m", "a = m", "m - a") == Status::holds);
  CHECK(status("p(i) = p(j) + 1", "a = m", "a + 1") == Status::holds);
  CHECK(status("p(i) + p(j) = m + 1", "a > m", "m + 1 - a") == Status::holds);
  CHECK(status("p(i) + p(j) = m", "a = m", "a") == Status::refuted);
  CHECK(status("p(i) = p(j) + 1", "a = 1", "a") == Status::refuted);
}

TEST_CASE("No mutant of a look-up of symbols is proved where enumeration refutes it",
          "[proof][presence][.][long]") {
  int read = 0;
  int proved = 0;
  for (const long m : {2, 3, 5}) {
    const auto counts = attack(match3(), {{"m", m}}, {}, 4);
    read += counts.first;
    proved += counts.second;
  }
  CHECK(read >= 100);
  CHECK(proved >= 3);
  CHECK(proved < read);
}

}  // namespace attest::presence_test
