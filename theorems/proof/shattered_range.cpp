#include "theorems/proof/shattered_range.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <stdexcept>

#include "claims/stop.hpp"
#include "claims/usage_error.hpp"
#include "theorems/claim_info.hpp"
#include "theorems/constants.hpp"
#include "theorems/fields.hpp"
#include "theorems/lets.hpp"
#include "theorems/patch.hpp"
#include "theorems/proof/by_shattering.hpp"
#include "theorems/written_claim.hpp"

namespace attest::theorems {

namespace {

using language::Op;
using proof::Refusal;

constexpr long most_corners = 16;
constexpr long most_tried_sizes = 6;  // where nothing is proved

class ShatteredRange {
 public:
  ShatteredRange(const Claim& claim, const TheoremText& text, Variant variant, const VerifyOptions& options,
                 RangeProof& result)
      : claim_(claim),
        text_(variant_of(text, attest::to_string(variant))),
        variant_(variant),
        options_(options),
        result_(result) {
    change_expressions(text_.sizes, [this](Expression& e) { e = without_lets(e, text_.lets); });
  }

  void decide(const std::vector<std::string>& words) {
    Piece piece;
    for (const std::string& word : words) {
      const std::size_t equals = word.find('=');
      const auto value =
          equals == std::string::npos ? std::nullopt : integer_from_string(word.substr(equals + 1));
      if (!value) throw UsageError("size", word, "size=number");
      result_.fixed[word.substr(0, equals)] = piece.fixed[word.substr(0, equals)] = *value;
    }
    add(std::move(piece),
        claim_.verify(variant_, parse_parameters(claim_.info().parameters, words), options_));
    finish();
  }

  void run() {
    try {
      read_size();
      find_corner();
    } catch (const Refusal& refusal) {
      result_.refusal = refusal.text();
    }
    if (result_.main) {
      settle_to(result_.main->from.at(size_) - 1);
    } else if (!size_.empty()) {
      settle_to(multiple_ * (first_ + most_tried_sizes - 1));
      result_.open.push_back({{},
                              {{size_, multiple_ * first_}},
                              Status::undecided,
                              std::nullopt,
                              result_.refusal,
                              std::nullopt});
    } else {
      result_.open.push_back({{}, {}, Status::undecided, std::nullopt, result_.refusal, std::nullopt});
    }
    finish();
  }

 private:
  void read_size() {
    if (text_.sizes.empty() || !text_.parameters.empty())
      throw Refusal("sizes", "rows for every size have one size and no parameters");
    const std::string& name = text_.sizes.front().name;
    for (const SizeStatement& size : text_.sizes) {
      if (size.name != name) throw Refusal("sizes", fmt::format("two sizes, {} and {}", name, size.name));
      const language::Expression& e = size.condition;
      const bool multiple = e->op == Op::equal && e->children[0]->op == Op::mod &&
                            e->children[0]->children[0]->op == Op::name &&
                            e->children[0]->children[1]->op == Op::number &&
                            e->children[1]->op == Op::number && e->children[1]->value == 0;
      if (!multiple) continue;
      multiple_ = numerator_of(e->children[0]->children[1]->value);
    }
    Integer least = 0;
    for (const ParameterSpec& spec : claim_.info().parameters) {
      if (spec.name == name) least = spec.minimum.value_or(0);
    }
    first_ = (least + multiple_ - 1) / multiple_;
    if (multiple_ < 1 || first_ < 1)
      throw Refusal("sizes", fmt::format("{} is not shown to be positive", name));
    size_ = name;
  }

  void find_corner() {
    std::string before;
    for (long step = 0;; ++step) {
      try {
        LemmaProof proof = prove_by_shattering(text_, size_, multiple_, first_ + step);
        Piece piece;
        piece.from[size_] = multiple_ * (first_ + step);
        piece.status = Status::holds;
        piece.evidence = Evidence::symbolic;
        piece.proof = std::move(proof);
        expect_instance(piece.from.at(size_));
        result_.main = std::move(piece);
        if (step > 0)
          result_.smaller.push_back({{{size_, Integer(multiple_ * (first_ + step - 1)).str()}}, before});
        return;
      } catch (const Refusal& refusal) {
        if (step == most_corners) throw;
        before = refusal.text();
      }
    }
  }

  std::optional<Verdict> verdict(const Integer& n) const {
    try {
      const Parameters parameters = parse_parameters(claim_.info().parameters, {size_ + "=" + n.str()});
      return claim_.verify(variant_, parameters, options_);
    } catch (const UsageError&) {
      return std::nullopt;
    }
  }

  // No part of the argument: at the corner every pattern is gone through. A proof that one contradicts is none of this program's.
  void expect_instance(const Integer& corner) const {
    const auto found = verdict(corner);
    if (!found) throw Refusal("S1", fmt::format("{} = {} is not read by `verify`", size_, corner.str()));
    if (found->status == Status::refuted || found->status == Status::ill_formed)
      throw std::logic_error(fmt::format("what is proved at {} = {} is wrong: {}", size_, corner.str(),
                                         found->reason.value_or("")));
  }

