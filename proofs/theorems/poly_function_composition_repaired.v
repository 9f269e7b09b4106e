(** poly/function-composition (repaired) at t = 2 and A2 = 18: one path-attention head composes two functions, for every n. *)
(* By hand, of attest prove poly/function-composition t=2 A2=18 --variant repaired, its text with sha256 f65ffc2a81dbad2b; what is stated has to be compared with the record. *)
From Coq Require Import Reals Lra Lia List ZArith.
From Attest Require Import Sums Softmax Exponential Attention Addresses.
Import ListNotations.
Open Scope R_scope.

(** * What is stated *)

(** ** Tokens: i in [2 n + 1], which carry phi = f(1, .) ++ f(2, .) ++ (x) *)

Definition tokens (n : Z) : list Z := range 1 (2 * n + 1).
Definition phi (n : Z) (f : Z -> Z -> Z) (x i : Z) : Z :=
  (if i <=? n then f 1 i else if i <=? 2 * n then f 2 (i - n) else x)%Z.
Definition encode (i phi : Z) : vector := [1; IZR i; IZR (i ^ 2); IZR phi; IZR (phi ^ 2); 0].

(** ** The layer, d = 6; no residual *)

Definition W_1 (n : Z) : matrix :=
  [[0; 0; 0; 0; 1; 0];
   [0; 0; 0; 1; 0; 0];
   [1; 0; 0; 0; 0; 0];
   [0; 0; 0; 0; 0; 0];
   [0; 0; 0; 0; 0; 0];
   [0; 0; 0; 0; 0; 0]].

Definition W_2 (n : Z) : matrix :=
  [[-1; 0; 0; 0; 0; 0];
   [0; 2; 0; 0; 0; 0];
   [0; 0; -1; 0; 0; 0];
   [0; 0; 0; 0; 1; 0];
   [0; 0; 0; 1; 0; 0];
   [1; 0; 0; 0; 0; 0]].

Definition W_3 (n : Z) : matrix :=
  [[0; 0; 0; 0; 0; 0];
   [0; 0; 0; 0; 0; 0];
   [0; 0; 0; 0; 0; 0];
   [-1; 0; 0; 0; 0; 0];
   [IZR (- 2 * n); 2; 0; 0; 0; 0];
   [IZR (- n ^ 2); IZR (2 * n); -1; 0; 0; 0]].

Definition V_2 (n : Z) : matrix := [[1; 0; 0; 0; 0; 0]].
Definition V_3 (n : Z) : matrix := [[0; 0; 0; 1; 0; 0]].
Definition W_O (n : Z) : matrix := [[1]; [0]; [0]; [0]; [0]; [0]].

(** A2/d log n. *)
Definition scale (n : Z) : R := 18 / 6 * ln (IZR n).

Definition tuples (n : Z) : list (Z * Z) := list_prod (tokens n) (tokens n).

Section Network.
  Variables (n : Z) (e : Z -> vector).  (* the size; the encoded tokens *)

  (** x1*x2 + x2*x3 *)
  Definition product (i : Z) (t : Z * Z) : R :=
    let '(j, k) := t in
    let x1 := apply (W_1 n) (e i) in
    let x2 := apply (W_2 n) (e j) in
    let x3 := apply (W_3 n) (e k) in
    dot x1 x2 + dot x2 x3.

  Definition score (i : Z) (t : Z * Z) : R := scale n * product i t.
  Definition value (t : Z * Z) : vector :=
    let '(j, k) := t in times (apply (V_2 n) (e j)) (apply (V_3 n) (e k)).
  Definition stream (i : Z) : vector := apply (W_O n) (mean_vector 1 (tuples n) (score i) value).
  Definition output (i : Z) : R := coordinate 1 (stream i).
End Network.

(** ** Inputs and task *)

