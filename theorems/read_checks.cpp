#include <fmt/format.h>

#include <algorithm>

#include "theorems/reader.hpp"

namespace attest::theorems {

namespace {

const std::vector<std::string> check_words{
    "output",    "unique-maximum", "size",      "growth",           "error",     "gap",
    "threshold", "normalised",     "separated", "assert",           "displayed", "vc",
    "shattered", "entries",        "answers",   "one-half-a-token", "one-sided", "free-values"};

}  // namespace

// check output, unique-maximum, size constant in n    also growth error <= exp(-some c * n^2)
void Reader::read_checks(const Token& word) {
  skip_equals_of_patch();
  do {
    out_->checks.push_back(check(word.text == "check"));
  } while (tokens_.take_sign(","));
}

CheckStatement Reader::check(bool essential) {
  CheckStatement result;
  result.essential = essential;
  result.place = tokens_.peek().place;
  const std::size_t start = tokens_.position();
  result.name = one_of(check_words, "a check");
  const auto formula = [&](const char* example) {
    const Place place = tokens_.peek().place;
    result.formula = expression();
    if (result.formula->children.size() != 2 && result.formula->op != language::Op::quantifier) {
      tokens_.fail(place, fmt::format("expected a comparison, as in {}", example));
    }
  };
  if (result.name == "size") {
    if (tokens_.take_word("constant")) {
      if (!tokens_.take_word("in")) tokens_.unexpected("'in' and the sizes, as in size constant in n");
      result.names.push_back(tokens_.expect_name("a size").text);
      const auto is_check = [](const std::string& w) {
        return w == "unique" || std::find(check_words.begin(), check_words.end(), w) != check_words.end();
      };
      while (tokens_.at_sign(",") && tokens_.peek(1).kind == TokenKind::name &&
             !is_check(tokens_.peek(1).text)) {
        tokens_.next();
        result.names.push_back(tokens_.expect_name("a size").text);
      }
    } else {
      tokens_.unexpected("'constant in' and the sizes, as in size constant in n");
    }
  } else if (result.name == "growth") {
    formula("growth error <= exp(-some c * n^2)");
  } else if (result.name == "assert") {
    if (std::string name = name_of_assert(); !name.empty()) result.names.push_back(std::move(name));
    formula("assert n >= 2");
  } else if (result.name == "entries" || result.name == "free-values") {
    result.formula = expression();
  } else if (result.name == "error" || result.name == "gap" || result.name == "vc") {
    tokens_.back_to(start);
    formula("error <= 1/4");
  } else if (result.name == "displayed") {
    result.names.push_back(tokens_.expect_identifier("what is displayed, as in displayed score").text);
  }
  const auto inside = [&](const Place& p) {
    const Place& last = tokens_.previous()->place;
    const auto at = [](const Place& place) { return std::pair(place.line, place.column); };
    return at(p) >= at(result.place) && at(p) <= at(last);
  };
  // The constants that are to be found: `some c`.
  for (auto at = constants_.begin(); at != constants_.end();) {
    if (!result.formula || !inside(at->place)) {
      ++at;
      continue;
    }
    result.constants.push_back(at->text);
    at = constants_.erase(at);
  }
  result.mark = mark();
  return result;
}

// assert triangular-pairs: CONDITION; empty where there is no name.
std::string Reader::name_of_assert() {
  const std::size_t start = tokens_.position();
  if (tokens_.peek().kind == TokenKind::name) {
    const Token name = tokens_.expect_identifier("a name or a condition");
    if (tokens_.take_sign(":")) {
      if (std::find(check_words.begin(), check_words.end(), name.text) != check_words.end())
        tokens_.fail(name.place,
                     fmt::format("'{}' is a check already; an assert has a name of its own", name.text));
      return name.text;
    }
  }
  tokens_.back_to(start);
  return "";
}

// hint squares;  hint shift = n
void Reader::read_hint(const Token& word) {
  HintStatement hint;
  hint.place = word.place;
  hint.name = one_of({"squares", "shift", "ties-harmless"}, "a hint");
  const bool has_value = hint.name == "shift";
  if (!has_value && tokens_.at_sign("="))
    tokens_.fail(tokens_.peek().place, fmt::format("the hint '{}' has no value", hint.name));
  if (has_value) {
    tokens_.expect_sign("=", "and the shift, as in hint shift = n");
    hint.value = expression();
  }
  out_->hints.push_back(std::move(hint));
}

// read k^2/B as k^2 because "a stray fraction"
void Reader::read_read(const Token& word) {
  ReadAsStatement reading;
  reading.place = word.place;
  reading.printed = expression();
  reading.literal = language::to_string(reading.printed);
  if (!tokens_.take_word("as")) tokens_.unexpected("'as' and what is read in its place");
  reading.expression = expression();
  reading.because = because();
  if (reading.because.empty()) tokens_.unexpected("'because' and a reason after a reading");
  out_->readings.push_back(std::move(reading));
}

}  // namespace attest::theorems
