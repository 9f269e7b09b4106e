// The layer of a record on one input, by its definition: tuple by tuple,
//
//   y_r = readout([x_r +] W_O (a_r^(1); ..; a_r^(H))),  a_r = sum over tuples of weight(score) * value.
#pragma once

#include "checker/number.hpp"
#include "checker/record.hpp"

namespace attest_check {

class Layer {
 public:
  // The tokens at the record's sizes. Rejection.
  explicit Layer(const Record& record);

  struct Judged {
    std::size_t token = 0;
    const Task* task = nullptr;
  };
  const std::vector<Judged>& judged() const { return judged_; }
  std::string token_name(std::size_t token) const;  // 3, (1, 2), ITEM 3

  // Whether the cells are an input of the theorem, and whether its outputs are judged.
  bool is_input(const std::vector<long>& cells) const;
  bool is_judged(const std::vector<long>& cells) const;
  // The right answer: an integer; of a sign 1 or 0.
  mpz_class truth(const std::vector<long>& cells, const Judged& judged) const;

  // To be called before outputs are asked for.
  void encode(const std::vector<long>& cells);
  Number output(std::size_t token, mpfr_prec_t bits) const;

 private:
  struct Token {
    std::size_t kind = 0;
    std::vector<mpq_class> indices;
  };
  Scope scope(const std::vector<long>* cells) const;
  std::vector<mpq_class> encoded(std::size_t token, const std::vector<long>& cells) const;
  // The index tuples that a head sums over at a judged token, the receiver first, in their order.
  using Visit = std::function<void(const std::vector<std::size_t>& tuple)>;
  void each_tuple(const Head& head, std::size_t receiver, const Visit& visit) const;
  void add_tokens(std::size_t kind);
  void add_judged(const Task& task);
  mpq_class feature(const TokenKind::Feature& feature, const Token& token, Scope& scope) const;
  std::vector<Number> head(const Head& head, std::size_t receiver, mpfr_prec_t bits) const;

  const Record& record_;
  std::vector<Token> tokens_;
  std::vector<Judged> judged_;
  std::vector<std::vector<mpq_class>> stream_;  // [token]
};

}  // namespace attest_check
