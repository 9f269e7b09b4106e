(** strassen/function-composition (repaired): One Strassen head composes two functions *)
(* Written by attest; what is stated has to be compared with the record. *)
From Coq Require Import Reals Lra Lia List ZArith.
From Attest Require Import Sums Softmax Exponential Attention Addresses Finite.
Import ListNotations.
Open Scope R_scope.

(** * What is stated *)

(** ** Tokens: i in [2 * n + 1] *)

Definition tokens (n : Z) : list Z := range 1 (2 * n + 1).

(** What they carry. *)
Definition phi (n : Z) (g : Z -> Z) (h : Z -> Z) (x : Z) (i : Z) : Z :=
  (if i <=? n then g i else if i <=? 2 * n then h (i - n) else x)%Z.

(** Of the index and what is carried alone. *)
Definition encode (n i phi : Z) : vector := [IZR i; IZR (i ^ 2); IZR phi; IZR (phi ^ 2); 1; 0; 0].

(** ** The layer *)

Definition W_1 (n : Z) : matrix :=
  [[0; 0; 0; IZR n; 0; 0; 0];
   [0; 0; IZR (2 * n); 0; 0; 0; 0];
   [0; 0; 0; 0; IZR (- n); 0; 0];
   [0; 0; 0; 0; 0; 0; 0];
   [0; 0; 0; 0; 0; 0; 0];
   [0; 0; 0; 0; 0; 0; 0]].

Definition W_2 (n : Z) : matrix :=
  [[0; 0; 0; 0; IZR (- n); 0; 0];
   [IZR n; 0; 0; 0; 0; 0; 0];
   [0; IZR n; 0; 0; 0; 0; 0];
   [0; 0; 0; IZR n; 0; 0; 0];
   [0; 0; IZR (2 * n); 0; 0; 0; 0];
   [0; 0; 0; 0; IZR (- n); 0; 0]].

Definition W_3 (n : Z) : matrix :=
  [[0; 0; 0; 0; 0; 0; 0];
   [0; 0; 0; 0; 0; 0; 0];
   [0; 0; 0; 0; 0; 0; 0];
   [0; 0; 0; 0; IZR (- n); 0; 0];
   [IZR n; 0; 0; 0; IZR (- n ^ 2); 0; 0];
   [IZR (- 2 * n ^ 2); IZR n; 0; 0; IZR (n ^ 3); 0; 0]].

Definition V_2 (n : Z) : matrix :=
  [[0; 0; 0; 0; 1; 0; 0]].

Definition V_3 (n : Z) : matrix :=
  [[0; 0; 1; 0; 0; 0; 0]].

Definition W_O (n : Z) : matrix :=
  [[0];
   [0];
   [0];
   [0];
   [0];
   [1];
   [0]].

Definition scale (n : Z) : R := / sqrt (IZR 7).

Definition tuples (n : Z) : list (Z * Z) := list_prod (tokens n) (tokens n).

Section Network.
  Variables (n : Z) (e : Z -> vector).  (* the size; the encoded tokens *)

  (** x1*x2 + x1*x3 + x2*x3 *)
  Definition product (i : Z) (t : Z * Z) : R :=
    let '(j, k) := t in
    let x1 := apply (W_1 n) (e i) in
    let x2 := apply (W_2 n) (e j) in
    let x3 := apply (W_3 n) (e k) in
    dot x1 x2 + dot x1 x3 + dot x2 x3.

  Definition score (i : Z) (t : Z * Z) : R := scale n * product i t.

  Definition value (t : Z * Z) : vector :=
    let '(j, k) := t in (times (apply (V_2 n) (e j)) (apply (V_3 n) (e k))).

  Definition stream (i : Z) : vector :=
    add (e i) (apply (W_O n) (mean_vector 1 (tuples n) (score i) value)).

  Definition output (i : Z) : R := coordinate 6 (stream i).
End Network.

(** ** Inputs and task *)

Definition input (n : Z) (g : Z -> Z) (h : Z -> Z) (x : Z) : Prop :=
  (forall a, 1 <= a <= n -> 1 <= g a <= n)%Z /\
  (forall a, 1 <= a <= n -> 1 <= h a <= n)%Z /\
  (1 <= x <= n)%Z.

