// The reader of theorem files from inside: one member function a statement, one source file a kind of them.
// Each begins behind the statement's first word and ends before the first token that cannot go on.
#pragma once

#include <functional>
#include <set>
#include <string>
#include <vector>

#include "language/parser.hpp"
#include "language/tokens.hpp"
#include "theorems/theorem_text.hpp"

namespace attest::theorems {

using language::Message;
using language::ParseError;
using language::Token;
using language::TokenKind;
using language::TokenStream;

// What one patch puts in the place of something: the path, and either one statement, which stands alone in
// `part`, or (`change c = 1/10`) an expression alone.
struct Fragment {
  std::vector<std::string> path;
  std::string statement;  // what stands behind the path, in the writer's words
  TheoremText part;
  Expression bare;
  Mark mark;
};

class Reader {
 public:
  explicit Reader(const language::SourceText& source);

  // The whole file; throws all messages together.
  TheoremText file();
  // "change value 3 (k) = (k - n)" or "add check gap >= 1", a whole text.
  Fragment fragment();

 private:
  // read.cpp: the walk over the statements.
  void header();
  void statement();
  void limit_to_statement();
  void expect_end_of_statement();
  void open_blocks_of(const Token& word);
  void skip_to_next_statement(long indent);
  void note_unread(std::size_t start);
  void add_wrong_names();
  bool finished() const { return tokens_.position() + 1 >= tokens_.size(); }
  void read_by_word(const Token& word);
  [[noreturn]] void no_statement(const Token& word) const;
  void refuse_out_of_scope() const;  // layer norm, dropout, in one word or two
  LayerStatement& layer_here(const Token& word);
  HeadStatement& head_here(const Token& word);

  // read_words.cpp: what several statements share.
  Expression expression() { return language::parse_expression(tokens_); }
  // What stands before the statement's next `=`, which would else be read as a comparison.
  Expression expression_before_equals();
  Mark mark();
  std::string because();
  std::string identifier(std::string_view what);
  std::vector<std::string> names_in_parentheses(std::string_view what);
  // A name, or several in parentheses.
  std::vector<std::string> index_names(std::string_view what);
  std::vector<Expression> ranges(std::size_t how_many);  // [m] x [m]
  // One of a few words.
  std::string one_of(const std::vector<std::string>& words, std::string_view what);
  void skip_equals_of_patch();  // `change task = at ..`
  bool statement_begins() const;
  bool name_then(std::string_view sign_or_word) const;  // a name and then this
  void only_once(bool there, const Place& first, const Token& word) const;
  long whole_number(std::string_view what, long least, long most);

  // read_declarations.cpp
  void read_theorem_line(const Token& word);
  void read_source(const Token& word);
  void read_statement(const Token& word);
  void read_remark(std::vector<Remark>& all, const Token& word);
  void read_sizes();
  void read_limit();
  void read_parameter();
  void read_input();
  void read_spelled(const Token& word);
  void read_judged(const Token& word);
  void read_let(std::vector<LetStatement>& all);
  std::vector<InputStatement> typed_names(std::string_view what);  // A : [n] -> [m], x : [n]
  InputStatement input_type();
  Spelling spelling(int depth);

  // read_tokens.cpp
  void read_tokens(const Token& word);
  TokensStatement::Feature feature();
  TokensStatement::Feature::Entry entry(const std::string& feature);
  void read_task(const Token& word);

  // read_shatter.cpp
  void read_shatter(const Token& word);
  void read_rows(const Token& word);
  void read_columns(const Token& word);
  ShatterStatement& shatter_here(const Token& word);
  std::vector<InputAssignment> assignments();

  // read_reduction.cpp
  void read_reduction(const Token& word);
  void read_image(const Token& word);
  void read_map(const Token& word);
  void read_becomes(const Token& word);
  ReductionStatement& reduction_here(const Token& word);

  // read_program.cpp
  void read_program(const Token& word);
  void read_argument();
  std::string value_of_argument(const std::string& example);
  bool read_difference(const Token& word);

  // read_layer.cpp
  void read_layer(const Token& word);
  void read_encode(LayerStatement& layer, const Token& word);
  void read_embed(LayerStatement& layer, const Token& word);
  void read_out(LayerStatement& layer, const Token& word);
  std::string kind_of_encoding();
  void take_encoding(LayerStatement& layer, EncodingStatement e, const Token& word);
  void read_readout(const Token& word);

  // read_head.cpp
  void read_head(LayerStatement& layer, const Token& word);
  bool take_attention_word(HeadStatement& head, const std::string& word, const Place& place);
  void read_poly(HeadStatement& head);
  void read_family(HeadStatement& head);
  void read_scale(HeadStatement& head);
  void read_over(HeadStatement& head, const Token& word);
  void read_row(HeadStatement& head, const Token& word);
  std::optional<std::size_t> labelled_ahead() const;
  Expression labelled_vector(RowStatement& row);
  void vector_of_row(RowStatement& row);
  void read_score(HeadStatement& head, const Token& word);
  void read_displayed(HeadStatement& head, const Token& word);

  // read_checks.cpp
  void read_checks(const Token& word);
  CheckStatement check(bool essential);
  std::string name_of_assert();
  void read_hint(const Token& word);
  void read_read(const Token& word);

  // read_expect.cpp
  void read_expect();
  ExpectStatement claimed(const Token& word);
  ExpectStatement::Setting setting();
  Expression corner_condition();
  std::string setting_word();
  std::string bare_value(std::string_view example);
  std::string input_literal();

  // read_variants.cpp
  void read_variant(const Token& word);
  void read_patch(const Token& word);
  PatchStatement patch(const Token& word);
  Fragment fragment_behind(PatchStatement::Action action);
  std::vector<std::string> path_to_drop();
  void statement_of(Fragment& fragment, bool change);

  const language::SourceText& source_;
  std::vector<language::Comment> comments_;
  std::vector<Token> constants_;  // of each `some c` that no check has taken yet
  TokenStream tokens_;
  std::vector<Message> messages_;
  std::set<std::string> unread_;  // the words of statements that could not be read
  bool lost_a_name_ = false;      // whether one of them has no name where it declares one

  TheoremText text_;
  TheoremText* out_ = &text_;  // where statements go; a patch has its own
  bool in_patch_ = false;
  std::size_t statements_ = 0;
  std::size_t patches_ = 0;
  std::size_t limit_ = 0;                          // where the statement ends that is being read
  std::vector<LayerStatement>* layers_ = nullptr;  // where the layer stands that statements belong to
  bool head_open_ = false;                         // whether rows belong to the last head of that layer
  bool in_variant_ = false;                        // below a `variant` line
  long variant_indent_ = 0;
  long head_indent_ = 0;
};

// holds, refuted, ill-formed, undecided, not-applicable
bool is_verdict(const std::string& word);

// `text` is one line that begins with change or add; it has been read before, at this place of a file.
Fragment read_fragment(const PatchStatement& patch);

}  // namespace attest::theorems
