#include "theorems/proof/range_proof.hpp"
#include "tasks/undefined_answer.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>
#include <stdexcept>

#include "claims/usage_error.hpp"
#include "language/refused_place.hpp"
#include "numeric/checked.hpp"
#include "theorems/constants.hpp"
#include "theorems/instance.hpp"
#include "theorems/patch.hpp"
#include "theorems/proof/automatic_value.hpp"
#include "theorems/proof/measured_errors.hpp"
#include "theorems/proof/size_ends.hpp"
#include "theorems/proof/small_settings.hpp"
#include "theorems/varying_names.hpp"

namespace attest::theorems {

namespace {

using proof::Refusal;

constexpr long largest_step = 1L << 12U;  // how far above its minimum a single size is looked for
constexpr long largest_shift = 64;        // of one of several sizes
constexpr long largest_instance =
    12;                            // of a size at a corner where the text is run through `verify`'s reading
constexpr long most_tried = 8;     // values of a single size where nothing is proved
constexpr long fewest_tried = 3;   // of each of several
constexpr long most_measured = 3;  // settings from the corner on whose errors stand beside the bound
const Integer most_inputs = 300'000;  // of a setting that is enumerated

class RangeProver {
 public:
  RangeProver(const TheoremClaim& claim, Variant variant, const VerifyOptions& options, RangeProof& result)
      : claim_(claim),
        text_(variant_of(claim.text(), attest::to_string(variant))),
        variant_(variant),
        small_(claim, variant, options, result),
        result_(result) {
    TheoremText unlimited = text_;  // a limit belongs to the program, not to the theorem
    unlimited.limits.clear();
    for (const ParameterSpec& spec : parameter_specs(unlimited)) {
      const bool size = std::any_of(text_.sizes.begin(), text_.sizes.end(),
                                    [&](const SizeStatement& s) { return s.name == spec.name; });
      if (size) order_.push_back(spec.name);
      if (size) minimum_[spec.name] = spec.minimum.value_or(0);
    }
  }

  const std::vector<std::string>& sizes() const { return order_; }

  // The corner alone.
  std::optional<Sizes> corner() {
    const Sizes from = least_corner();
    try {
      expect_inputs();
      return found(result_.fixed, from).from;
    } catch (const Refusal&) {
      return std::nullopt;
    }
  }

