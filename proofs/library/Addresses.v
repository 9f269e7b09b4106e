(** Lemma L1, integer addresses. Where a score is the winner's less c_1 (x_1 - F_1)^2 + .. + c_k (x_k - F_k)^2, with F_r an integer
    that x_1, .., x_(r-1) determine, the weights relative to the winner's sum to at most the product of the theta (c_r): for
    each x_1, .., x_(r-1) the squares of different x_r are squares of different integers. *)
From Coq Require Import Reals Lra Lia List ZArith.
From Attest Require Import Sums Exponential.
Import ListNotations.
Open Scope R_scope.

Definition theta (c : R) : R := (1 + exp (- c)) / (1 - exp (- c)).

Lemma exp_neg_lt_1 c : 0 < c -> exp (- c) < 1.
Proof. intros H; rewrite <- exp_0; apply exp_increasing; lra. Qed.

(** The sum of q^|z - a| over all integers z <= m, q = e^-c. *)
Definition below (c : R) (a m : Z) : R :=
  if (m <=? a)%Z then exp (- (c * IZR (a - m))) / (1 - exp (- c))
  else theta c - exp (- (c * IZR (m + 1 - a))) / (1 - exp (- c)).

Lemma below_step c a m : 0 < c -> below c a m - below c a (m - 1) = exp (- (c * IZR (Z.abs (m - a)))).
Proof.
  intros Hc; assert (Q := exp_neg_lt_1 c Hc); unfold below, theta.
  assert (step : forall z, exp (- (c * IZR (z + 1))) = exp (- c) * exp (- (c * IZR z)))
    by (intros z; rewrite plus_IZR, <- exp_plus; f_equal; ring).
  destruct (Z.leb_spec m a), (Z.leb_spec (m - 1) a); try lia.
  - replace (a - (m - 1))%Z with (a - m + 1)%Z by ring; rewrite step.
    replace (Z.abs (m - a)) with (a - m)%Z by lia; field; lra.
  - replace (m - 1)%Z with a by lia; replace m with (a + 1)%Z by lia.
    replace (a + 1 + 1 - a)%Z with (1 + 1)%Z by ring; replace (a - a)%Z with 0%Z by ring.
    replace (Z.abs (a + 1 - a)) with 1%Z by lia; rewrite step.
    replace (- (c * IZR 1)) with (- c) by ring; replace (- (c * IZR 0)) with 0 by ring.
    rewrite exp_0; field; lra.
  - replace (m - 1 + 1 - a)%Z with (m - a)%Z by ring; replace (m + 1 - a)%Z with (m - a + 1)%Z by ring.
    rewrite step; replace (Z.abs (m - a)) with (m - a)%Z by lia; field; lra.
Qed.

Lemma total_step lo k (f : Z -> R) :
  total (map (fun i => (lo + Z.of_nat i)%Z) (seq 0 (S k))) f =
  total (map (fun i => (lo + Z.of_nat i)%Z) (seq 0 k)) f + f (lo + Z.of_nat k)%Z.
Proof. rewrite seq_S, map_app, total_app; cbn; ring. Qed.

(** The address a may lie outside of the range. *)
Theorem total_address c a lo hi : 0 < c -> total (range lo hi) (fun z => exp (- (c * IZR ((z - a) ^ 2)))) <= theta c.
Proof.
  intros Hc; assert (Q := exp_neg_lt_1 c Hc); assert (Q0 := exp_pos (- c)).
  assert (pos : forall z, 0 < exp (- (c * IZR z)) / (1 - exp (- c)))
    by (intros z; apply Rdiv_lt_0_compat; [apply exp_pos | lra]).
  assert (low : forall m, 0 <= below c a m).
  { intros m; unfold below, theta; destruct (Z.leb_spec m a); [apply Rlt_le, pos|].
    assert (exp (- (c * IZR (m + 1 - a))) <= exp 0).
    { apply exp_le; assert (0 <= IZR (m + 1 - a)) by (apply IZR_le; lia); nra. }
    rewrite exp_0 in *; unfold Rdiv; rewrite <- Rmult_minus_distr_r.
    apply Rmult_le_pos; [lra | apply Rlt_le, Rinv_0_lt_compat; lra]. }
  assert (high : forall m, below c a m <= theta c).
  { intros m; unfold below; destruct (Z.leb_spec m a); [|specialize (pos (m + 1 - a)%Z); lra].
    unfold theta, Rdiv; apply Rmult_le_compat_r; [apply Rlt_le, Rinv_0_lt_compat; lra|].
    assert (exp (- (c * IZR (a - m))) <= exp 0).
    { apply exp_le; assert (0 <= IZR (a - m)) by (apply IZR_le; lia); nra. }
    rewrite exp_0 in *; lra. }
  unfold range; generalize (Z.to_nat (hi + 1 - lo)) as k; intros k.
  apply (Rle_trans _ (below c a (lo - 1 + Z.of_nat k) - below c a (lo - 1))).
  2: { specialize (high (lo - 1 + Z.of_nat k)%Z); specialize (low (lo - 1)%Z); lra. }
  induction k as [|k IH]; [cbn; rewrite Z.add_0_r; lra|].
  rewrite total_step; assert (B := below_step c a (lo + Z.of_nat k) Hc).
  replace (lo - 1 + Z.of_nat (S k))%Z with (lo + Z.of_nat k)%Z by lia.
  replace (lo + Z.of_nat k - 1)%Z with (lo - 1 + Z.of_nat k)%Z in B by lia.
  assert (exp (- (c * IZR ((lo + Z.of_nat k - a) ^ 2))) <= exp (- (c * IZR (Z.abs (lo + Z.of_nat k - a)))));
    [|lra].
  apply exp_le, Ropp_le_contravar, Rmult_le_compat_l; [lra|]; apply IZR_le; nia.
