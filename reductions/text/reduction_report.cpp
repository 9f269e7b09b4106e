#include "reductions/text/reduction_report.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>

#include "claims/whole_claim.hpp"
#include "theorems/promise.hpp"

namespace attest {

using theorems::Assertion;
using theorems::CheckStatement;
using theorems::ImageToken;
using theorems::StatedReduction;
using theorems::TheoremText;

const char* said_answer(bool yes) {
  return yes ? "yes" : "no";
}

namespace {

Json field_json(const theorems::InputField& field, std::span<const long> cells, std::size_t argument = 0,
                std::size_t first = 0) {
  if (argument == field.domains.size()) return cells[field.first_cell + first];
  std::size_t stride = 1;
  for (std::size_t k = argument + 1; k < field.domains.size(); ++k) stride *= field.domains[k].size();
  Json all = Json::array();
  for (std::size_t k = 0; k < field.domains[argument].size(); ++k)
    all.push_back(field_json(field, cells, argument + 1, first + k * stride));
  return all;
}

}  // namespace

Json fields_json(const theorems::InputLayout& layout, std::span<const long> cells) {
  Json json = Json::object();
  for (const theorems::InputField& field : layout.fields()) json[field.name] = field_json(field, cells);
  return json;
}

const CheckStatement* stated_check(const TheoremText& text, const std::string& name) {
  for (const CheckStatement& check : text.checks) {
    if (check.name == name) return &check;
  }
  return nullptr;
}

namespace {

// Whether some check speaks of what the target's tokens depend on.
bool asks_of_tokens(const TheoremText& text, const StatedReduction& reduction) {
  return stated_check(text, "one-half-a-token") != nullptr ||
         std::any_of(reduction.assertions.begin(), reduction.assertions.end(),
                     [](const Assertion& a) { return std::holds_alternative<Assertion::OfTokens>(a.says); });
}

}  // namespace

std::vector<SourceUnit> units_asked(const TheoremText& text, const StatedReduction& reduction) {
  const bool of_tokens = asks_of_tokens(text, reduction);
  if (of_tokens && reduction.source->fields().size() == 1) return letters_of(reduction);
  if (of_tokens || stated_check(text, "one-sided") != nullptr) return inputs_of(reduction);
  return {};
}

namespace {

constexpr std::size_t most_cells_of_an_example = 256;

// The units that each of some things depends on: cells of the image, or the target's tokens.
using OnUnits = std::vector<std::vector<bool>>;

struct Counted {
  std::vector<std::size_t> on;  // [unit]: of those that depend on it alone
  std::size_t fixed = 0;
  std::optional<std::size_t> mixed;  // the first that depends on several
  std::vector<std::string> of_mixed;
};

Counted counted(const OnUnits& all, const std::vector<SourceUnit>& units) {
  Counted result;
  result.on.assign(units.size(), 0);
  for (std::size_t k = 0; k < all.size(); ++k) {
    std::vector<std::size_t> on;
    for (std::size_t u = 0; u < units.size(); ++u) {
      if (all[k][u]) on.push_back(u);
    }
    if (on.empty()) ++result.fixed;
    if (on.size() == 1) ++result.on[on.front()];
    if (on.size() > 1 && !result.mixed) {
      result.mixed = k;
      for (const std::size_t u : on) result.of_mixed.push_back(units[u].name);
    }
  }
  return result;
}

class Report {
 public:
  Report(const TheoremText& text, const StatedReduction& reduction, const std::vector<SourceUnit>& units,
         const ReductionOutcome& outcome, const std::string& stopped,
         const std::function<std::string(const Json&)>& replay, Verdict& verdict)
      : text_(text),
        reduction_(reduction),
        units_(units),
        outcome_(outcome),
        stopped_(stopped),
        replay_(replay),
        verdict_(verdict),
        empty_(outcome.complete() && outcome.checked == 0) {}

