// Relational attention's sum in three ways (seed 002, eqs. 9-11 and the code of lines 351-361), over any
// ring.
//
// Axes: b batch, h head, i receiver, j sender, r coordinate of the relation, d coordinate of a head.
#pragma once

#include "constructions/dat/tensor.hpp"

namespace attest {

struct FactorisationSizes {
  std::size_t n = 1;
  std::size_t d_model = 1;  // of a symbol s_j
  std::size_t d_r = 1;
  std::size_t d_h = 1;
  std::size_t heads = 1;  // n_h^ra
};

template <class T>
struct FactorisationTensors {
  Tensor<T> attn_scores;  // (b, n_h, n, n), alpha_ij^(h)
  Tensor<T> relations;    // (b, n, n, d_r), r_ij
  Tensor<T> wr;           // (n_h, d_h, d_r), the transpose of W_r^h
  Tensor<T> symbols;      // (n, d_model), s_j
  Tensor<T> ws;           // (n_h, d_model, d_h), W_s^h
  Tensor<T> relative;     // (n, n, d_model), s_{j-i} at [i, j]
};

// The shapes with entries made by `entry(name)`, e.g. entry("alpha_1_2_3"). The relative symbols are those of
// a library with 2n - 1 rows, so s_{j-i} is one symbol for all pairs with the same difference.
template <class T, class Entry>
FactorisationTensors<T> factorisation_tensors(const FactorisationSizes& s, Entry&& entry) {
  FactorisationTensors<T> t{Tensor<T>({1, s.heads, s.n, s.n}),      Tensor<T>({1, s.n, s.n, s.d_r}),
                            Tensor<T>({s.heads, s.d_h, s.d_r}),     Tensor<T>({s.n, s.d_model}),
                            Tensor<T>({s.heads, s.d_model, s.d_h}), Tensor<T>({s.n, s.n, s.d_model})};
  const auto fill = [&](Tensor<T>& tensor, const std::string& name) {
    if (tensor.size() == 0) return;
    Shape at(tensor.shape().size(), 0);
    do {
      tensor.entries()[tensor.offset(at)] = entry(fmt::format("{}_{}", name, fmt::join(at, "_")));
    } while (next_index(at, tensor.shape()));
  };
  fill(t.attn_scores, "alpha");
  fill(t.relations, "r");
  fill(t.wr, "wr");
  fill(t.symbols, "s");
  fill(t.ws, "ws");
  for (std::size_t i = 0; i < s.n; ++i) {
    for (std::size_t j = 0; j < s.n; ++j) {
      for (std::size_t m = 0; m < s.d_model; ++m) {
        t.relative(i, j, m) = entry(fmt::format("rel_{}_{}", j + s.n - 1 - i, m));
      }
    }
  }
  return t;
}

// Sum of products of two sequences of `count` >= 1 ring elements.
template <class T, class Left, class Right>
T sum_of_products(std::size_t count, Left&& left, Right&& right) {
  T result = left(0) * right(0);
  for (std::size_t k = 1; k < count; ++k) result += left(k) * right(k);
  return result;
}

// Eq. 9 (eq. 11 with relative symbols), term by term: sum_j alpha_ij (r_ij W_r + s_j W_s). Shape (1, n, n_h,
// d_h).
template <class T>
Tensor<T> by_definition(const FactorisationSizes& s, const FactorisationTensors<T>& t, bool relative) {
  Tensor<T> result({1, s.n, s.heads, s.d_h});
  for (std::size_t i = 0; i < s.n; ++i) {
    for (std::size_t h = 0; h < s.heads; ++h) {
      for (std::size_t c = 0; c < s.d_h; ++c) {
        for (std::size_t j = 0; j < s.n; ++j) {
          T term = sum_of_products<T>(
              s.d_r, [&](std::size_t l) { return t.relations(0, i, j, l); },
              [&](std::size_t l) { return t.wr(h, c, l); });
          term += sum_of_products<T>(
              s.d_model, [&](std::size_t m) { return relative ? t.relative(i, j, m) : t.symbols(j, m); },
              [&](std::size_t m) { return t.ws(h, m, c); });
          T weighted = t.attn_scores(0, h, i, j) * term;
          if (j == 0) {
            result(0, i, h, c) = weighted;
          } else {
            result(0, i, h, c) += weighted;
          }
        }
      }
    }
  }
  return result;
}

// The right side of eq. 10, as printed: sum_j (alpha_ij s_j W_s) + (sum_j alpha_ij r_ij) W_r.
template <class T>
Tensor<T> factored(const FactorisationSizes& s, const FactorisationTensors<T>& t, bool relative) {
  Tensor<T> result({1, s.n, s.heads, s.d_h});
  for (std::size_t i = 0; i < s.n; ++i) {
    for (std::size_t h = 0; h < s.heads; ++h) {
      std::vector<T> attended;  // sum_j alpha_ij r_ij
      for (std::size_t l = 0; l < s.d_r; ++l) {
        attended.push_back(sum_of_products<T>(
            s.n, [&](std::size_t j) { return t.attn_scores(0, h, i, j); },
            [&](std::size_t j) { return t.relations(0, i, j, l); }));
      }
      for (std::size_t c = 0; c < s.d_h; ++c) {
        T value = sum_of_products<T>(
            s.d_r, [&](std::size_t l) { return attended[l]; }, [&](std::size_t l) { return t.wr(h, c, l); });
        for (std::size_t j = 0; j < s.n; ++j) {
          value +=
              t.attn_scores(0, h, i, j) *
              sum_of_products<T>(
                  s.d_model, [&](std::size_t m) { return relative ? t.relative(i, j, m) : t.symbols(j, m); },
                  [&](std::size_t m) { return t.ws(h, m, c); });
        }
        result(0, i, h, c) = value;
      }
    }
  }
  return result;
}

// The code of lines 351-361 with its intermediate tensors.
template <class T>
struct CodeRun {
  Tensor<T> sv;                  // line 363: sv[:, :, h, :] = s W_s^h
  Tensor<T> attended_symbols;    // line 354
  Tensor<T> attended_relations;  // line 356
  Tensor<T> mapped_relations;    // line 358
  Tensor<T> output;              // line 360
};

template <class T>
CodeRun<T> by_code(const FactorisationTensors<T>& t, bool relative) {
  CodeRun<T> run;
  if (relative) {
    // The line that replaces the first one is missing in the seed (after line 371). Line 371: sv[i,j,h,:] =
    // s_{j-i} W_s^h.
    run.sv = einsum<T>("ijm,hmd->ijhd", t.relative, t.ws);
    run.attended_symbols = einsum<T>("bhij,ijhd->bihd", t.attn_scores, run.sv);
  } else {
    const Tensor<T> projected = einsum<T>("jm,hmd->jhd", t.symbols, t.ws);
    Shape with_batch = projected.shape();
    with_batch.insert(with_batch.begin(), 1);
    run.sv = Tensor<T>(with_batch);
    run.sv.entries() = projected.entries();
    run.attended_symbols = einsum<T>("bhij,bjhd->bihd", t.attn_scores, run.sv);
  }
  run.attended_relations = einsum<T>("bhij,bijr->bihr", t.attn_scores, t.relations);
  run.mapped_relations = einsum<T>("bihr,hdr->bihd", run.attended_relations, t.wr);
  run.output = run.attended_symbols + run.mapped_relations;
  return run;
}

}  // namespace attest
