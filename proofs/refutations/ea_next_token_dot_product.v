(** ea/next-token-dot-product (constructed) at N=2 tau=1 context=3 ratio=3/2: an input that is answered wrongly. *)
(* Written by attest; what is stated has to be compared with the record. *)
From Coq Require Import Reals List ZArith QArith Qreals Bool.
From Attest Require Import Sums Softmax Setting.
Import ListNotations.
Open Scope Q_scope.

(** * What is stated *)

Definition N_ : Z := 2%Z.
Definition tau : Z := 1%Z.
Definition context : Z := 3%Z.
Definition tokens : list Z := range 1 context.
Definition sym (x : Z -> Z) (i : Z) : Z := (x i)%Z.
Definition causal (x : Z -> Z) (i : Z) : Z := (ind ((i =? context - tau) || (i =? context + 1 - tau)))%Z.
Definition encode (i sym causal : Z) : row := [sym; causal; 1].
Definition encoded (x : Z -> Z) (i : Z) : row := encode i (sym x i) (causal x i).

Definition W_1 : matrix := [[0; 0; 1]].
Definition W_2 : matrix := [[0; 1; 0]].
Definition V_2 : matrix := [[2; 0; 0]].
Definition scale : R := (Q2R 1 * ln (Q2R (3 # 2)))%R.
(** x1*x2 *)
Definition score (e : Z -> row) (r : Z) (t2 : Z) : Q := dot (apply W_1 (e r)) (apply W_2 (e t2)).
Definition value (e : Z -> row) (r : Z) (t2 : Z) : row := (apply V_2 (e t2)).
Definition tuples (r : Z) : list Z := filter (fun t => ((t <=? r))%Z) tokens.

Definition W_O : matrix := [[0]; [0]; [1]].
Definition readout : network := (((relu (number (-1) + stream 3)) + ((-1) * (2 * (relu (number (-2) + stream 3))))) + (2 * (relu (number (-3) + stream 3))))%network.
Definition output (e : Z -> row) (r : Z) : R :=
  read readout (residual (e r) (arrivals W_O (softmax 1 (tuples r) scale (score e r) (value e r)))).

Definition input (x : Z -> Z) : Prop := (forall a1, 1 <= a1 <= context -> 0 <= x a1 <= (N_ - 1))%Z.
Definition truth (x : Z -> Z) : Q := (((x (context + 1 - tau) + x (context - tau)) mod N_))%Z.
Definition output_is_right : Prop := forall x, input x -> (Rabs (output (encoded x) (context)%Z - Q2R (truth x)) < 1 / 2)%R.

(** * The input *)

Definition given_x : Z -> Z := entry [0; 1; 1]%Z.

Definition enclosed (e : _ -> row) : bounds :=
  read_bounds readout (residual_bounds (e 3%Z) (arrivals_bounds W_O (softmax_bounds 1 (weights (tuples 3%Z) 1 1 (/ (3 # 2), / (3 # 2)) 1%Z (score e 3%Z)) (value e 3%Z)))).

Lemma is_enclosed : let e := encoded given_x in between (enclosed e) (output e 3%Z).
Proof.
  intros e; apply read_between, residual_between, arrivals_between.
  apply softmax_between; [apply (base_of_logarithm (3 # 2) 1 1); [rewrite <- Q2R_0; now apply lt_Q2R | reflexivity] | reflexivity | vm_compute; reflexivity | vm_compute; reflexivity].
Qed.

Lemma given_is_input : input given_x.
Proof. refine (values_between _ _ _ _ _ _); vm_compute; reflexivity. Qed.

Theorem ea_next_token_dot_product_constructed_N_2_tau_1_context_3_ratio_3_2_refuted : ~ output_is_right.
Proof.
  intros H; refine (wrong_number _ _ (truth given_x) is_enclosed _ (H given_x given_is_input)); vm_compute; reflexivity.
Qed.
