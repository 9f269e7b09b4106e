// By recursive descent, a function for each line of the table "What binds to what", those that bind least first.
#include "checker/expression.hpp"

#include <algorithm>

#include "checker/refusal.hpp"

namespace attest_check {

namespace {

constexpr int deepest = 400;  // calls inside each other; each level of brackets takes about a dozen
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

  // The next token; empty at the end.
  void advance() {
    while (at_ < text_.size() && text_[at_] == ' ') ++at_;
    begin_ = at_;
    if (at_ == text_.size()) {
      token_.clear();
      return;
    }
    const char c = text_[at_];
    if (is_letter(c)) {
      while (at_ < text_.size() && (is_letter(text_[at_]) || is_digit(text_[at_]) || text_[at_] == '_'))
        ++at_;
    } else if (is_digit(c)) {
      const auto digits = [&] {
        while (at_ < text_.size() && is_digit(text_[at_])) ++at_;
      };
      digits();
      if (at_ + 1 < text_.size() && text_[at_] == '.' && is_digit(text_[at_ + 1])) {
        ++at_;
        digits();
      }
      if (at_ < text_.size() && (is_letter(text_[at_]) || text_[at_] == '_'))
        fail("a name begins with a letter");
    } else {
      static const std::vector<std::string> two{"..", "++", "!=", "<=", ">="};
      at_ += is_in(two, text_.substr(at_, 2)) ? 2 : 1;
      static const std::string one = "+-*/^()[]{},:=<>\\";
      if (at_ - begin_ == 1 && one.find(c) == std::string::npos) fail(std::string("what is ") + c);
    }
    token_ = text_.substr(begin_, at_ - begin_);
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

  struct Level {
    explicit Level(Parser& p) : parser(p) {
      if (++parser.depth_ > deepest) parser.fail("too many brackets inside each other");
    }
    ~Level() { --parser.depth_; }
    Parser& parser;
  };

  Expression expression() {
    const Level level(*this);
    Expression left = disjunction();
    if (!skip("implies")) return left;
    return made(Op::operation, "implies", {left, expression()});
  }
  // The tree, which is evaluated by recursion, is no deeper than it has operators and levels.
  void count_operator() { ++operators_ <= 1500 ? void() : fail("more than 1500 operators"); }
  // Several operators of one level, from the left.
  template <class Operand>
  Expression from_left(const std::vector<std::string>& signs, Operand operand) {
    Expression left = operand();
    while (is_in(signs, token_)) {
      count_operator();
      const std::string sign = token_;
      advance();
      Expression right = operand();
      left = made(Op::operation, sign, {left, right});
    }
    return left;
  }
  Expression disjunction() {
    return from_left({"or"}, [&] { return from_left({"and"}, [&] { return negation(); }); });
  }
  Expression negation() {
    const Level level(*this);
    if (skip("not")) return made(Op::operation, "not", {negation()});
    return comparison();
  }
  bool compares() const {
    static const std::vector<std::string> signs{"=", "!=", "<", "<=", ">", ">="};
    return is_in(signs, token_) || (is("in") && !of_let_);
  }
  Expression comparison() {
    Expression left = joined();
    Expression all;
    while (compares()) {  // a < b <= c is a < b and b <= c
      const std::string sign = token_;
      advance();
      Expression right = joined();
      Expression one = made(Op::operation, sign, {left, right});
      all = all ? made(Op::operation, "and", {all, one}) : one;
      left = right;
      count_operator();
    }
    return all ? all : left;
  }
  Expression joined() {
    return from_left({"++"}, [&] { return set_without(); });
  }
  Expression set_without() {
    return from_left({"\\"}, [&] { return range(); });
  }
  Expression range() {
    Expression first = sum();
    if (!skip("..")) return first;
    Expression last = sum();
    if (is("..")) fail("a..b..c");
    return made(Op::range, "", {first, last});
  }
  Expression sum() {
    return from_left({"+", "-"}, [&] {
      return from_left({"*", "/", "div", "mod"}, [&] { return negative(); });
    });
  }
  Expression negative() {
    const Level level(*this);
    if (skip("-")) return made(Op::operation, "-", {negative()});
    Expression base = operand();
    if (!skip("^")) return base;
    return made(Op::operation, "^", {base, negative()});
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
    const Level level(*this);
    if (token_.empty()) fail("expected an operand, found the end");
    if (is_digit(token_[0])) {
      auto node = std::make_shared<Node>();
      std::string digits = token_;
      mpz_class denominator = 1;
      if (const std::size_t point = digits.find('.'); point != std::string::npos) {
        mpz_ui_pow_ui(denominator.get_mpz_t(), 10, digits.size() - point - 1);
        digits.erase(point, 1);
      }
      node->value = mpq_class(mpz_class(digits, 10), denominator);
      node->value.canonicalize();
      advance();
      return node;
    }
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
      node->binders.emplace_back(bound, in_brackets([&] { return set_without(); }));
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
  std::size_t at_ = 0, begin_ = 0;
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
