#include "lowerbounds/strassen/split_vc_claim.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "claims/deadline.hpp"
#include "claims/usage_error.hpp"
#include "claims/whole_claim.hpp"
#include "lowerbounds/shattering/load_function.hpp"
#include "lowerbounds/shattering/named_functions.hpp"
#include "lowerbounds/shattering/shattered_set.hpp"
#include "lowerbounds/shattering/split_vc.hpp"
#include "numeric/workers.hpp"
#include "theorems/program_info.hpp"

namespace attest {

namespace {

constexpr const char* size_names[] = {"n", "m", "l", "k"};

// The sizes that were given, checked against what the function has. A verdict's parameters have no others.
std::vector<std::string> words_for(const Parameters& parameters) {
  const std::string& name = parameters.text("function");
  const auto& list = named_functions();
  const auto entry = std::find_if(list.begin(), list.end(), [&](const auto& f) { return f.name == name; });
  const Json given = parameters.to_json();
  std::vector<std::string> words;
  for (const char* size : size_names) {
    const long value = given.value(size, 0L);
    const bool has = std::any_of(entry->parameters.begin(), entry->parameters.end(),
                                 [&](const auto& spec) { return spec.name == size; });
    if (value != 0 && !has) {
      throw UsageError(size, std::to_string(value), fmt::format("nothing: {} has no size {}", name, size));
    }
    if (value != 0) words.push_back(fmt::format("{}={}", size, value));
  }
  return words;
}

struct Bound {
  long value = 0;
  std::string source;
};

// What the paper claims to be a lower bound for this function at this size.
std::optional<Bound> lemma(const WordFunction& f) {
  const long size = f.parameters.front().second;
  if (f.name == "indexing") return Bound{size, "Lemma 3.5: split-VC(Ind_n) >= n"};
  if (f.name == "disjointness") return Bound{size, "Lemma 3.9: split-VC(Disj_m) >= m"};
  if (f.name == "sum2" && size % 2 == 0 && f.parameters[1].second == 2 * size) {
    return Bound{size / 2, "Lemma 3.7: split-VC(Sum2[l, 2l]) >= l/2 for even l"};
  }
  return std::nullopt;
}

// Values with a proof for all sizes, in docs/shattering.md.
std::optional<Bound> proved_value(const WordFunction& f) {
  const long size = f.parameters.front().second;
  if (f.name == "indexing")
    return Bound{size == 1 ? 0 : size, "split-VC(Ind_n) = n for n >= 2, and 0 for n = 1"};
  if (f.name == "disjointness") return Bound{size, "split-VC(Disj_m) = m"};
  if (f.name == "equality") return Bound{1, "split-VC of equality is 1"};
  if (f.name == "inner-product") return Bound{size, "split-VC of the inner product is m"};
  if (f.name == "parity") return Bound{1, "split-VC of parity is 1"};
  return std::nullopt;
}

class SplitVcClaim : public WholeClaim {
 public:
  SplitVcClaim() : WholeClaim(program_info("strassen/split-vc")) {}

  Json run(Variant, const Parameters&, const Json&, std::uint64_t) const override {
    nothing_to_run(info(),
                   "its value is a maximum over all partitions of the positions; `attest shatter FUNCTION "
                   "--partition I,J,..` looks at one");
  }

 protected:
  void examine(Variant /*variant*/, const Parameters& parameters, const VerifyOptions& options,
               Verdict& verdict) const override {
    const WordFunction f = named_function(parameters.text("function"), words_for(parameters), 0);
    // The verdict names the sizes that the function has.
    verdict.parameters = {};
    verdict.parameters.set("function", f.name, ParameterType::named);
    for (const auto& [name, value] : f.parameters) {
      verdict.parameters.set(name, std::to_string(value), ParameterType::integer);
    }
    const Deadline deadline(options);
    const Stop stop = [&] { return deadline.reached(); };
    LoadedFunction loaded;
    SplitVc result;
    Workers(options.threads).execute([&] {
      loaded = load_function(f, stop);
      SplitVcOptions search;
      search.stop = stop;
      if (loaded.function) result = split_vc(*loaded.function, search);
    });
    verdict.inputs.space = verdict.inputs.total = Integer(1) << static_cast<unsigned>(f.positions);
    for (const auto& p : result.partitions) {
      if (p.settled_by != SettledBy::nothing) verdict.inputs.checked += p.partition.count;
    }
    if (!loaded.function) {
      verdict.checks.push_back(undecided("exact-value", deadline.reason()));
      return;
    }
    report(f, loaded, result, deadline, verdict);
  }

