// From the corner on by the lemma, at smaller sizes by computation.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "kernel/enclosed.hpp"
#include "kernel/prover.hpp"
#include "kernel/terms.hpp"

namespace attest::theorems::coq {

std::string Prover::at_corner(const proof::Laurent& value) const {
  return *integer(value, [this](const std::string&) { return t_.corner.str(); });
}

void Prover::from_corner() {
  const std::string rates = rates_text(t_.squares.size());
  std::string bounds;
  for (std::size_t f = 0; f < t_.features.size(); ++f) {
    for (const Square& s : t_.squares)
      bounds +=
          fmt::format("; pose proof (bounds_{} {} {} ltac:(assumption) H ltac:(lia))", f + 1, args_, s.index);
  }
  add(R"(Lemma deviation {args} t : ({least} <= {n})%Z -> input {args} -> In t (tuples {n}) ->
  (Z.abs (taken {n}{applied} ({judged}) t - truth {args}) <= {deviation})%Z.
Proof.
  intros Size H; revert t; intros {pattern} Tuple; apply tuples_are_all in Tuple; unfold taken, truth.
  {open}{facts}{bounds}.
  rewrite ?(judged_1 {args}) by assumption; lia.
Qed.

Lemma from_corner {args} : ({corner} <= {n})%Z -> input {args} ->
  Rabs (output {n} (encoded {args}) ({judged}) - IZR (truth {args})) < 1 / 2.
Proof.
  intros Far H; assert (Size : ({least} <= {n})%Z) by lia.
  destruct (at_winner {args} Size H) as [W [_ T]].
  unfold encoded; rewrite (output_is {n}{applied}), <- T.
  assert (C := rate_positive {n} Size); assert (F : Forall (fun a => 0 < a) {rates}) by (repeat constructor; exact C).
  eapply Rle_lt_trans; [|apply (small {n} Far)].
  eapply Rle_trans; [apply (leak_le _ _ (fun t => IZR (taken {n}{applied} ({judged}) t)) (winner {args}) (IZR ({deviation}))
      (thetas {rates}) W); [|now apply weights_total]|].
  - intros t Tuple; rewrite T, <- minus_IZR, <- abs_IZR; apply IZR_le; now apply deviation.
  - apply (Rle_trans _ (IZR ({deviation}) * total {rates} (fun a => 2 * exp (- a)))).
    + apply Rmult_le_compat_l; [|now apply shares].
      apply IZR_le; assert (B := deviation {args} _ Size H W); lia.
    + cbn [total]; apply Req_le; cast; ring.
Qed.

)",
      fmt::arg("deviation", t_.deviation), fmt::arg("bounds", bounds), fmt::arg("rates", rates));
}