Definition input (n : Z) (f : Z -> Z -> Z) (x : Z) : Prop :=
  (forall s a, 1 <= s <= 2 -> 1 <= a <= n -> 1 <= f s a <= n)%Z /\ (1 <= x <= n)%Z.
Definition truth (f : Z -> Z -> Z) (x : Z) : Z := f 2%Z (f 1%Z x).
Definition encoded (n : Z) (f : Z -> Z -> Z) (x i : Z) : vector := encode i (phi n f x i).

Definition output_is_right : Prop :=
  forall n, (1 <= n)%Z -> forall f x, input n f x ->
  Rabs (output n (encoded n f x) (2 * n + 1) - IZR (truth f x)) < 1 / 2.

(** The displayed score, without the scale. *)
Definition display_is_right : Prop :=
  forall n (phi : Z -> Z) i j k,
  product n (fun l => encode l (phi l)) i (j, k) = IZR (- ((phi i - j) ^ 2 + (k - n - phi j) ^ 2)).

(** The displayed products of neighbouring rows. *)
Definition inner_is_right : Prop :=
  forall n (phi : Z -> Z) i j k, let e := fun l => encode l (phi l) in
  dot (apply (W_1 n) (e i)) (apply (W_2 n) (e j)) = IZR (- (j - phi i) ^ 2) /\
  dot (apply (W_2 n) (e j)) (apply (W_3 n) (e k)) = IZR (- (k - n - phi j) ^ 2).

(** * Beside the statement *)

Lemma rows_are_linear n i phi :
  apply (W_1 n) (encode i phi) = [IZR (phi ^ 2); IZR phi; 1; 0; 0; 0] /\
  apply (W_2 n) (encode i phi) = [-1; IZR (2 * i); IZR (- i ^ 2); IZR (phi ^ 2); IZR phi; 1] /\
  apply (W_3 n) (encode i phi) = [0; 0; 0; -1; IZR (2 * (i - n)); IZR (- (i - n) ^ 2)] /\
  apply (V_2 n) (encode i phi) = [1] /\ apply (V_3 n) (encode i phi) = [IZR phi].
Proof.
  cbv [apply W_1 W_2 W_3 V_2 V_3 encode map dot]; cast.
  repeat split; repeat (apply f_equal2; [ring|]); reflexivity.
Qed.

Lemma shapes n :
  shape 6 6 (W_1 n) /\ shape 6 6 (W_2 n) /\ shape 6 6 (W_3 n) /\ shape 1 6 (V_2 n) /\ shape 1 6 (V_3 n) /\ shape 6 1 (W_O n) /\
  forall i phi, length (encode i phi) = 6%nat.
Proof. repeat split; repeat constructor. Qed.

Lemma inputs_exist n : (1 <= n)%Z -> input n (fun _ _ => 1%Z) 1.
Proof. unfold input; intuition lia. Qed.

(** * Proof *)

Lemma display : display_is_right.
Proof. intros n phi i j k; cbv [product apply W_1 W_2 W_3 encode map dot]; cast; ring. Qed.

Lemma inner : inner_is_right.
Proof. intros n phi i j k e; unfold e; cbv [apply W_1 W_2 W_3 encode map dot]; cast; split; ring. Qed.

Definition units (n : Z) (f : Z -> Z -> Z) (x : Z) (t : Z * Z) : Z :=
  let '(j, k) := t in (- ((x - j) ^ 2 + (k - (n + phi n f x j)) ^ 2))%Z.
Definition taken (n : Z) (f : Z -> Z -> Z) (x : Z) (t : Z * Z) : Z := let '(j, k) := t in phi n f x k.

Lemma judged n f x : (1 <= n)%Z -> phi n f x (2 * n + 1) = x.
Proof. intros H; unfold phi; settle. Qed.

Lemma output_is n f x : (1 <= n)%Z ->
  output n (encoded n f x) (2 * n + 1) =
  mean (tuples n) (fun t => scale n * IZR (units n f x t)) (fun t => IZR (taken n f x t)).