  bool is_stated(const Integer& n) const {
    NetworkNames names;
    names.name = [&](const std::string& name) -> std::optional<NetworkValue> {
      return name == size_ ? std::optional(NetworkValue{Rational(n)}) : std::nullopt;
    };
    return std::all_of(text_.sizes.begin(), text_.sizes.end(),
                       [&](const SizeStatement& size) { return evaluate_truth(size.condition, names); });
  }

  void settle_to(const Integer& last) {
    for (Integer n = multiple_ * first_; n <= last; ++n) {
      if (!is_stated(n)) continue;
      if (stop_requested()) {
        Piece rest;
        rest.fixed[size_] = n;
        rest.reason = "not begun: the run was stopped";
        result_.open.push_back(std::move(rest));
        return;
      }
      const auto found = verdict(n);
      Piece piece;
      piece.fixed[size_] = n;
      if (found) {
        add(std::move(piece), *found);
      } else if (result_.main) {
        piece.reason = "not read by verify";
        result_.open.push_back(std::move(piece));
      }
    }
  }

  // Of a size that is not judged nothing is said.
  void add(Piece piece, const Verdict& found) {
    if (found.status == Status::not_applicable) return;
    piece.status = found.status;
    piece.evidence = found.evidence;
    piece.reason = found.reason.value_or("");
    (found.status == Status::undecided ? result_.open : result_.below).push_back(std::move(piece));
  }

  void finish() {
    const auto say = [](Piece& piece) {
      for (const Sizes* sizes : {&piece.fixed, &piece.from}) {
        for (const auto& [name, value] : *sizes) piece.said[name] = value.str();
      }
    };
    if (result_.main) say(*result_.main);
    std::for_each(result_.below.begin(), result_.below.end(), say);
    std::for_each(result_.open.begin(), result_.open.end(), say);
    conclude(result_);
  }

  const Claim& claim_;
  TheoremText text_;
  Variant variant_;
  const VerifyOptions& options_;
  RangeProof& result_;
  std::string size_;
  Integer multiple_ = 1;
  Integer first_ = 1;  // of size/multiple
};

}  // namespace

RangeProof prove_shattered(const Claim& claim, const TheoremText& text, Variant variant,
                           const std::vector<std::string>& words, const VerifyOptions& options) {
  RangeProof result;
  result.claim = claim.info().id;
  result.variant = variant;
  ShatteredRange range(claim, text, variant, options, result);
  if (words.empty()) {
    range.run();
  } else {
    range.decide(words);
  }
  return result;
}

namespace {

const TextClaim* shattered_claim(const Claim& claim) {
  const auto* text = dynamic_cast<const TextClaim*>(&claim);
  return text != nullptr && text->text().shatter ? text : nullptr;
}

// The text is written for the parameters that are no sizes; it is the same for all sizes.
RangeProof prove_written(const Claim& claim, const WrittenClaim& written, Variant variant,
                         const std::vector<std::string>& words, const VerifyOptions& options) {
  std::vector<std::string> all = words;
  for (const ParameterSpec& spec : claim.info().parameters) {
    const bool given = std::any_of(words.begin(), words.end(), [&](const std::string& word) {
      return word.starts_with(spec.name + "=");
    });
    if (!given && !spec.default_value && spec.minimum)
      all.push_back(spec.name + "=" + attest::to_string(*spec.minimum));
  }
  const auto theorem = written.theorem(parse_parameters(claim.info().parameters, all));
  std::vector<std::string> kept;
  for (const std::string& word : words) {
    const std::string name = word.substr(0, word.find('='));
    const auto& specs = theorem->info().parameters;
    if (std::any_of(specs.begin(), specs.end(), [&](const auto& spec) { return spec.name == name; }))
      kept.push_back(word);
  }
  return prove_for_every_size(*theorem, variant, kept, options);
}

}  // namespace

bool states_proof(const Claim& claim) {
  return dynamic_cast<const TheoremClaim*>(&claim) != nullptr || shattered_claim(claim) != nullptr;
}

std::optional<RangeProof> prove_claim(const Claim& claim, Variant variant,
                                      const std::vector<std::string>& words, const VerifyOptions& options) {
  if (const auto* theorem = dynamic_cast<const TheoremClaim*>(&claim))
    return prove_for_every_size(*theorem, variant, words, options);
  if (const auto* written = dynamic_cast<const WrittenClaim*>(&claim))
    return prove_written(claim, *written, variant, words, options);
  const TextClaim* shattered = shattered_claim(claim);
  if (shattered == nullptr) return std::nullopt;
  return prove_shattered(claim, shattered->text(), variant, words, options);
}

}  // namespace attest::theorems
