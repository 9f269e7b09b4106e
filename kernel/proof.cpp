// The proof, lemma by lemma; what a lemma says is fixed by the lemma (proofs/library), only terms differ from theorem to theorem.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "kernel/enclosed.hpp"
#include "kernel/exported.hpp"
#include "kernel/terms.hpp"

namespace attest::theorems::coq {

namespace {

class Prover {
 public:
  explicit Prover(const Exported& t) : t_(t), n_(t.size), args_(t.arguments()) {
    for (const Feature& f : t.features) {
      functions_ += " " + f.name;
      called_ += fmt::format(" ({} l)", f.name);
      applied_ += fmt::format(" ({} {})", f.name, args_);
    }
    names_ = args_.substr(n_.size() + 1);
    std::string pattern;
    for (std::size_t k = t.fields.size(); k-- > 0;)
      pattern = pattern.empty() ? "H" + t.fields[k].name : fmt::format("[H{} {}]", t.fields[k].name, pattern);
    open_ = t.fields.size() == 1 ? fmt::format("pose proof H as {}; unfold input in {}", pattern, pattern)
                                 : fmt::format("pose proof H as {}", pattern);
    for (std::size_t k = 0; k < t.entries.size(); ++k) {
      const Exported::Entry& e = t.entries[k];
      facts_ +=
          fmt::format("; pose proof (H{} {} ltac:(lia)) as B{}", e.field, fmt::join(e.arguments, " "), k + 1);
    }
    bind_ = t.squares.size() == 1 ? fmt::format("let {} := t in", t.tuple())
                                  : fmt::format("let '{} := t in", t.tuple());
  }

  std::string run() {
    beside();
    scores();
    addresses();
    weights();
    tail();
    from_corner();
    computation();
    conclusion();
    return std::move(text_);
  }

 private:
  // {n}, {args}, .. and what `more` names.
  template <class... More>
  void add(const char* text, const More&... more) {
    text_ += fmt::format(fmt::runtime(text), fmt::arg("n", n_), fmt::arg("args", args_),
                         fmt::arg("names", names_), fmt::arg("least", t_.least.str()),
                         fmt::arg("corner", t_.corner.str()), fmt::arg("judged", t_.judged),
                         fmt::arg("last", t_.last), fmt::arg("i", t_.receiver), fmt::arg("index", t_.index),
                         fmt::arg("tuple", t_.tuple()), fmt::arg("pattern", t_.pattern()),
                         fmt::arg("bind", bind_), fmt::arg("functions", functions_),
                         fmt::arg("all_functions", functions_.empty() ? "" : functions_.substr(1)),
                         fmt::arg("called", called_), fmt::arg("applied", applied_), fmt::arg("open", open_),
                         fmt::arg("facts", facts_), fmt::arg("binders", t_.binders()),
                         fmt::arg("d", t_.encoding.size()), more...);
  }

  std::string features_only() const {
    std::string text;
    for (const Feature& f : t_.features) text += " " + f.name;
    return text;
  }

