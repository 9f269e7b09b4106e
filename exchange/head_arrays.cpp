#include "exchange/head_arrays.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <stdexcept>

#include "attention/head_sums.hpp"
#include "claims/stop.hpp"
#include "claims/usage_error.hpp"

namespace attest::exchange {

namespace {

using attention::Head;
using attention::Kernel;
using attention::Token;

constexpr std::size_t most_variables = 18;  // each has a letter in the evaluations' sums

// The tuples of all receivers as a box of tokens, one list for each variable but the first, and which of its
// tuples a receiver has.
struct Tuples {
  std::vector<std::vector<Token>> domains;
  std::vector<std::int64_t> mask;  // [receiver, tuple of the box]; empty: every receiver has all
};

Tuples every_tuple(std::size_t arity, const std::vector<Token>& tokens) {
  return {std::vector<std::vector<Token>>(arity, tokens), {}};
}

Tuples listed_tuples(const Head& head, const std::vector<Token>& receivers, std::uint64_t most_entries) {
  const std::size_t arity = head.over.arity();
  std::vector<std::set<Token>> domains(arity);
  for (const Token receiver : receivers) {
    const auto tuples = head.over.tuples(receiver);
    for (std::size_t k = 0; k < tuples.size(); ++k) domains[k % arity].insert(tuples[k]);
  }
  Tuples result;
  Integer box = receivers.size();
  for (const auto& domain : domains) {
    // A head that sees nothing still has a box, of which nothing is taken.
    result.domains.emplace_back(domain.begin(), domain.end());
    if (domain.empty()) result.domains.back().push_back(receivers.front());
    box *= result.domains.back().size();
  }
  if (box > most_entries) {
    throw UsageError(fmt::format("head {} has {} pairs of a token and a tuple: more than --max-bytes allows",
                                 head.name, to_string(box)));
  }
  std::size_t in_box = 1;
  for (const auto& domain : result.domains) in_box *= domain.size();
  result.mask.assign(receivers.size() * in_box, 0);
  bool all = true;
  for (std::size_t r = 0; r < receivers.size(); ++r) {
    check_stop();
    const auto tuples = head.over.tuples(receivers[r]);
    std::size_t before = 0;
    for (std::size_t at = 0; at < tuples.size(); at += arity) {
      std::size_t place = 0;
      for (std::size_t v = 0; v < arity; ++v) {
        const auto& domain = result.domains[v];
        const auto found = std::lower_bound(domain.begin(), domain.end(), tuples[at + v]);
        place = place * domain.size() + static_cast<std::size_t>(found - domain.begin());
      }
      // Each tuple once, ascending: then a mask says it, and the first of the best is that of the box.
      if (at != 0 && place <= before)
        throw UsageError(fmt::format("head {} lists its tuples in an order of its own", head.name));
      before = place;
      result.mask[r * in_box + place] = 1;
    }
    all = all && tuples.size() == in_box * arity;
  }
  if (all) result.mask.clear();
  return result;
}

std::size_t longest(const std::vector<RationalVector>& rows) {
  std::size_t length = 0;
  for (const RationalVector& row : rows) length = std::max(length, static_cast<std::size_t>(row.size()));
  return length;
}

// Whether some monomial has this variable, from 0; else it has no rows.
bool is_scored(const Head& head, std::size_t variable) {
  const auto& all = head.polynomial.monomials();
  return std::any_of(all.begin(), all.end(), [&](const std::vector<std::size_t>& monomial) {
    return std::find(monomial.begin(), monomial.end(), variable) != monomial.end();
  });
}

// Softmax and z^2 / (1 + z^2): the matrices where rows are linear in the encoding, the rows where they are not.
void add_rows(const Head& head, const std::string& prefix, std::vector<Array>& arrays) {
  for (std::size_t v = 0; v < head.polynomial.variables(); ++v) {
    if (!is_scored(head, v)) continue;
    if (v < head.maps.size() && head.maps[v]) {
      arrays.push_back(matrix_array(fmt::format("{}W{}", prefix, v + 1), *head.maps[v],
                                    fmt::format("the rows of x_{} are W times the stream", v + 1)));
    } else {
      arrays.push_back(row_array(fmt::format("{}rows{}", prefix, v + 1), head.rows[v], longest(head.rows[v]),
                                 fmt::format("the rows of x_{}, for each row of X", v + 1)));
    }
  }
  Array scale = real_array(prefix + "scale", {}, {}, "the factor of the scores");
  scale.surd = head.scale;
  arrays.push_back(std::move(scale));
}

// Rows as numbers, equal for equal ones: a query meets a key where the two are the same.
void add_matches(const Head& head, const std::string& prefix, std::vector<Array>& arrays) {
  attention::Numbering<std::vector<Rational>> numbering;
  for (std::size_t v = 0; v < 2; ++v) {
    const auto numbers = attention::numbers_of(head.rows[v], numbering);
    arrays.push_back(integer_array(
        fmt::format("{}rows{}", prefix, v + 1), {numbers.size()}, {numbers.begin(), numbers.end()},
        fmt::format("the {} for each row of X, a number that is equal for equal ones",
                    v == 0 ? "query" : "key")));
  }
}

// Scores as integers, so that equal ones are equal: a scale has no say in which is best but for its sign, which the factors
// have. Returns what no sum on the way exceeds.
Integer add_integer_rows(const Head& head, const std::string& prefix, std::vector<Array>& arrays) {
  const attention::IntegerScores scores(head);
  const auto& rows = scores.rows();
  std::vector<std::vector<Integer>> largest(rows.size());  // [variable][coordinate], at least 1
  for (std::size_t v = 0; v < rows.size(); ++v) {
    if (!is_scored(head, v)) continue;
    std::size_t length = 0;
    for (const auto& row : rows[v]) length = std::max(length, row.size());
    largest[v].assign(length, 1);
    std::vector<Rational> numbers(rows[v].size() * length, Rational(0));
    for (std::size_t kind = 0; kind < rows[v].size(); ++kind) {
      for (std::size_t c = 0; c < rows[v][kind].size(); ++c) {
        numbers[kind * length + c] = Rational(rows[v][kind][c]);
        largest[v][c] = std::max(largest[v][c], Integer(abs(rows[v][kind][c])));
      }
    }
    arrays.push_back(real_array(fmt::format("{}rows{}", prefix, v + 1), {rows[v].size(), length},
                                std::move(numbers),
                                fmt::format("the rows of x_{} as integers, for each row of X", v + 1)));
  }
  std::vector<Rational> factors;
  Integer bound = 0;
  for (std::size_t m = 0; m < scores.polynomial().monomials().size(); ++m) {
    const auto& monomial = scores.polynomial().monomials()[m];
    factors.emplace_back(scores.factor(m));
    Integer sum = 0;
    for (std::size_t c = 0; c < largest[monomial.front()].size(); ++c) {
      Integer product = 1;
      for (const std::size_t v : monomial) product *= largest[v][c];
      sum += product;
    }
    bound += std::max(Integer(1), Integer(abs(scores.factor(m)))) * sum;
  }
  const std::size_t terms = factors.size();
  arrays.push_back(
      real_array(prefix + "factors", {terms}, std::move(factors), "the factor of each monomial, an integer"));
  return bound;
}

}  // namespace

std::vector<std::int64_t> places_in(const std::vector<Token>& list, const std::vector<Token>& tokens) {
  std::vector<std::int64_t> places;
  for (const Token token : tokens) {
    const auto found = std::lower_bound(list.begin(), list.end(), token);
    if (found == list.end() || *found != token)
      throw std::logic_error("a token that the layer does not read");
    places.push_back(found - list.begin());
  }
  return places;
}

ExportedHead add_head(const Head& head, std::size_t number, const HeadPlace& place,
                      std::uint64_t most_entries, std::vector<Array>& arrays) {
  ExportedHead exported;
  exported.name = head.name;
  exported.prefix = fmt::format("{}head{}_", place.prefix, number + 1);
  exported.kernel = head.kernel;
  exported.value_length = head.value_length;
  if (!place.first && head.kernel != Kernel::softmax && !attention::weighs_rationally(head.kernel)) {
    throw UsageError(fmt::format(
        "head {} stands behind another layer and compares numbers that are no integers: rounding would "
        "make ties and break them",
        head.name));
  }
  const std::string& prefix = exported.prefix;
  if (head.polynomial.variables() > most_variables) {
    throw UsageError(fmt::format("head {} scores {} tokens at once; at most {} are exported", head.name,
                                 head.polynomial.variables(), most_variables));
  }
  if (head.over.arity() + 1 != head.polynomial.variables())
    throw std::logic_error("a head whose tuples do not fit its polynomial");
  for (const auto& monomial : head.polynomial.monomials()) {
    exported.monomials.emplace_back();
    for (const std::size_t v : monomial) exported.monomials.back().push_back(v + 1);
  }
  Tuples tuples = head.over.has_every_tuple() ? every_tuple(head.over.arity(), place.read)
                                              : listed_tuples(head, place.receivers, most_entries);
  std::vector<std::size_t> shape{place.receivers.size()};
  for (std::size_t k = 0; k < tuples.domains.size(); ++k) {
    exported.domains.push_back(tuples.domains[k].size());
    shape.push_back(tuples.domains[k].size());
    arrays.push_back(integer_array(fmt::format("{}tokens{}", prefix, k + 2), {tuples.domains[k].size()},
                                   places_in(place.read, tuples.domains[k]),
                                   fmt::format("the tokens that x_{} runs over, from 0", k + 2)));
  }
  if (!tuples.mask.empty()) {
    exported.masked = true;
    Array mask = integer_array(prefix + "mask", shape, std::move(tuples.mask),
                               "which tuples a judged token sums over");
    mask.type = Array::Type::truth;
    arrays.push_back(std::move(mask));
  }
  if (head.kernel == Kernel::exact_match)
    add_matches(head, prefix, arrays);
  else if (exported.is_hard())
    exported.largest_score = add_integer_rows(head, prefix, arrays);
  else
    add_rows(head, prefix, arrays);

  std::set<std::size_t> seen;
  for (const Head::Factor& factor : head.value) {
    const std::size_t v = factor.variable + 1;
    exported.factors.push_back(v);
    if (!seen.insert(v).second) throw std::logic_error("a value that reads a variable twice");
    if (factor.map) {
      arrays.push_back(matrix_array(fmt::format("{}V{}", prefix, v), *factor.map,
                                    fmt::format("the values of x_{} are V times the stream", v)));
    } else {
      arrays.push_back(row_array(fmt::format("{}values{}", prefix, v), factor.vectors, head.value_length,
                                 fmt::format("the values of x_{}, for each row of X", v)));
    }
  }
  return exported;
}

}  // namespace attest::exchange
