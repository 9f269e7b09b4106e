#include "reductions/text/reduction_outcome.hpp"

#include <algorithm>

namespace attest {

namespace {

// A letter depends on an input if resetting that input alone, to what it is in the first instance, changes it for some
// instance: if no reset does, no change of that input does.
void note_dependences(const theorems::StatedReduction& reduction, const std::vector<long>& first,
                      const std::vector<long>& source, const std::vector<long>& image,
                      ReductionOutcome& outcome) {
  const auto& fields = reduction.source->fields();
  for (std::size_t f = 0; f < fields.size(); ++f) {
    std::vector<long> reset = source;
    for (std::size_t c = 0; c < fields[f].cells; ++c)
      reset[fields[f].first_cell + c] = first[fields[f].first_cell + c];
    if (reset == source) continue;
    const std::vector<long> other = reduction.map(reset);
    for (std::size_t cell = 0; cell < image.size(); ++cell) {
      if (other[cell] != image[cell]) outcome.depends[cell][f] = true;
    }
  }
}

}  // namespace

ReductionOutcome check_reduction_text(const theorems::StatedReduction& reduction, bool one_sided,
                                      const std::function<bool()>& stop) {
  ReductionOutcome outcome;
  const InputSpace space = reduction.source->space();
  outcome.words = space.size();
  outcome.depends.assign(reduction.image->cells(),
                         std::vector<bool>(reduction.source->fields().size(), false));
  Word word = space.unrank(0);
  std::vector<long> source(reduction.source->cells());
  reduction.source->decode(word, source);
  const std::vector<long> first = source;
  for (std::uint64_t steps = 0; outcome.seen < outcome.words; ++steps) {
    if (steps % 64 == 0 && stop()) return outcome;
    if (steps > 0) space.advance(word, 1);
    const Integer rank = outcome.seen;
    ++outcome.seen;
    reduction.source->decode(word, source);
    if (reduction.promise->standing(source) == Standing::excluded) continue;
    ++outcome.checked;
    const std::vector<long> image = reduction.map(source);
    const bool answer = reduction.question(source);
    if (answer) ++outcome.yes;
    if (one_sided) note_dependences(reduction, first, source, image, outcome);
    const std::string defect = reduction.letter_defect(image);
    if (!defect.empty()) {
      ++outcome.failing;
      if (!outcome.first_wrong_letter) outcome.first_wrong_letter = {rank, source, image, defect, answer};
    } else if (reduction.asked(image) != answer) {
      ++outcome.failing;
      if (!outcome.first_wrong_answer) outcome.first_wrong_answer = {rank, source, image, "", answer};
    }
  }
  return outcome;
}

}  // namespace attest