Proof.
  intros H; rewrite <- (mean_ext (tuples n) (score n (encoded n f x) (2 * n + 1)) _
    (fun t => coordinate 1 (value n (encoded n f x) t)) _).
  - cbv [output stream mean_vector seq map apply W_O dot coordinate nth Nat.sub]; ring.
  - intros [j k] _; unfold score; f_equal; unfold units, encoded.
    rewrite (display n (phi n f x) (2 * n + 1)%Z j k), judged by exact H; f_equal; ring.
  - intros [j k] _; cbv [coordinate value V_2 V_3 encoded encode apply dot map times nth Nat.sub taken]; cast; ring.
Qed.

Definition winner (n : Z) (f : Z -> Z -> Z) (x : Z) : Z * Z := (x, n + f 1 x)%Z.

Lemma tuples_are_all n j k : In (j, k) (tuples n) <-> (1 <= j <= 2 * n + 1 /\ 1 <= k <= 2 * n + 1)%Z.
Proof. unfold tuples, tokens; rewrite in_prod_iff, !in_range; tauto. Qed.

Lemma at_winner n f x : (1 <= n)%Z -> input n f x ->
  In (winner n f x) (tuples n) /\ units n f x (winner n f x) = 0%Z /\ taken n f x (winner n f x) = truth f x.
Proof.
  intros Hn [Hf Hx]; assert (B := Hf 1%Z x ltac:(lia) Hx); unfold winner.
  assert (P : phi n f x x = f 1%Z x) by (unfold phi; settle).
  split; [apply tuples_are_all; lia|]; split; [unfold units; rewrite P; ring|].
  unfold taken, truth, phi; settle.
Qed.

Lemma phi_bounds n f x i : (1 <= n)%Z -> input n f x -> (1 <= i <= 2 * n + 1)%Z -> (1 <= phi n f x i <= n)%Z.
Proof. intros Hn [Hf Hx] Hi; unfold phi; cases; [apply Hf; lia | apply Hf; lia | exact Hx]. Qed.

Lemma deviation n f x t : (1 <= n)%Z -> input n f x -> In t (tuples n) ->
  Rabs (IZR (taken n f x t) - IZR (taken n f x (winner n f x))) <= IZR (n - 1).
Proof.
  intros Hn H; destruct t as [j k]; intros Ht; apply tuples_are_all in Ht.
  destruct (at_winner n f x Hn H) as [_ [_ ->]].
  rewrite <- minus_IZR, <- abs_IZR; apply IZR_le; unfold taken.
  assert (A := phi_bounds n f x k Hn H ltac:(lia)); destruct H as [Hf Hx]; unfold truth.
  assert (B := Hf 1%Z x ltac:(lia) Hx); assert (C := Hf 2%Z (f 1%Z x) ltac:(lia) B); lia.
Qed.

(** Relative to the winner all weights sum to at most theta^2. *)
Lemma weights_total n f x : (2 <= n)%Z -> input n f x ->
  let s := fun t => scale n * IZR (units n f x t) in
  total (tuples n) (fun t => exp (s t - s (winner n f x))) <= theta (scale n) * theta (scale n).
Proof.
  intros Hn H s; destruct (at_winner n f x ltac:(lia) H) as [_ [Top _]].
  assert (C : 0 < scale n) by (unfold scale; apply Rmult_lt_0_compat; [lra|]; rewrite <- ln_1; apply ln_increasing; [lra | now apply IZR_lt; lia]).
  set (near := fun j => exp (- (scale n * IZR ((j - x) ^ 2)))).
  set (then_ := fun j k => exp (- (scale n * IZR ((k - (n + phi n f x j)) ^ 2)))).
  rewrite (total_ext _ _ (fun t => near (fst t) * then_ (fst t) (snd t))).
  - eapply Rle_trans; [apply (total_pairs_le _ _ near then_ (theta (scale n)))|].
    + intros j _; apply Rlt_le, exp_pos.
    + intros j _; now apply total_address.
    + apply Rmult_le_compat_r; [apply (Rle_trans _ 1); [lra | now apply theta_ge_1] | now apply total_address].
  - intros [j k] _; unfold s, near, then_; rewrite Top; cbn [fst snd]; rewrite <- exp_plus; f_equal; unfold units; cast; ring.
