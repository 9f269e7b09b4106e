(** anna/ema-match2 (repaired): one exact-match head of dimension 1 solves Match2, for every N and M. *)
(* By hand, of attest prove anna/ema-match2 --variant repaired, its text with sha256 a7ea690ca90005dc; what is stated has to be compared with the record. *)
From Coq Require Import Reals Lra Lia List ZArith.
From Attest Require Import Sums Attention ExactMatch.
Import ListNotations.
Open Scope R_scope.

(** * What is stated *)

(** ** Tokens: i in [N], which carry num = x(i) *)

Definition tokens (N : Z) : list Z := range 1 N.
Definition ind (P : bool) : Z := if P then 1%Z else 0%Z.
Definition encode (M num : Z) : vector := [IZR (num mod M); 1; IZR (ind (num mod M =? 0)%Z)].

(** ** The layer: query, key, value; no residual *)

Definition W_1 (M : Z) : matrix := [[1; 0; 0]].
Definition W_2 (M : Z) : matrix := [[-1; IZR M; IZR (- M)]].
Definition V_2 (M : Z) : matrix := [[0; 1; 0]].
Definition W_O (M : Z) : matrix := [[1]; [0]; [0]].

Section Network.
  Variables (N M : Z) (e : Z -> vector).  (* the sizes; the encoded tokens *)

  Definition query (i : Z) : vector := apply (W_1 M) (e i).
  Definition key (j : Z) : vector := apply (W_2 M) (e j).
  Definition value (j : Z) : vector := apply (V_2 M) (e j).
  Definition weight (i j : Z) : R := weight_of_match (query i) key (tokens N) j.
  Definition output (i : Z) : R := coordinate 1 (apply (W_O M) (mean_of_matches 1 (tokens N) (query i) key value)).
End Network.

(** ** Inputs and task: [M] for the domain positive, 0..M for nonnegative *)

Definition input (low N M : Z) (x : Z -> Z) : Prop := forall a, (1 <= a <= N -> low <= x a <= M)%Z.
Definition encoded (M : Z) (x : Z -> Z) (i : Z) : vector := encode M (x i).
Definition truth (N M : Z) (x : Z -> Z) (i : Z) : Prop := exists j, (1 <= j <= N)%Z /\ ((x i + x j) mod M = 0)%Z.

(** The answer is 1 where there is a partner and 0 where there is none. *)
Definition output_is_right : Prop :=
  forall low N M, (low = 0 \/ low = 1)%Z -> (1 <= N)%Z -> (1 <= M)%Z -> forall x, input low N M x ->
  forall i, (1 <= i <= N)%Z -> let y := output N M (encoded M x) i in
  (truth N M x i -> Rabs (y - 1) < 1 / 2) /\ (~ truth N M x i -> Rabs (y - 0) < 1 / 2).

(** The displayed weight. *)
Definition weights_are_displayed : Prop :=
  forall low N M, (low = 0 \/ low = 1)%Z -> (1 <= N)%Z -> (1 <= M)%Z -> forall x, input low N M x ->
  forall i j, (1 <= i <= N)%Z -> (1 <= j <= N)%Z ->
  weight N M (encoded M x) i j =
  if ((x i + x j) mod M =? 0)%Z then 1 / INR (length (filter (fun k => (x i + x k) mod M =? 0)%Z (tokens N))) else 0.

(** * Beside the statement *)

Lemma rows_are_linear M num :
  apply (W_1 M) (encode M num) = [IZR (num mod M)] /\
  apply (W_2 M) (encode M num) = [IZR (M - num mod M - M * ind (num mod M =? 0))%Z] /\
  apply (V_2 M) (encode M num) = [1].
Proof.
  cbv [apply W_1 W_2 V_2 encode map dot]; rewrite !minus_IZR, mult_IZR, opp_IZR.
  repeat split; apply f_equal2; try reflexivity; ring.
Qed.

Lemma shapes M :
  shape 1 3 (W_1 M) /\ shape 1 3 (W_2 M) /\ shape 1 3 (V_2 M) /\ shape 3 1 (W_O M) /\ forall num, length (encode M num) = 3%nat.
Proof. repeat split; repeat constructor. Qed.

Lemma inputs_exist low N M : (low = 0 \/ low = 1)%Z -> (1 <= M)%Z -> input low N M (fun _ => 1%Z).
Proof. unfold input; lia. Qed.

