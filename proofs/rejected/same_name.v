(** Planted: an axiom of this file under a name that is allowed. *)
From Coq Require Import Reals.
Module Classical_Prop.
  Axiom classic : forall P : Prop, P.
End Classical_Prop.
Theorem same_name : (0 < 0)%R.
Proof. exact (Classical_Prop.classic _). Qed.
