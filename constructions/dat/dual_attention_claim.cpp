#include <fmt/format.h>

#include <algorithm>

#include "claims/deadline.hpp"
#include "claims/usage_error.hpp"
#include "claims/whole_claim.hpp"
#include "constructions/dat/dat_claims.hpp"
#include "constructions/dat/dual_attention.hpp"
#include "constructions/dat/formal_polynomial.hpp"

namespace attest {

namespace {

using Polynomials = Tensor<FormalPolynomial>;

ClaimInfo catalogue_entry() {
  ClaimInfo info;
  info.id = "dat/dual-attention";
  info.kind = "algorithm";
  info.paper = "dat";
  info.title = "Algorithm 1: its shapes, its parameters, and that it is what eqs. 1 and 2 define";
  info.statement =
      "With the matrices of Appendix B.1 Algorithm 1 maps n x d_model to n x d_model and computes n_h^sa "
      "heads of attention "
      "(eq. 1) and n_h^ra heads of relational attention (eq. 2); each kind's share of the output is its "
      "share of the heads; "
      "the number of relation parameters does not depend on d_r; equal relation projections make the "
      "relations symmetric "
      "with a pseudometric; masks make it causal.";
  info.source = {dat_seed, "Algorithm 1, Section 3.1, Appendix B.1", 85, 337};
  info.variants = {{Variant::printed, "All matrices have the shapes that Appendix B.1 lists.", {}},
                   {Variant::repaired,
                    "The two output projections act on the heads of their own kind.",
                    {"W_o^sa is (n_h^sa d_h) x (n_h^sa d_h) and W_o^ra is (n_h^ra d_h) x (n_h^ra d_h) "
                     "instead of d_model x d_model: the "
                     "concatenated heads of one kind have n_h^kind d_h coordinates, and the two outputs "
                     "together must have d_model."}}};
  info.parameters = {integer_parameter("n", 1, 4, "number of objects"),
                     integer_parameter("d_model", 1, 16, "dimension of an object, a multiple of n_sa + n_ra"),
                     integer_parameter("n_sa", 0, 8, "number of sensory heads"),
                     integer_parameter("n_ra", 0, 8, "number of relational heads, not both zero"),
                     integer_parameter("d_r", 1, 16, "dimension of the relation, a divisor of d_h n_ra")};
  const auto add = [&](std::vector<std::string> words, bool quick, Status printed) {
    info.standard_sizes.push_back(
        {std::move(words), quick, {{Variant::printed, printed}, {Variant::repaired, Status::holds}}});
  };
  add({"n=1", "d_model=1", "n_sa=1", "n_ra=0", "d_r=1"}, true, Status::holds);
  add({"n=1", "d_model=1", "n_sa=0", "n_ra=1", "d_r=1"}, true, Status::holds);
  add({"n=2", "d_model=2", "n_sa=1", "n_ra=1", "d_r=1"}, true, Status::ill_formed);
  add({"n=3", "d_model=4", "n_sa=1", "n_ra=1", "d_r=2"}, true, Status::ill_formed);
  add({"n=2", "d_model=8", "n_sa=2", "n_ra=2", "d_r=4"}, false, Status::ill_formed);
  add({"n=2", "d_model=8", "n_sa=6", "n_ra=2", "d_r=2"}, false, Status::ill_formed);
  return info;
}

DualAttentionSizes sizes_of(const Parameters& parameters) {
  const auto size = [&](const char* name) { return static_cast<std::size_t>(parameters.integer(name)); };
  const DualAttentionSizes s{size("n"), size("d_model"), size("n_sa"), size("n_ra"), size("d_r")};
  if (s.heads() == 0) throw UsageError("n_ra", "0", "at least one head of either kind");
  if (s.d_model % s.heads() != 0) {
    throw UsageError(
        "d_model", parameters.text("d_model"),
        fmt::format("a multiple of n_sa + n_ra = {} (d_h = d_model / n_h, line 333)", s.heads()));
  }
  if (s.relational > 0 && (s.d_h() * s.relational) % s.d_r != 0) {
    throw UsageError("d_r", parameters.text("d_r"),
                     fmt::format("a divisor of d_h n_ra = {} (d_proj = d_h n_ra / d_r, line 333)",
                                 s.d_h() * s.relational));
  }
  // Terms of the relational outputs: every token and coordinate, head coordinate, sender, comparison and pair
  // of features.
  const std::size_t width = s.d_h() * s.relational;
  if (s.n * s.n * width * width * width * s.d_model * s.d_model > 1000000) {
    throw UsageError("d_model", parameters.text("d_model"),
                     "sizes with n^2 (d_h n_ra)^3 d_model^2 at most 10^6");
  }
  return s;
}

// Inputs, symbols, weights and attention weights, every entry an indeterminate.
struct Layer {
  Layer(const DualAttentionSizes& sizes, bool symmetric)
      : s(sizes),
        x({s.n, s.d_model}),
        symbols({s.n, s.d_model}),
        w(dual_attention_weights<FormalPolynomial>(s, true)) {
    fill("x", x);
    fill("s", symbols);
    w.for_each([&](const std::string& name, Polynomials& matrix) { fill(name, matrix); });
    if (symmetric) w.wk_rel = w.wq_rel;
  }

