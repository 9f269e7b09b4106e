// What is stated: everything that has to be compared with the record.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "kernel/exported.hpp"
#include "kernel/terms.hpp"

namespace attest::theorems::coq {

namespace {

std::string matrix_text(const std::string& name, const std::string& size, const Matrix& matrix) {
  std::vector<std::string> rows;
  for (const auto& row : matrix) rows.push_back(fmt::format("[{}]", fmt::join(row, "; ")));
  return fmt::format("Definition {} ({} : Z) : matrix :=\n  [{}].\n\n", name, size,
                     fmt::join(rows, ";\n   "));
}

// "The names of the features, each a number."
std::string feature_binder(const Exported& t) {
  std::string text;
  for (const Feature& f : t.features) text += " " + f.name;
  return text;
}

std::string inputs_text(const Exported& t) {
  std::vector<std::string> parts;
  for (const Field& f : t.fields) {
    parts.push_back(f.function ? fmt::format("(forall a, 1 <= a <= {} -> {} <= {} a <= {})%Z", f.last, f.low,
                                             f.name, f.high)
                               : fmt::format("({} <= {} <= {})%Z", f.low, f.name, f.high));
  }
  return fmt::format("{}", fmt::join(parts, " /\\\n  "));
}

std::string tokens_text(const Exported& t) {
  std::string text = fmt::format(
      "(** ** Tokens: {i} in [{last}] *)\n\nDefinition tokens ({n} : Z) : list Z := range 1 ({last}).\n\n",
      fmt::arg("i", t.index), fmt::arg("last", t.last), fmt::arg("n", t.size));
  for (const Feature& f : t.features) {
    text += fmt::format("(** What they carry. *)\nDefinition {} {} ({} : Z) : Z :=\n  ({})%Z.\n\n", f.name,
                        t.binders(), t.index, f.value);
  }
  return text +
         fmt::format(
             "(** Of the index and what is carried alone. *)\nDefinition encode ({} {}{} : Z) : vector := [{}].\n\n",
             t.size, t.index, feature_binder(t), fmt::join(t.encoding, "; "));
}

std::string layer_text(const Exported& t) {
  std::string text = "(** ** The layer *)\n\n";
  std::vector<std::string> rows, values, monomials;
  for (const Product& p : t.rows) text += matrix_text(fmt::format("W_{}", p.variable), t.size, p.weights);
  for (const Product& p : t.values) text += matrix_text(fmt::format("V_{}", p.variable), t.size, p.weights);
  text += matrix_text("W_O", t.size, t.output);
  const auto token = [&](std::size_t variable) {
    return variable == 1 ? t.receiver : t.squares[variable - 2].index;
  };
  for (const Product& p : t.rows)
    rows.push_back(
        fmt::format("    let x{0} := apply (W_{0} {1}) (e {2}) in\n", p.variable, t.size, token(p.variable)));
  for (const auto& m : t.monomials) monomials.push_back(fmt::format("dot x{} x{}", m[0] + 1, m[1] + 1));
  std::string value;
  for (const Product& p : t.values) {
    const std::string one = fmt::format("(apply (V_{} {}) (e {}))", p.variable, t.size, token(p.variable));
    value = value.empty() ? one : fmt::format("(times {} {})", value, one);
  }
  std::string tuples = "tokens " + t.size;
  std::string type = "Z";
  for (std::size_t k = 1; k < t.squares.size(); ++k) {
    tuples = fmt::format("list_prod ({}) (tokens {})", tuples, t.size);
    type += " * Z";
  }
  const std::string bind = t.squares.size() == 1 ? fmt::format("let {} := t in", t.tuple())
                                                 : fmt::format("let '{} := t in", t.tuple());
  const std::string arrivals = fmt::format("apply (W_O {0}) (mean_vector {1} (tuples {0}) (score {2}) value)",
                                           t.size, t.value_size, t.receiver);
  text += fmt::format(
      R"(Definition scale ({n} : Z) : R := {scale}.

Definition tuples ({n} : Z) : list ({type}) := {tuples}.

Section Network.
  Variables ({n} : Z) (e : Z -> vector).  (* the size; the encoded tokens *)

  (** {product} *)
  Definition product ({i} : Z) (t : {type}) : R :=
    {bind}
{rows}    {monomials}.

  Definition score ({i} : Z) (t : {type}) : R := scale {n} * product {i} t.

  Definition value (t : {type}) : vector :=
    {bind} {value}.

  Definition stream ({i} : Z) : vector :=
    {stream}.

  Definition output ({i} : Z) : R := coordinate {readout} (stream {i}).
End Network.

)",
      fmt::arg("n", t.size), fmt::arg("scale", t.scale), fmt::arg("type", type), fmt::arg("tuples", tuples),
      fmt::arg("product", t.product), fmt::arg("i", t.receiver), fmt::arg("bind", bind),
      fmt::arg("rows", fmt::join(rows, "")), fmt::arg("monomials", fmt::join(monomials, " + ")),
      fmt::arg("value", value), fmt::arg("readout", t.readout),
      fmt::arg("stream", t.residual ? fmt::format("add (e {}) ({})", t.receiver, arrivals) : arrivals));
  return text;
}

}  // namespace

