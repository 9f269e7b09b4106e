#include "lowerbounds/shattering/symmetries.hpp"

#include <algorithm>
#include <bit>
#include <boost/pending/disjoint_sets.hpp>

namespace attest {

namespace {

// A search for one symmetry is given up after this many words looked at or steps taken: missing one costs
// time later, never correctness.
constexpr std::size_t most_steps = 1 << 16;
constexpr std::size_t most_verifications = 64;

// How many words of value 1 have given letters at one or two positions.
class LetterCounts {
 public:
  explicit LetterCounts(const FunctionTable& table) : n_(table.positions()) {
    for (std::size_t i = 0; i < n_; ++i) {
      first_.push_back(total_);
      total_ += table.letters(i).letters.size();
    }
    first_.push_back(total_);
    pair_.assign(total_ * total_, 0);
    std::vector<std::size_t> at(n_);
    for (std::size_t rank = 0; rank < table.size(); ++rank) {
      if (!table.value(rank)) continue;
      ++ones_;
      for (std::size_t i = 0; i < n_; ++i) {
        at[i] = first_[i] + rank / table.stride(i) % table.letters(i).letters.size();
      }
      for (std::size_t i = 0; i < n_; ++i) {
        for (std::size_t j = i; j < n_; ++j) ++pair_[at[i] * total_ + at[j]];
      }
    }
    for (std::size_t u = 0; u < total_; ++u) {
      for (std::size_t v = 0; v < u; ++v) pair_[u * total_ + v] = pair_[v * total_ + u];
    }
  }

  std::size_t letters(std::size_t i) const { return first_[i + 1] - first_[i]; }
  std::uint64_t ones() const { return ones_; }
  std::uint64_t with(std::size_t i, std::size_t a, std::size_t j, std::size_t b) const {
    return pair_[(first_[i] + a) * total_ + first_[j] + b];
  }

 private:
  std::size_t n_;
  std::size_t total_ = 0;
  std::uint64_t ones_ = 0;
  std::vector<std::size_t> first_;
  std::vector<std::uint64_t> pair_;
};

class SymmetrySearch {
 public:
  SymmetrySearch(const FunctionTable& table, const LetterCounts& counts) : table_(table), counts_(counts) {}

  enum class Outcome { found, none, given_up };

  // A symmetry that fixes the positions before `moved` and takes `moved` to `image`.
  Outcome find(std::size_t moved, std::size_t image, bool complements, Symmetry& result) {
    moved_ = moved;
    image_ = image;
    steps_ = verifications_ = 0;
    candidate_.position.assign(table_.positions(), 0);
    candidate_.letter.assign(table_.positions(), {});
    candidate_.complements = complements;
    used_.assign(table_.positions(), false);
    if (place_position(0)) {
      result = candidate_;
      return Outcome::found;
    }
    return given_up() ? Outcome::given_up : Outcome::none;
  }

 private:
  bool given_up() const { return steps_ >= most_steps || verifications_ >= most_verifications; }

  // Where position i goes.
  bool place_position(std::size_t i) {
    const std::size_t n = table_.positions();
    if (i == n) {
      ++verifications_;
      return is_symmetry(table_, candidate_);
    }
    const auto attempt = [&](std::size_t image) {
      if (used_[image] || counts_.letters(image) != counts_.letters(i)) return false;
      used_[image] = true;
      candidate_.position[i] = image;
      candidate_.letter[i].assign(counts_.letters(i), 0);
      std::vector<bool> letter_used(counts_.letters(i), false);
      if (place_letter(i, 0, letter_used)) return true;
      used_[image] = false;
      return false;
    };
    if (i < moved_) return attempt(i);
    if (i == moved_) return attempt(image_);
    // The position itself first, or, if it is taken, where a transposition would send it: most symmetries
    // move little.
    const std::size_t guess = !used_[i] ? i : moved_;
    if (attempt(guess)) return true;
    for (std::size_t image = 0; image < n; ++image) {
      if (given_up()) return false;
      if (image != guess && attempt(image)) return true;
    }
    return false;
  }