Definition truth (n : Z) (g : Z -> Z) (h : Z -> Z) (x : Z) : Z := (h (g x))%Z.

Definition encoded (n : Z) (g : Z -> Z) (h : Z -> Z) (x : Z) (i : Z) : vector := encode n i (phi n g h x i).

Definition output_is_right : Prop :=
  forall n, (1 <= n)%Z -> forall g h x, input n g h x ->
  Rabs (output n (encoded n g h x) (2 * n + 1) - IZR (truth n g h x)) < 1 / 2.

Definition maximum_is_unique : Prop :=
  forall n, (1 <= n)%Z -> forall g h x, input n g h x ->
  exists w, In w (tuples n) /\ forall t, In t (tuples n) -> t <> w ->
  score n (encoded n g h x) (2 * n + 1) t < score n (encoded n g h x) (2 * n + 1) w.

(** The displayed score, without the scale. *)
Definition display_is_right : Prop :=
  forall n, (1 <= n)%Z -> forall (phi : Z -> Z) i j k,
  product n (fun l => encode n l (phi l)) i (j, k) =
  IZR (- n ^ 2 * ((phi i - j) ^ 2 + (phi j - (k - n)) ^ 2)).

(** * Beside the statement *)

(** Rows and values as they are written. *)
Lemma rows_are_linear n i phi :
  apply (W_1 n) (encode n i phi) =
    [IZR (n * phi ^ 2); IZR (2 * n * phi); IZR (- n); IZR 0; IZR 0; IZR 0] /\
  apply (W_2 n) (encode n i phi) =
    [IZR (- n); IZR (n * i); IZR (n * i ^ 2); IZR (n * phi ^ 2); IZR (2 * n * phi); IZR (- n)] /\
  apply (W_3 n) (encode n i phi) =
    [IZR 0; IZR 0; IZR 0; IZR (- n); IZR (n * i - n ^ 2); IZR (n * i ^ 2 - 2 * n ^ 2 * i + n ^ 3)] /\
  apply (V_2 n) (encode n i phi) =
    [IZR 1] /\
  apply (V_3 n) (encode n i phi) =
    [IZR phi].
Proof.
  cbv [apply W_1 W_2 W_3 V_2 V_3 encode map dot]; cast.
  repeat split; repeat (apply f_equal2; [ring|]); reflexivity.
Qed.

Lemma shapes n :
  shape 6 7 (W_1 n) /\
  shape 6 7 (W_2 n) /\
  shape 6 7 (W_3 n) /\
  shape 1 7 (V_2 n) /\
  shape 1 7 (V_3 n) /\
  shape 7 1 (W_O n) /\
  forall i phi, length (encode n i phi) = 7%nat.
Proof. repeat split; repeat constructor. Qed.

Lemma inputs_exist n : (1 <= n)%Z -> (input n (fun _ => 1) (fun _ => 1) 1)%Z.
Proof. unfold input; intuition lia. Qed.

(** Every tuple of tokens. *)
Lemma tuples_are_all n j k : In (j, k) (tuples n) <-> (1 <= j <= 2 * n + 1 /\ 1 <= k <= 2 * n + 1)%Z.
Proof. unfold tuples, tokens; rewrite ?in_prod_iff, ?in_range; tauto. Qed.

(** * Proof *)

(** ** Scores in units of the scale, values, readout *)

Definition units (n : Z) (phi : Z -> Z) (i : Z) (t : Z * Z) : Z :=
  let '(j, k) := t in (2 * j * n ^ 2 * phi i - j ^ 2 * n ^ 2 + 2 * k * n ^ 2 * phi j + 2 * k * n ^ 3 - k ^ 2 * n ^ 2 - n ^ 2 * phi j ^ 2 - n ^ 2 * phi i ^ 2 - 2 * n ^ 3 * phi j - n ^ 4)%Z.

Definition taken (n : Z) (phi : Z -> Z) (i : Z) (t : Z * Z) : Z :=
  let '(j, k) := t in (phi k)%Z.

Lemma score_is n phi i t :
  score n (fun l => encode n l (phi l)) i t = scale n * IZR (units n phi i t).
