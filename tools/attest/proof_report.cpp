#include "tools/attest/proof_report.hpp"

#include <fmt/format.h>

#include <cctype>

#include "numeric/checked.hpp"
#include "tools/attest/color.hpp"
#include "tools/attest/latex.hpp"
#include "tools/attest/text.hpp"

namespace attest {

namespace {

Json said_json(const theorems::Sizes& sizes, const theorems::Piece& piece) {
  Json json = sizes_json(sizes);
  for (const auto& [name, value] : sizes) {
    if (piece.said.at(name) != value.str()) json[name] = piece.said.at(name);
  }
  return json;
}

}  // namespace

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
  return said_json(piece.from, piece);
}

namespace {

using theorems::Piece;
using theorems::RangeProof;

Json piece_json(const Piece& piece) {
  Json json = {{"parameters", said_json(piece.fixed, piece)},
               {"from", piece.from.empty() ? Json() : from_json(piece)},
               {"verdict", to_string(piece.status)},
               {"evidence", piece.evidence ? Json(to_string(*piece.evidence)) : Json()}};
  json["reason"] = piece.reason.empty() ? Json() : Json(piece.reason);
  json["bound"] = piece.proof ? Json(piece.proof->bound) : Json();
  json["note"] = piece.note.empty() ? Json() : Json(piece.note);
  return json;
}

Json window_json(const theorems::Window& window) {
  Json json = {{"parameter", window.parameter}, {"proved", to_string(window.proved)}, {"fails", Json()}};
  if (window.fails) {
    json["fails"] = {{"value", to_string(*window.fails)},
                     {"parameters", sizes_json(window.at)},
                     {"input", Json::parse(window.input)}};
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

std::string piece_text(const Piece& piece) {
  std::string text = theorems::fixed_text(piece);
  if (!piece.from.empty()) text += (text.empty() ? "" : ", ") + from_text(piece);
  text += fmt::format(": {}", to_string(piece.status));
  if (piece.evidence) text += fmt::format(" ({})", to_string(*piece.evidence));
  if (piece.status != Status::holds && !piece.reason.empty()) text += ", " + piece.reason;
  if (!piece.note.empty()) text += "; " + piece.note;
  return text;
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
  if (!proof.refusal.empty()) parts.remarks.emplace_back("refusal", proof.refusal);
  if (proof.main) {
    parts.remarks.emplace_back("from", from_text(*proof.main));
    parts.remarks.emplace_back("lemma", proof.main->proof->lemma);
    parts.remarks.emplace_back("bound", proof.main->proof->bound);
    if (proof.window) parts.remarks.emplace_back("window", proof.window->text());
    for (const auto& step : proof.main->proof->steps) parts.steps.emplace_back(step.name, step.statement);
  }
  for (const auto& [label, pieces] : {std::pair{"below", &proof.below}, std::pair{"open", &proof.open}}) {
    for (const Piece& piece : *pieces)
      parts.rest.emplace_back(&piece == &pieces->front() ? label : "", piece_text(piece));
  }
  return parts;
}

std::string proof_text(const RangeProof& proof) {
  const ProofParts parts = proof_parts(proof);
  std::string text = parts.title + "\n";
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
  if (!proof.refusal.empty()) text += fmt::format("\nRefused: {}\n", said(proof.refusal));
  if (proof.main) {
    text += fmt::format("\nFrom {} on, by the lemma `{}`, with the bound `{}`:\n\n",
                        said(from_text(*proof.main)), proof.main->proof->lemma, proof.main->proof->bound);
    std::size_t number = 0;
    for (const auto& step : proof.main->proof->steps)
      text += fmt::format("{}. **{}** {}\n", ++number, said(step.name), said(step.statement));
  }
  if (proof.window) text += fmt::format("\nWindow: {}\n", said(proof.window->text()));
  if (!proof.below.empty()) text += "\nBelow:\n\n";
  for (const Piece& piece : proof.below) text += fmt::format("- {}\n", said(piece_text(piece)));
  if (!proof.open.empty()) text += "\nOpen:\n\n";
  for (const Piece& piece : proof.open) text += fmt::format("- {}\n", said(piece_text(piece)));
  return text;
}

std::string proof_latex(const RangeProof& proof) {
  std::string text = fmt::format("\\paragraph{{{}}} {}: {}.\n", latex_prose(title_of(proof)),
                                 to_string(proof.status), latex_prose(proof.reason));
  if (!proof.refusal.empty()) text += fmt::format("Refused: {}\n", latex_prose(proof.refusal));
  const auto list = [&](const std::string& title, const std::vector<std::string>& items,
                        const std::string& kind = "itemize") {
    if (items.empty()) return;
    text += title + "\n\\begin{" + kind + "}\n";
    for (const std::string& item : items) text += "  \\item " + item + "\n";
    text += "\\end{" + kind + "}\n";
  };
  if (proof.main) {
    text += fmt::format("For all {}, by the lemma \\emph{{{}}}, with the bound\n\\[ {} \\]\n",
                        "$" + latex_formula(from_text(*proof.main)) + "$", proof.main->proof->lemma,
                        latex_formula(proof.main->proof->bound));
    std::vector<std::string> steps;
    for (const auto& step : proof.main->proof->steps)
      steps.push_back(fmt::format("[{{{}}}] {}", latex_prose(step.name), latex_prose(step.statement)));
    list("\\noindent The steps:", steps, "description");
  }
  std::vector<std::string> below;
  for (const Piece& piece : proof.below) below.push_back(latex_prose(piece_text(piece)));
  list("\\noindent Below:", below);
  std::vector<std::string> open;
  for (const Piece& piece : proof.open) open.push_back(latex_prose(piece_text(piece)));
  list("\\noindent Open:", open);
  return text;
}

}  // namespace attest
