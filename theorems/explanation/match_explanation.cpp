#include "theorems/explanation/match_explanation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <stdexcept>

#include "attention/whole_number.hpp"
#include "claims/run_result.hpp"
#include "numeric/short_decimal.hpp"
#include "theorems/explanation/cause_matter.hpp"
#include "theorems/explanation/readout_steps.hpp"

namespace attest::theorems {

namespace {

using attention::MatchLayer;
using attention::MatchLayers;
using attention::MatchRun;
using attention::MatchStep;
using attention::MatchTrace;

Json state_json(const attention::State& state) {
  Json result = Json::array();
  for (const Rational& entry : state.dense()) result.push_back(attest::to_string(entry));
  return result;
}

std::string state_text(const attention::State& state) {
  std::string text;
  for (const Rational& entry : state.dense()) text += (text.empty() ? "" : ", ") + short_text(entry);
  return state.size() == 1 ? text : "(" + text + ")";
}

class MatchExplainer {
 public:
  MatchExplainer(const Scene& scene, Status status, std::size_t most_tuples)
      : scene_(scene), layers_(*scene.setting.match_layers()), status_(status), most_tuples_(most_tuples) {
    run_ = attention::run_by_definition(layers_, scene.kinds, &trace_);
    find_needed();
  }

  const MatchRun& run() const { return run_; }

  Json layers() const {
    Json result = Json::array();
    for (std::size_t l = 0; l < layers_.layers.size(); ++l) {
      Json tokens = Json::array();
      for (const attention::Token token : needed_[l]) {
        Json heads = Json::array();
        for (std::size_t h = 0; h < trace_.layers[l].size(); ++h) heads.push_back(head(l, h, token));
        tokens.push_back({{"token", scene_.name(token)},
                          {"state", state_json(trace_.states[l][token])},
                          {"heads", std::move(heads)},
                          {"next", state_json(after(l)[token])}});
      }
      result.push_back({{"layer", l + 1}, {"tokens", std::move(tokens)}});
    }
    return result;
  }

  // Of the last layer, in the form of one layer's heads.
  Json heads() const {
    Json result = Json::array();
    const std::size_t l = layers_.layers.size() - 1;
    for (std::size_t h = 0; h < trace_.layers[l].size(); ++h) {
      const MatchStep& step = trace_.layers[l][h];
      const auto& matches = step.matches[scene_.receiver];
      // The matches, then others up to as many as are asked for.
      std::vector<attention::Token> shown = matches;
      const auto seen = layers_.layers[l].heads[h].over.tuples(scene_.receiver);
      for (const attention::Token token : seen) {
        if (shown.size() >= most_tuples_) break;
        if (!std::binary_search(matches.begin(), matches.end(), token)) shown.push_back(token);
      }
      Json tuples = Json::array();
      const Rational weight = matches.empty() ? Rational(0) : Rational(1, static_cast<long>(matches.size()));
      for (std::size_t k = 0; k < shown.size(); ++k) {
        tuples.push_back({{"tuple", Json::array({scene_.name(shown[k])})},
                          {"score", Json()},
                          {"key", state_json(step.keys[shown[k]])},
                          {"weight", exact_json(k < matches.size() ? weight : Rational(0))},
                          {"value", state_json(step.values[shown[k]])}});
      }
      Json output = Json::array();
      for (const Rational& entry : step.averages[scene_.receiver].dense())
        output.push_back(exact_json(entry));
      result.push_back(
          {{"name", layers_.layers[l].heads[h].name},
           {"kernel", "exact-match"},
           {"query", state_json(step.queries[scene_.receiver])},
           {"tuples", std::move(tuples)},
           {"rest",
            {{"tuples", std::to_string(seen.size() - shown.size())}, {"weight", exact_json(Rational(0))}}},
           {"heaviest",
            {{"tuples", std::to_string(matches.size())},
             {"weight", exact_json(Rational(matches.empty() ? 0 : 1))}}},
           {"second", Json()},
           {"all_looked_at", true},
           {"output", std::move(output)}});
    }
    return result;
  }