  void beside() {
    text_ += "(** * Beside the statement *)\n\n";
    std::vector<std::string> rows, shapes, all;
    for (const Product& p : t_.rows) {
      shapes.push_back(
          fmt::format("shape {} {} (W_{} {})", p.weights.size(), t_.encoding.size(), p.variable, n_));
      all.push_back(fmt::format("W_{}", p.variable));
      std::vector<std::string> entries;
      for (const std::string& row : p.rows) entries.push_back("IZR " + argument(row));
      rows.push_back(fmt::format("apply (W_{} {}) (encode {} {}{}) =\n    [{}]", p.variable, n_, n_, t_.index,
                                 features_only(), fmt::join(entries, "; ")));
    }
    for (const Product& p : t_.values) {
      shapes.push_back(
          fmt::format("shape {} {} (V_{} {})", p.weights.size(), t_.encoding.size(), p.variable, n_));
      all.push_back(fmt::format("V_{}", p.variable));
      std::vector<std::string> entries;
      for (const std::string& row : p.rows) entries.push_back("IZR " + argument(row));
      rows.push_back(fmt::format("apply (V_{} {}) (encode {} {}{}) =\n    [{}]", p.variable, n_, n_, t_.index,
                                 features_only(), fmt::join(entries, "; ")));
    }
    shapes.push_back(fmt::format("shape {} {} (W_O {})", t_.encoding.size(), t_.value_size, n_));
    add(R"((** Rows and values as they are written. *)
Lemma rows_are_linear {n} {index}{functions} :
  {rows}.
Proof.
  cbv [apply {all} encode map dot]; cast.
  repeat split; repeat (apply f_equal2; [ring|]); reflexivity.
Qed.

Lemma shapes {n} :
  {shapes} /\
  forall {index}{functions}, length (encode {n} {index}{functions}) = {d}%nat.
Proof. repeat split; repeat constructor. Qed.

)",
        fmt::arg("rows", fmt::join(rows, " /\\\n  ")), fmt::arg("all", fmt::join(all, " ")),
        fmt::arg("shapes", fmt::join(shapes, " /\\\n  ")));
    std::vector<std::string> least, ranges;
    std::string prods;
    for (const Field& f : t_.fields)
      least.push_back(f.function ? fmt::format("(fun _ => {})", argument(f.low)) : argument(f.low));
    for (const Square& s : t_.squares) ranges.push_back(fmt::format("1 <= {} <= {}", s.index, t_.last));
    std::vector<std::string> names;
    for (const Square& s : t_.squares) names.push_back(s.index);
    add(R"(Lemma inputs_exist {n} : ({least} <= {n})%Z -> (input {n} {some})%Z.
Proof. unfold input; intuition lia. Qed.

(** Every tuple of tokens. *)
Lemma tuples_are_all {n} {tuple_names} : In {tuple} (tuples {n}) <-> ({ranges})%Z.
Proof. unfold tuples, tokens; rewrite ?in_prod_iff, ?in_range; tauto. Qed.

)",
        fmt::arg("some", fmt::join(least, " ")), fmt::arg("tuple_names", fmt::join(names, " ")),
        fmt::arg("ranges", fmt::join(ranges, " /\\ ")));
  }

