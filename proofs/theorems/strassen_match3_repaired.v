(** strassen/match3 (repaired): two Strassen heads solve Match3, for every n and m. *)
(* By hand, of attest prove strassen/match3 --variant repaired, its text with sha256 68b39309c8c8d860; what is stated has to be compared with the record. *)
From Coq Require Import Reals Lra Lia List ZArith.
From Attest Require Import Sums Softmax Exponential Attention Means DistinctMultiples Tiers.
Import ListNotations.
Open Scope R_scope.

(** * What is stated *)

(** ** Tokens: i in [n], which carry p(i) *)

Definition tokens (n : Z) : list Z := range 1 n.
Definition encode (m i p : Z) : vector := [IZR i; IZR p - IZR m / 3; (IZR p - IZR m / 3) ^ 2; 1; 0; 0; 0; 0].

(** ** The layer, d = 8: heads for Sigma = m and Sigma = 2 m *)

Definition W_1_1 (n m : Z) : matrix :=
  [[0; IZR (- n ^ 2); 0; 0; 0; 0; 0; 0];
   [0; IZR (- n ^ 2); 0; 0; 0; 0; 0; 0];
   [0; 0; 0; 0; 0; 0; 0; 0];
   [0; 0; IZR (- n ^ 2); 0; 0; 0; 0; 0];
   [0; 0; 0; 0; 0; 0; 0; 0];
   [0; 0; 0; 0; 0; 0; 0; 0];
   [0; 0; 0; 0; 0; 0; 0; 0];
   [0; 0; 0; 0; 0; 0; 0; 0]].

Definition W_1_2 (n m : Z) : matrix :=
  [[0; IZR (2 * n ^ 2); 0; 0; 0; 0; 0; 0];
   [0; 0; 0; 0; 0; 0; 0; 0];
   [0; IZR (- n ^ 2); 0; 0; 0; 0; 0; 0];
   [0; 0; 0; IZR (n ^ 2); 0; 0; 0; 0];
   [0; 0; IZR (- n ^ 2); 0; 0; 0; 0; 0];
   [0; 0; 0; IZR (n ^ 2); 0; 0; 0; 0];
   [1; 0; 0; 0; 0; 0; 0; 0];
   [0; 0; 0; IZR (n ^ 2); 0; 0; 0; 0]].

Definition W_1_3 (n m : Z) : matrix :=
  [[0; 0; 0; 0; 0; 0; 0; 0];
   [0; IZR (2 * n ^ 2); 0; 0; 0; 0; 0; 0];
   [0; IZR (2 * n ^ 2); 0; 0; 0; 0; 0; 0];
   [0; 0; 0; 0; 0; 0; 0; 0];
   [0; 0; 0; IZR (n ^ 2); 0; 0; 0; 0];
   [0; 0; IZR (- n ^ 2); 0; 0; 0; 0; 0];
   [0; 0; 0; IZR (n ^ 2); 0; 0; 0; 0];
   [1 / IZR n; 0; 0; 0; 0; 0; 0; 0]].

Definition V_1_2 (n m : Z) : matrix :=
  [[0; 0; 0; 0; 0; 0; 0; 0];
   [0; 0; 0; 0; 0; 0; 0; 0];
   [0; 0; 0; 0; 0; 0; 0; 0];
   [0; 0; 0; 0; 0; 0; 0; 0];
   [0; 0; 0; 1; 0; 0; 0; 0];
   [0; 1; 0; IZR m / 3; 0; 0; 0; 0]].

Definition V_1_3 (n m : Z) : matrix :=
  [[0; 0; 0; 0; 0; 0; 0; 0];
   [0; 0; 0; 0; 0; 0; 0; 0];
   [0; 0; 0; 0; 0; 0; 0; 0];
   [0; 0; 0; 0; 0; 0; 0; 0];
   [0; 1; 0; IZR m / 3; 0; 0; 0; 0];
   [0; 0; 0; 1; 0; 0; 0; 0]].

Definition W_2_1 (n m : Z) : matrix :=
  [[0; IZR (- n ^ 2); 0; IZR (n ^ 2 * m) / 3; 0; 0; 0; 0];
   [0; IZR (- n ^ 2); 0; IZR (n ^ 2 * m) / 3; 0; 0; 0; 0];
   [0; 0; 0; 0; 0; 0; 0; 0];
   [0; IZR (2 * n ^ 2 * m) / 3; IZR (- n ^ 2); IZR (- n ^ 2 * m ^ 2) / 9; 0; 0; 0; 0];
   [0; 0; 0; 0; 0; 0; 0; 0];
   [0; 0; 0; 0; 0; 0; 0; 0];
   [0; 0; 0; 0; 0; 0; 0; 0];
   [0; 0; 0; 0; 0; 0; 0; 0]].

