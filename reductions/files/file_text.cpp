#include "reductions/files/file_text.hpp"

#include <fmt/format.h>

#include <fstream>
#include <iterator>

namespace attest {

namespace {

constexpr std::uintmax_t largest_file = std::uintmax_t{1} << 30;
constexpr std::string_view white_space = " \t\r\v\f";

}  // namespace

bool FileText::next_line(std::string_view& line) {
  if (position_ >= text_.size()) return false;
  const std::size_t end = std::min(text_.find('\n', position_), text_.size());
  line = text_.substr(position_, end - position_);
  if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
  position_ = end + 1;
  ++line_number_;
  return true;
}

UsageError FileText::error_at(std::size_t line, std::string_view got, std::string_view expected) const {
  return {fmt::format("{}:{}", name_, line), got, expected};
}

UsageError FileText::error_at_end(std::string_view expected) const {
  return UsageError(
      fmt::format("{}:{}: got the end of the file, expected {}", name_, line_number_, expected));
}

std::vector<std::string_view> words_of(std::string_view line) {
  std::vector<std::string_view> words;
  std::size_t begin = line.find_first_not_of(white_space);
  while (begin != std::string_view::npos) {
    const std::size_t end = std::min(line.find_first_of(white_space, begin), line.size());
    words.push_back(line.substr(begin, end - begin));
    begin = line.find_first_not_of(white_space, end);
  }
  return words;
}

std::string text_of_file(const std::filesystem::path& path) {
  std::error_code failed;
  const bool regular = std::filesystem::is_regular_file(path, failed);
  if (!regular || failed) throw UsageError("input", path.string(), "a file that can be read");
  const std::uintmax_t size = std::filesystem::file_size(path, failed);
  if (failed || size > largest_file)
    throw UsageError("input", path.string(), "a file of at most 1 GiB that can be read");
  std::ifstream file(path, std::ios::binary);
  std::string text{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  if (!file.good() && !file.eof()) throw UsageError("input", path.string(), "a file that can be read");
  if (text.size() < size) throw UsageError("input", path.string(), "a file that can be read to its end");
  return text;
}

}  // namespace attest
