(** strassen/function-composition (repaired): One Strassen head composes two functions *)
From Coq Require Import Reals Lra Lia List ZArith.
From Attest Require Import Sums Softmax Exponential Attention Addresses Finite.
Import ListNotations.
Open Scope R_scope.

(** * What is stated *)

(** ** Tokens: i in [2*n + 1] carry phi = g ++ h ++ (x) *)

Definition tokens (n : Z) : list Z := range 1 (2 * n + 1).

Definition phi (n : Z) (g h : Z -> Z) (x : Z) (i : Z) : Z :=
  if (i <=? n)%Z then g i else if (i <=? n + n)%Z then h (i - n)%Z else x.

(** Of the position and the symbol alone. *)
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

Definition V_2 (n : Z) : matrix := [[0; 0; 0; 0; 1; 0; 0]].
Definition V_3 (n : Z) : matrix := [[0; 0; 1; 0; 0; 0; 0]].

Definition W_O (n : Z) : matrix := [[0]; [0]; [0]; [0]; [0]; [1]; [0]].

Definition scale (n : Z) : R := / sqrt (IZR 7).

Definition tuples (n : Z) : list (Z * Z) := list_prod (tokens n) (tokens n).

Section Network.
  Variables (n : Z) (e : Z -> vector).  (* sizes; the encoded tokens *)

  (** x1*x2 + x1*x3 + x2*x3 *)
  Definition product (i : Z) (t : Z * Z) : R :=
    let '(j, k) := t in
    let x1 := apply (W_1 n) (e i) in let x2 := apply (W_2 n) (e j) in let x3 := apply (W_3 n) (e k) in
    dot x1 x2 + dot x1 x3 + dot x2 x3.

  Definition score (i : Z) (t : Z * Z) : R := scale n * product i t.

  Definition value (t : Z * Z) : vector :=
    let '(j, k) := t in times (apply (V_2 n) (e j)) (apply (V_3 n) (e k)).

  Definition stream (i : Z) : vector :=
    add (e i) (apply (W_O n) (mean_vector 1 (tuples n) (score i) value)).

  Definition output (i : Z) : R := coordinate 6 (stream i).
End Network.

(** ** Inputs and task *)

Definition input (n : Z) (g h : Z -> Z) (x : Z) : Prop :=
  (forall a, 1 <= a <= n -> 1 <= g a <= n)%Z /\ (forall a, 1 <= a <= n -> 1 <= h a <= n)%Z /\ (1 <= x <= n)%Z.

Definition truth (n : Z) (g h : Z -> Z) (x : Z) : Z := h (g x).

Definition encoded (n : Z) (g h : Z -> Z) (x : Z) (i : Z) : vector := encode n i (phi n g h x i).

Definition output_is_right : Prop :=
  forall n, (1 <= n)%Z -> forall g h x, input n g h x ->
  Rabs (output n (encoded n g h x) (2 * n + 1) - IZR (truth n g h x)) < 1 / 2.

Definition maximum_is_unique : Prop :=
  forall n, (1 <= n)%Z -> forall g h x, input n g h x ->
  exists w, In w (tuples n) /\ forall t, In t (tuples n) -> t <> w ->
  score n (encoded n g h x) (2 * n + 1) t < score n (encoded n g h x) (2 * n + 1) w.

(** displayed score = -n^2*((phi_i - j)^2 + (phi_j - (k - n))^2) *)
Definition display_is_right : Prop :=
  forall n, (1 <= n)%Z -> forall phi i j k,
  product n (fun l => encode n l (phi l)) i (j, k) =
  IZR (- n ^ 2 * ((phi i - j) ^ 2 + (phi j - (k - n)) ^ 2)).

(** * Beside the statement *)