Qed.

Lemma theta_ge_1 c : 0 < c -> 1 <= theta c.
Proof.
  intros Hc; assert (Q := exp_neg_lt_1 c Hc); assert (Q0 := exp_pos (- c)); unfold theta.
  apply (Rmult_le_reg_r (1 - exp (- c))); [lra|]; unfold Rdiv; rewrite Rmult_assoc, Rinv_l by lra; lra.
Qed.

(** 1 - 1/theta <= 2 q, and for a product the sum of both. *)
Lemma share_theta c : 0 < c -> 1 - / theta c <= 2 * exp (- c).
Proof.
  intros Hc; assert (Q := exp_neg_lt_1 c Hc); assert (Q0 := exp_pos (- c)); unfold theta.
  replace (1 - / ((1 + exp (- c)) / (1 - exp (- c)))) with (2 * exp (- c) * / (1 + exp (- c))) by (field; lra).
  rewrite <- (Rmult_1_r (2 * exp (- c))) at 2; apply Rmult_le_compat_l; [lra|].
  rewrite <- Rinv_1; apply Rinv_le_contravar; lra.
Qed.

Lemma share_product P Q : 1 <= P -> 1 <= Q -> 1 - / (P * Q) <= (1 - / P) + (1 - / Q).
Proof.
  intros HP HQ; rewrite Rinv_mult.
  assert (/ P <= 1) by (rewrite <- Rinv_1; apply Rinv_le_contravar; lra).
  assert (/ Q <= 1) by (rewrite <- Rinv_1; apply Rinv_le_contravar; lra).
  assert (0 <= (1 - / P) * (1 - / Q)) by (apply Rmult_le_pos; lra); lra.
Qed.

(** theta c_1 .. theta c_k *)
Fixpoint thetas (c : list R) : R := match c with [] => 1 | a :: r => theta a * thetas r end.

Lemma thetas_ge_1 c : Forall (fun a => 0 < a) c -> 1 <= thetas c.
Proof.
  induction 1 as [|a r Ha _ IH]; cbn; [lra|].
  assert (T := theta_ge_1 a Ha); assert (1 * 1 <= theta a * thetas r) by (apply Rmult_le_compat; lra); lra.
Qed.

Lemma shares c : Forall (fun a => 0 < a) c -> 1 - / thetas c <= total c (fun a => 2 * exp (- a)).
Proof.
  induction 1 as [|a r Ha Hr IH]; cbn; [rewrite Rinv_1; lra|].
  assert (S := share_product _ _ (theta_ge_1 a Ha) (thetas_ge_1 r Hr)).
  assert (T := share_theta a Ha); lra.
Qed.

Lemma square_nonpos a d : (0 < a -> - a * d ^ 2 <= 0)%Z.
Proof. intros; assert (0 <= d ^ 2)%Z by (apply Z.pow_even_nonneg; now exists 1%Z); nia. Qed.

Lemma square_neg a d : (0 < a -> d <> 0 -> - a * d ^ 2 < 0)%Z.
Proof. intros Ha Hd; assert (0 < d ^ 2)%Z by nia; nia. Qed.
