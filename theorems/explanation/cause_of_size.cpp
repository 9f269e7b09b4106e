#include <fmt/format.h>

#include <array>

#include "numeric/short_decimal.hpp"
#include "theorems/explanation/cause_matter.hpp"

namespace attest::theorems {

namespace {

Integer floor_of_fraction(const Rational& value) {
  const Integer& above = numerator_of(value);
  const Integer& below = denominator_of(value);
  Integer quotient = above / below;  // towards zero
  if (quotient * below > above) --quotient;
  return quotient;
}

// The fraction of the least denominator between two that differ.
Rational simple_between(const Rational& low, const Rational& high) {
  constexpr long largest = 1000;
  for (long d = 1; d <= largest; ++d) {
    const Integer next = floor_of_fraction(low * d) + 1;
    if (Rational(next) < high * d) return {next, Integer(d)};
  }
  return (low + high) / 2;
}

// The number where it is short, else three decimals, rounded to the side that is named.
std::string rounded(const Rational& value, bool up) {
  if (attest::to_string(value).size() <= 4) return attest::to_string(value);
  const Integer thousandths = up ? -floor_of_fraction(-value * 1000) : floor_of_fraction(value * 1000);
  const Integer size = boost::multiprecision::abs(thousandths);
  std::string digits = Integer(size % 1000 + 1000).str().substr(1);
  digits.erase(digits.find_last_not_of('0') + 1);
  return (thousandths < 0 ? "-" : "") + Integer(size / 1000).str() + (digits.empty() ? "" : "." + digits);
}

// "1 more than the truth", "3/2 less than the truth"
std::string off_truth(const Rational& by) {
  return fmt::format("{} {} than the truth", short_text(by < 0 ? Rational(-by) : by),
                     by < 0 ? "less" : "more");
}

// A readout whose constant is another one.
std::string mended_by(const Rational& less) {
  return fmt::format("a readout {} by {} would be right on all of them", less < 0 ? "larger" : "smaller",
                     short_text(less < 0 ? Rational(-less) : less));
}

// "2 times the truth plus 1"
std::string line_in_truth(const Rational& a, const Rational& b) {
  const std::string slope = a == 1    ? "the truth"
                            : a == -1 ? "minus the truth"
                                      : short_text(a) + " times the truth";
  if (b == 0) return slope;
  return fmt::format("{} {} {}", slope, b < 0 ? "less" : "plus", short_text(b < 0 ? Rational(-b) : b));
}

class SizeTeller {
 public:
  SizeTeller(const CauseMatter& matter, CauseSheet& sheet)
      : m_(matter), facts_(*matter.facts), sheet_(sheet) {}

  // At most two facts, those first that say most.
  bool tell() {
    const std::size_t before = sheet_.sentences();
    const auto room = [&] { return sheet_.sentences() - before < 2; };
    if (all(facts_.equal_weights_right)) {
      sheet_.say(fmt::format("with equal weights y would be right on {}", facts_.everywhere()));
      blame(Part::scores, Part::readout);
    }
    tell_of_shift(m_.scene, facts_, sheet_);
    if (room() && all(facts_.least_score_right)) {
      sheet_.say(fmt::format("the {}s of the least score alone would be right on {}", arity_noun(m_.head()),
                             facts_.everywhere()));
      blame(Part::scores, Part::task);
    }
    if (room()) tell_of_feature();
    if (facts_.best_is && sheet_.sentences() == before) {
      sheet_.say(fmt::format("on {} the best alone gives {}", facts_.everywhere(),
                             line_in_truth(facts_.best_is->first, facts_.best_is->second)));
      blame(Part::values, Part::readout);
    }
    if (sheet_.sentences() == before) tell_of_tuples();
    return sheet_.sentences() > before;
  }

 private:
  using Part = ConstructionPart;