  void fill(const std::string& name, Polynomials& matrix) {
    for (std::size_t r = 0; r < matrix.shape()[0]; ++r) {
      for (std::size_t c = 0; c < matrix.shape()[1]; ++c)
        matrix(r, c) = names(fmt::format("{}[{},{}]", name, r, c));
    }
  }

  // alpha_ij^(h); with a causal mask it is zero for j > i.
  FormalPolynomial alpha(HeadKind kind, std::size_t h, std::size_t i, std::size_t j) {
    if (causal && j > i) return {};
    return names(fmt::format("alpha_{}_{}[{},{}]", kind == HeadKind::sensory ? "sa" : "ra", h, i, j));
  }

  // Algorithm 1; the matrices of scores that it gives to the softmax are kept.
  Polynomials run() {
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

  struct Scores {
    HeadKind kind;
    std::size_t h;
    Polynomials matrix;
  };

  DualAttentionSizes s;
  IndeterminateNames names;
  Polynomials x;
  Polynomials symbols;
  DualAttentionWeights<FormalPolynomial> w;
  bool causal = false;
  std::vector<Scores> scores;
};

// Algorithm 1 with the printed shapes: does every product exist, and has the output d_model coordinates?
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

// The scores of Algorithm 1 are the inner products of eqs. 1 and 2, and its output is theirs term by term.
Check definition_check(Layer& layer, const Polynomials& output) {
  for (const auto& [kind, h, matrix] : layer.scores) {
    const bool sensory = kind == HeadKind::sensory;
    const auto& wq = sensory ? layer.w.wq_sensory[h] : layer.w.wq_relational[h];
    const auto& wk = sensory ? layer.w.wk_sensory[h] : layer.w.wk_relational[h];
    for (std::size_t i = 0; i < layer.s.n; ++i) {
      for (std::size_t j = 0; j < layer.s.n; ++j) {
        if (matrix(i, j) == inner_product_of_images(layer.x, i, j, wq, wk)) continue;
        return refuted("equals-definition",
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
      return refuted("equals-definition",
                     fmt::format("coordinate {} of token {} is another polynomial", c + 1, i + 1));
    }
  }
  return holds("equals-definition", Evidence::symbolic,
               fmt::format("all {} score matrices and {} output entries, with every weight, input, symbol "
                           "and attention weight "
                           "an indeterminate",
                           layer.scores.size(), output.size()));
}

// Lines 337: the first n_h^sa d_h coordinates come from sensory heads alone, the others from relational heads
// alone.
Check share_check(Layer& layer, const Polynomials& output) {
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
      if (mixed) return refuted("share", fmt::format("coordinate {} mixes both kinds of heads", c + 1));
    }
  }
  return holds("share", Evidence::symbolic,
               fmt::format("{} of {} coordinates are of sensory heads, {} of {} heads are sensory", boundary,
                           layer.s.d_model, layer.s.sensory, layer.s.heads()));
}

// With alpha_ij = 0 for j > i nothing of x_j or s_j is left in output i, nor in a score that softmax still
// uses.
Check causal_check(const DualAttentionSizes& s) {
  Layer layer(s, false);
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
        return refuted("causal", fmt::format("output {} depends on a later object", i + 1));
    }
    for (const auto& scores : layer.scores) {
      for (std::size_t j = 0; j <= i; ++j) {
        if (leaks(scores.matrix(i, j)))
          return refuted("causal", fmt::format("a score of token {} depends on a later object", i + 1));
      }
    }
  }
  return holds("causal", Evidence::symbolic,
               "with the mask output i contains no indeterminate of a later object or its symbol");
}

// W_q^rel = W_k^rel: r_ij = r_ji, and r_ii - 2 r_ij + r_jj is the square of the distance between the images
// of x_i and x_j.
Check symmetric_check(const DualAttentionSizes& s) {
  if (s.relational == 0) return holds("symmetric", Evidence::symbolic, "there are no relations");
  Layer layer(s, true);
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
          return refuted("symmetric", fmt::format("r_{}{} differs from r_{}{}", i + 1, j + 1, j + 1, i + 1));
        if (r(i, i) - FormalPolynomial(2) * r(i, j) + r(j, j) != square) {
          return refuted("symmetric", "r_ii - 2 r_ij + r_jj is not the square of a distance");
        }
      }
    }
  }
  return holds("symmetric", Evidence::symbolic,
               "r_ij = r_ji, and r_ii - 2 r_ij + r_jj = |(x_i - x_j) W^rel|^2 in each relation");
}

