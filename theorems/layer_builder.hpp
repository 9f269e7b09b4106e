// From the text of a layer to the layer in exact numbers (attention/layer.hpp) at given sizes, with what stands in the
// way: what parses and defines no object is a defect with its place, found here and never asserted in the file.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "attention/layer.hpp"
#include "attention/match_layers.hpp"
#include "claims/verdict.hpp"
#include "theorems/display_check.hpp"
#include "theorems/input_display.hpp"
#include "theorems/theorem_text.hpp"
#include "theorems/token_encoding.hpp"

namespace attest::theorems {

struct Defect {
  language::Place place;
  std::string text;
  Mark mark;  // where the source has it; may be empty
};

// What a layer was built from, as `attest show` displays it.
struct LayerText {
  struct Rows {
    std::vector<std::pair<std::string, language::Expression>> rows;    // "1 (f)"
    std::vector<std::pair<std::string, language::Expression>> values;  // "2"
  };
  std::vector<Encoding> encodings;
  std::vector<Rows> heads;
  std::optional<ReadoutStatement> readout;
};

struct BuiltLayer {
  attention::Layer layer;
  std::optional<attention::MatchLayers> match_layers;  // several layers, in the place of one
  Json match_layers_json;                              // as `attest show` prints them
  // Several layers of other heads: those behind `layer`, whose readouts are those of the last one.
  std::vector<attention::Layer> behind;
  std::vector<std::vector<LayerText::Rows>> text_behind;  // [layer][head]
  LayerText text;
  std::vector<Defect> defects;               // the layer is usable only if there is none
  std::vector<DisplayedLine> displays;       // one for each displayed line
  std::vector<InputDisplay> input_displays;  // but for those that each input has to be asked for
  std::vector<std::string> choices;          // what was filled in
  Size size;
};

// `judged`: the tokens at which the heads have to be defined; `receivers`: these and others whose index tuples are wanted.
// `sizes`: the values of sizes and parameters, which displays keep as variables where they can; `constants`: the same
// (and lets) as names. Throws UsageError for what the program cannot evaluate, with the line.
BuiltLayer build_layer(const TheoremText& text, const TokenTable& tokens,
                       const std::vector<attention::Token>& judged,
                       const std::vector<attention::Token>& receivers,
                       const std::map<std::string, Rational>& sizes, const NetworkNames& constants);

}  // namespace attest::theorems
