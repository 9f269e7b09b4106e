#include <fmt/format.h>

#include <numeric>

#include "claims/whole_claim.hpp"
#include "constructions/anna/initialization.hpp"
#include "protocols/protocol_builder.hpp"
#include "protocols/word_task.hpp"
#include "verification/exact_claim.hpp"

namespace attest {

namespace {

ClaimInfo initialization_entry() {
  ClaimInfo info;
  info.id = "anna/initialization";
  info.kind = "construction";
  info.paper = "anna";
  info.title = "One exact-match layer distributes the input on the machines";
  info.statement =
      "For n input words and machines with s words of memory there is an exact-match layer with one head, "
      "m = O(log q) for queries and keys and m = O(s) for values, that takes the n tokens (input_idx, idx) "
      "to "
      "MachineIn_1: machine i <= ceil(n/s) gets (input_idx, idx) for idx = s(i-1)+1, ..., min(n, si), the "
      "others "
      "nothing.";
  info.source = {"001_9fe7599dfb64bc47.txt", "Lemma B.5", 528, 550};
  info.variants = {{Variant::printed,
                    "Query p_i, key p_ceil(idx/s), (input_idx, idx) at the entries 2i'-1 and 2i' of 2s, "
                    "i' = idx mod s.",
                    {}},
                   {Variant::repaired,
                    "The remainder i' is taken from 1, ..., s, as the displayed matrix has it.",
                    {"i' = ((idx - 1) mod s) + 1 instead of idx mod s: for idx = s, 2s, ... the print names "
                     "the entries -1 and "
                     "0 of a vector whose entries begin with 1."}}};
  info.parameters = {integer_parameter("n", 1, 200, "number of input words and of tokens"),
                     integer_parameter("s", 1, 200, "words of memory of a machine"),
                     integer_parameter("letters", 1, 1000, "input words are 0, ..., letters - 1")};
  info.parameters[2].default_value = "2";
  const auto add = [&](long n, long s, long letters, bool quick) {
    const bool entry_zero = n >= s;
    info.standard_sizes.push_back(
        {{fmt::format("n={}", n), fmt::format("s={}", s), fmt::format("letters={}", letters)},
         quick,
         {{Variant::printed, entry_zero ? Status::ill_formed : Status::holds},
          {Variant::repaired, Status::holds}}});
  };
  add(1, 1, 2, true);
  add(1, 2, 2, true);
  add(2, 3, 3, true);
  add(3, 1, 3, true);
  add(4, 2, 3, true);
  add(5, 2, 3, true);
  add(7, 3, 3, false);
  return info;
}

// The judged position (i-1) 2s + (j-1) is entry j of machine i's memory: input words at odd j, indices at
// even j.
class MachineIn1 : public mpc::WordTask {
 public:
  MachineIn1(long n, long s, long letters) : WordTask(n, letters), n_(n), s_(s) {}

  std::vector<std::size_t> judged_positions() const override {
    std::vector<std::size_t> all(static_cast<std::size_t>(n_ * 2 * s_));
    std::iota(all.begin(), all.end(), std::size_t{0});
    return all;
  }

  // Line 534: MachineIn_1^i = {(input_idx, idx): idx in s(i-1)+1, ..., min{n, si}}.
  long truth(std::span<const Symbol> word, std::size_t which) const override {
    const long machine = static_cast<long>(which) / (2 * s_) + 1;
    const long entry = static_cast<long>(which) % (2 * s_) + 1;
    const long index = s_ * (machine - 1) + (entry + 1) / 2;
    if (index > n_) return 0;
    return entry % 2 == 1 ? static_cast<long>(word[index - 1]) : index;
  }

  Json position_name(std::size_t position) const override {
    return {static_cast<long>(position) / (2 * s_) + 1, static_cast<long>(position) % (2 * s_) + 1};
  }

