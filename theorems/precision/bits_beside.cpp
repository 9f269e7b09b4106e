#include "theorems/precision/bits_beside.hpp"

#include <algorithm>

#include "claims/usage_error.hpp"
#include "numeric/decimal.hpp"
#include "precision/chosen_inputs.hpp"
#include "precision/sufficient_precision.hpp"
#include "theorems/layer_precision.hpp"

namespace attest::theorems {

namespace {

constexpr long first_sizes = 4;       // below the corner
constexpr long enumerated_to = 5000;  // inputs of a size; of larger ones some are drawn
constexpr std::size_t drawn_at_a_size = 10;
const Integer margin_inputs = 300'000;  // of a size whose margin is enumerated

class BesideSizes {
 public:
  BesideSizes(const TheoremClaim& claim, Variant variant, const SufficientBits& bits,
              const VerifyOptions& run, StudyOptions options, std::uint64_t seed)
      : claim_(claim), variant_(variant), bits_(bits), run_(run), options_(std::move(options)), seed_(seed) {}

  std::vector<BitsBeside> all() {
    std::vector<BitsBeside> result;
    for (const Sizes& sizes : settings()) {
      if (options_.stop()) break;
      if (auto one = at(sizes)) result.push_back(std::move(*one));
    }
    return result;
  }

 private:
  // Each free size one more than before, from its least one; then from the corner on.
  std::vector<Sizes> settings() const {
    std::vector<Sizes> result;
    for (long step = 0; step < first_sizes; ++step) {
      Sizes sizes = bits_.proof.fixed;
      for (const auto& [name, from] : bits_.from) sizes[name] = bits_.proof.ends->least().at(name) + step;
      sizes = bits_.proof.ends->actual(sizes);
      if (!bits_.covers(sizes)) result.push_back(std::move(sizes));
    }
    for (long step = 0; step < 2; ++step) result.push_back(bits_.sizes_beyond(step));
    return result;
  }

  // Nothing where the theorem does not speak of the sizes, or the layer cannot be run there.
  std::optional<BitsBeside> at(const Sizes& sizes) {
    BitsBeside result;
    std::vector<std::string> words;
    for (const auto& [name, value] : sizes) words.push_back(name + "=" + value.str());
    for (const auto& [name, value] : bits_.proof.parameters) {
      const auto word = bits_.proof.words.find(name);
      words.push_back(name + "=" +
                      (word == bits_.proof.words.end() ? attest::to_string(value) : word->second));
    }
    std::unique_ptr<PrecisionProblem> problem;
    try {
      result.at = parse_parameters(claim_.info().parameters, words);
      problem = precision_problem(claim_, variant_, result.at);
    } catch (const UsageError&) {
      return std::nullopt;
    }
    result.inputs = problem->task().space().size();
    result.needed = bits_.needed_at(sizes);
    result.by_formula = bits_.covers(sizes);
    result.enough =
        result.by_formula ? std::optional(bits_.bits_at(sizes)) : from_margin(*problem, sizes, result.at);
    StudyOptions options = options_;
    if (result.inputs <= enumerated_to) {
      result.least = least_precision(*problem, EvaluationModel::plain, options);
    } else {
      options.ranks = drawn_ranks(problem->task(), drawn_at_a_size, seed_);
    }
    if (result.enough)
      result.run = evaluate_on(*problem, EvaluationModel::plain, unbounded_format(*result.enough), options);
    return result;
  }

  // By the bound of the proof where the size is one of its, else by the verdict on every input.
  std::optional<long> from_margin(const PrecisionProblem& problem, const Sizes& sizes,
                                  const Parameters& parameters) const {
    if (!problem.no_error_analysis().empty()) return std::nullopt;
    std::optional<Rational> margin;
    const Piece& main = *bits_.proof.main;
    const bool proved = main.proof->bounds_error && bits_.proof.ends->reach(sizes, main.closed);
    if (proved) {
      proof::SizeValues at;
      for (const auto& [name, value] : sizes) at.emplace(name, proof::Laurent(Rational(value)));
      const auto error = rational_from_decimal(
          decimal_rounded_up(proof::enclosure(main.proof->bound_terms, at, initial_precision)));
      if (error) margin = Rational(1, 2) - *error;
    } else if (problem.task().space().size() <= margin_inputs) {
      const auto found = problem.output_margin(claim_.verify(variant_, parameters, run_));
      if (found) margin = rational_from_decimal(found->lower);
    }
    if (!margin || *margin <= 0) return std::nullopt;
    return sufficient_precision(problem, *margin, EvaluationModel::plain.greatest_width());
  }

  const TheoremClaim& claim_;
  Variant variant_;
  const SufficientBits& bits_;
  const VerifyOptions& run_;
  StudyOptions options_;
  std::uint64_t seed_;
};

}  // namespace

std::vector<BitsBeside> bits_beside(const TheoremClaim& claim, Variant variant, const SufficientBits& bits,
                                    const VerifyOptions& run, const StudyOptions& options,
                                    std::uint64_t seed) {
  if (!bits.refusal.empty()) return {};
  return BesideSizes(claim, variant, bits, run, options, seed).all();
}

}  // namespace attest::theorems
