(** strassen/quotient-composition (printed, factor m^5): one Strassen head computes the quotient of a composition by a colouring, for every m. *)
(* By hand, of attest prove strassen/quotient-composition --variant printed, its text with sha256 836d586644427b69; what is stated has to be compared with the record. *)
From Coq Require Import Reals Lra Lia List ZArith Bool.
From Attest Require Import Sums Softmax Exponential Attention Finite Means DistinctMultiples Cover.
Import ListNotations.
Open Scope R_scope.

(** * What is stated *)

(** ** Tokens: (i, j) in [m] x [m], which carry A(i, j), B(i, j), s = col(i) and t = col(j) *)

Definition tokens (m : Z) : list (Z * Z) := list_prod (range 1 m) (range 1 m).
Definition encode (i j A B s t : Z) : vector :=
  [IZR A; IZR B; IZR i; IZR (i ^ 2); IZR j; IZR (j ^ 2); 1; IZR s; IZR (s ^ 2); IZR t; IZR (t ^ 2); 0; 0; 0; 0; 0; 0; 0; 0].

(** ** The layer, d = 19 *)

Definition W_1 (m : Z) : matrix :=
  [[0; 0; 0; IZR (m ^ 5); 0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0];
   [0; 0; IZR (2 * m ^ 5); 0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0];
   [0; 0; 0; 0; 0; 0; IZR (- m ^ 5); 0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0];
   [0; 0; 0; 0; 0; IZR (m ^ 5); 0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0];
   [0; 0; 0; 0; IZR (2 * m ^ 5); 0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0];
   [0; 0; 0; 0; 0; 0; IZR (- m ^ 5); 0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0];
   [0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0];
   [0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0];
   [0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0];
   [0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0];
   [0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0];
   [0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0];
   [0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0];
   [0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0];
   [0; 0; 0; 0; 0; 0; 1; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0];
   [0; 0; 0; 0; 0; 0; 1 / IZR m; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0];
   [0; 0; 0; 0; 0; 0; 1 / IZR (m ^ 2); 0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0];
   [0; 0; 0; 0; 0; 0; 1 / IZR (m ^ 3); 0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0]].

Definition W_2 (m : Z) : matrix :=
  [[0; 0; 0; 0; 0; 0; IZR (- m ^ 5); 0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0];
   [0; 0; IZR (m ^ 5); 0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0];
   [0; 0; 0; IZR (m ^ 5); 0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0];
   [0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0];
   [0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0];
   [0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0];
   [0; 0; 0; 0; 0; 0; 0; 0; 0; 0; IZR (m ^ 5); 0; 0; 0; 0; 0; 0; 0; 0];
   [0; 0; 0; 0; 0; 0; 0; 0; 0; IZR (2 * m ^ 5); 0; 0; 0; 0; 0; 0; 0; 0; 0];
   [0; 0; 0; 0; 0; 0; IZR (- m ^ 5); 0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0];
   [0; 0; 0; 0; 0; IZR (m ^ 2); 0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0];
   [0; 0; 0; 0; IZR (- 2 * m ^ 2); 0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0];
   [0; 0; 0; 0; 0; 0; IZR (m ^ 2); 0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0];
   [0; 0; 0; 0; 0; 0; IZR (m ^ 5); 0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0];
   [IZR (m ^ 5); 0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0];
   [0; 0; IZR (m ^ 5); 0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0];
   [0; 0; 0; 0; IZR (m ^ 5); 0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0];
   [0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0];
   [0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0]].

Definition W_3 (m : Z) : matrix :=
  [[0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0];
   [0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0];
   [0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0];
   [0; 0; 0; 0; 0; 0; IZR (- m ^ 5); 0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0];
   [0; 0; 0; 0; IZR (m ^ 5); 0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0];
   [0; 0; 0; 0; 0; IZR (m ^ 5); 0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0];
   [0; 0; 0; 0; 0; 0; IZR (- m ^ 5); 0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0];
   [0; 0; 0; 0; 0; 0; 0; IZR (m ^ 5); 0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0];
   [0; 0; 0; 0; 0; 0; 0; 0; IZR (m ^ 5); 0; 0; 0; 0; 0; 0; 0; 0; 0; 0];
   [0; 0; 0; 0; 0; 0; IZR (m ^ 5); 0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0];
   [0; 0; IZR (m ^ 5); 0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0];
   [0; 0; 0; IZR (m ^ 5); 0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0];
   [0; IZR (m ^ 5); 0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0];
   [0; 0; 0; 0; 0; 0; IZR (m ^ 5); 0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0];
   [0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0];
   [0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0];
   [0; 0; IZR (m ^ 5); 0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0];
   [0; 0; 0; 0; IZR (m ^ 5); 0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0]].

Definition V_2 (m : Z) : matrix :=
  [[0; 0; 1; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0];
   [0; 0; 0; 0; 1; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0];
   [0; 0; 0; 0; 0; 0; 1; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0];
   [0; 0; 0; 0; 0; 0; 1; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0];
   [1; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0];
   [0; 0; 0; 0; 0; 0; 1; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0];
   [0; 0; 0; 0; 0; 0; 0; 0; 0; 1; 0; 0; 0; 0; 0; 0; 0; 0; 0];
   [0; 0; 0; 0; 0; 0; 1; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0]].

Definition V_3 (m : Z) : matrix :=
  [[0; 0; 0; 0; 0; 0; 1; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0];
   [0; 0; 0; 0; 0; 0; 1; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0];
   [0; 0; 1; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0];
   [0; 0; 0; 0; 1; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0];
   [0; 0; 0; 0; 0; 0; 1; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0];
   [0; 1; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0];
   [0; 0; 0; 0; 0; 0; 1; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0];
   [0; 0; 0; 0; 0; 0; 0; 1; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0]].

Definition W_O (m : Z) : matrix :=
  [[0; 0; 0; 0; 0; 0; 0; 0];
   [0; 0; 0; 0; 0; 0; 0; 0];
   [0; 0; 0; 0; 0; 0; 0; 0];
   [0; 0; 0; 0; 0; 0; 0; 0];
   [0; 0; 0; 0; 0; 0; 0; 0];
   [0; 0; 0; 0; 0; 0; 0; 0];
   [0; 0; 0; 0; 0; 0; 0; 0];
   [0; 0; 0; 0; 0; 0; 0; 0];
   [0; 0; 0; 0; 0; 0; 0; 0];
   [0; 0; 0; 0; 0; 0; 0; 0];
   [0; 0; 0; 0; 0; 0; 0; 0];
   [1; 0; 0; 0; 0; 0; 0; 0];
   [0; 1; 0; 0; 0; 0; 0; 0];
   [0; 0; 1; 0; 0; 0; 0; 0];
   [0; 0; 0; 1; 0; 0; 0; 0];
   [0; 0; 0; 0; 1; 0; 0; 0];
   [0; 0; 0; 0; 0; 1; 0; 0];
   [0; 0; 0; 0; 0; 0; 1; 0];
   [0; 0; 0; 0; 0; 0; 0; 1]].
