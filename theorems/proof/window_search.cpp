#include "theorems/proof/window_search.hpp"

#include <algorithm>

#include "claims/usage_error.hpp"

namespace attest::theorems {

namespace {

constexpr long most_steps_outward = 100;
constexpr int most_window_rounds = 2;
constexpr long sizes_below = 3;              // the corner, of each size, where a value may fail
constexpr long sizes_beyond = 3;             // from the corner on
const Integer most_window_inputs = 100'000;  // of a setting that is tried

Rational at(const WindowSearch::Side& side, const Integer& k) {
  return side.start + Rational(Integer(side.direction * k)) * side.unit;
}

}  // namespace

std::vector<Sizes> settings_around(const Sizes& corner, long below, long beyond) {
  std::vector<Sizes> all(1);
  for (const auto& [name, least] : corner) {
    std::vector<Sizes> longer;
    for (const Sizes& begun : all) {
      for (Integer n = std::max(Integer(0), Integer(least - below)); n < least + beyond; ++n) {
        longer.push_back(begun);
        longer.back()[name] = n;
      }
    }
    all = std::move(longer);
  }
  return all;
}

WindowSearch::WindowSearch(const TheoremClaim& claim, Variant variant, std::string parameter,
                           std::vector<std::string> words, const VerifyOptions& options)
    : claim_(claim),
      variant_(variant),
      parameter_(std::move(parameter)),
      words_(std::move(words)),
      options_(options) {}

std::vector<std::string> WindowSearch::words_with(const Rational& value) const {
  std::vector<std::string> words = words_;
  words.push_back(parameter_ + "=" + to_string(value));
  return words;
}

std::optional<Sizes> WindowSearch::corner(const Rational& value) const {
  try {
    return corner_of(claim_, variant_, words_with(value), options_);
  } catch (const UsageError&) {
    return std::nullopt;
  }
}

bool WindowSearch::is_proved(const Rational& value) const {
  try {
    return prove_for_every_size(claim_, variant_, words_with(value), options_, false).status == Status::holds;
  } catch (const UsageError&) {
    return false;
  }
}

// Between one that serves and one that does not.
Integer WindowSearch::farthest(Integer low, Integer high, const Serves& serves) {
  while (high > low + 1) {
    const Integer middle = (low + high) / 2;
    (serves(middle) ? low : high) = middle;
  }
  return low;
}

Integer WindowSearch::proved_distance(const Side& side, const Sizes& from) const {
  const Serves has_corner = [&](const Integer& k) {
    const auto found = corner(at(side, k));
    return found && std::all_of(from.begin(), from.end(),
                                [&](const auto& size) { return found->at(size.first) <= size.second; });
  };
  Integer low = 0;
  Integer high = 1;
  if (side.refused) {
    high = *side.refused;
  } else {
    while (high <= side.most && has_corner(high)) {
      low = high;
      high = std::min(Integer(2 * high), Integer(side.most + 1));
      if (low == side.most) break;
    }
  }
  const Integer end = farthest(low, high, has_corner);
  const Serves serves = [&](const Integer& k) { return is_proved(at(side, k)); };
  return end == 0 || serves(end) ? end : farthest(0, end, serves);
}

Window::End WindowSearch::end(const Side& side, const Sizes& from) const {
  const Integer proved = proved_distance(side, from);
  Window::End result{at(side, proved), std::nullopt, {}, {}};
  std::optional<Integer> nearest;
  for (const Sizes& sizes : settings_around(from, sizes_below, sizes_beyond))
    find_failure(side, proved, sizes, nearest, result);
  return result;
}

// The input that is worst at the proved value, then the one that is worst just inside of where this one fails.
void WindowSearch::find_failure(const Side& side, const Integer& proved, const Sizes& sizes,
                                std::optional<Integer>& nearest, Window::End& end) const {
  Integer inside = proved;
  for (int round = 0; round < most_window_rounds; ++round) {
    const auto input = worst_input(sizes, at(side, inside));
    const auto found = input ? first_failure(side, proved, sizes, nearest, *input) : std::nullopt;
    if (!found) return;
    nearest = found;
    end.fails = at(side, *found);
    end.at = sizes;
    end.input = input->dump();
    inside = *found - 1;
  }
}

// Nearer than those that are known; nothing where none is found. Being wrong is not monotone, so that an input is followed outward in
// steps and bisected in the last one alone.
std::optional<Integer> WindowSearch::first_failure(const Side& side, const Integer& proved,
                                                   const Sizes& sizes, const std::optional<Integer>& nearest,
                                                   const Json& input) const {
  const Integer last = nearest ? Integer(*nearest - 1) : side.most;
  const auto wrong = [&](const Integer& k) { return is_wrong(sizes, at(side, k), input); };
  Integer low = proved;
  Integer high = std::min(Integer(low + side.step), last);
  for (long k = 0; low < last && !wrong(high); ++k) {
    if (k == most_steps_outward) return std::nullopt;
    low = high;
    high = std::min(Integer(low + side.step), last);
  }
  if (low >= last) return std::nullopt;
  while (high > low + 1) {
    const Integer middle = (low + high) / 2;
    (wrong(middle) ? high : low) = middle;
  }
  return high;
}

Parameters WindowSearch::parameters_at(const Sizes& sizes, const Rational& value) const {
  std::vector<std::string> words = words_with(value);
  for (const auto& [name, size] : sizes) words.push_back(name + "=" + size.str());
  return parse_parameters(claim_.info().parameters, words);
}

std::optional<Json> WindowSearch::worst_input(const Sizes& sizes, const Rational& value) const {
  try {
    const Parameters parameters = parameters_at(sizes, value);
    if (claim_.number_of_inputs(variant_, parameters) > most_window_inputs) return std::nullopt;
    const Verdict verdict = claim_.verify(variant_, parameters, options_);
    if (verdict.worst_input.is_null()) return std::nullopt;
    return verdict.worst_input.at("input");
  } catch (const UsageError&) {  // sizes that the theorem does not speak of
    return std::nullopt;
  }
}

bool WindowSearch::is_wrong(const Sizes& sizes, const Rational& value, const Json& input) const {
  try {
    return claim_.run(variant_, parameters_at(sizes, value), input, 0).at("verdict") ==
           to_string(Status::refuted);
  } catch (const UsageError&) {  // a value that the theorem does not take
    return false;
  }
}

}  // namespace attest::theorems
