#include "certificates/certificate.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "certificates/cover_hints.hpp"
#include "theorems/theorem_task.hpp"
#include "verification/input_argument.hpp"

namespace attest::theorems::certificates {

namespace {

const TheoremClaim& theorem_of(const Claim& claim, Variant variant) {
  const auto* theorem = dynamic_cast<const TheoremClaim*>(&claim);
  if (theorem == nullptr || theorem->is_program(variant))
    throw NoCertificate("certificates are of theorems whose layer is written as text, which this is not");
  return *theorem;
}

// Of the counterexample, or, where another check has that, the first one that the enumeration met.
std::string failing_rank(const Verdict& verdict) {
  const Json& witness = verdict.counterexample;
  if (witness.is_object() && witness.value("check", "") == "output" && witness.contains("rank"))
    return witness["rank"].get<std::string>();
  const Json& details = verdict.details;
  const Json::json_pointer first("/enumeration/failing/first");
  if (details.is_object() && details.contains(first) && details[first].is_string())
    return details[first].get<std::string>();
  throw NoCertificate("no input with a wrong output is known");
}

// One list for each input.
Json cells_json(const TheoremTask& task, const std::string& rank) {
  const Word word = input_from(Json("rank:" + rank), task, 0);
  std::vector<long> cells(task.layout().cells());
  task.layout().decode(word, cells);
  Json result = Json::array();
  for (const InputField& field : task.layout().fields()) {
    const auto begin = cells.begin() + static_cast<std::ptrdiff_t>(field.first_cell);
    result.push_back(std::vector<long>(begin, begin + static_cast<std::ptrdiff_t>(field.cells)));
  }
  return result;
}

// At most: all heads at all judged tokens.
Integer tuples_of_an_input(const LayerSetting& setting, const TheoremTask& task) {
  Integer sum = 0;
  for (const attention::Head& head : setting.prepared().layer().heads) sum += head.over.largest_count();
  return sum * task.judged_positions().size();
}

NoCertificate too_many_tuples(const Integer& most) {
  return NoCertificate(fmt::format("its boxes would go through more than {} index tuples", most.str()));
}

}  // namespace

void expect_record(const Claim& claim, Variant variant, const Parameters& parameters) {
  const TheoremClaim& theorem = theorem_of(claim, variant);
  theorem.refuse_automatic(variant, parameters);
  const auto setting = theorem.setting(variant, parameters);
  const auto& layer = dynamic_cast<const LayerSetting&>(*setting);
  // A print that defines no layer is refuted or ill-formed by another check than `output`.
  if (!layer.runnable()) throw NoCertificate("certificates are of layers, and this print defines none");
  record_json(theorem, variant, parameters, layer);
}

Certificate write_certificate(const Claim& claim, const Verdict& verdict, const WriteLine& write,
                              const std::optional<Integer>& most) {
  using Kind = Certificate::Kind;
  const TheoremClaim& theorem = theorem_of(claim, verdict.variant);
  const auto output = std::find_if(verdict.checks.begin(), verdict.checks.end(),
                                   [](const Check& check) { return check.name == "output"; });
  if (output == verdict.checks.end()) throw NoCertificate("the verdict has no check of the outputs");
  const bool refuted = output->status == Status::refuted;
  if (!refuted && output->status != Status::holds)
    throw NoCertificate(fmt::format("the check of the outputs is {}", attest::to_string(output->status)));
  if (!refuted && output->evidence != Evidence::cover && output->evidence != Evidence::enumeration)
    throw NoCertificate("that the outputs hold by other means has no certificate so far");

  const auto setting = theorem.setting(verdict.variant, verdict.parameters);
  const auto& layer = dynamic_cast<const LayerSetting&>(*setting);
  const auto& task = dynamic_cast<const TheoremTask&>(layer.task());
  const Integer of_an_input = tuples_of_an_input(layer, task);
  // That outputs hold is so whoever found it, so that a cover may take the place of an enumeration.
  const Integer enumerated = of_an_input * verdict.inputs.total;
  const bool by_cover = !refuted && (output->evidence == Evidence::cover || (most && enumerated > *most));
  const Integer of_a_box = of_an_input / task.judged_positions().size();
  if (by_cover && most && output->evidence == Evidence::cover) {
    // As many boxes as the verdict's own cover had tell before the work that they are too many.
    const Integer boxes(verdict.details.at("cover").at("boxes").get<std::string>());
    if (boxes * of_a_box > *most) throw too_many_tuples(*most);
  }
  Certificate result;
  result.kind = refuted ? Kind::refutation : by_cover ? Kind::cover : Kind::enumeration;
  Json record = record_json(theorem, verdict.variant, verdict.parameters, layer);
  record["claim"] = refuted ? "output refuted" : by_cover ? "output holds by cover" : "output holds";
  write(record.dump() + "\n");
  std::uint64_t hints = 1;
  if (by_cover) {
    hints = write_cover_hints(record.dump(), [&](const std::string& line) {
      write(line);
      result.tuples += of_a_box;
      if (most && result.tuples > *most) throw too_many_tuples(*most);
    });
  } else if (refuted) {
    result.tuples = of_an_input;
    write(Json{{"input", cells_json(task, failing_rank(verdict))}}.dump() + "\n");
  } else {
    const Integer& inputs = verdict.inputs.total;
    result.tuples = enumerated;
    const Integer judged = inputs - verdict.inputs.not_judged.value_or(0);
    write(Json{{"inputs", inputs.str()}, {"judged", judged.str()}}.dump() + "\n");
  }
  write(fmt::format("{{\"end\":{}}}\n", hints + 1));

  result.says = with_the_rest(record["claim"].get<std::string>(), verdict, {"output"});
  return result;
}

}  // namespace attest::theorems::certificates
