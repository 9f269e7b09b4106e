#include "reductions/poly/hardness/extreme_rows.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>

#include "numeric/checked.hpp"

namespace attest {

namespace {

constexpr Precision extreme_precision = 192;
constexpr long most_inner_products = 2000;  // (m+1)^C, where they are enumerated
constexpr long most_sets = 10;              // 3^|T| terms are summed

using Sets = unsigned long;  // of numbers below |T|
using InnerProductList = std::vector<long>;

long size_of(Sets sets) {
  return __builtin_popcountl(sets);
}

Sets sets_of(const MonomialSet& members) {
  Sets sets = 0;
  for (const std::size_t member : members) sets |= Sets{1} << member;
  return sets;
}

bool inside(Sets part, Sets whole) {
  return (part & ~whole) == 0;
}

long most_of_no(const GapShape& shape) {
  return to_long(floor_of((1 - shape.epsilon) * shape.m));
}

// The quantities of the header at one shape.
class Choices {
 public:
  explicit Choices(const GapShape& shape)
      : shape_(shape), all_((Sets{1} << shape.chosen) - 1), fixed_(shape.first_chosen() ? 1 : 0) {
    for (const MonomialSet& members : shape.constraint_sets) constraints_.push_back(sets_of(members));
    for (const MonomialSet& members : shape.monomial_sets) monomials_.push_back(sets_of(members));
  }

  const std::vector<Sets>& constraints() const { return constraints_; }
  Sets all() const { return all_; }

  // T'.
  std::vector<std::size_t> summed() const {
    std::vector<std::size_t> sets;
    for (auto i = static_cast<std::size_t>(fixed_); i < static_cast<std::size_t>(shape_.chosen); ++i)
      sets.push_back(i);
    return sets;
  }

  // Every U other than T.
  std::vector<Sets> partial() const {
    std::vector<Sets> choices;
    for (Sets upper = 0; upper < all_; ++upper) {
      if (inside(fixed_, upper)) choices.push_back(upper);
    }
    return choices;
  }

  // N_U.
  Exponent normalising(Sets upper) const {
    Exponent sum;
    for (const Sets monomial : monomials_) {
      if (!inside(monomial & ~Sets{1}, all_ & ~upper)) continue;
      sum = sum + monomial_exponent(shape_.d, static_cast<std::size_t>(size_of(monomial)));
    }
    return sum;
  }

  long constraints_inside(Sets sets) const {
    return std::count_if(constraints_.begin(), constraints_.end(),
                         [&](Sets constraint) { return inside(constraint, sets); });
  }

  // X_U.
  long crossing(Sets upper) const {
    return shape_.constraints - constraints_inside(upper) - constraints_inside((all_ & ~upper) | fixed_);
  }

  // U is in A_i.
  bool has_constraint_through(std::size_t i, Sets upper) const {
    return std::any_of(constraints_.begin(), constraints_.end(), [&](Sets constraint) {
      return inside(constraint, upper) && inside(Sets{1} << i, constraint);
    });
  }

  // n^|W| G_U.
  ScaledExponentials with_one_solution(Sets upper) const {
    ScaledExponentials sum;
    const Sets free = upper & ~fixed_;
    const Rational lower = rational_power(shape_.n, size_of(all_ & ~upper));
    for (Sets taken = free;; taken = (taken - 1) & free) {
      const Rational others = rational_power(shape_.n - 1, size_of(free & ~taken));
      if (others != 0)
        sum = sum + exponential(lower * others, Y(shape_.m * constraints_inside(taken | fixed_)));
      if (taken == 0) return sum;
    }
  }

  // Y^power.
  Exponent Y(long power) const { return monomial_exponent(power, static_cast<std::size_t>(shape_.k)); }