  Json readout() const {
    const attention::State& state = run_.states[scene_.receiver];
    Json coordinates = Json::array();
    for (std::size_t c = 0; c < state.size(); ++c) {
      coordinates.push_back({{"name", scene_.coordinates[c]},
                             {"residual", Json()},
                             {"landings", Json::array()},
                             {"value", exact_json(state[c])}});
    }
    const Json formula = scene_.readout.empty() ? Json() : Json(scene_.readout);
    return {{"formula", formula},
            {"coordinates", std::move(coordinates)},
            {"steps", Json::array({{{"name", "y"},
                                    {"formula", formula},
                                    {"value", exact_json(layers_.psi[scene_.coordinate].at(state))}}})}};
  }

  Cause cause(Json& what_ifs) const {
    CauseSheet sheet;
    tell_unmatched(sheet);
    const std::size_t l = layers_.layers.size() - 1;
    for (std::size_t h = 0; h < trace_.layers[l].size(); ++h) {
      const MatchStep& step = trace_.layers[l][h];
      const auto& matches = step.matches[scene_.receiver];
      if (matches.empty()) continue;
      bool one_value = true;
      for (const attention::Token match : matches)
        one_value = one_value && step.values[match] == step.values[matches.front()];
      const std::string average = state_text(step.averages[scene_.receiver]);
      if (matches.size() == 1) {
        sheet.say(fmt::format("in the last layer {} is the only match{} and gives {}", scene_.said(matches),
                              of_head(l, h), average));
      } else {
        sheet.say(fmt::format("in the last layer {} tokens match{}; {} {}", matches.size(), of_head(l, h),
                              one_value ? "all give" : "their values differ, with the mean", average));
      }
    }
    const Rational y = layers_.psi[scene_.coordinate].at(run_.states[scene_.receiver]);
    sheet.say(fmt::format("the readout makes y = {} of the last state, which is {}", short_text(y),
                          status_ == Status::holds ? "right" : "wrong"));
    if (status_ != Status::holds) tell_what_is_wrong(what_ifs, sheet);
    return sheet.take();
  }

 private:
  const std::vector<attention::State>& after(std::size_t l) const {
    return l + 1 < trace_.states.size() ? trace_.states[l + 1] : run_.states;
  }

  std::string of_head(std::size_t l, std::size_t h) const {
    return trace_.layers[l].size() == 1 ? "" : " in " + layers_.layers[l].heads[h].name;
  }

  // Which tokens' states the judged one is made of, from the last layer back.
  void find_needed() {
    std::set<attention::Token> now{scene_.receiver};
    needed_.resize(layers_.layers.size());
    for (std::size_t l = layers_.layers.size(); l-- > 0;) {
      needed_[l].assign(now.begin(), now.end());
      std::set<attention::Token> before = now;
      for (const attention::Token token : now) {
        for (const MatchStep& step : trace_.layers[l])
          before.insert(step.matches[token].begin(), step.matches[token].end());
      }
      now = std::move(before);
    }
  }

  Json head(std::size_t l, std::size_t h, attention::Token token) const {
    const MatchStep& step = trace_.layers[l][h];
    Json values = Json::array();
    for (const attention::Token match : step.matches[token]) values.push_back(state_json(step.values[match]));
    return {{"name", layers_.layers[l].heads[h].name},
            {"query", state_json(step.queries[token])},
            {"matches", scene_.names(step.matches[token])},
            {"values", std::move(values)},
            {"output", state_json(step.averages[token])}};
  }

  void tell_unmatched(CauseSheet& sheet) const {
    for (const MatchRun::Unmatched& none : run_.unmatched) {
      const auto& needed = needed_[none.layer];
      if (!std::binary_search(needed.begin(), needed.end(), none.token)) continue;
      sheet.say(fmt::format("in layer {} no key equals the query {} of {}{}, which gets 0", none.layer + 1,
                            state_text(trace_.layers[none.layer][none.head].queries[none.token]),
                            scene_.said(none.token), of_head(none.layer, none.head)));
    }
  }

