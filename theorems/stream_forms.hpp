// Rows and values behind the first of several layers: vectors whose numbers are linear in the stream's coordinates, which the
// first layer's encoding names. W is read off what is written, so that there is one whatever the stream is.
#pragma once

#include <string>
#include <vector>

#include "attention/readout.hpp"
#include "theorems/network_value.hpp"
#include "theorems/token_table.hpp"

namespace attest::theorems {

class StreamForms {
 public:
  // `names`: of the coordinates, block(1), block(2), .. of a block; empty: they are stream.1, stream.2, .. `indices`: what the
  // row calls its token's, in num_j. Keeps references.
  StreamForms(const TokenTable& tokens, const std::vector<std::string>& names, std::size_t dimension,
              std::vector<std::string> indices, const NetworkNames& constants)
      : tokens_(tokens),
        names_(names),
        dimension_(dimension),
        indices_(std::move(indices)),
        constants_(constants) {}

  // NetworkError for what defines no object: a name without meaning, vectors of unequal lengths, a division by zero.
  // RefusedPlace for what is not linear as it is written: a product of coordinates, a condition on them, a constant other
  // than 0, an index or a feature that is no coordinate. On the streams that there are it may be linear all the same.
  std::vector<attention::AffineForm> linear(const language::Expression& vector) const;

  // Nothing where e names no coordinate of the stream.
  std::optional<std::size_t> coordinate(const language::Node& e) const;
  // Whether e names a block by itself.
  bool is_block(const language::Node& e) const;

 private:
  using Forms = std::vector<attention::AffineForm>;
  Forms affine(const language::Expression& e) const;
  Forms sum(const language::Expression& e, Forms a, const Forms& b, const Rational& factor) const;
  Forms product(const language::Expression& e) const;
  Forms quantified(const language::Expression& e) const;
  bool speaks_of_stream(const language::Node& e) const;
  void refuse_token(const language::Node& e) const;

  const TokenTable& tokens_;
  const std::vector<std::string>& names_;
  std::size_t dimension_;
  std::vector<std::string> indices_;
  const NetworkNames& constants_;
};

// W of these forms.
RationalMatrix matrix_of(const std::vector<attention::AffineForm>& forms, std::size_t dimension);

}  // namespace attest::theorems