Proof.
  revert t; intros [j k]; unfold score, product; f_equal.
  cbv [apply W_1 W_2 W_3 encode map dot units]; cast; ring.
Qed.

Lemma output_is n phi i :
  output n (fun l => encode n l (phi l)) i =
  mean (tuples n) (fun t => scale n * IZR (units n phi i t)) (fun t => IZR (taken n phi i t)).
Proof.
  rewrite <- (mean_ext (tuples n) (score n (fun l => encode n l (phi l)) i) _
    (fun t => coordinate 1 (value n (fun l => encode n l (phi l)) t)) _).
  - cbv [output stream mean_vector seq map apply W_O dot encode add coordinate nth Nat.sub]; ring.
  - intros t _; apply score_is.
  - intros [j k] _.
    cbv [coordinate value V_2 V_3 encode apply dot map times nth Nat.sub taken]; cast; ring.
Qed.

Lemma display : display_is_right.
Proof.
  intros n _ phi i j k; cbv [product apply W_1 W_2 W_3 encode map dot]; cast; ring.
Qed.

(** ** From n = 3 on: integer addresses *)

Lemma scale_bounds n : IZR 377 / IZR 1000 <= scale n.
Proof. unfold scale; assert (H := inverse_sqrt_ge (377 / 1000) 7 ltac:(lra) ltac:(lra) ltac:(lra)); lra. Qed.

Lemma scale_positive n : 0 < scale n.
Proof. assert (H := scale_bounds n); lra. Qed.

Definition weight (n : Z) : Z := (n ^ 2)%Z.

Lemma weight_positive n : (1 <= n)%Z -> (0 < weight n)%Z.
Proof.
  intros Size; unfold weight; assert (0 <= n ^ 2 - 1)%Z; [|lia].
  apply (by_coefficients [0; 2; 1]%Z (n - 1)); [lia | cbv [polynomial]; ring | reflexivity].
Qed.

Definition rate (n : Z) : R := scale n * IZR (weight n).

Lemma rate_positive n : (1 <= n)%Z -> 0 < rate n.
Proof. intros; apply Rmult_lt_0_compat; [apply scale_positive | now apply IZR_lt, weight_positive]. Qed.

Lemma judged_1 n g h x : (1 <= n)%Z -> input n g h x -> phi n g h x (2 * n + 1) = (x)%Z.
Proof. intros Size H; pose proof H as [Hg [Hh Hx]]; pose proof (Hg x ltac:(lia)) as B1; pose proof (Hh (g x) ltac:(lia)) as B2; unfold phi; settle. Qed.

Lemma winner_1_1 n g h x : (1 <= n)%Z -> input n g h x -> phi n g h x x = (g x)%Z.
Proof. intros Size H; pose proof H as [Hg [Hh Hx]]; pose proof (Hg x ltac:(lia)) as B1; pose proof (Hh (g x) ltac:(lia)) as B2; unfold phi; settle. Qed.

Lemma winner_2_1 n g h x : (1 <= n)%Z -> input n g h x -> phi n g h x (g x + n) = (h (g x))%Z.
Proof. intros Size H; pose proof H as [Hg [Hh Hx]]; pose proof (Hg x ltac:(lia)) as B1; pose proof (Hh (g x) ltac:(lia)) as B2; unfold phi; settle. Qed.

(** The tuple where all squares vanish. *)
Definition winner (n : Z) (g : Z -> Z) (h : Z -> Z) (x : Z) := (x, g x + n)%Z.

Lemma squares n g h x t : (1 <= n)%Z -> input n g h x ->
  units n (phi n g h x) (2 * n + 1) t =
  let '(j, k) := t in (- weight n * (j - x) ^ 2 + - weight n * (k - (n + phi n g h x j)) ^ 2)%Z.
Proof.
  intros Size H; revert t; intros [j k]; unfold units, weight; rewrite ?(judged_1 n g h x) by assumption; ring.
Qed.

Lemma at_winner n g h x : (1 <= n)%Z -> input n g h x ->
  In (winner n g h x) (tuples n) /\ units n (phi n g h x) (2 * n + 1) (winner n g h x) = (0)%Z /\
  taken n (phi n g h x) (2 * n + 1) (winner n g h x) = truth n g h x.