Definition W_2_2 (n m : Z) : matrix :=
  [[0; IZR (2 * n ^ 2); 0; IZR (- 2 * n ^ 2 * m) / 3; 0; 0; 0; 0];
   [0; 0; 0; 0; 0; 0; 0; 0];
   [0; IZR (- n ^ 2); 0; IZR (n ^ 2 * m) / 3; 0; 0; 0; 0];
   [0; 0; 0; IZR (n ^ 2); 0; 0; 0; 0];
   [0; IZR (2 * n ^ 2 * m) / 3; IZR (- n ^ 2); IZR (- n ^ 2 * m ^ 2) / 9; 0; 0; 0; 0];
   [0; 0; 0; IZR (n ^ 2); 0; 0; 0; 0];
   [1; 0; 0; 0; 0; 0; 0; 0];
   [0; 0; 0; IZR (n ^ 2); 0; 0; 0; 0]].

Definition W_2_3 (n m : Z) : matrix :=
  [[0; 0; 0; 0; 0; 0; 0; 0];
   [0; IZR (2 * n ^ 2); 0; IZR (- 2 * n ^ 2 * m) / 3; 0; 0; 0; 0];
   [0; IZR (2 * n ^ 2); 0; IZR (- 2 * n ^ 2 * m) / 3; 0; 0; 0; 0];
   [0; 0; 0; 0; 0; 0; 0; 0];
   [0; 0; 0; IZR (n ^ 2); 0; 0; 0; 0];
   [0; IZR (2 * n ^ 2 * m) / 3; IZR (- n ^ 2); IZR (- n ^ 2 * m ^ 2) / 9; 0; 0; 0; 0];
   [0; 0; 0; IZR (n ^ 2); 0; 0; 0; 0];
   [1 / IZR n; 0; 0; 0; 0; 0; 0; 0]].

Definition V_2_2 (n m : Z) : matrix :=
  [[0; 0; 0; 0; 0; 0; 0; 0];
   [0; 0; 0; 0; 0; 0; 0; 0];
   [0; 0; 0; 0; 0; 0; 0; 0];
   [0; 0; 0; 0; 0; 0; 0; 0];
   [0; 0; 0; 1; 0; 0; 0; 0];
   [0; 1; 0; IZR m / 3; 0; 0; 0; 0]].

Definition V_2_3 (n m : Z) : matrix :=
  [[0; 0; 0; 0; 0; 0; 0; 0];
   [0; 0; 0; 0; 0; 0; 0; 0];
   [0; 0; 0; 0; 0; 0; 0; 0];
   [0; 0; 0; 0; 0; 0; 0; 0];
   [0; 1; 0; IZR m / 3; 0; 0; 0; 0];
   [0; 0; 0; 1; 0; 0; 0; 0]].

Definition W_O (n m : Z) : matrix :=
  [[0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0];
   [0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0];
   [0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0];
   [0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0];
   [0; 0; 0; 0; 1; 0; 0; 0; 0; 0; 0; 0];
   [0; 0; 0; 0; 0; 1; 0; 0; 0; 0; 0; 0];
   [0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 1; 0];
   [0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 1]].
Definition scale (n m : Z) : R := / sqrt (IZR 8).
Definition tuples (n : Z) : list (Z * Z) := list_prod (tokens n) (tokens n).

Section Network.
  Variables (n m : Z) (e : Z -> vector).  (* the sizes; the encoded tokens *)

  (** x1*x2 + x1*x3 + x2*x3 *)
  Definition product (W1 W2 W3 : matrix) (i : Z) (t : Z * Z) : R :=
    let '(j, k) := t in
    let x1 := apply W1 (e i) in
    let x2 := apply W2 (e j) in
    let x3 := apply W3 (e k) in
    dot x1 x2 + dot x1 x3 + dot x2 x3.
  Definition product_1 : Z -> Z * Z -> R := product (W_1_1 n m) (W_1_2 n m) (W_1_3 n m).
  Definition product_2 : Z -> Z * Z -> R := product (W_2_1 n m) (W_2_2 n m) (W_2_3 n m).
  Definition score_1 (i : Z) (t : Z * Z) : R := scale n m * product_1 i t.
  Definition score_2 (i : Z) (t : Z * Z) : R := scale n m * product_2 i t.
  Definition value_1 (t : Z * Z) : vector := let '(j, k) := t in times (apply (V_1_2 n m) (e j)) (apply (V_1_3 n m) (e k)).
  Definition value_2 (t : Z * Z) : vector := let '(j, k) := t in times (apply (V_2_2 n m) (e j)) (apply (V_2_3 n m) (e k)).
  Definition stream (i : Z) : vector :=
    add (e i) (apply (W_O n m) (mean_vector 6 (tuples n) (score_1 i) value_1 ++ mean_vector 6 (tuples n) (score_2 i) value_2)).
  Definition output (i : Z) : R :=
    let s := fun r => coordinate r (stream i) in
    1 / 8 - Rmin (Rabs (s 2%nat + IZR m / 3 + s 5%nat + s 6%nat - IZR m)) (Rabs (s 2%nat + IZR m / 3 + s 7%nat + s 8%nat - 2 * IZR m)).
