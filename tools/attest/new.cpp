#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "claims/usage_error.hpp"
#include "constructions/poly/root_finding_claim.hpp"
#include "theorems/read.hpp"
#include "tools/attest/commands.hpp"
#include "tools/attest/common_options.hpp"
#include "tools/attest/example_texts.hpp"
#include "tools/attest/output.hpp"
#include "tools/attest/text.hpp"

namespace attest {

namespace {

struct Template {
  std::string name;
  std::string example;  // of examples/
};

// In the order in which a newcomer would want them.
const std::vector<Template>& templates() {
  static const std::vector<Template> all{{"argmax", "argmax"},
                                         {"strassen", "pair-sum"},
                                         {"extends", "middle"},
                                         {"exact-match", "inverse"},
                                         {"two-heads", "xor"},
                                         {"pairs", "transitive-step"},
                                         {"hard-maximum", "first-maximum"},
                                         {"previous", "previous-token"}};
  return all;
}

// Written for the polynomial that is given.
const char* const generated = "root-finding";

const TheoremSource& example_of(const Template& t) {
  const auto& all = example_texts();
  return *std::find_if(all.begin(), all.end(), [&](const TheoremSource& e) { return e.id == t.example; });
}

}  // namespace

std::vector<std::string> template_names() {
  std::vector<std::string> names;
  for (const Template& t : templates()) names.push_back(t.name);
  names.emplace_back(generated);
  return names;
}

namespace {

struct NewArguments {
  explicit NewArguments(const CommandLine& line) : common(line) {
    if (const auto given = line.words("template"); !given.empty()) name = given.front();
    words = line.words("parameters");
  }
  std::optional<std::string> name;
  std::vector<std::string> words;
  CommonOptions common;
};

std::string list_of_templates() {
  std::string text;
  for (const Template& t : templates()) {
    const TheoremSource& example = example_of(t);
    const auto theorem = theorems::read_theorem(language::SourceText(example.path, example.text));
    text += labelled(t.name, theorem.title);
  }
  text +=
      labelled(generated, "Two heads of poly-attention find roots of a polynomial, p=x1-x2^2 or another one");
  return text + "\n" + wrapped("A file to begin with: attest new TEMPLATE --out mine.theorem", 0) + "\n";
}

const Template& template_named(const std::string& name) {
  for (const Template& t : templates()) {
    if (t.name == name) return t;
  }
  throw UsageError("TEMPLATE", name, one_of(name, template_names()));
}

std::string text_of(const NewArguments& arguments) {
  if (!arguments.name) return list_of_templates();
  if (*arguments.name == generated) {
    std::vector<ParameterSpec> polynomials = root_finding_polynomials();
    polynomials.front().default_value = "x1-x2^2";
    return root_finding_text(generated, parse_parameters(polynomials, arguments.words));
  }
  const std::string text = example_of(template_named(*arguments.name)).text;
  if (!arguments.words.empty())
    throw UsageError("argument", arguments.words.front(), "nothing: this template has no parameters");
  return text;
}

}  // namespace

ExitStatus run_new(const Context&, const CommandLine& line) {
  const NewArguments arguments(line);
  arguments.common.check();
  const std::string out = arguments.common.chosen_out();
  const std::string text = text_of(arguments);
  if (!out.empty() && out != "-" && std::filesystem::exists(out))
    throw UsageError("--out", out, "a name that is still free");
  Output output(out, arguments.common.chosen_max_bytes());
  output.write(text);
  output.commit();
  return exit_holds;
}

}  // namespace attest
