(** One layer at one setting of the sizes. Encodings and matrices are rational there and the outputs real numbers, which rational
    ones enclose: whether an input is answered wrongly is decided by computation. *)
From Coq Require Import Reals Lra Lia List ZArith QArith Qreals Qabs Qround Bool.
From Attest Require Import Sums Softmax Exponential.
Import ListNotations.
Open Scope Q_scope.

(** Integers among rational numbers. *)
Coercion inject_Z : Z >-> Q.
Arguments cons {A} & a l.  (* so that an entry of a row is one of Q *)
Notation row := (list Q).
Notation matrix := (list (list Q)).

(** ** What layers are made of *)

Fixpoint dot (u v : row) : Q :=
  match u, v with a :: u, b :: v => a * b + dot u v | _, _ => 0 end.

(** Entry by entry. *)
Fixpoint times (u v : row) : row :=
  match u, v with a :: u, b :: v => (a * b) :: times u v | _, _ => [] end.

Definition apply (W : matrix) (v : row) : row := map (fun w => dot w v) W.

(** From 1 on. *)
Definition coordinate (r : nat) (v : row) : Q := nth (r - 1) v 0.

Fixpoint equal (u v : row) : bool :=
  match u, v with [], [] => true | a :: u, b :: v => Qeq_bool a b && equal u v | _, _ => false end.

(** A head puts out the mean of its values, with weights e^score. *)
Definition softmax {A} (size : nat) (l : list A) (scale : R) (s : A -> Q) (f : A -> row) : list R :=
  map (fun r => mean l (fun t => scale * Q2R (s t))%R (fun t => Q2R (coordinate r (f t)))) (seq 1 size).

Fixpoint sum {A} (l : list A) (f : A -> Q) : Q :=
  match l with [] => 0 | a :: r => Qred (f a + sum r f) end.

(** Or the mean over some of them alike; 0 where there is none. *)
Definition average {A} (size : nat) (l : list A) (f : A -> row) : row :=
  map (fun r => match l with [] => 0 | _ => sum l (fun t => coordinate r (f t)) / Z.of_nat (length l) end) (seq 1 size).

(** Those whose key is the query, or those of the best score. *)
Definition matched {A} (l : list A) (query : row) (key : A -> row) : list A := filter (fun t => equal (key t) query) l.
Definition best {A} (l : list A) (s : A -> Q) : list A :=
  filter (fun t => forallb (fun u => Qle_bool (s u) (s t)) l) l.

Definition exact_match {A} (size : nat) (l : list A) (query : row) (key f : A -> row) : list R :=
  map Q2R (average size (matched l query key) f).
Definition hard_maximum {A} (size : nat) (l : list A) (s : A -> Q) (f : A -> row) : list R :=
  map Q2R (average size (best l s) f).

(** A row of W_O times what the heads put out, and the residual. *)
Fixpoint arrival (w : row) (v : list R) : R :=
  match w, v with a :: w, b :: v => Q2R a * b + arrival w v | _, _ => 0 end%R.

Definition arrivals (W : matrix) (v : list R) : list R := map (fun w => arrival w v) W.

Fixpoint residual (u : row) (v : list R) : list R :=
  match u, v with a :: u, b :: v => (Q2R a + b)%R :: residual u v | _, _ => [] end.

(** What is read out of the stream: coordinate r, from 1 on. *)
Inductive network :=
  | number (q : Q) | stream (r : nat) | plus (a b : network) | scaled (q : Q) (a : network)
  | absolute (a : network) | relu (a : network) | larger (a b : network) | smaller (a b : network).

Declare Scope network_scope.
Delimit Scope network_scope with network.
Notation "a + b" := (plus a b) : network_scope.
Notation "q * a" := (scaled q%Q a) : network_scope.

Fixpoint read (y : network) (v : list R) : R :=
  match y with
  | number q => Q2R q
  | stream r => nth (r - 1) v 0%R
  | plus a b => (read a v + read b v)%R
  | scaled q a => (Q2R q * read a v)%R
  | absolute a => Rabs (read a v)
  | relu a => Rmax 0 (read a v)
  | larger a b => Rmax (read a v) (read b v)
  | smaller a b => Rmin (read a v) (read b v)
  end.

