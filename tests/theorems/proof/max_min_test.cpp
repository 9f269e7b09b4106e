#include "theorems/proof/max_min.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <random>

namespace attest::max_min_test {

using proof::Laurent;
using theorems::MaxMin;
using theorems::MeanForm;
using theorems::PiecewiseForm;
using Op = PiecewiseForm::Op;

namespace {

// A readout of two means that are named by their heads, drawn at random.
PiecewiseForm drawn(std::mt19937_64& random, int depth) {
  const auto below = [&](std::uint64_t n) { return static_cast<long>(random() % n); };
  PiecewiseForm form;
  if (depth == 0 || below(4) == 0) {
    form.form.fixed = Laurent(below(7) - 3);
    for (std::size_t h = 0; h < 2; ++h) {
      const long factor = below(5) - 2;
      if (factor != 0) form.form.means[{h, 0}] = Laurent(factor);
    }
    return form;
  }
  const std::vector<Op> ops{Op::sum, Op::scaled, Op::positive_part, Op::absolute, Op::minimum, Op::maximum};
  form.op = ops[static_cast<std::size_t>(below(6))];
  const bool several = form.op == Op::sum || form.op == Op::minimum || form.op == Op::maximum;
  form.factor = Laurent(below(5) - 2);
  for (int k = 0; k < (several ? 2 : 1); ++k) form.children.push_back(drawn(random, depth - 1));
  return form;
}

// By the definitions.
Rational value(const PiecewiseForm& form, const std::vector<Rational>& means) {
  const auto child = [&](std::size_t k) { return value(form.children[k], means); };
  switch (form.op) {
    case Op::affine: {
      Rational sum = form.form.fixed.constant().value();
      for (const auto& [mean, factor] : form.form.means) sum += factor.constant().value() * means[mean.first];
      return sum;
    }
    case Op::sum:
      return child(0) + child(1);
    case Op::scaled:
      return form.factor.constant().value() * child(0);
    case Op::positive_part:
      return std::max(child(0), Rational(0));
    case Op::absolute:
      return abs(child(0));
    case Op::minimum:
      return std::min(child(0), child(1));
    case Op::maximum:
      return std::max(child(0), child(1));
  }
  return 0;
}

}  // namespace

TEST_CASE("A readout is the largest of its least affine forms", "[proof]") {
  std::mt19937_64 random(20261126);
  proof::Variables variables;
  variables.add("u", {-3, 3}, false);
  variables.add("v", {-3, 3}, false);
  const auto term = [](const MeanForm& form) {
    Laurent sum = form.fixed;
    for (const auto& [mean, factor] : form.means)
      sum += factor * Laurent::variable(mean.first == 0 ? "u" : "v");
    return sum;
  };
  int several = 0;
  for (int k = 0; k < 400; ++k) {
    const PiecewiseForm form = drawn(random, 3);
    for (const bool negated : {false, true}) {
      MaxMin forms;
      try {
        forms = max_min(form, negated, term, variables);
      } catch (const proof::Refusal&) {  // too many cases
        continue;
      }
      several += forms.size() > 1 ? 1 : 0;
      for (long u = -6; u <= 6; u += 3) {
        for (long v = -6; v <= 6; v += 2) {
          const Rational a(Integer(u), Integer(2));
          const Rational b(Integer(v), Integer(2));
          std::optional<Rational> largest;
          for (const auto& least : forms) {
            std::optional<Rational> smallest;
            for (const Laurent& x : least) {
              const Rational y = x.substitute({{"u", Laurent(a)}, {"v", Laurent(b)}}).constant().value();
              if (!smallest || y < *smallest) smallest = y;
            }
            if (!largest || *smallest > *largest) largest = smallest;
          }
          const Rational y = value(form, {a, b});
          CHECK(*largest == (negated ? -y : y));
        }
      }
    }
  }
  CHECK(several > 100);
}

}  // namespace attest::max_min_test