Qed.

(** e^-scale = n^-3. *)
Lemma base n : (1 <= n)%Z -> exp (- scale n) = / IZR n ^ 3.
Proof.
  intros H; assert (P : 0 < IZR n) by (apply IZR_lt; lia); unfold scale; rewrite exp_Ropp; f_equal.
  replace (18 / 6 * ln (IZR n)) with (ln (IZR n) + ln (IZR n) + ln (IZR n)) by field.
  rewrite !exp_plus, !exp_ln by exact P; ring.
Qed.

Lemma small n : (2 <= n)%Z -> IZR (n - 1) * (1 - / (theta (scale n) * theta (scale n))) < 1 / 2.
Proof.
  intros H; assert (C : 0 < scale n) by (unfold scale; apply Rmult_lt_0_compat; [lra|]; rewrite <- ln_1; apply ln_increasing; [lra | apply IZR_lt; lia]).
  destruct (Z.eq_dec n 2) as [-> | N].
  - unfold theta; rewrite base by lia; cbn [pow]; change (IZR (2 - 1)) with 1; lra.
  - assert (P : 0 < IZR n) by (apply IZR_lt; lia).
    apply (Rle_lt_trans _ (IZR (n - 1) * (4 * / IZR n ^ 3))).
    + apply Rmult_le_compat_l; [apply IZR_le; lia|].
      assert (S := share_product _ _ (theta_ge_1 _ C) (theta_ge_1 _ C)); assert (T := share_theta _ C).
      rewrite base in T by lia; lra.
    + assert (Q : (2 * (4 * (n - 1)) < n ^ 3)%Z) by nia.
      apply IZR_lt in Q; rewrite !mult_IZR, IZR_power in Q by lia; cbv [Z.to_nat Pos.to_nat Pos.iter_op Nat.add] in Q.
      assert (R : 0 < IZR n ^ 3) by now apply pow_lt.
      apply (Rmult_lt_reg_r (IZR n ^ 3)); [exact R|].
      replace (IZR (n - 1) * (4 * / IZR n ^ 3) * IZR n ^ 3) with (4 * IZR (n - 1)) by (field; lra); lra.
Qed.

Lemma smallest f x : input 1 f x -> Rabs (output 1 (encoded 1 f x) (2 * 1 + 1) - IZR (truth f x)) < 1 / 2.
Proof.
  intros H; rewrite output_is by lia; destruct (at_winner 1 f x ltac:(lia) H) as [W [_ T]].
  eapply Rle_lt_trans; [rewrite <- T; apply (leak _ _ (fun t => IZR (taken 1 f x t)) (winner 1 f x) 0 W)|rewrite Rmult_0_l; lra].
  intros t Ht; exact (deviation 1 f x t ltac:(lia) H Ht).
Qed.

Theorem output_right : output_is_right.
Proof.
  intros n Hn f x H; destruct (Z.eq_dec n 1) as [-> | N]; [now apply smallest|].
  assert (M : (2 <= n)%Z) by lia; rewrite output_is by exact Hn; destruct (at_winner n f x Hn H) as [W [_ T]].
  rewrite <- T; eapply Rle_lt_trans; [|apply (small n M)].
  apply (leak_le _ _ (fun t => IZR (taken n f x t)) (winner n f x)); [exact W | | now apply weights_total].
  intros t Ht; now apply deviation.
Qed.

(** What is stated, for every size. *)
Theorem poly_function_composition_repaired : output_is_right /\ display_is_right /\ inner_is_right.
Proof. exact (conj output_right (conj display inner)). Qed.