Definition scale (m : Z) : R := / sqrt (IZR 19).
Definition tuples (m : Z) : list ((Z * Z) * (Z * Z)) := list_prod (tokens m) (tokens m).

Section Network.
  Variables (m : Z) (e : Z -> Z -> vector).  (* the size; the encoded tokens *)

  (** x1*x2 + x1*x3 + x2*x3 *)
  Definition product (i j : Z) (t : (Z * Z) * (Z * Z)) : R :=
    let '((c, d), (k, l)) := t in
    let x1 := apply (W_1 m) (e i j) in
    let x2 := apply (W_2 m) (e c d) in
    let x3 := apply (W_3 m) (e k l) in
    dot x1 x2 + dot x1 x3 + dot x2 x3.

  Definition score (i j : Z) (t : (Z * Z) * (Z * Z)) : R := scale m * product i j t.
  Definition value (t : (Z * Z) * (Z * Z)) : vector :=
    let '((c, d), (k, l)) := t in times (apply (V_2 m) (e c d)) (apply (V_3 m) (e k l)).
  Definition stream (i j : Z) : vector :=
    add (e i j) (apply (W_O m) (mean_vector 8 (tuples m) (score i j) value)).
  Definition output (i j : Z) : R :=
    let s := fun r => coordinate r (stream i j) in
    1 / 2 - Rabs (s 12%nat - s 3%nat) - Rabs (s 15%nat - s 5%nat) - Rabs (s 18%nat - s 19%nat)
    - relu (1 - s 16%nat) - relu (1 - s 17%nat) - relu (1 - Rabs (s 13%nat - s 14%nat)).
End Network.

(** ** Inputs and task *)

Definition input (m : Z) (A B : Z -> Z -> Z) (col : Z -> Z) : Prop :=
  (forall i j, 1 <= i <= m -> 1 <= j <= m -> 0 <= A i j <= 1)%Z /\
  (forall i j, 1 <= i <= m -> 1 <= j <= m -> 0 <= B i j <= 1)%Z /\
  (forall i, 1 <= i <= m -> 1 <= col i <= m)%Z.
Definition encoded (A B : Z -> Z -> Z) (col : Z -> Z) (i j : Z) : vector := encode i j (A i j) (B i j) (col i) (col j).
Definition truth (m : Z) (A B : Z -> Z -> Z) (col : Z -> Z) (i j : Z) : Prop :=
  exists k1 k2, (1 <= k1 <= m)%Z /\ (1 <= k2 <= m)%Z /\ k1 <> k2 /\ A i k1 = 1%Z /\ B k2 j = 1%Z /\ col k1 = col k2.

(** Positive exactly where the answer is yes. *)
Definition right_at (m : Z) : Prop :=
  forall A B col, input m A B col -> forall i j, (1 <= i <= m)%Z -> (1 <= j <= m)%Z ->
  (truth m A B col i j <-> 0 < output m (encoded A B col) i j).

Definition output_is_right : Prop := forall m, (1 <= m)%Z -> right_at m.

Definition maximum_is_unique : Prop :=
  forall m, (1 <= m)%Z -> forall (A B : Z -> Z -> Z) (col : Z -> Z) i j,
  exists w, In w (tuples m) /\ forall t, In t (tuples m) -> t <> w ->
  score m (encoded A B col) i j t < score m (encoded A B col) i j w.

(** The displayed score, without the scale. *)
Definition display_is_right : Prop :=
  forall m, (1 <= m)%Z -> forall (A B : Z -> Z -> Z) (col : Z -> Z) i j c d k l,
  product m (encoded A B col) i j ((c, d), (k, l)) =
  IZR (m ^ 10) * (IZR (- (i - c) ^ 2 - (col d - col k) ^ 2 - (l - j) ^ 2 + A c d + B k l) +
                  IZR ((d - k) ^ 2) / IZR (m ^ 3) + IZR (c * m ^ 3 + d * m ^ 2 + k * m + l) / IZR (m ^ 8)).

(** What the three tiers rest on. *)
Definition asserts_hold : Prop :=
  forall m, (1 <= m)%Z -> IZR ((m - 1) ^ 2) / IZR (m ^ 3) + IZR (m ^ 4 - 1) / IZR (m ^ 8) < 1 /\ IZR (m ^ 4 - 1) / IZR (m ^ 8) < 1 / IZR (m ^ 3).

(** * Beside the statement *)

Lemma shapes m :
  shape 18 19 (W_1 m) /\ shape 18 19 (W_2 m) /\ shape 18 19 (W_3 m) /\ shape 8 19 (V_2 m) /\ shape 8 19 (V_3 m) /\ shape 19 8 (W_O m) /\
  forall i j A B s t, length (encode i j A B s t) = 19%nat.
Proof. repeat split; repeat constructor. Qed.

Lemma inputs_exist m : input m (fun _ _ => 0%Z) (fun _ _ => 1%Z) (fun i => i).
Proof. unfold input; repeat split; intros; lia. Qed.

Lemma tuples_are_all m c d k l :
  In ((c, d), (k, l)) (tuples m) <-> (1 <= c <= m /\ 1 <= d <= m /\ 1 <= k <= m /\ 1 <= l <= m)%Z.
Proof. exact (in_quadruples m c d k l). Qed.

(** * Proof *)

(** ** Scores are integers times m^2/sqrt 19: m^8 times an integer, m^5 times a square, and a tie *)

Definition whole (i j c d k l a b s t : Z) : Z := (- (i - c) ^ 2 - (t - s) ^ 2 - (l - j) ^ 2 + a + b)%Z.
Definition units (m : Z) (A B : Z -> Z -> Z) (col : Z -> Z) (i j : Z) (t : (Z * Z) * (Z * Z)) : Z :=
  let '((c, d), (k, l)) := t in
  (m ^ 5 * (m ^ 3 * whole i j c d k l (A c d) (B k l) (col k) (col d) + (d - k) ^ 2) + tie m c d k l)%Z.
Definition rate (m : Z) : R := scale m * IZR (m ^ 2).

Lemma display : display_is_right.
Proof.
  intros m Size A B col i j c d k l; assert (P : IZR m <> 0) by (apply not_0_IZR; lia).
  cbv [product apply W_1 W_2 W_3 encoded encode map dot]; cast; field; exact P.
Qed.

Lemma score_is m A B col i j t : (1 <= m)%Z -> score m (encoded A B col) i j t = rate m * IZR (units m A B col i j t).
Proof.
  intros Size; assert (P : IZR m <> 0) by (apply not_0_IZR; lia).
  destruct t as [[c d] [k l]]; unfold score, rate; rewrite display by exact Size; rewrite Rmult_assoc; f_equal; unfold units, whole, tie.
  set (I := (- (i - c) ^ 2 - (col d - col k) ^ 2 - (l - j) ^ 2 + A c d + B k l)%Z).
  set (T := (c * m ^ 3 + d * m ^ 2 + k * m + l)%Z); set (D := ((d - k) ^ 2)%Z).
  cast; field; exact P.
Qed.

