(** Sizes that no lemma reaches: every input of one size by computation with integers. *)
From Coq Require Import Reals Lra Lia List ZArith Bool.
From Attest Require Import Sums Softmax Exponential.
Import ListNotations.
Open Scope R_scope.

(** ** Functions from [n] as words *)

Definition letter (w : list Z) (i : Z) : Z := nth (Z.to_nat (i - 1)) w 0%Z.

Fixpoint words (k : nat) (alphabet : list Z) : list (list Z) :=
  match k with
  | O => [[]]
  | S k => flat_map (fun a => map (cons a) (words k alphabet)) alphabet
  end.

Lemma in_words alphabet w : Forall (fun a => In a alphabet) w -> In w (words (length w) alphabet).
Proof.
  induction 1 as [|a w Ha _ IH]; cbn; [now left|].
  apply in_flat_map; exists a; split; [exact Ha|]; now apply in_map.
Qed.

(** The word f(1) .. f(n). *)
Definition spelled (n : Z) (f : Z -> Z) : list Z := map f (range 1 n).

Lemma letter_spelled n f i : (1 <= i <= n)%Z -> letter (spelled n f) i = f i.
Proof.
  intros Hi; unfold letter, spelled, range; rewrite map_map.
  rewrite (nth_indep _ _ (f (1 + Z.of_nat (Z.to_nat (i - 1)))%Z)).
  2: rewrite map_length, seq_length; lia.
  rewrite (map_nth (fun k => f (1 + Z.of_nat k)%Z)), seq_nth by lia; f_equal; lia.
Qed.

(** The functions themselves, innermost first, where the arguments lie in the domain. *)
Ltac spell :=
  repeat match goal with |- context [letter (spelled ?n ?f) ?i] => rewrite (letter_spelled n f i) by lia end.

Lemma spelled_in_words n f lo hi :
  (0 <= n)%Z -> (forall i, (1 <= i <= n)%Z -> (lo <= f i <= hi)%Z) ->
  In (spelled n f) (words (Z.to_nat n) (range lo hi)).
Proof.
  intros Hn Hf; replace (Z.to_nat n) with (length (spelled n f)).
  - apply in_words, Forall_forall; unfold spelled; intros a Ha.
    apply in_map_iff in Ha; destruct Ha as [i [<- Hi]]; apply in_range in Hi.
    apply in_range; auto.
  - unfold spelled, range; rewrite !map_length, seq_length; lia.
Qed.

(** ** Whether a mean of integers is less than 1/2 from an integer *)

(** Bounds of q^0, q^1, .. in units of 1/one, rounded to integers. *)
Fixpoint table (length : nat) (next : Z -> Z) (t : Z) : list Z :=
  match length with O => [] | S length => t :: table length next (next t) end.

Record powers := { one : Z; below : list Z; above : list Z; beyond : Z }.

(** From low/den <= q <= high/den <= 1. *)
Definition powers_of (length : nat) (whole low high den : Z) : powers :=
  {| one := whole;
     below := table length (fun t => t * low / den)%Z whole;
     above := table length (fun t => t * high / den + 1)%Z whole;
     beyond := nth length (table (S length) (fun t => t * high / den + 1)%Z whole) whole |}.

(** q^d is >= 0 and at most `beyond` where the tables have ended. *)
Definition encloses (p : powers) (q : R) : Prop :=
  0 < IZR (one p) /\
  forall d, IZR (nth d (below p) 0%Z) <= q ^ d * IZR (one p) <= IZR (nth d (above p) (beyond p)).

Lemma table_below length low den t q x :
  (0 < den)%Z -> 0 <= q -> IZR low <= q * IZR den -> (0 <= low)%Z -> (0 <= t)%Z -> IZR t <= x ->
  forall d, IZR (nth d (table length (fun t => t * low / den)%Z t) 0%Z) <= q ^ d * x.
