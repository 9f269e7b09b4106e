// Dual attention (seed 002, Algorithm 1 with the shapes of Appendix B.1), over any ring.
//
// Softmax is a parameter: `weights(kind, h, scores)` gets the (n, n) matrix of scores of head h and returns
// alpha^(h). With indeterminates for alpha, equal outputs as polynomials mean equal outputs for any softmax,
// mask included.
#pragma once

#include <string>
#include <vector>

#include "constructions/dat/tensor.hpp"

namespace attest {

enum class HeadKind { sensory, relational };

struct DualAttentionSizes {
  std::size_t n = 1;
  std::size_t d_model = 1;
  std::size_t sensory = 1;     // n_h^sa
  std::size_t relational = 1;  // n_h^ra
  std::size_t d_r = 1;

  std::size_t heads() const { return sensory + relational; }
  std::size_t d_h() const { return d_model / heads(); }  // line 333, and d_key the same
  std::size_t d_proj() const { return d_h() * relational / d_r; }
};

template <class T>
struct DualAttentionWeights {
  std::vector<Tensor<T>> wq_sensory, wk_sensory;        // (d_model, d_key), line 301
  std::vector<Tensor<T>> wv;                            // (d_model, d_h), line 305
  std::vector<Tensor<T>> wo_sensory;                    // one, or none without sensory heads; line 309
  std::vector<Tensor<T>> wq_relational, wk_relational;  // (d_model, d_key), line 315
  std::vector<Tensor<T>> wq_rel, wk_rel;                // (d_model, d_proj), one for each relation; line 319
  std::vector<Tensor<T>> ws;                            // (d_model, d_h), line 323
  std::vector<Tensor<T>> wr;                            // (d_r, d_h), line 327
  std::vector<Tensor<T>> wo_relational;                 // one, or none without relational heads; line 331

