(** Lemma L3, tiers: scores r (tie t - N D(t)^2) with integers D, and ties that differ by at most K. Means of D are next to 0 where D is 0
    somewhere, and away from 0 where it is 0 nowhere, if the weights of what has the winner's D with the other sign are small enough. *)
From Coq Require Import Reals Lra Lia List ZArith.
From Attest Require Import Sums Softmax Exponential Means.
Import ListNotations.
Open Scope R_scope.

Section Tiers.
  Context {T : Type}.
  Variables (l : list T) (D tie : T -> Z) (N K : Z) (r : R).
  Definition units_of (t : T) : Z := (- N * D t ^ 2 + tie t)%Z.
  Let s (t : T) : R := r * IZR (units_of t).
  Hypothesis r_positive : 0 < r.
  Hypothesis steep : 1 <= r * IZR N.
  Hypothesis span : forall t u, In t l -> In u l -> (tie t - tie u <= K)%Z.

  Lemma exp_sum_le a b c : a + b <= c -> exp a * exp b <= exp c.
  Proof. intros H; rewrite <- exp_plus; now apply exp_le. Qed.

  Lemma square x : IZR (x ^ 2) = IZR x * IZR x.
  Proof. now rewrite <- mult_IZR, Z.pow_2_r. Qed.

  (** Somewhere D = 0: all that the mean can have is what the others weigh. *)
  Lemma mean_near_zero t0 : NoDup l -> In t0 l -> D t0 = 0%Z ->
    Rabs (average l s D) <= (INR (length l) - 1) * exp (- (r * IZR (N - K))).
  Proof.
    intros ND H0 Zero; unfold average; rewrite (mean_relative l s _ (s t0)).
    set (e := fun t => exp (s t - s t0)); set (E := exp (- (r * IZR (N - K)))).
    assert (Pe : forall t, 0 < e t) by (intros; apply exp_pos).
    assert (E0 : e t0 = 1) by (unfold e; rewrite Rminus_eq_0; apply exp_0).
    assert (Z1 : 1 <= total l e) by (rewrite <- E0; apply (term_le_total l e t0); [intros t _; apply Rlt_le, Pe | exact H0]).
    assert (Each : forall t, In t l -> Rabs (e t * IZR (D t)) <= if Z.eqb (D t) 0 then 0 else E).
    { intros t Ht; rewrite Rabs_mult, (Rabs_right (e t)) by (apply Rle_ge, Rlt_le, Pe).
      destruct (Z.eqb_spec (D t) 0) as [-> | NZ]; [rewrite Rabs_R0; lra|].
      rewrite <- abs_IZR; assert (Sp := span t t0 Ht H0); apply IZR_le in Sp; rewrite minus_IZR in Sp.
      assert (A1 : (1 <= Z.abs (D t))%Z) by lia; assert (A2 : (Z.abs (D t) <= D t ^ 2)%Z) by (rewrite Z.pow_2_r; nia).
      assert (B : IZR (Z.abs (D t)) <= exp (IZR (D t ^ 2) - 1)).
      { eapply Rle_trans; [apply IZR_le, A2|]; assert (G := one_plus_le_exp (IZR (D t ^ 2) - 1)); lra. }
      apply (Rle_trans _ (e t * exp (IZR (D t ^ 2) - 1))); [apply Rmult_le_compat_l; [apply Rlt_le, Pe | exact B]|].
      apply exp_sum_le; unfold s, units_of; rewrite Zero, !plus_IZR, !mult_IZR, !opp_IZR, minus_IZR; change (IZR (0 ^ 2)) with 0.
      assert (X : 1 <= IZR (D t ^ 2)) by (apply IZR_le; lia); set (x := IZR (D t ^ 2)) in *.
      assert (P : 0 <= (x - 1) * (r * IZR N - 1)) by (apply Rmult_le_pos; lra).
      assert (Q : r * (IZR (tie t) - IZR (tie t0)) <= r * IZR K) by (apply Rmult_le_compat_l; lra); lra. }
    unfold Rdiv; rewrite Rabs_mult, (Rabs_right (/ total l e)) by (apply Rle_ge, Rlt_le, Rinv_0_lt_compat; lra).
    assert (I1 : / total l e <= 1) by (rewrite <- Rinv_1; apply Rinv_le_contravar; lra).
    assert (S : Rabs (total l (fun t => e t * IZR (D t))) <= (INR (length l) - 1) * E).
    { eapply Rle_trans; [apply total_abs|]; eapply Rle_trans; [apply total_le; intros t Ht; apply (Each t Ht)|]; cbv beta.
      clear Each Z1 I1 span; induction ND as [|a k Ha ND IH]; [destruct H0|]; cbn [total length]; rewrite S_INR.
      assert (EP : 0 < E) by apply exp_pos.
      assert (All : forall k : list T, total k (fun t => if Z.eqb (D t) 0 then 0 else E) <= INR (length k) * E).
      { clear -EP; induction k as [|b k IH]; cbn [total length]; [cbn; lra|]; rewrite S_INR; destruct (Z.eqb (D b) 0); lra. }
      destruct H0 as [-> | H0]; [rewrite Zero; cbn [Z.eqb]; specialize (All k); lra|].
      specialize (IH H0); destruct (Z.eqb (D a) 0); lra. }
    rewrite <- (Rmult_1_r ((INR (length l) - 1) * E)); apply Rmult_le_compat; try assumption; [apply Rabs_pos | apply Rlt_le, Rinv_0_lt_compat; lra].
  Qed.

  (** Nowhere D = 0: w is a best tuple, what has -D(w) weighs at most `other` relative to it. *)
  Definition far : R := exp (2 - r * IZR (3 * N - K)).

  Lemma mean_away w other : In w l -> (forall t, In t l -> (units_of t <= units_of w)%Z) -> (K < N)%Z -> (forall t, In t l -> D t <> 0%Z) ->
    total l (fun t => if Z.eqb (D t) (- D w) then exp (s t - s w) else 0) <= other ->
    other + (INR (length l)) * far <= 7 / 9 -> 1 / 8 <= Rabs (average l s D).
  Proof.
    intros Hw Top KN NZ Other Small; unfold average; rewrite (mean_relative l s _ (s w)).
    set (e := fun t => exp (s t - s w)) in *.
    change (total l (fun t => if Z.eqb (D t) (- D w) then e t else 0) <= other) in Other.
    change (1 / 8 <= Rabs (total l (fun t => e t * IZR (D t)) / total l e)).
    assert (Pe : forall t, 0 < e t) by (intros; apply exp_pos).
    assert (Ew : e w = 1) by (unfold e; rewrite Rminus_eq_0; apply exp_0).
    assert (Z1 : 1 <= total l e) by (rewrite <- Ew; apply (term_le_total l e w); [intros t _; apply Rlt_le, Pe | exact Hw]).
    set (g := (if (0 <? D w) then 1 else -1)%Z); assert (G : (g * D w = Z.abs (D w))%Z) by (unfold g; destruct (Z.ltb_spec 0 (D w)); lia).
    assert (G1 : (g = 1 \/ g = -1)%Z) by (unfold g; destruct (0 <? D w)%Z; lia).
    set (d := Z.abs (D w)); assert (d1 : (1 <= d)%Z) by (specialize (NZ w Hw); unfold d; lia); assert (d1r := IZR_le _ _ d1).
    assert (Fpos : 0 < far) by apply exp_pos.
    (* what a tuple can take away *)
    assert (Each : forall t, In t l -> - (9 / 8 * IZR d * ((if Z.eqb (D t) (- D w) then e t else 0) + far)) <= e t * (IZR (g * D t) - 1 / 8)).
    { intros t Ht; specialize (NZ t Ht); assert (Pt := Pe t).
      assert (P9 : 0 <= 9 / 8 * IZR d * far) by (apply Rmult_le_pos; [lra | apply Rlt_le, Fpos]).
      assert (Pos : 0 <= if Z.eqb (D t) (- D w) then e t else 0) by (destruct (Z.eqb _ _); lra).
      destruct (Z.le_gt_cases 1 (g * D t)) as [Up | Down].
      { apply IZR_le in Up; assert (0 <= e t * (IZR (g * D t) - 1 / 8)) by (apply Rmult_le_pos; lra).
        assert (0 <= 9 / 8 * IZR d * ((if Z.eqb (D t) (- D w) then e t else 0) + far)) by (apply Rmult_le_pos; lra); lra. }
      assert (Neg : (g * D t = - Z.abs (D t))%Z) by (destruct G1 as [-> | ->]; lia); rewrite Neg, opp_IZR.
      set (x := Z.abs (D t)) in *; assert (x1 : (1 <= x)%Z) by (unfold x; lia); assert (x1r := IZR_le _ _ x1).
      assert (Sx : (D t ^ 2 = x ^ 2)%Z) by (unfold x; now rewrite Z.pow_even_abs by now exists 1%Z).
      assert (Sd : (D w ^ 2 = d ^ 2)%Z) by (unfold d; now rewrite Z.pow_even_abs by now exists 1%Z).
      assert (Sp := span t w Ht Hw); specialize (Top t Ht); unfold units_of in Top; rewrite Sx, Sd in Top.
      assert (dx : (d <= x)%Z).
      { destruct (Z.le_gt_cases d x) as [Le | Gt]; [exact Le | exfalso].
        assert (B : (1 <= d ^ 2 - x ^ 2)%Z) by (rewrite !Z.pow_2_r; nia).
        assert (Sp' := span w t Hw Ht); assert (N * 1 <= N * (d ^ 2 - x ^ 2))%Z; [|lia].
        apply Z.mul_le_mono_nonneg_l; [|exact B].
        assert (0 < IZR N) by (apply (Rmult_lt_reg_l r); lra); apply lt_IZR in H; lia. }
      destruct (Z.eq_dec x d) as [Same | Further].
      - assert (Opposite : D t = (- D w)%Z) by (unfold x, d in Same; destruct G1 as [-> | ->]; lia).
        rewrite Opposite, Z.eqb_refl, Same.
        assert (e t * (IZR d + 1 / 8) <= 9 / 8 * IZR d * e t); [|lra].
        rewrite (Rmult_comm (9 / 8 * IZR d)); apply Rmult_le_compat_l; lra.
      - (* g <= e^(g - 1), g = x^2 - d^2 >= 3, x <= d g *)
        set (y := (x ^ 2 - d ^ 2)%Z); assert (y3 : (3 <= y)%Z) by (unfold y; rewrite !Z.pow_2_r; nia); assert (y3r := IZR_le _ _ y3).
        assert (xy : (x <= d * y)%Z) by (unfold y; rewrite !Z.pow_2_r; nia).
        assert (Ey : IZR y <= exp (IZR y - 1)) by (assert (O := one_plus_le_exp (IZR y - 1)); lra).
        apply IZR_le in xy; rewrite mult_IZR in xy.
        assert (Et : e t * exp (IZR y - 1) <= far).
        { apply exp_sum_le; unfold s, units_of; rewrite Sx, Sd, !plus_IZR, !mult_IZR, !opp_IZR, minus_IZR, mult_IZR.
          assert (Yr : IZR (x ^ 2) = IZR (d ^ 2) + IZR y) by (unfold y; rewrite minus_IZR; ring); rewrite Yr.
          apply IZR_le in Sp; rewrite minus_IZR in Sp.
          assert (Q : r * (IZR (tie t) - IZR (tie w)) <= r * IZR K) by (apply Rmult_le_compat_l; lra).
          assert (P : 0 <= (IZR y - 3) * (r * IZR N - 1)) by (apply Rmult_le_pos; lra); lra. }
        assert (Bound : e t * (IZR x + 1 / 8) <= 9 / 8 * IZR d * far).
        { apply (Rle_trans _ (e t * (9 / 8 * (IZR d * exp (IZR y - 1))))).
          - apply Rmult_le_compat_l; [lra|].
            assert (IZR d * IZR y <= IZR d * exp (IZR y - 1)) by (apply Rmult_le_compat_l; lra); lra.
          - replace (e t * (9 / 8 * (IZR d * exp (IZR y - 1)))) with (9 / 8 * IZR d * (e t * exp (IZR y - 1))) by ring.
            apply Rmult_le_compat_l; lra. }
        assert (0 <= 9 / 8 * IZR d * (if Z.eqb (D t) (- D w) then e t else 0)) by (apply Rmult_le_pos; lra); lra. }
    (* the sum of e (g D - 1/8) is not negative *)
    assert (Sum : 0 <= total l (fun t => e t * (IZR (g * D t) - 1 / 8))).
    { assert (Whole := term_le_total l (fun t => e t * (IZR (g * D t) - 1 / 8) + 9 / 8 * IZR d * ((if Z.eqb (D t) (- D w) then e t else 0) + far)) w).
      cbv beta in Whole; rewrite total_plus, total_scale, total_plus in Whole.
      assert (Const : total l (fun _ => far) = INR (length l) * far).
      { clear; induction l as [|a k IH]; cbn [total length]; [cbn; ring | rewrite S_INR, IH; ring]. }
      rewrite Const, Ew, G in Whole; fold d in Whole.
      assert (W0 : 0 <= 9 / 8 * IZR d * ((if Z.eqb (D w) (- D w) then e w else 0) + far)).
      { apply Rmult_le_pos; [lra|]; destruct (Z.eqb _ _); [specialize (Pe w); lra | lra]. }
      specialize (Whole ltac:(intros t Ht; specialize (Each t Ht); lra) Hw).
      assert (Cap : 9 / 8 * IZR d * (total l (fun t => if Z.eqb (D t) (- D w) then e t else 0) + INR (length l) * far) <= 9 / 8 * IZR d * (7 / 9))
        by (apply Rmult_le_compat_l; lra); rewrite Ew in W0; lra. }
    rewrite (total_ext l _ (fun t => IZR g * (e t * IZR (D t)) + - (1 / 8) * e t)) in Sum by (intros t _; rewrite mult_IZR; ring).
    rewrite total_plus, !total_scale in Sum; set (Num := total l (fun t => e t * IZR (D t))) in *; set (Den := total l e) in *.
    change (Num / Den) with (Num * / Den); rewrite Rabs_mult, (Rabs_right (/ Den)) by (apply Rle_ge, Rlt_le, Rinv_0_lt_compat; lra).
    apply (Rmult_le_reg_r Den); [lra|]; rewrite Rmult_assoc, Rinv_l, Rmult_1_r by lra.
    assert (A1 := Rle_abs Num); assert (A2 := Rle_abs (- Num)); rewrite Rabs_Ropp in A2; destruct G1 as [-> | ->]; lra.
  Qed.
End Tiers.
