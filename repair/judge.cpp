#include "repair/judge.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <stdexcept>

#include "claims/stop.hpp"
#include "claims/usage_error.hpp"
#include "theorems/patch.hpp"
#include "theorems/theorem_claim.hpp"

namespace attest::theorems::repair {

namespace {

constexpr std::size_t most_remembered = 8;
constexpr long unreadable = 1000000;

bool fails(const Check& check) {
  return check.essential && check.status != Status::holds && check.status != Status::not_applicable;
}

bool is_automatic(const TheoremText& text) {
  return std::any_of(text.parameters.begin(), text.parameters.end(),
                     [](const ParameterStatement& p) { return p.automatic; });
}

}  // namespace

CandidateJudge::CandidateJudge(const ClaimOf& claim_of, std::vector<SettingVerdict> settings,
                               const VerifyOptions& options)
    : claim_of_(claim_of),
      settings_(std::move(settings)),
      wrong_(settings_.size()),
      order_(settings_.size()),
      options_(options) {
  std::iota(order_.begin(), order_.end(), std::size_t{0});
  options_.threads = 1;  // few inputs each
  options_.progress = nullptr;
  options_.announce = nullptr;
}

void CandidateJudge::add(SettingVerdict setting) {
  settings_.push_back(std::move(setting));
  wrong_.emplace_back();
  order_.insert(order_.begin(), settings_.size() - 1);
}

CandidateJudge::State CandidateJudge::state() const {
  State state{order_, {}};
  for (const std::deque<Integer>& ranks : wrong_) state.wrong.emplace_back(ranks.begin(), ranks.end());
  return state;
}

void CandidateJudge::go_on_from(const State& state) {
  std::vector<std::size_t> order = state.order;
  std::sort(order.begin(), order.end());
  std::vector<std::size_t> expected(order.size());
  std::iota(expected.begin(), expected.end(), std::size_t{0});
  if (order != expected || state.wrong.size() != order.size() || order.size() > settings_.size())
    throw std::invalid_argument("a state of other settings");
  for (std::size_t k = 0; k < order.size(); ++k) {
    for (const Integer& rank : state.wrong[k]) {
      if (rank < 0 || rank >= settings_[k].inputs) throw std::invalid_argument("an input that there is not");
    }
  }
  order_.clear();
  for (std::size_t k = settings_.size(); k-- > order.size();) order_.push_back(k);  // as they are added
  order_.insert(order_.end(), state.order.begin(), state.order.end());
  for (std::size_t k = 0; k < order.size(); ++k)
    wrong_[k].assign(state.wrong[k].begin(), state.wrong[k].end());
}

long CandidateJudge::distance_of(const std::vector<Check>& checks) {
  long distance = 0;
  for (const Check& check : checks) {
    if (!fails(check)) continue;
    if (check.status == Status::ill_formed) {
      distance += 1000;
      const std::string reason = check.reason.value_or("");
      for (std::size_t at = reason.find("; "); at != std::string::npos; at = reason.find("; ", at + 2))
        distance += 1000;
    } else {
      distance += check.status == Status::refuted ? 10 : 5;
    }
  }
  return distance;
}

std::string CandidateJudge::why(const std::vector<Check>& checks) {
  const auto worst = std::max_element(checks.begin(), checks.end(), [](const Check& a, const Check& b) {
    return (fails(a) ? static_cast<int>(a.status) : -1) < (fails(b) ? static_cast<int>(b.status) : -1);
  });
  if (worst == checks.end() || !fails(*worst)) return {};
  return worst->name + ": " + worst->reason.value_or(to_string(worst->status));
}

Judged CandidateJudge::judge(const TheoremText& candidate, std::size_t first) const {
  try {
    const std::unique_ptr<Claim> claim = claim_of_(candidate);
    const Variant variant = named_variant(variant_names(candidate).front());
    std::vector<std::size_t> order{first};
    std::copy_if(order_.begin(), order_.end(), std::back_inserter(order),
                 [&](std::size_t k) { return k != first; });
    for (const std::size_t k : order) {
      if (const auto quick = quickly(*claim, variant, k)) return *quick;
      Judged judged = by_run(*claim, variant, k, true);
      if (judged.how != Judged::How::holds) return judged;
    }
    return {Judged::How::holds, 0, 0, {}, {}};
  } catch (const Stopped&) {
    throw;
  } catch (const std::exception& error) {
    return {Judged::How::unreadable, first, unreadable, error.what(), {}};
  }
}

Judged CandidateJudge::judge_at(const TheoremText& candidate, std::size_t setting) const {
  try {
    const std::unique_ptr<Claim> claim = claim_of_(candidate);
    return by_run(*claim, named_variant(variant_names(candidate).front()), setting, false);
  } catch (const Stopped&) {
    throw;
  } catch (const std::exception& error) {
    return {Judged::How::unreadable, setting, unreadable, error.what(), {}};
  }
}

void CandidateJudge::learn(const Judged& judged) {
  const std::size_t k = judged.setting;
  if (judged.wrong) {
    std::deque<Integer>& known = wrong_[k];
    std::erase(known, *judged.wrong);
    known.push_front(*judged.wrong);
    if (known.size() > most_remembered) known.pop_back();
  }
  if (judged.how == Judged::How::by_run || judged.how == Judged::How::undecided) {
    order_.erase(std::find(order_.begin(), order_.end(), k));
    order_.insert(order_.begin(), k);
  }
}

std::optional<Judged> CandidateJudge::quickly(const Claim& claim, Variant variant, std::size_t k) const {
  const auto* theorem = dynamic_cast<const TheoremClaim*>(&claim);
  // A constant that is searched for has a setting for each candidate.
  if (theorem == nullptr || is_automatic(theorem->text())) return std::nullopt;
  const auto setting = theorem->setting(variant, settings_[k].parameters);
  const auto* layer = dynamic_cast<const LayerSetting*>(setting.get());
  if (layer == nullptr) return std::nullopt;
  const std::vector<Check> checks = layer->checks_before();
  if (std::any_of(checks.begin(), checks.end(),
                  [](const Check& check) { return fails(check) && check.status != Status::undecided; }))
    return Judged{Judged::How::by_form, k, distance_of(checks), why(checks), {}};
  if (!layer->runnable()) return std::nullopt;
  const std::deque<Integer>& known = wrong_[k];
  const InputSpace& space = layer->task().space();
  const auto wrong = std::find_if(known.begin(), known.end(),
                                  [&](const Integer& rank) { return is_wrong(*layer, space.unrank(rank)); });
  if (wrong == known.end()) return std::nullopt;
  return Judged{Judged::How::by_known_input, k, 10,
                fmt::format("output: wrong on {}", layer->task().to_json(space.unrank(*wrong)).dump()),
                *wrong};
}

Judged CandidateJudge::by_run(const Claim& claim, Variant variant, std::size_t k, bool first) const {
  VerifyOptions options = options_;
  options.first = first;
  const Verdict verdict = claim.verify(variant, settings_[k].parameters, options);
  const bool silent =
      verdict.status == Status::not_applicable && settings_[k].status == Status::not_applicable;
  if (verdict.status == Status::holds || silent) return {Judged::How::holds, k, 0, {}, {}};
  // What a stopped run leaves undecided is no decision.
  if (verdict.status == Status::undecided && stop_requested()) throw Stopped();
  std::optional<Integer> wrong;
  if (verdict.counterexample.is_object() && verdict.counterexample.contains("rank"))
    wrong.emplace(verdict.counterexample["rank"].get<std::string>());
  const bool undecided = verdict.status == Status::undecided || verdict.status == Status::not_applicable;
  const std::string reason = why(verdict.checks);
  return {undecided ? Judged::How::undecided : Judged::How::by_run, k,
          std::max(1L, distance_of(verdict.checks)), reason.empty() ? to_string(verdict.status) : reason,
          std::move(wrong)};
}

}  // namespace attest::theorems::repair
