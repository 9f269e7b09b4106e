#include "verification/cover/questions.hpp"

#include <set>

#include "claims/usage_error.hpp"

namespace attest::cover {

using attention::Kind;
using attention::Token;

void refuse_cover(const std::string& what) {
  throw UsageError("--by", "cover", "enumeration here: " + what);
}

std::vector<std::size_t> places_that_matter(const TokenReads& reads, const InputSpace& space,
                                            std::span<const std::uint32_t> label) {
  std::size_t count = 1;
  for (const std::size_t p : reads.positions) count *= space.alphabet_size(p);
  std::vector<std::size_t> kept;
  for (std::size_t k = 0; k < reads.positions.size(); ++k) {
    const std::size_t stride = reads.strides[k];
    const std::size_t size = space.alphabet_size(reads.positions[k]);
    bool matters = false;
    for (std::size_t content = 0; content < count && !matters; ++content) {
      const std::size_t without = content - content / stride % size * stride;
      matters = label[content] != label[without];
    }
    if (matters) kept.push_back(k);
  }
  return kept;
}

Questions::Questions(const LayerSetting& setting)
    : setting_(setting), layer_(setting.prepared().layer()), judged_(setting.task().judged_positions()) {
  const LayerTask& task = setting.task();
  if (task.vector_answer() != nullptr) refuse_cover("the answers are vectors");
  speaks_of_some_ = task.has_other_words() || task.judges_some_only();
  auto reads = task.token_reads();
  truth_ = task.box_truth();
  if (!reads || !truth_)
    refuse_cover("the symbols of its words are no symbols of its tokens (injective inputs)");
  reads_ = std::move(*reads);
  check_tokens();
  answer_first_ = truth_->form() == BoxTruth::Form::whole && few_symbols_tell();
}

// The kinds of a few words as the task says them and as the strides do.
void Questions::check_tokens() const {
  const InputSpace& space = task().space();
  Word word(space.length(), 0);
  std::vector<Kind> kinds(task().tokens());
  for (unsigned sample = 0; sample < 8; ++sample) {
    for (std::size_t p = 0; p < word.size(); ++p)
      word[p] = static_cast<Symbol>((sample * (p + 1) + sample / 2 * p) % space.alphabet_size(p));
    task().kinds(word, kinds);
    for (std::size_t t = 0; t < kinds.size(); ++t) {
      std::size_t kind = layer_.first[t];
      for (std::size_t k = 0; k < reads_[t].positions.size(); ++k)
        kind += word[reads_[t].positions[k]] * reads_[t].strides[k];
      if (kind != kinds[t]) throw std::logic_error("the cover reads a token as another kind than the task");
    }
  }
}

Kind Questions::kind(Token token, const std::vector<std::int32_t>& symbols) const {
  std::size_t kind = layer_.first[token];
  for (std::size_t k = 0; k < reads_[token].positions.size(); ++k) {
    const std::int32_t symbol = symbols[reads_[token].positions[k]];
    if (symbol != free_symbol) kind += static_cast<std::size_t>(symbol) * reads_[token].strides[k];
  }
  return static_cast<Kind>(kind);
}

bool Questions::few_symbols_tell() const {
  constexpr std::size_t few = 8;
  const InputSpace& space = task().space();
  for (unsigned sample = 0; sample < 4; ++sample) {
    Word word(space.length());
    for (std::size_t p = 0; p < word.size(); ++p)
      word[p] = static_cast<Symbol>((sample * (p + 3)) % space.alphabet_size(p));
    for (std::size_t which = 0; which < judged_.size(); ++which) {
      std::vector<std::size_t> read;
      truth_->answer(word, which, read);
      const std::set<std::size_t> positions(read.begin(), read.end());
      if (positions.size() > few || 2 * positions.size() > word.size() + 1) return false;
    }
  }
  return true;
}

}  // namespace attest::cover
