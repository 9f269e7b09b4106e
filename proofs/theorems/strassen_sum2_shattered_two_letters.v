(** strassen/sum2-shattered (two-letters): l - 1 rows of Sum2[l, 2 l] are shattered, for every even l >= 4. *)
(* By hand, of attest prove strassen/sum2-shattered --variant two-letters, its text with sha256 d310431b61d92ad5; what is stated has to be compared with the record. *)
From Coq Require Import ZArith Lia Bool.
From Attest Require Import Shattering.
Open Scope Z_scope.

(** * What is stated *)

(** Letters: [2 l - 1] without 2 l - 2. *)
Definition letter (l x : Z) : Prop := 1 <= x <= 2 * l - 1 /\ x <> 2 * l - 2.
Definition word (l n : Z) (w : Z -> Z) : Prop := forall j, 1 <= j <= n -> letter l (w j).

(** p at 1 and 2, q behind it. *)
Definition merged (p q : Z -> Z) (j : Z) : Z := if j <=? 2 then p j else q (j - 2).

(** Sum2: two letters, at two places or at one, add up to -1 modulo 2 l. *)
Definition sum2 (l : Z) (p q : Z -> Z) : Prop :=
  exists j k, 1 <= j <= l /\ 1 <= k <= l /\ (merged p q j + merged p q k) mod (2 * l) = 2 * l - 1.

(** Rows k = 0, .., l - 2. *)
Definition row (l k j : Z) : Z := if j =? 1 then (if k =? 0 then 1 else 2 * l - 2 - k) else if k =? l - 2 then 1 else k + 2.

(** The column of a pattern: a pair, where no row is to be 0; else second letters up to the first such row, and first letters behind it. *)
Definition column (l : Z) (has : Z -> bool) (j : Z) : Z :=
  if all_below has (l - 1) then (if j =? 1 then 2 else if j =? 2 then 2 * l - 3 else 1)
  else if all_below has j then 2 * l - 2 - j else if has j then j + 1 else 1.

(** The splitting VC dimension is at least l - 1. *)
Definition rows_are_shattered : Prop :=
  forall l, 4 <= l -> Z.even l = true -> shattered (l - 1) (fun r => row l (r - 1)) (fun wanted => column l (fun k => wanted (k + 1))) (word l 2) (word l (l - 2)) (sum2 l).

(** * Proof *)

(** The first row that is to be 0, if there is one. *)
Lemma first_missing (has : Z -> bool) n : 0 <= n ->
  (forall k, 0 <= k < n -> has k = true) \/
  exists i, 0 <= i < n /\ has i = false /\ forall k, 0 <= k < i -> has k = true.
Proof.
  revert n; apply natlike_ind; [left; lia|]; intros n Hn [All | [i [Hi H]]].
  - destruct (has n) eqn:E; [left | right; exists n; repeat split; auto; lia].
    intros k Hk; destruct (Z.eq_dec k n) as [-> | Not]; [exact E | apply All; lia].
  - right; exists i; split; [lia | exact H].
Qed.

Definition all_column (l j : Z) : Z := if j =? 1 then 2 else if j =? 2 then 2 * l - 3 else 1.
Definition some_column (l : Z) (has : Z -> bool) (i j : Z) : Z := if j <=? i then 2 * l - 2 - j else if has j then j + 1 else 1.

Lemma column_of_all l has j : all_below has (l - 1) = true -> column l has j = all_column l j.
Proof. intros E; unfold column; now rewrite E. Qed.

Lemma column_of_some l has i j : 0 <= i < l - 1 -> has i = false -> (forall k, 0 <= k < i -> has k = true) -> 1 <= j ->
  column l has j = some_column l has i j.
Proof.
  intros Hi Missing Before Hj; unfold column, some_column.
  destruct (all_below has (l - 1)) eqn:E; [rewrite all_below_is in E; rewrite E in Missing by lia; discriminate|].
  destruct (all_below has j) eqn:A, (Z.leb_spec j i); try reflexivity.
  - rewrite all_below_is in A; rewrite A in Missing by lia; discriminate.
  - enough (all_below has j = true) by congruence; apply all_below_is; intros k Hk; apply Before; lia.
Qed.

