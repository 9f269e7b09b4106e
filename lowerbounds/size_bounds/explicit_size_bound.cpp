#include "lowerbounds/size_bounds/explicit_size_bound.hpp"

#include <fmt/format.h>

#include "lowerbounds/size_bounds/vc_bound.hpp"

namespace attest {

namespace {

const char* exponent(VcForm form) {
  switch (form) {
    case VcForm::literal:
      return "1/5";
    case VcForm::absorbed:
      return "1/4";
    case VcForm::predicates:
    case VcForm::regions:
      return "1/3";
  }
  return "";
}

const char* formula(VcForm form) {
  switch (form) {
    case VcForm::literal:
      return "VC <= 4 k (t + 2), k = dH + H, t = 2d^2 H + 3dH + 3H + 2P + 1";
    case VcForm::absorbed:
      return "VC <= 4 k (t + 2), k = dH + H, t = 3dH - d + 2H + 2P + 1";
    case VcForm::predicates:
      return "VC <= 2 k log2(8 e H 2^P), k = dH + H";
    case VcForm::regions:
      return "VC <= the largest N <= k (P - r + 1) + k log2(4 e N / (r + 1)), k = H(r + 1), for the worst r "
             "<= min(d, P)";
  }
  return "";
}

const char* source(VcForm form) {
  switch (form) {
    case VcForm::literal:
      return "Goldberg and Jerrum 1995, Theorem 2.3, as Anthony and Bartlett 1999, Theorem 8.4; eq. (22) "
             "counted "
             "operation by operation";
    case VcForm::absorbed:
      return "the same theorem; W_O, gamma, nu and the residual are absorbed into the free vectors, which "
             "changes "
             "neither k nor the decision";
    case VcForm::predicates:
      return "Goldberg and Jerrum 1995, Theorem 2.2, with s < 2^P polynomial predicates of degree at most H";
    case VcForm::regions:
      return "Warren 1968 on the signs of N 2^(U+1) polynomials of degree at most H, U <= P - r ReLUs, where "
             "the network "
             "reads r linear functionals of the residual stream";
  }
  return "";
}

BoundForm::Point point(VcForm form, const Integer& s, int extra, const Integer& rows) {
  const TransformerSize size{s, s, s + extra};
  BoundForm::Point result{s, vc_upper_bound(form, size), {}};
  const std::string k = free_parameters(size).str();
  const std::string at_most = result.vc_at_most.str();
  switch (form) {
    case VcForm::literal:
    case VcForm::absorbed:
      result.numbers = fmt::format("4 * {} * ({} + 2) = {}", k, operations(form, size).str(), at_most);
      break;
    case VcForm::predicates:
      result.numbers = fmt::format("2 * {} * ({} + log2({} e)), rounded down {}", k, size.parameters.str(),
                                   Integer(8 * size.heads).str(), at_most);
      break;
    case VcForm::regions: {
      const Integer r = worst_readers(size, rows);
      const Integer reader_k = size.heads * (r + 1);
      result.numbers = fmt::format(
          "N <= {} * {} + {} * log2(4 e N / {}) at r = {}, the worst r for N = {}; over all r, N <= {}",
          reader_k.str(), Integer(size.parameters - r + 1).str(), reader_k.str(), Integer(r + 1).str(),
          r.str(), rows.str(), at_most);
      break;
    }
  }
  return result;
}

int extra_parameters(VcForm form, SplitTask task) {
  // Only the literal form takes the conversion as printed; in the others the last comparison is with 1.5
  // instead of 0.
  return form == VcForm::literal ? conversion_parameters(task) : 0;
}

std::vector<std::string> constants(SplitTask task) {
  std::vector<std::string> all{
      "k = dH + H: beta in R^(dH) and mu in R^H of eq. (23); gamma, nu, W_O, x and the network's weights are "
      "fixed",
      "a head of eq. (22): alpha + beta + gamma 2d, lambda + mu + nu 2, d divisions, and 1 comparison that "
      "keeps the "
      "denominator positive: 3d + 3",
      "W_O times the dH outputs: d rows of dH products and dH - 1 sums; the residual d sums",
      "a network of P weights and biases: at most 2P - 1 operations, since a hidden neuron with e edges and "
      "b biases takes "
      "e products, e - 1 + b sums and 1 comparison, and the output none of the latter",
      "sign(y): 1 comparison (1 where y > 0, else 0) and 1 output",
      "absorbed: a head d sums, 1 sum, 1 comparison, d divisions; (H - 1) d sums over the heads",
      "degree H: after clearing the H denominators, which are positive, every preactivation is a polynomial "
      "of degree at "
      "most H in (beta, mu)",
      "2^(U+1) predicates: neuron j has at most 2^(j-1) preactivations, one for each pattern of the ReLUs "
      "before it; "
      "U <= P - 1, and U <= P - r where r neurons read the residual stream, since every ReLU is read by a "
      "further edge"};
  if (task == SplitTask::function_composition) {
    all.emplace_back(
        "ReLU(1.5 - y) of the proof of Theorem 3.4: 2 more parameters (literal); the other forms compare y "
        "with 1.5 "
        "instead of 0");
  }
  return all;
}

std::vector<std::string> notes(SplitTask task, const Integer& rows) {
  std::vector<std::string> all;
  if (task == SplitTask::quotient_composition)
    all.emplace_back(
        "H counts all heads, standard and triangular; eq. (28) has the form of eq. (22) for both");
  if (task == SplitTask::match3)
    all.emplace_back(
        "Theorem 3.6 names no relation of m to n; the bound is for m = 2l of Lemma 3.7. Some growth of m is "
        "needed: a "
        "column matters only through its set of symbols, so split-VC(Sum_2[l, m]) <= m - 2 for every l");
  if (task == SplitTask::match3 && rows == 0)
    all.emplace_back(
        "Lemma 3.7 fails for l = 2 (its row (2) leaves the alphabet), so nothing follows for n < 5");
  if (task == SplitTask::function_composition && rows == 0)
    all.emplace_back("Lemma 3.5 fails for n = 1 (its column needs the symbol 2), and Ind_1 is constant");
  return all;
}

}  // namespace

ExplicitBound explicit_size_bound(SplitTask task, const Integer& n, RowSet set) {
  ExplicitBound bound;
  bound.quantity = "max{d, H, P}";
  bound.rows = shattered_rows(task, n, set);
  bound.rows_source = rows_source(task, n, set);
  for (const VcForm form : vc_forms) {
    const int extra = extra_parameters(form, task);
    BoundForm entry;
    entry.name = to_string(form);
    entry.exponent = exponent(form);
    entry.formula = formula(form);
    entry.source = source(form);
    entry.least_size = bound.rows == 0 ? Integer(1) : least_size(form, bound.rows, extra);
    const Integer points = bound.rows == 0 ? Integer(1) : bound.rows;
    if (entry.least_size > 1) entry.below = point(form, entry.least_size - 1, extra, points);
    entry.at = point(form, entry.least_size, extra, points);
    bound.forms.push_back(std::move(entry));
    if (bound.forms.back().least_size > bound.forms[bound.strongest].least_size)
      bound.strongest = bound.forms.size() - 1;
  }
  const Integer& least = bound.forms[bound.strongest].least_size;
  bound.statement =
      least == 1
          ? fmt::format("no size is excluded: the bound says nothing about a one-layer transformer with {}",
                        solves(task, n))
          : fmt::format(
                "every one-layer transformer with {} has embedding dimension, number of heads or "
                "number of output network parameters at least {}, whatever its weights and precision",
                solves(task, n), least.str());
  bound.constants = constants(task);
  bound.notes = notes(task, bound.rows);
  return bound;
}

BoundThreshold size_bound_threshold(SplitTask task, const Integer& size, RowSet set) {
  BoundThreshold result{size, {}};
  for (const VcForm form : vc_forms) {
    const TransformerSize last{size, size, size + extra_parameters(form, task)};
    result.least_n.emplace_back(to_string(form), least_instance(task, vc_upper_bound(form, last) + 1, set));
  }
  return result;
}

}  // namespace attest
