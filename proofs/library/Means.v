(** Means of integers under a softmax, and what a piecewise linear readout makes of them. *)
From Coq Require Import Reals Lra Lia List ZArith.
From Attest Require Import Sums Softmax.
Import ListNotations.
Open Scope R_scope.

Section Means.
  Context {T : Type}.
  Variables (l : list T) (s : T -> R).

  Definition average (f : T -> Z) : R := mean l s (fun t => IZR (f t)).

  Lemma average_ext f g : (forall t, In t l -> f t = g t) -> average f = average g.
  Proof. intros H; apply mean_ext; [reflexivity | intros t Ht; now rewrite H]. Qed.

  Lemma average_times a f : average (fun t => a * f t)%Z = IZR a * average f.
  Proof. unfold average; rewrite <- mean_times; apply mean_ext; [reflexivity | intros t _; apply mult_IZR]. Qed.

  Lemma average_plus f g : average (fun t => f t + g t)%Z = average f + average g.
  Proof. unfold average; rewrite <- mean_plus; apply mean_ext; [reflexivity | intros t _; apply plus_IZR]. Qed.

  Lemma average_constant c : l <> [] -> average (fun _ => c) = IZR c.
  Proof. intros NE; exact (mean_constant l s (IZR c) NE). Qed.

  Lemma average_line a f b : l <> [] -> average (fun t => a * f t + b)%Z = IZR a * average f + IZR b.
  Proof. intros NE; now rewrite average_plus, average_times, average_constant. Qed.

  Lemma average_le f g : (forall t, In t l -> (f t <= g t)%Z) -> average f <= average g.
  Proof. intros H; apply mean_le; intros t Ht; now apply IZR_le, H. Qed.

  Lemma average_nonneg f : l <> [] -> (forall t, In t l -> (0 <= f t)%Z) -> 0 <= average f.
  Proof. intros NE H; rewrite <- (average_constant 0 NE); now apply average_le. Qed.

  Lemma average_abs f : Rabs (average f) <= average (fun t => Z.abs (f t)).
  Proof. eapply Rle_trans; [apply mean_abs|]; apply mean_le; intros t _; rewrite abs_IZR; lra. Qed.
End Means.

Lemma best {T} (l : list T) (f : T -> Z) : l <> [] -> exists w, In w l /\ forall t, In t l -> (f t <= f w)%Z.
Proof.
  induction l as [|a l IH]; [easy|]; intros _; destruct l as [|b r]; [exists a; split; [now left | intros t [-> | []]; lia]|].
  destruct (IH ltac:(easy)) as [w [Hw Top]]; destruct (Z.le_gt_cases (f a) (f w)) as [Le | Gt].
  - exists w; split; [now right | intros t [<- | Ht]; auto].
  - exists a; split; [now left | intros t [<- | Ht]; [lia | specialize (Top t Ht); lia]].
Qed.

(** Of a number that is near an integer: it is above this less the distance, and away from 0 where the integer is not 0. *)
Lemma above x f D : Rabs (x - f) <= D -> f - D <= x.
Proof. intros H; assert (T := Rle_abs (- (x - f))); rewrite Rabs_Ropp in T; lra. Qed.

Lemma away x f D : Rabs (x - IZR f) <= D -> D <= 1 / 2 -> (f <> 0)%Z -> 1 / 2 <= Rabs x.
Proof.
  intros H Half Hf; assert (1 <= Rabs (IZR f)) by (rewrite <- abs_IZR; apply IZR_le; lia).
  assert (T := Rabs_triang_inv (IZR f) x); rewrite <- Rabs_Ropp in H; replace (- (x - IZR f)) with (IZR f - x) in H by ring; lra.
Qed.

Definition relu (x : R) : R := Rmax 0 x.

Lemma relu_ge x : 0 <= relu x /\ x <= relu x.
Proof. unfold relu; split; [apply Rmax_l | apply Rmax_r]. Qed.

Lemma relu_le x b : x <= b -> 0 <= b -> relu x <= b.
Proof. intros; now apply Rmax_lub. Qed.
