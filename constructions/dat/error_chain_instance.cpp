#include "constructions/dat/error_chain_instance.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "claims/usage_error.hpp"
#include "numeric/checked.hpp"
#include "tasks/rational_fields.hpp"

namespace attest {

namespace {

Rational maximum_norm(const std::vector<Rational>& vector) {
  Rational norm = 0;
  for (const Rational& entry : vector) norm = std::max(norm, Rational(boost::multiprecision::abs(entry)));
  return norm;
}

// a u - v
std::vector<Rational> scaled_difference(const Rational& a, const std::vector<Rational>& u,
                                        const std::vector<Rational>& v) {
  std::vector<Rational> result;
  for (std::size_t l = 0; l < u.size(); ++l) result.push_back(a * u[l] - v[l]);
  return result;
}

// Positive weights of sum 1, that of i* 1 - eps1/4, the others in the proportions of the drawn numbers, which
// are integers from -2 to 2.
Json random_instance(const RationalInput& drawn, std::size_t n, const Rational& eps1) {
  const std::size_t selected = to_size(numerator_of(drawn.entries("selected").front()) + 2) % n;
  Rational sum = 0;
  for (std::size_t i = 0; i < n; ++i)
    sum += i == selected ? Rational(0) : Rational(drawn.entries("alpha")[i] + 3);
  Json json = drawn.json();
  for (std::size_t i = 0; i < n; ++i) {
    const Rational weight = i != selected ? Rational(eps1 / 4 * (drawn.entries("alpha")[i] + 3) / sum)
                            : n == 1      ? Rational(1)
                                          : Rational(1 - eps1 / 4);
    json["alpha"][i] = to_string(weight);
  }
  json["selected"] = selected + 1;
  return json;
}

}  // namespace

ChainInstance chain_instance(const Json& given, std::uint64_t seed, std::size_t n, std::size_t d_r,
                             const Rational& eps1) {
  const RationalFields fields({{"alpha", {n}}, {"r", {n, d_r}}, {"R", {d_r}}, {"selected", {}}});
  RationalInput input = fields.chosen(given, seed);
  if (given == "random") input = fields.chosen(random_instance(input, n, eps1), seed);
  ChainInstance instance;
  instance.json = input.json();
  instance.alpha = input.entries("alpha");
  instance.R = input.entries("R");
  const auto& r = input.entries("r");
  for (std::size_t i = 0; i < n; ++i)
    instance.r.emplace_back(r.begin() + static_cast<std::ptrdiff_t>(i * d_r),
                            r.begin() + static_cast<std::ptrdiff_t>((i + 1) * d_r));
  const auto selected = fits_long(input.entries("selected").front());
  if (!selected || *selected < 1 || *selected > static_cast<long>(n))
    throw UsageError("input selected", to_string(input.entries("selected").front()),
                     fmt::format("an integer from 1 to {}", n));
  instance.selected = static_cast<std::size_t>(*selected - 1);
  Rational sum = 0;
  for (const Rational& weight : instance.alpha) {
    if (weight <= 0) throw UsageError("input alpha", to_string(weight), "positive weights of sum 1");
    sum += weight;
  }
  if (sum != 1)
    throw UsageError("input alpha", "weights of sum " + to_string(sum), "positive weights of sum 1");
  return instance;
}

ExactLines exact_lines(const ChainInstance& instance, const Rational& eps1) {
  ExactLines lines;
  std::vector<Rational> mixture(instance.R.size(), Rational(0));
  Rational largest = 0;
  for (std::size_t i = 0; i < instance.r.size(); ++i) {
    const Rational& weight = instance.alpha[i];
    for (std::size_t l = 0; l < mixture.size(); ++l) mixture[l] += weight * instance.r[i][l];
    const Rational distance = maximum_norm(scaled_difference(1, instance.r[i], instance.R));
    largest = std::max(largest, distance);
    std::vector<Rational> difference = scaled_difference(1, instance.r[i], instance.R);
    for (Rational& entry : difference) entry *= weight;
    lines.line277_printed += maximum_norm(scaled_difference(weight, instance.r[i], instance.R));
    lines.line277_repaired += maximum_norm(difference);
    lines.line278 += weight * distance;
  }
  const Rational eps2 = maximum_norm(scaled_difference(1, instance.r[instance.selected], instance.R));
  lines.line276 = maximum_norm(scaled_difference(1, mixture, instance.R));
  lines.line279 = (1 - eps1) * eps2 + eps1 * largest;
  return lines;
}

}  // namespace attest
