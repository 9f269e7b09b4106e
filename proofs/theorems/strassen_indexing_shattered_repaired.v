(** strassen/indexing-shattered (repaired): n rows of Ind_n are shattered, for every n >= 2. *)
(* By hand, of attest prove strassen/indexing-shattered --variant repaired, its text with sha256 c745d62af9f2324d; what is stated has to be compared with the record. *)
From Coq Require Import ZArith Lia Bool.
From Attest Require Import Shattering.
Open Scope Z_scope.

(** * What is stated *)

Definition letter (n x : Z) : Prop := 1 <= x <= n.
Definition word (n : Z) (q : Z -> Z) : Prop := forall i, 1 <= i <= n -> letter n (q i).

(** Ind_n (p, q_1, .., q_n). *)
Definition indexing (p : Z) (q : Z -> Z) : Prop := q p = 1.

Definition column (has : Z -> bool) (i : Z) : Z := if has i then 1 else 2.

(** n rows: the splitting VC dimension is at least n. The row is p. *)
Definition rows_are_shattered : Prop := forall n, 2 <= n -> shattered n (fun k => k) column (letter n) (word n) indexing.

(** For n = 1 there is nothing to shatter: Ind_1 is 1 everywhere. *)
Definition one_is_constant : Prop := forall p q, letter 1 p -> word 1 q -> indexing p q.

(** * Proof *)

Lemma shattered_rows : rows_are_shattered.
Proof.
  intros n Size; split; [intros k Hk; exact Hk|].
  intros has; split; [intros i _; unfold letter, column; destruct (has i); lia|].
  intros k Hk; unfold indexing, column; destruct (has k); split; intros H; reflexivity || lia || discriminate.
Qed.

Lemma constant : one_is_constant.
Proof. intros p q Hp Hq; unfold indexing, letter in *; specialize (Hq p Hp); unfold letter in Hq; lia. Qed.

Theorem strassen_indexing_shattered_repaired : rows_are_shattered /\ one_is_constant.
Proof. exact (conj shattered_rows constant). Qed.
