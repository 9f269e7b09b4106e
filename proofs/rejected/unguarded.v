(** Planted: a function that need not end, which the kernel is told not to mind. *)
Unset Guard Checking.
Fixpoint forever (n : nat) : False := forever n.
Theorem unguarded : False.
Proof. exact (forever 0). Qed.
