#include <fmt/format.h>
#include <fmt/ranges.h>

#include "theorems/explanation/cause_matter.hpp"

namespace attest::theorems {

bool tell_of_residual(const CauseMatter& m, CauseSheet& sheet) {
  const WithoutResidual without(m.layer, m.scene.coordinate);
  if (!without.changes(m.scene.kind())) return false;
  std::vector<std::string> added;
  for (const std::size_t c : without.coordinates()) {
    const Rational& own = m.layer.stream[m.scene.kind()](static_cast<Eigen::Index>(c));
    if (own != 0) added.push_back(fmt::format("{} to {}", attest::to_string(own), m.scene.coordinates[c]));
  }
  const Outcome outcome = without.at(m.scene, m.output);
  sheet.note("without the residual where heads land", outcome);
  const bool mends = outcome.status == Status::holds;
  const bool everywhere = mends && m.facts && m.facts->residual_right == m.facts->outputs;
  sheet.say(fmt::format("the residual adds {}, where a head lands; without it {} would be {}{}",
                        fmt::join(added, " and "), outcome.y(),
                        mends                               ? "right"
                        : outcome.status == Status::refuted ? "wrong"
                                                            : "not decided",
                        everywhere ? ", and y right on " + m.facts->everywhere() : ""));
  if (mends) sheet.blame({{{ConstructionPart::residual, ConstructionPart::values}, m.all_heads()}});
  return mends;
}

}  // namespace attest::theorems
