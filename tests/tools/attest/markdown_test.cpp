// Prose and what is typed, as Markdown.
#include "tools/attest/markdown.hpp"

#include <catch2/catch.hpp>

#include "tools/attest/typed_spans.hpp"

namespace attest::markdown_test {

TEST_CASE("Prose is cut into what is typed and what is not", "[tools]") {
  const auto cut = [](const std::string& text) {
    std::string result;
    for (const TypedSpan& span : typed_spans(text))
      result += (span.typed ? "[" : "(") + span.text + (span.typed ? "]" : ")");
    return result;
  };
  CHECK(cut("") == "()");
  CHECK(cut("plain") == "(plain)");
  CHECK(cut("`a` and `b c`.") == "[a]( and )[b c](.)");
  CHECK(cut("one ` alone") == "(one ` alone)");
  CHECK(cut("`` `x`") == "(`` )[x]");
}

TEST_CASE("Prose is escaped, what is typed can be copied", "[tools]") {
  CHECK(markdown_prose("a_b *c* <d> 1 < 2 | \\") == "a\\_b \\*c\\* \\<d> 1 < 2 \\| \\\\");
  CHECK(markdown_prose("`attest run a_b --x '*'` and _") == "`attest run a_b --x '*'` and \\_");
  CHECK(markdown_prose("`x|y`") == "`x|y`");
  CHECK(markdown_prose("`x|y`", MarkdownPlace::table) == "`x\\|y`");
  CHECK(markdown_prose("one ` alone") == "one \\` alone");
  CHECK(markdown_typed("echo `date`") == "`` echo `date` ``");
  CHECK(markdown_typed("a ``b") == "```a ``b```");
}

}  // namespace attest::markdown_test
