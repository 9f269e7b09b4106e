(** Planted: a proof that rests on a lemma without one. *)
From Coq Require Import Reals.
Lemma step : forall x : R, (x < x + 1)%R.
Proof. Admitted.
Theorem lemma_admitted : forall x : R, (x < x + 1)%R.
Proof. exact step. Qed.
