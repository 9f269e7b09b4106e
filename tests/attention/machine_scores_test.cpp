#include "attention/machine_scores.hpp"

#include <catch2/catch.hpp>
#include <random>

namespace attest::attention {
namespace {

constexpr std::size_t tokens = 3;

// Rows of halves for this many kinds a token; every receiver looks at all tuples of tokens.
Head random_head(const AttentionPolynomial& polynomial, std::size_t kinds_of_a_token,
                 std::mt19937_64& random) {
  Head head;
  head.polynomial = polynomial;
  head.scale = Surd(Rational(-3, 4));
  for (std::size_t v = 0; v < polynomial.variables(); ++v) {
    head.rows.emplace_back();
    for (std::size_t kind = 0; kind < tokens * kinds_of_a_token; ++kind) {
      RationalVector row(2);
      for (Eigen::Index c = 0; c < 2; ++c) row(c) = Rational(static_cast<long>(random() % 9) - 4, 2);
      head.rows.back().push_back(std::move(row));
    }
  }
  const std::vector<Token> all{0, 1, 2};
  head.over = IndexSet::product(std::vector<std::vector<Token>>(polynomial.variables() - 1, all), all.size());
  return head;
}

TEST_CASE("Scores of tables and of rows are those of the definition, with few kinds and with many",
          "[attention]") {
  std::mt19937_64 random(20);
  // 3^4 and 66^2 tuples of kinds have a table, 66^3 and 66^4 have none.
  for (const std::size_t kinds_of_a_token : {1, 22}) {
    const std::size_t kinds = tokens * kinds_of_a_token;
    for (const char* polynomial :
         {"x1*x2*x3", "x1*x3 + x1*x2*x3", "x1*x2 + x2*x3*x4", "x1*x2*x3*x4 + x2*x4"}) {
      const Head head = random_head(AttentionPolynomial::parse(polynomial), kinds_of_a_token, random);
      const IntegerScores defined(head);
      const auto machine = MachineScores::make(head, defined, kinds);
      REQUIRE(machine);
      MachineScores::Scratch scratch;
      for (int round = 0; round < 20; ++round) {
        std::vector<Kind> input;
        for (std::size_t t = 0; t < tokens; ++t)
          input.push_back(static_cast<Kind>(t * kinds_of_a_token + random() % kinds_of_a_token));
        machine->begin(input, scratch);
        for (Token receiver = 0; receiver < tokens; ++receiver) {
          (*machine)(receiver, input, scratch);
          const auto tuples = head.over.tuples(receiver);
          const std::size_t arity = head.over.arity();
          REQUIRE(scratch.score.size() * arity == tuples.size());
          for (std::size_t k = 0; k < scratch.score.size(); ++k) {
            std::vector<Kind> tuple;
            for (const Token t : tuples.subspan(k * arity, arity)) tuple.push_back(input[t]);
            INFO(polynomial << ", " << kinds << " kinds, receiver " << receiver << ", tuple " << k);
            REQUIRE(scratch.score[k] == defined(input[receiver], tuple));
          }
        }
      }
    }
  }
}

// Whether a head has scores in machine integers whose keys are these numbers, one a kind, and whose queries are 1.
bool in_machine_integers(const std::vector<Integer>& keys) {
  Head head;
  head.polynomial = AttentionPolynomial::parse("x1*x2");
  head.scale = Surd(Rational(1));
  head.rows.resize(2);
  for (const Integer& key : keys) {
    head.rows[0].push_back(RationalVector::Constant(1, Rational(1)));
    head.rows[1].push_back(RationalVector::Constant(1, Rational(key)));
  }
  head.over = IndexSet::product({{0}}, 1);
  const IntegerScores scores(head);
  return MachineScores::make(head, scores, keys.size()).has_value();
}

TEST_CASE("Scores from 2^50 on, and sums of products from 2^62 on, are left to longer integers",
          "[attention]") {
  const auto two_to = [](unsigned exponent) { return Integer(Integer(1) << exponent); };
  CHECK(in_machine_integers({1, two_to(50) - 1}));
  CHECK_FALSE(in_machine_integers({1, two_to(50)}));
  CHECK_FALSE(in_machine_integers({-1, -two_to(50)}));
  // The scores are 0 and 1, once they are divided by what all have in common.
  CHECK(in_machine_integers({0, two_to(62) - 1}));
  CHECK_FALSE(in_machine_integers({0, two_to(62)}));
  CHECK_FALSE(in_machine_integers({0, two_to(64)}));
}

}  // namespace
}  // namespace attest::attention
