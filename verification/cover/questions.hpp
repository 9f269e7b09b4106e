// What any cover asks of a setting: the words, the right answers on boxes of them, which symbols the tokens show.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "verification/cover/box_truth.hpp"
#include "verification/layer_setting.hpp"

namespace attest::cover {

inline constexpr std::int32_t free_symbol = -1;

class Questions {
 public:
  // UsageError that says in one line what no cover can do. Keeps a reference to the setting.
  explicit Questions(const LayerSetting& setting);
  Questions(const Questions&) = delete;
  Questions& operator=(const Questions&) = delete;

  const LayerSetting& setting() const { return setting_; }
  const LayerTask& task() const { return setting_.task(); }
  const BoxTruth& truth() const { return *truth_; }
  const std::vector<std::size_t>& judged() const { return judged_; }
  std::size_t positions() const { return task().space().length(); }
  Symbol symbols(std::size_t position) const { return task().space().alphabet_size(position); }
  const TokenReads& reads(attention::Token token) const { return reads_[token]; }

  // The kind of a token where the symbols that are not known to matter are taken as 0.
  attention::Kind kind(attention::Token token, const std::vector<std::int32_t>& symbols) const;
  // Whether some words are no inputs, or not judged (standing.hpp).
  bool speaks_of_some() const { return speaks_of_some_; }
  // Whether the answer is looked for before anything else: where few symbols tell it.
  bool answer_first() const { return answer_first_; }

 private:
  void check_tokens() const;
  bool few_symbols_tell() const;

  const LayerSetting& setting_;
  const attention::Layer& layer_;
  std::unique_ptr<const BoxTruth> truth_;
  std::vector<TokenReads> reads_;  // [token]
  std::vector<std::size_t> judged_;
  bool speaks_of_some_ = false;
  bool answer_first_ = false;
};

// Of the positions that a token shows, as places in its TokenReads, those that its label hangs on; `label` is of its kinds, in their order.
std::vector<std::size_t> places_that_matter(const TokenReads& reads, const InputSpace& space,
                                            std::span<const std::uint32_t> label);

// `what` is what stands in the way.
[[noreturn]] void refuse_cover(const std::string& what);

}  // namespace attest::cover
