#include <fmt/format.h>

#include <numeric>

#include "claims/whole_claim.hpp"
#include "constructions/anna/final_output.hpp"
#include "protocols/protocol_builder.hpp"
#include "protocols/word_task.hpp"
#include "verification/exact_claim.hpp"

namespace attest {

namespace {

ClaimInfo final_output_entry() {
  ClaimInfo info;
  info.id = "anna/final-output";
  info.kind = "construction";
  info.paper = "anna";
  info.title = "One exact-match layer hands the output words to the tokens";
  info.statement =
      "For n output words on the first ceil(n/s) of the machines, s on each, there is an exact-match layer "
      "with one "
      "head, m = O(log q) for queries and keys and m = O(s) for values, whose output at token idx <= n is "
      "word idx.";
  info.source = {"001_9fe7599dfb64bc47.txt", "Lemma B.6", 554, 574};
  info.variants = {
      {Variant::printed, "Query p_ceil(idx/s), key p_i, value the whole memory of machine i.", {}},
      {Variant::repaired,
       "A second head brings every token its own number.",
       {"H = 2 instead of 1: in the second head query, key and value are the token's own number. In the "
        "print all "
        "tokens of one machine have the same row, so that no function psi of the row can give them different "
        "words; with one head no other queries and keys can either, unless they depend on the words."}}};
  info.parameters = {integer_parameter("n", 1, 200, "number of output words and of tokens"),
                     integer_parameter("s", 1, 200, "words of memory of a machine"),
                     integer_parameter("letters", 1, 1000, "output words are 0, ..., letters - 1")};
  info.parameters[2].default_value = "2";
  const auto add = [&](long n, long s, long letters, bool quick) {
    const bool shared_row = n >= 2 && s >= 2 && letters >= 2;
    info.standard_sizes.push_back(
        {{fmt::format("n={}", n), fmt::format("s={}", s), fmt::format("letters={}", letters)},
         quick,
         {{Variant::printed, shared_row ? Status::refuted : Status::holds},
          {Variant::repaired, Status::holds}}});
  };
  add(1, 1, 2, true);
  add(3, 1, 3, true);
  add(2, 2, 2, true);
  add(4, 2, 3, true);
  add(5, 2, 3, true);
  add(5, 3, 3, true);
  add(8, 3, 3, false);
  return info;
}

class OutputWords : public mpc::WordTask {
 public:
  OutputWords(long n, long letters) : WordTask(n, letters) {}
  std::vector<std::size_t> judged_positions() const override {
    std::vector<std::size_t> all(space().length());
    std::iota(all.begin(), all.end(), std::size_t{0});
    return all;
  }
  long truth(std::span<const Symbol> word, std::size_t which) const override { return word[which]; }
};

class FinalOutputSetting : public ExactSetting {
 public:
  FinalOutputSetting(Variant variant, const Parameters& parameters)
      : ExactSetting(variant, parameters),
        n_(parameters.integer("n")),
        s_(parameters.integer("s")),
        task_(n_, parameters.integer("letters")) {
    const long n = n_;
    const long s = s_;
    const bool repaired = variant == Variant::repaired;
    network_.tokens = n;
    network_.key_bits = mpc::bits_for(n);
    // Token i's embedding before the layer: its number and, on the first ceil(n/s), the machine's words.
    network_.embed = [n, s](long token, const mpc::Words& output) {
      mpc::Row row = {mpc::fraction(token, 1)};
      for (long index = s * (token - 1) + 1; index <= std::min(n, s * token); ++index) {
        row.push_back(mpc::fraction(output[index - 1], 1));
      }
      return row;
    };
    const auto read = [](const mpc::Row& row, long) {
      mpc::TokenState state;
      state.identity = static_cast<long>(row[0].numerator);
      mpc::Words words;
      for (std::size_t k = 1; k < row.size(); ++k) words.push_back(row[k].numerator);
      state.memory = {{state.identity, words}};
      return state;
    };
    network_.layers.push_back(anna_final_output_layer(
        n, s, [](const mpc::TokenState& state) { return state.memory.front().words; }, read, repaired));
    network_.psi = [s, repaired](const mpc::Row& row, long) {
      return repaired ? anna_final_output_psi(row, s, mpc::last_entry(row)) : row[0].numerator;
    };
    choices_ = {
        "p_i is i in binary digits, without the number 0; a token i > ceil(n/s) has a key that no query is",
        "before the layer, the embedding of token i holds its number and, on the first ceil(n/s), the words "
        "of machine i",
        "the memory of a machine is written as the pairs (output_idx, idx), by ascending idx"};
    if (!repaired) {
      choices_.push_back(
          "psi gives the first word it finds; \"choosing a proper element-wise function\" (line 574) "
          "leaves it free, and the check psi-exists says whether any would do");
    }
  }

