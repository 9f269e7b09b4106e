#include "theorems/repair/search.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <stdexcept>
#include <unordered_set>

#include "claims/stop.hpp"
#include "claims/usage_error.hpp"
#include "theorems/patch.hpp"
#include "theorems/repair/confirm.hpp"
#include "theorems/repair/edits.hpp"
#include "theorems/repair/judge.hpp"
#include "theorems/repair/narrowing.hpp"
#include "theorems/repair/print_alone.hpp"
#include "theorems/repair/proving.hpp"
#include "theorems/repair/search_time.hpp"
#include "theorems/write.hpp"

namespace attest::theorems::repair {

namespace {

constexpr std::size_t most_bases = 16;  // of each number of edits
constexpr std::size_t most_proofs = 4;  // of repairs of equal cost
constexpr double seconds_between_journals = 30;

// A theorem that so many edits have made, and where it does not hold.
struct Base {
  std::vector<Step> steps;  // before it
  TheoremText text;
  int cost = 0;
  std::vector<std::string> kinds;
  std::size_t setting = 0;
  long distance = 0;
  std::string why;
};

class Search {
 public:
  Search(const TheoremText& text, const std::string& variant, const ClaimOf& claim_of,
         const RepairOptions& options)
      : print_(print_alone(text, variant)), claim_of_(claim_of), options_(options), time_(options.run) {
    result_.variant = variant;
  }

  RepairSearch run() {
    const RunLimit limit(options_.run);
    result_.edited = !print_.layers.empty();
    try {
      look_at_print();
      if (result_.outcome == RepairSearch::Outcome::holds) return std::move(result_);
      narrow();
      if (result_.edited) edit();
      result_.complete = seconds() <= others_until_;
    } catch (const Stopped&) {
      result_.cause = time_.cause();
    }
    keep();
    conclude();
    return std::move(result_);
  }

 private:
  bool stopped() const { return time_.stopped(); }
  double seconds() const { return time_.seconds(); }
  VerifyOptions left() const { return time_.left(); }

  void look_at_print() {
    const std::unique_ptr<Claim> claim = claim_of_(print_);
    const Variant variant = named_variant(variant_names(print_).front());
    if (options_.journal && options_.journal->begun) {
      old_ = *options_.journal;
      settings_.quick = again(*claim, variant, old_.quick);
      settings_.later = again(*claim, variant, old_.later);
    } else {
      settings_ = small_settings(*claim, variant, options_.given, left());
    }
    if (stopped()) throw Stopped();
    journal_.begun = true;
    journal_.quick = in_words(settings_.quick);
    journal_.later = in_words(settings_.later);
    for (const auto* all : {&settings_.quick, &settings_.later})
      result_.print.insert(result_.print.end(), all->begin(), all->end());
    if (result_.print.empty())
      throw UsageError("parameters", "", "sizes at which the theorem has few enough inputs");
    const bool fails =
        std::any_of(result_.print.begin(), result_.print.end(), [](const SettingVerdict& seen) {
          return seen.status == Status::refuted || seen.status == Status::ill_formed;
        });
    if (!fails) result_.outcome = RepairSearch::Outcome::holds;
  }

  // The settings of a journal, looked at again.
  std::vector<SettingVerdict> again(const Claim& claim, Variant variant,
                                    const std::vector<Journal::Setting>& settings) const {
    std::vector<SettingVerdict> all;
    for (const Journal::Setting& setting : settings) {
      all.push_back(verdict_at(claim, variant, setting.words, left()));
      if (stopped()) throw Stopped();
      if (to_string(all.back().status) != setting.verdict)
        throw UsageError(fmt::format("--checkpoint: at {} it has {}, and now the verdict is {}",
                                     all.back().parameters.to_string(), setting.verdict,
                                     to_string(all.back().status)));
    }
    return all;
  }

  static std::vector<Journal::Setting> in_words(const std::vector<SettingVerdict>& all) {
    std::vector<Journal::Setting> settings;
    for (const SettingVerdict& seen : all) {
      Journal::Setting setting{{}, to_string(seen.status)};
      const Json parameters = seen.parameters.to_json();
      for (const auto& [name, value] : parameters.items())
        setting.words.push_back(name + "=" + (value.is_string() ? value.get<std::string>() : value.dump()));
      settings.push_back(std::move(setting));
    }
    return settings;
  }