  void scores() {
    std::vector<std::string> rows, values;
    for (const Product& p : t_.rows) rows.push_back(fmt::format("W_{}", p.variable));
    for (const Product& p : t_.values) values.push_back(fmt::format("V_{}", p.variable));
    std::string type = "Z";
    for (std::size_t k = 1; k < t_.squares.size(); ++k) type += " * Z";
    add(R"((** * Proof *)

(** ** Scores in units of the scale, values, readout *)

Definition units ({n} : Z) ({all_functions} : Z -> Z) ({i} : Z) (t : {type}) : Z :=
  {bind} ({units})%Z.

Definition taken ({n} : Z) ({all_functions} : Z -> Z) ({i} : Z) (t : {type}) : Z :=
  {bind} ({taken})%Z.

Lemma score_is {n}{functions} {i} t :
  score {n} (fun l => encode {n} l{called}) {i} t = scale {n} * IZR (units {n}{functions} {i} t).
Proof.
  revert t; intros {pattern}; unfold score, product; f_equal.
  cbv [apply {rows} encode map dot units]; cast; ring.
Qed.

Lemma output_is {n}{functions} {i} :
  output {n} (fun l => encode {n} l{called}) {i} =
  mean (tuples {n}) (fun t => scale {n} * IZR (units {n}{functions} {i} t)) (fun t => IZR (taken {n}{functions} {i} t)).
Proof.
  rewrite <- (mean_ext (tuples {n}) (score {n} (fun l => encode {n} l{called}) {i}) _
    (fun t => coordinate {value_read} (value {n} (fun l => encode {n} l{called}) t)) _).
  - cbv [output stream mean_vector seq map apply W_O dot encode add coordinate nth Nat.sub]; ring.
  - intros t _; apply score_is.
  - intros {pattern} _.
    cbv [coordinate value {values} encode apply dot map times nth Nat.sub taken]; cast; ring.
Qed.

)",
        fmt::arg("type", type), fmt::arg("units", t_.units), fmt::arg("taken", t_.taken),
        fmt::arg("rows", fmt::join(rows, " ")), fmt::arg("values", fmt::join(values, " ")),
        fmt::arg("value_read", t_.value_read));
    if (!t_.displayed.empty()) {
      std::vector<std::string> names;
      for (const Square& s : t_.squares) names.push_back(s.index);
      add(R"(Lemma display : display_is_right.
Proof.
  intros {n} _{functions} {i} {tuple_names}; cbv [product apply {rows} encode map dot]; cast; ring.
Qed.

)",
          fmt::arg("rows", fmt::join(rows, " ")), fmt::arg("tuple_names", fmt::join(names, " ")));
    }
  }

  void addresses() {
    const Square& first = t_.squares.front();
    const Rational low = root_below(t_.scale_squared);
    text_ += fmt::format("(** ** From {} = {} on: integer addresses *)\n\n", n_, t_.corner.str());
    const Rational& factor = t_.root_factor;
    const std::string root =
        t_.under_root == 1
            ? "lra"
            : fmt::format("assert (H := inverse_sqrt_ge {} {} ltac:(lra) ltac:(lra) ltac:(lra)); lra",
                          fraction_text(Rational(low / factor)), fraction_text(t_.under_root));
    add(R"(Lemma scale_bounds {n} : IZR {a} / IZR {b} <= scale {n}.
Proof. unfold scale; {root}. Qed.

Lemma scale_positive {n} : 0 < scale {n}.
Proof. assert (H := scale_bounds {n}); lra. Qed.

Definition weight ({n} : Z) : Z := ({weight})%Z.

Lemma weight_positive {n} : ({least} <= {n})%Z -> (0 < weight {n})%Z.
Proof.
  intros Size; unfold weight; assert (0 <= {weight} - 1)%Z; [|lia].
  apply (by_coefficients {coefficients}%Z ({n} - {least})); [lia | cbv [polynomial]; ring | reflexivity].
Qed.

Definition rate ({n} : Z) : R := scale {n} * IZR (weight {n}).

Lemma rate_positive {n} : ({least} <= {n})%Z -> 0 < rate {n}.
Proof. intros; apply Rmult_lt_0_compat; [apply scale_positive | now apply IZR_lt, weight_positive]. Qed.

)",
        fmt::arg("a", numerator_of(low).str()), fmt::arg("b", denominator_of(low).str()),
        fmt::arg("root", root), fmt::arg("weight", first.weight),
        fmt::arg("coefficients", coefficients_text(t_.weight - proof::Laurent(1), t_.least)));
    places();
    std::vector<std::string> squares, at;
    for (const Square& s : t_.squares) {
      squares.push_back(fmt::format("- weight {} * ({} - {}) ^ 2", n_, s.index, argument(s.address)));
      at.push_back(s.winner);
    }
    const std::string rest = t_.rest == "0" ? "" : t_.rest + " + ";
    add(R"((** The tuple where all squares vanish. *)
Definition winner {binders} := ({winner})%Z.

Lemma squares {args} t : ({least} <= {n})%Z -> input {args} ->
  units {n}{applied} ({judged}) t =
  {bind} ({rest}{squares})%Z.
Proof.
  intros Size H; revert t; intros {pattern}; unfold units, weight; {places}; ring.
Qed.

Lemma at_winner {args} : ({least} <= {n})%Z -> input {args} ->
  In (winner {args}) (tuples {n}) /\ units {n}{applied} ({judged}) (winner {args}) = ({rest_value})%Z /\
  taken {n}{applied} ({judged}) (winner {args}) = truth {args}.
Proof.
  intros Size H; rewrite squares by assumption; unfold winner, taken, truth.
  {open}{facts}; split; [apply tuples_are_all; lia|].
  {places_there}; split; ring.
Qed.

)",
        fmt::arg("winner", fmt::join(at, ", ")), fmt::arg("rest", rest), fmt::arg("rest_value", t_.rest),
        fmt::arg("squares", fmt::join(squares, " + ")), fmt::arg("places", rewrites(true)),
        fmt::arg("places_there", rewrites(false)));
    for (std::size_t f = 0; f < t_.features.size(); ++f) {
      std::string cases;
      for (const Field& field : t_.fields) {
        if (field.function)
          cases += fmt::format(
              " | (match goal with |- context [{0} ?b] => pose proof (H{0} b ltac:(lia)) end; lia)",
              field.name);
      }
      add(R"(Lemma bounds_{k} {args} {index} : ({least} <= {n})%Z -> input {args} -> (1 <= {index} <= {last})%Z ->
  ({low} <= {feature} {args} {index} <= {high})%Z.
Proof.
  intros Size H Place; {open}; unfold {feature}; cases; first [lia{cases}].
Qed.

)",
          fmt::arg("k", f + 1), fmt::arg("low", t_.features[f].low), fmt::arg("high", t_.features[f].high),
          fmt::arg("feature", t_.features[f].name), fmt::arg("cases", cases));
    }
  }

  // What the tokens that the proof speaks of carry.
  void places() {
    const auto place = [&](const std::string& lemma, const Feature& f, const std::string& at,
                           const std::string& what) {
      add(R"(Lemma {lemma} {args} : ({least} <= {n})%Z -> input {args} -> {feature} {args} {at} = ({what})%Z.
Proof. intros Size H; {open}{facts}; unfold {feature}; settle. Qed.

)",
          fmt::arg("lemma", lemma), fmt::arg("feature", f.name), fmt::arg("at", argument(at)),
          fmt::arg("what", what));
    };
    for (std::size_t f = 0; f < t_.features.size(); ++f) {
      place(fmt::format("judged_{}", f + 1), t_.features[f], t_.judged, t_.features[f].judged);
      for (std::size_t k = 0; k < t_.squares.size(); ++k)
        place(fmt::format("winner_{}_{}", k + 1, f + 1), t_.features[f], t_.squares[k].winner,
              t_.squares[k].features[f]);
    }
  }

  std::string rewrites(bool judged) const {
    std::string text;
    for (std::size_t f = 0; f < t_.features.size(); ++f) {
      text += fmt::format("{}rewrite ?(judged_{} {}) by assumption", text.empty() ? "" : "; ", f + 1, args_);
      for (std::size_t k = 0; !judged && k < t_.squares.size(); ++k)
        text += fmt::format("; rewrite ?(winner_{}_{} {}) by assumption", k + 1, f + 1, args_);
    }
    return text.empty() ? "idtac" : text;
  }

  // far_k: relative to the winner the product of the first k squares' exponentials.
  void weights() {
    std::string type = "Z";
    std::string tuples = "tokens " + n_;
    std::string names;
    for (std::size_t k = 0; k < t_.squares.size(); ++k) {
      const Square& s = t_.squares[k];
      const std::string own =
          fmt::format("exp (- (rate {} * IZR (({} - {}) ^ 2)))", n_, s.index, argument(s.address));
      const std::string rates = rates_text(k + 1);
      if (k == 0) {
        names = s.index;
        add(R"((** Relative to the winner all weights sum to at most theta ^ {count}. *)
Definition far_1 {binders} ({index_1} : Z) : R := {own}.

Lemma far_1_positive {args} t : 0 < far_1 {args} t.
Proof. apply exp_pos. Qed.

Lemma far_1_total {args} : ({least} <= {n})%Z -> total (tokens {n}) (far_1 {args}) <= thetas {rates}.
Proof. intros Size; cbn [thetas]; rewrite Rmult_1_r; now apply total_address, rate_positive. Qed.

)",
            fmt::arg("count", t_.squares.size()), fmt::arg("index_1", s.index), fmt::arg("own", own),
            fmt::arg("rates", rates));
        continue;
      }
      const std::string before = k == 1 ? names : "(" + names + ")";
      const std::string let_before =
          k == 1 ? fmt::format("fun {} {} => {}", names, s.index, own)
                 : fmt::format("fun t {} => let '({}) := t in {}", s.index, names, own);
      std::string pattern;
      for (std::size_t r = 0; r < k; ++r)
        pattern =
            pattern.empty() ? t_.squares[r].index : fmt::format("[{} {}]", pattern, t_.squares[r].index);
      add(R"(Definition far_{k} {binders} (t : {type} * Z) : R :=
  let '({names_before}, {own_index}) := t in far_{b} {args} {before} * {own}.

Lemma far_{k}_positive {args} t : 0 < far_{k} {args} t.
Proof. revert t; intros [{pattern_before} {own_index}]; apply Rmult_lt_0_compat; [apply far_{b}_positive | apply exp_pos]. Qed.

Lemma far_{k}_total {args} : ({least} <= {n})%Z ->
  total (list_prod ({tuples}) (tokens {n})) (far_{k} {args}) <= thetas {rates}.
Proof.
  intros Size; assert (C := rate_positive {n} Size).
  rewrite (total_ext _ _ (fun t => far_{b} {args} (fst t) * ({let_before}) (fst t) (snd t)))
    by (intros [{pattern_before} {own_index}] _; reflexivity).
  eapply Rle_trans; [apply (total_pairs_le _ _ (far_{b} {args}) ({let_before}) (theta (rate {n})))|].
  - intros t _; apply Rlt_le, far_{b}_positive.
  - intros {pattern_before} _; now apply total_address.
  - change (thetas {rates}) with (theta (rate {n}) * thetas {rates_before}).
    rewrite Rmult_comm; apply Rmult_le_compat_l; [|now apply far_{b}_total].
    apply (Rle_trans _ 1); [lra | now apply theta_ge_1].
Qed.

)",
          fmt::arg("k", k + 1), fmt::arg("b", k), fmt::arg("type", type), fmt::arg("names_before", names),
          fmt::arg("own_index", s.index), fmt::arg("before", before), fmt::arg("own", own),
          fmt::arg("pattern_before", pattern), fmt::arg("tuples", tuples), fmt::arg("rates", rates),
          fmt::arg("rates_before", rates_text(k)), fmt::arg("let_before", let_before));
      type += " * Z";
      tuples = fmt::format("list_prod ({}) (tokens {})", tuples, n_);
      names += ", " + s.index;
    }
    std::string unfold;
    for (std::size_t k = 0; k < t_.squares.size(); ++k) unfold += fmt::format(" far_{}", k + 1);
    std::string joined;
    for (std::size_t k = 1; k < t_.squares.size(); ++k) joined += "rewrite <- exp_plus; ";
    add(R"(Lemma weights_total {args} : ({least} <= {n})%Z -> input {args} ->
  let s := fun t => scale {n} * IZR (units {n}{applied} ({judged}) t) in
  total (tuples {n}) (fun t => exp (s t - s (winner {args}))) <= thetas {rates}.
Proof.
  intros Size H s; destruct (at_winner {args} Size H) as [_ [Top _]].
  rewrite (total_ext _ _ (far_{count} {args})); [now apply far_{count}_total|].
  intros {pattern} _; unfold s; rewrite Top, squares by assumption; cbv [{unfold} rate].
  {joined}f_equal; cast; ring.
Qed.

)",
        fmt::arg("rates", rates_text(t_.squares.size())), fmt::arg("count", t_.squares.size()),
        fmt::arg("unfold", unfold.substr(1)), fmt::arg("joined", joined));
  }

  std::string rates_text(std::size_t count) const {
    std::vector<std::string> rates(count, "rate " + n_);
    return fmt::format("[{}]", fmt::join(rates, "; "));
  }

  std::string polynomial_of(const proof::Laurent& value) const {
    return *integer(value, [this](const std::string&) { return n_; });
  }

  void tail() {
    const Falls f = falls_from(t_.factor, t_.weight, t_.scale_squared, t_.corner);
    add(R"(Lemma small {n} : ({corner} <= {n})%Z -> IZR ({factor}) * exp (- rate {n}) < 1 / 2.
Proof.
  apply (falls (fun {n} => {factor})%Z weight _ {a} {b}); [lia | assert (H := scale_bounds {n}); lra | ..].
  - intros m Step; apply (by_coefficients {c1}%Z (m - {corner})); [lia | cbv [polynomial]; ring | reflexivity].
  - intros m Step; apply (by_coefficients {c2}%Z (m - {corner})); [lia | cbv [polynomial weight]; ring | reflexivity].
  - intros m Step; apply (by_coefficients {c3}%Z (m - {corner})); [lia | cbv [polynomial weight]; ring | reflexivity].
  - assert (E : exp (- (scale {n} * IZR (weight {corner}))) <= IZR 1 / IZR {den}).
    {{ apply (exp_neg_upper _ {numerator} {b} {m}); [lia | lia | lia | lia | | now vm_compute].
      assert (H := scale_bounds {n}); change (weight {corner}) with {weight}%Z; lra. }}
    cbv beta; change (IZR ({factor_at})) with (IZR {factor_value}); lra.
Qed.

)",
        fmt::arg("factor", polynomial_of(t_.factor)), fmt::arg("a", numerator_of(f.low).str()),
        fmt::arg("b", denominator_of(f.low).str()), fmt::arg("c1", f.factor), fmt::arg("c2", f.growth),
        fmt::arg("c3", f.step), fmt::arg("den", f.den.str()),
        fmt::arg("numerator", Integer(numerator_of(f.low) * f.weight_value).str()), fmt::arg("m", f.steps),
        fmt::arg("weight", f.weight_value.str()), fmt::arg("factor_at", at_corner(t_.factor)),
        fmt::arg("factor_value", f.factor_value.str()));
  }

  std::string at_corner(const proof::Laurent& value) const {
    return *integer(value, [this](const std::string&) { return t_.corner.str(); });
  }

  void from_corner() {
    const std::string rates = rates_text(t_.squares.size());
    std::string bounds;
    for (std::size_t f = 0; f < t_.features.size(); ++f) {
      for (const Square& s : t_.squares)
        bounds += fmt::format("; pose proof (bounds_{} {} {} ltac:(assumption) H ltac:(lia))", f + 1, args_,
                              s.index);
    }
    add(R"(Lemma deviation {args} t : ({least} <= {n})%Z -> input {args} -> In t (tuples {n}) ->
  (Z.abs (taken {n}{applied} ({judged}) t - truth {args}) <= {deviation})%Z.
Proof.
  intros Size H; revert t; intros {pattern} Tuple; apply tuples_are_all in Tuple; unfold taken, truth.
  {open}{facts}{bounds}.
  rewrite ?(judged_1 {args}) by assumption; lia.
Qed.

Lemma from_corner {args} : ({corner} <= {n})%Z -> input {args} ->
  Rabs (output {n} (encoded {args}) ({judged}) - IZR (truth {args})) < 1 / 2.
Proof.
  intros Far H; assert (Size : ({least} <= {n})%Z) by lia.
  destruct (at_winner {args} Size H) as [W [_ T]].
  unfold encoded; rewrite (output_is {n}{applied}), <- T.
  assert (C := rate_positive {n} Size); assert (F : Forall (fun a => 0 < a) {rates}) by (repeat constructor; exact C).
  eapply Rle_lt_trans; [|apply (small {n} Far)].
  eapply Rle_trans; [apply (leak_le _ _ (fun t => IZR (taken {n}{applied} ({judged}) t)) (winner {args}) (IZR ({deviation}))
      (thetas {rates}) W); [|now apply weights_total]|].
  - intros t Tuple; rewrite T, <- minus_IZR, <- abs_IZR; apply IZR_le; now apply deviation.
  - apply (Rle_trans _ (IZR ({deviation}) * total {rates} (fun a => 2 * exp (- a)))).
    + apply Rmult_le_compat_l; [|now apply shares].
      apply IZR_le; assert (B := deviation {args} _ Size H W); lia.
    + cbn [total]; apply Req_le; cast; ring.
Qed.

)",
        fmt::arg("deviation", t_.deviation), fmt::arg("bounds", bounds), fmt::arg("rates", rates));
  }

  void computation() {
    if (t_.least == t_.corner) return;
    std::string open, close, given, letters, specialize, spelled;
    for (const Field& f : t_.fields) {
      open += fmt::format("forallb (fun {} => ", f.name);
      close = (f.function ? fmt::format(") (words (Z.to_nat {}) (range {} {}))", argument(f.last),
                                        argument(f.low), argument(f.high))
                          : fmt::format(") (range {} {})", argument(f.low), argument(f.high))) +
              close;
      letters += f.function ? fmt::format(" (letter {})", f.name) : " " + f.name;
      spelled +=
          f.function ? fmt::format(" (letter (spelled {} {}))", argument(f.last), f.name) : " " + f.name;
      specialize += fmt::format(
          "  rewrite forallb_forall in A; specialize (A {} {}).\n", f.function ? "_" : f.name,
          f.function ? fmt::format("(spelled_in_words {} {} {} {} ltac:(lia) H{})", argument(f.last), f.name,
                                   argument(f.low), argument(f.high), f.name)
                     : fmt::format("ltac:(apply in_range; exact H{})", f.name));
    }
    std::string lets, at, sets, asserts, uses;
    for (std::size_t k = 0; k < t_.features.size(); ++k) {
      const Feature& f = t_.features[k];
      lets += fmt::format("let at_{} := letter (spelled ({}) ({} {}{})) in\n    ", k + 1, t_.last, f.name, n_,
                          letters);
      at += fmt::format(" at_{}", k + 1);
      asserts += fmt::format(R"(  set (at_{k} := letter (spelled ({last}) ({f} {n}{spelled}))) in A.
  assert (F{k} : forall m, (1 <= m <= {last})%Z -> at_{k} m = {f} {args} m).
  {{ intros m Step; unfold at_{k}; rewrite letter_spelled by exact Step; unfold {f}; cases; spell; reflexivity. }}
)",
                             fmt::arg("k", k + 1), fmt::arg("last", t_.last), fmt::arg("f", f.name),
                             fmt::arg("n", n_), fmt::arg("spelled", spelled), fmt::arg("args", args_));
      uses += fmt::format("rewrite ?F{} by lia; ", k + 1);
    }
    const Rational high = root_above(t_.scale_squared);
    const Rational low = root_below(t_.scale_squared);
    const Enclosed q = enclosed_power(low, high);
    const std::string root =
        t_.under_root == 1
            ? "lra"
            : fmt::format("assert (H := inverse_sqrt_le {} {} ltac:(lra) ltac:(lra) ltac:(lra)); lra",
                          fraction_text(Rational(high / t_.root_factor)), fraction_text(t_.under_root));
    add(R"((** ** Below: every input, by computation *)

Definition computed ({n} : Z) (p : powers) : bool :=
  {open_all}
    {lets}right p (tuples {n}) (units {n}{at} ({judged})) (taken {n}{at} ({judged})) (truth {n}{letters}){close}.

Lemma by_computation {n} p : ({least} <= {n})%Z -> encloses p (exp (- scale {n})) -> computed {n} p = true ->
  forall {names}, input {args} -> Rabs (output {n} (encoded {args}) ({judged}) - IZR (truth {args})) < 1 / 2.
Proof.
  intros Size P A {names} H; {open}{facts}; unfold computed in A.
{specialize}  cbv zeta in A; apply (right_sound p _ _ _ _ (scale {n}) P) in A.
{asserts}  replace (truth {n}{spelled}) with (truth {args}) in A
    by (unfold truth; spell; reflexivity).
  unfold encoded; rewrite (output_is {n}{applied}).
  erewrite mean_ext; [exact A | |]; intros {pattern} Tuple; apply tuples_are_all in Tuple; unfold units, taken; {uses}reflexivity.
Qed.

Lemma scale_above {n} : scale {n} <= IZR {a} / IZR {b}.
Proof. unfold scale; {root}. Qed.

(** Of q = e^-scale. *)
Definition powers_of_base : powers := powers_of 64 (2 ^ 60) {low} {high} {den}.

Lemma base_powers {n} : encloses powers_of_base (exp (- scale {n})).
Proof.
  apply powers_enclose; [lia | lia | lia | reflexivity | |].
  - apply (exp_neg_lower _ {a} {b} {m}); [lia | lia | lia | lia | exact (scale_above {n}) | now vm_compute | now vm_compute].
  - apply (exp_neg_upper _ {c} {e} {m}); [lia | lia | lia | lia | exact (scale_bounds {n}) | now vm_compute].
Qed.

)",
        fmt::arg("open_all", open), fmt::arg("lets", lets), fmt::arg("at", at), fmt::arg("letters", letters),
        fmt::arg("close", close), fmt::arg("specialize", specialize), fmt::arg("asserts", asserts),
        fmt::arg("spelled", spelled), fmt::arg("uses", uses), fmt::arg("a", numerator_of(high).str()),
        fmt::arg("b", denominator_of(high).str()), fmt::arg("root", root), fmt::arg("low", q.low.str()),
        fmt::arg("high", q.high.str()), fmt::arg("den", q.den.str()), fmt::arg("m", q.steps),
        fmt::arg("c", numerator_of(low).str()), fmt::arg("e", denominator_of(low).str()));
  }

  void conclusion() {
    std::vector<std::string> sizes, arrows;
    for (Integer k = t_.least; k < t_.corner; ++k) {
      sizes.push_back(fmt::format("{} = {}", n_, k.str()));
      arrows.push_back("->");
    }
    add(R"(Theorem output_right : output_is_right.
Proof.
  intros {n} Size {names} H; destruct (Z.le_gt_cases {corner} {n}) as [M | M]; [now apply from_corner|].
)");
    if (sizes.empty()) {
      text_ += "  lia.\nQed.\n\n";
    } else {
      add(R"(  assert ({sizes})%Z as {arrows} by lia;
    (apply (by_computation _ powers_of_base);
     [lia | apply base_powers | vm_cast_no_check (eq_refl true) | exact H]).
Qed.

)",
          fmt::arg("sizes", fmt::join(sizes, " \\/ ")), fmt::arg("arrows", nested(arrows)));
    }
    std::vector<std::string> parts{"output_is_right"}, proofs{"output_right"};
    if (t_.unique) {
      unique();
      parts.emplace_back("maximum_is_unique");
      proofs.emplace_back("maximum_unique");
    }
    if (!t_.displayed.empty()) {
      parts.emplace_back("display_is_right");
      proofs.emplace_back("display");
    }
    std::string proof = proofs.back();
    for (std::size_t k = proofs.size() - 1; k-- > 0;) proof = fmt::format("(conj {} {})", proofs[k], proof);
    text_ +=
        fmt::format("(** What is stated, for every size. *)\nTheorem {} :\n  {}.\nProof. exact {}. Qed.\n",
                    t_.name, fmt::join(parts, " /\\ "), proof);
  }

  // ->, [-> | ->], [-> | [-> | ->]]
  static std::string nested(const std::vector<std::string>& words) {
    std::string text = words.back();
    for (std::size_t k = words.size() - 1; k-- > 0;) text = fmt::format("[{} | {}]", words[k], text);
    return text;
  }

  void unique() {
    std::string steps, eliminate;
    for (std::size_t k = 0; k < t_.squares.size(); ++k) {
      const Square& s = t_.squares[k];
      const std::string difference = fmt::format("({} - {})", s.index, argument(s.address));
      steps += fmt::format("  assert (N{} := square_nonpos (weight {}) {} A).\n", k + 1, n_, difference);
      eliminate += fmt::format(
          "  destruct (Z.eq_dec {} {}) as [E{} | D]; [|assert (B := square_neg (weight {}) {} A ltac:(lia)); lia].\n",
          s.index, argument(s.address), k + 1, n_, difference);
    }
    std::string subst;
    for (std::size_t k = t_.squares.size(); k-- > 0;) subst += fmt::format("subst {}; ", t_.squares[k].index);
    add(R"(Theorem maximum_unique : maximum_is_unique.
Proof.
  intros {n} Size {names} H; exists (winner {args}); destruct (at_winner {args} Size H) as [W [Top _]].
  split; [exact W|]; intros {pattern} _ Different; unfold encoded; rewrite !(score_is {n}{applied}).
  apply Rmult_lt_compat_l; [apply scale_positive|]; apply IZR_lt; rewrite Top, squares by assumption; cbv beta iota zeta.
  assert (A := weight_positive {n} Size).
{steps}{eliminate}  exfalso; apply Different; unfold winner; {subst}{places}; repeat match goal with |- (_, _) = (_, _) => apply f_equal2 end; ring.
Qed.

)",
        fmt::arg("steps", steps), fmt::arg("eliminate", eliminate), fmt::arg("subst", subst),
        fmt::arg("places", rewrites(false)));
  }

  const Exported& t_;
  std::string n_, args_, names_, functions_, called_, applied_, open_, facts_, bind_;
  std::string text_;
};

}  // namespace

std::string proof_text(const Exported& theorem) {
  return Prover(theorem).run();
}

}  // namespace attest::theorems::coq
