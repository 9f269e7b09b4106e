(** Planted: a theorem without its proof. *)
From Coq Require Import Reals.
Theorem admitted : forall x : R, (x < x + 1)%R.
Admitted.
