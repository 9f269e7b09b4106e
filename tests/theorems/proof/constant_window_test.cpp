#include "theorems/proof/constant_window.hpp"

#include <catch2/catch.hpp>

#include "claims/usage_error.hpp"
#include "constructions/theorem_of_text.hpp"
#include "theorems/patch.hpp"
#include "theorems/proof/proofs.hpp"
#include "theorems/texts.hpp"

namespace attest::constant_window_test {

using namespace attest::theorem_tests;  // NOLINT(google-build-using-namespace)
using namespace attest::proof_tests;    // NOLINT(google-build-using-namespace)
using theorems::RangeProof;
using theorems::TheoremClaim;
using theorems::Window;

namespace {

RangeProof window_of(const std::string& id, Variant variant, const std::string& constant,
                     const std::vector<std::string>& words = {}) {
  const auto claim = theorem_of_text(id);
  return theorems::prove_with_window(dynamic_cast<const TheoremClaim&>(*claim), variant, words, constant,
                                     VerifyOptions());
}

// The text with another constant, by hand: what a window says of it has to be what `prove` and `verify` say of this text.
class Changed {
 public:
  Changed(const std::string& text, const std::string& what, const std::string& by)
      : claim_(theorem(replaced(text, what, by)), "own:changed", "a file") {}

  Status proved(const std::vector<std::string>& words = {}) const {
    return proof_of(claim_, only(), words).status;
  }
  std::string run(const Window::End& end, const std::vector<std::string>& words) const {
    std::vector<std::string> all = words;
    for (const auto& [name, value] : end.at) all.push_back(name + "=" + value.str());
    return claim_.run(only(), parse_parameters(claim_.info().parameters, all), Json::parse(end.input), 0)
        .at("verdict");
  }

