// Several layers by enclosures, against the definition written down once more: all tokens at every layer, full matrices of
// weights, in long double for softmax and in rational numbers where everything is rational.
#include "attention/layer_stack.hpp"

#include <catch2/catch.hpp>
#include <cmath>
#include <random>

#include "claims/usage_error.hpp"

namespace attest::attention::layer_stack_test {

namespace {

using Draw = std::mt19937;

Rational small_number(Draw& draw, int most) {
  const int above = std::uniform_int_distribution<int>(-most, most)(draw);
  return {Integer(above), Integer(std::uniform_int_distribution<int>(1, 2)(draw))};
}

RationalMatrix random_matrix(Draw& draw, Eigen::Index rows, Eigen::Index columns, int most) {
  RationalMatrix m(rows, columns);
  for (Eigen::Index r = 0; r < rows; ++r) {
    for (Eigen::Index c = 0; c < columns; ++c) m(r, c) = small_number(draw, most);
  }
  return m;
}

struct Net {
  std::vector<Layer> layers;
  std::size_t tokens = 0;
  std::size_t contents = 0;
};

constexpr Eigen::Index width = 3;

Head random_head(Draw& draw, Kernel kernel, const AttentionPolynomial& polynomial, std::size_t tokens) {
  Head head;
  head.name = "head";
  head.kernel = kernel;
  head.polynomial = polynomial;
  const int scale = std::uniform_int_distribution<int>(0, 3)(draw);
  head.scale = Surd(Rational(scale == 0 ? -1 : scale));
  for (std::size_t v = 0; v < polynomial.variables(); ++v)
    head.maps.emplace_back(random_matrix(draw, 2, width, 1));
  head.value_length = 2;
  for (std::size_t v = 1; v < polynomial.variables(); ++v) {
    Head::Factor factor;
    factor.variable = v;
    factor.map = random_matrix(draw, 2, width, 2);
    head.value.push_back(std::move(factor));
  }
  // Causal, so that receivers see different tuples.
  std::vector<std::vector<Token>> lists(tokens);
  const std::size_t arity = polynomial.variables() - 1;
  for (Token receiver = 0; receiver < tokens; ++receiver) {
    for (Token a = 0; a <= receiver; ++a) {
      for (Token b = 0; b <= (arity == 2 ? receiver : 0U); ++b) {
        lists[receiver].push_back(a);
        if (arity == 2) lists[receiver].push_back(b);
      }
    }
  }
  head.over = IndexSet::listed(arity, std::move(lists));
  return head;
}

Net random_net(Draw& draw, const std::vector<Kernel>& kernels, bool strassen) {
  Net net;
  net.tokens = std::uniform_int_distribution<std::size_t>(1, 3)(draw);
  net.contents = 2;
  for (std::size_t l = 0; l < 2; ++l) {
    Layer layer;
    layer.residual = std::uniform_int_distribution<int>(0, 1)(draw) == 1;
    const std::size_t heads = std::uniform_int_distribution<std::size_t>(1, 2)(draw);
    for (std::size_t h = 0; h < heads; ++h) {
      const bool third = strassen && std::uniform_int_distribution<int>(0, 1)(draw) == 1;
      const Kernel kernel = kernels[std::uniform_int_distribution<std::size_t>(0, kernels.size() - 1)(draw)];
      layer.heads.push_back(
          random_head(draw, kernel, third ? AttentionPolynomial::strassen() : AttentionPolynomial::standard(),
                      net.tokens));
      for (std::size_t from = 0; from < 2; ++from) {
        const auto to = std::uniform_int_distribution<std::size_t>(0, width - 1)(draw);
        layer.landings.push_back({h, from, to, small_number(draw, 2)});
      }
    }
    net.layers.push_back(std::move(layer));
  }
  Layer& first = net.layers.front();
  first.first = {0};
  for (std::size_t t = 0; t < net.tokens; ++t)
    first.first.push_back(static_cast<Kind>((t + 1) * net.contents));
  for (Kind kind = 0; kind < net.tokens * net.contents; ++kind) {
    const RationalMatrix column = random_matrix(draw, width, 1, 2);
    first.stream.emplace_back(column.col(0));
  }
  for (Head& head : first.heads) {
    head.rows.resize(head.maps.size());
    for (std::size_t v = 0; v < head.maps.size(); ++v) {
      for (const RationalVector& x : first.stream) head.rows[v].emplace_back(*head.maps[v] * x);
    }
    for (Head::Factor& factor : head.value) {
      for (const RationalVector& x : first.stream) factor.vectors.emplace_back(*factor.map * x);
    }
  }
  return net;
}

// The definition over a number type: scores and weights of every tuple, sums of weight times value.
template <class Number>
struct Direct {
  using Vector = std::vector<Number>;

