#include "attention/layer_stack.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "attention/definition.hpp"
#include "attention/enclosed_head.hpp"
#include "claims/stop.hpp"
#include "claims/usage_error.hpp"

namespace attest::attention {

namespace {

using Stream = StackRun::Stream;

// Numerator and denominator together; what is longer goes on as an interval.
constexpr std::size_t most_exact_bits = std::size_t{1} << 16U;

struct EnclosedArithmetic {
  using Number = EnclosedNumber;
  static EnclosedNumber constant(const Rational& value) { return EnclosedNumber(value); }
  static EnclosedNumber larger(const EnclosedNumber& a, const EnclosedNumber& b) {
    return attest::larger(a, b);
  }
  static EnclosedNumber smaller(const EnclosedNumber& a, const EnclosedNumber& b) {
    return attest::smaller(a, b);
  }
};

std::vector<EnclosedNumber> image(const RationalMatrix& matrix, const Stream& stream) {
  std::vector<EnclosedNumber> result(static_cast<std::size_t>(matrix.rows()));
  for (Eigen::Index r = 0; r < matrix.rows(); ++r) {
    for (Eigen::Index c = 0; c < matrix.cols(); ++c) {
      if (matrix(r, c) == 0) continue;
      const EnclosedNumber& x = stream[static_cast<std::size_t>(c)];
      EnclosedNumber& sum = result[static_cast<std::size_t>(r)];
      sum = sum + (matrix(r, c) == 1 ? x : EnclosedNumber(matrix(r, c)) * x);
    }
  }
  return result;
}

// A head behind the first layer, at the streams of one input.
class HeadOnStreams {
 public:
  HeadOnStreams(const Head& head, const std::vector<Stream>& streams, Precision precision)
      : head_(head), precision_(precision) {
    rows_.resize(head.maps.size());
    for (std::size_t v = 0; v < head.maps.size(); ++v) {
      if (head.maps[v]) rows_[v] = images(*head.maps[v], streams);
    }
    for (const Head::Factor& factor : head.value) factors_.push_back(images(*factor.map, streams));
  }

  std::vector<EnclosedNumber> operator()(Token receiver) const {
    const std::span<const Token> entries = head_.over.tuples(receiver);
    const std::size_t arity = head_.over.arity();
    std::vector<ScoredTuple> tuples;
    for (std::size_t at = 0; at < entries.size(); at += arity) {
      if (tuples.size() % 16 == 0) check_stop();
      std::vector<Token> tokens{receiver};
      tokens.insert(tokens.end(), entries.begin() + static_cast<std::ptrdiff_t>(at),
                    entries.begin() + static_cast<std::ptrdiff_t>(at + arity));
      tuples.push_back({product(tokens), value(tokens)});
    }
    return weighted_mean(head_.kernel, head_.scale, tuples, precision_, receiver + 1);
  }

 private:
  using Images = std::vector<std::vector<EnclosedNumber>>;  // [token]

  static Images images(const RationalMatrix& map, const std::vector<Stream>& streams) {
    Images result(streams.size());
    for (std::size_t t = 0; t < streams.size(); ++t) {
      if (!streams[t].empty()) result[t] = image(map, streams[t]);
    }
    return result;
  }

  EnclosedNumber product(const std::vector<Token>& tokens) const {
    const auto row = [&](std::size_t v) -> const std::vector<EnclosedNumber>& { return rows_[v][tokens[v]]; };
    return unscaled_score(head_.polynomial, row, EnclosedNumber());
  }

  std::vector<EnclosedNumber> value(const std::vector<Token>& tokens) const {
    return value_product(factors_.size(), [&](std::size_t f) -> const std::vector<EnclosedNumber>& {
      return factors_[f][tokens[head_.value[f].variable]];
    });
  }

