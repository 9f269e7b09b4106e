(** strassen/sum2-shattered (repaired): l/2 rows of Sum2[l, 2 l] are shattered, for every even l >= 4. *)
(* By hand, of attest prove strassen/sum2-shattered --variant repaired, its text with sha256 d310431b61d92ad5; what is stated has to be compared with the record. *)
From Coq Require Import ZArith Lia Bool.
From Attest Require Import Shattering.
Open Scope Z_scope.

(** * What is stated, with l = 2 h *)

(** Letters: [2 l - 1] without 2 l - 2. *)
Definition letter (h x : Z) : Prop := 1 <= x <= 4 * h - 1 /\ x <> 4 * h - 2.
Definition half_word (h : Z) (p : Z -> Z) : Prop := forall j, 1 <= j <= h -> letter h (p j).

(** p at 1, .., h and q behind it. *)
Definition merged (h : Z) (p q : Z -> Z) (j : Z) : Z := if j <=? h then p j else q (j - h).

(** Sum2: two letters, at two places or at one, add up to -1 modulo 2 l. *)
Definition sum2 (h : Z) (p q : Z -> Z) : Prop :=
  exists j k, 1 <= j <= 2 * h /\ 1 <= k <= 2 * h /\ (merged h p q j + merged h p q k) mod (4 * h) = 4 * h - 1.

Definition row (i j : Z) : Z := if j =? i then 2 * i else 1.
Definition column (h : Z) (has : Z -> bool) (j : Z) : Z := if has j then 4 * h - 2 * j - 1 else 1.

(** The splitting VC dimension is at least l/2. *)
Definition rows_are_shattered : Prop := forall h, 2 <= h -> shattered h row (column h) (half_word h) (half_word h) (sum2 h).

(** * Proof *)

(** What stands in a word: 1; the row's letter; a partner of a row that is to be 1. *)
Lemma letters_are h has i j : 1 <= i <= h -> 1 <= j <= 2 * h ->
  merged h (row i) (column h has) j = 1 \/ merged h (row i) (column h has) j = 2 * i \/
  exists k, 1 <= k <= h /\ has k = true /\ merged h (row i) (column h has) j = 4 * h - 2 * k - 1.
Proof.
  intros Hi Hj; unfold merged, row, column; destruct (Z.leb_spec j h).
  - destruct (Z.eqb_spec j i); auto.
  - destruct (has (j - h)) eqn:E; [|now left]; right; right; exists (j - h); repeat split; auto; lia.
Qed.

Theorem strassen_sum2_shattered_repaired : rows_are_shattered.
Proof.
  intros h Size; split.
  - intros i Hi j _; unfold row, letter; destruct (Z.eqb_spec j i); lia.
  - intros has; split; [intros j Hj; unfold letter, column; destruct (has j); lia|].
    intros i Hi; unfold sum2; split.
    + (* the sum is odd and below 4 l - 1: one of both is the row's letter, and the other its partner *)
      intros [j [k [Hj [Hk E]]]].
      assert (Lj := letters_are h has i j Hi Hj); assert (Lk := letters_are h has i k Hi Hk).
      set (x := merged h (row i) (column h has) j) in *; set (y := merged h (row i) (column h has) k) in *.
      assert (Bx : 1 <= x <= 4 * h - 3) by (destruct Lj as [-> | [-> | [u [Hu [_ ->]]]]]; lia).
      assert (By : 1 <= y <= 4 * h - 3) by (destruct Lk as [-> | [-> | [u [Hu [_ ->]]]]]; lia).
      assert (Sum : x + y = 4 * h - 1).
      { assert (D := Z.div_mod (x + y) (4 * h) ltac:(lia)); rewrite E in D.
        assert (Q : (x + y) / (4 * h) = 0); [|rewrite Q in D; lia].
        assert (0 <= (x + y) / (4 * h)) by (apply Z.div_pos; lia).
        assert ((x + y) / (4 * h) < 2) by (apply Z.div_lt_upper_bound; lia).
        assert (4 * h * ((x + y) / (4 * h)) <= 8 * h - 6 - (4 * h - 1)) by lia.
        destruct (Z.eq_dec ((x + y) / (4 * h)) 1) as [One | Not]; [rewrite One in *; lia | lia]. }
      destruct Lj as [Lj | [Lj | [u [Hu [Has Lj]]]]], Lk as [Lk | [Lk | [v [Hv [Has' Lk]]]]]; try lia.
      * replace i with v by lia; exact Has'.
      * replace i with u by lia; exact Has.
    + intros H; exists i, (h + i); repeat split; try lia; unfold merged, row, column.
      destruct (Z.leb_spec i h); [|lia]; destruct (Z.leb_spec (h + i) h); [lia|].
      rewrite Z.eqb_refl; replace (h + i - h) with i by lia; rewrite H; replace (2 * i + (4 * h - 2 * i - 1)) with (4 * h - 1) by ring.
      apply Z.mod_small; lia.
Qed.
