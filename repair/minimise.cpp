#include "repair/minimise.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "claims/stop.hpp"
#include "claims/usage_error.hpp"
#include "repair/confirm.hpp"
#include "repair/judge.hpp"
#include "repair/print_alone.hpp"
#include "repair/removals.hpp"
#include "repair/search_time.hpp"
#include "theorems/patch.hpp"
#include "theorems/write.hpp"

namespace attest::theorems::repair {

namespace {

constexpr int most_halvings = 6;    // of the scale
constexpr int most_bisections = 3;  // between a scale that holds and one that fails

bool is_failure(const SettingVerdict& seen) {
  return seen.status == Status::refuted || seen.status == Status::ill_formed;
}

Expression scaled_by(const Rational& factor, const Expression& scale) {
  using language::node;
  using language::number;
  using language::Op;
  const Expression written =
      node(Op::divide, {number(Rational(numerator_of(factor))), number(Rational(denominator_of(factor)))});
  return scale ? node(Op::multiply, {written, scale}) : written;
}

class LeastFormSearch {
 public:
  LeastFormSearch(const TheoremText& text, const std::string& variant, const ClaimOf& claim_of,
                  const RepairOptions& options)
      : print_(print_alone(text, variant)), claim_of_(claim_of), options_(options), time_(options.run) {
    result_.variant = variant;
  }

  LeastForm run() {
    const RunLimit limit(options_.run);
    if (print_.layers.empty()) throw UsageError("--minimise", result_.variant, "a variant with a layer");
    const std::unique_ptr<Claim> claim = claim_of_(print_);
    settings_ = small_settings(*claim, named_variant(name_of(print_)), options_.given, time_.left());
    for (const auto* all : {&settings_.quick, &settings_.later})
      result_.stated.insert(result_.stated.end(), all->begin(), all->end());
    if (result_.stated.empty())
      throw UsageError("parameters", "", "sizes at which the theorem has few enough inputs");
    const bool holds = std::any_of(result_.stated.begin(), result_.stated.end(),
                                   [](const SettingVerdict& seen) { return seen.status == Status::holds; });
    if (std::any_of(result_.stated.begin(), result_.stated.end(), is_failure) ||
        (!holds && !time_.stopped())) {
      result_.outcome = LeastForm::Outcome::fails;
      return std::move(result_);
    }
    try {
      begin();
      while (one_pass()) {
      }
      lower_scale();
      result_.complete = true;
      result_.outcome = result_.least ? LeastForm::Outcome::reduced : LeastForm::Outcome::irreducible;
    } catch (const Stopped&) {
      result_.cause = time_.cause();
    }
    return std::move(result_);
  }

 private:
  // What became of a text: it can take the place of the present one, or why it cannot.
  struct Decision {
    std::optional<Repair> holds;
    bool here = false;  // it holds at the settings
    std::string why;
  };

  static std::string name_of(const TheoremText& text) { return variant_names(text).front(); }

  void begin() {
    if (settings_.quick.empty()) std::swap(settings_.quick, settings_.later);
    // What is not decided of the theorem as it stands is asked of no other form.
    for (auto* all : {&settings_.quick, &settings_.later})
      std::erase_if(*all, [](const SettingVerdict& seen) { return seen.status == Status::undecided; });
    judge_.emplace(claim_of_, settings_.quick, time_.left());
    now_ = print_;
    for (LayerStatement& layer : now_.layers) {
      for (HeadStatement& head : layer.heads) {
        result_.displays = result_.displays || !head.displays.empty();
        head.displays.clear();
      }
    }
    if (result_.displays) steps_.push_back({print_, "what is displayed speaks of the layer as it stands"});
    result_.every_size = every_size(now_, name_of(now_), claim_of_, options_.given, time_.left());
    if (time_.stopped()) throw Stopped();
  }

  // Whether something went.
  bool one_pass() {
    ++passes_;
    result_.needed.clear();
    result_.not_taken.clear();
    bool gone = false;
    std::vector<Removal> removals = removals_of(now_);
    for (std::size_t k = 0; k < removals.size();) {
      if (options_.progress)
        options_.progress(fmt::format("what can go, pass {}", passes_), k, removals.size());
      const Removal& removal = removals[k];
      std::vector<Step> steps = steps_;
      steps.push_back({now_, "it holds without " + removal.what});
      Decision decision = decide(steps, removal.text);
      if (!decision.holds) {
        (decision.here ? result_.not_taken : result_.needed).push_back({removal.what, decision.why});
        ++k;
        continue;
      }
      gone = true;
      result_.gone.push_back(removal.what);
      result_.least = std::move(decision.holds);
      steps_ = std::move(steps);
      now_ = removal.text;
      removals = removals_of(now_);  // what stood before it was looked at; the next pass looks again
    }
    return gone;
  }

