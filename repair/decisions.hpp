// The decisions of a search on its candidates, block by block: made here, by other ranks as well where there are some, or taken from a
// journal.
//
// The candidates of a block are decided with what the blocks before it have left (judge.hpp), so that a decision is the same whoever makes
// it; what they leave is taken in at the end of the block, in their order. A journal is kept at the end of a block.
#pragma once

#include <functional>
#include <vector>

#include "ranks/shared_work.hpp"
#include "repair/journal.hpp"
#include "repair/judge.hpp"
#include "repair/search_time.hpp"

namespace attest::theorems::repair {

struct Candidate {
  const TheoremText* text = nullptr;
  std::size_t first = 0;  // the setting that is looked at first
};

class Decisions {
 public:
  // `old`: the journal that this search goes on from; `shared` null: alone.
  Decisions(CandidateJudge judge, SearchTime& time, const Journal& old, const ranks::SharedWork* shared);

  enum class Kind {
    first_failure,     // CandidateJudge::judge, without a reason
    whole_at_setting,  // CandidateJudge::judge_at, with a reason
  };
  // Throws Stopped where not all are decided, and UsageError where the journal is of another search.
  std::vector<Judged> decide(const std::vector<Candidate>& block, Kind kind);

  const std::vector<SettingVerdict>& settings() const { return judge_.settings(); }
  // Another setting, unless it is one already.
  void add(SettingVerdict setting);
  // Whether the next decisions are the journal's.
  bool replays() const { return made_.size() < old_.decisions.size(); }
  // The decisions so far, and what they leave.
  const std::vector<Judged>& made() const { return made_; }
  CandidateJudge::State state() const;

 private:
  std::vector<Judged> replayed(std::size_t count);
  std::vector<Judged> made_now(const std::vector<Candidate>& block, Kind kind);
  Judged checked(Judged judged) const;

  CandidateJudge judge_;
  SearchTime& time_;
  const Journal& old_;
  const ranks::SharedWork* shared_;
  std::vector<Judged> made_;
  bool goes_on_ = false;  // what comes is decided here
};

}  // namespace attest::theorems::repair