Lemma units_injective m A B col i j a b : (1 <= m)%Z -> In a (tuples m) -> In b (tuples m) ->
  units m A B col i j a = units m A B col i j b -> a = b.
Proof.
  destruct a as [[c d] [k l]], b as [[c' d'] [k' l']]; intros Size Ha Hb E; unfold units in E.
  assert (Ta := tie_range _ _ _ _ _ Ha); assert (Tb := tie_range _ _ _ _ _ Hb).
  apply (tie_tells m); [exact Ha | exact Hb |].
  apply (same_tie (m ^ 5) (m ^ 3 * whole i j c d k l (A c d) (B k l) (col k) (col d) + (d - k) ^ 2) _
    (m ^ 3 * whole i j c' d' k' l' (A c' d') (B k' l') (col k') (col d') + (d' - k') ^ 2) _ (m ^ 3 + m ^ 2 + m + 1));
    [apply Z.pow_pos_nonneg; lia | exact Ta | exact Tb | exact E].
Qed.

Lemma scale_positive m : 0 < scale m.
Proof. unfold scale; apply Rinv_0_lt_compat, sqrt_lt_R0; lra. Qed.

Lemma rate_positive m : (1 <= m)%Z -> 0 < rate m.
Proof. intros Size; apply Rmult_lt_0_compat; [apply scale_positive | apply IZR_lt, Z.pow_pos_nonneg; lia]. Qed.

Lemma unique : maximum_is_unique.
Proof.
  intros m Size A B col i j; destruct (best (tuples m) (units m A B col i j) (some_quadruple m Size)) as [w [Hw Top]].
  exists w; split; [exact Hw|]; intros t Ht N; rewrite !score_is by exact Size; apply Rmult_lt_compat_l; [now apply rate_positive|].
  apply IZR_lt; assert (units m A B col i j t <> units m A B col i j w) by (intros E; apply N; now apply (units_injective m A B col i j)).
  specialize (Top t Ht); lia.
Qed.

(** ** The output by six means *)

Definition E_of (m : Z) (A B : Z -> Z -> Z) (col : Z -> Z) (i j : Z) (f : (Z * Z) * (Z * Z) -> Z) : R :=
  average (tuples m) (fun t => rate m * IZR (units m A B col i j t)) f.

Definition first_ (i : Z) (t : (Z * Z) * (Z * Z)) : Z := let '((c, d), (k, l)) := t in (c - i)%Z.
Definition last_ (j : Z) (t : (Z * Z) * (Z * Z)) : Z := let '((c, d), (k, l)) := t in (l - j)%Z.
Definition colours (col : Z -> Z) (t : (Z * Z) * (Z * Z)) : Z := let '((c, d), (k, l)) := t in (col d - col k)%Z.
Definition no_A (A : Z -> Z -> Z) (t : (Z * Z) * (Z * Z)) : Z := let '((c, d), (k, l)) := t in (1 - A c d)%Z.
Definition no_B (B : Z -> Z -> Z) (t : (Z * Z) * (Z * Z)) : Z := let '((c, d), (k, l)) := t in (1 - B k l)%Z.
Definition apart (t : (Z * Z) * (Z * Z)) : Z := let '((c, d), (k, l)) := t in (d - k)%Z.

Lemma output_is m A B col i j : (1 <= m)%Z ->
  let E := E_of m A B col i j in
  output m (encoded A B col) i j =
  1 / 2 - Rabs (E (first_ i)) - Rabs (E (last_ j)) - Rabs (E (colours col)) - relu (E (no_A A)) - relu (E (no_B B)) - relu (1 - Rabs (E apart)).
Proof.
  intros Size E; assert (NE := some_quadruple m Size).
  set (M := fun r => mean (tuples m) (score m (encoded A B col) i j) (fun t => coordinate r (value m (encoded A B col) t))).
  assert (Is : forall f g, (forall t, In t (tuples m) -> IZR (f t) = g t) ->
               E f = mean (tuples m) (score m (encoded A B col) i j) g).
  { intros f g H; apply mean_ext; [intros t _; symmetry; now apply score_is | exact H]. }
  assert (V : forall r c d k l, coordinate r (value m (encoded A B col) ((c, d), (k, l))) =
              coordinate r [IZR c; IZR d; IZR k; IZR l; IZR (A c d); IZR (B k l); IZR (col d); IZR (col k)]).
  { intros r c d k l; f_equal; cbv [value V_2 V_3 encoded encode apply dot map times]; repeat (apply f_equal2; [ring|]); reflexivity. }
  assert (Ec : E (first_ i) = M 1%nat - IZR i).
  { unfold M; rewrite <- (mean_constant (tuples m) (score m (encoded A B col) i j) (IZR i) NE), <- mean_minus.
    apply Is; intros [[c d] [k l]] _; rewrite V; apply minus_IZR. }
  assert (El : E (last_ j) = M 4%nat - IZR j).
  { unfold M; rewrite <- (mean_constant (tuples m) (score m (encoded A B col) i j) (IZR j) NE), <- mean_minus.
    apply Is; intros [[c d] [k l]] _; rewrite V; apply minus_IZR. }
  assert (Ed : E apart = M 2%nat - M 3%nat).
  { unfold M; rewrite <- mean_minus; apply Is; intros [[c d] [k l]] _; rewrite !V; apply minus_IZR. }
  assert (Et : E (colours col) = M 7%nat - M 8%nat).
  { unfold M; rewrite <- mean_minus; apply Is; intros [[c d] [k l]] _; rewrite !V; apply minus_IZR. }
  assert (EA : E (no_A A) = 1 - M 5%nat).
  { unfold M; rewrite <- (mean_constant (tuples m) (score m (encoded A B col) i j) 1 NE) at 1; rewrite <- mean_minus.
    apply Is; intros [[c d] [k l]] _; rewrite V; apply minus_IZR. }
  assert (EB : E (no_B B) = 1 - M 6%nat).
  { unfold M; rewrite <- (mean_constant (tuples m) (score m (encoded A B col) i j) 1 NE) at 1; rewrite <- mean_minus.
    apply Is; intros [[c d] [k l]] _; rewrite V; apply minus_IZR. }
  rewrite Ec, El, Ed, Et, EA, EB; unfold output.
  assert (St : stream m (encoded A B col) i j =
    [IZR (A i j); IZR (B i j); IZR i; IZR (i ^ 2); IZR j; IZR (j ^ 2); 1; IZR (col i); IZR (col i ^ 2); IZR (col j); IZR (col j ^ 2);
     M 1%nat; M 2%nat; M 3%nat; M 4%nat; M 5%nat; M 6%nat; M 7%nat; M 8%nat]).
  { unfold stream, mean_vector; cbn [seq map]; fold (M 1%nat) (M 2%nat) (M 3%nat) (M 4%nat) (M 5%nat) (M 6%nat) (M 7%nat) (M 8%nat).
    cbv [apply W_O map dot encoded encode add]; repeat (apply f_equal2; [ring|]); reflexivity. }
  rewrite St; cbn [coordinate nth Nat.sub]; reflexivity.