  void write() {
    counts();
    image();
    answers();
    if (asks_of_tokens(text_, reduction_)) find_tokens();
    std::size_t asserted = 0;
    std::size_t free = 0;
    for (const CheckStatement& stated : text_.checks) {
      if (stated.name == "one-sided") one_sided(stated);
      if (stated.name == "one-half-a-token") one_half_a_token(stated);
      if (stated.name == "free-values") {
        free_values(reduction_.free[free], outcome_.free[free]);
        ++free;
      }
      if (stated.name == "assert") {
        assertion(reduction_.assertions[asserted], outcome_.asserted[asserted]);
        ++asserted;
      }
    }
    details();
  }

 private:
  void counts() {
    const Integer excluded = outcome_.seen - outcome_.checked;
    verdict_.inputs.space = outcome_.words - excluded;
    verdict_.inputs.total = verdict_.inputs.space;
    verdict_.inputs.checked = outcome_.checked;
    verdict_.inputs.failing = outcome_.failing;
  }

  // Of no instance nothing is said.
  Check nothing(const std::string& name) const {
    return not_applicable(name, "some instance is left by '" + reduction_.promise->text() + "'");
  }

  Json instance(const FailedInstance& failed) const {
    const Json input = reduction_.source->to_json(reduction_.source->space().unrank(failed.rank));
    Json json = {
        {"input", input},
        {"rank", failed.rank.str()},
        {"image", fields_json(*reduction_.image, failed.image)},
        {"source", said_answer(failed.answer)},
        {"target", failed.defect.empty() ? Json(said_answer(reduction_.asked(failed.image))) : Json()}};
    return json;
  }

  void witness(const FailedInstance& failed) {
    if (!verdict_.counterexample.is_null()) return;
    verdict_.counterexample = instance(failed);
    verdict_.counterexample["replay"] = replay_(verdict_.counterexample["input"]);
  }

  void image() {
    if (outcome_.first_wrong_letter) {
      verdict_.checks.push_back(
          refuted(Kind::construction, "image",
                  outcome_.first_wrong_letter->defect + ", which is none of its values"));
      witness(*outcome_.first_wrong_letter);
    } else if (!outcome_.complete()) {
      verdict_.checks.push_back(undecided("image", stopped_));
    } else if (empty_) {
      verdict_.checks.push_back(nothing("image"));
    } else {
      verdict_.checks.push_back(
          holds("image", Evidence::enumeration, "every image is an instance of the target"));
    }
  }

  void answers() {
    if (outcome_.first_wrong_answer) {
      const FailedInstance& failed = *outcome_.first_wrong_answer;
      verdict_.checks.push_back(
          refuted(Kind::construction, "answers",
                  fmt::format("a {} instance becomes a {} instance; {} of {} instances fail",
                              said_answer(failed.answer), said_answer(!failed.answer), outcome_.failing.str(),
                              outcome_.checked.str())));
      witness(failed);
    } else if (outcome_.first_wrong_letter) {
      verdict_.checks.push_back(undecided("answers", "some image is no instance of the target"));
    } else if (!outcome_.complete()) {
      verdict_.checks.push_back(undecided("answers", stopped_));
    } else if (empty_) {
      verdict_.checks.push_back(nothing("answers"));
    } else {
      const Integer no = outcome_.checked - outcome_.yes;
      verdict_.checks.push_back(holds("answers", Evidence::enumeration,
                                      fmt::format("{} yes instances become yes, {} no instances become no",
                                                  outcome_.yes.str(), no.str())));
    }
  }

  void add(Check check, bool essential) {
    check.essential = essential;
    verdict_.checks.push_back(std::move(check));
  }

  // "on a alone: 2, on b alone: 2"; of the letters of a source that is one input "on one letter of p alone: 3".
  std::string on_alone(const Counted& found) const {
    if (reduction_.source->fields().size() > 1) {
      std::vector<std::string> counts;
      for (std::size_t u = 0; u < units_.size(); ++u)
        counts.push_back(fmt::format("on {} alone: {}", units_[u].name, found.on[u]));
      return fmt::format("{}", fmt::join(counts, ", "));
    }
    std::size_t all = 0;
    for (const std::size_t count : found.on) all += count;
    return fmt::format("on one letter of {} alone: {}", reduction_.source->fields().front().name, all);
  }

