(** Finite sums of real numbers over lists, and the lists that they run over: ranges of integers. *)
From Coq Require Import Reals Lra Lia List ZArith FinFun.
Import ListNotations.
Open Scope R_scope.

Fixpoint total {A} (l : list A) (f : A -> R) : R :=
  match l with [] => 0 | a :: r => f a + total r f end.

(** lo, lo + 1, .., hi; empty where hi < lo. *)
Definition range (lo hi : Z) : list Z :=
  map (fun i => (lo + Z.of_nat i)%Z) (seq 0 (Z.to_nat (hi + 1 - lo))).

Lemma in_range z lo hi : In z (range lo hi) <-> (lo <= z <= hi)%Z.
Proof.
  unfold range; rewrite in_map_iff; split.
  - intros [i [<- H]]; apply in_seq in H; lia.
  - intros H; exists (Z.to_nat (z - lo)); rewrite in_seq; lia.
Qed.

Lemma nodup_range lo hi : NoDup (range lo hi).
Proof.
  unfold range; apply Injective_map_NoDup; [intros a b; lia | apply seq_NoDup].
Qed.

Section Sums.
  Context {A : Type}.
  Implicit Types (l : list A) (f g : A -> R).

  Lemma total_ext l f g : (forall a, In a l -> f a = g a) -> total l f = total l g.
  Proof. induction l as [|a r IH]; cbn; intros H; [| rewrite (H a), IH]; auto. Qed.

  Lemma total_le l f g : (forall a, In a l -> f a <= g a) -> total l f <= total l g.
  Proof.
    induction l as [|a r IH]; cbn; intros H; [lra|].
    specialize (IH (fun b Hb => H b (or_intror Hb))); specialize (H a (or_introl eq_refl)); lra.
  Qed.

  Lemma total_scale l c f : total l (fun a => c * f a) = c * total l f.
  Proof. induction l as [|a r IH]; cbn; [|rewrite IH]; ring. Qed.

  Lemma total_plus l f g : total l (fun a => f a + g a) = total l f + total l g.
  Proof. induction l as [|a r IH]; cbn; [|rewrite IH]; ring. Qed.

  Lemma total_abs l f : Rabs (total l f) <= total l (fun a => Rabs (f a)).
  Proof.
    induction l as [|a r IH]; cbn; [rewrite Rabs_R0; lra|].
    eapply Rle_trans; [apply Rabs_triang | lra].
  Qed.

  Lemma total_nonneg l f : (forall a, In a l -> 0 <= f a) -> 0 <= total l f.
  Proof.
    intros H; replace 0 with (total l (fun _ => 0)); [now apply total_le|].
    clear H; induction l; cbn; lra.
  Qed.

  (** A term is at most the sum, where all are >= 0. *)
  Lemma term_le_total l f w : (forall a, In a l -> 0 <= f a) -> In w l -> f w <= total l f.
  Proof.
    induction l as [|a r IH]; cbn; intros H Hw; [destruct Hw|destruct Hw as [<- | Hw]].
    - assert (0 <= total r f) by (apply total_nonneg; auto); lra.
    - assert (f w <= total r f) by auto; assert (0 <= f a) by auto; lra.
  Qed.
End Sums.

Lemma total_app {A} (l m : list A) f : total (l ++ m) f = total l f + total m f.
Proof. induction l as [|a r IH]; cbn; [|rewrite IH]; ring. Qed.

Lemma total_map {A B} (h : A -> B) l f : total (map h l) f = total l (fun a => f (h a)).
Proof. induction l as [|a r IH]; cbn; [|rewrite IH]; reflexivity. Qed.

(** A sum over pairs is an iterated one. *)
Lemma total_pairs {A B} (l : list A) (m : list B) f :
  total (list_prod l m) f = total l (fun a => total m (fun b => f (a, b))).
Proof.
  induction l as [|a r IH]; cbn; [reflexivity|].
  now rewrite total_app, total_map, IH.
Qed.

(** If for each a the g a b sum to at most P, the f a * g a b sum to at most P times the sum of the f a. *)
Lemma total_pairs_le {A B} (l : list A) (m : list B) f g P :
  (forall a, In a l -> 0 <= f a) -> (forall a, In a l -> total m (g a) <= P) ->
  total (list_prod l m) (fun t => f (fst t) * g (fst t) (snd t)) <= total l f * P.
Proof.
  intros Hf Hg; rewrite total_pairs, Rmult_comm, <- total_scale.
  apply total_le; intros a Ha; cbn; rewrite total_scale, (Rmult_comm P).
  apply Rmult_le_compat_l; auto.
