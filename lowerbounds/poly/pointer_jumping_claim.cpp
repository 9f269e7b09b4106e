#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <bit>

#include "claims/deadline.hpp"
#include "claims/whole_claim.hpp"
#include "lowerbounds/communication/claims.hpp"
#include "lowerbounds/communication/coverage_report.hpp"
#include "lowerbounds/communication/factorised.hpp"
#include "lowerbounds/communication/pointer_jumping.hpp"
#include "lowerbounds/communication/shapes.hpp"
#include "lowerbounds/communication/tuple_run.hpp"
#include "tasks/input_fields.hpp"
#include "theorems/program_info.hpp"

namespace attest {

namespace {

constexpr std::size_t most_listed = 24;

std::uint64_t branches_of_size(int size) {
  std::uint64_t number = 0;
  for (const BranchClass& each : branch_census(size - 1)) number += each.unlabelled;
  return number;
}

// How many multisets of `many` branches there are out of `kinds`.
Integer multisets(std::uint64_t kinds, std::size_t many) {
  Integer number = 1;
  for (std::size_t i = 0; i < many; ++i) number = number * (Integer(kinds) + i) / (i + 1);
  return number;
}

// Polynomials of the shape, up to renaming of x_2, x_3, ...; for "all", single branches.
Integer polynomials(const Shape& shape) {
  if (shape.polynomial) return 1;
  Integer number = shape.all ? 0 : 1;
  for (const int size : shape.different_sizes()) {
    const auto many = static_cast<std::size_t>(std::count(shape.sizes.begin(), shape.sizes.end(), size));
    if (shape.all) {
      number += branches_of_size(size);
    } else {
      number *= multisets(branches_of_size(size), many);
    }
  }
  return number;
}

struct Branch {
  int size = 0;
  Protocol protocol;
  Coverage coverage;
  bool good() const { return coverage.knowable() && coverage.exact() && coverage.reassembles(); }
};

Protocol protocol_of(Variant variant, const Shape& shape, int t_0, int size) {
  return variant == Variant::printed ? printed_branch_protocol(t_0, size)
                                     : forehead_branch_protocol(t_0, shape.largest(), size);
}

// The first refuted check over the branches, with the branch named, or the check of the last branch.
template <typename CheckOf>
Check over_branches(const std::vector<Branch>& branches, const CheckOf& check_of) {
  std::string together;
  for (const Branch& branch : branches) {
    Check check = check_of(branch);
    const std::string where =
        fmt::format("branch of {} variables: {}", branch.size, check.reason.value_or(""));
    if (check.status != Status::holds) {
      check.reason = where;
      return check;
    }
    together += (together.empty() ? "" : "; ") + where;
  }
  Check check = check_of(branches.back());
  check.reason = together;
  return check;
}

Check instance_check(const Branch& branch, Variant variant, int t_0, int players) {
  const bool printed = variant == Variant::printed;
  const auto expected = printed ? myopic_knowledge(t_0) : forehead_knowledge(players);
  const BlockSet known_to_all =
      printed ? 0 : ((BlockSet{1} << t_0) - 1) & ~((BlockSet{1} << players) - 1);  // f_{s+1}, ..., f_{t_0}
  // By name, as the printed protocol has two blocks for a function.
  for (std::size_t i = 0; i < expected.size(); ++i) {
    std::vector<std::string> names;
    for (int j = 1; j <= t_0; ++j) {
      if (((expected[i] | known_to_all) >> (j - 1) & 1U) == 0) continue;
      if (printed) {
        names.push_back(fmt::format("f_{}(1)", j));
        names.push_back(fmt::format("f_{}(2..n)", j));
      } else {
        names.push_back(fmt::format("f_{}", j));
      }
    }
    names.emplace_back("x");
    if (names != block_names(branch.protocol, branch.protocol.players[i].knows)) {
      return refuted(Kind::construction, "instance",
                     fmt::format("Player {} has other functions than the definition gives her", i + 1));
    }
  }
  return holds(
      "instance", Evidence::enumeration,
      printed
          ? fmt::format("the {} players have what Definition F.1 gives them at t = {}, so Lemma F.2 applies",
                        t_0, t_0)
          : fmt::format("Player i of {} has x and every function but f_i", players));
}

// With [(i-1)n] for [(i-1)n+1]: what is left is no slip of an index.
Check without_the_slip(const std::vector<Branch>& branches, int t_0) {
  Check check = over_branches(branches, [&](const Branch& branch) {
    const Protocol protocol = myopic_branch_protocol(t_0, branch.size);
    return coverage_check(protocol, coverage_of(protocol));
  });
  check.name = "without-slip";
  return informative(check);
}

// For every graph of a branch of some size: the block tuples that remain out of reach although the
// coordinator may multiply.
Json graphs_json(const Branch& branch, bool printed, int t_0) {
  const Protocol protocol = printed ? myopic_branch_protocol(t_0, branch.size) : branch.protocol;
  const int m = branch.size - 1;
  Json list = Json::array();
  for (const BranchClass& each : branch_census(m)) {
    Json edges = Json::array();
    for (int a = 0; a < m; ++a) {
      for (int b = a + 1; b < m; ++b) {
        if ((each.graph >> edge_number(m, a, b) & 1U) != 0) {
          edges.push_back(fmt::format("x{}x{}", a + 2, b + 2));
        }
      }
    }
    const auto hard = out_of_reach(protocol, each.graph, t_0);
    list.push_back({{"meet", std::move(edges)},
                    {"polynomials", std::to_string(each.unlabelled)},
                    {"out_of_reach", std::to_string(hard.size())},
                    {"example", hard.empty() ? Json() : Json(to_string(protocol, hard.front()))}});
  }
  return list;
}

// The branches of one given polynomial, each with its own graph.
Json own_branches_json(const SeparablePolynomial& polynomial, Variant variant, const Shape& shape, int t_0) {
  Json list = Json::array();
  for (const std::uint32_t branch : branches_of(polynomial)) {
    std::string names = "x1";
    for (int i = 1; i < polynomial.variables; ++i) {
      if ((branch >> i & 1U) != 0) names += fmt::format(" x{}", i + 1);
    }
    const int size = std::popcount(branch) + 1;
    const Protocol protocol = variant == Variant::printed ? myopic_branch_protocol(t_0, size)
                                                          : protocol_of(variant, shape, t_0, size);
    const auto hard = out_of_reach(protocol, branch_graph(polynomial, branch), t_0);
    list.push_back({{"variables", names},
                    {"block_tuples", std::to_string(all_block_tuples(protocol).size())},
                    {"out_of_reach", std::to_string(hard.size())},
                    {"example", hard.empty() ? Json() : Json(to_string(protocol, hard.front()))}});
  }
  return list;
}

Json counterexample(const Branch& branch, const Shape& shape, int t_0) {
  std::string h;
  if (shape.polynomial) {
    h = "as given";
  } else {
    for (int i = 1; i < branch.size; ++i) h += fmt::format("{}x{}x{}", i == 1 ? "" : "+", i, i + 1);
  }
  Json result = {{"input", {{"branch", h}, {"t_0", t_0}}}};
  if (!branch.coverage.uncovered.empty()) {
    result["summed_by_nobody"] = to_string(branch.protocol, branch.coverage.uncovered.front());
  }
  if (!branch.coverage.knowable()) {
    const auto& [player, tuple] = branch.coverage.summed_unknown.front();
    result["summed_unknown"] = {{"tuple", to_string(branch.protocol, tuple)},
                                {"player", branch.protocol.players[player].name}};
  }
  if (!branch.coverage.known_to_nobody.empty()) {
    result["known_to_nobody"] = to_string(branch.protocol, branch.coverage.known_to_nobody.front());
  }
  return result;
}

class PointerJumping : public WholeClaim {
 public:
  PointerJumping() : WholeClaim(program_info("poly/pointer-jumping")) {}