  static Number number(const Rational& q) {
    if constexpr (std::is_same_v<Number, Rational>) {
      return q;
    } else {
      return static_cast<long double>(numerator_of(q)) / static_cast<long double>(denominator_of(q));
    }
  }

  static Vector times(const RationalMatrix& m, const Vector& x) {
    Vector y(static_cast<std::size_t>(m.rows()), Number(0));
    for (std::size_t r = 0; r < y.size(); ++r) {
      for (std::size_t c = 0; c < x.size(); ++c)
        y[r] += number(m(static_cast<Eigen::Index>(r), static_cast<Eigen::Index>(c))) * x[c];
    }
    return y;
  }

  static std::vector<Number> weights(const Head& head, const std::vector<Number>& scores) {
    std::vector<Number> w(scores.size(), Number(0));
    const Number best = *std::max_element(scores.begin(), scores.end());
    Number total(0);
    for (std::size_t k = 0; k < scores.size(); ++k) {
      if (head.kernel == Kernel::softmax) {
        if constexpr (std::is_same_v<Number, Rational>) {
          FAIL("no rational weights");
        } else {
          w[k] = std::exp(scores[k] - best);
        }
      } else if (head.kernel == Kernel::expressive) {
        w[k] = scores[k] * scores[k] / (Number(1) + scores[k] * scores[k]);
      } else if (scores[k] == best && (head.kernel == Kernel::hard_maximum || total == Number(0))) {
        w[k] = Number(1);
      }
      total += w[k];
    }
    for (Number& x : w) x /= total;
    return w;
  }

  static std::vector<Vector> streams(const Net& net, const std::vector<Kind>& kinds) {
    std::vector<Vector> x;
    for (const Kind kind : kinds) {
      x.emplace_back();
      for (Eigen::Index c = 0; c < width; ++c) x.back().push_back(number(net.layers[0].stream[kind](c)));
    }
    for (const Layer& layer : net.layers) {
      std::vector<Vector> next = x;
      for (std::size_t t = 0; t < x.size(); ++t) {
        if (!layer.residual) next[t].assign(width, Number(0));
        for (std::size_t h = 0; h < layer.heads.size(); ++h) {
          const Vector given = of_head(layer.heads[h], x, t);
          for (const auto& landing : layer.landings) {
            if (landing.head == h) next[t][landing.to] += number(landing.factor) * given[landing.from];
          }
        }
      }
      x = next;
    }
    return x;
  }

