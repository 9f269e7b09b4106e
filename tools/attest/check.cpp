#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <memory>

#include "claims/json.hpp"
#include "theorems/admissible_sizes.hpp"
#include "theorems/patch.hpp"
#include "theorems/said.hpp"
#include "tools/attest/check_extents.hpp"
#include "tools/attest/commands.hpp"
#include "tools/attest/common_options.hpp"
#include "tools/attest/listing.hpp"
#include "tools/attest/output.hpp"
#include "tools/attest/provenance.hpp"
#include "tools/attest/text.hpp"
#include "tools/attest/theorem_files.hpp"

namespace attest {

namespace {

using Strings = std::vector<std::string>;

struct CheckArguments {
  explicit CheckArguments(const CommandLine& line) : files(line.words("files")), common(line) {}

  Strings files;
  CommonOptions common;
};

// A kind of statement and what the file says with it, one entry a statement.
struct Found {
  std::string label;
  Strings statements;
};

template <class Statement>
Strings bodies(const std::vector<Statement>& all) {
  Strings result;
  for (const Statement& s : all) result.push_back(theorems::said(s).body);
  return result;
}

Strings lines(const std::vector<theorems::InputStatement>& all) {
  Strings result;
  for (const auto& s : all) result.push_back(s.name + " : " + theorems::said(s).body);
  return result;
}

Strings parameters(const std::vector<theorems::ParameterStatement>& all) {
  Strings result;
  for (const auto& s : all) {
    const theorems::Said said = theorems::said(s);
    result.push_back(said.line().substr(std::string_view("param ").size()));
  }
  return result;
}

Strings conditions(const std::vector<theorems::Expression>& all) {
  Strings result;
  for (const auto& e : all) {
    if (e) result.push_back(language::to_string(e));
  }
  return result;
}

// A reduction; a function that is shattered, and the rows and columns that are claimed.
Strings function(const theorems::TheoremText& t) {
  Strings result;
  if (t.reduction) {
    const theorems::ReductionStatement& s = *t.reduction;
    for (const theorems::Said& said :
         {theorems::said(s), theorems::said_image(s), theorems::said_map(s), theorems::said_becomes(s)})
      result.push_back(said.line());
  }
  if (!t.shatter) return result;
  result.push_back(theorems::said(*t.shatter).body);
  if (!t.shatter->rows.empty()) result.push_back(theorems::said_rows(*t.shatter).line());
  if (!t.shatter->columns.empty()) result.push_back(theorems::said_columns(*t.shatter).line());
  return result;
}

Strings heads(const theorems::TheoremText& t) {
  Strings result;
  for (const auto& layer : t.layers) {
    // Of several layers each line says which it is in.
    const std::string family = layer.family.empty() ? "" : theorems::said(layer).line().substr(5);
    const std::string where = t.layers.size() + (family.empty() ? 0 : 1) < 2
                                  ? ""
                                  : fmt::format("layer {}{}: ", &layer - t.layers.data() + 1, family);
    for (const auto& head : layer.heads)
      result.push_back(where + (head.name.empty() ? "" : head.name + " ") + theorems::said(head).body);
  }
  return result;
}

// What is essential, or what is informative.
Strings checks(const theorems::TheoremText& t, bool essential) {
  Strings result;
  for (const auto& check : t.checks) {
    if (check.essential != essential) continue;
    result.push_back(theorems::said(check).line().substr(essential ? 6 : 5));
  }
  return result;
}

Strings expectations(const theorems::TheoremText& t) {
  Strings result;
  for (const auto& expect : t.expects)
    result.push_back(theorems::said(expect).line() + " " + theorems::settings_text(expect));
  return result;
}

std::vector<Found> found(const theorems::TheoremText& t) {
  std::vector<Found> all{{"sizes", bodies(t.sizes)},
                         {"parameters", parameters(t.parameters)},
                         {"inputs", lines(t.inputs)},
                         {"where", conditions(t.where)},
                         {"judged", conditions({t.judged_if})},
                         {"tokens", bodies(t.tokens)},
                         {"task", bodies(t.tasks)},
                         {"function", function(t)},
                         {"heads", heads(t)},
                         {"checks", checks(t, true)},
                         {"also", checks(t, false)},
                         {"expect", expectations(t)}};
  std::erase_if(all, [](const Found& f) { return f.statements.empty(); });
  return all;
}

struct ChangedVariant {
  std::string name;
  Strings changes;
};

std::vector<ChangedVariant> variants(const theorems::TheoremText& t) {
  std::vector<ChangedVariant> result;
  for (const std::string& name : theorems::variant_names(t))
    result.push_back({name, theorems::changes(t, name)});
  return result;
}

std::string title_of(const TheoremFile& file, const theorems::TheoremText& t) {
  return fmt::format("{}: theorem {}{}", file.path, t.id, t.title.empty() ? "" : " \"" + t.title + "\"");
}

// What the file says, in its own words.
Remarks statements(const TheoremFile& file, const theorems::TheoremText& t) {
  Remarks all;
  if (!file.theorem.extends.empty()) {
    all.emplace_back("extends", file.theorem.extends + (file.theorem.extends_variant.empty()
                                                            ? ""
                                                            : " (" + file.theorem.extends_variant + ")"));
  }
  for (const auto& patch : file.theorem.changes) all.emplace_back("", theorems::said(patch).line());
  for (const Found& f : found(t)) {
    for (const std::string& statement : f.statements)
      all.emplace_back(&statement == &f.statements.front() ? f.label : "", statement);
  }
  for (const ChangedVariant& variant : variants(t)) {
    if (variant.changes.empty()) all.emplace_back("variant", variant.name + ": as it stands");
    for (const std::string& change : variant.changes)
      all.emplace_back("variant", variant.name + ": " + change);
  }
  return all;
}

std::string check_page(const TheoremFile& file, const theorems::TheoremText& t,
                       const std::vector<Extent>& sizes, Format format) {
  Remarks all = statements(file, t);
  if (format != Format::text) {
    for (auto& [label, statement] : all) statement = "`" + statement + "`";
  }
  for (auto& remark : extent_remarks(sizes, t)) all.push_back(std::move(remark));
  const std::string title = title_of(file, t);
  return (format == Format::text ? title_line(title) : heading(title, format)) + render(all, format);
}

Json check_json(const TheoremFile& file, const theorems::TheoremText& t) {
  Json json = {{"file", file.path}, {"theorem", t.id}, {"title", t.title}, {"extends", nullptr}};
  if (!file.theorem.extends.empty()) {
    json["extends"] = {{"base", file.theorem.extends}, {"variant", file.theorem.extends_variant}};
  }
  Json statements = Json::object();
  for (const Found& f : found(t)) statements[f.label] = f.statements;
  json["statements"] = std::move(statements);
  Json all = Json::array();
  for (const ChangedVariant& variant : variants(t))
    all.push_back({{"name", variant.name}, {"changes", variant.changes}});
  json["variants"] = std::move(all);
  return json;
}

}  // namespace

ExitStatus run_check(const Context& context, const CommandLine& line) {
  const CheckArguments arguments(line);
  arguments.common.check();
  const Format format = arguments.common.chosen_page();
  std::string text;
  Json all = Json::array();
  for (const TheoremFile& file : read_theorem_files(arguments.files)) {
    const theorems::TheoremText whole = whole_theorem(file);
    for (const std::string& name : theorems::variant_names(whole))
      theorems::refuse_without_sizes(theorems::variant_of(whole, name));
    const std::vector<Extent> sizes = extents(context, file, whole);
    text += check_page(file, whole, sizes, format);
    all.push_back(check_json(file, whole));
    all.back()["space"] = extent_json(sizes);
  }
  Output output(arguments.common.chosen_out(), arguments.common.chosen_max_bytes());
  const Provenance provenance{context.command, arguments.common.chosen_seed()};
  if (format == Format::json) {
    output.write(json_text(
        {{"schema", "attest/check/1"}, {"command", context.command}, {"theorems", std::move(all)}}));
  } else {
    output.write((output.to_file() ? provenance.first_line(format) : "") + text);
  }
  output.commit();
  return exit_holds;
}

}  // namespace attest
