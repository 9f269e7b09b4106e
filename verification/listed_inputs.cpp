#include "verification/listed_inputs.hpp"

#include <algorithm>

#include "claims/stop.hpp"
#include "numeric/checked.hpp"
#include "verification/cover/box.hpp"

namespace attest {

namespace {

// Every word is in one of the boxes that are looked at last: those of a split fix one more symbol, in all ways. Standing of a box is that of
// each of its words, since the conditions read fixed symbols alone.
class Listing {
 public:
  Listing(const LayerTask& task, const BoxTruth& truth, const ListLimits& limits)
      : task_(task), truth_(truth), limits_(limits), symbols_(task.space().length(), cover::free_symbol) {}

  std::optional<ListedInputs> run() {
    if (!look_at(task_.space().size())) return std::nullopt;
    std::sort(result_.judged.begin(), result_.judged.end());
    return std::move(result_);
  }

 private:
  // False: too many. `words`: how many the box of symbols_ has.
  bool look_at(const Integer& words) {
    check_stop();
    if (++boxes_ > limits_.most_boxes) return false;
    const Word word = cover::word_of(symbols_);
    std::vector<std::size_t> read;
    const auto found = truth_.standing(word, read);
    std::size_t open = cover::none;
    const auto standing =
        cover::of_the_box(symbols_, read, found, open, [&] { return task_.standing(word); });
    if (!standing) {
      const Symbol size = task_.space().alphabet_size(open);
      const Integer each = words / size;
      for (Symbol s = 0; s < size; ++s) {
        symbols_[open] = static_cast<std::int32_t>(s);
        if (!look_at(each)) return false;
      }
      symbols_[open] = cover::free_symbol;
      return true;
    }
    if (*standing == Standing::excluded) return true;
    result_.inputs += words;
    return *standing == Standing::not_judged || add(word, words);
  }

  // All words of the box; `word` is the first of them.
  bool add(Word word, const Integer& words) {
    if (words > Integer(limits_.most_words - result_.judged.size())) return false;
    for (std::size_t left = to_size(words); left != 0; --left) {
      result_.judged.push_back(word);
      for (std::size_t p = word.size(); p-- != 0;) {
        if (symbols_[p] != cover::free_symbol) continue;
        if (++word[p] < task_.space().alphabet_size(p)) break;
        word[p] = 0;
      }
    }
    return true;
  }

  const LayerTask& task_;
  const BoxTruth& truth_;
  const ListLimits& limits_;
  std::vector<std::int32_t> symbols_;
  std::size_t boxes_ = 0;
  ListedInputs result_;
};

}  // namespace

std::optional<ListedInputs> list_inputs(const LayerTask& task, const ListLimits& limits) {
  if (!task.has_other_words() && !task.judges_some_only()) return std::nullopt;
  if (task.space().size() <= limits.visited_space) return std::nullopt;
  const auto truth = task.box_truth();
  return truth ? Listing(task, *truth, limits).run() : std::nullopt;
}

Observation observe_listed(const LayerTask& task, const ListedInputs& list, const JudgeFactory& make_judge,
                           const VerifyOptions& options) {
  return observe(task, list, enumerate(list.judged, make_judge, options));
}

}  // namespace attest
