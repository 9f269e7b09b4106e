// The tokens, index tuples and right answers of a record at its sizes. Cells may be free_cell: FreeCell where one is needed.
#pragma once

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
  struct Token {
    std::size_t kind = 0;
    std::vector<mpq_class> indices;
  };
  const std::vector<Judged>& judged() const { return judged_; }
  const std::vector<Token>& tokens() const { return tokens_; }

  // The names that expressions of the whole input may use (null: that see no input), and those of a task's answer.
  Scope scope(const std::vector<long>* cells) const;
  Scope task_scope(const std::vector<long>& cells, const Judged& judged) const;
  // The right answer: an integer; of a sign 1 or 0.
  mpz_class truth(const std::vector<long>& cells, const Judged& judged) const;
  // What the token carries. With `open` a coordinate that needs a free cell is 0 and stands there with the cell.
  std::vector<mpq_class> encoded(std::size_t token, const std::vector<long>& cells,
                                 std::map<std::size_t, std::size_t>* open = nullptr) const;
  // The index tuples that a head sums over at a judged token, the receiver first, in their order.
  using Visit = std::function<void(const std::vector<std::size_t>& tuple)>;
  void each_tuple(const Head& head, std::size_t receiver, const Visit& visit) const;

 private:
  void add_tokens(std::size_t kind);
  void add_judged(const Task& task);
  mpq_class feature(const TokenKind::Feature& feature, const Token& token, Scope& scope) const;

  const Record& record_;
  std::vector<Token> tokens_;
  std::vector<Judged> judged_;
};

}  // namespace attest_check
