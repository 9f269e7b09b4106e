#include "certificates/reduction.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "theorems/lets.hpp"
#include "theorems/stated_reduction.hpp"

namespace attest::theorems::certificates {

namespace {

const Check* check_named(const Verdict& verdict, const std::string& name) {
  const auto found = std::find_if(verdict.checks.begin(), verdict.checks.end(),
                                  [&](const Check& check) { return check.name == name; });
  return found == verdict.checks.end() ? nullptr : &*found;
}

Names names_with(Names names, const InputLayout& layout) {
  for (const InputField& field : layout.fields()) names.insert(field.name);
  return names;
}

}  // namespace

Json reduction_record(const TheoremText& text, const std::string& id, const std::string& variant,
                      const Parameters& parameters) {
  const StatedReduction reduction = stated_reduction(text, parameters);
  const Constants constants = constants_of(text, parameters);
  Names known;
  for (const auto& [name, value] : constants.values) known.insert(name);
  const Names of_source = names_with(known, *reduction.source);
  const Names of_target = names_with(known, *reduction.image);
  const auto in_full = [&](const Expression& e, const Names& names) {
    return written(without_lets(e, text.lets), names);
  };

  Json inputs = inputs_json(*reduction.source);
  for (const Json& field : inputs_json(*reduction.image)) inputs.push_back(field);
  Json where = Json::array(), map = Json::array();
  for (const Expression& condition : text.where) where.push_back(in_full(condition, of_source));
  for (const InputField& field : reduction.image->fields()) {
    const auto& all = text.reduction->map;
    const auto stated = std::find_if(all.begin(), all.end(),
                                     [&](const InputAssignment& one) { return one.input == field.name; });
    map.push_back(Json::array({stated->indices, in_full(stated->value, with(of_source, stated->indices))}));
  }
  return {{"format", "attest/certificate/1"},
          {"theorem", id},
          {"variant", variant},
          {"constants", constants_json(constants)},
          {"inputs", inputs},
          {"reduction",
           {{"source", reduction.source->fields().size()},
            {"where", where},
            {"question", in_full(text.reduction->question, of_source)},
            {"map", map},
            {"asked", in_full(text.reduction->asked, of_target)}}}};
}

ReductionCertificate write_reduction_certificate(const TheoremText& text, const std::string& id,
                                                 const Verdict& verdict, const WriteLine& write) {
  const Check* image = check_named(verdict, "image");
  const Check* answers = check_named(verdict, "answers");
  if (image == nullptr || answers == nullptr)
    throw NoCertificate("the verdict has no check of the images and of their answers");
  ReductionCertificate result;
  result.refuted = image->status == Status::refuted || answers->status == Status::refuted;
  if (!result.refuted && (image->status != Status::holds || answers->status != Status::holds))
    throw NoCertificate(fmt::format("the check of the answers is {}", attest::to_string(answers->status)));
  Json record = reduction_record(text, id, to_string(verdict.variant), verdict.parameters);
  record["claim"] = result.refuted ? "reduction refuted" : "reduction holds";
  write(record.dump() + "\n");
  if (result.refuted) {
    const StatedReduction reduction = stated_reduction(text, verdict.parameters);
    std::vector<long> cells(reduction.source->cells());
    reduction.source->decode(
        reduction.source->space().unrank(Integer(verdict.counterexample.at("rank").get<std::string>())),
        cells);
    write(Json{{"instance", cells}}.dump() + "\n");
  } else {
    write(
        Json{{"instances", verdict.inputs.total.str()}, {"yes", verdict.details.at("yes_instances")}}.dump() +
        "\n");
  }
  write("{\"end\":2}\n");
  result.says = with_the_rest(record["claim"].get<std::string>(), verdict, {"image", "answers"});
  return result;
}

}  // namespace attest::theorems::certificates
