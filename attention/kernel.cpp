#include "attention/kernel.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "claims/usage_error.hpp"

namespace attest::attention {

namespace {

struct Exactly {
  Rational one() const { return 1; }
  Rational square(const Rational& x) const { return x * x; }
  Rational sum(const Rational& x, const Rational& y) const { return x + y; }
  Rational quotient(const Rational& x, const Rational& y) const { return x / y; }
};

template <class Wanted>
std::optional<Kernel> first_that(const Wanted& wanted) {
  const auto found = std::find_if(kernels().begin(), kernels().end(), wanted);
  return found == kernels().end() ? std::nullopt : std::optional(found->kernel);
}

}  // namespace

const std::vector<KernelRecord>& kernels() {
  static const std::vector<KernelRecord> all{
      {Kernel::softmax, "softmax", "softmax", "a softmax head"},
      {Kernel::exact_match, "exact-match", "exact-match", "an exact-match head"},
      {Kernel::expressive, "expressive", "expressive", "an expressive head"},
      {Kernel::hard_maximum, "hard-maximum", "hard maximum", "a hard-maximum head"},
      {Kernel::leftmost, nullptr, "hard maximum, leftmost", "a hard-maximum head"},
  };
  return all;
}

const KernelRecord& record_of(Kernel kernel) {
  return *std::find_if(kernels().begin(), kernels().end(),
                       [&](const KernelRecord& record) { return record.kernel == kernel; });
}

std::optional<Kernel> kernel_of_word(std::string_view word) {
  return first_that(
      [&](const KernelRecord& record) { return record.word != nullptr && record.word == word; });
}

std::optional<Kernel> kernel_of_name(std::string_view name) {
  return first_that([&](const KernelRecord& record) { return record.name == name; });
}

std::string no_weights_at(Kernel kernel, std::size_t token, std::string_view of_inputs) {
  return fmt::format("{} meets scores of 0 alone at token {}{}: its weights are 0/0", record_of(kernel).head,
                     token, of_inputs);
}

void expect_scale(Kernel kernel, const Surd& scale) {
  if (!weighs_rationally(kernel) || (scale.r() == 1 && !scale.has_logarithm())) return;
  throw UsageError(fmt::format("the scale {} of {}, expected a rational number", scale.to_string(),
                               record_of(kernel).head));
}

Rational rational_weight(Kernel kernel, const Rational& z) {
  return rational_weight(kernel, z, Exactly());
}

std::optional<std::vector<Rational>> normalised_weights(Kernel kernel, const std::vector<Rational>& z) {
  std::vector<Rational> weights;
  Rational sum = 0;
  for (const Rational& score : z) {
    weights.push_back(rational_weight(kernel, score));
    sum += weights.back();
  }
  if (sum == 0) return std::nullopt;
  for (Rational& weight : weights) weight /= sum;
  return weights;
}

}  // namespace attest::attention
