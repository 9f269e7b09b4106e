#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "attention/match_plan.hpp"
#include "claims/counted_work.hpp"
#include "claims/deadline.hpp"
#include "claims/run_result.hpp"
#include "claims/usage_error.hpp"
#include "claims/user_json.hpp"
#include "constructions/anna/message_encoding.hpp"
#include "protocols/code_parameter.hpp"
#include "protocols/encoding_layers.hpp"
#include "tasks/datasets/random.hpp"
#include "tasks/drawn_word.hpp"
#include "tasks/nested_array.hpp"
#include "theorems/program_info.hpp"
#include "verification/stop_reason.hpp"

namespace attest {

namespace {

using mpc::Letter;

Integer binomial(long n, long k) {
  Integer result = 1;
  for (long i = 0; i < k; ++i) result = result * (n - i) / (i + 1);
  return result;
}

// Visits every set of at most alpha senders with every choice of their messages.
class Senders {
 public:
  explicit Senders(const Parameters& parameters)
      : q_(parameters.integer("q")),
        alpha_(std::min(parameters.integer("alpha"), q_)),
        delta_(parameters.integer("Delta")),
        letters_(parameters.integer("letters")) {
    for (long length = 1; length <= delta_; ++length)
      messages_ += power(Integer(letters_), static_cast<unsigned long>(length));
  }

  Integer space() const {
    Integer total = 0;
    for (long senders = 0; senders <= alpha_; ++senders) {
      total += binomial(q_, senders) * power(messages_, static_cast<unsigned long>(senders));
    }
    return total;
  }

  // visit(letters sent); stops when it returns false.
  template <typename Visit>
  bool all(const Visit& visit) {
    sent_.clear();
    return from(1, visit);
  }

 private:
  template <typename Visit>
  bool from(long first, const Visit& visit) {
    if (!visit(sent_)) return false;
    if (static_cast<long>(sent_.size()) == alpha_) return true;
    for (long machine = first; machine <= q_; ++machine) {
      mpc::Words message{0};
      do {
        sent_.push_back({message, 1, machine});
        const bool go_on = from(machine + 1, visit);
        sent_.pop_back();
        if (!go_on) return false;
      } while (next(message));
    }
    return true;
  }

  // The next message, by length and then in lexicographic order; false behind the last.
  bool next(mpc::Words& message) const {
    for (auto place = message.rbegin(); place != message.rend(); ++place) {
      if (++*place < letters_) return true;
      *place = 0;
    }
    message.push_back(0);
    return static_cast<long>(message.size()) <= delta_;
  }