(** Functions given by their values at 1, 2, .., and at pairs. *)
Definition entry (w : list Z) (i : Z) : Z := nth (Z.to_nat (i - 1)) w 0%Z.
Definition entry_2 (w : list (list Z)) (i j : Z) : Z := entry (nth (Z.to_nat (i - 1)) w []) j.

(** ** What a task asks for *)

Notation "'some' x 'in' l , P" := (existsb (fun x => P) l) (at level 200, x name, P at level 200).
Notation "'every' x 'in' l , P" := (forallb (fun x => P) l) (at level 200, x name, P at level 200).

Definition count {A} (l : list A) (P : A -> bool) : Z := Z.of_nat (length (filter P l)).

Fixpoint adds {A} (l : list A) (f : A -> Z) : Z := match l with [] => 0 | a :: r => f a + adds r f end%Z.

Definition ind (P : bool) : Z := if P then 1%Z else 0%Z.

(** The input that is given lies in the domain. *)
Lemma values_between (f : Z -> Z) lo hi low high :
  forallb (fun a => (low <=? f a) && (f a <=? high))%Z (range lo hi) = true ->
  forall a, (lo <= a <= hi -> low <= f a <= high)%Z.
Proof.
  intros H a Ha; rewrite forallb_forall in H; specialize (H a (proj2 (in_range a lo hi) Ha)).
  apply andb_prop in H; destruct H as [H1 H2]; apply Z.leb_le in H1, H2; lia.
Qed.

Lemma values_between_2 (f : Z -> Z -> Z) lo hi lo' hi' low high :
  forallb (fun a => forallb (fun b => (low <=? f a b) && (f a b <=? high))%Z (range lo' hi')) (range lo hi) = true ->
  forall a b, (lo <= a <= hi -> lo' <= b <= hi' -> low <= f a b <= high)%Z.
Proof.
  intros H a b Ha; rewrite forallb_forall in H; specialize (H a (proj2 (in_range a lo hi) Ha)).
  now apply (values_between (f a)).
Qed.

(** ** Enclosures *)

Definition bounds : Type := Q * Q.
Definition between (I : bounds) (x : R) : Prop := (Q2R (fst I) <= x <= Q2R (snd I))%R.

Lemma Q2R_of_Z z : Q2R (inject_Z z) = IZR z.
Proof. unfold Q2R, inject_Z; cbn; field. Qed.

Lemma Q2R_0 : Q2R 0 = 0%R. Proof. exact (Q2R_of_Z 0). Qed.
Lemma Q2R_1 : Q2R 1 = 1%R. Proof. exact (Q2R_of_Z 1). Qed.
Lemma Q2R_red q : Q2R (Qred q) = Q2R q. Proof. apply Qeq_eqR, Qred_correct. Qed.

Lemma le_Q2R a b : Qle_bool a b = true -> (Q2R a <= Q2R b)%R.
Proof. intros H; now apply Qle_Rle, Qle_bool_iff. Qed.

Lemma lt_Q2R a b : Qle_bool a b = false -> (Q2R b < Q2R a)%R.
Proof. intros H; apply Qlt_Rlt, Qnot_le_lt; intros L; apply Qle_bool_iff in L; congruence. Qed.

Lemma exactly q : between (q, q) (Q2R q).
Proof. split; cbn; lra. Qed.

Definition plus_bounds (I J : bounds) : bounds := (Qred (fst I + fst J), Qred (snd I + snd J)).

Lemma plus_between I J x y : between I x -> between J y -> between (plus_bounds I J) (x + y)%R.
Proof. unfold between, plus_bounds; cbn [fst snd]; rewrite !Q2R_red, !Q2R_plus; lra. Qed.

Definition scaled_bounds (q : Q) (I : bounds) : bounds :=
  if Qle_bool 0 q then (Qred (q * fst I), Qred (q * snd I)) else (Qred (q * snd I), Qred (q * fst I)).