(** The rows as the record has them. *)
Definition row_1 (n i phi : Z) : vector := map (fun c => IZR (n * c)) [phi ^ 2; 2 * phi; -1; 0; 0; 0]%Z.
Definition row_2 (n j phi : Z) : vector := map (fun c => IZR (n * c)) [-1; j; j ^ 2; phi ^ 2; 2 * phi; -1]%Z.
Definition row_3 (n k phi : Z) : vector :=
  map (fun c => IZR (n * c)) [0; 0; 0; -1; k - n; k ^ 2 - 2 * k * n + n ^ 2]%Z.

Lemma rows_are_linear n l phi :
  apply (W_1 n) (encode n l phi) = row_1 n l phi /\ apply (W_2 n) (encode n l phi) = row_2 n l phi /\
  apply (W_3 n) (encode n l phi) = row_3 n l phi.
Proof.
  cbv [apply W_1 W_2 W_3 encode row_1 row_2 row_3 map dot]; cast.
  repeat split; repeat (apply f_equal2; [ring|]); reflexivity.
Qed.

Lemma shapes n :
  shape 6 7 (W_1 n) /\ shape 6 7 (W_2 n) /\ shape 6 7 (W_3 n) /\ shape 1 7 (V_2 n) /\ shape 1 7 (V_3 n) /\
  shape 7 1 (W_O n) /\ forall i phi, length (encode n i phi) = 7%nat.
Proof. repeat split; repeat constructor. Qed.

Lemma inputs_exist n : (1 <= n)%Z -> input n (fun a => a) (fun a => a) 1.
Proof. unfold input; intuition lia. Qed.

(** Every pair of tokens, each once. *)
Lemma tuples_are_all n j k : In (j, k) (tuples n) <-> (1 <= j <= 2 * n + 1 /\ 1 <= k <= 2 * n + 1)%Z.
Proof. unfold tuples, tokens; now rewrite in_prod_iff, !in_range. Qed.

(** * Proof *)

(** ** Scores in units of the scale, values, readout *)

Definition S (n : Z) (phi : Z -> Z) (i : Z) (t : Z * Z) : Z :=
  let '(j, k) := t in (- n ^ 2 * ((phi i - j) ^ 2 + (phi j - (k - n)) ^ 2))%Z.

Definition V (n : Z) (phi : Z -> Z) (i : Z) (t : Z * Z) : Z := let '(j, k) := t in phi k.

Lemma score_is n f i t : score n (fun l => encode n l (f l)) i t = scale n * IZR (S n f i t).
Proof.
  destruct t as [j k]; unfold score, product; f_equal.
  cbv [apply W_1 W_2 W_3 encode map dot S]; cast; ring.
Qed.

Lemma output_is n f i :
  output n (fun l => encode n l (f l)) i =
  mean (tuples n) (fun t => scale n * IZR (S n f i t)) (fun t => IZR (V n f i t)).
Proof.
  rewrite <- (mean_ext (tuples n) (score n (fun l => encode n l (f l)) i) _
    (fun t => coordinate 1 (value n (fun l => encode n l (f l)) t)) _).
  - cbv [output stream mean_vector seq map apply W_O dot encode add coordinate nth Nat.sub]; ring.
  - intros t _; apply score_is.
  - intros [j k] _.
    cbv [coordinate value V_2 V_3 encode apply dot map times nth Nat.sub V]; ring.
Qed.

Lemma display : display_is_right.
Proof.
  intros n _ f i j k; cbv [product apply W_1 W_2 W_3 encode map dot]; cast; ring.
Qed.

(** ** From n = 3 on: integer addresses *)

Lemma scale_bounds n : 3 / 8 <= scale n.
Proof. apply inverse_sqrt_ge; lra. Qed.

Lemma scale_positive n : 0 < scale n.
Proof. assert (H := scale_bounds n); lra. Qed.

Lemma weight_1 n : (1 <= n)%Z -> (0 < n ^ 2)%Z.
Proof. intros; apply Z.pow_pos_nonneg; lia. Qed.