  const Task& task() const override { return task_; }

  std::vector<ExactOutput> outputs(std::span<const Symbol> word) const override {
    std::vector<ExactOutput> result;
    const auto rows = mpc::run_network(network_, mpc::words_of(word)).back();
    for (const mpc::Value value : mpc::read_outputs(network_, rows))
      result.push_back({Rational(value), Json()});
    return result;
  }

  // What the print gives if psi may look at the token's number too.
  bool breaks_second_condition(std::span<const Symbol> word) const override {
    const auto rows = mpc::run_network(network_, mpc::words_of(word)).back();
    for (long index = 1; index <= n_; ++index) {
      if (anna_final_output_psi(rows[index - 1], s_, index) != task_.truth(word, index - 1)) return true;
    }
    return false;
  }

  std::vector<Check> checks_after(const Observation& o) const override {
    std::vector<Check> checks;
    if (variant() == Variant::printed) checks.push_back(psi_exists(o));
    checks.push_back(informative(second_condition_check(
        "output-with-position", o, "the output is wrong even if psi sees the number of the token")));
    return checks;
  }

  Size size() const override { return {network_.heads(), network_.value_dimension(), 0}; }

  Json weights() const override {
    Json result = {{"query", "q_idx = p_ceil(idx/s)"},
                   {"key", "k_i = p_i for i <= ceil(n/s)"},
                   {"value", "v_i = (output_idx, idx) for the words of machine i, 2s entries"},
                   {"psi", "the word whose index is the token's own number"}};
    if (variant() == Variant::repaired) result["second_head"] = "q_i = k_i = p_i, v_i = (i)";
    return result;
  }

  Json details(const Observation&) const override {
    return {{"query_key_dimension", network_.key_bits}, {"value_dimension", network_.value_dimension()}};
  }

 private:
  // Two tokens with equal rows and different words, if there are any; else the psi of the output check is
  // one.
  Check psi_exists(const Observation& o) const {
    const InputSpace& space = task_.space();
    for (long index = 1; index < n_; ++index) {
      if (space.alphabet_size(0) < 2) break;
      Word word(space.length(), 0);
      word[index] = 1;
      const auto rows = mpc::run_network(network_, mpc::words_of(word)).back();
      if (rows[index - 1] != rows[index]) continue;
      return refuted(
          Kind::construction, "psi-exists",
          fmt::format(
              "on {} the tokens {} and {} have the same row after the layer, but the outputs 0 and 1: "
              "no function psi of the row alone gives both",
              task_.to_json(word).dump(), index, index + 1));
    }
    if (o.complete() && o.failing.count == 0) return holds("psi-exists", Evidence::enumeration);
    return undecided("psi-exists", "not all inputs were seen");
  }

  long n_, s_;
  OutputWords task_;
  mpc::ExactMatchNetwork network_;
};

class FinalOutput : public JudgedClaim {
 public:
  FinalOutput() : JudgedClaim(final_output_entry()) {}
  std::unique_ptr<JudgedSetting> setting(Variant variant, const Parameters& parameters) const override {
    return std::make_unique<FinalOutputSetting>(variant, parameters);
  }
};

}  // namespace

std::unique_ptr<Claim> anna_final_output_claim() {
  return std::make_unique<FinalOutput>();
}

}  // namespace attest
