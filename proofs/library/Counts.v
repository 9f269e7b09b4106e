(** Lemma L4, counts: of values that are 0 or 1, with a score that is higher by a where they are 1, the mean is 0 where all are 0, and above
    1/2 where one is 1 and e^a is more than the number of all others. *)
From Coq Require Import Reals Lra Lia List ZArith.
From Attest Require Import Sums Softmax Means.
Import ListNotations.
Open Scope R_scope.

Section Counts.
  Context {T : Type}.
  Variables (l : list T) (c : T -> Z) (a : R).
  Let s (t : T) : R := exp (a * IZR (c t)).

  Lemma total_one : total l (fun _ => 1) = INR (length l).
  Proof. induction l as [|x k IH]; cbn [total length]; [reflexivity | rewrite S_INR, IH; ring]. Qed.

  Lemma none : (forall t, In t l -> c t = 0%Z) -> average l (fun t => a * IZR (c t)) c = 0.
  Proof.
    intros H; unfold average, mean; rewrite (total_ext l (fun t => exp (a * IZR (c t)) * IZR (c t)) (fun _ => 0 * 1)).
    - rewrite total_scale; unfold Rdiv; now rewrite !Rmult_0_l.
    - intros t Ht; rewrite (H t Ht); ring.
  Qed.

  Lemma some w : (forall t, In t l -> c t = 0%Z \/ c t = 1%Z) -> In w l -> c w = 1%Z -> INR (length l) - 1 < exp a ->
    1 / 2 < average l (fun t => a * IZR (c t)) c.
  Proof.
    intros Hc Hw W E; unfold average, mean; change (1 / 2 < total l (fun t => s t * IZR (c t)) / total l s).
    assert (Sw : s w = exp a) by (unfold s; rewrite W; f_equal; ring).
    assert (P : 0 < total l s).
    { apply (Rlt_le_trans _ (s w)); [apply exp_pos|]; apply term_le_total; [intros t _; apply Rlt_le, exp_pos | exact Hw]. }
    (* the sum of s (2 c - 1) + 1, of which no term is negative *)
    assert (Terms := term_le_total l (fun t => s t * (2 * IZR (c t) - 1) + 1) w); cbv beta in Terms.
    rewrite total_plus, total_one, Sw, W in Terms.
    assert (D : total l (fun t => s t * (2 * IZR (c t) - 1)) = 2 * total l (fun t => s t * IZR (c t)) - total l s).
    { rewrite (total_ext l _ (fun t => 2 * (s t * IZR (c t)) + -1 * s t)) by (intros t _; ring).
      rewrite total_plus, !total_scale; ring. }
    rewrite D in Terms.
    assert (Q : exp a * (2 * 1 - 1) + 1 <= 2 * total l (fun t => s t * IZR (c t)) - total l s + INR (length l)).
    { apply Terms; [|exact Hw]; intros t Ht; unfold s; destruct (Hc t Ht) as [C | C]; rewrite C.
      - rewrite Rmult_0_r, exp_0; lra.
      - assert (X := exp_pos (a * 1)); lra. }
    apply (Rmult_lt_reg_r (total l s)); [exact P|].
    unfold Rdiv at 2; rewrite Rmult_assoc, Rinv_l by lra; lra.
  Qed.
End Counts.