  bool replays() const { return journal_.decisions.size() < old_.decisions.size(); }

  // The next decision: as the journal has it, or made now and written down. `with_reason`: what another edit may be made of.
  Judged decided(bool with_reason, const std::function<Judged()>& decide) {
    if (replays()) {
      const Journal::Decision& old = old_.decisions[journal_.decisions.size()];
      if (old.setting >= judge_->settings().size())
        throw UsageError(fmt::format("--checkpoint: there is no setting {}", old.setting));
      journal_.decisions.push_back(old);
      // From here on this search is the one that ended there.
      if (!replays()) time_.go_on_from(old_.seconds);
      return {old.how, old.setting, old.distance, old.why};
    }
    if (!goes_on_ && !old_.decisions.empty()) go_on();
    goes_on_ = true;
    Judged judged = decide();
    if (judged.how == Judged::How::undecided && stopped()) throw Stopped();
    journal_.decisions.push_back(
        {judged.how, judged.setting, judged.distance, with_reason ? judged.why : std::string()});
    if (seconds() - kept_ > seconds_between_journals) keep();
    return judged;
  }

  void go_on() {
    try {
      judge_->go_on_from(old_.judge);
    } catch (const std::invalid_argument& error) {
      throw UsageError(fmt::format("--checkpoint: {}", error.what()));
    }
  }

  void keep() {
    kept_ = seconds();
    if (!options_.keep) return;
    if (replays() || (old_.begun && !journal_.begun)) return options_.keep(old_);  // it has more
    journal_.seconds = seconds();
    if (!found_.empty()) journal_.others_until = others_until_;
    const bool fresh = !goes_on_ && !old_.decisions.empty();  // it has not gone on yet
    if (judge_) journal_.judge = fresh ? old_.judge : judge_->state();
    options_.keep(journal_);
  }

  void narrow() {
    const Expression condition = narrowing(print_, result_.print);
    if (!condition) return;
    TheoremText narrowed = print_;
    narrowed.judged_if = condition;
    const auto failing =
        std::find_if(result_.print.begin(), result_.print.end(), [](const SettingVerdict& seen) {
          return seen.status == Status::refuted || seen.status == Status::ill_formed;
        });
    Confirmed confirmed = confirm({{print_, why_at(*failing)}}, narrowed, result_.variant, claim_of_,
                                  settings_, left(), Purpose::narrowing);
    if (!confirmed.repair) return;
    result_.narrowed = std::move(confirmed.repair);
    prove(*result_.narrowed);
  }

  static std::string why_at(const SettingVerdict& seen) {
    const std::string why = CandidateJudge::why(seen.checks);
    const std::string at = seen.parameters.to_string();
    return (at.empty() ? "" : "at " + at + " ") + (why.empty() ? seen.reason : why);
  }

  // Of the settings at which it fails, the one that tells most: with many inputs, but not too many.
  std::size_t telling_setting() const {
    constexpr long many = 300;
    std::optional<std::size_t> best;
    for (std::size_t k = 0; k < settings_.quick.size(); ++k) {
      const SettingVerdict& seen = settings_.quick[k];
      if (seen.status != Status::refuted && seen.status != Status::ill_formed) continue;
      if (!best || (seen.inputs > settings_.quick[*best].inputs && seen.inputs <= many)) best = k;
    }
    return best.value_or(0);
  }