  // One tuple of blocks of the largest branch, a block for each variable but x_1, numbered as `steps` names
  // them: {"blocks": [1, 3]}. h=2, h=3, ... names a branch of another size.
  Json run(Variant variant, const Parameters& parameters, const Json& given,
           std::uint64_t seed) const override {
    const int t_0 = static_cast<int>(parameters.integer("t_0"));
    const Shape shape = shape_from_string(parameters.text("h"), t_0);
    const Protocol protocol = protocol_of(variant, shape, t_0, shape.largest());
    const InputFields fields({{"blocks",
                               {static_cast<std::size_t>(protocol.variables)},
                               numbers(1, static_cast<long>(protocol.blocks.size()))}});
    const FieldsInput input = fields.chosen(given, seed);
    RunResult result(input.json(), input.rank());
    Json names = Json::array();
    for (std::size_t b = 0; b < protocol.blocks.size(); ++b)
      names.push_back(fmt::format("{}: {}", b + 1, protocol.blocks[b].name));
    result.steps["branch of"] = fmt::format("{} variables", shape.largest());
    result.steps["numbers of the blocks"] = names;
    BlockTuple tuple;
    for (const long block : input.entries("blocks")) tuple.push_back(static_cast<int>(block - 1));
    add_tuple_run(protocol, tuple, result);
    return result.to_json();
  }

  Json weights(Variant variant, const Parameters& parameters) const override {
    const int t_0 = static_cast<int>(parameters.integer("t_0"));
    const Shape shape = shape_from_string(parameters.text("h"), t_0);
    const Protocol protocol = protocol_of(variant, shape, t_0, shape.largest());
    Json players = Json::array();
    for (const Player& player : protocol.players) {
      players.push_back({{"name", player.name}, {"knows", block_names(protocol, player.knows)}});
    }
    return {{"largest_branch", shape.largest()}, {"players", std::move(players)}};
  }