 private:
  Variant only() const { return claim_.info().variants.front().variant; }
  TheoremClaim claim_;
};

}  // namespace

// 1 - 2 exp(-n/sqrt(8)) - .. is 0.3075 at n = 3.
TEST_CASE("The threshold of Match3 with three tokens has a window for every modulus", "[proof][window]") {
  const RangeProof proof = window_of("strassen/match3", Variant::repaired, "threshold", {"n=3"});
  REQUIRE(proof.window);
  REQUIRE(proof.window->greatest);
  const std::string text = without_displays("strassen/match3", "repaired");
  for (const Window::End* end : {&*proof.window->least, &*proof.window->greatest}) {
    INFO(to_string(end->proved));
    CHECK(Changed(text, "1/8 - min", to_string(end->proved) + " - min").proved({"n=3"}) == Status::holds);
    if (!end->fails) continue;
    CHECK(Changed(text, "1/8 - min", to_string(*end->fails) + " - min").run(*end, {"n=3"}) == "refuted");
  }
  CHECK(proof.window->greatest->proved == Rational(307, 1000));
}

// With two tokens (2,2) is outweighed to 0.1518 of the distance.
TEST_CASE("The threshold of Match3 has a window for every number of tokens and every modulus",
          "[proof][window][.][long]") {
  const RangeProof proof = window_of("strassen/match3", Variant::repaired, "threshold");
  REQUIRE(proof.window);
  REQUIRE(proof.window->greatest);
  const Window::End& greatest = *proof.window->greatest;
  CHECK(greatest.proved == Rational(151, 1000));
  CHECK(greatest.fails == Rational(152, 1000));
  CHECK(greatest.at == theorems::Sizes{{"m", 4}, {"n", 2}});
  const std::string text = without_displays("strassen/match3", "repaired");
  CHECK(Changed(text, "1/8 - min", "152/1000 - min").run(greatest, {}) == "refuted");
}

TEST_CASE("The scale of the composition of functions has a window for every size", "[proof][window]") {
  const RangeProof proof = window_of("strassen/function-composition", Variant::repaired, "scale");
  REQUIRE(proof.window);
  REQUIRE(proof.window->least);
  const Window::End& least = *proof.window->least;
  const std::string text = without_displays("strassen/function-composition", "repaired");
  const auto scaled = [&](const Rational& factor) {
    return Changed(text, "scale 1/sqrt(d)", "scale (" + to_string(factor) + ")*(1/sqrt(d))");
  };
  CHECK(scaled(least.proved).proved() == Status::holds);
  REQUIRE(least.fails);
  CHECK(scaled(*least.fails).run(least, {}) == "refuted");
  CHECK(least.proved - *least.fails < Rational(1, 100));
  // A larger scale only takes weight from the others.
  REQUIRE(proof.window->greatest);
  CHECK(proof.window->greatest->proved > 1000);
  CHECK_FALSE(proof.window->greatest->fails);
}

TEST_CASE("Each factor that a quotient may have is proved or refuted", "[proof][window][.][long]") {
  const RangeProof proof = window_of("strassen/quotient-composition", Variant::printed, "factor");
  REQUIRE(proof.window);
  CHECK_FALSE(proof.window->least);
  CHECK(proof.window->values.size() == 13);
  for (const Window::Value& one : proof.window->values) {
    INFO(to_string(one.value) << ": " << one.reason);
    CHECK(one.status == (one.value >= 5 ? Status::holds : Status::refuted));
  }
}

TEST_CASE("What is no constant of a theorem has no window", "[proof][window]") {
  const auto refused = [](const std::string& text, const std::string& constant) {
    const theorems::TheoremText read = theorem(text);
    const TheoremClaim claim(read, "own:" + read.id, "a file");
    CHECK_THROWS_AS(theorems::prove_with_window(claim, claim.info().variants.front().variant, {}, constant,
                                                VerifyOptions()),
                    UsageError);
  };
  const std::string lookup = file_text("tests/accepted/proofs/lookup.theorem");
  refused(lookup, "threshold");                                                  // no number
  refused(lookup, "n");                                                          // a size
  refused(lookup, "tau");                                                        // nothing
  refused(replaced(lookup, "readout out", "readout out + 1 - 1"), "threshold");  // two numbers
  refused(replaced(lookup, "input   g", "input   scale : [n], g"), "scale");     // something else
}

// The best letter is off by at most 2 n exp(-n^2 - 4), which is 0.0135 at n = 1, and so the threshold has this much room on either side.
TEST_CASE("A window goes both ways from what is stated", "[proof][window]") {
  const std::string text = R"(attest-theorem 1
theorem decision
sizes n >= 1
input w : word n over {0, 1}, p : [n]
tokens i in [n + 1] carry num = w ++ (p)
task at n + 1, sign: w(p) = 1
layer residual
  embed pos = i, sq = i^2, num = num, one = 1, out = 0
  head softmax, scale n^2 + 4
    query = (2*num, -one)
    key = (pos, sq)
    value = (out: num)
readout out - 1/2
check output
)";
  const TheoremClaim claim(theorem(text), "own:decision", "a file");
  const RangeProof proof = theorems::prove_with_window(claim, claim.info().variants.front().variant, {},
                                                       "threshold", VerifyOptions());
  CHECK(proof.status == Status::holds);
  REQUIRE(proof.window);
  REQUIRE(proof.window->least);
  REQUIRE(proof.window->greatest);
  for (const Window::End* end : {&*proof.window->least, &*proof.window->greatest}) {
    INFO(proof.window->text());
    CHECK(Changed(text, "out - 1/2", "out - " + to_string(end->proved)).proved() == Status::holds);
    REQUIRE(end->fails);
    CHECK(Changed(text, "out - 1/2", "out - " + to_string(*end->fails)).run(*end, {}) == "refuted");
  }
  CHECK(proof.window->least->proved < Rational(1, 10));
  CHECK(proof.window->greatest->proved > Rational(9, 10));
}

}  // namespace attest::constant_window_test