  const Head& head_;
  Precision precision_;
  std::vector<Images> rows_;     // [variable]
  std::vector<Images> factors_;  // [factor of the value]
};

// What is left of a token's stream, with what the heads give it; `heads`: their values.
Stream landed(const Layer& layer, Stream stream, const std::vector<std::vector<EnclosedNumber>>& heads,
              Precision precision) {
  for (const Layer::Landing& landing : layer.landings) {
    stream[landing.to] =
        stream[landing.to] + EnclosedNumber(landing.factor) * heads[landing.head][landing.from];
  }
  for (EnclosedNumber& x : stream) x = x.with_at_most(most_exact_bits, precision);
  return stream;
}

void refuse_head(const Head& head) {
  if (head.kernel == Kernel::exact_match)
    throw UsageError(
        fmt::format("head {}: an exact match behind a layer of another kind of heads", head.name));
  expect_scale(head.kernel, head.scale);
  if (!head.over.is_listable()) {
    throw UsageError(fmt::format("head {}: {} index tuples, more than can be looked at one by one", head.name,
                                 head.over.largest_count().str()));
  }
}

}  // namespace

std::vector<Token> tokens_read(const Layer& layer, const std::vector<Token>& receivers) {
  std::set<Token> all(receivers.begin(), receivers.end());
  for (const Head& head : layer.heads) {
    for (const Token receiver : receivers) {
      const std::span<const Token> tuples = head.over.tuples(receiver);
      all.insert(tuples.begin(), tuples.end());
    }
  }
  return {all.begin(), all.end()};
}

LayerStack::LayerStack(std::vector<Layer> layers, std::vector<Token> judged)
    : layers_(std::move(layers)), tokens_(layers_.size()) {
  std::sort(judged.begin(), judged.end());
  judged.erase(std::unique(judged.begin(), judged.end()), judged.end());
  tokens_.back() = std::move(judged);
  for (std::size_t l = layers_.size(); l-- > 1;) {
    for (const Head& head : layers_[l].heads) refuse_head(head);
    tokens_[l - 1] = tokens_read(layers_[l], tokens_[l]);
  }
  first_ = std::make_unique<PreparedLayer>(layers_.front());
}

StackRun::StackRun(const LayerStack& stack, std::span<const Kind> kinds)
    : stack_(stack), kinds_(kinds.begin(), kinds.end()), sums_(kinds.size()) {
  const PreparedLayer& first = stack.first();
  for (const Token token : stack.tokens(0)) {
    for (std::size_t h = 0; h < first.layer().heads.size(); ++h) {
      HeadSums sums = first.sums(h, kinds_, token);
      auto rational = sums.rational_numbers();
      sums_[token].push_back({std::move(sums), std::move(rational)});
    }
  }
}

std::vector<Stream> StackRun::first_streams(Precision precision) const {
  const Layer& layer = stack_.layers().front();
  std::vector<Stream> streams(kinds_.size());
  for (const Token token : stack_.tokens(0)) {
    Stream stream(layer.dimension());
    for (std::size_t c = 0; layer.residual && c < stream.size(); ++c)
      stream[c] = EnclosedNumber(layer.stream[kinds_[token]](static_cast<Eigen::Index>(c)));
    std::vector<std::vector<EnclosedNumber>> heads;
    for (const Sums& of_head : sums_[token]) {
      std::vector<Interval> enclosed;
      heads.emplace_back();
      for (std::size_t c = 0; c < of_head.rational.size(); ++c) {
        const auto& rational = of_head.rational[c];
        if (!rational && enclosed.empty()) enclosed = of_head.sums.enclosed(precision);
        heads.back().push_back(rational ? EnclosedNumber(*rational) : EnclosedNumber(enclosed[c]));
      }
    }
    streams[token] = landed(layer, std::move(stream), heads, precision);
  }
  return streams;
}

std::vector<Stream> StackRun::streams_behind(std::size_t layer, Precision precision) const {
  std::vector<Stream> streams = first_streams(precision);
  for (std::size_t l = 1; l <= layer; ++l) {
    const Layer& next = stack_.layers()[l];
    std::vector<HeadOnStreams> heads;
    for (const Head& head : next.heads) heads.emplace_back(head, streams, precision);
    std::vector<Stream> behind(streams.size());
    for (const Token token : stack_.tokens(l)) {
      std::vector<std::vector<EnclosedNumber>> values;
      for (const HeadOnStreams& head : heads) values.push_back(head(token));
      Stream before = next.residual ? streams[token] : Stream(streams[token].size());
      behind[token] = landed(next, std::move(before), values, precision);
    }
    streams = std::move(behind);
  }
  return streams;
}

std::vector<Stream> StackRun::streams(Precision precision) const {
  return streams_behind(stack_.layers().size() - 1, precision);
}

EnclosedNumber read_out(const Readout& readout, const Stream& stream) {
  return ReadoutOn(readout, EnclosedArithmetic())(stream);
}

}  // namespace attest::attention