Lemma rate_1 n : (1 <= n)%Z -> 0 < scale n * IZR (n ^ 2).
Proof. intros; apply Rmult_lt_0_compat; [apply scale_positive | now apply IZR_lt, weight_1]. Qed.

(** The tuple where both squares vanish. *)
Definition winner (n : Z) (g h : Z -> Z) (x : Z) : Z * Z := (x, n + g x)%Z.

Lemma squares n g h x t : (1 <= n)%Z -> input n g h x ->
  S n (phi n g h x) (2 * n + 1) t = let '(j, k) := t in
  (- (n ^ 2) * (j - x) ^ 2 + - (n ^ 2) * (k - (n + phi n g h x j)) ^ 2)%Z.
Proof.
  intros Hn _; destruct t as [j k]; unfold S; replace (phi n g h x (2 * n + 1)) with x; [ring|].
  unfold phi; destruct (Z.leb_spec (2 * n + 1) n), (Z.leb_spec (2 * n + 1) (n + n)); lia || reflexivity.
Qed.

Lemma at_winner n g h x : (1 <= n)%Z -> input n g h x ->
  In (winner n g h x) (tuples n) /\ S n (phi n g h x) (2 * n + 1) (winner n g h x) = 0%Z /\
  V n (phi n g h x) (2 * n + 1) (winner n g h x) = truth n g h x.
Proof.
  intros Hn H; rewrite squares by assumption; destruct H as [Hg [Hh Hx]]; assert (Gx := Hg x Hx).
  unfold winner, V, truth; split; [apply tuples_are_all; lia|].
  unfold phi; split.
  - destruct (Z.leb_spec x n); [ring | lia].
  - destruct (Z.leb_spec (n + g x) n), (Z.leb_spec (n + g x) (n + n)); try lia; f_equal; ring.
Qed.

Lemma value_bounds n g h x i t : (1 <= n)%Z -> input n g h x -> In t (tuples n) -> (1 <= V n (phi n g h x) i t <= n)%Z.
Proof.
  intros Hn [Hg [Hh Hx]]; destruct t as [j k]; rewrite tuples_are_all; intros [_ Hk]; unfold V, phi.
  destruct (Z.leb_spec k n), (Z.leb_spec k (n + n)); try lia; (apply Hg || apply Hh || exact Hx); lia.
Qed.

(** Relative to the winner all weights sum to at most theta ^ 2. *)
Lemma weights n g h x : (1 <= n)%Z -> input n g h x ->
  let s := fun t => scale n * IZR (S n (phi n g h x) (2 * n + 1) t) in
  total (tuples n) (fun t => exp (s t - s (winner n g h x))) <=
  theta (scale n * IZR (n ^ 2)) * theta (scale n * IZR (n ^ 2)).
Proof.
  intros Hn H s; destruct (at_winner n g h x Hn H) as [_ [Top _]].
  assert (P1 := rate_1 n Hn).
  rewrite (total_ext _ _ (fun t => exp (- (scale n * IZR (n ^ 2) * IZR ((fst t - x) ^ 2))) *
    exp (- (scale n * IZR (n ^ 2) * IZR ((snd t - (n + phi n g h x (fst t))) ^ 2))))).
  - unfold tuples.
    eapply Rle_trans; [apply (total_pairs_le _ _ (fun j => exp (- (scale n * IZR (n ^ 2) * IZR ((j - x) ^ 2))))
      (fun j k => exp (- (scale n * IZR (n ^ 2) * IZR ((k - (n + phi n g h x j)) ^ 2)))) (theta (scale n * IZR (n ^ 2))))|].
    + intros j _; apply Rlt_le, exp_pos.
    + intros j _; now apply total_address.
    + apply Rmult_le_compat_r; [|now apply total_address].
      apply (Rle_trans _ 1); [lra | now apply theta_ge_1].
  - intros t _; unfold s; rewrite Top, squares by assumption; destruct t as [j k]; cbn [fst snd].
    rewrite <- exp_plus; f_equal; cast; ring.
