(** Lemma L2, distinct multiples. Where scores are different integers times a unit, all tuples but the best weigh at most q + q^2 + .. = q/(1 - q)
    relative to it, q = e^-unit: of a mean at most the share q is theirs. *)
From Coq Require Import Reals Lra Lia List ZArith FinFun.
From Attest Require Import Sums Softmax Exponential Means.
Import ListNotations.
Open Scope R_scope.

Lemma total_powers c k : 0 < c ->
  total (map (fun i => (0 + Z.of_nat i)%Z) (seq 0 k)) (fun z => exp (- (c * IZR z))) = (1 - exp (- (c * INR k))) / (1 - exp (- c)).
Proof.
  intros Hc; assert (Q : exp (- c) < 1) by (rewrite <- exp_0; apply exp_increasing; lra).
  induction k as [|k IH]; [cbn; rewrite Rmult_0_r, Ropp_0, exp_0; field; lra|].
  rewrite seq_S, map_app, total_app, IH; cbn [map total plus]; rewrite Z.add_0_l, <- INR_IZR_INZ, S_INR, Rmult_plus_distr_l, Rmult_1_r.
  replace (- (c * INR k + c)) with (- (c * INR k) + - c) by ring; rewrite exp_plus; field; lra.
Qed.

Theorem total_multiples {A} (l : list A) (z : A -> Z) c :
  0 < c -> NoDup l -> (forall a, In a l -> (0 <= z a)%Z) -> (forall a b, In a l -> In b l -> z a = z b -> a = b) ->
  total l (fun a => exp (- (c * IZR (z a)))) <= / (1 - exp (- c)).
Proof.
  intros Hc D Pos Inj; assert (Q : exp (- c) < 1) by (rewrite <- exp_0; apply exp_increasing; lra).
  rewrite <- (total_map z l (fun z => exp (- (c * IZR z)))).
  assert (N := injective_nodup z l D Inj).
  set (hi := fold_right Z.max 0%Z (map z l)).
  eapply Rle_trans; [apply (total_incl _ (range 0 hi) _ N)|].
  - intros x Hx; left; apply in_range; split; [apply in_map_iff in Hx; destruct Hx as [a [<- Ha]]; now apply Pos|].
    unfold hi; clear -Hx; induction (map z l) as [|y r IH]; cbn in *; [destruct Hx|].
    destruct Hx as [-> | Hx]; [lia | specialize (IH Hx); lia].
  - intros x _; apply Rlt_le, exp_pos.
  - unfold range; rewrite total_powers by exact Hc; rewrite <- (Rmult_1_l (/ (1 - exp (- c)))).
    apply Rmult_le_compat_r; [apply Rlt_le, Rinv_0_lt_compat; lra | assert (P := exp_pos (- (c * INR (Z.to_nat (hi + 1 - 0))))); lra].
Qed.

(** Scores `unit * s t`, no two alike, the best at w: the mean of f misses f w by at most D q. *)
Corollary leak_multiples {A} (l : list A) (s : A -> Z) (f : A -> R) w D unit :
  0 < unit -> NoDup l -> In w l -> (forall t, In t l -> (s t <= s w)%Z) ->
  (forall a b, In a l -> In b l -> s a = s b -> a = b) -> (forall t, In t l -> Rabs (f t - f w) <= D) ->
  Rabs (mean l (fun t => unit * IZR (s t)) f - f w) <= D * exp (- unit).
Proof.
  intros Hu N Hw Top Inj HD; assert (Q : exp (- unit) < 1) by (rewrite <- exp_0; apply exp_increasing; lra).
  replace (exp (- unit)) with (1 - / / (1 - exp (- unit))) by (rewrite Rinv_inv; ring).
  apply leak_le; [exact Hw | exact HD |].
  rewrite (total_ext l _ (fun t => exp (- (unit * IZR (s w - s t)))))
    by (intros t _; f_equal; rewrite minus_IZR; ring).
  apply (total_multiples l (fun t => (s w - s t)%Z) unit Hu N).
  - intros t Ht; specialize (Top t Ht); lia.
  - intros a b Ha Hb E; apply Inj; auto; lia.