Proof.
  intros Size H; rewrite squares by assumption; unfold winner, taken, truth.
  pose proof H as [Hg [Hh Hx]]; pose proof (Hg x ltac:(lia)) as B1; pose proof (Hh (g x) ltac:(lia)) as B2; split; [apply tuples_are_all; lia|].
  rewrite ?(judged_1 n g h x) by assumption; rewrite ?(winner_1_1 n g h x) by assumption; rewrite ?(winner_2_1 n g h x) by assumption; split; ring.
Qed.

Lemma bounds_1 n g h x i : (1 <= n)%Z -> input n g h x -> (1 <= i <= 2 * n + 1)%Z ->
  (1 <= phi n g h x i <= n)%Z.
Proof.
  intros Size H Place; pose proof H as [Hg [Hh Hx]]; unfold phi; cases; first [lia | (match goal with |- context [g ?b] => pose proof (Hg b ltac:(lia)) end; lia) | (match goal with |- context [h ?b] => pose proof (Hh b ltac:(lia)) end; lia)].
Qed.

(** Relative to the winner all weights sum to at most theta ^ 2. *)
Definition far_1 (n : Z) (g : Z -> Z) (h : Z -> Z) (x : Z) (j : Z) : R := exp (- (rate n * IZR ((j - x) ^ 2))).

Lemma far_1_positive n g h x t : 0 < far_1 n g h x t.
Proof. apply exp_pos. Qed.

Lemma far_1_total n g h x : (1 <= n)%Z -> total (tokens n) (far_1 n g h x) <= thetas [rate n].
Proof. intros Size; cbn [thetas]; rewrite Rmult_1_r; now apply total_address, rate_positive. Qed.

Definition far_2 (n : Z) (g : Z -> Z) (h : Z -> Z) (x : Z) (t : Z * Z) : R :=
  let '(j, k) := t in far_1 n g h x j * exp (- (rate n * IZR ((k - (n + phi n g h x j)) ^ 2))).

Lemma far_2_positive n g h x t : 0 < far_2 n g h x t.
Proof. revert t; intros [j k]; apply Rmult_lt_0_compat; [apply far_1_positive | apply exp_pos]. Qed.

Lemma far_2_total n g h x : (1 <= n)%Z ->
  total (list_prod (tokens n) (tokens n)) (far_2 n g h x) <= thetas [rate n; rate n].
Proof.
  intros Size; assert (C := rate_positive n Size).
  rewrite (total_ext _ _ (fun t => far_1 n g h x (fst t) * (fun j k => exp (- (rate n * IZR ((k - (n + phi n g h x j)) ^ 2)))) (fst t) (snd t)))
    by (intros [j k] _; reflexivity).
  eapply Rle_trans; [apply (total_pairs_le _ _ (far_1 n g h x) (fun j k => exp (- (rate n * IZR ((k - (n + phi n g h x j)) ^ 2)))) (theta (rate n)))|].
  - intros t _; apply Rlt_le, far_1_positive.
  - intros j _; now apply total_address.
  - change (thetas [rate n; rate n]) with (theta (rate n) * thetas [rate n]).
    rewrite Rmult_comm; apply Rmult_le_compat_l; [|now apply far_1_total].
    apply (Rle_trans _ 1); [lra | now apply theta_ge_1].
Qed.

Lemma weights_total n g h x : (1 <= n)%Z -> input n g h x ->
  let s := fun t => scale n * IZR (units n (phi n g h x) (2 * n + 1) t) in
  total (tuples n) (fun t => exp (s t - s (winner n g h x))) <= thetas [rate n; rate n].
Proof.
  intros Size H s; destruct (at_winner n g h x Size H) as [_ [Top _]].
  rewrite (total_ext _ _ (far_2 n g h x)); [now apply far_2_total|].
  intros [j k] _; unfold s; rewrite Top, squares by assumption; cbv [far_1 far_2 rate].
  rewrite <- exp_plus; f_equal; cast; ring.
Qed.

