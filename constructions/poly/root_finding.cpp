#include "constructions/poly/root_finding.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "claims/usage_error.hpp"

namespace attest {

namespace {

using Variables = std::vector<std::size_t>;  // ascending

struct SquareMonomial {
  Rational coefficient;               // C_j
  std::map<std::size_t, long> power;  // d_r of the variables that occur
};

std::vector<SquareMonomial> monomials_of(const Polynomial& polynomial) {
  std::vector<SquareMonomial> result;
  for (const auto& term : polynomial.terms()) {
    SquareMonomial monomial{term.coefficient, {}};
    for (const auto& [name, exponent] : term.exponents) {
      if (exponent != 0) monomial.power[std::stoul(name.substr(1)) - 1] = static_cast<long>(exponent);
    }
    result.push_back(std::move(monomial));
  }
  // By degree and then by the exponents of x_1, x_2, .., descending, whatever order the ring of all polynomials has by now.
  const auto key = [](const SquareMonomial& monomial) {
    std::vector<long> exponents(5, 0);
    for (const auto& [variable, power] : monomial.power) {
      exponents[0] += power;
      exponents[variable + 1] = power;
    }
    return exponents;
  };
  std::sort(result.begin(), result.end(),
            [&](const SquareMonomial& a, const SquareMonomial& b) { return key(a) > key(b); });
  return result;
}

bool contains(const Variables& larger, const Variables& smaller) {
  return std::includes(larger.begin(), larger.end(), smaller.begin(), smaller.end());
}

Variables support(const SquareMonomial& monomial) {
  Variables result;
  for (const auto& [variable, power] : monomial.power) result.push_back(variable);
  return result;
}

Polynomial y_to(long exponent) {
  Polynomial result = 1;
  for (long e = 0; e < exponent; ++e) result = result * Polynomial::variable("y");
  return result;
}

Polynomial n_to(std::size_t exponent) {
  Polynomial result = 1;
  for (std::size_t e = 0; e < exponent; ++e) result = result * Polynomial::variable("n");
  return result;
}

// Definition E.1 (line 2093): higher degree first, then lexicographically.
std::vector<Variables> in_preference(const AttentionPolynomial& h) {
  std::vector<Variables> monomials = h.monomials();
  std::sort(monomials.begin(), monomials.end(), [](const Variables& a, const Variables& b) {
    return a.size() != b.size() ? a.size() > b.size() : a < b;
  });
  return monomials;
}

// To the first monomial of highest degree that contains its variables.
std::vector<std::size_t> assignment(const std::vector<SquareMonomial>& squares,
                                    const std::vector<Variables>& h) {
  std::vector<std::size_t> result;
  for (const auto& monomial : squares) {
    std::size_t i = 0;
    while (i < h.size() && (h[i].size() != h.front().size() || !contains(h[i], support(monomial)))) ++i;
    if (i == h.size()) {
      throw UsageError(
          "h: the variables of some monomial of p^2 are in no monomial of highest degree of h (line 3378)");
    }
    result.push_back(i);
  }
  return result;
}

class Columns {
 public:
  explicit Columns(std::size_t variables) : query_(variables) {}
  // Entries that are not named are zero.
  void add(const std::map<std::size_t, Polynomial>& entries) {
    for (std::size_t r = 0; r < query_.size(); ++r) {
      const auto entry = entries.find(r);
      query_[r].push_back(entry == entries.end() ? Polynomial(0) : entry->second);
    }
  }
  const std::vector<Rows>& rows() const { return query_; }

