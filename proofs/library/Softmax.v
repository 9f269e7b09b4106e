(** The mean of a softmax over a finite list of tuples, and how far it is from the value at one of them. *)
From Coq Require Import Reals Lra Lia List ZArith.
From Attest Require Import Sums.
Import ListNotations.
Open Scope R_scope.

Section Softmax.
  Context {A : Type}.
  Implicit Types (l : list A) (s f : A -> R).

  Definition mean l s f : R := total l (fun t => exp (s t) * f t) / total l (fun t => exp (s t)).

  Lemma mean_ext l s s' f f' :
    (forall t, In t l -> s t = s' t) -> (forall t, In t l -> f t = f' t) -> mean l s f = mean l s' f'.
  Proof.
    intros Hs Hf; unfold mean.
    rewrite (total_ext l (fun t => exp (s t) * f t) (fun t => exp (s' t) * f' t)),
      (total_ext l (fun t => exp (s t)) (fun t => exp (s' t))); [reflexivity | |].
    - intros t Ht; now rewrite (Hs t Ht).
    - intros t Ht; now rewrite (Hs t Ht), (Hf t Ht).
  Qed.

  (** Only differences of scores count. *)
  Lemma mean_relative l s f c :
    mean l s f = total l (fun t => exp (s t - c) * f t) / total l (fun t => exp (s t - c)).
  Proof.
    unfold mean.
    assert (E : forall t, exp (s t - c) = exp (- c) * exp (s t))
      by (intros t; rewrite <- exp_plus; f_equal; ring).
    assert (P : 0 < exp (- c)) by apply exp_pos.
    rewrite (total_ext l (fun t => exp (s t - c)) (fun t => exp (- c) * exp (s t))) by auto.
    rewrite (total_ext l (fun t => exp (s t - c) * f t) (fun t => exp (- c) * (exp (s t) * f t)))
      by (intros t _; rewrite E; ring).
    rewrite !total_scale; unfold Rdiv.
    destruct (Req_dec (total l (fun t => exp (s t))) 0) as [-> | N]; [|field; lra].
    now rewrite Rmult_0_r, Rinv_0, !Rmult_0_r.
  Qed.

  Lemma mean_plus l s f g : mean l s (fun t => f t + g t) = mean l s f + mean l s g.
  Proof.
    unfold mean, Rdiv; rewrite (total_ext l _ (fun t => exp (s t) * f t + exp (s t) * g t)) by (intros; ring).
    rewrite total_plus; ring.
  Qed.

  Lemma mean_times l s c f : mean l s (fun t => c * f t) = c * mean l s f.
  Proof.
    unfold mean, Rdiv; rewrite (total_ext l _ (fun t => c * (exp (s t) * f t))) by (intros; ring).
    rewrite total_scale; ring.
  Qed.

  Lemma mean_minus l s f g : mean l s (fun t => f t - g t) = mean l s f - mean l s g.
  Proof.
    rewrite (mean_ext l s s _ (fun t => f t + -1 * g t)) by (intros; ring).
    rewrite mean_plus, mean_times; ring.
  Qed.

  Lemma weights_positive l s : l <> [] -> 0 < total l (fun t => exp (s t)).
  Proof.
    destruct l as [|a l]; [easy | intros _]; cbn; assert (P := exp_pos (s a)).
    assert (0 <= total l (fun t => exp (s t))) by (apply total_nonneg; intros; apply Rlt_le, exp_pos); lra.
  Qed.

  Lemma mean_constant l s c : l <> [] -> mean l s (fun _ => c) = c.
  Proof.
    intros H; assert (P := weights_positive l s H); unfold mean.
    rewrite (total_ext l _ (fun t => c * exp (s t))) by (intros; ring); rewrite total_scale; field; lra.
  Qed.

  Lemma mean_le l s f g : (forall t, In t l -> f t <= g t) -> mean l s f <= mean l s g.
  Proof.
    destruct l as [|a r] eqn:E; [unfold mean; cbn; lra|]; rewrite <- E; intros H.
    assert (P := weights_positive l s ltac:(now rewrite E)); unfold mean.
    apply Rmult_le_compat_r; [apply Rlt_le, Rinv_0_lt_compat, P|].
    apply total_le; intros t Ht; apply Rmult_le_compat_l; [apply Rlt_le, exp_pos | auto].
  Qed.

  (** A mean is between its values: |E f| <= E |f|. *)
  Lemma mean_abs l s f : Rabs (mean l s f) <= mean l s (fun t => Rabs (f t)).
  Proof.
    apply Rabs_le; split; [|apply mean_le; intros; apply Rle_abs].
    replace (- mean l s (fun t => Rabs (f t))) with (mean l s (fun t => -1 * Rabs (f t))) by (rewrite mean_times; ring).
    apply mean_le; intros t _; assert (L := Rle_abs (- f t)); rewrite Rabs_Ropp in L; lra.
  Qed.

  (** All of the mean but the share of w, 1/total, can be wrong, by at most D: |E f - f w| <= D T/(1 + T) with
      1 + T = total. w may be any tuple of the list; this says something where it is the only best one. *)
  Theorem leak l s f w D :
    In w l -> (forall t, In t l -> Rabs (f t - f w) <= D) ->
    Rabs (mean l s f - f w) <= D * (1 - / total l (fun t => exp (s t - s w))).
  Proof.
    intros Hw HD; rewrite (mean_relative l s f (s w)).
    set (e := fun t => exp (s t - s w)).
    assert (Pe : forall t, 0 < e t) by (intros; apply exp_pos).
    assert (Ew : e w = 1) by (unfold e; rewrite Rminus_eq_0; apply exp_0).
    assert (Z1 : 1 <= total l e)
      by (rewrite <- Ew; apply (term_le_total l e w); [intros t _; apply Rlt_le, Pe | exact Hw]).
    assert (Far : total l (fun t => e t * Rabs (f t - f w)) <= D * (total l e - 1)).
    { rewrite <- Ew; clear Z1; induction l as [|a r IH]; [destruct Hw|]; cbn.
      assert (Hr : forall m, (forall t, In t m -> Rabs (f t - f w) <= D) ->
                   total m (fun t => e t * Rabs (f t - f w)) <= D * total m e).
      { intros m Hm; rewrite <- total_scale; apply total_le; intros t Ht; rewrite (Rmult_comm D).
        apply Rmult_le_compat_l; [apply Rlt_le, Pe | auto]. }
      destruct Hw as [-> | Hw].
      - rewrite Rminus_eq_0, Rabs_R0, Rmult_0_r.
        specialize (Hr r (fun t Ht => HD t (or_intror Ht))); lra.
      - specialize (IH Hw (fun t Ht => HD t (or_intror Ht))).
        specialize (HD a (or_introl eq_refl)).
        assert (e a * Rabs (f a - f w) <= e a * D)
          by (apply Rmult_le_compat_l; [apply Rlt_le, Pe | exact HD]); lra. }
    change (fun t => exp (s t - s w) * f t) with (fun t => e t * f t).
    replace (total l (fun t => e t * f t) / total l e - f w)
      with (total l (fun t => e t * (f t - f w)) * / total l e).
    2: { rewrite (total_ext l _ (fun t => e t * f t + - f w * e t)) by (intros; ring).
         rewrite total_plus, total_scale; field; lra. }
    rewrite Rabs_mult, (Rabs_right (/ total l e)) by (apply Rle_ge, Rlt_le, Rinv_0_lt_compat; lra).
    replace (D * (1 - / total l e)) with (D * (total l e - 1) * / total l e) by (field; lra).
    apply Rmult_le_compat_r; [apply Rlt_le, Rinv_0_lt_compat; lra|].
    eapply Rle_trans; [apply total_abs|]; eapply Rle_trans; [|exact Far].
    apply total_le; intros t _; cbv beta; rewrite Rabs_mult, (Rabs_right (e t)); [lra | apply Rle_ge, Rlt_le, Pe].
  Qed.

  (** The same where only a bound P of the total is known. *)
  Corollary leak_le l s f w D P :
    In w l -> (forall t, In t l -> Rabs (f t - f w) <= D) ->
    total l (fun t => exp (s t - s w)) <= P ->
    Rabs (mean l s f - f w) <= D * (1 - / P).
  Proof.
    intros Hw HD HP; eapply Rle_trans; [now apply (leak l s f w D)|].
    assert (0 <= D) by (eapply Rle_trans; [apply Rabs_pos | now apply (HD w)]).
    assert (Z1 : 1 <= total l (fun t => exp (s t - s w))).
    { replace 1 with (exp (s w - s w)) by (rewrite Rminus_eq_0; apply exp_0).
      apply (term_le_total l (fun t => exp (s t - s w)) w); auto.
      intros; apply Rlt_le, exp_pos. }
    apply Rmult_le_compat_l; [assumption|].
    assert (/ P <= / total l (fun t => exp (s t - s w))) by (apply Rinv_le_contravar; lra); lra.
  Qed.
End Softmax.