End Network.

(** ** Inputs and task *)

Definition input (n m : Z) (p : Z -> Z) : Prop := forall i, (1 <= i <= n -> 1 <= p i <= m - 1)%Z.
Definition encoded (m : Z) (p : Z -> Z) (i : Z) : vector := encode m i (p i).
Definition truth (n m : Z) (p : Z -> Z) (i : Z) : Prop :=
  exists j k, (1 <= j <= n)%Z /\ (1 <= k <= n)%Z /\ ((p i + p j + p k) mod m = 0)%Z.

(** Positive exactly where the answer is yes. *)
Definition output_is_right : Prop :=
  forall n m, (1 <= n)%Z -> (2 <= m)%Z -> forall p, input n m p -> forall i, (1 <= i <= n)%Z ->
  (truth n m p i <-> 0 < output n m (encoded m p) i).

Definition maximum_is_unique : Prop :=
  forall n m, (1 <= n)%Z -> (2 <= m)%Z -> forall (p : Z -> Z) i,
  (exists w, In w (tuples n) /\ forall t, In t (tuples n) -> t <> w -> score_1 n m (encoded m p) i t < score_1 n m (encoded m p) i w) /\
  (exists w, In w (tuples n) /\ forall t, In t (tuples n) -> t <> w -> score_2 n m (encoded m p) i t < score_2 n m (encoded m p) i w).

(** The displayed score, without the scale, for both Sigma. *)
Definition display_is_right : Prop :=
  forall n m, (1 <= n)%Z -> forall (p : Z -> Z) i j k,
  product_1 n m (encoded m p) i (j, k) =
    IZR (n ^ 4) * (IZR (- (p i + p j + p k - m) ^ 2) + IZR (j * n + k) / IZR (n ^ 3)) /\
  product_2 n m (encoded m p) i (j, k) =
    IZR (n ^ 4) * (IZR (- (p i + p j + p k - 2 * m) ^ 2) + IZR (j * n + k) / IZR (n ^ 3)).

(** * Beside the statement *)

Lemma shapes n m :
  shape 8 8 (W_1_1 n m) /\ shape 8 8 (W_1_2 n m) /\ shape 8 8 (W_1_3 n m) /\ shape 6 8 (V_1_2 n m) /\ shape 6 8 (V_1_3 n m) /\
  shape 8 8 (W_2_1 n m) /\ shape 8 8 (W_2_2 n m) /\ shape 8 8 (W_2_3 n m) /\ shape 6 8 (V_2_2 n m) /\ shape 6 8 (V_2_3 n m) /\
  shape 8 12 (W_O n m) /\ forall i p, length (encode m i p) = 8%nat.
Proof. repeat split; repeat constructor. Qed.

Lemma inputs_exist n m : (2 <= m)%Z -> input n m (fun _ => 1%Z).
Proof. unfold input; intros; lia. Qed.

Lemma tuples_are_all n j k : In (j, k) (tuples n) <-> (1 <= j <= n /\ 1 <= k <= n)%Z.
Proof. unfold tuples, tokens; rewrite !in_prod_iff, !in_range; tauto. Qed.

(** * Proof *)