  // Calls visit(name, tensor) for every matrix, in the order of Appendix B.1.
  template <class Visit>
  void for_each(Visit&& visit) {
    const auto all = [&](std::vector<Tensor<T>>& list, const std::string& name) {
      for (std::size_t k = 0; k < list.size(); ++k) visit(name + "_" + std::to_string(k + 1), list[k]);
    };
    all(wq_sensory, "W_q_attn_sa");
    all(wk_sensory, "W_k_attn_sa");
    all(wv, "W_v");
    all(wo_sensory, "W_o_sa");
    all(wq_relational, "W_q_attn_ra");
    all(wk_relational, "W_k_attn_ra");
    all(wq_rel, "W_q_rel");
    all(wk_rel, "W_k_rel");
    all(ws, "W_s");
    all(wr, "W_r");
    all(wo_relational, "W_o_ra");
  }
};

// All matrices with zero entries. `square_blocks` is the repair: W_o^sa maps the n_h^sa d_h coordinates of
// its own heads to as many, W_o^ra likewise; as printed both are d_model x d_model.
template <class T>
DualAttentionWeights<T> dual_attention_weights(const DualAttentionSizes& s, bool square_blocks) {
  DualAttentionWeights<T> w;
  const auto list = [](std::size_t count, std::size_t rows, std::size_t columns) {
    return std::vector<Tensor<T>>(count, Tensor<T>({rows, columns}));
  };
  const std::size_t sensory_width = square_blocks ? s.sensory * s.d_h() : s.d_model;
  const std::size_t relational_width = square_blocks ? s.relational * s.d_h() : s.d_model;
  w.wq_sensory = w.wk_sensory = list(s.sensory, s.d_model, s.d_h());
  w.wv = list(s.sensory, s.d_model, s.d_h());
  w.wo_sensory = list(s.sensory == 0 ? 0 : 1, sensory_width, sensory_width);
  w.wq_relational = w.wk_relational = list(s.relational, s.d_model, s.d_h());
  w.wq_rel = w.wk_rel = list(s.relational == 0 ? 0 : s.d_r, s.d_model, s.d_proj());
  w.ws = list(s.relational, s.d_model, s.d_h());
  w.wr = list(s.relational, s.d_r, s.d_h());
  w.wo_relational = list(s.relational == 0 ? 0 : 1, relational_width, relational_width);
  return w;
}

// Side by side, along the last axis.
template <class T>
Tensor<T> concat(const std::vector<Tensor<T>>& parts, std::size_t rows) {
  std::size_t width = 0;
  for (const auto& part : parts) width += part.shape()[1];
  Tensor<T> result({rows, width});
  for (std::size_t i = 0; i < rows; ++i) {
    std::size_t at = 0;
    for (const auto& part : parts) {
      for (std::size_t c = 0; c < part.shape()[1]; ++c) result(i, at++) = part(i, c);
    }
  }
  return result;
}

// Lines 85-96, as a program of matrix products. x and symbols are (n, d_model). Throws ShapeError where a
// product has no meaning; its message names the product.
template <class T, class Weights>
Tensor<T> dual_attention(const Tensor<T>& x, const Tensor<T>& symbols, const DualAttentionWeights<T>& w,
                         Weights&& weights) {
  const std::size_t n = x.shape()[0];
  const auto named = [](const std::string& what, auto&& compute) {
    try {
      return compute();
    } catch (const ShapeError& error) {
      throw ShapeError(what + ": " + error.what());
    }
  };
  const auto scores = [&](const Tensor<T>& wq, const Tensor<T>& wk) {  // (x W_q)(x W_k)^T
    return einsum<T>("ip,jp->ij", times(x, wq), times(x, wk));
  };
  std::vector<Tensor<T>> outputs;

  std::vector<Tensor<T>> heads;
  for (std::size_t h = 0; h < w.wv.size(); ++h) {
    const Tensor<T> alpha = weights(HeadKind::sensory, h, scores(w.wq_sensory[h], w.wk_sensory[h]));
    heads.push_back(times(alpha, times(x, w.wv[h])));  // e_i^(h), line 88
  }
  if (!w.wo_sensory.empty()) {
    outputs.push_back(named("line 89, concat(e_i^(1), ..., e_i^(n_h^sa)) W_o^sa",
                            [&] { return times(concat(heads, n), w.wo_sensory[0]); }));
  }

  heads.clear();
  Tensor<T> relations({n, n, w.wq_rel.size()});  // r_ij, line 93
  for (std::size_t l = 0; l < w.wq_rel.size(); ++l) {
    const Tensor<T> r = scores(w.wq_rel[l], w.wk_rel[l]);
    for (std::size_t i = 0; i < n; ++i) {
      for (std::size_t j = 0; j < n; ++j) relations(i, j, l) = r(i, j);
    }
  }
  for (std::size_t h = 0; h < w.wr.size(); ++h) {
    const Tensor<T> alpha = weights(HeadKind::relational, h, scores(w.wq_relational[h], w.wk_relational[h]));
    const Tensor<T> symbol_part = times(alpha, times(symbols, w.ws[h]));
    const Tensor<T> relation_part = times(einsum<T>("ij,ijl->il", alpha, relations), w.wr[h]);
    heads.push_back(symbol_part + relation_part);  // a_i^(h), line 94
  }
  if (!w.wo_relational.empty()) {
    outputs.push_back(named("line 95, concat(a_i^(1), ..., a_i^(n_h^ra)) W_o^ra",
                            [&] { return times(concat(heads, n), w.wo_relational[0]); }));
  }
  return concat(outputs, n);  // line 96
}

// The relation r_l(x_i, x_j) = <x_i W_q,l^rel, x_j W_k,l^rel> (eq. 2 with linear maps), one sum.
template <class T>
T inner_product_of_images(const Tensor<T>& x, std::size_t i, std::size_t j, const Tensor<T>& wq,
                          const Tensor<T>& wk) {
  T result{};
  for (std::size_t p = 0; p < wq.shape()[1]; ++p) {
    for (std::size_t a = 0; a < wq.shape()[0]; ++a) {
      for (std::size_t b = 0; b < wk.shape()[0]; ++b) {
        T product = x(i, a) * wq(a, p);
        product = product * x(j, b);
        result += product * wk(b, p);
      }
    }
  }
  return result;
}

// Coordinate c of the output at token i by eqs. 1 and 2, summed term by term: Attention(x_i, x) and
// RelationalAttention(x_i, x) of each head, then the output projection. alpha(kind, h, i, j) is the attention
// weight.
template <class T, class Alpha>
T dual_attention_entry(const Tensor<T>& x, const Tensor<T>& symbols, const DualAttentionWeights<T>& w,
                       Alpha&& alpha, std::size_t i, std::size_t c) {
  const std::size_t n = x.shape()[0];
  const std::size_t d_model = x.shape()[1];
  const std::size_t sensory_width = w.wo_sensory.empty() ? 0 : w.wo_sensory[0].shape()[1];
  T result{};
  if (c < sensory_width) {
    for (std::size_t h = 0; h < w.wv.size(); ++h) {
      const std::size_t d_h = w.wv[h].shape()[1];
      for (std::size_t b = 0; b < d_h; ++b) {
        for (std::size_t j = 0; j < n; ++j) {
          T value{};
          for (std::size_t a = 0; a < d_model; ++a) value += x(j, a) * w.wv[h](a, b);
          result += w.wo_sensory[0](h * d_h + b, c) * (alpha(HeadKind::sensory, h, i, j) * value);
        }
      }
    }
    return result;
  }
  const std::size_t column = c - sensory_width;
  for (std::size_t h = 0; h < w.wr.size(); ++h) {
    const std::size_t d_h = w.wr[h].shape()[1];
    for (std::size_t b = 0; b < d_h; ++b) {
      for (std::size_t j = 0; j < n; ++j) {
        T value{};
        for (std::size_t l = 0; l < w.wq_rel.size(); ++l) {
          value += inner_product_of_images(x, i, j, w.wq_rel[l], w.wk_rel[l]) * w.wr[h](l, b);
        }
        for (std::size_t m = 0; m < d_model; ++m) value += symbols(j, m) * w.ws[h](m, b);
        result += w.wo_relational[0](h * d_h + b, column) * (alpha(HeadKind::relational, h, i, j) * value);
      }
    }
  }
  return result;
}

}  // namespace attest
