// A readout as a tree and as the ReLU network that it compiles to: the same number at random points.
#include "attention/readout_network.hpp"

#include <catch2/catch.hpp>
#include <random>

namespace attest::attention::readout_network_test {

namespace {

class RandomReadout {
 public:
  explicit RandomReadout(unsigned long seed) : random_(seed) {}
  long pick(long from, long to) { return std::uniform_int_distribution<long>(from, to)(random_); }

  Readout tree(int depth) {
    if (depth == 0) {
      AffineForm form;
      form.constant = Rational(pick(-4, 4), 2);
      for (std::size_t c = 0; c < 3; ++c) {
        if (const long k = pick(-2, 2); k != 0) form.coefficients[c] = k;
      }
      return Readout::affine(form);
    }
    const auto child = [&] { return tree(static_cast<int>(pick(0, depth - 1))); };
    switch (pick(0, 5)) {
      case 0:
        return Readout::sum(child(), child());
      case 1:
        return Readout::scaled(Rational(pick(-3, 3), 2), child());
      case 2:
        return Readout::positive_part(child());
      case 3:
        return Readout::absolute(child());
      case 4:
        return Readout::minimum({child(), child(), child()});
      default:
        return Readout::maximum({child(), child()});
    }
  }

 private:
  std::mt19937_64 random_;
};

}  // namespace

TEST_CASE("A readout and its network are the same function", "[attention][readout]") {
  RandomReadout random(3);
  std::size_t deepest = 0;
  for (int round = 0; round < 400; ++round) {
    const Readout readout = random.tree(round % 5);
    const ReluNetwork network = network_of(readout, 3);
    deepest = std::max(deepest, network.layers().size());
    const ReadoutOn on_rationals(readout, RationalArithmetic());
    for (int point = 0; point < 10; ++point) {
      std::vector<Rational> x;
      RationalVector column(3);
      for (Eigen::Index c = 0; c < 3; ++c) {
        x.emplace_back(random.pick(-6, 6), 2);
        column(c) = x.back();
      }
      REQUIRE(network(column)(0) == on_rationals(x));
    }
  }
  CHECK(deepest > 4);
}

TEST_CASE("An affine readout is one affine map", "[attention][readout]") {
  const ReluNetwork network = network_of(Readout::coordinate(1), 2);
  REQUIRE(network.layers().size() == 1);
  CHECK(network.layers()[0].weight(0, 1) == 1);
}

TEST_CASE("A product has no network", "[attention][readout]") {
  CHECK_THROWS_AS(network_of(Readout::product({Readout::coordinate(0), Readout::coordinate(1)}), 2),
                  std::logic_error);
}

}  // namespace attest::attention::readout_network_test