Qed.

(** ** Yes and no by a tuple: it is clean where it shows that the answer is yes *)

Definition clean (i j c d k l a b s t : Z) : bool := ((c =? i) && (l =? j) && (t =? s) && (a =? 1) && (b =? 1) && negb (d =? k))%Z.

Ltac read H := repeat (apply andb_prop in H; destruct H as [H ?]);
  repeat match goal with E : (_ =? _)%Z = true |- _ => apply Z.eqb_eq in E | E : negb _ = true |- _ => apply negb_true_iff, Z.eqb_neq in E end.

Lemma truth_by_tuples m A B col i j : (1 <= i <= m)%Z -> (1 <= j <= m)%Z ->
  truth m A B col i j <->
  exists t, In t (tuples m) /\ let '((c, d), (k, l)) := t in clean i j c d k l (A c d) (B k l) (col k) (col d) = true.
Proof.
  intros Hi Hj; split.
  - intros [k1 [k2 [H1 [H2 [N [HA [HB HC]]]]]]]; exists ((i, k1), (k2, j)); split; [apply tuples_are_all; lia|].
    apply Z.eqb_neq in N; unfold clean; now rewrite HA, HB, HC, N, !Z.eqb_refl.
  - intros [[[c d] [k l]] [Ht C]]; apply tuples_are_all in Ht; unfold clean in C; read C.
    exists d, k; subst; repeat split; auto; lia.
Qed.

(** What the output needs of the six means. *)
Lemma positive m A B col i j : (1 <= m)%Z -> let E := E_of m A B col i j in
  Rabs (E (first_ i)) + Rabs (E (last_ j)) + Rabs (E (colours col)) + relu (E (no_A A)) + relu (E (no_B B)) + relu (1 - Rabs (E apart)) < 1 / 2 ->
  0 < output m (encoded A B col) i j.
Proof. intros Size E H; rewrite output_is by exact Size; fold E; lra. Qed.

Lemma not_positive m A B col i j : (1 <= m)%Z -> let E := E_of m A B col i j in
  1 / 2 <= Rabs (E (first_ i)) \/ 1 / 2 <= Rabs (E (last_ j)) \/ 1 / 2 <= Rabs (E (colours col)) \/ 1 / 2 <= E (no_A A) \/ 1 / 2 <= E (no_B B)
  \/ Rabs (E apart) <= 1 / 2 ->
  ~ 0 < output m (encoded A B col) i j.
Proof.
  intros Size E H; rewrite output_is by exact Size; fold E.
  assert (P1 := Rabs_pos (E (first_ i))); assert (P2 := Rabs_pos (E (last_ j))); assert (P3 := Rabs_pos (E (colours col))).
  assert (P4 := relu_ge (E (no_A A))); assert (P5 := relu_ge (E (no_B B))); assert (P6 := relu_ge (1 - Rabs (E apart))); lra.
Qed.

(** ** From m = 4 on: all tuples but the best weigh at most q = e^-rate together *)

Lemma scale_bounds m : IZR 229 / IZR 1000 <= scale m.
Proof. unfold scale; assert (H := inverse_sqrt_ge (229 / 1000) 19 ltac:(lra) ltac:(lra) ltac:(lra)); lra. Qed.

Lemma small m : (4 <= m)%Z -> IZR (4 * m - 1) * exp (- rate m) < 1 / 2.
Proof.
  unfold rate; intros Hm.
  apply (falls (fun m => 4 * m - 1)%Z (fun m => m ^ 2)%Z (scale m) 229 1000 4); [lia | apply scale_bounds | .. | exact Hm].
  - intros x Hx; lia.
  - intros x Hx; nia.
  - intros x Hx; nia.
  - assert (E : exp (- (scale m * IZR (4 ^ 2))) <= IZR 1 / IZR 34).
    { apply (exp_neg_upper _ 3664 1000 64); [lia | lia | lia | lia | | now vm_compute].
      assert (H := scale_bounds m); change (4 ^ 2)%Z with 16%Z; lra. }
    cbv beta; change (IZR (4 * 4 - 1)) with (IZR 15); lra.
Qed.