Qed.

Lemma small n : (3 <= n)%Z -> IZR (4 * (n - 1)) * exp (- (scale n * IZR (n ^ 2))) < 1 / 2.
Proof.
  apply (falls (fun n => 4 * (n - 1))%Z (fun n => n ^ 2)%Z _ 3 8); [lia | apply scale_bounds | ..].
  - intros m Hm; apply (by_coefficients [8; 4]%Z (m - 3)); [lia | cbv [polynomial]; ring | reflexivity].
  - intros m Hm; apply (by_coefficients [7; 2]%Z (m - 3)); [lia | cbv [polynomial]; ring | reflexivity].
  - intros m Hm; apply (by_coefficients [136; 132; 24]%Z (m - 3)); [lia | cbv [polynomial]; ring | reflexivity].
  - assert (E : exp (- (scale n * IZR (3 ^ 2))) <= IZR 1 / IZR 17).
    { apply (exp_neg_upper _ 27 8 16); [lia | lia | lia | lia | assert (B := scale_bounds n); cbn; lra | now vm_compute]. }
    cbv beta; change (4 * (3 - 1))%Z with 8%Z; lra.
Qed.

Lemma from_3 n g h x : (3 <= n)%Z -> input n g h x ->
  Rabs (output n (encoded n g h x) (2 * n + 1) - IZR (truth n g h x)) < 1 / 2.
