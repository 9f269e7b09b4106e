// A theorem that integer addresses prove (L1), in the words of Coq: what its statement and its proof are put together from. What has no
// place in these texts is refused here.
#pragma once

#include <string>
#include <vector>

#include "theorems/proof/lemma_proof.hpp"

namespace attest::theorems::coq {

struct Field {  // an entry of the input
  std::string name;
  bool function = false;  // of 1, .., `last`; else a number
  std::string last;       // in the size
  std::string low, high;  // of its values
};

struct Feature {
  std::string name;
  std::string value;      // of the token with the index `index`, a term in the size and the input
  std::string low, high;  // of its values
  std::string judged;     // at the judged token
};

using Matrix = std::vector<std::vector<std::string>>;  // entries: real numbers

struct Product {             // the rows, or the values, of one variable of the attention polynomial
  std::size_t variable = 0;  // 1-based
  Matrix weights;
  std::vector<std::string> rows;  // terms in size, index and features
};

struct Square {  // of one summed index
  std::string index;
  std::string weight;   // in the size
  std::string address;  // in the size, the input and earlier indices
  std::string winner;   // in the size and the input
  // What the features that are read there are at the winner, by feature; empty where it is not read.
  std::vector<std::string> features;
};

struct Exported {
  std::string name;       // of the theorem: strassen_function_composition_repaired
  std::string title;      // "strassen/function-composition (repaired): .."
  std::string size;       // its only one
  Integer least, corner;  // from which on it is stated, and proved by the lemma
  std::vector<Field> fields;
  std::string index;  // what a token's index is called
  std::string last;   // its last one, from 1 on
  std::vector<Feature> features;
  std::vector<std::string> encoding;  // real numbers
  std::vector<Product> rows, values;
  std::size_t value_size = 0;
  std::string product;  // x1 * x2 + .. in words
  std::vector<std::vector<std::size_t>> monomials;
  Matrix output;  // W_O
  bool residual = false;
  std::size_t readout = 0, value_read = 0;  // coordinates, 1-based
  std::string scale;                        // a real number
  Rational scale_squared;
  Rational under_root = 1;  // scale = root_factor / sqrt(under_root), or root_factor where it is 1
  Rational root_factor;
  std::string judged;
  std::string truth;
  std::string receiver;         // what a display calls the judged token's index
  std::string displayed;        // a term; empty: nothing is displayed
  bool unique = false;          // unique-maximum is essential
  std::vector<Square> squares;  // in the order of the rows
  std::string units, taken;  // score in units of the scale, value; in receiver, indices and features of them
  std::string rest;          // of the score, beside the squares
  std::string deviation;     // D
  // 2 k D and the squares' common weight, in the size.
  proof::Laurent factor, weight;
  // Entries of the input that the proof reads, "g x" by "Hg", after those that they read themselves.
  struct Entry {
    std::string field;
    std::vector<std::string> arguments;
  };
  std::vector<Entry> entries;

  std::string arguments() const;  // "n g h x"
  std::string binders() const;    // "(n : Z) (g h : Z -> Z) (x : Z)"
  std::string tuple() const;      // "(j, k)"
  std::string pattern() const;    // "[j k]"
};

// `theorem` at the corner. Throws Refusal (coq).
Exported exported_of(SymbolicTheorem& theorem, const LemmaProof& proof, const Integer& least,
                     const Integer& corner, const std::string& variant);

std::string statement_text(const Exported& theorem);
std::string proof_text(const Exported& theorem);

}  // namespace attest::theorems::coq
