(** Rational bounds of exp and sqrt, polynomials that are >= 0 from a size on, and what falls with a size. *)
From Coq Require Import Reals Lra Lia List ZArith.
Import ListNotations.
Open Scope R_scope.

Lemma exp_power a m : exp (a * INR m) = exp a ^ m.
Proof.
  induction m as [|m IH]; [rewrite Rmult_0_r; apply exp_0|].
  rewrite S_INR, Rmult_plus_distr_l, exp_plus, IH, Rmult_1_r; cbn; ring.
Qed.

Lemma one_plus_le_exp x : 1 + x <= exp x.
Proof.
  destruct (Rtotal_order x 0) as [H | [-> | H]].
  - destruct (Rlt_dec x (-1)); [assert (0 < exp x) by apply exp_pos; lra|].
    apply Rlt_le, exp_ineq1; lra.
  - rewrite exp_0; lra.
  - apply Rlt_le, exp_ineq1; lra.
Qed.

(** e^-(b m) <= 1/(1 + b)^m, and >= (1 - b)^m where b <= 1. *)
Lemma exp_neg_le b m : 0 <= b -> exp (- (b * INR m)) <= / (1 + b) ^ m.
Proof.
  intros Hb; rewrite exp_Ropp, exp_power.
  apply Rinv_le_contravar; [apply pow_lt; lra|].
  apply pow_incr; split; [lra | apply one_plus_le_exp].
Qed.

Lemma exp_neg_ge b m : b <= 1 -> (1 - b) ^ m <= exp (- (b * INR m)).
Proof.
  intros Hb; replace (- (b * INR m)) with (- b * INR m) by ring; rewrite exp_power.
  apply pow_incr; split; [lra | apply (one_plus_le_exp (- b))].
Qed.

Lemma exp_le a b : a <= b -> exp a <= exp b.
Proof. intros [H | ->]; [apply Rlt_le, exp_increasing, H | lra]. Qed.

(** c <= 1/sqrt r <= d, by squaring. *)
Lemma inverse_sqrt_ge c r : 0 <= c -> 0 < r -> c * c * r <= 1 -> c <= / sqrt r.
Proof.
  intros Hc Hr H; assert (P : 0 < sqrt r) by (apply sqrt_lt_R0; lra).
  apply (Rmult_le_reg_r (sqrt r)); [lra|]; rewrite Rinv_l by lra.
  apply Rsqr_incr_0; unfold Rsqr; [|nra|lra].
  replace (c * sqrt r * (c * sqrt r)) with (c * c * (sqrt r * sqrt r)) by ring.
  rewrite sqrt_sqrt; lra.
Qed.

Lemma inverse_sqrt_le d r : 0 <= d -> 0 < r -> 1 <= d * d * r -> / sqrt r <= d.
Proof.
  intros Hd Hr H; assert (P : 0 < sqrt r) by (apply sqrt_lt_R0; lra).
  apply (Rmult_le_reg_r (sqrt r)); [lra|]; rewrite Rinv_l by lra.
  apply Rsqr_incr_0; unfold Rsqr; [|lra|nra].
  replace (d * sqrt r * (d * sqrt r)) with (d * d * (sqrt r * sqrt r)) by ring.
  rewrite sqrt_sqrt; lra.
Qed.

Lemma IZR_power z k : (0 <= k)%Z -> IZR (z ^ k) = IZR z ^ Z.to_nat k.
Proof. intros H; rewrite pow_IZR, Z2Nat.id by lia; reflexivity. Qed.

(** Enclosures of e^-u from c/e <= u and u <= c/e: each follows from a comparison of two integers. *)
Lemma exp_neg_upper u c e m high den :
  (0 <= c)%Z -> (0 < e)%Z -> (0 < m)%Z -> (0 < den)%Z -> IZR c / IZR e <= u ->
  ((e * m) ^ m * den <=? high * (e * m + c) ^ m)%Z = true -> exp (- u) <= IZR high / IZR den.
