// A layer that reads a word letter by letter, for tests: token t holds the letter of position t.
#pragma once

#include <functional>
#include <utility>
#include <vector>

#include "verification/layer_setting.hpp"

namespace attest {

class LetterTokens : public LayerTask {
 public:
  using Truth = std::function<long(std::span<const Symbol> word)>;
  // Judged is the first token.
  LetterTokens(InputSpace space, Truth truth) : LayerTask(std::move(space)), truth_(std::move(truth)) {}
  std::size_t tokens() const override { return space().length(); }
  void kinds(std::span<const Symbol> word, std::span<attention::Kind> out) const override {
    attention::Kind first = 0;
    for (std::size_t token = 0; token < word.size(); ++token) {
      out[token] = first + word[token];
      first += space().alphabet_size(token);
    }
  }
  long first_symbol() const override { return 0; }
  std::vector<std::size_t> judged_positions() const override { return {0}; }
  long truth(std::span<const Symbol> word, std::size_t) const override { return truth_(word); }
  Json to_json(std::span<const Symbol> word) const override { return Json(Word(word.begin(), word.end())); }
  Word from_json(const Json& input) const override { return input.get<Word>(); }

 private:
  Truth truth_;
};

// To be filled in: streams, one for each kind; a head with its maps; where it lands.
struct LetterLayer {
  LetterLayer(InputSpace space, LetterTokens::Truth truth) : letters(std::move(space), std::move(truth)) {
    record.first.push_back(0);
    for (std::size_t token = 0; token < letters.tokens(); ++token)
      record.first.push_back(record.first.back() + letters.space().alphabet_size(token));
  }

  // One head of W_Q, W_K and W_V that looks at every token and lands, from its first number, in coordinate 0.
  void add_head(attention::Kernel kernel, const RationalMatrix& query, const RationalMatrix& key,
                const RationalMatrix& value) {
    const auto images = [&](const RationalMatrix& map) {
      std::vector<RationalVector> result;
      for (const RationalVector& x : record.stream) result.emplace_back(map * x);
      return result;
    };
    attention::Head head;
    head.kernel = kernel;
    head.maps = {query, key};
    head.rows = {images(query), images(key)};
    head.value = {{1, images(value), value}};
    head.value_length = static_cast<std::size_t>(value.rows());
    std::vector<attention::Token> all;
    for (std::size_t token = 0; token < letters.tokens(); ++token)
      all.push_back(static_cast<attention::Token>(token));
    head.over = attention::IndexSet::product({all}, all.size());
    record.heads.push_back(std::move(head));
    record.landings.push_back({record.heads.size() - 1, 0, 0, Rational(1)});
  }

  LetterTokens letters;
  attention::Layer record;
};

}  // namespace attest
