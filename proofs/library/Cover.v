(** A cover: every input of one size at once. A case is a tuple with the values that an input may give it. In the order of their scores, an
    input has a first case; all others of its cases come after that one. So it is enough to decide for each case all inputs of which it is the
    first: every other tuple weighs at most what the heaviest of its cases behind that one weighs. Their number is that of the cases, however
    many inputs there are. *)
From Coq Require Import Reals Lra Lia List ZArith Bool Mergesort Orders Permutation Sorted Classical.
From Attest Require Import Sums Softmax Exponential Finite.
Import ListNotations.
Open Scope R_scope.

Module Type Cases.
  Parameter t : Type.
End Cases.

Module Cover (Case : Cases).

(** The greatest score first. *)
Module ByScore <: TotalLeBool.
  Definition t := (Z * Case.t)%type.
  Definition leb (a b : t) := (fst b <=? fst a)%Z.
  Theorem leb_total a b : leb a b = true \/ leb b a = true.
  Proof. unfold leb; destruct (Z.leb_spec (fst b) (fst a)); [now left | right; apply Z.leb_le; lia]. Qed.
End ByScore.
Module Sorting := Mergesort.Sort ByScore.

Notation entry := (Z * Case.t)%type.

Section Cover.
  Variables (S : Case.t -> Z)      (* the score, in units of u; q = e^-u *)
            (place : Case.t -> Z)  (* which tuple it is *)
            (yes : Case.t -> bool) (* whether the answer is yes where an input has this case *)
            (kinds : list (Case.t -> Z)) (needs : Case.t -> list nat)  (* of which of these functions the mean has to be positive where this case is the first *)
            (p : powers) (deep count : Z).  (* bounds of q^0, .., q^(deep - 1) and of what is below; a bound of the number of other tuples *)

  (** ** The check *)

  (** Of q^gap, in units of 1/one. *)
  Definition weight (gap : Z) : Z := if (gap <? deep)%Z then nth (Z.to_nat gap) (above p) (beyond p) else beyond p.

  Fixpoint window (top : Z) (c : list entry) : list entry :=
    match c with [] => [] | e :: r => if (top - fst e <? deep)%Z then e :: window top r else [] end.

  Definition loss (h : Case.t -> Z) (c : Case.t) : Z := Z.max 0 (- h c).
  Definition worst (h : Case.t -> Z) (C : list Case.t) : Z := fold_right (fun c m => Z.max (loss h c) m) 0%Z C.

  (** What the cases of tuple k can take from the sum of h, at most. *)
  Definition most (h : Case.t -> Z) (top : Z) (seen : list entry) (k : Z) : Z :=
    fold_right (fun e m => if (place (snd e) =? k)%Z then Z.max (weight (top - fst e) * loss h (snd e)) m else m) 0%Z seen.

  Definition others (w : Case.t) (seen : list entry) : list Z :=
    filter (fun k => negb (k =? place w)%Z) (nodup Z.eq_dec (map (fun e => place (snd e)) seen)).

  Definition lost (h : Case.t -> Z) (bound : Z) (e : entry) (r : list entry) : Z :=
    let seen := window (fst e) r in
    (fold_right Z.add 0 (map (most h (fst e) seen) (others (snd e) seen)) + count * (bound * beyond p))%Z.

  Definition decided (bounded : list ((Case.t -> Z) * Z)) (e : entry) (r : list entry) : bool :=
    forallb (fun i => match nth_error bounded i with
                      | Some (h, bound) => (lost h bound e r <? h (snd e) * one p)%Z
                      | None => false
                      end) (needs (snd e)).

  Fixpoint all_decided (bounded : list ((Case.t -> Z) * Z)) (c : list entry) : bool :=
    match c with [] => true | e :: r => decided bounded e r && all_decided bounded r end.

  (** No case of a yes behind one of a no. *)
  Fixpoint separated (c : list entry) : bool :=
    match c with
    | [] => true
    | e :: r => if yes (snd e) then separated r else forallb (fun a => negb (yes (snd a))) r
    end.

  Definition covered (C : list Case.t) : bool :=
    let sorted := Sorting.sort (map (fun c => (S c, c)) C) in
    (Z.of_nat (length (above p)) =? deep)%Z && separated sorted && all_decided (map (fun h => (h, worst h C)) kinds) sorted.

  (** ** What it establishes *)

  Lemma first {X} (P : X -> Prop) (c : list X) : (exists x, In x c /\ P x) ->
    exists a x b, c = a ++ x :: b /\ P x /\ forall y, In y a -> ~ P y.
  Proof.
    induction c as [|x c IH]; intros [y [Hy Py]]; [destruct Hy|].
    destruct (classic (P x)) as [Px | Nx]; [exists [], x, c; repeat split; auto; intros z []|].
    destruct Hy as [-> | Hy]; [contradiction|].
    destruct IH as [a [z [b [-> [Pz Na]]]]]; [now exists y|].
    exists (x :: a), z, b; repeat split; auto; intros u [<- | Hu]; auto.
  Qed.

  Lemma all_decided_at bounded a e b : all_decided bounded (a ++ e :: b) = true -> decided bounded e b = true.
  Proof. induction a as [|x a IH]; cbn [app all_decided]; intros H; apply andb_prop in H; [apply H | apply IH, H]. Qed.

  Lemma separated_at a e b : separated (a ++ e :: b) = true -> yes (snd e) = false -> forall x, In x b -> yes (snd x) = false.
  Proof.
    induction a as [|y a IH]; cbn [app separated]; intros H E x Hx.
    - rewrite E, forallb_forall in H; now apply negb_true_iff, H.
    - destruct (yes (snd y)); [now apply IH|]; rewrite forallb_forall in H.
      apply negb_true_iff, H, in_app_iff; right; now right.
  Qed.

  Lemma descending C : StronglySorted (fun a b => (fst b <= fst a)%Z) (Sorting.sort C).
  Proof.
    assert (H : StronglySorted (fun a b => is_true (ByScore.leb a b)) (Sorting.sort C)).
    { apply Sorting.StronglySorted_sort; intros a b c Hab Hbc; unfold ByScore.leb, is_true in *.
      apply Z.leb_le in Hab, Hbc; apply Z.leb_le; lia. }
    induction H as [|a c _ IH F]; constructor; [exact IH|].
    revert F; apply Forall_impl; intros b; now apply Z.leb_le.
  Qed.

  Lemma descending_at {X} (R : X -> X -> Prop) a e b : StronglySorted R (a ++ e :: b) -> StronglySorted R b /\ forall x, In x b -> R e x.
  Proof.
    induction a as [|y a IH]; cbn [app]; intros H; apply StronglySorted_inv in H; destruct H as [H F]; [|now apply IH].
    split; [exact H|]; now apply Forall_forall.
  Qed.

  Lemma in_window top c x : StronglySorted (fun a b => (fst b <= fst a)%Z) c -> In x c -> (top - fst x < deep)%Z -> In x (window top c).
  Proof.
    induction 1 as [|e r _ IH F]; cbn [In window]; [easy|]; intros [-> | Hx] D.
    - destruct (Z.ltb_spec (top - fst x) deep); [now left | lia].
    - rewrite Forall_forall in F; specialize (F x Hx); cbv beta in F.
      destruct (Z.ltb_spec (top - fst e) deep); [right; auto | lia].
  Qed.

  Lemma worst_is h C c : In c C -> (loss h c <= worst h C)%Z.
  Proof.
    unfold worst; induction C as [|a C IH]; cbn [In fold_right]; [easy|]; intros [-> | H]; [lia | specialize (IH H); lia].
  Qed.

  Lemma most_nonneg h top seen k : (0 <= most h top seen k)%Z.
  Proof. unfold most; induction seen as [|e r IH]; cbn [fold_right]; [lia|]; destruct (_ =? _)%Z; lia. Qed.

  Lemma most_is h top seen e : In e seen -> (weight (top - fst e) * loss h (snd e) <= most h top seen (place (snd e)))%Z.
  Proof.
    unfold most; induction seen as [|a r IH]; cbn [In fold_right]; [easy|]; intros [-> | H].
    - rewrite Z.eqb_refl; lia.
    - specialize (IH H); destruct (_ =? _)%Z; lia.
  Qed.

  Lemma most_elsewhere h top seen k : ~ In k (map (fun e => place (snd e)) seen) -> most h top seen k = 0%Z.
  Proof.
    unfold most; induction seen as [|a r IH]; cbn [map In fold_right]; [easy|]; intros H.
    destruct (Z.eqb_spec (place (snd a)) k); [tauto | apply IH; tauto].
  Qed.

  Lemma IZR_sum {X} (l : list X) f : IZR (fold_right Z.add 0%Z (map f l)) = total l (fun x => IZR (f x)).
  Proof. induction l as [|a l IH]; cbn [map fold_right total]; [reflexivity | now rewrite plus_IZR, IH]. Qed.

  Section Sound.
    Context {T : Type}.
    Variables (C : list Case.t) (l : list T) (v : T -> Case.t) (u : R).
    Hypothesis Powers : encloses p (exp (- u)).
    Hypothesis Covered : covered C = true.
    Hypothesis Cases_are_all : forall t, In t l -> In (v t) C.
    Hypothesis Places : NoDup (map (fun t => place (v t)) l).
    Hypothesis Number : (Z.of_nat (length l) - 1 <= count)%Z.

    Let q := exp (- u).

    Lemma one_positive : 0 < IZR (one p). Proof. apply Powers. Qed.

    Lemma deep_is : Z.of_nat (length (above p)) = deep.
    Proof. unfold covered in Covered; apply andb_prop in Covered; destruct Covered as [H _]; apply andb_prop in H; now apply Z.eqb_eq. Qed.

    Lemma weight_is gap : (0 <= gap)%Z -> q ^ Z.to_nat gap * IZR (one p) <= IZR (weight gap).
    Proof.
      intros G; unfold weight; destruct (Z.ltb_spec gap deep); [apply Powers|].
      rewrite <- (nth_overflow (above p) (beyond p) (n := Z.to_nat gap)); [apply Powers|].
      assert (D := deep_is); lia.
    Qed.

    Lemma beyond_nonneg : (0 <= beyond p)%Z.
    Proof.
      apply le_IZR; rewrite <- (nth_overflow (above p) (beyond p) (n := length (above p))) by lia.
      apply (Rle_trans _ (q ^ length (above p) * IZR (one p))); [|apply Powers].
      apply Rmult_le_pos; [apply pow_le, Rlt_le, exp_pos | apply Rlt_le, one_positive].
    Qed.

    (** The sum over all tuples but w of what they take from the sum of h. *)
    Lemma lost_is h w l1 l2 b : l = l1 ++ w :: l2 -> StronglySorted (fun a b => (fst b <= fst a)%Z) b ->
      (forall t, In t (l1 ++ l2) -> In (S (v t), v t) b /\ (S (v t) <= S (v w))%Z) ->
      total (l1 ++ l2) (fun t => q ^ Z.to_nat (S (v w) - S (v t)) * IZR (loss h (v t))) * IZR (one p) <=
      IZR (lost h (worst h C) (S (v w), v w) b).
    Proof.
      intros L Sorted Behind; set (top := S (v w)) in *; set (seen := window top b).
      assert (O := one_positive); assert (B0 := beyond_nonneg).
      assert (Sub : forall t, In t (l1 ++ l2) -> In t l)
        by (intros t Ht; rewrite L; apply in_app_iff in Ht; apply in_app_iff; destruct Ht; [now left | right; now right]).
      set (tail := (worst h C * beyond p)%Z).
      assert (W0 : (0 <= worst h C)%Z) by (unfold worst; clear; induction C; cbn [fold_right]; lia).
      assert (T0 : (0 <= tail)%Z) by (unfold tail; now apply Z.mul_nonneg_nonneg).
      rewrite Rmult_comm, <- total_scale.
      apply (Rle_trans _ (total (l1 ++ l2) (fun t => IZR (most h top seen (place (v t))) + IZR tail))).
      { apply total_le; intros t Ht; destruct (Behind t Ht) as [I Below].
        assert (G := weight_is (top - S (v t)) ltac:(unfold top; lia)).
        assert (L0 : (0 <= loss h (v t))%Z) by (unfold loss; lia); assert (L0r := IZR_le _ _ L0).
        assert (M0 := most_nonneg h top seen (place (v t))); assert (M0r := IZR_le _ _ M0); assert (T0r := IZR_le _ _ T0).
        replace (IZR (one p) * (q ^ Z.to_nat (top - S (v t)) * IZR (loss h (v t))))
          with (q ^ Z.to_nat (top - S (v t)) * IZR (one p) * IZR (loss h (v t))) by ring.
        apply (Rle_trans _ (IZR (weight (top - S (v t))) * IZR (loss h (v t)))); [now apply Rmult_le_compat_r|].
        rewrite <- mult_IZR, <- plus_IZR; apply IZR_le.
        destruct (Z.lt_ge_cases (top - S (v t)) deep) as [Near | Far].
        - assert (M := most_is h top seen (S (v t), v t) (in_window top b _ Sorted I Near)); cbn [fst snd] in M; lia.
        - assert (Wt := worst_is h C (v t) (Cases_are_all t (Sub t Ht))).
          unfold weight, tail; destruct (Z.ltb_spec (top - S (v t)) deep); [lia|]; nia. }
      rewrite total_plus; unfold lost; cbn [fst snd]; fold top; fold seen; fold tail; rewrite plus_IZR, IZR_sum.
      apply Rplus_le_compat.
      - rewrite <- (total_map (fun t => place (v t)) (l1 ++ l2) (fun k => IZR (most h top seen k))).
        assert (N : NoDup (map (fun t => place (v t)) (l1 ++ l2)) /\ ~ In (place (v w)) (map (fun t => place (v t)) (l1 ++ l2))).
        { rewrite L, map_app in Places; cbn [map] in Places; rewrite map_app; now apply NoDup_remove. }
        apply total_incl; [apply N | | intros k _; apply IZR_le, most_nonneg].
        intros k Hk; destruct (in_dec Z.eq_dec k (map (fun e => place (snd e)) seen)) as [I | E].
        + left; unfold others; apply filter_In; split; [now apply nodup_In|].
          apply negb_true_iff, Z.eqb_neq; intros ->; now apply N.
        + right; now rewrite most_elsewhere.
      - assert (Len : (Z.of_nat (length (l1 ++ l2)) <= count)%Z)
          by (rewrite L, app_length in Number; cbn [length] in Number; rewrite app_length; lia).
        assert (Const : forall k : list T, total k (fun _ => IZR tail) = IZR (Z.of_nat (length k) * tail)).
        { induction k as [|a k IH]; [reflexivity|]; cbn [total length]; rewrite IH, <- plus_IZR; f_equal; lia. }
        rewrite Const; apply IZR_le; nia.
    Qed.

    Theorem sound : l <> [] ->
      exists w, In w l /\ (yes (v w) = true <-> exists t, In t l /\ yes (v t) = true) /\
      forall i h, In i (needs (v w)) -> nth_error kinds i = Some h ->
      0 < mean l (fun t => u * IZR (S (v t))) (fun t => IZR (h (v t))).
    Proof.
      intros NE; assert (All := Covered); unfold covered in All; apply andb_prop in All; destruct All as [H Decided]; apply andb_prop in H; destruct H as [_ Apart].
      assert (Order := descending (map (fun c => (S c, c)) C)); set (sorted := Sorting.sort (map (fun c => (S c, c)) C)) in *.
      assert (In_sorted : forall t, In t l -> In (S (v t), v t) sorted).
      { intros t Ht; apply (Permutation_in _ (Sorting.Permuted_sort _)), (in_map (fun c => (S c, c))); auto. }
      destruct (first (fun e => exists t, In t l /\ e = (S (v t), v t)) sorted) as [a [e [b [E [[w [Hw ->]] Before]]]]].
      { destruct l as [|t r]; [easy|]; exists (S (v t), v t); split; [apply In_sorted; now left | exists t; split; [now left | reflexivity]]. }
      assert (Behind : forall t, In t l -> v t <> v w -> In (S (v t), v t) b).
      { intros t Ht D; assert (I := In_sorted t Ht); rewrite E in I; apply in_app_iff in I; destruct I as [I | [I | I]].
        - exfalso; apply (Before _ I); now exists t.
        - congruence.
        - exact I. }
      rewrite E in Order, Apart, Decided; apply descending_at in Order; destruct Order as [Sorted Below].
      exists w; split; [exact Hw|]; split.
      { split; [intros Y; now exists w|]; intros [t [Ht Yt]]; destruct (yes (v w)) eqn:Y; [reflexivity|].
        destruct (classic (v t = v w)) as [Same | D]; [rewrite Same in Yt; congruence|].
        assert (F := separated_at _ _ _ Apart Y _ (Behind t Ht D)); cbn [snd] in F; congruence. }
      intros i h Hi Hh; apply all_decided_at in Decided; unfold decided in Decided; rewrite forallb_forall in Decided.
      cbn [fst snd] in Decided; specialize (Decided i Hi).
      rewrite (map_nth_error (fun h => (h, worst h C)) i kinds Hh) in Decided; apply Z.ltb_lt, IZR_lt in Decided; rewrite mult_IZR in Decided.
      apply in_split in Hw; destruct Hw as [l1 [l2 L]].
      assert (Distinct : forall t, In t (l1 ++ l2) -> In t l /\ v t <> v w).
      { intros t Ht; split; [rewrite L; apply in_app_iff in Ht; apply in_app_iff; destruct Ht; [now left | right; now right]|].
        intros Same; rewrite L, map_app in Places; cbn [map] in Places; apply NoDup_remove_2 in Places; apply Places.
        rewrite <- map_app; apply in_map_iff; exists t; split; [now rewrite Same | exact Ht]. }
      assert (Bound := lost_is h w l1 l2 b L Sorted).
      specialize (Bound ltac:(intros t Ht; destruct (Distinct t Ht) as [I D]; split; [now apply Behind | apply (Below _ (Behind t I D))])).
      rewrite (mean_relative l _ _ (u * IZR (S (v w)))).
      assert (Ew : forall t, In t (l1 ++ l2) -> exp (u * IZR (S (v t)) - u * IZR (S (v w))) = q ^ Z.to_nat (S (v w) - S (v t))).
      { intros t Ht; destruct (Distinct t Ht) as [I D]; assert (G := Below _ (Behind t I D)); cbn [fst] in G; unfold q.
        rewrite <- exp_power, INR_IZR_INZ, Z2Nat.id, minus_IZR by lia; f_equal; ring. }
      assert (Zp : 0 < total l (fun t => exp (u * IZR (S (v t)) - u * IZR (S (v w))))) by now apply weights_positive.
      apply Rdiv_lt_0_compat; [clear Zp | exact Zp].
      rewrite L, total_app; cbn [total]; rewrite Rminus_eq_0, exp_0, Rmult_1_l.
      assert (N : - total (l1 ++ l2) (fun t => q ^ Z.to_nat (S (v w) - S (v t)) * IZR (loss h (v t))) <=
                  total (l1 ++ l2) (fun t => exp (u * IZR (S (v t)) - u * IZR (S (v w))) * IZR (h (v t)))).
      { replace (- total (l1 ++ l2) (fun t => q ^ Z.to_nat (S (v w) - S (v t)) * IZR (loss h (v t))))
          with (total (l1 ++ l2) (fun t => -1 * (q ^ Z.to_nat (S (v w) - S (v t)) * IZR (loss h (v t))))) by (rewrite total_scale; ring).
        apply total_le; intros t Ht; rewrite (Ew t Ht); cbv beta.
        assert (P : 0 <= q ^ Z.to_nat (S (v w) - S (v t))) by apply pow_le, Rlt_le, exp_pos.
        assert (Lh : (- loss h (v t) <= h (v t))%Z) by (unfold loss; lia); apply IZR_le in Lh; rewrite opp_IZR in Lh.
        apply (Rmult_le_compat_l _ _ _ P) in Lh; lra. }
      rewrite total_app in N; assert (O := one_positive).
      apply (Rmult_lt_reg_r (IZR (one p))); [exact O|].
      rewrite total_app in N, Bound; nra.
    Qed.
  End Sound.
End Cover.
End Cover.
