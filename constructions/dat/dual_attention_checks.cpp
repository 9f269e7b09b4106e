#include "constructions/dat/dual_attention_checks.hpp"

#include <algorithm>

namespace attest {

namespace {

struct ParameterCounts {
  std::size_t all = 0;
  std::size_t relation_projections = 0;
};

ParameterCounts parameters_of(const DualAttentionSizes& s, bool square_blocks) {
  auto w = dual_attention_weights<FormalPolynomial>(s, square_blocks);
  ParameterCounts counts;
  w.for_each([&](const std::string& name, Polynomials& matrix) {
    counts.all += matrix.size();
    if (name.find("_rel") != std::string::npos) counts.relation_projections += matrix.size();
  });
  return counts;
}

}  // namespace

FormalLayer::FormalLayer(const DualAttentionSizes& sizes, bool symmetric)
    : s(sizes),
      x({s.n, s.d_model}),
      symbols({s.n, s.d_model}),
      w(dual_attention_weights<FormalPolynomial>(s, true)) {
  fill("x", x);
  fill("s", symbols);
  w.for_each([&](const std::string& name, Polynomials& matrix) { fill(name, matrix); });
  if (symmetric) w.wk_rel = w.wq_rel;
}

void FormalLayer::fill(const std::string& name, Polynomials& matrix) {
  for (std::size_t r = 0; r < matrix.shape()[0]; ++r) {
    for (std::size_t c = 0; c < matrix.shape()[1]; ++c)
      matrix(r, c) = names(fmt::format("{}[{},{}]", name, r, c));
  }
}

FormalPolynomial FormalLayer::alpha(HeadKind kind, std::size_t h, std::size_t i, std::size_t j) {
  if (causal && j > i) return {};
  return names(fmt::format("alpha_{}_{}[{},{}]", kind == HeadKind::sensory ? "sa" : "ra", h, i, j));
}

Polynomials FormalLayer::run() {
  scores.clear();
  return dual_attention<FormalPolynomial>(x, symbols, w,
                                          [&](HeadKind kind, std::size_t h, const Polynomials& score) {
                                            scores.push_back({kind, h, score});
                                            Polynomials result({s.n, s.n});
                                            for (std::size_t i = 0; i < s.n; ++i) {
                                              for (std::size_t j = 0; j < s.n; ++j)
                                                result(i, j) = alpha(kind, h, i, j);
                                            }
                                            return result;
                                          });
}

Check shapes_check(const DualAttentionSizes& s, bool square_blocks) {
  try {
    const auto w = dual_attention_weights<FormalPolynomial>(s, square_blocks);
    const Polynomials rows({s.n, s.d_model});
    const auto output = dual_attention<FormalPolynomial>(
        rows, rows, w, [&](HeadKind, std::size_t, const Polynomials& score) { return score; });
    const Shape expected{s.n, s.d_model};
    const std::string text = fmt::format("the output has shape {}", shape_text(output.shape()));
    return output.shape() == expected
               ? holds("shapes", Evidence::symbolic, text)
               : ill_formed("shapes", text + ", and x + DualAttn(x) (line 99) needs d_model columns");
  } catch (const ShapeError& error) {
    return ill_formed("shapes", error.what());
  }
}

Check definition_check(FormalLayer& layer, const Polynomials& output) {
  for (const auto& [kind, h, matrix] : layer.scores) {
    const bool sensory = kind == HeadKind::sensory;
    const auto& wq = sensory ? layer.w.wq_sensory[h] : layer.w.wq_relational[h];
    const auto& wk = sensory ? layer.w.wk_sensory[h] : layer.w.wk_relational[h];
    for (std::size_t i = 0; i < layer.s.n; ++i) {
      for (std::size_t j = 0; j < layer.s.n; ++j) {
        if (matrix(i, j) == inner_product_of_images(layer.x, i, j, wq, wk)) continue;
        return refuted(Kind::construction, "definition",
                       fmt::format("score ({}, {}) of head {} is another polynomial", i + 1, j + 1, h + 1));
      }
    }
  }
  const auto alpha = [&](HeadKind kind, std::size_t h, std::size_t i, std::size_t j) {
    return layer.alpha(kind, h, i, j);
  };
  for (std::size_t i = 0; i < layer.s.n; ++i) {
    for (std::size_t c = 0; c < layer.s.d_model; ++c) {
      if (output(i, c) == dual_attention_entry(layer.x, layer.symbols, layer.w, alpha, i, c)) continue;
      return refuted(Kind::construction, "definition",
                     fmt::format("coordinate {} of token {} is another polynomial", c + 1, i + 1));
    }
  }
  return holds("definition", Evidence::symbolic,
               fmt::format("all {} score matrices and {} output entries, with every weight, input, symbol "
                           "and attention weight an indeterminate",
                           layer.scores.size(), output.size()));
}

Check share_check(FormalLayer& layer, const Polynomials& output) {
  std::vector<FormalPolynomial::Indeterminate> sensory;
  std::vector<FormalPolynomial::Indeterminate> relational;
  for (std::size_t k = 0; k < layer.names.size(); ++k) {
    const auto which = static_cast<FormalPolynomial::Indeterminate>(k);
    const std::string& name = layer.names.name(which);
    if (name.find("W_v") == 0 || name.find("alpha_sa") == 0 || name.find("W_o_sa") == 0)
      sensory.push_back(which);
    if (name.find("W_s") == 0 || name.find("W_r") == 0 || name.find("alpha_ra") == 0 ||
        name.find("_rel") != std::string::npos || name.find("W_o_ra") == 0) {
      relational.push_back(which);
    }
  }
  const std::size_t boundary = layer.s.sensory * layer.s.d_h();
  for (std::size_t i = 0; i < layer.s.n; ++i) {
    for (std::size_t c = 0; c < layer.s.d_model; ++c) {
      const auto& foreign = c < boundary ? relational : sensory;
      const bool mixed = std::any_of(foreign.begin(), foreign.end(),
                                     [&](auto which) { return output(i, c).contains(which); });
      if (mixed)
        return refuted(Kind::constant, "share",
                       fmt::format("coordinate {} mixes both kinds of heads", c + 1));
    }
  }
  return holds("share", Evidence::symbolic,
               fmt::format("{} of {} coordinates are of sensory heads, {} of {} heads are sensory", boundary,
                           layer.s.d_model, layer.s.sensory, layer.s.heads()));
}

Check causal_check(const DualAttentionSizes& s) {
  FormalLayer layer(s, false);
  layer.causal = true;
  const Polynomials output = layer.run();
  for (std::size_t i = 0; i < s.n; ++i) {
    std::vector<FormalPolynomial::Indeterminate> later;
    for (std::size_t j = i + 1; j < s.n; ++j) {
      for (std::size_t a = 0; a < s.d_model; ++a) {
        later.push_back(layer.names.number(fmt::format("x[{},{}]", j, a)));
        later.push_back(layer.names.number(fmt::format("s[{},{}]", j, a)));
      }
    }
    const auto leaks = [&](const FormalPolynomial& p) {
      return std::any_of(later.begin(), later.end(), [&](auto which) { return p.contains(which); });
    };
    for (std::size_t c = 0; c < s.d_model; ++c) {
      if (leaks(output(i, c)))
        return refuted(Kind::construction, "causal",
                       fmt::format("output {} depends on a later object", i + 1));
    }
    for (const auto& scores : layer.scores) {
      for (std::size_t j = 0; j <= i; ++j) {
        if (leaks(scores.matrix(i, j)))
          return refuted(Kind::construction, "causal",
                         fmt::format("a score of token {} depends on a later object", i + 1));
      }
    }
  }
  return holds("causal", Evidence::symbolic,
               "with the mask output i contains no indeterminate of a later object or its symbol");
}

Check symmetric_check(FormalLayer& layer) {
  const DualAttentionSizes& s = layer.s;
  if (s.relational == 0) return not_applicable("symmetric", "n_ra = 0: there are no relations");
  for (std::size_t l = 0; l < s.d_r; ++l) {
    const auto& w = layer.w.wq_rel[l];
    const auto r = [&](std::size_t i, std::size_t j) {
      return inner_product_of_images(layer.x, i, j, w, layer.w.wk_rel[l]);
    };
    for (std::size_t i = 0; i < s.n; ++i) {
      for (std::size_t j = 0; j < s.n; ++j) {
        FormalPolynomial square;
        for (std::size_t p = 0; p < s.d_proj(); ++p) {
          FormalPolynomial image;
          for (std::size_t a = 0; a < s.d_model; ++a) image += (layer.x(i, a) - layer.x(j, a)) * w(a, p);
          square += image * image;
        }
        if (r(i, j) != r(j, i))
          return refuted(Kind::display, "symmetric",
                         fmt::format("r_{}{} differs from r_{}{}", i + 1, j + 1, j + 1, i + 1));
        if (r(i, i) - FormalPolynomial(2) * r(i, j) + r(j, j) != square) {
          return refuted(Kind::display, "symmetric", "r_ii - 2 r_ij + r_jj is not the square of a distance");
        }
      }
    }
  }
  return holds("symmetric", Evidence::symbolic,
               "r_ij = r_ji, and r_ii - 2 r_ij + r_jj = |(x_i - x_j) W^rel|^2 in each relation");
}

void parameter_checks(const DualAttentionSizes& s, bool square_blocks, Verdict& verdict) {
  const std::size_t width = s.d_h() * s.relational;
  std::string projections;
  std::string totals;
  bool fixed = true;
  const ParameterCounts here = parameters_of(s, square_blocks);
  for (std::size_t d_r = 1; d_r <= width; ++d_r) {
    if (width % d_r != 0) continue;
    DualAttentionSizes other = s;
    other.d_r = d_r;
    const ParameterCounts counts = parameters_of(other, square_blocks);
    fixed = fixed && counts.relation_projections == here.relation_projections;
    projections +=
        fmt::format("{}{} at d_r = {}", projections.empty() ? "" : ", ", counts.relation_projections, d_r);
    totals += fmt::format("{}{} at d_r = {}", totals.empty() ? "" : ", ", counts.all, d_r);
  }
  if (s.relational == 0) {
    verdict.checks.push_back(not_applicable("projections", "n_ra = 0: there are no relations"));
  } else {
    verdict.checks.push_back(fixed ? holds("projections", Evidence::enumeration, projections)
                                   : refuted(Kind::constant, "projections", projections));
    verdict.details["all_parameters"] = totals;
  }
  verdict.details["parameters"] = {{"all", here.all}, {"relation_projections", here.relation_projections}};
}

}  // namespace attest