  // Where letter a at position i goes, the letters before it being placed.
  bool place_letter(std::size_t i, std::size_t a, std::vector<bool>& letter_used) {
    const std::size_t size = counts_.letters(i);
    if (a == size) return place_position(i + 1);
    for (std::size_t k = 0; k < size && !given_up(); ++k) {
      const std::size_t b = (a + k) % size;
      if (letter_used[b]) continue;
      ++steps_;
      candidate_.letter[i][a] = b;
      if (!fits(i, a)) continue;
      letter_used[b] = true;
      if (place_letter(i, a + 1, letter_used)) return true;
      letter_used[b] = false;
    }
    return false;
  }

  // Do the counts of letter a at i, alone and beside every letter placed before, agree with those of the
  // images (or with their complements)?
  bool fits(std::size_t i, std::size_t a) const {
    for (std::size_t j = 0; j < i; ++j) {
      for (std::size_t b = 0; b < counts_.letters(j); ++b) {
        if (!agree(i, a, j, b)) return false;
      }
    }
    return agree(i, a, i, a);
  }
  bool agree(std::size_t i, std::size_t a, std::size_t j, std::size_t b) const {
    const std::uint64_t here = counts_.with(i, a, j, b);
    const std::uint64_t there = counts_.with(candidate_.position[i], candidate_.letter[i][a],
                                             candidate_.position[j], candidate_.letter[j][b]);
    if (!candidate_.complements) return here == there;
    std::size_t words = table_.size() / counts_.letters(i);
    if (j != i) words /= counts_.letters(j);
    return here + there == words;
  }

  const FunctionTable& table_;
  const LetterCounts& counts_;
  std::size_t moved_ = 0;
  std::size_t image_ = 0;
  std::size_t steps_ = 0;
  std::size_t verifications_ = 0;
  Symmetry candidate_;
  std::vector<bool> used_;
};

}  // namespace

bool is_symmetry(const FunctionTable& table, const Symmetry& symmetry) {
  const std::size_t n = table.positions();
  // The image of a rank is the sum of what its first and its last positions contribute.
  std::size_t split = 0;
  std::size_t low_size = table.size();
  while (split < n && low_size * low_size > table.size()) low_size /= table.letters(split++).letters.size();
  const auto contributions = [&](std::size_t from, std::size_t to, std::size_t size, std::size_t unit) {
    std::vector<std::size_t> image(size, 0);
    for (std::size_t part = 0; part < size; ++part) {
      for (std::size_t i = from; i < to; ++i) {
        const std::size_t letter = part * unit / table.stride(i) % table.letters(i).letters.size();
        image[part] += symmetry.letter[i][letter] * table.stride(symmetry.position[i]);
      }
    }
    return image;
  };
  const auto high = contributions(0, split, table.size() / low_size, low_size);
  const auto low = contributions(split, n, low_size, 1);
  for (std::size_t h = 0; h < high.size(); ++h) {
    for (std::size_t l = 0; l < low.size(); ++l) {
      if ((table.value(h * low_size + l) != table.value(high[h] + low[l])) != symmetry.complements)
        return false;
    }
  }
  return true;
}

Symmetries find_symmetries(const FunctionTable& table, const Stop& stop) {
  Symmetries result;
  const std::size_t n = table.positions();
  const LetterCounts counts(table);
  SymmetrySearch search(table, counts);
  // From the last position to the first: the generators found so far fix all positions before `moved`, so
  // what they reach from an image need not be searched again.
  boost::disjoint_sets_with_storage<> orbits(n);
  for (std::size_t moved = n; moved-- > 0;) {
    for (std::size_t image = moved + 1; image < n; ++image) {
      if (orbits.find_set(image) == orbits.find_set(moved)) continue;
      if (stop()) {
        result.exhaustive = false;
        return result;
      }
      for (const bool complements : {false, true}) {
        if (complements && counts.ones() * 2 != table.size()) continue;
        Symmetry found;
        const auto outcome = search.find(moved, image, complements, found);
        if (outcome == SymmetrySearch::Outcome::given_up) result.exhaustive = false;
        if (outcome != SymmetrySearch::Outcome::found) continue;
        for (std::size_t i = 0; i < n; ++i) orbits.union_set(i, found.position[i]);
        result.generators.push_back(std::move(found));
        break;
      }
    }
  }
  return result;
}

}  // namespace attest
