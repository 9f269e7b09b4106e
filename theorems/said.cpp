#include "theorems/said.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>

#include "theorems/kernels.hpp"

namespace attest::theorems {

namespace {

using language::to_string;

std::string quoted(const std::string& text) {
  return "\"" + text + "\"";
}

template <class T, class Text>
std::string joined(const std::vector<T>& all, const char* separator, const Text& text) {
  std::string result;
  for (const T& one : all) {
    if (!result.empty()) result += separator;
    result += text(one);
  }
  return result;
}

std::string list(const std::vector<Expression>& all, const char* separator = ", ") {
  return joined(all, separator, [](const Expression& e) { return to_string(e); });
}

// i, or (i,j)
std::string indices_text(const std::vector<std::string>& names) {
  return names.size() == 1 ? names.front() : fmt::format("({})", fmt::join(names, ","));
}

// In a product [m] x [m] a range that is no bracket needs none either: 0..n x [m] is read factor by factor.
std::string product(const std::vector<Expression>& sets) {
  return list(sets, " x ");
}

std::string type_text(const InputStatement& s) {
  if (s.shape == Shape::subset) return "subset of " + to_string(s.range);
  if (s.shape == Shape::permutation) return "permutation of " + to_string(s.range);
  if (s.word) {
    return fmt::format("word {} over {}", to_string(s.domains.front()->children.front()), to_string(s.range));
  }
  const std::string arrow = s.domains.empty() ? "" : product(s.domains) + " -> ";
  return arrow + to_string(s.range) + (s.shape == Shape::injective ? " injective" : "");
}

std::string spelling_text(const Spelling& s) {
  switch (s.kind) {
    case Spelling::Kind::input:
      return s.input;
    case Spelling::Kind::letters:
      return "letters " + s.input;
    case Spelling::Kind::list:
      return "[" + joined(s.parts, ", ", spelling_text) + "]";
    case Spelling::Kind::object:
      break;
  }
  std::string result;
  for (std::size_t k = 0; k < s.keys.size(); ++k) {
    result += fmt::format("{}{}: {}", k == 0 ? "" : ", ", quoted(s.keys[k]), spelling_text(s.parts[k]));
  }
  return "{" + result + "}";
}

std::string entry_text(const TokensStatement::Feature& feature, const TokensStatement::Feature::Entry& e) {
  std::string result = fmt::format("{}({}) = {}", feature.name, list(e.at), to_string(e.value));
  if (e.binders.empty()) return result;
  return result + " for " + joined(e.binders, ", ", [](const language::Binder& b) {
           return b.name + " in " + to_string(b.range);
         });
}

// A vector whose coordinates may be labelled: c*(out: pos, 0).
std::string vector_text(const RowStatement& s) {
  if (s.coordinates.empty()) return to_string(s.vector);
  const bool scaled = s.vector->op == language::Op::multiply;
  const auto& parts = scaled ? s.vector->children[1]->children : s.vector->children;
  std::string result;
  for (std::size_t k = 0; k < parts.size(); ++k) {
    if (k > 0) result += ", ";
    if (!s.coordinates[k].empty()) {
      const std::string place = s.places[k] ? "(" + to_string(s.places[k]) + ")" : "";
      result += s.coordinates[k] + place + ": ";
    }
    result += to_string(parts[k]);
  }
  if (!scaled) return "(" + result + ")";
  // The factor as it is printed before a product.
  const std::string product_text =
      to_string(language::node(language::Op::multiply, {s.vector->children[0], language::name("v")}));
  return product_text.substr(0, product_text.size() - 1) + "(" + result + ")";
}

// The formula with `some` before the first place of each constant.
std::string with_constants(const CheckStatement& s) {
  Expression formula = s.formula;
  for (const std::string& constant : s.constants) {
    formula = language::substitute(formula, constant, language::name("some " + constant));
  }
  return to_string(formula);
}

std::string assignments_text(const std::vector<InputAssignment>& all) {
  return joined(all, ", ", [](const InputAssignment& s) {
    const std::string arguments = s.indices.empty() ? "" : fmt::format("({})", fmt::join(s.indices, ","));
    return s.input + arguments + " = " + to_string(s.value);
  });
}

}  // namespace

std::string Said::line() const {
  return title + separator + body + (mark.empty() ? "" : "  @" + mark);
}

std::string Said::patch() const {
  static const std::vector<std::string> without_equals{"task",  "tokens",  "encode", "readout", "spelled",
                                                       "where", "shatter", "rows",   "columns", "reduction",
                                                       "image", "map",     "becomes"};
  const std::string word = title.substr(0, title.find(' '));
  const bool add = separator == " " &&
                   std::find(without_equals.begin(), without_equals.end(), word) != without_equals.end();
  return title + (add ? " = " : separator) + body + (mark.empty() ? "" : "  @" + mark);
}

Said said(const SourceStatement& s) {
  const bool seed = s.seed.find_first_not_of("0123456789") == std::string::npos && !s.seed.empty();
  std::string body = seed ? s.seed : quoted(s.seed);
  if (!s.statement.empty()) body += " " + quoted(s.statement);
  if (s.first_line > 0) {
    body += s.last_line == s.first_line ? fmt::format(" lines {}", s.first_line)
                                        : fmt::format(" lines {}-{}", s.first_line, s.last_line);
  }
  return {"source", " ", std::move(body), {}};
}

Said said(const SizeStatement& s) {
  return {"sizes", " ", to_string(s.condition), {}};
}

Said said(const LimitStatement& s) {
  return {"limit " + s.command, " ", to_string(s.condition), {}};
}

Said said(const ParameterStatement& s) {
  const std::string title = "param " + (s.condition ? to_string(s.condition) : s.name);
  if (s.range)
    return {
        title, " : ", fmt::format("{} -> {} from {}", product(s.domains), to_string(s.range), s.from), {}};
  if (s.automatic) return {title, " = ", "auto in " + to_string(s.candidates), {}};
  const std::string value = s.value ? to_string(s.value) : "";
  if (!s.allowed) return {title, s.value ? " = " : "", value, {}};
  return {title, " in ", to_string(s.allowed) + (s.value ? " = " + value : ""), {}};
}

Said said(const InputStatement& s) {
  return {"input " + s.name, " : ", type_text(s), {}};
}

Said said(const Spelling& s) {
  return {"spelled", " ", spelling_text(s), {}};
}

Said said(const LetStatement& s) {
  const std::string arguments = s.arguments.empty() ? "" : fmt::format("({})", fmt::join(s.arguments, ","));
  return {"let " + s.name + arguments, " = ", to_string(s.value), {}};
}

Said said(const TokensStatement::Feature& s) {
  if (s.value) return {s.name, " = ", to_string(s.value), {}};
  return {s.name, " by ", joined(s.entries, "; ", [&](const auto& e) { return entry_text(s, e); }), {}};
}

Said said(const TokensStatement& s) {
  std::string body = indices_text(s.indices) + " in " + product(s.ranges);
  if (!s.features.empty()) {
    body += " carry " + joined(s.features, ", ", [](const auto& f) { return said(f).line(); });
  }
  return {s.kind.empty() ? "tokens" : "tokens " + s.kind, " ", std::move(body), {}};
}

Said said(const TaskStatement& s) {
  std::string at = s.every ? "every " + indices_text(s.indices) : list(s.at);
  if (!s.every && s.at.size() > 1) at = "(" + at + ")";
  std::string answer = s.answer == AnswerKind::number ? "number" : "sign";
  if (s.answer == AnswerKind::vector) {
    answer = fmt::format("vector {} within {}", to_string(s.dimension), to_string(s.within));
  }
  return {s.kind.empty() ? "task" : "task " + s.kind,
          " ",
          fmt::format("at {}, {}: {}", at, answer, to_string(s.truth)),
          {}};
}

EncodingStatement encoding_of(const LayerStatement& layer) {
  return {{}, layer.embed, layer.coordinates, layer.encoding, layer.encoding_mark, layer.encoding_place};
}

Said said(const ShatterStatement& s) {
  return {"shatter", " ", to_string(s.function), {}};
}

Said said_rows(const ShatterStatement& s) {
  return {
      "rows", " ", fmt::format("{} in {}: {}", s.index, to_string(s.members), assignments_text(s.rows)), {}};
}

Said said_columns(const ShatterStatement& s) {
  return {"columns", " ", assignments_text(s.columns), {}};
}

Said said(const ReductionStatement& s) {
  return {"reduction", " ", to_string(s.question), {}};
}

Said said_image(const ReductionStatement& s) {
  return {"image",
          " ",
          joined(s.image, ", ", [](const InputStatement& i) { return i.name + " : " + said(i).body; }),
          {}};
}

Said said_map(const ReductionStatement& s) {
  return {"map", " ", assignments_text(s.map), {}};
}

Said said_becomes(const ReductionStatement& s) {
  return {"becomes", " ", to_string(s.asked), {}};
}

Said said(const EncodingStatement& s) {
  const std::string title = (s.embed ? "embed" : "encode") + (s.kind.empty() ? "" : " " + s.kind);
  if (!s.embed) return {title, " ", "(" + list(s.encoding) + ")", s.mark};
  std::string body;
  for (std::size_t k = 0; k < s.coordinates.size(); ++k) {
    body += fmt::format("{}{} = {}", k == 0 ? "" : ", ", s.coordinates[k], to_string(s.encoding[k]));
  }
  return {title, " ", std::move(body), s.mark};
}

Said said(const LayerStatement& s) {
  std::vector<std::string> parts;
  if (!s.family.empty()) parts.push_back("for " + s.family + " in " + to_string(s.members));
  if (s.dimension) parts.push_back("d = " + to_string(s.dimension));
  if (s.residual) parts.emplace_back("residual");
  std::string body = fmt::format("{}", fmt::join(parts, ", "));
  return {"layer", body.empty() ? "" : " ", std::move(body), {}};
}

Said said(const HeadStatement& s) {
  std::string body;
  if (s.kernel_said) body = attention::record_of(s.kernel).word;
  if (!s.polynomial.empty()) {
    if (!body.empty()) body += " ";
    const bool named = is_attention_polynomial(s.polynomial);
    body += named                ? s.polynomial
            : s.polynomial_arity ? "poly(path " + to_string(s.polynomial_arity) + ")"
                                 : "poly(" + s.polynomial + ")";
  }
  if (!s.family.empty()) {
    const bool range = s.members.size() == 1 && s.members[0]->op == language::Op::range;
    body += " for " + s.family + " in " + (range ? to_string(s.members[0]) : "(" + list(s.members) + ")");
  }
  if (s.leftmost) body += ", leftmost";
  if (s.scale) body += ", scale " + to_string(s.scale);
  return {s.name.empty() ? "head" : "head " + s.name, " ", std::move(body), s.scale_mark};
}

Said said_score(const HeadStatement& s) {
  return {"score", " = ", to_string(s.score), s.score_mark};
}

Said said(const HeadStatement::Over& s) {
  if (!s.tuples.empty()) {
    const std::string where = s.such_that ? " where " + to_string(s.such_that) : "";
    return {"over " + s.variable, ": ", list(s.tuples) + where, {}};
  }
  std::string body = s.kind.empty() ? (s.range ? "in " + to_string(s.range) : "") : "in " + s.kind;
  if (s.such_that) body += (body.empty() ? "where " : " where ") + to_string(s.such_that);
  return {"over " + s.variable, " ", std::move(body), {}};
}

Said said(const RowStatement& s) {
  std::string title;
  if (s.role == RowStatement::Role::row && (s.label == "query" || s.label == "key")) {
    title = s.label;
  } else {
    title = s.role == RowStatement::Role::row ? "row" : "value";
    if (!s.family.empty()) {
      title += " " + s.family + " in " + to_string(s.members);
    } else if (s.number) {
      title += " " + to_string(s.number);
    }
    if (!s.label.empty()) title += " as " + s.label;
  }
  const bool touching = title.find(" as ") != std::string::npos;
  if (!s.receiver.empty()) title += fmt::format(" ({}),", fmt::join(s.receiver, ","));
  if (!s.indices.empty()) title += fmt::format("{}({})", touching ? "" : " ", fmt::join(s.indices, ","));
  return {std::move(title), " = ", vector_text(s), s.mark};
}

Said said(const DisplayStatement& s) {
  const std::string family = s.family.empty() ? "" : " " + s.family + " in " + to_string(s.members);
  return {"displayed " + s.what + family, " = ", to_string(s.formula), s.mark};
}

Said said(const LandingStatement& s) {
  const Expression from = s.factor ? language::node(language::Op::multiply, {s.factor, s.from}) : s.from;
  const std::string choice = s.choice.empty() ? "" : "  choice " + quoted(s.choice);
  return {"out " + to_string(from), " -> ", to_string(s.to) + choice, {}};
}

Said said(const ReadoutStatement& s) {
  if (s.value) return {"readout", " ", to_string(s.value), s.mark};
  return {"readout", " ",
          joined(s.maps, ", ",
                 [](const ReadoutStatement::Map& map) {
                   return "matrix " + to_string(map.weight) +
                          (map.bias ? " bias " + to_string(map.bias) : "");
                 }),
          s.mark};
}

Said said(const CheckStatement& s) {
  const std::string word = s.essential ? "check" : "also";
  if (s.name == "size")
    return {word + " size", " ", fmt::format("constant in {}", fmt::join(s.names, ", ")), s.mark};
  if (s.name == "displayed") return {word + " displayed " + s.names.front(), "", "", s.mark};
  if (s.name == "assert" && !s.names.empty())
    return {word + " assert " + s.names.front(), ": ", with_constants(s), s.mark};
  if (s.name == "growth" || s.name == "assert" || s.name == "entries" || s.name == "free-values")
    return {word + " " + s.name, " ", with_constants(s), s.mark};
  if (s.formula) return {word, " ", with_constants(s), s.mark};
  return {word + " " + s.name, "", "", s.mark};
}

Said said(const ReadAsStatement& s) {
  return {
      "read " + to_string(s.printed), " as ", to_string(s.expression) + "  because " + quoted(s.because), {}};
}

Said said(const HintStatement& s) {
  return {"hint " + s.name, s.value ? " = " : "", s.value ? to_string(s.value) : "", {}};
}

Said said(const PatchStatement& s) {
  const char* action = s.action == PatchStatement::Action::change ? "change "
                       : s.action == PatchStatement::Action::drop ? "drop "
                                                                  : "add ";
  std::string body = s.statement;
  // Read as a difference; the word is exact-match or hard-maximum.
  if (const std::size_t minus = body.find(" - "); minus != std::string::npos && s.path.back() == "kernel")
    body.replace(minus, 3, "-");
  if (!s.because.empty()) body += "  because " + quoted(s.because);
  return {action + fmt::format("{}", fmt::join(s.path, " ")),
          s.statement.empty() ? "" : " ",
          std::move(body),
          {}};
}

Said said(const ExpectStatement& s) {
  return {
      s.variant, s.variant.empty() ? "" : " ", s.verdict + (s.kind.empty() ? "" : "(" + s.kind + ")"), {}};
}

namespace {

// A value as a setting or an argument says it: in double quotes where it is more than one word.
std::string value_text(const std::string& value) {
  std::string without_ranges = value;
  for (std::size_t at = 0; (at = without_ranges.find("..", at)) != std::string::npos;)
    without_ranges.erase(at, 2);
  const bool bare = !value.empty() && value.front() != '-' && value.front() != '/' &&
                    std::all_of(without_ranges.begin(), without_ranges.end(), [](unsigned char c) {
                      return std::isalnum(c) != 0 || c == '_' || c == '/' || c == '-' || c == '^' || c >= 128;
                    });
  return bare ? value : quoted(value);
}

// h="x1*x2 + x2*x3" of h=x1*x2 + x2*x3.
std::string setting_text(const std::string& word) {
  const std::size_t equals = word.find('=');
  return word.substr(0, equals + 1) + value_text(word.substr(equals + 1));
}

}  // namespace

Said said(const ProgramStatement& s) {
  return {"program", " ", s.kind, {}};
}

Said said(const ArgumentStatement& s) {
  const ParameterSpec& spec = s.spec;
  std::string type;
  const bool named = spec.type == ParameterType::named;
  if (spec.type == ParameterType::integer) {
    type = fmt::format("integer {}..{}", spec.minimum->str(), spec.maximum->str());
  } else if (spec.type == ParameterType::rational) {
    type = "rational";
    if (spec.minimum) type += " > " + spec.minimum->str();
    if (spec.maximum) type += " <= " + spec.maximum->str();
  } else {
    type = named ? "one of" : "polynomial";
  }
  for (std::size_t k = 0; k < spec.values.size(); ++k)
    type += (!named ? " or " : k == 0 ? " " : ", ") + value_text(spec.values[k]);
  if (spec.default_value) type += " = " + value_text(*spec.default_value);
  return {"argument " + spec.name, " : ", type, {}};
}

std::string settings_text(const ExpectStatement& s) {
  return joined(s.settings, "; ", [](const ExpectStatement::Setting& setting) {
    if (setting.words.empty() && setting.every.empty()) return std::string();
    std::string result = "at ";
    result += joined(setting.words, " ", setting_text);
    if (!setting.every.empty()) {
      const std::string blank = setting.words.empty() ? "" : " ";
      result += blank + "every " + list(setting.every, " ");
    }
    if (setting.full) result += " full";
    if (!setting.input.empty()) result += " by " + setting.input;
    return result;
  });
}

Said said_condition(const std::string& word, const Expression& condition) {
  return {word, " ", to_string(condition), {}};
}

Said said_text(const std::string& word, const std::string& text) {
  return {word, " ", quoted(text), {}};
}

}  // namespace attest::theorems
