#include <fmt/format.h>
#include <fmt/ranges.h>

#include <map>

#include "numeric/checked.hpp"
#include "reductions/files/file_text.hpp"
#include "reductions/files/vector_sets.hpp"
#include "reductions/files/vector_sets_question.hpp"

namespace attest {

namespace {

using problems::BitVectors;
using problems::Family;
using problems::InnerProducts;

std::string_view trimmed(std::string_view text) {
  const auto begin = text.find_first_not_of(" \t");
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(" \t\r") - begin + 1);
}

long integer_of(const FileText& text, std::string_view word, const std::string& expected) {
  const auto number = integer_from_string(word);
  if (!number || *number < 0 || *number > 1'000'000'000) throw text.error(word, expected);
  return to_long(*number);
}

class TextReader {
 public:
  TextReader(std::string_view text, const std::string& name) : text_(text, name) {}

  InnerProducts read(const VectorSetsQuestion& given) {
    std::string_view line;
    while (text_.next_line(line)) {
      const std::string_view content = trimmed(line);
      if (content.empty()) {
        close_set();
      } else if (content.front() == '#') {
        read_comment(trimmed(content.substr(1)));
      } else {
        read_vector(content);
      }
    }
    close_set();
    if (sets_.empty()) throw text_.error_at_end("a vector");
    const auto blame = [this](const std::string& key) {
      const auto line_number = lines_.find(key);
      return line_number == lines_.end() ? text_.name()
                                         : fmt::format("{}:{}", text_.name(), line_number->second);
    };
    std::vector<BitVectors> sets;
    for (auto& rows : sets_) {
      BitVectors set(rows.size(), length_);
      for (std::size_t i = 0; i < rows.size(); ++i) {
        for (std::size_t j = 0; j < length_; ++j) {
          if (rows[i][j] == '1') set.set(i, j);
        }
      }
      rows.clear();
      sets.push_back(std::move(set));
    }
    return instance_of(std::move(sets), combined_question(in_file_, given, blame), blame);
  }

 private:
  void close_set() {
    if (!current_.empty()) sets_.push_back(std::move(current_));
    current_.clear();
  }

  void read_comment(std::string_view content) {
    const auto colon = content.find(':');
    if (colon == std::string_view::npos) return;
    const std::string key(trimmed(content.substr(0, colon)));
    const std::string_view value = trimmed(content.substr(colon + 1));
    if (key != "family" && key != "targets" && key != "order" && key != "epsilon") return;
    if (!sets_.empty() || !current_.empty())
      throw text_.error(key, fmt::format("\"{}\" before the first vector", key));
    const auto [place, is_new] = lines_.emplace(key, text_.line_number());
    if (!is_new) throw text_.error(key, fmt::format("it once; it stands in line {}", place->second));
    if (key == "family") {
      in_file_.family = problems::family_from_name(std::string(value));
      if (!in_file_.family) throw text_.error(value, "kip, ip-triangle, hypergraph-ip or ip-dir-cycle");
    } else if (key == "targets") {
      std::vector<long> targets;
      for (const auto word : words_of(value))
        targets.push_back(integer_of(text_, word, "a target from 0 to d"));
      in_file_.targets = targets;
    } else if (key == "order") {
      in_file_.order = integer_of(text_, value, "k of hypergraph-ip");
    } else {
      in_file_.epsilon = rational_from_string(value);
      if (!in_file_.epsilon) throw text_.error(value, "a rational p/q between 0 and 1");
    }
  }

  void read_vector(std::string_view content) {
    std::string row;
    if (content != "-") {
      for (const char c : content) {
        if (c == ' ' || c == '\t') continue;
        if (c != '0' && c != '1')
          throw text_.error(content, "a vector of zeros and ones, a comment \"# ...\" or a blank line");
        row += c;
      }
    }
    if (first_line_ == 0) {
      first_line_ = text_.line_number();
      length_ = row.size();
    }
    if (row.size() != length_)
      throw text_.error(fmt::format("{} entries", row.size()),
                        fmt::format("{}, as in line {}", length_, first_line_));
    current_.push_back(std::move(row));
  }

  FileText text_;
  VectorSetsQuestion in_file_;
  std::map<std::string, std::size_t> lines_;
  std::vector<std::vector<std::string>> sets_;
  std::vector<std::string> current_;
  std::size_t first_line_ = 0;
  std::size_t length_ = 0;
};

}  // namespace

InnerProducts parse_vector_sets_text(std::string_view text, const std::string& name,
                                     const VectorSetsQuestion& question) {
  return TextReader(text, name).read(question);
}

InnerProducts parse_vector_sets(std::string_view text, const std::string& name,
                                const VectorSetsQuestion& question) {
  const auto first = text.find_first_not_of(" \t\r\n");
  const bool json = first != std::string_view::npos && text[first] == '{';
  return json ? parse_vector_sets_json(text, name, question) : parse_vector_sets_text(text, name, question);
}

InnerProducts read_vector_sets(const std::filesystem::path& path, const VectorSetsQuestion& question) {
  return parse_vector_sets(text_of_file(path), path.string(), question);
}

std::string vector_sets_text(const InnerProducts& instance, const std::string& comment) {
  std::string text;
  FileText lines(comment, {});
  std::string_view line;
  while (lines.next_line(line)) text += fmt::format("# {}\n", line);
  text += fmt::format("# family: {}\n", name_of(instance.family));
  if (instance.family == Family::hypergraph_ip) text += fmt::format("# order: {}\n", instance.order);
  text += fmt::format("# targets: {}\n", fmt::join(stated_targets(instance), " "));
  if (instance.epsilon) text += fmt::format("# epsilon: {}\n", to_string(*instance.epsilon));
  bool first = true;
  for (const BitVectors& set : instance.sets) {
    if (!first) text += "\n";
    first = false;
    for (std::size_t i = 0; i < set.size(); ++i) text += (set.dimension() == 0 ? "-" : set.text(i)) + "\n";
  }
  return text;
}

}  // namespace attest
