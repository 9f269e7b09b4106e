(** Planted: an axiom under a name that sounds like one that is allowed. *)
From Coq Require Import Reals.
Module ClassicalDedekindReals.
  Axiom sig_not_dec_ : forall P : Prop, P.
End ClassicalDedekindReals.
Theorem axiom : (0 < 0)%R.
Proof. exact (ClassicalDedekindReals.sig_not_dec_ _). Qed.
