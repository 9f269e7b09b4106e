#include "lowerbounds/shattering/function_table.hpp"

#include <oneapi/tbb/parallel_for.h>

#include <atomic>

namespace attest {

namespace {

constexpr std::size_t words_per_task = 1 << 16;  // a multiple of 64

}  // namespace

FunctionTable::FunctionTable(const WordFunction& function, const Stop& stop) {
  const std::size_t alphabet = function.letters.size();
  Letters all;
  for (std::size_t a = 0; a < alphabet; ++a) {
    all.letters.push_back(static_cast<LetterIndex>(a));
    all.count.push_back(1);
  }
  letters_.assign(function.positions, all);
  set_strides();
  bits_.assign((size_ + 63) / 64, 0);
  std::atomic<bool> stopped{false};
  const std::size_t tasks = (size_ + words_per_task - 1) / words_per_task;
  tbb::parallel_for(std::size_t{0}, tasks, [&](std::size_t task) {
    if (stopped || stop()) {
      stopped = true;
      return;
    }
    std::vector<LetterIndex> word(function.positions);
    const std::size_t begin = task * words_per_task;
    for (std::size_t i = 0; i < word.size(); ++i) {
      word[i] = static_cast<LetterIndex>(begin / stride_[i] % alphabet);
    }
    const std::size_t end = std::min(size_, begin + words_per_task);
    for (std::size_t rank = begin; rank < end; ++rank) {
      if (function.value(word.data())) bits_[rank / 64] |= std::uint64_t{1} << (rank % 64);
      next_word(word, alphabet);
    }
  });
  complete_ = !stopped;
  if (!complete_) return;
  for (std::size_t position = positions(); position-- > 0;) merge_letters(position);
}

void FunctionTable::set_strides() {
  stride_.assign(positions(), 1);
  size_ = 1;
  for (std::size_t position = positions(); position-- > 0;) {
    stride_[position] = size_;
    size_ *= letters_[position].letters.size();
  }
}

bool FunctionTable::same_letters(std::size_t position, std::size_t a, std::size_t b) const {
  const std::size_t stride = stride_[position];
  const std::size_t block = stride * letters_[position].letters.size();
  for (std::size_t start = 0; start < size_; start += block) {
    for (std::size_t k = 0; k < stride; ++k) {
      if (value(start + a * stride + k) != value(start + b * stride + k)) return false;
    }
  }
  return true;
}

void FunctionTable::merge_letters(std::size_t position) {
  const Letters old = letters_[position];
  std::vector<std::size_t> kept;  // indices into the old letters
  Letters merged;
  for (std::size_t b = 0; b < old.letters.size(); ++b) {
    std::size_t known = 0;
    while (known < kept.size() && !same_letters(position, kept[known], b)) ++known;
    if (known < kept.size()) {
      merged.count[known] += old.count[b];
      continue;
    }
    kept.push_back(b);
    merged.letters.push_back(old.letters[b]);
    merged.count.push_back(old.count[b]);
  }
  if (kept.size() == old.letters.size()) return;
  const std::size_t stride = stride_[position];
  const std::size_t block = stride * old.letters.size();
  std::vector<std::uint64_t> bits((size_ / old.letters.size() * kept.size() + 63) / 64, 0);
  std::size_t rank = 0;
  for (std::size_t start = 0; start < size_; start += block) {
    for (const std::size_t a : kept) {
      for (std::size_t k = 0; k < stride; ++k, ++rank) {
        if (value(start + a * stride + k)) bits[rank / 64] |= std::uint64_t{1} << (rank % 64);
      }
    }
  }
  bits_ = std::move(bits);
  letters_[position] = merged;
  set_strides();
}

}  // namespace attest
