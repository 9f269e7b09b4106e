// Squares of integers with one tuple where all are zero: the addresses.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "kernel/enclosed.hpp"
#include "kernel/prover.hpp"
#include "kernel/terms.hpp"

namespace attest::theorems::coq {

void Prover::addresses() {
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
        cases +=
            fmt::format(" | (match goal with |- context [{0} ?b] => pose proof (H{0} b ltac:(lia)) end; lia)",
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

void Prover::places() {
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

std::string Prover::rewrites(bool judged) const {
  std::string text;
  for (std::size_t f = 0; f < t_.features.size(); ++f) {
    text += fmt::format("{}rewrite ?(judged_{} {}) by assumption", text.empty() ? "" : "; ", f + 1, args_);
    for (std::size_t k = 0; !judged && k < t_.squares.size(); ++k)
      text += fmt::format("; rewrite ?(winner_{}_{} {}) by assumption", k + 1, f + 1, args_);
  }
  return text.empty() ? "idtac" : text;
}

}  // namespace attest::theorems::coq
