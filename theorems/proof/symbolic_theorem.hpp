// A theorem's record for every size: what instance.hpp evaluates at given sizes, with sizes as variables. One layer of softmax
// heads over all tuples of tokens of one kind. Scores and values are what the rows say, through the product of the attention
// polynomial; that each row is W times the encoding, W with entries in the sizes alone, is checked as an identity of
// polynomials in the index and the features of a token.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "theorems/network_value.hpp"
#include "theorems/proof/encoding_rows.hpp"
#include "theorems/proof/symbolic_tokens.hpp"
#include "verification/proof/decay.hpp"
#include "verification/proof/integer_addresses.hpp"

namespace attest::theorems {

// Which sizes are numbers, from where the others run, and the parameters' values as the reader gives them. A size with a lower
// end in earlier sizes, context >= tau + 1, is given as how far it is above this end.
struct ProofSetting {
  std::map<std::string, Integer> fixed;
  std::map<std::string, Integer> from;
  std::map<std::string, Rational> parameters;
  std::map<std::string, proof::Laurent> lower = {};
  // Of the room between a readout and the next wrong answer, how much a bound may take; 1: all, else some of it is left,
  // LemmaProof::margin.
  Rational share = 1;
};

// Each size a variable, or the number that is given for it: its value.
std::map<std::string, proof::Laurent> declare_sizes(const TheoremText& text, const ProofSetting& setting,
                                                    proof::Variables& variables);

// What a row of an exact-match head may read of a token beside its features: A mod M, or whether it is 0.
struct Remainder {
  std::string name;        // "num mod M", of the generic token "some num mod M"
  proof::Laurent of;       // A, in features of the generic token
  proof::Laurent modulus;  // M > 0, in the sizes alone
  std::string indicator;   // "ind(num mod M = 0)"; empty: it is not read
};

// ind(P) in an encoding, P a condition on a token's own indices: of the generic token "some ind(i = 1)".
struct PlaceIndicator {
  std::string name;  // "ind(i = 1)"
  language::Expression condition;
};

struct SummedToken {
  std::vector<std::string> indices;  // the variables of its indices that are summed over
  std::vector<proof::Laurent>
      place;  // its indices: these variables, and of triangular attention the receiver's
  std::map<std::string, std::string> symbols;     // feature -> its variable
  std::map<std::string, std::string> remainders;  // name of a remainder or its indicator -> its variable
  std::map<std::string, std::string> indicators;  // name of a PlaceIndicator -> its variable
};

// The rows of one variable of the attention polynomial, or its values: what they are of the generic token, and the rows of W that give
// them from the encoding.
struct LinearRows {
  std::vector<proof::Laurent> rows;
  std::vector<std::vector<proof::Laurent>> weights;  // [row][coordinate]
};

struct SymbolicHead {
  std::string name;
  proof::Rate unit;
  bool unit_positive = true;  // G3, shown for all sizes
  proof::Laurent score;       // without the unit
  proof::Laurent any_score;   // the same for any receiver, whose index and features are the generic token's
  std::vector<SummedToken> tokens;
  std::vector<proof::SummedIndex> indices;
  bool hard = false;        // a hard maximum: the mean over the best tuples
  bool expressive = false;  // weights z^2/(1 + z^2), z the score
  bool exact = false;       // exact match: the mean over the tokens whose key is the query, 0 without any
  std::vector<proof::Laurent> query, key;  // of an exact-match head: of the judged token, of the summed one
  std::vector<proof::Laurent> any_query;   // the same for any receiver, as any_score
  std::vector<std::pair<language::Expression, std::vector<std::string>>>
      weights;  // displayed ones of heads without exponentials, and what they call receiver and sender
  // Whether every token, judged or not, is shown to have one to look at.
  bool runs_for_all = false;
  // Of a head that looks at one token alone: its value there, in entries of the input, which is its mean.
  std::optional<std::vector<proof::Laurent>> sole;
  // Of the index of a head's only token: between which numbers it lies for any receiver, whose index is the generic token's.
  std::optional<proof::Bounds> any_run;
  // Of an index whose range depends on the judged token: this range. The others run over their variable's bounds.
  std::map<std::string, proof::Bounds> runs;
  std::vector<proof::Laurent> value;
  std::vector<std::vector<std::size_t>> monomials;         // of the attention polynomial, 0-based
  std::map<std::size_t, LinearRows> row_maps, value_maps;  // variable -> its rows, its values
};

// factor * (value `value` of head `head`) is added to coordinate `to` of the stream; 0-based.
struct Landing {
  std::size_t head = 0;
  std::size_t value = 0;
  std::size_t to = 0;
  proof::Laurent factor = 1;
};

// fixed + sum of factor * (softmax mean of coordinate c of head h).
struct MeanForm {
  proof::Laurent fixed;
  std::map<std::pair<std::size_t, std::size_t>, proof::Laurent> means;
  MeanForm& add(const MeanForm& other, const proof::Laurent& factor);
};

// A readout: affine forms under sums, multiples, relu, |.|, min and max.
struct PiecewiseForm {
  enum class Op { affine, sum, scaled, positive_part, absolute, minimum, maximum };
  Op op = Op::affine;
  MeanForm form;
  proof::Laurent factor = 1;
  std::vector<PiecewiseForm> children;
};

class SymbolicTheorem {
 public:
  // `text`: with the variant's patches applied. Throws Refusal.
  SymbolicTheorem(const TheoremText& text, const ProofSetting& setting);
  SymbolicTheorem(const SymbolicTheorem&) = delete;
  SymbolicTheorem& operator=(const SymbolicTheorem&) = delete;