Proof.
  intros Hc He Hm Hd Hu H; apply Z.leb_le, IZR_le in H.
  rewrite !mult_IZR, !IZR_power, plus_IZR, mult_IZR in H by lia.
  apply IZR_lt in He, Hm, Hd; apply IZR_le in Hc.
  assert (P : 0 < IZR e * IZR m) by now apply Rmult_lt_0_compat.
  set (b := IZR c / (IZR e * IZR m)).
  assert (0 <= b) by (apply Rmult_le_pos; [lra | apply Rlt_le, Rinv_0_lt_compat, P]).
  apply (Rle_trans _ (exp (- (b * INR (Z.to_nat m))))).
  { apply exp_le, Ropp_le_contravar; rewrite INR_IZR_INZ, Z2Nat.id by (apply Z.lt_le_incl, lt_IZR, Hm).
    unfold b; replace (IZR c / (IZR e * IZR m) * IZR m) with (IZR c / IZR e) by (field; lra); exact Hu. }
  eapply Rle_trans; [now apply exp_neg_le|].
  replace (1 + b) with ((IZR e * IZR m + IZR c) / (IZR e * IZR m)) by (unfold b; field; lra).
  assert (0 < (IZR e * IZR m) ^ Z.to_nat m) by now apply pow_lt.
  assert (0 < (IZR e * IZR m + IZR c) ^ Z.to_nat m) by (apply pow_lt; lra).
  unfold Rdiv; rewrite Rpow_mult_distr, pow_inv.
  apply (Rmult_le_reg_r (IZR den)); [lra|].
  apply (Rmult_le_reg_r ((IZR e * IZR m + IZR c) ^ Z.to_nat m)); [lra|].
  rewrite Rinv_mult, Rinv_inv.
  match goal with |- ?x <= ?y =>
    replace x with ((IZR e * IZR m) ^ Z.to_nat m * IZR den) by (field; lra);
    replace y with (IZR high * (IZR e * IZR m + IZR c) ^ Z.to_nat m) by (field; lra) end.
  exact H.
Qed.

Lemma exp_neg_lower u c e m low den :
  (0 <= c)%Z -> (0 < e)%Z -> (0 < m)%Z -> (0 < den)%Z -> u <= IZR c / IZR e -> (c <=? e * m)%Z = true ->
  (low * (e * m) ^ m <=? (e * m - c) ^ m * den)%Z = true -> IZR low / IZR den <= exp (- u).
Proof.
  intros Hc He Hm Hd Hu H1 H; apply Z.leb_le, IZR_le in H; apply Z.leb_le, IZR_le in H1.
  rewrite !mult_IZR, !IZR_power, minus_IZR, mult_IZR in H by lia; rewrite mult_IZR in H1.
  apply IZR_lt in He, Hm, Hd; apply IZR_le in Hc.
  assert (P : 0 < IZR e * IZR m) by now apply Rmult_lt_0_compat.
  set (b := IZR c / (IZR e * IZR m)).
  apply (Rle_trans _ (exp (- (b * INR (Z.to_nat m))))).
  2: { apply exp_le, Ropp_le_contravar; rewrite INR_IZR_INZ, Z2Nat.id by (apply Z.lt_le_incl, lt_IZR, Hm).
    unfold b; replace (IZR c / (IZR e * IZR m) * IZR m) with (IZR c / IZR e) by (field; lra); exact Hu. }
  eapply Rle_trans; [|apply exp_neg_ge].
  2: { apply (Rmult_le_reg_r (IZR e * IZR m)); [lra|]; unfold b, Rdiv.
       rewrite Rmult_assoc, Rinv_l by lra; lra. }
  replace (1 - b) with ((IZR e * IZR m - IZR c) / (IZR e * IZR m)) by (unfold b; field; lra).
  assert (0 < (IZR e * IZR m) ^ Z.to_nat m) by now apply pow_lt.
  unfold Rdiv; rewrite Rpow_mult_distr, pow_inv.
  apply (Rmult_le_reg_r (IZR den)); [lra|].
  apply (Rmult_le_reg_r ((IZR e * IZR m) ^ Z.to_nat m)); [lra|].
  match goal with |- ?x <= ?y =>
    replace x with (IZR low * (IZR e * IZR m) ^ Z.to_nat m) by (field; lra);
    replace y with ((IZR e * IZR m - IZR c) ^ Z.to_nat m * IZR den) by (field; lra) end.
  exact H.
