#include "theorems/explanation/cause.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "theorems/explanation/cause_matter.hpp"

namespace attest::theorems {

namespace {

using attention::Head;
using attention::HeadTuples;

// Whether the kernel spreads its weight over tuples that are not the heaviest.
bool mixes(const Head& head) {
  return head.kernel == attention::Kernel::softmax || attention::weighs_rationally(head.kernel);
}

void tell_of_nothing(const CauseMatter& m, std::size_t h, CauseSheet& sheet) {
  if (m.heads[h].heaviest != 0) return;
  sheet.say(m.heads[h].tuples == 0
                ? fmt::format("{} sees no tuple and puts out 0", m.head(h).name)
                : fmt::format("no key equals the query {} of {}: it puts out 0",
                              said_row(m.head(h).rows[0][m.scene.kind()]), m.head(h).name));
}

// What the best tuples give against the truth.
void tell_of_best(const CauseMatter& m, CauseSheet& sheet) {
  const bool some_mix = std::any_of(m.layer.heads.begin(), m.layer.heads.end(), mixes);
  if (some_mix && m.best.status == Status::holds) return tell_of_mixture(m, sheet);
  const std::string said = fmt::format("{}, {}", m.best.y(), against_truth(m.scene, m.best));
  if (!some_mix) {
    sheet.say(fmt::format("{} {}", best_subject(m, "is taken and gives", "are taken and give"), said));
    return;
  }
  sheet.say(
      fmt::format("{} {}{}", best_subject(m, "alone gives", "alone give"), said,
                  m.status == Status::holds ? "; the mixture with the others is right all the same" : ""));
}

}  // namespace

Cause cause_of(const Scene& scene, const attention::LayerOutput& output, const std::vector<HeadTuples>& heads,
               Status status) {
  const Alternatives alternatives(scene, output);
  const CauseMatter matter{scene,
                           scene.setting.prepared().layer(),
                           output,
                           heads,
                           status,
                           alternatives,
                           alternatives.best(heads),
                           status == Status::refuted ? facts_of_size(scene) : std::nullopt};
  CauseSheet sheet;
  sheet.note("the best tuples alone", matter.best);
  if (status == Status::undecided) {
    sheet.say("y could not be told from the threshold: its enclosure reaches both sides");
    return sheet.take();
  }
  for (std::size_t h = 0; h < heads.size(); ++h) tell_of_nothing(matter, h, sheet);
  tell_of_best(matter, sheet);
  if (status == Status::holds || tell_of_residual(matter, sheet)) return sheet.take();
  if (matter.best.status != Status::holds && !tell_of_size(matter, sheet)) tell_of_winners(matter, sheet);
  return sheet.take();
}

Json at_fault_json(const ConstructionLines& lines, const Cause& cause) {
  Json groups = Json::array();
  for (const Blame& blame : cause.blamed) {
    Json group = Json::array();
    for (const ConstructionPart part : blame.parts) {
      for (Json& line : lines_json(lines.of(part, blame.heads))) group.push_back(std::move(line));
    }
    if (!group.empty()) groups.push_back(std::move(group));
  }
  return {{"known", cause.known}, {"one_of", std::move(groups)}};
}

}  // namespace attest::theorems