  const TheoremText& text() const { return text_; }
  proof::Variables& variables() { return variables_; }
  const proof::Variables& variables() const { return variables_; }
  SymbolicInput& input() { return *input_; }
  SymbolicTokens& tokens() { return *tokens_; }
  const TermNames& constants() const { return constants_; }
  // Each floor that a parameter is made of, a size of its own to the proof: what it is the floor of.
  const std::map<std::string, proof::Laurent>& floors() const { return floors_; }
  const std::vector<proof::Laurent>& judged() const { return judged_; }
  const Rational& share() const { return share_; }
  const std::vector<SymbolicHead>& heads() const { return heads_; }
  // Refusal (G6) where it is not piecewise linear in the heads' means.
  const PiecewiseForm& readout() const;
  bool reads_out_linearly() const { return !readout_refused_; }
  // The same in coordinates of the stream, c called (0, c), in the place of the means. Throws as readout().
  PiecewiseForm readout_in_stream() const;
  // What an expression is as a coordinate of the stream, a sum of multiples of means, which are variables of these names; nothing where
  // it is none.
  std::optional<proof::Laurent> stream_in_means(const Expression& e) const;
  static std::string mean_name(std::size_t head, std::size_t coordinate);
  // What is beside the readout's form: the layer as it is written.
  const std::vector<proof::Laurent>& encoding() const { return encoding_; }
  std::size_t dimension() const { return dimension_; }
  const std::vector<Landing>& landings() const { return landings_; }
  // 0-based, where the readout is one coordinate of the stream.
  std::optional<std::size_t> readout_coordinate() const;
  const TaskStatement& task() const { return text_.tasks.front(); }
  // G4: shown to lie in the range of this summed index.
  void expect_in_range(const std::string& index, const proof::Laurent& value) const;
  // Essential identities that are displayed, each shown for all sizes: their names.
  const std::vector<std::string>& identities() const { return identities_; }
  std::size_t rows() const { return linear_rows_; }
  const std::vector<Remainder>& remainders() const { return remainders_; }
  const std::vector<PlaceIndicator>& indicators() const { return indicators_; }

 private:
  friend class SymbolicHeadBuilder;
  void declare_constants(const ProofSetting& setting);
  std::optional<proof::Laurent> floor_of(const Expression& e);
  void encode();
  void judge();
  void add_heads();
  void read_out();
  using Leaf = std::function<MeanForm(std::size_t coordinate)>;
  PiecewiseForm readout_of(const Expression& e, const Leaf& leaf) const;
  std::vector<proof::Laurent> expect_linear(const proof::Laurent& value, const std::string& what);
  std::optional<proof::Laurent> remainder(const language::Expression& e,
                                          const std::vector<std::string>& indices);
  std::optional<proof::Laurent> indicator(const language::Expression& e,
                                          const std::vector<std::string>& indices);
  std::optional<proof::Laurent> own(const language::Node& e, const std::vector<std::string>& indices) const;

  TheoremText text_;
  Rational share_;
  proof::Variables variables_;
  std::map<std::string, proof::Laurent> values_;  // sizes and parameters
  std::map<std::string, proof::Laurent> floors_;
  TermNames constants_;
  NetworkNames numbers_;  // those that are numbers
  std::unique_ptr<SymbolicInput> input_;
  std::unique_ptr<SymbolicTokens> tokens_;
  std::vector<Remainder> remainders_;
  std::vector<PlaceIndicator> indicators_;
  const LayerStatement* layer_ = nullptr;
  std::vector<std::string> coordinate_names_;
  std::vector<proof::Laurent> encoding_;
  EncodingRows encoding_rows_;
  std::size_t dimension_ = 0;
  std::vector<proof::Laurent> judged_;
  std::map<std::string, proof::Laurent>
      at_judged_;  // what the generic index and features are at the judged token
  std::vector<SymbolicHead> heads_;
  std::vector<std::string> head_names_;
  std::vector<MeanForm> stream_;
  std::vector<Landing> landings_;
  PiecewiseForm readout_;
  std::optional<proof::Refusal> readout_refused_;
  std::vector<std::string> identities_;
  std::size_t linear_rows_ = 0;
};

}  // namespace attest::theorems
