(** some_one (stated) at n=6 bound=6: an input that is answered wrongly. *)
(* Written by attest; what is stated has to be compared with the record. *)
From Coq Require Import Reals List ZArith QArith Qreals Bool.
From Attest Require Import Sums Softmax Setting.
Import ListNotations.
Open Scope Q_scope.

(** * What is stated *)

Definition n : Z := 6%Z.
Definition tokens : list Z := range 1 n.
Definition bit (w_ : Z -> Z) (i : Z) : Z := (w_ i)%Z.
Definition encode (i bit : Z) : row := [bit; 0].
Definition encoded (w_ : Z -> Z) (i : Z) : row := encode i (bit w_ i).

Definition W_1 : matrix := [[0; 0]].
Definition W_2 : matrix := [[0; 0]].
Definition V_2 : matrix := [[1; 0]].
Definition scale : R := Q2R 1.
(** x1*x2 *)
Definition score (e : Z -> row) (r : Z) (t2 : Z) : Q := dot (apply W_1 (e r)) (apply W_2 (e t2)).
Definition value (e : Z -> row) (r : Z) (t2 : Z) : row := (apply V_2 (e t2)).
Definition tuples (r : Z) : list Z := tokens.

Definition W_O : matrix := [[0]; [1]].
Definition readout : network := (number (-1 # 6) + stream 2)%network.
Definition output (e : Z -> row) (r : Z) : R :=
  read readout (arrivals W_O (softmax 1 (tuples r) scale (score e r) (value e r))).

Definition input (w_ : Z -> Z) : Prop := (forall a1, 1 <= a1 <= n -> 0 <= w_ a1 <= 1)%Z.
Definition truth (w_ : Z -> Z) (k : Z) : bool := (some j in (range 1 n), (w_ j =? 1))%Z.
Definition output_is_right : Prop := forall w_, input w_ -> forall k, In k tokens -> (truth w_ k = true <-> (0 < output (encoded w_) k)%R).

(** * The input *)

Definition given_w_ : Z -> Z := entry [0; 0; 0; 0; 0; 1]%Z.

Definition enclosed (e : _ -> row) : bounds :=
  read_bounds readout (arrivals_bounds W_O (softmax_bounds 1 (weights (tuples 1%Z) 0 1 (367159 / 1000000, 368597 / 1000000) 0%Z (score e 1%Z)) (value e 1%Z))).

Lemma is_enclosed : let e := encoded given_w_ in between (enclosed e) (output e 1%Z).
Proof.
  intros e; apply read_between, arrivals_between.
  apply softmax_between; [apply (base_of_number 1 1 1 1 367159 368597 1000000 256); vm_compute; reflexivity | reflexivity | vm_compute; reflexivity | vm_compute; reflexivity].
Qed.

Lemma given_is_input : input given_w_.
Proof. refine (values_between _ _ _ _ _ _); vm_compute; reflexivity. Qed.

Theorem some_one_stated_n_6_bound_6_refuted : ~ output_is_right.
Proof.
  intros H; refine (wrong_no _ _ (truth given_w_ 1%Z) is_enclosed _ _ (H given_w_ given_is_input 1%Z _)); vm_compute; tauto.
Qed.
