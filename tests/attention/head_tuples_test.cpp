// The tuples of a head, heaviest first, against weights written down once more: every kernel, ties, nothing seen, and more
// tuples than are shown.
#include "attention/head_tuples.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <random>

namespace attest::attention::head_tuples_test {

namespace {

RationalVector one(const Rational& x) {
  return RationalVector::Constant(1, x);
}

// Token 0 sees the tokens 1.. with these keys and values; its query is 1.
Layer seen(Kernel kernel, const std::vector<Rational>& keys, const std::vector<Rational>& values,
           const Surd& scale = Surd(Rational(1))) {
  Layer layer;
  Head head;
  head.name = "head1";
  head.kernel = kernel;
  head.scale = scale;
  head.rows = {{one(1)}, {one(0)}};
  head.value.resize(1);
  head.value[0].vectors.push_back(one(0));
  layer.first = {0, 1};
  layer.stream.push_back(one(0));
  std::vector<std::vector<Token>> lists(keys.size() + 1);
  for (std::size_t t = 0; t < keys.size(); ++t) {
    head.rows[0].push_back(one(0));
    head.rows[1].push_back(one(keys[t]));
    head.value[0].vectors.push_back(one(values[t]));
    lists[0].push_back(static_cast<Token>(t + 1));
    layer.first.push_back(static_cast<Kind>(t + 2));
    layer.stream.push_back(one(0));
  }
  head.over = IndexSet::listed(1, std::move(lists));
  layer.heads.push_back(std::move(head));
  layer.landings.push_back({0, 0, 0, 1});
  layer.readouts = {Readout::coordinate(0)};
  return layer;
}

HeadTuples tuples_of(const Layer& layer, std::size_t most) {
  const PreparedLayer prepared(layer);
  std::vector<Kind> kinds;
  for (std::size_t t = 0; t < layer.tokens(); ++t) kinds.push_back(layer.first[t]);
  return head_tuples(prepared, 0, kinds, 0, prepared.sums(0, kinds, 0), most);
}

std::vector<Token> shown(const HeadTuples& tuples) {
  std::vector<Token> result;
  for (const WeighedTuple& tuple : tuples.first) result.push_back(tuple.tuple.at(0));
  return result;
}

std::vector<Rational> exact(const HeadTuples& tuples) {
  std::vector<Rational> result;
  for (const WeighedTuple& tuple : tuples.first) result.push_back(tuple.weight.exact.value());
  result.push_back(tuples.rest.exact.value());
  return result;
}

}  // namespace

TEST_CASE("Tuples come by score, and where scores are equal in their own order", "[attention]") {
  const HeadTuples all = tuples_of(seen(Kernel::softmax, {1, 3, 2, 3, 0}, {5, 6, 7, 8, 9}), 5);
  CHECK(shown(all) == std::vector<Token>{2, 4, 3, 1, 5});
  CHECK(all.first[0].score->to_string() == "3");
  CHECK(all.first[4].score->is_zero());
  CHECK(all.tuples == 5);
  CHECK(all.heaviest == 2);
  CHECK_FALSE(all.one_value);
  CHECK(all.heaviest_mean == one(7));
  CHECK(all.second->score.to_string() == "2");
  CHECK(all.second->behind.to_string() == "1");
  CHECK(all.second->tuples == 1);
  CHECK(*all.rest.exact == 0);
  const HeadTuples two = tuples_of(seen(Kernel::softmax, {1, 3, 2, 3, 0}, {5, 6, 7, 6, 9}), 2);
  CHECK(shown(two) == std::vector<Token>{2, 4});
  CHECK(two.one_value);
  // 1 - 2 e^3 / (e + 2 e^3 + e^2 + 1), in doubles.
  const double sum = std::exp(1.0) + 2 * std::exp(3.0) + std::exp(2.0) + 1;
  CHECK(two.rest.enclosed.middle_double() == Approx(1 - 2 * std::exp(3.0) / sum));
  CHECK(two.heaviest_weight.enclosed.middle_double() == Approx(2 * std::exp(3.0) / sum));
}

TEST_CASE("Of equal scores, a scale of zero and a single tuple weights are exact", "[attention]") {
  CHECK(exact(tuples_of(seen(Kernel::softmax, {2, 2, 2}, {1, 2, 3}), 2)) ==
        std::vector<Rational>{Rational(1, 3), Rational(1, 3), Rational(1, 3)});
  CHECK(exact(tuples_of(seen(Kernel::softmax, {1, 2}, {1, 2}, Surd(Rational(0))), 2)) ==
        std::vector<Rational>{Rational(1, 2), Rational(1, 2), 0});
  CHECK(exact(tuples_of(seen(Kernel::softmax, {1}, {1}), 3)) == std::vector<Rational>{1, 0});
}

TEST_CASE("Kernels without exponentials weigh exactly", "[attention]") {
  const HeadTuples hard = tuples_of(seen(Kernel::hard_maximum, {1, 4, 4}, {5, 6, 8}), 3);
  CHECK(shown(hard) == std::vector<Token>{2, 3, 1});
  CHECK(exact(hard) == std::vector<Rational>{Rational(1, 2), Rational(1, 2), 0, 0});
  CHECK(hard.second->behind.to_string() == "3");
  const HeadTuples left = tuples_of(seen(Kernel::leftmost, {1, 4, 4}, {5, 6, 8}), 1);
  CHECK(exact(left) == std::vector<Rational>{1, 0});
  CHECK(left.heaviest == 1);
  CHECK(left.heaviest_mean == one(6));
  const HeadTuples match = tuples_of(seen(Kernel::exact_match, {2, 1, 1, 0}, {5, 6, 8, 9}), 1);
  CHECK(exact(match) == std::vector<Rational>{Rational(1, 2), Rational(1, 2)});
  CHECK_FALSE(match.first[0].score.has_value());
  CHECK(match.heaviest == 2);
  CHECK(match.heaviest_mean == one(7));
  // z^2 / (1 + z^2) of 1 and 3: 1/2 and 9/10.
  const HeadTuples expressive = tuples_of(seen(Kernel::expressive, {1, -3}, {5, 6}), 2);
  CHECK(shown(expressive) == std::vector<Token>{2, 1});
  CHECK(exact(expressive) == std::vector<Rational>{Rational(9, 14), Rational(5, 14), 0});
  CHECK(expressive.first[0].score->to_string() == "-3");
}

TEST_CASE("A head that sees nothing, or finds nothing, has no heaviest tuple", "[attention]") {
  const HeadTuples nothing = tuples_of(seen(Kernel::softmax, {}, {}), 3);
  CHECK(nothing.first.empty());
  CHECK(nothing.heaviest == 0);
  CHECK(nothing.heaviest_mean == one(0));
  const HeadTuples lost = tuples_of(seen(Kernel::exact_match, {2, 3}, {5, 6}), 1);
  CHECK(lost.heaviest == 0);
  CHECK(lost.heaviest_mean == one(0));
  CHECK(exact(lost) == std::vector<Rational>{0, 0});
}

TEST_CASE("The weights of all tuples sum to 1 and to the head's output, whatever is shown", "[attention]") {
  std::mt19937 draw(20261124);
  const auto below = [&](int bound) { return static_cast<long>(draw() % static_cast<unsigned>(bound)); };
  for (int round = 0; round < 300; ++round) {
    const Kernel kernel =
        std::vector{Kernel::softmax, Kernel::softmax, Kernel::hard_maximum, Kernel::leftmost,
                    Kernel::expressive}[static_cast<std::size_t>(round % 5)];
    std::vector<Rational> keys;
    std::vector<Rational> values;
    for (long t = 0; t < 1 + below(6); ++t) {
      keys.emplace_back(1 + below(5), 1 + below(3));
      values.emplace_back(below(9) - 4);
    }
    const Surd scale =
        round % 2 == 0 || kernel == Kernel::expressive ? Surd(Rational(2)) : Surd::square_root(Rational(3));
    const Layer layer = seen(kernel, keys, values, scale);
    const PreparedLayer prepared(layer);
    std::vector<Kind> kinds;
    for (std::size_t t = 0; t < layer.tokens(); ++t) kinds.push_back(layer.first[t]);
    const HeadSums sums = prepared.sums(0, kinds, 0);
    const HeadTuples all = head_tuples(prepared, 0, kinds, 0, sums, 10);
    REQUIRE(all.first.size() == keys.size());
    Interval total(0L, 128);
    Interval output(0L, 128);
    for (const WeighedTuple& tuple : all.first) {
      total = total + tuple.weight.enclosed;
      output = output + tuple.weight.enclosed * Interval(tuple.value(0), 128);
    }
    CHECK(total.contains(1));
    const Interval whole = LayerOutput(prepared, kinds, 0).deviation(Rational(0), 100) - output;
    CHECK(whole.contains(0));
    const HeadTuples some = head_tuples(prepared, 0, kinds, 0, sums, 1);
    CHECK((some.first[0].weight.enclosed + some.rest.enclosed).contains(1));
    CHECK(some.heaviest == all.heaviest);
  }
}

}  // namespace attest::attention::head_tuples_test
