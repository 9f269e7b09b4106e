#include "tools/attest/bound_document.hpp"

#include <fmt/format.h>

#include "tools/attest/text.hpp"

namespace attest {

namespace {

Json point_json(const BoundForm::Point& point) {
  return {{"size", point.size.str()}, {"vc_at_most", point.vc_at_most.str()}, {"numbers", point.numbers}};
}

}  // namespace

Json bound_json(const ExplicitBound& bound) {
  Json forms = Json::array();
  for (const BoundForm& form : bound.forms) {
    forms.push_back({{"form", form.name},
                     {"least_size", form.least_size.str()},
                     {"exponent", form.exponent},
                     {"formula", form.formula},
                     {"below", form.below ? point_json(*form.below) : Json()},
                     {"at", point_json(form.at)},
                     {"source", form.source}});
  }
  return {{"parameters", bound.parameters.to_json()},
          {"quantity", bound.quantity},
          {"at_least", bound.forms[bound.strongest].least_size.str()},
          {"strongest", bound.forms[bound.strongest].name},
          {"statement", bound.statement},
          {"split_vc", {{"at_least", bound.rows.str()}, {"source", bound.rows_source}}},
          {"forms", std::move(forms)},
          {"constants", bound.constants},
          {"notes", bound.notes}};
}

std::string bound_text(const std::string& claim, const ExplicitBound& bound) {
  const BoundForm& best = bound.forms[bound.strongest];
  std::string text = title_line(fmt::format("{} {}", claim, bound.parameters.to_string())) +
                     title_line(fmt::format("{} >= {}{}", bound.quantity, best.least_size.str(),
                                            best.least_size == 1 ? ", which says nothing" : ""));
  text += labelled("meaning", bound.statement);
  text += labelled("split-VC", "at least " + bound.rows_source);
  for (const BoundForm& form : bound.forms) {
    text +=
        labelled(form.name,
                 fmt::format("{} >= {}{}; grows with exponent {}", bound.quantity, form.least_size.str(),
                             &form == &best && best.least_size > 1 ? ", the strongest" : "", form.exponent));
    text += labelled("  formula", form.formula);
    if (form.below)
      text += labelled("  at size " + form.below->size.str(),
                       form.below->numbers + fmt::format(" < {}: impossible", bound.rows.str()));
    text += labelled("  at size " + form.at.size.str(), form.at.numbers + ": not excluded");
    text += labelled("  source", form.source);
  }
  for (const auto& constant : bound.constants) text += labelled("constant", constant);
  for (const auto& note : bound.notes) text += labelled("note", note);
  return text;
}

std::vector<std::string> parameter_values(const Parameters& parameters, std::vector<std::string>* names) {
  std::vector<std::string> values;
  const Json json = parameters.to_json();
  for (const auto& [name, value] : json.items()) {
    if (names != nullptr) names->push_back(name);
    values.push_back(value.is_string() ? value.get<std::string>() : value.dump());
  }
  return values;
}

Table bound_table(const std::vector<ExplicitBound>& bounds) {
  Table table;
  for (const ExplicitBound& bound : bounds) {
    const bool first = table.rows.empty();
    auto row = parameter_values(bound.parameters, first ? &table.header : nullptr);
    row.push_back(bound.rows.str());
    if (first) table.header.emplace_back("split-VC at least");
    for (const BoundForm& form : bound.forms) {
      row.push_back(form.least_size.str());
      if (first) table.header.push_back(form.name);
    }
    row.push_back(bound.forms[bound.strongest].least_size.str());
    if (first) table.header.push_back(bound.quantity + " at least");
    table.rows.push_back(std::move(row));
  }
  return table;
}

}  // namespace attest
