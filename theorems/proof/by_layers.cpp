// Several layers, the first of them a lookup without an error: its heads are hard maxima whose scores are integer addresses
// (verification/proof/integer_addresses.hpp), so that each puts out the value at the one best tuple, a term in the token's index, the sizes
// and entries of the input. The stream behind it is what tokens with these terms as further features are encoded as, and what the other
// layers do is what they do on these tokens:
//
//   tokens i carry p = p(i);  embed pos = i, hop = 0;  first layer: hop gets p(p(i));  second layer
//   tokens i carry p = p(i), h = p(p(i));  embed pos = i, hop = 0 + h;  second layer
//
// One layer after the other is taken away so, each in its turn for the tokens that the one before leaves; a residual layer adds to what
// stood in the stream, another one leaves 0 where no head writes.
#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "language/parser.hpp"
#include "theorems/fields.hpp"
#include "theorems/lets.hpp"
#include "theorems/proof/lemma_proof.hpp"

namespace attest::theorems {

using language::Op;
using proof::Laurent;
using proof::Refusal;

namespace {

// The first layer alone, asked at every token for one of its coordinates.
TheoremText first_layer_alone(const TheoremText& text, const std::string& coordinate) {
  TheoremText alone = text;
  alone.layers = {text.layers.front()};
  alone.layers.front().residual = false;  // what the heads add
  TaskStatement task = text.tasks.front();
  task.every = true;
  task.at.clear();
  task.kind.clear();
  task.answer = AnswerKind::number;
  task.indices = text.tokens.front().indices;
  task.truth = language::number(0);  // not asked
  alone.tasks = {task};
  alone.readout->value = language::name(coordinate);
  alone.readout->maps.clear();
  std::erase_if(alone.checks, [](const CheckStatement& check) { return check.name != "displayed"; });
  return alone;
}

// A name that the text has no meaning for.
std::string unused_feature(const TheoremText& text) {
  std::set<std::string> taken(text.layers.front().coordinates.begin(), text.layers.front().coordinates.end());
  for (const auto& feature : text.tokens.front().features) taken.insert(feature.name);
  for (const auto& input : text.inputs) taken.insert(input.name);
  for (const auto& size : text.sizes) taken.insert(size.name);
  for (const auto& parameter : text.parameters) taken.insert(parameter.name);
  for (const std::string& index : text.tokens.front().indices) taken.insert(index);
  std::size_t k = 1;
  while (taken.contains(fmt::format("found{}", k))) ++k;
  return fmt::format("found{}", k);
}

void expect_lookup(const TheoremText& text) {
  const LayerStatement& first = text.layers.front();
  for (const LayerStatement& layer : text.layers) {
    if (!layer.family.empty())
      throw Refusal("G1",
                    fmt::format("line {}: a number of layers that is said by a range", layer.place.line));
  }
  if (text.tokens.size() != 1) throw Refusal("G1", "several layers on tokens of several kinds");
  if (!first.embed || !first.encodings.empty() || !first.landings.empty())
    throw Refusal("G1",
                  fmt::format("line {}: a first layer whose coordinates have no names", first.place.line));
  if (first.heads.empty())
    throw Refusal("G1", fmt::format("line {}: a layer without heads", first.place.line));
  for (const HeadStatement& head : first.heads) {
    if (head.kernel != Kernel::hard_maximum || head.leftmost)
      throw Refusal("G1",
                    fmt::format("line {}: a layer before the last that is no hard maximum of one best tuple",
                                head.place.line));
  }
  const LayerStatement& second = text.layers[1];
  if (second.embed || !second.encoding.empty() || !second.encodings.empty())
    throw Refusal("G1", fmt::format("line {}: a second encoding", second.place.line));
}

}  // namespace

LemmaProof prove_by_layers(const TheoremText& stated, const ProofSetting& setting) {
  const TheoremText text = with_lets_written_out(stated);
  expect_lookup(text);
  std::vector<ProofStep> said_below;  // of the one layer that is left
  expect_constant_size(text, said_below);
  const LayerStatement& first = text.layers.front();
  std::set<std::string> written;
  for (const HeadStatement& head : first.heads) {
    for (const RowStatement& row : head.rows) {
      for (const std::string& coordinate : row.coordinates) {
        if (!coordinate.empty()) written.insert(coordinate);
      }
    }
  }
  TheoremText rest = text;
  std::vector<ProofStep> steps;
  LayerStatement& next = rest.layers[1];
  next.embed = true;
  next.coordinates = first.coordinates;
  next.encoding_mark = first.encoding_mark;
  next.encoding_place = first.encoding_place;
  if (!next.dimension) next.dimension = first.dimension;
  for (std::size_t c = 0; c < first.coordinates.size(); ++c) {
    Expression own = first.residual ? first.encoding[c] : language::number(0);
    if (written.contains(first.coordinates[c])) {
      SymbolicTheorem alone(first_layer_alone(text, first.coordinates[c]), setting);
      const Laurent found = looked_up(alone, steps);
      Expression term = language::parse_expression(found.to_string());
      if (!(Terms(alone.variables(), task_names(alone, {}), "G5")(term) == found))
        throw Refusal("G5", fmt::format("{} is not written as an expression", found.to_string()));
      const std::string name = unused_feature(rest);
      steps.push_back(
          {"layer", fmt::format("behind the first layer {} holds {}{} at token {}, without an error",
                                first.coordinates[c], first.residual ? language::to_string(own) + " + " : "",
                                found.to_string(), fmt::join(text.tokens.front().indices, ","))});
      TokensStatement::Feature feature;
      feature.name = name;
      feature.value = term;
      rest.tokens.front().features.push_back(feature);
      own = language::node(Op::add, {own, language::name(name)});
    }
    next.encoding.push_back(own);
  }
  rest.layers.erase(rest.layers.begin());
  LemmaProof proof = prove_from(rest, setting);
  steps.push_back({"layers", "the layers behind it, for tokens that carry what it found:"});
  proof.steps.insert(proof.steps.begin(), steps.begin(), steps.end());
  proof.addresses.clear();  // of the last layer alone
  return proof;
}

}  // namespace attest::theorems
