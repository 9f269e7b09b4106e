// The claim of a certificate: one layer and its task at one setting of the sizes, in exact numbers, and what is said of it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "checker/evaluation.hpp"
#include "checker/line_reader.hpp"

namespace attest_check {

using Matrix = std::vector<std::vector<mpq_class>>;

struct TokenKind {
  struct Entry {  // phi(at) = value for the binders
    std::vector<Expression> at;
    Expression value;
    std::vector<std::pair<std::string, Expression>> binders;
  };
  struct Feature {
    std::string name;
    Expression value;  // null: the entries say it
    std::vector<Entry> entries;
  };
  std::string name;
  std::vector<std::string> indices;
  std::vector<Expression> ranges;
  std::vector<Feature> features;
  std::vector<Expression> encoding;
};

struct Task {
  std::string kind;
  std::vector<std::string> every;  // names for the indices of each token of the kind; or
  std::vector<Expression> at;      // the indices of the one that is judged
  bool sign = false;
  Expression truth;
};

// In the order of record.cpp's words.
enum class Kernel { softmax, exact_match, expressive, hard_maximum, leftmost };

struct Head {
  Kernel kernel = Kernel::softmax;
  std::vector<std::vector<std::size_t>> monomials;  // of variables, from 0; 0 is the receiver
  std::size_t variables = 0;
  mpq_class
      factor;  // the scale is factor * sqrt(root) * log(logarithm); without a logarithm that number is 1
  mpz_class root;
  mpq_class logarithm;
  std::vector<std::optional<Matrix>> rows;            // [variable]
  std::vector<std::pair<std::size_t, Matrix>> value;  // the entrywise product of these, by variable
  std::size_t value_length = 0;
  bool every_tuple = true;
  // Else: of each judged token (from 0) the tuples of tokens, one for each variable but the first.
  std::vector<std::pair<std::size_t, std::vector<std::vector<std::size_t>>>> tuples;
};

struct Landing {
  std::size_t head = 0, from = 0, to = 0;  // from 0
  mpq_class factor;
};

struct Readout {
  enum class Op { affine, sum, scaled, relu, absolute, minimum, maximum, product };
  Op op = Op::affine;
  mpq_class number;  // the constant, or the factor
  std::vector<std::pair<std::size_t, mpq_class>> terms;
  std::vector<Readout> children;
};

// In the order of record.cpp's words.
enum class Claim { by_enumeration, by_cover, refuted, of_a_function, of_a_reduction };
std::string which_checks(Claim claim);  // "which attest-check-cover checks"

struct Record {
  std::string theorem, variant;
  std::vector<std::pair<std::string, mpq_class>> constants;
  std::vector<InputField> inputs;
  std::size_t cells = 0;
  std::vector<Expression> where;
  Expression judged_if;  // null: always
  std::vector<TokenKind> tokens;
  std::vector<Task> tasks;
  std::size_t dimension = 0;
  bool residual = false;
  std::vector<Head> heads;
  std::vector<Landing> landings;
  Readout readout;
  Claim claim = Claim::by_enumeration;

  // "strassen/match3 (printed) at n=3, m=5: " and what is said of it.
  std::string claimed(const std::string& says) const;
};

// The first line of a certificate; of a function or a reduction its names and inputs alone. Rejection.
Record read_record(LineReader& line);

}  // namespace attest_check
