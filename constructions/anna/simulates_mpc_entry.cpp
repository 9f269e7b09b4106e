#include "constructions/anna/simulates_mpc_entry.hpp"

#include <algorithm>

#include "claims/whole_claim.hpp"
#include "protocols/code_parameter.hpp"
#include "protocols/protocol_catalogue.hpp"

namespace attest {

namespace {

mpc::Protocol protocol_of(const Parameters& p) {
  mpc::Protocol protocol = mpc::protocol_by_name(p.text("protocol"), p.integer("n"), p.integer("s"),
                                                 p.integer("letters"), p.integer("k"));
  for (long round = 0; round < p.integer("idle"); ++round)
    protocol = mpc::with_idle_round(std::move(protocol));
  return protocol;
}

// How many heads route: the theorem's parameter.
long routing_heads_of(const Parameters& p, const mpc::Protocol& protocol) {
  if (p.text("theorem") == "B.2" || protocol.capacity == 0) return protocol.memory;
  return std::min(protocol.memory, protocol.capacity);
}

}  // namespace

ClaimInfo anna_simulates_mpc_entry() {
  ClaimInfo info;
  info.id = "anna/simulates-mpc";
  info.kind = "construction";
  info.paper = "anna";
  info.title = "R + 1 exact-match layers simulate R rounds of an MPC protocol";
  info.statement =
      "For every deterministic R-round MPC protocol on N machines with s = O(N^epsilon) words of memory "
      "there is an "
      "exact-match transformer of depth R + 1 with H = O(N^epsilon) heads and m = O(N^(5 epsilon) log N) "
      "that computes "
      "the same function (Theorem B.2); with communication capacity k = O(N^rho) H = O(N^rho) and "
      "m = O(N^(epsilon + 4 rho) log N) are enough (Lemma B.13).";
  info.source = {"001_9fe7599dfb64bc47.txt", "Theorem B.2, Lemma B.13", 470, 627};
  info.variants = {
      {Variant::printed, "out . route_{R-1} . ... . route_1 . init of Lemmas B.3, B.5 and B.6.", {}},
      {Variant::repaired,
       "The last layer delivers the messages of round R, and every layer has a head that carries the token's "
       "number.",
       {"The last layer is route_R, in which token idx asks for what is sent to machine ceil(idx/s) and "
        "picks word idx: it "
        "has s heads (k in Lemma B.13) instead of 1. The print delivers the messages of R - 1 rounds only; "
        "Definition 2.3 "
        "delivers those of all R.",
        "Every layer has one more head, with the token's own number as query, key and value: without "
        "residual, tokens that "
        "find nothing have equal rows (Lemmas B.5 and B.6).",
        "i' = ((idx - 1) mod s) + 1 in Lemma B.5."}}};
  ParameterSpec n = integer_parameter("n", 1, 64, "number of input words (N)");
  ParameterSpec s = integer_parameter("s", 1, 16, "words of memory of a machine; at least 2 but for reverse");
  info.parameters = {
      named_parameter("protocol", mpc::protocol_names(),
                      "sort (Batcher's comparator rounds), rank-sort (4 rounds, s >= 2 ceil(sqrt n)), "
                      "prefix-sum, one-hop "
                      "(Lemma F.3), k-hop (Theorem F.4), reverse (whole blocks, k <= 2)"),
      std::move(n),
      std::move(s),
      with_default(integer_parameter("letters", 1, 26, "how many values an input word takes"), "2"),
      with_default(integer_parameter("k", 1, 1000, "hops of k-hop; not used by the other protocols"), "2"),
      with_default(integer_parameter("idle", 0, 8, "rounds without communication appended to the protocol"),
                   "0"),
      with_default(
          named_parameter("theorem", {"B.2", "B.13"},
                          "B.2: s heads for routing; B.13: as many as the protocol's communication capacity"),
          "B.2"),
      mpc::code_parameter()};
  const auto add = [&](std::vector<std::string> words, bool quick) {
    info.standard_sizes.push_back(
        {std::move(words),
         quick,
         {{Variant::printed, Status::ill_formed}, {Variant::repaired, Status::holds}}});
  };
  add({"protocol=prefix-sum", "n=1", "s=2"}, true);
  info.standard_sizes.back().recorded[Variant::printed] = Status::holds;
  add({"protocol=reverse", "n=2", "s=1"}, true);
  add({"protocol=sort", "n=2", "s=3"}, true);
  info.standard_sizes.back().recorded[Variant::printed] = Status::refuted;
  add({"protocol=sort", "n=2", "s=2"}, true);
  add({"protocol=sort", "n=4", "s=2"}, true);
  add({"protocol=sort", "n=5", "s=2"}, true);
  add({"protocol=rank-sort", "n=4", "s=4"}, true);
  add({"protocol=prefix-sum", "n=4", "s=2", "letters=3"}, true);
  add({"protocol=prefix-sum", "n=4", "s=2", "letters=2", "idle=1"}, true);
  add({"protocol=prefix-sum", "n=6", "s=3"}, true);
  add({"protocol=one-hop", "n=4", "s=2", "letters=3"}, true);
  add({"protocol=k-hop", "n=4", "s=2", "letters=2", "k=2"}, true);
  add({"protocol=reverse", "n=5", "s=3", "letters=3"}, true);
  add({"protocol=reverse", "n=6", "s=3", "letters=2", "theorem=B.13"}, true);
  add({"protocol=reverse", "n=6", "s=3", "letters=2", "theorem=B.13", "idle=1"}, true);
  add({"protocol=sort", "n=4", "s=2", "letters=2", "code=reed-solomon"}, true);
  add({"protocol=sort", "n=8", "s=2"}, false);
  add({"protocol=rank-sort", "n=9", "s=6"}, false);
  add({"protocol=prefix-sum", "n=8", "s=3"}, false);
  add({"protocol=one-hop", "n=6", "s=2", "letters=3"}, false);
  add({"protocol=k-hop", "n=6", "s=2", "letters=2", "k=3"}, false);
  add({"protocol=reverse", "n=8", "s=4", "letters=3", "theorem=B.13"}, false);
  return info;
}

NamedSimulation anna_named_simulation(Variant variant, const Parameters& parameters, mpc::Reading reading) {
  const mpc::Protocol protocol = protocol_of(parameters);
  NamedSimulation named;
  named.heads = routing_heads_of(parameters, protocol);
  named.alpha = std::min(named.heads, protocol.machines);
  named.simulation = anna_simulate(variant, protocol,
                                   mpc::code_by_name(parameters.text("code"), protocol.machines, named.alpha),
                                   named.heads, reading);
  return named;
}

}  // namespace attest