  void blame(Part first, std::optional<Part> other = {}) {
    std::vector<Blame> blamed{{{first}, m_.all_heads()}};
    if (other) blamed.push_back({{*other}, m_.all_heads()});
    sheet_.blame(std::move(blamed));
  }

  bool all(unsigned long right) const { return right == facts_.outputs; }

  // "the num of the best token", "where the second token of the best tuple stands"
  std::string of_best(const BestFeature& feature) const {
    static constexpr std::array<const char*, 4> nth{"first", "second", "third", "fourth"};
    const bool token = m_.head().over.arity() == 1;
    const std::string which = token ? "the best token"
                              : feature.place < nth.size()
                                  ? fmt::format("the {} token of the best tuple", nth[feature.place])
                                  : fmt::format("token {} of the best tuple", feature.place + 1);
    return feature.index ? fmt::format("the place {} of {}", feature.name, which)
                         : fmt::format("the {} of {}", feature.name, which);
  }

  // What the best token shows is the truth, and something else is handed on.
  void tell_of_feature() {
    if (facts_.truth_is.empty()) return;
    std::string text =
        fmt::format("on {} the truth is {}", facts_.everywhere(), of_best(*facts_.truth_is.begin()));
    if (!facts_.best_gives.empty())
      text += fmt::format(", and what it gives is {}", of_best(*facts_.best_gives.begin()));
    sheet_.say(text);
    blame(Part::values, Part::task);
  }

  // One softmax head or the like: whether some choice of a tuple would be right.
  void tell_of_tuples() {
    if (!facts_.some_tuple_right) return;
    const std::string noun = arity_noun(m_.head());
    const bool matching = m_.head().kernel == attention::Kernel::exact_match;
    if (all(*facts_.some_tuple_right)) {
      sheet_.say(fmt::format("on {} the value of some {}{} gives the truth; what is taken gives it on {}",
                             facts_.everywhere(), noun, matching ? ", or the 0 of no match," : " alone",
                             facts_.best_right));
      tell_what_would_be_right(m_, 0, sheet_);
      blame(Part::scores, Part::task);
    } else {
      sheet_.say(fmt::format("on {} no {}'s value alone gives the truth{}, whatever the scores are",
                             facts_.on(facts_.outputs - *facts_.some_tuple_right), noun,
                             matching ? ", nor does the 0 of no match" : ""));
      sheet_.blame({{{Part::values}, {0}}, {{Part::readout}, {}}, {{Part::task}, {}}}, false);
    }
  }

  const CauseMatter& m_;
  const SizeFacts& facts_;
  CauseSheet& sheet_;
};

}  // namespace

void tell_of_shift(const Scene& scene, const SizeFacts& facts, CauseSheet& sheet) {
  const std::size_t before = sheet.sentences();
  if (facts.excess) {
    const auto& [least, most] = *facts.excess;
    const Rational& within = scene.wanted.within;
    if (most - least >= 2 * within) return;
    const Rational by = least == most ? least : simple_between(most - within, least + within);
    if (by != 0)
      sheet.say(fmt::format(
          "on {} y is {}; {}", facts.everywhere(),
          least == most ? off_truth(least)
                        : fmt::format("the truth plus {} to {}", rounded(least, false), rounded(most, true)),
          mended_by(by)));
  } else if (facts.sides && facts.sides->first < facts.sides->second) {
    const auto& [most_no, least_yes] = *facts.sides;
    sheet.say(fmt::format("on {} y is at most {} where the answer is no and at least {} where it is yes; {}",
                          facts.everywhere(), rounded(most_no, true), rounded(least_yes, false),
                          mended_by(simple_between(most_no, least_yes))));
  }
  if (sheet.sentences() > before)
    sheet.blame({{{ConstructionPart::readout}, {}}, {{ConstructionPart::task}, {}}});
}

bool tell_of_size(const CauseMatter& matter, CauseSheet& sheet) {
  return matter.facts && SizeTeller(matter, sheet).tell();
}

}  // namespace attest::theorems