  // What is so on all inputs, else what another match would give on this one.
  void tell_what_is_wrong(Json& what_ifs, CauseSheet& sheet) const {
    const std::size_t before = sheet.sentences();
    if (const auto facts = facts_of_size(scene_)) tell_of_shift(scene_, *facts, sheet);
    if (sheet.sentences() > before) return;
    const std::size_t l = layers_.layers.size() - 1;
    std::vector<std::size_t> heads;
    for (std::size_t h = 0; h < trace_.layers[l].size(); ++h) {
      tell_what_would_be_right(l, h, what_ifs, sheet);
      heads.push_back(h);
    }
    using Part = ConstructionPart;
    sheet.blame({{{Part::scores}, heads}, {{Part::values}, heads}, {{Part::readout}, {}}, {{Part::task}, {}}},
                false);
    if (sheet.sentences() > before) sheet.say("one input does not tell whether that is more than chance");
  }

  // The first token whose value alone, in the place of this head's average, would be right.
  void tell_what_would_be_right(std::size_t l, std::size_t h, Json& what_ifs, CauseSheet& sheet) const {
    const MatchStep& step = trace_.layers[l][h];
    const auto seen = layers_.layers[l].heads[h].over.tuples(scene_.receiver);
    const auto& matches = step.matches[scene_.receiver];
    std::vector<attention::State> averages;
    for (const MatchStep& each : trace_.layers[l]) averages.push_back(each.averages[scene_.receiver]);
    try {
      for (const attention::Token token : seen) {
        averages[h] = step.values[token];
        const Rational y = layers_.psi[scene_.coordinate].at(
            layers_.layers[l].next(trace_.states[l][scene_.receiver], averages));
        if (!is_right(scene_.wanted, y)) continue;
        const bool matched = std::binary_search(matches.begin(), matches.end(), token);
        what_ifs.push_back({{"what", scene_.said(token) + of_head(l, h) + " alone"},
                            {"value", exact_json(y)},
                            {"right", true}});
        sheet.say(
            fmt::format("on this input {} alone{} would give y = {}, which is right; {}", scene_.said(token),
                        of_head(l, h), short_text(y),
                        matched ? "it shares the weight with the others"
                                : fmt::format("its key {} is not the query {}", state_text(step.keys[token]),
                                              state_text(step.queries[scene_.receiver]))));
        return;
      }
      sheet.say(fmt::format("on this input no token's value alone{} would give the truth in the last layer",
                            of_head(l, h)));
    } catch (const UndefinedState&) {
      // psi has no value there: nothing is said of it.
    }
  }

  const Scene& scene_;
  const MatchLayers& layers_;
  Status status_;
  std::size_t most_tuples_;
  MatchTrace trace_;
  MatchRun run_;
  std::vector<std::vector<attention::Token>> needed_;  // [layer], ascending
};

}  // namespace

void explain_match_layers(const Scene& scene, const PositionOutput& out, const ConstructionLines& lines,
                          std::size_t most_tuples, Json& result) {
  const MatchExplainer explainer(scene, out.status, most_tuples);
  const Rational y =
      scene.setting.match_layers()->psi[scene.coordinate].at(explainer.run().states[scene.receiver]);
  if (!out.exact || *out.exact != y)
    throw std::logic_error("the explanation of exact-match layers and their run disagree");
  result["heads"] = explainer.heads();
  result["layers"] = explainer.layers();
  result["readout"] = explainer.readout();
  result["what_if"] = Json::array();
  const Cause cause = explainer.cause(result["what_if"]);
  result["cause"] = cause.text;
  result["at_fault"] = at_fault_json(lines, cause);
}

}  // namespace attest::theorems
