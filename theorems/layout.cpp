#include "theorems/layout.hpp"

#include <algorithm>
#include <utility>

#include "language/utf8.hpp"
#include "theorems/keywords.hpp"

namespace attest::theorems {

namespace {

std::size_t length(std::string_view text) {
  return static_cast<std::size_t>(language::code_points(text));
}

std::string first_word(std::string_view text) {
  std::size_t end = 0;
  while (end < text.size() && text[end] >= 'a' && text[end] <= 'z') ++end;
  return std::string(text.substr(0, end));
}

// Whether a line may end before the blank at `at`: behind a comma or an operator, before a reason; never so that
// the next line begins with the word of a statement, which behind a comma alone is read as a name.
bool may_break(std::string_view text, std::size_t at) {
  const std::string_view before = text.substr(0, at);
  const std::string_view behind = text.substr(at + 1);
  if (behind.starts_with(' ') || before.ends_with(' ')) return behind.starts_with("because ");
  if (before.ends_with(",")) return true;
  const bool statement = find_keyword(first_word(behind)) != nullptr;
  if (statement) return false;
  for (const char* sign :
       {" +", " -", " =", " ++", ";", ":", " and", " or", " then", " else", " <=", " >="}) {
    if (before.ends_with(sign)) return true;
  }
  return behind.starts_with("because ");
}

// Where the line ends best, at most `room` bytes from the start: in the second half, outside of as many brackets as
// can be, as late as can be; where it may not end there, at the first place behind; npos where it may end nowhere.
std::size_t break_of(std::string_view text, std::size_t room) {
  std::size_t best = std::string_view::npos;
  long best_depth = 0;
  long depth = 0;
  bool quoted = false;
  for (std::size_t k = 0; k < text.size() && (k <= room || best == std::string_view::npos); ++k) {
    if (text[k] == '"') quoted = !quoted;
    if (quoted) continue;
    if (text[k] == '(' || text[k] == '[' || text[k] == '{') ++depth;
    if (text[k] == ')' || text[k] == ']' || text[k] == '}') --depth;
    if (k == 0 || text[k] != ' ' || !may_break(text, k)) continue;
    const bool early = best == std::string_view::npos || best < room / 2;
    if (!early && depth > best_depth) continue;
    best = k;
    best_depth = depth;
  }
  return best;
}

std::string broken(std::size_t indent, std::string text) {
  std::string result = std::string(indent, ' ');
  std::size_t here = indent;
  while (here + length(text) > Layout::width) {
    const std::size_t at = break_of(text, Layout::width - here);
    if (at == std::string::npos) break;
    std::string_view line = std::string_view(text).substr(0, at);
    while (line.ends_with(' ')) line.remove_suffix(1);
    result += std::string(line) + "\n" + std::string(indent + 4, ' ');
    text = text.substr(text.find_first_not_of(' ', at));
    here = indent + 4;
  }
  return result + text;
}

std::string comment_text(const language::Comment& comment) {
  std::string text = "#" + comment.text;
  while (text.ends_with(' ') || text.ends_with('\t')) text.pop_back();
  return text;
}

bool before(const Place& a, const Place& b) {
  return std::pair(a.line, a.column) < std::pair(b.line, b.column);
}

}  // namespace

std::string padded(const std::string& line) {
  const std::size_t blank = line.find(' ');
  if (blank == std::string::npos || blank >= 8) return line;
  return line.substr(0, blank) + std::string(8 - blank, ' ') + line.substr(blank + 1);
}

void Layout::line(std::size_t indent, std::string text, std::vector<Place> places) {
  lines_.push_back({indent, std::move(text), std::move(places)});
}

void Layout::join(const std::string& text, std::vector<Place> places) {
  Line& last = lines_.back();
  if (last.indent + length(last.text) + 4 + length(text) > 100) {
    line(last.indent, padded(text), std::move(places));
    return;
  }
  last.text += "    " + text;
  last.places.insert(last.places.end(), places.begin(), places.end());
}

std::string Layout::text(const std::vector<language::Comment>& comments) const {
  std::vector<std::pair<Place, std::size_t>>
      starts;  // every statement with its line, in the order of the text
  for (std::size_t k = 0; k < lines_.size(); ++k) {
    for (const Place& place : lines_[k].places) {
      if (place.line > 0) starts.emplace_back(place, k);
    }
  }
  std::stable_sort(starts.begin(), starts.end(),
                   [](const auto& a, const auto& b) { return before(a.first, b.first); });
  std::vector<std::vector<std::string>> above(lines_.size() + 1);  // the last ones stand at the end
  std::vector<std::string> behind(lines_.size());
  for (const language::Comment& comment : comments) {
    const auto next = std::find_if(starts.begin(), starts.end(),
                                   [&](const auto& s) { return before(comment.place, s.first); });
    if (comment.own_line) {
      above[next == starts.end() ? lines_.size() : next->second].push_back(comment_text(comment));
      continue;
    }
    if (next == starts.begin()) {
      above[starts.empty() ? lines_.size() : 0].push_back(comment_text(comment));
      continue;
    }
    const std::size_t line = std::prev(next)->second;
    if (behind[line].empty()) {
      behind[line] = comment_text(comment);
    } else {
      above[line].push_back(comment_text(comment));
    }
  }
  std::string result;
  for (std::size_t k = 0; k < lines_.size(); ++k) {
    const std::string indent(lines_[k].indent, ' ');
    for (const std::string& comment : above[k]) result += indent + comment + "\n";
    result += broken(lines_[k].indent, lines_[k].text) + (behind[k].empty() ? "" : "  " + behind[k]) + "\n";
  }
  for (const std::string& comment : above.back()) result += comment + "\n";
  return result;
}

}  // namespace attest::theorems