Lemma scaled_between q I x : between I x -> between (scaled_bounds q I) (Q2R q * x)%R.
Proof.
  unfold between, scaled_bounds; intros H; destruct (Qle_bool 0 q) eqn:E.
  - apply le_Q2R in E; rewrite Q2R_0 in E; cbn [fst snd]; rewrite !Q2R_red, !Q2R_mult; split; apply Rmult_le_compat_l; lra.
  - apply lt_Q2R in E; rewrite Q2R_0 in E; cbn [fst snd]; rewrite !Q2R_red, !Q2R_mult; split; apply Rmult_le_compat_neg_l; lra.
Qed.

Definition larger_of (a b : Q) : Q := if Qle_bool a b then b else a.
Definition smaller_of (a b : Q) : Q := if Qle_bool a b then a else b.

Lemma Q2R_larger a b : Q2R (larger_of a b) = Rmax (Q2R a) (Q2R b).
Proof.
  unfold larger_of; destruct (Qle_bool a b) eqn:E.
  - apply le_Q2R in E; now rewrite Rmax_right.
  - apply lt_Q2R in E; rewrite Rmax_left; lra.
Qed.

Lemma Q2R_smaller a b : Q2R (smaller_of a b) = Rmin (Q2R a) (Q2R b).
Proof.
  unfold smaller_of; destruct (Qle_bool a b) eqn:E.
  - apply le_Q2R in E; now rewrite Rmin_left.
  - apply lt_Q2R in E; rewrite Rmin_right; lra.
Qed.

Definition larger_bounds (I J : bounds) : bounds := (larger_of (fst I) (fst J), larger_of (snd I) (snd J)).
Definition smaller_bounds (I J : bounds) : bounds := (smaller_of (fst I) (fst J), smaller_of (snd I) (snd J)).

Lemma larger_between I J x y : between I x -> between J y -> between (larger_bounds I J) (Rmax x y).
Proof.
  unfold between, larger_bounds; cbn [fst snd]; rewrite !Q2R_larger; intros HI HJ.
  unfold Rmax; repeat destruct (Rle_dec _ _); lra.
Qed.

Lemma smaller_between I J x y : between I x -> between J y -> between (smaller_bounds I J) (Rmin x y).
Proof.
  unfold between, smaller_bounds; cbn [fst snd]; rewrite !Q2R_smaller; intros HI HJ.
  unfold Rmin; repeat destruct (Rle_dec _ _); lra.
Qed.

Fixpoint read_bounds (y : network) (v : list bounds) : bounds :=
  match y with
  | number q => (q, q)
  | stream r => nth (r - 1) v (0, 0)
  | plus a b => plus_bounds (read_bounds a v) (read_bounds b v)
  | scaled q a => scaled_bounds q (read_bounds a v)
  | absolute a => larger_bounds (read_bounds a v) (scaled_bounds (-(1)) (read_bounds a v))
  | relu a => larger_bounds (0, 0) (read_bounds a v)
  | larger a b => larger_bounds (read_bounds a v) (read_bounds b v)
  | smaller a b => smaller_bounds (read_bounds a v) (read_bounds b v)
  end.

Lemma zero_between : between (0, 0) 0%R.
Proof. unfold between; cbn [fst snd]; rewrite Q2R_0; lra. Qed.

Lemma nth_between V v r : Forall2 between V v -> between (nth r V (0, 0)) (nth r v 0%R).
Proof.
  intros H; revert r; induction H as [|I x V v HI _ IH]; intros [|r]; cbn; auto using zero_between.
Qed.

Lemma absolute_larger x : Rabs x = Rmax x (Q2R (-(1)) * x)%R.
Proof.
  rewrite Q2R_opp, Q2R_1; unfold Rabs, Rmax; destruct (Rcase_abs x), (Rle_dec x _); lra.
Qed.

Lemma read_between y V v : Forall2 between V v -> between (read_bounds y V) (read y v).
Proof.
  intros H; induction y; cbn [read read_bounds].
  - apply exactly.
  - now apply nth_between.
  - now apply plus_between.
  - now apply scaled_between.
  - rewrite absolute_larger; apply larger_between; [assumption | now apply scaled_between].
  - apply larger_between; [apply zero_between | assumption].
  - now apply larger_between.
  - now apply smaller_between.
Qed.

Fixpoint arrival_bounds (w : row) (v : list bounds) : bounds :=
  match w, v with a :: w, b :: v => plus_bounds (scaled_bounds a b) (arrival_bounds w v) | _, _ => (0, 0) end.