Lemma small n : (3 <= n)%Z -> IZR (4 * n - 4) * exp (- rate n) < 1 / 2.
Proof.
  apply (falls (fun n => 4 * n - 4)%Z weight _ 377 1000); [lia | assert (H := scale_bounds n); lra | ..].
  - intros m Step; apply (by_coefficients [8; 4]%Z (m - 3)); [lia | cbv [polynomial]; ring | reflexivity].
  - intros m Step; apply (by_coefficients [7; 2]%Z (m - 3)); [lia | cbv [polynomial weight]; ring | reflexivity].
  - intros m Step; apply (by_coefficients [17112; 16588; 3016]%Z (m - 3)); [lia | cbv [polynomial weight]; ring | reflexivity].
  - assert (E : exp (- (scale n * IZR (weight 3))) <= IZR 1 / IZR 17).
    { apply (exp_neg_upper _ 3393 1000 16); [lia | lia | lia | lia | | now vm_compute].
      assert (H := scale_bounds n); change (weight 3) with 9%Z; lra. }
    cbv beta; change (IZR (4 * 3 - 4)) with (IZR 8); lra.
Qed.

Lemma deviation n g h x t : (1 <= n)%Z -> input n g h x -> In t (tuples n) ->
  (Z.abs (taken n (phi n g h x) (2 * n + 1) t - truth n g h x) <= n - 1)%Z.
Proof.
  intros Size H; revert t; intros [j k] Tuple; apply tuples_are_all in Tuple; unfold taken, truth.
  pose proof H as [Hg [Hh Hx]]; pose proof (Hg x ltac:(lia)) as B1; pose proof (Hh (g x) ltac:(lia)) as B2; pose proof (bounds_1 n g h x j ltac:(assumption) H ltac:(lia)); pose proof (bounds_1 n g h x k ltac:(assumption) H ltac:(lia)).
  rewrite ?(judged_1 n g h x) by assumption; lia.
Qed.

Lemma from_corner n g h x : (3 <= n)%Z -> input n g h x ->
  Rabs (output n (encoded n g h x) (2 * n + 1) - IZR (truth n g h x)) < 1 / 2.
Proof.
  intros Far H; assert (Size : (1 <= n)%Z) by lia.
  destruct (at_winner n g h x Size H) as [W [_ T]].
  unfold encoded; rewrite (output_is n (phi n g h x)), <- T.
  assert (C := rate_positive n Size); assert (F : Forall (fun a => 0 < a) [rate n; rate n]) by (repeat constructor; exact C).
  eapply Rle_lt_trans; [|apply (small n Far)].
  eapply Rle_trans; [apply (leak_le _ _ (fun t => IZR (taken n (phi n g h x) (2 * n + 1) t)) (winner n g h x) (IZR (n - 1))
      (thetas [rate n; rate n]) W); [|now apply weights_total]|].
  - intros t Tuple; rewrite T, <- minus_IZR, <- abs_IZR; apply IZR_le; now apply deviation.
  - apply (Rle_trans _ (IZR (n - 1) * total [rate n; rate n] (fun a => 2 * exp (- a)))).
    + apply Rmult_le_compat_l; [|now apply shares].
      apply IZR_le; assert (B := deviation n g h x _ Size H W); lia.
    + cbn [total]; apply Req_le; cast; ring.
Qed.

(** ** Below: every input, by computation *)

Definition computed (n : Z) (p : powers) : bool :=
  forallb (fun g => forallb (fun h => forallb (fun x => 
    let at_1 := letter (spelled (2 * n + 1) (phi n (letter g) (letter h) x)) in
    right p (tuples n) (units n at_1 (2 * n + 1)) (taken n at_1 (2 * n + 1)) (truth n (letter g) (letter h) x)) (range 1 n)) (words (Z.to_nat n) (range 1 n))) (words (Z.to_nat n) (range 1 n)).

Lemma by_computation n p : (1 <= n)%Z -> encloses p (exp (- scale n)) -> computed n p = true ->
  forall g h x, input n g h x -> Rabs (output n (encoded n g h x) (2 * n + 1) - IZR (truth n g h x)) < 1 / 2.
