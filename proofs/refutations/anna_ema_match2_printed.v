(** anna/ema-match2 (printed) at N=1 M=1 domain=positive: an input that is answered wrongly. *)
(* Written by attest; what is stated has to be compared with the record. *)
From Coq Require Import Reals List ZArith QArith Qreals Bool.
From Attest Require Import Sums Softmax Setting.
Import ListNotations.
Open Scope Q_scope.

(** * What is stated *)

Definition N_ : Z := 1%Z.
Definition M_ : Z := 1%Z.
Definition tokens : list Z := range 1 N_.
Definition num (x : Z -> Z) (i : Z) : Z := (x i)%Z.
Definition encode (i num : Z) : row := [num; 1].
Definition encoded (x : Z -> Z) (i : Z) : row := encode i (num x i).

Definition W_1 : matrix := [[1; 0]].
Definition W_2 : matrix := [[(-1); 1]].
Definition V_2 : matrix := [[0; 1]].
Definition value (e : Z -> row) (r : Z) (t2 : Z) : row := (apply V_2 (e t2)).
Definition tuples (r : Z) : list Z := tokens.

Definition W_O : matrix := [[1]; [0]].
Definition readout : network := (stream 1)%network.
Definition output (e : Z -> row) (r : Z) : R :=
  read readout (arrivals W_O (exact_match 1 (tuples r) (apply W_1 (e r)) (fun t => apply W_2 (e t)) (value e r))).

Definition input (x : Z -> Z) : Prop := (forall a1, 1 <= a1 <= N_ -> 1 <= x a1 <= M_)%Z.
Definition truth (x : Z -> Z) (i : Z) : Q := (ind (some j in (range 1 N_), (((x i + x j) mod M_) =? 0)))%Z.
Definition output_is_right : Prop := forall x, input x -> forall i, In i tokens -> (Rabs (output (encoded x) i - Q2R (truth x i)) < 1 / 2)%R.

(** * The input *)

Definition given_x : Z -> Z := entry [1]%Z.

Definition enclosed (e : _ -> row) : bounds :=
  read_bounds readout (arrivals_bounds W_O (points (average 1 (matched (tuples 1%Z) (apply W_1 (e 1%Z)) (fun t => apply W_2 (e t))) (value e 1%Z)))).

Lemma is_enclosed : let e := encoded given_x in between (enclosed e) (output e 1%Z).
Proof.
  intros e; apply read_between, arrivals_between.
  apply points_between.
Qed.

Lemma given_is_input : input given_x.
Proof. refine (values_between _ _ _ _ _ _); vm_compute; reflexivity. Qed.

Theorem anna_ema_match2_printed_N_1_M_1_domain_positive_refuted : ~ output_is_right.
Proof.
  intros H; refine (wrong_number _ _ (truth given_x 1%Z) is_enclosed _ (H given_x given_is_input 1%Z _)); vm_compute; tauto.
Qed.
