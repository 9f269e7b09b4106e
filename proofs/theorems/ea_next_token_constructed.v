(** ea/next-token (constructed): one expressive-attention head solves NT exactly, for every N, tau and context. *)
(* By hand, of attest prove ea/next-token --variant constructed, its text with sha256 de57e0619e93f640; what is stated has to be compared with the record. *)
From Coq Require Import Reals Lra Lia List ZArith.
From Attest Require Import Sums Attention.
Import ListNotations.
Open Scope R_scope.

(** * What is stated, in the sizes N, tau and context (L) *)

(** ** Tokens: i in [context], which carry sym = x(i) and whether i is one of the two causal tokens *)

Definition tokens (L : Z) : list Z := range 1 L.
Definition causal (tau L i : Z) : Z := if ((i =? L - tau) || (i =? L + 1 - tau))%Z%bool then 1%Z else 0%Z.

(** sym, causal, back, one *)
Definition encode (L i sym causal : Z) : vector := [IZR sym; IZR causal; IZR (L - i); 1].

(** ** The layer *)

Definition W_1 : matrix := [[0; 0; 0; 1]; [0; 0; 1; 0]].
Definition W_2 : matrix := [[0; 1; 0; 0]; [0; 0; 0; 1]].
Definition V_2 : matrix := [[2; 0; 0; 0]].
Definition W_O : matrix := [[0]; [0]; [0]; [1]].
Definition relu (z : R) : R := Rmax 0 z.
Definition kernel (z : R) : R := z * z / (1 + z * z).

Section Network.
  Variables (N L : Z) (e : Z -> vector).  (* N and the context; the encoded tokens *)

  (** The receiver r sees the tokens up to itself. *)
  Definition tuples (r : Z) : list Z := filter (fun j => (j <=? r)%Z) (tokens L).
  Definition score (r j : Z) : R := dot (apply W_1 (e r)) (apply W_2 (e j)).
  Definition weight (r j : Z) : R := kernel (score r j) / total (tuples r) (fun k => kernel (score r k)).
  Definition attended (r : Z) : vector :=
    map (fun c => total (tuples r) (fun j => weight r j * coordinate c (apply V_2 (e j)))) (seq 1 1).
  Definition stream (r : Z) : vector := add (e r) (apply W_O (attended r)).
  Definition output (r : Z) : R :=
    let one := coordinate 4 (stream r) in
    relu (one - 1) - IZR N * relu (one - IZR N) + IZR N * relu (one - 1 - IZR N).
End Network.

(** ** Inputs and task *)

Definition sizes (N tau L : Z) : Prop := (2 <= N /\ 1 <= tau /\ tau + 1 <= L)%Z.
Definition input (N L : Z) (x : Z -> Z) : Prop := (forall a, 1 <= a <= L -> 0 <= x a <= N - 1)%Z.
Definition encoded (tau L : Z) (x : Z -> Z) (i : Z) : vector := encode L i (x i) (causal tau L i).
Definition truth (N tau L : Z) (x : Z -> Z) : Z := ((x (L + 1 - tau) + x (L - tau)) mod N)%Z.

Definition output_is_right : Prop :=
  forall N tau L, sizes N tau L -> forall x, input N L x ->
  Rabs (output N L (encoded tau L x) L - IZR (truth N tau L x)) < 1 / 2.

(** In every row, so that none is 0/0. *)
Definition weights_are_normalised : Prop :=
  forall N tau L, sizes N tau L -> forall x, input N L x -> forall r, (1 <= r <= L)%Z ->
  total (tuples L r) (weight L (encoded tau L x) r) = 1.

(** The displayed weight, in the last row. *)
Definition weights_are_displayed : Prop :=
  forall N tau L, sizes N tau L -> forall x, input N L x -> forall j, (1 <= j <= L)%Z ->
  weight L (encoded tau L x) L j = if ((j =? L - tau) || (j =? L + 1 - tau))%Z%bool then 1 / 2 else 0.

(** * Beside the statement *)

Lemma rows_are_linear L i sym c :
  apply W_1 (encode L i sym c) = [1; IZR (L - i)] /\ apply W_2 (encode L i sym c) = [IZR c; 1] /\
  apply V_2 (encode L i sym c) = [2 * IZR sym].
