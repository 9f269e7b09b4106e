#include "theorems/score_rows.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>
#include <stdexcept>

#include "claims/stop.hpp"
#include "numeric/checked.hpp"
#include "theorems/head_rows.hpp"
#include "theorems/lets.hpp"
#include "theorems/polynomial_value.hpp"

namespace attest::theorems {

namespace {

using language::Expression;
using language::Node;
using language::Op;

constexpr std::size_t most_terms = 1U << 12U;

using Exponents = std::map<std::string, unsigned long>;

// A part of the score: coefficient times a monomial of each token's variables.
struct ScoreTerm {
  Rational coefficient;
  std::vector<Exponents> of_token;  // [variable of the attention polynomial]
};

// One coordinate of a product: a polynomial for each of its tokens.
using Factors = std::vector<std::vector<std::pair<Rational, Exponents>>>;

class ScoreRows {
 public:
  ScoreRows(const HeadStatement& head, const TokenTable& tokens,
            const std::vector<attention::Token>& receivers, const std::vector<Encoding>& encodings,
            const NetworkNames& constants)
      : head_(head), tokens_(tokens), encodings_(encodings), constants_(constants) {
    HeadStatement without_score = head;
    without_score.score = nullptr;
    const HeadRows rows(without_score, tokens, receivers, constants);
    if (rows.kernel() == attention::Kernel::exact_match)
      refuse(head.score_place, "an exact-match head compares a query and a key; it has no score");
    if (head.polynomial == "triangular")
      refuse(head.score_place, "the rows of a triangular head are not found from its score so far");
    monomials_ = rows.polynomial().monomials();
    name_tokens(rows);
    refuse_products_in_products();
  }

  HeadStatement head() const {
    const auto score = polynomial_of(without_lets(head_.score, head_.lets), names());
    if (!score)
      refuse(head_.score_place,
             "the score is no polynomial in indices and features of the tokens: the program "
             "finds no rows for it");
    if (score->terms().size() > most_terms)
      refuse(head_.score_place, fmt::format("the score has more than {} terms", most_terms));
    std::vector<std::vector<ScoreTerm>> of_product(monomials_.size());
    for (const Polynomial::Term& term : score->terms()) {
      ScoreTerm taken = taken_apart(term);
      of_product[product_of(taken)].push_back(std::move(taken));
    }
    std::vector<std::vector<Expression>> rows(indices_.size());
    Polynomial sum;
    for (std::size_t m = 0; m < monomials_.size(); ++m) {
      for (const Factors& factors : factored(of_product[m], monomials_[m])) {
        sum += product(factors);
        for (std::size_t v = 0; v < rows.size(); ++v) {
          const auto at = std::find(monomials_[m].begin(), monomials_[m].end(), v);
          rows[v].push_back(at == monomials_[m].end()
                                ? language::number(0)
                                : expression(factors[static_cast<std::size_t>(at - monomials_[m].begin())]));
        }
      }
    }
    if (!(sum == *score)) throw std::logic_error("the rows found for a score do not give it");
    HeadStatement result = head_;
    result.score = nullptr;
    for (std::size_t v = 0; v < rows.size(); ++v) {
      if (!in_some_product(v)) continue;
      if (rows[v].empty()) rows[v].push_back(language::number(0));  // the score 0
      RowStatement row;
      row.number = language::number(Rational(Integer(v + 1)), head_.score_place);
      row.label = "for the score";
      row.at_these_sizes = true;
      row.indices = indices_[v];
      row.vector = language::node(Op::tuple, rows[v], head_.score_place);
      row.coordinates.resize(rows[v].size());
      row.places.resize(rows[v].size());
      row.mark = head_.score_mark;
      row.place = head_.score_place;
      result.rows.push_back(std::move(row));
    }
    return result;
  }

 private:
  bool in_some_product(std::size_t v) const {
    return std::any_of(monomials_.begin(), monomials_.end(), [v](const auto& monomial) {
      return std::find(monomial.begin(), monomial.end(), v) != monomial.end();
    });
  }