Proof.
  intros Hd Hq Hl H0; apply IZR_lt in Hd as D; apply IZR_le in H0 as L0.
  revert t x; induction length as [|length IH]; intros t x Ht Hx d.
  - apply IZR_le in Ht; assert (0 <= q ^ d) by now apply pow_le.
    replace (nth d _ 0%Z) with 0%Z by (destruct d; reflexivity); nra.
  - destruct d as [|d]; cbn [table nth pow]; [lra|].
    replace (q * q ^ d * x) with (q ^ d * (q * x)) by ring; apply IH.
    + apply Z.div_pos; [now apply Z.mul_nonneg_nonneg | exact Hd].
    + apply (Rmult_le_reg_r (IZR den)); [exact D|]; rewrite <- mult_IZR.
      apply IZR_le in Ht; apply (Rle_trans _ (IZR (t * low))).
      * apply IZR_le; rewrite Z.mul_comm; now apply Z.mul_div_le.
      * rewrite mult_IZR; apply (Rle_trans _ (x * (q * IZR den))); [|lra].
        apply Rmult_le_compat; lra.
Qed.

Lemma table_above length high den t q x z :
  (0 < den)%Z -> 0 <= q <= 1 -> q * IZR den <= IZR high -> 0 <= x -> x <= IZR t -> q ^ length * x <= IZR z ->
  forall d, q ^ d * x <= IZR (nth d (table length (fun t => t * high / den + 1)%Z t) z).
Proof.
  intros Hd Hq Hh; apply IZR_lt in Hd as D.
  revert t x; induction length as [|length IH]; intros t x H0 Hx Hz d.
  - assert (q ^ d <= 1) by (rewrite <- (pow1 d); now apply pow_incr).
    replace (nth d _ z) with z by (destruct d; reflexivity); cbn in Hz; nra.
  - destruct d as [|d]; cbn [table nth pow] in *; [lra|].
    replace (q * q ^ d * x) with (q ^ d * (q * x)) by ring.
    assert (0 <= q * x) by nra; apply IH; [lra | | lra].
    apply (Rmult_le_reg_r (IZR den)); [exact D|]; rewrite <- mult_IZR.
    apply (Rle_trans _ (IZR (t * high))).
    + rewrite mult_IZR; apply (Rle_trans _ (x * (q * IZR den))); [lra|].
      apply Rmult_le_compat; nra.
    + apply IZR_le; assert (M := Z.mod_pos_bound (t * high) den Hd); assert (E := Z.div_mod (t * high) den); nia.
Qed.

Lemma powers_enclose length whole low high den q :
  (0 < whole)%Z -> (0 < den)%Z -> (0 <= low)%Z -> (high <=? den)%Z = true ->
  IZR low / IZR den <= q -> q <= IZR high / IZR den -> encloses (powers_of length whole low high den) q.
Proof.
  intros H1 Hden Hlow H Hl Hh; apply Z.leb_le, IZR_le in H.
  apply IZR_lt in Hden as D; apply IZR_lt in H1 as O; apply IZR_le in Hlow as L0.
  apply (Rmult_le_compat_r (IZR den)) in Hl; [|lra]; apply (Rmult_le_compat_r (IZR den)) in Hh; [|lra].
  unfold Rdiv in Hl, Hh; rewrite Rmult_assoc, Rinv_l, Rmult_1_r in Hl, Hh by lra.
  assert (0 <= q <= 1) by (split; apply (Rmult_le_reg_r (IZR den)); lra).
  split; unfold powers_of; cbn [one below above beyond]; [exact O|].
  intros d; split; [apply table_below; auto; lra || lia | apply table_above; auto; try lra].
  apply table_above; auto; try lra.
  assert (q ^ S length <= 1) by (rewrite <- (pow1 (S length)); now apply pow_incr); nra.
Qed.

(** c q^d for (d, c), in units of 1/one, rounded down. *)
Definition rounded (p : powers) (term : Z * Z) : Z :=
  let (d, c) := term in
  (c * (if 0 <=? c then nth (Z.to_nat d) (below p) 0 else nth (Z.to_nat d) (above p) (beyond p)))%Z.

Definition positive (p : powers) (terms : list (Z * Z)) : bool :=
  (0 <? fold_right Z.add 0 (map (rounded p) terms))%Z.

Lemma positive_sound p terms q :
  encloses p q -> positive p terms = true -> 0 < total terms (fun t => IZR (snd t) * q ^ Z.to_nat (fst t)).