  void edit() {
    if (std::none_of(settings_.quick.begin(), settings_.quick.end(), [](const SettingVerdict& seen) {
          return seen.status == Status::refuted || seen.status == Status::ill_formed;
        })) {
      // It fails at larger settings alone.
      settings_.quick.insert(settings_.quick.end(), settings_.later.begin(), settings_.later.end());
      settings_.later.clear();
    }
    judge_.emplace(claim_of_, settings_.quick, left());
    Base print;
    print.text = print_;
    print.setting = telling_setting();
    print.distance = decided(true, [&] { return judge_->judge_at(print_, print.setting); }).distance;
    print.why = why_at(settings_.quick[print.setting]);
    std::vector<Base> bases{std::move(print)};
    const Base first = bases.front();
    for (std::size_t edits = 1; edits <= options_.most_edits && !bases.empty() && found_.empty(); ++edits) {
      std::vector<Base> next;
      for (std::size_t k = 0; k < bases.size(); ++k) edit_base(bases[k], edits, k + 1, bases.size(), next);
      bases = nearest(std::move(next));
    }
    if (found_.empty() && options_.most_edits >= 2) two_edits(first);
  }

  // Those with the least distance, the cheaper ones first.
  std::vector<Base> nearest(std::vector<Base> all) {
    for (Base& base : all) {
      if (stopped()) throw Stopped();
      const Judged whole = decided(true, [&] { return judge_->judge_at(base.text, base.setting); });
      base.distance = whole.distance;
      base.why = at_setting(base.setting, whole.why);
    }
    std::stable_sort(all.begin(), all.end(), [](const Base& a, const Base& b) {
      return std::pair(a.distance, a.cost) < std::pair(b.distance, b.cost);
    });
    if (all.size() > most_bases) all.resize(most_bases);
    return all;
  }

  std::string at_setting(std::size_t k, const std::string& why) const {
    return fmt::format("at {} {}", judge_->settings()[k].parameters.to_string(), why);
  }

  void edit_base(const Base& base, std::size_t edits, std::size_t which, std::size_t of,
                 std::vector<Base>& next) {
    const std::vector<Edit> all = edits_of(base.text);
    const std::string label =
        edits == 1 ? "one edit" : fmt::format("{} edits, beginning {} of {}", edits, which, of);
    std::uint64_t done = 0;
    for (const Edit& edit : all) {
      if (options_.progress) options_.progress(label, done++, all.size());
      if (stopped()) throw Stopped();
      const int cost = base.cost + edit.cost;
      if (cost > best_cost_) break;
      if (time_for_others_is_over()) return;
      TheoremText text = base.text;
      edit.apply(text);
      std::vector<Step> steps = base.steps;
      steps.push_back({base.text, base.why});
      std::vector<std::string> kinds = base.kinds;
      kinds.push_back(edit.kind);
      const std::optional<Judged> judged = judge(text, base.setting);
      if (!judged) continue;
      if (judged->how == Judged::How::holds) {
        take(steps, text, cost, kinds);
      } else if (edits < options_.most_edits && judged->how != Judged::How::unreadable &&
                 (judged->setting != base.setting || judged->distance < base.distance)) {
        next.push_back({std::move(steps), std::move(text), cost, std::move(kinds), judged->setting,
                        judged->distance, ""});
      }
    }
  }

  // What a journal has was in time.
  bool time_for_others_is_over() const { return !replays() && seconds() > others_until_; }

  // Every two edits of different expressions, the cheapest pair first.
  void two_edits(const Base& print) {
    const std::vector<Edit> all = edits_of(print.text);
    if (all.empty()) return;
    std::uint64_t done = 0;
    const std::uint64_t total = std::uint64_t{all.size()} * (all.size() - 1) / 2;
    for (int cost = 2 * all.front().cost; cost <= 2 * all.back().cost && cost <= best_cost_; ++cost) {
      for (std::size_t a = 0; a < all.size(); ++a) {
        for (std::size_t b = a + 1; b < all.size(); ++b) {
          if (all[a].cost + all[b].cost > cost) break;
          if (all[a].cost + all[b].cost != cost) continue;
          if (options_.progress) options_.progress("every two edits", done++, total);
          if (all[a].site == all[b].site) continue;
          if (stopped()) throw Stopped();
          if (time_for_others_is_over()) return;
          TheoremText text = print.text;
          all[a].apply(text);
          all[b].apply(text);
          const std::optional<Judged> judged = judge(text, print.setting);
          if (judged && judged->how == Judged::How::holds)
            take({{print.text, print.why}}, text, cost, {all[a].kind, all[b].kind});
        }
      }
    }
  }