  // What the score calls the indices of each token.
  void name_tokens(const HeadRows& rows) {
    std::set<std::string> seen;
    for (std::size_t v = 0; v < rows.polynomial().variables(); ++v) {
      std::optional<std::size_t> only;
      for (std::size_t group = 0; group < tokens_.kinds_of_tokens().size(); ++group) {
        if (!rows.may_be(v, group)) continue;
        if (only)
          refuse(head_.score_place,
                 fmt::format("token {} of the score is of several kinds; say 'over j in KIND', or "
                             "give the rows",
                             v + 1));
        only = group;
      }
      groups_.push_back(only.value_or(0));
      indices_.push_back(rows.index_names(v, groups_.back()));
      for (const std::string& index : indices_.back()) {
        if (!seen.insert(index).second)
          refuse(head_.score_place,
                 fmt::format("'{}' is the index of two tokens of the score; name the second one "
                             "by 'value {}(j) = ..' or 'over j'",
                             index, v > 1 ? std::to_string(v + 1) + " " : ""));
      }
    }
  }

  // With x1*x2 beside x1*x2*x3 the zeros of one product would not keep out of the other.
  void refuse_products_in_products() const {
    for (const auto& a : monomials_) {
      for (const auto& b : monomials_) {
        if (&a != &b && std::includes(b.begin(), b.end(), a.begin(), a.end()))
          refuse(head_.score_place,
                 "rows for a score are found only where no product of the attention polynomial "
                 "divides another one");
      }
    }
  }

  PolynomialNames names() const {
    PolynomialNames result;
    // What speaks of a token is no number.
    result.integer = [this](const Node& e) -> std::optional<long> {
      try {
        return fits_long(evaluate_number(std::make_shared<Node>(e), constants_));
      } catch (const NetworkError&) {
        return std::nullopt;
      }
    };
    result.members = [this](const Node& e) -> std::optional<std::vector<Rational>> {
      try {
        return evaluate_set(std::make_shared<Node>(e), constants_);
      } catch (const NetworkError&) {
        return std::nullopt;
      }
    };
    result.condition = [this](const Node& e) -> std::optional<bool> {
      try {
        return evaluate_truth(std::make_shared<Node>(e), constants_);
      } catch (const NetworkError&) {
        return std::nullopt;
      }
    };
    result.variable = [this](const Node& e) -> std::optional<Polynomial> {
      for (std::size_t v = 0; v < indices_.size(); ++v) {
        if (auto found = of_token(e, v)) return found;
      }
      const std::string name = e.op == Op::subscript ? whole_name(e) : e.name;
      if (e.op != Op::call && constants_.name) {
        if (const auto value = constants_.name(name)) {
          if (const auto* number = std::get_if<Rational>(&value->content)) return Polynomial(*number);
        }
      }
      refuse_bare(e);
      return std::nullopt;
    };
    return result;
  }

  // num, where num_i or num_j is meant.
  void refuse_bare(const Node& e) const {
    for (std::size_t v = 0; v < groups_.size(); ++v) {
      const auto& features = tokens_.kinds_of_tokens()[groups_[v]].features;
      if (e.op != Op::name || std::find(features.begin(), features.end(), e.name) == features.end()) continue;
      throw NetworkError(e.place,
                         fmt::format("'{}' of which token? a score calls every token by its index, as in "
                                     "{}_{}",
                                     e.name, e.name, fmt::join(indices_[v], "_")));
    }
  }

  std::optional<Polynomial> of_token(const Node& e, std::size_t v) const {
    const auto& indices = indices_[v];
    if (e.op == Op::name || e.op == Op::subscript) {
      const std::string name = e.op == Op::name ? e.name : whole_name(e);
      if (std::find(indices.begin(), indices.end(), name) != indices.end()) return variable(name, v, {});
    }
    if (e.op != Op::subscript && e.op != Op::call) return std::nullopt;
    if (e.children.size() != indices.size()) return std::nullopt;
    for (std::size_t k = 0; k < indices.size(); ++k) {
      if (e.children[k]->op != Op::name || e.children[k]->name != indices[k]) return std::nullopt;
    }
    return feature(e.name, v);
  }

