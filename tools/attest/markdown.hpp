// Prose and what is typed as Markdown (CommonMark, with GitHub's tables).
#pragma once

#include <string>

namespace attest {

enum class MarkdownPlace { prose, table };

// Prose with what Markdown would take for its own marked as text. What stands between `backticks` stays as it is, since it is typed.
std::string markdown_prose(const std::string& text, MarkdownPlace place = MarkdownPlace::prose);

// What is typed, as a code span: it can be copied. Behind a fence that is longer than any run of backticks in it.
std::string markdown_typed(const std::string& text, MarkdownPlace place = MarkdownPlace::prose);

}  // namespace attest
