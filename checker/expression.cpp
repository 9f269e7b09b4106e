// By recursive descent, a function for each line of the table "What binds to what", those that bind least first.
#include "checker/expression.hpp"

#include <algorithm>

#include "checker/refusal.hpp"

namespace attest_check {

namespace {

constexpr int deepest = 400;  // brackets and signs inside each other, of which a bracket counts twice
constexpr std::size_t longest = 200000;

bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}
bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

Expression made(Op op, std::string text, std::vector<Expression> children) {
  auto node = std::make_shared<Node>();
  node->op = op;
  node->text = std::move(text);
  node->children = std::move(children);
  return node;
}

bool is_in(const std::vector<std::string>& words, const std::string& word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}
// Of words between blanks.
bool is_among(const std::string& words, const std::string& word) {
  return words.find(" " + word + " ") != std::string::npos;
}

const std::string quantifiers = " sum product count exists forall max min argmax argmin least each ";
// What names nothing, either.
const std::string reserved = " and div else if implies in iterate let mod not or then ";

class Parser {
 public:
  explicit Parser(const std::string& text) : text_(text) {
    if (text.size() > longest) fail("a text of more than 200000 bytes");
    advance();
  }

  Expression run() {
    Expression result = expression();
    if (!token_.empty()) fail("found " + token_ + " behind an expression");
    return result;
  }

 private:
  [[noreturn]] void fail(const std::string& what) const {
    throw Rejection("in the expression " + text_.substr(0, 200) + ": " + what);
  }

  // The next token, empty at the end: letters, digits and _ (a number with its point), a sign of two, or one of one byte.
  void advance() {
    while (at_ < text_.size() && text_[at_] == ' ') ++at_;
    const std::size_t begin = at_;
    const auto digit = [&](std::size_t at) { return at < text_.size() && is_digit(text_[at]); };
    const auto word = [&] {
      if (at_ == text_.size()) return false;
      const char c = text_[at_];
      const bool point = c == '.' && is_digit(text_[begin]) && digit(at_ + 1);
      return is_letter(c) || is_digit(c) || c == '_' || point;
    };
    while (word()) ++at_;
    static const std::vector<std::string> two{"..", "++", "!=", "<=", ">="};
    if (at_ == begin) at_ = std::min(text_.size(), begin + (is_in(two, text_.substr(begin, 2)) ? 2 : 1));
    token_ = text_.substr(begin, at_ - begin);
  }
  bool is(const std::string& token) const { return token_ == token; }
  bool skip(const std::string& token) {
    if (!is(token)) return false;
    advance();
    return true;
  }
  void expect(const std::string& token) {
    if (!skip(token)) fail("expected " + token + ", found " + (token_.empty() ? "the end" : token_));
  }
  std::string name() {
    if (token_.empty() || !is_letter(token_[0]) || is_among(quantifiers, token_) ||
        is_among(reserved, token_))
      fail("expected a name, found " + (token_.empty() ? "the end" : token_));
    const std::string result = token_;
    advance();
    return result;
  }

  template <class Work>
  Expression deeper(const Work& work) {
    if (++depth_ > deepest) fail("too many brackets inside each other");
    Expression result = work();
    --depth_;
    return result;
  }
  Expression expression() {
    return deeper([&] { return joined(0); });
  }
  // The tree, which is evaluated by recursion, is no deeper than it has operators and levels.
  void count_operator() { ++operators_ <= 1500 ? void() : fail("more than 1500 operators"); }
  // What the operators of this row of the table join, from the left.
  static constexpr std::size_t comparisons = 3, set_without = 5;
  Expression joined(std::size_t row) {
    static const std::vector<std::string> table{" implies ", " or ", " and ", " = != < <= > >= in ", " ++ ",
                                                " \\ ",      " .. ", " + - ", " * / div mod "};
    if (row == table.size()) return negative();
    if (row == comparisons && skip("not"))
      return made(Op::operation, "not", {deeper([&] { return joined(comparisons); })});
    Expression left = joined(row + 1), compared;
    while (is_among(table[row], token_) && !(is("in") && of_let_)) {
      count_operator();
      const std::string sign = token_;
      advance();
      if (sign == "implies") return made(Op::operation, sign, {left, expression()});
      Expression right = joined(row + 1);
      if (sign == ".." && is("..")) fail("a..b..c");
      Expression both = made(sign == ".." ? Op::range : Op::operation, sign, {left, right});
      // a < b <= c is a < b and b <= c
      if (row == comparisons) compared = compared ? made(Op::operation, "and", {compared, both}) : both;
      left = row == comparisons ? right : both;
    }
    return compared ? compared : left;
  }
  Expression negative() {
    const auto inner = [&] { return negative(); };
    if (skip("-")) return made(Op::operation, "-", {deeper(inner)});
    Expression base = deeper([&] { return operand(); });
    return skip("^") ? made(Op::operation, "^", {base, deeper(inner)}) : base;
  }

