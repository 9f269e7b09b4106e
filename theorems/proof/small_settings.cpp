#include "theorems/proof/small_settings.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "claims/stop.hpp"
#include "claims/usage_error.hpp"
#include "theorems/instance.hpp"

namespace attest::theorems {

namespace {

constexpr std::size_t most_settings = 64;
constexpr double most_seconds_of_cover = 5;
const Integer most_measured_inputs = 3000;

}  // namespace

SmallSettings::SmallSettings(const TheoremClaim& claim, Variant variant, const VerifyOptions& options,
                             const RangeProof& given)
    : claim_(claim), variant_(variant), options_(options), given_(given) {}

Parameters SmallSettings::parameters_of(const Sizes& sizes) const {
  std::vector<std::string> words;
  for (const auto& [name, value] : sizes) words.push_back(name + "=" + value.str());
  for (const auto& [name, value] : given_.parameters) {
    const auto word = given_.words.find(name);
    words.push_back(name + "=" + (word == given_.words.end() ? attest::to_string(value) : word->second));
  }
  return parse_parameters(claim_.info().parameters, words);
}

bool SmallSettings::is_of_every_table() const {
  const auto& parameters = claim_.text().parameters;
  return std::any_of(parameters.begin(), parameters.end(), [this](const ParameterStatement& parameter) {
    return parameter.range && !given_.parameters.contains(parameter.name);
  });
}

bool SmallSettings::decide(const Sizes& sizes, const Integer& most, bool cover, Piece& piece) {
  if (decided_ >= most_settings) {
    piece.reason = "more settings below the corner than are enumerated";
    return false;
  }
  VerifyOptions options = options_;
  if (options.budget_seconds) {
    const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - begin_;
    *options.budget_seconds -= spent.count();
    if (*options.budget_seconds <= 0) {
      piece.reason = "the budget was spent before";
      return false;
    }
  }
  try {
    const Parameters parameters = parameters_of(sizes);
    const Integer space = claim_.number_of_inputs(variant_, parameters);
    if (space > most) {
      piece.reason = fmt::format("{} inputs, more than are enumerated here", space.str());
      if (!cover) return false;
      options.method = Method::cover;
      const double left = most_seconds_of_cover - covered_;
      if (left <= 0) return false;
      options.budget_seconds = std::min(options.budget_seconds.value_or(left), left);
    }
    const auto began = std::chrono::steady_clock::now();
    const Verdict verdict = claim_.verify(variant_, parameters, options);
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - began;
    if (space > most) covered_ += took.count();
    if (space > most && verdict.status == Status::undecided) {
      piece.reason += "; the cover does not decide: " + verdict.reason.value_or("");
      return false;
    }
    if (is_of_every_table() && verdict.status != Status::refuted) {
      piece.reason = "one table decides nothing of every table";
      return false;
    }
    piece.status = verdict.status;
    piece.evidence = verdict.evidence;
    piece.error = verdict.margins.output_error;
    piece.reason = verdict.reason.value_or("");
    ++decided_;
    return true;
  } catch (const UsageError& error) {
    piece.reason = error.what();
    return false;
  }
}

std::optional<Verdict> SmallSettings::measured(const Sizes& sizes) const {
  if (stop_requested() || is_of_every_table()) return std::nullopt;
  try {
    const Parameters parameters = parameters_of(sizes);
    if (claim_.number_of_inputs(variant_, parameters) > most_measured_inputs) return std::nullopt;
    Verdict verdict = claim_.verify(variant_, parameters, options_);
    return verdict.status == Status::undecided ? std::nullopt : std::optional(std::move(verdict));
  } catch (const UsageError&) {  // sizes that `verify` does not read
    return std::nullopt;
  }
}

}  // namespace attest::theorems
