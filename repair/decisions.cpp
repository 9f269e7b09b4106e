#include "repair/decisions.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "claims/stop.hpp"
#include "claims/usage_error.hpp"
#include "ranks/shared_loop.hpp"

namespace attest::theorems::repair {

Decisions::Decisions(CandidateJudge judge, SearchTime& time, const Journal& old,
                     const ranks::SharedWork* shared)
    : judge_(std::move(judge)), time_(time), old_(old), shared_(shared) {}

std::vector<Judged> Decisions::decide(const std::vector<Candidate>& block, Kind kind) {
  if (replays()) return replayed(block.size());
  if (!goes_on_ && !old_.decisions.empty()) {
    try {
      judge_.go_on_from(old_.judge);
    } catch (const std::invalid_argument& error) {
      throw UsageError(fmt::format("--checkpoint: {}", error.what()));
    }
  }
  goes_on_ = true;
  std::vector<Judged> all = made_now(block, kind);
  for (Judged& judged : all) {
    judge_.learn(judged);
    made_.push_back(judged);
    made_.back().wrong.reset();
    if (kind == Kind::first_failure) made_.back().why.clear();
  }
  return all;
}

void Decisions::add(SettingVerdict setting) {
  const auto& known = settings();
  if (std::none_of(known.begin(), known.end(),
                   [&](const SettingVerdict& seen) { return seen.parameters == setting.parameters; }))
    judge_.add(std::move(setting));
}

CandidateJudge::State Decisions::state() const {
  const bool before = !goes_on_ && !old_.decisions.empty();  // the journal's search has left more
  return before ? old_.judge : judge_.state();
}

std::vector<Judged> Decisions::replayed(std::size_t count) {
  if (old_.decisions.size() - made_.size() < count)
    throw UsageError("--checkpoint: it ends within a block of decisions");
  const auto begin = old_.decisions.begin() + static_cast<std::ptrdiff_t>(made_.size());
  std::vector<Judged> all(begin, begin + static_cast<std::ptrdiff_t>(count));
  for (const Judged& old : all) {
    if (old.setting >= settings().size())
      throw UsageError(fmt::format("--checkpoint: there is no setting {}", old.setting));
  }
  made_.insert(made_.end(), all.begin(), all.end());
  // From here on this search is the one that ended there.
  if (!replays()) time_.go_on_from(old_.seconds);
  return all;
}

std::vector<Judged> Decisions::made_now(const std::vector<Candidate>& block, Kind kind) {
  std::vector<Judged> all(block.size());
  std::vector<char> decided(block.size(), 0);
  ranks::SharedLoop loop;
  loop.all = {0, block.size()};
  loop.compute = [&](IndexRange range) {
    for (std::size_t k = range.first; k < range.end && !time_.stopped(); ++k) {
      const auto& [text, first] = block[k];
      all[k] = kind == Kind::first_failure ? judge_.judge(*text, first) : judge_.judge_at(*text, first);
      if (all[k].how == Judged::How::undecided && time_.stopped()) return;  // no decision
      decided[k] = 1;
    }
  };
  loop.say = [&](IndexRange range) {
    Json says = Json::array();
    for (std::size_t k = range.first; k < range.end; ++k) says.push_back(to_json(all[k]));
    return says;
  };
  loop.take_in = [&](IndexRange range, const Json& says) {
    if (says.size() != range.size()) throw std::invalid_argument("as many decisions as there are candidates");
    for (std::size_t k = range.first; k < range.end; ++k) {
      all[k] = checked(judged_from_json(says[k - range.first]));
      decided[k] = 1;
    }
  };
  loop.stop = [&] { return time_.stopped(); };
  run_loop(shared_, kind == Kind::first_failure ? "candidates" : "beginnings", loop);
  if (std::find(decided.begin(), decided.end(), 0) != decided.end()) throw Stopped();
  return all;
}

Judged Decisions::checked(Judged judged) const {
  if (judged.setting >= settings().size()) throw std::invalid_argument("a setting that there is not");
  if (judged.wrong && (*judged.wrong < 0 || *judged.wrong >= settings()[judged.setting].inputs))
    throw std::invalid_argument("an input that there is not");
  return judged;
}

}  // namespace attest::theorems::repair