Proof.
  intros Hn H; assert (N : (1 <= n)%Z) by lia.
  destruct (at_winner n g h x N H) as [W [_ T]].
  unfold encoded; rewrite output_is, <- T.
  assert (P1 := rate_1 n N).
  eapply Rle_lt_trans; [|apply (small n Hn)].
  eapply Rle_trans; [apply (leak_le _ _ (fun t => IZR (V n (phi n g h x) (2 * n + 1) t)) (winner n g h x) (IZR (n - 1))
      (theta (scale n * IZR (n ^ 2)) * theta (scale n * IZR (n ^ 2))) W); [|now apply weights]|].
  - intros t Ht; assert (B := value_bounds n g h x (2 * n + 1) t N H Ht).
    assert (B' := value_bounds n g h x (2 * n + 1) _ N H W).
    rewrite <- minus_IZR, <- abs_IZR; apply IZR_le; lia.
  - replace (IZR (4 * (n - 1)) * exp (- (scale n * IZR (n ^ 2))))
      with (IZR (n - 1) * (2 * exp (- (scale n * IZR (n ^ 2))) + 2 * exp (- (scale n * IZR (n ^ 2)))))
      by (cast; ring).
    apply Rmult_le_compat_l; [apply IZR_le; lia|].
    eapply Rle_trans; [apply share_product; now apply theta_ge_1|].
    apply Rplus_le_compat; now apply share_theta.
Qed.

(** ** n = 1, 2: every input, by computation *)

Definition look (n : Z) (g h : list Z) (x : Z) : list Z := spelled (2 * n + 1) (phi n (letter g) (letter h) x).

Definition computed (n : Z) (p : powers) : bool :=
  forallb (fun g => forallb (fun h => forallb (fun x =>
    let f := letter (look n g h x) in
    right p (tuples n) (S n f (2 * n + 1)) (V n f (2 * n + 1)) (truth n (letter g) (letter h) x))
    (range 1 n)) (words (Z.to_nat n) (range 1 n))) (words (Z.to_nat n) (range 1 n)).

Lemma by_computation n p : (1 <= n)%Z -> encloses p (exp (- scale n)) -> computed n p = true ->
  forall g h x, input n g h x -> Rabs (output n (encoded n g h x) (2 * n + 1) - IZR (truth n g h x)) < 1 / 2.
Proof.
  intros Hn P H g h x I; pose proof I as [Hg [Hh Hx]].
  unfold computed in H; rewrite forallb_forall in H.
  specialize (H _ (spelled_in_words n g 1 n ltac:(lia) Hg)); rewrite forallb_forall in H.
  specialize (H _ (spelled_in_words n h 1 n ltac:(lia) Hh)); rewrite forallb_forall in H.
  specialize (H x ltac:(now apply in_range)); cbv zeta in H.
  apply (right_sound p _ _ _ _ (scale n) P) in H.
  set (f := letter (look n (spelled n g) (spelled n h) x)) in *.
  assert (F : forall i, (1 <= i <= 2 * n + 1)%Z -> f i = phi n g h x i).
  { intros i Hi; unfold f, look; rewrite letter_spelled by exact Hi; unfold phi.
    destruct (Z.leb_spec i n); [now apply letter_spelled; lia|].
    destruct (Z.leb_spec i (n + n)); [now apply letter_spelled; lia | reflexivity]. }
  replace (truth n (letter (spelled n g)) (letter (spelled n h)) x) with (truth n g h x) in H
    by (unfold truth; rewrite !letter_spelled; auto; rewrite letter_spelled; auto).
  unfold encoded; rewrite output_is.
  erewrite mean_ext; [exact H | |]; intros [j k] Ht; apply tuples_are_all in Ht; unfold S, V; rewrite ?F by lia; reflexivity.
Qed.

Lemma scale_above n : scale n <= 19 / 50.
Proof. apply inverse_sqrt_le; lra. Qed.

(** Of q = e^-scale, 0.683 <= q <= 0.689. *)
Definition powers_of_base : powers := powers_of 64 (2 ^ 40) 683 689 1000.

Lemma base_powers n : encloses powers_of_base (exp (- scale n)).
Proof.
  apply powers_enclose; [lia | lia | lia | reflexivity | |].
  - apply (exp_neg_lower _ 19 50 64); [lia | lia | lia | lia | exact (scale_above n) | now vm_compute | now vm_compute].
  - apply (exp_neg_upper _ 3 8 64); [lia | lia | lia | lia | exact (scale_bounds n) | now vm_compute].
Qed.

Theorem output_right : output_is_right.
Proof.
  intros n Hn g h x H; destruct (Z.le_gt_cases 3 n) as [M | M]; [now apply from_3|].
  assert (n = 1 \/ n = 2)%Z as [-> | ->] by lia;
    (apply (by_computation _ powers_of_base);
     [lia | apply base_powers | vm_cast_no_check (eq_refl true) | exact H]).
Qed.

Theorem maximum_unique : maximum_is_unique.
Proof.
  intros n Hn g h x H; exists (winner n g h x); destruct (at_winner n g h x Hn H) as [W [Top _]].
  split; [exact W|]; intros t _ Different; unfold encoded; rewrite !score_is.
  apply Rmult_lt_compat_l; [apply scale_positive|]; apply IZR_lt; rewrite Top, squares by assumption.
  assert (A1 := weight_1 n Hn); destruct t as [j k]; unfold winner in Different.
  assert (N1 := square_nonpos (n ^ 2) (j - x) A1).
  assert (N2 := square_nonpos (n ^ 2) (k - (n + phi n g h x j)) A1).
  destruct (Z.eq_dec j x) as [E1 | E1]; [|assert (B := square_neg (n ^ 2) (j - x) A1 ltac:(lia)); lia].
  destruct (Z.eq_dec k (n + phi n g h x j)) as [E2 | E2];
    [|assert (B := square_neg (n ^ 2) (k - (n + phi n g h x j)) A1 ltac:(lia)); lia].
  exfalso; apply Different; subst k j; f_equal; unfold phi.
  destruct H as [_ [_ Hx]], (Z.leb_spec x n); [reflexivity | lia].
Qed.

(** What is stated, for every size. *)
Theorem strassen_function_composition_repaired :
  output_is_right /\ maximum_is_unique /\ display_is_right.
Proof. exact (conj output_right (conj maximum_unique display)). Qed.
