#include <fmt/format.h>

#include "theorems/reader.hpp"

namespace attest::theorems {

namespace {

const std::vector<std::string> kinds_of_program{"construction", "algorithm", "reduction", "lowerbound",
                                                "task"};

}  // namespace

// program reduction
void Reader::read_program(const Token& word) {
  if (out_->program) only_once(true, out_->program->place, word);
  out_->program = {one_of(kinds_of_program, "what kind of claim the program decides"), word.place};
}

// A value without blanks, or one in double quotes.
std::string Reader::value_of_argument(const std::string& example) {
  if (tokens_.peek().kind == TokenKind::text) return tokens_.next().text;
  return bare_value(example);
}

// argument n : integer 1..4 "vectors in each set";  argument eps : rational > 0 <= 1 = 1/10 "..";
// argument code : one of greedy, reed-solomon = greedy "..";  argument h : polynomial or all = "x1*x2" ".."
void Reader::read_argument() {
  ArgumentStatement argument;
  argument.place = tokens_.peek().place;
  ParameterSpec& spec = argument.spec;
  spec.name = tokens_.expect_name("the name of an argument").text;
  for (const ArgumentStatement& other : out_->arguments) {
    if (other.spec.name == spec.name)
      tokens_.fail(argument.place, fmt::format("a second argument '{}'; the first one is in line {}",
                                               spec.name, other.place.line));
  }
  tokens_.expect_sign(":", fmt::format("and a type after the argument '{}'", spec.name));
  const auto integer = [&](const char* what) {
    const Token& token = tokens_.peek();
    if (token.kind != TokenKind::number || denominator_of(token.value) != 1) tokens_.unexpected(what);
    return Integer(numerator_of(tokens_.next().value));
  };
  const std::string type =
      one_of({"integer", "rational", "one", "polynomial"}, "the type of an argument, as in one of yes, no");
  if (type == "integer") {
    spec.type = ParameterType::integer;
    spec.minimum = integer("the least value, as in integer 1..4");
    tokens_.expect_sign("..", "and the largest value, as in integer 1..4");
    spec.maximum = integer("the largest value, as in integer 1..4");
    if (*spec.maximum < *spec.minimum) tokens_.fail(argument.place, "the range runs backwards");
  } else if (type == "rational") {
    spec.type = ParameterType::rational;
    if (tokens_.take_sign(">")) spec.minimum = integer("a whole number, as in rational > 0");
    if (tokens_.take_sign("<=")) spec.maximum = integer("a whole number, as in rational > 0 <= 1");
  } else if (type == "one") {
    spec.type = ParameterType::named;
    if (!tokens_.take_word("of")) tokens_.unexpected("'of' and the values, as in one of yes, no");
    do {
      spec.values.push_back(value_of_argument("one of yes, no"));
    } while (tokens_.take_sign(","));
  } else {
    spec.type = ParameterType::polynomial;
  }
  while (tokens_.take_word("or")) spec.values.push_back(value_of_argument("integer 1..4 or auto"));
  if (tokens_.take_sign("=")) spec.default_value = value_of_argument("= 2");
  spec.meaning = tokens_.expect_text("what the argument means").text;
  out_->arguments.push_back(std::move(argument));
}

// change "..", below a variant that is a program; false where no sentence follows.
bool Reader::read_difference(const Token& word) {
  if (word.text != "change" || !in_variant_ || tokens_.peek().kind != TokenKind::text) return false;
  out_->variants.back().differences.push_back({tokens_.next().text, word.place});
  return true;
}

}  // namespace attest::theorems
