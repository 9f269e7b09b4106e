#include "repair/search.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <stdexcept>
#include <unordered_set>

#include "claims/stop.hpp"
#include "claims/usage_error.hpp"
#include "ranks/shared_loop.hpp"
#include "repair/confirm.hpp"
#include "repair/decisions.hpp"
#include "repair/edits.hpp"
#include "repair/narrowing.hpp"
#include "repair/print_alone.hpp"
#include "repair/proving.hpp"
#include "repair/search_time.hpp"
#include "theorems/patch.hpp"
#include "theorems/write.hpp"

namespace attest::theorems::repair {

namespace {

constexpr std::size_t most_bases = 16;  // of each number of edits
constexpr std::size_t most_proofs = 4;  // of repairs of equal cost
constexpr double seconds_between_journals = 30;
// Candidates that are decided together; the first blocks are smaller, since what refutes the first candidates refutes most others.
constexpr std::size_t most_in_block = 64;

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
  // Whether this is a rank that is told what is found.
  bool follows() const { return options_.shared != nullptr && options_.shared->follows(); }
  Json told(const char* what, const std::function<Json()>& compute) const {
    return ranks::told_by_first(options_.shared, what, compute);
  }
  double seconds() const { return time_.seconds(); }
  VerifyOptions left() const { return time_.left(); }

  void look_at_print() {
    const std::unique_ptr<Claim> claim = claim_of_(print_);
    const Variant variant = named_variant(variant_names(print_).front());
    const Json looked_at = told("settings", [&] {
      if (options_.journal && options_.journal->begun) {
        old_ = *options_.journal;
        settings_.quick = again(*claim, variant, old_.quick);
        settings_.later = again(*claim, variant, old_.later);
      } else {
        settings_ = small_settings(*claim, variant, options_.given, left());
      }
      if (stopped()) throw Stopped();
      return options_.shared == nullptr
                 ? Json(true)
                 : Json::array({in_brief(settings_.quick), in_brief(settings_.later), to_json(old_)});
    });
    if (follows()) {
      settings_ = {from_briefs(*claim, looked_at.at(0)), from_briefs(*claim, looked_at.at(1))};
      old_ = journal_from_json(looked_at.at(2));
    }
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
      settings.push_back({words_of(seen.parameters), to_string(seen.status)});
    }
    return settings;
  }

  void keep() {
    kept_ = seconds();
    if (!options_.keep) return;
    if (replays() || (old_.begun && !journal_.begun)) return options_.keep(old_);  // it has more
    journal_.seconds = seconds();
    if (found_any_) journal_.others_until = others_until_;
    if (decisions_) {
      journal_.judge = decisions_->state();
      journal_.decisions = decisions_->made();
    }
    options_.keep(journal_);
  }

  bool replays() const { return decisions_ ? decisions_->replays() : !old_.decisions.empty(); }

  void narrow() {
    const Expression condition = narrowing(print_, result_.print);
    if (!condition || follows()) return;
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
    decisions_.emplace(CandidateJudge(claim_of_, settings_.quick, left()), time_, old_, options_.shared);
    Base print;
    print.text = print_;
    print.setting = telling_setting();
    print.distance =
        decisions_->decide({{&print_, print.setting}}, Decisions::Kind::whole_at_setting).front().distance;
    print.why = why_at(settings_.quick[print.setting]);
    std::vector<Base> bases{std::move(print)};
    const Base first = bases.front();
    for (std::size_t edits = 1; edits <= options_.most_edits && !bases.empty() && !found_any_; ++edits) {
      std::vector<Base> next;
      for (std::size_t k = 0; k < bases.size(); ++k) edit_base(bases[k], edits, k + 1, bases.size(), next);
      bases = nearest(std::move(next));
    }
    if (!found_any_ && options_.most_edits >= 2) two_edits(first);
  }

  // Those with the least distance, the cheaper ones first.
  std::vector<Base> nearest(std::vector<Base> all) {
    for (std::size_t begin = 0; begin < all.size(); begin += most_in_block) {
      const std::size_t end = std::min(all.size(), begin + most_in_block);
      std::vector<Candidate> block;
      for (std::size_t k = begin; k < end; ++k) block.push_back({&all[k].text, all[k].setting});
      const std::vector<Judged> whole = decided(block, Decisions::Kind::whole_at_setting);
      for (std::size_t k = begin; k < end; ++k) {
        all[k].distance = whole[k - begin].distance;
        all[k].why = at_setting(all[k].setting, whole[k - begin].why);
      }
    }
    std::stable_sort(all.begin(), all.end(), [](const Base& a, const Base& b) {
      return std::pair(a.distance, a.cost) < std::pair(b.distance, b.cost);
    });
    if (all.size() > most_bases) all.resize(most_bases);
    return all;
  }

  std::string at_setting(std::size_t k, const std::string& why) const {
    return fmt::format("at {} {}", decisions_->settings()[k].parameters.to_string(), why);
  }