  // Cells depend on inputs; the units may be letters of the only one.
  void one_sided(const CheckStatement& stated) {
    const std::vector<SourceUnit> inputs = inputs_of(reduction_);
    OnUnits on_inputs;
    for (const auto& cell : outcome_.depends) {
      on_inputs.emplace_back(inputs.size(), false);
      for (std::size_t u = 0; u < units_.size(); ++u) {
        if (cell[u]) on_inputs.back()[units_[u].input] = true;
      }
    }
    const Counted found = counted(on_inputs, inputs);
    if (found.mixed) {
      const std::string mixed = fmt::format("{} depends on {}", reduction_.image_names[*found.mixed],
                                            fmt::join(found.of_mixed, " and "));
      if (verdict_.counterexample.is_null()) verdict_.counterexample = {{"one-sided", mixed}};
      add(refuted(Kind::construction, "one-sided", mixed), stated.essential);
    } else if (!outcome_.complete()) {
      add(undecided("one-sided", stopped_), stated.essential);
    } else {
      std::vector<std::string> counts;
      for (std::size_t f = 0; f < inputs.size(); ++f)
        counts.push_back(fmt::format("on {} alone: {}", inputs[f].name, found.on[f]));
      add(holds("one-sided", Evidence::enumeration,
                fmt::format("cells of the image that depend {}, fixed: {}", fmt::join(counts, ", "),
                            found.fixed)),
          stated.essential);
    }
  }

  // A token depends on what the cells that it carries depend on.
  void find_tokens() {
    tokens_ = reduction_.tokens();
    for (const ImageToken& token : tokens_) {
      on_tokens_.emplace_back(units_.size(), false);
      for (const std::size_t cell : token.cells) {
        for (std::size_t u = 0; u < units_.size(); ++u) {
          if (outcome_.depends[cell][u]) on_tokens_.back()[u] = true;
        }
      }
    }
  }

  void one_half_a_token(const CheckStatement& stated) {
    const char* name = "one-half-a-token";
    const Counted found = counted(on_tokens_, units_);
    if (found.mixed) {
      const std::string mixed = fmt::format("token {} depends on {}", tokens_[*found.mixed].name,
                                            fmt::join(found.of_mixed, " and "));
      if (verdict_.counterexample.is_null()) verdict_.counterexample = {{name, mixed}};
      add(refuted(Kind::construction, name, mixed), stated.essential);
    } else if (!outcome_.complete()) {
      add(undecided(name, stopped_), stated.essential);
    } else {
      add(holds(name, Evidence::enumeration,
                fmt::format("tokens that depend {}, fixed: {}", on_alone(found), found.fixed)),
          stated.essential);
      verdict_.details["tokens"] = tokens_.size();
      verdict_.details["fixed_tokens"] = found.fixed;
    }
  }

  void free_values(const theorems::FreeValues& stated, const AskedSentence& found) {
    const char* name = "free-values";
    if (found.first) {
      add(refuted(Kind::construction, name,
                  fmt::format("{}: the answer depends on what they are in {} of {} instances", stated.text,
                              found.failing.str(), outcome_.checked.str())),
          stated.essential);
      if (stated.essential) witness(*found.first);
    } else if (outcome_.first_wrong_letter) {
      add(undecided(name, "some image is no instance of the target"), stated.essential);
    } else if (!outcome_.complete()) {
      add(undecided(name, stopped_), stated.essential);
    } else if (empty_) {
      add(nothing(name), stated.essential);
    } else {
      add(holds(name, Evidence::enumeration,
                fmt::format("{}: the answer is the source's for each of the {} ways to fill them",
                            stated.text, stated.fillings.str())),
          stated.essential);
    }
  }

