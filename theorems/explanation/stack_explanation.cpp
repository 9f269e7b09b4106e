#include "theorems/explanation/stack_explanation.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "claims/run_result.hpp"
#include "numeric/short_decimal.hpp"
#include "theorems/explanation/cause_matter.hpp"
#include "theorems/explanation/readout_steps.hpp"
#include "verification/limits.hpp"

namespace attest::theorems {

namespace {

using attention::Layer;
using attention::LayerStack;
using attention::StackRun;

constexpr Precision shown_precision = 512;  // of the streams that are shown

Json stream_number(const EnclosedNumber& number) {
  if (number.is_exact()) return exact_json(number.exact());
  return number.is_finite() ? bounds_json(number.enclosure(shown_precision)) : Json();
}

// Whose streams behind each layer the judged token's is made of, from the last layer back.
std::vector<std::vector<attention::Token>> needed_tokens(const LayerStack& stack, attention::Token judged) {
  std::vector<std::vector<attention::Token>> needed(stack.layers().size());
  std::vector<attention::Token> now{judged};
  for (std::size_t l = stack.layers().size(); l-- > 0;) {
    needed[l] = now;
    now = attention::tokens_read(stack.layers()[l], now);
  }
  return needed;
}

Json streams_json(const Scene& scene, const StackRun& run) {
  const LayerStack& stack = *scene.setting.stack();
  const auto needed = needed_tokens(stack, scene.receiver);
  Json result = Json::array();
  for (std::size_t l = 0; l < stack.layers().size(); ++l) {
    const auto streams = run.streams_behind(l, shown_precision);
    Json tokens = Json::array();
    for (const attention::Token token : needed[l]) {
      Json stream = Json::array();
      for (const EnclosedNumber& number : streams[token]) stream.push_back(stream_number(number));
      tokens.push_back({{"token", scene.name(token)}, {"stream", std::move(stream)}});
    }
    result.push_back({{"layer", l + 1}, {"tokens", std::move(tokens)}});
  }
  return result;
}

Json readout_of_stack(const Scene& scene, const StackRun& run) {
  const attention::Readout& readout = scene.setting.stack()->layers().back().readouts[scene.coordinate];
  const auto stream_at = [&](Precision p) { return run.streams(p)[scene.receiver]; };
  const StackRun::Stream shown = stream_at(shown_precision);
  FinalStream stream{std::nullopt, [&](Precision p) {
                       std::vector<Interval> all;
                       for (const EnclosedNumber& number : stream_at(p)) all.push_back(number.enclosure(p));
                       return all;
                     }};
  if (std::all_of(shown.begin(), shown.end(),
                  [](const EnclosedNumber& number) { return number.is_exact(); })) {
    stream.exact.emplace();
    for (const EnclosedNumber& number : shown) stream.exact->push_back(number.exact());
  }
  Json coordinates = Json::array();
  for (const std::size_t c : readout.coordinates()) {
    coordinates.push_back({{"name", scene.coordinates[c]},
                           {"residual", Json()},
                           {"landings", Json::array()},
                           {"value", stream_number(shown[c])}});
  }
  return {{"formula", scene.readout.empty() ? Json() : Json(scene.readout)},
          {"coordinates", std::move(coordinates)},
          {"steps", readout_steps(scene, readout, stream)}};
}

Cause cause_of_stack(const Scene& scene, const PositionOutput& out) {
  CauseSheet sheet;
  if (out.status == Status::undecided) {
    sheet.say("y could not be told from the threshold: its enclosure reaches both sides");
    return sheet.take();
  }
  sheet.say(fmt::format("the readout makes y = {} of the stream behind layer {}, which is {}",
                        out.exact ? short_text(*out.exact) : short_text(out.y),
                        scene.setting.stack()->layers().size(),
                        out.status == Status::holds ? "right" : "wrong"));
  sheet.say(
      "the streams of several layers are known by intervals, and what single tuples would give is not taken apart");
  if (out.status == Status::holds) return sheet.take();
  if (const auto facts = facts_of_size(scene)) {
    tell_of_shift(scene, *facts, sheet);
    sheet.say(fmt::format("the output is right on {}", facts->on(facts->right)));
  }
  using Part = ConstructionPart;
  sheet.blame({{{Part::changes}, {}}, {{Part::readout}, {}}, {{Part::task}, {}}}, false);
  return sheet.take();
}

}  // namespace

void explain_stack(const Scene& scene, const PositionOutput& out, const ConstructionLines& lines,
                   Json& result) {
  const StackRun run(*scene.setting.stack(), scene.kinds);
  result["heads"] = Json::array();
  result["coordinates"] = scene.coordinates;
  result["streams"] = streams_json(scene, run);
  result["readout"] = readout_of_stack(scene, run);
  const Cause cause = cause_of_stack(scene, out);
  result["what_if"] = Json::array();
  result["cause"] = cause.text;
  result["at_fault"] = at_fault_json(lines, cause);
}

}  // namespace attest::theorems