Definition arrivals_bounds (W : matrix) (v : list bounds) : list bounds := map (fun w => arrival_bounds w v) W.

Fixpoint residual_bounds (u : row) (v : list bounds) : list bounds :=
  match u, v with a :: u, b :: v => plus_bounds (a, a) b :: residual_bounds u v | _, _ => [] end.

Lemma arrivals_between W V v : Forall2 between V v -> Forall2 between (arrivals_bounds W V) (arrivals W v).
Proof.
  intros H; induction W as [|w W IH]; constructor; [clear IH | exact IH].
  revert w; induction H as [|I x V v HI _ IH]; intros [|a w]; cbn [arrival arrival_bounds]; auto using zero_between.
  apply plus_between; [now apply scaled_between | apply IH].
Qed.

Lemma residual_between u V v : Forall2 between V v -> Forall2 between (residual_bounds u V) (residual u v).
Proof.
  intros H; revert u; induction H as [|I x V v HI _ IH]; intros [|a u]; cbn [residual residual_bounds]; auto.
  constructor; [apply plus_between; [apply exactly | exact HI] | apply IH].
Qed.

(** Rational outputs. *)
Definition points (v : list Q) : list bounds := map (fun q => (q, q)) v.

Lemma points_between v : Forall2 between (points v) (map Q2R v).
Proof. induction v; constructor; auto using exactly. Qed.

(** ** A softmax of scores that differ by multiples of a unit, q = e^-(scale unit) *)

(** Rounded at every step; to the grid, so that numbers stay short. *)
Fixpoint power (round : Q -> Q) (q : Q) (d : nat) : Q :=
  match d with O => 1 | S d => round (q * power round q d) end.

Definition grid : Z := (2 ^ 60)%Z.
Definition down (q : Q) : Q := Qred (Qfloor (q * grid) / grid).
Definition up (q : Q) : Q := Qred ((Qfloor (q * grid) + 1)%Z / grid).

Definition downwards (round : Q -> Q) := forall q, (0 <= Q2R q -> 0 <= Q2R (round q) <= Q2R q)%R.
Definition upwards (round : Q -> Q) := forall q, (Q2R q <= Q2R (round q))%R.

Lemma on_grid z : Q2R (Qred (inject_Z z / grid)) = (IZR z / IZR grid)%R.
Proof. rewrite Q2R_red, Q2R_div, !Q2R_of_Z; [reflexivity | now unfold Qeq]. Qed.

Lemma down_downwards : downwards down.
Proof.
  intros q H; unfold down; rewrite on_grid.
  assert (G : (0 < IZR grid)%R) by now apply IZR_lt.
  assert (L := Qfloor_le (q * grid)); apply Qle_Rle in L; rewrite Q2R_mult, !Q2R_of_Z in L.
  assert (P : (0 <= IZR (Qfloor (q * grid)))%R).
  { apply IZR_le; assert (F := Qlt_floor (q * grid)); apply Qlt_Rlt in F; rewrite Q2R_mult, !Q2R_of_Z, plus_IZR in F.
    assert (0 <= Q2R q * IZR grid)%R by (apply Rmult_le_pos; lra).
    apply Z.lt_succ_r, lt_IZR; unfold Z.succ; rewrite plus_IZR; lra. }
  split; [apply Rmult_le_pos; [exact P | apply Rlt_le, Rinv_0_lt_compat, G]|].
  apply (Rmult_le_reg_r (IZR grid)); [exact G|]; unfold Rdiv; rewrite Rmult_assoc, Rinv_l; lra.
Qed.

Lemma up_upwards : upwards up.
Proof.
  intros q; unfold up; rewrite on_grid; assert (G : (0 < IZR grid)%R) by now apply IZR_lt.
  assert (F := Qlt_floor (q * grid)); apply Qlt_Rlt in F; rewrite Q2R_mult, !Q2R_of_Z in F.
  apply (Rmult_le_reg_r (IZR grid)); [exact G|]; unfold Rdiv; rewrite Rmult_assoc, Rinv_l; lra.
Qed.

