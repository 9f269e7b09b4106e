#include "theorems/proof/automatic_value.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "claims/usage_error.hpp"
#include "theorems/constants.hpp"
#include "theorems/fields.hpp"
#include "theorems/lets.hpp"
#include "theorems/patch.hpp"
#include "theorems/proof/window_search.hpp"
#include "theorems/varying_names.hpp"

namespace attest::theorems {

namespace {

constexpr long values_of_a_size = 3;          // of one that the candidates speak of
constexpr long parts_of_one = 1000;           // ends of the window are multiples of 1/1000
constexpr long sizes_tried = 3;               // of each, where `verify` may contradict
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
    for (const Sizes& sizes : settings_around(from, 0, sizes_tried)) {
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

  // Ends in thousandths: the upper one is proved from the same corner on, and with all sizes below.
  std::optional<Window> window(const Rational& below, const Rational& proved, const Sizes& from) const {
    const Integer known = in_parts(proved);
    if (part(known) != proved) return std::nullopt;
    const WindowSearch search(claim_, given_.variant, parameter_, words_, options_);
    const WindowSearch::Side side{proved,      part(1), -1, known - 1, Integer(known - in_parts(below)),
                                  parts_of_one};
    Window result;
    result.parameter = parameter_;
    result.least = search.end(side, from);
    return result;
  }

  Parameters parameters_at(const Sizes& sizes, const Rational& value) const {
    std::vector<std::string> words = words_with(value);
    for (const auto& [name, size] : sizes) words.push_back(name + "=" + size.str());
    return parse_parameters(claim_.info().parameters, words);
  }

  const TheoremClaim& claim_;
  const std::string& parameter_;
  std::vector<std::string> words_;
  RangeProof given_;
  const VerifyOptions& options_;
};

}  // namespace

RangeProof prove_with_automatic_value(const TheoremClaim& claim, const ParameterStatement& parameter,
                                      const std::vector<std::string>& words, RangeProof given,
                                      const VerifyOptions& options) {
  const TheoremText text = variant_of(claim.text(), attest::to_string(given.variant));
  std::vector<const ParameterSpec*> open;  // sizes that the candidates speak of
  const auto& specs = claim.info().parameters;
  for (const std::string& name : language::free_names(without_lets(parameter.candidates, text.lets))) {
    const auto spec = std::find_if(specs.begin(), specs.end(), [&](const auto& s) { return s.name == name; });
    if (spec != specs.end() && !given.fixed.contains(name)) open.push_back(&*spec);
  }
  if (open.size() > 1) {
    given.reason =
        fmt::format("the candidates of {} depend on {} and {}, of which one at least is to be given",
                    parameter.name, open[0]->name, open[1]->name);
    return given;
  }
  if (open.empty()) {
    std::map<std::string, Rational> sizes;
    for (const auto& [name, value] : given.fixed) sizes.emplace(name, Rational(value));
    std::vector<Rational> candidates = automatic_candidates(text, parameter.name, sizes);
    std::sort(candidates.begin(), candidates.end());
    if (candidates.empty()) {
      given.reason = parameter.name + " has no candidate";
      return given;
    }
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
