// How much the other tuples weigh.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "kernel/enclosed.hpp"
#include "kernel/prover.hpp"
#include "kernel/terms.hpp"

namespace attest::theorems::coq {

void Prover::weights() {
  std::string type = "Z";
  std::string tuples = "tokens " + n_;
  std::string names;
  for (std::size_t k = 0; k < t_.squares.size(); ++k) {
    const Square& s = t_.squares[k];
    const std::string own =
        fmt::format("exp (- (rate {} * IZR (({} - {}) ^ 2)))", n_, s.index, argument(s.address));
    const std::string rates = rates_text(k + 1);
    if (k == 0) {
      names = s.index;
      add(R"((** Relative to the winner all weights sum to at most theta ^ {count}. *)
Definition far_1 {binders} ({index_1} : Z) : R := {own}.

Lemma far_1_positive {args} t : 0 < far_1 {args} t.
Proof. apply exp_pos. Qed.

Lemma far_1_total {args} : ({least} <= {n})%Z -> total (tokens {n}) (far_1 {args}) <= thetas {rates}.
Proof. intros Size; cbn [thetas]; rewrite Rmult_1_r; now apply total_address, rate_positive. Qed.

)",
          fmt::arg("count", t_.squares.size()), fmt::arg("index_1", s.index), fmt::arg("own", own),
          fmt::arg("rates", rates));
      continue;
    }
    const std::string before = k == 1 ? names : "(" + names + ")";
    const std::string let_before = k == 1
                                       ? fmt::format("fun {} {} => {}", names, s.index, own)
                                       : fmt::format("fun t {} => let '({}) := t in {}", s.index, names, own);
    std::string pattern;
    for (std::size_t r = 0; r < k; ++r)
      pattern = pattern.empty() ? t_.squares[r].index : fmt::format("[{} {}]", pattern, t_.squares[r].index);
    add(R"(Definition far_{k} {binders} (t : {type} * Z) : R :=
  let '({names_before}, {own_index}) := t in far_{b} {args} {before} * {own}.

Lemma far_{k}_positive {args} t : 0 < far_{k} {args} t.
Proof. revert t; intros [{pattern_before} {own_index}]; apply Rmult_lt_0_compat; [apply far_{b}_positive | apply exp_pos]. Qed.

Lemma far_{k}_total {args} : ({least} <= {n})%Z ->
  total (list_prod ({tuples}) (tokens {n})) (far_{k} {args}) <= thetas {rates}.
Proof.
  intros Size; assert (C := rate_positive {n} Size).
  rewrite (total_ext _ _ (fun t => far_{b} {args} (fst t) * ({let_before}) (fst t) (snd t)))
    by (intros [{pattern_before} {own_index}] _; reflexivity).
  eapply Rle_trans; [apply (total_pairs_le _ _ (far_{b} {args}) ({let_before}) (theta (rate {n})))|].
  - intros t _; apply Rlt_le, far_{b}_positive.
  - intros {pattern_before} _; now apply total_address.
  - change (thetas {rates}) with (theta (rate {n}) * thetas {rates_before}).
    rewrite Rmult_comm; apply Rmult_le_compat_l; [|now apply far_{b}_total].
    apply (Rle_trans _ 1); [lra | now apply theta_ge_1].
Qed.

)",
        fmt::arg("k", k + 1), fmt::arg("b", k), fmt::arg("type", type), fmt::arg("names_before", names),
        fmt::arg("own_index", s.index), fmt::arg("before", before), fmt::arg("own", own),
        fmt::arg("pattern_before", pattern), fmt::arg("tuples", tuples), fmt::arg("rates", rates),
        fmt::arg("rates_before", rates_text(k)), fmt::arg("let_before", let_before));
    type += " * Z";
    tuples = fmt::format("list_prod ({}) (tokens {})", tuples, n_);
    names += ", " + s.index;
  }
  std::string unfold;
  for (std::size_t k = 0; k < t_.squares.size(); ++k) unfold += fmt::format(" far_{}", k + 1);
  std::string joined;
  for (std::size_t k = 1; k < t_.squares.size(); ++k) joined += "rewrite <- exp_plus; ";
  add(R"(Lemma weights_total {args} : ({least} <= {n})%Z -> input {args} ->
  let s := fun t => scale {n} * IZR (units {n}{applied} ({judged}) t) in
  total (tuples {n}) (fun t => exp (s t - s (winner {args}))) <= thetas {rates}.
Proof.
  intros Size H s; destruct (at_winner {args} Size H) as [_ [Top _]].
  rewrite (total_ext _ _ (far_{count} {args})); [now apply far_{count}_total|].
  intros {pattern} _; unfold s; rewrite Top, squares by assumption; cbv [{unfold} rate].
  {joined}f_equal; cast; ring.
Qed.

)",
      fmt::arg("rates", rates_text(t_.squares.size())), fmt::arg("count", t_.squares.size()),
      fmt::arg("unfold", unfold.substr(1)), fmt::arg("joined", joined));
}

std::string Prover::rates_text(std::size_t count) const {
  std::vector<std::string> rates(count, "rate " + n_);
  return fmt::format("[{}]", fmt::join(rates, "; "));
}

std::string Prover::polynomial_of(const proof::Laurent& value) const {
  return *integer(value, [this](const std::string&) { return n_; });
}

void Prover::tail() {
  const Falls f = falls_from(t_.factor, t_.weight, t_.scale_squared, t_.corner);
  add(R"(Lemma small {n} : ({corner} <= {n})%Z -> IZR ({factor}) * exp (- rate {n}) < 1 / 2.
Proof.
  apply (falls (fun {n} => {factor})%Z weight _ {a} {b}); [lia | assert (H := scale_bounds {n}); lra | ..].
  - intros m Step; apply (by_coefficients {c1}%Z (m - {corner})); [lia | cbv [polynomial]; ring | reflexivity].
  - intros m Step; apply (by_coefficients {c2}%Z (m - {corner})); [lia | cbv [polynomial weight]; ring | reflexivity].
  - intros m Step; apply (by_coefficients {c3}%Z (m - {corner})); [lia | cbv [polynomial weight]; ring | reflexivity].
  - assert (E : exp (- (scale {n} * IZR (weight {corner}))) <= IZR 1 / IZR {den}).
    {{ apply (exp_neg_upper _ {numerator} {b} {m}); [lia | lia | lia | lia | | now vm_compute].
      assert (H := scale_bounds {n}); change (weight {corner}) with {weight}%Z; lra. }}
    cbv beta; change (IZR ({factor_at})) with (IZR {factor_value}); lra.
Qed.

)",
      fmt::arg("factor", polynomial_of(t_.factor)), fmt::arg("a", numerator_of(f.low).str()),
      fmt::arg("b", denominator_of(f.low).str()), fmt::arg("c1", f.factor), fmt::arg("c2", f.growth),
      fmt::arg("c3", f.step), fmt::arg("den", f.den.str()),
      fmt::arg("numerator", Integer(numerator_of(f.low) * f.weight_value).str()), fmt::arg("m", f.steps),
      fmt::arg("weight", f.weight_value.str()), fmt::arg("factor_at", at_corner(t_.factor)),
      fmt::arg("factor_value", f.factor_value.str()));
}

}  // namespace attest::theorems::coq
