// sum, max and min over ranges of sizes in a readout: the same network as when they are written out.
#include <catch2/catch.hpp>

#include "claims/usage_error.hpp"
#include "theorems/own_claims.hpp"

namespace attest::readout_ranges_test {

using theorem_tests::verdict;

namespace {

// Uniform attention gives share(a), the share of the letter a of a word over m letters; own(a) tells the token's own letter.
std::string shares(const std::string& readout, const std::string& answer) {
  return "attest-theorem 1\n"
         "theorem shares \"The shares of the letters, read\"\n"
         "sizes n >= 1, m >= 1    limit verify n <= 6, m <= 6\n"
         "input w : [n] -> [m]\n"
         "tokens i in [n] carry letter = w(i)\n"
         "task at every i, number: " +
         answer +
         "\n"
         "layer residual\n"
         "  embed own = each a in [m]: ind(letter = a), one = 1, share = zeros(m)\n"
         "  head softmax\n"
         "    query = (one)\n"
         "    key = (one)\n"
         "    value = (share: each a in [m]: own(a))\n"
         "readout " +
         readout + "\ncheck output, size constant in n\n";
}

// What each readout says at n = 3, m = 3, and the same written out.
struct Pair {
  const char* ranges;
  const char* written;
  const char* answer;
};

const Pair pairs[] = {
    {"sum a in [m]: a*own(a)", "own(1) + 2*own(2) + 3*own(3)", "w(i)"},
    {"n*(max a in [m]: share(a))", "n*max(share(1), share(2), share(3))",
     "max a in [m]: count j in [n]: w(j) = a"},
    {"min a in [m]: n*share(a)", "min(n*share(1), n*share(2), n*share(3))",
     "min a in [m]: count j in [n]: w(j) = a"},
    {"max a in [m], b in [m] where b > a: n*(share(a) + share(b))",
     "max(n*(share(1) + share(2)), n*(share(1) + share(3)), n*(share(2) + share(3)))",
     "max a in [m], b in [m] where b > a: count j in [n]: w(j) = a or w(j) = b"},
    // A range that speaks of the index before it, and a sum inside of another that is a number.
    {"sum a in [m], b in 1..a: own(a)", "own(1) + 2*own(2) + 3*own(3)", "w(i)"},
    {"sum a in [m]: own(a)*(sum b in [2]: b)", "3*own(1) + 3*own(2) + 3*own(3)", "3"},
    {"max a in [m]: min b in [a]: n*share(b)",
     "max(n*share(1), min(n*share(1), n*share(2)), min(n*share(1), n*share(2), n*share(3)))",
     "count j in [n]: w(j) = 1"},
    {"max a in [0]: share(a) else 5*own(1)", "5*own(1)", "5*ind(w(i) = 1)"},
    {"sum a in [0]: share(a)", "0", "0"},
};

}  // namespace

TEST_CASE("Ranges in a readout are the network that they spell", "[theorems][instance]") {
  for (const Pair& pair : pairs) {
    INFO(pair.ranges);
    const Verdict ranges = verdict(shares(pair.ranges, pair.answer), {"n=3", "m=3"});
    const Verdict written = verdict(shares(pair.written, pair.answer), {"n=3", "m=3"});
    CHECK(ranges.status == Status::holds);
    CHECK(written.status == Status::holds);
    CHECK(ranges.size.mlp_parameters == written.size.mlp_parameters);
    CHECK(ranges.margins.output_error->upper == "0.0000000000000000e+00");
    // One letter more in the answer is seen.
    CHECK(verdict(shares(pair.ranges, std::string("1 + ") + pair.answer), {"n=3", "m=3"}).status ==
          Status::refuted);
  }
}

TEST_CASE("A maximum of nothing in a readout defines no network", "[theorems][instance]") {
  const Verdict empty = verdict(shares("max a in [m - 1]: share(a)", "1"), {"n=2", "m=1"});
  CHECK(empty.status == Status::ill_formed);
  CHECK(empty.reason->find("'max' of an empty range") != std::string::npos);
}

}  // namespace attest::readout_ranges_test
