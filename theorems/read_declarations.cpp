#include <fmt/format.h>

#include "theorems/reader.hpp"

namespace attest::theorems {

namespace {

using language::Op;

// The name that stands first in an expression, n_s as one word; nothing where there is none.
std::optional<std::string> first_name(const Expression& e) {
  if (!e) return std::nullopt;
  if (e->op == Op::name) return e->name;
  if (e->op == Op::subscript) return whole_name(*e);
  for (const Expression& child : e->children) {
    if (const auto found = first_name(child)) return found;
  }
  return std::nullopt;
}

bool is_condition(const Expression& e) {
  switch (e->op) {
    case Op::equal:
    case Op::unequal:
    case Op::less:
    case Op::less_equal:
    case Op::greater:
    case Op::greater_equal:
    case Op::logic_and:
    case Op::logic_or:
    case Op::logic_not:
    case Op::implies:
    case Op::element:
      return true;
    default:
      return e->op == Op::quantifier &&
             (e->quantifier == language::Quantifier::exists || e->quantifier == language::Quantifier::forall);
  }
}

}  // namespace

// theorem mine/mid "Title" extends strassen/function-composition (repaired)
void Reader::read_theorem_line(const Token& word) {
  only_once(!out_->id.empty(), out_->place, word);
  const Token id = tokens_.expect_identifier("the theorem's name");
  out_->id = id.text;
  out_->place = id.place;
  if (tokens_.peek().kind == TokenKind::text && !tokens_.peek().first)
    out_->title = tokens_.expect_text("a title").text;
  if (!tokens_.take_word("extends")) return;
  out_->extends = "?";  // patches may follow, whatever is wrong with the name
  const bool file = tokens_.peek().kind == TokenKind::text;
  out_->extends = file ? tokens_.next().text
                       : tokens_.expect_identifier("a theorem's name, or a file in double quotes").text;
  if (out_->extends.empty()) tokens_.fail(id.place, "the theorem extends a file without a name");
  if (!tokens_.take_sign("(")) return;
  out_->extends_variant = tokens_.expect_identifier("the name of a variant").text;
  tokens_.expect_sign(")", "after the variant");
}

// source 000 "Theorem 4.2" lines 326-348
void Reader::read_source(const Token& word) {
  SourceStatement source;
  source.place = word.place;
  if (tokens_.peek().kind == TokenKind::number || tokens_.peek().kind == TokenKind::text) {
    source.seed = tokens_.next().text;
  } else {
    tokens_.unexpected("the number of a seed or a source in double quotes");
  }
  if (tokens_.peek().kind == TokenKind::text && !tokens_.peek().first) {
    source.statement = tokens_.next().text;
  }
  if (tokens_.take_word("lines")) {
    source.first_line = whole_number("a line", 1, 1'000'000'000);
    source.last_line = tokens_.take_sign("-") ? whole_number("a line", 1, 1'000'000'000) : source.first_line;
    if (source.last_line < source.first_line) {
      tokens_.fail(word.place,
                   fmt::format("the lines {}-{} run backwards", source.first_line, source.last_line));
    }
  }
  out_->sources.push_back(std::move(source));
}

void Reader::read_statement(const Token& word) {
  if (out_->statement) only_once(true, out_->statement->place, word);
  out_->statement = {tokens_.expect_text("the theorem in words").text, word.place};
}

void Reader::read_remark(std::vector<Remark>& all, const Token& word) {
  all.push_back({tokens_.expect_text("one sentence").text, word.place});
}

// sizes n >= 1, m >= n, m mod 2 = 0
void Reader::read_sizes() {
  do {
    const Token first = tokens_.peek();
    const Expression condition = expression();
    const auto name = first_name(condition);
    if (!name || !is_condition(condition)) {
      tokens_.fail(first.place, "expected a condition that begins with the name of a size, as in n >= 1");
    }
    const bool from_below = condition->op == Op::greater_equal || condition->op == Op::greater;
    if (from_below && condition->children[1]->op == Op::negate && condition->children[0]->op == Op::name)
      tokens_.fail(condition->children[1]->place, fmt::format("{} is a size, which is 0 or more", *name));
    out_->sizes.push_back({*name, condition, first.place});
  } while (tokens_.take_sign(","));
}

// limit verify n <= 1000, run n <= 10^6
void Reader::read_limit() {
  std::string command = one_of({"verify", "run"}, "a command");
  do {
    if ((tokens_.at_word("verify") || tokens_.at_word("run")) && tokens_.peek(1).kind == TokenKind::name) {
      command = tokens_.next().text;
    }
    const Place place = tokens_.peek().place;
    const Expression condition = expression();
    if (!is_condition(condition)) tokens_.fail(place, "expected a condition, as in n <= 12");
    out_->limits.push_back({command, condition, place});
  } while (tokens_.take_sign(","));
}

// param c = 3;  param c > 0 = 3;  param c = auto in 1/4*(1..2000);  param s in {1, 2} = 1;  param T : [n] -> [m] from seed
void Reader::read_parameter() {
  const std::size_t before = tokens_.position();
  const Token name = tokens_.expect_name("the name of a parameter");
  ParameterStatement p;
  p.name = name.text;
  p.place = name.place;
  if (tokens_.take_sign(":")) {
    InputStatement table = input_type();
    if (table.shape != Shape::any || table.domains.empty()) {
      tokens_.fail(name.place, "a table of parameters is a function, [n] -> [m]");
    }
    p.domains = std::move(table.domains);
    p.range = std::move(table.range);
    if (!tokens_.take_word("from"))
      tokens_.unexpected("'from seed' or 'from file' after the type of a table");
    p.from = one_of({"seed", "file"}, "where a table comes from");
    if (p.from == "seed" && tokens_.take_word("or"))
      p.from += " or " + one_of({"file"}, "where else a table comes from");
  } else {
    if (tokens_.take_word("in")) {
      p.allowed = expression_before_equals();
    } else if (tokens_.at_sign("<") || tokens_.at_sign("<=") || tokens_.at_sign(">") ||
               tokens_.at_sign(">=")) {
      tokens_.back_to(before);
      p.condition = expression_before_equals();
    }
    if (tokens_.take_sign("=")) {
      if (!p.allowed && tokens_.at_word("auto")) {
        tokens_.next();
        if (!tokens_.take_word("in"))
          tokens_.unexpected("'in' and the candidates after 'auto', as in auto in 1..20");
        p.automatic = true;
        p.candidates = expression();
      } else {
        p.value = expression();
      }
    }
  }
  out_->parameters.push_back(std::move(p));
}

// input a : [n] -> [m] injective, x : [n]
void Reader::read_input() {
  for (InputStatement& input : typed_names("the name of an input")) out_->inputs.push_back(std::move(input));
}

std::vector<InputStatement> Reader::typed_names(std::string_view what) {
  std::vector<InputStatement> result;
  do {
    const Token name = tokens_.expect_name(what);
    tokens_.expect_sign(":", fmt::format("and a type after the input '{}'", name.text));
    InputStatement input = input_type();
    input.name = name.text;
    input.place = name.place;
    result.push_back(std::move(input));
  } while (tokens_.take_sign(","));
  return result;
}

InputStatement Reader::input_type() {
  InputStatement type;
  const Place place = tokens_.peek().place;
  const auto of = [&](const char* what) {
    if (!tokens_.take_word("of")) tokens_.unexpected(fmt::format("'of' after '{}'", what));
    type.range = expression();
  };
  if (tokens_.take_word("subset")) {
    of("subset");
    type.shape = Shape::subset;
    return type;
  }
  if (tokens_.take_word("permutation")) {
    of("permutation");
    type.shape = Shape::permutation;
    type.domains = {type.range};
    return type;
  }
  if (tokens_.take_word("word")) {  // word n over [k]: [n] -> [k]
    const Place length = tokens_.peek().place;
    type.word = true;
    type.domains = {language::node(Op::range, {expression()}, length)};
    if (!tokens_.take_word("over")) tokens_.unexpected("'over' and an alphabet after the length of a word");
    type.range = expression();
    return type;
  }
  std::vector<Expression> sets{expression()};
  while (tokens_.take_word("x")) sets.push_back(expression());
  if (tokens_.take_sign("->")) {
    type.domains = std::move(sets);
    type.range = expression();
    if (tokens_.take_word("injective")) type.shape = Shape::injective;
    if (tokens_.take_word("permutation")) {
      if (type.domains.size() != 1 || !language::same(type.domains.front(), type.range)) {
        tokens_.fail(place, "a permutation maps a set to itself, [n] -> [n]");
      }
      type.shape = Shape::permutation;
    }
  } else if (sets.size() > 1) {
    tokens_.unexpected("'->' and a range after a product");
  } else {
    type.range = sets.front();
  }
  return type;
}

// spelled {"f": [G, H], "x": x}
void Reader::read_spelled(const Token& word) {
  if (out_->spelled) only_once(true, out_->spelled->place, word);
  skip_equals_of_patch();
  if (!tokens_.at_sign("{")) tokens_.unexpected("'{' and the JSON form of an input, as in {\"x\": x}");
  out_->spelled = spelling(0);
  out_->spelled->place = word.place;
}

Spelling Reader::spelling(int depth) {
  Spelling result;
  result.place = tokens_.peek().place;
  if (depth > 16) tokens_.fail(result.place, "at most 16 levels of lists and objects are read");
  if (tokens_.take_sign("{")) {
    result.kind = Spelling::Kind::object;
    do {
      result.keys.push_back(tokens_.expect_text("a key").text);
      tokens_.expect_sign(":", "after a key");
      result.parts.push_back(spelling(depth + 1));
    } while (tokens_.take_sign(","));
    tokens_.expect_sign("}", "after the last value");
  } else if (tokens_.take_sign("[")) {
    result.kind = Spelling::Kind::list;
    do {
      result.parts.push_back(spelling(depth + 1));
    } while (tokens_.take_sign(","));
    tokens_.expect_sign("]", "after the last element");
  } else {
    result.input = tokens_.expect_name("an input, '[' or '{'").text;
    if (result.input == "letters" && tokens_.peek().kind == TokenKind::name && !tokens_.peek().first) {
      result.kind = Spelling::Kind::letters;
      result.input = tokens_.expect_name("an input").text;
    }
  }
  return result;
}

// judged if P
void Reader::read_judged(const Token& word) {
  if (out_->judged_if) only_once(true, out_->judged_if->place, word);
  if (!tokens_.take_word("if")) tokens_.unexpected("'if' after 'judged'");
  out_->judged_if = expression();
}

// let s(i,j) = EXPR
void Reader::read_let(std::vector<LetStatement>& all) {
  const Token name = tokens_.expect_name("the name of a definition");
  LetStatement let;
  let.name = name.text;
  let.place = name.place;
  if (tokens_.at_sign("(")) let.arguments = names_in_parentheses("the arguments of a definition");
  tokens_.expect_sign("=", fmt::format("and what '{}' stands for", name.text));
  let.value = expression();
  all.push_back(std::move(let));
}

}  // namespace attest::theorems
