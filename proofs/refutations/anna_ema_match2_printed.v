(** anna/ema-match2 (printed): what is stated is false. Two numbers 1 sum to 2, a multiple of M = 1 that the key M - x misses. *)
From Coq Require Import Reals Lra Lia List ZArith.
From Attest Require Import Sums Attention.
Import ListNotations.
Open Scope R_scope.

(** Tokens i in [N] carry num = x(i). *)
Definition tokens (N : Z) : list Z := range 1 N.
Definition encode (num : Z) : vector := [IZR num; 1].
Definition W_query (M : Z) : matrix := [[1; 0]].
Definition W_key (M : Z) : matrix := [[-1; IZR M]].
Definition V (M : Z) : matrix := [[0; 1]].

Definition output (N M : Z) (e : Z -> vector) (i : Z) : R :=
  coordinate 1 (mean_of_matches 1 (tokens N) (apply (W_query M) (e i)) (fun j => apply (W_key M) (e j))
                                (fun j => apply (V M) (e j))).

Definition truth (N M : Z) (x : Z -> Z) (i : Z) : Prop := exists j, (1 <= j <= N)%Z /\ ((x i + x j) mod M = 0)%Z.

(** Theorem F.1, the output 1 or 0 with an error below 1/2. *)
Definition output_is_right : Prop :=
  forall N M, (1 <= N)%Z -> (1 <= M)%Z ->
  forall x, (forall a, 1 <= a <= N -> 1 <= x a <= M)%Z -> forall i, (1 <= i <= N)%Z ->
  let y := output N M (fun l => encode (x l)) i in
  (truth N M x i -> Rabs (y - 1) < 1 / 2) /\ (~ truth N M x i -> Rabs (y - 0) < 1 / 2).

Theorem anna_ema_match2_printed_refuted : ~ output_is_right.
Proof.
  intros H; specialize (H 1 1 ltac:(lia) ltac:(lia) (fun _ => 1) ltac:(lia) 1 ltac:(lia))%Z; destruct H as [Yes _].
  assert (T : truth 1 1 (fun _ => 1%Z) 1) by (exists 1%Z; split; [lia | reflexivity]).
  apply Yes in T; clear Yes; unfold output, mean_of_matches, matching, tokens, range in T; cbn [seq map filter Z.to_nat Z.sub Z.add Z.opp Z.pos_sub Pos.to_nat Pos.iter_op Nat.add Pos.add] in T.
  destruct (list_eq_dec Req_EM_T _ _) as [E | E].
  - exfalso; cbn [apply W_key W_query encode map dot] in E; injection E; intros K; cbn in K; lra.
  - cbn [coordinate nth map seq Nat.sub] in T; rewrite Rminus_0_l, Rabs_Ropp, Rabs_R1 in T; lra.
Qed.
