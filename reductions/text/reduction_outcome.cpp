#include "reductions/text/reduction_outcome.hpp"

#include <algorithm>
#include <set>

#include "claims/counted_work.hpp"

namespace attest {

using theorems::Assertion;
using theorems::StatedReduction;

std::vector<SourceUnit> inputs_of(const StatedReduction& reduction) {
  std::vector<SourceUnit> units;
  const auto& fields = reduction.source->fields();
  for (std::size_t f = 0; f < fields.size(); ++f)
    units.push_back({fields[f].name, f, fields[f].first_cell, fields[f].cells});
  return units;
}

std::vector<SourceUnit> letters_of(const StatedReduction& reduction) {
  std::vector<SourceUnit> units;
  for (const SourceUnit& input : inputs_of(reduction)) {
    for (std::size_t c = 0; c < input.cells; ++c) {
      const std::size_t cell = input.first_cell + c;
      units.push_back({reduction.source_names[cell], input.input, cell, 1});
    }
  }
  return units;
}

namespace {

// What depends on what. A letter depends on a unit if resetting that unit alone, to what it is in the first instance, changes
// it for some instance: if no reset does, no change of that unit does.
class Dependences {
 public:
  Dependences(const StatedReduction& reduction, const std::vector<std::vector<std::size_t>>& may_read,
              const std::vector<SourceUnit>& units, std::vector<long> first,
              std::vector<std::vector<bool>>& depends)
      : reduction_(reduction),
        units_(units),
        first_(std::move(first)),
        depends_(depends),
        open_(units.size(), 0) {
    if (units.empty()) return;
    std::vector<std::size_t> unit_of(reduction.source->cells(), units.size());
    for (std::size_t u = 0; u < units.size(); ++u) {
      for (std::size_t c = 0; c < units[u].cells; ++c) unit_of[units[u].first_cell + c] = u;
    }
    for (const auto& read : may_read) {
      std::set<std::size_t> of;
      for (const std::size_t cell : read) of.insert(unit_of[cell]);
      for (const std::size_t u : of) ++open_[u];
    }
  }

  void note(const std::vector<long>& source, const std::vector<long>& image) {
    std::vector<long> reset = source;
    for (std::size_t u = 0; u < units_.size(); ++u) {
      if (open_[u] == 0) continue;
      const auto begin = static_cast<std::ptrdiff_t>(units_[u].first_cell);
      const auto end = begin + static_cast<std::ptrdiff_t>(units_[u].cells);
      std::copy(first_.begin() + begin, first_.begin() + end, reset.begin() + begin);
      if (reset == source) continue;
      const std::vector<long> other = reduction_.map(reset);
      for (std::size_t cell = 0; cell < image.size(); ++cell) {
        if (other[cell] == image[cell] || depends_[cell][u]) continue;
        depends_[cell][u] = true;
        --open_[u];
      }
      std::copy(source.begin() + begin, source.begin() + end, reset.begin() + begin);
    }
  }

 private:
  const StatedReduction& reduction_;
  const std::vector<SourceUnit>& units_;
  std::vector<long> first_;
  std::vector<std::vector<bool>>& depends_;
  std::vector<std::size_t> open_;  // [unit]: cells that may depend on it and are not known to do so
};

void note(AskedSentence& sentence, const FailedInstance& instance) {
  ++sentence.failing;
  if (!sentence.first) sentence.first = instance;
}

// What is asked beside the answers, of an image that is an instance of the target.
void ask_sentences(const StatedReduction& reduction, const FailedInstance& instance,
                   ReductionOutcome& outcome) {
  for (std::size_t k = 0; k < reduction.assertions.size(); ++k) {
    const auto* holds = std::get_if<Assertion::OfInstance>(&reduction.assertions[k].says);
    if (holds != nullptr && !(*holds)(instance.source, instance.image)) note(outcome.asserted[k], instance);
  }
  for (std::size_t k = 0; k < reduction.free.size(); ++k) {
    const auto filled = reduction.free[k].other_answer(instance.image, instance.answer);
    if (!filled) continue;
    FailedInstance other = instance;
    other.image = *filled;
    note(outcome.free[k], other);
  }
}

}  // namespace

ReductionOutcome check_reduction_text(const StatedReduction& reduction, const std::vector<SourceUnit>& units,
                                      const std::function<bool()>& stop) {
  ReductionOutcome outcome;
  const InputSpace space = reduction.source->space();
  outcome.words = space.size();
  outcome.depends.assign(reduction.image->cells(), std::vector<bool>(units.size(), false));
  outcome.asserted.resize(reduction.assertions.size());
  outcome.free.resize(reduction.free.size());
  Word word = space.unrank(0);
  FailedInstance one;
  one.source.resize(reduction.source->cells());
  reduction.source->decode(word, one.source);
  const auto may_read = reduction.may_read();
  Dependences dependences(reduction, may_read, units, one.source, outcome.depends);
  // What is made of sizes alone is the same in every image.
  std::vector<bool> varying;
  for (const auto& read : may_read) varying.push_back(!read.empty());
  CountedWork work(outcome.words);
  for (std::uint64_t steps = 0; outcome.seen < outcome.words; ++steps) {
    if (steps % 64 == 0 && stop()) return outcome;
    work.reached(steps);
    if (steps > 0) space.advance(word, 1);
    one.rank = outcome.seen;
    ++outcome.seen;
    reduction.source->decode(word, one.source);
    if (reduction.promise->standing(one.source) == Standing::excluded) continue;
    ++outcome.checked;
    if (one.image.empty()) {
      one.image = reduction.map(one.source);
    } else {
      reduction.remap(one.source, varying, one.image);
    }
    one.answer = reduction.question(one.source);
    if (one.answer) ++outcome.yes;
    dependences.note(one.source, one.image);
    one.defect = reduction.letter_defect(one.image);
    if (!one.defect.empty()) {
      ++outcome.failing;
      if (!outcome.first_wrong_letter) outcome.first_wrong_letter = one;
      continue;
    }
    if (!outcome.example || (one.answer && !outcome.example->answer)) outcome.example = one;
    ask_sentences(reduction, one, outcome);
    if (reduction.asked(one.image) == one.answer) continue;
    ++outcome.failing;
    if (!outcome.first_wrong_answer) outcome.first_wrong_answer = one;
  }
  return outcome;
}

}  // namespace attest
