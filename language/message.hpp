// What is wrong in a text, and where: one message each, several for a file.
//
//   mine.theorem:12:9: 'phy' is not known here; did you mean 'phi'?
//     value 3 (k) = (phy_k)
//                    ^~~
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace attest::language {

// A place in a text: line and column count from 1, columns in code points; length in code points (at least
// 1).
struct Place {
  long line = 0;  // 0: nowhere, of what no text says
  long column = 0;
  long length = 1;
  int text = 0;  // the number of its text
};

struct Message {
  Place place;
  std::string text;  // "'phy' is not known here; did you mean 'phi'?"
};

// A text with a name. Limits hold before anything is read: at most 1 MiB, valid UTF-8, no control characters
// but newline and tab (ParseError otherwise).
class SourceText {
 public:
  // `number`: what the places of this text carry, for whoever reads several.
  SourceText(std::string name, std::string text, int number = 0);
  const std::string& name() const { return name_; }
  int number() const { return number_; }
  const std::string& text() const { return text_; }
  std::string_view line(long number) const;  // counted from 1; empty where there is none

  // What stands from a place to the end of another.
  std::string between(const Place& first, const Place& last) const;

  // "name:line:column: text", the line, a caret.
  std::string render(const Message& message) const;

 private:
  std::string name_;
  std::string text_;
  int number_ = 0;
  std::vector<std::size_t> starts_;
};

// One or more messages, in the order of the text.
class ParseError : public std::runtime_error {
 public:
  explicit ParseError(std::vector<Message> messages);
  const std::vector<Message>& messages() const { return messages_; }

 private:
  std::vector<Message> messages_;
};

// "; did you mean 'phi'?" for the nearest of `known` names, or nothing where none is near.
std::string did_you_mean(std::string_view name, const std::vector<std::string>& known);

}  // namespace attest::language
