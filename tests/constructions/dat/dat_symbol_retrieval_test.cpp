// dat/symbol-retrieval as its text has it, against eq. 3 in 100 digits, against sums of exponentials by its definition, and with
// errors planted in the text.
#include <algorithm>
#include <catch2/catch.hpp>
#include <numeric>

#include "claims/usage_error.hpp"
#include "constructions/theorem_of_text.hpp"
#include "oracles/dat_evaluation.hpp"
#include "oracles/symbolic_attention.hpp"
#include "theorems/texts.hpp"
#include "theorems/theorem_claim.hpp"

namespace attest::dat_symbol_retrieval_test {
namespace {

Verdict verdict_of(const Claim& claim, Variant variant, const std::vector<std::string>& words) {
  return claim.verify(variant, parse_parameters(claim.info().parameters, words), {});
}

Verdict verdict_of(Variant variant, const std::vector<std::string>& words) {
  return verdict_of(*theorem_of_text("dat/symbol-retrieval"), variant, words);
}

// The text with `from`, which it has once, replaced.
theorems::TheoremClaim planted(const std::string& from, const std::string& to) {
  std::string text = theorem_tests::file_text("constructions/dat/symbol_retrieval.theorem");
  const std::size_t at = text.find(from);
  REQUIRE(at != std::string::npos);
  REQUIRE(text.find(from, at + 1) == std::string::npos);
  text.replace(at, from.size(), to);
  return {theorem_tests::theorem(text), "own:planted", "planted.theorem"};
}

Check check_of(const Verdict& verdict, const std::string& name) {
  for (const Check& check : verdict.checks) {
    if (check.name == name) return check;
  }
  throw std::out_of_range(name);
}

// Of the asserts, in their order: positions in the library, positions told apart, offsets in it, nothing but the offset, offsets
// told apart.
std::vector<bool> asserts_of(const Verdict& verdict) {
  std::vector<bool> result;
  for (const Check& check : verdict.checks) {
    if (check.name == "assert") result.push_back(check.status == Status::holds);
  }
  return result;
}

// Eq. 3 in 100 digits: the weights of all templates.
std::vector<oracle::DatReal> soft(long z, long n_s, const oracle::DatReal& beta) {
  std::vector<oracle::DatReal> result;
  oracle::DatReal total = 0;
  for (long c = 0; c < n_s; ++c) {
    result.push_back(exp(beta * (z * c - 2 * c * c)));
    total += result.back();
  }
  for (auto& weight : result) weight /= total;
  return result;
}

}  // namespace

TEST_CASE(
    "A library that is smaller than the paper defines it is a parameter error, not a defect of the print",
    "[dat]") {
  for (long n = 1; n <= 5; ++n) {
    for (long Delta = 0; Delta <= 5; ++Delta) {
      const std::vector<std::string> words{"n=" + std::to_string(n), "n_s=2", "beta=3",
                                           "Delta=" + std::to_string(Delta)};
      for (const Variant variant : {Variant::printed, Variant::constructed}) {
        if (n > Delta + 1) {
          CHECK_THROWS_AS(verdict_of(variant, words), UsageError);
        } else {
          CHECK(verdict_of(variant, words).status == Status::holds);
        }
      }
    }
  }
  CHECK_THROWS_AS(verdict_of(Variant::printed, {"n=3", "n_s=1", "max_len=2"}), UsageError);
  CHECK_THROWS_AS(verdict_of(Variant::printed, {"n=3", "n_s=1", "beta=0"}), UsageError);
  CHECK(verdict_of(Variant::printed, {"n=5", "n_s=3"}).status == Status::holds);
}

TEST_CASE("Symbolic attention retrieves what 100-digit arithmetic retrieves", "[dat]") {
  const auto claim = theorem_of_text("dat/symbol-retrieval");
  for (const long n_s : {1, 2, 5}) {
    const oracle::SymbolicAttention attention(n_s, Rational(3) / 2);
    const Parameters parameters = parse_parameters(
        claim->info().parameters, {"n=1", "n_s=" + std::to_string(n_s), "beta=3/2", "eps=1/10"});
    long rank = 0;
    for (const long z : oracle::SymbolicAttention::objects(n_s)) {
      const Json run = claim->run(Variant::printed, parameters, "rank:" + std::to_string(rank++), 1);
      const auto symbol = attention.retrieve(z);
      const auto expected = soft(z, n_s, oracle::number("3/2"));
      bool right = true;
      REQUIRE(run["outputs"].size() == static_cast<std::size_t>(n_s));
      for (long c = 0; c < n_s; ++c) {
        const auto at = static_cast<std::size_t>(c);
        const Interval weight = quotient(symbol.numerator[at], symbol.denominator, attention.unit(), 64);
        CHECK(weight.lower_double() <= expected[at]);
        CHECK(expected[at] <= weight.upper_double());
        const Json& output = run["outputs"][at];
        CHECK(oracle::DatReal(output["value"]["lower"].get<std::string>()) <= expected[at]);
        CHECK(expected[at] <= oracle::DatReal(output["value"]["upper"].get<std::string>()));
        const oracle::DatReal wanted = c == oracle::nearest_class(z, n_s) ? 1 : 0;
        right = right && abs(oracle::DatReal(expected[at] - wanted)) < oracle::number("1/10");
      }
      CHECK(run["verdict"] == (right ? "holds" : "refuted"));
      CHECK(right == attention.retrieves_within(z, oracle::nearest_class(z, n_s), Rational(1, 10)));
    }
  }
}

TEST_CASE("The temperature that is chosen serves, and the next lower integer does not", "[dat]") {
  for (const std::string eps : {"1/10", "1/1000", "1/1000000"}) {
    for (const std::string n_s : {"2", "3", "6"}) {
      const std::vector<std::string> words{"n=1", "n_s=" + n_s, "eps=" + eps};
      const Verdict verdict = verdict_of(Variant::printed, words);
      CHECK(verdict.status == Status::holds);
      CHECK(verdict.inputs.checked == 3 * std::stol(n_s));
      const long beta = std::stol(verdict.parameters.text("beta"));
      CHECK(Rational(beta) == oracle::least_symbolic_temperature(std::stol(n_s), *rational_from_string(eps)));
      const auto worst = [&](long at) {
        oracle::DatReal error = 0;
        for (const long z : oracle::SymbolicAttention::objects(std::stol(n_s))) {
          const auto weights = soft(z, std::stol(n_s), at);
          const auto own = static_cast<std::size_t>((z + 1) / 4);  // the centre 4c with |z - 4c| <= 1
          error = std::max(error, oracle::DatReal(1 - weights[own]));
        }
        return error;
      };
      CHECK(worst(beta) < oracle::number(eps));
      const oracle::DatReal error = worst(beta);
      REQUIRE(verdict.margins.output_error);
      CHECK(oracle::DatReal(verdict.margins.output_error->lower) <= error);
      CHECK(error <= oracle::DatReal(verdict.margins.output_error->upper));
      if (beta > 1) {
        CHECK(worst(beta - 1) >= oracle::number(eps));
        auto lower = words;
        lower.push_back("beta=" + std::to_string(beta - 1));
        CHECK(verdict_of(Variant::printed, lower).status == Status::refuted);
      }
    }
  }
}

TEST_CASE("A library that gives one symbol twice, none, or another for the same offset is seen",
          "[dat][planted]") {
  const std::vector<std::string> words{"n=4", "n_s=1", "beta=1"};
  const auto positional = [&](const std::string& row) {
    return asserts_of(
        verdict_of(planted("let     positional(i) = i\n", "let     positional(i) = " + row + "\n"),
                   Variant::printed, words));
  };
  const auto relative = [&](const std::string& row) {
    return asserts_of(
        verdict_of(planted("let     relative(i,j) = j - i\n", "let     relative(i,j) = " + row + "\n"),
                   Variant::printed, words));
  };
  CHECK(asserts_of(verdict_of(Variant::printed, words)) == std::vector<bool>{true, true, true, true, true});
  CHECK(positional("if i = 4 then 2 else i") == std::vector<bool>{true, false, true, true, true});
  CHECK(positional("i - 1") == std::vector<bool>{false, true, true, true, true});
  CHECK(positional("i + 61") == std::vector<bool>{false, true, true, true, true});
  CHECK(relative("i - j") == std::vector<bool>{true, true, true, true, true});
  // Clipping cuts the offsets to the library's ends, so that two of them share a symbol.
  CHECK(relative("max(-2, min(2, j - i))") == std::vector<bool>{true, true, true, true, false});
  CHECK(relative("if i = 4 and j = 4 then 3 else j - i") == std::vector<bool>{true, true, true, false, true});
  CHECK(relative("j - i + 1") == std::vector<bool>{true, true, false, true, true});
  CHECK(relative("2 - j") == std::vector<bool>{true, true, true, false, false});
}

TEST_CASE("Templates that belong to other centres are refuted, and so is another score", "[dat][planted]") {
  const std::vector<std::string> words{"n=1", "n_s=3", "beta=9"};
  const auto moved = planted("at2 = -2*(c - 1)^2, symbol", "at2 = -3*(c - 1)^2, symbol");
  CHECK(check_of(verdict_of(moved, Variant::printed, words), "output").status == Status::refuted);
  CHECK(check_of(verdict_of(moved, Variant::printed, words), "identity").status == Status::refuted);
  const auto display = planted("(num_o - centre(c))^2)/8", "(num_o - centre(c))^2)/4");
  CHECK(check_of(verdict_of(display, Variant::printed, words), "output").status == Status::holds);
  CHECK(check_of(verdict_of(display, Variant::printed, words), "identity").status == Status::refuted);
}

TEST_CASE("Softmax retrieves as many symbols as there are objects, hard attention as many as classes",
          "[dat]") {
  for (const long n_s : {1, 2, 4}) {
    const oracle::SymbolicAttention attention(n_s, 1);
    const auto objects = oracle::SymbolicAttention::objects(n_s);
    for (const long z : objects) {
      for (const long other : objects) {
        const bool same =
            oracle::same_symbol(attention.retrieve(z), attention.retrieve(other), attention.unit());
        CHECK(same == (z == other || n_s == 1));
      }
    }
    const std::vector<std::string> words{"n=1", "n_s=" + std::to_string(n_s)};
    const Check map = check_of(verdict_of(Variant::printed, words), "error");
    CHECK_FALSE(map.essential);
    CHECK(map.status == (n_s == 1 ? Status::holds : Status::refuted));
    const Check hard = check_of(verdict_of(Variant::constructed, words), "error");
    CHECK(hard.essential);
    CHECK(hard.status == Status::holds);
  }
}

// Two objects' symbols are told apart by place or offset alone, whatever the objects are.
TEST_CASE("Symbols of places and of offsets move with the objects for no permutation but the identity",
          "[dat]") {
  for (long n = 1; n <= 5; ++n) {
    std::vector<long> pi(static_cast<std::size_t>(n));
    std::iota(pi.begin(), pi.end(), 0);
    long positional = 0;
    long relative = 0;
    do {
      bool places = true;
      bool offsets = true;
      for (std::size_t i = 0; i < pi.size(); ++i) {
        places = places && pi[i] == static_cast<long>(i);
        for (std::size_t j = 0; j < pi.size(); ++j)
          offsets = offsets && pi[j] - pi[i] == static_cast<long>(j) - static_cast<long>(i);
      }
      positional += places ? 1 : 0;
      relative += offsets ? 1 : 0;
    } while (std::next_permutation(pi.begin(), pi.end()));
    CHECK(positional == 1);
    CHECK(relative == 1);
  }
}

}  // namespace attest::dat_symbol_retrieval_test
