(** strassen/triangular-relation-composition (constructed): one triangular head composes two relations, for every m. *)
(* By hand, of attest prove strassen/triangular-relation-composition --variant constructed, its text with sha256 45a199a3afba663d; what is stated has to be compared with the record. *)
From Coq Require Import Reals Lra Lia List ZArith.
From Attest Require Import Sums Softmax Exponential Attention Means Counts.
Import ListNotations.
Open Scope R_scope.

(** * What is stated *)

(** ** Tokens: (i, j) in [m] x [m], which carry A(i, j) and B(i, j) *)

Definition encode (A B : Z) : vector := [IZR A; IZR B; 0; 1].

(** ** The layer: the receiver (i, j) looks at the tokens (i, l) and (l, j), l in [m] *)

Definition W_2 (m : Z) : matrix := [[IZR m; 0; 0; 0]].
Definition W_3 (m : Z) : matrix := [[0; 1; 0; 0]].
Definition V_2 (m : Z) : matrix := [[1; 0; 0; 0]].
Definition V_3 (m : Z) : matrix := [[0; 1; 0; 0]].
Definition W_O (m : Z) : matrix := [[0]; [0]; [1]; [0]].
Definition scale (m : Z) : R := 1 / 2.
Definition tuples (m : Z) : list Z := range 1 m.

Section Network.
  Variables (m : Z) (e : Z -> Z -> vector).  (* the size; the encoded tokens *)

  (** x2*x3 *)
  Definition product (i j l : Z) : R := dot (apply (W_2 m) (e i l)) (apply (W_3 m) (e l j)).
  Definition score (i j l : Z) : R := scale m * product i j l.
  Definition value (i j l : Z) : vector := times (apply (V_2 m) (e i l)) (apply (V_3 m) (e l j)).
  Definition stream (i j : Z) : vector :=
    add (e i j) (apply (W_O m) (mean_vector 1 (tuples m) (score i j) (value i j))).
  Definition output (i j : Z) : R := coordinate 3 (stream i j) - 1 / 2.
End Network.

(** ** Inputs and task *)

Definition input (m : Z) (A B : Z -> Z -> Z) : Prop :=
  (forall i j, 1 <= i <= m -> 1 <= j <= m -> 0 <= A i j <= 1)%Z /\
  (forall i j, 1 <= i <= m -> 1 <= j <= m -> 0 <= B i j <= 1)%Z.
Definition encoded (A B : Z -> Z -> Z) (i j : Z) : vector := encode (A i j) (B i j).
Definition truth (m : Z) (A B : Z -> Z -> Z) (i j : Z) : Prop :=
  exists k, (1 <= k <= m)%Z /\ A i k = 1%Z /\ B k j = 1%Z.

(** Positive exactly where the answer is yes. *)
Definition output_is_right : Prop :=
  forall m, (1 <= m)%Z -> forall A B, input m A B -> forall i j, (1 <= i <= m)%Z -> (1 <= j <= m)%Z ->
  (truth m A B i j <-> 0 < output m (encoded A B) i j).

(** The displayed score, without the scale. *)
Definition display_is_right : Prop :=
  forall m (A B : Z -> Z -> Z) i j l, product m (encoded A B) i j l = IZR (m * A i l * B l j).

(** * Beside the statement *)

Lemma shapes m :
  shape 1 4 (W_2 m) /\ shape 1 4 (W_3 m) /\ shape 1 4 (V_2 m) /\ shape 1 4 (V_3 m) /\ shape 4 1 (W_O m) /\
  forall A B, length (encode A B) = 4%nat.
Proof. repeat split; repeat constructor. Qed.

Lemma inputs_exist m : input m (fun _ _ => 0%Z) (fun _ _ => 1%Z).
Proof. unfold input; split; intros; lia. Qed.

(** * Proof *)

Lemma display : display_is_right.
Proof. intros m A B i j l; cbv [product apply W_2 W_3 encoded encode map dot]; rewrite !mult_IZR; ring. Qed.

Lemma output_is m A B i j :
  output m (encoded A B) i j =
  average (tuples m) (fun l => IZR m / 2 * IZR (A i l * B l j)) (fun l => A i l * B l j)%Z - 1 / 2.
Proof.
  unfold average; rewrite <- (mean_ext (tuples m) (score m (encoded A B) i j) _ (fun l => coordinate 1 (value m (encoded A B) i j l)) _).
  - unfold output; f_equal; cbv [stream mean_vector seq map apply W_O dot encoded encode add coordinate nth Nat.sub]; ring.
  - intros l _; unfold score, scale; rewrite display, !mult_IZR; field.
  - intros l _; cbv [coordinate value V_2 V_3 encoded encode apply dot map times nth Nat.sub]; rewrite mult_IZR; ring.
Qed.

(** e^(m/2) >= (1 + m/4)^2 > m - 1. *)
Lemma exp_above m : (1 <= m)%Z -> IZR m - 1 < exp (IZR m / 2).
Proof.
  intros H; apply IZR_le in H; assert (E := one_plus_le_exp (IZR m / 4)).
  replace (IZR m / 2) with (IZR m / 4 + IZR m / 4) by field; rewrite exp_plus.
  apply (Rlt_le_trans _ ((1 + IZR m / 4) * (1 + IZR m / 4))); [|apply Rmult_le_compat; lra].
  assert (S := Rle_0_sqr (IZR m - 4)); unfold Rsqr in S; lra.
Qed.

Lemma number_of_tuples m : (1 <= m)%Z -> INR (length (tuples m)) = IZR m.
Proof. intros H; unfold tuples, range; rewrite map_length, seq_length, INR_IZR_INZ, Z2Nat.id by lia; f_equal; lia. Qed.

Theorem output_right : output_is_right.
Proof.
  intros m Hm A B [HA HB] i j Hi Hj; rewrite output_is.
  assert (C : forall l, In l (tuples m) -> (A i l * B l j = 0 \/ A i l * B l j = 1)%Z).
  { intros l Hl; apply in_range in Hl; specialize (HA i l Hi Hl); specialize (HB l j Hl Hj); nia. }
  split.
  - intros [k [Hk [HAk HBk]]].
    assert (S := some (tuples m) (fun l => (A i l * B l j)%Z) (IZR m / 2) k C (proj2 (in_range k 1 m) Hk) ltac:(cbv beta; now rewrite HAk, HBk)).
    rewrite number_of_tuples in S by exact Hm; specialize (S (exp_above m Hm)); lra.
  - intros Pos; destruct (Exists_dec (fun l => A i l * B l j = 1)%Z (tuples m)) as [Some_ | None].
    + intros l; apply Z.eq_dec.
    + apply Exists_exists in Some_; destruct Some_ as [k [Hk E]]; apply in_range in Hk.
      specialize (HA i k Hi Hk); specialize (HB k j Hk Hj); exists k; split; [exact Hk | nia].
    + exfalso; rewrite none in Pos; [lra|].
      intros l Hl; destruct (C l Hl) as [C0 | C1]; [exact C0|].
      exfalso; apply None, Exists_exists; now exists l.
Qed.

(** What is stated, for every size. *)
Theorem strassen_triangular_relation_composition_constructed : output_is_right /\ display_is_right.
Proof. exact (conj output_right display). Qed.
