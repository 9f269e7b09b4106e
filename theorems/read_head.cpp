#include <fmt/format.h>

#include "theorems/kernels.hpp"
#include "theorems/keywords.hpp"
#include "theorems/reader.hpp"

namespace attest::theorems {

using language::Op;

// head left hard-maximum strassen for Sigma in (m, 2*m), leftmost, scale 1/sqrt(d)   @eq15
void Reader::read_head(LayerStatement& layer, const Token& word) {
  HeadStatement head;
  head.place = word.place;
  const Place at = tokens_.peek().place;
  const std::string first = tokens_.expect_identifier("a kind of attention, or a name and a kind").text;
  const bool kind_first = attention::kernel_of_word(first) || is_attention_polynomial(first);
  if (!kind_first) head.name = first;
  bool said = false;
  if (kind_first) said = take_attention_word(head, first, at);
  for (;;) {
    if (tokens_.at_word("for") && head.family.empty()) {
      read_family(head);
    } else if (tokens_.take_sign(",")) {
      if (tokens_.at_word("scale")) {
        tokens_.next();
        read_scale(head);
      } else if (!tokens_.take_word("leftmost")) {
        refuse_out_of_scope();
        tokens_.unexpected("'scale ..' or 'leftmost' after the comma of a head");
      } else {
        head.leftmost = true;
      }
    } else if (!statement_begins() && tokens_.peek().kind == TokenKind::name) {
      const Token next = tokens_.expect_identifier("a kind of attention");
      said = take_attention_word(head, next.text, next.place) || said;
    } else {
      break;
    }
  }
  if (!said) {  // a misspelled kind reads as a name
    const std::string near = language::did_you_mean(head.name, attention_words());
    tokens_.fail(at, near.empty()
                         ? fmt::format("the head '{}' says no kind of attention; expected one of: {}",
                                       head.name, attention_list())
                         : fmt::format("'{}' is no kind of attention{}", head.name, near));
  }
  if (head.leftmost && head.kernel != Kernel::hard_maximum) {
    tokens_.fail(head.place, "'leftmost' is said of a hard-maximum head");
  }
  head_indent_ = word.indent;
  head_open_ = true;
  layer.heads.push_back(std::move(head));
}

// One word of softmax, exact-match, .. or of standard, strassen, ..; fails where it is neither.
bool Reader::take_attention_word(HeadStatement& head, const std::string& word, const Place& place) {
  if (const auto kernel = attention::kernel_of_word(word)) {
    if (head.kernel_said) tokens_.fail(place, fmt::format("a second kernel, '{}'", word));
    head.kernel = *kernel;
    head.kernel_said = true;
    return true;
  }
  if (!is_attention_polynomial(word)) {
    tokens_.fail(place, fmt::format("'{}' is no kind of attention{}", word,
                                    language::did_you_mean(word, attention_words())));
  }
  if (!head.polynomial.empty()) tokens_.fail(place, fmt::format("a second attention polynomial, '{}'", word));
  if (word == "poly") {
    read_poly(head);
  } else {
    head.polynomial = word;
  }
  return true;
}

// poly(x1*x2 + x2*x3), poly(path t)
void Reader::read_poly(HeadStatement& head) {
  tokens_.expect_sign("(",
                      "and an attention polynomial after 'poly', as in poly(x1*x2 + x2*x3) or poly(path t)");
  if (tokens_.take_word("path")) {
    head.polynomial = "path";
    head.polynomial_arity = expression();
  } else {
    head.polynomial = language::to_string(expression());
  }
  tokens_.expect_sign(")", "after the attention polynomial");
}

// for Sigma in (m, 2*m)
void Reader::read_family(HeadStatement& head) {
  tokens_.next();
  head.family = tokens_.expect_name("the name of what differs between the heads").text;
  if (!tokens_.take_word("in")) tokens_.unexpected(fmt::format("'in' and the values of '{}'", head.family));
  const Place place = tokens_.peek().place;
  const Expression values = expression();
  if (values->op == Op::tuple) {
    head.members = values->children;
  } else if (values->op == Op::range || values->op == Op::difference) {
    head.members = {values};
  } else {
    tokens_.fail(place, fmt::format("expected the values of '{}', as in (m, 2*m)", head.family));
  }
}

void Reader::read_scale(HeadStatement& head) {
  if (head.scale) tokens_.fail(tokens_.peek().place, "a second scale of one head");
  head.scale = expression();
  head.scale_mark = mark();
}

// over k in KIND;  over j in [n] where j <= i;  over l: (i,l), (l,j)
void Reader::read_over(HeadStatement& head, const Token& word) {
  HeadStatement::Over over;
  over.place = word.place;
  over.variable = tokens_.expect_name("the index that the sum runs over").text;
  if (tokens_.take_sign(":")) {
    do {
      over.tuples.push_back(expression());
    } while (tokens_.take_sign(","));
  } else if (tokens_.take_word("in")) {
    const Expression range = expression();
    if (range->op == Op::name) {
      over.kind = range->name;
    } else {
      over.range = range;
    }
  }
  if (tokens_.at_word("where") && !tokens_.peek().first) {
    tokens_.next();
    over.such_that = expression();
  }
  if (over.tuples.empty() && over.kind.empty() && !over.range && !over.such_that) {
    tokens_.unexpected("'in', 'where' or ':' after the index, as in over j where j <= i");
  }
  head.over.push_back(std::move(over));
}

// row 1 as f(i) = ..;  row j in 2..t+1 (l) = ..;  query = ..;  key (j) = ..;  value 2 (j) = ..;  value = ..
void Reader::read_row(HeadStatement& head, const Token& word) {
  RowStatement row;
  row.place = word.place;
  row.role = word.text == "value" ? RowStatement::Role::value : RowStatement::Role::row;
  if (word.text == "query" || word.text == "key") {
    row.number = language::number(word.text == "query" ? 1 : 2);
    row.label = word.text;
  } else if (name_then("in")) {
    row.family = tokens_.next().text;
    row.number = language::name(row.family);
    tokens_.next();
    row.members = expression_before_equals();
  } else if (!tokens_.at_sign("=") && !tokens_.at_sign("(")) {
    row.number = expression_before_equals();
  } else if (word.text == "row") {
    tokens_.unexpected("the place of the row in the product, as in row 1 (i) = (..)");
  }
  if (tokens_.take_word("as")) row.label = tokens_.expect_name("the letter of a row").text;
  if (tokens_.at_sign("(")) row.indices = names_in_parentheses("the indices of a row");
  if (!row.indices.empty() && row.role == RowStatement::Role::value && tokens_.take_sign(",")) {
    row.receiver = std::move(row.indices);
    row.indices = names_in_parentheses("the indices of the token whose value this is, behind the receiver's");
  }
  tokens_.expect_sign("=", "and the coordinates of the row");
  row.vector = labelled_vector(row);
  row.mark = mark();
  head.rows.push_back(std::move(row));
}

namespace {

bool holds_tuple(const Expression& e) {
  if (e->op == Op::tuple || (e->op == Op::quantifier && e->quantifier == language::Quantifier::each))
    return true;
  const bool combines = e->op == Op::add || e->op == Op::subtract || e->op == Op::multiply ||
                        e->op == Op::divide || e->op == Op::negate;
  if (!combines) return false;
  for (const Expression& child : e->children) {
    if (holds_tuple(child)) return true;
  }
  return false;
}

}  // namespace

// Where in what follows the coordinates begin that say where they land, (out: pos, ..): how many tokens ahead.
std::optional<std::size_t> Reader::labelled_ahead() const {
  const auto is_sign = [&](std::size_t k, std::string_view sign) {
    return tokens_.peek(k).kind == TokenKind::sign && tokens_.peek(k).text == sign;
  };
  // out: or side(l):
  const auto label = [&](std::size_t k) {
    if (tokens_.peek(k).kind != TokenKind::name) return false;
    if (!is_sign(k + 1, "(")) return is_sign(k + 1, ":");
    long open = 0;
    for (++k; tokens_.peek(k).kind != TokenKind::end; ++k) {
      if (is_sign(k, "(")) ++open;
      if (is_sign(k, ")") && --open == 0) return is_sign(k + 1, ":");
    }
    return false;
  };
  long depth = 0;
  std::size_t opened = 0;  // the last sign that brought the depth to 1
  for (std::size_t k = 0; tokens_.peek(k).kind != TokenKind::end; ++k) {
    const Token& token = tokens_.peek(k);
    const bool begins = depth == 0 && is_sign(k, "(");
    if (depth == 0 && (begins || is_sign(k, "[") || is_sign(k, "{"))) opened = k;
    if (begins && label(k + 1)) return k;
    // The label of a later coordinate, (0, out: pos).
    if (depth == 1 && is_sign(opened, "(") && is_sign(k, ",") && label(k + 1)) return opened;
    if (is_sign(k, "(") || is_sign(k, "[") || is_sign(k, "{")) ++depth;
    if (is_sign(k, ")") || is_sign(k, "]") || is_sign(k, "}")) --depth;
    const bool next_statement = depth == 0 && k > 0 && token.kind == TokenKind::name &&
                                find_keyword(token.text) != nullptr &&
                                (tokens_.peek(k - 1).kind != TokenKind::sign || is_sign(k - 1, ")"));
    if (next_statement || is_sign(k, "@")) return std::nullopt;
  }
  return std::nullopt;
}

// A tuple, a factor times one, a sum of such: as an expression. Without a tuple it is a vector of one part.
// In (out: pos, 0) coordinates say where they land; a factor may stand before.
Expression Reader::labelled_vector(RowStatement& row) {
  const auto ahead = labelled_ahead();
  if (!ahead) {
    const Place place = tokens_.peek().place;
    const Expression vector = expression();
    return holds_tuple(vector) ? vector : language::node(Op::tuple, {vector}, place);
  }
  Expression factor;
  if (*ahead > 0) {
    const std::size_t times = tokens_.position() + *ahead - 1;
    if (tokens_.peek(*ahead - 1).text == "*") tokens_.set_limit(times);
    try {
      factor = expression();
    } catch (...) {
      tokens_.set_limit(limit_);
      throw;
    }
    tokens_.set_limit(limit_);
    if (tokens_.position() != times) tokens_.unexpected("a factor and '*' before the coordinates");
    tokens_.next();
  }
  const Place place = tokens_.next().place;
  std::vector<Expression> coordinates;
  do {
    std::string label;
    Expression at;
    Expression next = name_then(":") ? nullptr : expression();
    if (next && next->op == Op::call && next->children.size() == 1 && tokens_.take_sign(":")) {
      label = next->name;
      at = next->children[0];
      next = nullptr;
    } else if (!next) {
      label = tokens_.expect_name("a coordinate").text;
      tokens_.next();
    }
    row.coordinates.push_back(std::move(label));
    row.places.push_back(std::move(at));
    coordinates.push_back(next ? next : expression());
  } while (tokens_.take_sign(","));
  tokens_.expect_sign(")", "after the coordinates");
  const Expression tuple = language::node(Op::tuple, std::move(coordinates), place);
  return factor ? language::node(Op::multiply, {factor, tuple}, place) : tuple;
}

// score = -(phi_i - j)^2   @346, in the place of rows
void Reader::read_score(HeadStatement& head, const Token& word) {
  only_once(head.score != nullptr, head.score_place, word);
  tokens_.expect_sign("=", "and the score, in the place of rows");
  head.score = expression();
  head.score_mark = mark();
  head.score_place = word.place;
}

// displayed score = -(phi_i - j)^2   @346;  displayed inner j in [t] = ..
void Reader::read_displayed(HeadStatement& head, const Token& word) {
  DisplayStatement display;
  display.place = word.place;
  display.what = tokens_.expect_identifier("what is displayed, as in displayed score = ..").text;
  if (name_then("in")) {
    display.family = tokens_.expect_name("an index").text;
    tokens_.next();
    display.members = expression_before_equals();
  }
  tokens_.expect_sign("=", "and the displayed formula");
  display.formula = expression();
  display.mark = mark();
  head.displays.push_back(std::move(display));
}

}  // namespace attest::theorems
