// `size constant in n`: what hangs on n by a parameter, a let, an equation or the readout's cases is not constant.
#include <catch2/catch.hpp>

#include "claims/usage_error.hpp"
#include "tests/theorems/own_claims.hpp"

namespace attest::theorem_tests {

namespace {

const std::string layer =
    "input w : word n over {0, 1}    spelled {\"w\": w}\ntokens i in [n] carry num = w(i), hit = ind(i = 1)\n"
    "task at every t, number: w(1)\nlayer\n  embed num = num, hit = hit, one = 1, out = 0\n"
    "  head softmax, scale log(8*n)\n    query (i) = (one)\n    key (j) = (2*hit)\n    value (j) = (out: num)\n"
    "readout out\ncheck output, size constant in n\n";

std::string with(const std::string& sizes) {
  return "attest-theorem 1\ntheorem t \"t\"\nsizes n >= 1\n" + sizes + layer;
}

Status size_of(const std::string& text, const std::vector<std::string>& words = {"n=2"}) {
  return check(verdict(text, words), "size").status;
}

const std::string padded = "embed num = num, hit = hit, one = 1, out = 0, pad = zeros(k)";
const std::string plain = "embed num = num, hit = hit, one = 1, out = 0";

}  // namespace

TEST_CASE("A layer that is one text is of constant size", "[theorems]") {
  CHECK(size_of(with("")) == Status::holds);
  CHECK(size_of(with("param k = 3\n")) == Status::holds);
  CHECK(size_of(changed(with("param k = 3\n"), plain, padded)) == Status::holds);
}

TEST_CASE("A length that a parameter or a let makes the size is not constant", "[theorems]") {
  CHECK(size_of(changed(with("let k = n\n"), plain, padded)) == Status::refuted);
  CHECK(size_of(changed(with("param k = n\n"), plain, padded)) != Status::holds);
  CHECK(size_of(changed(with("param b = n\nparam k = b + 1\n"), plain, padded)) != Status::holds);
}

TEST_CASE("A family of heads as long as a parameter that is the size is not constant", "[theorems]") {
  CHECK(size_of(changed(changed(with("param k = n\n"), "head softmax,", "head softmax for s in 1..k,"),
                        "number: w(1)", "number: k*w(1)")) != Status::holds);
}

TEST_CASE("A size that an equation ties to the stated one changes with it", "[theorems]") {
  const std::string tied = changed(changed(with(""), "sizes n >= 1\n", "sizes n >= 1, m = 2*n\n"), plain,
                                   "embed num = num, hit = hit, one = 1, out = 0, pad = zeros(m)");
  CHECK(size_of(tied, {"n=2", "m=4"}) != Status::holds);
}

TEST_CASE("A readout with cases by the size is no one network", "[theorems]") {
  CHECK(size_of(changed(with(""), "readout out", "readout if n > 2 then out + relu(out - 5) else out")) ==
        Status::refuted);
  CHECK(size_of(changed(with(""), "readout out", "readout out + relu(out - n) - relu(out - n)")) ==
        Status::holds);
}

TEST_CASE("A candidate that auto finds anew at each size is no constant", "[theorems]") {
  const std::string text = changed(with("param k = auto in {1, 2}\n"), plain, padded);
  CHECK(size_of(text) != Status::holds);
}

TEST_CASE("A display is compared at the values of parameters and of sizes that are tied", "[theorems]") {
  const auto shown = [](const std::string& sizes, const std::string& display,
                        const std::vector<std::string>& words) {
    const std::string text = changed(with(sizes), "value (j) = (out: num)\n",
                                     "value (j) = (out: num)\n    displayed score = " + display + "\n");
    return check(verdict(text, words), "identity").status;
  };
  CHECK(shown("param c = 2\n", "c*hit_j", {"n=2"}) == Status::holds);
  CHECK(shown("param c = 2\n", "c*hit_j", {"n=2", "c=3"}) == Status::refuted);
  CHECK(shown("param k = n\n", "2*n*hit_j/k", {"n=3"}) == Status::holds);
  CHECK(shown("param k = n\n", "(k - n + 2)*hit_j", {"n=3"}) == Status::holds);
  CHECK(shown("", "n*hit_j", {"n=2"}) == Status::refuted);  // a free size stays a letter
  CHECK(shown("", "2*hit_j", {"n=2"}) == Status::holds);
}

TEST_CASE("Letters of an alphabet that is empty at these sizes are refused", "[theorems]") {
  const std::string text = changed(changed(changed(with(""), "sizes n >= 1\n", "sizes n >= 1, m >= 0\n"),
                                           "word n over {0, 1}", "word n over [m]"),
                                   "{\"w\": w}", "{\"w\": letters w}");
  CHECK_THROWS_AS(verdict(text, {"n=1", "m=0"}), UsageError);
}

}  // namespace attest::theorem_tests
