#include "reductions/problems/matching_rows.hpp"

#include <algorithm>
#include <stdexcept>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

#include "numeric/processor.hpp"

namespace attest::problems {

namespace {

using Word = BitVectors::Word;

Word block_portable(const Word* rows, std::size_t stride, std::size_t words, const Word* vector,
                    Word target) {
  Word found = 0;
  for (std::size_t j = 0; j < 64; ++j) {
    Word count = 0;
    for (std::size_t w = 0; w < words; ++w)
      count += static_cast<Word>(std::popcount(vector[w] & rows[w * stride + j]));
    found |= Word{count == target} << j;
  }
  return found;
}

#if defined(__x86_64__)

__attribute__((target("popcnt"))) Word block_popcnt(const Word* rows, std::size_t stride, std::size_t words,
                                                    const Word* vector, Word target) {
  Word found = 0;
  for (std::size_t j = 0; j < 64; ++j) {
    Word count = 0;
    for (std::size_t w = 0; w < words; ++w)
      count += static_cast<Word>(__builtin_popcountll(vector[w] & rows[w * stride + j]));
    found |= Word{count == target} << j;
  }
  return found;
}

// Bits of each byte by two table lookups of four bits, then the sums of eight bytes (Mula, Kurz and Lemire,
// "Faster population counts using AVX2 instructions").
__attribute__((target("avx2"))) Word block_avx2(const Word* rows, std::size_t stride, std::size_t words,
                                                const Word* vector, Word target) {
  const __m256i table = _mm256_setr_epi8(0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4,  //
                                         0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4);
  const __m256i low = _mm256_set1_epi8(15);
  const __m256i zero = _mm256_setzero_si256();
  const __m256i wanted = _mm256_set1_epi64x(static_cast<long long>(target));
  Word found = 0;
  for (std::size_t j = 0; j < 64; j += 4) {
    __m256i count = zero;
    for (std::size_t w = 0; w < words; ++w) {
      const __m256i row = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(rows + w * stride + j));
      const __m256i common = _mm256_and_si256(row, _mm256_set1_epi64x(static_cast<long long>(vector[w])));
      const __m256i lower = _mm256_shuffle_epi8(table, _mm256_and_si256(common, low));
      const __m256i upper = _mm256_shuffle_epi8(table, _mm256_and_si256(_mm256_srli_epi16(common, 4), low));
      count = _mm256_add_epi64(count, _mm256_sad_epu8(_mm256_add_epi8(lower, upper), zero));
    }
    const int four = _mm256_movemask_pd(_mm256_castsi256_pd(_mm256_cmpeq_epi64(count, wanted)));
    found |= static_cast<Word>(four) << j;
  }
  return found;
}

__attribute__((target("avx512f,avx512vpopcntdq"))) Word block_avx512(const Word* rows, std::size_t stride,
                                                                     std::size_t words, const Word* vector,
                                                                     Word target) {
  const __m512i wanted = _mm512_set1_epi64(static_cast<long long>(target));
  Word found = 0;
  for (std::size_t j = 0; j < 64; j += 8) {
    __m512i count = _mm512_setzero_si512();
    for (std::size_t w = 0; w < words; ++w) {
      const __m512i row = _mm512_loadu_si512(rows + w * stride + j);
      const __m512i common = _mm512_and_si512(row, _mm512_set1_epi64(static_cast<long long>(vector[w])));
      count = _mm512_add_epi64(count, _mm512_popcnt_epi64(common));
    }
    found |= static_cast<Word>(_mm512_cmpeq_epi64_mask(count, wanted)) << j;
  }
  return found;
}

#endif

}  // namespace

const std::vector<std::string>& matching_rows_kernels() {
  static const std::vector<std::string> kernels = [] {
    std::vector<std::string> names;
#if defined(__x86_64__)
    if (processor().avx512f && processor().avx512vpopcntdq) names.emplace_back("avx512");
    if (processor().avx2) names.emplace_back("avx2");
    if (processor().popcnt) names.emplace_back("popcnt");
#endif
    names.emplace_back("portable");
    return names;
  }();
  return kernels;
}

MatchingRows::Block MatchingRows::block_of(const std::string& kernel) {
  const auto& kernels = matching_rows_kernels();
  if (std::find(kernels.begin(), kernels.end(), kernel) == kernels.end())
    throw std::invalid_argument("no such kernel on this machine: " + kernel);
#if defined(__x86_64__)
  if (kernel == "avx512") return block_avx512;
  if (kernel == "avx2") return block_avx2;
  if (kernel == "popcnt") return block_popcnt;
#endif
  return block_portable;
}

MatchingRows::MatchingRows(const BitVectors& set) : MatchingRows(set, matching_rows_kernels().front()) {}

MatchingRows::MatchingRows(const BitVectors& set, const std::string& kernel)
    : rows_(set.size()),
      padded_((set.size() + 63) / 64 * 64),
      words_((set.dimension() + 63) / 64),
      by_word_(padded_ * std::max<std::size_t>(words_, 1), 0),
      block_(block_of(kernel)) {
  for (std::size_t i = 0; i < rows_; ++i) {
    const auto row = set.words(i);
    for (std::size_t w = 0; w < words_; ++w) by_word_[w * padded_ + i] = row[w];
  }
}

void MatchingRows::all(std::span<const Word> vector, long target, std::span<Word> out) const {
  if (rows_ == 0) return;
  for (std::size_t b = 0; b * 64 < padded_; ++b)
    out[b] = block_(by_word_.data() + b * 64, padded_, words_, vector.data(), static_cast<Word>(target));
  if (rows_ % 64 != 0) out[rows_ / 64] &= (Word{1} << (rows_ % 64)) - 1;  // not the padding
}

std::size_t MatchingRows::first(std::span<const Word> vector, long target) const {
  for (std::size_t b = 0; b * 64 < padded_; ++b) {
    const Word found =
        block_(by_word_.data() + b * 64, padded_, words_, vector.data(), static_cast<Word>(target));
    // A padding row lies behind all rows, so that a lower match is none of them.
    if (found != 0) return std::min(rows_, b * 64 + static_cast<std::size_t>(std::countr_zero(found)));
  }
  return rows_;
}

}  // namespace attest::problems