void Prover::computation() {
  if (t_.least == t_.corner) return;
  std::string open, close, given, letters, specialize, spelled;
  for (const Field& f : t_.fields) {
    open += fmt::format("forallb (fun {} => ", f.name);
    close = (f.function ? fmt::format(") (words (Z.to_nat {}) (range {} {}))", argument(f.last),
                                      argument(f.low), argument(f.high))
                        : fmt::format(") (range {} {})", argument(f.low), argument(f.high))) +
            close;
    letters += f.function ? fmt::format(" (letter {})", f.name) : " " + f.name;
    spelled += f.function ? fmt::format(" (letter (spelled {} {}))", argument(f.last), f.name) : " " + f.name;
    specialize += fmt::format(
        "  rewrite forallb_forall in A; specialize (A {} {}).\n", f.function ? "_" : f.name,
        f.function ? fmt::format("(spelled_in_words {} {} {} {} ltac:(lia) H{})", argument(f.last), f.name,
                                 argument(f.low), argument(f.high), f.name)
                   : fmt::format("ltac:(apply in_range; exact H{})", f.name));
  }
  std::string lets, at, sets, asserts, uses;
  for (std::size_t k = 0; k < t_.features.size(); ++k) {
    const Feature& f = t_.features[k];
    lets += fmt::format("let at_{} := letter (spelled ({}) ({} {}{})) in\n    ", k + 1, t_.last, f.name, n_,
                        letters);
    at += fmt::format(" at_{}", k + 1);
    asserts += fmt::format(R"(  set (at_{k} := letter (spelled ({last}) ({f} {n}{spelled}))) in A.
  assert (F{k} : forall m, (1 <= m <= {last})%Z -> at_{k} m = {f} {args} m).
  {{ intros m Step; unfold at_{k}; rewrite letter_spelled by exact Step; unfold {f}; cases; spell; reflexivity. }}
)",
                           fmt::arg("k", k + 1), fmt::arg("last", t_.last), fmt::arg("f", f.name),
                           fmt::arg("n", n_), fmt::arg("spelled", spelled), fmt::arg("args", args_));
    uses += fmt::format("rewrite ?F{} by lia; ", k + 1);
  }
  const Rational high = root_above(t_.scale_squared);
  const Rational low = root_below(t_.scale_squared);
  const Enclosed q = enclosed_power(low, high);
  const std::string root =
      t_.under_root == 1
          ? "lra"
          : fmt::format("assert (H := inverse_sqrt_le {} {} ltac:(lra) ltac:(lra) ltac:(lra)); lra",
                        fraction_text(Rational(high / t_.root_factor)), fraction_text(t_.under_root));
  add(R"((** ** Below: every input, by computation *)

Definition computed ({n} : Z) (p : powers) : bool :=
  {open_all}
    {lets}right p (tuples {n}) (units {n}{at} ({judged})) (taken {n}{at} ({judged})) (truth {n}{letters}){close}.

Lemma by_computation {n} p : ({least} <= {n})%Z -> encloses p (exp (- scale {n})) -> computed {n} p = true ->
  forall {names}, input {args} -> Rabs (output {n} (encoded {args}) ({judged}) - IZR (truth {args})) < 1 / 2.
Proof.
  intros Size P A {names} H; {open}{facts}; unfold computed in A.
{specialize}  cbv zeta in A; apply (right_sound p _ _ _ _ (scale {n}) P) in A.
{asserts}  replace (truth {n}{spelled}) with (truth {args}) in A
    by (unfold truth; spell; reflexivity).
  unfold encoded; rewrite (output_is {n}{applied}).
  erewrite mean_ext; [exact A | |]; intros {pattern} Tuple; apply tuples_are_all in Tuple; unfold units, taken; {uses}reflexivity.
Qed.

Lemma scale_above {n} : scale {n} <= IZR {a} / IZR {b}.
Proof. unfold scale; {root}. Qed.

(** Of q = e^-scale. *)
Definition powers_of_base : powers := powers_of 64 (2 ^ 60) {low} {high} {den}.

Lemma base_powers {n} : encloses powers_of_base (exp (- scale {n})).
Proof.
  apply powers_enclose; [lia | lia | lia | reflexivity | |].
  - apply (exp_neg_lower _ {a} {b} {m}); [lia | lia | lia | lia | exact (scale_above {n}) | now vm_compute | now vm_compute].
  - apply (exp_neg_upper _ {c} {e} {m}); [lia | lia | lia | lia | exact (scale_bounds {n}) | now vm_compute].
Qed.

)",
      fmt::arg("open_all", open), fmt::arg("lets", lets), fmt::arg("at", at), fmt::arg("letters", letters),
      fmt::arg("close", close), fmt::arg("specialize", specialize), fmt::arg("asserts", asserts),
      fmt::arg("spelled", spelled), fmt::arg("uses", uses), fmt::arg("a", numerator_of(high).str()),
      fmt::arg("b", denominator_of(high).str()), fmt::arg("root", root), fmt::arg("low", q.low.str()),
      fmt::arg("high", q.high.str()), fmt::arg("den", q.den.str()), fmt::arg("m", q.steps),
      fmt::arg("c", numerator_of(low).str()), fmt::arg("e", denominator_of(low).str()));
}

}  // namespace attest::theorems::coq