  // Nothing where it was looked at before.
  std::optional<Judged> judge(const TheoremText& text, std::size_t first) {
    Tried& tried = result_.tried;
    ++tried.made;
    if (!seen_.insert(write(text)).second) {
      ++tried.repeated;
      return std::nullopt;
    }
    const Judged judged = decided(false, [&] { return judge_->judge(text, first); });
    count(tried, judged.how);
    return judged;
  }

  void take(const std::vector<Step>& steps, const TheoremText& text, int cost,
            const std::vector<std::string>& kinds) {
    Confirmed confirmed =
        confirm(steps, text, result_.variant, claim_of_, settings_, left(), Purpose::repair);
    if (stopped()) throw Stopped();
    if (!confirmed.repair) {
      ++result_.tried.fell;
      if (!confirmed.failed) return;
      const auto known = std::find_if(
          judge_->settings().begin(), judge_->settings().end(),
          [&](const SettingVerdict& seen) { return seen.parameters == confirmed.failed->parameters; });
      if (known == judge_->settings().end()) judge_->add(std::move(*confirmed.failed));
      return;
    }
    confirmed.repair->cost = cost;
    confirmed.repair->kinds = kinds;
    best_cost_ = std::min(best_cost_, cost);
    if (found_.empty())
      others_until_ =
          old_.others_until.value_or(seconds() + std::max(options_.least_seconds_for_others, seconds()));
    found_.push_back(std::move(*confirmed.repair));
  }

  void prove(Repair& repair) {
    EverySize every = every_size(repair.text, repair.variant, claim_of_, options_.given, left());
    repair.proof = std::move(every.proof);
    repair.no_proof = std::move(every.no_proof);
  }

  void conclude() {
    using Outcome = RepairSearch::Outcome;
    std::erase_if(found_, [&](const Repair& repair) { return repair.cost > best_cost_; });
    for (std::size_t k = most_proofs; k < found_.size(); ++k)
      found_[k].no_proof = "not asked: others of the same cost were";
    for (std::size_t k = 0; k < found_.size() && k < most_proofs && !stopped(); ++k) {
      prove(found_[k]);
      if (found_[k].proof && found_[k].proof->status == Status::holds) ++result_.tried.proved;
    }
    // What is proved comes first.
    std::stable_sort(found_.begin(), found_.end(), [](const Repair& a, const Repair& b) {
      const auto proved = [](const Repair& r) { return r.proof && r.proof->status == Status::holds; };
      return proved(a) && !proved(b);
    });
    if (!found_.empty()) {
      result_.outcome = Outcome::repaired;
      result_.repair = std::move(found_.front());
      result_.others.assign(std::make_move_iterator(found_.begin() + 1),
                            std::make_move_iterator(found_.end()));
    } else if (!result_.complete) {
      result_.outcome = Outcome::stopped;
    } else {
      result_.outcome = result_.narrowed ? Outcome::narrowed : Outcome::none;
    }
  }

  TheoremText print_;
  const ClaimOf& claim_of_;
  const RepairOptions& options_;
  SearchTime time_;
  SmallSettingsOfTheorem settings_;
  std::optional<CandidateJudge> judge_;
  std::unordered_set<std::string> seen_;
  Journal old_;      // of the search that this one goes on with
  Journal journal_;  // of this one
  bool goes_on_ = false;
  double kept_ = 0;  // seconds of the search
  std::vector<Repair> found_;
  int best_cost_ = std::numeric_limits<int>::max();
  double others_until_ = std::numeric_limits<double>::infinity();  // seconds of the search
  RepairSearch result_;
};

}  // namespace

void count(Tried& tried, Judged::How how) {
  using How = Judged::How;
  ++(how == How::holds            ? tried.verified
     : how == How::unreadable     ? tried.unreadable
     : how == How::by_form        ? tried.by_form
     : how == How::by_known_input ? tried.by_known_input
     : how == How::by_run         ? tried.by_run
                                  : tried.undecided);
}

RepairSearch search_repair(const TheoremText& text, const std::string& variant, const ClaimOf& claim_of,
                           const RepairOptions& options) {
  return Search(text, variant, claim_of, options).run();
}

}  // namespace attest::theorems::repair
