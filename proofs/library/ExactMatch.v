(** Lemma L5, exact match: where "the key is the query" is a relation of the two tokens, and all values on matches agree, a head puts
    out this value where there is a match and 0 where there is none, whatever the number of tokens. *)
From Coq Require Import Reals Lra Lia List ZArith.
From Attest Require Import Sums Attention.
Import ListNotations.
Open Scope R_scope.

(** The weight of a token: alike on matches, 0 elsewhere. *)
Definition weight_of_match {A} (query : vector) (key : A -> vector) (l : list A) (t : A) : R :=
  if list_eq_dec Req_EM_T (key t) query then / INR (length (matching query key l)) else 0.

Section ExactMatch.
  Context {A : Type}.
  Variables (l : list A) (query : vector) (key f : A -> vector) (P : A -> Prop).
  Hypothesis key_is_query : forall t, In t l -> (key t = query <-> P t).

  Lemma in_matching t : In t (matching query key l) <-> In t l /\ P t.
  Proof.
    unfold matching; rewrite filter_In; destruct (list_eq_dec Req_EM_T (key t) query) as [E | N].
    - split; intros [H _]; split; auto; now apply key_is_query.
    - split; [intros [_ H]; discriminate H | intros [H Ht]; exfalso; apply N; now apply key_is_query].
  Qed.

  Theorem no_match r size : (1 <= r <= size)%nat -> (forall t, In t l -> ~ P t) ->
    coordinate r (mean_of_matches size l query key f) = 0.
  Proof.
    intros Hr H; unfold mean_of_matches; destruct (matching query key l) as [|t m] eqn:E.
    - unfold coordinate; now rewrite (map_nth (fun _ => 0) (seq 1 size) 0%nat (r - 1)%nat : nth _ _ 0 = _).
    - exfalso; assert (I : In t (matching query key l)) by (rewrite E; now left).
      apply in_matching in I; now apply (H t).
  Qed.

  Theorem some_match r size v : (1 <= r <= size)%nat -> (exists t, In t l /\ P t) ->
    (forall t, In t l -> P t -> coordinate r (f t) = v) -> coordinate r (mean_of_matches size l query key f) = v.
  Proof.
    intros Hr [t Ht] H; apply in_matching in Ht; unfold mean_of_matches.
    assert (All : forall u, In u (matching query key l) -> coordinate r (f u) = v)
      by (intros u Hu; apply in_matching in Hu; now apply H).
    destruct (matching query key l) as [|u m]; [destruct Ht|].
    set (g := fun k => total (u :: m) (fun t => coordinate k (f t)) / INR (length (u :: m))).
    unfold coordinate at 1; rewrite (nth_indep _ 0 (g 0%nat)) by (rewrite map_length, seq_length; lia).
    rewrite (map_nth g), seq_nth by lia; replace (1 + (r - 1))%nat with r by lia; unfold g.
    assert (Q : 0 < INR (length (u :: m))) by (apply lt_0_INR; cbn; lia).
    assert (T : forall k : list A, (forall u, In u k -> coordinate r (f u) = v) ->
                total k (fun t => coordinate r (f t)) = v * INR (length k)).
    { induction k as [|a k IH]; intros Hk; [cbn; ring|].
      cbn [total length]; rewrite S_INR, IH, (Hk a) by (intros; first [now left | apply Hk; now right]); ring. }
    rewrite (T (u :: m) All); field; lra.
  Qed.
End ExactMatch.