(** ** Scores are tiers: (j n + k - n^3 D^2) n/sqrt 8, D the sum's distance from Sigma *)

Definition distance (p : Z -> Z) (S i : Z) (t : Z * Z) : Z := let '(j, k) := t in (p i + p j + p k - S)%Z.
Definition tied (n : Z) (t : Z * Z) : Z := let '(j, k) := t in (j * n + k)%Z.
Definition rate (n m : Z) : R := scale n m * IZR n.
Definition tiers (n : Z) (p : Z -> Z) (S i : Z) (t : Z * Z) : Z := units_of (distance p S i) (tied n) (n ^ 3) t.

Lemma display : display_is_right.
Proof.
  intros n m Size p i j k; assert (P : IZR n <> 0) by (apply not_0_IZR; lia).
  split; cbv [product_1 product_2 product apply W_1_1 W_1_2 W_1_3 W_2_1 W_2_2 W_2_3 encoded encode map dot]; cast; field; exact P.
Qed.

Lemma scores_are n m p i t : (1 <= n)%Z ->
  score_1 n m (encoded m p) i t = rate n m * IZR (tiers n p m i t) /\
  score_2 n m (encoded m p) i t = rate n m * IZR (tiers n p (2 * m) i t).
Proof.
  intros Size; assert (P : IZR n <> 0) by (apply not_0_IZR; lia); destruct t as [j k].
  destruct (display n m Size p i j k) as [D1 D2]; unfold score_1, score_2; rewrite D1, D2; unfold rate, tiers, units_of, distance, tied.
  set (x := (p i + p j + p k - m)%Z); set (y := (p i + p j + p k - 2 * m)%Z); split; cast; field; exact P.
Qed.

Lemma nodup_tuples n : NoDup (tuples n).
Proof. unfold tuples, tokens; apply nodup_prod; apply nodup_range. Qed.

Lemma some_tuple n : (1 <= n)%Z -> tuples n <> [].
Proof. intros Size E; assert (I := proj2 (tuples_are_all n 1 1) ltac:(lia)); rewrite E in I; destruct I. Qed.

Lemma number_of_tuples n : (1 <= n)%Z -> INR (length (tuples n)) = IZR (n ^ 2).
Proof.
  intros Size; unfold tuples, tokens, range; rewrite prod_length, map_length, seq_length, INR_IZR_INZ; f_equal.
  rewrite Nat2Z.inj_mul, !Z2Nat.id by lia; ring.
Qed.

Lemma span n t u : In t (tuples n) -> In u (tuples n) -> (tied n t - tied n u <= n ^ 2 - 1)%Z.
Proof.
  destruct t as [j k], u as [j' k']; rewrite !tuples_are_all; intros [Hj Hk] [Hj' Hk']; unfold tied.
  assert (0 <= (n - 1 - (j - j')) * n)%Z by (apply Z.mul_nonneg_nonneg; lia); rewrite Z.pow_2_r; lia.
Qed.

Lemma tiers_injective n p S i a b : (1 <= n)%Z -> In a (tuples n) -> In b (tuples n) -> tiers n p S i a = tiers n p S i b -> a = b.
Proof.
  intros Size Ha Hb E; assert (Sab := span n a b Ha Hb); assert (Sba := span n b a Hb Ha).
  assert (n ^ 2 <= n ^ 3)%Z by (apply Z.pow_le_mono_r; lia).
  assert (T : tied n a = tied n b).
  { unfold tiers, units_of in E; destruct (Z.le_gt_cases (tied n a) (tied n b)).
    - apply (same_tie (n ^ 3) (- distance p S i a ^ 2) _ (- distance p S i b ^ 2) _ (tied n a)); try lia; apply Z.pow_pos_nonneg; lia.
    - apply (same_tie (n ^ 3) (- distance p S i a ^ 2) _ (- distance p S i b ^ 2) _ (tied n b)); try lia; apply Z.pow_pos_nonneg; lia. }
  destruct a as [j k], b as [j' k']; apply tuples_are_all in Ha, Hb; cbn [tied] in T.
  destruct (digits n j k j' k') as [-> ->]; auto; lia.
Qed.

Lemma scale_bounds n m : IZR 353 / IZR 1000 <= scale n m <= IZR 354 / IZR 1000.
Proof.
  unfold scale; assert (H := inverse_sqrt_ge (353 / 1000) 8 ltac:(lra) ltac:(lra) ltac:(lra)).
  assert (H' := inverse_sqrt_le (354 / 1000) 8 ltac:(lra) ltac:(lra) ltac:(lra)); lra.
Qed.

Lemma rate_positive n m : (1 <= n)%Z -> 0 < rate n m.
Proof.
  intros Size; assert (B := scale_bounds n m); apply Rmult_lt_0_compat; [lra | apply IZR_lt; lia].
Qed.

Lemma unique : maximum_is_unique.
Proof.
  intros n m Size _ p i.
  assert (H : forall S, exists w, In w (tuples n) /\ forall t, In t (tuples n) -> t <> w ->
              rate n m * IZR (tiers n p S i t) < rate n m * IZR (tiers n p S i w)).
  { intros S; destruct (best (tuples n) (tiers n p S i) (some_tuple n Size)) as [w [Hw Top]]; exists w; split; [exact Hw|]; intros t Ht N.
    apply Rmult_lt_compat_l; [now apply rate_positive|]; apply IZR_lt.
    assert (tiers n p S i t <> tiers n p S i w) by (intros E; apply N; now apply (tiers_injective n p S i)).
    specialize (Top t Ht); lia. }
  split; [destruct (H m) as [w [Hw W]] | destruct (H (2 * m)%Z) as [w [Hw W]]]; exists w; split; try exact Hw; intros t Ht N;
    destruct (scores_are n m p i t Size) as [A1 A2], (scores_are n m p i w Size) as [B1 B2]; [rewrite A1, B1 | rewrite A2, B2]; now apply W.
Qed.

(** ** The output by two means of D *)

Definition E_of (n m : Z) (p : Z -> Z) (S i : Z) : R :=
  average (tuples n) (fun t => rate n m * IZR (tiers n p S i t)) (distance p S i).

Lemma output_is n m p i : (1 <= n)%Z ->
  output n m (encoded m p) i = 1 / 8 - Rmin (Rabs (E_of n m p m i)) (Rabs (E_of n m p (2 * m) i)).
Proof.
  intros Size; assert (NE := some_tuple n Size).
  set (M1 := fun r => mean (tuples n) (score_1 n m (encoded m p) i) (fun t => coordinate r (value_1 n m (encoded m p) t))).
  set (M2 := fun r => mean (tuples n) (score_2 n m (encoded m p) i) (fun t => coordinate r (value_2 n m (encoded m p) t))).
  assert (V1 : forall r j k, coordinate r (value_1 n m (encoded m p) (j, k)) = coordinate r [0; 0; 0; 0; IZR (p k); IZR (p j)]).
  { intros r j k; f_equal; cbv [value_1 V_1_2 V_1_3 encoded encode apply dot map times]; repeat (apply f_equal2; [field|]); reflexivity. }
  assert (V2 : forall r j k, coordinate r (value_2 n m (encoded m p) (j, k)) = coordinate r [0; 0; 0; 0; IZR (p k); IZR (p j)]).
  { intros r j k; f_equal; cbv [value_2 V_2_2 V_2_3 encoded encode apply dot map times]; repeat (apply f_equal2; [field|]); reflexivity. }
  assert (E1 : E_of n m p m i = IZR (p i) - IZR m + (M1 5%nat + M1 6%nat)).
  { unfold E_of, average, M1; rewrite <- mean_plus, <- (mean_constant (tuples n) (score_1 n m (encoded m p) i) (IZR (p i) - IZR m) NE), <- mean_plus.
    apply mean_ext; [intros t _; symmetry; now apply scores_are|].
    intros [j k] _; rewrite !V1; cbn [coordinate nth Nat.sub distance]; cast; ring. }
  assert (E2 : E_of n m p (2 * m) i = IZR (p i) - 2 * IZR m + (M2 5%nat + M2 6%nat)).
  { unfold E_of, average, M2; rewrite <- mean_plus, <- (mean_constant (tuples n) (score_2 n m (encoded m p) i) (IZR (p i) - 2 * IZR m) NE), <- mean_plus.
    apply mean_ext; [intros t _; symmetry; now apply scores_are|].
    intros [j k] _; rewrite !V2; cbn [coordinate nth Nat.sub distance]; cast; ring. }
  assert (St : stream n m (encoded m p) i =
    [IZR i; IZR (p i) - IZR m / 3; (IZR (p i) - IZR m / 3) ^ 2; 1; M1 5%nat; M1 6%nat; M2 5%nat; M2 6%nat]).
  { unfold stream, mean_vector; cbn [seq map app].
    fold (M1 1%nat) (M1 2%nat) (M1 3%nat) (M1 4%nat) (M1 5%nat) (M1 6%nat).
    fold (M2 1%nat) (M2 2%nat) (M2 3%nat) (M2 4%nat) (M2 5%nat) (M2 6%nat).
    cbv [apply W_O map dot encoded encode add]; repeat (apply f_equal2; [ring|]); reflexivity. }
  unfold output; rewrite St; cbn [coordinate nth Nat.sub]; rewrite E1, E2; do 3 f_equal; field.
Qed.

(** ** n = 1: one tuple *)

Lemma one_tuple m p S i : E_of 1 m p S i = IZR (distance p S i (1%Z, 1%Z)).
Proof.
  unfold E_of, average, mean; change (tuples 1) with [(1%Z, 1%Z)]; cbn [total]; rewrite !Rplus_0_r.
  assert (P := exp_pos (rate 1 m * IZR (tiers 1 p S i (1%Z, 1%Z)))); field; lra.
Qed.

(** ** From n = 2 on: D = 0 somewhere, or nowhere *)

Lemma steep n m : (2 <= n)%Z -> 1 <= rate n m * IZR (n ^ 3).
Proof.
  intros H; assert (B := scale_bounds n m); unfold rate; rewrite Rmult_assoc, <- mult_IZR.
  assert (16 <= n * n ^ 3)%Z by (assert (2 ^ 3 <= n ^ 3)%Z by (apply Z.pow_le_mono_l; lia); nia).
  apply IZR_le in H0; nra.
Qed.

Lemma rest n m : (2 <= n)%Z -> (IZR (n ^ 2) - 1) * exp (- (rate n m * IZR (n ^ 3 - (n ^ 2 - 1)))) < 1 / 8.
Proof.
  intros H; unfold rate; rewrite Rmult_assoc, <- mult_IZR, <- minus_IZR; revert n H.
  assert (F : forall n, (2 <= n)%Z -> IZR (n ^ 2 - 1) * exp (- (scale 1 1 * IZR (n * (n ^ 3 - (n ^ 2 - 1))))) < 1 / 8); [|exact F].
  apply (falls (fun n => n ^ 2 - 1)%Z (fun n => n * (n ^ 3 - (n ^ 2 - 1)))%Z (scale 1 1) 353 1000 2); [lia | apply scale_bounds | ..].
  - intros x Hx; apply (by_coefficients [3; 4; 1]%Z (x - 2)); [lia | cbv [polynomial]; ring | reflexivity].
  - intros x Hx; apply (by_coefficients [47; 61; 27; 4]%Z (x - 2)); [lia | cbv [polynomial]; ring | reflexivity].
  - intros x Hx; apply (by_coefficients [44773; 128963; 131316; 63893; 15179; 1412]%Z (x - 2)); [lia | cbv [polynomial]; ring | reflexivity].
  - assert (E : exp (- (scale 1 1 * IZR (2 * (2 ^ 3 - (2 ^ 2 - 1))))) <= IZR 1 / IZR 30).
    { apply (exp_neg_upper _ 3530 1000 64); [lia | lia | lia | lia | | now vm_compute].
      assert (B := scale_bounds 1 1); change (2 * (2 ^ 3 - (2 ^ 2 - 1)))%Z with 10%Z; lra. }
    cbv beta; change (IZR (2 ^ 2 - 1)) with (IZR 3); lra.
Qed.

Lemma near_zero n m p S i t : (2 <= n)%Z -> In t (tuples n) -> distance p S i t = 0%Z -> Rabs (E_of n m p S i) < 1 / 8.
Proof.
  intros H Ht Zero; assert (R := rest n m H); rewrite <- number_of_tuples in R by lia.
  eapply Rle_lt_trans; [|exact R].
  apply (mean_near_zero (tuples n) (distance p S i) (tied n) (n ^ 3) (n ^ 2 - 1) (rate n m)) with (t0 := t); try assumption.
  - apply rate_positive; lia.
  - now apply steep.
  - intros a b; apply span.
  - apply nodup_tuples.
Qed.

(** What has the winner's D with the other sign. *)
Definition opposite (n m : Z) (p : Z -> Z) (S i : Z) (w t : Z * Z) : R :=
  if Z.eqb (distance p S i t) (- distance p S i w) then exp (rate n m * IZR (tiers n p S i t) - rate n m * IZR (tiers n p S i w)) else 0.

Lemma opposite_le n m p S i w t : (1 <= n)%Z -> In w (tuples n) -> In t (tuples n) -> distance p S i w <> 0%Z ->
  (tiers n p S i t <= tiers n p S i w)%Z ->
  opposite n m p S i w t <= if (tied n t <? tied n w)%Z then exp (- (rate n m * IZR (tied n w - tied n t))) else 0.
Proof.
  intros Size Hw Ht NZ Top; unfold opposite; destruct (Z.eqb_spec (distance p S i t) (- distance p S i w)) as [E | _].
  - assert (Gap : (tiers n p S i t - tiers n p S i w = - (tied n w - tied n t))%Z)
      by (unfold tiers, units_of; rewrite E, (Z.pow_opp_even (distance p S i w) 2) by (now exists 1%Z); ring).
    destruct (Z.ltb_spec (tied n t) (tied n w)) as [_ | Ge].
    + apply Req_le; f_equal; rewrite <- Rmult_minus_distr_l, <- minus_IZR, Gap, opp_IZR; ring.
    + exfalso; assert (Same : t = w) by (apply (tiers_injective n p S i); auto; lia); subst t; lia.
  - destruct (_ <? _)%Z; [apply Rlt_le, exp_pos | lra].
Qed.

Lemma opposites_of_2 m p S i w : In w (tuples 2) -> (forall t, In t (tuples 2) -> (tiers 2 p S i t <= tiers 2 p S i w)%Z) ->
  (forall t, In t (tuples 2) -> distance p S i t <> 0%Z) ->
  total (tuples 2) (opposite 2 m p S i w) <= exp (- rate 2 m) + exp (- rate 2 m) * exp (- rate 2 m).
Proof.
  intros Hw Top NZ; assert (B := fun t Ht => opposite_le 2 m p S i w t ltac:(lia) Hw Ht (NZ w Hw) (Top t Ht)).
  assert (q0 := exp_pos (- rate 2 m)); set (q := exp (- rate 2 m)) in *.
  assert (q1 : exp (- (rate 2 m * IZR 1)) = q) by (unfold q; f_equal; ring).
  assert (q2 : exp (- (rate 2 m * IZR 2)) = q * q) by (unfold q; rewrite <- exp_plus; f_equal; ring).
  change (tuples 2) with [(1, 1); (1, 2); (2, 1); (2, 2)]%Z in *; cbn [total].
  assert (B1 := B (1, 1)%Z ltac:(cbn; tauto)); assert (B2 := B (1, 2)%Z ltac:(cbn; tauto)); assert (B3 := B (2, 1)%Z ltac:(cbn; tauto)).
  assert (B4 := B (2, 2)%Z ltac:(cbn; tauto)); assert (N2 := NZ (1, 2)%Z ltac:(cbn; tauto)); clear B Top NZ.
  assert (qq : 0 < q * q) by now apply Rmult_lt_0_compat.
  destruct Hw as [<- | [<- | [<- | [<- | []]]]]; cbn -[IZR exp opposite rate Rle] in B1, B2, B3, B4;
    rewrite ?q1, ?q2 in *; try lra.
  (* both corners are not opposite: 0 is between them *)
  assert (C : opposite 2 m p S i (2, 2)%Z (1, 1)%Z = 0).
  { unfold opposite; destruct (Z.eqb_spec (distance p S i (1, 1)%Z) (- distance p S i (2, 2)%Z)) as [E | _]; [|reflexivity].
    exfalso; apply N2; cbn [distance] in *; lia. }
  rewrite C; lra.
Qed.

Lemma opposites n m p S i w : (3 <= n)%Z -> In w (tuples n) -> (forall t, In t (tuples n) -> (tiers n p S i t <= tiers n p S i w)%Z) ->
  distance p S i w <> 0%Z -> total (tuples n) (opposite n m p S i w) <= / (1 - exp (- rate n m)) - 1.
Proof.
  intros H Hw Top NZ; set (e := fun t => exp (rate n m * IZR (tiers n p S i t) - rate n m * IZR (tiers n p S i w))).
  assert (All : total (tuples n) e <= / (1 - exp (- rate n m))).
  { rewrite (total_ext _ e (fun t => exp (- (rate n m * IZR (tiers n p S i w - tiers n p S i t)))))
      by (intros t _; unfold e; f_equal; rewrite minus_IZR; ring).
    apply (total_multiples (tuples n) (fun t => (tiers n p S i w - tiers n p S i t)%Z)); [apply rate_positive; lia | apply nodup_tuples | |].
    - intros t Ht; specialize (Top t Ht); lia.
    - intros a b Ha Hb E; apply (tiers_injective n p S i); auto; lia. }
  assert (One := term_le_total (tuples n) (fun t => e t + -1 * opposite n m p S i w t) w); cbv beta in One.
  assert (W : opposite n m p S i w w = 0) by (unfold opposite; destruct (Z.eqb_spec (distance p S i w) (- distance p S i w)); [lia | reflexivity]).
  assert (Ew : e w = 1) by (unfold e; rewrite Rminus_eq_0; apply exp_0); rewrite total_plus, total_scale, W, Ew in One.
  assert (One' : 1 + -1 * 0 <= total (tuples n) e + -1 * total (tuples n) (opposite n m p S i w)); [|lra].
  apply One; [|exact Hw]; intros t _; unfold e, opposite; assert (P := exp_pos (rate n m * IZR (tiers n p S i t) - rate n m * IZR (tiers n p S i w))).
  destruct (Z.eqb _ _); lra.
Qed.

Lemma away_from_zero n m p S i : (2 <= n)%Z -> (forall t, In t (tuples n) -> distance p S i t <> 0%Z) -> 1 / 8 <= Rabs (E_of n m p S i).
Proof.
  intros H NZ; destruct (best (tuples n) (tiers n p S i) (some_tuple n ltac:(lia))) as [w [Hw Top]].
  assert (B := scale_bounds n m); assert (P := rate_positive n m ltac:(lia)); assert (St := steep n m H).
  assert (K : (n ^ 2 - 1 < n ^ 3)%Z) by (assert (n ^ 2 <= n ^ 3)%Z by (apply Z.pow_le_mono_r; lia); lia).
  assert (q0 := exp_pos (- rate n m)).
  assert (Use : forall other, total (tuples n) (opposite n m p S i w) <= other -> other + IZR (n ^ 2) * far (n ^ 3) (n ^ 2 - 1) (rate n m) <= 7 / 9 ->
                1 / 8 <= Rabs (E_of n m p S i)).
  { intros other O Small; rewrite <- number_of_tuples in Small by lia.
    apply (mean_away (tuples n) (distance p S i) (tied n) (n ^ 3) (n ^ 2 - 1) (rate n m)) with (w := w) (other := other); try assumption.
    intros a b; apply span. }
  destruct (Z.eq_dec n 2) as [-> | N2].
  - apply (Use (1 / 2 + 1 / 4)).
    + eapply Rle_trans; [now apply opposites_of_2|].
      assert (Q : exp (- rate 2 m) <= IZR 1 / IZR 2).
      { apply (exp_neg_upper _ 706 1000 64); [lia | lia | lia | lia | unfold rate; lra | now vm_compute]. }
      assert (exp (- rate 2 m) * exp (- rate 2 m) <= 1 / 2 * (1 / 2)) by (apply Rmult_le_compat; lra); lra.
    + assert (F : far (2 ^ 3) (2 ^ 2 - 1) (rate 2 m) <= IZR 1 / IZR 1000).
      { unfold far; replace (2 - rate 2 m * IZR (3 * 2 ^ 3 - (2 ^ 2 - 1))) with (- (rate 2 m * 21 - 2))
          by (change (3 * 2 ^ 3 - (2 ^ 2 - 1))%Z with 21%Z; ring).
        apply (exp_neg_upper _ 12 1 64); [lia | lia | lia | lia | unfold rate; lra | now vm_compute]. }
      change (IZR (2 ^ 2)) with 4; lra.
  - assert (n3 : (3 <= n)%Z) by lia; assert (n3r := IZR_le _ _ n3).
    assert (Q : exp (- rate n m) <= IZR 35 / IZR 100).
    { apply (exp_neg_upper _ 1059 1000 64); [lia | lia | lia | lia | unfold rate; nra | now vm_compute]. }
    apply (Use (35 / 65)).
    + eapply Rle_trans; [apply opposites; auto|].
      assert (/ (1 - exp (- rate n m)) <= / (65 / 100)) by (apply Rinv_le_contravar; lra); lra.
    + assert (R := rest n m H); set (E := exp (- (rate n m * IZR (n ^ 3 - (n ^ 2 - 1))))) in *.
      assert (F : far (n ^ 3) (n ^ 2 - 1) (rate n m) <= E).
      { unfold far, E; apply exp_le; rewrite !minus_IZR, mult_IZR; lra. }
      assert (n9 : 9 <= IZR (n ^ 2)) by (apply IZR_le; assert (3 ^ 2 <= n ^ 2)%Z by (apply Z.pow_le_mono_l; lia); lia).
      assert (E0 : 0 < E) by apply exp_pos.
      assert (IZR (n ^ 2) * far (n ^ 3) (n ^ 2 - 1) (rate n m) <= IZR (n ^ 2) * E) by (apply Rmult_le_compat_l; lra).
      assert (8 * E <= (IZR (n ^ 2) - 1) * E) by (apply Rmult_le_compat_r; lra); lra.
Qed.

(** ** Both heads *)

Lemma one_head n m p S i : (1 <= n)%Z ->
  (Rabs (E_of n m p S i) < 1 / 8 <-> exists t, In t (tuples n) /\ distance p S i t = 0%Z).
Proof.
  intros Size; destruct (Z.eq_dec n 1) as [-> | N1].
  - rewrite one_tuple; split.
    + intros H; exists (1%Z, 1%Z); split; [apply tuples_are_all; lia|].
      rewrite <- abs_IZR in H; assert (A : IZR (Z.abs (distance p S i (1%Z, 1%Z))) < IZR 1) by lra; apply lt_IZR in A; lia.
    + intros [[j k] [Ht Zero]]; apply tuples_are_all in Ht; replace j with 1%Z in Zero by lia; replace k with 1%Z in Zero by lia.
      rewrite Zero, Rabs_R0; lra.
  - split.
    + intros Small; destruct (Exists_dec (fun t => distance p S i t = 0%Z) (tuples n)) as [Some_ | None].
      * intros t; apply Z.eq_dec.
      * apply Exists_exists in Some_; exact Some_.
      * exfalso; assert (A := away_from_zero n m p S i ltac:(lia)); apply (Rlt_not_le _ _ Small), A.
        intros t Ht Zero; apply None, Exists_exists; now exists t.
    + intros [t [Ht Zero]]; now apply (near_zero n m p S i t ltac:(lia)).
Qed.

Theorem output_right : output_is_right.
Proof.
  intros n m Size Hm p Hp i Hi; rewrite output_is by exact Size.
  assert (Min : forall x y, 0 < 1 / 8 - Rmin x y <-> x < 1 / 8 \/ y < 1 / 8).
  { intros x y; unfold Rmin; destruct (Rle_dec x y); lra. }
  rewrite Min, !one_head by exact Size; split.
  - intros [j [k [Hj [Hk E]]]]; assert (A := Hp i Hi); assert (B := Hp j Hj); assert (C := Hp k Hk).
    apply Z.mod_divide in E; [|lia]; destruct E as [x E].
    assert (X : (x = 1 \/ x = 2)%Z) by nia.
    destruct X as [-> | ->]; [left | right]; exists (j, k); (split; [apply tuples_are_all; lia | cbn [distance]; lia]).
  - intros [[[j k] [Ht Zero]] | [[j k] [Ht Zero]]]; apply tuples_are_all in Ht; cbn [distance] in Zero; exists j, k; (split; [lia | split; [lia|]]).
    + replace (p i + p j + p k)%Z with (1 * m)%Z by lia; apply Z.mod_mul; lia.
    + replace (p i + p j + p k)%Z with (2 * m)%Z by lia; apply Z.mod_mul; lia.
Qed.

(** What is stated, for every size. *)
Theorem strassen_match3_repaired : output_is_right /\ maximum_is_unique /\ display_is_right.
Proof. exact (conj output_right (conj unique display)). Qed.
