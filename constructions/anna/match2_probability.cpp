#include "constructions/anna/match2_probability.hpp"

#include <algorithm>
#include <bit>
#include <map>
#include <stdexcept>
#include <tuple>

#include "algorithms/hashing/failure_probability.hpp"
#include "algorithms/hashing/theorem_parameters.hpp"
#include "claims/stop.hpp"
#include "numeric/checked.hpp"

namespace attest {

namespace {

using NumberSet = std::set<long>;

Integer chosen(long n, long k) {
  Integer result = 1;
  for (long i = 0; i < k; ++i) result = result * (n - i) / (i + 1);
  return result;
}

// S(n, 0), .., S(n, n).
std::vector<Integer> parts_of(long n) {
  std::vector<Integer> row{1};
  for (long m = 1; m <= n; ++m) {
    std::vector<Integer> next(static_cast<std::size_t>(m) + 1, Integer(0));
    for (std::size_t j = 1; j < next.size(); ++j)
      next[j] = (j < row.size() ? Integer(row[j] * j) : Integer(0)) + row[j - 1];
    row = std::move(next);
  }
  return row;
}

Rational colours_apart(const TableLaw::Profile& sizes, const Integer& codes) {
  std::vector<Integer> parts{1};  // by how many parts all groups together have
  long points = 0;
  for (const long size : sizes) {
    const std::vector<Integer> of_group = parts_of(size);
    std::vector<Integer> product(parts.size() + of_group.size() - 1, Integer(0));
    for (std::size_t a = 0; a < parts.size(); ++a) {
      for (std::size_t b = 0; b < of_group.size(); ++b) product[a + b] += parts[a] * of_group[b];
    }
    parts = std::move(product);
    points += size;
  }
  Integer tables = 0;
  Integer falling = 1;
  for (std::size_t j = 0; j < parts.size(); ++j) {
    tables += parts[j] * falling;
    falling *= codes - Integer(j);  // 0 from j = codes on
  }
  return Rational(tables, power(codes, static_cast<unsigned long>(points)));
}

bool groups_meet(const PointGroups& groups, long digits_read) {
  for (std::size_t a = 0; a < groups.size(); ++a) {
    for (std::size_t b = a + 1; b < groups.size(); ++b) {
      for (const long x : groups[a]) {
        for (const long y : groups[b]) {
          if (((x ^ y) & digits_read) == 0) return true;
        }
      }
    }
  }
  return false;
}

void require_disjoint(const PointGroups& groups) {
  NumberSet seen;
  for (const auto& group : groups) {
    for (const long point : group) {
      if (!seen.insert(point).second) throw std::logic_error("TableLaw: two groups have a point in common");
    }
  }
}

// visit(S, inputs): every set S of at most N numbers of 1..M, and how many inputs have exactly these.
template <class Visit>
void visit_sets(long tokens, long modulus, const Visit& visit) {
  for (unsigned long bits = 1; bits < 1UL << modulus; ++bits) {
    const long size = std::popcount(bits);
    if (size > tokens) continue;
    NumberSet numbers;
    for (long x = 1; x <= modulus; ++x) {
      if ((bits >> (x - 1) & 1) != 0) numbers.insert(x);
    }
    visit(numbers, hashing::surjections(tokens, size));
  }
}

// The same for one S of every type: of the (M-1)/2 pairs x, M - x some give their lesser number, some the greater, some both; M and, for
// even M, M/2 are in S or not.
template <class Visit>
void visit_types(long tokens, long modulus, const Visit& visit) {
  const long pairs = (modulus - 1) / 2;
  for (long single = 0; single < (modulus % 2 == 0 ? 4 : 2); ++single) {
    const long singles = std::popcount(static_cast<unsigned long>(single));
    for (long both = 0; both <= pairs && singles + 2 * both <= tokens; ++both) {
      for (long lesser = 0; lesser + both <= pairs && singles + 2 * both + lesser <= tokens; ++lesser) {
        for (long greater = 0;
             greater + lesser + both <= pairs && singles + 2 * both + lesser + greater <= tokens; ++greater) {
          const long size = singles + 2 * both + lesser + greater;
          if (size == 0) continue;
          NumberSet numbers;
          long x = 1;
          for (long k = 0; k < lesser; ++k) numbers.insert(x++);
          for (long k = 0; k < greater; ++k) numbers.insert(modulus - x++);
          for (long k = 0; k < both; ++k, ++x) numbers.insert({x, modulus - x});
          if ((single & 1) != 0) numbers.insert(modulus);
          if ((single & 2) != 0) numbers.insert(modulus / 2);
          visit(numbers, chosen(pairs, both) * chosen(pairs - both, lesser) *
                             chosen(pairs - both - lesser, greater) * hashing::surjections(tokens, size));
        }
      }
    }
  }
}

}  // namespace

TableLaw::TableLaw(Match2Family family, long colours, long largest_point)
    : family_(family),
      colours_(colours),
      digits_(std::max(1L, static_cast<long>(std::bit_width(static_cast<unsigned long>(largest_point))))) {
  if (family == Match2Family::bit_sampling && digits_ > 5)
    throw std::invalid_argument("TableLaw: more than 5 digits");
  if (family == Match2Family::colours && colours < 2) throw std::invalid_argument("TableLaw: one colour");
}

Rational TableLaw::p1(const Rational& r) const {
  switch (family_) {
    case Match2Family::colours:
      return 1 - r * (1 - p2());
    case Match2Family::cells:
      return 1 - r;
    default:
      return 1;
  }
}

Rational TableLaw::p2() const {
  switch (family_) {
    case Match2Family::colours:
      return Rational(Integer(1), Integer(colours_));
    case Match2Family::cells:
      return 0;
    default:
      return Rational(Integer(digits_ - 1), Integer(digits_));
  }
}

TableLaw::Profile TableLaw::profile(const PointGroups& groups) const {
  require_disjoint(groups);
  if (family_ == Match2Family::cells) return {};
  if (family_ == Match2Family::colours) {
    Profile sizes;
    for (const auto& group : groups) {
      if (!group.empty()) sizes.push_back(static_cast<long>(group.size()));
    }
    std::sort(sizes.begin(), sizes.end());
    return sizes;
  }
  unsigned long apart = 0;  // bit W: the groups are apart where the digits of W are read
  for (long W = 1; W < 1L << digits_; ++W) {
    if (!groups_meet(groups, W)) apart |= 1UL << W;
  }
  return {static_cast<long>(apart)};
}

Rational TableLaw::apart(const Profile& profile, long z) const {
  if (family_ == Match2Family::cells) return 1;
  if (family_ == Match2Family::colours)
    return colours_apart(profile, power(Integer(colours_), static_cast<unsigned long>(z)));
  const auto apart = static_cast<unsigned long>(profile.at(0));
  Integer draws = 0;
  for (unsigned long W = 1; W < 1UL << digits_; ++W) {
    if ((apart >> W & 1) != 0) draws += hashing::surjections(z, std::popcount(W));
  }
  return Rational(draws, power(Integer(digits_), static_cast<unsigned long>(z)));
}

Rational Match2Kind::right(const TableLaw& law, long z, long l) const {
  Rational result = hashing::nth_power(law.apart(apart, z), l);
  if (meets) result -= hashing::nth_power(law.apart(meet, z), l);
  return result;
}

std::vector<Match2Kind> match2_kinds(const HashedMatch2& match2, const TableLaw& law) {
  std::map<std::tuple<TableLaw::Profile, TableLaw::Profile, bool, bool>, Match2Kind> kinds;
  const auto visit = [&](const NumberSet& numbers, const Integer& inputs) {
    check_stop();
    const RightWhen when = match2.right_when(numbers);
    Match2Kind kind;
    kind.apart = law.profile(when.apart);
    kind.meets = !when.meet.empty();
    if (kind.meets) kind.meet = law.profile(when.meet);
    kind.numbers.assign(numbers.begin(), numbers.end());
    const std::vector<long> truth = match2_truth(kind.numbers, match2.modulus());
    kind.says_no = std::count(truth.begin(), truth.end(), 0) > 0;
    const auto key = std::tuple(kind.apart, kind.meet, kind.meets, kind.says_no);
    kinds.try_emplace(key, std::move(kind)).first->second.inputs += inputs;
  };
  if (law.family() == Match2Family::bit_sampling) {
    if (match2.modulus() > 16) throw std::invalid_argument("match2_kinds: more than 2^16 sets");
    visit_sets(match2.tokens(), match2.modulus(), visit);
  } else {
    visit_types(match2.tokens(), match2.modulus(), visit);
  }
  std::vector<Match2Kind> result;
  for (auto& entry : kinds) result.push_back(std::move(entry.second));
  return result;
}

}  // namespace attest
