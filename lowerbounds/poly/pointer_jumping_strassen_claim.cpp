#include <fmt/format.h>

#include "claims/whole_claim.hpp"
#include "lowerbounds/communication/claims.hpp"
#include "lowerbounds/communication/coverage_report.hpp"
#include "lowerbounds/communication/pointer_jumping.hpp"
#include "lowerbounds/communication/tuple_run.hpp"
#include "tasks/input_fields.hpp"
#include "theorems/program_info.hpp"

namespace attest {

namespace {

constexpr std::size_t list_everything = 16;  // there are 16 block pairs

// Whether the players are those of the problem whose lower bound is used.
Check instance_check(const Protocol& protocol, Variant variant) {
  const bool printed = variant == Variant::printed;
  const auto expected = printed ? myopic_knowledge(3) : forehead_knowledge(3);
  const BlockSet x = BlockSet{1} << 3;
  for (std::size_t i = 0; i < expected.size(); ++i) {
    if (protocol.players[i].knows != (expected[i] | x)) {
      return refuted(Kind::construction, "instance",
                     fmt::format("{} does not have what the definition gives to Player {}",
                                 protocol.players[i].name, i + 1));
    }
  }
  return holds(
      "instance", Evidence::enumeration,
      printed ? "the three players have what Definition F.1 gives them at t = 3, so Lemma F.2 applies"
              : "Player i has x and every function but f_i: three players with the number on the forehead");
}

// A head on which the coordinator is wrong: zero query-key weights, so that every r_{j,k} is 1, and values
// that are 1 on the block of j, or of k, in the first uncovered pair and 0 elsewhere.
Json wrong_head(const Protocol& protocol, const Coverage& coverage, const Integer& n) {
  const BlockTuple& pair = coverage.uncovered.front();
  const Integer pairs = evaluate(index_tuples(protocol, pair), n);
  const Integer all = evaluate(index_tuples(protocol, all_block_tuples(protocol)), n);
  const auto name = [&](std::size_t which) {
    return protocol.blocks[static_cast<std::size_t>(pair[which])].name;
  };
  return {{"input", {{"n", n.str()}, {"f_1", "any"}, {"f_2", "any"}, {"f_3", "any"}, {"x", "any"}}},
          {"weights",
           fmt::format("W_Q = 0 (every r_jk is 1), V^(2) = 1 on the tokens of {} and V^(3) = 1 on those of "
                       "{}, else 0",
                       name(0), name(1))},
          {"uncovered", to_string(protocol, pair)},
          {"head", to_string(Rational(pairs, all))},
          {"coordinator", "0"}};  // this pair is in none of its sums, and no other pair has a value
}

class PointerJumpingStrassen : public WholeClaim {
 public:
  PointerJumpingStrassen() : WholeClaim(program_info("poly/pointer-jumping-strassen")) {}

  // One index pair of the softmax, tokens from 1 to 3n + 1: {"j": 4, "k": 7}.
  Json run(Variant variant, const Parameters& parameters, const Json& given,
           std::uint64_t seed) const override {
    const long n = parameters.integer("n");
    const std::vector<long> tokens = numbers(1, 3 * n + 1);
    const FieldsInput input = InputFields({{"j", {}, tokens}, {"k", {}, tokens}}).chosen(given, seed);
    const auto block = [&](const char* name) { return static_cast<int>((input.number(name) - 1) / n); };
    RunResult result(input.json(), input.rank());
    add_tuple_run(variant == Variant::printed ? printed_strassen_protocol() : repaired_strassen_protocol(),
                  {block("j"), block("k")}, result);
    return result.to_json();
  }

  Json weights(Variant variant, const Parameters&) const override {
    const Protocol protocol =
        variant == Variant::printed ? printed_strassen_protocol() : repaired_strassen_protocol();
    return {{"players", coverage_json(protocol, coverage_of(protocol), list_everything)["players"]},
            {"message",
             "for each head, L_i = sum of r_jk over the player's pairs, and L'_i = (1/L_i) sum of r_jk (X_j "
             "V2) o (X_k V3)"},
            {"coordinator", "sum_i L_i L'_i / sum_i L_i"}};
  }

 protected:
  void examine(Variant variant, const Parameters& parameters, const VerifyOptions&,
               Verdict& verdict) const override {
    const bool printed = variant == Variant::printed;
    const Protocol protocol = printed ? printed_strassen_protocol() : repaired_strassen_protocol();
    const Coverage coverage = coverage_of(protocol);
    verdict.checks = {instance_check(protocol, variant), knowledge_check(protocol, coverage),
                      coverage_check(protocol, coverage), reassembly_check(coverage),
                      assignment_check(protocol, coverage)};

    const Integer n = parameters.integer("n");
    verdict.inputs.space = evaluate(index_tuples(protocol, all_block_tuples(protocol)), n);
    verdict.inputs.total = verdict.inputs.space;
    verdict.inputs.checked = verdict.inputs.space;
    verdict.inputs.failing = evaluate(index_tuples(protocol, coverage.uncovered), n) +
                             evaluate(index_tuples(protocol, coverage.repeated), n);
    if (!coverage.uncovered.empty()) verdict.counterexample = wrong_head(protocol, coverage, n);

    verdict.details["objects"] =
        "index pairs (j, k) of the softmax, block pair by block pair; the blocks are f_1, f_2, "
        "f_3 (n tokens each) and x (one token)";
    verdict.details["coverage"] = coverage_json(protocol, coverage, list_everything);
    verdict.details["communication"] = {
        {"numbers_per_head", "3*(d+1)"},
        {"bits", "H * 3*(d+1) * O(p log log n)"},
        {"needed", printed ? "Omega(n) (Lemma F.2, cited)" : "Omega(n^{1/2}) (cited)"},
        {"follows",
         printed ? "nothing: the coordinator cannot form the heads' outputs"
                 : "H >= Omega(n^{1/2}) / (3 (d+1) O(p log log n)) = n^{1/2-o(1)} for d = O(log n), p = "
                   "n^{o(1)}"}};
    verdict.details["choices"] = {
        "A sum over j in S_1, k in S_2 with S_1, S_2 in a family takes every pair of members once.",
        "That O(p log log n) bits for each sum are enough (cited from Sanford et al.) is taken as given, and "
        "so are the "
        "lower bounds for the communication problems."};
    if (printed) {
      verdict.notes = {
          "The proof is refuted, not the theorem: with x, f_1 and f_2 known to Player 3 and f_3 to Player 2 "
          "alone, no "
          "bound on H follows from this protocol.",
          "Eq. 22 has the head's index u outside the bracket of (X_j W_V(2)); line 3253 has L_N for L_i. "
          "Neither "
          "matters."};
    }
  }
};

}  // namespace

std::unique_ptr<Claim> pointer_jumping_strassen_claim() {
  return std::make_unique<PointerJumpingStrassen>();
}

}  // namespace attest