 private:
  const GapShape& shape_;
  Sets all_;
  Sets fixed_;  // the set of x_1, if it has one
  std::vector<Sets> constraints_;
  std::vector<Sets> monomials_;
};

// Right minus left of (*).
ScaledExponentials zero_vectors_condition(const Choices& choices, const GapShape& shape, std::size_t i) {
  ScaledExponentials right;
  ScaledExponentials left;
  for (const Sets upper : choices.partial()) {
    const Exponent w = choices.normalising(upper);
    if (!choices.has_constraint_through(i, upper)) {
      right = right + exponential(1, w);
    } else if (const long crossing = choices.crossing(upper); crossing > 0) {
      const long within = choices.constraints_inside(upper);
      left = left + exponential(1, w + choices.Y(shape.m * (within + crossing)));
      right = right + exponential(1, w + choices.Y(shape.m * within));
    }
  }
  return left.empty() ? left : right - left;
}

// The inner products of the constraints that d coordinates can have where each is m or at most (1-epsilon) m and not all are m.
// A coordinate is the set of the vectors that have a one there.
std::set<InnerProductList> inner_products_of_no_tuples(const Choices& choices, const GapShape& shape) {
  const std::size_t constraints = choices.constraints().size();
  std::set<InnerProductList> reached{InnerProductList(constraints, 0)};
  for (long coordinate = 0; coordinate < shape.d; ++coordinate) {
    std::set<InnerProductList> next = reached;
    for (const InnerProductList& products : reached) {
      for (Sets ones = 1; ones <= choices.all(); ++ones) {
        InnerProductList more = products;
        bool within = true;
        for (std::size_t c = 0; c < constraints; ++c) {
          more[c] += inside(choices.constraints()[c], ones) ? 1 : 0;
          within = within && more[c] <= shape.m;
        }
        if (within) next.insert(std::move(more));
      }
    }
    if (next == reached) break;
    reached = std::move(next);
  }
  const long most = most_of_no(shape);
  std::erase_if(reached, [&](const InnerProductList& products) {
    return std::all_of(products.begin(), products.end(), [&](long product) { return product == shape.m; }) ||
           std::any_of(products.begin(), products.end(),
                       [&](long product) { return product != shape.m && product > most; });
  });
  return reached;
}

bool all_but_one_fit(const GapShape& shape) {
  const long most = most_of_no(shape);
  if (shape.constraints == 1) return true;
  const bool cycle = shape.k == 2 && shape.constraints == shape.chosen;
  return shape.d >= (cycle ? 2 * shape.m - most : most + (shape.m - most) * (shape.constraints - 1));
}

bool exceeded(const InnerProductList& products, const std::set<InnerProductList>& by) {
  return std::any_of(by.begin(), by.end(), [&](const InnerProductList& other) {
    return other != products &&
           std::equal(products.begin(), products.end(), other.begin(), std::less_equal<>());
  });
}

// Inner products of no tuples that no others of no tuples exceed; empty where they are not known.
std::set<InnerProductList> largest_inner_products(const Choices& choices, const GapShape& shape) {
  std::set<InnerProductList> largest;
  const auto constraints = static_cast<std::size_t>(shape.constraints);
  if (all_but_one_fit(shape)) {
    for (std::size_t c = 0; c < constraints; ++c) {
      InnerProductList products(constraints, shape.m);
      products[c] = most_of_no(shape);
      largest.insert(std::move(products));
    }
    return largest;
  }
  if (rational_power(shape.m + 1, shape.constraints) > Rational(most_inner_products)) return {};
  const std::set<InnerProductList> reached = inner_products_of_no_tuples(choices, shape);
  for (const InnerProductList& products : reached) {
    if (!exceeded(products, reached)) largest.insert(products);
  }
  return largest;
}

// The summands of one tuple with those inner products.
SplitRow row_of_tuple(const Choices& choices, const InnerProductList& products) {
  const auto Y = [&](Sets upper) {
    long sum = 0;
    for (std::size_t c = 0; c < products.size(); ++c) {
      if (inside(choices.constraints()[c], upper)) sum += products[c];
    }
    return choices.Y(sum);
  };
  SplitRow row{exponential(1, Y(choices.all())), {}};
  for (const Sets upper : choices.partial())
    row.rest = row.rest + exponential(1, choices.normalising(upper) + Y(upper));
  return row;
}

// Whether row a is never above row b, at any B > 0: the same P, and to each summand of b's R - P one of a's whose exponent is at least
// its. (Both have one for each U.)
bool never_above(const SplitRow& a, const SplitRow& b) {
  if (a.numerator != b.numerator) return false;
  const auto summands = [](const SplitRow& row) {
    std::vector<Exponent> list;
    for (const auto& [exponent, count] : row.rest)
      list.insert(list.end(), static_cast<std::size_t>(to_long(numerator_of(count))), exponent);
    return list;
  };
  const std::vector<Exponent> larger = summands(a);
  const std::vector<Exponent> smaller = summands(b);
  return std::equal(smaller.begin(), smaller.end(), larger.begin(), larger.end(),
                    [](const Exponent& low, const Exponent& high) {
                      return low.size() <= high.size() &&
                             std::equal(low.begin(), low.end(), high.begin(), std::less_equal<>());
                    });
}

void add_unless_lower(std::vector<SplitRow>& rows, SplitRow row) {
  if (std::any_of(rows.begin(), rows.end(), [&](const SplitRow& other) { return never_above(row, other); }))
    return;
  std::erase_if(rows, [&](const SplitRow& other) { return never_above(other, row); });
  rows.push_back(std::move(row));
}

}  // namespace

ExtremeRows extreme_rows(const GapShape& shape) {
  ExtremeRows rows;
  if (shape.chosen > most_sets) return rows;  // not known
  const Choices choices(shape);
  SplitRow& yes = rows.least_yes;
  yes.numerator = choices.with_one_solution(choices.all());
  for (const Sets upper : choices.partial())
    yes.rest = yes.rest + exponential(1, choices.normalising(upper)) * choices.with_one_solution(upper);
  for (const InnerProductList& products : largest_inner_products(choices, shape))
    add_unless_lower(rows.largest_no, row_of_tuple(choices, products));
  for (const std::size_t i : choices.summed()) {
    ScaledExponentials condition = zero_vectors_condition(choices, shape, i);
    if (!condition.empty()) rows.conditions.push_back(std::move(condition));
  }
  return rows;
}

std::optional<Ordering> exact_criterion(const ExtremeRows& rows, const AttentionScale& scale) {
  if (rows.largest_no.empty()) return std::nullopt;
  for (const ScaledExponentials& condition : rows.conditions) {
    const Ordering sign = scale.sign(condition);
    if (sign != Ordering::greater && sign != Ordering::equal) return std::nullopt;
  }
  // P/(R-P) of the yes row is above that of every no row.
  Ordering all = Ordering::greater;
  for (const SplitRow& no : rows.largest_no) {
    const Ordering sign = scale.sign(rows.least_yes.numerator * no.rest - no.numerator * rows.least_yes.rest);
    if (sign == Ordering::less || sign == Ordering::equal) return sign;
    if (sign == Ordering::undecided) all = sign;
  }
  return all;
}

namespace {

// "4 Y^3 + Y_2 + 1", the largest exponents first; Y = e^(B^k/d~), Y_j = e^(B^j/d~).
std::string sum_text(const ScaledExponentials& sum, std::size_t k) {
  std::vector<std::pair<Exponent, Rational>> terms(sum.begin(), sum.end());
  std::stable_sort(terms.begin(), terms.end(), [](const auto& a, const auto& b) {
    if (a.first.size() != b.first.size()) return a.first.size() > b.first.size();
    return std::lexicographical_compare(b.first.rbegin(), b.first.rend(), a.first.rbegin(), a.first.rend());
  });
  std::string text;
  for (const auto& [exponent, count] : terms) {
    std::string factors;
    for (std::size_t degree = exponent.size(); degree-- > 0;) {
      if (exponent[degree] == 0) continue;
      factors +=
          (factors.empty() ? "" : " ") + (degree == k ? std::string("Y") : fmt::format("Y_{}", degree));
      if (exponent[degree] != 1) factors += fmt::format("^{}", to_string(exponent[degree]));
    }
    if (!text.empty()) text += " + ";
    if (count != 1 || factors.empty()) text += to_string(count) + (factors.empty() ? "" : " ");
    text += factors;
  }
  return text;
}

// That of one constraint: P of the rows alone, R - P is the same for all (then N tuples are summed).
std::string one_constraint_text(const GapShape& shape) {
  const auto k = static_cast<std::size_t>(shape.k);
  const Rational tuples = rational_power(shape.n, shape.chosen - (shape.first_chosen() ? 1 : 0));
  const auto Y = [&](long power) { return monomial_exponent(power, k); };
  return fmt::format("{} + {} > {}", sum_text(exponential(1, Y(shape.m)), k), to_string(Rational(tuples - 1)),
                     sum_text(exponential(tuples, Y(most_of_no(shape))), k));
}

}  // namespace

std::string exact_criterion_text(const GapShape& shape, const ExtremeRows& rows) {
  const auto k = static_cast<std::size_t>(shape.k);
  std::string text;
  if (shape.constraints == 1) {
    text = one_constraint_text(shape);
  } else {
    const auto quotient = [k](const SplitRow& row) {
      return fmt::format("({})/({})", sum_text(row.numerator, k), sum_text(row.rest, k));
    };
    std::vector<std::string> no;
    for (const SplitRow& row : rows.largest_no) no.push_back(quotient(row));
    text = fmt::format(fmt::runtime(no.size() == 1 ? "{} > {}" : "{} > max({})"), quotient(rows.least_yes),
                       fmt::join(no, ", "));
  }
  text += fmt::format(", Y = e^(B^{}/{})", k, shape.width());
  for (std::size_t degree = k; degree-- > 1;) {
    if (shape.constraints > 1 && shape.inside[degree] > 0)
      text += fmt::format(", Y_{0} = e^(B^{0}/{1})", degree, shape.width());
  }
  return text;
}

AttentionThreshold exact_threshold(const ExtremeRows& rows, const AttentionScale& scale) {
  AttentionThreshold result;
  const auto output = [&](const SplitRow& row) {
    return scale.quotient(row.numerator, row.numerator + row.rest, decision_bits);
  };
  result.yes = output(rows.least_yes);
  result.no = output(rows.largest_no.at(0));
  for (const SplitRow& no : rows.largest_no) result.no = max(result.no, output(no));
  const Interval two(2L, extreme_precision);
  result.threshold = (result.yes + result.no) / two;
  result.gamma = (result.yes - result.no) / (two + two);
  result.separates = exact_criterion(rows, scale) == Ordering::greater;
  return result;
}

}  // namespace attest
