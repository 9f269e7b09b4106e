#include "tools/attest/theorem_files.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <deque>
#include <filesystem>
#include <optional>

#include "claims/usage_error.hpp"
#include "theorems/patch.hpp"
#include "theorems/read.hpp"
#include "theorems/theorem_texts.hpp"
#include "tools/attest/read_file.hpp"

namespace attest {

namespace {

constexpr std::size_t most_bytes = std::size_t{1} << 20;

std::string shown_name(const std::string& path) {
  return path == "-" ? "standard input" : path;
}

// The files that were read, the one with the number k at k - 1.
std::deque<language::SourceText>& sources_read() {
  static std::deque<language::SourceText> all;
  return all;
}

// A theorem, or what is wrong with it as a user reads it.
std::optional<theorems::TheoremText> read_one(const std::string& path, const std::string& text,
                                              std::string& wrong) {
  const std::string name = shown_name(path);
  std::deque<language::SourceText>& sources = sources_read();
  try {
    sources.emplace_back(name, text, static_cast<int>(sources.size()) + 1);
  } catch (const language::ParseError& error) {  // no text that could be shown
    for (const language::Message& m : error.messages()) {
      wrong += fmt::format("{}:{}:{}: {}\n", name, m.place.line, m.place.column, m.text);
    }
    return std::nullopt;
  }
  try {
    return theorems::read_theorem(sources.back());
  } catch (const language::ParseError& error) {
    for (const language::Message& m : error.messages()) wrong += *rendered(m) + "\n";
  }
  return std::nullopt;
}

bool is_file(const std::string& base) {
  return base.ends_with(".theorem");
}

}  // namespace

std::vector<TheoremFile> read_theorem_files(const std::vector<std::string>& paths) {
  if (paths.empty())
    throw UsageError("FILE: missing, expected a theorem file (NAME.theorem, or - for standard input)");
  if (std::count(paths.begin(), paths.end(), "-") > 1)
    throw UsageError("FILE", "-", "standard input only once");
  for (const std::string& path : paths) {
    if (path != "-" && !path.ends_with(".theorem")) {
      throw UsageError("FILE", path, "a name that ends in .theorem, or - for standard input");
    }
  }
  std::vector<TheoremFile> files;
  std::string wrong;
  for (const std::string& path : paths) {
    std::string text = read_file(path, "FILE", path, most_bytes);
    if (auto theorem = read_one(path, text, wrong))
      files.push_back({path, std::move(text), std::move(*theorem)});
  }
  if (!wrong.empty()) throw TheoremFileError(wrong);
  return files;
}

void forget_theorem_files() {
  sources_read().clear();
}

std::optional<std::string> rendered(const language::Message& message) {
  const int number = message.place.text;
  const auto& files = sources_read();
  const auto& catalogue = theorem_texts();
  if (number > 0 && static_cast<std::size_t>(number) <= files.size())
    return files[static_cast<std::size_t>(number) - 1].render(message);
  if (number < 0 && static_cast<std::size_t>(-number) <= catalogue.size())
    return catalogue[static_cast<std::size_t>(-number) - 1].source_text().render(message);
  return std::nullopt;
}

TheoremFileError rendered(const TheoremFile& file, const language::ParseError& error) {
  std::string wrong;
  for (const language::Message& m : error.messages())
    wrong += rendered(m).value_or(fmt::format("{}: {}", shown_name(file.path), m.text)) + "\n";
  return TheoremFileError(wrong);
}

theorems::TheoremText catalogue_theorem(const std::string& id) {
  const TheoremSource* source = find_theorem_text(id);
  if (source == nullptr) {
    std::vector<std::string> known;
    for (const TheoremSource& text : theorem_texts()) known.push_back(text.id);
    throw UsageError("extends", id,
                     fmt::format("a file, or a theorem of the catalogue that is written as text: {}",
                                 fmt::join(known, ", ")));
  }
  return theorems::read_theorem(source->source_text());
}

theorems::TheoremText whole_theorem(const TheoremFile& file) {
  std::string wrong;
  const auto find_base = [&](const std::string& name) {
    if (!is_file(name)) return catalogue_theorem(name);
    const std::string path = (std::filesystem::path(file.path).parent_path() / name).string();
    const auto base = read_one(path, read_file(path, "extends", name, most_bytes), wrong);
    if (!base) throw TheoremFileError(wrong);
    return *base;
  };
  try {
    return theorems::extended(file.theorem, find_base);
  } catch (const language::ParseError& error) {
    throw rendered(file, error);
  }
}

}  // namespace attest