Lemma red_downwards : downwards Qred. Proof. intros q; rewrite Q2R_red; lra. Qed.
Lemma red_upwards : upwards Qred. Proof. intros q; rewrite Q2R_red; lra. Qed.

Lemma power_low round q d : downwards round -> (0 <= Q2R q)%R -> (0 <= Q2R (power round q d) <= Q2R q ^ d)%R.
Proof.
  intros Hr H; induction d as [|d IH]; cbn [power pow]; [rewrite Q2R_1; lra|].
  assert (P : (0 <= Q2R (q * power round q d))%R) by (rewrite Q2R_mult; apply Rmult_le_pos; lra).
  specialize (Hr _ P); rewrite Q2R_mult in Hr.
  assert (Q2R q * Q2R (power round q d) <= Q2R q * Q2R q ^ d)%R by (apply Rmult_le_compat_l; lra); lra.
Qed.

Lemma power_high round q d : upwards round -> (0 <= Q2R q)%R -> (Q2R q ^ d <= Q2R (power round q d))%R.
Proof.
  intros Hr H; induction d as [|d IH]; cbn [power pow]; [rewrite Q2R_1; lra|].
  specialize (Hr (q * power round q d)); rewrite Q2R_mult in Hr.
  assert (Q2R q * Q2R q ^ d <= Q2R q * Q2R (power round q d))%R by (apply Rmult_le_compat_l; lra); lra.
Qed.

(** Of q^d, exactly where q is known exactly; beyond d = deep only q^deep is computed. *)
Definition weight_bounds (q : bounds) (deep d : Z) : bounds :=
  let exact := Qeq_bool (fst q) (snd q) in
  let high := power (if exact then Qred else up) (snd q) (Z.to_nat (Z.min d deep)) in
  (if (d <=? deep)%Z then power (if exact then Qred else down) (fst q) (Z.to_nat d) else 0, high).

Definition steps (top unit s : Q) : Z := Qfloor ((top - s) / unit).

(** What the bounds below rest on. *)
Definition in_steps {A} (l : list A) (top unit : Q) (q : bounds) (s : A -> Q) : bool :=
  forallb (fun t => (0 <=? steps top unit (s t))%Z && Qeq_bool (steps top unit (s t) * unit) (top - s t)) l
  && Qle_bool 0 (fst q) && Qle_bool (snd q) 1.

Definition weights {A} (l : list A) (top unit : Q) (q : bounds) (deep : Z) (s : A -> Q) : list (A * bounds) :=
  map (fun t => (t, weight_bounds q deep (steps top unit (s t)))) l.

Definition quotient_bounds (N Z : bounds) : bounds :=
  (if Qle_bool 0 (fst N) then fst N / snd Z else fst N / fst Z, if Qle_bool 0 (snd N) then snd N / fst Z else snd N / snd Z).

Fixpoint sum_bounds {A} (l : list (A * bounds)) (f : A -> Q) : bounds :=
  match l with [] => (0, 0) | (t, w) :: r => plus_bounds (scaled_bounds (f t) w) (sum_bounds r f) end.

Definition softmax_bounds {A} (size : nat) (w : list (A * bounds)) (f : A -> row) : list bounds :=
  map (fun r => quotient_bounds (sum_bounds w (fun t => coordinate r (f t))) (sum_bounds w (fun _ => 1))) (seq 1 size).

Lemma weight_between q deep d x :
  (0 <= d)%Z -> (0 <= deep)%Z -> between q x -> (0 <= Q2R (fst q))%R -> (Q2R (snd q) <= 1)%R ->
  between (weight_bounds q deep d) (x ^ Z.to_nat d)%R.
Proof.
  intros Hd Hdeep [Hl Hh] H0 H1; unfold between, weight_bounds; cbn [fst snd]; split.
  - destruct (Z.leb_spec d deep); [|rewrite Q2R_0; apply pow_le; lra].
    apply (Rle_trans _ (Q2R (fst q) ^ Z.to_nat d)); [|apply pow_incr; lra].
    apply power_low; [destruct Qeq_bool; [exact red_downwards | exact down_downwards] | exact H0].
  - apply (Rle_trans _ (Q2R (snd q) ^ Z.to_nat (Z.min d deep))).
    2: apply power_high; [destruct Qeq_bool; [exact red_upwards | exact up_upwards] | lra].
    replace (Z.to_nat d) with (Z.to_nat (Z.min d deep) + Z.to_nat (d - Z.min d deep))%nat by lia.
    rewrite pow_add, <- (Rmult_1_r (Q2R (snd q) ^ _)).
    apply Rmult_le_compat; [apply pow_le; lra | apply pow_le; lra | apply pow_incr; lra |].
    rewrite <- (pow1 (Z.to_nat (d - Z.min d deep))); apply pow_incr; lra.
