#include "tools/attest/explanation_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <map>
#include <optional>
#include <set>
#include <vector>

#include "claims/quotes.hpp"
#include "claims/user_json.hpp"
#include "numeric/checked.hpp"
#include "numeric/decimal.hpp"
#include "numeric/short_decimal.hpp"
#include "tools/attest/color.hpp"
#include "tools/attest/fault_lines.hpp"
#include "tools/attest/listing.hpp"
#include "tools/attest/text.hpp"

namespace attest {

namespace {

constexpr std::size_t most_tokens = 12;  // listed; of more those that the heads' rows name
constexpr std::size_t most_steps = 24;   // of a readout
constexpr std::size_t longest_input = 400;

// "lower", "upper" and maybe "exact".
std::string said_number(const Json& number) {
  if (number.is_null()) return "not known";
  if (number.contains("exact"))
    return short_text(rational_from_string(number["exact"].get<std::string>()).value());
  const auto lower_text = number["lower"].get<std::string>();
  const auto upper_text = number["upper"].get<std::string>();
  const auto lower = rational_from_decimal(lower_text);
  const auto upper = rational_from_decimal(upper_text);
  if (lower && upper) return short_text(*lower, *upper);
  // Exponents beyond those that are read, as of exp(-10^17).
  return lower_text == upper_text ? lower_text : "[" + lower_text + ", " + upper_text + "]";
}

std::string said_exact(const Json& text) {
  return short_text(rational_from_string(text.get<std::string>()).value());
}

// [1, 2] as (1,2).
std::string said_place(const Json& position) {
  if (position.is_string()) return position.get<std::string>();
  if (!position.is_array()) return position.dump();
  std::string text;
  for (const Json& entry : position) text += (text.empty() ? "(" : ",") + entry.dump();
  return text + ")";
}

std::string said_tuple(const Json& tuple) {
  if (tuple.size() == 1) return said_place(tuple[0]);
  std::string text;
  for (const Json& entry : tuple) text += (text.empty() ? "(" : ", ") + said_place(entry);
  return text + ")";
}

// Of the coordinates that go on ("used", 1-based); all where it is not said.
template <class Text>
std::string said_vector(const Json& vector, const Json& used, Text&& text_of) {
  std::vector<std::string> parts;
  if (used.is_array() && !used.empty()) {
    for (const Json& c : used) parts.push_back(text_of(vector[to_size(integer_from_json(c, "used")) - 1]));
  } else {
    for (const Json& entry : vector) parts.push_back(text_of(entry));
  }
  if (parts.size() == 1) return parts.front();
  return fmt::format("({})", fmt::join(parts, ", "));
}

using Section = ExplanationSection;

Section token_section(const Json& document) {
  std::set<Json> named{document["token_name"]};
  for (const Json& head : document["heads"]) {
    for (const Json& tuple : head["tuples"]) named.insert(tuple["tuple"].begin(), tuple["tuple"].end());
  }
  const Json& tokens = document["tokens"];
  const bool all = tokens.size() <= most_tokens;
  std::vector<std::string> features;
  std::vector<const Json*> shown;
  bool kinds = false;
  for (const Json& token : tokens) {
    if (!all && (!named.contains(token["position"]) || shown.size() >= 2 * most_tokens)) continue;
    shown.push_back(&token);
    kinds = kinds || !token["kind"].is_null();
    for (const auto& [name, value] : token["features"].items()) {
      if (std::find(features.begin(), features.end(), name) == features.end()) features.push_back(name);
    }
  }
  Section section{
      all ? "tokens"
          : fmt::format("tokens ({} of {}; all of them with --format json)", shown.size(), tokens.size()),
      {}};
  section.table.header = {"token"};
  if (kinds) section.table.header.emplace_back("kind");
  section.table.header.insert(section.table.header.end(), features.begin(), features.end());
  section.table.header.emplace_back("");
  for (const Json* token : shown) {
    std::vector<std::string> row{said_place((*token)["position"])};
    if (kinds) row.push_back((*token)["kind"].is_null() ? "" : (*token)["kind"].get<std::string>());
    for (const std::string& name : features) {
      const Json& of = (*token)["features"];
      row.push_back(of.contains(name) ? said_exact(of[name]) : "");
    }
    row.emplace_back((*token)["asks"].get<bool>() ? "asks" : "");
    section.table.rows.push_back(std::move(row));
  }
  return section;
}

std::string head_title(const Json& head) {
  std::string title =
      fmt::format("{}: {}", head["name"].get<std::string>(), head["kernel"].get<std::string>());
  if (head.contains("query")) title += ", query " + said_vector(head["query"], Json(), said_exact);
  if (!head.contains("attention") || head["kernel"] == "exact-match") return title;
  title += " of " + head["attention"].get<std::string>();
  if (head["scale"] != "1") title += ", times " + head["scale"].get<std::string>();
  return title;
}

// What the best tuples alone would give, where that was asked and decided.
std::optional<Status> best_alone(const Json& document) {
  for (const Json& what_if : document["what_if"]) {
    if (what_if["what"] == "the best tuples alone" && !what_if["right"].is_null())
      return what_if["right"].get<bool>() ? Status::holds : Status::refuted;
  }
  return std::nullopt;
}

// `best`: the colour of the best tuples, of text alone.
Section head_section(const Json& head, std::size_t most, std::optional<Status> best) {
  const Json used = head.value("used", Json());
  const Json& tuples = head["tuples"];
  const bool scores = !tuples.empty() && !tuples[0]["score"].is_null();
  const bool single = tuples.empty() || tuples[0]["tuple"].size() == 1;
  Section section{head_title(head), {}};
  const bool keys = !tuples.empty() && tuples[0].contains("key");
  section.table.header = {single ? "token" : "tuple"};
  if (keys) section.table.header.emplace_back("key");
  if (scores) section.table.header.emplace_back("score");
  section.table.header.insert(section.table.header.end(), {"weight", "value"});
  const auto row = [&](const std::string& what, const std::string& key, const std::string& score,
                       const std::string& weight, const std::string& value) {
    std::vector<std::string> cells{what};
    if (keys) cells.push_back(key);
    if (scores) cells.push_back(score);
    cells.insert(cells.end(), {weight, value});
    section.table.rows.push_back(std::move(cells));
  };
  const std::size_t shown = std::min(most, tuples.size());
  for (std::size_t k = 0; k < shown; ++k) {
    const Json& tuple = tuples[k];
    const bool is_best = best && scores && tuple["score"] == tuples[0]["score"];
    row(is_best ? colored(said_tuple(tuple["tuple"]), *best) : said_tuple(tuple["tuple"]),
        keys ? said_vector(tuple["key"], Json(), said_exact) : "",
        scores ? tuple["score"].get<std::string>() : "", said_number(tuple["weight"]),
        said_vector(tuple["value"], used, said_exact));
  }
  const Integer more = integer_from_string(head["rest"]["tuples"].get<std::string>()).value();
  const Integer hidden = more + Integer(tuples.size() - shown);
  if (hidden > 0) {
    // The weight of all that is not shown is known where nothing more is hidden than the document's rest.
    row(hidden == 1 ? "1 other" : hidden.str() + " others", "", "",
        shown == tuples.size() ? said_number(head["rest"]["weight"]) : "", "");
  }
  row("output", "", "", "", said_vector(head["output"], used, said_number));
  return section;
}

// The formula with what its names stand for in their place.
std::string with_numbers(const std::string& formula, const std::map<std::string, std::string>& values) {
  std::string text;
  for (std::size_t at = 0; at < formula.size();) {
    const auto in_name = [&](char c) {
      return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '.';
    };
    std::size_t end = at;
    while (end < formula.size() && in_name(formula[end])) ++end;
    if (end == at) {
      text += formula[at++];
      continue;
    }
    std::string name = formula.substr(at, end - at);
    at = end;
    auto found = values.find(name);
    if (found == values.end() && name.starts_with("stream.")) found = values.find(name.substr(7));
    if (found == values.end()) {
      text += name;
      continue;
    }
    const bool simple = found->second.find(' ') == std::string::npos && !found->second.starts_with('-');
    text += simple || name == formula ? found->second : "(" + found->second + ")";
  }
  return text;
}

Section readout_section(const Json& document) {
  const Json& readout = document["readout"];
  Section section{"readout", {{"", "is", "with the numbers", ""}, {}}};
  std::map<std::string, std::string> values;
  for (const Json& coordinate : readout["coordinates"]) {
    const std::string name = coordinate["name"].get<std::string>();
    const std::string value = said_number(coordinate["value"]);
    values[name] = value;
    std::string formula;
    std::string numbers;
    for (const Json& landing : coordinate["landings"]) {
      const std::string head =
          fmt::format("{}.{}", landing["head"].get<std::string>(), landing["coordinate"].dump());
      const std::string factor = said_exact(landing["factor"]);
      const std::string times = factor == "1"                                 ? ""
                                : factor.starts_with('-') && !formula.empty() ? "(" + factor + ")*"
                                                                              : factor + "*";
      const std::string number = said_number(landing["value"]);
      const bool simple = number.find(' ') == std::string::npos && !number.starts_with('-');
      formula += (formula.empty() ? "" : " + ") + times + head;
      numbers +=
          (numbers.empty() ? "" : " + ") + times + (simple || times.empty() ? number : "(" + number + ")");
    }
    if (!coordinate["residual"].is_null() && (formula.empty() || coordinate["residual"] != "0")) {
      formula += formula.empty() ? "residual" : " + residual";
      numbers += (numbers.empty() ? "" : " + ") + said_exact(coordinate["residual"]);
    }
    if (formula.empty()) formula = document.contains("streams") ? "last stream" : "last state";
    section.table.rows.push_back({name, formula, numbers == value ? "" : numbers, value});
  }
  const Json& steps = readout["steps"];
  for (std::size_t k = 0; k < steps.size(); ++k) {
    const std::string value = said_number(steps[k]["value"]);
    const std::string name = steps[k]["name"].get<std::string>();
    values[name] = value;
    if (k + 1 < steps.size() && k >= most_steps) continue;
    const std::string formula = steps[k]["formula"].is_null() ? "" : steps[k]["formula"].get<std::string>();
    const std::string numbers = with_numbers(formula, values);
    section.table.rows.push_back(
        {name, formula, numbers == value || numbers == formula ? "" : numbers, value});
  }
  if (steps.size() > most_steps + 1)
    section.title += fmt::format(" ({} of {} steps; all with --format json)", most_steps + 1, steps.size());
  return section;
}

std::vector<Section> layer_sections(const Json& document) {
  std::vector<Section> sections;
  const auto state = [](const Json& vector) { return said_vector(vector, Json(), said_exact); };
  for (const Json& layer : document["layers"]) {
    Section section{"layer " + layer["layer"].dump(),
                    {{"token", "state", "head", "query", "matches", "output", "next"}, {}}};
    for (const Json& token : layer["tokens"]) {
      if (section.table.rows.size() >= 2 * most_tokens) {
        section.title += " (the first tokens; all of them with --format json)";
        break;
      }
      bool first = true;
      for (const Json& head : token["heads"]) {
        std::string matches;
        for (const Json& match : head["matches"])
          matches += (matches.empty() ? "" : ", ") + said_place(match);
        section.table.rows.push_back({first ? said_place(token["token"]) : "",
                                      first ? state(token["state"]) : "", head["name"].get<std::string>(),
                                      state(head["query"]), matches.empty() ? "none" : matches,
                                      state(head["output"]), first ? state(token["next"]) : ""});
        first = false;
      }
    }
    sections.push_back(std::move(section));
  }
  return sections;
}

// Of several layers of softmax: a column for each coordinate that differs from token to token or layer to layer.
std::vector<Section> stream_sections(const Json& document) {
  std::vector<Section> sections;
  const Json& names = document["coordinates"];
  for (const Json& layer : document["streams"]) {
    Section section{"streams behind layer " + layer["layer"].dump(), {{"token"}, {}}};
    std::vector<std::size_t> shown;
    for (std::size_t c = 0; c < names.size(); ++c) {
      const bool alike = std::all_of(layer["tokens"].begin(), layer["tokens"].end(), [&](const Json& token) {
        return layer["tokens"].size() > 1 && token["stream"][c] == layer["tokens"][0]["stream"][c];
      });
      if (alike) continue;
      shown.push_back(c);
      section.table.header.push_back(names[c].get<std::string>());
    }
    for (const Json& token : layer["tokens"]) {
      if (section.table.rows.size() >= most_tokens) {
        section.title += " (the first tokens; all of them with --format json)";
        break;
      }
      std::vector<std::string> row{said_place(token["token"])};
      for (const std::size_t c : shown) row.push_back(said_number(token["stream"][c]));
      section.table.rows.push_back(std::move(row));
    }
    sections.push_back(std::move(section));
  }
  return sections;
}

std::vector<Section> sections_of(const Json& document, Format format, std::size_t most_tuples) {
  const auto best = format == Format::text ? best_alone(document) : std::nullopt;
  std::vector<Section> sections{token_section(document)};
  if (document.contains("layers")) {
    for (Section& section : layer_sections(document)) sections.push_back(std::move(section));
  }
  if (document.contains("streams")) {
    for (Section& section : stream_sections(document)) sections.push_back(std::move(section));
  }
  for (const Json& head : document["heads"]) {
    sections.push_back(head_section(head, most_tuples, best));
    if (document.contains("layers")) sections.back().title = "last layer, " + sections.back().title;
  }
  sections.push_back(readout_section(document));
  return sections;
}

std::string wanted(const Json& document) {
  if (document["answer"] == "vector") {
    const Json& truth = document["truth"];
    return fmt::format("{}, to be nearer than {}",
                       truth.is_string() ? truth.get<std::string>() : truth.dump(),
                       document["within"].get<std::string>());
  }
  if (document["answer"] != "sign") {
    const Json& right = document["right"];
    return document["truth"].dump() + (right.is_null()     ? ""
                                       : right.get<bool>() ? ": nearer than 1/2"
                                                           : ": not nearer than 1/2");
  }
  return document["truth"] == 1 ? "yes (y > 0)" : "no (y <= 0)";
}

// Of text alone the mark has a colour.
std::string headline(const Json& document, Format format) {
  const bool decided = !document["right"].is_null();
  const bool right = decided && document["right"].get<bool>();
  std::string mark = !decided ? "NOT DECIDED" : right ? "RIGHT" : "WRONG";
  if (format == Format::text)
    mark = colored(mark, !decided ? Status::undecided : right ? Status::holds : Status::refuted);
  const std::string y = document["answer"] == "vector" ? "y_" + document["coordinate"].dump() : "y";
  const Json& asks = document["token_name"];
  return fmt::format("{} at {}{}: {} = {}, the truth is {}", mark, asks.is_string() ? "" : "token ",
                     said_place(asks), y, said_number(document["value"]), wanted(document));
}

std::string said_input(const Json& document) {
  const std::string rank = document["rank"].get<std::string>();
  std::string text = document["input"].dump();
  if (text.size() > longest_input)
    text = fmt::format("{}... ({} characters, all with --format json)", text.substr(0, longest_input),
                       text.size());
  return rank.size() > 40 ? text : fmt::format("{} (rank {})", text, rank);
}

// What is said beside the tables, with its labels.
Remarks remarks(const Json& document, Format format) {
  Remarks all;
  // Of a counterexample it is the same again.
  if (document.contains("setting") && document["setting"]["verdict"] != document["verdict"] &&
      !document["setting"]["said"].is_null()) {
    const Json& setting = document["setting"];
    all.emplace_back("setting", setting["said"].get<std::string>());
    for (auto& quote : quote_remarks(setting["quotes"], format != Format::text))
      all.push_back(std::move(quote));
    for (auto& line : display_remarks(setting["at_fault"])) all.push_back(std::move(line));
  }
  all.emplace_back("input", said_input(document));
  all.emplace_back("token",
                   said_place(document["token_name"]) + ", " + document["token_is"].get<std::string>());
  all.emplace_back("cause", document["cause"].get<std::string>());
  for (auto& line : fault_remarks(document.value("at_fault", Json()))) all.push_back(std::move(line));
  if (!document["others_wrong"].empty()) {
    std::string others;
    for (std::size_t k = 0; k < document["others_wrong"].size() && k < most_tokens; ++k)
      others += (others.empty() ? "" : ", ") + said_place(document["others_wrong"][k]);
    all.emplace_back("also wrong", others + (document["others_wrong"].size() > most_tokens ? ", ..." : ""));
  }
  std::string reasons;
  for (const Json& check : document["checks"]) {
    if (check["verdict"] == "holds") continue;
    if (check["reason"].is_string()) reasons += check["reason"].get<std::string>() + "\n";
    const auto verdict = check["verdict"].get<std::string>();
    all.emplace_back(check["name"].get<std::string>(),
                     fmt::format("{}{}{}", format == Format::text ? colored_words(verdict) : verdict,
                                 check["essential"].get<bool>() ? "" : ", not essential",
                                 check["reason"].is_null() ? "" : ": " + check["reason"].get<std::string>()));
  }
  const auto claim = document["claim"].get<std::string>();
  for (const Quote& quote : quoted_lines(claim.substr(0, claim.find('/')), reasons))
    all.emplace_back(place_of(quote), format == Format::text ? quote.text : "`" + quote.text + "`");
  if (document.contains("replay")) all.emplace_back("replay", document["replay"].get<std::string>());
  return all;
}

}  // namespace

ExplanationParts explanation_parts(const Json& document, Format format, std::size_t most_tuples) {
  return {headline(document, format), remarks(document, format), sections_of(document, format, most_tuples)};
}

std::string explanation_report(const Json& document, const std::string& title, Format format) {
  const ExplanationParts parts = explanation_parts(document, format);
  if (format == Format::text) {
    std::string text =
        title_line(title) + title_line(parts.headline) + render(parts.remarks, format, 15, table_width());
    for (const Section& section : parts.sections)
      text += "\n" + wrapped(section.title, 2, table_width()) + "\n" + render(section.table, format);
    return text;
  }
  std::string text = heading(title, format).substr(1) + escaped(parts.headline, format) + "\n\n" +
                     render(parts.remarks, format);
  for (const Section& section : parts.sections)
    text += heading(section.title, format, 2) + render(section.table, format);
  return text;
}

std::string explanation_brief(const Json& document) {
  std::string text = title_line(headline(document, Format::text));
  text += render(Remarks{{"input", said_input(document)}}, Format::text);
  text += labelled("cause", document["cause"].get<std::string>(), 2, 15, page_width());
  for (const auto& [label, line] : fault_remarks(document.value("at_fault", Json())))
    text += labelled(label, line, 2, 15, page_width());
  if (!document.contains("layers")) {
    for (const Json& head : document["heads"]) {
      const Section section = head_section(head, 3, best_alone(document));
      text += "\n" + wrapped(section.title, 2, table_width()) + "\n" + render(section.table, Format::text);
    }
  }
  const Section readout = readout_section(document);
  if (readout.table.rows.size() <= 8)
    text += "\n" + readout.title + "\n" + render(readout.table, Format::text);
  return text;
}

}  // namespace attest