std::string statement_text(const Exported& t) {
  std::string carried;
  for (const Feature& f : t.features) carried += fmt::format(" ({} {} {})", f.name, t.arguments(), t.index);
  std::vector<std::string> functions;
  for (const Feature& f : t.features) functions.push_back(f.name);
  const std::string names = t.arguments().substr(t.size.size() + 1);
  std::string text =
      fmt::format("(** {} *)\n(* Written by attest; what is stated has to be compared with the record. *)\n",
                  in_comment(t.title));
  text += R"(From Coq Require Import Reals Lra Lia List ZArith.
From Attest Require Import Sums Softmax Exponential Attention Addresses Finite.
Import ListNotations.
Open Scope R_scope.

(** * What is stated *)

)";
  text += tokens_text(t) + layer_text(t);
  text +=
      fmt::format(R"((** ** Inputs and task *)

Definition input {binders} : Prop :=
  {inputs}.

Definition truth {binders} : Z := ({truth})%Z.

Definition encoded {binders} ({i} : Z) : vector := encode {n} {i}{carried}.

Definition output_is_right : Prop :=
  forall {n}, ({least} <= {n})%Z -> forall {names}, input {args} ->
  Rabs (output {n} (encoded {args}) ({judged}) - IZR (truth {args})) < 1 / 2.

)",
                  fmt::arg("binders", t.binders()), fmt::arg("inputs", inputs_text(t)),
                  fmt::arg("truth", t.truth), fmt::arg("i", t.index), fmt::arg("n", t.size),
                  fmt::arg("carried", carried), fmt::arg("least", t.least.str()), fmt::arg("names", names),
                  fmt::arg("args", t.arguments()), fmt::arg("judged", t.judged));
  if (t.unique) {
    text += fmt::format(R"(Definition maximum_is_unique : Prop :=
  forall {n}, ({least} <= {n})%Z -> forall {names}, input {args} ->
  exists w, In w (tuples {n}) /\ forall t, In t (tuples {n}) -> t <> w ->
  score {n} (encoded {args}) ({judged}) t < score {n} (encoded {args}) ({judged}) w.

)",
                        fmt::arg("least", t.least.str()), fmt::arg("n", t.size), fmt::arg("names", names),
                        fmt::arg("args", t.arguments()), fmt::arg("judged", t.judged));
  }
  if (!t.displayed.empty()) {
    std::string called;
    for (const std::string& f : functions) called += fmt::format(" ({} l)", f);
    std::vector<std::string> indices{t.receiver};
    for (const Square& s : t.squares) indices.push_back(s.index);
    text += fmt::format(R"((** The displayed score, without the scale. *)
Definition display_is_right : Prop :=
  forall {n}, ({least} <= {n})%Z -> forall ({functions} : Z -> Z) {indices},
  product {n} (fun l => encode {n} l{called}) {i} {tuple} =
  IZR ({displayed}).

)",
                        fmt::arg("n", t.size), fmt::arg("least", t.least.str()),
                        fmt::arg("functions", fmt::join(functions, " ")),
                        fmt::arg("indices", fmt::join(indices, " ")), fmt::arg("called", called),
                        fmt::arg("i", t.receiver), fmt::arg("tuple", t.tuple()),
                        fmt::arg("displayed", t.displayed));
  }
  return text;
}

}  // namespace attest::theorems::coq
