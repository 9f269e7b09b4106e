#include "theorems/explanation/readout_steps.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <functional>

#include "claims/run_result.hpp"
#include "claims/stop.hpp"
#include "verification/limits.hpp"

namespace attest::theorems {

namespace {

using attention::AffineForm;
using attention::Layer;
using attention::LayerOutput;
using attention::Readout;

constexpr Precision step_precision = 2048;  // up to here a step's value is made accurate

// As accurate as it is printed, where step_precision reaches that far.
Interval accurate(const std::function<Interval(Precision)>& enclose) {
  Interval result;
  for (Precision precision = initial_precision + printed_bits; precision <= step_precision; precision *= 2) {
    check_stop();
    result = enclose(precision);
    if (result.is_finite() && arb_rel_accuracy_bits(result.ball()) >= printed_bits) break;
  }
  return result;
}

// A readout taken apart: every relu, |.|, min, max and product is a step with a name; sums and multiples stay in the formulas.
class Steps {
 public:
  Steps(const Scene& scene, const FinalStream& stream) : scene_(scene), stream_(stream) {}

  Json all(const Readout& readout) {
    std::string formula = text_of(readout);
    add(readout, "y", std::move(formula));
    return std::move(steps_);
  }

  std::string text_of(const AffineForm& form) const {
    std::string text;
    const auto term = [&](const Rational& factor, const std::string& name) {
      const Rational size = boost::multiprecision::abs(factor);
      const std::string sign = text.empty() ? (factor < 0 ? "-" : "") : (factor < 0 ? " - " : " + ");
      const std::string times = name.empty() || size != 1 ? attest::to_string(size) : "";
      text += sign + times + (times.empty() || name.empty() ? "" : "*") + name;
    };
    for (const auto& [c, factor] : form.coefficients) term(factor, scene_.coordinates[c]);
    if (form.constant != 0 || text.empty()) term(form.constant, "");
    return text;
  }

 private:
  // What stands for it in the formula above it; its steps are added on the way.
  std::string text_of(const Readout& readout) {
    if (readout.op == Readout::Op::affine) return text_of(readout.form);
    if (readout.op == Readout::Op::sum) {
      std::string text;
      for (const Readout& child : readout.children) {
        const std::string part = text_of(child);
        if (text.empty()) {
          text = part;
        } else {
          text += part.starts_with('-') ? " - " + part.substr(1) : " + " + part;
        }
      }
      return text;
    }
    if (readout.op == Readout::Op::scaled) {
      const std::string part = text_of(readout.children.front());
      const bool simple = part.find(' ') == std::string::npos && !part.starts_with('-');
      if (readout.factor == -1) return simple ? "-" + part : "-(" + part + ")";
      return attest::to_string(readout.factor) + "*" + (simple ? part : "(" + part + ")");
    }
    std::vector<std::string> parts;
    for (const Readout& child : readout.children) parts.push_back(text_of(child));
    const std::string name = fmt::format("t{}", steps_.size() + 1);
    if (readout.op == Readout::Op::product) {
      for (std::string& part : parts) {
        if (part.find(' ') != std::string::npos || part.starts_with('-')) part = "(" + part + ")";
      }
      add(readout, name, fmt::format("{}", fmt::join(parts, "*")));
      return name;
    }
    const char* const what = readout.op == Readout::Op::positive_part ? "relu"
                             : readout.op == Readout::Op::absolute    ? "abs"
                             : readout.op == Readout::Op::minimum     ? "min"
                                                                      : "max";
    add(readout, name, fmt::format("{}({})", what, fmt::join(parts, ", ")));
    return name;
  }

  void add(const Readout& readout, const std::string& name, std::string formula) {
    std::optional<Rational> exact;
    if (stream_.exact) exact = attention::ReadoutOn(readout, attention::RationalArithmetic())(*stream_.exact);
    const Interval value =
        exact ? Interval(*exact, initial_precision + printed_bits)
              : accurate([&](Precision p) { return enclosed(readout, stream_.enclosed(p), p); });
    steps_.push_back({{"name", name}, {"formula", std::move(formula)}, {"value", number_json(exact, value)}});
  }

  const Scene& scene_;
  const FinalStream& stream_;
  Json steps_ = Json::array();
};

}  // namespace

Json number_json(const std::optional<Rational>& exact, const Interval& enclosed) {
  if (exact) return exact_json(*exact);
  return enclosed.is_finite() ? bounds_json(enclosed) : Json();
}

Json head_output(const attention::HeadSums& sums) {
  Json result = Json::array();
  if (const auto exact = sums.exact()) {
    for (Eigen::Index c = 0; c < exact->size(); ++c) result.push_back(exact_json((*exact)(c)));
    return result;
  }
  for (const ExponentialSum& values : sums.values)
    result.push_back(bounds_json(quotient(values, sums.counts, sums.unit, printed_bits)));
  return result;
}

Json readout_steps(const Scene& scene, const Readout& readout, const FinalStream& stream) {
  return Steps(scene, stream).all(readout);
}

Json readout_json(const Scene& scene, const attention::LayerOutput& output) {
  const Layer& layer = scene.setting.prepared().layer();
  const FinalStream stream{output.exact_stream(), [&](Precision p) { return output.stream(p); }};
  const attention::Readout& readout = layer.readouts[scene.coordinate];
  Json coordinates = Json::array();
  std::vector<Json> heads;
  for (const auto& sums : output.heads()) heads.push_back(head_output(sums));
  const auto& exact = stream.exact;
  for (const std::size_t c : readout.coordinates()) {
    Json landings = Json::array();
    for (const Layer::Landing& landing : layer.landings) {
      if (landing.to != c) continue;
      landings.push_back({{"head", layer.heads[landing.head].name},
                          {"coordinate", landing.from + 1},
                          {"factor", attest::to_string(landing.factor)},
                          {"value", heads[landing.head][landing.from]}});
    }
    const Rational residual =
        layer.residual ? layer.stream[scene.kind()](static_cast<Eigen::Index>(c)) : Rational(0);
    const Interval value = exact ? Interval((*exact)[c], initial_precision + printed_bits)
                                 : accurate([&](Precision p) { return output.stream(p)[c]; });
    coordinates.push_back({{"name", scene.coordinates[c]},
                           {"residual", layer.residual ? Json(attest::to_string(residual)) : Json()},
                           {"landings", std::move(landings)},
                           {"value", number_json(exact ? std::optional((*exact)[c]) : std::nullopt, value)}});
  }
  return {{"formula", scene.readout.empty() ? Json() : Json(scene.readout)},
          {"coordinates", std::move(coordinates)},
          {"steps", readout_steps(scene, readout, stream)}};
}

}  // namespace attest::theorems
