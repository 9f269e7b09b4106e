#include "constructions/dat/selection_sweep.hpp"

#include "claims/deadline.hpp"

namespace attest {

namespace {

void note_judgement(const Judgement& judgement, const Integer& rank, const VerifyOptions& options,
                    SelectionSweep& seen) {
  seen.judged += 1;
  if (!judgement.within) {
    seen.failing += 1;
    if (!seen.first_failing) seen.first_failing = rank;
    if (seen.failing_ranks.size() < options.failing_limit) seen.failing_ranks.push_back(rank);
  }
  if (judgement.line277_fails) {
    seen.line277 += 1;
    if (!seen.first_line277) seen.first_line277 = rank;
  }
  if (judgement.line278_fails) {
    seen.line278 += 1;
    if (!seen.first_line278) seen.first_line278 = rank;
  }
  if (!seen.worst || compare(judgement.error, seen.worst_error) == Ordering::greater) {
    seen.worst = rank;
    seen.worst_error = judgement.error;
  }
  seen.error_bound = seen.judged == 1 ? judgement.error : max(seen.error_bound, judgement.error);
  if (judgement.score_gap && (!seen.score_gap || *judgement.score_gap < *seen.score_gap)) {
    seen.score_gap = judgement.score_gap;
  }
}

}  // namespace

std::optional<std::pair<Symbol, Symbol>> tie_that_matters(const SelectionSetting& setting, const Word& word) {
  const auto& preference = setting.instance.utility[word[0]];
  const auto& relation = setting.instance.relation[word[0]];
  Symbol best = word[1];
  for (std::size_t i = 2; i < word.size(); ++i) {
    if (preference[word[i]] > preference[best]) best = word[i];
  }
  for (std::size_t i = 1; i < word.size(); ++i) {
    if (preference[word[i]] == preference[best] && relation[word[i]] != relation[best]) {
      return std::make_pair(best, word[i]);
    }
  }
  return std::nullopt;
}

SelectionSweep sweep(const SelectionSetting& s, const SelectAndRelate& task, const VerifyOptions& options) {
  const Deadline deadline(options);
  SelectionJudge judge(s.tables, s.instance.relation, task, s.eps);
  const Integer total = task.space().size();
  SelectionSweep seen;
  Word word = task.space().unrank(0);
  std::uint64_t rank = 0;
  for (; rank < total; ++rank) {
    if ((rank & 0x3f) == 0 && deadline.reached()) {
      seen.stopped = deadline.reason();
      break;
    }
    if ((rank & 0xffff) == 0 && options.progress) options.progress(rank, total);
    const auto& judgement = judge(word);
    if (judgement) {
      note_judgement(*judgement, Integer(rank), options, seen);
    } else {
      seen.tied += 1;
    }
    if (!seen.first_tie && tie_that_matters(s, word)) seen.first_tie = Integer(rank);
    if (options.first && seen.first_failing) {
      ++rank;
      seen.stopped = "stopped at the first counterexample";
      break;
    }
    task.space().advance(word, 1);
  }
  seen.checked = rank;
  return seen;
}

}  // namespace attest