 private:
  long n_, s_;
};

class InitializationSetting : public ExactSetting {
 public:
  InitializationSetting(Variant variant, const Parameters& parameters)
      : ExactSetting(variant, parameters),
        n_(parameters.integer("n")),
        s_(parameters.integer("s")),
        task_(n_, s_, parameters.integer("letters")) {
    network_.tokens = n_;
    network_.key_bits = mpc::bits_for(n_);
    network_.embed = [](long token, const mpc::Words& input) {
      return mpc::Row{mpc::fraction(input[token - 1], 1), mpc::fraction(token, 1)};
    };
    network_.layers.push_back(anna_initialization_layer(n_, s_, false));
    choices_ = {
        "p_i is i in binary digits, without the number 0",
        "a token i > ceil(n/s), for which the lemma defines no query, asks with p_i, which is no key",
        "psi, the output function of Definition 2.2, which the proof does not mention, multiplies with the "
        "number of index entries that are not 0: the head averages, so that machine i finds 1/c times its "
        "memory, c = min(n, si) - s(i-1)"};
    if (variant == Variant::printed && n_ >= s_) {
      choices_.push_back(
          "readings: where idx mod s is 0 the displayed matrix (line 548) is followed, which puts "
          "(input_s, s) into the last two columns");
    }
    notes_ = {"the statement says MachineIn_r for MachineIn_1"};
  }

  const Task& task() const override { return task_; }

  std::vector<ExactOutput> outputs(std::span<const Symbol> word) const override {
    std::vector<ExactOutput> result;
    const auto rows = mpc::run_network(network_, mpc::words_of(word));
    for (const mpc::Row& row : rows.back()) {
      for (const mpc::Fraction& entry : anna_initialization_psi(row, s_)) {
        result.push_back({Rational(entry.numerator, entry.denominator), Json()});
      }
    }
    return result;
  }

  std::vector<Check> checks_before() const override { return {well_formed(), tokens_apart()}; }

  Size size() const override { return {1, 2 * s_, 0}; }

  Json weights() const override {
    Json tokens = Json::array();
    for (long index = 1; index <= n_; ++index) {
      const auto [word_entry, index_entry] =
          anna_initialization_entries(index, s_, variant() == Variant::printed);
      tokens.push_back({{"token", index},
                        {"query", index},
                        {"key", (index + s_ - 1) / s_},
                        {"input_entry", word_entry},
                        {"index_entry", index_entry}});
    }
    return {{"query", "q_i = p_i"},
            {"key", "k_idx = p_ceil(idx/s)"},
            {"value", variant() == Variant::printed
                          ? "entries 2i'-1, 2i' = (input_idx, idx), i' = idx mod s"
                          : "entries 2i'-1, 2i' = (input_idx, idx), i' = ((idx-1) mod s)+1"},
            {"psi", "y times the number of its even entries that are not 0"},
            {"tokens", std::move(tokens)}};
  }

  Json details(const Observation&) const override {
    return {{"query_key_dimension", network_.key_bits}, {"value_dimension", 2 * s_}};
  }

 private:
  Check well_formed() const {
    for (long index = 1; index <= n_; ++index) {
      const auto [word_entry, index_entry] =
          anna_initialization_entries(index, s_, variant() == Variant::printed);
      if (word_entry >= 1 && index_entry <= 2 * s_) continue;
      return ill_formed(
          "well-formed",
          fmt::format("for idx = {} the remainder idx mod s is {}, so the value is to stand in the "
                      "entries {} and {} of a vector with entries 1 to {}",
                      index, index % s_, word_entry, index_entry, 2 * s_));
    }
    return holds("well-formed", Evidence::enumeration, "every value's entries are among 1, ..., 2s");
  }

  // What stacking layers needs and this lemma does not promise.
  Check tokens_apart() const {
    const long empty = n_ - (n_ + s_ - 1) / s_;
    if (empty < 2)
      return informative(holds("tokens-apart", Evidence::enumeration, "at most one token has an empty row"));
    return informative(
        refuted(Kind::construction, "tokens-apart",
                fmt::format("{} tokens find nothing and have the row 0, from which no later layer can tell "
                            "which machine they are (Definition 2.2 has no residual)",
                            empty)));
  }

  long n_, s_;
  MachineIn1 task_;
  mpc::ExactMatchNetwork network_;
};

class Initialization : public JudgedClaim {
 public:
  Initialization() : JudgedClaim(initialization_entry()) {}
  std::unique_ptr<JudgedSetting> setting(Variant variant, const Parameters& parameters) const override {
    return std::make_unique<InitializationSetting>(variant, parameters);
  }
};

}  // namespace

std::unique_ptr<Claim> anna_initialization_claim() {
  return std::make_unique<Initialization>();
}

}  // namespace attest