  // A feature, or a coordinate, which is what the encoding says.
  std::optional<Polynomial> feature(const std::string& name, std::size_t v) const {
    const TokenGroup& kind = tokens_.kinds_of_tokens()[groups_[v]];
    const Encoding& encoding = encodings_[groups_[v]];
    // What a vector is called (e = zeros(n - 2)) is the name of no number, however many it has.
    const auto stated = std::find(encoding.stated.begin(), encoding.stated.end(), name);
    const bool is_number =
        std::find(encoding.names.begin(), encoding.names.end(), name) != encoding.names.end();
    if (stated != encoding.stated.end() && is_number) {
      PolynomialNames inside;
      inside.variable = [&](const Node& e) -> std::optional<Polynomial> {
        const std::string inner = e.op == Op::subscript ? whole_name(e) : e.name;
        if (e.op == Op::call) return std::nullopt;
        for (std::size_t k = 0; k < kind.indices.size(); ++k) {
          if (kind.indices[k] == inner) return variable(indices_[v][k], v, {});
        }
        if (std::find(kind.features.begin(), kind.features.end(), inner) != kind.features.end())
          return variable(feature_variable(inner, v), v, inner);
        if (constants_.name) {
          if (const auto value = constants_.name(inner)) {
            if (const auto* number = std::get_if<Rational>(&value->content)) return Polynomial(*number);
          }
        }
        return std::nullopt;
      };
      return polynomial_of(encoding.coordinates[static_cast<std::size_t>(stated - encoding.stated.begin())],
                           inside);
    }
    if (std::find(kind.features.begin(), kind.features.end(), name) == kind.features.end())
      return std::nullopt;
    return variable(feature_variable(name, v), v, name);
  }

  std::string feature_variable(const std::string& name, std::size_t v) const {
    return fmt::format("{}_{}", name, fmt::join(indices_[v], "_"));
  }

  // The polynomial's variable, and which token it is of; `feature` is empty for an index.
  Polynomial variable(const std::string& name, std::size_t v, const std::string& feature) const {
    const auto [at, fresh] = variables_.emplace(name, Variable{v, feature.empty() ? name : feature});
    if (!fresh && at->second.token != v)
      refuse(head_.score_place, fmt::format("'{}' means two things in the score", name));
    return Polynomial::variable(name);
  }

  ScoreTerm taken_apart(const Polynomial::Term& term) const {
    ScoreTerm result{term.coefficient, std::vector<Exponents>(indices_.size())};
    for (const auto& [name, exponent] : term.exponents)
      result.of_token[variables_.at(name).token][name] = exponent;
    return result;
  }

  // The first product that has all tokens of a term.
  std::size_t product_of(const ScoreTerm& term) const {
    std::vector<std::string> factors;
    std::vector<std::size_t> tokens;
    for (std::size_t v = 0; v < term.of_token.size(); ++v) {
      if (term.of_token[v].empty()) continue;
      tokens.push_back(v);
      factors.push_back(language::to_string(expression({{Rational(1), term.of_token[v]}}, true)));
    }
    for (std::size_t m = 0; m < monomials_.size(); ++m) {
      if (std::includes(monomials_[m].begin(), monomials_[m].end(), tokens.begin(), tokens.end())) return m;
    }
    const char* const numbers[] = {"no", "one", "two", "three", "four", "five", "six"};
    const std::string count =
        factors.size() < std::size(numbers) ? numbers[factors.size()] : std::to_string(factors.size());
    refuse(
        head_.score_place,
        fmt::format(
            "the program finds no rows for this score: the term {}{} has {} factor{}, of different tokens, and no "
            "product of the head has all of these tokens",
            term.coefficient == 1 ? "" : attest::to_string(term.coefficient) + "*", fmt::join(factors, "*"),
            count, factors.size() == 1 ? "" : "s"));
  }

