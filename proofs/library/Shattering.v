(** Shattered rows. A word is cut into the letters at the positions of a set A, a row, and the others, a column. Rows 1, .., r are shattered where
    each pattern is the values of one column on them; the splitting VC dimension is the most rows of one A that are. *)
From Coq Require Import ZArith Lia Bool.
Open Scope Z_scope.

Definition shattered {Row Column} (r : Z) (row : Z -> Row) (is_row : Row -> Prop) (is_column : Column -> Prop) (f : Row -> Column -> Prop) : Prop :=
  (forall k, 1 <= k <= r -> is_row (row k)) /\
  forall has : Z -> bool, exists c, is_column c /\ forall k, 1 <= k <= r -> (f (row k) c <-> has k = true).

(** Rows that are shattered are different: there are r of them. *)
Lemma rows_differ {Row Column} r row is_row is_column (f : Row -> Column -> Prop) k k' :
  shattered r row is_row is_column f -> 1 <= k <= r -> 1 <= k' <= r -> k <> k' -> row k <> row k'.
Proof.
  intros [_ S] Hk Hk' N E; destruct (S (Z.eqb k)) as [c [_ H]].
  assert (A := proj2 (H k Hk) (Z.eqb_refl k)); rewrite E in A; apply (H k' Hk') in A; apply Z.eqb_eq in A; lia.
Qed.
