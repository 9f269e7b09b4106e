// How an expression is read: recursive descent; language/parser.hpp is what others call.
//
//   parser.cpp          tokens, nodes, and the operators that climb through the levels of operators()
//   parser_forms.cpp    let, if, iterate, quantifiers
//   parser_operands.cpp numbers, words, calls, what stands in brackets
#pragma once

#include <fmt/format.h>

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "language/operators.hpp"
#include "language/parser.hpp"
#include "language/words.hpp"

namespace attest::language {

class ExpressionParser {
 public:
  explicit ExpressionParser(TokenStream& tokens) : tokens_(tokens) {}

  Expression expression() { return open_or(level::implies); }

 private:
  // A level of nesting, for as long as it lives.
  class Nested {
   public:
    explicit Nested(ExpressionParser& parser) : parser_(parser) {
      if (++parser.depth_ > deepest_nesting) {
        parser.tokens_.fail(parser.tokens_.peek().place,
                            fmt::format("the expression is nested more than {} deep", deepest_nesting));
      }
    }
    ~Nested() { --parser_.depth_; }
    Nested(const Nested&) = delete;
    Nested& operator=(const Nested&) = delete;

   private:
    ExpressionParser& parser_;
  };

  struct Sizes {
    long nodes = 1;
    long depth = 1;
  };

  // Tokens, remembering where the last one stood.

  Token take() {
    Token token = tokens_.next();
    last_ = token.place;
    return token;
  }

  bool take_sign(std::string_view sign) {
    if (!tokens_.at_sign(sign)) return false;
    take();
    return true;
  }

  bool take_word(std::string_view word) {
    if (!tokens_.at_word(word)) return false;
    take();
    return true;
  }

  void expect_sign(std::string_view sign, std::string_view where);
  void expect_word(std::string_view word, std::string_view where);
  std::string expect_new_name(std::string_view what);
  [[noreturn]] void missing(const std::string& expected) const;
  Place from(const Place& begin) const;
  Expression finish(Node node, const Place& begin);
  Expression finish(Op op, std::vector<Expression> children, const Place& begin, std::string text = {});
  Expression open_or(int level);
  bool is_call(const Token& token) const;
  Expression enclosed();
  Expression body();
  Expression let();
  Expression conditional();
  Expression iterate();
  Expression quantified(Quantifier quantifier);
  Binder binder(const std::string& word);
  Tie tie();
  const Operator* operator_here(int level);
  void refuse_foreign_operator(int level) const;
  Expression binary(int level);
  Expression word_part(const Expression& part);
  Expression comparison();
  Expression unary(int level);
  Expression primary();
  [[noreturn]] void no_operand() const;
  Expression numeral();
  Expression word();
  Expression subscripted(const Token& token, const std::string& base, const std::string& index);
  Expression call(const Token& token);
  Expression member(const Token& token);
  Expression parentheses();
  Expression first_numbers();
  Expression set();

  TokenStream& tokens_;
  Place last_;
  long depth_ = 0;
  bool in_ends_ = false;                 // inside of `let x = .. in`: the next `in` is that of let
  const Node* parenthesised_ = nullptr;  // what the last pair of parentheses held
  std::map<const Node*, Sizes> sizes_;   // of the parts that stand in no other yet
};

}  // namespace attest::language
