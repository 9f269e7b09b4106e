// What stands beside the statement, and scores in units of the scale.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "kernel/enclosed.hpp"
#include "kernel/prover.hpp"
#include "kernel/terms.hpp"

namespace attest::theorems::coq {

void Prover::beside() {
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

void Prover::scores() {
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

}  // namespace attest::theorems::coq
