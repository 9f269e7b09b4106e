// A theorem proved from a corner of its sizes on, or at one setting, by a lemma whose hypotheses are checked here: the steps of the
// argument and the bound.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "theorems/proof/symbolic_theorem.hpp"

namespace attest::theorems {

struct ProofStep {
  std::string name;  // the hypothesis: "G2", "L1.c"
  std::string statement;
  std::optional<std::size_t> check =
      {};  // of an informative check that it shows: the how manieth of this name
};

// What integer addresses (L1) found of a head: squares, where they vanish, and D with |value - value there| <= D.
struct FoundAddresses {
  std::size_t head = 0;
  proof::IntegerAddresses addresses;
  std::map<std::string, proof::Laurent> winner;  // of every summed index and symbol
  proof::Laurent deviation;
};

// What presence (L11) found: a readout max over a.. in [symbols] of min(..), each part 0 or 1 of the judged token's own or how many of the
// tokens carry a symbol, plus a constant.
struct FoundPresence {
  proof::Laurent tokens, symbols;
  std::size_t names = 0;     // how many a.. there are
  std::vector<bool> counts;  // of each part of the least number, in order: whether it counts tokens
  Rational constant;
};

struct LemmaProof {
  std::string lemma;  // "integer-addresses"
  std::string bound;  // "4*(n - 1)*exp(-n^2/sqrt(7))"
  std::vector<proof::Decay> bound_terms;
  std::vector<proof::Fraction> fractions;  // of a bound without exponentials
  bool bounds_error = false;               // bound_terms, added up, bound |y - answer|
  // Where a share below 1 leaves one: y >= margin on a yes and <= -margin on a no, |y - answer| <= 1/2 - margin of a number. In the sizes.
  std::optional<proof::Laurent> margin;
  bool uses_conditions = false;  // of the inputs that the theorem speaks of alone
  std::vector<ProofStep> steps;
  std::vector<ProofStep> not_shown;  // informative checks that do not follow, and what does
  std::vector<FoundAddresses> addresses;
  std::optional<FoundPresence> presence;
};

// Throws Refusal. Where no size is left free the sharp form of the bound may be used.
LemmaProof prove_from(const TheoremText& text, const ProofSetting& setting);

// The essential checks, each proved with the lemma or refused; `unique`: the lemma gives one best tuple.
// `exact`: it shows that there is no error at all. `below`: that it is less than this. `normalised`: that the weights of all heads sum to 1 at every token; of
// softmax heads this is seen here. `shown`: whether it shows this assert, or a check that is none of these.
void expect_provable_checks(const SymbolicTheorem& theorem, bool unique, std::vector<ProofStep>& steps,
                            bool exact = false, bool normalised = false,
                            const std::optional<proof::Fraction>& below = std::nullopt,
                            const std::function<bool(const CheckStatement&)>& shown = {});

// The answer of a number task has to be an integer for every input; Refusal (G5) where it is not shown to be.
void expect_integer(const proof::Variables& variables, const proof::Laurent& answer);

// The task's answer in entries of the input. Refusal (G5) where it is no polynomial in them, or not shown to be an integer.
proof::Laurent answer_of(SymbolicTheorem& theorem);

// What names of the task's expression are; `bound`: of its quantifier.
TermNames task_names(SymbolicTheorem& theorem, const std::map<std::string, proof::Laurent>& bound);

// The same names, with what is said of entries and judged indices in their place.
TermNames with_values(const TermNames& names, const std::map<std::string, proof::Laurent>& at);

// Refusal (G3) where the scale is not shown to be positive.
void expect_positive_unit(const SymbolicHead& head);

// Refusal for a head whose tuples depend on the judged token, or share an index, or whose weights are no exponentials; `hard`: a hard
// maximum is none of these.
void expect_exponential(const SymbolicTheorem& theorem, bool hard = false);

// That the size is constant by the standard of `verify` (size_check.hpp); Refusal (checks).
ProofStep constant_size_step(const TheoremText& text, const CheckStatement& check);
// Of all checks that ask for it.
void expect_constant_size(const TheoremText& text, std::vector<ProofStep>& steps);

// One layer of softmax heads, rows that are linear in the encoding, displays that the rows give.
void add_first_steps(const SymbolicTheorem& theorem, std::vector<ProofStep>& steps);

// D with |value| <= D for all sizes and inputs; Refusal (G6).
proof::Laurent largest_absolute(const proof::Variables& variables, const proof::Laurent& value);

// Refusal (bound) where a sum is not shown to fall with the sizes from the corner on and to be less than `limit` there.
void expect_below(const proof::Variables& variables, const std::vector<proof::Decay>& sum,
                  const Rational& limit, const std::string& text);

// Whether what is enclosed is less than the limit, at growing precision.
bool is_less(const std::function<Interval(Precision)>& enclosure, const Rational& limit);

std::string corner_text(const proof::Variables& variables);  // "n = 3"

// The sizes at the corner.
proof::SizeValues corner_of(const proof::Variables& variables);

LemmaProof prove_by_integer_addresses(SymbolicTheorem& theorem);  // number tasks
// What heads of hard maxima with one best tuple put out, where it is read out by an affine form: the value there.
proof::Laurent looked_up(SymbolicTheorem& theorem, std::vector<ProofStep>& steps);

// Where all squares vanish, or the only one is least: every summed index and symbol. Refusal (L1.c, G4).
std::map<std::string, proof::Laurent> winner_of(SymbolicTheorem& theorem, const SymbolicHead& head,
                                                const proof::IntegerAddresses& addresses,
                                                const std::string& where, std::vector<ProofStep>& steps);
std::string squares_text(const proof::IntegerAddresses& addresses);

// Hard maxima with one best tuple, and a readout that is piecewise linear.
bool has_hard_lookups(const SymbolicTheorem& theorem);
LemmaProof prove_by_hard_lookups(SymbolicTheorem& theorem);

// Several layers, those before the last of hard maxima with one best tuple.
LemmaProof prove_by_layers(const TheoremText& text, const ProofSetting& setting);

// poly(path t), t a size: integer addresses by induction over the path.
LemmaProof prove_by_path(const TheoremText& text, const ProofSetting& setting);

LemmaProof prove_by_distinct_multiples(SymbolicTheorem& theorem);  // yes-or-no tasks

// `exists ..: T = 0` by one softmax head, beside heads that look at one token or with a readout that multiplies means.
bool asks_for_a_root(const SymbolicTheorem& theorem);
LemmaProof prove_by_equation(SymbolicTheorem& theorem);

LemmaProof prove_by_tiers(SymbolicTheorem& theorem);  // yes-or-no tasks, several heads

// Heads whose scores tell finitely many fixed tokens from all others.
bool knows_fixed_positions(SymbolicTheorem& theorem);
LemmaProof prove_by_fixed_positions(SymbolicTheorem& theorem);

// `max j in ..: f(j)`, `min j in ..: f(j)`, by one softmax head.
bool asks_for_extremum(SymbolicTheorem& theorem);
LemmaProof prove_by_extremum(SymbolicTheorem& theorem);

// One token at an end of the run beside tokens whose score says whether they match.
bool knows_start_token(SymbolicTheorem& theorem);
LemmaProof prove_by_start_token(SymbolicTheorem& theorem);

// One-hot coordinates, as many as a size says, that a readout looks up.
bool has_one_hot_family(const TheoremText& text);
LemmaProof prove_by_presence(const TheoremText& text, const ProofSetting& setting);
// Without these families, and without what a head sends there: a layer of finitely many coordinates with the same scores but for their scale.
TheoremText without_families(TheoremText text);

// A block of numbers that one head puts out, as many as a size says. Of the conditions on inputs those that it needs are used.
bool asks_for_a_selection(const TheoremText& text);
LemmaProof prove_by_selection(const TheoremText& text, const ProofSetting& setting);

// Heads that weigh all tokens of a run alike.
bool weighs_alike(const SymbolicHead& head);
bool has_even_weights(SymbolicTheorem& theorem);
LemmaProof prove_by_even_weights(SymbolicTheorem& theorem);

LemmaProof prove_by_match(SymbolicTheorem& theorem);  // one exact-match head

LemmaProof prove_by_counts(SymbolicTheorem& theorem);  // one summed index, symbols of a fixed alphabet

}  // namespace attest::theorems
