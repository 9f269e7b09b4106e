#include <fmt/format.h>

#include "theorems/reader.hpp"

namespace attest::theorems {

using language::Op;

// layer d = 7, residual;  layer for l in 0..n
void Reader::read_layer(const Token& word) {
  LayerStatement layer;
  layer.place = word.place;
  do {
    if (name_then("=") && tokens_.at_word("d")) {
      tokens_.next();
      tokens_.next();
      layer.dimension = expression();
    } else if (tokens_.take_word("residual")) {
      layer.residual = true;
    } else if (layer.family.empty() && tokens_.take_word("for")) {
      layer.family = tokens_.expect_name("the name of what differs between the layers").text;
      if (!tokens_.take_word("in"))
        tokens_.unexpected(fmt::format("'in' and the values of '{}'", layer.family));
      const Place place = tokens_.peek().place;
      layer.members = expression();
      if (layer.members->op != Op::range)
        tokens_.fail(place, fmt::format("expected the values of '{}', as in 0..n", layer.family));
    } else if (!layer.family.empty() || layer.dimension || layer.residual || !statement_begins()) {
      refuse_out_of_scope();
      tokens_.unexpected("'d = ..' or 'residual' in a layer");
    }
  } while (tokens_.take_sign(","));
  const bool of_variant = in_variant_ && word.first;
  layers_ = of_variant ? &out_->variants.back().layers : &out_->layers;
  head_open_ = false;
  layers_->push_back(std::move(layer));
}

// The kind of tokens that an encoding is for, where it says one.
std::string Reader::kind_of_encoding() {
  const Token& behind = tokens_.peek(1);
  const bool named = tokens_.peek().kind == TokenKind::name &&
                     (behind.kind == TokenKind::name || (behind.text == "(" && !behind.touches_left) ||
                      (in_patch_ && behind.text == "="));
  return named ? tokens_.expect_name("the kind of the tokens").text : std::string();
}

// encode (l, l^2, phi, 1, zeros(2))   @338
void Reader::read_encode(LayerStatement& layer, const Token& word) {
  skip_equals_of_patch();
  EncodingStatement e;
  e.place = word.place;
  e.kind = kind_of_encoding();
  skip_equals_of_patch();
  const Expression vector = expression();
  e.encoding = vector->op == Op::tuple ? vector->children : std::vector<Expression>{vector};
  e.mark = mark();
  take_encoding(layer, std::move(e), word);
}

// embed pos = i, num = num, one = 1, out = 0
void Reader::read_embed(LayerStatement& layer, const Token& word) {
  EncodingStatement e;
  e.place = word.place;
  e.embed = true;
  if (tokens_.peek(1).kind == TokenKind::name) e.kind = tokens_.expect_name("the kind of the tokens").text;
  do {
    const Token name = tokens_.expect_name("the name of a coordinate");
    tokens_.expect_sign("=", fmt::format("and what the coordinate '{}' holds", name.text));
    e.coordinates.push_back(name.text);
    e.encoding.push_back(expression());
  } while (tokens_.take_sign(","));
  e.mark = mark();
  take_encoding(layer, std::move(e), word);
}

void Reader::take_encoding(LayerStatement& layer, EncodingStatement e, const Token& word) {
  if (!e.kind.empty()) {
    for (const EncodingStatement& other : layer.encodings) only_once(other.kind == e.kind, other.place, word);
    layer.encodings.push_back(std::move(e));
    return;
  }
  only_once(!layer.encoding.empty(), layer.encoding_place, word);
  layer.embed = e.embed;
  layer.coordinates = std::move(e.coordinates);
  layer.encoding = std::move(e.encoding);
  layer.encoding_mark = std::move(e.mark);
  layer.encoding_place = e.place;
}

// out head.1 -> stream.6, 2*head.2 -> stream.5   choice "W_O is not given"
void Reader::read_out(LayerStatement& layer, const Token& word) {
  head_open_ = false;
  do {
    LandingStatement landing;
    landing.place = layer.landings.empty() ? word.place : tokens_.peek().place;
    const Place place = tokens_.peek().place;
    const auto is_coordinate = [](const Expression& e) { return e->op == Op::member || e->op == Op::name; };
    landing.from = expression();
    if (landing.from->op == Op::multiply && is_coordinate(landing.from->children[1])) {
      landing.factor = landing.from->children[0];
      landing.from = landing.from->children[1];
    }
    if (!is_coordinate(landing.from)) {
      tokens_.fail(place, "expected a coordinate of a head or a multiple of one, as head.1 or 2*left.out");
    }
    tokens_.expect_sign("->", "and where it lands in the stream, as in head.1 -> stream.6");
    const Place to = tokens_.peek().place;
    landing.to = expression();
    if (!is_coordinate(landing.to) || landing.to->name != "stream") {
      tokens_.fail(to, "expected a coordinate of the stream, as stream.6 or stream.out");
    }
    if (tokens_.at_word("choice") && !tokens_.peek().first) {
      tokens_.next();
      landing.choice = tokens_.expect_text("what the source leaves open").text;
    }
    landing.place = place;
    layer.landings.push_back(std::move(landing));
  } while (tokens_.take_sign(","));
}

// readout 1/2 - abs(stream.1)  @348;  readout matrix ((1, -1)) bias (0), matrix ((1)) bias (1/2)
void Reader::read_readout(const Token& word) {
  skip_equals_of_patch();
  const bool of_variant = in_variant_ && word.first;
  std::optional<ReadoutStatement>& readout = of_variant ? out_->variants.back().readout : out_->readout;
  if (readout) only_once(true, readout->place, word);
  ReadoutStatement result;
  result.place = word.place;
  if (tokens_.at_word("matrix")) {
    do {
      if (!tokens_.take_word("matrix")) tokens_.unexpected("'matrix' and the rows of the next map");
      ReadoutStatement::Map map;
      map.place = tokens_.peek().place;
      map.weight = expression();
      if (tokens_.take_word("bias")) map.bias = expression();
      result.maps.push_back(std::move(map));
    } while (tokens_.take_sign(","));
  } else {
    result.value = expression();
  }
  result.mark = mark();
  readout = std::move(result);
}

}  // namespace attest::theorems