Qed.

Lemma sum_between {A} (l : list A) (W : A -> bounds) (f : A -> Q) (e : A -> R) :
  (forall t, In t l -> between (W t) (e t)) ->
  between (sum_bounds (map (fun t => (t, W t)) l) f) (total l (fun t => e t * Q2R (f t))%R).
Proof.
  induction l as [|a r IH]; cbn [map sum_bounds total]; intros H; [apply zero_between|].
  apply plus_between; [rewrite Rmult_comm; apply scaled_between, H; now left | apply IH; intros t Ht; apply H; now right].
Qed.

Lemma quotient_between N Z n z :
  between N n -> between Z z -> (0 < Q2R (fst Z))%R -> between (quotient_bounds N Z) (n / z)%R.
Proof.
  intros [Nl Nh] [Zl Zh] P; unfold between, quotient_bounds; cbn [fst snd].
  assert (F : ~ fst Z == 0) by (intros E; apply Qeq_eqR in E; rewrite Q2R_0 in E; lra).
  assert (S : ~ snd Z == 0) by (intros E; apply Qeq_eqR in E; rewrite Q2R_0 in E; lra).
  assert (I1 : (0 < / Q2R (snd Z))%R) by (apply Rinv_0_lt_compat; lra).
  assert (I2 : (/ Q2R (snd Z) <= / z)%R) by (apply Rinv_le_contravar; lra).
  assert (I3 : (/ z <= / Q2R (fst Z))%R) by (apply Rinv_le_contravar; lra).
  unfold Rdiv; split.
  - destruct (Qle_bool 0 (fst N)) eqn:E; [apply le_Q2R in E | apply lt_Q2R in E]; rewrite Q2R_0 in E;
      rewrite Q2R_div by assumption; unfold Rdiv.
    + apply Rmult_le_compat; lra.
    + apply (Rle_trans _ (Q2R (fst N) * / z)); [apply Rmult_le_compat_neg_l; lra | apply Rmult_le_compat_r; lra].
  - destruct (Qle_bool 0 (snd N)) eqn:E; [apply le_Q2R in E | apply lt_Q2R in E]; rewrite Q2R_0 in E;
      rewrite Q2R_div by assumption; unfold Rdiv.
    + apply (Rle_trans _ (Q2R (snd N) * / z)); [apply Rmult_le_compat_r; lra | apply Rmult_le_compat_l; lra].
    + apply (Rle_trans _ (Q2R (snd N) * / z)); [apply Rmult_le_compat_r; lra | apply Rmult_le_compat_neg_l; lra].
Qed.

Theorem softmax_between {A} size (l : list A) (scale : R) top unit q deep (s : A -> Q) (f : A -> row) :
  between q (exp (- (scale * Q2R unit))) -> (0 <=? deep)%Z = true -> in_steps l top unit q s = true ->
  Qle_bool (fst (sum_bounds (weights l top unit q deep s) (fun _ => 1))) 0 = false ->
  Forall2 between (softmax_bounds size (weights l top unit q deep s) f) (softmax size l scale s f).
