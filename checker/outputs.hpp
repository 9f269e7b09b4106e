// The outputs of a record's layer on one input, by its definition: tuple by tuple,
//
//   y_r = readout([x_r +] W_O (a_r^(1); ..; a_r^(H))),  a_r = sum over tuples of weight(score) * value.
#pragma once

#include "checker/layer.hpp"
#include "checker/number.hpp"

namespace attest_check {

class Outputs {
 public:
  Outputs(const Record& record, const Layer& layer) : record_(record), layer_(layer) {}
  const Layer& layer() const { return layer_; }
  std::string token_name(std::size_t token) const;  // 3, (1, 2), ITEM 3

  // Whether the cells are an input of the theorem, and whether its outputs are judged.
  bool is_input(const std::vector<long>& cells) const;
  bool is_judged(const std::vector<long>& cells) const;
  // To be called before outputs are asked for.
  void encode(const std::vector<long>& cells);
  Number output(std::size_t token, mpfr_prec_t bits) const;

 private:
  std::vector<Number> head(const Head& head, std::size_t receiver, mpfr_prec_t bits) const;

  const Record& record_;
  const Layer& layer_;
  std::vector<std::vector<mpq_class>> stream_;  // [token]
};

}  // namespace attest_check