  void run(bool measured) {
    const Sizes from = least_corner();
    try {
      expect_inputs();
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
    minimum_ = ends_->least();
    Sizes from;
    for (const std::string& name : order_) {
      if (!result_.fixed.contains(name)) from[name] = minimum_.at(name);
    }
    return from;
  }

  // What would make a proof speak of nothing: conditions on inputs, or on parameters that hang on the sizes, that the lemmas do not
  // look at.
  void expect_inputs() const {
    if (!text_.where.empty() || text_.judged_if)
      throw Refusal("G4", "a theorem that speaks of some words only (where, judged if) is not proved");
    for (const InputStatement& input : text_.inputs) {
      if (input.shape == Shape::injective)
        throw Refusal("G4", fmt::format("line {}: that there is an injective {} is not shown for every size",
                                        input.place.line, input.name));
    }
    std::set<std::string> numbers;
    for (const auto& [name, value] : result_.parameters) numbers.insert(name);
    for (const auto& [name, value] : result_.words) numbers.insert(name);
    const std::vector<std::string> varying = varying_names(text_, order_, numbers);
    for (const ParameterStatement& parameter : text_.parameters) {
      const bool given = result_.parameters.contains(parameter.name);
      if (parameter.allowed &&
          (speaks_of(parameter.allowed, varying) || (!given && speaks_of(parameter.value, varying)))) {
        throw Refusal("sizes", fmt::format("line {}: what {} may be is not shown for every size",
                                           parameter.place.line, parameter.name));
      }
    }
  }

  // Some sizes of the range that the theorem speaks of.
  Sizes expect_stated(const Piece& piece) const {
    for (long step = 0; step <= largest_shift; ++step) {
      Sizes sizes = piece.fixed;
      for (const auto& [name, least] : piece.from) sizes[name] = least + step;
      if (is_stated(ends_->actual(sizes))) return ends_->actual(sizes);
      for (const auto& [grown, least] : piece.from) {
        Sizes one = piece.fixed;
        one.insert(piece.from.begin(), piece.from.end());
        one[grown] = least + step;
        if (is_stated(ends_->actual(one))) return ends_->actual(one);
      }
    }
    throw Refusal("sizes", "the theorem speaks of none of the first sizes of this range");
  }

  LemmaProof attempt(const Sizes& fixed, const Sizes& from) const {
    ProofSetting setting;
    setting.fixed = fixed;
    setting.from = from;
    setting.parameters = result_.parameters;
    setting.lower = ends_->lower();
    return prove_from(text_, setting);
  }
  std::optional<LemmaProof> succeeds(const Sizes& fixed, const Sizes& from) const {
    try {
      return attempt(fixed, from);
    } catch (const Refusal&) {
      return std::nullopt;
    }
  }

  Piece prove(const Sizes& fixed, const Sizes& from) const {
    Piece piece = found(fixed, from);
    expect_instance(piece, expect_stated(piece));
    return piece;
  }

  // Throws the refusal far out where there is no corner.
  Piece found(const Sizes& fixed, const Sizes& from) const {
    Piece piece;
    piece.fixed = fixed;
    piece.from = from;
    piece.status = Status::holds;
    piece.evidence = Evidence::symbolic;
    if (from.size() == 1) {
      auto& [name, least] = *piece.from.begin();
      prove_one(fixed, name, least, piece);
    } else {
      prove_several(from, piece);
    }
    return piece;
  }

  // No part of the argument: at the first sizes of the range, where they are small, the text has to be what `verify` runs and finds
  // well-formed.
  void expect_instance(const Piece& piece, const Sizes& corner) const {
    const auto is_small = [](const Sizes& sizes) {
      return std::all_of(sizes.begin(), sizes.end(),
                         [](const auto& size) { return size.second <= largest_instance; });
    };
    if (!is_small(corner)) {
      Sizes least = minimum_;
      for (const auto& [name, value] : piece.fixed) least[name] = value;
      least = ends_->actual(least);
      if (!is_small(least) || !is_stated(least))
        throw Refusal(
            "G2", fmt::format("the text is not read at sizes up to {}, and no instance has been looked at",
                              largest_instance));
      return expect_readable(least);
    }
    try {
      const auto setting = claim_.setting(variant_, small_.parameters_of(corner));
      for (const Check& check : setting->checks_before()) {
        if (check.essential && check.status != Status::holds)
          throw Refusal(check.name, fmt::format("at {}: {}", to_string(corner), check.reason.value_or("")));
      }
      if (!setting->runnable())
        throw Refusal("G2", fmt::format("nothing can be run at {}", to_string(corner)));
      expect_right(*setting, corner);
    } catch (const UsageError& error) {
      throw Refusal("G2", fmt::format("at {}: {}", to_string(corner), error.what()));
    }
  }

  // Below the corner: that names are known, and answers are what the task says. What is wrong there otherwise is no matter.
  void expect_readable(const Sizes& sizes) const {
    try {
      const auto setting = claim_.setting(variant_, small_.parameters_of(sizes));
      if (setting->runnable()) each_drawn(*setting, [&](const Word& word) { setting->all_outputs(word); });
    } catch (const UndefinedAnswer&) {
    } catch (const UsageError& error) {
      throw Refusal("G2", fmt::format("at {}: {}", to_string(sizes), error.what()));
    }
  }

  template <class Visit>
  static void each_drawn(const JudgedSetting& setting, const Visit& visit) {
    constexpr long most_drawn = 20;
    const InputSpace& inputs = setting.task().space();
    const Integer space = inputs.size();
    const Integer drawn = std::min(space, Integer(most_drawn));
    for (Integer k = 0; k < drawn; ++k)
      visit(inputs.unrank(drawn == 1 ? Integer(0) : Integer(k * (space - 1) / (drawn - 1))));
  }

  // A proof that an input contradicts is none of this program's: the task and the layer were read differently.
  static void expect_right(const JudgedSetting& setting, const Sizes& corner) {
    each_drawn(setting, [&](const Word& word) {
      for (const PositionOutput& output : setting.all_outputs(word)) {
        if (output.status != Status::refuted) continue;
        throw std::logic_error(fmt::format("what is proved at {} is wrong on {}", to_string(corner),
                                           setting.task().to_json(word).dump()));
      }
    });
  }

  void say_why_not_smaller(const Piece& piece, const Sizes& least) {
    for (const auto& [name, from] : piece.from) {
      if (from == least.at(name)) continue;
      Sizes corner = piece.from;
      corner[name] = from - 1;
      Sizes fixed = piece.fixed;
      if (corner.size() == 1) {  // the sharp form of the bound is for single sizes
        fixed[name] = from - 1;
        if (!is_stated(ends_->actual(fixed))) continue;
      }
      try {
        attempt(fixed, corner.size() == 1 ? Sizes{} : corner);
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
      if (!is_stated(actual)) continue;
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

  // Doubling, then bisection: what is proved from n on is proved from n + 1 on.
  void prove_one(const Sizes& fixed, const std::string& name, Integer& least, Piece& piece) const {
    const Integer minimum = least;
    const auto from = [&](const Integer& n) { return Sizes{{name, n}}; };
    Integer step = 0;
    while (!(piece.proof = succeeds(fixed, from(minimum + step)))) {
      if (step >= largest_step) attempt(fixed, from(minimum + step));
      if (step >= largest_step) break;
      step = step == 0 ? Integer(1) : Integer(2 * step);
    }
    Integer refused = step / 2;
    while (step > refused + 1) {
      const Integer middle = (step + refused) / 2;
      if (auto proof = succeeds(fixed, from(minimum + middle))) {
        piece.proof = std::move(proof);
        step = middle;
      } else {
        refused = middle;
      }
    }
    least = minimum + step;
    piece.closed[name] = least;
    // The sharp form of the bound may reach further down, one size at a time.
    while (least > minimum) {
      Sizes single = fixed;
      single[name] = least - 1;
      const Sizes sizes = ends_->actual(single);
      const auto proof = is_stated(sizes) ? succeeds(single, {}) : std::nullopt;
      if (!proof) break;
      piece.proof->steps.push_back({fmt::format("{} = {}", name, sizes.at(name).str()),
                                    "by the same steps with this size as a number"});
      least -= 1;
    }
  }

  // From a corner far out each size in turn as far down as the lemma goes.
  void prove_several(const Sizes& from, Piece& piece) const {
    for (auto& [name, least] : piece.from) least += largest_shift;
    piece.proof = attempt(piece.fixed, piece.from);
    for (const auto& [name, minimum] : from) {
      Integer low = minimum;
      Integer high = piece.from.at(name);
      while (low < high) {
        const Integer middle = (low + high) / 2;
        Sizes corner = piece.from;
        corner[name] = middle;
        if (auto proof = succeeds(piece.fixed, corner)) {
          piece.proof = std::move(proof);
          high = middle;
        } else {
          low = middle + 1;
        }
      }
      piece.from[name] = high;
    }
    piece.closed = piece.from;
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

  NetworkNames names_of(const Sizes& sizes) const {
    NetworkNames names;
    names.name = [sizes](const std::string& name) -> std::optional<NetworkValue> {
      const auto found = sizes.find(name);
      return found == sizes.end() ? std::nullopt : std::optional(NetworkValue{Rational(found->second)});
    };
    return names;
  }
  // Whether the theorem speaks of these sizes.
  bool is_stated(const Sizes& sizes) const {
    return std::all_of(text_.sizes.begin(), text_.sizes.end(), [&](const SizeStatement& size) {
      try {
        return evaluate_truth(size.condition, names_of(sizes));
      } catch (const NetworkError& error) {
        refuse(size.place, fmt::format("the condition {} has no value at {}: {}",
                                       language::to_string(size.condition), to_string(sizes), error.what()));
      }
    });
  }

  // One setting: by enumeration where it is small, else by the lemma, else by cover, else open.
  void settle(const Sizes& above_ends) {
    const Sizes sizes = ends_->actual(above_ends);
    if (!is_stated(sizes)) return;
    Piece piece;
    piece.fixed = sizes;
    if (small_.decide(sizes, most_inputs, false, piece)) {
      (piece.status == Status::undecided ? result_.open : result_.below).push_back(std::move(piece));
      return;
    }
    try {
      piece.proof = attempt(above_ends, {});
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
      if (!is_stated(sizes)) continue;
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
  RangeProof& result_;
  std::vector<std::string> order_;
  Sizes minimum_;
  std::optional<SizeEnds> ends_;  // once it is known which sizes are given
};

bool is_automatic(const TheoremText& text, const std::string& parameter) {
  return std::any_of(text.parameters.begin(), text.parameters.end(),
                     [&](const ParameterStatement& p) { return p.name == parameter && p.automatic; });
}

// A parameter's value has to be one that the theorem takes.
void expect_allowed(const TheoremText& text, const std::string& name, const Rational& value) {
  for (const ParameterStatement& parameter : text.parameters) {
    if (parameter.name != name) continue;
    NetworkNames names;
    names.name = [&](const std::string& asked) -> std::optional<NetworkValue> {
      return asked == name ? std::optional(NetworkValue{value}) : std::nullopt;
    };
    try {
      if (parameter.condition && !evaluate_truth(parameter.condition, names))
        throw UsageError(name, to_string(value), language::to_string(parameter.condition));
      if (parameter.allowed && !is_member(value, parameter.allowed, names))
        throw UsageError(name, to_string(value), "one of " + language::to_string(parameter.allowed));
    } catch (const NetworkError&) {
      throw UsageError(name, to_string(value), "a parameter whose condition does not depend on the sizes");
    }
  }
}

}  // namespace

std::string to_string(const Sizes& sizes) {
  std::vector<std::string> parts;
  for (const auto& [name, value] : sizes) parts.push_back(name + " = " + value.str());
  return fmt::format("{}", fmt::join(parts, ", "));
}

namespace {

std::string said_text(const Sizes& sizes, const std::map<std::string, std::string>& said) {
  std::vector<std::string> parts;
  parts.reserve(sizes.size());
  for (const auto& [name, value] : sizes) parts.push_back(name + " = " + said.at(name));
  return fmt::format("{}", fmt::join(parts, ", "));
}

}  // namespace

std::string fixed_text(const Piece& piece) {
  return said_text(piece.fixed, piece.said);
}
std::string corner_text(const Piece& piece) {
  return said_text(piece.from, piece.said);
}

void conclude(RangeProof& proof) {
  const auto bad = std::find_if(proof.below.begin(), proof.below.end(),
                                [](const Piece& p) { return p.status != Status::holds; });
  const std::string from = proof.main ? corner_text(*proof.main) : "";
  if (bad != proof.below.end()) {
    proof.status = bad->status;
    proof.reason = fmt::format("{} at {}: {}{}", attest::to_string(bad->status), fixed_text(*bad),
                               bad->reason, proof.main ? "; holds from " + from + " on" : "");
  } else if (!proof.open.empty()) {
    proof.status = Status::undecided;
    proof.reason = proof.main
                       ? fmt::format("holds from {} on; open: {}", from, fixed_text(proof.open.front()))
                       : "not proved for every size: " + proof.open.front().reason;
  } else if (!proof.main && proof.below.empty()) {
    proof.status = Status::undecided;
    proof.reason = "the theorem does not speak of these sizes";
  } else {
    proof.status = Status::holds;
    proof.reason = proof.main ? fmt::format("proved for all sizes from {} on{}", from,
                                            proof.below.empty() ? "" : ", decided below")
                              : "decided at this setting";
  }
}

namespace {

// Sizes and parameters of the words into the result; of parameters that are `auto` nothing.
void read_words(const TheoremClaim& claim, Variant variant, const std::vector<std::string>& sizes,
                const std::vector<std::string>& words, RangeProof& result) {
  for (const std::string& word : words) {
    const std::size_t equals = word.find('=');
    const std::string name = word.substr(0, equals);
    const std::string text = equals == std::string::npos ? "" : word.substr(equals + 1);
    const auto value = rational_from_string(text);
    const auto& specs = claim.info().parameters;
    const auto spec = std::find_if(specs.begin(), specs.end(), [&](const auto& s) { return s.name == name; });
    if (spec == specs.end()) throw UsageError(name, word, "a size or a parameter of " + result.claim);
    if (result.fixed.contains(name) || result.parameters.contains(name))
      throw UsageError(name, word, "one value");
    if (std::find(sizes.begin(), sizes.end(), name) != sizes.end()) {
      if (!value || denominator_of(*value) != 1 || (spec->minimum && numerator_of(*value) < *spec->minimum) ||
          *value > Rational(1000000)) {
        throw UsageError(name, text, "a value of this size");
      }
      result.fixed[name] = numerator_of(*value);
    } else {
      if (spec->type == ParameterType::named) {  // words are numbers in their order
        const auto word_at = std::find(spec->values.begin(), spec->values.end(), text);
        if (word_at == spec->values.end())
          throw UsageError(name, text, fmt::format("{}", fmt::join(spec->values, " or ")));
        result.parameters[name] = Rational(Integer(word_at - spec->values.begin() + 1));
        result.words[name] = text;
        continue;
      }
      if (!value && text == "auto" && is_automatic(claim.text(), name)) continue;
      if (!value) throw UsageError(name, text, "a number p/q");
      expect_allowed(variant_of(claim.text(), attest::to_string(variant)), name, *value);
      result.parameters[name] = *value;
    }
  }
  if (!claim.text().hints.empty()) refuse(claim.text().hints.front().place, "hints are not used so far");
}

// The parameter that is neither given nor has a value; nothing where all have one.
const ParameterStatement* open_parameter(const TheoremClaim& claim, const RangeProof& given) {
  for (const ParameterStatement& parameter : claim.text().parameters) {
    if (parameter.range) continue;  // a table, of which the prover says that it takes none
    if ((!parameter.value || parameter.automatic) && !given.parameters.contains(parameter.name))
      return &parameter;
  }
  return nullptr;
}

}  // namespace

std::optional<Sizes> corner_of(const TheoremClaim& claim, Variant variant,
                               const std::vector<std::string>& words, const VerifyOptions& options) {
  RangeProof result;
  RangeProver prover(claim, variant, options, result);
  read_words(claim, variant, prover.sizes(), words, result);
  return prover.corner();
}

RangeProof prove_for_every_size(const TheoremClaim& claim, Variant variant,
                                const std::vector<std::string>& words, const VerifyOptions& options,
                                bool measured) {
  RangeProof result;
  result.claim = claim.info().id;
  result.variant = variant;
  RangeProver prover(claim, variant, options, result);
  read_words(claim, variant, prover.sizes(), words, result);
  if (const ParameterStatement* open = open_parameter(claim, result)) {
    if (!open->automatic) throw UsageError(open->name, "", "a number p/q");
    return prove_with_automatic_value(claim, *open, words, std::move(result), options);
  }
  prover.run(measured);
  return result;
}

}  // namespace attest::theorems
