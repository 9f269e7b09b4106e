(** Planted: a file that states nothing. *)
Definition nothing := 0.