Qed.

(** Sums of which only one term, or only two, are not 0. *)
Lemma total_single (l : list Z) (f : Z -> R) a :
  NoDup l -> In a l -> (forall t, In t l -> t <> a -> f t = 0) -> total l f = f a.
Proof.
  induction 1 as [|b l Hb _ IH]; cbn [total In]; [intros []|]; intros [-> | Ha] H.
  - rewrite (total_ext l f (fun _ => 0 * 1)), total_scale; [ring|].
    intros t Ht; rewrite Rmult_0_l; apply H; [now right | intros ->; contradiction].
  - rewrite IH, (H b); [ring | now left | intros ->; contradiction | exact Ha | intros t Ht; apply H; now right].
Qed.

Lemma total_two (l : list Z) (f : Z -> R) a b : NoDup l -> In a l -> In b l -> a <> b ->
  (forall t, In t l -> t <> a -> t <> b -> f t = 0) -> total l f = f a + f b.
Proof.
  intros D Ha Hb Different H; set (at_ := fun c t => if Z.eqb t c then f t else 0).
  rewrite (total_ext l f (fun t => at_ a t + at_ b t)).
  - assert (S : forall c, In c l -> total l (at_ c) = f c).
    { intros c Hc; rewrite (total_single l (at_ c) c D Hc); unfold at_; [now rewrite Z.eqb_refl|].
      intros t _ Nt; apply Z.eqb_neq in Nt; now rewrite Nt. }
    now rewrite total_plus, !S.
  - intros t Ht; unfold at_; destruct (Z.eqb_spec t a) as [Ea | Na], (Z.eqb_spec t b) as [Eb | Nb];
      [congruence | ring | ring | rewrite (H t Ht Na Nb); ring].
Qed.

(** A sum over fewer elements, none of them twice: what is left out is not negative, what is not there is 0. *)
Lemma total_incl {A} (l m : list A) f : NoDup l -> (forall a, In a l -> In a m \/ f a = 0) ->
  (forall a, In a m -> 0 <= f a) -> total l f <= total m f.
Proof.
  intros D; revert m; induction D as [|a l Ha D IH]; intros m H Pos; cbn [total]; [now apply total_nonneg|].
  destruct (H a (or_introl eq_refl)) as [Hm | E]; [|rewrite E, Rplus_0_l; apply IH; auto using in_cons].
  apply in_split in Hm; destruct Hm as [m1 [m2 ->]]; rewrite total_app; cbn [total].
  assert (L : total l f <= total (m1 ++ m2) f); [|rewrite total_app in L; lra].
  apply IH.
  - intros b Hb; destruct (H b (or_intror Hb)) as [I | E]; [left | now right].
    apply in_app_iff in I; apply in_app_iff; destruct I as [I | [<- | I]]; [now left | contradiction | now right].
  - intros b Hb; apply Pos; apply in_app_iff in Hb; apply in_app_iff; destruct Hb; [now left | right; now right].
Qed.

Lemma nodup_prod {A B} (l : list A) (m : list B) : NoDup l -> NoDup m -> NoDup (list_prod l m).
Proof.
  intros Hl Hm; induction Hl as [|a l Ha _ IH]; cbn [list_prod]; [constructor|].
  assert (N : NoDup (map (fun b => (a, b)) m)) by (apply Injective_map_NoDup; [intros x y E; now injection E | exact Hm]).
  assert (Apart : forall p, In p (map (fun b => (a, b)) m) -> ~ In p (list_prod l m)).
  { intros p Hp; apply in_map_iff in Hp; destruct Hp as [b [<- _]]; rewrite in_prod_iff; tauto. }
  induction N as [|p r Hp _ IHr]; cbn [app]; [exact IH|]; constructor; [|apply IHr; auto using in_cons].
  rewrite in_app_iff; intros [I | I]; [contradiction | now apply (Apart p (or_introl eq_refl))].
Qed.

Lemma injective_nodup {A B} (f : A -> B) l : NoDup l -> (forall a b, In a l -> In b l -> f a = f b -> a = b) -> NoDup (map f l).
Proof.
  induction 1 as [|a l Ha _ IH]; cbn [map]; intros H; constructor; [|apply IH; intros; apply H; auto using in_cons].
  intros I; apply in_map_iff in I; destruct I as [b [E Hb]]; apply Ha; rewrite (H a b); auto using in_eq, in_cons.
Qed.
