#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "claims/parameter_specs.hpp"
#include "claims/usage_error.hpp"
#include "reductions/poly/gap/gap_images.hpp"

namespace attest {

namespace {

using problems::Constraint;
using problems::InnerProducts;

std::size_t largest_columns(const InnerProducts& source) {
  return std::max<std::size_t>(1, source.dimension());
}

GapSizes sizes_with(const InnerProducts& source, const GapOptions& options, std::size_t columns) {
  GapSizes sizes;
  sizes.protocol = options.alphabet == GapAlphabet::occurring
                       ? gap_protocol(source.order, source.dimension(), columns, options.epsilon)
                       : gap_parameters(source.order, source.dimension(), columns, options.epsilon);
  for (const Constraint& constraint : source.constraints) {
    sizes.messages.push_back(GapMessages(sizes.protocol, constraint.target).count());
    sizes.instances *= sizes.messages.back();
    if (options.alphabet == GapAlphabet::occurring || sizes.widths.empty())
      sizes.widths.push_back(GapBlocks(sizes.protocol, source, constraint, options.alphabet).width());
    else
      sizes.widths.push_back(sizes.widths.front());
    sizes.dimension += sizes.widths.back();
  }
  return sizes;
}

}  // namespace

std::vector<ParameterSpec> gap_parameter_specs() {
  const ParameterSpec epsilon = with_default(
      rational_parameter("epsilon", 0,
                         "the gap: every inner product is m' or at most (1 - epsilon) m'; below 1"),
      "1/2");
  const ParameterSpec columns = automatic(integer_parameter(
      "T", 1, 1'000'000,
      "columns of the array, at most d: Merlin's polynomial has degree k(T-1); auto: the least (number of "
      "instances) x d'"));
  const ParameterSpec alphabet = with_default(
      named_parameter(
          "alphabet", {"field", "reachable", "occurring"},
          "the symbols that have coordinates: all of F_p^L; those of 0/1 vectors; those of this instance's "
          "vectors"),
      "reachable");
  return {epsilon, columns, alphabet};
}

GapOptions gap_options(const Parameters& parameters) {
  GapOptions options;
  options.epsilon = *rational_from_string(parameters.text("epsilon"));
  if (options.epsilon >= 1)
    throw UsageError("epsilon", parameters.text("epsilon"), "a number p/q above 0 and below 1");
  if (parameters.text("T") != "auto") options.columns = static_cast<std::size_t>(parameters.integer("T"));
  // "auto", which only the reductions know, is settled by them.
  options.alphabet = gap_alphabet_from_name(parameters.text("alphabet")).value_or(GapAlphabet::reachable);
  return options;
}

GapSizes gap_sizes(const InnerProducts& source, const GapOptions& options) {
  if (source.epsilon) throw UsageError("the source is a gap version already");
  for (std::size_t s = 0; s < source.sets.size(); ++s) {
    if (source.sets[s].size() == 0)
      throw UsageError(fmt::format("set {}", s + 1), "0 vectors", "at least one vector");
  }
  if (options.columns) {
    if (*options.columns < 1 || *options.columns > largest_columns(source))
      throw UsageError("T", std::to_string(*options.columns),
                       fmt::format("a number from 1 to {}, the dimension", largest_columns(source)));
    try {
      return sizes_with(source, options, *options.columns);
    } catch (const std::invalid_argument& error) {
      throw UsageError(fmt::format("epsilon: {}", error.what()));
    }
  }
  std::optional<GapSizes> best;
  for (std::size_t columns = 1; columns <= largest_columns(source); ++columns) {
    if (best) {  // p^{(k-1)(T-1)} messages at least, with p > k(T-1)
      const Integer least = power(Integer(source.order * (columns - 1)), (source.order - 1) * (columns - 1));
      if (power(least, source.constraints.size()) > best->instances * best->dimension) break;
    }
    try {
      GapSizes sizes = sizes_with(source, options, columns);
      if (!best || sizes.instances * sizes.dimension < best->instances * best->dimension)
        best = std::move(sizes);
    } catch (const std::invalid_argument&) {
      break;  // too many points; T = 1 needs one
    }
  }
  return *best;
}

}  // namespace attest