struct Counts {
  std::size_t all = 0;
  std::size_t relation_projections = 0;
};

Counts parameters_of(const DualAttentionSizes& s, bool square_blocks) {
  auto w = dual_attention_weights<FormalPolynomial>(s, square_blocks);
  Counts counts;
  w.for_each([&](const std::string& name, Polynomials& matrix) {
    counts.all += matrix.size();
    if (name.find("_rel") != std::string::npos) counts.relation_projections += matrix.size();
  });
  return counts;
}

// Line 333: d_proj = d_h n_h^ra / d_r "so that the number of parameters is fixed as d_r varies".
void parameter_checks(const DualAttentionSizes& s, bool square_blocks, Verdict& verdict) {
  const std::size_t width = s.d_h() * s.relational;
  std::string projections;
  std::string totals;
  bool fixed = true;
  bool total_fixed = true;
  const Counts here = parameters_of(s, square_blocks);
  for (std::size_t d_r = 1; d_r <= width; ++d_r) {
    if (width % d_r != 0) continue;
    DualAttentionSizes other = s;
    other.d_r = d_r;
    const Counts counts = parameters_of(other, square_blocks);
    fixed = fixed && counts.relation_projections == here.relation_projections;
    total_fixed = total_fixed && counts.all == here.all;
    projections +=
        fmt::format("{}{} at d_r = {}", projections.empty() ? "" : ", ", counts.relation_projections, d_r);
    totals += fmt::format("{}{} at d_r = {}", totals.empty() ? "" : ", ", counts.all, d_r);
  }
  if (s.relational == 0) projections = totals = "no relational heads, nothing varies";
  verdict.checks.push_back(fixed ? holds("relation-parameters", Evidence::enumeration, projections)
                                 : refuted("relation-parameters", projections));
  verdict.checks.push_back(informative(
      total_fixed
          ? holds("all-parameters", Evidence::enumeration, totals)
          : refuted("all-parameters",
                    "the number of all parameters does grow with d_r, since W_r^h is d_r x d_h: " + totals)));
  // The listed shapes, added up by hand: d_key = d_h throughout.
  const std::size_t square = square_blocks ? 1 : 0;
  const std::size_t output_sensory = s.sensory == 0 ? 0
                                                    : square * s.sensory * s.sensory * s.d_h() * s.d_h() +
                                                          (1 - square) * s.d_model * s.d_model;
  const std::size_t output_relational =
      s.relational == 0 ? 0 : square * width * width + (1 - square) * s.d_model * s.d_model;
  const std::size_t formula = s.sensory * 3 * s.d_model * s.d_h() + output_sensory +
                              s.relational * (3 * s.d_model * s.d_h() + s.d_r * s.d_h()) +
                              2 * s.d_model * width + output_relational;
  verdict.checks.push_back(
      here.all == formula
          ? holds("parameter-count", Evidence::enumeration,
                  fmt::format("{} entries in the matrices built, as the formula says", formula))
          : refuted("parameter-count",
                    fmt::format("{} entries in the matrices built, {} by the formula", here.all, formula)));
  verdict.details["parameters"] = {{"all", here.all}, {"relation_projections", here.relation_projections}};
}