  long q_, alpha_, delta_, letters_;
  Integer messages_ = 0;  // how many there are
  std::vector<Letter> sent_;
};

Json letters_json(const std::vector<Letter>& letters) {
  Json result = Json::array();
  for (const Letter& letter : letters) {
    result.push_back({{"from", letter.source}, {"to", letter.destination}, {"words", letter.message}});
  }
  return result;
}

Json sent_json(const std::vector<Letter>& letters) {
  Json result = Json::array();
  for (const Letter& letter : letters) result.push_back({{"from", letter.source}, {"words", letter.message}});
  return result;
}

constexpr long most_ranked_letters = 1'000'000;

struct ChosenLetters {
  std::vector<Letter> sent;  // by ascending source
  std::optional<Integer> rank;
};

std::vector<Letter> letters_from_json(const Json& input, const Parameters& parameters) {
  require_keys(input, {"sent"});
  const long q = parameters.integer("q");
  const long alpha = std::min(parameters.integer("alpha"), q);
  const long delta = parameters.integer("Delta");
  const long letters = parameters.integer("letters");
  if (!input["sent"].is_array() || input["sent"].size() > static_cast<std::size_t>(alpha))
    throw UsageError("input sent", input["sent"].dump(),
                     fmt::format("a list of at most {} messages, as alpha and q say", alpha));
  std::map<long, mpc::Words> by_source;
  for (const Json& entry : input["sent"]) {
    const bool fits = entry.is_object() && entry.size() == 2 && entry.contains("from") &&
                      entry.contains("words") && entry["words"].is_array() && !entry["words"].empty() &&
                      entry["words"].size() <= static_cast<std::size_t>(delta);
    if (!fits)
      throw UsageError("input sent", entry.dump(),
                       fmt::format(R"({{"from": i, "words": [..]}} with 1 to {} words)", delta));
    const long from =
        integer_from_json(entry["from"], "input sent/from", 1, q, fmt::format("a machine from 1 to {}", q));
    mpc::Words words;
    for (const Json& word : entry["words"])
      words.push_back(integer_from_json(word, "input sent/words", 0, letters - 1,
                                        fmt::format("words from 0 to {}", letters - 1)));
    if (!by_source.emplace(from, std::move(words)).second)
      throw UsageError("input sent", entry.dump(), "different machines");
  }
  std::vector<Letter> sent;
  for (auto& [from, words] : by_source) sent.push_back({std::move(words), 1, from});
  return sent;
}

std::vector<Letter> random_letters(const Parameters& parameters, std::uint64_t seed) {
  Random random(seed);
  std::vector<long> machines;
  for (long i = 1; i <= parameters.integer("q"); ++i) machines.push_back(i);
  random.shuffle(machines);
  machines.resize(
      std::min<std::size_t>(machines.size(), static_cast<std::size_t>(parameters.integer("alpha"))));
  std::sort(machines.begin(), machines.end());
  std::vector<Letter> sent;
  for (const long machine : machines) {
    Letter letter{{}, 1, machine};
    for (long length = random.between(1, parameters.integer("Delta")); length > 0; --length)
      letter.message.push_back(random.between(0, parameters.integer("letters") - 1));
    sent.push_back(std::move(letter));
  }
  return sent;
}

// By rank in the order in which verify visits the patterns.
ChosenLetters chosen_letters(const Json& given, const Parameters& parameters, std::uint64_t seed) {
  if (given == "random") return {random_letters(parameters, seed), std::nullopt};
  if (!given.is_string()) return {letters_from_json(given, parameters), std::nullopt};
  Senders senders(parameters);
  const std::string text = given.get<std::string>();
  const Integer rank = rank_argument(text, senders.space());
  if (rank >= most_ranked_letters)
    throw UsageError("input", text,
                     fmt::format("a rank below {}: patterns are counted up to it", most_ranked_letters));
  Integer seen = 0;
  ChosenLetters chosen;
  senders.all([&](const std::vector<Letter>& sent) {
    if (seen++ != rank) return true;
    chosen = {sent, rank};
    return false;
  });
  return chosen;
}

class MessageEncodingClaim : public WholeClaim {
 public:
  MessageEncodingClaim() : WholeClaim(program_info("anna/message-encoding")) {}

  std::vector<ParameterSpec> run_parameters() const override {
    return with_maxima(info().parameters, {{"letters", 1000}});
  }

  // The letters that one head averages, from different machines: {"sent": [{"from": 3, "words": [0, 1]}, ...]}.
  Json run(Variant, const Parameters& parameters, const Json& given, std::uint64_t seed) const override {
    const auto encoding = encoding_of(parameters);
    const auto [sent, rank] = chosen_letters(given, parameters, seed);
    const auto senders = static_cast<long>(sent.size());
    const attention::State average =
        attention::run_by_definition(mpc::encoding_layers(encoding, senders),
                                     mpc::encoding_states(*encoding, senders, sent))
            .states.front();
    const auto decoded = encoding->decode(average);
    RunResult result({{"sent", sent_json(sent)}}, rank);
    result.steps["slots"] = encoding->code().slots();
    result.steps["numbers"] = encoding->dimension();
    result.steps["numbers of the average that are not 0"] = average.entries().size();
    result.answer("decoded", decoded ? letters_json(*decoded) : Json("unreadable"), letters_json(sent));
    return result.to_json();
  }