  // The terms as a sum of products of one polynomial for each token: the monomials of the first token are the rows of a matrix, those
  // of the others its columns, and as long as an entry is not 0 its column times its row is taken off.
  static std::vector<Factors> factored(const std::vector<ScoreTerm>& terms,
                                       std::vector<std::size_t> variables) {
    if (terms.empty()) return {};
    const std::size_t first = variables.front();
    if (variables.size() == 1) {
      Factors only(1);
      for (const ScoreTerm& term : terms) only[0].emplace_back(term.coefficient, term.of_token[first]);
      return {only};
    }
    variables.erase(variables.begin());
    using Column = std::vector<Exponents>;
    std::map<Exponents, std::map<Column, Rational>> matrix;
    for (const ScoreTerm& term : terms) {
      Column others = term.of_token;
      others[first].clear();
      matrix[term.of_token[first]][others] += term.coefficient;
    }
    std::vector<Factors> result;
    while (!matrix.empty()) {
      check_stop();
      if (matrix.begin()->second.empty()) {
        matrix.erase(matrix.begin());
        continue;
      }
      const std::map<Column, Rational> row = matrix.begin()->second;
      const auto [pivot, entry] = *row.begin();
      std::vector<std::pair<Rational, Exponents>> column;
      for (auto& [monomial, entries] : matrix) {
        const auto here = entries.find(pivot);
        if (here == entries.end()) continue;
        const Rational factor = here->second / entry;
        column.emplace_back(factor, monomial);
        for (const auto& [at, value] : row) {
          Rational& left = entries[at];
          left -= factor * value;
          if (left == 0) entries.erase(at);
        }
      }
      std::vector<ScoreTerm> rest;
      for (const auto& [monomials, value] : row) rest.push_back({value, monomials});
      for (Factors& factors : factored(rest, variables)) {
        factors.insert(factors.begin(), column);
        result.push_back(std::move(factors));
      }
    }
    return result;
  }

  Polynomial product(const Factors& factors) const {
    Polynomial result(1L);
    for (const auto& factor : factors) {
      Polynomial sum;
      for (const auto& [coefficient, exponents] : factor) {
        Polynomial term(coefficient);
        for (const auto& [name, exponent] : exponents) {
          for (unsigned long k = 0; k < exponent; ++k) term = term * Polynomial::variable(name);
        }
        sum += term;
      }
      result = result * sum;
    }
    return result;
  }

  // In the words of the token's own row, num, or of the score, num_i.
  Expression expression(const std::vector<std::pair<Rational, Exponents>>& polynomial,
                        bool of_score = false) const {
    Expression sum;
    for (const auto& [coefficient, exponents] : polynomial) {
      Expression term;
      for (const auto& [name, exponent] : exponents) {
        Expression power = language::name(of_score ? name : variables_.at(name).in_row, head_.score_place);
        if (exponent > 1)
          power = language::node(Op::power, {power, language::number(Rational(Integer(exponent)))},
                                 head_.score_place);
        term = term ? language::node(Op::multiply, {term, power}, head_.score_place) : power;
      }
      const Rational size = coefficient < 0 ? Rational(-coefficient) : coefficient;
      if (!term) {
        term = number(size);
      } else if (size != 1) {
        term = language::node(Op::multiply, {number(size), term}, head_.score_place);
      }
      if (!sum) {
        sum = coefficient < 0 ? language::node(Op::negate, {term}, head_.score_place) : term;
      } else {
        sum = language::node(coefficient < 0 ? Op::subtract : Op::add, {sum, term}, head_.score_place);
      }
    }
    return sum;
  }

  // A fraction is a quotient.
  Expression number(const Rational& value) const {
    const Expression above = language::number(Rational(numerator_of(value)), head_.score_place);
    if (denominator_of(value) == 1) return above;
    return language::node(Op::divide, {above, language::number(Rational(denominator_of(value)))},
                          head_.score_place);
  }

  struct Variable {
    std::size_t token;
    std::string in_row;  // what the token's own row calls it
  };

  const HeadStatement& head_;
  const TokenTable& tokens_;
  const std::vector<Encoding>& encodings_;
  const NetworkNames& constants_;
  std::vector<std::vector<std::size_t>> monomials_;
  std::vector<std::size_t> groups_;                // [variable]
  std::vector<std::vector<std::string>> indices_;  // [variable]
  mutable std::map<std::string, Variable> variables_;
};

}  // namespace

HeadStatement with_rows_of_score(const HeadStatement& head, const TokenTable& tokens,
                                 const std::vector<attention::Token>& receivers,
                                 const std::vector<Encoding>& encodings, const NetworkNames& constants) {
  return ScoreRows(head, tokens, receivers, encodings, constants).head();
}

}  // namespace attest::theorems
