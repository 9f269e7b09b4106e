#include "theorems/keywords.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace attest::theorems {

const std::vector<Keyword>& keywords() {
  static const std::vector<Keyword> all{
      {"theorem", Block::theorem, "theorem argmax \"One softmax head returns the position of the maximum\""},
      {"statement", Block::theorem, "statement \"For every n there is a head that ..\""},
      {"source", Block::theorem, "source 000 \"Theorem 4.2\" lines 326-348"},
      {"sizes", Block::theorem, "sizes n >= 1, m >= n"},
      {"limit", Block::theorem, "limit verify n <= 12"},
      {"param", Block::theorem, "param c = 3"},
      {"input", Block::theorem, "input a : [n] -> [m] injective"},
      {"spelled", Block::theorem, "spelled {\"f\": [G, H], \"x\": x}"},
      {"where", Block::theorem, "where a(1) < a(2)"},
      {"judged", Block::theorem, "judged if exists j in [n]: a(j) = 1"},
      {"let", Block::theorem, "let s(i,j) = a(i) + a(j)"},
      {"tokens", Block::theorem, "tokens i in [n+1] carry num = if i <= n then a(i) else 0"},
      {"task", Block::theorem, "task at n+1, number: argmax j in [n]: a(j)"},
      {"shatter", Block::theorem, "shatter exists i in [m]: a(i) = 1 and b(i) = 1"},
      {"rows", Block::theorem, "rows k in [m]: a(i) = if i = k then 1 else 0"},
      {"columns", Block::theorem, "columns b(i) = has(i)"},
      {"reduction", Block::theorem, "reduction exists i in [m]: a(i) = 1 and b(i) = 1"},
      {"image", Block::theorem, "image A : [m + 1] x [m + 1] -> {0, 1}"},
      {"map", Block::theorem, "map A(i,j) = if i = 1 and j >= 2 then a(j - 1) else 0"},
      {"becomes", Block::theorem, "becomes exists j in [m + 1]: A(1,j) = 1"},
      {"program", Block::theorem, "program reduction"},
      {"argument", Block::theorem, "argument n : integer 1..4 \"vectors in each set\""},
      {"layer", Block::theorem, "layer d = 7, residual"},
      {"encode", Block::layer, "encode (l, l^2, phi, phi^2, 1)"},
      {"embed", Block::layer, "embed pos = i, one = 1, out = 0"},
      {"head", Block::layer, "head strassen, scale 1/sqrt(d)"},
      {"over", Block::head, "over j where j <= i"},
      {"row", Block::head, "row 1 as f(i) = n*(phi_i^2, 2*phi_i, -1)"},
      {"query", Block::head, "query = (c*one)"},
      {"key", Block::head, "key = (num)"},
      {"value", Block::head, "value 3 (k) = (phi_k)"},
      {"score", Block::head, "score = -(num_i - j)^2"},
      {"displayed", Block::head, "displayed score = -(phi_i - j)^2"},
      {"out", Block::layer, "out head.1 -> stream.6"},
      {"readout", Block::theorem, "readout stream.6"},
      {"check", Block::theorem, "check output, unique-maximum"},
      {"also", Block::theorem, "also growth error <= exp(-some c * n^2)"},
      {"hint", Block::theorem, "hint squares"},
      {"read", Block::theorem, "read k^2/B as k^2 because \"a stray fraction\""},
      {"choice", Block::theorem, "choice \"W_O is not given\""},
      {"note", Block::theorem, "note \"the minus may be damage\""},
      {"variant", Block::theorem, "variant cold: change c = 1/10 because \"a warm softmax averages\""},
      {"change", Block::variant, "change value 3 (k) = (k - n) because \"..\""},
      {"drop", Block::variant, "drop growth"},
      {"add", Block::variant, "add check assert n >= 2"},
      {"expect", Block::theorem, "expect holds at n=2..4 m=4"},
  };
  return all;
}

const Keyword* find_keyword(std::string_view word) {
  const auto& all = keywords();
  const auto found = std::find_if(all.begin(), all.end(), [&](const Keyword& k) { return k.word == word; });
  return found == all.end() ? nullptr : &*found;
}

bool is_out_of_scope(std::string_view word) {
  static const std::vector<std::string> words{
      "layernorm", "layernormalisation", "layernormalization", "LayerNorm", "batchnorm", "rmsnorm",
      "norm",      "normalisation",      "normalization",      "dropout",   "learned",   "trained",
      "train"};
  return std::find(words.begin(), words.end(), word) != words.end();
}

std::string out_of_scope(std::string_view word) {
  return fmt::format(
      "'{}': layer norm, dropout and learned weights are no part of theorem files; only weights that "
      "are stated can be proved about",
      word);
}

std::vector<std::string> keyword_words() {
  std::vector<std::string> words;
  for (const Keyword& keyword : keywords()) words.push_back(keyword.word);
  return words;
}

}  // namespace attest::theorems
