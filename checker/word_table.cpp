#include "checker/word_table.hpp"

#include <algorithm>
#include <numeric>
#include <set>

#include "checker/refusal.hpp"

namespace attest_check {

namespace {

constexpr std::size_t most_positions = 24;

std::vector<std::size_t> strides_of(const std::vector<std::size_t>& letters) {
  std::vector<std::size_t> stride(letters.size(), 1);
  for (std::size_t i = letters.size(); i-- > 1;) stride[i - 1] = stride[i] * letters[i];
  return stride;
}

// Whether f is the same wherever letter a is at the position of this stride, and letter b in its place.
bool same(const std::vector<bool>& values, std::size_t letters, std::size_t stride, std::size_t a,
          std::size_t b) {
  for (std::size_t high = 0; high < values.size(); high += letters * stride) {
    for (std::size_t low = high; low < high + stride; ++low) {
      if (values[low + a * stride] != values[low + b * stride]) return false;
    }
  }
  return true;
}

bool has_bit(const std::vector<Rows::Word>& bits, std::size_t at) {
  return (bits[at / 64] >> (at % 64) & 1) != 0;
}
std::vector<Rows::Word> empty_bits(std::size_t count) {
  return std::vector<Rows::Word>((count + 63) / 64, 0);
}
void set_bit(std::vector<Rows::Word>& bits, std::size_t at) {
  bits[at / 64] |= Rows::Word{1} << (at % 64);
}

}  // namespace

WordTable::WordTable(Function& f) : evaluated_(1) {
  if (f.positions() > most_positions) throw Undecided("a function of more than 24 positions");
  std::vector<std::size_t> all(f.positions());
  for (std::size_t i = 0; i < all.size(); ++i) {
    all[i] = f.letters(i).size();
    evaluated_ *= all[i];
    if (evaluated_ > most_words) throw Undecided("a function of more than 2^24 words");
  }
  const std::vector<std::size_t> strides = strides_of(all);
  std::vector<bool> values(evaluated_);
  std::vector<long> word(all.size());
  for (std::size_t rank = 0; rank < evaluated_; ++rank) {
    for (std::size_t i = 0; i < all.size(); ++i) word[i] = f.letters(i)[rank / strides[i] % all[i]];
    values[rank] = f.value(word);
  }
  // At each position the first of the letters that are one; their words stay.
  std::vector<std::size_t> ranks{0};
  for (std::size_t i = 0; i < all.size(); ++i) {
    std::vector<std::size_t> kept;
    for (std::size_t a = 0; a < all[i]; ++a) {
      if (std::none_of(kept.begin(), kept.end(),
                       [&](std::size_t b) { return same(values, all[i], strides[i], a, b); }))
        kept.push_back(a);
    }
    std::vector<std::size_t> longer;
    for (const std::size_t rank : ranks) {
      for (const std::size_t a : kept) longer.push_back(rank + a * strides[i]);
    }
    ranks = std::move(longer);
    letters_.push_back(kept.size());
  }
  stride_ = strides_of(letters_);
  for (const std::size_t rank : ranks) values_.push_back(values[rank]);
}

bool WordTable::is_symmetry(const Symmetry& g) const {
  const auto is_permutation = [](std::vector<std::size_t> image, std::size_t size) {
    std::sort(image.begin(), image.end());
    for (std::size_t k = 0; k < image.size(); ++k) {
      if (image[k] != k) return false;
    }
    return image.size() == size;
  };
  if (!is_permutation(g.position, positions()) || g.letter.size() != positions()) return false;
  for (std::size_t i = 0; i < positions(); ++i) {
    if (letters_[i] != letters_[g.position[i]] || !is_permutation(g.letter[i], letters_[i])) return false;
  }
  for (std::size_t rank = 0; rank < values_.size(); ++rank) {
    std::size_t image = 0;
    for (std::size_t i = 0; i < positions(); ++i)
      image += g.letter[i][rank / stride_[i] % letters_[i]] * stride_[g.position[i]];
    if ((values_[rank] != values_[image]) != g.complements) return false;
  }
  return true;
}

std::vector<std::size_t> WordTable::contributions(Positions at) const {
  std::vector<std::size_t> result{0};
  for (std::size_t i = 0; i < positions(); ++i) {
    if ((at >> i & 1) == 0) continue;
    std::vector<std::size_t> longer;
    for (const std::size_t rank : result) {
      for (std::size_t a = 0; a < letters_[i]; ++a) longer.push_back(rank + a * stride_[i]);
    }
    result = std::move(longer);
  }
  return result;
}

std::optional<Rows> WordTable::rows(Positions at, std::size_t k) const {
  const auto row_ranks = contributions(at), column_ranks = contributions(~at);
  if (row_ranks.size() < k || column_ranks.size() >> k == 0) return std::nullopt;
  std::vector<std::vector<Rows::Word>> over_all;                           // columns
  std::set<std::vector<Rows::Word>> met{empty_bits(column_ranks.size())};  // constant rows are not kept
  for (const std::size_t row : row_ranks) {
    auto bits = empty_bits(column_ranks.size());
    const bool first = values_[row + column_ranks[0]];
    for (std::size_t c = 0; c < column_ranks.size(); ++c) {
      if (values_[row + column_ranks[c]] != first) set_bit(bits, c);
    }
    if (met.insert(bits).second) over_all.push_back(std::move(bits));
  }
  std::vector<std::size_t> kept;
  std::set<std::vector<Rows::Word>> met_columns;
  for (std::size_t c = 0; c < column_ranks.size(); ++c) {
    auto column = empty_bits(over_all.size());
    for (std::size_t r = 0; r < over_all.size(); ++r) {
      if (has_bit(over_all[r], c)) set_bit(column, r);
    }
    if (met_columns.insert(std::move(column)).second) kept.push_back(c);
  }
  if (over_all.size() < k || kept.size() >> k == 0) return std::nullopt;
  Rows result;
  result.columns = kept.size();
  for (const auto& all : over_all) {
    result.bits.push_back(empty_bits(kept.size()));
    for (std::size_t c = 0; c < kept.size(); ++c) {
      if (has_bit(all, kept[c])) set_bit(result.bits.back(), c);
    }
  }
  return result;
}

std::vector<Positions> least_of_classes(std::size_t positions, const std::vector<Symmetry>& symmetries) {
  std::vector<Positions> above(std::size_t{1} << positions), result;
  std::iota(above.begin(), above.end(), 0U);
  const auto least = [&](Positions set) {  // whose own place names it
    while (above[set] != set) set = above[set] = above[above[set]];
    return set;
  };
  for (const Symmetry& g : symmetries) {
    for (Positions set = 0; set < above.size(); ++set) {
      Positions image = 0;
      for (std::size_t i = 0; i < positions; ++i) image |= (set >> i & 1) << g.position[i];
      const auto [low, high] = std::minmax({least(set), least(image)});
      above[high] = low;
    }
  }
  for (Positions set = 0; set < above.size(); ++set) {
    if (above[set] == set) result.push_back(set);
  }
  return result;
}

std::vector<Positions> sets_to_exclude(const Function& f, const std::vector<Symmetry>& symmetries) {
  if (!f.split()) return least_of_classes(f.positions(), symmetries);
  Positions set = 0;
  for (const std::size_t i : *f.split()) set |= Positions{1} << i;
  return {set};
}

std::vector<std::size_t> listed(Positions set) {
  std::vector<std::size_t> result;
  for (std::size_t i = 0; i < most_positions; ++i) {
    if ((set >> i & 1) != 0) result.push_back(i);
  }
  return result;
}

}  // namespace attest_check
