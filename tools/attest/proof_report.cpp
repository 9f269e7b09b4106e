#include "tools/attest/proof_report.hpp"

#include <fmt/format.h>

#include <cctype>

#include "numeric/checked.hpp"
#include "numeric/short_decimal.hpp"
#include "tools/attest/color.hpp"
#include "tools/attest/latex.hpp"
#include "tools/attest/text.hpp"
#include "tools/attest/verdict_table.hpp"

namespace attest {

Json sizes_json(const theorems::Sizes& sizes, const std::map<std::string, std::string>& said) {
  Json json = sizes_json(sizes);
  for (const auto& [name, value] : sizes) {
    if (said.at(name) != value.str()) json[name] = said.at(name);
  }
  return json;
}

Json sizes_json(const theorems::Sizes& sizes) {
  Json json = Json::object();
  for (const auto& [name, value] : sizes) {
    const auto number = fits_long(value);
    json[name] = number ? Json(*number) : Json(value.str());
  }
  return json;
}

// A size that begins where others say is said in words: "tau + 1".
Json from_json(const theorems::Piece& piece) {
  return sizes_json(piece.from, piece.said);
}

namespace {

using theorems::Piece;
using theorems::RangeProof;

Json piece_json(const Piece& piece) {
  Json json = {{"parameters", sizes_json(piece.fixed, piece.said)},
               {"from", piece.from.empty() ? Json() : from_json(piece)},
               {"verdict", to_string(piece.status)},
               {"evidence", piece.evidence ? Json(to_string(*piece.evidence)) : Json()}};
  json["reason"] = piece.reason.empty() ? Json() : Json(piece.reason);
  json["bound"] = piece.proof ? Json(piece.proof->bound) : Json();
  json["note"] = piece.note.empty() ? Json() : Json(piece.note);
  return json;
}

Json failure_json(const theorems::Window::End& end) {
  if (!end.fails) return nullptr;
  return {{"value", to_string(*end.fails)},
          {"parameters", sizes_json(end.at)},
          {"input", Json::parse(end.input)}};
}

// `proved` and `fails` are those of the least end.
Json window_json(const theorems::Window& window) {
  Json json = {{"parameter", window.parameter},
               {"meaning", window.meaning.empty() ? Json() : Json(window.meaning)},
               {"proved", window.least ? Json(to_string(window.least->proved)) : Json()},
               {"fails", window.least ? failure_json(*window.least) : Json()},
               {"greatest", Json()},
               {"values", Json::array()}};
  if (window.greatest) {
    json["greatest"] = {{"proved", to_string(window.greatest->proved)},
                        {"fails", failure_json(*window.greatest)}};
  }
  for (const auto& one : window.values) {
    json["values"].push_back(
        {{"value", to_string(one.value)}, {"verdict", to_string(one.status)}, {"reason", one.reason}});
  }
  return json;
}

std::string value_text(const RangeProof& proof, const std::string& name, const Rational& value) {
  const auto word = proof.words.find(name);
  return word == proof.words.end() ? to_string(value) : word->second;
}

std::string title_of(const RangeProof& proof) {
  std::string title = fmt::format("{} ({})", proof.claim, to_string(proof.variant));
  if (!proof.fixed.empty()) title += " " + theorems::to_string(proof.fixed);
  for (const auto& [name, value] : proof.parameters)
    title += fmt::format(" {} = {}", name, value_text(proof, name, value));
  return title;
}

}  // namespace

std::string from_text(const theorems::Piece& piece) {
  std::string text;
  for (const auto& [name, value] : piece.from)
    text += (text.empty() ? "" : ", ") + name + " >= " + piece.said.at(name);
  return text;
}

namespace {

// Settings with every size in a range: one, or several that fill a box.
struct SettingsBox {
  std::map<std::string, std::pair<Integer, Integer>> sizes;
  std::string verdict;  // "(enumeration)"
};

std::string evidence_text(const Piece& piece) {
  return piece.evidence ? fmt::format(" ({})", to_string(*piece.evidence)) : "";
}

// `said`: what is printed before; a reason that stands there is not said again.
std::string piece_text(const Piece& piece, const std::string& said) {
  std::string text = theorems::fixed_text(piece);
  if (!piece.from.empty()) text += (text.empty() ? "" : ", ") + from_text(piece);
  text += fmt::format(": {}{}", to_string(piece.status), evidence_text(piece));
  const bool known = said.find(piece.reason) != std::string::npos;
  if (piece.status != Status::holds && !piece.reason.empty() && !known) text += ", " + piece.reason;
  if (!piece.note.empty()) text += "; " + piece.note;
  return text;
}

std::string settings_box_text(const SettingsBox& box) {
  std::string text;
  bool one = true;
  for (const auto& [name, range] : box.sizes) {
    const auto& [low, high] = range;
    one = one && low == high;
    text += fmt::format("{}{} = {}{}", text.empty() ? "" : ", ", name, low.str(),
                        low == high ? "" : ".." + high.str());
  }
  return text + (one ? ": holds" : ": hold") + box.verdict;
}

// Where the two differ in this size alone and one range begins behind the other.
bool merge_boxes(SettingsBox& box, const SettingsBox& other, const std::string& name) {
  SettingsBox same = other;
  auto& range = box.sizes.at(name);
  const auto [low, high] = other.sizes.at(name);
  same.sizes.at(name) = range;
  if (same.sizes != box.sizes || same.verdict != box.verdict) return false;
  if (high + 1 != range.first && range.second + 1 != low) return false;
  range = {std::min(low, range.first), std::max(high, range.second)};
  return true;
}

std::vector<SettingsBox> merged_boxes(std::vector<SettingsBox> boxes) {
  if (boxes.empty()) return boxes;
  const auto sizes = boxes.front().sizes;
  for (const auto& size : sizes) {
    for (std::size_t k = 0; k < boxes.size(); ++k) {
      for (std::size_t other = k + 1; other < boxes.size();) {
        if (!merge_boxes(boxes[k], boxes[other], size.first)) {
          ++other;
          continue;
        }
        boxes.erase(boxes.begin() + static_cast<std::ptrdiff_t>(other));
        other = k + 1;
      }
    }
  }
  return boxes;
}

// Settings that hold come first, boxes of them as one.
std::vector<std::string> piece_texts(const std::vector<Piece>& pieces, const std::string& said) {
  std::vector<SettingsBox> boxes;
  std::vector<std::string> others;
  for (const Piece& piece : pieces) {
    const bool alike =
        boxes.empty() || std::equal(piece.fixed.begin(), piece.fixed.end(), boxes.front().sizes.begin(),
                                    boxes.front().sizes.end(),
                                    [](const auto& a, const auto& b) { return a.first == b.first; });
    if (!piece.from.empty() || piece.status != Status::holds || !piece.note.empty() || !alike) {
      others.push_back(piece_text(piece, said));
      continue;
    }
    SettingsBox box{{}, evidence_text(piece)};
    for (const auto& [name, value] : piece.fixed) box.sizes[name] = {value, value};
    boxes.push_back(std::move(box));
  }
  std::vector<std::string> texts;
  for (const SettingsBox& box : merged_boxes(std::move(boxes))) texts.push_back(settings_box_text(box));
  texts.insert(texts.end(), others.begin(), others.end());
  return texts;
}

std::vector<std::string> smaller_texts(const RangeProof& proof) {
  std::vector<std::string> texts;
  for (const auto& smaller : proof.smaller) {
    std::string from;
    for (const auto& [name, value] : smaller.from)
      from += fmt::format("{}{} {} {}", from.empty() ? "" : ", ", name,
                          smaller.from.size() == 1 ? "=" : ">=", value);
    texts.push_back(fmt::format("{}: {}", from, smaller.refusal));
  }
  return texts;
}

// The largest error is enclosed by two decimals; what is printed bounds it.
std::vector<std::string> error_texts(const RangeProof& proof) {
  std::vector<std::string> texts;
  for (const auto& measured : proof.errors) {
    std::string text = fmt::format("{}: no input is off by more than {}", theorems::to_string(measured.at),
                                   short_bound(measured.error.upper, 6, true));
    if (!measured.bound.empty()) text += "; the bound is " + short_bound(measured.bound, 6, true);
    for (const std::string& refuted : measured.refuted) text += "; refuted: " + refuted;
    texts.push_back(text);
  }
  return texts;
}

std::vector<std::string> not_shown_texts(const RangeProof& proof) {
  std::vector<std::string> texts;
  for (const auto& check : proof.main->proof->not_shown) texts.push_back(check.statement);
  return texts;
}

// Where the reason does not say it already.
std::string refusal_text(const RangeProof& proof) {
  return proof.reason.find(proof.refusal) == std::string::npos ? proof.refusal : "";
}

std::string said_before(const RangeProof& proof) {
  return proof.reason + "\n" + proof.refusal;
}

}  // namespace

std::vector<std::string> below_texts(const RangeProof& proof) {
  return piece_texts(proof.below, said_before(proof));
}
std::vector<std::string> open_texts(const RangeProof& proof) {
  return piece_texts(proof.open, said_before(proof));
}

Json proof_document(const RangeProof& proof) {
  Json json = {{"claim", proof.claim},
               {"variant", to_string(proof.variant)},
               {"verdict", to_string(proof.status)},
               {"evidence", proof.main ? Json(to_string(Evidence::symbolic)) : Json()},
               {"reason", proof.reason}};
  json["from"] = Json::array();
  if (proof.main) json["from"].push_back(from_json(*proof.main));
  json["fixed"] = sizes_json(proof.fixed);
  for (const auto& [name, value] : proof.parameters) json["fixed"][name] = value_text(proof, name, value);
  json["below"] = Json::array();
  for (const Piece& piece : proof.below) json["below"].push_back(piece_json(piece));
  json["open"] = Json::array();
  for (const Piece& piece : proof.open) json["open"].push_back(piece_json(piece));
  json["not_shown"] = Json::array();
  if (proof.main) {
    for (const auto& check : proof.main->proof->not_shown)
      json["not_shown"].push_back({{"name", check.name}, {"statement", check.statement}});
  }
  json["smaller"] = Json::array();
  for (const auto& smaller : proof.smaller)
    json["smaller"].push_back({{"from", smaller.from}, {"refusal", smaller.refusal}});
  json["errors"] = Json::array();
  for (const auto& measured : proof.errors) {
    json["errors"].push_back({{"parameters", sizes_json(measured.at)},
                              {"error", {{"lower", measured.error.lower}, {"upper", measured.error.upper}}},
                              {"bound", measured.bound.empty() ? Json() : Json(measured.bound)},
                              {"refuted", measured.refuted}});
  }
  json["window"] = proof.window ? window_json(*proof.window) : Json();
  json["lemma"] = proof.main ? Json(proof.main->proof->lemma) : Json();
  json["bound"] = proof.main ? Json(proof.main->proof->bound) : Json();
  json["steps"] = Json::array();
  if (proof.main) {
    for (const auto& step : proof.main->proof->steps) {
      json["steps"].push_back({{"name", step.name},
                               {"statement", step.statement},
                               {"verdict", to_string(Status::holds)},
                               {"evidence", to_string(Evidence::symbolic)}});
    }
  }
  json["hints"] = Json::array();
  json["refusal"] = proof.refusal.empty() ? Json() : Json(proof.refusal);
  return json;
}

ProofParts proof_parts(const RangeProof& proof) {
  ProofParts parts;
  parts.title = title_of(proof);
  parts.remarks.emplace_back("reason", proof.reason);
  if (const std::string refusal = refusal_text(proof); !refusal.empty())
    parts.remarks.emplace_back("refusal", refusal);
  if (proof.main) {
    parts.remarks.emplace_back("from", from_text(*proof.main));
    parts.remarks.emplace_back("lemma", proof.main->proof->lemma);
    parts.remarks.emplace_back("bound", proof.main->proof->bound);
    for (const auto& step : proof.main->proof->steps) parts.steps.emplace_back(step.name, step.statement);
  }
  if (proof.window) parts.remarks.emplace_back("window", proof.window->text());
  const auto add_rest = [&](const std::string& label, const std::vector<std::string>& texts) {
    for (const std::string& text : texts) parts.rest.emplace_back(&text == &texts.front() ? label : "", text);
  };
  if (proof.main) {
    add_rest("not shown", not_shown_texts(proof));
    add_rest("why not less", smaller_texts(proof));
    add_rest("errors", error_texts(proof));
  }
  add_rest("below", below_texts(proof));
  add_rest("open", open_texts(proof));
  return parts;
}

std::string proof_text(const RangeProof& proof) {
  const ProofParts parts = proof_parts(proof);
  std::string text = title_line(parts.title);
  std::string verdict = to_string(proof.status);
  for (char& c : verdict) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  text += colored(verdict, proof.status) +
          (proof.status == Status::holds && proof.main ? " for every size\n" : "\n");
  text += render(parts.remarks, Format::text);
  if (proof.main) text += "  proof\n";
  for (const auto& [name, statement] : parts.steps) text += labelled(name, statement, 4, 17);
  return text + render(parts.rest, Format::text);
}

std::string proof_markdown(const RangeProof& proof) {
  const auto said = [](const std::string& words) { return escaped(words, Format::markdown); };
  std::string text = fmt::format("## {}\n\n**{}**: {}\n", said(title_of(proof)), to_string(proof.status),
                                 said(proof.reason));
  if (const std::string refusal = refusal_text(proof); !refusal.empty())
    text += fmt::format("\nRefused: {}\n", said(refusal));
  if (proof.main) {
    text += fmt::format("\nFrom {} on, by the lemma `{}`, with the bound `{}`:\n\n",
                        said(from_text(*proof.main)), proof.main->proof->lemma, proof.main->proof->bound);
    std::size_t number = 0;
    for (const auto& step : proof.main->proof->steps)
      text += fmt::format("{}. **{}** {}\n", ++number, said(step.name), said(step.statement));
  }
  if (proof.window) text += fmt::format("\nWindow: {}\n", said(proof.window->text()));
  const auto list = [&](const std::string& title, const std::vector<std::string>& items) {
    if (!items.empty()) text += fmt::format("\n{}:\n\n", title);
    for (const std::string& item : items) text += fmt::format("- {}\n", said(item));
  };
  if (proof.main) {
    list("Not shown", not_shown_texts(proof));
    list("Why not from smaller sizes on", smaller_texts(proof));
    list("Errors, over all inputs", error_texts(proof));
  }
  list("Below", below_texts(proof));
  list("Open", open_texts(proof));
  return text;
}

std::string proof_latex(const RangeProof& proof) {
  constexpr double widest_display = 300;  // points
  std::string text = "\\begingroup\\sloppy\\emergencystretch=6em\n";
  text += fmt::format("\\paragraph{{{}}} {}: {}.\n", latex_prose(title_of(proof)), to_string(proof.status),
                      latex_prose(proof.reason));
  if (const std::string refusal = refusal_text(proof); !refusal.empty())
    text += fmt::format("Refused: {}\n", latex_prose(refusal));
  const auto list = [&](const std::string& title, const std::vector<std::string>& items,
                        const std::string& kind = "itemize") {
    if (items.empty()) return;
    text += title + "\n\\begin{" + kind + "}\n";
    for (const std::string& item : items) text += "  \\item " + item + "\n";
    text += "\\end{" + kind + "}\n";
  };
  if (proof.main) {
    const std::string& bound = proof.main->proof->bound;
    // A display is not broken into lines.
    const bool is_display = latex_width(bound, true) < widest_display;
    text += fmt::format("For all {}, by the lemma \\emph{{{}}}, with the bound\n{} {} {}\n",
                        "$" + latex_formula(from_text(*proof.main)) + "$", proof.main->proof->lemma,
                        is_display ? "\\[" : "\\begin{quote}\\raggedright$", latex_formula(bound),
                        is_display ? "\\]" : "$\\end{quote}");
    std::vector<std::string> steps;
    for (const auto& step : proof.main->proof->steps)
      steps.push_back(fmt::format("[{{{}}}] {}", latex_prose(step.name), latex_prose(step.statement)));
    list("\\noindent The steps:", steps, "description");
  }
  const auto prose = [](std::vector<std::string> texts) {
    for (std::string& piece : texts) piece = latex_prose(piece);
    return texts;
  };
  if (proof.window) text += fmt::format("\\noindent Window: {}\n", latex_prose(proof.window->text()));
  if (proof.main) list("\\noindent Not shown:", prose(not_shown_texts(proof)));
  list("\\noindent Why not from smaller sizes on:", prose(smaller_texts(proof)));
  list("\\noindent Errors, over all inputs:", prose(error_texts(proof)));
  list("\\noindent Below:", prose(below_texts(proof)));
  list("\\noindent Open:", prose(open_texts(proof)));
  return text + "\\par\\endgroup\n";
}

}  // namespace attest
