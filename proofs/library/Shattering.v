(** Shattered rows. A word is cut into the letters at the positions of a set A, a row, and the others, a column. Rows 1, .., r are shattered where
    each pattern is the values of one column on them; the splitting VC dimension is the most rows of one A that are. *)
From Coq Require Import ZArith Lia Bool List.
Open Scope Z_scope.

(** `column has`: the column of the pattern that is 1 at the rows k with has k. *)
Definition shattered {Row Column} (r : Z) (row : Z -> Row) (column : (Z -> bool) -> Column) (is_row : Row -> Prop) (is_column : Column -> Prop)
  (f : Row -> Column -> Prop) : Prop :=
  (forall k, 1 <= k <= r -> is_row (row k)) /\
  forall has : Z -> bool, is_column (column has) /\ forall k, 1 <= k <= r -> (f (row k) (column has) <-> has k = true).

(** has 0, .., has (n - 1). *)
Definition all_below (has : Z -> bool) (n : Z) : bool := forallb (fun i => has (Z.of_nat i)) (seq 0 (Z.to_nat n)).

Lemma all_below_is has n : all_below has n = true <-> forall k, 0 <= k < n -> has k = true.
Proof.
  unfold all_below; rewrite forallb_forall; split; intros H.
  - intros k Hk; rewrite <- (Z2Nat.id k) by lia; apply H, in_seq; lia.
  - intros i Hi; apply in_seq in Hi; apply H; lia.
Qed.

(** Rows that are shattered are different: there are r of them. *)
Lemma rows_differ {Row Column} r row column is_row is_column (f : Row -> Column -> Prop) k k' :
  shattered r row column is_row is_column f -> 1 <= k <= r -> 1 <= k' <= r -> k <> k' -> row k <> row k'.
Proof.
  intros [_ S] Hk Hk' N E; destruct (S (Z.eqb k)) as [_ H].
  assert (A := proj2 (H k Hk) (Z.eqb_refl k)); rewrite E in A; apply (H k' Hk') in A; apply Z.eqb_eq in A; lia.
Qed.