Proof.
  intros Hq Hdeep Hs Hpos; apply Z.leb_le in Hdeep; apply lt_Q2R in Hpos; rewrite Q2R_0 in Hpos.
  apply andb_prop in Hs; destruct Hs as [Hs H1]; apply andb_prop in Hs; destruct Hs as [Hs H0].
  apply le_Q2R in H0, H1; rewrite Q2R_0 in H0; rewrite Q2R_1 in H1; rewrite forallb_forall in Hs.
  set (e := fun t => (exp (- (scale * Q2R unit)) ^ Z.to_nat (steps top unit (s t)))%R).
  assert (E : forall t, In t l -> exp (scale * Q2R (s t) - scale * Q2R top) = e t).
  { intros t Ht; specialize (Hs t Ht); apply andb_prop in Hs; destruct Hs as [Hp He]; apply Z.leb_le in Hp.
    apply Qeq_bool_eq, Qeq_eqR in He; rewrite Q2R_mult, Q2R_minus, Q2R_of_Z in He.
    unfold e; rewrite <- exp_power, INR_IZR_INZ, Z2Nat.id by exact Hp; f_equal.
    transitivity (- (scale * (Q2R top - Q2R (s t))))%R; [ring | rewrite <- He; ring]. }
  assert (B : forall t, In t l -> between (weight_bounds q deep (steps top unit (s t))) (e t)).
  { intros t Ht; specialize (Hs t Ht); apply andb_prop in Hs; destruct Hs as [Hp _]; apply Z.leb_le in Hp.
    now apply weight_between. }
  unfold softmax, softmax_bounds; induction (seq 1 size) as [|r rs IH]; constructor; [|exact IH]; clear IH.
  rewrite (mean_relative l _ _ (scale * Q2R top)); cbv beta.
  rewrite (total_ext l (fun t => exp (scale * Q2R (s t) - scale * Q2R top) * Q2R (coordinate r (f t)))%R
    (fun t => e t * Q2R (coordinate r (f t)))%R) by (intros t Ht; now rewrite E).
  rewrite (total_ext l (fun t => exp (scale * Q2R (s t) - scale * Q2R top)) (fun t => e t * Q2R 1)%R)
    by (intros t Ht; rewrite E, Q2R_1 by exact Ht; ring).
  apply quotient_between; [| |exact Hpos];
    apply (sum_between l (fun t => weight_bounds q deep (steps top unit (s t)))); exact B.
Qed.

(** e^-u from c/e <= u <= d/e, as in exp_neg_lower and exp_neg_upper. *)
Definition enclosed_base (c d e low high den m : Z) : bool :=
  ((0 <=? c) && (0 <=? d) && (0 <? e) && (0 <? m) && (0 <? den) && (d <=? e * m)
   && (low * (e * m) ^ m <=? (e * m - d) ^ m * den) && ((e * m) ^ m * den <=? high * (e * m + c) ^ m))%Z.

Lemma base_between u (c d e low high den m : Z) :
  (IZR c / IZR e <= u <= IZR d / IZR e)%R -> enclosed_base c d e low high den m = true ->
  between (low / den, high / den) (exp (- u)).
Proof.
  unfold enclosed_base; intros U H; repeat (apply andb_prop in H; destruct H as [H ?]).
  repeat match goal with E : (_ <=? _)%Z = true |- _ => apply Z.leb_le in E | E : (_ <? _)%Z = true |- _ => apply Z.ltb_lt in E end.
  assert (N : ~ inject_Z den == 0) by (unfold Qeq; cbn; lia).
  unfold between; cbn [fst snd]; rewrite !Q2R_div, !Q2R_of_Z by exact N; split.
  - apply (exp_neg_lower u d e m); try lia; try apply U; now apply Z.leb_le.
  - apply (exp_neg_upper u c e m); try lia; try apply U; now apply Z.leb_le.
Qed.

(** Scales a and a sqrt r. *)
Lemma base_of_number (a unit : Q) (c e low high den m : Z) :
  Qeq_bool (a * unit) (c / e) = true -> enclosed_base c c e low high den m = true ->
  between (low / den, high / den) (exp (- (Q2R a * Q2R unit))).
Proof.
  intros H B; apply (base_between _ c c e low high den m); [|exact B].
  unfold enclosed_base in B; repeat (apply andb_prop in B; destruct B as [B ?]).
  match goal with E : (0 <? e)%Z = true |- _ => apply Z.ltb_lt in E end.
  apply Qeq_bool_eq, Qeq_eqR in H; rewrite Q2R_mult, Q2R_div, !Q2R_of_Z in H by (unfold Qeq; cbn; lia); lra.
Qed.

