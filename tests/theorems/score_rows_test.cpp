// A head that gives its score: the rows that are found have this score at every tuple of tokens, with every content.
#include <catch2/catch.hpp>
#include <random>

#include "claims/usage_error.hpp"
#include "theorems/constants.hpp"
#include "theorems/instance.hpp"
#include "theorems/network_value.hpp"
#include "theorems/texts.hpp"
#include "theorems/theorem_claim.hpp"
#include "theorems/theorem_task.hpp"

namespace attest::score_rows_test {

namespace {

std::unique_ptr<LayerSetting> setting(const std::string& text, const std::vector<std::string>& words) {
  const theorems::TheoremText theorem = theorem_tests::theorem(text);
  return theorems::make_setting(theorem, Variant::stated,
                                parse_parameters(theorems::parameter_specs(theorem), words));
}

// A power product of the index and the content of a token, with exponents up to 2.
struct Monomial {
  long index = 0;
  long content = 0;
  std::string text(const std::string& name) const {
    return name + "^" + std::to_string(index) + "*b_" + name + "^" + std::to_string(content);
  }
  long at(long i, long b) const {
    long value = 1;
    for (long k = 0; k < index; ++k) value *= i;
    for (long k = 0; k < content; ++k) value *= b;
    return value;
  }
};

struct Term {
  long coefficient = 0;
  std::vector<std::pair<std::size_t, Monomial>> factors;  // of which variable
};

struct Form {
  std::string head;
  std::vector<std::vector<std::size_t>> products;
  std::size_t variables;
};

const std::vector<Form> forms{{"standard", {{0, 1}}, 2},
                              {"strassen", {{0, 1}, {1, 2}, {0, 2}}, 3},
                              {"third-order", {{0, 1, 2}}, 3},
                              {"poly(x1*x2 + x2*x3*x4)", {{0, 1}, {1, 2, 3}}, 4},
                              {"poly(path 3)", {{0, 1}, {1, 2}, {2, 3}}, 4}};
const std::vector<std::string> names{"i", "j", "k", "l"};

std::string layer_with(const Form& form, const std::string& score) {
  std::string text =
      "attest-theorem 1\ntheorem small \"scores\"\nsizes m >= 1\ninput w : [3] -> [m]\n"
      "tokens i in [3] carry b = w(i)\ntask at 3, number: w(1)\nlayer residual\n"
      "  encode (1, i, b, i^2, b^2, i*b, i^2*b, i*b^2, i^2*b^2, 0)\n  head " +
      form.head + "\n    score = " + score + "\n";
  for (std::size_t v = 1; v < form.variables; ++v)
    text += "    value " + std::to_string(v + 1) + " (" + names[v] + ") = (1)\n";
  return text + "  out head.1 -> stream.10\nreadout stream.10\ncheck output\n";
}

}  // namespace

TEST_CASE("Rows found for a random score give it at every tuple", "[theorems]") {
  std::mt19937_64 random(20261123);
  const auto pick = [&](long from, long to) { return std::uniform_int_distribution<long>(from, to)(random); };
  for (int round = 0; round < 60; ++round) {
    const Form& form = forms[static_cast<std::size_t>(round) % forms.size()];
    std::vector<Term> terms;
    std::string text = "0";
    for (long count = pick(0, 6); count > 0; --count) {
      Term term;
      term.coefficient = pick(-3, 3);
      text += " + (" + std::to_string(term.coefficient) + ")";
      const auto& product =
          form.products[static_cast<std::size_t>(pick(0, static_cast<long>(form.products.size()) - 1))];
      for (const std::size_t v : product) {
        if (pick(0, 3) == 0) continue;
        term.factors.emplace_back(v, Monomial{pick(0, 2), pick(0, 2)});
        text += "*" + term.factors.back().second.text(names[v]);
      }
      terms.push_back(term);
    }
    CAPTURE(form.head, text);
    const auto s = setting(layer_with(form, text), {"m=2"});
    REQUIRE(s->runnable());
    const attention::Head& head = s->prepared().layer().heads.at(0);
    // Token t with content b is the kind 2*(t - 1) + b - 1.
    std::vector<std::size_t> kinds(form.variables, 0);
    const auto next = [&] {
      for (std::size_t& kind : kinds) {
        if (++kind < 6) return true;
        kind = 0;
      }
      return false;
    };
    do {
      long expected = 0;
      for (const Term& term : terms) {
        long value = term.coefficient;
        for (const auto& [v, monomial] : term.factors)
          value *= monomial.at(static_cast<long>(kinds[v] / 2 + 1), static_cast<long>(kinds[v] % 2 + 1));
        expected += value;
      }
      Rational found = 0;
      for (const auto& product : head.polynomial.monomials()) {
        const Eigen::Index length = head.rows[product.front()][kinds[product.front()]].size();
        for (Eigen::Index c = 0; c < length; ++c) {
          Rational value = 1;
          for (const std::size_t v : product) value *= head.rows[v][kinds[v]](c);
          found += value;
        }
      }
      if (found != expected) FAIL_CHECK(found << " instead of " << expected);
    } while (next());
  }
}

TEST_CASE("As many coordinates as the score has rank", "[theorems]") {
  const auto rank = [](const std::string& score) {
    const auto s = setting(layer_with(forms[0], score), {"m=2"});
    return s->prepared().layer().heads.at(0).rows.at(0).at(0).size();
  };
  CHECK(rank("0") == 1);
  CHECK(rank("b_i*j") == 1);
  CHECK(rank("-(b_i - j)^2") == 3);
  CHECK(rank("(1 + i + b_i)*(j^2 - b_j)") == 1);
  CHECK(rank("(1 + i)*j + (1 + i)*b_j^2 + b_i") == 2);
}

TEST_CASE("A score that no rows have is ill-formed, one that is not looked for is refused", "[theorems]") {
  const auto reason = [](const Form& form, const std::string& score) {
    const auto s = setting(layer_with(form, score), {"m=2"});
    CHECK_FALSE(s->runnable());
    const Check check = s->checks_before().at(0);
    CHECK(check.status == Status::ill_formed);
    return check.reason.value_or("");
  };
  using Catch::Contains;
  CHECK_THAT(reason(forms[0], "b*j"), Contains("'b' of which token?"));
  const auto refused = [](const Form& form, const std::string& score) {
    try {
      setting(layer_with(form, score), {"m=2"});
    } catch (const UsageError& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  CHECK_THAT(refused(forms[1], "i*b_j*k"), Contains("the term b_j*i*k has three factors") ||
                                               Contains("the term i*b_j*k has three factors"));
  CHECK_THAT(refused(forms[4], "3*i*k"), Contains("the term 3*i*k has two factors"));
  CHECK_THAT(refused(forms[0], "abs(i - j)"), Contains("no polynomial"));
  CHECK_THAT(refused(forms[0], "2^j"), Contains("no polynomial"));
  const Form nested{"poly(x1*x2 + x1*x2*x3)", {}, 3};
  CHECK_THAT(refused(nested, "i*j"), Contains("divides another one"));
  const Form exact{"exact-match", {}, 2};
  CHECK_THAT(refused(exact, "i*j"), Contains("has no score"));
}

// x asks, from 1..3; y is looked at, from 1..2, so that y^2 - 3*y + 2 is 0 and the score is x*y, which linear rows have. Without
// that factor no linear rows have it: at y = 2 it is 3*x^2 + 2*x, and x, x^2 and 1 are independent at three contents.
TEST_CASE("Rows that are not linear are called ill-formed only where no others have the score",
          "[theorems]") {
  const auto text = [](const std::string& score) {
    return "attest-theorem 1\ntheorem small \"scores\"\nsizes n >= 1\ninput a : [n] -> [2], b : [3]\n"
           "tokens ITEM j in [n] carry y = a(j), x = 0\ntokens ASK q in [1] carry x = b, y = 0\n"
           "task ASK at 1, number: 1\nlayer\n"
           "  embed ITEM c = x, e = y, one = 1, out = 0\n  embed ASK c = x, e = y, one = 1, out = 0\n"
           "  head softmax\n    over j in ITEM\n    score = " +
           score + "\n    value (j) = (out: one)\nreadout out\ncheck output\n";
  };
  CHECK_THROWS_WITH(setting(text("x_q^2*(y_j^2 - 3*y_j + 2) + x_q*y_j"), {"n=2"}),
                    Catch::Contains("does not show that there are none"));
  CHECK(setting(text("x_q*y_j"), {"n=2"})->runnable());
  const auto none = setting(text("x_q^2*(2*y_j - 1) + x_q*y_j"), {"n=2"});
  CHECK_FALSE(none->runnable());
  CHECK(none->checks_before().at(0).status == Status::ill_formed);
}

// A quartic is a parabola at three places and not at four; that a token meets itself alone, and that the values of a permutation
// differ, leaves three places of four.
TEST_CASE("Only contents that some input gives at once speak against a score", "[theorems]") {
  const auto text = [](const std::string& shape, const std::string& mask) {
    return "attest-theorem 1\ntheorem small \"scores\"\nsizes n >= 1\ninput a : [n] -> [n]" + shape +
           "\ntokens i in [n] carry num = a(i)\ntask at n, number: a(1)\nlayer\n"
           "  embed num = num, num2 = num^2, one = 1, out = 0\n  head softmax\n    over j in [n]" +
           mask +
           "\n    score = -(num_i - num_j)^4\n    value (j) = (out: num_j)\nreadout out\ncheck output\n";
  };
  using Catch::Contains;
  const auto ill_formed = [](const std::string& theorem, const std::string& n) {
    return setting(theorem, {n})->checks_before().at(0).status == Status::ill_formed;
  };
  CHECK(ill_formed(text("", ""), "n=4"));
  CHECK(setting(text("", ""), {"n=3"})->runnable());
  CHECK_THROWS_WITH(setting(text("", " where j = i"), {"n=4"}),
                    Contains("does not show that there are none"));
  CHECK_THROWS_WITH(setting(text(" permutation", " where j < i or j > i"), {"n=4"}),
                    Contains("does not show that there are none"));
  CHECK(ill_formed(text(" permutation", " where j < i or j > i"), "n=5"));
}

TEST_CASE("A score finds its coordinate by name, also beside vectors of no number and of several",
          "[theorems]") {
  // At n = 2 there are as many names of numbers (pos, num, one, out(1), out(2)) as statements.
  const std::string text =
      "attest-theorem 1\ntheorem small \"by content\"\nsizes n >= 1\ninput a : [n] -> {0, 2}\n"
      "tokens i in [n] carry val = a(i)\ntask at every i, number: max j in [n]: a(j)\nlayer residual\n"
      "  embed e = zeros(n - 1), pos = i, num = val, one = 1, out = zeros(2)\n  head hard-maximum\n"
      "    score = num_j\n    value (j) = (out(1): num_j)\nreadout out(1)\ncheck output\n";
  for (const long n : {1, 2, 3, 4}) {
    const auto built = setting(text, {"n=" + std::to_string(n)});
    const auto& task = dynamic_cast<const theorems::TheoremTask&>(built->task());
    CAPTURE(n);
    CHECK(built->prepared().layer().heads.front().rows.size() == 2);
    const Verdict verdict =
        theorems::TheoremClaim(theorem_tests::theorem(text), "own:small", "a file")
            .verify(Variant::stated,
                    parse_parameters(theorems::parameter_specs(theorem_tests::theorem(text)),
                                     {"n=" + std::to_string(n)}),
                    VerifyOptions());
    CHECK(verdict.status == Status::holds);
    CHECK(verdict.inputs.checked == task.space().size());
  }
}

TEST_CASE("A score that is displayed as it is stated is displayed rightly, at every size", "[theorems]") {
  const auto status = [](const std::string& displayed) {
    const std::string text =
        "attest-theorem 1\ntheorem small \"the last\"\nsizes n >= 1\ninput a : [n] -> {0, 1}\n"
        "tokens i in [n] carry num = a(i)\ntask at every i, number: a(n)\nlayer\n"
        "  embed pos = i, pos2 = i^2, num = num, one = 1, out = 0\n  head hard-maximum\n    score = -(n - j)^2\n"
        "    value (j) = (out: num_j)\n    displayed score = " +
        displayed + "\nreadout out\ncheck output\n";
    const theorems::TheoremText theorem = theorem_tests::theorem(text);
    return theorems::TheoremClaim(theorem, "own:small", "a file")
        .verify(Variant::stated, parse_parameters(theorems::parameter_specs(theorem), {"n=3"}),
                VerifyOptions())
        .status;
  };
  CHECK(status("-(n - j)^2") == Status::holds);
  CHECK(status("2*n*j - j^2 - n^2") == Status::holds);
  CHECK(status("-(n - j)^2 + n - 2") == Status::refuted);
}

}  // namespace attest::score_rows_test
