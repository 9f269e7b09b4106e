#include "lowerbounds/anna/reformer_receptive_field.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "claims/deadline.hpp"
#include "claims/run_result.hpp"
#include "claims/whole_claim.hpp"
#include "lowerbounds/anna/given_pattern.hpp"
#include "lowerbounds/anna/reformer_checks.hpp"
#include "theorems/program_info.hpp"

namespace attest {

namespace {

constexpr long most_layers = 6;
constexpr long most_witnesses = 1000;  // patterns that are run one by one

class ReformerReceptiveField : public WholeClaim {
 public:
  ReformerReceptiveField() : WholeClaim(program_info("anna/reformer-receptive-field")) {}

  std::vector<ParameterSpec> run_parameters() const override {
    return with_maxima(info().parameters, {{"B", 24}, {"L", 12}, {"N", 24}});
  }

  // One pattern, layer 1 first: {"layers": [[[1, 2], [3, 4]], [[1, 3], [2, 4]]]}.
  Json run(Variant variant, const Parameters& parameters, const Json& given,
           std::uint64_t seed) const override {
    const ReformerSetting s = setting(parameters);
    const bool printed = variant == Variant::printed;
    const ChunkSize size = printed ? ChunkSize::exactly : ChunkSize::at_most;
    if (printed && s.n % s.b != 0) {
      RunResult none(given);
      none.add(ill_formed(
          "well-formed",
          fmt::format("{} does not divide N = {}: there are no chunks of exactly {}", s.b, s.n, s.b)));
      return none.to_json();
    }
    const ChosenPattern chosen = chosen_pattern(given, {s.n, s.b, s.depth, size}, seed);
    const TokenSet field = receptive_field(chosen.pattern, s.n);
    RunResult result(chosen.json, chosen.rank);
    result.steps["receptive field of token N"] = tokens_of(field, s.n);
    result.steps["least worst error"] = to_string(Rational(s.twice_error(field), 2));
    result.add(std::popcount(field) <= s.bound
                   ? holds("receptive-field", Evidence::enumeration,
                           fmt::format("{} tokens, at most B^L = {}", std::popcount(field), s.bound))
                   : refuted(Kind::statement, "receptive-field",
                             fmt::format("{} tokens, more than B^L = {}", std::popcount(field), s.bound)));
    Verdict verdict;
    check_witnesses(s, {{field, chosen.pattern}}, true, Deadline({}), verdict);
    result.add(verdict.checks);
    result.add(error_check(s, field, printed));
    return result.to_json();
  }

  Json weights(Variant variant, const Parameters& parameters) const override {
    const ReformerSetting s = setting(parameters);
    Json json;
    json["pattern"] = variant == Variant::printed ? "L partitions of [N] into chunks of B tokens"
                                                  : "L partitions of [N] into chunks of at most B tokens";
    json["adder"] =
        "queries and keys 0; value of token j: |chunk| T(X)_j for the chosen tokens, else 0; last map: + (N "
        "- |R|)(M+1)/2";
    json["B^L"] = s.bound;
    return json;
  }

 protected:
  void examine(Variant variant, const Parameters& parameters, const VerifyOptions& options,
               Verdict& verdict) const override {
    const ReformerSetting s = setting(parameters);
    const Deadline deadline(options);
    const bool printed = variant == Variant::printed;
    verdict.details["choices"] = {
        "[M] is {1, ..., M}; element-wise maps may depend on the token's number, as everywhere in the paper "
        "(line 504)"};
    verdict.notes = {"line 827: f_1(i) is read as f_{l+1}(i)",
                     "line 831: token N is always in its own receptive field (line 788), so it is not {x_1, "
                     "..., x_{B^L}} but another "
                     "set of that size",
                     "Definition E.1 attends to the token's own chunk only; an implementation that also "
                     "looks at the chunk before has up "
                     "to 2B tokens a layer"};
    if (printed && s.n % s.b != 0) {
      verdict.checks.push_back(ill_formed(
          "well-formed",
          fmt::format(
              "sets f(i) of exactly {0} tokens with f(j) = f(i) for j in f(i) divide [N] into sets of {0}, "
              "and {0} does not divide N = {1}",
              s.b, s.n)));
      verdict.counterexample = {{"B", s.b}, {"N", s.n}};
      return;
    }
    const ChunkSize size = printed ? ChunkSize::exactly : ChunkSize::at_most;
    const std::vector<ChunkLayer> layers = chunk_layers(s.n, s.b, size);
    Integer total = 1;
    for (int l = 0; l < s.depth; ++l) total *= layers.size();
    verdict.inputs = {total, total, 0, 0};
    const auto fields =
        all_receptive_fields(s.n, s.b, s.depth, size, [&deadline] { return deadline.reached(); });
    if (!fields) {
      verdict.checks.push_back(undecided("patterns", deadline.reason()));
      return;
    }
    for (const auto& [set, count] : fields->fields.back()) verdict.inputs.checked += count.patterns;
    if (printed) {
      verdict.checks.push_back(holds(
          "well-formed", Evidence::cover,
          fmt::format("{} divisions of [{}] into chunks of {} in each layer", fields->layers, s.n, s.b)));
    }
    check_receptive_fields(s, *fields, verdict);
    if (printed) {
      check_printed_error(s, *fields, verdict);
    } else {
      check_repaired_error(s, *fields, verdict);
    }
    const bool every = total <= most_witnesses;
    std::vector<FieldWitness> witnesses;
    if (every) {
      witnesses = every_pattern(layers, s.depth, s.n);
    } else {
      for (const auto& [set, count] : fields->fields.back()) witnesses.push_back({set, count.example});
    }
    check_witnesses(s, witnesses, every, deadline, verdict);
  }

 private:
  // Some input has at least the claimed error, whatever the transformer.
  static Check error_check(const ReformerSetting& s, TokenSet field, bool printed) {
    const Integer twice = s.twice_error(field);
    const Integer wanted = printed ? Integer(s.m) : Integer(std::max(0L, s.n - s.bound)) * (s.m - 1);
    const std::string text =
        fmt::format("twice the least worst error is {}, claimed is {}", twice.str(), wanted.str());
    return twice >= wanted ? holds("error", Evidence::enumeration, text)
                           : refuted(Kind::statement, "error", text);
  }

  static ReformerSetting setting(const Parameters& parameters) {
    ReformerSetting s{};
    s.b = static_cast<int>(parameters.integer("B"));
    s.depth = static_cast<int>(parameters.integer("L"));
    s.n = static_cast<int>(parameters.integer("N"));
    s.m = parameters.integer("M");
    s.bound = 1;
    for (int l = 0; l < s.depth; ++l) s.bound *= s.b;
    return s;
  }
};

}  // namespace

std::unique_ptr<Claim> anna_reformer_receptive_field_claim() {
  return std::make_unique<ReformerReceptiveField>();
}

}  // namespace attest
