(** strassen/disjointness-shattered (printed): m rows of Disj_m are shattered, for every m. *)
(* By hand, of attest prove strassen/disjointness-shattered --variant printed, its text with sha256 61ca2ccc3d7322da; what is stated has to be compared with the record. *)
From Coq Require Import ZArith Lia Bool.
From Attest Require Import Shattering.
Open Scope Z_scope.

(** * What is stated *)

Definition word (m : Z) (w : Z -> Z) : Prop := forall i, 1 <= i <= m -> 0 <= w i <= 1.

(** Disj_m: some place has a 1 in both. *)
Definition disjointness (m : Z) (a b : Z -> Z) : Prop := exists i, 1 <= i <= m /\ a i = 1 /\ b i = 1.

Definition row (k i : Z) : Z := if i =? k then 1 else 0.
Definition column (has : Z -> bool) (i : Z) : Z := if has i then 1 else 0.

(** The splitting VC dimension is at least m. *)
Definition rows_are_shattered : Prop := forall m, 1 <= m -> shattered m row column (word m) (word m) (disjointness m).

(** * Proof *)

Theorem strassen_disjointness_shattered_printed : rows_are_shattered.
Proof.
  intros m Size; split.
  - intros k _ i _; unfold row; destruct (i =? k); lia.
  - intros has; split; [intros i _; unfold column; destruct (has i); lia|].
    intros k Hk; unfold disjointness, row, column; split.
    + intros [i [_ [A B]]]; destruct (Z.eqb_spec i k) as [Same | Other]; [subst i; destruct (has k); [reflexivity | lia] | lia].
    + intros H; exists k; rewrite Z.eqb_refl, H; lia.
Qed.
