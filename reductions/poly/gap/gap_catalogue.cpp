#include <fmt/format.h>

#include <map>
#include <stdexcept>

#include "claims/parameter_specs.hpp"
#include "reductions/poly/gap/gap_claim.hpp"
#include "reductions/poly/gap/gap_images.hpp"

namespace attest {

namespace {

const char* const seed_file_of_gap = "003_fa68b7a15496b434.txt";

const char* const protocol_change =
    "The paper cites the step; this is a Merlin-Arthur protocol with Reed-Solomon codes over a prime field.";

std::vector<ParameterSpec> parameters_with(std::vector<ParameterSpec> own) {
  own.push_back(integer_parameter("n", 1, 4, "vectors in each set; ascending lists, repetitions allowed"));
  own.push_back(
      integer_parameter("d", 1, 6, "their dimension; all (d+1) targets of every constraint are taken"));
  for (ParameterSpec spec : gap_parameter_specs()) {
    if (spec.name == "T") {
      spec = integer_parameter("T", 1, 6,
                               "columns of the array, at most d: Merlin's polynomial has degree k(T-1)");
      spec.default_value = "1";
    }
    own.push_back(spec);
  }
  return own;
}

StandardSize size(std::vector<std::string> words, bool quick, Status status = Status::holds) {
  return {std::move(words), quick, {{Variant::constructed, status}}};
}

void construct(ClaimInfo& info, const std::string& summary, std::vector<std::string> changes) {
  info.kind = "reduction";
  info.paper = "poly";
  info.variants = {{Variant::constructed, summary, std::move(changes)}};
}

ClaimInfo pair_entry() {
  ClaimInfo info;
  info.id = "poly/ip-to-gap-ip";
  info.title = "Two sets and a target inner product become gap instances";
  info.statement =
      "For every instance A, B, m of IP with n vectors in d dimensions there are q instances of "
      "epsilon-Gap-IP "
      "with n vectors in d' dimensions and one target m': if some pair has inner product m, one of them is a "
      "yes instance; if none has, all of them are no instances. Not decided here: the lemma's q = n^o(1) and "
      "d' = O(d).";
  info.source = {seed_file_of_gap, "Lemma C.9 (cited)", 1615, 1625};
  construct(info, "One instance for each message of Merlin; m' is the number of points that Arthur looks at.",
            {protocol_change,
             "q and d' are finite numbers here: what makes the lemma useful, q = n^o(1) and d' = O(d), is "
             "not decided."});
  info.parameters = parameters_with({});
  info.standard_sizes = {
      size({"n=1", "d=1"}, true),
      size({"n=2", "d=2"}, true),
      size({"n=1", "d=2", "T=2"}, true),
      size({"n=2", "d=2", "T=2"}, true),
      size({"n=2", "d=2", "T=2", "epsilon=1/3"}, true),
      size({"n=2", "d=2", "T=2", "alphabet=field"}, true),
      size({"n=2", "d=2", "T=2", "alphabet=occurring"}, true),
      size({"n=2", "d=3", "T=2"}, true),
      size({"n=1", "d=3", "T=2", "epsilon=3/4"}, true),
      size({"n=1", "d=3", "T=3", "epsilon=1/6"}, false),
      size({"n=3", "d=2", "T=2"}, false),
      size({"n=1", "d=4", "T=2"}, false),
  };
  return info;
}

ClaimInfo triangle_entry() {
  ClaimInfo info;
  info.id = "poly/ip-triangle-to-gap";
  info.kind = "reduction";
  info.paper = "poly";
  info.title = "IP-triangle becomes gap instances of IP-triangle";
  info.statement =
      "From an instance A, B, C of IP-triangle, Lemma C.9 is applied to the three pairs and the vectors are "
      "put "
      "side by side in three groups of coordinates, zero where a set is not concerned. The instances are of "
      "epsilon-Gap-IP-triangle with n vectors, keep its promise, and one of them is a yes instance exactly "
      "if "
      "the source is.";
  info.source = {seed_file_of_gap, "Theorem C.8", 1602, 1781};
  info.variants = {
      {Variant::printed, "The sets {a_AB 0 a_AC | a_AB, a_AC} of line 1682, both ranging independently.", {}},
      {Variant::repaired,
       "The vector of a carries a's own blocks for both of its pairs.",
       {"a_AB and a_AC come from one vector a: printed they range independently, which gives n^2 vectors and "
        "turns no instances into yes instances.",
        "Lemma C.9 is used vector by vector: the image of (a, b) under a message has inner product m' only "
        "if "
        "<a, b> = m. As stated it speaks of all pairs of A x B at once, which the no case (line 1767) cannot "
        "use.",
        "Three targets instead of the one m of line 1628, as Definition C.5 has them."}},
  };
  const ParameterSpec targets = with_default(
      named_parameter(
          "targets", {"three", "equal"},
          "all triples of targets (Definition C.5), or the one target m of line 1628 for all pairs"),
      "three");
  info.parameters = parameters_with({targets});
  const auto both = [](std::vector<std::string> words, bool quick, Status printed) {
    return StandardSize{
        std::move(words), quick, {{Variant::printed, printed}, {Variant::repaired, Status::holds}}};
  };
  const auto repaired = [](std::vector<std::string> words, bool quick) {
    return StandardSize{std::move(words), quick, {{Variant::repaired, Status::holds}}};
  };
  info.standard_sizes = {
      both({"n=1", "d=1"}, true, Status::holds),
      both({"n=2", "d=1"}, true, Status::refuted),
      both({"n=2", "d=1", "targets=equal"}, true, Status::refuted),
      both({"n=2", "d=2", "targets=equal"}, true, Status::refuted),
      repaired({"n=1", "d=2", "T=2", "epsilon=1/3"}, true),
      repaired({"n=2", "d=2"}, false),
      both({"n=1", "d=2", "T=2", "epsilon=1/3"}, false, Status::holds),
      repaired({"n=2", "d=2", "T=2", "epsilon=1/3", "targets=equal"}, false),
      repaired({"n=2", "d=2", "T=2", "epsilon=1/3"}, false),
  };
  return info;
}

ClaimInfo kip_entry() {
  ClaimInfo info;
  info.id = "poly/kip-to-gap";
  info.title = "kIP becomes gap instances";
  info.statement =
      "For every instance A^1, ..., A^k, m of kIP with n vectors in d dimensions there are instances of "
      "epsilon-Gap-kIP with n vectors and one target m': one of them is a yes instance exactly if the source "
      "is. "
      "(The theorem is a lower bound under SETH; its reduction is cited. Not decided here: how many "
      "instances, d' = "
      "O(log n), and any target m.)";
  info.source = {seed_file_of_gap, "Theorem E.7 (cited)", 2311, 2311};
  construct(info, "One instance for each message of Merlin.",
            {protocol_change,
             "The target m' is the number of points, not any m: for m = 0 the gap problem is "
             "trivial."});
  info.parameters = parameters_with({with_default(integer_parameter("k", 2, 4, "the number of sets"), "3")});
  info.standard_sizes = {
      size({"k=3", "n=1", "d=1"}, true),
      size({"k=3", "n=2", "d=2"}, true),
      size({"k=4", "n=1", "d=2"}, true),
      size({"k=3", "n=1", "d=2", "T=2", "epsilon=1/4"}, true),
      size({"k=3", "n=1", "d=2", "T=2", "epsilon=1/4", "alphabet=occurring"}, true),
      size({"k=3", "n=1", "d=2", "T=2"}, false),
      size({"k=4", "n=2", "d=1"}, true),
      size({"k=3", "n=2", "d=2", "T=2", "epsilon=1/4"}, false),
      size({"k=4", "n=1", "d=2", "T=2", "epsilon=1/5"}, false),
  };
  return info;
}

ClaimInfo hypergraph_entry() {
  ClaimInfo info;
  info.id = "poly/hypergraph-ip-to-gap";
  info.title = "HypergraphIP becomes gap instances";
  info.statement =
      "For every k-subset of t sets the gap step for kIP is applied, and the results are put side by side in "
      "binomial(t, k) groups of coordinates, zero where a set is not concerned. The instances keep the "
      "promise, "
      "and one of them is a yes instance exactly if the source is. (The corollary is a lower bound under the "
      "Max-kSAT conjecture; this is its reduction.)";
  info.source = {seed_file_of_gap, "Corollary E.12", 2610, 2614};
  construct(info, "One gap step for each k-subset, the same vector in all its groups.", {protocol_change});
  info.parameters =
      parameters_with({with_default(integer_parameter("t", 2, 4, "the number of sets"), "4"),
                       with_default(integer_parameter("k", 2, 4, "the order, at most t"), "3")});
  info.standard_sizes = {
      size({"t=4", "k=3", "n=1", "d=1"}, true),
      size({"t=4", "k=3", "n=1", "d=2"}, false),
      size({"t=4", "k=3", "n=2", "d=1"}, true),
      size({"t=3", "k=3", "n=1", "d=2", "T=2", "epsilon=1/4"}, true),
      size({"t=3", "k=2", "n=1", "d=2", "T=2", "epsilon=1/3"}, true),
      size({"t=4", "k=2", "n=1", "d=1"}, true),
  };
  return info;
}

ClaimInfo cycle_entry() {
  ClaimInfo info;
  info.id = "poly/cycle-to-gap";
  info.title = "IP-DIR-rCYC becomes gap instances";
  info.statement =
      "For every two sets that follow each other on the cycle the gap step is applied, and the results are "
      "put "
      "side by side in r groups of coordinates, zero where a set is not concerned. The instances keep the "
      "promise, and one of them is a yes instance exactly if the source is. (The corollary is a lower bound "
      "under the Max-2SAT conjecture; this is its reduction.)";
  info.source = {seed_file_of_gap, "Corollary E.17", 2871, 2887};
  construct(info, "One gap step for each pair along the cycle, the same vector in both of its groups.",
            {protocol_change});
  info.parameters =
      parameters_with({with_default(integer_parameter("r", 3, 6, "the length of the cycle"), "4")});
  info.standard_sizes = {
      size({"r=3", "n=1", "d=1"}, true),  size({"r=4", "n=2", "d=1"}, true),
      size({"r=5", "n=1", "d=1"}, true),  size({"r=3", "n=1", "d=2", "T=2", "epsilon=1/3"}, true),
      size({"r=4", "n=1", "d=2"}, false), size({"r=5", "n=2", "d=1"}, false),
  };
  return info;
}

}  // namespace

ClaimInfo gap_catalogue_entry(const std::string& id) {
  if (id == "poly/ip-to-gap-ip") return pair_entry();
  if (id == "poly/ip-triangle-to-gap") return triangle_entry();
  if (id == "poly/kip-to-gap") return kip_entry();
  if (id == "poly/hypergraph-ip-to-gap") return hypergraph_entry();
  if (id == "poly/cycle-to-gap") return cycle_entry();
  throw std::logic_error("no such gap step: " + id);
}

}  // namespace attest