Proof.
  intros [O E] Hs; apply Z.ltb_lt, IZR_lt in Hs.
  apply (Rmult_lt_reg_r (IZR (one p))); [exact O|]; rewrite Rmult_0_l.
  eapply Rlt_le_trans; [exact Hs|]; clear Hs.
  induction terms as [|[d c] r IH]; cbn [map fold_right total fst snd]; [lra|].
  rewrite plus_IZR, Rmult_plus_distr_r; apply Rplus_le_compat; [|exact IH].
  unfold rounded; rewrite mult_IZR, Rmult_assoc; specialize (E (Z.to_nat d)).
  destruct (Z.leb_spec 0 c) as [Hc | Hc].
  - apply Rmult_le_compat_l; [now apply IZR_le | apply E].
  - apply IZR_lt in Hc; apply Rmult_le_compat_neg_l; [lra | apply E].
Qed.

(** Scores S in units of u, q = e^-u; the mean of V is less than 1/2 from the truth. *)
Definition right {A} (p : powers) (l : list A) (S V : A -> Z) (truth : Z) : bool :=
  let top := fold_right Z.max (match l with [] => 0%Z | t :: _ => S t end) (map S l) in
  forallb (fun t => S t <=? top)%Z l
  && positive p (map (fun t => (top - S t, 1 + 2 * (V t - truth))%Z) l)
  && positive p (map (fun t => (top - S t, 1 - 2 * (V t - truth))%Z) l).

Theorem right_sound {A} p (l : list A) S V truth u :
  encloses p (exp (- u)) -> right p l S V truth = true ->
  Rabs (mean l (fun t => u * IZR (S t)) (fun t => IZR (V t)) - IZR truth) < 1 / 2.
Proof.
  intros P; unfold right; set (top := fold_right Z.max _ _); intros H.
  apply andb_prop in H; destruct H as [H Hb]; apply andb_prop in H; destruct H as [Range Ha].
  apply (positive_sound p _ (exp (- u)) P) in Ha, Hb.
  rewrite total_map in Ha, Hb; cbn [fst snd] in Ha, Hb.
  rewrite (mean_relative l _ _ (u * IZR top)).
  assert (E : forall t, In t l -> exp (u * IZR (S t) - u * IZR top) = exp (- u) ^ Z.to_nat (top - S t)).
  { intros t Ht; rewrite <- exp_power, INR_IZR_INZ, Z2Nat.id, minus_IZR; [f_equal; ring|].
    rewrite forallb_forall in Range; specialize (Range t Ht); apply Z.leb_le in Range; lia. }
  set (e := fun t => exp (- u) ^ Z.to_nat (top - S t)) in *.
  rewrite (total_ext l (fun t => exp (u * IZR (S t) - u * IZR top)) e) by exact E.
  rewrite (total_ext l (fun t => exp (u * IZR (S t) - u * IZR top) * IZR (V t)) (fun t => e t * IZR (V t)))
    by (intros t Ht; now rewrite E).
  assert (Na : total l (fun t => IZR (1 + 2 * (V t - truth)) * exp (- u) ^ Z.to_nat (top - S t)) =
               total l e + 2 * (total l (fun t => e t * IZR (V t)) - IZR truth * total l e)).
  { rewrite (total_ext l _ (fun t => (1 - 2 * IZR truth) * e t + 2 * (e t * IZR (V t))))
      by (intros t _; unfold e; rewrite plus_IZR, mult_IZR, minus_IZR; ring).
    rewrite total_plus, !total_scale; ring. }
  assert (Nb : total l (fun t => IZR (1 - 2 * (V t - truth)) * exp (- u) ^ Z.to_nat (top - S t)) =
               total l e - 2 * (total l (fun t => e t * IZR (V t)) - IZR truth * total l e)).
  { rewrite (total_ext l _ (fun t => (1 + 2 * IZR truth) * e t + (- 2) * (e t * IZR (V t))))
      by (intros t _; unfold e; rewrite minus_IZR, mult_IZR, minus_IZR; ring).
    rewrite total_plus, !total_scale; ring. }
  rewrite Na in Ha; rewrite Nb in Hb.
  set (Z := total l e) in *; set (N := total l (fun t => e t * IZR (V t))) in *.
  assert (0 < Z) by lra.
  replace (N / Z - IZR truth) with ((N - IZR truth * Z) / Z) by (field; lra).
  apply Rabs_def1; apply (Rmult_lt_reg_r Z); try assumption; unfold Rdiv;
    rewrite Rmult_assoc, Rinv_l by lra; lra.
Qed.
