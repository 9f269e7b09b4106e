#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <utility>

#include "theorems/keywords.hpp"
#include "theorems/parts.hpp"
#include "theorems/reader.hpp"

namespace attest::theorems {

namespace {

bool is_action(const Token& token) {
  return token.kind == TokenKind::name &&
         (token.text == "change" || token.text == "drop" || token.text == "add");
}

// Statements that no patch can hold.
bool is_whole_block(std::string_view word) {
  static const std::vector<std::string> words{"theorem", "statement", "source",  "layer", "head",
                                              "variant", "change",    "drop",    "add",   "expect",
                                              "note",    "program",   "argument"};
  return std::find(words.begin(), words.end(), word) != words.end();
}

}  // namespace

// variant cold "too warm": change c = 1/10 because "a warm softmax averages"
// variant repaired, and below it, further to the right, a line for each patch or a whole layer.
void Reader::read_variant(const Token& word) {
  VariantStatement variant;
  variant.place = word.place;
  const Token name = tokens_.expect_identifier("the name of a variant");
  variant.name = name.text;
  if (is_verdict(variant.name)) {
    tokens_.fail(name.place, fmt::format("'{}' is a verdict and cannot be the name of a variant", name.text));
  }
  if (tokens_.at_word("program") && !tokens_.peek().first) {
    tokens_.next();
    variant.program = true;
  }
  if (out_->program) variant.program = true;  // all of them
  if (tokens_.peek().kind == TokenKind::text && !tokens_.peek().first) variant.title = tokens_.next().text;
  if (tokens_.take_sign(":")) {
    tokens_.set_limit(tokens_.size());  // the patches may begin on the next line
    const Token patch = tokens_.peek();
    tokens_.set_limit(limit_);
    if (!is_action(patch) || (patch.first && patch.indent <= word.indent))
      tokens_.unexpected("'change', 'drop' or 'add' after the colon of a variant");
  }
  for (const VariantStatement& other : out_->variants) {
    if (other.name != variant.name) continue;
    tokens_.fail(word.place, fmt::format("a second variant '{}'; the first one is in line {}", variant.name,
                                         other.place.line));
  }
  constexpr std::size_t most_variants = 64;
  if (out_->variants.size() == most_variants) {
    tokens_.fail(word.place, fmt::format("at most {} variants are read", most_variants));
  }
  out_->variants.push_back(std::move(variant));
  in_variant_ = true;
  variant_indent_ = word.indent;
}

// change PATH = .. because "..";  drop PATH;  add STATEMENT: of the variant above, else of the theorem.
void Reader::read_patch(const Token& word) {
  if (read_difference(word)) return;
  std::vector<PatchStatement>* all = nullptr;
  if (in_variant_) {
    all = &out_->variants.back().patches;
  } else if (!out_->extends.empty()) {
    all = &out_->changes;
  } else {
    tokens_.fail(
        word.place,
        fmt::format("'{}' stands below a variant, further to the right than its line, or in a theorem "
                    "that extends another",
                    word.text));
  }
  constexpr std::size_t most_patches = 256;
  if (++patches_ > most_patches)
    tokens_.fail(word.place, fmt::format("at most {} patches are read", most_patches));
  all->push_back(patch(word));
}

PatchStatement Reader::patch(const Token& word) {
  PatchStatement patch;
  patch.place = word.place;
  patch.action = word.text == "change" ? PatchStatement::Action::change
                 : word.text == "drop" ? PatchStatement::Action::drop
                                       : PatchStatement::Action::add;
  if (patch.action == PatchStatement::Action::drop) {
    patch.path = path_to_drop();
  } else {
    const Fragment fragment = fragment_behind(patch.action);
    patch.path = fragment.path;
    patch.statement = fragment.statement;
    if (const Token* last = tokens_.previous()) patch.written = source_.between(word.place, last->place);
  }
  patch.because = because();
  return patch;
}

// drop growth, drop value 3, drop row t+1, drop out head.1
std::vector<std::string> Reader::path_to_drop() {
  std::vector<std::string> path;
  const auto ends = [&] {
    const Token& token = tokens_.peek();
    return token.kind == TokenKind::end || token.first || token.text == "because" || is_action(token) ||
           token.kind == TokenKind::text || token.text == "," || token.text == "expect";
  };
  while (!ends()) {
    const bool number =
        !path.empty() && (path.back() == "row" || path.back() == "value" || path.back() == "out");
    if (number) {
      path.push_back(language::to_string(expression()));
    } else {
      path.push_back(tokens_.expect_identifier("a part of the theorem, as in drop value 3").text);
    }
  }
  if (path.empty()) tokens_.unexpected("a part of the theorem, as in drop value 3");
  return path;
}

Fragment Reader::fragment_behind(PatchStatement::Action action) {
  Fragment fragment;
  fragment.part.layers.emplace_back().heads.emplace_back();
  const bool change = action == PatchStatement::Action::change;
  std::vector<std::string> scope;
  const auto next_is_scope = [&](const char* word) {
    const Token& name = tokens_.peek(1);
    const Token& behind = tokens_.peek(2);
    const bool named = name.kind == TokenKind::name || name.kind == TokenKind::number;
    return tokens_.at_word(word) && named && behind.kind == TokenKind::name && !behind.first;
  };
  while (next_is_scope("layer") || next_is_scope("head")) {
    const bool inside = change || find_keyword(tokens_.peek(2).text) != nullptr;
    if (!inside) break;
    scope.push_back(tokens_.next().text);
    scope.push_back(tokens_.next().text);
  }
  const Token word = tokens_.peek();
  if (is_whole_block(word.text)) {
    tokens_.fail(word.place,
                 fmt::format("a patch cannot {} a '{}'; a variant may have a whole layer block of its own",
                             change ? "change" : "add", word.text));
  }
  // Where statements go while this one is read.
  struct Restore {
    Reader& reader;
    TheoremText* out;
    std::vector<LayerStatement>* layers;
    bool head_open, in_patch, in_variant;
    ~Restore() {
      reader.out_ = out;
      reader.layers_ = layers;
      reader.head_open_ = head_open;
      reader.in_patch_ = in_patch;
      reader.in_variant_ = in_variant;
    }
  } const restore{*this, out_, layers_, head_open_, in_patch_, in_variant_};
  out_ = &fragment.part;
  layers_ = &fragment.part.layers;
  head_open_ = true;
  in_patch_ = true;
  in_variant_ = false;

  const auto bare = [&](std::vector<std::string> path) {
    tokens_.expect_sign("=", "and what it becomes");
    fragment.bare = expression();
    fragment.mark = mark();
    fragment.path = std::move(path);
    fragment.statement =
        "= " + language::to_string(fragment.bare) + (fragment.mark.empty() ? "" : "  @" + fragment.mark);
  };
  if (change && tokens_.at_word("embed") && tokens_.peek(1).kind == TokenKind::name) {
    tokens_.next();
    std::vector<std::string> path{"embed"};
    while (tokens_.peek().kind == TokenKind::name) path.push_back(tokens_.expect_name("a coordinate").text);
    bare(std::move(path));
  } else if (change && tokens_.at_word("carry")) {
    tokens_.next();
    fragment.part.tokens.emplace_back().features.push_back(feature());
    const Said what = said(fragment.part.tokens[0].features[0]);
    fragment.path = {"carry", what.title};
    fragment.statement = what.line().substr(what.title.size() + 1);
  } else if (find_keyword(word.text) != nullptr) {
    tokens_.next();
    if (word.text == "let" && scope.empty() && !change) head_open_ = false;
    read_by_word(word);
    statement_of(fragment, change);
  } else if (change && name_then("=")) {
    bare({tokens_.next().text});
  } else {
    const std::string what = change ? "what is changed, as in change value 3 (k) = (k - n) or change c = 1/10"
                                    : "a statement, as in add check assert n >= 2";
    if (word.kind != TokenKind::name) tokens_.unexpected(what);
    tokens_.fail(word.place, fmt::format("expected {}, found '{}'{}", what, word.text,
                                         language::did_you_mean(word.text, keyword_words())));
  }
  fragment.path.insert(fragment.path.begin(), scope.begin(), scope.end());
  return fragment;
}

// The path and the canonical text of the one statement that a fragment holds.
void Reader::statement_of(Fragment& fragment, bool change) {
  std::vector<Part> parts = parts_of(fragment.part, false);
  std::erase_if(parts, [](const Part& part) { return part.inner; });
  if (!change) {
    const std::string line = parts.empty() ? said_text("choice", fragment.part.choices.at(0).text).line()
                                           : parts.front().said().line();
    const std::size_t blank = line.find(' ');
    fragment.path = {line.substr(0, blank)};
    fragment.statement = blank == std::string::npos ? "" : line.substr(line.find_first_not_of(' ', blank));
    if (parts.size() > 1) tokens_.fail(tokens_.peek().place, "one patch adds one statement");
    return;
  }
  if (parts.size() != 1) tokens_.fail(tokens_.peek().place, "one patch changes one statement");
  fragment.path = parts.front().path;
  const std::string line = parts.front().said().patch();
  const std::string path = joined_path(fragment.path);
  if (!line.starts_with(path))
    tokens_.fail(tokens_.peek().place, fmt::format("expected a change that begins with '{}'", path));
  fragment.statement = line.substr(path.size());
  fragment.statement.erase(0, fragment.statement.find_first_not_of(' '));
}

Fragment Reader::fragment() {
  limit_ = tokens_.size() - 1;
  const Token word = tokens_.next();
  return fragment_behind(word.text == "add" ? PatchStatement::Action::add : PatchStatement::Action::change);
}

Fragment read_fragment(const PatchStatement& patch) {
  // It stands where the patch does, so that what is wrong with it later is said of that place.
  std::string text(static_cast<std::size_t>(std::max(0L, patch.place.line - 1)), '\n');
  text.append(static_cast<std::size_t>(std::max(0L, patch.place.column - 1)), ' ');
  if (!patch.written.empty()) {
    text += patch.written;
  } else {
    text += patch.action == PatchStatement::Action::add ? "add " : "change ";
    text += joined_path(patch.path) + (patch.statement.empty() ? "" : " " + patch.statement);
  }
  const language::SourceText source("patch", text, patch.place.text);
  return Reader(source).fragment();
}

}  // namespace attest::theorems