(** * Proof *)

(** What the residues a of num_i and b of num_j say. *)
Lemma residues M a b : (1 <= M)%Z ->
  (M - b mod M - M * ind (b mod M =? 0) = a mod M <-> (a + b) mod M = 0)%Z.
Proof.
  intros HM; assert (A := Z.mod_pos_bound a M ltac:(lia)); assert (B := Z.mod_pos_bound b M ltac:(lia)).
  rewrite Z.add_mod by lia; revert A B; generalize (a mod M)%Z as r, (b mod M)%Z as s; intros r s A B; unfold ind.
  destruct (Z.eqb_spec s 0) as [-> | S]; cbv iota.
  - rewrite Z.add_0_r, Z.mod_small by lia; split; lia.
  - split; [intros E; replace (r + s)%Z with M by lia; apply Z.mod_same; lia|].
    intros E; assert (D := Z.div_mod (r + s) M ltac:(lia)); rewrite E in D; revert D.
    generalize ((r + s) / M)%Z as q; intros q D; destruct (Z.lt_trichotomy q 1) as [L | [-> | L]]; nia.
Qed.

Lemma key_is_query M x i j : (1 <= M)%Z ->
  (key M (encoded M x) j = query M (encoded M x) i <-> ((x i + x j) mod M = 0)%Z).
Proof.
  intros HM; unfold key, query, encoded; destruct (rows_are_linear M (x i)) as [-> _], (rows_are_linear M (x j)) as [_ [-> _]].
  rewrite <- (residues M (x i) (x j) HM); split; [intros E; apply eq_IZR; congruence | intros ->; reflexivity].
Qed.

Lemma output_is N M e i : output N M e i = coordinate 1 (mean_of_matches 1 (tokens N) (query M e i) (key M e) (value M e)).
Proof.
  unfold output; set (m := mean_of_matches _ _ _ _ _).
  assert (L : length m = 1%nat) by (unfold m, mean_of_matches; now destruct matching; rewrite map_length).
  destruct m as [|v [|]]; try discriminate L; cbv [apply W_O map dot coordinate nth Nat.sub]; ring.
Qed.

Theorem output_right : output_is_right.
Proof.
  intros low N M _ _ HM x _ i _ y; unfold y; rewrite output_is; split.
  - intros [j [Hj Hx]].
    rewrite (some_match _ _ _ (value M (encoded M x)) _ (fun j _ => key_is_query M x i j HM) 1 1 1); [rewrite Rminus_eq_0, Rabs_R0; lra | lia | |].
    + exists j; split; [now apply in_range | exact Hx].
    + intros t _ _; unfold value, encoded; now destruct (rows_are_linear M (x t)) as [_ [_ ->]].
  - intros None.
    rewrite (no_match _ _ _ (value M (encoded M x)) _ (fun j _ => key_is_query M x i j HM) 1 1); [rewrite Rminus_0_r, Rabs_R0; lra | lia |].
    intros t Ht Hx; apply None; exists t; split; [now apply in_range | exact Hx].
Qed.

Theorem weights_displayed : weights_are_displayed.
Proof.
  intros low N M _ _ HM x _ i j _ _; unfold weight, weight_of_match, matching.
  rewrite (filter_ext (fun t => if list_eq_dec Req_EM_T (key M (encoded M x) t) (query M (encoded M x) i) then true else false)
    (fun k => (x i + x k) mod M =? 0)%Z).
  - destruct (list_eq_dec _ _ _) as [E | E], (Z.eqb_spec ((x i + x j) mod M) 0) as [F | F]; try (apply key_is_query in E; [|exact HM]).
    + unfold Rdiv; now rewrite Rmult_1_l.
    + contradiction.
    + exfalso; apply E, key_is_query; assumption.
    + reflexivity.
  - intros t; destruct (list_eq_dec _ _ _) as [E | E], (Z.eqb_spec ((x i + x t) mod M) 0) as [F | F]; try reflexivity; exfalso.
    + apply key_is_query in E; [contradiction | exact HM].
    + apply E, key_is_query; assumption.
Qed.

(** What is stated, for every size. *)
Theorem anna_ema_match2_repaired : output_is_right /\ weights_are_displayed.
Proof. exact (conj output_right weights_displayed). Qed.
