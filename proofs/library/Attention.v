(** Vectors and matrices as lists, and the products of rows that scores are made of. *)
From Coq Require Import Reals Lra Lia List ZArith.
From Attest Require Import Sums Softmax Exponential.
Import ListNotations.
Open Scope R_scope.

Notation vector := (list R).
Notation matrix := (list (list R)).

Fixpoint dot (u v : vector) : R :=
  match u, v with a :: u, b :: v => a * b + dot u v | _, _ => 0 end.

Fixpoint add (u v : vector) : vector :=
  match u, v with a :: u, b :: v => (a + b) :: add u v | _, _ => [] end.

(** Entry by entry. *)
Fixpoint times (u v : vector) : vector :=
  match u, v with a :: u, b :: v => (a * b) :: times u v | _, _ => [] end.

Definition apply (W : matrix) (v : vector) : vector := map (fun row => dot row v) W.

(** From 1 on. *)
Definition coordinate (r : nat) (v : vector) : R := nth (r - 1) v 0.

(** Nothing is cut off by dot, add and times: a matrix of this many rows and columns. *)
Definition shape (rows columns : nat) (W : matrix) : Prop :=
  length W = rows /\ Forall (fun row => length row = columns) W.

Definition mean_vector {A} (size : nat) (l : list A) (s : A -> R) (f : A -> vector) : vector :=
  map (fun r => mean l s (fun t => coordinate r (f t))) (seq 1 size).

(** Exact match: the mean over those whose key is the query; 0 where there is none. *)
Definition matching {A} (query : vector) (key : A -> vector) (l : list A) : list A :=
  filter (fun t => if list_eq_dec Req_EM_T (key t) query then true else false) l.

Definition mean_of_matches {A} (size : nat) (l : list A) (query : vector) (key : A -> vector) (f : A -> vector) : vector :=
  match matching query key l with
  | [] => map (fun _ => 0) (seq 1 size)
  | m => map (fun r => total m (fun t => coordinate r (f t)) / INR (length m)) (seq 1 size)
  end.

(** Moves IZR inwards, to the variables. *)
Ltac cast :=
  repeat first [rewrite plus_IZR | rewrite minus_IZR | rewrite mult_IZR | rewrite opp_IZR | rewrite IZR_power by lia];
  cbv [Z.to_nat Pos.to_nat Pos.iter_op Nat.add].

(** Splits on every comparison of integers in the goal. *)
Ltac cases :=
  repeat match goal with
  | |- context [(?a <=? ?b)%Z] => destruct (Z.leb_spec a b)
  | |- context [(?a <? ?b)%Z] => destruct (Z.ltb_spec a b)
  | |- context [(?a =? ?b)%Z] => destruct (Z.eqb_spec a b)
  end.

(** What a token carries at an index: the case that the index is in, and equal arguments. *)
Ltac settle := cases; first [lia | reflexivity | f_equal; lia | f_equal; f_equal; lia].