 protected:
  void examine(Variant variant, const Parameters& parameters, const VerifyOptions& options,
               Verdict& verdict) const override {
    const bool printed = variant == Variant::printed;
    const int t_0 = static_cast<int>(parameters.integer("t_0"));
    const Shape shape = shape_from_string(parameters.text("h"), t_0);
    const Deadline deadline(options);

    std::vector<Branch> branches;
    Json details = Json::array();
    Integer failing_branches = 0;
    verdict.inputs.space = polynomials(shape);
    verdict.inputs.total = verdict.inputs.space;
    for (const int size : shape.different_sizes()) {
      if (deadline.reached()) {
        verdict.checks = {undecided("coverage", deadline.reason())};
        return;
      }
      Branch branch;
      branch.size = size;
      branch.protocol = protocol_of(variant, shape, t_0, size);
      branch.coverage = coverage_of(branch.protocol);
      if (!branch.good()) failing_branches += branches_of_size(size);
      Json entry = {{"variables", size}, {"polynomials", std::to_string(branches_of_size(size))}};
      entry.update(coverage_json(branch.protocol, branch.coverage, most_listed));
      entry["graphs"] = graphs_json(branch, printed, t_0);
      details.push_back(std::move(entry));
      branches.push_back(std::move(branch));
    }
    verdict.inputs.checked = verdict.inputs.space;
    verdict.inputs.failing = shape.all               ? failing_branches
                             : failing_branches == 0 ? Integer(0)
                                                     : verdict.inputs.space;

    const int players = static_cast<int>(branches.back().protocol.players.size());
    verdict.checks = {
        instance_check(branches.back(), variant, t_0, players),
        over_branches(branches, [](const Branch& b) { return knowledge_check(b.protocol, b.coverage); }),
        over_branches(branches, [](const Branch& b) { return coverage_check(b.protocol, b.coverage); }),
        over_branches(branches, [](const Branch& b) { return reassembly_check(b.coverage); }),
        over_branches(branches, [](const Branch& b) { return assignment_check(b.protocol, b.coverage); })};
    if (printed) verdict.checks.push_back(without_the_slip(branches, t_0));
    for (const Branch& branch : branches) {
      if (branch.good()) continue;
      verdict.counterexample = counterexample(branch, shape, t_0);
      break;
    }

    verdict.details["objects"] =
        shape.all
            ? "branches of 2 to t_0 variables up to renaming; a polynomial passes if all its branches do"
            : "polynomials of the shape up to renaming";
    verdict.details["branches"] = std::move(details);
    if (shape.polynomial) {
      verdict.details["own_branches"] = own_branches_json(*shape.polynomial, variant, shape, t_0);
    }
    verdict.details["communication"] = {
        {"numbers_per_head", fmt::format("r*{}*(d+1) for r branches", players)},
        {"bits", fmt::format("H * r*{}*(d+1) * O(p log log n)", players)},
        {"needed", printed ? "Omega(n) (Lemma F.2 at constant t, cited)"
                           : fmt::format("Omega(n^(1/{})) (cited)", players - 1)},
        {"follows", failing_branches != 0     ? "nothing: the coordinator cannot form the heads' outputs"
                    : printed || players == 2 ? "H > n^{1-o(1)}"
                                              : fmt::format("H > n^{{1/{}-o(1)}}", players - 1)}};
    verdict.details["choices"] = {
        "The protocol depends on a branch's size alone: all branches of one size share the verdict of that "
        "size, which rests "
        "on all its block tuples. The polynomials are counted (by Burnside's lemma), not visited one by one.",
        "The variables of a branch g_i(x_1, ...) include x_1, also where no monomial has it; l_1 is fixed to "
        "N, so a branch "
        "of s variables sums over s-1 indices.",
        "Players with nothing left to sum send nothing; the proof prints no formula for their quotient L'_i "
        "= 0/0.",
        "The output is the product of the branches' outputs (Lemma D.1, which is "
        "poly/variable-separability)."};
    if (printed) {
      verdict.details["choices"].push_back(
          "Players 1 and 2 sum as the proof spells out for them; the formula for Player i, which differs for "
          "i = 1 and 2, is "
          "used from i = 3 on. Indices above t_0*n+1 are left out.");
      verdict.notes = {
          "[(i-1)n+1] for [(i-1)n] may be a slip: it gives Player i the first token of f_i, which she does "
          "not know. The "
          "check without-slip has the corrected sums.",
          "The displayed sums run over l_2, ..., l_{t_0} and should run to l_t; exp(h) lacks the 1/d of eq. "
          "1. Neither "
          "matters.",
          "Remark 2 (line 3359) says that h_2 simulates 3-fold composition; Theorem F.6 gives 2-fold."};
    }
  }
};

}  // namespace

std::unique_ptr<Claim> pointer_jumping_claim() {
  return std::make_unique<PointerJumping>();
}

}  // namespace attest