Lemma from_corner m : (4 <= m)%Z -> right_at m.
Proof.
  intros Far A B col [HA [HB HC]] i j Hi Hj; assert (Size : (1 <= m)%Z) by lia.
  assert (Q := small m Far); assert (Q0 := exp_pos (- rate m)); set (q := exp (- rate m)) in *.
  destruct (best (tuples m) (units m A B col i j) (some_quadruple m Size)) as [w [Hw Top]].
  assert (N : forall f D, (forall t, In t (tuples m) -> (Z.abs (f t - f w) <= D)%Z) -> Rabs (E_of m A B col i j f - IZR (f w)) <= IZR D * q).
  { intros f D H; apply average_near; auto; [now apply rate_positive | apply nodup_quadruples | intros a b; now apply units_injective]. }
  assert (Values : forall c d k l, In ((c, d), (k, l)) (tuples m) ->
            (0 <= A c d <= 1 /\ 0 <= B k l <= 1 /\ 1 <= col d <= m /\ 1 <= col k <= m)%Z).
  { intros c d k l H; apply tuples_are_all in H; repeat split; try apply HA; try apply HB; try apply HC; lia. }
  destruct w as [[c d] [k l]]; assert (Hw' := Hw); apply tuples_are_all in Hw'; assert (Vw := Values c d k l Hw).
  assert (M0 : (4 <= IZR m)%R) by now apply IZR_le.
  rewrite minus_IZR, mult_IZR in Q.
  assert (Half : forall D, (D <= 4 * m - 1)%Z -> IZR D * q <= 1 / 2).
  { intros D H; apply IZR_le in H; rewrite minus_IZR, mult_IZR in H.
    apply (Rle_trans _ ((4 * IZR m - 1) * q)); [apply Rmult_le_compat_r; lra | lra]. }
  assert (N1 := N (first_ i) (m - 1)%Z ltac:(intros [[c' d'] [k' l']] H; apply tuples_are_all in H; cbn [first_]; lia)).
  assert (N2 := N (last_ j) (m - 1)%Z ltac:(intros [[c' d'] [k' l']] H; apply tuples_are_all in H; cbn [last_]; lia)).
  assert (N4 := N (no_A A) 1%Z ltac:(intros [[c' d'] [k' l']] H; apply Values in H; cbn [no_A]; lia)).
  assert (N5 := N (no_B B) 1%Z ltac:(intros [[c' d'] [k' l']] H; apply Values in H; cbn [no_B]; lia)).
  cbn [first_ last_ no_A no_B] in N1, N2, N4, N5.
  rewrite (truth_by_tuples m A B col i j Hi Hj); destruct (clean i j c d k l (A c d) (B k l) (col k) (col d)) eqn:C.
  - split; [intros _ | intros _; exists ((c, d), (k, l)); now split].
    unfold clean in C; read C.
    assert (N3 := N (colours col) (m - 1)%Z ltac:(intros [[c' d'] [k' l']] Ht; apply Values in Ht; cbn [colours]; lia)); cbn [colours] in N3.
    (* 1 - sign (d - k) E (d - k) is at most the mean of what is 0 at the best tuple and at most m elsewhere *)
    assert (N6 : relu (1 - Rabs (E_of m A B col i j apart)) <= IZR m * q).
    { assert (NE := some_quadruple m Size).
      assert (Side : forall g : Z, (g = 1 \/ g = -1)%Z -> (1 <= g * (d - k))%Z -> 1 - IZR g * E_of m A B col i j apart <= IZR m * q).
      { intros g Hg Hd; set (short := fun t => Z.max 0 (1 + - g * apart t)).
        assert (F := N short m); cbn [apart] in F; replace (short ((c, d), (k, l))) with 0%Z in F by (unfold short; cbn [apart]; lia).
        specialize (F ltac:(intros [[c' d'] [k' l']] Ht; apply tuples_are_all in Ht; unfold short; cbn [apart]; destruct Hg as [-> | ->]; lia)).
        rewrite Rminus_0_r in F; assert (L := Rle_abs (E_of m A B col i j short)).
        assert (G : E_of m A B col i j (fun t => 1 + - g * apart t)%Z <= E_of m A B col i j short)
          by (apply average_le; intros t _; unfold short; lia).
        unfold E_of in G at 1; rewrite average_plus, average_constant, average_times, opp_IZR in G by exact NE; unfold E_of in *; lra. }
      apply relu_le; [|apply Rmult_le_pos; lra].
      assert (P := Rle_abs (E_of m A B col i j apart)); assert (P' := Rle_abs (- E_of m A B col i j apart)); rewrite Rabs_Ropp in P'.
      destruct (Z.lt_ge_cases k d) as [L | L].
      - assert (S1 := Side 1%Z ltac:(lia) ltac:(lia)); lra.
      - assert (S1 := Side (-1)%Z ltac:(lia) ltac:(lia)); lra. }
    replace (c - i)%Z with 0%Z in N1 by lia; replace (l - j)%Z with 0%Z in N2 by lia; replace (col d - col k)%Z with 0%Z in N3 by lia.
    replace (1 - A c d)%Z with 0%Z in N4 by lia; replace (1 - B k l)%Z with 0%Z in N5 by lia.
    rewrite minus_IZR in N1, N2, N3; rewrite Rminus_0_r in N1, N2, N3, N4, N5.
    apply positive; [exact Size|]; cbv zeta.
    assert (R4 := relu_le _ (1 * q) (Rle_trans _ _ _ (Rle_abs _) N4) ltac:(lra)).
    assert (R5 := relu_le _ (1 * q) (Rle_trans _ _ _ (Rle_abs _) N5) ltac:(lra)); lra.
  - split; [|intros Pos; exfalso; revert Pos].
    + intros [[[c' d'] [k' l']] [Ht C']]; exfalso; specialize (Top _ Ht); cbn [units] in Top.
      assert (Ta := tie_range _ _ _ _ _ Hw); assert (Tb := tie_range _ _ _ _ _ Ht).
      unfold clean in C'; read C'.
      assert (W2 : whole i j c' d' k' l' (A c' d') (B k' l') (col k') (col d') = 2%Z)
        by (unfold whole; replace (A c' d') with 1%Z by lia; replace (B k' l') with 1%Z by lia; replace (col d') with (col k') by lia; subst; ring).
      assert (Sq : forall x, (0 <= x ^ 2)%Z) by (intros x; apply Z.pow_even_nonneg; now exists 1%Z).
      assert (D' : (1 <= (d' - k') ^ 2)%Z) by (assert (X := proj1 (Z.pow_eq_0_iff (d' - k') 2)); assert (Y := Sq (d' - k')%Z); lia).
      set (W := whole i j c d k l (A c d) (B k l) (col k) (col d)) in *.
      assert (P5 : (0 < m ^ 5)%Z) by (apply Z.pow_pos_nonneg; lia).
      rewrite W2 in Top.
      assert (Less : (m ^ 3 * W + (d - k) ^ 2 + 1 <= m ^ 3 * 2 + (d' - k') ^ 2)%Z).
      { destruct (Z.le_gt_cases W 1) as [One | Two].
        - assert (m ^ 3 * W <= m ^ 3 * 1)%Z by (apply Z.mul_le_mono_nonneg_l; [apply Z.pow_nonneg; lia | exact One]).
          assert (F : (0 <= (m - (d - k)) * (m + (d - k)))%Z) by (apply Z.mul_nonneg_nonneg; lia).
          assert (F' : ((m - (d - k)) * (m + (d - k)) = m ^ 2 - (d - k) ^ 2)%Z) by ring; assert (m ^ 2 <= m ^ 3)%Z by (apply Z.pow_le_mono_r; lia); lia.
        - unfold W, whole in Two |- *.
          destruct (squares_vanish (i - c) (col d - col k) (l - j) (A c d) (B k l)) as [X1 [X2 [X3 [X4 X5]]]]; [apply Vw | apply Vw | lia |].
          assert (c = i) by (clear -X1; lia); assert (l = j) by (clear -X3; lia); assert (col d = col k) by (clear -X2; lia).
          destruct (Z.eq_dec d k) as [-> | N6].
          + replace (k - k)%Z with 0%Z by ring; assert (X : (- (i - c) ^ 2 - (col k - col k) ^ 2 - (l - j) ^ 2 + A c k + B k l <= 2)%Z) by lia.
            apply (Z.mul_le_mono_nonneg_l _ _ (m ^ 3)) in X; [lia | apply Z.pow_nonneg; lia].
          + exfalso; enough (clean i j c d k l (A c d) (B k l) (col k) (col d) = true) by congruence; unfold clean.
            repeat (apply andb_true_intro; split); try (now apply Z.eqb_eq); apply negb_true_iff; now apply Z.eqb_neq. }
      apply (Z.mul_le_mono_nonneg_l _ _ (m ^ 5)) in Less; lia.
    + apply not_positive; [exact Size|]; cbv zeta.
      assert (N3 := N (colours col) (2 * (m - 1))%Z ltac:(intros [[c' d'] [k' l']] Ht; apply Values in Ht; cbn [colours]; lia)).
      assert (N6 := N apart (2 * (m - 1))%Z ltac:(intros [[c' d'] [k' l']] Ht; apply tuples_are_all in Ht; cbn [apart]; lia)).
      destruct (Z.eq_dec (c - i) 0) as [Ec | Nc]; [|left; eapply away; [exact N1 | apply Half; lia | exact Nc]].
      destruct (Z.eq_dec (l - j) 0) as [El | Nl]; [|right; left; eapply away; [exact N2 | apply Half; lia | exact Nl]].
      destruct (Z.eq_dec (col d - col k) 0) as [Et | Nt]; [|right; right; left; eapply away; [exact N3 | apply Half; lia | exact Nt]].
      right; right; right; destruct (Z.eq_dec (A c d) 1) as [EA | NA].
      2: { left; replace (1 - A c d)%Z with 1%Z in N4 by lia; assert (H := Half 1%Z ltac:(lia)); apply above in N4; lra. }
      right; destruct (Z.eq_dec (B k l) 1) as [EB | NB].
      2: { left; replace (1 - B k l)%Z with 1%Z in N5 by lia; assert (H := Half 1%Z ltac:(lia)); apply above in N5; lra. }
      right; destruct (Z.eq_dec d k) as [Ed | Nd].
      * subst d; cbn [apart] in N6; rewrite Z.sub_diag, Rminus_0_r in N6; assert (H := Half (2 * (m - 1))%Z ltac:(lia)); lra.
      * enough (clean i j c d k l (A c d) (B k l) (col k) (col d) = true) by congruence; unfold clean.
        repeat (apply andb_true_intro; split); try (apply Z.eqb_eq; lia); apply negb_true_iff; now apply Z.eqb_neq.
Qed.

(** ** m = 1, 2 and 3 by covers: that of m = 3 are 2^18 27 inputs, which the lemma does not reach *)

Module Case.
  Definition t := (((Z * Z) * (Z * Z)) * ((Z * Z) * (Z * Z)))%type.  (* c, d, k, l, the bits A(c, d), B(k, l), and the colours of d and k *)
End Case.
Module Covers := Cover Case.

(** Where d = k with two colours as well, which no input has. *)
Definition cases (m : Z) : list Case.t := list_prod (tuples m) (list_prod (list_prod [0; 1] [0; 1]) (list_prod (range 1 m) (range 1 m)))%Z.

Section At.
  Variables m i j : Z.
  Definition case_score (x : Case.t) : Z :=
    let '(((c, d), (k, l)), ((a, b), (t, s))) := x in (m ^ 5 * (m ^ 3 * whole i j c d k l a b s t + (d - k) ^ 2) + tie m c d k l)%Z.
  Definition case_place (x : Case.t) : Z := let '(((c, d), (k, l)), _) := x in tie m c d k l.
  Definition case_yes (x : Case.t) : bool := let '(((c, d), (k, l)), ((a, b), (t, s))) := x in clean i j c d k l a b s t.
  Definition misses (x : Case.t) : Z :=
    let '(((c, d), (k, l)), ((a, b), (t, s))) := x in (Z.abs (c - i) + Z.abs (l - j) + Z.abs (t - s) + (1 - a) + (1 - b))%Z.
  Definition further (x : Case.t) : Z := let '(((c, d), (k, l)), _) := x in (d - k)%Z.

  (** E (misses + relu (1 -+ (d - k))) < 1/2 makes the output positive; each of the others makes it negative, the last two together. *)
  Definition kinds : list (Case.t -> Z) :=
    [fun x => 1 - 2 * (misses x + Z.max 0 (1 - further x)); fun x => 1 - 2 * (misses x + Z.max 0 (1 + further x));
     fun x => let '(((c, d), (k, l)), ((a, b), (t, s))) := x in 2 * (c - i) - 1; fun x => let '(((c, d), (k, l)), ((a, b), (t, s))) := x in 2 * (i - c) - 1;
     fun x => let '(((c, d), (k, l)), ((a, b), (t, s))) := x in 2 * (l - j) - 1; fun x => let '(((c, d), (k, l)), ((a, b), (t, s))) := x in 2 * (j - l) - 1;
     fun x => let '(((c, d), (k, l)), ((a, b), (t, s))) := x in 1 - 2 * a; fun x => let '(((c, d), (k, l)), ((a, b), (t, s))) := x in 1 - 2 * b;
     fun x => let '(((c, d), (k, l)), ((a, b), (t, s))) := x in 2 * (t - s) - 1; fun x => let '(((c, d), (k, l)), ((a, b), (t, s))) := x in 2 * (s - t) - 1;
     fun x => 1 - 2 * further x; fun x => 1 + 2 * further x]%Z.
  Definition needs (x : Case.t) : list nat :=
    let '(((c, d), (k, l)), ((a, b), (t, s))) := x in
    (if case_yes x then (if (k <? d)%Z then [0] else [1])
     else if (i <? c)%Z then [2] else if (c <? i)%Z then [3] else if (j <? l)%Z then [4] else if (l <? j)%Z then [5]
     else if (a =? 0)%Z then [6] else if (b =? 0)%Z then [7] else if (s <? t)%Z then [8] else if (t <? s)%Z then [9] else [10; 11])%nat.
End At.

Definition covered (m : Z) (p : powers) : bool :=
  forallb (fun i => forallb (fun j =>
    Covers.covered (case_score m i j) (case_place m) (case_yes i j) (kinds i j) (needs i j) p (Z.of_nat (length (Finite.above p))) (m ^ 4 - 1) (cases m))
    (range 1 m)) (range 1 m).

Theorem by_cover m p : (1 <= m)%Z -> encloses p (exp (- rate m)) -> covered m p = true -> right_at m.
Proof.
  intros Size P C A B col [HA [HB HC]] i j Hi Hj; unfold covered in C.
  rewrite forallb_forall in C; specialize (C i (proj2 (in_range i 1 m) Hi)); rewrite forallb_forall in C; specialize (C j (proj2 (in_range j 1 m) Hj)).
  set (v := fun t : (Z * Z) * (Z * Z) => (t, ((A (fst (fst t)) (snd (fst t)), B (fst (snd t)) (snd (snd t))), (col (snd (fst t)), col (fst (snd t))))) : Case.t).
  assert (Values : forall c d k l, In ((c, d), (k, l)) (tuples m) ->
            (0 <= A c d <= 1 /\ 0 <= B k l <= 1 /\ 1 <= col d <= m /\ 1 <= col k <= m)%Z).
  { intros c d k l H; apply tuples_are_all in H; repeat split; try apply HA; try apply HB; try apply HC; lia. }
  assert (NE := some_quadruple m Size).
  destruct (Covers.sound _ _ _ _ _ _ _ _ _ (tuples m) v (rate m) P C) as [w [Hw [Yes Means]]].
  - intros [[c d] [k l]] Ht; apply in_prod; [exact Ht|]; apply Values in Ht; cbn [fst snd]; apply in_prod; apply in_prod; try apply in_range; cbn [In]; lia.
  - apply (injective_nodup _ _ (nodup_quadruples m)); intros [[c d] [k l]] [[c' d'] [k' l']] Ht Ht'; unfold v; cbn [case_place fst snd]; now apply tie_tells.
  - apply Z.eq_le_incl; f_equal; exact (number_of_quadruples m Size).
  - exact NE.
  - assert (Is : forall n h, nth_error (kinds i j) n = Some h -> In n (needs i j (v w)) -> 0 < E_of m A B col i j (fun t => h (v t))).
    { intros n h Hh Hn; specialize (Means n h Hn Hh); unfold E_of, average.
      rewrite (mean_ext (tuples m) _ (fun t => rate m * IZR (case_score m i j (v t))) _ (fun t => IZR (h (v t)))); [exact Means | | reflexivity].
      intros [[c d] [k l]] _; reflexivity. }
    rewrite (truth_by_tuples m A B col i j Hi Hj).
    assert (T : (exists t, In t (tuples m) /\ case_yes i j (v t) = true) <->
                exists t, In t (tuples m) /\ let '((c, d), (k, l)) := t in clean i j c d k l (A c d) (B k l) (col k) (col d) = true).
    { split; intros [[[c d] [k l]] H]; exists ((c, d), (k, l)); exact H. }
    rewrite <- T, <- Yes; clear T Yes Means; destruct w as [[c d] [k l]].
    change (v ((c, d), (k, l))) with (((c, d), (k, l)), ((A c d, B k l), (col d, col k))) in *.
    assert (Le := Rle_abs); assert (Ge : forall x, - x <= Rabs x) by (intros x; rewrite <- Rabs_Ropp; apply Rle_abs).
    destruct (case_yes i j (((c, d), (k, l)), ((A c d, B k l), (col d, col k)))) eqn:Y.
    + split; [intros _ | reflexivity]; apply positive; [exact Size|]; cbv zeta.
      assert (Side : forall g : Z, 0 < E_of m A B col i j (fun t => 1 - 2 * (misses i j (v t) + Z.max 0 (1 + g * further (v t))))%Z ->
        E_of m A B col i j (fun t => Z.abs (first_ i t)) + E_of m A B col i j (fun t => Z.abs (last_ j t)) +
        E_of m A B col i j (fun t => Z.abs (colours col t)) + E_of m A B col i j (no_A A) + E_of m A B col i j (no_B B) +
        E_of m A B col i j (fun t => Z.max 0 (1 + g * apart t)) < 1 / 2).
      { intros g H; unfold E_of in H; rewrite (average_ext _ _ _ (fun t => 1 + -2 * (Z.abs (first_ i t) + (Z.abs (last_ j t) +
          (Z.abs (colours col t) + (no_A A t + (no_B B t + Z.max 0 (1 + g * apart t)))))))%Z) in H
          by (intros [[c' d'] [k' l']] _; unfold v; cbn [misses further first_ last_ colours no_A no_B apart fst snd]; ring).
        rewrite average_plus, average_constant, average_times, !average_plus in H by exact NE; unfold E_of; lra. }
      assert (Far : forall g : Z, (g = 1 \/ g = -1)%Z ->
        relu (1 - Rabs (E_of m A B col i j apart)) <= E_of m A B col i j (fun t => Z.max 0 (1 + g * apart t))).
      { intros g Hg; apply relu_le; [|apply average_nonneg; [exact NE | intros; lia]].
        apply (Rle_trans _ (E_of m A B col i j (fun t => 1 + g * apart t)%Z)); [|apply average_le; intros; lia].
        unfold E_of at 2; rewrite average_plus, average_constant, average_times by exact NE; fold (E_of m A B col i j apart).
        specialize (Le (E_of m A B col i j apart)); specialize (Ge (E_of m A B col i j apart)); destruct Hg as [-> | ->]; lra. }
      assert (H1 := average_abs (tuples m) (fun t => rate m * IZR (units m A B col i j t)) (first_ i)).
      assert (H2 := average_abs (tuples m) (fun t => rate m * IZR (units m A B col i j t)) (last_ j)).
      assert (H3 := average_abs (tuples m) (fun t => rate m * IZR (units m A B col i j t)) (colours col)).
      assert (H4 : 0 <= E_of m A B col i j (no_A A)) by (apply average_nonneg; [exact NE | intros [[c' d'] [k' l']] H'; apply Values in H'; cbn [no_A]; lia]).
      assert (H5 : 0 <= E_of m A B col i j (no_B B)) by (apply average_nonneg; [exact NE | intros [[c' d'] [k' l']] H'; apply Values in H'; cbn [no_B]; lia]).
      assert (R4 := relu_le _ _ (Rle_refl _) H4); assert (R5 := relu_le _ _ (Rle_refl _) H5); unfold E_of in *.
      destruct (k <? d)%Z eqn:L.
      * assert (H := Is 0%nat _ eq_refl ltac:(cbn [needs]; rewrite Y, L; now left)).
        assert (F := Far (-1)%Z ltac:(lia)); assert (K := Side (-1)%Z).
        rewrite (average_ext _ _ (fun t => 1 - 2 * (misses i j (v t) + Z.max 0 (1 + -1 * further (v t))))%Z (fun t => 1 - 2 * (misses i j (v t) + Z.max 0 (1 - further (v t))))%Z) in K
          by (intros t _; now replace (1 + -1 * further (v t))%Z with (1 - further (v t))%Z by ring).
        specialize (K H); lra.
      * assert (H := Is 1%nat _ eq_refl ltac:(cbn [needs]; rewrite Y, L; now left)).
        assert (F := Far 1%Z ltac:(lia)); assert (K := Side 1%Z).
        rewrite (average_ext _ _ (fun t => 1 - 2 * (misses i j (v t) + Z.max 0 (1 + 1 * further (v t))))%Z (fun t => 1 - 2 * (misses i j (v t) + Z.max 0 (1 + further (v t))))%Z) in K
          by (intros t _; now replace (1 + 1 * further (v t))%Z with (1 + further (v t))%Z by ring).
        specialize (K H); lra.
    + split; [discriminate | intros Pos; exfalso; revert Pos]; apply not_positive; [exact Size|]; cbv zeta.
      assert (Of : forall n h f a b, nth_error (kinds i j) n = Some h -> In n (needs i j (((c, d), (k, l)), ((A c d, B k l), (col d, col k)))) ->
                   (forall t, In t (tuples m) -> h (v t) = a * f t + b)%Z -> 0 < IZR a * E_of m A B col i j f + IZR b).
      { intros n h f a b Hh Hn E; unfold E_of; rewrite <- average_line by exact NE; rewrite <- (average_ext _ _ (fun t => h (v t))) by exact E; now apply (Is n). }
      cbn [needs] in Of; rewrite Y in Of.
      destruct (i <? c)%Z.
      { left; assert (H := Of 2%nat _ (first_ i) 2%Z (-1)%Z eq_refl (or_introl eq_refl)
          ltac:(intros [[c' d'] [k' l']] _; unfold v; cbn [first_ fst snd]; ring)); specialize (Le (E_of m A B col i j (first_ i))); lra. }
      destruct (c <? i)%Z.
      { left; assert (H := Of 3%nat _ (first_ i) (-2)%Z (-1)%Z eq_refl (or_introl eq_refl)
          ltac:(intros [[c' d'] [k' l']] _; unfold v; cbn [first_ fst snd]; ring)); specialize (Ge (E_of m A B col i j (first_ i))); lra. }
      destruct (j <? l)%Z.
      { right; left; assert (H := Of 4%nat _ (last_ j) 2%Z (-1)%Z eq_refl (or_introl eq_refl)
          ltac:(intros [[c' d'] [k' l']] _; unfold v; cbn [last_ fst snd]; ring)); specialize (Le (E_of m A B col i j (last_ j))); lra. }
      destruct (l <? j)%Z.
      { right; left; assert (H := Of 5%nat _ (last_ j) (-2)%Z (-1)%Z eq_refl (or_introl eq_refl)
          ltac:(intros [[c' d'] [k' l']] _; unfold v; cbn [last_ fst snd]; ring)); specialize (Ge (E_of m A B col i j (last_ j))); lra. }
      destruct (A c d =? 0)%Z.
      { right; right; right; left; assert (H := Of 6%nat _ (no_A A) 2%Z (-1)%Z eq_refl (or_introl eq_refl)
          ltac:(intros [[c' d'] [k' l']] _; unfold v; cbn [no_A fst snd]; ring)); lra. }
      destruct (B k l =? 0)%Z.
      { right; right; right; right; left; assert (H := Of 7%nat _ (no_B B) 2%Z (-1)%Z eq_refl (or_introl eq_refl)
          ltac:(intros [[c' d'] [k' l']] _; unfold v; cbn [no_B fst snd]; ring)); lra. }
      destruct (col k <? col d)%Z.
      { right; right; left; assert (H := Of 8%nat _ (colours col) 2%Z (-1)%Z eq_refl (or_introl eq_refl)
          ltac:(intros [[c' d'] [k' l']] _; unfold v; cbn [colours fst snd]; ring)); specialize (Le (E_of m A B col i j (colours col))); lra. }
      destruct (col d <? col k)%Z.
      { right; right; left; assert (H := Of 9%nat _ (colours col) (-2)%Z (-1)%Z eq_refl (or_introl eq_refl)
          ltac:(intros [[c' d'] [k' l']] _; unfold v; cbn [colours fst snd]; ring)); specialize (Ge (E_of m A B col i j (colours col))); lra. }
      { right; right; right; right; right.
        assert (H := Of 10%nat _ apart (-2)%Z 1%Z eq_refl (or_introl eq_refl)
          ltac:(intros [[c' d'] [k' l']] _; unfold v; cbn [further apart fst snd]; ring)).
        assert (H' := Of 11%nat _ apart 2%Z 1%Z eq_refl (or_intror (or_introl eq_refl))
          ltac:(intros [[c' d'] [k' l']] _; unfold v; cbn [further apart fst snd]; ring)).
        apply Rabs_le; lra. }
Qed.

(** e^-rate <= high/den by (1 + c/x)^x, from 229/1000 m^2 <= rate. *)
Lemma base_is m depth whole high den x : (1 <= m)%Z -> (0 < whole)%Z -> (0 < den)%Z -> (0 < x)%Z -> (high <=? den)%Z = true ->
  ((1000 * x) ^ x * den <=? high * (1000 * x + 229 * m ^ 2) ^ x)%Z = true ->
  encloses (powers_of depth whole 0 high den) (exp (- rate m)).
Proof.
  intros Size Hw Hd Hx Hh H; assert (P2 : (0 < m ^ 2)%Z) by (apply Z.pow_pos_nonneg; lia).
  apply powers_enclose; try assumption; [lia | unfold Rdiv; rewrite Rmult_0_l; apply Rlt_le, exp_pos |].
  apply (exp_neg_upper _ (229 * m ^ 2) 1000 x); try assumption; try lia.
  unfold rate; assert (B := scale_bounds m); rewrite mult_IZR.
  replace (IZR 229 * IZR (m ^ 2) / IZR 1000) with (IZR 229 / IZR 1000 * IZR (m ^ 2)) by field.
  apply Rmult_le_compat_r; [apply IZR_le; lia | exact B].
Qed.

Lemma below_the_corner m : (1 <= m <= 3)%Z -> right_at m.
Proof.
  intros H; destruct (Z.eq_dec m 1) as [-> | N1]; [|destruct (Z.eq_dec m 2) as [-> | N2]; [|replace m with 3%Z by lia]].
  - apply (by_cover 1 (powers_of 4 (2 ^ 40) 0 8 10)); [lia | apply (base_is 1 _ _ _ _ 64); [lia | easy | easy | easy | easy | now vm_compute] | vm_cast_no_check (eq_refl true)].
  - apply (by_cover 2 (powers_of 24 (2 ^ 40) 0 4006 10000)); [lia | apply (base_is 2 _ _ _ _ 512); [lia | easy | easy | easy | easy | now vm_compute] | vm_cast_no_check (eq_refl true)].
  - apply (by_cover 3 (powers_of 12 (2 ^ 40) 0 132 1000)); [lia | apply (base_is 3 _ _ _ _ 64); [lia | easy | easy | easy | easy | now vm_compute] | vm_cast_no_check (eq_refl true)].
Qed.

Theorem output_right : output_is_right.
Proof. intros m Size; destruct (Z.le_gt_cases m 3); [apply below_the_corner; lia | apply from_corner; lia]. Qed.

Lemma asserts : asserts_hold.
Proof.
  intros m Size; assert (P : (0 < m ^ 3)%Z) by (apply Z.pow_pos_nonneg; lia); assert (P8 : (0 < m ^ 8)%Z) by (apply Z.pow_pos_nonneg; lia).
  assert (E8 : (m ^ 8 = m ^ 5 * m ^ 3)%Z) by (rewrite <- Z.pow_add_r by lia; reflexivity).
  assert (Tie : (m ^ 4 - 1 < m ^ 5)%Z) by (assert (m ^ 4 <= m ^ 5)%Z by (apply Z.pow_le_mono_r; lia); lia).
  assert (P5 : (0 < m ^ 5)%Z) by (apply Z.pow_pos_nonneg; lia).
  assert (T : ((m - 1) ^ 2 + 1 <= m ^ 3)%Z).
  { assert (0 <= m ^ 3 - ((m - 1) ^ 2 + 1))%Z; [|lia].
    apply (by_coefficients [0; 3; 2; 1]%Z (m - 1)); [lia | cbv [polynomial]; ring | reflexivity]. }
  apply IZR_le in T; rewrite plus_IZR in T; apply IZR_lt in P, P5, Tie; rewrite E8, mult_IZR.
  set (x := IZR (m ^ 4 - 1)) in *; set (y := IZR ((m - 1) ^ 2)) in *; set (M := IZR (m ^ 3)) in *; set (F := IZR (m ^ 5)) in *.
  assert (Second : x / (F * M) < 1 / M).
  { apply (Rmult_lt_reg_r (F * M)); [now apply Rmult_lt_0_compat|].
    replace (x / (F * M) * (F * M)) with x by (field; lra); replace (1 / M * (F * M)) with F by (field; lra); exact Tie. }
  split; [|exact Second]; apply (Rlt_le_trans _ (y / M + 1 / M)); [lra|].
  apply (Rmult_le_reg_r M); [exact P|]; replace ((y / M + 1 / M) * M) with (y + 1) by (field; lra); lra.
Qed.

(** What is stated, for every size. *)
Theorem strassen_quotient_composition_printed : output_is_right /\ maximum_is_unique /\ display_is_right /\ asserts_hold.
Proof. exact (conj output_right (conj unique (conj display asserts))). Qed.
