#include "theorems/proof/range_proof.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "claims/usage_error.hpp"
#include "theorems/constants.hpp"
#include "theorems/fields.hpp"
#include "theorems/lets.hpp"
#include "theorems/patch.hpp"
#include "theorems/proof/automatic_value.hpp"
#include "theorems/proof/corner_instance.hpp"
#include "theorems/proof/corner_search.hpp"
#include "theorems/proof/given_words.hpp"
#include "theorems/proof/measured_errors.hpp"
#include "theorems/proof/size_ends.hpp"
#include "theorems/proof/small_settings.hpp"
#include "theorems/varying_names.hpp"

namespace attest::theorems {

namespace {

using proof::Refusal;

constexpr long most_tried = 8;        // values of a single size where nothing is proved
constexpr long fewest_tried = 3;      // of each of several
constexpr long most_measured = 3;     // settings from the corner on whose errors stand beside the bound
const Integer most_inputs = 300'000;  // of a setting that is enumerated

class RangeProver {
 public:
  RangeProver(const TheoremClaim& claim, Variant variant, const VerifyOptions& options, RangeProof& result)
      : claim_(claim),
        text_(variant_of(claim.text(), attest::to_string(variant))),
        variant_(variant),
        small_(claim, variant, options, result),
        instances_(claim, variant, small_),
        result_(result) {
    // What sizes and parameters are may be said by definitions.
    const auto write_out = [this](Expression& e) { e = without_lets(e, text_.lets); };
    change_expressions(text_.sizes, write_out);
    change_expressions(text_.parameters, write_out);
    TheoremText unlimited = text_;  // a limit belongs to the program, not to the theorem
    unlimited.limits.clear();
    for (const ParameterSpec& spec : parameter_specs(unlimited)) {
      const bool size = std::any_of(text_.sizes.begin(), text_.sizes.end(),
                                    [&](const SizeStatement& s) { return s.name == spec.name; });
      if (size) order_.push_back(spec.name);
      if (size) minimum_[spec.name] = spec.minimum.value_or(0);
    }
  }

  const TheoremText& text() const { return text_; }
  const std::vector<std::string>& sizes() const { return order_; }

  // The corner alone.
  std::optional<Sizes> corner() {
    const Sizes from = least_corner();
    try {
      expect_parameters();
      return corners_->found(result_.fixed, from).from;
    } catch (const Refusal&) {
      return std::nullopt;
    }
  }

  void run(bool measured) {
    const Sizes from = least_corner();
    try {
      expect_parameters();
      if (from.empty()) {
        settle(result_.fixed);
      } else {
        result_.main = prove(result_.fixed, from);
        say_why_not_smaller(*result_.main, from);
        rest_below(*result_.main, from);
        if (measured) measure(*result_.main);
      }
    } catch (const Refusal& refusal) {
      result_.refusal = refusal.text();
      look_for_counterexamples(from);
    }
    conclude();
  }

 private:
  // All sizes that are not given, from the least ones on.
  Sizes least_corner() {
    ends_.emplace(text_, order_, minimum_, result_.fixed);
    corners_.emplace(text_, *ends_, result_.parameters);
    result_.ends = ends_;
    minimum_ = ends_->least();
    Sizes from;
    for (const std::string& name : order_) {
      if (!result_.fixed.contains(name)) from[name] = minimum_.at(name);
    }
    return from;
  }

  // What would make a proof speak of nothing: conditions on parameters that hang on the sizes, which the lemmas do not look at.
  void expect_parameters() const {
    std::vector<std::string> free;
    for (const std::string& name : order_) {
      if (!result_.fixed.contains(name)) free.push_back(name);
    }
    const std::vector<std::string> varying = varying_names(text_, free, given_names(result_));
    for (const ParameterStatement& parameter : text_.parameters) {
      const bool given = result_.parameters.contains(parameter.name);
      if (parameter.allowed &&
          (speaks_of(parameter.allowed, varying) || (!given && speaks_of(parameter.value, varying)))) {
        throw Refusal("sizes", fmt::format("line {}: what {} may be is not shown for every size",
                                           parameter.place.line, parameter.name));
      }
    }
  }

  Piece prove(const Sizes& fixed, const Sizes& from) const {
    Piece piece = corners_->found(fixed, from);
    instances_.expect(corners_->stated_in(piece), [&] { return least_of(piece); });
    return piece;
  }

  // The least sizes of all with those that the piece fixes; nothing where the theorem does not speak of them.
  std::optional<Sizes> least_of(const Piece& piece) const {
    Sizes least = minimum_;
    for (const auto& [name, value] : piece.fixed) least[name] = value;
    least = ends_->actual(least);
    return corners_->is_stated(least) ? std::optional(least) : std::nullopt;
  }

  void say_why_not_smaller(const Piece& piece, const Sizes& least) {
    for (const auto& [name, from] : piece.from) {
      if (from == least.at(name)) continue;
      Sizes corner = piece.from;
      corner[name] = from - 1;
      Sizes fixed = piece.fixed;
      if (corner.size() == 1) {  // the sharp form of the bound is for single sizes
        fixed[name] = from - 1;
        if (!corners_->is_stated(ends_->actual(fixed))) continue;
      }
      try {
        corners_->attempt(fixed, corner.size() == 1 ? Sizes{} : corner);
      } catch (const Refusal& refusal) {
        result_.smaller.push_back({ends_->said({}, corner), refusal.text()});
      }
    }
  }