class DualAttention : public WholeClaim {
 public:
  DualAttention() : WholeClaim(catalogue_entry()) {}

  Json weights(Variant variant, const Parameters& parameters) const override {
    const DualAttentionSizes s = sizes_of(parameters);
    Json result = {{"d_h", s.d_h()}, {"d_key", s.d_h()}, {"d_proj", s.d_proj()}};
    auto w = dual_attention_weights<FormalPolynomial>(s, variant == Variant::repaired);
    w.for_each(
        [&](const std::string& name, Polynomials& matrix) { result[name] = shape_text(matrix.shape()); });
    return result;
  }

 protected:
  void examine(Variant variant, const Parameters& parameters, const VerifyOptions& options,
               Verdict& verdict) const override {
    const DualAttentionSizes s = sizes_of(parameters);
    const bool repaired = variant == Variant::repaired;
    const Deadline deadline(options);
    verdict.checks.push_back(shapes_check(s, repaired));
    // What has no meaning as printed is read as repaired for the other checks.
    const bool readable = verdict.checks.front().status == Status::holds;
    const bool square_blocks = repaired || !readable;
    Layer layer(s, false);
    const Polynomials output = layer.run();
    const auto add = [&](const char* name, auto&& check) {
      verdict.checks.push_back(deadline.reached() ? undecided(name, deadline.reason()) : check());
    };
    add("equals-definition", [&] { return definition_check(layer, output); });
    add("share", [&] { return share_check(layer, output); });
    add("causal", [&] { return causal_check(s); });
    add("symmetric", [&] { return symmetric_check(s); });
    parameter_checks(s, square_blocks, verdict);
    const Integer entries = s.n * s.d_model + s.heads() * s.n * s.n;
    verdict.inputs = {entries, entries, deadline.reached() ? Integer(0) : entries, 0};
    for (const Check& check : verdict.checks) {
      if (!check.essential || (check.status != Status::refuted && check.status != Status::ill_formed))
        continue;
      if (verdict.counterexample.is_null())
        verdict.counterexample = {{"check", check.name}, {"reason", *check.reason}};
      if (check.status == Status::refuted) verdict.inputs.failing = 1;
    }
    verdict.size = {static_cast<long>(s.heads()), static_cast<long>(s.d_model), 0};
    if (!readable) {
      verdict.details["readings"] = {
          "W_o^sa and W_o^ra are read as square blocks of the width of their own heads"};
    }
    verdict.details["choices"] = {
        "softmax and mask enter only through alpha: equal scores have equal weights, and the weights are "
        "indeterminates",
        "W_{q,h}^attn and W_{k,h}^attn of sensory head h and of relational head h are different matrices, "
        "though Algorithm 1 "
        "gives them one name (lines 87 and 92)",
        "the relation projections are shared by all heads and there is one W_o of each kind, as Algorithm 1 "
        "and line 337 say; "
        "Appendix B.1 lists them under 'for each head'",
        "a kind without heads has no matrices, so nothing is wrong with its W_o"};
    verdict.notes = {
        "line 57 says that symmetry of r corresponds to equal feature maps. Equal maps give symmetric "
        "relations that are "
        "positive semi-definite in each coordinate; r(x, y) = -xy is symmetric and comes from no equal maps",
        "line 121 adds the mask 'to alpha_ij pre-softmax'; alpha is what softmax returns, meant are the "
        "scores"};
  }
};

}  // namespace

std::unique_ptr<Claim> dat_dual_attention_claim() {
  return std::make_unique<DualAttention>();
}

}  // namespace attest