  static Vector of_head(const Head& head, const std::vector<Vector>& x, std::size_t t) {
    std::vector<Number> scores;
    std::vector<Vector> values;
    for (std::size_t a = 0; a <= t; ++a) {
      for (std::size_t b = 0; b <= (head.maps.size() == 3 ? t : 0); ++b) {
        const Vector q = times(*head.maps[0], x[t]);
        const Vector f = times(*head.maps[1], x[a]);
        Number score(0);
        Vector value = times(*head.value[0].map, x[a]);
        if (head.maps.size() == 3) {
          const Vector g = times(*head.maps[2], x[b]);
          const Vector more = times(*head.value[1].map, x[b]);
          for (std::size_t c = 0; c < 2; ++c) {
            score += q[c] * f[c] + f[c] * g[c] + g[c] * q[c];
            value[c] *= more[c];
          }
        } else {
          for (std::size_t c = 0; c < 2; ++c) score += q[c] * f[c];
        }
        scores.push_back(number(head.scale.q()) * score);
        values.push_back(value);
      }
    }
    const std::vector<Number> w = weights(head, scores);
    Vector result(2, Number(0));
    for (std::size_t k = 0; k < w.size(); ++k) {
      for (std::size_t c = 0; c < 2; ++c) result[c] += w[k] * values[k][c];
    }
    return result;
  }
};

template <class Visit>
void every_input(const Net& net, Visit&& visit) {
  std::size_t inputs = 1;
  for (std::size_t t = 0; t < net.tokens; ++t) inputs *= net.contents;
  for (std::size_t rank = 0; rank < inputs; ++rank) {
    std::vector<Kind> kinds;
    for (std::size_t t = 0, left = rank; t < net.tokens; ++t, left /= net.contents)
      kinds.push_back(static_cast<Kind>(t * net.contents + left % net.contents));
    visit(kinds);
  }
}

std::vector<Token> every_token(const Net& net) {
  std::vector<Token> all;
  for (std::size_t t = 0; t < net.tokens; ++t) all.push_back(static_cast<Token>(t));
  return all;
}

// How many coordinates of all streams differ from the direct evaluation.
long softmax_differences(const Net& net, const std::vector<Layer>& layers, long& compared) {
  long different = 0;
  const LayerStack stack(layers, every_token(net));
  every_input(net, [&](const std::vector<Kind>& kinds) {
    const auto expected = Direct<long double>::streams(net, kinds);
    const StackRun run(stack, kinds);
    const auto rough = run.streams(64);
    const auto fine = run.streams(512);
    for (std::size_t t = 0; t < net.tokens; ++t) {
      for (std::size_t c = 0; c < width; ++c) {
        const Interval y = fine[t][c].enclosure(512);
        ++compared;
        // The wide one and the narrow one hold the same number.
        REQUIRE(arb_overlaps(rough[t][c].enclosure(64).ball(), y.ball()) != 0);
        REQUIRE(y.upper_double() - y.lower_double() <= 1e-12 * (1 + std::abs(y.middle_double())));
        const auto right = static_cast<double>(expected[t][c]);
        if (std::abs(y.middle_double() - right) > 1e-9 * (1 + std::abs(right))) ++different;
      }
    }
  });
  return different;
}

}  // namespace

TEST_CASE("Two layers of softmax are enclosed where a direct sum has them", "[layer_stack]") {
  Draw draw(20161);
  long compared = 0;
  for (int k = 0; k < 60; ++k) {
    const Net net = random_net(draw, {Kernel::softmax}, k % 3 == 0);
    REQUIRE(softmax_differences(net, net.layers, compared) == 0);
  }
  REQUIRE(compared > 1000);
}

TEST_CASE("What an evaluator of two layers could forget shows in the comparison", "[layer_stack]") {
  Draw draw(7);
  long compared = 0;
  long residual = 0;
  long landing = 0;
  long value = 0;
  for (int k = 0; k < 20; ++k) {
    const Net net = random_net(draw, {Kernel::softmax}, false);
    std::vector<Layer> other = net.layers;
    other[1].residual = !other[1].residual;
    residual += softmax_differences(net, other, compared) != 0 ? 1 : 0;
    other = net.layers;
    other[1].landings.pop_back();
    landing += softmax_differences(net, other, compared) != 0 ? 1 : 0;
    // Values of the second layer made of what the first one added alone.
    other = net.layers;
    other[0].residual = false;
    value += net.layers[0].residual && softmax_differences(net, other, compared) != 0 ? 1 : 0;
  }
  REQUIRE(residual >= 18);
  REQUIRE(landing >= 10);
  REQUIRE(value >= 5);
}

TEST_CASE("Layers of hard maxima and rational weights are exact", "[layer_stack]") {
  Draw draw(99);
  long compared = 0;
  for (int k = 0; k < 120; ++k) {
    const Net net = random_net(draw, {Kernel::hard_maximum, Kernel::leftmost}, k % 2 == 0);
    const LayerStack stack(net.layers, every_token(net));
    every_input(net, [&](const std::vector<Kind>& kinds) {
      const auto expected = Direct<Rational>::streams(net, kinds);
      const auto found = StackRun(stack, kinds).streams(64);
      for (std::size_t t = 0; t < net.tokens; ++t) {
        for (std::size_t c = 0; c < width; ++c, ++compared) {
          REQUIRE(found[t][c].is_exact());
          REQUIRE(found[t][c].exact() == expected[t][c]);
        }
      }
    });
  }
  REQUIRE(compared > 2000);
}

TEST_CASE("Expressive heads of rational scores are exact, and 0/0 is refused", "[layer_stack]") {
  Draw draw(5);
  long compared = 0;
  long refused = 0;
  for (int k = 0; k < 60; ++k) {
    const Net net = random_net(draw, {Kernel::expressive, Kernel::hard_maximum}, false);
    const LayerStack stack(net.layers, every_token(net));
    every_input(net, [&](const std::vector<Kind>& kinds) {
      try {
        const auto found = StackRun(stack, kinds).streams(64);
        const auto expected = Direct<Rational>::streams(net, kinds);
        for (std::size_t t = 0; t < net.tokens; ++t) {
          for (std::size_t c = 0; c < width; ++c, ++compared) {
            REQUIRE(found[t][c].is_exact());
            REQUIRE(found[t][c].exact() == expected[t][c]);
          }
        }
      } catch (const UsageError&) {
        ++refused;
      }
    });
  }
  REQUIRE(compared > 500);
  REQUIRE(refused > 0);
  REQUIRE(refused < compared);
}

TEST_CASE("Hard maxima of irrational scores enclose what may be best", "[layer_stack]") {
  Draw draw(3);
  long compared = 0;
  for (int k = 0; k < 40; ++k) {
    Net net = random_net(draw, {Kernel::softmax}, false);
    for (Head& head : net.layers[1].heads) head.kernel = Kernel::hard_maximum;
    const LayerStack stack(net.layers, every_token(net));
    every_input(net, [&](const std::vector<Kind>& kinds) {
      const auto expected = Direct<long double>::streams(net, kinds);
      const auto found = StackRun(stack, kinds).streams(256);
      for (std::size_t t = 0; t < net.tokens; ++t) {
        for (std::size_t c = 0; c < width; ++c, ++compared) {
          const Interval y = found[t][c].enclosure(256);
          const auto right = static_cast<double>(expected[t][c]);
          REQUIRE(y.lower_double() <= right + 1e-9);
          REQUIRE(y.upper_double() >= right - 1e-9);
        }
      }
    });
  }
  REQUIRE(compared > 500);
}

TEST_CASE("Tokens that nobody reads are not looked at", "[layer_stack]") {
  Draw draw(11);
  Net net = random_net(draw, {Kernel::softmax}, false);
  while (net.tokens < 3) net = random_net(draw, {Kernel::softmax}, false);
  const LayerStack stack(net.layers, {1});
  REQUIRE(stack.tokens(1) == std::vector<Token>{1});
  REQUIRE(stack.tokens(0) == std::vector<Token>{0, 1});
  const auto found = StackRun(stack, std::vector<Kind>{0, 2, 4}).streams(64);
  REQUIRE(found[2].empty());
  REQUIRE(found[1].size() == width);
}

TEST_CASE("An exact match behind another layer is refused", "[layer_stack]") {
  Draw draw(11);
  Net net = random_net(draw, {Kernel::softmax}, false);
  net.layers[1].heads[0].kernel = Kernel::exact_match;
  REQUIRE_THROWS_AS(LayerStack(net.layers, {0}), UsageError);
}

}  // namespace attest::attention::layer_stack_test
