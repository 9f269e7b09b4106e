#include "theorems/proof/automatic_value.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "claims/usage_error.hpp"
#include "theorems/constants.hpp"
#include "theorems/fields.hpp"
#include "theorems/lets.hpp"
#include "theorems/patch.hpp"
#include "theorems/varying_names.hpp"

namespace attest::theorems {

namespace {

constexpr long values_of_a_size = 3;  // of one that the candidates speak of
constexpr long parts_of_one = 1000;   // ends of the window are multiples of 1/1000
constexpr long most_steps_down = 100;
constexpr int most_rounds = 2;
constexpr long sizes_tried = 3;               // of each, for a value that fails
const Integer most_inputs_of_a_try = 20'000;  // of a setting that is tried

Rational part(const Integer& k) {
  return {k, Integer(parts_of_one)};
}

Integer in_parts(const Rational& value) {
  return numerator_of(value) * parts_of_one / denominator_of(value);
}

class AutomaticValue {
 public:
  AutomaticValue(const TheoremClaim& claim, const std::string& parameter, std::vector<std::string> words,
                 RangeProof given, const VerifyOptions& options)
      : claim_(claim),
        parameter_(parameter),
        words_(std::move(words)),
        given_(std::move(given)),
        options_(options) {
    std::erase(words_, parameter + "=auto");
  }

