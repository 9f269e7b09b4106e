// A layer of attention in exact numbers, as the definitions speak of it:
//
//   a_r^(h) = sum over tuples (t_2, .., t_k) of weight(score(r, t_2, .., t_k)) * (v_{t_..} o ..),
//   y_r = readout([x_r +] W_O (a_r^(1); ..; a_r^(H)))
//
// with score = scale * P(rows of x_r, x_{t_2}, ..), P the head's attention polynomial applied to vectors (a monomial is
// the sum over coordinates of products). What it is made from is a theorem's text at given sizes; what reads it: the
// definition (head_sums.hpp), its enclosures and exact signs (layer_output.hpp), the floating-point filter (double_filter.hpp).
//
// A kind is a (token, content) pair; an input is a kind for each token. Layers behind another one (layer_stack.hpp) have no
// kinds, encoding, rows and vectors of their own, but the maps that make rows and values of the stream before them.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "attention/attention_polynomial.hpp"
#include "attention/index_set.hpp"
#include "attention/kernel.hpp"
#include "attention/readout.hpp"
#include "numeric/integer.hpp"
#include "numeric/surd.hpp"

namespace attest::attention {

using Kind = std::uint32_t;

struct Head {
  std::string name;
  Kernel kernel = Kernel::softmax;
  AttentionPolynomial polynomial = AttentionPolynomial::standard();
  Surd scale = Surd(Rational(1));
  // [variable][kind], all of one length; x_1 is the receiver. Empty where a variable never is a token of this kind.
  std::vector<std::vector<RationalVector>> rows;
  // [variable]: W with W x = the row of every kind. Nothing where rows are an arbitrary function of the token (exact match)
  // or where the polynomial has none.
  std::vector<std::optional<RationalMatrix>> maps;

  // A value is the entrywise product of what these variables contribute (the receiver may be one).
  struct Factor {
    std::size_t variable = 1;
    std::vector<RationalVector> vectors;  // [kind], value_length entries, or none as in the rows
    std::optional<RationalMatrix> map;    // as the rows have theirs
  };
  std::vector<Factor> value;  // at least one
  std::size_t value_length = 1;

  IndexSet over;
};

struct Layer {
  std::vector<Kind> first;             // kinds first[t] .. first[t + 1] - 1 are those of token t
  std::vector<RationalVector> stream;  // [kind]: d coordinates, the encoding
  bool residual = false;
  std::vector<Head> heads;
  // W_O: coordinate `to` of the stream receives `factor` times coordinate `from` of head `head`; several add up.
  struct Landing {
    std::size_t head = 0;
    std::size_t from = 0;
    std::size_t to = 0;
    Rational factor = 1;
  };
  std::vector<Landing> landings;
  std::vector<Readout> readouts{Readout()};  // one for each number of the output

  std::size_t tokens() const { return first.size() - 1; }
  std::size_t kinds() const { return first.back(); }
  long readout_parameters() const {
    long sum = 0;
    for (const Readout& readout : readouts) sum += readout.parameters();
    return sum;
  }
  std::size_t dimension() const { return static_cast<std::size_t>(stream.front().size()); }
};

}  // namespace attest::attention