  // Below the corner the settings that were enumerated, from it on the first ones.
  void measure(const Piece& piece) {
    if (!piece.proof || !piece.proof->bounds_error) return;
    for (const Piece& below : result_.below) {
      if (below.error) result_.errors.push_back({below.fixed, *below.error, "", {}});
    }
    for (long step = 0; step < most_measured; ++step) {
      Sizes sizes = piece.fixed;
      bool closed = true;
      for (const auto& [name, from] : piece.from) {
        sizes[name] = from + step;
        closed = closed && from + step >= piece.closed.at(name);
      }
      const Sizes actual = ends_->actual(sizes);
      if (!corners_->is_stated(actual)) continue;
      const auto verdict = small_.measured(actual);
      if (!verdict || !verdict->margins.output_error) return;
      const RealBounds& error = *verdict->margins.output_error;
      MeasuredError measured =
          closed ? beside_bound(*piece.proof, actual, error) : MeasuredError{actual, error, "", {}};
      for (const Check& check : verdict->checks) {
        if (!check.essential && check.status == Status::refuted)
          measured.refuted.push_back(check.name + ": " + check.reason.value_or("refuted"));
      }
      result_.errors.push_back(std::move(measured));
    }
  }

  // All settings with these fixed sizes and the others from `from` on, but for those of the piece: for the first size below
  // its corner the others from `from` on, then the second one, the first from its corner on, and so on.
  void rest_below(const Piece& piece, Sizes from) {
    for (const auto& [name, corner] : piece.from) {
      for (Integer n = from.at(name); n < corner; ++n) {
        Sizes fixed = piece.fixed;
        fixed[name] = n;
        Sizes others = from;
        others.erase(name);
        if (others.empty()) {
          settle(fixed);
          continue;
        }
        try {
          Piece ray = prove(fixed, others);
          result_.below.push_back(ray);
          rest_below(ray, others);
        } catch (const Refusal& refusal) {
          result_.open.push_back(
              {fixed, others, Status::undecided, std::nullopt, refusal.text(), std::nullopt});
        }
      }
      from[name] = corner;
    }
  }

  // One setting: by enumeration where it is small, else by the lemma, else by cover, else open.
  void settle(const Sizes& above_ends) {
    const Sizes sizes = ends_->actual(above_ends);
    if (!corners_->is_stated(sizes)) return;
    Piece piece;
    piece.fixed = sizes;
    if (small_.decide(sizes, most_inputs, false, piece)) {
      (piece.status == Status::undecided ? result_.open : result_.below).push_back(std::move(piece));
      return;
    }
    try {
      piece.proof = corners_->attempt(above_ends, {});
      piece.status = Status::holds;
      piece.evidence = Evidence::symbolic;
      result_.below.push_back(std::move(piece));
    } catch (const Refusal& refusal) {
      if (small_.decide(sizes, most_inputs, true, piece)) {
        result_.below.push_back(std::move(piece));
        return;
      }
      piece.reason += (piece.reason.empty() ? "" : "; ") + refusal.text();
      result_.open.push_back(std::move(piece));
    }
  }

  // Where nothing is proved a small setting may still refute the theorem.
  void look_for_counterexamples(const Sizes& from) {
    std::vector<Sizes> settings = {result_.fixed};
    const long tried = from.size() == 1 ? most_tried : fewest_tried;
    for (const auto& [name, least] : from) {
      std::vector<Sizes> longer;
      for (const Sizes& begun : settings) {
        for (Integer n = least; n < least + tried; ++n) {
          longer.push_back(begun);
          longer.back()[name] = n;
        }
      }
      settings = std::move(longer);
    }
    for (const Sizes& above_ends : settings) {
      const Sizes sizes = ends_->actual(above_ends);
      if (!corners_->is_stated(sizes)) continue;
      Piece piece;
      piece.fixed = sizes;
      if (small_.decide(sizes, 5000, false, piece) && piece.status != Status::undecided)
        result_.below.push_back(std::move(piece));
    }
    result_.open.push_back(
        {result_.fixed, from, Status::undecided, std::nullopt, result_.refusal, std::nullopt});
  }

  void conclude() {
    const auto say = [this](Piece& piece) { piece.said = ends_->said(piece.fixed, piece.from); };
    if (result_.main) say(*result_.main);
    std::for_each(result_.below.begin(), result_.below.end(), say);
    std::for_each(result_.open.begin(), result_.open.end(), say);
    theorems::conclude(result_);
  }

  const TheoremClaim& claim_;
  TheoremText text_;
  Variant variant_;
  SmallSettings small_;
  CornerInstance instances_;
  RangeProof& result_;
  std::vector<std::string> order_;
  Sizes minimum_;
  std::optional<SizeEnds> ends_;  // once it is known which sizes are given
  std::optional<CornerSearch> corners_;
};

}  // namespace

std::optional<Sizes> corner_of(const TheoremClaim& claim, Variant variant,
                               const std::vector<std::string>& words, const VerifyOptions& options) {
  RangeProof result;
  RangeProver prover(claim, variant, options, result);
  read_words(claim, prover.text(), prover.sizes(), words, result);
  expect_given(prover.text(), prover.sizes(), result);
  return prover.corner();
}

RangeProof prove_for_every_size(const TheoremClaim& claim, Variant variant,
                                const std::vector<std::string>& words, const VerifyOptions& options,
                                bool measured) {
  RangeProof result;
  result.claim = claim.info().id;
  result.variant = variant;
  RangeProver prover(claim, variant, options, result);
  read_words(claim, prover.text(), prover.sizes(), words, result);
  expect_given(prover.text(), prover.sizes(), result);
  if (const ParameterStatement* open = open_parameter(prover.text(), result)) {
    if (!open->automatic) throw UsageError(open->name, "", "a number p/q");
    return prove_with_automatic_value(claim, *open, words, std::move(result), options);
  }
  prover.run(measured);
  return result;
}

}  // namespace attest::theorems