Proof.
  cbv [apply W_1 W_2 V_2 encode map dot]; repeat split; repeat (apply f_equal2; [ring|]); reflexivity.
Qed.

Lemma shapes :
  shape 2 4 W_1 /\ shape 2 4 W_2 /\ shape 1 4 V_2 /\ shape 4 1 W_O /\ forall L i s c, length (encode L i s c) = 4%nat.
Proof. repeat split; repeat constructor. Qed.

Lemma inputs_exist N tau L : sizes N tau L -> input N L (fun _ => 0%Z).
Proof. unfold sizes, input; lia. Qed.

(** * Proof *)

Lemma score_is tau L x r j : score (encoded tau L x) r j = IZR (causal tau L j + (L - r)).
Proof.
  unfold score, encoded; destruct (rows_are_linear L r (x r) (causal tau L r)) as [-> _].
  destruct (rows_are_linear L j (x j) (causal tau L j)) as [_ [-> _]]; cbn [dot]; rewrite plus_IZR; ring.
Qed.

Lemma kernel_nonneg z : 0 <= kernel z.
Proof.
  unfold kernel; assert (S := Rle_0_sqr z); unfold Rsqr in S.
  apply Rmult_le_pos; [exact S | apply Rlt_le, Rinv_0_lt_compat; lra].
Qed.

Lemma kernel_pos z : 0 < z -> 0 < kernel z.
Proof. intros H; unfold kernel; apply Rdiv_lt_0_compat; nra. Qed.

Lemma causal_cases tau L j : causal tau L j = 0%Z \/ causal tau L j = 1%Z.
Proof. unfold causal; destruct (_ || _)%bool; auto. Qed.

Lemma in_tuples L r j : In j (tuples L r) <-> (1 <= j <= L /\ j <= r)%Z.
Proof. unfold tuples, tokens; rewrite filter_In, in_range; destruct (Z.leb_spec j r); intuition (try lia; discriminate). Qed.

Lemma some_weight N tau L x r : sizes N tau L -> (1 <= r <= L)%Z ->
  0 < total (tuples L r) (fun k => kernel (score (encoded tau L x) r k)).
Proof.
  intros [_ [H1 H2]] Hr; set (w := if (r =? L)%Z then (L - tau)%Z else 1%Z).
  apply (Rlt_le_trans _ (kernel (score (encoded tau L x) r w))).
  - rewrite score_is; apply kernel_pos, IZR_lt; unfold w; destruct (Z.eqb_spec r L) as [E | E].
    + unfold causal; rewrite Z.eqb_refl; cbn [orb]; lia.
    + destruct (causal_cases tau L 1) as [-> | ->]; lia.
  - apply (term_le_total _ (fun k => kernel (score (encoded tau L x) r k))); [intros; apply kernel_nonneg|].
    apply in_tuples; unfold w; destruct (Z.eqb_spec r L); lia.
Qed.

Theorem weights_normalised : weights_are_normalised.
Proof.
  intros N tau L S x _ r Hr; assert (P := some_weight N tau L x r S Hr); unfold weight, Rdiv.
  set (z := total (tuples L r) _) in *.
  rewrite (total_ext _ _ (fun j => / z * kernel (score (encoded tau L x) r j))) by (intros; ring).
  rewrite total_scale; fold z; field; lra.
Qed.

(** In the last row the two causal tokens alone. *)
Lemma last_row tau L x (f : Z -> R) : (1 <= tau /\ tau + 1 <= L)%Z ->
  total (tuples L L) (fun k => kernel (score (encoded tau L x) L k) * f k) = 1 / 2 * f (L - tau)%Z + 1 / 2 * f (L + 1 - tau)%Z.
