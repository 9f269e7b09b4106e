#include "theorems/read.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "language/words.hpp"
#include "theorems/completeness.hpp"
#include "theorems/keywords.hpp"
#include "theorems/names.hpp"
#include "theorems/patch.hpp"
#include "theorems/reader.hpp"

namespace attest::theorems {

namespace {

// The words of a text with every `some` in front of a name taken out; `some` marks a constant and stands
// anywhere in a formula, which the language of expressions need not know.
std::vector<Token> without_some(std::vector<Token> tokens, std::vector<Token>& constants) {
  std::vector<Token> kept;
  for (std::size_t k = 0; k < tokens.size(); ++k) {
    const bool marks = tokens[k].kind == TokenKind::name && tokens[k].text == "some" &&
                       k + 1 < tokens.size() && tokens[k + 1].kind == TokenKind::name;
    if (marks) {
      tokens[k + 1].first = tokens[k].first;
      constants.push_back(tokens[k + 1]);
    } else {
      kept.push_back(std::move(tokens[k]));
    }
  }
  return kept;
}

// What a file may hold at most, so that a hostile one gets its messages soon.
constexpr std::size_t most_statements = 2000;
constexpr std::size_t most_messages = 50;

std::vector<Token> words_of(const language::SourceText& source, std::vector<language::Comment>& comments,
                            std::vector<Token>& constants) {
  return without_some(tokenize(source, &comments), constants);
}

}  // namespace

Reader::Reader(const language::SourceText& source)
    : source_(source), tokens_(words_of(source, comments_, constants_)) {}

TheoremText Reader::file() {
  try {
    header();
  } catch (const ParseError& error) {
    messages_.insert(messages_.end(), error.messages().begin(), error.messages().end());
    tokens_.set_limit(tokens_.size());
    const std::size_t start = tokens_.position();
    if (find_keyword(tokens_.peek().text) == nullptr) tokens_.next();
    skip_to_next_statement(0);
    note_unread(start);
    limit_ = 0;
  }
  while (!finished()) {
    const std::size_t start = tokens_.position();
    if (++statements_ > most_statements) {
      tokens_.set_limit(tokens_.size());
      messages_.push_back(
          {tokens_.peek().place, fmt::format("at most {} statements are read", most_statements)});
      break;
    }
    if (start >= limit_) limit_to_statement();  // else one more statement of the same line
    const Token word = tokens_.peek();
    const long indent = tokens_.peek().indent;
    try {
      statement();
    } catch (const ParseError& error) {
      messages_.insert(messages_.end(), error.messages().begin(), error.messages().end());
      tokens_.set_limit(tokens_.size());
      if (tokens_.position() == start) tokens_.next();
      open_blocks_of(word);
      limit_ = 0;
      if (messages_.size() >= most_messages) break;
      skip_to_next_statement(indent);
      note_unread(start);
    }
  }
  if (messages_.empty()) {
    for (const Token& constant : constants_) {
      messages_.push_back({constant.place, "'some' marks a constant of a check; no check stands here"});
    }
  }
  if (!messages_.empty()) {
    add_wrong_names();
    throw ParseError(std::move(messages_));
  }
  text_.comments = std::move(comments_);
  return std::move(text_);
}

void Reader::header() {
  limit_to_statement();
  const Token first = tokens_.peek();
  const std::string expected = "a theorem file begins with the line 'attest-theorem 1'";
  if (first.kind == TokenKind::end || first.place.line != 1)
    tokens_.fail({1, 1, 1, source_.number()}, expected);
  if (!tokens_.at_word("attest")) tokens_.fail(first.place, expected);
  if (tokens_.expect_identifier(expected).text != "attest-theorem") tokens_.fail(first.place, expected);
  const Token version = tokens_.peek();
  if (version.kind != TokenKind::number || version.first) {
    tokens_.unexpected("the version of the format, 1");
  }
  if (version.text != "1") {
    tokens_.fail(version.place,
                 fmt::format("this program reads version 1 of the format, not {}", version.text));
  }
  tokens_.next();
  if (!tokens_.at_end() && !tokens_.peek().first) tokens_.unexpected("the end of the line");
  limit_ = 0;
}

// A statement goes to the next line that begins with a statement's word or stands no further to the right than its
// own; behind a comma or an opening bracket it goes on in any case.
void Reader::limit_to_statement() {
  tokens_.set_limit(tokens_.size());
  std::size_t end = tokens_.position() + 1;
  const long indent = tokens_.peek().indent;
  for (std::size_t k = 1; end + 1 < tokens_.size(); ++k, ++end) {
    const Token& token = tokens_.peek(k);
    const bool word = token.kind == TokenKind::name && find_keyword(token.text) != nullptr;
    if (!token.first || (!word && token.indent > indent)) continue;
    const Token& before = tokens_.peek(k - 1);
    const bool goes_on = before.kind == TokenKind::sign && (before.text == "," || before.text == "(" ||
                                                            before.text == "[" || before.text == "{");
    if (!goes_on) break;
  }
  limit_ = end;
  tokens_.set_limit(limit_);
}

// After an error the statements that stand inside of a layer or a head are read as if it were there: one mistake,
// one message. What is read so is thrown away with the rest.
void Reader::open_blocks_of(const Token& word) {
  const Keyword* keyword = find_keyword(word.text);
  if (word.text == "variant") {
    out_->variants.emplace_back();
    in_variant_ = true;
    variant_indent_ = word.indent;
    return;
  }
  const bool head = keyword != nullptr && (keyword->block == Block::head || word.text == "head");
  if (!head && (keyword == nullptr || (keyword->block != Block::layer && word.text != "layer"))) return;
  if (layers_ == nullptr) layers_ = &text_.layers;
  if (layers_->empty()) layers_->emplace_back();
  if (!head) return;
  if (layers_->back().heads.empty()) layers_->back().heads.emplace_back();
  head_open_ = true;
}

void Reader::skip_to_next_statement(long indent) {
  tokens_.set_limit(tokens_.size());
  while (!finished()) {
    const Token& token = tokens_.peek();
    if (token.first && (token.indent <= indent || find_keyword(token.text) != nullptr)) return;
    tokens_.next();
  }
}

// After an error: what was not read may have declared any of its words.
void Reader::note_unread(std::size_t start) {
  const std::size_t end = tokens_.position();
  for (tokens_.back_to(start); tokens_.position() < end;) unread_.insert(tokens_.next().text);
  for (const char* word : {"shatter", "rows", "columns"}) {
    if (unread_.contains(word)) unread_.insert({"vc", "has"});
  }
  lost_a_name_ = lost_a_name_ || messages_.back().text.starts_with("expected the name of");
}

// Beside what cannot be read: names that nothing in the file declares, neither what was read nor what was not.
void Reader::add_wrong_names() {
  if (!text_.extends.empty() || lost_a_name_ || messages_.size() >= most_messages) return;
  std::vector<Message> all;
  check_names(text_, all);
  for (Message& message : all) {
    const bool of_a_name = message.text.find("is not known here") != std::string::npos ||
                           message.text.find("one name has one meaning") != std::string::npos;
    const std::size_t quote = message.text.find('\'');
    if (!of_a_name || quote == std::string::npos) continue;
    const std::string name = message.text.substr(quote + 1, message.text.find('\'', quote + 1) - quote - 1);
    if (!unread_.contains(name)) messages_.push_back(std::move(message));
  }
}

void Reader::statement() {
  const Token word = tokens_.peek();
  if (word.kind != TokenKind::name) tokens_.unexpected("a statement");
  refuse_out_of_scope();
  if (find_keyword(word.text) == nullptr) no_statement(word);
  tokens_.next();
  if (word.first && word.indent <= variant_indent_) in_variant_ = false;
  const Keyword& keyword = *find_keyword(word.text);
  const bool ends_layer = keyword.block == Block::theorem && word.text != "let" && word.text != "choice" &&
                          word.text != "note" && word.text != "layer";
  if (ends_layer) layers_ = nullptr;
  read_by_word(word);
  expect_end_of_statement();
}

// The word at hand, or two: layernorm, layer-norm, layer norm.
void Reader::refuse_out_of_scope() const {
  const Token& first = tokens_.peek();
  if (first.kind == TokenKind::name && is_out_of_scope(first.text))
    tokens_.fail(first.place, out_of_scope(first.text));
  const std::size_t behind = tokens_.peek(1).text == "-" ? 2 : 1;
  const Token& second = tokens_.peek(behind);
  if (first.kind != TokenKind::name || second.kind != TokenKind::name || second.first) return;
  if (is_out_of_scope(first.text + second.text))
    tokens_.fail(first.place, out_of_scope(first.text + (behind == 2 ? "-" : " ") + second.text));
}

void Reader::no_statement(const Token& word) const {
  tokens_.fail(word.place, fmt::format("'{}' begins no statement{}", word.text,
                                       language::did_you_mean(word.text, keyword_words())));
}

bool Reader::statement_begins() const {
  const Token& token = tokens_.peek();
  return token.kind == TokenKind::end || token.first || find_keyword(token.text) != nullptr;
}

void Reader::expect_end_of_statement() {
  if (statement_begins()) return;
  tokens_.unexpected("the end of the statement or another one");
}

LayerStatement& Reader::layer_here(const Token& word) {
  if (layers_ == nullptr || layers_->empty()) {
    tokens_.fail(word.place, fmt::format("'{}' stands in a layer; no 'layer' line is open here", word.text));
  }
  return layers_->back();
}

HeadStatement& Reader::head_here(const Token& word) {
  LayerStatement& layer = layer_here(word);
  if (!head_open_ || layer.heads.empty()) {
    tokens_.fail(word.place, fmt::format("'{}' stands in a head; no 'head' line is open here", word.text));
  }
  return layer.heads.back();
}

void Reader::read_by_word(const Token& word) {
  const std::string& w = word.text;
  if (w == "theorem") return read_theorem_line(word);
  if (w == "source") return read_source(word);
  if (w == "statement") return read_statement(word);
  if (w == "choice") return read_remark(out_->choices, word);
  if (w == "note") return read_remark(out_->notes, word);
  if (w == "sizes") return read_sizes();
  if (w == "limit") return read_limit();
  if (w == "param") return read_parameter();
  if (w == "input") return read_input();
  if (w == "spelled") return read_spelled(word);
  if (w == "where") {
    skip_equals_of_patch();
    out_->where.push_back(expression());
    return;
  }
  if (w == "judged") return read_judged(word);
  if (w == "let") {
    const bool in_head = head_open_ && layers_ != nullptr && (!word.first || word.indent > head_indent_);
    if (!in_head) layers_ = nullptr;
    return read_let(in_head ? head_here(word).lets : out_->lets);
  }
  if (w == "tokens") return read_tokens(word);
  if (w == "task") return read_task(word);
  if (w == "shatter") return read_shatter(word);
  if (w == "rows") return read_rows(word);
  if (w == "columns") return read_columns(word);
  if (w == "reduction") return read_reduction(word);
  if (w == "image") return read_image(word);
  if (w == "map") return read_map(word);
  if (w == "becomes") return read_becomes(word);
  if (w == "program") return read_program(word);
  if (w == "argument") return read_argument();
  if (w == "layer") return read_layer(word);
  if (w == "encode") return read_encode(layer_here(word), word);
  if (w == "embed") return read_embed(layer_here(word), word);
  if (w == "head") return read_head(layer_here(word), word);
  if (w == "out") return read_out(layer_here(word), word);
  if (w == "over") return read_over(head_here(word), word);
  if (w == "row" || w == "query" || w == "key" || w == "value") return read_row(head_here(word), word);
  if (w == "score") return read_score(head_here(word), word);
  if (w == "displayed") return read_displayed(head_here(word), word);
  if (w == "readout") return read_readout(word);
  if (w == "check" || w == "also") return read_checks(word);
  if (w == "hint") return read_hint(word);
  if (w == "read") return read_read(word);
  if (w == "variant") return read_variant(word);
  if (w == "expect") return read_expect();
  return read_patch(word);  // change, drop, add
}

namespace {

[[noreturn]] void fail_with(std::vector<Message> messages) {
  std::stable_sort(messages.begin(), messages.end(), [](const Message& a, const Message& b) {
    return std::pair(a.place.line, a.place.column) < std::pair(b.place.line, b.place.column);
  });
  if (messages.size() > most_messages) messages.resize(most_messages);
  throw ParseError(std::move(messages));
}

}  // namespace

TheoremText read_theorem(const language::SourceText& source) {
  TheoremText text;
  try {
    text = Reader(source).file();
  } catch (const ParseError& error) {
    fail_with(error.messages());
  }
  std::vector<Message> messages;
  if (text.extends.empty()) {
    check_complete(text, messages);
    check_names(text, messages);
    check_variants(text, messages);
  } else {
    check_extension(text, messages);
  }
  if (!messages.empty()) fail_with(std::move(messages));
  text.texts = {std::make_shared<const language::SourceText>(source)};
  return text;
}

}  // namespace attest::theorems