Qed.

(** The same for integers. *)
Corollary average_near {A} (l : list A) (s f : A -> Z) w D unit :
  0 < unit -> NoDup l -> In w l -> (forall t, In t l -> (s t <= s w)%Z) ->
  (forall a b, In a l -> In b l -> s a = s b -> a = b) -> (forall t, In t l -> (Z.abs (f t - f w) <= D)%Z) ->
  Rabs (average l (fun t => unit * IZR (s t)) f - IZR (f w)) <= IZR D * exp (- unit).
Proof.
  intros Hu N Hw Top Inj HD; apply (leak_multiples l s (fun t => IZR (f t)) w); auto.
  intros t Ht; rewrite <- minus_IZR, <- abs_IZR; apply IZR_le; auto.
Qed.

(** ** Ties: four digits of 1, .., m to the base m *)

Definition tie (m c d k l : Z) : Z := (c * m ^ 3 + d * m ^ 2 + k * m + l)%Z.
Definition digit (m x : Z) : Prop := (1 <= x <= m)%Z.

Lemma digits b x y x' y' : (1 <= y <= b -> 1 <= y' <= b -> x * b + y = x' * b + y' -> x = x' /\ y = y')%Z.
Proof.
  intros Hy Hy' E; destruct (Z.lt_trichotomy x x') as [L | [-> | L]]; [|lia|].
  - assert ((x + 1) * b <= x' * b)%Z by (apply Z.mul_le_mono_nonneg_r; lia); lia.
  - assert ((x' + 1) * b <= x * b)%Z by (apply Z.mul_le_mono_nonneg_r; lia); lia.
Qed.

Lemma tie_injective m c d k l c' d' k' l' : digit m c -> digit m d -> digit m k -> digit m l ->
  digit m c' -> digit m d' -> digit m k' -> digit m l' -> tie m c d k l = tie m c' d' k' l' ->
  c = c' /\ d = d' /\ k = k' /\ l = l'.
Proof.
  unfold digit, tie; intros Hc Hd Hk Hl Hc' Hd' Hk' Hl' E.
  destruct (digits m (c * m ^ 2 + d * m + k) l (c' * m ^ 2 + d' * m + k') l' Hl Hl') as [E1 E2].
  { replace ((c * m ^ 2 + d * m + k) * m)%Z with (c * m ^ 3 + d * m ^ 2 + k * m)%Z by ring.
    replace ((c' * m ^ 2 + d' * m + k') * m)%Z with (c' * m ^ 3 + d' * m ^ 2 + k' * m)%Z by ring; exact E. }
  destruct (digits m (c * m + d) k (c' * m + d') k' Hk Hk') as [E3 E4].
  { replace ((c * m + d) * m)%Z with (c * m ^ 2 + d * m)%Z by ring.
    replace ((c' * m + d') * m)%Z with (c' * m ^ 2 + d' * m)%Z by ring; exact E1. }
  destruct (digits m c d c' d' Hd Hd' E3) as [E5 E6]; now subst.
Qed.

(** m^3 + m^2 + m + 1 .. m (m^3 + m^2 + m + 1): they differ by less than m^4. *)
Lemma tie_bounds m c d k l : digit m c -> digit m d -> digit m k -> digit m l ->
  (m ^ 3 + m ^ 2 + m + 1 <= tie m c d k l < m ^ 3 + m ^ 2 + m + 1 + m ^ 4)%Z.
Proof.
  unfold digit, tie; intros Hc Hd Hk Hl.
  assert (P3 : (0 <= m ^ 3)%Z) by (apply Z.pow_nonneg; lia); assert (P2 : (0 <= m ^ 2)%Z) by (apply Z.pow_nonneg; lia).
  assert (T : (m * m ^ 3 + m * m ^ 2 + m * m + m = m ^ 3 + m ^ 2 + m + 1 + m ^ 4 - 1)%Z) by ring.
  split; nia.
Qed.

(** ** Quadruples of 1, .., m, as pairs of pairs *)

Definition quadruples (m : Z) : list ((Z * Z) * (Z * Z)) :=
  list_prod (list_prod (range 1 m) (range 1 m)) (list_prod (range 1 m) (range 1 m)).

Lemma in_quadruples m c d k l : In ((c, d), (k, l)) (quadruples m) <-> (1 <= c <= m /\ 1 <= d <= m /\ 1 <= k <= m /\ 1 <= l <= m)%Z.
Proof. unfold quadruples; rewrite !in_prod_iff, !in_range; tauto. Qed.

Lemma nodup_quadruples m : NoDup (quadruples m).
Proof. unfold quadruples; apply nodup_prod; apply nodup_prod; apply nodup_range. Qed.

Lemma some_quadruple m : (1 <= m)%Z -> quadruples m <> [].
Proof. intros Size E; assert (I := proj2 (in_quadruples m 1 1 1 1) ltac:(lia)); rewrite E in I; destruct I. Qed.

Lemma number_of_quadruples m : (1 <= m)%Z -> Z.of_nat (length (quadruples m)) = (m ^ 4)%Z.
Proof.
  intros Size; unfold quadruples, range; rewrite !prod_length, map_length, seq_length.
  rewrite !Nat2Z.inj_mul, !Z2Nat.id by lia; ring.
Qed.

Lemma tie_range m c d k l : In ((c, d), (k, l)) (quadruples m) ->
  (m ^ 3 + m ^ 2 + m + 1 <= tie m c d k l < m ^ 3 + m ^ 2 + m + 1 + m ^ 5)%Z.
Proof.
  rewrite in_quadruples; intros [Hc [Hd [Hk Hl]]]; assert (T := tie_bounds m c d k l Hc Hd Hk Hl).
  assert (m ^ 4 <= m ^ 5)%Z by (apply Z.pow_le_mono_r; lia); lia.
Qed.

Lemma tie_tells m c d k l c' d' k' l' :
  In ((c, d), (k, l)) (quadruples m) -> In ((c', d'), (k', l')) (quadruples m) -> tie m c d k l = tie m c' d' k' l' ->
  ((c, d), (k, l)) = ((c', d'), (k', l')).
Proof.
  rewrite !in_quadruples; intros [Hc [Hd [Hk Hl]]] [Hc' [Hd' [Hk' Hl']]] E.
  destruct (tie_injective m c d k l c' d' k' l') as [-> [-> [-> ->]]]; auto.
Qed.

(** Multiples of P with ties that differ by less than P: where they are equal, the ties are. *)
Lemma same_tie P x a y b z : (0 < P)%Z -> (z <= a < z + P)%Z -> (z <= b < z + P)%Z -> (P * x + a = P * y + b)%Z -> a = b.
Proof.
  intros HP Ha Hb E; destruct (Z.lt_trichotomy x y) as [L | [-> | L]]; [|lia|].
  - assert (P * (x + 1) <= P * y)%Z by (apply Z.mul_le_mono_nonneg_l; lia); lia.
  - assert (P * (y + 1) <= P * x)%Z by (apply Z.mul_le_mono_nonneg_l; lia); lia.
Qed.

(** Three squares taken off two bits: at most 2, and 2 only where all squares are 0 and both bits are 1. *)
Lemma squares_vanish x y z a b : (0 <= a <= 1 -> 0 <= b <= 1 -> 2 <= - x ^ 2 - y ^ 2 - z ^ 2 + a + b ->
  x = 0 /\ y = 0 /\ z = 0 /\ a = 1 /\ b = 1)%Z.
Proof.
  intros Ha Hb H; assert (Sq : forall x, (0 <= x ^ 2)%Z) by (intros t; apply Z.pow_even_nonneg; now exists 1%Z).
  assert (Sx := Sq x); assert (Sy := Sq y); assert (Sz := Sq z).
  repeat split; try lia; apply (Z.pow_eq_0_iff _ 2); lia.
Qed.