Lemma base_of_root (a : Q) (r : Z) (unit : Q) (c d e low high den m : Z) :
  Qle_bool 0 (a * unit) = true -> (0 <=? r)%Z = true ->
  Qle_bool (c / e * (c / e)) (a * unit * (a * unit) * r) = true ->
  Qle_bool (a * unit * (a * unit) * r) (d / e * (d / e)) = true -> enclosed_base c d e low high den m = true ->
  between (low / den, high / den) (exp (- (Q2R a * sqrt (IZR r) * Q2R unit))).
Proof.
  intros P Hr Hc Hd B; apply (base_between _ c d e low high den m); [|exact B].
  unfold enclosed_base in B; repeat (apply andb_prop in B; destruct B as [B ?]).
  repeat match goal with E : (_ <=? _)%Z = true |- _ => apply Z.leb_le, IZR_le in E end.
  match goal with E : (0 <? e)%Z = true |- _ => apply Z.ltb_lt, IZR_lt in E; rename E into He end.
  assert (N : ~ inject_Z e == 0) by (apply lt_IZR in He; unfold Qeq; cbn; lia).
  apply le_Q2R in P, Hc, Hd; rewrite !Q2R_mult, ?Q2R_div, ?Q2R_of_Z, ?Q2R_0 in * by exact N.
  set (p := (Q2R a * Q2R unit)%R) in *; assert (S := sqrt_pos (IZR r)).
  replace (Q2R a * sqrt (IZR r) * Q2R unit)%R with (p * sqrt (IZR r))%R by (unfold p; ring).
  assert (E : (p * sqrt (IZR r) * (p * sqrt (IZR r)) = p * p * IZR r)%R)
    by (rewrite <- (sqrt_sqrt (IZR r)) at 3 by exact Hr; ring).
  assert (I : (0 < / IZR e)%R) by now apply Rinv_0_lt_compat.
  assert (0 <= p * sqrt (IZR r))%R by now apply Rmult_le_pos.
  split; apply Rsqr_incr_0; unfold Rsqr; try rewrite E; try assumption; apply Rmult_le_pos; lra.
Qed.

Lemma base_of_logarithm k c unit :
  (0 < Q2R k)%R -> Qeq_bool (c * unit) 1 = true -> between (/ k, / k) (exp (- (Q2R c * ln (Q2R k) * Q2R unit))).
Proof.
  intros Hk H; apply Qeq_bool_eq, Qeq_eqR in H; rewrite Q2R_mult, Q2R_1 in H.
  replace (- (Q2R c * ln (Q2R k) * Q2R unit))%R with (- ((Q2R c * Q2R unit) * ln (Q2R k)))%R by ring.
  rewrite H, Rmult_1_l, exp_Ropp, exp_ln by exact Hk.
  rewrite <- Q2R_inv; [apply exactly|]; intros E; apply Qeq_eqR in E; rewrite Q2R_0 in E; lra.
Qed.

(** ** What is wrong *)

Definition too_far (I : bounds) (answer : Q) : bool :=
  Qle_bool (snd I) (answer - (1 # 2)) || Qle_bool (answer + (1 # 2)) (fst I).

Lemma half : Q2R (1 # 2) = (1 / 2)%R.
Proof. unfold Q2R; cbn; field. Qed.

Theorem wrong_number I y answer : between I y -> too_far I answer = true -> ~ (Rabs (y - Q2R answer) < 1 / 2)%R.
Proof.
  intros [Hl Hh] H D; apply Rabs_def2 in D; apply orb_prop in H; destruct H as [H | H]; apply le_Q2R in H;
    rewrite ?Q2R_minus, ?Q2R_plus, half in H; lra.
Qed.

(** Yes is y > 0. *)
Theorem wrong_yes I y (P : bool) : between I y -> Qle_bool (fst I) 0 = false -> P = false -> ~ (P = true <-> (0 < y)%R).
Proof. intros [Hl _] H -> [_ C]; apply lt_Q2R in H; rewrite Q2R_0 in H; discriminate C; lra. Qed.

Theorem wrong_no I y (P : bool) : between I y -> Qle_bool (snd I) 0 = true -> P = true -> ~ (P = true <-> (0 < y)%R).
Proof. intros [_ Hh] H -> [C _]; apply le_Q2R in H; rewrite Q2R_0 in H; specialize (C eq_refl); lra. Qed.