(** Only letters at places of the word are looked at. *)
Lemma sum2_ext l p q q' : 3 <= l -> (forall j, 1 <= j -> q j = q' j) -> (sum2 l p q <-> sum2 l p q').
Proof.
  intros Hl E; assert (M : forall j, merged p q j = merged p q' j) by (intros j; unfold merged; destruct (Z.leb_spec j 2); [reflexivity | apply E; lia]).
  split; intros [j [k [Hj [Hk S]]]]; exists j, k; [rewrite <- !M | rewrite !M]; auto.
Qed.

(** Two letters add up to -1 exactly where they are x and 2 l - 1 - x. *)
Lemma sums l x y : 4 <= l -> letter l x -> letter l y -> ((x + y) mod (2 * l) = 2 * l - 1 <-> x + y = 2 * l - 1).
Proof.
  unfold letter; intros Hl Hx Hy; split; intros E; [|rewrite E; apply Z.mod_small; lia].
  assert (D := Z.div_mod (x + y) (2 * l) ltac:(lia)); rewrite E in D.
  assert (0 <= (x + y) / (2 * l)) by (apply Z.div_pos; lia).
  assert ((x + y) / (2 * l) < 2) by (apply Z.div_lt_upper_bound; lia).
  destruct (Z.eq_dec ((x + y) / (2 * l)) 1) as [One | Not]; [rewrite One in *; lia|].
  replace ((x + y) / (2 * l)) with 0 in D by lia; lia.
Qed.

Lemma row_word l k : 4 <= l -> 0 <= k <= l - 2 -> word l 2 (row l k).
Proof.
  intros Hl Hk j _; unfold row, letter; destruct (Z.eqb_spec j 1), (Z.eqb_spec k 0), (Z.eqb_spec k (l - 2)); lia.
Qed.

Lemma merged_letter l k q j : 4 <= l -> 0 <= k <= l - 2 -> word l (l - 2) q -> 1 <= j <= l -> letter l (merged (row l k) q j).
Proof.
  intros Hl Hk Hq Hj; unfold merged; destruct (Z.leb_spec j 2); [apply row_word; lia | apply Hq; lia].
Qed.

Theorem strassen_sum2_shattered_two_letters : rows_are_shattered.
Proof.
  intros l Hl _; split; [intros r Hr; apply row_word; lia|]; intros wanted; set (has := fun k => wanted (k + 1)).
  assert (Wanted : forall r, wanted r = has (r - 1)) by (intros r; unfold has; f_equal; lia).
  destruct (first_missing has (l - 1) ltac:(lia)) as [All | [i [Hi [Missing Before]]]].
  - (* 2 and 2 l - 3 are in the column *)
    assert (W : word l (l - 2) (all_column l)) by (intros j Hj; unfold all_column, letter; destruct (Z.eqb_spec j 1), (Z.eqb_spec j 2); lia).
    assert (E : forall j, 1 <= j -> column l has j = all_column l j) by (intros j _; apply column_of_all, all_below_is, All).
    split; [intros j Hj; rewrite E by lia; now apply W|]; intros r Hr; rewrite Wanted, All by lia; split; [reflexivity | intros _].
    apply (sum2_ext l _ _ _ ltac:(lia) E).
    exists 3, 4; split; [lia | split; [lia|]]; apply sums; [lia | apply merged_letter; auto; lia | apply merged_letter; auto; lia|].
    unfold merged; destruct (Z.leb_spec 3 2), (Z.leb_spec 4 2); try lia; unfold all_column.
    destruct (Z.eqb_spec (3 - 2) 1), (Z.eqb_spec (4 - 2) 1), (Z.eqb_spec (4 - 2) 2); lia.
  - assert (W : word l (l - 2) (some_column l has i))
      by (intros j Hj; unfold some_column, letter; destruct (Z.leb_spec j i), (has j); lia).
    assert (Cols : forall j, 1 <= j -> column l has j = some_column l has i j) by (intros j Hj; now apply column_of_some).
    split; [intros j Hj; rewrite Cols by lia; now apply W|]; intros r Hr; rewrite Wanted, (sum2_ext l _ _ _ ltac:(lia) Cols); set (k := r - 1); assert (Hk : 0 <= k <= l - 2) by (unfold k; lia); clearbody k.
    (* what a letter is: of the row, or of the column *)
    set (w := merged (row l k) (some_column l has i)).
    assert (Is : forall j, 1 <= j <= l ->
              w j = 1 \/ (w j = 2 * l - 2 - k /\ 1 <= k) \/ (w j = k + 2 /\ k <= l - 3) \/
              (exists s, 1 <= s <= i /\ s <= l - 2 /\ w j = 2 * l - 2 - s) \/ (exists s, i < s <= l - 2 /\ has s = true /\ w j = s + 1)).
    { intros j Hj; unfold w, merged; destruct (Z.leb_spec j 2) as [Row | Col].
      - unfold row; destruct (Z.eqb_spec j 1), (Z.eqb_spec k 0), (Z.eqb_spec k (l - 2)); auto; right; (left; lia) || (right; left; lia).
      - unfold some_column; destruct (Z.leb_spec (j - 2) i); [right; right; right; left; exists (j - 2); lia|].
        destruct (has (j - 2)) eqn:E; [|now left]; right; right; right; right; exists (j - 2); repeat split; auto; lia. }
    split.
    + intros [x [y [Hx [Hy E]]]]; apply sums in E; [|lia | apply merged_letter; auto | apply merged_letter; auto]; fold w in E.
      destruct (Is x Hx) as [X | [[X Bx] | [[X Bx] | [[s [Hs [Ls X]]] | [s [Hs [Has X]]]]]]],
               (Is y Hy) as [Y | [[Y By] | [[Y By] | [[t [Ht [Lt Y]]] | [t [Ht [Has' Y]]]]]]]; try lia;
        try (apply Before; lia); try (replace k with t by lia; exact Has'); replace k with s by lia; exact Has.
    + intros H; assert (k <> i) by congruence; destruct (Z.lt_ge_cases k i) as [Less | More].
      * (* k + 2 meets 2 l - 2 - (k + 1) *)
        exists 2, (k + 3); split; [lia | split; [lia|]]; apply sums; [lia | apply merged_letter; auto; lia | apply merged_letter; auto; lia|].
        unfold merged, row, some_column; destruct (Z.leb_spec 2 2); [|lia]; destruct (Z.leb_spec (k + 3) 2); [lia|]; cbn [Z.eqb Pos.eqb].
        destruct (Z.eqb_spec k (l - 2)); [lia|]; destruct (Z.leb_spec (k + 3 - 2) i); lia.
      * (* 2 l - 2 - k meets k + 1 *)
        exists 1, (k + 2); split; [lia | split; [lia|]]; apply sums; [lia | apply merged_letter; auto; lia | apply merged_letter; auto; lia|].
        unfold merged, row, some_column; destruct (Z.leb_spec 1 2); [|lia]; destruct (Z.leb_spec (k + 2) 2); [lia|]; cbn [Z.eqb Pos.eqb].
        destruct (Z.eqb_spec k 0); [lia|]; destruct (Z.leb_spec (k + 2 - 2) i); [lia|]; replace (k + 2 - 2) with k by lia; rewrite H; lia.
Qed.
