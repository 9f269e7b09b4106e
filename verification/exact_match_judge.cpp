#include "verification/exact_match_judge.hpp"

#include <algorithm>
#include <map>

#include "numeric/interval.hpp"
#include "verification/limits.hpp"

namespace attest {

SymbolTable::SymbolTable(const ExactMatchConstruction& construction, const Task& task) {
  std::map<std::vector<Rational>, std::size_t> numbers;
  const auto number = [&](const RationalVector& vector) {
    const std::vector<Rational> entries(vector.data(), vector.data() + vector.size());
    return numbers.emplace(entries, numbers.size()).first->second;
  };
  for (Symbol s = 0; s < task.space().alphabet_size(0); ++s) {
    const long x = task.first_symbol() + static_cast<long>(s);
    query.push_back(number(construction.query(x)));
    key.push_back(number(construction.key(x)));
    value.push_back(construction.value(x)(0));
  }
}

ExactMatchJudge::Output ExactMatchJudge::output(std::span<const Symbol> word, std::size_t position) const {
  const std::size_t wanted = table_.query[word[position]];
  Rational sum = 0;
  long count = 0;
  for (const Symbol s : word) {
    if (table_.key[s] != wanted) continue;
    sum += table_.value[s];
    ++count;
  }
  RationalVector attention(1);
  attention(0) = count == 0 ? Rational(0) : Rational(sum / count);
  return {construction_.psi(attention)(0), count != 0};
}

void ExactMatchJudge::judge(std::span<const Symbol> word, std::size_t /*first_changed*/, std::size_t count,
                            InputIndex index, const std::atomic<bool>& stop, Tally& tally) {
  Word current(word.begin(), word.end());
  for (std::size_t k = 0; k < count && !stop; ++k, ++current.back(), ++index) {
    Rational worst = 0;
    bool unmatched = false;
    // Equal symbols have equal outputs, so each symbol of the word is looked at once.
    for (std::size_t which = 0; which < judged_.size(); ++which) {
      const std::size_t position = judged_[which];
      const auto begin = current.begin();
      if (std::find(begin, begin + static_cast<long>(position), current[position]) !=
          begin + static_cast<long>(position)) {
        continue;
      }
      const Output out = output(current, position);
      unmatched = unmatched || !out.matched;
      const Rational error =
          boost::multiprecision::abs(Rational(out.y - Rational(task_.truth(current, which))));
      worst = std::max(worst, error);
    }
    if (worst >= decision_threshold()) tally.note_failing(index);
    if (unmatched) tally.extra.add(index);
    const Interval enclosure(worst, initial_precision);
    tally.note_error(enclosure.middle_double(), enclosure.upper_double(),
                     Interval(Rational(decision_threshold() - worst), initial_precision).lower_double(),
                     index);
    ++tally.checked;
  }
}

}  // namespace attest