  Json weights(Variant, const Parameters& parameters) const override {
    const mpc::SlotCode code = code_of(parameters);
    Json machines = Json::array();
    for (std::size_t i = 0; i < code.position.size() && i < 64; ++i) {
      Json slots = Json::array();
      for (long block = 0; block < code.blocks; ++block)
        slots.push_back(code.slot(static_cast<long>(i) + 1, block) + 1);
      machines.push_back({{"machine", i + 1}, {"slots", std::move(slots)}});
    }
    return {{"phi", "in each of machine i's slots (1, dest, i, words of Msg plus 1, 0, ..), 0 elsewhere"},
            {"varphi",
             "the least first entry that is not 0 is 1/c; every slot that has it, times c, is one machine's "
             "tuple"},
            {"slots", code.slots()},
            {"entries_of_a_slot", parameters.integer("Delta") + 3},
            {"first_machines", std::move(machines)}};
  }

 protected:
  void examine(Variant, const Parameters& parameters, const VerifyOptions& options,
               Verdict& verdict) const override {
    const long q = parameters.integer("q");
    const long alpha = std::min(parameters.integer("alpha"), q);
    const long delta = parameters.integer("Delta");
    const auto shared = encoding_of(parameters);
    const mpc::MessageEncoding& encoding = *shared;
    const attention::MatchLayers layers = mpc::encoding_layers(shared, alpha);
    attention::MatchPlan plan(layers);
    Senders senders(parameters);
    verdict.inputs.space = verdict.inputs.total = senders.space();
    if (options.announce && verdict.inputs.space > 1000000) {
      options.announce(fmt::format("{} {}: {} patterns", info().id, parameters.to_string(),
                                   short_count(verdict.inputs.space)));
    }
    Deadline deadline(options);
    CountedWork work(verdict.inputs.total);
    std::uint64_t checked = 0;
    std::uint64_t failing = 0;
    const bool finished = senders.all([&](const std::vector<Letter>& sent) {
      if (deadline.reached()) return false;
      work.reached(++checked);
      if (plan.remembers_much()) plan.forget();
      const auto machine_1 = plan.run(mpc::encoding_states(encoding, alpha, sent)).states.front();
      const auto decoded = encoding.decode(plan.last_state(machine_1));
      if (decoded && *decoded == sent) return true;
      if (failing++ == 0) {
        verdict.counterexample = {{"check", "decoding"},
                                  {"sent", letters_json(sent)},
                                  {"decoded", decoded ? letters_json(*decoded) : Json()}};
      }
      return !options.first;
    });
    verdict.inputs.checked = checked;
    verdict.inputs.failing = failing;

    verdict.checks.push_back(mpc::separation_check(encoding.code(), alpha));
    if (failing > 0) {
      verdict.checks.push_back(
          refuted(Kind::constant, "decoding",
                  fmt::format("{} of {} checked patterns are decoded wrongly", failing, checked)));
    } else if (!finished) {
      verdict.checks.push_back(
          undecided("decoding", fmt::format("{} after {} of {} patterns", deadline.reason(), checked,
                                            short_count(verdict.inputs.space))));
    } else {
      verdict.checks.push_back(
          holds("decoding", Evidence::enumeration, fmt::format("all {} patterns", checked)));
    }
    if (parameters.text("code") == "greedy") {
      verdict.checks.push_back(mpc::block_bound_check(encoding.code(), q, alpha));
    }
    verdict.checks.push_back(mpc::growth_check(encoding, alpha, delta, q));
    verdict.size = {1, encoding.dimension(), 0};
    verdict.details["choices"] =
        Json({"Delta is the number of words of Msg (\"message size\"); dest and i come on top",
              "the senders that are averaged are different machines, as in one head of Lemma B.3; all have "
              "the same dest",
              "what the decoder sees is the average alone, not how many were averaged"});
    verdict.details["encoding"] = mpc::encoding_json(encoding, alpha, delta, q);
  }

 private:
  static mpc::SlotCode code_of(const Parameters& parameters) {
    const long q = parameters.integer("q");
    return mpc::code_by_name(parameters.text("code"), q, std::min(parameters.integer("alpha"), q));
  }
  static std::shared_ptr<const mpc::MessageEncoding> encoding_of(const Parameters& parameters) {
    return std::make_shared<const mpc::MessageEncoding>(code_of(parameters), parameters.integer("Delta"));
  }
};

}  // namespace

std::unique_ptr<Claim> anna_message_encoding_claim() {
  return std::make_unique<MessageEncodingClaim>();
}

}  // namespace attest
