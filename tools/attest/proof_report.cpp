#include "tools/attest/proof_report.hpp"

#include <fmt/format.h>

#include <cctype>

#include "numeric/checked.hpp"
#include "tools/attest/color.hpp"
#include "tools/attest/text.hpp"

namespace attest {

Json sizes_json(const theorems::Sizes& sizes) {
  Json json = Json::object();
  for (const auto& [name, value] : sizes) {
    const auto number = fits_long(value);
    json[name] = number ? Json(*number) : Json(value.str());
  }
  return json;
}

namespace {

using theorems::Piece;
using theorems::RangeProof;

Json piece_json(const Piece& piece) {
  Json json = {{"parameters", sizes_json(piece.fixed)},
               {"from", piece.from.empty() ? Json() : sizes_json(piece.from)},
               {"verdict", to_string(piece.status)},
               {"evidence", piece.evidence ? Json(to_string(*piece.evidence)) : Json()}};
  json["reason"] = piece.reason.empty() ? Json() : Json(piece.reason);
  json["bound"] = piece.proof ? Json(piece.proof->bound) : Json();
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

// a*exp(-n^2/sqrt(7)) as mathematics.
std::string mathematics(const std::string& text) {
  std::string result;
  std::vector<bool> braces;  // of each open parenthesis: whether it is a brace
  for (std::size_t k = 0; k < text.size(); ++k) {
    const auto begins = [&](const std::string& word) { return text.compare(k, word.size(), word) == 0; };
    if (begins("sqrt(")) {
      result += "\\sqrt{";
      braces.push_back(true);
      k += 4;
    } else if (begins("exp(") || begins("log(")) {
      result += "\\" + text.substr(k, 3) + "(";
      braces.push_back(false);
      k += 3;
    } else if (text[k] == '(') {
      result += "(";
      braces.push_back(false);
    } else if (text[k] == ')' && !braces.empty()) {
      result += braces.back() ? "}" : ")";
      braces.pop_back();
    } else if (text[k] == '^') {
      result += "^{";
      for (++k; k < text.size() && std::isdigit(static_cast<unsigned char>(text[k])) != 0; ++k)
        result += text[k];
      --k;
      result += "}";
    } else if (begins(">=")) {
      result += "\\ge ";
      ++k;
    } else {
      result += text[k] == '*' ? "\\," : std::string(1, text[k]);
    }
  }
  return "$" + result + "$";
}

std::string latex_words(const std::string& text) {
  std::string result;
  for (const char c : text) {
    if (c == '\\') {
      result += "\\textbackslash{}";
    } else if (c == '^') {
      result += "\\textasciicircum{}";
    } else if (c == '~') {
      result += "\\textasciitilde{}";
    } else if (c == '<' || c == '>' || c == '|') {
      result += std::string("$") + c + "$";
    } else {
      if (std::string("&%$#_{}").find(c) != std::string::npos) result += '\\';
      result += c;
    }
  }
  return result;
}

}  // namespace

std::string from_text(const theorems::Sizes& sizes) {
  std::string text;
  for (const auto& [name, value] : sizes) text += (text.empty() ? "" : ", ") + name + " >= " + value.str();
  return text;
}

std::string piece_text(const Piece& piece) {
  std::string text = theorems::to_string(piece.fixed);
  if (!piece.from.empty()) text += (text.empty() ? "" : ", ") + from_text(piece.from);
  text += fmt::format(": {}", to_string(piece.status));
  if (piece.evidence) text += fmt::format(" ({})", to_string(*piece.evidence));
  if (piece.status != Status::holds && !piece.reason.empty()) text += ", " + piece.reason;
  return text;
}

Json proof_document(const RangeProof& proof) {
  Json json = {{"claim", proof.claim},
               {"variant", to_string(proof.variant)},
               {"verdict", to_string(proof.status)},
               {"evidence", proof.main ? Json(to_string(Evidence::symbolic)) : Json()},
               {"reason", proof.reason}};
  json["from"] = Json::array();
  if (proof.main) json["from"].push_back(sizes_json(proof.main->from));
  json["fixed"] = sizes_json(proof.fixed);
  for (const auto& [name, value] : proof.parameters) json["fixed"][name] = value_text(proof, name, value);
  json["below"] = Json::array();
  for (const Piece& piece : proof.below) json["below"].push_back(piece_json(piece));
  json["open"] = Json::array();
  for (const Piece& piece : proof.open) json["open"].push_back(piece_json(piece));
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

std::string proof_text(const RangeProof& proof) {
  std::string text = title_of(proof) + "\n";
  std::string verdict = to_string(proof.status);
  for (char& c : verdict) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  text += colored(verdict, proof.status) +
          (proof.status == Status::holds && proof.main ? " for every size\n" : "\n");
  text += labelled("reason", proof.reason);
  if (!proof.refusal.empty()) text += labelled("refusal", proof.refusal);
  if (proof.main) {
    text += labelled("from", from_text(proof.main->from));
    text += labelled("lemma", proof.main->proof->lemma);
    text += labelled("bound", proof.main->proof->bound);
    text += "  proof\n";
    for (const auto& step : proof.main->proof->steps) text += labelled(step.name, step.statement, 4, 17);
  }
  std::string label = "below";
  for (const Piece& piece : proof.below) {
    text += labelled(label, piece_text(piece));
    label.clear();
  }
  label = "open";
  for (const Piece& piece : proof.open) {
    text += labelled(label, piece_text(piece));
    label.clear();
  }
  return text;
}

std::string proof_markdown(const RangeProof& proof) {
  std::string text =
      fmt::format("## {}\n\n**{}**: {}\n", title_of(proof), to_string(proof.status), proof.reason);
  if (!proof.refusal.empty()) text += fmt::format("\nRefused: {}\n", proof.refusal);
  if (proof.main) {
    text += fmt::format("\nFrom {} on, by the lemma `{}`, with the bound `{}`:\n\n",
                        from_text(proof.main->from), proof.main->proof->lemma, proof.main->proof->bound);
    std::size_t number = 0;
    for (const auto& step : proof.main->proof->steps)
      text += fmt::format("{}. **{}** {}\n", ++number, step.name, step.statement);
  }
  if (!proof.below.empty()) text += "\nBelow:\n\n";
  for (const Piece& piece : proof.below) text += fmt::format("- {}\n", piece_text(piece));
  if (!proof.open.empty()) text += "\nOpen:\n\n";
  for (const Piece& piece : proof.open) text += fmt::format("- {}\n", piece_text(piece));
  return text;
}

std::string proof_latex(const RangeProof& proof) {
  std::string text = fmt::format("\\paragraph{{{}}} {}: {}.\n", latex_words(title_of(proof)),
                                 to_string(proof.status), latex_words(proof.reason));
  if (!proof.refusal.empty()) text += fmt::format("Refused: {}\n", latex_words(proof.refusal));
  const auto list = [&](const std::string& title, const std::vector<std::string>& items) {
    if (items.empty()) return;
    text += title + "\n\\begin{itemize}\n";
    for (const std::string& item : items) text += "  \\item " + item + "\n";
    text += "\\end{itemize}\n";
  };
  if (proof.main) {
    text += fmt::format("For all {}, by the lemma \\emph{{{}}}, with the bound\n\\[ {} \\]\n",
                        mathematics(from_text(proof.main->from)), proof.main->proof->lemma, [&] {
                          const std::string formula = mathematics(proof.main->proof->bound);
                          return formula.substr(1, formula.size() - 2);
                        }());
    std::vector<std::string> steps;
    for (const auto& step : proof.main->proof->steps)
      steps.push_back(fmt::format("[{}] {}", latex_words(step.name), latex_words(step.statement)));
    list("\\noindent The steps:", steps);
  }
  std::vector<std::string> below;
  for (const Piece& piece : proof.below) below.push_back(latex_words(piece_text(piece)));
  list("\\noindent Below:", below);
  std::vector<std::string> open;
  for (const Piece& piece : proof.open) open.push_back(latex_words(piece_text(piece)));
  list("\\noindent Open:", open);
  return text;
}

}  // namespace attest