 private:
  static void report(const WordFunction& f, const LoadedFunction& loaded, const SplitVc& result,
                     const Deadline& deadline, Verdict& verdict) {
    const ShatteredSet& witness = result.witness;
    if (const auto why =
            why_not_shattered(f, positions_of(witness.rows, f.positions), witness.set, witness.column)) {
      throw std::logic_error("the set that was found is not shattered: " + *why);
    }
    verdict.checks.push_back(
        result.complete() ? holds("exact-value", Evidence::enumeration,
                                  fmt::format("split-VC = {}: a set of that many rows is shattered, and no "
                                              "partition has a larger one",
                                              result.lower))
                          : undecided("exact-value", fmt::format("between {} and {}: {}", result.lower,
                                                                 result.upper, deadline.reason())));
    if (const auto bound = lemma(f)) verdict.checks.push_back(compare_with_lemma(f, result, *bound, verdict));
    if (const auto value = proved_value(f)) verdict.checks.push_back(compare_with_proof(result, *value));
    verdict.details["split_vc"] = result.complete() ? Json(result.lower) : Json();
    verdict.details["bounds"] = {{"lower", result.lower}, {"upper", result.upper}};
    verdict.details["symmetries"] = loaded.symmetries;
    verdict.details["row_sets_visited"] = std::to_string(result.visited);
    Json partition = Json::array();
    for (const std::size_t i : positions_of(witness.rows, f.positions)) partition.push_back(i + 1);
    verdict.details["partition"] = partition;
    verdict.details["set"] = Json::array();
    for (const auto& word : witness.set) {
      Json letters = Json::array();
      for (const LetterIndex a : word) letters.push_back(f.letters[a]);
      verdict.details["set"].push_back(letters);
    }
    if (f.name == "indexing" || f.name == "sum2" || f.name == "disjointness") return;
    verdict.notes.push_back("The paper claims no value for this function; it is reported for comparison.");
  }

  static Check compare_with_lemma(const WordFunction& f, const SplitVc& result, const Bound& bound,
                                  Verdict& verdict) {
    if (result.lower >= bound.value) {
      const std::string tight = !result.complete()            ? "its tightness is open"
                                : result.lower == bound.value ? "it is tight"
                                                              : "it is not tight";
      verdict.details["lemma"] = {{"bound", bound.value},
                                  {"tight", result.complete() ? Json(result.lower == bound.value) : Json()}};
      return holds("lemma", Evidence::enumeration,
                   fmt::format("{}: here {} >= {}, and {}", bound.source, result.lower, bound.value, tight));
    }
    if (result.upper >= bound.value)
      return undecided("lemma", fmt::format("{}: at least {} so far", bound.source, result.lower));
    verdict.inputs.failing = verdict.inputs.total;  // no partition reaches the bound
    std::vector<LetterIndex> word(f.positions, 0);
    const bool first = f.value(word.data());
    bool constant = true;
    do constant = constant && f.value(word.data()) == first;
    while (next_word(word, f.letters.size()));
    verdict.details["lemma"] = {{"bound", bound.value}, {"tight", Json()}};
    verdict.counterexample = {{"function", described(f)},
                              {"split_vc", result.upper},
                              {"bound", bound.value},
                              {"letters", f.letters},
                              {"constant", constant ? Json(first ? 1 : 0) : Json()}};
    return refuted(
        Kind::statement, "lemma",
        fmt::format("{}: here split-VC is {}{}", bound.source, result.upper,
                    constant ? fmt::format(", since the function is constant {}", first ? 1 : 0) : ""));
  }

  static Check compare_with_proof(const SplitVc& result, const Bound& value) {
    const std::string text = fmt::format("{} (proof in docs/shattering.md)", value.source);
    if (result.complete() && result.lower == value.value)
      return holds("known-value", Evidence::enumeration, text);
    if (result.lower <= value.value && value.value <= result.upper) return undecided("known-value", text);
    return refuted(Kind::constant, "known-value",
                   fmt::format("{}, but the search says {} to {}", text, result.lower, result.upper));
  }
};

}  // namespace

std::unique_ptr<Claim> strassen_split_vc_claim() {
  return std::make_unique<SplitVcClaim>();
}

std::optional<WordFunction> split_vc_function(const Claim& claim, const Parameters& parameters) {
  if (dynamic_cast<const SplitVcClaim*>(&claim) == nullptr) return std::nullopt;
  return named_function(parameters.text("function"), words_for(parameters), 0);
}

}  // namespace attest
