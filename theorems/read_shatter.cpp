#include "theorems/reader.hpp"

namespace attest::theorems {

// shatter exists i in [m]: a(i) = 1 and b(i) = 1
void Reader::read_shatter(const Token& word) {
  skip_equals_of_patch();
  if (out_->shatter && out_->shatter->function) only_once(true, out_->shatter->place, word);
  if (!out_->shatter) out_->shatter.emplace();
  out_->shatter->place = word.place;
  out_->shatter->function = expression();
}

ShatterStatement& Reader::shatter_here(const Token& word) {
  if (!out_->shatter) {
    if (!in_patch_) {
      tokens_.fail(word.place,
                   "'" + word.text + "' stands behind 'shatter' and its function; none is stated above");
    }
    out_->shatter.emplace();
  }
  return *out_->shatter;
}

// rows k in [m]: a(i) = if i = k then 1 else 0
void Reader::read_rows(const Token& word) {
  ShatterStatement& shatter = shatter_here(word);
  skip_equals_of_patch();
  only_once(!shatter.rows.empty(), shatter.rows_place, word);
  shatter.rows_place = word.place;
  shatter.index = tokens_.expect_name("a name for the number of a row").text;
  if (!tokens_.take_word("in"))
    tokens_.unexpected("'in' and the numbers of the rows, as in rows k in [m]: ..");
  shatter.members = expression();
  tokens_.expect_sign(":", "and what the inputs are in a row");
  shatter.rows = assignments();
}

// columns b(i) = has(i)
void Reader::read_columns(const Token& word) {
  ShatterStatement& shatter = shatter_here(word);
  skip_equals_of_patch();
  only_once(!shatter.columns.empty(), shatter.columns_place, word);
  shatter.columns_place = word.place;
  shatter.columns = assignments();
}

std::vector<InputAssignment> Reader::assignments() {
  std::vector<InputAssignment> result;
  do {
    const Token name = tokens_.expect_name("an input, as in a(i) = 1");
    InputAssignment one;
    one.input = name.text;
    one.place = name.place;
    if (tokens_.at_sign("(")) one.indices = names_in_parentheses("the arguments of an input");
    tokens_.expect_sign("=", "and what the input is");
    one.value = expression();
    result.push_back(std::move(one));
  } while (tokens_.take_sign(","));
  return result;
}

}  // namespace attest::theorems