Qed.

(** c_0 + c_1 x + c_2 x^2 + .. *)
Fixpoint polynomial (c : list Z) (x : Z) : Z :=
  match c with [] => 0 | a :: r => a + x * polynomial r x end%Z.

(** What is a polynomial in x >= 0 with coefficients >= 0 is >= 0. *)
Lemma by_coefficients c x z :
  (0 <= x)%Z -> z = polynomial c x -> forallb (Z.leb 0) c = true -> (0 <= z)%Z.
Proof.
  intros Hx -> Hc; induction c as [|a r IH]; cbn in *; [lia|].
  apply andb_prop in Hc; destruct Hc as [Ha Hr]; apply Z.leb_le in Ha.
  assert (0 <= x * polynomial r x)%Z by auto using Z.mul_nonneg_nonneg; lia.
Qed.

(** p n e^-(c r n) stays below b from n0 on if it is below b there, and p grows at each step at most by the factor
    1 + c0 (r (n+1) - r n), c0 = a/d a lower bound of c. *)
Lemma falls (p r : Z -> Z) c a d n0 b :
  (0 < d)%Z -> IZR a / IZR d <= c ->
  (forall n, (n0 <= n)%Z -> (0 <= p n)%Z) ->
  (forall n, (n0 <= n)%Z -> (0 <= r (n + 1) - r n)%Z) ->
  (forall n, (n0 <= n)%Z -> (0 <= p n * (d + a * (r (n + 1) - r n)) - d * p (n + 1))%Z) ->
  IZR (p n0) * exp (- (c * IZR (r n0))) < b ->
  forall n, (n0 <= n)%Z -> IZR (p n) * exp (- (c * IZR (r n))) < b.
Proof.
  intros Hd Hc Hp Hr Hstep Hb n Hn.
  apply (Z.right_induction (fun n => IZR (p n) * exp (- (c * IZR (r n))) < b) ltac:(now intros ? ? ->) n0);
    [exact Hb | clear n Hn | exact Hn].
  intros n Hn IH; eapply Rle_lt_trans; [|exact IH]; rewrite <- Z.add_1_r.
  specialize (Hp n Hn); specialize (Hr n Hn); specialize (Hstep n Hn).
  apply IZR_le in Hp, Hr, Hstep; apply IZR_lt in Hd.
  rewrite minus_IZR, !mult_IZR, plus_IZR, mult_IZR in Hstep.
  set (g := IZR (r (n + 1)%Z - r n)) in *.
  replace (- (c * IZR (r n))) with (- (c * IZR (r (n + 1)%Z)) + c * g)
    by (unfold g; rewrite minus_IZR; ring).
  rewrite exp_plus, (Rmult_comm (exp _) (exp (c * g))), <- Rmult_assoc.
  apply Rmult_le_compat_r; [apply Rlt_le, exp_pos|].
  assert (G := one_plus_le_exp (c * g)).
  apply (Rle_trans _ (IZR (p n) * (1 + IZR a / IZR d * g))).
  - apply (Rmult_le_reg_r (IZR d)); [exact Hd|].
    replace (IZR (p n) * (1 + IZR a / IZR d * g) * IZR d) with (IZR (p n) * (IZR d + IZR a * g)) by (field; lra).
    lra.
  - apply Rmult_le_compat_l; [exact Hp|].
    assert (IZR a / IZR d * g <= c * g) by (apply Rmult_le_compat_r; assumption); lra.
Qed.