  void assertion(const Assertion& stated, const AskedSentence& found) {
    if (std::holds_alternative<Assertion::OfInstance>(stated.says)) return of_instances(stated, found);
    if (const auto* says = std::get_if<Assertion::OfTokens>(&stated.says)) return of_tokens(stated, *says);
    const std::optional<bool>& holding = std::get<Assertion::OfSizes>(stated.says).holds;
    const Check check = !holding   ? undecided(stated.name, stated.text + ": the enclosures do not tell")
                        : *holding ? holds(stated.name, Evidence::symbolic, stated.text)
                                   : refuted(Kind::constant, stated.name, stated.text);
    // What is true of the sizes makes no theorem of one without instances.
    const bool essential = stated.essential && !(empty_ && check.status == Status::holds);
    if (check.status == Status::refuted && essential && verdict_.counterexample.is_null())
      verdict_.counterexample = {{stated.name, stated.text}, {"sizes", verdict_.parameters.to_json()}};
    add(check, essential);
  }

  void of_instances(const Assertion& stated, const AskedSentence& found) {
    if (found.first) {
      add(refuted(Kind::display, stated.name,
                  fmt::format("{} fails in {} of {} instances", stated.text, found.failing.str(),
                              outcome_.checked.str())),
          stated.essential);
      if (stated.essential) witness(*found.first);
    } else if (outcome_.first_wrong_letter) {
      add(undecided(stated.name, "some image is no instance of the target"), stated.essential);
    } else if (!outcome_.complete()) {
      add(undecided(stated.name, stopped_), stated.essential);
    } else if (empty_) {
      add(nothing(stated.name), stated.essential);
    } else {
      add(holds(stated.name, Evidence::enumeration,
                fmt::format("{}, in all {} instances", stated.text, outcome_.checked.str())),
          stated.essential);
    }
  }

  void of_tokens(const Assertion& stated, const Assertion::OfTokens& says) {
    if (!outcome_.complete()) return add(undecided(stated.name, stopped_), stated.essential);
    const auto depends = [&](std::size_t input, std::span<const long> indices) {
      const auto token = std::find_if(tokens_.begin(), tokens_.end(), [&](const ImageToken& t) {
        return std::equal(t.indices.begin(), t.indices.end(), indices.begin(), indices.end());
      });
      if (token == tokens_.end())
        language::refuse(text_.tokens.front().place,
                         fmt::format("there is no token ({})", fmt::join(indices, ",")));
      const auto& on = on_tokens_[static_cast<std::size_t>(token - tokens_.begin())];
      for (std::size_t u = 0; u < units_.size(); ++u) {
        if (on[u] && units_[u].input == input) return true;
      }
      return false;
    };
    if (says(depends)) return add(holds(stated.name, Evidence::enumeration, stated.text), stated.essential);
    if (stated.essential && verdict_.counterexample.is_null())
      verdict_.counterexample = {{stated.name, stated.text}, {"sizes", verdict_.parameters.to_json()}};
    add(refuted(Kind::display, stated.name, stated.text), stated.essential);
  }

  void details() {
    verdict_.details["yes_instances"] = outcome_.yes.str();
    verdict_.details["no_instances"] = Integer(outcome_.checked - outcome_.yes).str();
    verdict_.details["source_cells"] = reduction_.source_names.size();
    verdict_.details["image_cells"] = reduction_.image_names.size();
    const Integer excluded = outcome_.seen - outcome_.checked;
    if (excluded > 0) verdict_.details["excluded_by_where"] = excluded.str();
    if (outcome_.example && reduction_.image_names.size() <= most_cells_of_an_example)
      verdict_.details["example"] = instance(*outcome_.example);
  }

  const TheoremText& text_;
  const StatedReduction& reduction_;
  const std::vector<SourceUnit>& units_;
  const ReductionOutcome& outcome_;
  const std::string& stopped_;
  const std::function<std::string(const Json&)>& replay_;
  Verdict& verdict_;
  bool empty_;
  std::vector<ImageToken> tokens_;
  OnUnits on_tokens_;  // [token][unit]
};

}  // namespace

void report_reduction(const TheoremText& text, const StatedReduction& reduction,
                      const std::vector<SourceUnit>& units, const ReductionOutcome& outcome,
                      const std::string& stopped, const std::function<std::string(const Json& input)>& replay,
                      Verdict& verdict) {
  Report(text, reduction, units, outcome, stopped, replay, verdict).write();
}

}  // namespace attest
