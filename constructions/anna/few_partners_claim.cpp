#include <fmt/format.h>

#include <algorithm>

#include "claims/counted_work.hpp"
#include "claims/deadline.hpp"
#include "claims/run_result.hpp"
#include "claims/whole_claim.hpp"
#include "constructions/anna/capacity_claims.hpp"
#include "protocols/capacity_protocol.hpp"
#include "protocols/chosen_pattern.hpp"
#include "protocols/column_merge.hpp"
#include "protocols/protocol_builder.hpp"
#include "theorems/program_info.hpp"

namespace attest {

namespace {

using mpc::Memory;
using mpc::Pattern;

// A round of a protocol is the messages that its machines send, which may be any: one round whose messages are this pattern.
class RoundWithFewPartners {
 public:
  explicit RoundWithFewPartners(const Parameters& parameters) : q_(parameters.integer("q")) {
    mpc::Protocol round;
    round.machines = q_;
    round.inputs = 1;
    round.memory = parameters.integer("s");
    round.word_bits = mpc::bits_for(parameters.integer("letters"));
    round.rounds.push_back(
        [this](long machine, const Memory&) { return (*pattern_)[static_cast<std::size_t>(machine) - 1]; });
    fixed_ = mpc::fixed_protocol(round, parameters.integer("k"));
  }
  RoundWithFewPartners(const RoundWithFewPartners&) = delete;  // its local function points to it

  const mpc::FixedProtocol& fixed() const { return fixed_; }

  // What machine 1, ..., q knows then.
  std::vector<Memory> deliver(const Pattern& pattern) {
    pattern_ = &pattern;
    return mpc::play(fixed_, std::vector<Memory>(static_cast<std::size_t>(q_)));
  }

 private:
  long q_;
  const Pattern* pattern_ = nullptr;
  mpc::FixedProtocol fixed_;
};

class FewPartners : public WholeClaim {
 public:
  FewPartners() : WholeClaim(program_info("anna/few-partners")) {}

  std::vector<ParameterSpec> run_parameters() const override {
    return with_maxima(info().parameters, {{"q", 64}, {"s", 16}, {"letters", 1000}});
  }

  Json run(Variant, const Parameters& parameters, const Json& given, std::uint64_t seed) const override {
    const auto [pattern, rank] = mpc::chosen_pattern(given, limits_of(parameters), seed);
    RoundWithFewPartners round(parameters);
    RunResult result({{"messages", mpc::messages_json(pattern)}}, rank);
    const mpc::CapacityPlan& plan = round.fixed().plan;
    result.steps["machines"] = plan.machines;
    result.steps["words of a machine"] = plan.block() + 1;
    result.steps["rounds"] = plan.rounds();
    const auto known = round.deliver(pattern);
    for (std::size_t i = 0; i < known.size(); ++i)
      result.answer(fmt::format("machine {}", i + 1), mpc::memory_json(known[i]),
                    mpc::memory_json(mpc::delivered(pattern, static_cast<long>(i) + 1)));
    return result.to_json();
  }

