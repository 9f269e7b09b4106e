// Every size, and the theorem.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "kernel/enclosed.hpp"
#include "kernel/prover.hpp"
#include "kernel/terms.hpp"

namespace attest::theorems::coq {

void Prover::conclusion() {
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
  text_ += fmt::format("(** What is stated, for every size. *)\nTheorem {} :\n  {}.\nProof. exact {}. Qed.\n",
                       t_.name, fmt::join(parts, " /\\ "), proof);
}

std::string Prover::nested(const std::vector<std::string>& words) {
  std::string text = words.back();
  for (std::size_t k = words.size() - 1; k-- > 0;) text = fmt::format("[{} | {}]", words[k], text);
  return text;
}

void Prover::unique() {
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

}  // namespace attest::theorems::coq