  RangeProof run(const std::vector<Rational>& candidates) const {
    const auto last = corner(candidates.back());
    if (!last) return undecided(proof_with(candidates.back()), candidates.back());
    // A larger value makes the weights of all but the best tuples smaller, and with them the bound; of a parameter of another kind
    // this finds some candidate.
    std::size_t low = 0;
    std::size_t high = candidates.size() - 1;
    while (low < high) {
      const std::size_t middle = (low + high) / 2;
      if (corner(candidates[middle]) == last) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    RangeProof proof = proof_with(candidates[high], true);
    if (proof.status != Status::holds) return undecided(std::move(proof), candidates[high]);
    proof.reason += fmt::format(
        ", with {} = {} throughout; at a single size auto is the first candidate that serves there",
        parameter_, to_string(candidates[high]));
    if (const std::string other = contradiction(*last, candidates.front()); !other.empty()) {
      proof.status = Status::undecided;
      proof.reason += ", and " + other;
      return proof;
    }
    proof.window = window(high == 0 ? Rational(0) : candidates[high - 1], candidates[high], *last);
    return proof;
  }

 private:
  std::vector<std::string> words_with(const Rational& value) const {
    std::vector<std::string> words = words_;
    words.push_back(parameter_ + "=" + to_string(value));
    return words;
  }
  std::optional<Sizes> corner(const Rational& value) const {
    return corner_of(claim_, given_.variant, words_with(value), options_);
  }
  RangeProof proof_with(const Rational& value, bool measured = false) const {
    return prove_for_every_size(claim_, given_.variant, words_with(value), options_, measured);
  }

  // That one candidate fails somewhere refutes nothing: another one may be the first that works there.
  RangeProof undecided(RangeProof proof, const Rational& value) const {
    proof.status = Status::undecided;
    proof.reason = fmt::format("not proved with {} = {}, the candidate of auto that was tried: {}",
                               parameter_, to_string(value), proof.reason);
    return proof;
  }

  // Whether more than the scale of scores hangs on the parameter: rows, values, what is displayed of them, the readout.
  bool speaks_of_more_than_scale() const {
    TheoremText text = with_lets_written_out(variant_of(claim_.text(), attest::to_string(given_.variant)));
    for (LayerStatement& layer : text.layers) {
      for (HeadStatement& head : layer.heads) head.scale = nullptr;
    }
    const std::vector<std::string> names{parameter_};
    bool found = false;
    const auto look = [&](Expression& e) { found = found || speaks_of(e, names); };
    change_expressions(text.tokens, look);
    change_expressions(text.layers, look);
    change_expressions(text.readout, look);
    for (const ParameterStatement& other : text.parameters)
      found = found || (other.name != parameter_ && speaks_of(other.value, names));
    return found;
  }

  // What `verify` finds against the theorem at one of the first sizes with the candidate that auto takes there: displays and rows of
  // a candidate that serves are that candidate's own, and what is proved of another one says nothing of them.
  std::string contradiction(const Sizes& from, const Rational& first) const {
    const bool whole = speaks_of_more_than_scale();
    std::vector<std::string> words = whole ? words_ : words_with(first);
    if (whole) words.push_back(parameter_ + "=auto");
    for (const Sizes& sizes : settings(from)) {
      try {
        std::vector<std::string> all = words;
        for (const auto& [name, size] : sizes) all.push_back(name + "=" + size.str());
        const Parameters parameters = parse_parameters(claim_.info().parameters, all);
        const auto setting = claim_.setting(given_.variant, parameters_at(sizes, first));
        if (setting->task().space().size() > most_inputs_of_a_try) continue;
        Status status = Status::holds;
        for (const Check& check : setting->checks_before()) {
          if (check.essential && check.status == Status::ill_formed) status = check.status;
        }
        if (whole) status = claim_.verify(given_.variant, parameters, options_).status;
        if (status == Status::refuted || status == Status::ill_formed)
          return fmt::format("`verify` finds {} at {}", attest::to_string(status),
                             theorems::to_string(sizes));
      } catch (const UsageError&) {  // sizes that the theorem does not speak of
      }
    }
    return "";
  }

  Window window(const Rational& below, const Rational& proved, const Sizes& from) const {
    Window result{parameter_, proved, std::nullopt, {}, {}};
    // Ends in thousandths: the upper one is proved from the same corner on, and with all sizes below.
    const Integer known = in_parts(proved);
    if (part(known) != proved) return result;
    const auto bisected = [&](Integer low, Integer high, const auto& serves) {
      while (high > low + 1) {
        const Integer middle = (low + high) / 2;
        (serves(part(middle)) ? high : low) = middle;
      }
      return high;
    };
    const auto is_proved = [&](const Rational& value) { return proof_with(value).status == Status::holds; };
    Integer end =
        bisected(in_parts(below), known, [&](const Rational& value) { return corner(value) == from; });
    if (end != known && !is_proved(part(end))) end = bisected(end, known, is_proved);
    result.proved = part(end);
    for (const Sizes& sizes : settings(from)) find_failure(sizes, result);
    return result;
  }

  std::vector<Sizes> settings(const Sizes& from) const {
    std::vector<Sizes> all(1);
    for (const auto& [name, least] : from) {
      std::vector<Sizes> longer;
      for (const Sizes& begun : all) {
        for (Integer n = least; n < least + sizes_tried; ++n) {
          longer.push_back(begun);
          longer.back()[name] = n;
        }
      }
      all = std::move(longer);
    }
    return all;
  }

  // How large a value is at which an input is wrong: the one that is worst at the proved value, then those that are worst a little above
  // where the one before was. Being wrong is not monotone, so that each is followed from above in whole steps and bisected in the
  // last one alone.
  void find_failure(const Sizes& sizes, Window& result) const {
    Rational value = result.proved;
    for (int round = 0; round < most_rounds; ++round) {
      const auto input = worst_input(sizes, value);
      if (!input) return;
      const Integer known = result.fails ? in_parts(*result.fails) : Integer(0);
      const Integer found = last_failure(sizes, in_parts(result.proved), known, *input);
      if (found <= known) return;
      result.fails = part(found);
      result.at = sizes;
      result.input = input->dump();
      value = part(found + 1);
    }
  }

  // At most `known` where none above is found.
  Integer last_failure(const Sizes& sizes, Integer high, const Integer& known, const Json& input) const {
    Integer low = high - parts_of_one;
    for (long k = 0; low > known && !is_wrong(sizes, part(low), input); ++k) {
      if (k == most_steps_down) return known;
      high = low;
      low -= parts_of_one;
    }
    if (low <= known) low = known + 1;
    if (low >= high || !is_wrong(sizes, part(low), input)) return known;
    while (high > low + 1) {
      const Integer middle = (low + high) / 2;
      (is_wrong(sizes, part(middle), input) ? low : high) = middle;
    }
    return low;
  }

  Parameters parameters_at(const Sizes& sizes, const Rational& value) const {
    std::vector<std::string> words = words_with(value);
    for (const auto& [name, size] : sizes) words.push_back(name + "=" + size.str());
    return parse_parameters(claim_.info().parameters, words);
  }

  std::optional<Json> worst_input(const Sizes& sizes, const Rational& value) const {
    try {
      const Parameters parameters = parameters_at(sizes, value);
      if (claim_.setting(given_.variant, parameters)->task().space().size() > most_inputs_of_a_try)
        return std::nullopt;
      const Verdict verdict = claim_.verify(given_.variant, parameters, options_);
      if (verdict.worst_input.is_null()) return std::nullopt;
      return verdict.worst_input.at("input");
    } catch (const UsageError&) {  // sizes that the theorem does not speak of
      return std::nullopt;
    }
  }

  bool is_wrong(const Sizes& sizes, const Rational& value, const Json& input) const {
    return claim_.run(given_.variant, parameters_at(sizes, value), input, 0).at("verdict") ==
           to_string(Status::refuted);
  }

  const TheoremClaim& claim_;
  const std::string& parameter_;
  std::vector<std::string> words_;
  RangeProof given_;
  const VerifyOptions& options_;
};

}  // namespace

std::string Window::text() const {
  std::string text;
  if (fails) {
    text = fmt::format("{} = {} fails {}on {}; ", parameter, to_string(*fails),
                       at.empty() ? "" : "at " + theorems::to_string(at) + ", ", input);
  }
  return text + fmt::format("{} = {} is proved", parameter, to_string(proved));
}

RangeProof prove_with_automatic_value(const TheoremClaim& claim, const ParameterStatement& parameter,
                                      const std::vector<std::string>& words, RangeProof given,
                                      const VerifyOptions& options) {
  const TheoremText text = variant_of(claim.text(), attest::to_string(given.variant));
  std::vector<const ParameterSpec*> open;  // sizes that the candidates speak of
  const auto& specs = claim.info().parameters;
  for (const std::string& name : language::free_names(parameter.candidates)) {
    const auto spec = std::find_if(specs.begin(), specs.end(), [&](const auto& s) { return s.name == name; });
    if (spec != specs.end() && !given.fixed.contains(name)) open.push_back(&*spec);
  }
  if (open.size() > 1 || !text.hints.empty()) throw UsageError(parameter.name, "auto", "a number p/q");
  if (open.empty()) {
    std::map<std::string, Rational> sizes;
    for (const auto& [name, value] : given.fixed) sizes.emplace(name, Rational(value));
    std::vector<Rational> candidates = automatic_candidates(text, parameter.name, sizes);
    std::sort(candidates.begin(), candidates.end());
    if (candidates.empty()) throw UsageError(parameter.name, "auto", "a number p/q");
    return AutomaticValue(claim, parameter.name, words, std::move(given), options).run(candidates);
  }
  const std::string& size = open.front()->name;
  const Integer least = open.front()->minimum.value_or(0);
  RangeProof result = std::move(given);
  for (Integer n = least; n < least + values_of_a_size; ++n) {
    std::vector<std::string> fixed = words;
    fixed.push_back(size + "=" + n.str());
    const RangeProof proof = prove_for_every_size(claim, result.variant, fixed, options);
    Piece piece;
    piece.fixed = proof.fixed;
    piece.status = proof.status;
    piece.reason = proof.reason;
    for (const auto& [name, value] : piece.fixed) piece.said[name] = value.str();
    if (proof.main) {
      piece.evidence = Evidence::symbolic;
      piece.from = proof.main->from;
      for (const auto& [name, said] : proof.main->said) piece.said[name] = said;
      piece.proof = proof.main->proof;
    }
    if (proof.window) piece.note = proof.window->text();
    (proof.status == Status::holds ? result.below : result.open).push_back(std::move(piece));
  }
  Piece rest;
  rest.fixed = result.fixed;
  for (const auto& [name, value] : rest.fixed) rest.said[name] = value.str();
  rest.from[size] = least + values_of_a_size;
  rest.said[size] = rest.from[size].str();
  rest.reason = fmt::format("the candidates of {} depend on {}, which is to be given", parameter.name, size);
  result.open.push_back(std::move(rest));
  std::string proved;
  for (const Piece& piece : result.below) proved += (proved.empty() ? "" : "; ") + fixed_text(piece);
  result.reason =
      fmt::format("{}; open: {} >= {}", proved.empty() ? "nothing is proved" : "proved for " + proved, size,
                  result.open.back().said.at(size));
  return result;
}

}  // namespace attest::theorems