 protected:
  void examine(Variant, const Parameters& parameters, const VerifyOptions& options,
               Verdict& verdict) const override {
    const mpc::RoundLimits limits = limits_of(parameters);
    verdict.inputs.space = verdict.inputs.total = mpc::pattern_count(limits);
    RoundWithFewPartners round(parameters);
    const Deadline deadline(options);
    CountedWork work(verdict.inputs.total);
    std::uint64_t checked = 0;
    std::uint64_t failing = 0;
    const bool finished =
        mpc::for_every_pattern(limits.q, limits.s, limits.letters, [&](const Pattern& pattern) {
          if (checked % 64 == 0 && deadline.reached()) return false;
          work.reached(++checked);
          const auto known = round.deliver(pattern);
          for (std::size_t i = 0; i < known.size(); ++i) {
            const Memory wanted = mpc::delivered(pattern, static_cast<long>(i) + 1);
            if (known[i] == wanted) continue;
            if (failing++ == 0)
              verdict.counterexample = {{"messages", mpc::messages_json(pattern)},
                                        {"machine", i + 1},
                                        {"knows", mpc::memory_json(known[i])},
                                        {"received", mpc::memory_json(wanted)}};
            return !options.first;
          }
          return true;
        });
    verdict.inputs.checked = checked;
    verdict.inputs.failing = failing;
    verdict.checks = {delivery(finished, failing, verdict, deadline),
                      partners(round.fixed(), parameters.integer("k")), size(round.fixed(), parameters)};
    verdict.details["choices"] = {
        "a word of the new protocol holds a word of the old one, two machines' numbers and a place: O(log N) bits",
        "what a machine sends to itself counts, as words and as a partner",
        "who sent a message is known to the receiver, as in anna/routing",
        "input and output lie on the machines of the old protocol, s words on each"};
    verdict.notes = {
        "with k = O(N^rho) and N^(1 + gamma - epsilon) machines L <= (1 + gamma)/rho for large N, so that R rounds become at most "
        "10 R ((1 + gamma)/rho)^2; rho = epsilon/2 serves as well, for (k - 1)^2 = O(N^epsilon)"};
  }

 private:
  static mpc::RoundLimits limits_of(const Parameters& parameters) {
    return {parameters.integer("q"), parameters.integer("s"), parameters.integer("letters")};
  }

  static Check delivery(bool finished, std::uint64_t failing, const Verdict& verdict,
                        const Deadline& deadline) {
    const char* name = "delivery";
    if (failing > 0)
      return refuted(Kind::construction, name,
                     fmt::format("{} of {} checked message patterns are not delivered", failing,
                                 verdict.inputs.checked.str()));
    if (!finished)
      return undecided(name, fmt::format("{} after {} of {} message patterns", deadline.reason(),
                                         verdict.inputs.checked.str(), verdict.inputs.space.str()));
    return holds(name, Evidence::enumeration,
                 fmt::format("all {} message patterns", verdict.inputs.space.str()));
  }

  // The ways are the same on every pattern.
  static Check partners(const mpc::FixedProtocol& fixed, long k) {
    mpc::FixedTraffic most;
    for (const mpc::FixedProtocol::Round& round : fixed.rounds) {
      const mpc::FixedTraffic traffic = mpc::traffic_of(round.ways);
      most.partners = std::max(most.partners, traffic.partners);
      most.words = std::max(most.words, traffic.words);
    }
    const std::string text = fmt::format("at most {} partners and {} words in a round; k = {}, 2h + 1 = {}",
                                         most.partners, most.words, k, fixed.plan.block() + 1);
    return most.partners <= k && most.words <= fixed.plan.block() + 1
               ? holds("partners", Evidence::enumeration, text)
               : refuted(Kind::constant, "partners", text);
  }

  static Check size(const mpc::FixedProtocol& fixed, const Parameters& parameters) {
    const mpc::CapacityPlan& plan = fixed.plan;
    const auto rounds = static_cast<long>(fixed.rounds.size());
    const long q = parameters.integer("q");
    const long k = parameters.integer("k");
    const long square = (k - 1) * (k - 1);
    const bool small = plan.machines <= mpc::power_of(2, plan.levels) * q &&
                       plan.half < std::max(parameters.integer("s"), square) + k &&
                       rounds == 4 * plan.levels * (plan.levels + 1) + 2;
    const std::string text = fmt::format("{} rounds for one, on {} machines for {}; L = {}, h = {}", rounds,
                                         plan.machines, q, plan.levels, plan.half);
    return small ? holds("size", Evidence::enumeration, text) : refuted(Kind::constant, "size", text);
  }
};

}  // namespace

std::unique_ptr<Claim> anna_few_partners_claim() {
  return std::make_unique<FewPartners>();
}

}  // namespace attest