  Decision decide(const std::vector<Step>& steps, const TheoremText& text) {
    if (time_.stopped()) throw Stopped();
    Tried& tried = result_.tried;
    ++tried.made;
    const std::string written = write(text);
    if (const auto known = known_.find(written); known != known_.end()) {
      ++tried.repeated;
      return known->second;
    }
    Decision decision = decide_new(steps, text);
    if (time_.stopped()) throw Stopped();
    if (!decision.holds) known_.emplace(written, decision);
    return decision;
  }

  Decision decide_new(const std::vector<Step>& steps, const TheoremText& text) {
    Tried& tried = result_.tried;
    const Judged judged = judge_->judge(text, 0);
    judge_->learn(judged);
    count(tried, judged.how);
    if (judged.how != Judged::How::holds) {
      const bool placed = judged.how != Judged::How::unreadable;
      return {{},
              false,
              placed ? fmt::format("at {} {}", judge_->settings()[judged.setting].parameters.to_string(),
                                   judged.why)
                     : judged.why};
    }
    EverySize every;
    if (result_.every_size.proved()) {
      every = every_size(text, name_of(text), claim_of_, options_.given, time_.left());
      if (!every.proved()) {
        ++tried.fell;
        return {{}, true, every.proof ? every.proof->reason : every.no_proof};
      }
      ++tried.proved;
    }
    Confirmed confirmed =
        confirm(steps, text, result_.variant, claim_of_, settings_, time_.left(), Purpose::least_form);
    if (!confirmed.repair) {
      ++tried.fell;
      if (!confirmed.failed) return {{}, true, "no patches say it"};
      return {{},
              false,
              fmt::format("at {} {}", confirmed.failed->parameters.to_string(), confirmed.failed->reason)};
    }
    confirmed.repair->proof = std::move(every.proof);
    confirmed.repair->no_proof = "the theorem as it stands is not proved either";
    return {std::move(confirmed.repair), true, ""};
  }

  TheoremText with_scale(const Rational& factor) const {
    TheoremText text = now_;
    for (LayerStatement& layer : text.layers) {
      for (HeadStatement& head : layer.heads) {
        if (head.kernel == Kernel::softmax) head.scale = scaled_by(factor, head.scale);
      }
    }
    return text;
  }

  void lower_scale() {
    const bool soft = std::any_of(now_.layers.begin(), now_.layers.end(), [](const LayerStatement& layer) {
      return std::any_of(layer.heads.begin(), layer.heads.end(),
                         [](const HeadStatement& head) { return head.kernel == Kernel::softmax; });
    });
    if (!soft) return;
    LeastForm::Scale found;
    std::uint64_t done = 0;
    const auto holds = [&](const Rational& factor) {
      if (options_.progress) options_.progress("the scale", done++, most_halvings + most_bisections);
      std::vector<Step> steps = steps_;
      steps.push_back({now_, "a smaller scale"});
      const Decision decision = decide(steps, with_scale(factor));
      if (decision.holds) {
        found.at_most = factor;
      } else {
        found.fails = factor;
        found.why = decision.why;
      }
      return decision.holds.has_value();
    };
    for (int k = 0; k < most_halvings && holds(found.at_most / 2); ++k) {
    }
    for (int k = 0; k < most_bisections && found.fails; ++k) holds((found.at_most + *found.fails) / 2);
    result_.scale = std::move(found);
  }

  TheoremText print_;
  const ClaimOf& claim_of_;
  const RepairOptions& options_;
  SearchTime time_;
  SmallSettingsOfTheorem settings_;
  std::optional<CandidateJudge> judge_;
  TheoremText now_;
  std::vector<Step> steps_;  // before it
  std::map<std::string, Decision> known_;
  int passes_ = 0;
  LeastForm result_;
};

}  // namespace

LeastForm search_least_form(const TheoremText& text, const std::string& variant, const ClaimOf& claim_of,
                            const RepairOptions& options) {
  return LeastFormSearch(text, variant, claim_of, options).run();
}

}  // namespace attest::theorems::repair