 private:
  std::vector<Rows> query_;
};

// p(y_1, .., y_t)^2
Polynomial square_of_p(const RootFinding& record) {
  std::map<std::string, Polynomial> names;
  for (std::size_t r = 1; r <= record.variables; ++r) {
    names[fmt::format("x{}", r)] = Polynomial::variable(fmt::format("y_{}", r));
  }
  return pow(record.p.substitute(names), 2);
}

// Lines 3400-3450, literally. Block i, column j for monomial m_i of h and the j-th monomial of p^2.
void printed_columns(RootFinding& record, const std::vector<SquareMonomial>& squares,
                     const std::vector<Variables>& h, const std::vector<std::size_t>& assigned) {
  const auto n = Polynomial::variable("n");
  const std::size_t k = h.front().size();
  Columns columns(record.variables);
  std::vector<std::vector<Rational>> s(h.size(),
                                       std::vector<Rational>(squares.size(), Rational(0)));  // s_i^j
  for (std::size_t i = 0; i < h.size(); ++i) {
    for (std::size_t j = 0; j < squares.size(); ++j) {
      const auto& power = squares[j].power;
      std::map<std::size_t, Polynomial> entries;
      if (h[i].size() == k) {
        if (assigned[j] == i) {
          for (const std::size_t r : h[i]) {
            const auto d = power.find(r);
            entries[r] = n * (d == power.end() ? Polynomial(1) : y_to(d->second));
          }
          const std::size_t first = power.empty() ? h[i].front() : power.begin()->first;
          entries[first] = -Polynomial(squares[j].coefficient) * entries[first];
          if (power.empty()) {
            record.damaged = {first, columns.rows().front().size(), "line 3404",
                              "the constant monomial of p^2 has no variable of highest preference",
                              "its coefficient stands at the highest variable of m_i"};
          }
        }
      } else {
        for (std::size_t l = 0; l < i; ++l) {  // the four cases of lines 3432-3435
          const bool divides = contains(h[l], h[i]);
          const bool top = std::find(h[i].begin(), h[i].end(), h[l].front()) != h[i].end();
          if (divides && h[l].size() == k && top) {
            s[i][j] -= squares[j].coefficient;
          } else if (divides && h[l].size() < k && top) {
            s[i][j] -= s[l][j];
          } else if (contains(h[i], h[l])) {
            s[i][j] -= 1;
          }
        }
        for (const auto& [r, d] : power) entries[r] = n * y_to(d);
        if (!power.empty()) {
          const std::size_t first = power.begin()->first;
          entries[first] = Polynomial(s[i][j]) * entries[first];
        }
      }
      columns.add(entries);
    }
  }
  record.query = columns.rows();
  record.embedding_dimension = static_cast<long>(squares.size() * h.size());  // s_0 s
  record.power_of_n = k;
  record.displayed = -n_to(k) * square_of_p(record);
}

using Column = std::map<std::size_t, Polynomial>;  // entries that are not zero, by variable

// Every column is to contribute to the monomial that it stands for, that of all its variables, and to no other: each monomial of
// fewer variables repeats every column whose variables contain its own, with the first entry negated, from the highest degree down.
// What it contributes to that column cancels, and its own column is supported on it alone.
void cancel_lower_degrees(const std::vector<Variables>& h, std::vector<Column>& columns) {
  for (const Variables& m : h) {
    const std::size_t known = columns.size();
    for (std::size_t c = 0; c < known; ++c) {
      Column entries;
      for (const std::size_t r : m) {
        if (columns[c].count(r) != 0) entries[r] = columns[c].at(r);
      }
      if (entries.size() != m.size() || columns[c].size() == m.size()) continue;
      entries[m.front()] = -entries[m.front()];
      columns.push_back(std::move(entries));
    }
  }
}

// Ours. Every monomial of p^2 and every term of the tie-break has one column of highest degree.
std::vector<Column> repaired_list(std::size_t t, const std::vector<SquareMonomial>& squares,
                                  const std::vector<Variables>& h, const std::vector<std::size_t>& assigned,
                                  const Polynomial& scale) {
  const auto l = Polynomial::variable("l");
  const std::size_t k = h.front().size();
  std::vector<Column> columns;
  const auto add_top = [&](Column entries) {
    Polynomial& first = entries.begin()->second;
    first = scale * first;
    columns.push_back(std::move(entries));
  };
  for (std::size_t j = 0; j < squares.size(); ++j) {
    const Variables& m = h[assigned[j]];
    Column entries;
    for (const std::size_t r : m) {
      const auto d = squares[j].power.find(r);
      entries[r] = d == squares[j].power.end() ? Polynomial(1) : y_to(d->second);
    }
    entries[m.front()] = -Polynomial(squares[j].coefficient) * n_to(k + t) * entries[m.front()];
    add_top(std::move(entries));
  }
  for (std::size_t r = 1; r < t; ++r) {  // n^(t-1-r) l_r in 0-based r
    const auto m = std::find_if(h.begin(), h.end(), [&](const Variables& v) {
      return v.size() == k && std::find(v.begin(), v.end(), r) != v.end();
    });
    if (m == h.end()) throw UsageError("h: a variable of p is in no monomial of highest degree of h");
    Column entries;
    for (const std::size_t v : *m) entries[v] = v == r ? n_to(t - 1 - r) * l : Polynomial(1);
    add_top(std::move(entries));
  }
  cancel_lower_degrees(h, columns);
  return columns;
}

// Scores are A (n^(t-2) l_2 + .. + l_t - n^(k+t) p^2), A = 4 d (n + r + t) for numbers -r .. r; the tie-break spans less than
// n^(k+t).
void repaired_columns(RootFinding& record, const std::vector<SquareMonomial>& squares,
                      const std::vector<Variables>& h, const std::vector<std::size_t>& assigned,
                      long degree) {
  const std::size_t t = record.variables;
  const auto count = static_cast<long>(repaired_list(t, squares, h, assigned, Polynomial(1)).size());
  // 1, y, .., y^(2 k_0) and the index fit into d, and so do the t numbers of the output.
  record.embedding_dimension = std::max({count, 2 * degree + 2, static_cast<long>(t)});
  const Polynomial scale = Polynomial::variable("A");
  Columns result(t);
  for (const Column& entries : repaired_list(t, squares, h, assigned, scale)) result.add(entries);
  record.query = result.rows();
  Polynomial tie;
  for (std::size_t r = 1; r < t; ++r) {
    tie += n_to(t - 1 - r) * Polynomial::variable(fmt::format("l_{}", r + 1));
  }
  record.tie_break = true;
  record.power_of_n = h.front().size() + t;
  record.displayed = scale * (tie - n_to(record.power_of_n) * square_of_p(record));
}

}  // namespace

Polynomial RootFinding::score() const {
  return score_of(h, query);
}

Polynomial score_of(const AttentionPolynomial& h, const std::vector<Rows>& query) {
  Polynomial total;
  for (const auto& monomial : h.monomials()) {
    for (std::size_t c = 0; c < query.front().size(); ++c) {
      Polynomial product = 1;
      for (const std::size_t r : monomial) {
        product = product * query[r][c].substitute({{"y", Polynomial::variable(fmt::format("y_{}", r + 1))},
                                                    {"l", Polynomial::variable(fmt::format("l_{}", r + 1))}});
      }
      total += product;
    }
  }
  return total;
}

std::optional<OwnPlaceHead> own_place_head(const AttentionPolynomial& polynomial) {
  const std::vector<Variables> h = in_preference(polynomial);
  const auto m = std::find_if(h.begin(), h.end(),
                              [](const Variables& v) { return std::find(v.begin(), v.end(), 0) != v.end(); });
  if (m == h.end()) return std::nullopt;
  const std::size_t partner = *std::find_if(m->begin(), m->end(), [](std::size_t v) { return v != 0; });
  const Polynomial l = Polynomial::variable("l");
  const Polynomial A = Polynomial::variable("A");
  // -A (l_1^2 - 2 l_1 l_v + l_v^2), the other variables of m at 1.
  const std::vector<std::pair<Polynomial, Polynomial>> terms{{-A * l * l, 1}, {2 * A * l, l}, {-A, l * l}};
  std::vector<Column> columns;
  for (const auto& [of_first, of_partner] : terms) {
    Column entries;
    for (const std::size_t v : *m) entries[v] = v == 0 ? of_first : v == partner ? of_partner : Polynomial(1);
    columns.push_back(std::move(entries));
  }
  cancel_lower_degrees(h, columns);
  Columns result(polynomial.variables());
  for (const Column& entries : columns) result.add(entries);
  return OwnPlaceHead{partner + 1, result.rows()};
}

RootFinding poly_root_finding(Variant variant, const Polynomial& p, const AttentionPolynomial& h) {
  RootFinding record;
  record.p = p;
  record.h = h;
  std::set<std::size_t> used;
  unsigned long degree = 0;  // k_0
  for (const auto& term : p.terms()) {
    unsigned long total = 0;
    for (const auto& [name, exponent] : term.exponents) {
      if (exponent != 0) used.insert(std::stoul(name.substr(1)));
      total += exponent;
    }
    degree = std::max(degree, total);
    if (denominator_of(term.coefficient) != 1) throw UsageError("p: expected integer coefficients");
  }
  if (used.empty()) throw UsageError("p: expected a polynomial in x1, x2, ..., not a constant");
  if (degree > 4) throw UsageError("p: expected a polynomial of degree at most 4");
  record.degree = degree;
  record.variables = std::max<std::size_t>(*used.rbegin(), 2);
  if (h.variables() != record.variables) {
    throw UsageError(
        fmt::format("h: expected an attention polynomial in x1..x{}, the variables of p", record.variables));
  }
  const std::vector<SquareMonomial> squares = monomials_of(p * p);
  const std::vector<Variables> monomials = in_preference(h);
  const std::vector<std::size_t> assigned = assignment(squares, monomials);
  record.choices = {
      "the second head is not printed; its stated output, y_l1 in the first column (line 3471), is taken for "
      "granted: an exact match of the token with itself (where x_1 is not in h all rows of a head for h are "
      "equal, so there it cannot be one; where it is, the variant network has a head for h)",
      "S holds integers, as in Section 3.4 (line 380); lines 3372 and 3377 have S in R^n",
      "the network that checks the root is not printed: it puts out 1/2 - |p(a)|, a the row's numbers",
      "the softmax divides by d (Definition 2.2); each monomial of p^2 is assigned to the first monomial of "
      "h that it fits",
      "S is a list; numbers may repeat"};
  if (variant == Variant::printed) {
    printed_columns(record, squares, monomials, assigned);
    // Line 3388 requires s_0 s > 2 k_0 + 1, line 3395 s_0 s > 2 k_0, for the embedding to fit.
    const long needed = 2 * static_cast<long>(degree) + 1;
    if (record.embedding_dimension < needed) {
      record.choices.push_back(fmt::format(
          "as printed, s_0 s = {} is less than the {} coordinates of the embedding; Q is padded with zeros to d = {}",
          record.embedding_dimension, needed, needed));
      record.embedding_dimension = needed;
    }
  } else {
    repaired_columns(record, squares, monomials, assigned, static_cast<long>(degree));
  }
  return record;
}

}  // namespace attest