  std::vector<Judged> decided(const std::vector<Candidate>& block, Decisions::Kind kind) {
    std::vector<Judged> all = decisions_->decide(block, kind);
    if (seconds() - kept_ > seconds_between_journals) keep();
    return all;
  }

  void edit_base(const Base& base, std::size_t edits, std::size_t which, std::size_t of,
                 std::vector<Base>& next) {
    const std::vector<Edit> all = edits_of(base.text);
    const std::string label =
        edits == 1 ? "one edit" : fmt::format("{} edits, beginning {} of {}", edits, which, of);
    const bool last = edits == options_.most_edits;
    std::uint64_t done = 0;
    for (const Edit& edit : all) {
      if (options_.progress) options_.progress(label, done++, all.size());
      const int cost = base.cost + edit.cost;
      if (cost > best_cost_) break;
      Base made{base.steps, base.text, cost, base.kinds, base.setting, base.distance, ""};
      edit.apply(made.text);
      made.steps.push_back({base.text, base.why});
      made.kinds.push_back(edit.kind);
      if (!look_at(std::move(made), last ? nullptr : &next)) return;
    }
    look_at_block(last ? nullptr : &next);
  }

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
          Base made{{{print.text, print.why}},
                    print.text,
                    cost,
                    {all[a].kind, all[b].kind},
                    print.setting,
                    print.distance,
                    ""};
          all[a].apply(made.text);
          all[b].apply(made.text);
          if (!look_at(std::move(made), nullptr)) return;
        }
      }
    }
    look_at_block(nullptr);
  }

  // A theorem that was not looked at before is decided with others; `next`: where what another edit may be made of goes. False: the time
  // for others of the same cost is over.
  bool look_at(Base made, std::vector<Base>* next) {
    if (stopped()) throw Stopped();
    if (!seen_.insert(write(made.text)).second) {
      ++result_.tried.made;
      ++result_.tried.repeated;
      return true;
    }
    block_.push_back(std::move(made));
    return block_.size() < block_size_ || look_at_block(next);
  }

  bool look_at_block(std::vector<Base>* next) {
    if (block_.empty()) return true;
    std::vector<Base> block;
    block.swap(block_);
    if (time_for_others_is_over()) return false;
    block_size_ = std::min(most_in_block, 2 * block_size_);
    std::vector<Candidate> candidates;
    for (const Base& made : block) candidates.push_back({&made.text, made.setting});
    const std::vector<Judged> all = decided(candidates, Decisions::Kind::first_failure);
    for (std::size_t k = 0; k < block.size(); ++k) {
      ++result_.tried.made;
      count(result_.tried, all[k].how);
      Base& made = block[k];
      if (all[k].how == Judged::How::holds) {
        if (made.cost <= best_cost_) take(made);
      } else if (next != nullptr && all[k].how != Judged::How::unreadable &&
                 (all[k].setting != made.setting || all[k].distance < made.distance)) {
        made.setting = all[k].setting;
        made.distance = all[k].distance;
        next->push_back(std::move(made));
      }
    }
    return true;
  }

  // What a journal has was in time.
  bool time_for_others_is_over() const {
    return found_any_ && told("whether time is over", [&] {
                           return Json(!replays() && seconds() > others_until_);
                         }).get<bool>();
  }

  void take(const Base& made) {
    const Json said = told("a candidate that holds", [&] {
      Confirmed confirmed =
          confirm(made.steps, made.text, result_.variant, claim_of_, settings_, left(), Purpose::repair);
      if (stopped()) throw Stopped();
      const Json failed = confirmed.failed ? in_brief(*confirmed.failed) : Json();
      if (confirmed.repair) {
        found_.push_back(std::move(*confirmed.repair));
        found_.back().cost = made.cost;
        found_.back().kinds = made.kinds;
      } else if (confirmed.failed) {
        decisions_->add(std::move(*confirmed.failed));
      }
      return Json{{"found", confirmed.repair.has_value()}, {"failed", failed}};
    });
    if (!said.at("found").get<bool>()) {
      ++result_.tried.fell;
      if (follows() && !said.at("failed").is_null())
        decisions_->add(from_brief(*claim_of_(print_), said.at("failed")));
      return;
    }
    best_cost_ = std::min(best_cost_, made.cost);
    if (!found_any_)
      others_until_ =
          old_.others_until.value_or(seconds() + std::max(options_.least_seconds_for_others, seconds()));
    found_any_ = true;
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
  Journal old_;      // of the search that this one goes on with
  Journal journal_;  // of this one
  std::optional<Decisions> decisions_;
  std::unordered_set<std::string> seen_;
  std::vector<Base> block_;  // what is decided together next
  std::size_t block_size_ = 1;
  double kept_ = 0;  // seconds of the search
  bool found_any_ = false;
  std::vector<Repair> found_;  // of rank 0
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