Proof.
  intros H; rewrite (total_two _ _ (L - tau) (L + 1 - tau)).
  - rewrite !score_is; unfold causal; rewrite !Z.eqb_refl, Bool.orb_true_r; cbn [orb].
    replace (1 + (L - L))%Z with 1%Z by ring; unfold kernel; field.
  - apply NoDup_filter, nodup_range.
  - apply in_tuples; lia.
  - apply in_tuples; lia.
  - lia.
  - intros t _ Na Nb; rewrite score_is; unfold causal.
    rewrite (proj2 (Z.eqb_neq _ _) Na), (proj2 (Z.eqb_neq _ _) Nb); cbn [orb].
    replace (0 + (L - L))%Z with 0%Z by ring; unfold kernel; field.
Qed.

Lemma last_total tau L x : (1 <= tau /\ tau + 1 <= L)%Z ->
  total (tuples L L) (fun k => kernel (score (encoded tau L x) L k)) = 1.
Proof.
  intros H; rewrite (total_ext _ _ (fun k => kernel (score (encoded tau L x) L k) * 1)) by (intros; ring).
  rewrite (last_row tau L x (fun _ => 1) H); field.
Qed.

Theorem weights_displayed : weights_are_displayed.
Proof.
  intros N tau L [_ S] x _ j _; unfold weight; rewrite (last_total tau L x S), score_is; unfold causal.
  destruct (_ || _)%bool; replace (L - L)%Z with 0%Z by ring; cbn [Z.add]; unfold kernel; field.
Qed.

Theorem output_right : output_is_right.
Proof.
  intros N tau L [HN S] x Hx.
  assert (At : attended L (encoded tau L x) L = [IZR (x (L + 1 - tau) + x (L - tau))%Z]).
  { unfold attended; cbn [seq map]; f_equal.
    rewrite (total_ext _ _ (fun j => kernel (score (encoded tau L x) L j) * (2 * IZR (x j)))).
    - rewrite (last_row tau L x (fun j => 2 * IZR (x j)) S), plus_IZR; field.
    - intros j _; unfold weight; rewrite (last_total tau L x S).
      replace (coordinate 1 (apply V_2 (encoded tau L x j))) with (2 * IZR (x j)); [field|].
      unfold encoded; cbv [apply V_2 encode map dot coordinate nth Nat.sub]; ring. }
  assert (One : coordinate 4 (stream L (encoded tau L x) L) = 1 + IZR (x (L + 1 - tau) + x (L - tau))%Z).
  { unfold stream; rewrite At; cbv [apply W_O map dot add encoded encode coordinate nth Nat.sub]; ring. }
  unfold output; rewrite One; unfold truth.
  assert (B1 := Hx (L + 1 - tau)%Z ltac:(lia)); assert (B2 := Hx (L - tau)%Z ltac:(lia)).
  revert B1 B2; generalize (x (L + 1 - tau)%Z) as a, (x (L - tau)%Z) as b; intros a b B1 B2.
  assert (T : (0 <= a + b <= 2 * N - 2)%Z) by lia; set (s := (a + b)%Z) in *.
  assert (E : relu (1 + IZR s - 1) - IZR N * relu (1 + IZR s - IZR N) + IZR N * relu (1 + IZR s - 1 - IZR N) = IZR (s mod N)).
  { unfold relu; destruct (Z.le_gt_cases N s) as [Le | Gt].
    - replace (s mod N)%Z with (s - N)%Z by (apply (Z.mod_unique_pos _ _ 1); lia).
      assert (R1 : IZR N <= IZR s) by now apply IZR_le.
      assert (R2 : 2 <= IZR N) by now apply IZR_le.
      rewrite minus_IZR, !Rmax_right by lra; ring.
    - rewrite Z.mod_small by lia.
      assert (R1 : IZR s <= IZR N - 1) by (rewrite <- minus_IZR; apply IZR_le; lia).
      assert (R2 : 0 <= IZR s) by (apply IZR_le; lia).
      rewrite Rmax_right, (Rmax_left 0 (1 + IZR s - IZR N)), (Rmax_left 0 (1 + IZR s - 1 - IZR N)) by lra; ring. }
  cbv zeta; rewrite E, Rminus_eq_0, Rabs_R0; lra.
Qed.

(** What is stated, for all sizes. *)
Theorem ea_next_token_constructed : output_is_right /\ weights_are_normalised /\ weights_are_displayed.
Proof. exact (conj output_right (conj weights_normalised weights_displayed)). Qed.