Proof.
  intros Size P A g h x H; pose proof H as [Hg [Hh Hx]]; pose proof (Hg x ltac:(lia)) as B1; pose proof (Hh (g x) ltac:(lia)) as B2; unfold computed in A.
  rewrite forallb_forall in A; specialize (A _ (spelled_in_words n g 1 n ltac:(lia) Hg)).
  rewrite forallb_forall in A; specialize (A _ (spelled_in_words n h 1 n ltac:(lia) Hh)).
  rewrite forallb_forall in A; specialize (A x ltac:(apply in_range; exact Hx)).
  cbv zeta in A; apply (right_sound p _ _ _ _ (scale n) P) in A.
  set (at_1 := letter (spelled (2 * n + 1) (phi n (letter (spelled n g)) (letter (spelled n h)) x))) in A.
  assert (F1 : forall m, (1 <= m <= 2 * n + 1)%Z -> at_1 m = phi n g h x m).
  { intros m Step; unfold at_1; rewrite letter_spelled by exact Step; unfold phi; cases; spell; reflexivity. }
  replace (truth n (letter (spelled n g)) (letter (spelled n h)) x) with (truth n g h x) in A
    by (unfold truth; spell; reflexivity).
  unfold encoded; rewrite (output_is n (phi n g h x)).
  erewrite mean_ext; [exact A | |]; intros [j k] Tuple; apply tuples_are_all in Tuple; unfold units, taken; rewrite ?F1 by lia; reflexivity.
Qed.

Lemma scale_above n : scale n <= IZR 189 / IZR 500.
Proof. unfold scale; assert (H := inverse_sqrt_le (189 / 500) 7 ltac:(lra) ltac:(lra) ltac:(lra)); lra. Qed.

(** Of q = e^-scale. *)
Definition powers_of_base : powers := powers_of 64 (2 ^ 60) 685039 686107 1000000.

Lemma base_powers n : encloses powers_of_base (exp (- scale n)).
Proof.
  apply powers_enclose; [lia | lia | lia | reflexivity | |].
  - apply (exp_neg_lower _ 189 500 256); [lia | lia | lia | lia | exact (scale_above n) | now vm_compute | now vm_compute].
  - apply (exp_neg_upper _ 377 1000 256); [lia | lia | lia | lia | exact (scale_bounds n) | now vm_compute].
Qed.

Theorem output_right : output_is_right.
Proof.
  intros n Size g h x H; destruct (Z.le_gt_cases 3 n) as [M | M]; [now apply from_corner|].
  assert (n = 1 \/ n = 2)%Z as [-> | ->] by lia;
    (apply (by_computation _ powers_of_base);
     [lia | apply base_powers | vm_cast_no_check (eq_refl true) | exact H]).
Qed.

Theorem maximum_unique : maximum_is_unique.
Proof.
  intros n Size g h x H; exists (winner n g h x); destruct (at_winner n g h x Size H) as [W [Top _]].
  split; [exact W|]; intros [j k] _ Different; unfold encoded; rewrite !(score_is n (phi n g h x)).
  apply Rmult_lt_compat_l; [apply scale_positive|]; apply IZR_lt; rewrite Top, squares by assumption; cbv beta iota zeta.
  assert (A := weight_positive n Size).
  assert (N1 := square_nonpos (weight n) (j - x) A).
  assert (N2 := square_nonpos (weight n) (k - (n + phi n g h x j)) A).
  destruct (Z.eq_dec j x) as [E1 | D]; [|assert (B := square_neg (weight n) (j - x) A ltac:(lia)); lia].
  destruct (Z.eq_dec k (n + phi n g h x j)) as [E2 | D]; [|assert (B := square_neg (weight n) (k - (n + phi n g h x j)) A ltac:(lia)); lia].
  exfalso; apply Different; unfold winner; subst k; subst j; rewrite ?(judged_1 n g h x) by assumption; rewrite ?(winner_1_1 n g h x) by assumption; rewrite ?(winner_2_1 n g h x) by assumption; repeat match goal with |- (_, _) = (_, _) => apply f_equal2 end; ring.
Qed.

(** What is stated, for every size. *)
Theorem strassen_function_composition_repaired :
  output_is_right /\ maximum_is_unique /\ display_is_right.
Proof. exact (conj output_right (conj maximum_unique display)). Qed.