  // What stands in brackets may compare by `in` again.
  template <class Work>
  auto in_brackets(const Work& work) {
    const bool outer = of_let_;
    of_let_ = false;
    auto result = work();
    of_let_ = outer;
    return result;
  }
  std::vector<Expression> listed(const std::string& end) {
    return in_brackets([&] {
      std::vector<Expression> result;
      if (skip(end)) return result;
      do result.push_back(expression());
      while (skip(","));
      expect(end);
      return result;
    });
  }

  Expression operand() {
    if (token_.empty()) fail("expected an operand, found the end");
    if (is_digit(token_[0])) return number();
    if (skip("(")) {
      std::vector<Expression> list = listed(")");
      if (list.empty()) fail("nothing in parentheses");
      return made(list.size() == 1 ? Op::letter : Op::tuple, "", list);
    }
    if (skip("[")) {
      std::vector<Expression> list = listed("]");
      if (list.size() != 1) fail("expected [k]");
      return made(Op::range, "", list);
    }
    if (skip("{")) return made(Op::set, "", listed("}"));
    if (skip("let")) return let();
    if (skip("if")) return conditional();
    if (skip("iterate")) return iterate();
    const bool touches = at_ < text_.size() && text_[at_] == '(';
    if (is_among(quantifiers, token_) && !(touches && (is("max") || is("min")))) return quantifier();
    if (!is_letter(token_[0]) || is_among(reserved, token_)) fail("expected an operand, found " + token_);
    const std::string word = token_;
    advance();
    if (!touches) return made(Op::name, word, {});
    expect("(");
    return made(Op::call, word, listed(")"));
  }

  Expression number() {
    auto node = std::make_shared<Node>();
    const std::size_t point = std::min(token_.find('.'), token_.size());
    const std::string digits = token_.substr(0, point) + token_.substr(std::min(point + 1, token_.size()));
    if (!std::all_of(digits.begin(), digits.end(), is_digit)) fail("expected a number, found " + token_);
    mpz_class denominator;
    mpz_ui_pow_ui(denominator.get_mpz_t(), 10, digits.size() - point);
    node->value = mpq_class(mpz_class(digits, 10), denominator);
    node->value.canonicalize();
    advance();
    return node;
  }
  Expression let() {
    const std::string bound = name();
    expect("=");
    const bool outer = of_let_;
    of_let_ = true;
    Expression value = expression();
    of_let_ = outer;
    expect("in");
    return made(Op::let, bound, {value, expression()});
  }
  Expression conditional() {
    Expression condition = in_brackets([&] { return expression(); });
    expect("then");
    Expression yes = in_brackets([&] { return expression(); });
    expect("else");
    return made(Op::conditional, "", {condition, yes, expression()});
  }
  Expression iterate() {
    const std::string bound = name();
    expect("from");
    Expression from = in_brackets([&] { return expression(); });
    expect("for");
    Expression times = in_brackets([&] { return expression(); });
    expect("times");
    expect(":");
    return made(Op::iterate, bound, {from, times, expression()});
  }
  Expression quantifier() {
    auto node = std::make_shared<Node>();
    node->op = Op::quantifier;
    node->text = token_;
    advance();
    do {
      const std::string bound = name();
      expect("in");
      node->binders.emplace_back(bound, in_brackets([&] { return joined(set_without); }));
    } while (skip(","));
    if (skip("where")) node->such_that = in_brackets([&] { return expression(); });
    expect(":");
    node->children.push_back(expression());
    const bool chooses = node->text == "argmax" || node->text == "argmin";
    if (chooses && (is("first") || is("last") || is("unique"))) {
      node->tie = token_;
      advance();
    }
    if ((chooses || node->text == "max" || node->text == "min" || node->text == "least") && skip("else"))
      node->children.push_back(expression());
    return node;
  }

  const std::string& text_;
  std::size_t at_ = 0;
  std::string token_;
  int depth_ = 0;
  int operators_ = 0;
  bool of_let_ = false;  // in the value of a let, where `in` ends it
};

}  // namespace

Expression parsed(const std::string& text) {
  return Parser(text).run();
}

}  // namespace attest_check
